//! Documents of sources that could not be read: kept with their reason, and left alone until they change.

use std::collections::HashSet;
use std::sync::Arc;

use sources::{Bounds, Budget, FollowUp, Poisoned, PoisonedItem, SourceEntry, SourceError};
use store::quarantine::{PAGE, SOURCE};
use store::{Quarantined, Source, Store};

use super::Collector;
use runtime::telemetry;

/// Whose failure it was; another version tries again.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an older program failed on may be read by this one.
pub(super) async fn release_others(store: &Store) -> Result<(), store::Error> {
    for work in [SOURCE, PAGE] {
        store.quarantine.release_others(work, VERSION).await?;
    }
    Ok(())
}

impl Collector {
    /// What one poll of this source may cost, and what need not be tried.
    pub(super) async fn bounds(&self, source: &Source) -> Result<Bounds, store::Error> {
        let kept = match source.quarantined {
            0 => Vec::new(),
            _ => self.store.quarantine.of_source(&source.id).await?,
        };
        let quarantined: HashSet<Vec<u8>> = kept.into_iter().map(|one| one.content).collect();
        Ok(Bounds { budget: Budget::for_poll(self.document), quarantined: Arc::new(quarantined) })
    }

    /// The one document of a source.
    pub(super) async fn quarantine_source(
        &self,
        source: &Source,
        error: &SourceError,
    ) -> Result<(), store::Error> {
        match error {
            SourceError::Poisoned { digest, reason } => {
                self.keep(SOURCE, &source.id, &source.id, digest, reason).await
            }
            _ => Ok(()),
        }
    }

    /// The documents of a source that was read otherwise; what is read again now leaves quarantine.
    pub(super) async fn quarantine_files(
        &self,
        source: &Source,
        poisoned: &[PoisonedItem],
    ) -> Result<(), store::Error> {
        if source.quarantined > 0 {
            for old in self.store.quarantine.of_source(&source.id).await? {
                if old.work == SOURCE && poisoned.iter().all(|one| one.item != old.item) {
                    self.store.quarantine.release(SOURCE, &old.item).await?;
                }
            }
        }
        for PoisonedItem { item, digest, reason } in poisoned {
            if let Some(reason) = reason {
                self.keep(SOURCE, item, &source.id, digest, reason).await?;
            }
        }
        Ok(())
    }

    /// A page, a transcript or a filing; its item is stored without it.
    pub(super) async fn quarantine_page(&self, entry: &SourceEntry, want: &FollowUp, error: &SourceError) {
        if let SourceError::Poisoned { digest, reason } = error
            && let Err(error) = self.keep(PAGE, &want.url, &entry.id, digest, reason).await
        {
            tracing::error!(source.id = entry.id, "cannot record what is in quarantine: {error}");
        }
    }

    async fn keep(
        &self,
        work: &str,
        item: &str,
        source: &str,
        digest: &[u8],
        reason: &Poisoned,
    ) -> Result<(), store::Error> {
        tracing::warn!(source.id = source, item, "put into quarantine: {reason}");
        telemetry::quarantined(work);
        let quarantined = Quarantined {
            work: work.to_owned(),
            item: item.to_owned(),
            source_id: Some(source.to_owned()),
            content: digest.to_owned(),
            reason: reason.to_string(),
            tries: 1,
            version: VERSION.to_owned(),
            since: self.clock.now(),
        };
        self.store.quarantine.add(&quarantined).await
    }
}
