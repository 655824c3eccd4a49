//! Direct speech: who said what stands between quotation marks.

use super::attribute::{Order, Said};
use super::lexicon::Flags;
use super::marks::{self, Quotation};
use super::resolve::Memory;
use super::tokens::Kind;
use super::{Article, Found};

/// Tokens behind a quotation in which its speaker is named.
const MAX_TAG: usize = 30;
/// Sentences between two statements of one speaker.
const MAX_SILENCE: usize = 4;
/// Sentences of a quotation whose marks were lost.
const MAX_UNMARKED: usize = 4;

pub fn find(article: &Article, memory: &mut Memory, sentence: usize, said: &[Said], found: &mut Vec<Found>) {
    let range = article.sentences[sentence].quotations.clone();
    for quotation in article.quotations[range].iter().filter(|quotation| quotation.is_long()) {
        let Some((start, end)) = quotation.bytes(&article.tokens) else { continue };
        let Some(speakers) = speakers(article, memory, sentence, said, quotation) else { continue };
        memory.note(article, &speakers, sentence);
        found.push(Found::said(start, end, true, speakers, sentence));
    }
    unmarked(article, sentence, said, found);
}

fn speakers(
    article: &Article,
    memory: &Memory,
    sentence: usize,
    said: &[Said],
    quotation: &Quotation,
) -> Option<Vec<usize>> {
    let tokens = &article.tokens;
    let range = &article.sentences[sentence];
    let after = quotation.after(tokens);
    let behind = skip_comma(article, after);
    let ended = marks::stops(tokens, quotation.close.saturating_sub(1));
    let before =
        said.iter().rfind(|one| one.verb < quotation.open && !crosses(article, one.to, quotation.open));
    let tag = said.iter().find(|one| {
        one.verb > quotation.close
            && (one.from == behind
                || one.order == Order::According && !(behind..one.from).any(|i| article.in_long_quotation(i)))
    });
    if let Some(tag) = tag
        && !(ended && before.is_some() && opens_another(article, tag))
    {
        return Some(tag.speakers.clone());
    }
    // Of so few words only a full attribution makes a statement.
    if quotation.attributed {
        return None;
    }
    if let Some(before) = before {
        return Some(before.speakers.clone());
    }
    if let Some(signed) = signature(article, after).or_else(|| headed(article, quotation.open)) {
        return Some(vec![signed]);
    }
    // `was keen to note the new stance: “Q”`.
    if quotation.open > range.from
        && tokens.is_mark(quotation.open - 1, ':')
        && let Some(subject) = super::subjects::first(article, range.from, quotation.open - 1)
        && let Some(speakers) = super::resolve::resolve(article, memory, &subject, sentence)
    {
        return Some(speakers);
    }
    // Somebody is said to speak, and it could not be told who.
    let is_attributed = |from: usize, to: usize| {
        (from..to.min(tokens.len())).any(|i| {
            tokens.list[i].kind == Kind::Small
                && !article.in_long_quotation(i)
                && (tokens.list[i].verb.is_some_and(|verb| verb.quotes && !verb.noun_too)
                    || tokens.is(i, "according"))
        })
    };
    if is_attributed(behind, range.to.min(behind + 12)) {
        return None;
    }
    let alone =
        (range.from..quotation.open).all(|i| !tokens.list[i].is_word() || article.in_long_quotation(i));
    if alone
        && after >= range.to
        && let Some(speakers) = next_sentence(article, memory, sentence)
    {
        return Some(speakers);
    }
    // `…, said Farrell. "So far …"`: whoever spoke goes on.
    if alone && let Some(speakers) = only_voice(article, memory, sentence) {
        return Some(speakers);
    }
    if alone && let Some(actor) = lone_actor(article, memory, sentence) {
        return Some(vec![actor]);
    }
    let goes_on =
        alone && (memory.sentence == sentence || memory.sentence + 1 == sentence) && !memory.last.is_empty();
    let interrupted = memory
        .interrupted
        .is_some_and(|when| when >= memory.sentence && when + 1 >= sentence && when != memory.sentence);
    (goes_on && !interrupted).then(|| memory.last.clone())
}

fn skip_comma(article: &Article, mut at: usize) -> usize {
    while matches!(article.tokens.list.get(at).map(|token| token.kind), Some(Kind::Mark(',' | '\\' | '.'))) {
        at += 1;
    }
    at
}

/// Whether another long quotation stands between.
fn crosses(article: &Article, from: usize, to: usize) -> bool {
    let first = (from..to).find(|&i| article.in_long_quotation(i));
    // Two quotations of one sentence may share the attribution before the first.
    first.is_some_and(|first| article.tokens.list[first].after_break)
}

/// `“Q.” Breeden added that …`: the verb has something else to introduce.
fn opens_another(article: &Article, tag: &Said) -> bool {
    let tokens = &article.tokens;
    tokens.is(tag.to, "that") || tokens.is_mark(tag.to, ':') || article.in_long_quotation(tag.to)
}

/// `Belshe opened with an appeal. “As a business, …”`: the one person who acted right before.
fn lone_actor(article: &Article, memory: &Memory, sentence: usize) -> Option<usize> {
    let before = sentence.checked_sub(1)?;
    if memory.sentence >= before && !memory.last.is_empty()
        || memory.interrupted.is_some_and(|when| when >= before)
    {
        return None;
    }
    let range = &article.sentences[before];
    let mut people = super::actors::people(article, range.from, range.to);
    people.dedup();
    match people.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Whoever spoke a few sentences ago, if nobody else was named since.
fn only_voice(article: &Article, memory: &Memory, sentence: usize) -> Option<Vec<usize>> {
    let since = memory.sentence + 1;
    let near = !memory.last.is_empty() && since < sentence && sentence - since <= MAX_SILENCE;
    if !near || memory.interrupted.is_some_and(|when| when >= since) {
        return None;
    }
    let from = article.sentences[since].from;
    let to = article.sentences[sentence].from;
    let first = article.entities.names.partition_point(|name| name.from < from);
    let last = article.entities.names.partition_point(|name| name.from < to);
    let others =
        (first..last).filter_map(|i| article.entities.of[i]).any(|entity| !memory.last.contains(&entity));
    (!others).then(|| memory.last.clone())
}

/// `“Q” — Alex Harding, Head of Product`.
fn signature(article: &Article, after: usize) -> Option<usize> {
    let tokens = &article.tokens;
    let mut at = after;
    while matches!(tokens.list.get(at)?.kind, Kind::Mark('—' | '–' | '-')) {
        at += 1;
    }
    if at == after {
        return None;
    }
    let name = article.entities.name_at(at)?;
    article.entities.of[name].filter(|_| article.entities.names[name].from == at)
}

/// `Brad Garlinghouse: “Q”`.
fn headed(article: &Article, open: usize) -> Option<usize> {
    let colon = open.checked_sub(1)?;
    let colon = if article.tokens.is_mark(colon, '\\') { colon.checked_sub(1)? } else { colon };
    let name = article.entities.name_at(colon.checked_sub(1)?)?;
    let known = article.tokens.is_mark(colon, ':') && article.entities.names[name].to == colon;
    if known && let Some(person) = introduced(article, article.entities.names[name].from) {
        return Some(person);
    }
    article.entities.of[name]
        .filter(|&entity| known && article.entities.list[entity].being != super::entities::Being::Unknown)
}

/// `Jane Doe, CEO of Acme: “Q”`: whoever the words before the firm's name at `firm` describe.
fn introduced(article: &Article, firm: usize) -> Option<usize> {
    let entities = &article.entities;
    let before = entities.names.partition_point(|name| name.from < firm);
    let place = entities.names[..before].last()?;
    let end = article.sentences.iter().find(|sentence| firm < sentence.to).map(|sentence| sentence.to)?;
    let described = super::describe::behind(&article.tokens, *place, end)?;
    let covers =
        described.person && described.from > place.to && (described.from..described.to).contains(&firm);
    entities.of[before - 1].filter(|_| covers)
}

/// `“Q.” He stated.`: a sentence that only says who spoke.
fn next_sentence(article: &Article, memory: &Memory, sentence: usize) -> Option<Vec<usize>> {
    let next = article.sentences.get(sentence + 1)?;
    let tokens = &article.tokens;
    let verb = (next.from..next.to.min(next.from + MAX_TAG)).find(|&i| {
        tokens.list[i].kind == Kind::Small && tokens.list[i].verb.is_some_and(|verb| verb.quotes)
    })?;
    let ends = tokens.list.get(verb + 1).is_none_or(|after| {
        matches!(after.kind, Kind::Mark('.' | '!')) || after.flags.has(Flags::PREP) && verb + 8 > next.to
    });
    if !ends {
        return None;
    }
    let subject = super::subjects::before(article, verb, next.from)?;
    super::resolve::resolve(article, memory, &subject, sentence + 1)
}

/// `The foundation commented: As part of …`: the marks were lost, the colon is left.
fn unmarked(article: &Article, sentence: usize, said: &[Said], found: &mut Vec<Found>) {
    let tokens = &article.tokens;
    let range = &article.sentences[sentence];
    for one in said.iter().filter(|one| one.order != Order::According) {
        let Some(kind) = one.kind.filter(|kind| kind.quotes) else { continue };
        let colon = if tokens.is_mark(one.to, ':') {
            one.to
        } else {
            // `highlighted that …: I think`.
            let Some(colon) = (one.to..range.to).rev().find(|&i| tokens.is_mark(i, ':')) else { continue };
            if !tokens.has(colon + 1, Flags::OWN) {
                continue;
            }
            colon
        };
        let start = colon + 1;
        if start >= range.to || article.in_long_quotation(start) || !kind.quotes {
            continue;
        }
        let first = &tokens.list[start];
        if !first.is_capital() && first.kind != Kind::Number || first.flags.has(Flags::HE) {
            continue;
        }
        let mut last = sentence;
        while last + 1 < article.sentences.len() && last - sentence < MAX_UNMARKED {
            let next = &article.sentences[last + 1];
            let own =
                (next.from..next.to).any(|i| tokens.has(i, Flags::OWN) && !article.in_long_quotation(i));
            if !own || next.quotations.end > next.quotations.start {
                break;
            }
            last += 1;
        }
        let to = article.sentences[last].to;
        let words = (start..to).filter(|&i| tokens.list[i].is_word()).count();
        if words >= marks::MIN_WORDS {
            let bytes = (tokens.list[start].start as usize, marks::end_of(tokens, to - 1));
            found.push(Found::said(bytes.0, bytes.1, true, one.speakers.clone(), sentence));
        }
    }
}
