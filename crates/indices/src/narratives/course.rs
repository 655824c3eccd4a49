//! One narrative over the counted days: running sums, so that a year costs no more than a week, and how its stories lie.

use std::collections::BTreeMap;

use domain::{Category, Day, DayRange};

use super::{Id, NarrativeDay, StoryPart, all_days};
use crate::cube::{Cube, Series, StoryDay};
use crate::rollup::Tally;

#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// In the order of their ids.
    stories: Vec<StoryLife>,
    series: Series,
    story_counts: ByDay<()>,
    /// Places in the cube; the count is that of rows.
    families: ByDay<u32>,
    categories: ByDay<Category>,
}

/// How often something is there on a day, in the order of days and keys: one list, so that a year of it is read in one
/// go.
#[derive(Clone, Debug)]
struct ByDay<Key>(Vec<(i32, Key, u32)>);

impl<Key> Default for ByDay<Key> {
    fn default() -> ByDay<Key> {
        ByDay(Vec::new())
    }
}

impl<Key: Copy + Ord> ByDay<Key> {
    fn add(&mut self, day: i32, key: Key, count: u32) {
        match self.0.binary_search_by_key(&(day, key), |row| (row.0, row.1)) {
            Ok(at) => self.0[at].2 += count,
            Err(at) => self.0.insert(at, (day, key, count)),
        }
    }

    fn places(&self, first: i32, last: i32) -> std::ops::Range<usize> {
        self.0.partition_point(|row| row.0 < first)..self.0.partition_point(|row| row.0 <= last)
    }

    fn clear(&mut self, day: i32) {
        self.0.drain(self.places(day, day));
    }

    fn rows(&self, range: DayRange) -> &[(i32, Key, u32)] {
        &self.0[self.places(range.first().number() as i32, range.last().number() as i32)]
    }
}

/// A story over all days; one without items begins after it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoryLife {
    pub story: Id,
    first: i32,
    last: i32,
    /// Of the whole life.
    attention: i64,
    count: i64,
}

impl StoryLife {
    pub fn of(story: Id, cube: &Cube) -> StoryLife {
        let mut life = StoryLife { story, first: i32::MAX, last: i32::MIN, attention: 0, count: 0 };
        for (day, row) in cube.story_rows(story, all_days()) {
            let day = day.number() as i32;
            (life.first, life.last) = (life.first.min(day), life.last.max(day));
            life.attention += row.tally.attention;
            life.count += row.tally.count;
        }
        life
    }
}

/// After so many days with coverage, or so many of the calendar, that lie between two on which it was heard, a narrative
/// begins anew. Where the sources themselves were silent, only the second counts.
const SILENCE: usize = 120;
const LONG_SILENCE: i32 = 365;

fn is_silence(before: i32, after: i32, cube: &Cube) -> bool {
    if after - before <= SILENCE as i32 {
        return false;
    }
    let day = |number: i32| Day::from_number(i64::from(number));
    let between =
        day(before + 1).zip(day(after - 1)).and_then(|(first, last)| DayRange::inclusive(first, last));
    after - before > LONG_SILENCE || between.is_some_and(|between| cube.by_day(between).len() >= SILENCE)
}

impl Course {
    pub fn is_empty(&self) -> bool {
        self.stories.is_empty() && self.story_counts.0.is_empty()
    }

    /// Puts a story in, or in the place of what was known of it.
    pub fn set(&mut self, life: StoryLife) {
        match self.stories.binary_search_by_key(&life.story, |known| known.story) {
            Ok(at) => self.stories[at] = life,
            Err(at) => self.stories.insert(at, life),
        }
    }

    pub fn remove(&mut self, story: Id) {
        if let Ok(at) = self.stories.binary_search_by_key(&story, |known| known.story) {
            self.stories.remove(at);
        }
    }

    /// Adds a story's row of a day.
    pub fn add(&mut self, day: Day, row: StoryDay<'_>) {
        self.series.add(day, row.tally);
        let day = day.number() as i32;
        self.story_counts.add(day, (), 1);
        row.reports().for_each(|(family, _)| self.families.add(day, family, 1));
        row.categories().for_each(|(category, count)| self.categories.add(day, category, count));
    }

    pub fn clear(&mut self, day: Day) {
        let (before, _) = self.total(DayRange::single(day));
        self.series.add(day, Tally::default() - before);
        let day = day.number() as i32;
        self.story_counts.clear(day);
        self.families.clear(day);
        self.categories.clear(day);
    }

    pub fn has(&self, day: Day) -> bool {
        !self.story_counts.rows(DayRange::single(day)).is_empty()
    }

    pub fn stories(&self) -> impl Iterator<Item = Id> + '_ {
        self.stories.iter().map(|life| life.story)
    }

    /// Stories that begin no later and end no earlier.
    pub fn alive_on(&self, day: Day) -> impl Iterator<Item = Id> + '_ {
        let day = day.number() as i32;
        self.stories.iter().filter(move |life| life.first <= day && day <= life.last).map(|life| life.story)
    }

    /// The day up to a last one on which it began, or began anew: what came before a long silence is another time.
    pub fn begun(&self, until: Day, cube: &Cube) -> (usize, Option<Day>) {
        let until = until.number() as i32;
        let rows = &self.story_counts.0[..self.story_counts.0.partition_point(|row| row.0 <= until)];
        let gap = rows.windows(2).rposition(|pair| is_silence(pair[0].0, pair[1].0, cube));
        let Some((since, _, _)) = rows.get(gap.map_or(0, |at| at + 1)) else { return (0, None) };
        let counts = |life: &&StoryLife| life.first <= until && life.last >= *since;
        (self.stories.iter().filter(counts).count(), Day::from_number(i64::from(*since)))
    }

    /// Its stories that have items in the range, and how many.
    pub fn counts(&self, range: DayRange, cube: &Cube) -> Vec<(Id, i64)> {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let near = self.stories.iter().filter(|life| life.first <= last && first <= life.last);
        near.filter_map(|life| match first <= life.first && life.last <= last {
            true => Some((life.story, life.count)),
            false => StoryPart::of(life.story, range, cube).map(|part| (part.story, part.tally.count)),
        })
        .collect()
    }

    /// What it has in the range, and on how many days.
    pub fn total(&self, range: DayRange) -> (Tally, u32) {
        (self.series.total(range), self.series.length(range) as u32)
    }

    pub fn by_day(&self, range: DayRange) -> Vec<(Day, NarrativeDay)> {
        let stories = |day: Day| self.story_counts.rows(DayRange::single(day)).first().map_or(0, |row| row.2);
        let day = |(day, tally): (Day, Tally)| (day, NarrativeDay { tally, stories: stories(day) });
        self.series.by_day(range).map(day).collect()
    }

    /// How many families carry it in the range.
    pub fn family_count(&self, range: DayRange) -> usize {
        let mut seen: Vec<bool> = Vec::new();
        for (_, family, _) in self.families.rows(range) {
            let family = *family as usize;
            if seen.len() <= family {
                seen.resize(family + 1, false);
            }
            seen[family] = true;
        }
        seen.into_iter().filter(|seen| *seen).count()
    }

    /// The first subjects of its items in the range.
    pub fn categories(&self, range: DayRange) -> BTreeMap<Category, u32> {
        let mut counts = [0; Category::ALL.len()];
        for (_, category, count) in self.categories.rows(range) {
            counts[*category as usize] += count;
        }
        Category::ALL.iter().copied().zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// How many stories have items in the range, and those of them with most attention in it.
    pub fn leading(&self, range: DayRange, limit: usize, cube: &Cube) -> (usize, Vec<StoryPart>) {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let near = self.stories.iter().filter(|life| life.first <= last && first <= life.last);
        // Only a story that reaches out of the range has to be looked at day by day.
        let mut found: Vec<(i64, i64, Id)> = near
            .filter_map(|life| match first <= life.first && life.last <= last {
                true => Some((life.attention, life.count, life.story)),
                false => StoryPart::of(life.story, range, cube)
                    .map(|part| (part.tally.attention, part.tally.count, part.story)),
            })
            .collect();
        let count = found.len();
        let order = |a: &(i64, i64, Id), b: &(i64, i64, Id)| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2));
        if limit < count {
            found.select_nth_unstable_by(limit, order);
            found.truncate(limit);
        }
        found.sort_unstable_by(order);
        (count, found.into_iter().filter_map(|(_, _, story)| StoryPart::of(story, range, cube)).collect())
    }
}
