//! Takes away what is on the page and was not said: vendor notices, page numbers, running heads, rules.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::html::Line;
use super::labels;

/// Words that begin a notice which vendors print on every page, and words that end it.
const NOTICE_STARTS: [&str; 6] = [
    "THOMSON REUTERS STREETEVENTS |",
    "REFINITIV STREETEVENTS |",
    "THOMSON REUTERS |",
    "Client Id: ",
    "©20",
    "© 20",
];
const NOTICE_ENDS: [&str; 2] = ["affiliated companies.", "Contact Us"];
/// Longer than any notice.
const NOTICE_BYTES: usize = 700;

static PAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:[-–—\s]*(?:page\s*)?\[?\d{1,3}\]?(?:\s*(?:of|/)\s*\d{1,3})?[-–—\s]*|page\s+\d+\b.{0,12}|[\W_]{2,}|table of contents|exhibit\s+99[.\d]*|ex-99.*|thomson reuters(?: streetevents)?|refinitiv streetevents|www\.\S+|contact\s+us|1-877-factset.*|copyright ©.*|©.*|\+?1?[-. ]?877[-. ]factset.*|.*factset callstreet.*|bloomberg transcript|final transcript|edited transcript|client id: \d+|event date/time:.*|.{0,40}all rights reserved\.?|[•*\s]+)$",
    )
    .expect("a constant pattern")
});

static NOTICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)republication or redistribution of|are registered trademarks of|^means, is prohibited without|prohibited without the prior written consent|^trademarks of .*affiliated companies|^Thomson Reuters and its affiliated companies")
        .expect("a constant pattern")
});

/// A moment with its day, alone on a line: the lower half of a running head.
static MOMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:\w{3,6}day,? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2},? \d{4},?(?: at)? \d{1,2}:\d{2} ?[ap]\.?m\b.{0,24}$")
        .expect("a constant pattern")
});

/// The end matter of a published transcript: from here on nobody speaks.
static END: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:disclaimer|forward[- ]looking statements?.{0,40}|cautionary (?:statement|note).{0,80}|(?:important |additional )(?:additional )?information.{0,80}|no offer or solicitation.{0,40}|participants in (?:the )?solicitation.{0,40}|about [A-Z].{0,40}|signatures?|safe harbor.{0,60}|non-gaap.{0,80}|editor|.{0,20}transcript disclaimer)\W*$")
        .expect("a constant pattern")
});

/// Cuts notices out of the middle of a line, as pages turned to one line have them.
pub(super) fn cut_notices(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    // Where each start comes next; looked for again only once it has been passed.
    let mut next = NOTICE_STARTS.map(|start| text.find(start));
    loop {
        for (place, start) in next.iter_mut().zip(NOTICE_STARTS) {
            if place.is_some_and(|at| at < from) {
                *place = text[from..].find(start).map(|at| from + at);
            }
        }
        let Some(at) = next.iter().flatten().min().copied() else { break };
        out.push_str(&text[from..at]);
        out.push(' ');
        from = at + notice_length(&text[at..]);
    }
    out.push_str(&text[from..]);
    out.trim().to_owned()
}

/// How far a notice that begins here goes, with the page's number behind it.
fn notice_length(text: &str) -> usize {
    let window = &text[..text.floor_char_boundary(NOTICE_BYTES)];
    let end = if window.starts_with("Client Id") {
        window.char_indices().skip(11).find(|(_, c)| !c.is_ascii_digit()).map_or(window.len(), |(at, _)| at)
    } else {
        let long = NOTICE_ENDS.iter().find_map(|end| window.find(end).map(|at| at + end.len()));
        long.unwrap_or_else(|| window.chars().next().map_or(0, char::len_utf8))
    };
    let space = text[end..].len() - text[end..].trim_start().len();
    let after = &text[end + space..];
    let digits = after.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let numbered = (1..=3).contains(&digits) && after[digits..].starts_with([' ', '\t']);
    if numbered { end + space + digits } else { end }
}

pub(super) fn is_end_heading(text: &str) -> bool {
    text.len() < 120 && END.is_match(text)
}

pub(super) fn remove(lines: Vec<Line>) -> Vec<Line> {
    let mut lines: Vec<Line> = lines
        .into_iter()
        .map(|line| {
            if line.text.contains("REUTERS") || line.text.contains("REFINITIV") || line.text.contains('©') {
                let cut = cut_notices(&line.text);
                let bold = if cut == line.text { line.bold } else { 0 };
                Line { text: cut, bold }
            } else {
                line
            }
        })
        .filter(|line| !line.text.is_empty() && !PAGE.is_match(&line.text) && !NOTICE.is_match(&line.text))
        .collect();
    drop_moments(&mut lines);
    let heads = running_heads(&lines);
    let mut seen: HashMap<String, usize> = HashMap::new();
    lines.retain(|line| {
        let shape = shape(&line.text);
        if !heads.contains_key(&shape) {
            return true;
        }
        // The first stays: it is the title.
        let count = seen.entry(shape).or_default();
        *count += 1;
        *count == 1
    });
    lines
}

/// On every page the firm's name and the moment of the call, one below the other. They look like a label and its
/// title, so they are told by the moment. The first of each stays.
fn drop_moments(lines: &mut Vec<Line>) {
    let moments: Vec<usize> = (0..lines.len()).filter(|&at| MOMENT.is_match(&lines[at].text)).collect();
    if moments.len() < 3 {
        return;
    }
    let mut above: HashMap<String, usize> = HashMap::new();
    for at in moments.iter().filter_map(|at| at.checked_sub(1)) {
        *above.entry(shape(&lines[at].text)).or_default() += 1;
    }
    above.retain(|shape, count| *count * 2 > moments.len() && shape.len() < 80);
    let mut gone = vec![false; lines.len()];
    for &at in &moments[1..] {
        gone[at] = true;
    }
    let mut seen = false;
    for (at, line) in lines.iter().enumerate() {
        let before_moment = lines.get(at + 1).is_some_and(|next| MOMENT.is_match(&next.text));
        if before_moment && above.contains_key(&shape(&line.text)) {
            gone[at] = std::mem::replace(&mut seen, true);
        }
    }
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
}

/// Digits count as one digit, so that "Page 3" and "Page 4" are one head.
fn shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_digit() {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else if !c.is_whitespace() {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Lines that come again on many pages, are no speech and name nobody.
fn running_heads(lines: &[Line]) -> HashMap<String, usize> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    // Lines before the list of participants are the title; if they come again, they are heads.
    let start = lines.iter().take(80).position(|line| labels::participants_heading(&line.text).is_some());
    let mut title: HashMap<String, usize> = HashMap::new();
    for (i, line) in lines.iter().enumerate() {
        if line.text.len() < 4
            || line.text.len() > 160
            || labels::is_operator(&line.text)
            || labels::read(&line.text).is_some_and(|label| label.sure)
        {
            continue;
        }
        let shape = shape(&line.text);
        if start.is_some_and(|start| i < start) {
            title.insert(shape.clone(), 1);
        }
        *counts.entry(shape).or_default() += 1;
    }
    let months = [
        "january",
        "february",
        "march",
        "april",
        "may#",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    counts.retain(|shape, count| {
        let dated = shape.contains('#');
        let firm = [
            "inc",
            "corp",
            "call",
            "transcript",
            "results",
            "conference",
            "quarter",
            "bancorp",
            "group",
            "company",
        ]
        .iter()
        .any(|word| shape.contains(word));
        let speech = shape.ends_with(['?', '!']) || shape.len() > 130;
        let only_date = dated
            && shape.len() < 60
            && months.iter().any(|month| shape.contains(month))
            && shape.contains(",#");
        let only_firm = shape.len() < 50
            && ["inc.", "inc", "corp.", "corp", "corporation", "bancorp", "llc", "ltd.", "reit"]
                .iter()
                .any(|end| shape.ends_with(end));
        (title.contains_key(shape) && *count >= 2)
            || (*count >= 4 && only_firm)
            || (*count >= 3 && only_date)
            || (*count >= 3 && !speech && firm && dated)
    });
    counts
}
