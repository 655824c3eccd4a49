//! Writes the answer with its hundred thousand rows into one buffer, straight from the counts.
//!
//! The bytes are those that serde writes for `Mentions`; a test compares them. Articles come from the store later
//! than the rows and are put into their places then.

use domain::{Day, DayRange};
use indices::{Cube, Tally};

use super::{MentionArticle, Mentions, Place, Shown};

/// How the answer begins, up to its first company.
const HEAD: &[u8] = br#"{"groupedData":{"#;
/// A list that has no articles yet.
const EMPTY: &[u8] = b"[]";
/// More than these take on average, so that the buffer need not grow: a row, all else about a company, three articles.
const ROW_BYTES: usize = 90;
const COMPANY_BYTES: usize = 300;
const ARTICLES_BYTES: usize = 1_500;

/// The answer up to its last row.
pub struct Text {
    bytes: Vec<u8>,
    /// Where the empty lists stand that will have articles, in order.
    gaps: Vec<usize>,
}

impl Text {
    /// The rows of these companies; those of the places, which are in order, will have articles.
    pub fn of_rows(
        cube: &Cube,
        days: DayRange,
        shown: &[Shown<'_>],
        places: &[Place],
    ) -> serde_json::Result<Text> {
        let rows: usize = shown.iter().map(|shown| shown.rows).sum();
        let room = rows * ROW_BYTES + shown.len() * COMPANY_BYTES + places.len() * ARTICLES_BYTES + 1_000;
        let mut text = Text { bytes: Vec::with_capacity(room), gaps: Vec::with_capacity(places.len()) };
        let bytes = &mut text.bytes;
        let dates = Dates::of(cube, days);
        let mut places = places.iter().copied().peekable();
        bytes.extend_from_slice(HEAD);
        for (company, shown) in shown.iter().enumerate() {
            bytes.extend_from_slice(if company > 0 { b"," } else { b"" });
            serde_json::to_writer(&mut *bytes, shown.name)?;
            bytes.extend_from_slice(b":[");
            let rows = cube.company_rows(shown.name, days).skip(shown.skipped).take(shown.rows);
            for (row, (day, tally)) in rows.enumerate() {
                bytes.extend_from_slice(if row > 0 { b"," } else { b"" });
                push_row(bytes, dates.text(day), tally);
                if places.next_if_eq(&(company, row)).is_some() {
                    text.gaps.push(bytes.len() - 1 - EMPTY.len());
                }
            }
            bytes.push(b']');
        }
        Ok(text)
    }

    /// Puts a list of articles into every place that was left for one. What stands behind it moves, the last first, so
    /// that each byte moves once.
    pub fn with_articles(
        self,
        lists: impl Iterator<Item = Vec<MentionArticle>>,
    ) -> serde_json::Result<Vec<u8>> {
        let Text { mut bytes, gaps } = self;
        let lists: Vec<Vec<u8>> = lists.map(|list| serde_json::to_vec(&list)).collect::<Result<_, _>>()?;
        let mut unmoved = bytes.len();
        let growth: usize = lists.iter().map(|list| list.len() - EMPTY.len()).sum();
        bytes.resize(unmoved + growth, b' ');
        let mut to = bytes.len();
        for (gap, list) in gaps.into_iter().zip(lists).rev() {
            let behind = gap + EMPTY.len();
            to -= unmoved - behind;
            bytes.copy_within(behind..unmoved, to);
            to -= list.len();
            bytes[to..to + list.len()].copy_from_slice(&list);
            unmoved = gap;
        }
        Ok(bytes)
    }
}

/// The rows that were written and what comes after them.
pub fn finish(mut mentions: Mentions) -> serde_json::Result<Vec<u8>> {
    let mut bytes = std::mem::take(&mut mentions.written);
    // Serde writes an empty map where the rows are.
    let rest = serde_json::to_vec(&mentions)?;
    bytes.extend_from_slice(&rest[HEAD.len()..]);
    Ok(bytes)
}

/// A row whose counts have one digit each, as most have: it is copied and its digits are set.
const ROW: &[u8; 83] =
    br#"{"date":"0000-00-00","count":0,"positive":0,"neutral":0,"negative":0,"articles":[]}"#;

fn push_row(bytes: &mut Vec<u8>, date: &[u8; 10], tally: Tally) {
    let numbers = [tally.count, tally.positive, tally.neutral(), tally.negative];
    if numbers.iter().all(|number| (0..10).contains(number)) {
        let mut row = *ROW;
        row[9..19].copy_from_slice(date);
        for (place, number) in [29, 42, 54, 67].into_iter().zip(numbers) {
            row[place] += number as u8;
        }
        bytes.extend_from_slice(&row);
        return;
    }
    bytes.extend_from_slice(br#"{"date":""#);
    bytes.extend_from_slice(date);
    let names = [r#"","count":"#, r#","positive":"#, r#","neutral":"#, r#","negative":"#];
    for (name, number) in names.into_iter().zip(numbers) {
        bytes.extend_from_slice(name.as_bytes());
        push_number(bytes, number);
    }
    bytes.extend_from_slice(br#","articles":[]}"#);
}

/// The texts of all days from the first to the last that the cube has in the range, each made once.
struct Dates {
    first: i64,
    texts: Vec<[u8; 10]>,
}

impl Dates {
    fn of(cube: &Cube, days: DayRange) -> Dates {
        let mut held = cube.days(days).map(|(day, _)| day.number());
        let first = held.next().unwrap_or(0);
        let last = held.next_back().unwrap_or(first);
        let texts = (first..=last).filter_map(Day::from_number).map(date).collect();
        Dates { first, texts }
    }

    fn text(&self, day: Day) -> &[u8; 10] {
        &self.texts[(day.number() - self.first) as usize]
    }
}

fn date(day: Day) -> [u8; 10] {
    let (year, month, day) = day.civil();
    let mut text = *b"0000-00-00";
    let digits = [year.unsigned_abs() / 100, year.unsigned_abs() % 100, month, day];
    for (place, number) in [0, 2, 5, 8].into_iter().zip(digits) {
        text[place] += (number / 10) as u8;
        text[place + 1] += (number % 10) as u8;
    }
    text
}

/// Most have a digit or two.
fn push_number(bytes: &mut Vec<u8>, number: i64) {
    match number {
        0..10 => bytes.push(b'0' + number as u8),
        10..100 => bytes.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
        _ => bytes.extend_from_slice(number.to_string().as_bytes()),
    }
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
