//! Who has a payment in hand says so in its row, again and again, by the store's clock. Whoever falls silent has
//! lost it: another node, or the sweep, may take it.

use std::time::Duration;

use metering::x402::row::LEASE_MS;
use store::Store;
use store::payments::Lease;
use tokio::task::JoinHandle;

use runtime::error::chain;

const RENEW_EVERY: Duration = Duration::from_millis(LEASE_MS as u64 / 3);

/// A lease that begins now.
pub async fn from_now<'a>(store: &Store, owner: &'a str) -> Result<Lease<'a>, store::Error> {
    let now = store.now().await?;
    Ok(Lease { owner, now, until: now.plus_ms(LEASE_MS) })
}

/// Renews the lease of one payment as long as it lives.
pub struct LeaseKeeper(Option<JoinHandle<()>>);

impl LeaseKeeper {
    pub fn start(store: &Store, key: &str, owner: &str) -> LeaseKeeper {
        let (store, key, owner) = (store.clone(), key.to_owned(), owner.to_owned());
        LeaseKeeper(Some(tokio::spawn(async move {
            loop {
                tokio::time::sleep(RENEW_EVERY).await;
                match renew(&store, &key, &owner).await {
                    Ok(true) => {}
                    // Given back, or lost to another.
                    Ok(false) => return,
                    Err(error) => tracing::warn!(payment = %key, "cannot renew a lease: {}", chain(&error)),
                }
            }
        })))
    }

    pub fn none() -> LeaseKeeper {
        LeaseKeeper(None)
    }
}

async fn renew(store: &Store, key: &str, owner: &str) -> Result<bool, store::Error> {
    store.payments.renew(key, &from_now(store, owner).await?).await
}

impl Drop for LeaseKeeper {
    fn drop(&mut self) {
        if let Some(task) = self.0.take() {
            task.abort();
        }
    }
}
