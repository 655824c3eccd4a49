//! The same as `cohorts` counts, from sums of days: a year costs no more than a month, however much was said.
//!
//! What a day adds to a range depends on where the range begins: a statement that was told before in it, or a person who spoke
//! before in it, is not counted again. So each day keeps its sums by steps, one for each earlier day on which something of it
//! was said the last time before, and what a range takes from it is the last step that lies before the range.

use std::collections::HashMap;
use std::mem::size_of;

use domain::{Cohort, Day, DayRange, Instant, Sentiment};

use super::cohorts::{CohortAnswer, Summed, answer};
use crate::fixed::{to_f64, to_fixed};
use crate::ids::IdState;
use crate::rollup::{Tally, VoiceRow, Voices};
use crate::voices::{Said, said};

/// Role confidence is told in tenths. Nearer to the middle between two of them than this the order in which floats are summed
/// may decide, and the plain way counts.
const TENTHS: f64 = 1_000.0;
const DOUBT: f64 = 1e-5;

/// Never before.
const NEVER: i32 = i32::MIN;

/// Days that follow each other among those that were counted.
#[derive(Debug, Default)]
pub struct CohortSums {
    days: Vec<(Day, OfDay)>,
    people: Keys<(Cohort, [u8; 16])>,
    statements: Keys<(u32, u64)>,
    bytes: usize,
}

#[derive(Debug)]
struct OfDay {
    cohorts: Vec<OfCohort>,
    /// Who spoke and what was told, each with the last day before.
    people: Box<[(u32, i32)]>,
    statements: Box<[(u32, i32)]>,
}

#[derive(Debug)]
struct OfCohort {
    cohort: Cohort,
    documents: u32,
    posts: u32,
    /// In the order of days; each holds the ones before.
    steps: Box<[Step]>,
}

/// What a day adds to ranges that begin after another one, of people and statements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Step {
    since: i32,
    statements: i32,
    speakers: i32,
    days: i32,
    positive: i32,
    negative: i32,
    sureness: i64,
}

/// Numbers of keys, and the last day of each.
#[derive(Debug)]
struct Keys<Key> {
    places: HashMap<Key, u32, IdState>,
    last: Vec<i32>,
}

impl<Key> Default for Keys<Key> {
    fn default() -> Keys<Key> {
        Keys { places: HashMap::default(), last: Vec::new() }
    }
}

impl<Key: Eq + std::hash::Hash> Keys<Key> {
    fn place(&mut self, key: Key) -> u32 {
        *self.places.entry(key).or_insert_with(|| {
            self.last.push(NEVER);
            self.last.len() as u32 - 1
        })
    }

    fn memory(&self) -> usize {
        self.places.capacity() * (size_of::<(Key, u32)>() + 1) + self.last.capacity() * size_of::<i32>()
    }
}

impl CohortSums {
    /// About so many bytes of memory.
    pub fn memory(&self) -> usize {
        self.bytes + self.people.memory() + self.statements.memory()
    }

    /// Lets go of a day and those after it.
    pub fn forget_from(&mut self, day: Day) {
        while let Some((_, of_day)) = self.days.pop_if(|(last, _)| *last >= day) {
            self.bytes -= of_day.memory();
            of_day.people.iter().for_each(|(place, before)| self.people.last[*place as usize] = *before);
            of_day
                .statements
                .iter()
                .for_each(|(place, before)| self.statements.last[*place as usize] = *before);
        }
    }

    /// Adds what was said on a day that comes after those before.
    pub fn add(&mut self, day: Day, voices: &Voices) {
        let number = day.number() as i32;
        let mut counts: Vec<Counting> = vec![Counting::default(); Cohort::ALL.len()];
        let (mut people, mut statements) = (Vec::new(), Vec::new());
        for run in voices.rows.chunk_by(|a, b| (a.voice, a.cohort) == (b.voice, b.cohort)) {
            let Some(VoiceRow { voice, cohort, .. }) = run.first() else { continue };
            let count = &mut counts[*cohort as usize];
            let person = self.people.place((*cohort, *voice));
            let before = std::mem::replace(&mut self.people.last[person as usize], number);
            people.push((person, before));
            count.steps.push(Step { since: before, speakers: 1, ..Step::default() });
            // Each with the last day on which it was told before; a second report of the day is none.
            let mut new: Vec<(i32, &VoiceRow)> = Vec::with_capacity(run.len());
            for row in run {
                count.documents.push(row.document);
                if row.is_post {
                    count.posts += 1;
                    new.push((NEVER, row));
                    continue;
                }
                let statement = self.statements.place((person, row.group));
                let last = &mut self.statements.last[statement as usize];
                if *last < number {
                    let before = std::mem::replace(last, number);
                    statements.push((statement, before));
                    new.push((before, row));
                }
            }
            new.sort_by_key(|(before, _)| *before);
            count.steps(&new);
        }
        let cohorts =
            Cohort::ALL.iter().zip(counts).filter_map(|(cohort, count)| count.end(*cohort)).collect();
        let of_day = OfDay { cohorts, people: people.into(), statements: statements.into() };
        self.bytes += of_day.memory();
        self.days.push((day, of_day));
    }

    /// The answer over a range, all of whose counted days were added; none where the plain way must tell it.
    pub fn answer(&self, range: DayRange, at: Instant) -> Option<Vec<CohortAnswer>> {
        let begins = range.first().number() as i32;
        let mut summed = vec![(Summed::default(), 0_i64); Cohort::ALL.len()];
        let first = self.days.partition_point(|(day, _)| *day < range.first());
        for (day, of_day) in self.days[first..].iter().take_while(|(day, _)| *day <= range.last()) {
            for of_cohort in &of_day.cohorts {
                let (sum, sureness) = &mut summed[of_cohort.cohort as usize];
                sum.documents += i64::from(of_cohort.documents);
                sum.posts += i64::from(of_cohort.posts);
                let steps = &of_cohort.steps[..of_cohort.steps.partition_point(|step| step.since < begins)];
                let Some(step) = steps.last() else { continue };
                sum.statements += i64::from(step.statements);
                sum.speakers += step.speakers as usize;
                sum.days += Tally {
                    count: step.days.into(),
                    positive: step.positive.into(),
                    negative: step.negative.into(),
                    ..Tally::default()
                };
                *sureness += step.sureness;
                if step.days > 0 {
                    sum.last_day = Some(*day);
                }
            }
        }
        let sure = summed.into_iter().map(|(sum, sureness)| Summed { sureness: to_f64(sureness), ..sum });
        let sure: Vec<Summed> = sure.collect();
        let is_told = |sum: &Summed| {
            let tenths = TENTHS * sum.sureness / sum.days.count.max(1) as f64;
            (tenths.fract() - 0.5).abs() > DOUBT
        };
        sure.iter().all(is_told).then(|| answer(sure.into_iter(), range, at))
    }
}

impl OfDay {
    fn memory(&self) -> usize {
        let steps = |of: &OfCohort| size_of::<OfCohort>() + of.steps.len() * size_of::<Step>();
        size_of::<(Day, OfDay)>()
            + self.cohorts.iter().map(steps).sum::<usize>()
            + (self.people.len() + self.statements.len()) * size_of::<(u32, i32)>()
    }
}

/// One cohort on the day that is added.
#[derive(Clone, Default)]
struct Counting {
    documents: Vec<[u8; 16]>,
    posts: u32,
    steps: Vec<Step>,
}

impl Counting {
    /// What a person's day adds, by where a range begins: the more of it was told before, the less is new.
    fn steps(&mut self, new: &[(i32, &VoiceRow)]) {
        let mut before = Step::default();
        for end in 1..=new.len() {
            let since = new[end - 1].0;
            if new.get(end).is_some_and(|next| next.0 == since) {
                continue;
            }
            let rows = new[..end].iter().map(|(_, row)| *row);
            let statements = rows.clone().filter(|row| !row.is_post).count();
            let Said { sentiment, sureness, .. } = said(rows);
            let now = Step {
                since,
                statements: statements as i32,
                speakers: 0,
                days: 1,
                positive: i32::from(sentiment == Sentiment::Positive),
                negative: i32::from(sentiment == Sentiment::Negative),
                sureness: to_fixed(sureness),
            };
            self.steps.push(now.less(before));
            before = now;
        }
    }

    fn end(mut self, cohort: Cohort) -> Option<OfCohort> {
        if self.documents.is_empty() {
            return None;
        }
        self.documents.sort_unstable();
        self.documents.dedup();
        self.steps.sort_unstable_by_key(|step| step.since);
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps {
            match steps.last_mut() {
                Some(last) if last.since == step.since => *last = last.more(step),
                Some(last) => {
                    let more = last.more(step);
                    steps.push(more);
                }
                None => steps.push(step),
            }
        }
        Some(OfCohort {
            cohort,
            documents: self.documents.len() as u32,
            posts: self.posts,
            steps: steps.into(),
        })
    }
}

impl Step {
    fn more(self, other: Step) -> Step {
        Step {
            since: other.since,
            statements: self.statements + other.statements,
            speakers: self.speakers + other.speakers,
            days: self.days + other.days,
            positive: self.positive + other.positive,
            negative: self.negative + other.negative,
            sureness: self.sureness + other.sureness,
        }
    }

    fn less(self, other: Step) -> Step {
        Step {
            since: self.since,
            statements: self.statements - other.statements,
            speakers: self.speakers - other.speakers,
            days: self.days - other.days,
            positive: self.positive - other.positive,
            negative: self.negative - other.negative,
            sureness: self.sureness - other.sureness,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{CohortCount, Spoken};
    use super::*;
    use crate::rollup::DayRollup;
    use crate::sample::{random_day, rolled};

    const DAYS: i64 = 16;

    fn start() -> Day {
        Day::parse("2024-02-20").expect("a day")
    }

    fn corpus(seed: u64) -> Vec<DayRollup> {
        let days = (0..DAYS).filter(|n| n % 5 != 3).map(|n| start().plus(n));
        days.map(|day| rolled(day, &random_day(seed, day, 4 + (seed % 40) as usize))).collect()
    }

    /// Role confidence as it is told.
    fn rounded(answers: Vec<CohortAnswer>) -> Vec<CohortAnswer> {
        let tenth = |percent: f64| (percent * 10.0).round() / 10.0;
        answers
            .into_iter()
            .map(|one| CohortAnswer { role_confidence: tenth(one.role_confidence), ..one })
            .collect()
    }

    fn plain(days: &[DayRollup], range: DayRange, at: Instant) -> Vec<CohortAnswer> {
        let mut count = CohortCount::new(Spoken::default());
        let inside = days.iter().filter(|rollup| range.contains(rollup.day));
        inside.for_each(|rollup| count.add(rollup.day, &rollup.voices));
        count.answer(range, at)
    }

    /// How many of all ranges the sums answer; each like the plain way.
    fn told(sums: &CohortSums, days: &[DayRollup]) -> usize {
        let ranges = (0..DAYS).flat_map(|a| (a..DAYS).map(move |b| (a, b)));
        let is_told = |(a, b): &(i64, i64)| {
            let range = DayRange::inclusive(start().plus(*a), start().plus(*b)).expect("forwards");
            let quick = sums.answer(range, range.end());
            let is_told = quick.is_some();
            quick.into_iter().for_each(|quick| {
                assert_eq!(rounded(quick), rounded(plain(days, range, range.end())));
            });
            is_told
        };
        ranges.filter(is_told).count()
    }

    #[test]
    fn few_ranges_are_in_doubt() {
        let days: Vec<DayRollup> =
            (0..DAYS).map(|n| start().plus(n)).map(|day| rolled(day, &random_day(7, day, 60))).collect();
        let mut sums = CohortSums::default();
        days.iter().for_each(|rollup| sums.add(rollup.day, &rollup.voices));
        let ranges = (DAYS * (DAYS + 1) / 2) as usize;
        assert!(told(&sums, &days) > ranges / 2, "{} of {ranges}", told(&sums, &days));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Sums of days say of every range what going through everything that was said says.
        #[test]
        fn sums_of_days_answer_like_what_was_said(seed in any::<u64>(), later in any::<u64>(), cut in 0..DAYS) {
            let mut days = corpus(seed);
            let mut sums = CohortSums::default();
            days.iter().for_each(|rollup| sums.add(rollup.day, &rollup.voices));
            told(&sums, &days);
            // Days are counted again from one on, all others stay.
            let again = corpus(later);
            let from = start().plus(cut);
            days.retain(|rollup| rollup.day < from);
            days.extend(again.into_iter().filter(|rollup| rollup.day >= from));
            sums.forget_from(from);
            days.iter().filter(|rollup| rollup.day >= from).for_each(|rollup| sums.add(rollup.day, &rollup.voices));
            told(&sums, &days);
            sums.forget_from(Day::MIN);
            prop_assert_eq!(sums.bytes, 0);
            prop_assert!(sums.people.last.iter().chain(&sums.statements.last).all(|last| *last == NEVER));
        }
    }
}
