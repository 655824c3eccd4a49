//! Pages that lost their lines: each whole page one run of text. The lists of participants say where to cut.
//!
//! Every speaker is announced by the words that stand in the list ("Name Firm - Title"), so an entry of the list is
//! whatever run of words there comes again in the body after the end of a sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::furniture::cut_notices;
use super::html::Line;

/// So many words of a list's entry do not come together by chance.
const SURE_WORDS: usize = 6;

/// More words than any list of participants has.
const MAX_LIST_WORDS: usize = 4000;

/// A line this long is a page, not a paragraph.
const PAGE_BYTES: usize = 3000;

static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(CORPORATE PARTICIPANTS|CONFERENCE CALL PARTICIPANTS|OTHER PARTICIPANTS|Corporate Participants:?|Conference Call Participants:?|PRESENTATION|QUESTIONS? AND ANSWERS?(?: SECTION)?|Questions and Answers|DISCLAIMER|MANAGEMENT DISCUSSION SECTION)(?:\s|$)")
        .expect("a constant pattern")
});

/// Labels that carry their own mark inside running text.
static MARKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:Question|Answer)\s[–—-]\s(?:[A-Z][\w.'’-]*\s?){1,5}:").expect("a constant pattern")
});

/// "Operator:" and "Some Name:" after the end of a sentence.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[.?!)]\s+((?:Operator|(?:[A-Z][\w.'’-]*\s){1,3}[A-Z][\w'’-]+):)\s")
        .expect("a constant pattern")
});

pub(super) fn is_flat(lines: &[Line]) -> bool {
    let total: usize = lines.iter().map(|line| line.text.len()).sum();
    let long: usize = lines.iter().map(|line| line.text.len()).filter(|len| *len > PAGE_BYTES).sum();
    // Prepared remarks can be long paragraphs; pages turned flat are most of the text and few.
    total > 0
        && long * 10 > total * 3
        && lines.len() * 400 < total
        && lines.iter().any(|line| line.text.len() > PAGE_BYTES && HEADING.is_match(&line.text))
}

/// Cuts flat pages into lines, a label or a heading on a line of its own.
pub(super) fn explode(lines: &[Line]) -> Vec<Line> {
    let pages: Vec<String> =
        lines.iter().map(|line| cut_notices(&line.text)).filter(|page| !page.is_empty()).collect();
    let head = common_head(&pages);
    let mut whole = String::new();
    for page in &pages {
        let page = page.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let page = page.strip_prefix(head.as_str()).unwrap_or(page);
        whole.push_str(page.trim());
        whole.push(' ');
    }
    if !head.is_empty() {
        whole = whole.replace(&head, " ");
    }
    let mut cuts: Vec<usize> = Vec::new();
    for found in HEADING.find_iter(&whole) {
        cuts.push(found.start());
        cuts.push(found.start() + found.as_str().trim_end().len());
    }
    cuts.extend(MARKED.find_iter(&whole).map(|found| found.start()));
    cuts.extend(NAMED.captures_iter(&whole).filter_map(|found| found.get(1)).map(|label| label.start()));
    cut_at_entries(&whole, &mut cuts);
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = Vec::new();
    if !head.is_empty() {
        out.push(Line::plain(&head));
    }
    let mut from = 0;
    for cut in cuts.into_iter().chain([whole.len()]) {
        let piece = whole[from..cut].trim();
        if !piece.is_empty() {
            out.push(Line::plain(piece));
        }
        from = cut;
    }
    out
}

/// The running head: what most pages begin with.
fn common_head(pages: &[String]) -> String {
    let starts: Vec<&str> = pages
        .iter()
        .map(|page| page.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()))
        .collect();
    let mut best = String::new();
    for pair in starts.windows(2) {
        let same: usize =
            pair[0].chars().zip(pair[1].chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let shared = &pair[0][..pair[0].floor_char_boundary(same.min(300))];
        let shared = &shared[..shared.rfind(' ').map_or(0, |at| at)];
        let often = starts.iter().filter(|start| start.starts_with(shared)).count();
        if shared.len() >= 15 && often * 2 >= starts.len() && shared.len() > best.len() {
            best = shared.to_owned();
        }
    }
    best
}

struct Word<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

fn words(text: &str, from: usize, to: usize) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text[from..to].char_indices().map(|(at, c)| (at + from, c)).chain([(to, ' ')]) {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(begun)) => {
                let word = &text[begun..at];
                // Dashes stand between name, firm and title in one place and not in the other.
                if word.chars().any(char::is_alphanumeric) {
                    out.push(Word { start: begun, end: at, text: word });
                }
                start = None;
            }
            _ => {}
        }
    }
    out
}

fn cut_at_entries(whole: &str, cuts: &mut Vec<usize>) {
    let headings: Vec<(usize, usize, &str)> =
        HEADING.find_iter(whole).map(|found| (found.start(), found.end(), found.as_str().trim())).collect();
    let is_list = |text: &str| text.to_lowercase().contains("participants");
    let Some(first) = headings.iter().position(|(_, _, text)| is_list(text)) else { return };
    let body_from = headings
        .iter()
        .skip(first)
        .find(|(_, _, text)| !is_list(text))
        .map_or(whole.len(), |(start, _, _)| *start);
    let body = words(whole, body_from, whole.len());
    let mut places: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (at, pair) in body.windows(2).enumerate() {
        if pair[0].text.starts_with(char::is_uppercase) {
            places.entry((pair[0].text, pair[1].text)).or_default().push(at);
        }
        if pair[0].text == "Operator" && (at == 0 || begins_sentence(&body, at)) {
            cuts.push(pair[0].start);
            cuts.push(pair[0].end);
        }
    }
    let lists = headings.iter().skip(first).take_while(|(_, _, text)| is_list(text));
    for (_, from, _) in lists {
        let to = headings.iter().map(|(start, _, _)| *start).find(|start| start >= from).unwrap_or(body_from);
        cut_list(&words(whole, *from, to.max(*from)), &body, &places, cuts);
    }
}

/// True where the word before ends a sentence, a heading or a label.
fn begins_sentence(body: &[Word], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| body[at].text) else { return true };
    before.ends_with(['.', '?', '!', ')', ']', '"', '”', '…'])
        || before.ends_with("--")
        || before.chars().all(|c| c.is_uppercase() || !c.is_alphabetic()) && before.len() > 3
        || before.ends_with(['–', '—', '-'])
}

fn cut_list<'a>(
    list: &[Word<'a>],
    body: &[Word<'a>],
    places: &HashMap<(&'a str, &'a str), Vec<usize>>,
    cuts: &mut Vec<usize>,
) {
    let mut at = 0;
    let list = &list[..list.len().min(MAX_LIST_WORDS)];
    while at + 1 < list.len() {
        let found = places.get(&(list[at].text, list[at + 1].text));
        let longest = found.into_iter().flatten().take(200).map(|&place| {
            list[at..].iter().zip(&body[place..]).take(40).take_while(|(a, b)| a.text == b.text).count()
        });
        let length = longest.max().unwrap_or(0);
        let starts = found.into_iter().flatten().take(2000).any(|&place| begins_sentence(body, place));
        // Name, firm and title in a row are a label anywhere; a shorter run only where a sentence begins.
        let sure = length >= SURE_WORDS;
        if length < 3 || !(starts || sure) {
            at += 1;
            continue;
        }
        cuts.push(list[at].start);
        cuts.push(list[at + length - 1].end);
        for &place in found.into_iter().flatten().take(2000) {
            let same = list[at..]
                .iter()
                .zip(&body[place..])
                .take(length)
                .take_while(|(a, b)| a.text == b.text)
                .count();
            if same == length && (sure || begins_sentence(body, place)) {
                cuts.push(body[place].start);
                cuts.push(body[place + length - 1].end);
            }
        }
        at += length;
    }
}
