//! Links to other pages and what an embedded post brings along. Where a text has no lines left, a linked headline ends where
//! a headline of this outlet ends, or where its capitals do; one whose end cannot be told stays.

use domain::CutReason;

use super::page::{Page, TITLE, Unit};
use super::phrases::PLACES;
use super::{Context, Found};
use crate::seams::Seams;

/// What may follow a label at the end of a text.
const MAX_TAIL_BYTES: usize = 220;
const MAX_LINE_BYTES: usize = 300;
/// How far a row is looked at.
const MAX_ROW_BYTES: usize = 1_000;
const MAX_LABEL_BYTES: usize = 20;
const MAX_LINK_BYTES: usize = 200;
const MAX_HEADLINE_TOKENS: usize = 30;
const MAX_OPENING_TOKENS: usize = 7;
/// Words of a headline before which no other sentence is looked for.
const MIN_HEADLINE_TOKENS: usize = 4;
const MAX_CAPTION_BYTES: usize = 90;
const MAX_CAPTION_WORDS: usize = 6;

/// What the ends of labels are looked for with.
pub(super) struct Label<'p, 'a> {
    pub page: &'p Page<'a>,
    pub context: &'p Context<'p>,
    /// Of the page; one for all its labels, since it counts words.
    pub seams: Seams<'a>,
}

/// `Related: …`; the label begins at a place and ends with the word `last`.
pub(super) fn labelled(place: &Label<'_, '_>, start: usize, last: usize, found: &mut Vec<Found>) {
    let page = place.page;
    let before = page.text[..start].trim_end_matches(' ').chars().next_back();
    let begins =
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ',' | ';' | '-' | '(' | '“' | '‘'));
    if !begins || !page.text[start..].starts_with(char::is_uppercase) {
        return;
    }
    link(place, start, last, found);
}

fn link(place: &Label<'_, '_>, start: usize, last: usize, found: &mut Vec<Found>) {
    let headline = colon_end(place.page, last).and_then(|from| headline_end(place, from));
    if let Some(end) = headline {
        found.push((start..end, CutReason::Links));
    }
}

/// `Source: QuillRelated: …`: a label that a lost line break has glued to the word before it.
pub(super) fn glued_label(place: &Label<'_, '_>, word: usize, found: &mut Vec<Found>) {
    let page = place.page;
    let (start, end) = (page.words[word].start as usize, page.end_of(word));
    if page.text.as_bytes().get(end) != Some(&b':') {
        return;
    }
    let label = GLUED_LABELS.iter().find_map(|label| page.text[start..end].strip_suffix(label));
    if let Some(head) = label.filter(|head| !head.is_empty()) {
        link(place, start + head.len(), word, found);
    }
}

const GLUED_LABELS: [&str; 2] = ["Related", "Magazine"];

/// `Source: TradingView`: a caption whose picture is lost, as far as its name goes.
pub(super) fn caption(place: &Label<'_, '_>, start: usize, last: usize, found: &mut Vec<Found>) {
    let page = place.page;
    let Some(from) = colon_end(page, last) else { return };
    let text = page.text;
    let before = text[..start].trim_end_matches(' ');
    let line =
        text[from..text.floor_char_boundary(from + MAX_CAPTION_BYTES)].split('\n').next().unwrap_or("");
    let bracketed = before.ends_with('(').then(|| line.find(')')).flatten();
    if let Some(close) = bracketed {
        found.push((before.len() - 1..from + close + 1, CutReason::Credit));
        return;
    }
    // A heading may end with the word: `Capital Source: …`.
    let is_caption = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ';' | '-' | '“' | '‘'));
    let known = known_house(line).map(|end| from + end);
    let end = known.or_else(|| name_end(&place.seams, text, from, line).filter(|_| is_caption));
    if let Some(end) = end.filter(|_| text[start..].starts_with(char::is_uppercase)) {
        let after = &text[end..];
        let close = |c: char| matches!(c, '.' | '…' | ')' | '|');
        found.push((start..end + (after.len() - after.trim_start_matches(close).len()), CutReason::Credit));
    }
}

/// Where the name of somebody whose pictures everybody shows ends, if the line begins with one.
fn known_house(line: &str) -> Option<usize> {
    let mut end = 0;
    loop {
        let rest = &line[end..];
        let gap = rest.len() - rest.trim_start_matches([' ', '/']).len();
        let name = |house: &&&str| {
            let own = rest.get(gap..gap + house.len());
            let next = rest.get(gap + house.len()..).and_then(|rest| rest.chars().next());
            own.is_some_and(|own| own.eq_ignore_ascii_case(house))
                && !next.is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '\'' || c == '’')
        };
        let is_joined = end == 0 || rest[..gap].contains('/');
        match HOUSES.iter().filter(|_| is_joined).find(name) {
            Some(house) => end += gap + house.len(),
            None => return (end > 0).then_some(end),
        }
    }
}

#[rustfmt::skip]
const HOUSES: &[&str] = &[
    "TradingView", "CoinMarketCap", "CoinGecko", "CoinGlass", "Glassnode", "CryptoQuant", "Santiment", "SoSoValue", "IntoTheBlock",
    "Farside Investors", "DefiLlama", "DeFi Llama", "Lookonchain", "Bloomberg", "Cointelegraph", "Arkham", "Dune Analytics", "Token Terminal",
    "Google Finance", "Yahoo Finance", "Alternative.me", "X",
];

/// Where a name of words with capitals ends: at a stop, at the end of its line, before a word with which sentences begin, where two
/// words are glued, or where it is said again.
fn name_end(seams: &Seams<'_>, text: &str, from: usize, line: &str) -> Option<usize> {
    let begin = line.len() - line.trim_start_matches(' ').len();
    let (mut at, mut names): (usize, Vec<&str>) = (begin, Vec::new());
    while names.len() <= MAX_CAPTION_WORDS {
        let rest = &line[at..];
        let token = rest.split(' ').next().unwrap_or("");
        let bare = token.trim_end_matches([',', '.']);
        if !names.is_empty()
            && (OPENERS.contains(&token) || SENTENCE_OPENERS.contains(&bare) || names[0] == bare)
        {
            return Some(from + at - 1);
        }
        if !token.starts_with(|c: char| c.is_uppercase() || c == '@') && !CAPTION_LINKS.contains(&token) {
            // Somebody's words begin behind it.
            return (token.starts_with(['“', '"']) && !names.is_empty()).then_some(from + at - 1);
        }
        if let Some(seam) = glue(seams, text, from + at, token) {
            return Some(seam);
        }
        if token.ends_with('.') && bare.len() > 2 {
            return Some(from + at + bare.len());
        }
        names.push(bare);
        at += token.len();
        at += line[at..].len() - line[at..].trim_start_matches(' ').len();
        if at >= line.len() {
            let is_line_end = line.len() < MAX_CAPTION_BYTES - 4;
            return is_line_end.then(|| from + line.trim_end().len());
        }
    }
    None
}

/// The place in a token at which two words meet.
fn glue(seams: &Seams<'_>, text: &str, at: usize, token: &str) -> Option<usize> {
    let mut start = at;
    for run in token.split(|c: char| !c.is_alphanumeric()) {
        if !run.is_empty()
            && let Some(seam) = seams.at(start, start + run.len())
        {
            return Some(start + seam);
        }
        start += run.len() + text[start + run.len()..].chars().next().map_or(0, char::len_utf8);
    }
    None
}

const CAPTION_LINKS: [&str; 6] = ["via", "on", "of", "the", "de", "&"];

/// `More on Harbour` and a row of headlines, of which none ends with a stop.
pub(super) fn more_on(page: &Page<'_>, unit: &Unit, word: usize, end: usize, found: &mut Vec<Found>) {
    let start = page.words[word].start as usize;
    let rest = page.text[start..].trim_end();
    let is_named = page.words.get(end).is_some_and(|next| next.is_capital);
    if word != unit.words.start || !page.words[word].is_capital || !is_named || rest.len() > MAX_ROW_BYTES {
        return;
    }
    let sentence = |unit: &Unit| {
        let text = &page.text[unit.range.clone()];
        let last = text.rsplit(' ').next().unwrap_or("");
        text.ends_with('.') && !matches!(last, "Inc." | "Corp." | "Ltd." | "Co.")
    };
    let units = page.units.iter().filter(|unit| unit.range.start >= start);
    if !units.into_iter().any(sentence) {
        found.push((start..page.text.len(), CutReason::Links));
    }
}

/// After the colon that follows a word.
pub(super) fn colon_end(page: &Page<'_>, word: usize) -> Option<usize> {
    let end = page.end_of(word);
    let after = &page.text[end..];
    let n_spaces = after.len() - after.trim_start_matches(' ').len();
    after[n_spaces..].starts_with(':').then_some(end + n_spaces + 1)
}

fn headline_end(place: &Label<'_, '_>, from: usize) -> Option<usize> {
    let (page, context) = (place.page, place.context);
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
    let glued = || plain_end(&place.seams, text, from, line);
    capitals_end(line).map(|end| from + end).or_else(glued)
}

/// Where a headline that has few capitals stops: at its question mark, where the next sentence is glued to it, or before a word
/// with which sentences begin.
fn plain_end(seams: &Seams<'_>, text: &str, from: usize, line: &str) -> Option<usize> {
    let (mut at, mut n_tokens, mut n_small) = (0, 0, 0);
    let mut after_mark = false;
    for token in line.split(' ') {
        let here = from + at;
        at += token.len() + 1;
        if token.is_empty() {
            continue;
        }
        // Where nearly every word has a capital, none of them says anything.
        let is_far = n_tokens >= MIN_HEADLINE_TOKENS && n_small * 3 >= n_tokens;
        let opens = OPENERS.contains(&token) || SENTENCE_OPENERS.contains(&token.trim_end_matches(','));
        if is_far && opens && !after_mark {
            return Some(here);
        }
        n_tokens += 1;
        n_small += usize::from(token.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()));
        if let Some(seam) = glue(seams, text, here, token).filter(|_| n_tokens >= MIN_HEADLINE_TOKENS) {
            return Some(seam);
        }
        if token.ends_with(['.', '!', '?']) || n_tokens > MAX_HEADLINE_TOKENS {
            return (is_far && token.ends_with('?')).then_some(here + token.len());
        }
        after_mark = token.ends_with([':', '|', '—', '–', '-']);
    }
    None
}

/// Words that stand with a capital only where a sentence begins, beside `OPENERS`.
#[rustfmt::skip]
const SENTENCE_OPENERS: &[&str] = &[
    "In", "On", "At", "For", "Following", "After", "Before", "With", "From", "By", "If", "Also", "Another", "Both", "Its", "Their",
    "His", "Her", "Some", "Many", "Most", "During", "However", "Meanwhile", "Additionally", "Moreover", "Furthermore", "Still",
    "Currently", "Previously", "Previous", "Recently", "Likewise", "Nevertheless", "Yet", "Over", "Each", "Under", "Within", "Among",
    "Per", "Even", "Then", "Today", "Here", "What", "How", "Why", "Overall", "Notably", "Finally", "Once", "Adding", "Looking", "Because",
];

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
    // `Too, and fell`: a list goes on, and nothing tells where the headline ends.
    let goes_on = tokens[begin].1.ends_with(',')
        && tokens.get(begin + 1).is_some_and(|(_, next)| ["and", "or", "but"].contains(next));
    (begin >= 4 && !goes_on).then(|| tokens[begin].0)
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
