//! The protocol that a store takes: stored where several processes share it, batched where one has it to itself.

use domain::Instant;

use super::batched::BatchedHolds;
use super::hold_table::HoldTable;
use super::protocol::HoldProtocol;
use super::stored::StoredHolds;
use super::{Hold, HoldRequest, Standing};
use crate::Error;
use crate::db::Db;

#[derive(Clone, Debug)]
pub(super) enum Holds {
    Stored(StoredHolds),
    Batched(BatchedHolds),
}

impl Holds {
    pub fn new(db: &Db, is_shared: bool) -> Holds {
        match is_shared {
            true => Holds::Stored(StoredHolds::new(db.clone())),
            false => Holds::Batched(BatchedHolds::new(db.clone())),
        }
    }

    pub fn in_memory(&self) -> Option<&HoldTable> {
        match self {
            Holds::Stored(_) => None,
            Holds::Batched(holds) => Some(holds.table()),
        }
    }
}

/// Boxed where the store is asked: most callers of the embedded one are answered from memory and should not carry
/// along what asking needs.
impl HoldProtocol for Holds {
    async fn place(&self, hold: &Hold, request: &HoldRequest) -> Result<bool, Error> {
        match self {
            Holds::Stored(holds) => Box::pin(holds.place(hold, request)).await,
            Holds::Batched(holds) => holds.place(hold, request).await,
        }
    }

    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error> {
        match self {
            Holds::Stored(holds) => Box::pin(holds.charge(hold, now)).await,
            Holds::Batched(holds) => holds.charge(hold, now).await,
        }
    }

    async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        match self {
            Holds::Stored(holds) => Box::pin(holds.release(hold)).await,
            Holds::Batched(holds) => holds.release(hold).await,
        }
    }

    async fn abandon(&self, id: &str) -> Result<bool, Error> {
        match self {
            Holds::Stored(holds) => holds.abandon(id).await,
            Holds::Batched(holds) => holds.abandon(id).await,
        }
    }

    async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        match self {
            Holds::Stored(holds) => holds.expire(now, limit).await,
            Holds::Batched(holds) => holds.expire(now, limit).await,
        }
    }

    async fn count(&self) -> Result<i64, Error> {
        match self {
            Holds::Stored(holds) => holds.count().await,
            Holds::Batched(holds) => holds.count().await,
        }
    }
}
