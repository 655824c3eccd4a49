//! Links to other pages and what an embedded post brings along. Where a text has no lines left, a linked headline ends where
//! a headline of this outlet ends, or where its capitals do; one whose end cannot be told stays.

use domain::CutReason;

use super::page::{Page, TITLE};
use super::phrases::PLACES;
use super::{Context, Found};

/// What may follow a label at the end of a text.
const MAX_TAIL_BYTES: usize = 220;
const MAX_LINE_BYTES: usize = 300;
/// How far a row is looked at.
const MAX_ROW_BYTES: usize = 1_000;
const MAX_LABEL_BYTES: usize = 20;
const MAX_LINK_BYTES: usize = 200;
const MAX_HEADLINE_TOKENS: usize = 30;
const MAX_OPENING_TOKENS: usize = 7;

/// `Related: …`; the label ends before the word `end`.
pub(super) fn labelled(
    page: &Page<'_>,
    word: usize,
    end: usize,
    context: &Context<'_>,
    found: &mut Vec<Found>,
) {
    let start = page.words[word].start as usize;
    let before = page.text[..start].trim_end_matches(' ').chars().next_back();
    let begins =
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ',' | ';' | '-' | '(' | '“' | '‘'));
    if !begins || !page.words[word].is_capital {
        return;
    }
    let headline = colon_end(page, end - 1).and_then(|from| headline_end(page, from, context));
    if let Some(end) = headline {
        found.push((start..end, CutReason::Links));
    }
}

/// After the colon that follows a word.
pub(super) fn colon_end(page: &Page<'_>, word: usize) -> Option<usize> {
    let end = page.end_of(word);
    let after = &page.text[end..];
    let n_spaces = after.len() - after.trim_start_matches(' ').len();
    after[n_spaces..].starts_with(':').then_some(end + n_spaces + 1)
}

fn headline_end(page: &Page<'_>, from: usize, context: &Context<'_>) -> Option<usize> {
    let text = page.text;
    let rest = &text[from..];
    let first = page.index_at(from);
    let own = page.words.get(first).filter(|word| word.hash == TITLE).map(|word| word.end as usize);
    if let Some(end) = context.learned.names.headline_end(page, first).or(own) {
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
    let is_capital = |index: &usize| {
        tokens[*index].1.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase)
    };
    // The sentence begins with a word that begins sentences, or with the last capital before its first small word.
    let nearby = small.saturating_sub(MAX_OPENING_TOKENS).max(1)..small;
    let opener = nearby.rev().find(|index| OPENERS.contains(&tokens[*index].1));
    let begin = opener.or_else(|| (1..small).rev().find(is_capital))?;
    (begin >= 4).then(|| tokens[begin].0)
}

#[rustfmt::skip]
const CONNECTORS: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "for", "and", "or", "as", "at", "by", "with", "vs", "vs.", "from", "amid",
    "after", "over", "into", "its", "is", "it", "but", "than", "via", "per", "up", "if",
];

#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "The", "This", "These", "That", "It", "He", "She", "They", "We", "According", "However,", "Meanwhile,", "But", "While",
    "Although", "Despite", "Additionally,", "Moreover,", "Since", "When", "There", "Earlier", "Last", "As",
];

/// `Continue reading` and this article's own headline.
pub(super) fn continued(page: &Page<'_>, word: usize, end: usize, found: &mut Vec<Found>) {
    let Some(title) = page.words.get(end).filter(|next| next.hash == TITLE) else { return };
    let title_end = title.end as usize;
    let after = &page.text[title_end..];
    let close = |c: char| matches!(c, '"' | '”' | '’' | '\'' | '.' | '?' | '!' | '…' | ')' | '→' | '»');
    let end = title_end + (after.len() - after.trim_start_matches(close).len());
    found.push((page.words[word].start as usize..end, CutReason::Links));
}

/// `Telegram: https://t.me/…` and its like, which name companies that have no part in the story.
pub(super) fn contact(page: &Page<'_>, word: usize, found: &mut Vec<Found>) {
    let (text, at) = (page.text, page.words[word].start as usize);
    if !text[page.end_of(word)..].starts_with("://") {
        return;
    }
    let Some(labelled) = text[..at].trim_end_matches(' ').strip_suffix(':') else { return };
    let labelled = labelled.trim_end_matches(' ');
    let from = labelled.ceil_char_boundary(labelled.len().saturating_sub(MAX_LABEL_BYTES));
    let space = labelled[from..].rfind(char::is_whitespace);
    let start = space.map_or(from, |space| labelled.ceil_char_boundary(from + space + 1));
    if CONTACTS.contains(&labelled[start..].to_ascii_lowercase().as_str()) {
        found.push((start..link_end(text, at), CutReason::Links));
    }
}

#[rustfmt::skip]
const CONTACTS: &[&str] = &[
    "telegram", "twitter", "twitter/x", "x", "x/twitter", "discord", "facebook", "instagram", "linkedin", "youtube", "reddit",
    "medium", "linktree", "website", "whitepaper", "github", "presale", "tiktok",
];

fn link_end(text: &str, at: usize) -> usize {
    let window = &text[at..text.floor_char_boundary(at + MAX_LINK_BYTES)];
    at + window.find(char::is_whitespace).unwrap_or(window.len())
}

/// `https://t.co/…`; the words of the post stay.
pub(super) fn embed_link(page: &Page<'_>, word: usize, found: &mut Vec<Found>) {
    let at = page.words[word].start as usize;
    let here = &page.text[at..page.text.floor_char_boundary(at + MAX_LABEL_BYTES)];
    let starts = |mark: &str| here.get(..mark.len()).is_some_and(|here| here.eq_ignore_ascii_case(mark));
    if ["pic.twitter.com/", "https://t.co/", "pic.x.com/"].into_iter().any(starts) {
        found.push((at..link_end(page.text, at), CutReason::Embed));
    }
}

/// `Share Facebook Twitter Pinterest WhatsApp`: buttons, with nothing but space between them.
pub(super) fn shares(page: &Page<'_>, word: usize, found: &mut Vec<Found>) {
    let is = |index: usize, names: &[&str]| {
        index < page.words.len() && names.iter().any(|name| page.spelled(index).eq_ignore_ascii_case(name))
    };
    let adjoins = |index: usize| {
        let gap = &page.text[page.end_of(index)..page.words[index + 1].start as usize];
        gap.chars().all(|c| c.is_whitespace() || matches!(c, '|' | '·' | '•'))
    };
    if word > 0 && is(word - 1, PLACES) && adjoins(word - 1) {
        return;
    }
    let (mut end, mut places) = (word, 0);
    while is(end, PLACES) || is(end, SHARES) {
        places += usize::from(is(end, PLACES));
        end += 1;
        if end == page.words.len() || !adjoins(end - 1) {
            break;
        }
    }
    if places < MIN_PLACES {
        return;
    }
    let first = if word > 0 && is(word - 1, SHARES) && adjoins(word - 1) { word - 1 } else { word };
    found.push((page.start_of(first)..page.end_of(end - 1), CutReason::Links));
}

/// Two names may stand side by side in a headline without commas.
const MIN_PLACES: usize = 3;
const SHARES: &[&str] = &[
    "share",
    "print",
    "copy",
    "link",
    "teilen",
    "compartir",
    "partager",
    "condividi",
    "compartilhar",
    "udostępnij",
    "paylaş",
];

/// `12:44 PM · May 26, 2025 854 Reply Copy link Read 52 replies`.
pub(super) fn buttons(page: &Page<'_>, word: usize, end: usize, found: &mut Vec<Found>) {
    let is = |index: usize, names: &[&str]| {
        names.iter().any(|name| page.spelled(index).eq_ignore_ascii_case(name))
    };
    let mut first = word;
    while first > 0 && word - first < 12 {
        let name = page.spelled(first - 1).to_ascii_lowercase();
        let is_number = page.words[first - 1].is_number && name.len() <= 8;
        let is_month = (3..=9).contains(&name.len()) && MONTHS.contains(&name.get(..3).unwrap_or(""));
        if !is_number && !is_month && !COUNTERS.contains(&name.as_str()) {
            break;
        }
        first -= 1;
    }
    let mut last = end - 1;
    if is(end, &["read"]) {
        if is(end + 2, &["replies", "reply"]) {
            last = end + 2;
        } else if is(end + 1, &["more"]) && is(end + 3, &["x", "twitter"]) {
            last = end + 3;
        }
    }
    found.push((page.start_of(first)..page.end_of(last), CutReason::Embed));
}

const COUNTERS: &[&str] = &["pm", "am", "view", "replies", "watch", "on", "twitter", "x"];
const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
