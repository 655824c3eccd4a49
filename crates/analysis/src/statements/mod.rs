//! Who says what: direct quotes, clear indirect speech and embedded posts of an article, each with its place, its speaker
//! and the speaker's stated title.
//!
//! Rules over grammar (verbs of speech, apposition, titles), no list of people decides what is found. Precision before
//! recall: a wrong speaker is worse than none, and `analysts say` is nobody. English only.

mod about;
mod actors;
mod attribute;
mod behind;
mod complement;
mod countries;
mod describe;
mod direct;
mod ends;
mod entities;
mod given;
mod introduced;
mod known_offices;
mod lexicon;
mod link_end;
mod marks;
mod names;
mod nobody;
mod objects;
mod office_words;
mod offices;
mod places;
mod posts;
mod resolve;
mod roles;
mod same;
mod segment;
mod sentences;
mod silent;
mod spelling;
mod stated;
mod subjects;
mod titles;
mod tokens;
mod tone;
mod tone_weights;
mod verbs;
mod voices;
mod writer;

use domain::{Field, Span, Statement};

use crate::mentions::Gazetteer;
use crate::reader::Stretch;
use crate::{Reading, Text};
use entities::Entities;
use marks::Quotation;
use resolve::Memory;
use sentences::Sentence;
use tokens::Tokens;
use tone_weights::INPUTS;
use writer::Writer;

pub(crate) use countries::is_place;
pub use given::{OtherForm, may_be_one, other_forms};
pub(crate) use lexicon::{opens_sentence, shows_figures};
pub use same::{gives_whole, is_turned, same};
pub(crate) use voices::{find as known_voice, is_given_name};

/// Statements of one article.
const MAX_STATEMENTS: usize = 200;

/// An article, taken apart.
pub(crate) struct Article<'a> {
    tokens: Tokens<'a>,
    quotations: Vec<Quotation>,
    sentences: Vec<Sentence>,
    entities: Entities,
    /// Which token lies in a quotation that is long enough to be a statement.
    quoted: Vec<bool>,
}

impl<'a> Article<'a> {
    /// None where nobody speaks in it.
    fn new(content: &'a str, reading: &Reading, lists: &Gazetteer) -> Option<Article<'a>> {
        let tokens = Tokens::of(content);
        let quotations = marks::find(&tokens);
        if silent::is_silent(&tokens, &quotations) {
            return None;
        }
        let sentences = sentences::find(&tokens, &quotations);
        let entities = Entities::of(&tokens, &sentences, &reading.mentions, &reading.organisations, lists);
        let mut quoted = vec![false; tokens.len()];
        for quotation in quotations.iter().filter(|quotation| quotation.is_long()) {
            quoted[quotation.open..quotation.after(&tokens).min(tokens.len())].fill(true);
        }
        Some(Article { tokens, quotations, sentences, entities, quoted })
    }

    fn in_long_quotation(&self, token: usize) -> bool {
        self.quoted.get(token).copied().unwrap_or(false)
    }

    /// Whether a token stands between quotation marks, however few words do.
    fn is_quoted(&self, token: usize) -> bool {
        // Quotations follow each other; one in single marks may lie inside the one before.
        let after = self.quotations.partition_point(|quotation| quotation.open < token);
        self.quotations[..after].iter().rev().take(2).any(|quotation| token < quotation.close)
    }

    /// The last place before `at` where an entity is named.
    fn last_named(&self, entity: usize, at: usize) -> Option<usize> {
        let before = self.entities.names.partition_point(|name| name.from < at);
        (0..before).rev().find(|&i| self.entities.of[i] == Some(entity))
    }
}

/// A statement before it is written out: bytes of the text, and entities.
#[derive(Clone, Debug)]
struct Found {
    start: usize,
    end: usize,
    direct: bool,
    speakers: Vec<usize>,
    /// An account that posted it and that the article names nowhere else.
    account: Option<String>,
    /// The sentence it stands in; none for a post.
    sentence: Option<usize>,
}

impl Found {
    fn said(start: usize, end: usize, direct: bool, speakers: Vec<usize>, sentence: usize) -> Found {
        Found { start, end, direct, speakers, account: None, sentence: Some(sentence) }
    }
}

/// Every statement of an English text that was read, in order.
pub fn find(text: &Text, reading: &Reading) -> Vec<Statement> {
    find_with_inputs(text, reading).into_iter().map(|(statement, _)| statement).collect()
}

/// The same with what the tone is computed from, for training.
pub fn find_with_inputs(text: &Text, reading: &Reading) -> Vec<(Statement, [f32; INPUTS])> {
    if reading.language != "en" && reading.language != "und" {
        return Vec::new();
    }
    let lists = text.names.unwrap_or_else(|| Gazetteer::standard());
    let article = Article::new(text.content, reading, lists);
    let Some(mut article) = article else { return Vec::new() };
    let mut found = Vec::new();
    let mut memory = Memory::default();
    let posts = posts::find(&article);
    for sentence in 0..article.sentences.len() {
        let said = attribute::find(&article, &mut memory, sentence);
        direct::find(&article, &mut memory, sentence, &said, &mut found);
        complement::find(&article, sentence, &said, &mut found);
        if found.len() > MAX_STATEMENTS {
            break;
        }
    }
    article.entities.add_called(&memory.called);
    found.retain(|one| !posts.iter().any(|post| one.start < post.whole.1 && post.whole.0 < one.end));
    found.extend(posts.into_iter().filter_map(|post| post.found(&article)));
    found.sort_by_key(|one| (one.start, one.end));
    found.dedup_by(|b, a| (a.start, a.end) == (b.start, b.end));
    found.truncate(MAX_STATEMENTS);
    if found.is_empty() {
        return Vec::new();
    }
    let writer = Writer::new(&article, reading);
    let heard: Vec<_> = found.iter().map(|one| writer.heard(one)).collect();
    let mut inputs = tone::all_inputs(&reading.kept, &heard);
    tone::add_company(&mut inputs, |i, j| {
        found[i].speakers == found[j].speakers && found[i].account == found[j].account
    });
    let written = found.iter().zip(heard).zip(inputs);
    written.map(|((one, heard), inputs)| (writer.write(one, heard, tone::tone(&inputs)), inputs)).collect()
}

/// A part of the content, by its bytes.
fn stretch<'a>(article: &Article<'a>, start: usize, end: usize) -> Stretch<'a> {
    let span = span(article, start, end);
    Stretch { text: &article.tokens.text[start..end], characters: span.start..span.end }
}

/// Bytes to characters of the content.
fn span(article: &Article, start: usize, end: usize) -> Span {
    let [start, end] = [start, end].map(|byte| article.tokens.characters_before(byte));
    Span { field: Field::Content, start, end }
}

#[cfg(test)]
mod said_tests;
#[cfg(test)]
mod shown_tests;
#[cfg(test)]
mod tests;
