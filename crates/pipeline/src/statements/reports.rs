//! Which reports are of one statement: alike in their words and within a week of the first.

use std::collections::HashMap;

use analysis::statements::{gives_whole, is_turned, same};
use domain::time::MS_PER_DAY;
use domain::{Day, Instant, Statement};

/// Outlets repeat each other within a week from the first report.
pub const MAX_APART_DAYS: i64 = 7;
/// What was said, when, and to which group it belongs.
pub struct Known {
    pub at: Instant,
    pub group: u64,
    pub text: String,
    pub shingles: Vec<u32>,
}

impl Known {
    fn is_said_by(&self, statement: &Statement) -> bool {
        same(&self.shingles, &statement.shingles) && !is_turned(&self.text, &statement.text)
    }
}

/// The reports of one statement: which is the earliest, and when the last was.
struct Reports {
    first: usize,
    last_at: Instant,
}

/// What somebody said, with the reports of each statement.
#[derive(Default)]
pub struct SaidBefore {
    all: Vec<Known>,
    reports: HashMap<u64, Reports>,
}

impl SaidBefore {
    pub fn add(&mut self, one: Known) {
        let place = self.all.len();
        let reports = self.reports.entry(one.group).or_insert(Reports { first: place, last_at: one.at });
        if one.at < self.all.get(reports.first).map_or(one.at, |first| first.at) {
            reports.first = place;
        }
        reports.last_at = reports.last_at.max(one.at);
        self.all.push(one);
    }

    /// The group of what a statement says again. It must be alike to the first report, or to one that gives the first whole: likeness to
    /// just any report would lead from word to word to something that nobody said. With it, first and last report must lie within a
    /// week: nearness to just any report would lead from week to week.
    pub fn group_of(&self, at: Instant, statement: &Statement) -> Option<u64> {
        let first_of = |one: &Known| {
            let reports = self.reports.get(&one.group)?;
            let first = self.all.get(reports.first)?;
            let apart = reports.last_at.max(at).since(first.at.min(at));
            (apart <= MAX_APART_DAYS * MS_PER_DAY).then_some(first)
        };
        let belongs = |one: &Known| {
            let Some(first) = first_of(one) else { return false };
            one.is_said_by(statement)
                && (first.is_said_by(statement)
                    || gives_whole(&one.shingles, &first.shingles) && !is_turned(&first.text, &one.text))
        };
        self.all.iter().find(|one| belongs(one)).map(|one| one.group)
    }
}

/// The group of a statement that is first reported on a day: the same words in another month are another statement.
pub fn new_group(words: u64, day: Day) -> u64 {
    (words ^ day.number() as u64).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
}
