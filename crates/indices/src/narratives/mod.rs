//! Narratives over the counted days: which stories each has, and what it has on each day.

mod course;
mod life;
mod spread;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{Day, DayRange};

pub use life::{DayAttention, Life, LifeStage, MAX_DAYS, METHOD, Turn, life, turns};
pub use spread::{Outline, Spread, StoryPart};

use crate::cube::Cube;
use crate::rollup::Tally;
use course::{Course, StoryLife};

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

/// Every narrative by day. A story that is in two counts in both.
#[derive(Clone, Debug, Default)]
pub struct NarrativeDays {
    memberships: HashMap<Id, Membership>,
    courses: HashMap<Id, Course>,
}

impl NarrativeDays {
    /// Puts stories into other narratives; what these have on the days of the stories is counted again.
    pub fn move_stories(&mut self, moved: impl IntoIterator<Item = (Id, Membership)>, cube: &Cube) {
        // What a story leaves is counted again, what it joins only grows.
        let mut left: BTreeMap<Day, BTreeSet<Id>> = BTreeMap::new();
        for (story, membership) in moved {
            let before = match membership == Membership::default() {
                true => self.memberships.remove(&story),
                false => self.memberships.insert(story, membership),
            };
            let before = before.unwrap_or_default();
            for narrative in ids(before).filter(|narrative| !membership.has(*narrative)) {
                if let Some(course) = self.courses.get_mut(&narrative) {
                    course.remove(story);
                }
                for day in cube.story_days(story) {
                    left.entry(day).or_default().insert(narrative);
                }
            }
            for narrative in ids(membership).filter(|narrative| !before.has(*narrative)) {
                let course = self.courses.entry(narrative).or_default();
                course.set(StoryLife::of(story, cube));
                cube.story_rows(story, all_days()).for_each(|(day, row)| course.add(day, row));
            }
        }
        for (day, narratives) in left {
            self.count_some(day, narratives, cube);
        }
        self.courses.retain(|_, course| !course.is_empty());
    }

    /// Counts a day again.
    pub fn count(&mut self, day: Day, cube: &Cube) {
        let mut stories: BTreeSet<Id> = BTreeSet::new();
        let mut narratives: BTreeSet<Id> = BTreeSet::new();
        for (story, _) in cube.stories_of(day) {
            if let Some(membership) = self.memberships.get(&story) {
                narratives.extend(ids(*membership));
                stories.insert(story);
            }
        }
        for (narrative, course) in self.courses.iter().filter(|(_, course)| course.has(day)) {
            narratives.insert(*narrative);
            // They may have had items on the day.
            stories.extend(course.alive_on(day));
        }
        for story in stories {
            for narrative in ids(self.membership(story)) {
                self.courses.entry(narrative).or_default().set(StoryLife::of(story, cube));
            }
        }
        self.count_some(day, narratives, cube);
    }

    /// Counts what some narratives have on a day again.
    fn count_some(&mut self, day: Day, narratives: BTreeSet<Id>, cube: &Cube) {
        for narrative in &narratives {
            if let Some(course) = self.courses.get_mut(narrative) {
                course.clear(day);
            }
        }
        for (story, row) in cube.stories_of(day) {
            let Some(membership) = self.memberships.get(&story) else { continue };
            for narrative in ids(*membership).filter(|narrative| narratives.contains(narrative)) {
                self.courses.entry(narrative).or_default().add(day, row);
            }
        }
    }

    pub fn membership(&self, story: Id) -> Membership {
        self.memberships.get(&story).copied().unwrap_or_default()
    }

    /// The stories of a narrative, in the order of their ids.
    pub fn stories(&self, narrative: Id) -> impl Iterator<Item = Id> + '_ {
        self.courses.get(&narrative).into_iter().flat_map(Course::stories)
    }

    /// The day up to a last one on which it was first heard, after its last silence of 120 days with coverage or a year, and
    /// how many of its stories were heard since then.
    pub fn begun(&self, narrative: Id, until: Day, cube: &Cube) -> (usize, Option<Day>) {
        self.courses.get(&narrative).map_or((0, None), |course| course.begun(until, cube))
    }

    /// The stories of a narrative that have items in the range, and how many.
    pub fn counts(&self, narrative: Id, range: DayRange, cube: &Cube) -> Vec<(Id, i64)> {
        self.courses.get(&narrative).map_or(Vec::new(), |course| course.counts(range, cube))
    }

    /// Its stage on the last day of a window (`known_days`), where it was first heard on `first`.
    pub fn life(&self, narrative: Id, window: &[(Day, f64)], first: Day) -> Option<Life> {
        let mut days = self.known_attention(narrative, window);
        // What came before it began anew is not its past.
        days.iter_mut().filter(|day| day.day < first).for_each(|day| day.own = 0.0);
        let heard_before = window.first().is_some_and(|(begins, _)| first < *begins);
        life(&days, heard_before).or(heard_before.then_some(Life::SILENT))
    }

    /// What each narrative has in the range, those with most attention first.
    pub fn in_range(&self, range: DayRange) -> Vec<NarrativeInRange> {
        let row = |(narrative, course): (&Id, &Course)| {
            let (tally, days) = course.total(range);
            (tally.count != 0).then_some(NarrativeInRange { narrative: *narrative, tally, days })
        };
        let mut rows: Vec<NarrativeInRange> = self.courses.iter().filter_map(row).collect();
        rows.sort_by(|a, b| b.tally.attention.cmp(&a.tally.attention).then(a.narrative.cmp(&b.narrative)));
        rows
    }

    /// The days of the range on which a narrative has items.
    pub fn by_day(&self, narrative: Id, range: DayRange) -> Vec<(Day, NarrativeDay)> {
        self.courses.get(&narrative).map_or(Vec::new(), |course| course.by_day(range))
    }

    /// Its attention on the days of a window (`known_days`), beside all attention.
    pub fn known_attention(&self, narrative: Id, window: &[(Day, f64)]) -> Vec<DayAttention> {
        let own = self.own_attention(narrative);
        window.iter().map(|(day, all)| DayAttention { day: *day, own: own(*day), all: *all }).collect()
    }

    /// Its attention on every day up to `last`, `length` at most, beside all attention.
    pub fn attention(&self, narrative: Id, last: Day, length: usize, cube: &Cube) -> Vec<DayAttention> {
        let first = last.plus(1 - length as i64);
        let Some(range) = DayRange::inclusive(first, last) else { return Vec::new() };
        let all: HashMap<Day, f64> =
            cube.by_day(range).into_iter().map(|(day, tally)| (day, tally.attention_units())).collect();
        let own = self.own_attention(narrative);
        let days = (0..length as i64).map(|at| first.plus(at));
        days.map(|day| DayAttention { day, own: own(day), all: all.get(&day).copied().unwrap_or(0.0) })
            .collect()
    }

    fn own_attention(&self, narrative: Id) -> impl Fn(Day) -> f64 + '_ {
        let course = self.courses.get(&narrative);
        move |day| course.map_or(0.0, |course| course.total(DayRange::single(day)).0.attention_units())
    }
}

impl Membership {
    fn has(self, narrative: Id) -> bool {
        self.first == Some(narrative) || self.second == Some(narrative)
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

fn all_days() -> DayRange {
    DayRange::inclusive(Day::MIN, Day::MAX).expect("the first day comes before the last")
}

/// The narratives of a story, each once.
fn ids(membership: Membership) -> impl Iterator<Item = Id> {
    let second = membership.second.filter(|second| membership.first != Some(*second));
    [membership.first, second].into_iter().flatten()
}

#[cfg(test)]
mod tests;
