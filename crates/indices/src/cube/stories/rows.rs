//! What the stories of a day have on it, packed: there are millions of such rows, and few of them are looked at.

use std::fmt;

use domain::Category;

use crate::rollup::{Report, StoryRow, Tally};

/// The stories of a day in the order of their ids, which stand with the stories.
#[derive(Clone, Debug, Default)]
pub struct DayRows {
    /// Place of each story, and where its row begins.
    pub stories: Box<[(u32, u32)]>,
    bytes: Box<[u8]>,
}

/// What a story has on one day.
#[derive(Clone, Copy)]
pub struct StoryDay<'a> {
    pub tally: Tally,
    /// How many families carry it; those with sponsored items only are not among them.
    pub families: usize,
    /// Families, reports and categories.
    rest: &'a [u8],
}

impl DayRows {
    /// `places` are those of the stories, `families` those of the day's families among all.
    pub fn pack(rows: &[StoryRow], places: impl Iterator<Item = u32>, families: &[u32]) -> DayRows {
        let mut bytes = Vec::with_capacity(32 * rows.len());
        let mut stories = Vec::with_capacity(rows.len());
        for (row, place) in rows.iter().zip(places) {
            stories.push((place, bytes.len() as u32));
            write(&mut bytes, row, families);
        }
        DayRows { stories: stories.into(), bytes: bytes.into() }
    }

    pub fn row(&self, start: u32) -> Option<StoryDay<'_>> {
        self.bytes.get(start as usize..).filter(|bytes| !bytes.is_empty()).map(StoryDay::read)
    }

    /// The bytes of the story at a place of the list: equal ones say the same.
    pub fn bytes(&self, at: usize) -> &[u8] {
        let end = self.stories.get(at + 1).map_or(self.bytes.len(), |next| next.1 as usize);
        &self.bytes[self.stories[at].1 as usize..end]
    }

    pub fn rows(&self) -> impl Iterator<Item = (u32, StoryDay<'_>)> {
        self.stories.iter().filter_map(|(place, start)| Some((*place, self.row(*start)?)))
    }
}

impl<'a> StoryDay<'a> {
    fn read(mut bytes: &'a [u8]) -> StoryDay<'a> {
        let from = &mut bytes;
        let tally = Tally {
            count: signed(from),
            unread: signed(from),
            positive: signed(from),
            negative: signed(from),
            tone: signed(from),
            attention: signed(from),
        };
        let families = unsigned(from) as usize;
        StoryDay { tally, families, rest: bytes }
    }

    /// Place of each family among all, and how it reported.
    pub fn reports(self) -> impl Iterator<Item = (u32, Report)> + 'a {
        let mut rest = self.rest;
        (0..self.families).map(move |_| (unsigned(&mut rest) as u32, report(unsigned(&mut rest))))
    }

    /// How many of its items carry the category as their first.
    pub fn categories(self) -> impl Iterator<Item = (Category, u32)> + 'a {
        let mut rest = self.rest;
        (0..2 * self.families).for_each(|_| {
            unsigned(&mut rest);
        });
        let length = unsigned(&mut rest);
        (0..length).filter_map(move |_| {
            let (category, count) = (unsigned(&mut rest), unsigned(&mut rest));
            Some((*Category::ALL.get(category as usize)?, count as u32))
        })
    }
}

impl fmt::Debug for StoryDay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reports, categories): (Vec<_>, Vec<_>) = (self.reports().collect(), self.categories().collect());
        f.debug_tuple("StoryDay").field(&self.tally).field(&reports).field(&categories).finish()
    }
}

fn write(out: &mut Vec<u8>, row: &StoryRow, families: &[u32]) {
    let Tally { count, unread, positive, negative, tone, attention } = row.tally;
    for number in [count, unread, positive, negative, tone, attention] {
        put(out, ((number << 1) ^ (number >> 63)) as u64);
    }
    put(out, row.families.len() as u64);
    for (family, report) in row.families.iter().zip(&row.reports) {
        put(out, u64::from(families[*family as usize]));
        put(out, report.minute.map_or(0, |minute| u64::from(minute) + 1) << 1 | u64::from(report.is_own));
    }
    put(out, row.categories.len() as u64);
    for (category, count) in &row.categories {
        put(out, *category as u64);
        put(out, u64::from(*count));
    }
}

fn report(packed: u64) -> Report {
    Report { minute: (packed >> 1).checked_sub(1).map(|minute| minute as u16), is_own: packed & 1 == 1 }
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn unsigned(from: &mut &[u8]) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = from.split_first() {
        *from = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if *byte < 0x80 || shift == 63 {
            break;
        }
        shift += 7;
    }
    number
}

fn signed(from: &mut &[u8]) -> i64 {
    let number = unsigned(from);
    (number >> 1) as i64 ^ -((number & 1) as i64)
}
