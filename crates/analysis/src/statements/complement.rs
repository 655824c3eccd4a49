//! Indirect speech: which part of a sentence is what somebody said.

use super::attribute::{Order, Said, may_be_to};
use super::ends;
use super::lexicon::Flags;
use super::objects::{is_clause, is_only_named, is_pronoun_as, with_as};
use super::tokens::Kind;
use super::verbs::{Form, Verb};
use super::{Article, Found};

/// Words of a statement.
const MIN_WORDS: usize = 4;
/// The same behind `that`, where they have a verb: `warned that risks are rising`.
const MIN_CLAUSE_WORDS: usize = 3;
/// Words in marks that are no thought, and tokens around and with them.
const MAX_SCARE: usize = 3;
const MAX_FRAGMENT: usize = 10;
/// Tokens between a verb and its `that`: `said in an interview with Bloomberg that`.
const MAX_BETWEEN: usize = 14;

pub fn find(article: &Article, sentence: usize, said: &[Said], found: &mut Vec<Found>) {
    let range = &article.sentences[sentence];
    for (i, one) in said.iter().enumerate() {
        let next = said.get(i + 1).map_or(range.to, |next| next.from);
        let stretch = match one.order {
            Order::According => around(article, sentence, said, i),
            Order::Claimed => Some((one.to + 1, next.max(one.to + 1))),
            Order::VerbFirst => before(article, range.from, one, said, i),
            Order::SubjectFirst if tokens_as(article, range.from, one) => {
                let comma =
                    (one.verb + 1..range.to.min(one.verb + 10)).find(|&i| article.tokens.is_mark(i, ','));
                comma.map(|comma| (comma + 1, next.max(comma + 1)))
            }
            Order::SubjectFirst | Order::Continued => {
                let kind = one.kind.expect("these have a verb");
                let to = ends::clause_end(article, one, (range.from, range.to));
                starts(article, one, kind, to)
                    .map(|start| (start, leading_end(article, range.from, one, next.min(to)).max(start)))
                    .or_else(|| {
                        (one.order == Order::SubjectFirst)
                            .then(|| before(article, range.from, one, said, i))?
                    })
            }
        };
        let said = stretch.and_then(|(start, end)| {
            let end = if start > one.verb { ends::said_end(article, one, start, end) } else { end };
            trimmed(article, start, end)
        });
        let is_statement = |&(start, end): &(usize, usize)| {
            !is_only_named(article, one, start, end) && !is_pronoun_as(article, start, end)
        };
        if let Some((start, end)) = said.filter(is_statement) {
            let bytes =
                (article.tokens.list[start].start as usize, super::marks::end_of(&article.tokens, end - 1));
            found.push(Found::said(bytes.0, bytes.1, false, one.speakers.clone(), sentence));
        }
    }
}

/// `Stating that …, Wedson suggested`: what is said ends before the comma.
fn leading_end(article: &Article, from: usize, one: &Said, next: usize) -> usize {
    if one.order != Order::Continued || one.verb != from {
        return next;
    }
    (one.verb..next).rev().find(|&i| article.tokens.is_mark(i, ',')).unwrap_or(next)
}

/// `As CryptoPotato reported, …`.
fn tokens_as(article: &Article, from: usize, one: &Said) -> bool {
    one.from > from && article.tokens.is(one.from - 1, "as") && one.from - 1 <= from + 1
}

/// The first token of what is said, behind the verb.
fn starts(article: &Article, said: &Said, kind: Verb, to: usize) -> Option<usize> {
    let tokens = &article.tokens;
    let mut at = said.verb + 1;
    let word = tokens.word(said.verb);
    // `citing six people familiar with the matter`: whom somebody heard it from is nothing that is said.
    if word.starts_with("cit") && names_source(article, at, to) {
        return None;
    }
    // `is considering a sale`: what somebody may do is not yet said.
    if word == "considering" || word.starts_with("consider") && at < to && tokens.word(at).ends_with("ing") {
        return None;
    }
    let particle = word.starts_with("point") || word.starts_with("refer");
    if particle {
        if tokens.is(at, "to") {
            return word
                .starts_with("point")
                .then_some(at + 1)
                .or_else(|| with_as(article, at + 1, to).then_some(at + 1));
        }
        at += 1;
    }
    while at < to && tokens.list[at].kind == Kind::Small && tokens.has(at, Flags::ADVERB) {
        at += 1;
    }
    if at >= to || article.in_long_quotation(at) {
        return None;
    }
    if let Some(start) = after_that(article, at, to, kind) {
        return Some(start);
    }
    if ["how", "why", "whether", "what"].contains(&tokens.word(at)) && kind.clause {
        return Some(at);
    }
    if matches!(tokens.list[at].kind, Kind::Mark(_)) && !is_opening(article, at) {
        return None;
    }
    if kind.told {
        at = after_listener(article, at, to)?;
    }
    at = after_date(article, at, to);
    if at >= to || article.in_long_quotation(at) {
        return None;
    }
    let preposition = tokens.list[at].kind == Kind::Small && tokens.has(at, Flags::PREP);
    if word.starts_with("warn") && (["of", "about", "against", "over"].contains(&tokens.word(at))) {
        return Some(at + 1);
    }
    if word.starts_with("call") {
        return if tokens.is(at, "for") {
            Some(at + 1)
        } else {
            (at..to.min(at + 14))
                .any(|i| is_opening(article, i) && !article.in_long_quotation(i))
                .then_some(at)
        };
    }
    if preposition {
        return (tokens.is(at, "to") && may_be_to(word)).then_some(at);
    }
    let sees = ["see", "saw", "view", "regard"].iter().any(|verb| word.starts_with(verb))
        && kind.form == Form::Doing;
    if kind.with_as && !sees && with_as(article, at, to) {
        return Some(at);
    }
    let figures =
        || !tokens.is(at, "plans") && (at..to.min(at + 6)).any(|i| tokens.list[i].kind == Kind::Number);
    let fits = kind.sure || kind.noun || kind.bare && is_clause(article, at, to) || kind.figures && figures();
    fits.then_some(at)
}

/// People without a name right behind the verb: `citing sources`, `citing six people familiar with it`.
fn names_source(article: &Article, at: usize, to: usize) -> bool {
    const PEOPLE: [&str; 13] = [
        "people",
        "person",
        "source",
        "sources",
        "insider",
        "insiders",
        "official",
        "officials",
        "executives",
        "employees",
        "staff",
        "documents",
        "familiar",
    ];
    let tokens = &article.tokens;
    let mut first = (at..to.min(at + 5)).take_while(|&i| !matches!(tokens.list[i].kind, Kind::Mark(_)));
    first.any(|i| PEOPLE.contains(&tokens.word(i)))
}

fn is_opening(article: &Article, i: usize) -> bool {
    matches!(article.tokens.list[i].kind, Kind::Mark('“' | '"' | '‘' | '$'))
}

/// Behind `that`, which may stand a few words on: `said on Monday that`.
fn after_that(article: &Article, at: usize, to: usize, kind: Verb) -> Option<usize> {
    let tokens = &article.tokens;
    if !kind.clause {
        return None;
    }
    for i in at..to.min(at + MAX_BETWEEN) {
        let token = &tokens.list[i];
        if tokens.is(i, "that") && token.kind == Kind::Small {
            // `said that day`, `believes that market`: rarely; a clause has more to say.
            let start = if tokens.is_mark(i + 1, ',') { i + 2 } else { i + 1 };
            return (start < to && !article.in_long_quotation(start)).then_some(start);
        }
        let between = i == at && (kind.told || token.flags.has(Flags::PREP.or(Flags::DATE)));
        if i == at && !between {
            return None;
        }
        let verb = token.kind == Kind::Small
            && (token.flags.has(Flags::AUX.or(Flags::MODAL).or(Flags::HE).or(Flags::THEY))
                || token.verb.is_some_and(|verb| !verb.noun_too));
        let pause = matches!(token.kind, Kind::Mark(mark) if mark != '-' && mark != ',' && mark != '(' && mark != ')' && mark != '.');
        if article.in_long_quotation(i) || verb || pause {
            return None;
        }
    }
    None
}

/// `told a federal judge it was`: past the one who is told.
fn after_listener(article: &Article, at: usize, to: usize) -> Option<usize> {
    let tokens = &article.tokens;
    if let Some(name) = article.entities.name_at(at) {
        return Some(article.entities.names[name].to);
    }
    let mut i = if tokens.has(at, Flags::DET) { at + 1 } else { at };
    while i < to.min(at + 6) {
        let token = &tokens.list[i];
        if i > at
            && (token.flags.has(Flags::DET.or(Flags::IT).or(Flags::HE).or(Flags::THEY)) || token.is_capital())
        {
            return Some(i);
        }
        if matches!(token.kind, Kind::Mark(_)) || token.flags.has(Flags::PREP.or(Flags::AUX)) {
            return None;
        }
        i += 1;
    }
    None
}

/// `said on Wednesday it will`: past the day.
fn after_date(article: &Article, at: usize, to: usize) -> usize {
    let tokens = &article.tokens;
    let mut i = at;
    if ["on", "in", "last", "this", "earlier"].contains(&tokens.word(i)) {
        i += 1;
    }
    let first = i;
    while i < to && (tokens.has(i, Flags::DATE) || i > first && tokens.list[i].kind == Kind::Number) {
        i += 1;
    }
    if i == first { at } else { i }
}

/// What stands before the attribution: `It plans four products, the portal reported.`
fn before(article: &Article, from: usize, one: &Said, said: &[Said], i: usize) -> Option<(usize, usize)> {
    let tokens = &article.tokens;
    let comma = one.from.checked_sub(1).filter(|&comma| comma > from && tokens.is_mark(comma, ','))?;
    let next = tokens.list.get(one.to)?;
    // What follows must not be what is said.
    let told = one.kind.is_some_and(|kind| kind.told) && !tokens.is(one.to, "that");
    let ends = told
        || matches!(next.kind, Kind::Mark('.' | ',' | '!' | '?' | ';'))
        || next.flags.has(Flags::PREP.or(Flags::DATE).or(Flags::ADVERB));
    if !ends && one.order == Order::SubjectFirst {
        return None;
    }
    let start = i.checked_sub(1).map_or(from, |earlier| said[earlier].to);
    let start = after_quotation(article, start, comma);
    let start = after_opener(article, start, comma);
    let words = (start..comma).filter(|&i| tokens.list[i].is_word()).count();
    if words < 3 && tokens.is_mark(one.to, ',') {
        // `The groundwork, they say, is visible`.
        let to = (one.to..tokens.len()).find(|&i| tokens.is_mark(i, '.'))?;
        return Some((start, to));
    }
    (words > MIN_WORDS && is_clause_anywhere(article, start, comma)).then_some((start, comma))
}

fn is_clause_anywhere(article: &Article, from: usize, to: usize) -> bool {
    let tokens = &article.tokens;
    let introduces =
        tokens.list[from].flags.has(Flags::PREP.or(Flags::CONJ)) || tokens.word(from).ends_with("ing");
    let finite = (from..to).any(|i| tokens.has(i, Flags::AUX.or(Flags::MODAL)));
    finite || !introduces && to - from > 7
}

/// What stands in long quotation marks is direct: only what follows it counts here.
fn after_quotation(article: &Article, from: usize, to: usize) -> usize {
    (from..to).rev().find(|&i| article.in_long_quotation(i)).map_or(from, |last| last + 1)
}

/// `However,` says nothing of its own.
fn after_opener(article: &Article, from: usize, to: usize) -> usize {
    let tokens = &article.tokens;
    if from + 1 < to && tokens.has(from, Flags::OPENER.or(Flags::ADVERB)) && tokens.is_mark(from + 1, ',') {
        from + 2
    } else {
        from
    }
}

/// `According to X, this`, `this, according to X`.
fn around(article: &Article, sentence: usize, said: &[Said], i: usize) -> Option<(usize, usize)> {
    let (tokens, range, one) = (&article.tokens, &article.sentences[sentence], &said[i]);
    let leading = (range.from..one.from)
        .all(|i| !tokens.list[i].is_word() || tokens.has(i, Flags::CONJ.or(Flags::ADVERB)));
    if leading {
        let comma =
            (one.to.saturating_sub(1)..range.to.min(one.to + 12)).find(|&i| tokens.is_mark(i, ','))?;
        let next = said.get(i + 1).map_or(range.to, |next| next.from);
        return Some((comma + 1, next.max(comma + 1)));
    }
    let start = i.checked_sub(1).map_or(range.from, |earlier| said[earlier].to);
    let whole = after_quotation(article, start, one.from);
    let start = after_opener(article, whole, one.from);
    // What is left behind a quote must be a clause of its own.
    (whole == start || is_clause_anywhere(article, start, one.from)).then_some((start, one.from))
}

/// Has a helping verb, or one in the past: a whole clause.
fn is_finite(article: &Article, from: usize, to: usize) -> bool {
    let tokens = &article.tokens;
    (from + 1..to).any(|i| {
        tokens.list[i].kind == Kind::Small
            && (tokens.has(i, Flags::AUX.or(Flags::MODAL)) || tokens.word(i).ends_with("ed"))
    })
}

/// Without marks, joints and what is quoted at length.
fn trimmed(article: &Article, mut start: usize, end: usize) -> Option<(usize, usize)> {
    let tokens = &article.tokens;
    let quoted_next = (start..end).find(|&i| article.in_long_quotation(i));
    let mut end = quoted_next.unwrap_or(end);
    while start < end
        && matches!(tokens.list[start].kind, Kind::Link | Kind::Mark(',' | ':' | ';' | '.' | ')' | '—' | '–'))
    {
        start += 1;
    }
    while end > start {
        let last = end - 1;
        let joint = tokens.list[last].kind == Kind::Small && tokens.has(last, Flags::CONJ)
            || matches!(tokens.list[last].kind, Kind::Mark(',' | ':' | ';' | '.' | '—' | '–' | '('));
        if !joint {
            break;
        }
        end = last;
    }
    let words = (start..end).filter(|&i| tokens.list[i].is_word()).count();
    if tokens.is(start, "the") && tokens.is(start + 1, "following") {
        return None;
    }
    // Before a quote only a whole thought is a statement of its own.
    let is_clause = || start > 0 && tokens.is(start - 1, "that") && is_finite(article, start, end);
    let least = match quoted_next {
        Some(_) => 9,
        None if is_clause() => MIN_CLAUSE_WORDS,
        None => MIN_WORDS,
    };
    (words >= least && !is_fragment(article, start, end)).then_some((start, end))
}

/// `him an “easy target.”`: what somebody calls somebody, and nothing besides the quoted words.
fn is_fragment(article: &Article, start: usize, end: usize) -> bool {
    let tokens = &article.tokens;
    if end - start >= MAX_FRAGMENT {
        return false;
    }
    let (quoted, others): (Vec<usize>, Vec<usize>) =
        (start..end).filter(|&i| tokens.list[i].is_word()).partition(|&i| article.is_quoted(i));
    let small = Flags::DATE.or(Flags::DET).or(Flags::ADVERB).or(Flags::PREP);
    let small = small.or(Flags::HE).or(Flags::IT).or(Flags::THEY);
    let is_small = |&i: &usize| tokens.has(i, small) || ["him", "them", "us", "me"].contains(&tokens.word(i));
    // A whole thought in marks is one: `“It will last.”`
    let is_thought =
        |&i: &usize| tokens.list[i].kind == Kind::Small && tokens.has(i, Flags::AUX.or(Flags::MODAL));
    (1..=MAX_SCARE).contains(&quoted.len()) && others.iter().all(is_small) && !quoted.iter().any(is_thought)
}
