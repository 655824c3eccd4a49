//! Permanent redirects. One answer moves nobody: whoever holds a host for an hour must not keep its sources for good.
//!
//! A redirect is followed at every poll. Only after the same one was answered several times over a day is the source's
//! address changed; an answer at the old address begins the count anew.

use domain::Instant;
use domain::time::MS_PER_DAY;
use store::audit_log::{Actor, Origin};
use store::{Moving, Source};

use super::{Collector, change};

const MIN_ANSWERS: u32 = 3;
const MIN_AGE_MS: i64 = MS_PER_DAY;

impl Collector {
    /// Takes note of where permanent redirects led this time, and moves the source once they are believed.
    pub(super) async fn note_moving(&self, source: &Source, to: Option<&str>) -> Result<(), store::Error> {
        let now = self.clock.now();
        let Some(to) = to else {
            if source.moving.is_some() {
                self.store.sources.forget_moving(&source.id).await?;
            }
            return Ok(());
        };
        let Some(moving) = self.store.sources.note_moving(&source.id, to, now).await? else {
            return Ok(());
        };
        let (from_host, to_host) = (host_of(&source.url), host_of(to));
        if moving.seen == 1 && from_host != to_host {
            tracing::warn!(source.id, "redirects permanently from {from_host} to another host, {to_host}");
        }
        if is_believed(&moving, now) {
            tracing::info!(source.id, "moved for good from {from_host} to {to_host}");
            let origin = Origin { actor: Actor::system("collecting"), address: None, at: now };
            change::move_to(&self.store, &origin, source, to).await?;
        }
        Ok(())
    }
}

fn is_believed(moving: &Moving, now: Instant) -> bool {
    moving.seen >= MIN_ANSWERS && now.since(moving.since) >= MIN_AGE_MS
}

/// An address may hold a token; its host does not.
pub fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    authority.rsplit('@').next().unwrap_or(authority).to_ascii_lowercase()
}
