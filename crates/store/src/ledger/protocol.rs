//! How holds are kept and charged: one interface and two protocols, under one suite of tests.
//!
//! *Stored*: a hold is a row, so that all processes on the store see what one has set aside. Each charge is a unit of
//! its own. Serves any engine.
//! *Batched*: a hold is in this process's memory, and charges that come together share a unit. Serves a store that one
//! process has to itself.
//!
//! What a charge writes is the same for both, `sums.rs`.

use domain::Instant;

use super::batched::BatchedHolds;
use super::hold_table::HoldTable;
use super::stored::StoredHolds;
use super::{Hold, HoldRequest, Standing};
use crate::Error;
use crate::db::Db;

pub(super) trait HoldProtocol {
    /// Sets the credits of a hold aside; false where its purse has no room. Not durable when this returns.
    async fn place(&self, hold: &Hold, request: &HoldRequest) -> Result<bool, Error>;

    /// Charges it, durably; none where it was settled before. On an error, or should this panic, the hold is still
    /// there to be charged again or given back, unless the charge got through.
    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error>;

    /// Gives the credits back; false where it was settled before.
    async fn release(&self, hold: &Hold) -> Result<bool, Error>;

    /// Gives back what is due, at most `limit` of them; returns how many.
    async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error>;

    /// How many are open.
    async fn count(&self) -> Result<i64, Error>;
}

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
