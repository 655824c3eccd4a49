//! What a day said of each company, and which of its items say it most plainly.

use std::cmp::Reverse;

use super::{ARTICLES_PER_COMPANY, CompanyRow, DayInput, Tally};

#[derive(Default)]
pub struct CompanyCount<'a> {
    pub ticker: Option<&'a str>,
    pub tally: Tally,
    pub mentions: i64,
    pub tellings: Vec<Telling>,
}

/// An item that names a company; the smallest is shown first. The order is total, so that the order in which
/// documents come is nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Telling {
    sponsored: bool,
    salience: Reverse<i64>,
    count: Reverse<u32>,
    newest: Reverse<i64>,
    id: [u8; 16],
    story: [u8; 16],
}

impl Telling {
    pub fn new(document: &DayInput<'_>, count: u32, salience: i64) -> Telling {
        Telling {
            sponsored: document.sponsored,
            salience: Reverse(salience),
            count: Reverse(count),
            newest: Reverse(document.published_at.ms()),
            id: document.id,
            story: document.story.unwrap_or(document.id),
        }
    }
}

pub fn companies(rows: Vec<(&str, CompanyCount<'_>)>) -> Vec<CompanyRow> {
    let row = |(name, row): (&str, CompanyCount<'_>)| CompanyRow {
        name: name.to_owned(),
        ticker: row.ticker.map(str::to_owned),
        tally: row.tally,
        mentions: row.mentions,
        articles: best(row.tellings),
    };
    rows.into_iter().map(row).collect()
}

/// Copies of one story would tell the same thing three times.
fn best(mut tellings: Vec<Telling>) -> Vec<[u8; 16]> {
    tellings.sort_unstable();
    let mut told: Vec<Telling> = Vec::with_capacity(ARTICLES_PER_COMPANY);
    for telling in tellings {
        if told.len() == ARTICLES_PER_COMPANY {
            break;
        }
        if told.iter().all(|other| other.story != telling.story) {
            told.push(telling);
        }
    }
    told.into_iter().map(|telling| telling.id).collect()
}
