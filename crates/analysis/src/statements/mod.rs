//! Who says what: direct quotes, clear indirect speech and embedded posts of an article, each with its place, its speaker
//! and the speaker's stated title.
//!
//! Rules over grammar (verbs of speech, apposition, titles), no list of people decides what is found. Precision before
//! recall: a wrong speaker is worse than none, and `analysts say` is nobody. English only.

mod attribute;
mod complement;
mod describe;
mod direct;
mod entities;
mod lexicon;
mod marks;
mod names;
mod posts;
mod resolve;
mod roles;
mod segment;
mod sentences;
mod subjects;
mod tokens;
mod verbs;
mod voices;

use domain::{Cohort, Field, Mention, Span};

use crate::Organisation;
use entities::Entities;
use lexicon::Flags;
use marks::Quotation;
use resolve::Memory;
use sentences::Sentence;
use tokens::Tokens;

/// Statements of one article.
const MAX_STATEMENTS: usize = 200;

/// One statement, verbatim, with who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub text: String,
    pub span: Span,
    /// Somebody's own words, rather than what the article makes of them.
    pub direct: bool,
    /// The fullest name that the article gives.
    pub speaker: String,
    /// As the article states it; empty where it states none.
    pub title: String,
    pub cohort: Option<Cohort>,
    /// How sure the role is, 0 to 1.
    pub confidence: f32,
}

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
    fn new(content: &'a str, mentions: &[Mention], organisations: &[Organisation]) -> Article<'a> {
        let tokens = Tokens::of(content);
        let quotations = marks::find(&tokens);
        let sentences = sentences::find(&tokens, &quotations);
        let entities = Entities::of(&tokens, &sentences, mentions, organisations);
        let mut quoted = vec![false; tokens.len()];
        for quotation in quotations.iter().filter(|quotation| quotation.is_long()) {
            quoted[quotation.open..quotation.after(&tokens).min(tokens.len())].fill(true);
        }
        Article { tokens, quotations, sentences, entities, quoted }
    }

    fn in_long_quotation(&self, token: usize) -> bool {
        self.quoted.get(token).copied().unwrap_or(false)
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
    /// The sentence it stands in.
    sentence: usize,
}

/// Every statement of an English text, in order.
pub fn find(content: &str, mentions: &[Mention], organisations: &[Organisation]) -> Vec<Statement> {
    let mut article = Article::new(content, mentions, organisations);
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
    let mut statements: Vec<Statement> = found.iter().map(|one| write(&article, one)).collect();
    statements.extend(posts.iter().filter_map(|post| post.statement(&article)));
    statements.sort_by_key(|statement| (statement.span.start, statement.span.end));
    statements.dedup_by(|b, a| a.span == b.span);
    statements.truncate(MAX_STATEMENTS);
    statements
}

fn write(article: &Article, found: &Found) -> Statement {
    let role = resolve::role(article, &found.speakers);
    let names: Vec<&str> =
        found.speakers.iter().map(|&one| article.entities.list[one].name.as_str()).collect();
    Statement {
        text: article.tokens.text[found.start..found.end].to_owned(),
        span: span(article, found.start, found.end),
        direct: found.direct,
        speaker: names.join(" and "),
        title: found.speakers.first().map_or(String::new(), |&one| title(article, one)),
        cohort: role.cohort,
        confidence: role.confidence,
    }
}

fn is_role(tokens: &Tokens, i: usize) -> bool {
    tokens.has(i, Flags::ROLE.or(Flags::ROLES))
}

/// Bytes to characters of the content.
fn span(article: &Article, start: usize, end: usize) -> Span {
    let tokens = &article.tokens;
    let at = tokens.list.partition_point(|token| (token.start as usize) < start);
    let (byte, chars) = match tokens.list.get(at) {
        Some(token) if token.start as usize == start => (start, token.char_start),
        _ => {
            let token = &tokens.list[at.saturating_sub(1)];
            (token.start as usize, token.char_start)
        }
    };
    let first = chars + tokens.text[byte.min(start)..start].chars().count() as u32;
    let length = tokens.text[start..end].chars().count() as u32;
    Span { field: Field::Content, start: first, end: first + length }
}

fn title(article: &Article, entity: usize) -> String {
    let (tokens, entity) = (&article.tokens, &article.entities.list[entity]);
    let stated = entity.described.iter().find(|one| one.person);
    let best = stated.or_else(|| entity.described.first().filter(|_| entity.being == entities::Being::Organisation));
    let Some(best) = best else { return String::new() };
    // Words of a heading may stand before the title: only a firm's name belongs to it.
    let is_firm = |i: usize| {
        let name = article.entities.name_at(i).and_then(|name| article.entities.of[name]);
        name.is_some_and(|one| article.entities.list[one].being == entities::Being::Organisation)
    };
    let role = (best.from..best.to).find(|&i| tokens.list[i].kind == tokens::Kind::Small || is_role(tokens, i));
    let mut from = role.unwrap_or(best.from);
    while from > best.from && (is_firm(from - 1) || tokens.has(from - 1, Flags::NATION)) {
        from -= 1;
    }
    let opens = from > best.from && article.sentences.iter().any(|sentence| sentence.from == from - 1);
    let from = if opens { from - 1 } else { from };
    tokens.stretch(from, best.to).trim().to_owned()
}
