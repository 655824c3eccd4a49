//! The strongest stories of a range, without looking at each.

use std::ops::RangeInclusive;

use domain::DayRange;

use super::measure::{MAX_WEIGHT, evidence};
use super::sums::volume_at_most;
use super::{Stories, StoryInRange, Tables};
use crate::fixed::to_f64;

impl Stories {
    pub fn strongest(&self, range: DayRange, limit: usize, tables: Tables<'_>) -> Vec<StoryInRange> {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        self.strongest_begun(first.saturating_sub(self.longest)..=last, range, limit, tables)
    }

    /// Of those that begin on these days the strongest in the range.
    pub fn strongest_begun(
        &self,
        begun: RangeInclusive<i32>,
        range: DayRange,
        limit: usize,
        tables: Tables<'_>,
    ) -> Vec<StoryInRange> {
        if limit == 0 {
            return Vec::new();
        }
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let weights = self.weights(range.last(), tables);
        let mut best = Best { limit, stories: Vec::with_capacity(limit.min(1000) + 1) };
        // The bound and the evidence are rounded on different ways; a hair's breadth keeps ties in.
        let bound = |plain: f64| plain * to_f64(MAX_WEIGHT) * (1.0 + 1e-9);
        let mut reaching_out: Vec<(f64, u32)> = Vec::new();
        // Those that begin inside raise the bar for the ones that reach into the range.
        let (begins, ends) = begun.into_inner();
        let on = |from: i32, until: i32| self.by_first.range(from..until.max(from));
        let inside = on(begins.max(first), ends.saturating_add(1));
        let reaching_in = on(begins, ends.saturating_add(1).min(first));
        for (begins, of_day) in inside.chain(reaching_in).filter(|(_, of_day)| of_day.latest >= first) {
            for ((place, plain), ends) in of_day.places.iter().zip(&of_day.evidence).zip(&of_day.lasts) {
                if best.excludes(bound(*plain)) {
                    break;
                }
                if *ends < first {
                    continue;
                }
                if *begins >= first && *ends <= last {
                    self.offer(&mut best, *place, range, &weights);
                    continue;
                }
                let entry = &self.entries[*place];
                let Some(listed) = entry.listed else { continue };
                // A long story may reach far out: what it has in the blocks of the range bounds it more closely.
                let volume = volume_at_most(&entry.days, &entry.blocks, first, last);
                let families = f64::from(listed.own_families);
                let plain = volume.map_or(*plain, |volume| evidence(families, to_f64(volume)));
                reaching_out.push((bound(plain), *place));
            }
        }
        reaching_out.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        for (bound, place) in reaching_out {
            if best.excludes(bound) {
                break;
            }
            self.offer(&mut best, place, range, &weights);
        }
        best.stories
    }

    /// Every story of the range, strongest first.
    pub fn all(&self, range: DayRange, tables: Tables<'_>) -> Vec<StoryInRange> {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let weights = self.weights(range.last(), tables);
        let begun = self.by_first.range(first.saturating_sub(self.longest)..=last);
        let places = begun.flat_map(|(_, begun)| &begun.places);
        let mut found: Vec<StoryInRange> = places
            .filter_map(|place| self.measure(*place, range, &weights))
            .filter(|found| self.settings.is_trend(&found.tally))
            .collect();
        found.sort_unstable_by(|a, b| b.evidence.total_cmp(&a.evidence).then(a.story.cmp(&b.story)));
        found
    }

    fn offer(&self, best: &mut Best, place: u32, range: DayRange, weights: &[i64]) {
        let found = self.measure(place, range, weights);
        if let Some(found) = found.filter(|found| self.settings.is_trend(&found.tally)) {
            best.insert(found);
        }
    }
}

/// The strongest so far, strongest first.
struct Best {
    limit: usize,
    stories: Vec<StoryInRange>,
}

impl Best {
    /// Whether there is no place for a story that is no stronger than this.
    fn excludes(&self, bound: f64) -> bool {
        self.stories.len() == self.limit
            && self.stories.last().is_some_and(|weakest| bound < weakest.evidence)
    }

    /// Evidence first, then the id, so that equal ones have an order of their own.
    fn insert(&mut self, found: StoryInRange) {
        let at = self.stories.partition_point(|other| {
            other.evidence > found.evidence || (other.evidence == found.evidence && other.story < found.story)
        });
        self.stories.insert(at, found);
        self.stories.truncate(self.limit);
    }
}
