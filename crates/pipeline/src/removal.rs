//! Takes documents away for good: because somebody who may asked for it, or because they were kept as long as they may be.
//!
//! Index, counts and stories follow as they follow any change. What was published before stays as it was published;
//! `recompute` says of such a day that documents are gone.

use std::time::Duration;

use domain::url::canonical_url;
use domain::{DocumentId, Instant, Kind};
use runtime::clock::Clock;
use runtime::followers::{Follower, Progress, StepContext};
use runtime::retention::Retention;
use store::Store;
use store::audit_log::{Action, Actor, Change, Origin};
use store::documents::{Reason, Which};

use crate::told::told;

/// Documents of one transaction.
const BATCH: usize = 200;

/// Documents of one step of the follower.
const MAX_A_STEP: u64 = 2_000;

/// Between two looks for what is old enough.
const PAUSE: Duration = Duration::from_secs(600);
const PAUSE_BETWEEN: Duration = Duration::from_millis(200);

/// A document's id, or the address that it follows from.
pub fn document_named(text: &str) -> Option<DocumentId> {
    DocumentId::parse(text).or_else(|| canonical_url(text).ok().map(|url| DocumentId::of_canonical_url(&url)))
}

/// Removes at most so many of them, in order of publishing, and says how many went. `what` tells the audit log which they
/// are; `progress` is told of each batch.
pub async fn take_down(
    store: &Store,
    origin: &Origin,
    which: &Which,
    what: &str,
    max: u64,
    mut progress: impl FnMut(u64),
) -> Result<u64, store::Error> {
    let count = store.documents.count_which(which).await?.unsigned_abs().min(max);
    if count == 0 {
        return Ok(0);
    }
    let change = Change::new(Action::DocumentsRemoved, what).after(format!("{count} documents"));
    let mut removed = 0;
    told(store, origin, change, Action::DocumentRemovalFailed, async {
        removed = remove(store, which, Reason::Takedown, origin.at, max, &mut progress).await?;
        Ok(true)
    })
    .await?;
    Ok(removed)
}

async fn remove(
    store: &Store,
    which: &Which,
    reason: Reason,
    now: Instant,
    max: u64,
    progress: &mut impl FnMut(u64),
) -> Result<u64, store::Error> {
    let mut removed = 0;
    while removed < max {
        let limit = BATCH.min((max - removed) as usize);
        let ids = store.documents.list_which(which, limit).await?;
        if ids.is_empty() {
            break;
        }
        removed += store.documents.remove(&ids, reason, now).await?;
        progress(removed);
    }
    Ok(removed)
}

/// What the settings say is kept no longer, oldest first. One process does it.
pub struct RetentionFollower {
    store: Store,
    clock: Clock,
    retention: Retention,
}

impl RetentionFollower {
    pub fn new(store: Store, clock: Clock, retention: Retention) -> RetentionFollower {
        RetentionFollower { store, clock, retention }
    }

    /// A rule for an outlet comes before that of its items' kinds.
    fn rules(&self, now: Instant) -> Vec<(String, Which)> {
        let outlets = || self.retention.rules().filter(|(name, _)| Kind::from_name(name).is_none());
        let but: Vec<String> = outlets().map(|(name, _)| name.to_owned()).collect();
        let rule = |(name, days): (&str, u64)| {
            let before = now.plus_ms(-(days as i64) * domain::time::MS_PER_DAY);
            let which = match Kind::from_name(name) {
                Some(kind) => Which::OfKind { kind, before, but: but.clone() },
                None => Which::OfOutlet { name: name.to_owned(), before },
            };
            (format!("{name} older than {days} days"), which)
        };
        self.retention.rules().map(rule).collect()
    }
}

impl Follower for RetentionFollower {
    const NAME: &'static str = "retention";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let now = self.clock.now();
        let mut removed = 0;
        for (what, which) in self.rules(now) {
            let left = MAX_A_STEP - removed;
            let mut alive = |_| context.alive();
            let gone = remove(&self.store, &which, Reason::Retention, now, left, &mut alive).await?;
            removed += gone;
            if gone > 0 {
                let change = Change::new(Action::DocumentsRemoved, what).after(format!("{gone} documents"));
                let origin = Origin { actor: Actor::system(Self::NAME), address: None, at: now };
                self.store.audit_log.append(&origin, vec![change]).await?;
            }
            if removed >= MAX_A_STEP {
                return Ok(Progress::done(removed, PAUSE_BETWEEN));
            }
        }
        Ok(Progress::done(removed, PAUSE))
    }
}
