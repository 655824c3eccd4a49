//! Title, company, ticker and date, from the words above the call.

use std::sync::LazyLock;

use domain::{Day, Turn};
use regex::Regex;

use super::names;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Heading {
    pub title: String,
    pub company: String,
    pub ticker: Option<String>,
    pub date: Option<Day>,
}

static LONG_DATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b").expect("a constant pattern")
});
static DAY_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(\d{1,2})[- ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ,]+(\d{4})\b")
        .expect("a constant pattern")
});
static SLASHED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b").expect("a constant pattern"));
static ISO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(\d{4}-\d{2}-\d{2})\b").expect("a constant pattern"));
static VENDOR_TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\b([A-Z][A-Z.]{0,9})\s*[-–—]\s*)?\b((?:Q[1-4]|Full Year|Half Year|[A-Z][a-z]+ Quarter)(?: (?:and|&) [A-Za-z ]{4,16})? \d{4}) (.{2,70}?) (?:Earnings|Conference|Corporate|Results)[A-Za-z ]{0,40}(?:Call|Presentation|Webcast)").expect("a constant pattern")
});
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\((?:(?:NASDAQ|NYSE|Nasdaq|OTC\w*|TSX|AMEX|NYSE American|NYSE MKT)\s*:\s*)([A-Z][A-Z.]{0,6})\)",
    )
    .expect("a constant pattern")
});
static WELCOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i:welcome(?: everyone)? to|participating in|joining(?: us (?:for|on))?) (?:the )?([A-Z][\w&.'’-]*(?:,? (?:[A-Z&][\w&.'’-]*|of|and)){0,5}?)(?:['’]s?)? (?:(?:Q[1-4]|First|Second|Third|Fourth|first|second|third|fourth|Fiscal|fiscal|Year|Full|full|20\d\d|Earnings|earnings|conference|Conference|[Qq]uarter)\b)").expect("a constant pattern")
});
static QUARTER_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i:quarter|year)(?: (?:of )?(?:fiscal )?(?:year )?20\d\d)? ([A-Z][\w&.'’-]*(?:,? (?:[A-Z&][\w&.'’-]*|of|and)){0,5}?),? (?:[Ee]arnings|[Cc]onference|[Rr]esults|[Ff]inancial)").expect("a constant pattern")
});
static CALL_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:earnings|conference call|results|transcript|webcast|investor (?:day|call)|merger|acquisition|update call)\b").expect("a constant pattern")
});
static FIRM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\W_]*([A-Z][\w&.,'’ -]{1,60}?\b(?:Inc|Corp|Corporation|Company|Co|Bancorp|Group|Ltd|LLC|PLC|plc|Holdings|REIT|Systems|Pharmaceuticals|Therapeutics|Industries|Technologies|Bank|Trust|Partners|L\.P)\b\.?)[\W_]*(?:\([^)]{1,30}\))?$").expect("a constant pattern")
});

pub(super) fn read(lines: &[String], turns: &[Turn]) -> Heading {
    let mut heading = Heading::default();
    for line in lines.iter().take(60) {
        let line = &line[..line.floor_char_boundary(600)];
        if heading.date.is_none() {
            heading.date = date_in(line);
        }
        if heading.ticker.is_none() {
            heading.ticker = LISTED.captures(line).map(|found| found[1].to_owned());
        }
        if let Some(found) =
            VENDOR_TITLE.captures(line).filter(|found| heading.company.is_empty() && is_company(&found[3]))
        {
            heading.company = found[3].trim().to_owned();
            heading.title = found[0].trim().to_owned();
            heading.ticker = heading
                .ticker
                .take()
                .or_else(|| found.get(1).map(|ticker| ticker.as_str().trim_end_matches(".OQ").to_owned()));
        }
        if let Some((key, value)) = line.trim_matches(['*', ' ']).split_once(':') {
            let value = value.trim_matches(['*', ' ']);
            match key.trim_matches(['*', ' ']).to_ascii_lowercase().as_str() {
                "company" if heading.company.is_empty() && !value.is_empty() => {
                    heading.company = value.to_owned()
                }
                "ticker" | "symbol" if heading.ticker.is_none() && !value.is_empty() => {
                    heading.ticker = Some(value.to_owned())
                }
                "title" if heading.title.is_empty() => heading.title = value.to_owned(),
                _ => {}
            }
        }
        if heading.title.is_empty() && line.len() <= 160 && CALL_WORDS.is_match(line) {
            heading.title = line.trim_matches(['#', '*', ' ']).to_owned();
        }
    }
    if heading.company.is_empty() {
        heading.company = lines
            .iter()
            .take(12)
            .find_map(|line| {
                FIRM.captures(line).map(|found| found[1].trim_start_matches("Filed by ").trim().to_owned())
            })
            .unwrap_or_default();
    }
    let opening = turns.iter().take(2).map(|turn| &turn.text[..turn.text.floor_char_boundary(1500)]);
    for text in opening {
        if heading.company.is_empty() {
            let found = [&WELCOME, &QUARTER_OF]
                .into_iter()
                .find_map(|pattern| pattern.captures(text).filter(|found| is_company(&found[1])));
            heading.company = found.map(|found| without_possessive(&found[1]).to_owned()).unwrap_or_default();
        }
    }
    // A ticker stands where a company's name should.
    let shouted =
        heading.company.len() <= 6 && heading.company.chars().all(|c| c.is_ascii_uppercase() || c == '.');
    if shouted && !heading.company.is_empty() && heading.ticker.is_none() {
        heading.ticker = Some(heading.company.clone());
    }
    if heading.title.is_empty() {
        heading.title =
            lines.iter().find(|line| line.len() >= 8 && line.len() <= 160).cloned().unwrap_or_default();
    }
    heading
}

/// Some word of it must be a name's: "Earnings" and "Second Quarter" are no companies.
fn is_company(name: &str) -> bool {
    let mut words = name.split_whitespace();
    words.next().is_some_and(|first| !names::has_firm_or_heading_word(first))
        || words.any(|word| !names::has_firm_or_heading_word(word) && word.len() > 2)
}

fn without_possessive(name: &str) -> &str {
    name.trim_end_matches("'s").trim_end_matches("’s").trim_end_matches(['’', '\''])
}

pub(super) fn date_in(text: &str) -> Option<Day> {
    let month = |name: &str| {
        let short = name.get(..3)?.to_ascii_lowercase();
        let at = "janfebmaraprmayjunjulaugsepoctnovdec".find(&short)?;
        u32::try_from(at / 3 + 1).ok()
    };
    let plausible = |day: Day| (1980..=2100).contains(&day.civil().0);
    if let Some(found) = ISO.captures(text) {
        return Day::parse(&found[1]).ok().filter(|day| plausible(*day));
    }
    if let Some(found) = LONG_DATE.captures(text) {
        return Day::from_civil(found[3].parse().ok()?, month(&found[1])?, found[2].parse().ok()?)
            .filter(|day| plausible(*day));
    }
    if let Some(found) = DAY_FIRST.captures(text) {
        return Day::from_civil(found[3].parse().ok()?, month(&found[2])?, found[1].parse().ok()?)
            .filter(|day| plausible(*day));
    }
    let found = SLASHED.captures(text)?;
    Day::from_civil(found[3].parse().ok()?, found[1].parse().ok()?, found[2].parse().ok()?)
        .filter(|day| plausible(*day))
}
