//! Stories that reach over the end of a range, counted beforehand for the end of every day: what they have up to it, and what
//! they have after it.

use domain::{Category, DayRange};

use super::rows::DayRows;
use super::sums::{commonest, row_at};
use super::{Entry, Listed, SLOTS, Stories, TrendSettings, slot};
use crate::cube::by_day::ByDay;
use crate::rollup::Tally;

/// Of the listed stories that have items on a day or before, and after it: how many there are by the category of their whole
/// lives, and how many are trends by either part alone, by their category there.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    pub all: [i32; SLOTS],
    pub heads: [i32; SLOTS],
    pub tails: [i32; SLOTS],
}

/// As much of a story's sum as a category follows from.
#[derive(Default)]
struct Part {
    tally: Tally,
    categories: [u32; Category::ALL.len()],
}

impl Part {
    fn add(&mut self, at: (i32, u32), rows: &ByDay<DayRows>) {
        let Some(row) = row_at(at, rows) else { return };
        self.tally += row.tally;
        row.categories().for_each(|(category, count)| self.categories[category as usize] += count);
    }

    fn slot(&self, settings: TrendSettings) -> Option<usize> {
        settings.is_trend(&self.tally).then(|| slot(commonest(&self.categories)))
    }
}

impl Entry {
    /// For each of its days but the last, the slots of what it has up to it and of what it has after it.
    fn parts(&self, settings: TrendSettings, rows: &ByDay<DayRows>) -> Vec<[Option<usize>; 2]> {
        let between = self.days.len().saturating_sub(1);
        let mut parts = vec![[None; 2]; between];
        let (mut head, mut tail) = (Part::default(), Part::default());
        for at in 0..between {
            head.add(self.days[at], rows);
            parts[at][0] = head.slot(settings);
            tail.add(self.days[between - at], rows);
            parts[between - 1 - at][1] = tail.slot(settings);
        }
        parts
    }
}

impl Stories {
    /// Counts a listed story at the end of every day that it reaches over, or takes it away there.
    pub(super) fn count_ends(&mut self, place: u32, listed: Listed, sign: i32) {
        let entry = &self.entries[place];
        for (days, [head, tail]) in entry.days.windows(2).zip(entry.parts(self.settings, &self.rows)) {
            for day in days[0].0..days[1].0 {
                let ends = self.ends.get_or_default(day);
                ends.all[slot(listed.category)] += sign;
                head.into_iter().for_each(|slot| ends.heads[slot] += sign);
                tail.into_iter().for_each(|slot| ends.tails[slot] += sign);
            }
        }
    }

    /// Listed stories that begin before a day and go on after another, each with its first day. Few are so long.
    pub(super) fn begun_before(&self, first: i32, last: i32) -> impl Iterator<Item = (i32, u32)> + '_ {
        let begun = self.by_first.range(first.saturating_sub(self.longest)..first);
        begun.filter(move |(_, begun)| begun.latest > last).flat_map(move |(day, begun)| {
            let places = begun.places.iter().zip(&begun.lasts);
            places.filter(move |(_, ends)| **ends > last).map(|(place, _)| (*day, *place))
        })
    }

    /// The trends of the range by category. Those that lie inside are counted by their first days, those that reach over one end
    /// by what was counted there beforehand, and those that reach over both by what they have in it.
    pub fn by_category(&self, range: DayRange) -> Vec<(Option<Category>, i64)> {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let mut counts = [0_i64; SLOTS];
        let mut add = |part: &[i32; SLOTS], sign: i64| {
            counts.iter_mut().zip(part).for_each(|(count, part)| *count += sign * i64::from(*part));
        };
        self.by_first.range(first..=last).for_each(|(_, begun)| add(&begun.categories, 1));
        if let Some(ends) = self.ends.get(first - 1) {
            add(&ends.tails, 1);
        }
        if let Some(ends) = self.ends.get(last) {
            add(&ends.heads, 1);
            add(&ends.all, -1);
        }
        for (begins, place) in self.begun_before(first, last) {
            let entry = &self.entries[place];
            let Some(listed) = entry.listed else { continue };
            let part = |first: i32, last: i32| {
                let summed = self.sum(entry, first, last).summed();
                self.settings.is_trend(&summed.tally).then(|| slot(summed.category))
            };
            // It was taken away at the end, and both of its parts were added.
            counts[slot(listed.category)] += 1;
            [part(first, listed.last), part(begins, last)]
                .into_iter()
                .flatten()
                .for_each(|slot| counts[slot] -= 1);
            part(first, last).into_iter().for_each(|slot| counts[slot] += 1);
        }
        let rows = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        rows.map(|(slot, count)| (Category::ALL.get(slot).copied(), count)).collect()
    }
}
