//! Grows narratives out of stories: each story of several articles joins the theme that it is like, or makes one with
//! others.
//!
//! Which stories changed follows from the counted days. Of each that did, some articles are read from the store, and now
//! and then a review groups what is new (`analysis::narratives`). What is remembered lies in the store, story by
//! story, written in one transaction with the memberships, names and redirects that came of it. One process grows
//! narratives at a time, under a lease; every process takes up what was written (`load`).

mod decide;
mod decisions;
mod load;
mod memory;
mod notes;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use analysis::narratives::{
    Article, ArticleTerms, MAX_ARTICLES, NarrativeId, Review, StoryTerms, is_advertising,
};
use analysis::stories::StoryId;
use anyhow::Context;
use domain::hash::hash128;
use domain::{Day, DayRange, DocumentId};
use figures::Figures;
use indices::Tally;
use runtime::followers::{Follower, Progress, StepContext, under_lease};
use store::Store;
use store::narratives::NarrativeDocument;

use crate::rollup::{self, uncounted};
pub use decide::{Verdict, decide, stories};
pub use load::{NarrativeLoader, load};
use memory::Memory;
use notes::Notes;

/// Stories that are read from the store at once.
const BATCH: usize = 64;
/// Stories that are told between two reviews where many wait.
const REVIEW_AFTER: usize = 300;
/// With so many changed stories a review is due once nothing moves, or after so long with any.
const MIN_CHANGED: usize = 60;
const REVIEW_EVERY: Duration = Duration::from_secs(600);
/// Between two looks at what was counted.
const EVERY: Duration = Duration::from_secs(1);
/// While counted days are still being read.
const UNLOADED_EVERY: Duration = Duration::from_millis(200);
/// Characters of an article that are looked at.
const LEAD: usize = 1_600;

pub struct NarrativeFollower {
    store: Store,
    figures: Arc<Figures>,
    /// As the store has it; none before it is read, and after a failure.
    memory: Option<Memory>,
    /// The last review, or the start.
    since: Stopwatch,
    /// The version of the figures and the change of narratives at which so many stories waited.
    looked: Option<((u64, i64), usize)>,
}

/// A story as it was counted.
#[derive(Clone, Copy, Debug)]
struct Counted {
    story: StoryId,
    /// A number for its counts.
    counted: i64,
    life: DayRange,
}

impl Follower for NarrativeFollower {
    const NAME: &'static str = "narratives";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        if !self.figures.loaded() {
            return Ok(Progress::done(0, UNLOADED_EVERY));
        }
        let waited = self.since.elapsed() >= REVIEW_EVERY;
        Ok(Progress::done(self.grow(context, waited).await?, EVERY))
    }
}

impl NarrativeFollower {
    pub fn new(store: Store, figures: Arc<Figures>) -> NarrativeFollower {
        NarrativeFollower { store, figures, memory: None, since: Stopwatch::now(), looked: None }
    }

    /// Does what was decided and looks at every story that changed; returns how many were told.
    pub async fn catch_up(&mut self, context: &StepContext) -> anyhow::Result<u64> {
        self.grow(context, true).await
    }

    async fn grow(&mut self, context: &StepContext, waited: bool) -> anyhow::Result<u64> {
        let revision = self.store.narratives.revision().await;
        let revision = revision.context("cannot read how often narratives were changed")?;
        // Taken out: where a step fails half-way, the next one reads what the store has.
        let mut memory = match self.memory.take() {
            Some(memory) if memory.revision == revision => memory,
            _ => Memory::load(&self.store).await?,
        };
        let decided = self.store.narratives.waiting_decisions().await;
        let decided = decided.context("cannot read what was decided about narratives")?;
        if !decided.is_empty() {
            context.alive();
            memory = decisions::apply(&self.store, memory, &decided, context).await?;
        }
        let looked = (self.figures.version(), memory.revision);
        // The same stories wait as at the last look: a few until it is time, none for ever.
        let is_first = memory.counted.is_empty();
        let may_wait = |waits: usize| waits == 0 || waits < MIN_CHANGED && !waited && !is_first;
        if self.looked.is_some_and(|(at, waits)| at == looked && may_wait(waits)) {
            self.memory = Some(memory);
            return Ok(0);
        }
        let (mut changed, mut gone) = self.changed(&memory);
        let waits = changed.len() + gone.len();
        self.looked = Some((looked, waits));
        let mut told = 0;
        // A few stories wait, also after a start; many, and the first of all, until what they are made from stands still.
        let many = waits >= MIN_CHANGED || is_first;
        if waits > 0 && (waited || many && !self.is_moving().await?) {
            // Asked again: what was counted between the two looks is told with the rest, whatever machine this is.
            (changed, gone) = self.changed(&memory);
            gone.iter().for_each(|story| memory.remove(*story));
            let mut removed = gone;
            for part in changed.chunks(REVIEW_AFTER) {
                for batch in part.chunks(BATCH) {
                    memory = self.tell(memory, batch, context).await?;
                }
                memory = self.review(memory, std::mem::take(&mut removed), context).await?;
                told += part.len() as u64;
            }
            if !removed.is_empty() {
                memory = self.review(memory, removed, context).await?;
            }
            self.since = Stopwatch::now();
        }
        self.memory = Some(memory);
        Ok(told)
    }

    /// Whether documents are still being read, days counted again, or counts not taken up yet: stories that are told now
    /// would be told again, and what they are grouped with would depend on how fast this machine is.
    async fn is_moving(&self) -> anyhow::Result<bool> {
        let documents = &self.store.documents;
        let unread = documents.unread_count().await.context("cannot count what is to be read")?;
        Ok(unread > 0 || uncounted(&self.store, Day::MAX, self.figures.seen()).await?)
    }

    /// Stories that are counted otherwise than they were when they were told, by their first days, and remembered ones
    /// that have no articles any more.
    fn changed(&self, memory: &Memory) -> (Vec<Counted>, Vec<StoryId>) {
        let mut remembered: BTreeSet<StoryId> = memory.grower.stories().map(|(id, _)| id).collect();
        let mut changed: Vec<Counted> = self.figures.ask(|cube| {
            cube.stories_of_several()
                .filter_map(|(story, tally, life)| {
                    let story = StoryId::of_first(DocumentId::from_bytes(story));
                    remembered.remove(&story);
                    let counted = number(tally);
                    (memory.counted.get(&story) != Some(&counted)).then_some(Counted { story, counted, life })
                })
                .collect()
        });
        changed.sort_unstable_by_key(|counted| (counted.life.first(), counted.story));
        (changed, remembered.into_iter().collect())
    }

    async fn tell(
        &self,
        mut memory: Memory,
        batch: &[Counted],
        context: &StepContext,
    ) -> anyhow::Result<Memory> {
        let batch: Vec<Counted> =
            batch.iter().copied().filter(|counted| !context.passes_over(counted.story)).collect();
        let ids: Vec<String> = batch.iter().map(|counted| counted.story.to_string()).collect();
        let told = self.store.narratives.told(&ids, MAX_ARTICLES, LEAD).await;
        let told = told.context("cannot read the articles of stories")?;
        let context = context.clone();
        let telling = tokio::task::spawn_blocking(move || {
            for (counted, documents) in batch.iter().zip(told) {
                context.at(counted.story);
                tell(&mut memory, counted, &documents);
            }
            memory
        });
        Ok(telling.await?)
    }

    async fn review(
        &self,
        mut memory: Memory,
        removed: Vec<StoryId>,
        context: &StepContext,
    ) -> anyhow::Result<Memory> {
        context.alive();
        let reviewing = tokio::task::spawn_blocking(move || {
            let review = memory.grower.review();
            let written = memory.written(&review, &removed);
            (memory, written, review)
        });
        let (mut memory, written, review) = reviewing.await?;
        let Review { moved, gone, .. } = &review;
        tracing::debug!(
            "{} stories are in other narratives, {} narratives are no more",
            moved.len(),
            gone.len()
        );
        written.store(&self.store, &mut memory, 0, context).await?;
        Ok(memory)
    }
}

fn tell(memory: &mut Memory, counted: &Counted, documents: &[NarrativeDocument]) {
    let (Some(first), Some(last)) = (documents.first(), documents.last()) else {
        // It was parted or joined since it was counted; what it is now comes with the next count.
        memory.counted.insert(counted.story, counted.counted);
        return;
    };
    let read: Vec<Article> = documents
        .iter()
        .map(|document| {
            let NarrativeDocument { title, lead, language, categories, .. } = document;
            Article { title, content: lead, language, categories }
        })
        .collect();
    // One that is remembered keeps its narrative.
    if is_advertising(read.iter().map(Article::is_advertising)) && !memory.remembers(counted.story) {
        memory.pass_over(counted.story, counted.counted, (first.published_at, last.published_at));
        return;
    }
    let articles = ArticleTerms::all(&read);
    let terms = StoryTerms::of(&articles, memory.grower.settings().max_phrases);
    memory.tell(
        counted.story,
        counted.counted,
        (first.published_at, last.published_at),
        terms,
        Notes::of(documents),
    );
}

/// Counts what is not counted yet and tells every story that waits; returns how many were told. Where another process grows narratives,
/// they are left to it, and none is returned.
pub async fn catch_up(store: &Store) -> anyhow::Result<Option<u64>> {
    rollup::recount(store, |_| {}).await?;
    let figures = Arc::new(Figures::default());
    rollup::load(store, &figures).await?;
    let told = under_lease(store, NarrativeFollower::NAME, async |fence| {
        let context = StepContext::by_hand(store, NarrativeFollower::NAME, Some(fence)).await?;
        NarrativeFollower::new(store.clone(), figures).catch_up(&context).await
    });
    told.await
}

/// Two counts with one number are taken for the same.
fn number(tally: Tally) -> i64 {
    let parts = [tally.count, tally.unread, tally.positive, tally.negative, tally.tone, tally.attention];
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
    let [a, b, c, d, e, f, g, h, ..] = hash128(&bytes);
    // 0 is what has no articles any more.
    i64::from_le_bytes([a, b, c, d, e, f, g, h]).max(1)
}

/// Ids of narratives as the store has them.
fn shown(id: NarrativeId) -> String {
    id.to_string()
}
