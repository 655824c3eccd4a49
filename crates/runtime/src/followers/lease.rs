//! Holding a lease of the store while something is done.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use store::Store;
use store::leases::Fence;

/// A process that is killed or paused is waited for so long.
const LENGTH: Duration = Duration::from_secs(10);
const RENEW_EVERY: Duration = Duration::from_secs(3);

/// A lease that this process took. Not given back, it ends by itself.
pub struct HeldLease {
    store: Store,
    fence: Fence,
    /// When it was last taken or renewed, as far as this process knows: much that is done under a lease takes less time
    /// than lies between two renewals.
    renewed: Mutex<Stopwatch>,
}

/// Another process has the lease now.
#[derive(Debug, thiserror::Error)]
#[error("another process took the lease")]
pub struct Lost;

impl HeldLease {
    /// None where another has it. Each taking is a holder of its own, also within one process.
    pub async fn take(store: &Store, name: &str) -> anyhow::Result<Option<HeldLease>> {
        let holder = uuid::Uuid::now_v7().simple().to_string();
        let renewed = Mutex::new(Stopwatch::now());
        let taken = store.leases.take(name, &holder, LENGTH).await;
        let taken = taken.with_context(|| format!("cannot take the lease {name}"))?;
        Ok(taken.map(|fence| HeldLease { store: store.clone(), fence, renewed }))
    }

    pub fn fence(&self) -> &Fence {
        &self.fence
    }

    /// Does `work`, and keeps the lease meanwhile; the work is dropped where the lease is lost.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Lost> {
        let mut work = std::pin::pin!(work);
        let mut wait = RENEW_EVERY.saturating_sub(self.age());
        loop {
            let renewing = async {
                tokio::time::sleep(wait).await;
                (Stopwatch::now(), self.store.leases.renew(&self.fence, LENGTH).await)
            };
            tokio::select! {
                done = &mut work => return Ok(done),
                (asked, kept) = renewing => match kept {
                    Ok(true) => *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = asked,
                    Ok(false) => return Err(Lost),
                    // The store may come back in time; what is written carries the fence.
                    Err(_) if self.age() < LENGTH => {}
                    Err(_) => return Err(Lost),
                },
            }
            wait = RENEW_EVERY;
        }
    }

    fn age(&self) -> Duration {
        self.renewed.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    pub async fn give_back(self) {
        // It ends by itself otherwise.
        let _ = self.store.leases.give_back(&self.fence).await;
    }
}

/// Does `work` under a lease and gives it back; none where another process does it, or took it over meanwhile.
pub async fn under_lease<T>(
    store: &Store,
    name: &str,
    work: impl AsyncFnOnce(Fence) -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    let Some(held) = HeldLease::take(store, name).await? else { return Ok(None) };
    let done = held.during(work(held.fence.clone())).await;
    held.give_back().await;
    match done {
        Err(Lost) => Ok(None),
        Ok(Err(error)) if is_lost(&error) => Ok(None),
        Ok(done) => done.map(Some),
    }
}

/// Whether the store refused a write because the lease was lost.
pub fn is_lost(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(store::Error::LeaseLost { .. })) || error.is::<Lost>()
}
