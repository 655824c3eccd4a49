//! Where a sentence says that somebody says something.

use super::Article;
use super::behind;
use super::entities::Being;
use super::lexicon::Flags;
use super::offices;
use super::resolve::{self, Memory};
use super::subjects::{self, Reference, Subject};
use super::tokens::{Kind, Tokens};
use super::verbs::{Form, Verb};

/// How verb and subject stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `Saylor said`.
    SubjectFirst,
    /// `said Saylor`.
    VerbFirst,
    /// `according to Saylor`.
    According,
    /// `adding that`, `and pointed out`: the subject stands earlier.
    Continued,
    /// `Saylor’s claim that`.
    Claimed,
}

#[derive(Clone, Debug)]
pub struct Said {
    /// The token of the verb, or `to` of `according to`.
    pub verb: usize,
    pub kind: Option<Verb>,
    pub order: Order,
    /// Tokens from the first of subject and verb to after the last.
    pub from: usize,
    pub to: usize,
    pub speakers: Vec<usize>,
}

/// Every attribution of a sentence, in order. Whoever speaks is noted.
pub fn find(article: &Article, memory: &mut Memory, sentence: usize) -> Vec<Said> {
    let range = article.sentences[sentence].clone();
    let tokens = &article.tokens;
    let mut found: Vec<Said> = Vec::new();
    if super::sentences::is_link_row(tokens, &range) {
        return found;
    }
    let first = tokens.sayings.partition_point(|&i| (i as usize) < range.from);
    let sayings = tokens.sayings[first..].iter().map(|&i| i as usize);
    for i in sayings.take_while(|&i| i < range.to) {
        if article.in_long_quotation(i) {
            continue;
        }
        let said = if let Some(owner) = claims(article, i, range.from) {
            Some(Said {
                verb: i,
                kind: None,
                order: Order::Claimed,
                from: owner.0,
                to: i + 1,
                speakers: vec![owner.1],
            })
        } else if tokens.is(i, "by") && i > range.from + 1 && is_as_noted(article, i) {
            noted_by(article, memory, sentence, i)
        } else if (tokens.is(i, "according") || tokens.is(i, "per") && i > 0 && tokens.is(i - 1, "as"))
            && i + 1 < range.to
        {
            according(article, memory, sentence, i)
        } else if let Some(&kind) = tokens.list[i].verb {
            if !speaks(tokens, i, kind, range.from) {
                continue;
            }
            let said = attribution(article, memory, sentence, i, kind, &found);
            if said.is_none() && kind.quotes && kind.form != Form::Doing && !kind.noun_too {
                memory.interrupted = Some(sentence);
            }
            said
        } else {
            None
        };
        if let Some(said) = said.filter(|said| !is_nested(article, said, &found)) {
            memory.note(article, &said.speakers, sentence);
            found.push(said);
        }
    }
    found
}

/// `Trump’s announcement that`: who announced, and where the phrase begins.
fn claims(article: &Article, noun: usize, from: usize) -> Option<(usize, usize)> {
    let tokens = &article.tokens;
    if !tokens.has(noun, Flags::CLAIM)
        || !tokens.is(noun + 1, "that")
        || tokens.list[noun].kind != Kind::Small
    {
        return None;
    }
    let owner = (from.max(noun.saturating_sub(4))..noun).rev().find(|&i| tokens.list[i].possessive)?;
    let name = article.entities.name_at(owner)?;
    let entity = article.entities.of[name].filter(|_| article.entities.names[name].to == owner + 1)?;
    Some((article.entities.names[name].from, entity))
}

/// `, as noted by analyst Eric Balchunas`.
fn is_as_noted(article: &Article, by: usize) -> bool {
    let tokens = &article.tokens;
    tokens.list[by - 1].verb.is_some_and(|verb| verb.form == Form::Past && (verb.quotes || verb.clause))
        && tokens.is(by - 2, "as")
}

fn noted_by(article: &Article, memory: &mut Memory, sentence: usize, by: usize) -> Option<Said> {
    let limit = article.sentences[sentence].to;
    let subject = behind::behind(article, by, limit)?;
    let speakers = resolve::resolve(article, memory, &subject, sentence)?;
    let to = subject_end(article, &subject, limit);
    Some(Said { verb: by, kind: None, order: Order::According, from: by - 2, to, speakers })
}

fn according(article: &Article, memory: &mut Memory, sentence: usize, at: usize) -> Option<Said> {
    let tokens = &article.tokens;
    let to = if tokens.is(at, "per") { at } else { at + 1 };
    if tokens.is(at, "according") && !tokens.is(to, "to") {
        return None;
    }
    let subject = behind::behind(article, to, article.sentences[sentence].to)?;
    let speakers = resolve::resolve(article, memory, &subject, sentence)?;
    memory.call(article, &subject, &speakers);
    let ends = subject_end(article, &subject, article.sentences[sentence].to);
    let from = if to == at { at - 1 } else { at };
    Some(Said { verb: to, kind: None, order: Order::According, from, to: ends, speakers })
}

/// `said the company expects`: what somebody says that somebody says is the first one's statement.
fn is_nested(article: &Article, said: &Said, earlier: &[Said]) -> bool {
    let tokens = &article.tokens;
    let Some(last) = earlier.last().filter(|last| last.order != Order::According) else { return false };
    if said.order != Order::SubjectFirst || said.from <= last.verb {
        return false;
    }
    !(last.to..said.from).any(|i| {
        matches!(tokens.list[i].kind, Kind::Mark(',' | ';' | ':' | '—' | '–' | '“' | '"' | '”'))
            || ["while", "but", "and", "whereas"].contains(&tokens.word(i))
    })
}

/// Behind a name its apposition still belongs to the subject.
fn subject_end(article: &Article, subject: &Subject, limit: usize) -> usize {
    let name = subject.to.checked_sub(1).and_then(|last| article.entities.name_at(last));
    let described = name
        .map(|name| article.entities.names[name])
        .filter(|_| matches!(subject.reference, Reference::Named(_)))
        .and_then(|name| super::describe::behind(&article.tokens, name, limit));
    described.map_or(subject.to, |described| described.ends.max(subject.to))
}

/// `expects to make`, `pledged to establish`: what somebody will do is said as well.
pub fn may_be_to(verb: &str) -> bool {
    ["expect", "hope", "pledge", "vow"].iter().any(|head| verb.starts_with(head))
}

/// Whether the verb is used as one, and as a verb of speech.
pub fn speaks(tokens: &Tokens, i: usize, kind: Verb, from: usize) -> bool {
    let token = &tokens.list[i];
    // A capital inside a sentence belongs to a heading or a name.
    if token.kind != Kind::Small && !(i == from && kind.form == Form::Doing) || token.possessive {
        return false;
    }
    match tokens.word(i) {
        word if word.starts_with("point") => return tokens.is(i + 1, "out") || tokens.is(i + 1, "to"),
        word if word.starts_with("refer") => return tokens.is(i + 1, "to"),
        _ => {}
    }
    if !kind.noun_too {
        return true;
    }
    let mut at = i + 1;
    while tokens.has(at, Flags::ADVERB) {
        at += 1;
    }
    let Some(next) = tokens.list.get(at) else { return true };
    let opens = Flags::DET.or(Flags::HE).or(Flags::IT).or(Flags::THEY).or(Flags::WHO);
    let asks = ["how", "why", "what", "whether"].contains(&tokens.word(at));
    let to = tokens.is(at, "to") && may_be_to(tokens.word(i));
    asks || to
        || next.flags.has(opens)
        || next.is_capital()
        || matches!(next.kind, Kind::Mark(':' | ',' | '“' | '"' | '.'))
}

fn attribution(
    article: &Article,
    memory: &mut Memory,
    sentence: usize,
    verb: usize,
    kind: Verb,
    earlier: &[Said],
) -> Option<Said> {
    let tokens = &article.tokens;
    let range = &article.sentences[sentence];
    let said = |order: Order, from: usize, to: usize, speakers: Vec<usize>| Said {
        verb,
        kind: Some(kind),
        order,
        from,
        to,
        speakers,
    };
    if let Some(subject) = subjects::before(article, verb, range.from) {
        if is_thing(article, &subject, kind, verb) {
            return None;
        }
        let speakers = resolve::resolve(article, memory, &subject, sentence)?;
        // `OBV points to`: letters that only look like a firm's.
        let doubtful = |one: usize| {
            let entity = &article.entities.list[one];
            let letters = entity.name.len() <= 4 && entity.name.bytes().all(|byte| byte.is_ascii_uppercase());
            letters && entity.guessed_firm && !offices::is_office(entity)
        };
        let points = tokens.word(verb).starts_with("point");
        let weak = speakers.iter().any(|&one| {
            kind.weak && article.entities.list[one].being == Being::Unknown
                || (kind.weak || points) && doubtful(one)
        });
        if weak && matches!(subject.reference, Reference::Named(_)) && !tokens.is(verb + 1, "that") {
            return None;
        }
        memory.call(article, &subject, &speakers);
        return Some(said(Order::SubjectFirst, subject.from, verb + 1, speakers));
    }
    let mut before = verb;
    while before > range.from
        && tokens.list[before - 1].kind == Kind::Small
        && tokens.has(before - 1, Flags::ADVERB)
    {
        before -= 1;
    }
    let previous = before.checked_sub(1).filter(|&previous| previous >= range.from);
    if kind.form == Form::Doing && previous.is_none() {
        return leading(article, memory, sentence, verb)
            .map(|speakers| said(Order::Continued, before, verb + 1, speakers));
    }
    if kind.form == Form::Doing {
        return continued(article, memory, sentence, verb, previous, earlier)
            .map(|speakers| said(Order::Continued, before, verb + 1, speakers));
    }
    let previous = previous?;
    if tokens.is(previous, "and") || tokens.is(previous, "but") {
        let first = earlier.last().filter(|first| {
            let turns = tokens.is(previous, "but");
            let told = |form: Form| {
                form == kind.form
                    || turns && [form, kind.form].iter().all(|form| matches!(form, Form::Past | Form::Third))
            };
            first.order != Order::According && first.kind.is_some_and(|first| told(first.form))
        });
        if let Some(first) = first {
            return Some(said(Order::Continued, previous, verb + 1, first.speakers.clone()));
        }
        // `Kiyosaki puts it at $250,000 and argues that`.
        let opens = tokens.is(verb + 1, "that")
            || tokens.is_mark(verb + 1, ':')
            || article.in_long_quotation(verb + 1);
        if !earlier.is_empty() || !opens {
            return None;
        }
        let subject = subjects::first(article, range.from, previous)?;
        let speakers = resolve::resolve(article, memory, &subject, sentence)?;
        return Some(said(Order::Continued, previous, verb + 1, speakers));
    }
    let after_pause =
        tokens.is_mark(previous, ',') || article.in_long_quotation(previous) || is_dash(article, previous);
    if !after_pause || kind.form == Form::Base {
        return None;
    }
    let subject = behind::behind(article, verb, range.to)?;
    let speakers = resolve::resolve(article, memory, &subject, sentence)?;
    let ends = subject_end(article, &subject, range.to);
    Some(said(Order::VerbFirst, before, ends, speakers))
}

fn is_dash(article: &Article, i: usize) -> bool {
    matches!(article.tokens.list[i].kind, Kind::Mark('—' | '–'))
}

/// `it suggests` is said of charts as well as of companies.
fn is_thing(article: &Article, subject: &Subject, kind: Verb, verb: usize) -> bool {
    match subject.reference {
        Reference::It => kind.weak || !kind.quotes,
        Reference::The(noun) => {
            let paper = article.tokens.has(noun, Flags::PAPER) && !article.tokens.has(noun, Flags::COMPANY);
            paper && kind.weak && !article.tokens.is(verb + 1, "that")
        }
        _ => false,
    }
}

/// `Stating that …, Wedson suggested`: whoever comes behind the comma.
fn leading(article: &Article, memory: &Memory, sentence: usize, verb: usize) -> Option<Vec<usize>> {
    let range = &article.sentences[sentence];
    let tokens = &article.tokens;
    for comma in (verb + 3..range.to).filter(|&i| tokens.is_mark(i, ',')) {
        let mut start = comma + 1;
        while matches!(tokens.list.get(start)?.kind, Kind::Mark('”' | '"')) {
            start += 1;
        }
        let after = (start + 1..range.to.min(start + 8)).find(|&i| {
            tokens.list[i].kind == Kind::Small && (tokens.list[i].verb.is_some() || tokens.has(i, Flags::AUX))
        });
        if let Some(after) = after
            && let Some(subject) = subjects::before(article, after, start)
            && subject.from <= start + 1
        {
            return resolve::resolve(article, memory, &subject, sentence);
        }
    }
    None
}

/// `adding that`, `, emphasizing the need`: whoever spoke or acted earlier in the sentence.
fn continued(
    article: &Article,
    memory: &Memory,
    sentence: usize,
    verb: usize,
    previous: Option<usize>,
    earlier: &[Said],
) -> Option<Vec<usize>> {
    let tokens = &article.tokens;
    let range = &article.sentences[sentence];
    let previous = previous?;
    // `with Trump Jr. saying he is`.
    if let Some(name) = article.entities.name_at(previous) {
        let place = article.entities.names[name];
        let subject = subjects::before_doing(article, verb, range.from)?;
        let governed = subject.from > range.from && ["with", "as"].contains(&tokens.word(subject.from - 1));
        return (governed && place.to == previous + 1)
            .then(|| resolve::resolve(article, memory, &subject, sentence))
            .flatten();
    }
    let opens = tokens.is(verb + 1, "that") || article.in_long_quotation(verb + 1);
    let pause = tokens.is_mark(previous, ',')
        || article.in_long_quotation(previous)
        || ["and", "while"].contains(&tokens.word(previous))
        || ["by", "after", "before", "in"].contains(&tokens.word(previous))
            && (opens || tokens.is(verb, "saying"))
        || is_dash(article, previous);
    if !pause {
        return None;
    }
    if let Some(first) = earlier.last() {
        return Some(first.speakers.clone());
    }
    // Nobody spoke yet: only where a person acts and the verb is one of speech.
    let kind = tokens.list[verb]
        .verb
        .filter(|kind| !kind.weak && (tokens.is(verb + 1, "that") || kind.noun || kind.with_as))?;
    let subject = subjects::first(article, range.from, previous)?;
    let speakers = resolve::resolve(article, memory, &subject, sentence)?;
    let person = speakers.iter().all(|&one| article.entities.list[one].being == Being::Person);
    (person || kind.clause && tokens.is(verb + 1, "that")).then_some(speakers)
}
