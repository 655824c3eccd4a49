//! Narratives over the counted days: which stories each has, and what it has on each day.

mod life;
mod spread;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{Day, DayRange};

pub use life::{DayAttention, Life, LifeStage, MAX_DAYS, METHOD, Turn, life, turns};
pub use spread::{Spread, StoryPart};

use crate::cube::Cube;
use crate::rollup::{DayRollup, Tally};

pub type Id = [u8; 16];

/// The narratives that a story is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    pub first: Option<Id>,
    pub second: Option<Id>,
}

/// What a narrative has on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NarrativeDay {
    pub tally: Tally,
    /// Stories with items on the day.
    pub stories: u32,
}

/// A narrative in a range of days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NarrativeInRange {
    pub narrative: Id,
    pub tally: Tally,
    /// Days with items.
    pub days: u32,
}

/// Every day by narrative. A story that is in two counts in both.
#[derive(Clone, Debug, Default)]
pub struct NarrativeDays {
    memberships: HashMap<Id, Membership>,
    stories: HashMap<Id, BTreeSet<Id>>,
    days: BTreeMap<Day, BTreeMap<Id, NarrativeDay>>,
}

impl NarrativeDays {
    /// Puts stories into other narratives; the days on which they have items are counted again.
    pub fn move_stories(&mut self, moved: impl IntoIterator<Item = (Id, Membership)>, cube: &Cube) {
        let mut days = BTreeSet::new();
        for (story, membership) in moved {
            let before = match membership == Membership::default() {
                true => self.memberships.remove(&story),
                false => self.memberships.insert(story, membership),
            };
            for narrative in ids(before.unwrap_or_default()) {
                if let Some(stories) = self.stories.get_mut(&narrative) {
                    stories.remove(&story);
                    if stories.is_empty() {
                        self.stories.remove(&narrative);
                    }
                }
            }
            for narrative in ids(membership) {
                self.stories.entry(narrative).or_default().insert(story);
            }
            days.extend(cube.story_days(story));
        }
        for day in days {
            self.count(day, cube);
        }
    }

    /// Counts a day again.
    pub fn count(&mut self, day: Day, cube: &Cube) {
        match cube.day(day) {
            Some(held) => self.days.insert(day, self.counted(&held.rollup)),
            None => self.days.remove(&day),
        };
    }

    fn counted(&self, rollup: &DayRollup) -> BTreeMap<Id, NarrativeDay> {
        let mut counted: BTreeMap<Id, NarrativeDay> = BTreeMap::new();
        for row in &rollup.stories {
            let Some(membership) = self.memberships.get(&row.story) else { continue };
            for narrative in ids(*membership) {
                let day = counted.entry(narrative).or_default();
                day.tally += row.tally;
                day.stories += 1;
            }
        }
        counted
    }

    pub fn membership(&self, story: Id) -> Membership {
        self.memberships.get(&story).copied().unwrap_or_default()
    }

    /// The stories of a narrative, in the order of their ids.
    pub fn stories(&self, narrative: Id) -> impl Iterator<Item = Id> + '_ {
        self.stories.get(&narrative).into_iter().flatten().copied()
    }

    /// What each narrative has in the range, those with most attention first.
    pub fn in_range(&self, range: DayRange) -> Vec<NarrativeInRange> {
        let mut sums: HashMap<Id, (Tally, u32)> = HashMap::new();
        for (narrative, day) in self.days.range(range.first()..=range.last()).flat_map(|(_, day)| day) {
            let sum = sums.entry(*narrative).or_default();
            sum.0 += day.tally;
            sum.1 += 1;
        }
        let row = |(narrative, (tally, days))| NarrativeInRange { narrative, tally, days };
        let mut rows: Vec<NarrativeInRange> = sums.into_iter().map(row).collect();
        rows.sort_by(|a, b| b.tally.attention.cmp(&a.tally.attention).then(a.narrative.cmp(&b.narrative)));
        rows
    }

    /// The days of the range on which a narrative has items.
    pub fn by_day(&self, narrative: Id, range: DayRange) -> Vec<(Day, NarrativeDay)> {
        let days = self.days.range(range.first()..=range.last());
        days.filter_map(|(day, of)| Some((*day, *of.get(&narrative)?))).collect()
    }

    /// Its attention on the days of a window (`known_days`), beside all attention.
    pub fn known_attention(&self, narrative: Id, window: &[(Day, f64)]) -> Vec<DayAttention> {
        let own = |day: &Day| {
            let of_day = self.days.get(day).and_then(|of| of.get(&narrative));
            of_day.map_or(0.0, |day| day.tally.attention_units())
        };
        window.iter().map(|(day, all)| DayAttention { day: *day, own: own(day), all: *all }).collect()
    }

    /// Its attention on every day up to `last`, `length` at most, beside all attention.
    pub fn attention(&self, narrative: Id, last: Day, length: usize, cube: &Cube) -> Vec<DayAttention> {
        let first = last.plus(1 - length as i64);
        let Some(range) = DayRange::inclusive(first, last) else { return Vec::new() };
        let all: HashMap<Day, f64> =
            cube.by_day(range).into_iter().map(|(day, tally)| (day, tally.attention_units())).collect();
        let own = |day: Day| {
            let of_day = self.days.get(&day).and_then(|of| of.get(&narrative));
            of_day.map_or(0.0, |day| day.tally.attention_units())
        };
        let days = (0..length as i64).map(|at| first.plus(at));
        days.map(|day| DayAttention { day, own: own(day), all: all.get(&day).copied().unwrap_or(0.0) })
            .collect()
    }
}

/// The last days with coverage up to `last`, `length` at most, each with all attention, and the days behind them. A stage is
/// told from these, however long the sources were silent in between.
pub fn known_days(last: Day, length: usize, cube: &Cube) -> Vec<(Day, f64)> {
    let Some(until) = DayRange::inclusive(Day::MIN, last) else { return Vec::new() };
    let covered = cube.by_day(until);
    let mut days: Vec<(Day, f64)> = covered[covered.len().saturating_sub(length)..]
        .iter()
        .map(|(day, tally)| (*day, tally.attention_units()))
        .collect();
    let behind = days.last().map_or(0, |(newest, _)| last.since(*newest)).min(length as i64);
    days.extend((1..=behind).map(|at| (last.plus(at - behind), 0.0)));
    days
}

fn ids(membership: Membership) -> impl Iterator<Item = Id> {
    [membership.first, membership.second].into_iter().flatten()
}

#[cfg(test)]
mod tests;
