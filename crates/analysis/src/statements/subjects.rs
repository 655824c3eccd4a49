//! Who does the speaking: the subject before a verb.

use super::Article;
use super::entities::Being;
use super::lexicon::Flags;
use super::tokens::{Kind, Tokens};
use super::verbs::Form;

/// How an article refers to a speaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// By name: entities, several where they speak together.
    Named(Vec<usize>),
    He,
    They,
    It,
    /// `the analyst`, `the firm`, `the report`: the token of the noun.
    The(usize),
    /// `its CEO`, `the company’s CEO`: the noun.
    Their(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub reference: Reference,
    /// Tokens of subject, titles and appositions.
    pub from: usize,
    pub to: usize,
}

/// Insertions between a subject and its verb.
const MAX_INSERTS: usize = 3;
const MAX_INSERT_TOKENS: usize = 30;
/// Tokens of a title before a name.
const MAX_TITLE: usize = 6;

/// The subject that stands before the verb at `verb`, in a sentence that begins at `from`.
pub fn before(article: &Article, verb: usize, from: usize) -> Option<Subject> {
    let tokens = &article.tokens;
    let form = tokens.list[verb].verb.map(|verb| verb.form);
    let mut end = verb;
    let mut passive = false;
    while end > from {
        let token = &tokens.list[end - 1];
        if token.flags.has(Flags::NOT.or(Flags::MODAL)) || tokens.is(end - 1, "to") {
            return None;
        }
        if token.kind == Kind::Small && token.flags.has(Flags::AUX) {
            passive |= ["is", "are", "was", "were", "be", "been", "being"].contains(&tokens.word(end - 1));
        } else if form == Some(Form::State)
            && ["remain", "remains", "remained", "feels", "felt"].contains(&tokens.word(end - 1))
        {
            passive = true;
        } else if !(token.kind == Kind::Small && token.flags.has(Flags::ADVERB)) {
            break;
        }
        end -= 1;
    }
    if !passive && form == Some(Form::State) {
        return None;
    }
    if passive && form == Some(Form::Past) || !passive && form == Some(Form::Doing) {
        return None;
    }
    noun_phrase(article, end, from, MAX_INSERTS)
}

/// A noun phrase that ends before `end`.
fn noun_phrase(article: &Article, end: usize, from: usize, inserts: usize) -> Option<Subject> {
    let tokens = &article.tokens;
    let last = end.checked_sub(1).filter(|&last| last >= from)?;
    let token = &tokens.list[last];
    if article.in_long_quotation(last) {
        return None;
    }
    match token.kind {
        Kind::Mark(',' | '–' | '—') => return before_insert(article, last, from, inserts),
        Kind::Mark(')') => {
            let open = (from.max(last.saturating_sub(12))..last).rev().find(|&i| tokens.is_mark(i, '('))?;
            let mut found = noun_phrase(article, open, from, inserts)?;
            found.to = end;
            return Some(found);
        }
        Kind::Mark('.')
            if last > from && ["jr", "sr", "inc", "corp", "ltd"].contains(&tokens.word(last - 1)) =>
        {
            return noun_phrase(article, last, from, inserts);
        }
        // A nickname or a term in marks ends the phrase: no subject we know.
        Kind::Mark(_) | Kind::Link => return None,
        _ => {}
    }
    if token.flags.has(Flags::WHO) && token.kind == Kind::Small && !tokens.is(last, "that") {
        let end = if last > from && tokens.is_mark(last - 1, ',') { last - 1 } else { last };
        // Whoever stands before `who` is meant, whatever the phrase does in its sentence.
        let governed = |subject: &Subject| {
            subject.from > from
                && ["of", "at", "from", "for", "with"].contains(&tokens.word(subject.from - 1))
        };
        // `Dario Amodei, CEO of Anthropic, who said`.
        return match antecedent(article, end, from) {
            Some(found) if governed(&found) && end < last => {
                before_insert(article, end, from, inserts).or(Some(found))
            }
            Some(found) => Some(found),
            None => noun_phrase(article, end, from, inserts),
        };
    }
    // `Theresa May`.
    if is_date(article, last) && article.entities.name_at(last).is_none() {
        return before_date(article, last, from, inserts);
    }
    let pronoun = match () {
        () if token.flags.has(Flags::HE) => Some(Reference::He),
        () if token.flags.has(Flags::THEY) => Some(Reference::They),
        () if token.flags.has(Flags::IT) => Some(Reference::It),
        () => None,
    };
    if let Some(reference) = pronoun {
        return Some(Subject { reference, from: last, to: end });
    }
    if token.flags.has(Flags::ADVERB) && token.kind == Kind::Small {
        return noun_phrase(article, last, from, inserts);
    }
    if article.entities.name_at(last).is_some() {
        return named(article, end, from);
    }
    described(article, last, from, inserts)
}

fn is_date(article: &Article, i: usize) -> bool {
    let tokens = &article.tokens;
    tokens.has(i, Flags::DATE)
        || tokens.list[i].kind == Kind::Number
            && i > 0
            && (tokens.has(i - 1, Flags::DATE) || tokens.is_mark(i - 1, ','))
}

/// `Dorsey, who in April said`: what says when is passed over.
fn before_date(article: &Article, last: usize, from: usize, inserts: usize) -> Option<Subject> {
    let tokens = &article.tokens;
    let mut end = last + 1;
    while end > from {
        let i = end - 1;
        let passed = is_date(article, i)
            || [
                "on", "in", "last", "this", "earlier", "late", "early", "of", "the", "since", "next",
                "during",
            ]
            .contains(&tokens.word(i));
        if !passed {
            break;
        }
        end = i;
    }
    if end > last || end <= from {
        return None;
    }
    noun_phrase(article, end, from, inserts)
}

/// `Ali Martinez, a seasoned analyst, stated`: the comma at `comma` closes an insertion.
fn before_insert(article: &Article, comma: usize, from: usize, inserts: usize) -> Option<Subject> {
    if inserts == 0 {
        return None;
    }
    let tokens = &article.tokens;
    let lowest = from.max(comma.saturating_sub(MAX_INSERT_TOKENS));
    let open = (lowest..comma).rev().find(|&i| matches!(tokens.list[i].kind, Kind::Mark(',' | '–' | '—')))?;
    if open == from {
        return None;
    }
    // `The company, which also develops tools, games and more, believes`.
    let relative = (lowest..open)
        .rev()
        .find(|&i| tokens.is_mark(i, ',') && ["which", "who", "whose"].contains(&tokens.word(i + 1)));
    if let Some(relative) = relative
        && !(relative..open).any(|i| {
            tokens.list[i].kind == Kind::Small
                && tokens.list[i].verb.is_some_and(|verb| verb.quotes && !verb.noun_too)
        })
    {
        return noun_phrase(article, relative, from, inserts - 1);
    }
    // `the company’s CEO, Yoshihiko Takahashi, explained`: the name is the insertion.
    let heads = Flags::ROLE.or(Flags::ROLES).or(Flags::COMPANY).or(Flags::COMPANIES);
    if tokens.has(open - 1, heads)
        && let Some(inner) = named(article, comma, open + 1)
        && inner.from == open + 1
    {
        return Some(Subject { from: phrase_start(tokens, open - 1, from), ..inner });
    }
    // `, and analyst Ayush Tripathi, said` goes on with the list before it.
    let Some(mut found) = noun_phrase(article, open, from, inserts - 1) else {
        // `Head of Acme research, Jane Doe, noted`: behind a title that ends in other words.
        let is_person = |subject: &Subject| {
            let Reference::Named(all) = &subject.reference else { return false };
            all.iter().all(|&one| article.entities.list[one].being == Being::Person)
        };
        let inner =
            named(article, comma, open + 1).filter(|inner| inner.from == open + 1 && is_person(inner));
        if inner.is_some()
            && (lowest.max(open.saturating_sub(MAX_TITLE))..open).any(|i| tokens.has(i, Flags::ROLE))
        {
            return inner;
        }
        // `Abiodun, officer at Mysten Labs, the original contributors, said`: one more insertion.
        return before_insert(article, open, from, inserts - 1);
    };
    if tokens.is(open + 1, "and")
        && let Reference::Named(entities) = &mut found.reference
        && let Some(Subject { reference: Reference::Named(more), .. }) = named(article, comma, open + 2)
    {
        entities.extend(more);
    }
    found.to = comma;
    Some(found)
}

/// A phrase whose last word is part of a name.
fn named(article: &Article, end: usize, from: usize) -> Option<Subject> {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let name = entities.name_at(end - 1)?;
    let place = entities.names[name];
    if place.to != end || tokens.list[end - 1].possessive || place.from < from {
        return None;
    }
    let entity = entities.of[name]?;
    let title = entities.titles[name].map_or(place.from, |described| described.from.max(from));
    // `another Redditor` is nobody.
    if title == place.from
        && title > from
        && ["a", "an", "another", "one", "every", "each", "some"].contains(&tokens.word(title - 1))
        && tokens.list[title - 1].kind == Kind::Small
    {
        return None;
    }
    let mut found = Subject { reference: Reference::Named(vec![entity]), from: title, to: end };
    let start = if from < title && tokens.has(title - 1, Flags::DET) { title - 1 } else { title };
    found.from = start;
    let Some(before) = start.checked_sub(1).filter(|&before| before >= from) else { return Some(found) };
    // `Eric Balchunas and James Seyffart`.
    if tokens.is(before, "and") || tokens.is_mark(before, '&') {
        let first = [before, before.saturating_sub(1)].into_iter().find_map(|at| {
            (at > from && (at == before || tokens.is_mark(at, ',')))
                .then(|| named(article, at, from))
                .flatten()
        });
        if let Some(Subject { reference: Reference::Named(mut all), from, .. }) = first {
            all.push(entity);
            return Some(Subject { reference: Reference::Named(all), from, to: end });
        }
        return Some(found);
    }
    let preposition = tokens.list[before].kind == Kind::Small
        && tokens.has(before, Flags::PREP)
        && !["after", "before", "since", "until", "as"].contains(&tokens.word(before));
    if !preposition {
        return Some(found);
    }
    // `in Election Campaigns President Donald Trump has promised`: a heading stands before the title.
    let titled = entities.titles[name].is_some_and(|described| {
        described.to - described.from > 1
            && tokens.list[described.to - 2].kind == Kind::Capital
            && !tokens.has(described.to - 2, Flags::ROLE)
    });
    let belongs = ["at", "from", "for", "by", "of", "with", "and"].contains(&tokens.word(before));
    if titled && !belongs {
        return Some(Subject { from: place.from, ..found });
    }
    let head = before.checked_sub(1).filter(|&head| belongs && head >= from)?;
    if let Some(person) = entities.name_at(head) {
        // `Bivu Das of Kraken UK`.
        let place = entities.names[person];
        let person = entities.of[person].filter(|_| place.to == before && !tokens.list[head].possessive)?;
        return Some(Subject { reference: Reference::Named(vec![person]), from: place.from, to: end });
    }
    if are_some(tokens, phrase_start(tokens, head, from), head) {
        return None;
    }
    let speaks_for = tokens.has(head, Flags::ROLES.or(Flags::PAPER))
        || ["spokesperson", "spokesman", "spokeswoman", "representative", "team", "official"]
            .contains(&tokens.word(head));
    let phrase = phrase_start(tokens, head, from);
    let is_object =
        phrase > from && tokens.has(phrase - 1, Flags::PREP) && tokens.list[phrase - 1].kind == Kind::Small;
    (speaks_for && !is_object).then_some(Subject { from: phrase, ..found })
}

fn antecedent(article: &Article, end: usize, from: usize) -> Option<Subject> {
    let name = article.entities.name_at(end.checked_sub(1)?)?;
    let place = article.entities.names[name];
    let entity = article.entities.of[name].filter(|_| place.to == end && place.from >= from)?;
    Some(Subject { reference: Reference::Named(vec![entity]), from: place.from, to: end })
}

/// The first token of a phrase that ends in the noun at `head`: back to its article.
pub fn phrase_start(tokens: &Tokens, head: usize, from: usize) -> usize {
    let mut start = head;
    while start > from && head - start < 8 {
        let token = &tokens.list[start - 1];
        if token.flags.has(Flags::DET) && token.kind != Kind::Capitals {
            return start - 1;
        }
        let stops = Flags::PREP.or(Flags::CONJ).or(Flags::AUX).or(Flags::MODAL).or(Flags::WHO);
        if !token.is_word() || token.flags.has(stops) && token.kind == Kind::Small || token.possessive {
            return start;
        }
        start -= 1;
    }
    start
}

/// `two executives`, `several former officials`: people who are not named and whom nobody has speak for a firm, as its
/// analysts do.
pub fn are_some(tokens: &Tokens, start: usize, head: usize) -> bool {
    const SOME: [&str; 11] =
        ["two", "three", "four", "five", "six", "several", "some", "many", "other", "multiple", "unnamed"];
    const PUBLISH: [&str; 5] = ["analysts", "researchers", "strategists", "economists", "authors"];
    tokens.has(head, Flags::ROLES)
        && !PUBLISH.contains(&tokens.word(head))
        && (start..head).any(|i| SOME.contains(&tokens.word(i)) || tokens.list[i].kind == Kind::Number)
}

/// `the analyst`, `Breed’s analysts`, `a spokesperson`.
fn described(article: &Article, head: usize, from: usize, inserts: usize) -> Option<Subject> {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let kinds = Flags::ROLE.or(Flags::ROLES).or(Flags::COMPANY).or(Flags::PAPER);
    let start = phrase_start(tokens, head, from);
    let preposition =
        start > from && tokens.list[start - 1].kind == Kind::Small && tokens.has(start - 1, Flags::PREP);
    if preposition {
        // `Seyffart in an X post suggested`; `a report by the firm said`.
        let of = start
            .checked_sub(2)
            .filter(|&noun| noun >= from && tokens.has(noun, Flags::PAPER.or(Flags::ROLES)));
        if of.is_none() || !["by", "from", "of", "at"].contains(&tokens.word(start - 1)) {
            return noun_phrase(article, start - 1, from, inserts.checked_sub(1)?);
        }
    }
    if !tokens.has(head, kinds) || tokens.list[head].possessive {
        return None;
    }
    if start > from
        && tokens.list[start - 1].possessive
        && !tokens.has(start, Flags::DET)
        && let Some(name) = entities.name_at(start - 1)
    {
        let owner = entities.of[name]?;
        let from = entities.names[name].from;
        return match tokens.has(head, Flags::ROLES.or(Flags::PAPER))
            || tokens.is(head, "team")
            || tokens.is(head, "model")
        {
            true => Some(Subject { reference: Reference::Named(vec![owner]), from, to: head + 1 }),
            false => Some(Subject { reference: Reference::Their(head), from, to: head + 1 }),
        };
    }
    if are_some(tokens, start, head) {
        return None;
    }
    // `Underreporting Experts warn`: the words of a heading.
    let speaks_for = tokens.has(head, Flags::ROLES) && tokens.list[head].kind == Kind::Small
        || tokens.word(head).starts_with("spokes")
        || tokens.is(head, "representative");
    if speaks_for
        && head > from
        && let Some(name) = entities.name_at(head - 1)
        && let Some(owner) = entities.of[name]
    {
        // `a GoldenMining spokesperson`.
        return Some(Subject { reference: Reference::Named(vec![owner]), from: start, to: head + 1 });
    }
    if !tokens.has(start, Flags::DET) {
        return None;
    }
    let reference = match tokens.word(start) {
        "the" | "this" | "that" | "these" | "both" => Reference::The(head),
        "its" | "their" | "his" | "her" => Reference::Their(head),
        // `a spokesperson told the newspaper`: of whoever the talk is of.
        "a" | "an" if tokens.word(head).starts_with("spokes") => Reference::Their(head),
        _ => return None,
    };
    Some(Subject { reference, from: start, to: head + 1 })
}

/// The phrase right before a verb in `-ing`: `with Trump Jr. saying`.
pub fn before_doing(article: &Article, verb: usize, from: usize) -> Option<Subject> {
    let found = antecedent(article, verb, from)?;
    let name = article.entities.name_at(verb - 1)?;
    let title = article.entities.titles[name]
        .map_or(article.entities.names[name].from, |described| described.from.max(from));
    Some(Subject { from: title, ..found })
}

/// Right behind a pronoun, or the name of somebody who is known to be one.
fn follows_actor(article: &Article, at: usize) -> bool {
    let tokens = &article.tokens;
    let plural = Flags::COMPANIES.or(Flags::ROLES).or(Flags::NOBODY).or(Flags::THING);
    let name = article.entities.name_at(at - 1).and_then(|name| article.entities.of[name]);
    tokens.has(at - 1, Flags::HE)
        || !tokens.has(at, plural)
            && name.is_some_and(|entity| article.entities.list[entity].being != Being::Unknown)
}

/// The subject with which a sentence begins, before `to`: a name or a pronoun that acts.
pub fn first(article: &Article, from: usize, to: usize) -> Option<Subject> {
    let tokens = &article.tokens;
    for at in from..to {
        let token = &tokens.list[at];
        if article.in_long_quotation(at) {
            return None;
        }
        // The first helping or plain past verb ends the subject.
        let word = tokens.word(at);
        let acts = token.kind == Kind::Small
            && (token.flags.has(Flags::AUX.or(Flags::MODAL))
                || word.ends_with("ed")
                || word.ends_with('s') && at > from && follows_actor(article, at)
                || ["took", "made", "spoke", "gave", "went"].contains(&word));
        if acts && at > from {
            let mut end = at;
            while end > from && tokens.list[end - 1].kind == Kind::Small && tokens.has(end - 1, Flags::ADVERB)
            {
                end -= 1;
            }
            if let Some(subject) = noun_phrase(article, end, from, MAX_INSERTS) {
                let is_one =
                    matches!(subject.reference, Reference::Named(_) | Reference::He | Reference::The(_));
                return is_one.then_some(subject);
            }
        }
    }
    None
}
