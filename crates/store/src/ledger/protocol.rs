//! How holds are kept and charged: one interface and two protocols, under one suite of tests.
//!
//! *Stored*: a hold is a row, so that all processes on the store see what one has set aside. Serves any engine.
//! *Batched*: a hold is in this process's memory. Serves a store that one process has to itself.
//!
//! With both, charges that come together share a unit, and so do holds that are rows.
//!
//! What a charge writes is the same for both, `sums.rs`.

use domain::Instant;

use super::{Hold, HoldRequest, Standing};
use crate::Error;

pub(super) trait HoldProtocol {
    /// Sets the credits of a hold aside; false where its purse has no room. Not durable when this returns.
    async fn place(&self, hold: &Hold, request: &HoldRequest) -> Result<bool, Error>;

    /// Charges it, durably; none where it was settled before. On an error, or should this panic, the hold is still
    /// there to be charged again or given back, unless the charge got through.
    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error>;

    /// Gives the credits back; false where it was settled before.
    async fn release(&self, hold: &Hold) -> Result<bool, Error>;

    /// Gives back the credits of a hold that nobody has in hand any more, by its id; false where there is none.
    async fn abandon(&self, id: &str) -> Result<bool, Error>;

    /// Gives back what is due, at most `limit` of them; returns how many.
    async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error>;

    /// How many are open.
    async fn count(&self) -> Result<i64, Error>;
}
