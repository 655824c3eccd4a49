//! Links to other pages and what an embedded post brings along. Where a text has no lines left, a linked headline ends where
//! a headline of this outlet ends, or where its capitals do; one whose end cannot be told stays.

use super::words::Words;
use super::{Context, Found, Reason};

/// What may follow a label at the end of a text.
const MAX_TAIL_BYTES: usize = 220;
const MAX_LINE_BYTES: usize = 300;
/// How far a row is looked at.
const MAX_ROW_BYTES: usize = 1_000;
const MAX_LABEL_BYTES: usize = 20;
const MAX_LINK_BYTES: usize = 200;
const MAX_HEADLINE_TOKENS: usize = 30;

#[rustfmt::skip]
const LABELS: &[&str] = &[
    "related reading", "related article", "related articles", "related story", "related stories", "related post",
    "related news", "related", "read more", "read also", "also read", "read next", "see also", "you might also like",
    "you may also like", "you might be interested in", "more on this", "more for you", "recommended", "recommended articles",
    "don't miss", "don’t miss", "magazine", "further reading", "continue reading", "check out", "must read",
];

pub(super) fn find(text: &str, words: &Words, context: &Context<'_>, found: &mut Vec<Found>) {
    let lower = text.to_ascii_lowercase();
    for label in LABELS {
        for (at, _) in lower.match_indices(label) {
            let end = label_end(text, at, label).and_then(|end| headline_end(text, words, context, end));
            if let Some(end) = end {
                found.push((at..end, Reason::LinkRow));
            }
        }
    }
    continued(text, &lower, words, context, found);
    embeds(text, &lower, found);
    contacts(text, found);
}

/// `Telegram: https://t.me/…` and its like, which name companies that have no part in the story.
fn contacts(text: &str, found: &mut Vec<Found>) {
    for (at, _) in text.match_indices("https://") {
        let before = text[..at].trim_end_matches(' ');
        let Some(labelled) = before.strip_suffix(':') else { continue };
        let from = labelled.ceil_char_boundary(labelled.len().saturating_sub(MAX_LABEL_BYTES));
        let space = labelled[from..].rfind(char::is_whitespace);
        let start = space.map_or(from, |space| labelled.ceil_char_boundary(from + space + 1));
        if CONTACTS.contains(&labelled[start..].to_ascii_lowercase().as_str()) {
            let window = &text[at..text.floor_char_boundary(at + MAX_LINK_BYTES)];
            let end = at + window.find(char::is_whitespace).unwrap_or(window.len());
            found.push((start..end, Reason::LinkRow));
        }
    }
}

#[rustfmt::skip]
const CONTACTS: &[&str] = &[
    "telegram", "twitter", "twitter/x", "x", "x/twitter", "discord", "facebook", "instagram", "linkedin", "youtube", "reddit",
    "medium", "linktree", "website", "whitepaper", "github", "presale", "tiktok",
];

/// After the colon of a label that begins something.
fn label_end(text: &str, at: usize, label: &str) -> Option<usize> {
    let before = text[..at].trim_end_matches(' ').chars().next_back();
    let begins =
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ',' | ';' | '-' | '(' | '“' | '‘'));
    let capital = text[at..].chars().next().is_some_and(char::is_uppercase);
    let after = &text[at + label.len()..];
    let colon = after.len() - after.trim_start_matches(' ').len();
    (begins && capital && after[colon..].starts_with(':')).then_some(at + label.len() + colon + 1)
}

fn headline_end(text: &str, words: &Words, context: &Context<'_>, from: usize) -> Option<usize> {
    let rest = &text[from..];
    let first = words.index_at(from);
    let known = context.learned.headline_end(words, first).or_else(|| words.run_end(first, &context.title.0));
    if let Some(end) = known {
        let after = &text[end..];
        let end_mark = |c: char| matches!(c, '.' | '?' | '!' | '…' | '"' | '”' | '’' | ',');
        return Some(end + (after.len() - after.trim_start_matches(end_mark).len()));
    }
    let window = &rest[..rest.floor_char_boundary(MAX_ROW_BYTES)];
    let line = window.split('\n').next().unwrap_or("");
    let is_one = |line: &str| !line.trim_end().trim_end_matches(['.', '?', '!']).contains(". ");
    if line.len() < window.len() && line.len() <= MAX_LINE_BYTES && is_one(line) {
        return Some(from + line.len());
    }
    if rest.len() <= MAX_TAIL_BYTES && is_one(rest) && rest.matches(['?', '!']).count() <= 1 {
        return Some(text.len());
    }
    capitals_end(line).map(|end| from + end)
}

/// Where a headline in Title Case stops and a sentence begins.
fn capitals_end(line: &str) -> Option<usize> {
    let mut tokens: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for token in line.split(' ') {
        if !token.is_empty() {
            tokens.push((at, token));
        }
        at += token.len() + 1;
        if tokens.len() > MAX_HEADLINE_TOKENS {
            break;
        }
    }
    let is_small = |token: &str| {
        let first = token.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(char::is_lowercase) && !CONNECTORS.contains(&token)
    };
    // Some feeds set a comma of its own after the link.
    if let Some(comma) = tokens.iter().position(|(_, token)| *token == ",") {
        tokens.truncate(comma + 2);
    }
    let ends_at_comma = tokens.iter().rev().nth(1).filter(|(_, token)| *token == ",");
    if let Some((at, _)) = ends_at_comma.filter(|_| tokens.len() > 5) {
        return Some(at + 1);
    }
    let small = tokens.iter().position(|(_, token)| is_small(token))?;
    // The sentence begins with the last capital before its first small word.
    let begin = (1..small).rev().find(|index| {
        tokens[*index].1.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase)
    })?;
    (begin >= 4).then(|| tokens[begin].0)
}

#[rustfmt::skip]
const CONNECTORS: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "for", "and", "or", "as", "at", "by", "with", "vs", "vs.", "from", "amid",
    "after", "over", "into", "its", "is", "it", "but", "than", "via", "per", "up", "if",
];

/// `Continue reading` and this article's own headline.
fn continued(text: &str, lower: &str, words: &Words, context: &Context<'_>, found: &mut Vec<Found>) {
    const MARK: &str = "continue reading";
    for (at, _) in lower.match_indices(MARK) {
        let first = words.index_at(at + MARK.len());
        if let Some(end) = words.run_end(first, &context.title.0) {
            let after = &text[end..];
            let close =
                |c: char| matches!(c, '"' | '”' | '’' | '\'' | '.' | '?' | '!' | '…' | ')' | '→' | '»');
            found.push((at..end + (after.len() - after.trim_start_matches(close).len()), Reason::LinkRow));
        }
    }
}

fn embeds(text: &str, lower: &str, found: &mut Vec<Found>) {
    const REPLY: &str = "reply copy link";
    for (at, _) in lower.match_indices(REPLY) {
        let end = at + REPLY.len();
        found.push((counters_start(text, at)..replies_end(lower, end), Reason::Embed));
    }
    for mark in ["pic.twitter.com/", "https://t.co/", "pic.x.com/"] {
        for (at, _) in lower.match_indices(mark) {
            let window = &text[at..text.floor_char_boundary(at + MAX_LINK_BYTES)];
            let end = at + window.find(char::is_whitespace).unwrap_or(window.len());
            found.push((at..end, Reason::Embed));
        }
    }
}

/// Back over `12:44 PM · May 26, 2025 854` and `Watch on Twitter View replies`.
fn counters_start(text: &str, at: usize) -> usize {
    const MAX_TOKENS: usize = 12;
    let from = text.ceil_char_boundary(at.saturating_sub(120));
    let mut start = at;
    let mut rest = &text[from..at];
    for _ in 0..MAX_TOKENS {
        let trimmed = rest.trim_end();
        let token_start = trimmed
            .rfind(char::is_whitespace)
            .map_or(0, |space| space + trimmed[space..].chars().next().map_or(1, char::len_utf8));
        let token = trimmed[token_start..].trim_matches(',');
        let is_number = token.starts_with(|c: char| c.is_ascii_digit()) && token.len() <= 8;
        let is_part = matches!(
            token,
            "·" | "PM" | "AM" | "pm" | "am" | "View" | "replies" | "Watch" | "on" | "Twitter" | "X"
        ) || (token.len() >= 3
            && MONTHS.contains(&token.to_ascii_lowercase().get(..3).unwrap_or(""))
            && token.len() <= 9);
        if !(is_number || is_part) {
            break;
        }
        start = from + token_start;
        rest = &trimmed[..token_start];
    }
    start
}

const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// On over `Read 52 replies`.
fn replies_end(lower: &str, end: usize) -> usize {
    let rest = &lower[end..];
    let after = rest.trim_start();
    let skipped = rest.len() - after.len();
    let Some(read) = after.strip_prefix("read ") else { return end };
    ["replies", "reply", "more on x", "more on twitter"]
        .iter()
        .filter_map(|mark| read.find(mark).filter(|at| *at <= 8).map(|at| at + mark.len()))
        .min()
        .map_or(end, |n| end + skipped + "read ".len() + n)
}
