//! Counted days, held in memory so that a year is answered without touching a document, and answers that follow
//! from them alone.
//!
//! All of it is a cache of the store: the pipeline brings it up to date, operations read it. Every change takes the
//! next version, and an answer is given again only while the version is the one it was worked out from, so that
//! no answer outlives a document that would change it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use domain::{Day, DayRange};
use indices::answers::{self, Trend};
use indices::cube::StoryInRange;
use indices::narratives::{Membership, NarrativeDays};
use indices::rollup::Voices;
use indices::{Cube, DayRollup};

use runtime::error::{ApiError, Code};
pub mod calls;
pub mod change;
pub mod cohort_days;
pub mod counted_input;
pub mod directory;
pub mod kept_days;
pub mod kept_value;
pub mod names;
pub mod narratives;
pub mod news;
pub mod portfolio;
mod sentence;
pub mod similar;
pub mod spoken;
pub mod universe;
pub mod whole;

use crate::cohort_days::CohortDays;
use crate::kept_days::KeptDays;
use crate::kept_value::KeptValue;
use crate::names::Names;
use crate::narratives::Narratives;
use crate::news::News;
use crate::portfolio::{Portfolio, Standing};
use runtime::call::Answer;

/// Answers are kept up to so many bytes in all.
const KEPT_LIMIT_BYTES: usize = 64 << 20;
/// A larger answer is rare and would push out hundreds of others.
const KEPT_ANSWER_LIMIT_BYTES: usize = 2 << 20;
/// Seconds after which to ask again while counts are read at a start.
const COUNTING_S: u64 = 1;

#[derive(Debug, Default)]
pub struct Figures {
    held: RwLock<Held>,
    version: AtomicU64,
    /// Up to which recount of the store the cube has come; below zero before the first look.
    seen: AtomicI64,
    loaded: std::sync::atomic::AtomicBool,
    portfolio: RwLock<Standing>,
    kept: Mutex<Kept>,
    turns: Turns,
    /// Days with everything that was counted of them; the cube holds outlines.
    pub whole: KeptDays<DayRollup>,
    /// What was said on days in known roles.
    pub voices: KeptDays<Voices>,
    /// What the cohorts said, ready for any range of the days that are asked about.
    pub cohorts: CohortDays,
    /// What stories are called.
    pub names: Names,
    /// What narratives are called, and what people decided about them.
    pub narratives: Narratives,
    /// What is newest, for those who wait for it.
    pub news: News,
    /// How directly companies answer.
    pub companies: KeptValue,
}

#[derive(Debug, Default)]
struct Held {
    cube: Cube,
    narratives: NarrativeDays,
    /// The version that each day's last recount gave.
    changed: HashMap<Day, u64>,
    /// What was read in an earlier one is of another store.
    generation: u64,
}

impl Held {
    /// Since when nothing has changed on any day of the story.
    fn unchanged_since(&self, story: [u8; 16]) -> u64 {
        let versions = self.cube.story_days(story).filter_map(|day| self.changed.get(&day));
        versions.copied().max().unwrap_or(0)
    }
}

/// Who works out which answer; names share a few locks, which costs a wait now and then and no memory.
#[derive(Debug)]
struct Turns([tokio::sync::Mutex<()>; 32]);

impl Default for Turns {
    fn default() -> Turns {
        Turns(std::array::from_fn(|_| tokio::sync::Mutex::new(())))
    }
}

/// Answers in two generations: when the newer one has half of the room, the older one, which nobody asked for
/// meanwhile, is given up and the newer one takes its place.
#[derive(Debug, Default)]
struct Kept {
    version: u64,
    newer: HashMap<String, Answer>,
    newer_bytes: usize,
    older: HashMap<String, Answer>,
}

impl Kept {
    fn find(&mut self, name: &str) -> Option<Answer> {
        if let Some(answer) = self.newer.get(name) {
            return Some(answer.clone());
        }
        let (name, answer) = self.older.remove_entry(name)?;
        self.insert(name, answer.clone());
        Some(answer)
    }

    fn insert(&mut self, name: String, answer: Answer) {
        let bytes = name.len() + answer.body.len();
        if self.newer_bytes + bytes > KEPT_LIMIT_BYTES / 2 {
            self.older = std::mem::take(&mut self.newer);
            self.newer_bytes = 0;
        }
        self.older.remove(&name);
        let length = name.len();
        self.newer_bytes += bytes;
        if let Some(before) = self.newer.insert(name, answer) {
            self.newer_bytes -= length + before.body.len();
        }
    }
}

impl Figures {
    /// Whole days are kept within half of so much memory, what was said on days and its sums within a quarter each.
    pub fn within(memory_mib: u64) -> Figures {
        let figures = Figures::default();
        let bytes = usize::try_from(memory_mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
        figures.whole.set_limit(bytes / 2);
        figures.voices.set_limit(bytes / 4);
        figures.cohorts.set_limit(bytes / 4);
        figures
    }

    /// Asks the counted days. The question must not wait for anything: a recount waits for it.
    pub fn ask<T>(&self, question: impl FnOnce(&Cube) -> T) -> T {
        question(&self.held.read().unwrap_or_else(PoisonError::into_inner).cube)
    }

    /// Asks the counted days together with the narratives that their stories are in.
    pub fn ask_narratives<T>(&self, question: impl FnOnce(&Cube, &NarrativeDays) -> T) -> T {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        question(&held.cube, &held.narratives)
    }

    /// Since which version each of these stories is as it is.
    pub fn unchanged_since(&self, stories: &[[u8; 16]]) -> Vec<u64> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        stories.iter().map(|story| held.unchanged_since(*story)).collect()
    }

    /// Stories that are in other narratives now.
    pub fn move_stories(&self, moved: Vec<([u8; 16], Membership)>) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        let Held { cube, narratives, .. } = &mut *held;
        narratives.move_stories(moved, cube);
        self.changed();
    }

    /// The strongest stories of the days, each with the version since which it is as it is.
    pub fn trends(&self, days: DayRange, limit: usize) -> Vec<(Trend, u64)> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let since = |trend: Trend| {
            let since = held.unchanged_since(trend.story);
            (trend, since)
        };
        answers::trends(&held.cube, days, limit).into_iter().map(since).collect()
    }

    /// A page of the stories that `keep` lets through, and how many of them there are in all.
    pub fn trends_page(
        &self,
        days: DayRange,
        keep: impl Fn(&StoryInRange) -> bool,
        skip: usize,
        take: usize,
    ) -> (Vec<(Trend, u64)>, usize) {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let (trends, total) = answers::trends_page(&held.cube, days, keep, skip, take);
        let since = |trend: Trend| {
            let since = held.unchanged_since(trend.story);
            (trend, since)
        };
        (trends.into_iter().map(since).collect(), total)
    }

    /// The same of stories that are named by a question to the counted days.
    pub fn stories(
        &self,
        which: impl FnOnce(&Cube, &NarrativeDays) -> Vec<[u8; 16]>,
    ) -> Vec<([u8; 16], u64)> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        which(&held.cube, &held.narratives)
            .into_iter()
            .map(|story| (story, held.unchanged_since(story)))
            .collect()
    }

    /// The figures, once all that was counted before the start is held: until then a range may look empty that
    /// is not.
    pub fn counted(&self) -> Result<&Figures, ApiError> {
        match self.loaded() {
            true => Ok(self),
            false => Err(ApiError::new(Code::Unavailable, "Counts are being read. Try again in a moment.")
                .retry_after(COUNTING_S)),
        }
    }

    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// The number of the newest recount that is held.
    pub fn seen(&self) -> i64 {
        self.seen.load(Ordering::Acquire)
    }

    /// Whether everything that had been counted at the start is held.
    pub fn loaded(&self) -> bool {
        self.loaded.load(Ordering::Acquire)
    }

    pub fn set_loaded(&self) {
        self.loaded.store(true, Ordering::Release);
    }

    /// Lets go of everything: the store is not the one that it was read from.
    pub fn forget(&self) {
        self.loaded.store(false, Ordering::Release);
        {
            let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
            *held = Held { generation: held.generation + 1, ..Held::default() };
        }
        self.set_seen(0);
        self.narratives.forget();
        self.whole.forget_all();
        self.voices.forget_all();
        *self.portfolio.write().unwrap_or_else(PoisonError::into_inner) = Standing::default();
        self.changed();
    }

    /// How often everything was let go of.
    pub fn generation(&self) -> u64 {
        self.held.read().unwrap_or_else(PoisonError::into_inner).generation
    }

    /// Takes counted days in that were read in this generation; readers wait until all of them are held.
    pub fn take(&self, rollups: Vec<Arc<DayRollup>>, generation: u64) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        if held.generation != generation {
            return;
        }
        let days: HashSet<Day> = rollups.iter().map(|rollup| rollup.day).collect();
        let Held { cube, narratives, .. } = &mut *held;
        cube.replace_all(rollups);
        days.iter().for_each(|day| narratives.count(*day, cube));
        let version = self.changed();
        self.whole.forget(days.iter().copied());
        self.voices.forget(days.iter().copied());
        held.changed.extend(days.into_iter().map(|day| (day, version)));
    }

    /// Since when nothing has changed on a day.
    pub fn day_unchanged_since(&self, day: Day) -> u64 {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.changed.get(&day).copied().unwrap_or(0)
    }

    /// The days of a range that are held, each with the version since which nothing has changed on it.
    fn day_versions(&self, range: DayRange) -> BTreeMap<Day, u64> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let version = |day: Day| held.changed.get(&day).copied().unwrap_or(0);
        held.cube.days(range).map(|(day, _)| (day, version(day))).collect()
    }

    /// Keeps something of a day that was read at `version`, unless it was counted again meanwhile.
    fn keep_of(&self, day: Day, version: u64, generation: u64, keep: impl FnOnce()) {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let is_later = held.changed.get(&day).is_some_and(|changed| *changed > version);
        if held.generation == generation && !is_later {
            keep();
        }
    }

    /// Gives back memory that a first look set aside.
    pub fn shrink(&self) {
        self.held.write().unwrap_or_else(PoisonError::into_inner).cube.shrink();
    }

    /// Says that everything is held that was counted up to this recount.
    pub fn set_seen(&self, seen: i64) {
        self.seen.store(seen, Ordering::Release);
    }

    /// The newest readings of all metrics.
    pub fn portfolio(&self) -> Standing {
        self.portfolio.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Serves this portfolio from now on.
    pub fn publish(&self, portfolio: Portfolio) {
        *self.portfolio.write().unwrap_or_else(PoisonError::into_inner) =
            Standing::Ready(Arc::new(portfolio));
        self.changed();
    }

    /// Says that the portfolio could not be read; one that is held already is still good.
    pub fn portfolio_unreadable(&self) {
        let mut standing = self.portfolio.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(*standing, Standing::NotYet) {
            *standing = Standing::Unreadable;
        }
    }

    /// Says that something changed which kept answers were worked out from; returns the new version.
    pub fn changed(&self) -> u64 {
        self.version.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// The answer of this name, if it still follows from what is held.
    pub fn kept(&self, name: &str) -> Option<Answer> {
        let version = self.version();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.version != version {
            return None;
        }
        kept.find(name)
    }

    /// Waits until nobody else works out the answer of this name. Many ask the same at once; one works, the others
    /// find it kept.
    pub async fn turn(&self, name: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let turns = &self.turns.0;
        let place = usize::from(domain::hash::hash128(name.as_bytes())[0]) % turns.len();
        turns[place].lock().await
    }

    /// Keeps an answer whose working out began at `version`.
    pub fn keep(&self, name: String, version: u64, answer: &Answer) {
        if answer.body.len() > KEPT_ANSWER_LIMIT_BYTES || answer.status != 200 {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // An older version than the kept one: the answer was overtaken while it was worked out.
        if version < kept.version {
            return;
        }
        if version > kept.version {
            *kept = Kept { version, ..Kept::default() };
        }
        kept.insert(name, answer.clone());
    }
}

#[cfg(test)]
#[path = "figures_tests.rs"]
mod tests;
