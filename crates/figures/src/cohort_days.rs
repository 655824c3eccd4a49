//! What cohorts said, as sums of days over one stretch of them: the one that was asked about. It is made when somebody asks, follows
//! what is counted again, and is given up where it takes more than its part of `figures_memory_mib`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{Day, DayRange, Instant};
use indices::answers::{CohortAnswer, CohortSums};
use runtime::error::ApiError;
use store::Store;

use crate::Figures;
use crate::spoken;

/// Begun so many days before what is asked about, so that the same question of an earlier day finds it.
const DAYS_BEFORE: i64 = 31;

#[derive(Debug, Default)]
pub struct CohortDays {
    limit_bytes: AtomicUsize,
    held: tokio::sync::Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    generation: u64,
    /// Everything that was counted from this day up to the last of `days` is held.
    first: Option<Day>,
    /// Each with the version of the counts that it was read after.
    days: BTreeMap<Day, u64>,
    sums: CohortSums,
    /// So many days did not fit.
    too_many: Option<i64>,
}

impl Held {
    /// The days that are to be held for a range: those that are held already and go on in it, or its own alone; none where
    /// they do not fit.
    fn stretch(&self, range: DayRange) -> Option<DayRange> {
        let fits = |stretch: &DayRange| self.too_many.is_none_or(|days| stretch.length() < days);
        let goes_on = |first: &Day| {
            let last = self.days.last_key_value().map(|(last, _)| *last);
            *first <= range.first() && last.is_some_and(|last| range.first() <= last.plus(1))
        };
        let held = self.first.filter(goes_on).and_then(|first| DayRange::inclusive(first, range.last()));
        let own = || {
            // What is older than all that is held is asked about rarely, and would push out what is asked about often.
            let is_old = self.first.is_some_and(|first| range.last() < first);
            DayRange::inclusive(range.first().plus(-DAYS_BEFORE), range.last()).filter(|_| !is_old)
        };
        held.filter(fits).or_else(|| own().filter(fits))
    }
}

impl CohortDays {
    pub fn set_limit(&self, bytes: usize) {
        self.limit_bytes.store(bytes, Ordering::Release);
    }

    /// What all that was said in the range comes to; none where it must be counted by going through it.
    pub async fn answer(
        &self,
        store: &Store,
        figures: &Figures,
        range: DayRange,
        at: Instant,
    ) -> Result<Option<Vec<CohortAnswer>>, ApiError> {
        let Some(range) = figures.ask(|cube| cube.covered(range)) else { return Ok(None) };
        let mut held = self.held.lock().await;
        let generation = figures.generation();
        if held.generation != generation {
            *held = Held { generation, ..Held::default() };
        }
        let Some(stretch) = held.stretch(range) else { return Ok(None) };
        if held.first != Some(stretch.first()) {
            *held =
                Held { generation, first: Some(stretch.first()), too_many: held.too_many, ..Held::default() };
        }
        let now = figures.day_versions(stretch);
        let stale = held.days.range(..=range.last()).find(|(day, version)| now.get(day) != Some(version));
        let new = now.keys().find(|day| !held.days.contains_key(day));
        let from = stale.map(|(day, _)| *day).into_iter().chain(new.copied()).min();
        if let Some(days) = from.and_then(|from| DayRange::inclusive(from, range.last())) {
            held.sums.forget_from(days.first());
            held.days.split_off(&days.first());
            for page in spoken::pages(days) {
                let voices = spoken::read(store, figures, page).await?;
                for (day, voices) in voices {
                    let Some(version) = now.get(&day) else { continue };
                    held.sums.add(day, &voices);
                    held.days.insert(day, *version);
                }
                if held.sums.memory() > self.limit_bytes.load(Ordering::Acquire) {
                    let too_many = Some(stretch.length());
                    *held = Held { generation, too_many, ..Held::default() };
                    return Ok(None);
                }
            }
        }
        // What was counted meanwhile is taken in when somebody asks again.
        let is_whole = now.range(range.first()..).all(|(day, version)| held.days.get(day) == Some(version));
        Ok(if is_whole { held.sums.answer(range, at) } else { None })
    }
}
