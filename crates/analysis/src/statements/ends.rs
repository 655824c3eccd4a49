//! Where what somebody said ends and the journalist goes on.

use super::Article;
use super::attribute::{Order, Said};
use super::entities::Being;
use super::lexicon::Flags;
use super::offices;
use super::tokens::{Kind, Tokens};
use super::verbs::Form;

/// Words before the noun of a remark: `a rather stark reminder`.
const MAX_REMARK: usize = 5;
/// Words of a title before the name of somebody else.
const MAX_TITLE: usize = 6;
/// Tokens of a clause before a main clause; what goes on longer is no sentence.
const MAX_CLAUSE: usize = 120;
/// Adverbs in a row.
const MAX_ADVERBS: usize = 4;

/// The token after what is said, of tokens `start..end` behind an attribution.
pub fn said_end(article: &Article, one: &Said, start: usize, end: usize) -> usize {
    let goes_on = |i: usize| {
        is_remark(&article.tokens, i, end)
            || keeps_back(&article.tokens, i)
            || turns_to_others(article, one, i, end)
    };
    (start + 2..end).find(|&i| goes_on(i) && !article.is_quoted(i)).unwrap_or(end)
}

/// `While Doe said that fees will fall, she remains careful`: the comma with which the clause ends.
pub fn clause_end(article: &Article, one: &Said, sentence: (usize, usize)) -> usize {
    const OPENERS: [&str; 10] =
        ["while", "although", "though", "since", "when", "after", "because", "whereas", "until", "before"];
    let tokens = &article.tokens;
    let (from, to) = sentence;
    let opener = one.from.checked_sub(1).filter(|&opener| opener >= from);
    let opens = |opener: usize| {
        OPENERS.contains(&tokens.word(opener))
            && (opener == from || tokens.is_mark(opener - 1, ',') || tokens.has(opener - 1, Flags::CONJ))
    };
    if one.order != Order::SubjectFirst || !opener.is_some_and(opens) {
        return to;
    }
    let start = one.verb + 1;
    let last = to.min(start + MAX_CLAUSE);
    let names = one.kind.is_some_and(|kind| kind.noun || kind.figures) && !tokens.is(start, "that");
    let acts = |i: usize| {
        tokens.list[i].kind == Kind::Small
            && (tokens.has(i, Flags::AUX.or(Flags::MODAL)) || tokens.word(i).ends_with("ed"))
    };
    let (first_act, last_act) = ((start..last).find(|&i| acts(i)), (start..last).rfind(|&i| acts(i)));
    let opens_main = |comma: usize| {
        let next = comma + 1;
        let pronoun = tokens.has(next, Flags::HE.or(Flags::IT).or(Flags::THEY));
        let noun = tokens.list.get(next).is_some_and(|token| {
            token.is_capital() || token.kind == Kind::Small && token.flags.has(Flags::DET)
        });
        (pronoun || noun && last_act >= Some(next)) && (names || first_act.is_some_and(|act| act < comma))
    };
    (start..last).find(|&i| tokens.is_mark(i, ',') && !article.is_quoted(i) && opens_main(i)).unwrap_or(to)
}

/// `— a stark reminder that …`: behind a single dash the writer says what to make of it.
fn is_remark(tokens: &Tokens, i: usize, end: usize) -> bool {
    const NOUNS: [&str; 18] = [
        "reminder",
        "move",
        "sign",
        "signal",
        "shift",
        "departure",
        "contrast",
        "testament",
        "nod",
        "milestone",
        "feat",
        "reversal",
        "twist",
        "echo",
        "statement",
        "remark",
        "claim",
        "comment",
    ];
    const VERBS: [&str; 8] = [
        "marking",
        "signaling",
        "signalling",
        "underscoring",
        "underlining",
        "highlighting",
        "echoing",
        "fueling",
    ];
    let is_dash = |i: usize| matches!(tokens.list[i].kind, Kind::Mark('—' | '–'));
    if !is_dash(i) || i + 1 >= end || (i + 1..end).any(is_dash) {
        return false;
    }
    let first = i + 1;
    let mut phrase = (first + 1..end.min(first + MAX_REMARK)).take_while(|&i| {
        tokens.list[i].is_word() && !tokens.has(i, Flags::PREP.or(Flags::AUX).or(Flags::WHO))
    });
    VERBS.contains(&tokens.word(first))
        || ["a", "an", "another", "the"].contains(&tokens.word(first))
            && phrase.any(|i| NOUNS.contains(&tokens.word(i)))
}

/// `but did not offer further details`, `but declined to comment`: what somebody left out.
fn keeps_back(tokens: &Tokens, i: usize) -> bool {
    const VERBS: [&str; 8] = ["offer", "give", "provide", "name", "address", "discuss", "specify", "go"];
    if tokens.list[i].kind != Kind::Small || !["but", "though", "although", "yet"].contains(&tokens.word(i)) {
        return false;
    }
    let past_adverbs = |at: usize| {
        (at..at + MAX_ADVERBS).find(|&i| !tokens.has(i, Flags::ADVERB)).unwrap_or(at + MAX_ADVERBS)
    };
    let tells = |at: usize| {
        let at = past_adverbs(at);
        tokens.list.get(at).is_some_and(|token| {
            token.kind == Kind::Small
                && (VERBS.contains(&tokens.word(at))
                    || token.verb.is_some_and(|verb| verb.quotes && verb.form == Form::Base))
        })
    };
    let at = past_adverbs(i + 1);
    if tokens.list.get(at).is_none_or(|token| token.kind != Kind::Small) {
        return false;
    }
    match tokens.word(at) {
        "declined" | "refused" | "failed" => tokens.is(at + 1, "to") && tells(at + 2),
        "stopped" => tokens.is(at + 1, "short"),
        "gave" | "offered" | "provided" => ["no", "few", "little"].iter().any(|word| tokens.is(at + 1, word)),
        "was" if tokens.is(at + 1, "unable") => tokens.is(at + 2, "to") && tells(at + 3),
        // `but does not address wallets` may be said.
        "didn't" | "didn’t" | "hadn't" | "hadn’t" => tells(at + 1),
        "did" | "had" if tokens.is(at + 1, "not") => tells(at + 2),
        _ => false,
    }
}

/// `but Roe remains careful`, `while critics argue`: somebody else comes in.
fn turns_to_others(article: &Article, one: &Said, i: usize, end: usize) -> bool {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let pauses =
        ["while", "though", "although", "whereas"].contains(&tokens.word(i)) && tokens.is_mark(i - 1, ',');
    if tokens.list[i].kind != Kind::Small || !(pauses || tokens.is(i, "but")) || i + 2 >= end {
        return false;
    }
    // A medium tells of several people.
    if one.speakers.iter().any(|&speaker| offices::is_media(&entities.list[speaker])) {
        return false;
    }
    let first = if tokens.has(i + 1, Flags::DET) { i + 2 } else { i + 1 };
    if tokens.has(first, Flags::NOBODY.or(Flags::ROLES)) {
        let is_said = |i: usize| {
            tokens.list[i].kind == Kind::Small
                && tokens.list[i].verb.is_some_and(|verb| verb.quotes && verb.clause)
        };
        return (first + 1..end.min(first + 3)).any(is_said);
    }
    let is_other =
        |person: usize| entities.list[person].being == Being::Person && !one.speakers.contains(&person);
    let mut names = (first..end.min(first + MAX_TITLE)).filter_map(|i| entities.name_at(i));
    names.any(|name| {
        let place = entities.names[name];
        let starts = entities.titles[name].map_or(place.from, |title| title.from);
        let acts = tokens
            .list
            .get(place.to)
            .is_some_and(|next| next.kind == Kind::Small && !next.flags.has(Flags::PREP.or(Flags::CONJ)));
        let owns = tokens.list[place.to - 1].possessive;
        starts == first && acts && !owns && entities.of[name].is_some_and(is_other)
    })
}
