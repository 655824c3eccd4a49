//! A story against others: how much evidence there is, where that ranks, and how its attention develops.

use std::collections::HashMap;

use domain::{Category, Day, DayRange};

use super::sums::{Summed, against};
use super::{Entry, Stories, Tables};
use crate::cube::series::day_of;
use crate::cube::table::Table;
use crate::fixed::{ONE, to_f64};
use crate::rollup::{DayRollup, Tally};

/// Stories among which a family counts as reporting neither early nor late, so that a few say little.
const AUTHORITY_STORIES: i64 = 5;

/// A family is of the panel with so many shared stories in so many days.
const PANEL_DAYS: i64 = 28;
const PANEL_STORIES: i64 = 5;

/// No family weighs more, in steps of 2^-32.
pub(super) const MAX_WEIGHT: i64 = ONE + ONE / 2;

/// A story's standing in a range of days.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryInRange {
    pub story: [u8; 16],
    pub tally: Tally,
    /// Distinct outlet families.
    pub families: usize,
    /// Those of them that say more than others said before; one at least.
    pub own_families: usize,
    /// The same, each weighed by its authority, 0.5 to 1.5.
    pub weighed_families: f64,
    /// Attention of each day against all that is usual on it, summed.
    pub volume: f64,
    /// By the measure of `answers::trends`.
    pub evidence: f64,
    /// The commonest first category of its items.
    pub category: Option<Category>,
    /// First and last day on which it has items up to the end of the range.
    pub life: DayRange,
}

/// A story's latest attention beside what stories of its age have, in story units of a usual day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    pub latest: f64,
    /// Of as many days before them.
    pub previous: f64,
    /// Families that report on their own in the same days and in as many before them.
    pub families: Rise,
    /// The same in the latter half of the range and in the rest of it.
    pub families_of_halves: Rise,
    pub expected: f64,
    /// How far chance alone moves it.
    pub deviation: f64,
    pub course: Course,
    pub age: Age,
}

/// A story's part in all attention, on the days with coverage that it ran in a range or in a week, whichever is longer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// Of the day on which it had most of it, and how many such days follow that one.
    pub most: f64,
    pub days_since: usize,
    pub last_day: f64,
    /// Of the last two days together, and of all the days before them.
    pub last_two_days: f64,
    pub before: f64,
}

impl Course {
    /// By its own attention and all attention of each day, in their order.
    fn of(days: &[(i64, i64)]) -> Course {
        let part = |days: &[(i64, i64)]| {
            let (own, all) = days.iter().fold((0, 0), |sums, day| (sums.0 + day.0, sums.1 + day.1));
            if all > 0 { own as f64 / all as f64 } else { 0.0 }
        };
        let parts: Vec<f64> = days.chunks(1).map(part).collect();
        let most = parts.iter().copied().fold(0.0, f64::max);
        let (before, last_two) = days.split_at(days.len().saturating_sub(2));
        Course {
            most,
            days_since: parts.iter().rev().position(|part| *part >= most).unwrap_or(0),
            last_day: parts.last().copied().unwrap_or(0.0),
            last_two_days: part(last_two),
            before: part(before),
        }
    }
}

/// Days of a story's course that are looked at in a shorter range too.
const COURSE_DAYS: i32 = 7;

/// A count of the latest days beside that of the days before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rise {
    pub before: usize,
    pub latest: usize,
}

impl Rise {
    /// No fewer than before.
    pub fn holds(self) -> bool {
        self.latest >= self.before
    }
}

/// How long a story has run at the end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// It began on the last day.
    New,
    /// It began in the latter half of the range.
    Young,
    Older,
}

/// Families times the root of volume: both must be there, and families count more.
pub fn plain_evidence(summed: &Summed) -> f64 {
    evidence(summed.own_families as f64, to_f64(summed.volume))
}

pub(super) fn evidence(families: f64, volume: f64) -> f64 {
    families * volume.max(0.0).sqrt()
}

/// The usual attention of a day: that of the same weekday in the last weeks that have it, or its own where that is more, since
/// a panel of sources may have grown. A gap in the coverage is no reason to compare a day with itself alone: a story of
/// a thin day would outweigh those of all others.
pub fn norm(day: Day, weeks: i64, totals: &Table<()>) -> f64 {
    let Some(series) = totals.find(&()).map(|place| totals.series(place)) else { return 1.0 };
    let own = series.total(DayRange::single(day)).attention_units();
    let before = DayRange::inclusive(Day::MIN, day.plus(-1));
    let earlier = before.into_iter().flat_map(|before| series.by_day(before).rev());
    let (sum, count) = earlier
        .filter(|(other, tally)| other.weekday() == day.weekday() && tally.attention > 0)
        .take(weeks.max(0) as usize)
        .fold((0.0, 0.0), |(sum, count), (_, tally)| (sum + tally.attention_units(), count + 1.0));
    let mean = if count > 0.0 { sum / count } else { 0.0 };
    mean.max(own).max(1.0)
}

/// How many stories are stronger than each of some.
#[derive(Default)]
struct Reference {
    bars: Vec<f64>,
    stronger: Vec<f64>,
    length: i64,
}

impl Reference {
    /// Adds stories, strongest first, or takes them away.
    fn count(&mut self, sorted: &[f64], sign: i64) {
        self.length += sign * sorted.len() as i64;
        for (bar, count) in self.bars.iter().zip(&mut self.stronger) {
            *count += sign as f64 * stronger(sorted, *bar);
        }
    }

    /// The same of one story, whose number does not change.
    fn compare(&mut self, evidence: f64, sign: i64) {
        self.count(&[evidence], sign);
        self.length -= sign;
    }
}

/// Weighed and plain evidence are rounded on different ways.
const HAIR: f64 = 1e-9;

/// How many have more evidence than the bar, ties counted half.
fn stronger(sorted: &[f64], bar: f64) -> f64 {
    let more = sorted.partition_point(|other| *other > bar * (1.0 + HAIR));
    let no_less = more + sorted[more..].partition_point(|other| *other >= bar * (1.0 - HAIR));
    0.5 * (more + no_less) as f64
}

impl Stories {
    pub(super) fn norm_of(&self, day: i32) -> f64 {
        self.norms.get(day).copied().unwrap_or(1.0)
    }

    /// What each family's report weighs as of a day, by its place.
    pub(super) fn weights(&self, last: Day, tables: Tables<'_>) -> Vec<i64> {
        (0..tables.families.len() as u32).map(|place| self.weight(place, last, tables.families)).collect()
    }

    /// Half, and how early the family reports what others report too: 1 on average over all reports.
    pub fn weight(&self, family: u32, last: Day, families: &Table<String>) -> i64 {
        let first = last.plus(1 - self.settings.reference_days);
        let days = DayRange::inclusive(first, last).unwrap_or(DayRange::single(last));
        let seen = families.series(family).total(days);
        let early = seen.tone + AUTHORITY_STORIES * ONE / 2;
        (ONE / 2 + early / (seen.count + AUTHORITY_STORIES)).min(MAX_WEIGHT)
    }

    /// How many families report often enough what others report too.
    pub fn panel(&self, last: Day, families: &Table<String>) -> usize {
        let days = DayRange::inclusive(last.plus(1 - PANEL_DAYS), last).unwrap_or(DayRange::single(last));
        let reports = |family: u32| families.series(family).total(days).count >= PANEL_STORIES;
        (0..families.len() as u32).filter(|family| reports(*family)).count()
    }

    pub fn find(&self, story: [u8; 16], range: DayRange, tables: Tables<'_>) -> Option<StoryInRange> {
        let weights = self.weights(range.last(), tables);
        self.measure(*self.places.get(&story)?, range, &weights)
    }

    pub(super) fn measure(&self, place: u32, range: DayRange, weights: &[i64]) -> Option<StoryInRange> {
        let entry = &self.entries[place];
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let to = entry.days[..entry.days.partition_point(|(day, _)| *day <= last)].last()?.0;
        let found = self.sum(entry, first, last);
        let summed = found.summed();
        if summed.tally.count == 0 {
            return None;
        }
        let (volume, weighed_families) = (to_f64(summed.volume), to_f64(found.weigh(weights)));
        Some(StoryInRange {
            story: entry.story,
            tally: summed.tally,
            families: summed.families,
            own_families: summed.own_families,
            weighed_families,
            volume,
            evidence: evidence(weighed_families, volume),
            category: summed.category,
            life: DayRange::inclusive(day_of(entry.days.first()?.0), day_of(to))?,
        })
    }

    /// The standing of a story that has items on one day alone, by the row of that day.
    pub fn of_one_day(
        &self,
        whole: &DayRollup,
        story: [u8; 16],
        last: Day,
        families: &Table<String>,
    ) -> Option<StoryInRange> {
        let at = whole.stories.binary_search_by_key(&story, |row| row.story).ok()?;
        let row = &whole.stories[at];
        let own: Vec<u32> = row
            .families
            .iter()
            .zip(&row.reports)
            .filter(|(_, report)| report.is_own)
            .map(|(family, _)| *family)
            .collect();
        let weight = |family: &u32| {
            let place = families.find(whole.families.get(*family as usize)?.as_str())?;
            Some(self.weight(place, last, families))
        };
        let weighed = match own.iter().map(|family| weight(family).unwrap_or(ONE)).sum() {
            0 => ONE,
            sum => sum,
        };
        let most = row.categories.iter().map(|(_, count)| *count).max();
        let category = row.categories.iter().find(|(_, count)| Some(*count) == most && *count > 0);
        let volume = to_f64(against(row.tally.attention, whole.day.number() as i32, &self.norms));
        Some(StoryInRange {
            story,
            tally: row.tally,
            families: row.families.len(),
            own_families: own.len().max(1),
            weighed_families: to_f64(weighed),
            volume,
            evidence: evidence(to_f64(weighed), volume),
            category: category.map(|(category, _)| *category),
            life: DayRange::single(whole.day),
        })
    }

    /// For each story with its evidence how many of the others that began in the last days have more, ties counted half;
    /// and how many began. Each counts as far as it had come on the last day, its families weighed alike.
    pub fn rank(&self, last: Day, stories: &[([u8; 16], f64)]) -> (Vec<f64>, usize) {
        let last = last.number() as i32;
        let first = *self.begun_until(last).start();
        let mut reference = Reference {
            bars: stories.iter().map(|(_, evidence)| *evidence).collect(),
            ..Reference::default()
        };
        reference.stronger = vec![0.0; stories.len()];
        let until = |entry: &Entry, first: i32| {
            let summed = self.sum(entry, first, last).summed();
            self.settings.is_trend(&summed.tally).then(|| plain_evidence(&summed))
        };
        let lowest = reference.bars.iter().copied().fold(f64::INFINITY, f64::min) * (1.0 - HAIR);
        for begun in self.by_first.range(first..=last).map(|(_, begun)| begun) {
            reference.count(&begun.evidence, 1);
            // Those that go on later are listed with all of their lives; the ones below all bars stay there.
            let above = begun.evidence.partition_point(|evidence| *evidence >= lowest);
            for at in (0..above).filter(|at| begun.lasts[*at] > last) {
                let entry = &self.entries[begun.places[at]];
                let Some(listed) = entry.listed else { continue };
                reference.compare(listed.evidence, -1);
                if let Some(evidence) = until(entry, listed.first) {
                    reference.compare(evidence, 1);
                }
            }
        }
        reference.length += self.come_by(last, first);
        // Nobody is stronger than itself.
        for (at, (story, _)) in stories.iter().enumerate() {
            let entry = self.places.get(story).map(|place| &self.entries[*place]);
            let Some((entry, (begins, _))) = entry.and_then(|entry| Some((entry, *entry.days.first()?)))
            else {
                continue;
            };
            if let Some(evidence) = until(entry, begins).filter(|_| begins >= first) {
                reference.stronger[at] -= stronger(&[evidence], reference.bars[at]);
            }
        }
        (reference.stronger, reference.length.max(0) as usize)
    }

    /// Of the stories that begin on these days and go on after the last one: how many more of them have come by then to what
    /// is counted than are counted by their whole lives. Never more than none.
    fn come_by(&self, last: i32, first: i32) -> i64 {
        let Some(ends) = self.ends.get(last) else { return 0 };
        let sum = |counts: &[i32]| counts.iter().map(|count| i64::from(*count)).sum::<i64>();
        let (going_on, come) = (sum(&ends.all), sum(&ends.heads));
        let (mut older, mut older_come) = (0, 0);
        for (begins, place) in self.begun_before(first, last) {
            let head = self.sum(&self.entries[place], begins, last);
            older += 1;
            older_come += i64::from(self.settings.is_trend(&head.tally()));
        }
        (come - older_come) - (going_on - older)
    }

    /// The attention of the latter half of a range beside what is usual for the age of the story.
    pub fn volume(&self, story: [u8; 16], range: DayRange, totals: &Table<()>) -> Option<Volume> {
        let entry = &self.entries[*self.places.get(&story)?];
        let last = range.last().number() as i32;
        let half = (range.length() / 2).clamp(1, i64::from(i32::MAX)) as i32;
        let age = last - entry.days.first()?.0;
        let usual = self.usual(last);
        let span = half.min(age).max(1);
        let (mut before, mut latest, mut previous) = (0.0, 0.0, 0.0);
        let begins = (range.first().number() as i32).min(last - COURSE_DAYS + 1).max(entry.days.first()?.0);
        let mut own_of_days: HashMap<i32, i64> = HashMap::new();
        for (day, attention) in entry.attention(last, &self.rows) {
            let part = to_f64(attention) * usual / self.norm_of(day);
            own_of_days.insert(day, attention);
            if age > 0 && (last - 2 * span + 1..=last - span).contains(&day) {
                previous += part;
            }
            *(if age > 0 && day <= last - span { &mut before } else { &mut latest }) += part;
        }
        let (expected, deviation) = match (age, self.usual_first_day(last)) {
            (0, Some((mean, deviation))) => (mean * usual, deviation * usual),
            (0, None) => (latest, 0.0),
            _ => (before * self.usual_share(last, age, span), 0.0),
        };
        let own = |first: i32, last: i32| self.sum(entry, first, last).own_families();
        let families =
            Rise { before: own(last - 2 * span + 1, last - span), latest: own(last - span + 1, last) };
        let halves = Rise {
            before: own(range.first().number() as i32, last - half),
            latest: own(last - half + 1, last),
        };
        let all = totals.find(&()).map(|place| totals.series(place));
        let days: Vec<(i64, i64)> = self
            .norms
            .range(begins..=last)
            .map(|(day, _)| {
                let all = all.map_or(0, |all| all.total(DayRange::single(day_of(day))).attention);
                (own_of_days.get(&day).copied().unwrap_or(0), all)
            })
            .collect();
        // Counts move by their root, and by one where nothing is expected.
        let deviation = deviation.max((expected + 1.0).sqrt());
        let age = match age {
            0 => Age::New,
            age if age < half => Age::Young,
            _ => Age::Older,
        };
        Some(Volume {
            latest,
            previous,
            families: if age == Age::New { Rise { before: 0, ..families } } else { families },
            families_of_halves: halves,
            expected,
            deviation,
            course: Course::of(&days),
            age,
        })
    }

    /// The usual attention of a day of the last week.
    fn usual(&self, last: i32) -> f64 {
        let week = self.norms.range(last - 6..=last).map(|(_, norm)| *norm);
        let (sum, count) = week.fold((0.0, 0.0), |(sum, count), norm| (sum + norm, count + 1.0));
        if count > 0.0 { sum / count } else { 1.0 }
    }

    fn begun_until(&self, last: i32) -> std::ops::RangeInclusive<i32> {
        last.saturating_sub(self.settings.reference_days as i32 - 1)..=last
    }

    /// What stories have on their first day against what is usual on that day, on average, and how far they differ in it;
    /// none before there are any.
    fn usual_first_day(&self, last: i32) -> Option<(f64, f64)> {
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for (day, begun) in self.by_first.range(self.begun_until(last)) {
            let norm = self.norm_of(*day);
            sum += begun.curve.first().map_or(0.0, |first| to_f64(*first)) / norm;
            squares += begun.first_squares / (norm * norm);
            count += begun.curved as f64;
        }
        let mean = sum / count;
        (count > 0.0).then(|| (mean, (squares / count - mean * mean).max(0.0).sqrt()))
    }

    /// What stories of this age had in their latest `span` days, against all that they had before.
    fn usual_share(&self, last: i32, age: i32, span: i32) -> f64 {
        let (mut before, mut latest) = (0.0, 0.0);
        for (day, begun) in self.by_first.range(self.begun_until(last - age)) {
            let curve = &begun.curve[..begun.curve.len().min((age + 1).max(0) as usize)];
            let norms = self.norms.run(*day, curve.len());
            // Days on which none of them was told add nothing.
            for (at, attention) in (0..).zip(curve).filter(|(_, attention)| **attention != 0) {
                let norm = norms.map_or_else(|| self.norm_of(day + at), |norms| norms[at as usize]);
                let part = to_f64(*attention) / norm;
                *(if at <= age - span { &mut before } else { &mut latest }) += part;
            }
        }
        if before > 0.0 { latest / before } else { 0.0 }
    }
}
