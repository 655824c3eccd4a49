//! Names the stories that lead, so that a first question about any long range finds their names ready.
//!
//! A range of months is led by stories that lead the month in which they began; to these come the leaders of the
//! last day, week, month, quarter and year, and the leading stories of the narratives that lead these. Names are a cache of
//! the store (`names.rs`); whoever asks for a story that is not among these waits a little longer.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use domain::hash::to_hex;
use domain::{Day, DayRange};
use indices::Cube;
use indices::answers;
use indices::narratives::NarrativeDays;
use store::Store;

use figures::Figures;
use figures::names;
use figures::names::LIMIT;
use runtime::followers::{Follower, Progress, StepContext};

/// Calendar months whose leaders are named, the newest ones.
const MAX_MONTHS: usize = 60;
/// Ranges up to the newest day whose leaders are named.
const RECENT_DAYS: [i64; 5] = [1, 7, 30, 90, 365];
/// Narratives whose leading stories are named, and how many of each: some more than an answer lists, since what is muted is
/// not among these.
const NARRATIVES: usize = 30;
const STORIES_OF_NARRATIVE: usize = 3;
/// Stories that are named at once.
const BATCH: usize = 8;
/// Between two looks; while documents pour in, the newest stories change with every count.
pub const EVERY: Duration = Duration::from_secs(10);
/// While counted days are still being read.
const UNLOADED_EVERY: Duration = Duration::from_millis(200);
/// After a batch, so many times its length is left to others.
const REST: u32 = 4;

/// Names everything that leads and has no name since it changed; returns how many stories were named.
pub async fn refresh(store: &Store, figures: &Figures) -> anyhow::Result<u64> {
    refresh_resting(store, figures, 0).await
}

async fn refresh_resting(store: &Store, figures: &Figures, rest: u32) -> anyhow::Result<u64> {
    let mut named = 0;
    for batch in figures.stories(leaders).chunks(BATCH) {
        let began = Stopwatch::now();
        let count = match names::prepare(store, figures, batch).await {
            Ok(count) => count,
            Err(_) => one_by_one(store, figures, batch).await?,
        };
        named += count;
        if count > 0 && rest > 0 {
            tokio::time::sleep(began.elapsed() * rest).await;
        }
    }
    Ok(named)
}

/// One story that cannot be named costs itself; where none can be, something else is wrong.
async fn one_by_one(store: &Store, figures: &Figures, stories: &[([u8; 16], u64)]) -> anyhow::Result<u64> {
    let (mut named, mut failed) = (0, 0);
    for story in stories {
        match names::prepare(store, figures, std::slice::from_ref(story)).await {
            Ok(count) => named += count,
            Err(error) if failed + 1 == stories.len() => {
                anyhow::bail!("cannot name stories: {}", error.detail)
            }
            Err(_) => {
                failed += 1;
                tracing::error!("cannot name the story {}", to_hex(&story.0));
            }
        }
    }
    Ok(named)
}

/// The newest first, each once.
fn leaders(cube: &Cube, narratives: &NarrativeDays) -> Vec<[u8; 16]> {
    let Some(span) = cube.span() else { return Vec::new() };
    let mut leaders = Vec::new();
    for days in RECENT_DAYS {
        let recent = DayRange::inclusive(span.last().plus(1 - days), span.last());
        let trends = recent.map_or(Vec::new(), |recent| answers::trends(cube, recent, LIMIT));
        leaders.extend(trends.iter().map(|trend| trend.story));
        if let Some(recent) = recent.and_then(|recent| cube.covered(recent)) {
            for leading in narratives.in_range(recent).iter().take(NARRATIVES) {
                let outline = narratives.outline(leading.narrative, recent, STORIES_OF_NARRATIVE, cube);
                leaders.extend(outline.leading.iter().map(|part| part.story));
            }
        }
    }
    let mut last = span.last();
    for _ in 0..MAX_MONTHS {
        let first = first_of_month(last);
        if let Some(month) = DayRange::inclusive(first, last) {
            leaders.extend(cube.stories_begun(month, LIMIT));
        }
        last = first.plus(-1);
        if last < span.first() {
            break;
        }
    }
    let mut seen = HashSet::new();
    leaders.retain(|story| seen.insert(*story));
    leaders
}

fn first_of_month(day: Day) -> Day {
    let (year, month, _) = day.civil();
    Day::from_civil(year, month, 1).unwrap_or(day)
}

/// Has the names of leading stories ready.
pub struct NameFollower {
    pub store: Store,
    pub figures: Arc<Figures>,
    /// The version of the figures whose leaders have names.
    seen: Option<u64>,
}

impl NameFollower {
    pub fn new(store: Store, figures: Arc<Figures>) -> NameFollower {
        NameFollower { store, figures, seen: None }
    }
}

impl Follower for NameFollower {
    const NAME: &'static str = "names";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        if !self.figures.loaded() {
            return Ok(Progress::done(0, UNLOADED_EVERY));
        }
        let version = self.figures.version();
        let mut named = 0;
        if self.seen != Some(version) {
            named = refresh_resting(&self.store, &self.figures, REST).await?;
            self.seen = Some(version);
        }
        Ok(Progress::done(named, EVERY))
    }
}
