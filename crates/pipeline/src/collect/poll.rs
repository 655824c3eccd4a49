//! One poll of one source, from the question to the stored documents.
//!
//! Only what is new or changed is completed, read and stored. Pages are fetched for a bounded number of items; the
//! others wait for the next poll, which begins where this one began.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use analysis::clean::plain_title;
use domain::document::content_hash;
use domain::url::canonical_url;
use domain::{Day, DayRange, DocumentId, Instant, Item};
use futures_util::{StreamExt, stream};
use sources::schedule::{Outcome, next_interval_s};
use sources::{Bounds, Cursor, DailyClose, FollowUp, SourceEntry, SourceError, Want};
use store::documents::CameDocument;
use store::{CursorMove, Source};

use super::excerpt::shorten;
use super::{Collector, catalog};
use crate::digest::{self, Marking};
use crate::{marking, statements};
use runtime::clock::random_fraction;
use runtime::error::chain;
use runtime::telemetry;

/// Pages, transcripts and filings fetched in one poll.
const MAX_FOLLOWED: usize = 40;
const FOLLOW_TIMEOUT: Duration = Duration::from_secs(240);
/// Pages of older items are not fetched: a feed may list years.
const FOLLOW_DAYS: i64 = 30;
/// Stored texts are compared so many at a time, to bound memory.
const COMPARED_AT_ONCE: usize = 100;
const ASSET: &str = "BTC";

pub enum Polled {
    /// So many documents were new or changed.
    TookIn(usize),
    /// Why, in words, and how long the server wants us to wait.
    Failed(String, Option<u64>),
}

impl From<SourceError> for Polled {
    fn from(error: SourceError) -> Polled {
        let retry_after_s = match &error {
            SourceError::Fetch(error) => error.retry_after_s(),
            _ => None,
        };
        Polled::Failed(error.chain(), retry_after_s)
    }
}

impl From<store::Error> for Polled {
    fn from(error: store::Error) -> Polled {
        // The page of health is public; statements and addresses are not for it.
        tracing::error!("what a source gave could not be stored: {}", chain(&error));
        Polled::Failed("what it gave could not be stored; the log says more".to_owned(), None)
    }
}

/// Items that are worth storing, and whether some had to wait.
struct Completed {
    items: Vec<Item>,
    some_wait: bool,
}

impl Collector {
    pub(super) async fn poll(&self, source: &Source) -> Polled {
        match self.try_poll(source).await {
            Ok(count) => Polled::TookIn(count),
            Err(failed) => failed,
        }
    }

    async fn try_poll(&self, source: &Source) -> Result<usize, Polled> {
        let entry = catalog::entry_of(source).map_err(|words| Polled::Failed(words, None))?;
        if !self.names_contact && is_sec(&entry.url) {
            return Err(Polled::Failed(
                "the SEC wants to know who asks: set collect_contact to a name and an e-mail address".into(),
                None,
            ));
        }
        let cursor = Cursor {
            etag: source.etag.clone(),
            last_modified: source.last_modified.clone(),
            position: source.cursor.clone(),
        };
        let bounds = self.bounds(source).await?;
        let polled = match sources::poll(&self.fetcher, &entry, &cursor, &bounds).await {
            Ok(polled) => polled,
            Err(error) => {
                if matches!(&error, SourceError::Fetch(error) if error.is_gone()) {
                    self.store.sources.pause(&source.id, true).await?;
                }
                self.quarantine_source(source, &error).await?;
                return Err(error.into());
            }
        };
        self.note_moving(source, polled.moved_to.as_deref()).await?;
        if polled.changed {
            self.quarantine_files(source, &polled.poisoned).await?;
        }
        let mut parsed = polled.parsed;
        if !entry.content.is_full() {
            // Nothing is fetched that may not be kept.
            parsed.follow_ups.clear();
            shorten(&mut parsed.items, entry.content);
        }
        self.store_closes(&entry, &parsed.closes).await?;
        let completed = self.complete(&entry, parsed.items, parsed.follow_ups, &bounds).await?;
        let some_wait = completed.some_wait;
        let mut items = completed.items;
        items.extend(self.finish(&entry, &bounds).await);
        let (mut documents, unreadable) = self.digest(source, items).await?;
        let mut marked: Vec<_> =
            documents.iter_mut().map(|(document, marks)| (document.published_at, marks)).collect();
        // Not to know that something was said before must not keep a document out.
        if let Err(error) = statements::group(&self.store, &mut marked).await {
            tracing::warn!(source.id, "statements stay ungrouped: {error:#}");
        }
        let n_found = documents.len();
        let now = self.store_now().await?;
        // Where some items wait, the next poll must be told of them again.
        let cursor = if some_wait { cursor } else { polled.cursor };
        let interval_s = match some_wait {
            true => self.limits.min_s,
            false => {
                let outcome = if n_found > 0 { Outcome::New(n_found) } else { Outcome::Unchanged };
                next_interval_s(interval_in_use_s(source), outcome, polled.hints, self.limits)
            }
        };
        let moved = CursorMove {
            source_id: source.id.clone(),
            at: now,
            next_due_at: now.plus_ms(spread_ms(interval_s)),
            etag: cursor.etag,
            last_modified: cursor.last_modified,
            cursor: cursor.position,
        };
        if documents.is_empty() {
            self.store.sources.record_success(&moved).await?;
            return Ok(0);
        }
        let inserted = self.store.documents.insert(documents, Some(moved)).await?;
        marking::quarantine(&self.store, &unreadable, Some(&source.id), now).await?;
        let count = inserted.new + inserted.updated;
        telemetry::took_in(count as u64);
        tracing::debug!(source.id, new = inserted.new, updated = inserted.updated, "taken in");
        Ok(count)
    }

    /// Leaves out what the store has already and fetches what the rest still lacks.
    async fn complete(
        &self,
        entry: &SourceEntry,
        items: Vec<Item>,
        follow_ups: Vec<FollowUp>,
        bounds: &Bounds,
    ) -> Result<Completed, Polled> {
        let mut wants: HashMap<usize, FollowUp> =
            follow_ups.into_iter().map(|follow_up| (follow_up.item, follow_up)).collect();
        let now = self.clock.now();
        let mut fresh = Vec::new();
        let mut items = items.into_iter().enumerate().peekable();
        while items.peek().is_some() {
            let part: Vec<(usize, Item)> = items.by_ref().take(COMPARED_AT_ONCE).collect();
            let ids: Vec<DocumentId> = part.iter().filter_map(|(_, item)| id_of(item)).collect();
            let known = self.store.documents.as_they_came(&ids).await?;
            for (place, item) in part {
                let want = wants.remove(&place);
                let stored = id_of(&item).and_then(|id| known.get(&id));
                if stored.is_none_or(|stored| is_news_to(stored, &item, want.as_ref())) {
                    let want = want.filter(|want| self.is_followed(want, &item, now));
                    fresh.push((item, want));
                }
            }
        }
        Ok(self.follow(entry, fresh, bounds).await)
    }

    fn is_followed(&self, want: &FollowUp, item: &Item, now: Instant) -> bool {
        match want.want {
            Want::Article => {
                let oldest = now.plus_ms(-FOLLOW_DAYS * 86_400_000);
                self.full_text && item.published_at.is_none_or(|at| at >= oldest)
            }
            Want::Transcript { .. } | Want::Filing => true,
        }
    }

    async fn follow(
        &self,
        entry: &SourceEntry,
        fresh: Vec<(Item, Option<FollowUp>)>,
        bounds: &Bounds,
    ) -> Completed {
        let began = Stopwatch::now();
        let mut n_followed = 0;
        let mut some_wait = false;
        let mut ready = Vec::new();
        let mut wanting = Vec::new();
        for (item, want) in fresh {
            match want {
                None => ready.push(item),
                Some(_) if n_followed >= MAX_FOLLOWED => some_wait = true,
                Some(want) => {
                    n_followed += 1;
                    wanting.push((item, want));
                }
            }
        }
        let completing = stream::iter(wanting).map(|(mut item, want)| async move {
            if began.elapsed() > FOLLOW_TIMEOUT {
                return None;
            }
            if let Err(error) = sources::follow(&self.fetcher, entry, &mut item, &want, bounds).await {
                // It is stored as the source told it, and tried again where that may help.
                tracing::debug!(source.id = entry.id, url = want.url, "not completed: {}", error.chain());
                self.note_unfinished(entry, &item, &want, 0, &error);
                self.quarantine_page(entry, &want, &error).await;
            }
            Some(item)
        });
        let completed: Vec<Option<Item>> = completing.buffered(self.per_host.max(1)).collect().await;
        for item in completed {
            match item {
                Some(item) => ready.push(item),
                None => some_wait = true,
            }
        }
        Completed { items: ready, some_wait }
    }

    /// Fetches again what could not be fetched before. What fails once more is stored already.
    async fn finish(&self, entry: &SourceEntry, bounds: &Bounds) -> Vec<Item> {
        let due = self.unfinished.take_due(&entry.id, self.clock.now());
        let finishing = stream::iter(due).map(|mut one| async move {
            match sources::follow(&self.fetcher, entry, &mut one.item, &one.want, bounds).await {
                Ok(()) => Some(one.item),
                Err(error) => {
                    self.quarantine_page(entry, &one.want, &error).await;
                    self.note_unfinished(entry, &one.item, &one.want, one.tries + 1, &error);
                    None
                }
            }
        });
        finishing.buffered(self.per_host.max(1)).filter_map(std::future::ready).collect().await
    }

    fn note_unfinished(
        &self,
        entry: &SourceEntry,
        item: &Item,
        want: &FollowUp,
        tries: u32,
        error: &SourceError,
    ) {
        if let SourceError::Fetch(error) = error
            && error.may_pass()
        {
            self.unfinished.note(&entry.id, item, want, tries, error.retry_after_s(), self.clock.now());
        }
    }

    async fn digest(
        &self,
        source: &Source,
        items: Vec<Item>,
    ) -> Result<(Vec<(domain::Document, domain::Marks)>, Vec<digest::Unreadable>), Polled> {
        if items.is_empty() {
            return Ok(Default::default());
        }
        let permit = Arc::clone(&self.reading).acquire_owned().await;
        let now = self.clock.now();
        let frames = self.frames.of(items.iter().map(|item| item.outlet.name.as_str())).await?;
        let digesting = move || {
            // Held by the work itself, which goes on where nobody waits for it any more.
            let _permit = permit;
            digest::take(items, now, Marking::Now, &frames)
        };
        let digested = tokio::task::spawn_blocking(digesting)
            .await
            .map_err(|_| Polled::Failed("reading its items failed inside".to_owned(), None))?;
        for rejected in &digested.rejected {
            tracing::debug!(source.id, "passed over an item: {}", rejected.reason);
        }
        Ok((digested.documents, digested.unreadable))
    }

    /// Days that are over and have no price yet; the first source to name one is believed.
    async fn store_closes(&self, entry: &SourceEntry, closes: &[DailyClose]) -> Result<(), Polled> {
        let today = self.clock.now().day();
        let over = || closes.iter().filter(|close| close.day < today);
        let first: Option<Day> = over().map(|close| close.day).min();
        let last = over().map(|close| close.day).max();
        let Some(days) = first.zip(last).and_then(|(first, last)| DayRange::inclusive(first, last)) else {
            return Ok(());
        };
        let stored = self.store.prices.list(ASSET, days).await?;
        let stored: std::collections::HashSet<Day> = stored.into_iter().map(|close| close.day).collect();
        let missing: Vec<_> = over()
            .filter(|close| !stored.contains(&close.day))
            .map(|close| store::prices::DailyClose {
                asset: ASSET.to_owned(),
                day: close.day,
                close: close.usd,
                source: entry.id.clone(),
            })
            .collect();
        if !missing.is_empty() {
            self.store.prices.insert(&missing).await?;
        }
        Ok(())
    }
}

fn is_sec(url: &str) -> bool {
    url.contains("://data.sec.gov/") || url.contains("://www.sec.gov/") || !url.contains("://") && is_cik(url)
}

fn is_cik(url: &str) -> bool {
    let digits = url.trim_start_matches("CIK");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn id_of(item: &Item) -> Option<DocumentId> {
    canonical_url(&item.url).ok().map(|url| DocumentId::of_canonical_url(&url))
}

/// Whether an item tells more than what is stored under its address.
fn is_news_to(stored: &CameDocument, item: &Item, want: Option<&FollowUp>) -> bool {
    // Two feeds may carry one address; it stays with the first, or it would change hands at every poll.
    if stored.outlet_name != item.outlet.name {
        return false;
    }
    // The text was completed when it came; the summary that the source still shows must not undo that.
    if let Some(want) = want {
        return want.want == Want::Article && stored.title != plain_title(&item.title);
    }
    stored.content_hash != content_hash(item)
}

/// The time between the last success and when the source fell due again: the interval that was chosen then.
fn interval_in_use_s(source: &Source) -> u64 {
    match source.last_success_at {
        Some(at) if source.error_count == 0 && source.next_due_at > at => {
            u64::try_from(source.next_due_at.since(at) / 1000).unwrap_or(0)
        }
        _ => u64::from(source.interval_s),
    }
}

/// A twentieth more or less, so that sources which were read together do not stay together.
fn spread_ms(interval_s: u64) -> i64 {
    (interval_s as f64 * 1000.0 * (1.0 + 0.05 * random_fraction())) as i64
}
