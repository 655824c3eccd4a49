//! Placing and settling holds, wherever they are kept: in the memory of the one process that serves an embedded
//! store, or in the table that many processes share.

use std::sync::Arc;

use domain::Instant;
use tokio::sync::oneshot;

use super::charge_batcher::{ChargeBatcher, learn};
use super::hold_table::{HoldTable, Place, Settle};
use super::sums::Charge;
use super::{Hold, HoldRequest, Ledger, Placed, Settlement, rows};
use crate::Error;
use crate::db::{Db, values};

/// What a process keeps in its memory where it has the store to itself.
#[derive(Clone, Debug)]
pub(super) struct InProcess {
    pub holds: Arc<HoldTable>,
    batcher: ChargeBatcher,
}

impl InProcess {
    pub fn new(db: &Db) -> InProcess {
        let holds = Arc::<HoldTable>::default();
        InProcess { batcher: ChargeBatcher::new(db.clone(), Arc::clone(&holds)), holds }
    }

    async fn place(&self, db: &Db, hold: &Hold, expires_at: Instant) -> Result<bool, Error> {
        loop {
            match self.holds.place(hold, expires_at) {
                Place::Held => return Ok(true),
                Place::Full => return Ok(false),
                Place::Taken => {
                    let reason = "its id is that of an open one".to_owned();
                    return Err(Error::Refused { what: "a hold", reason });
                }
                Place::Unknown => Box::pin(learn(db, &self.holds, hold.purse_id())).await?,
            }
        }
    }
}

impl Ledger {
    /// Tries the purses in order. A hold is not durable when this returns: losing it in a crash gives the credits
    /// back, which is what should happen then.
    pub async fn hold(&self, request: &HoldRequest) -> Result<Placed, Error> {
        for (purse, (_, terms)) in request.payer.purses.iter().enumerate() {
            if request.credits > terms.allowance {
                continue;
            }
            let hold = Hold {
                id: Arc::clone(&request.id),
                payer: Arc::clone(&request.payer),
                purse,
                route: request.route.clone(),
                credits: request.credits,
                micro_usd: terms.price.times(request.credits).ok_or(Error::Refused {
                    what: "a hold",
                    reason: "its price is beyond counting".to_owned(),
                })?,
            };
            let held = match &self.in_process {
                Some(in_process) => in_process.place(&self.db, &hold, request.expires_at).await?,
                None => Box::pin(rows::place(&self.db, &hold, request)).await?,
            };
            if held {
                return Ok(Placed::Held(hold));
            }
        }
        Ok(Placed::Exhausted)
    }

    /// Whether a caller that stops waiting for `hold` may leave a hold behind.
    pub fn may_leave_holds(&self) -> bool {
        self.in_process.is_none()
    }

    /// Charges the hold. Returns once the charge would survive the loss of power.
    pub async fn commit(&self, hold: &Hold, now: Instant) -> Result<Settlement, Error> {
        let charged = match &self.in_process {
            None => Box::pin(rows::charge(&self.db, hold, now)).await?,
            Some(in_process) => match in_process.holds.settle(&hold.id) {
                Settle::Yours => {
                    let (reply, charged) = oneshot::channel();
                    if let Err(error) = in_process.batcher.charge(Charge { hold: hold.clone(), now, reply }) {
                        in_process.holds.reopen(&hold.id);
                        return Err(error);
                    }
                    charged.await.map_err(|_| Error::Closed)??
                }
                Settle::Busy => {
                    in_process.batcher.quiet().await?;
                    None
                }
                Settle::Absent => None,
            },
        };
        if let Some(standing) = charged {
            return Ok(Settlement::Committed(standing));
        }
        let entry = self.db.query("SELECT id FROM entries WHERE id = $1", values![&*hold.id]);
        let entries = Box::pin(entry).await?;
        Ok(if entries.is_empty() { Settlement::Gone } else { Settlement::AlreadyCommitted })
    }

    /// Gives the credits back. False where the hold was settled before.
    pub async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        match &self.in_process {
            Some(in_process) => Ok(in_process.holds.release(&hold.id)),
            None => rows::release(&self.db, &hold.id, hold.purse_id(), i64::from(hold.credits.get())).await,
        }
    }

    /// The same without waiting, where holds are kept in memory; false where they are not, and nothing is done.
    pub fn release_here(&self, hold: &Hold) -> bool {
        self.in_process.as_ref().map(|in_process| in_process.holds.release(&hold.id)).is_some()
    }

    /// Releases holds whose time is over, at most `limit` of them; returns how many.
    pub async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        let in_process = self.in_process.as_ref().map_or(0, |in_process| in_process.holds.expire(now, limit));
        // Also where holds are kept in memory: an earlier version of the program kept them in the table.
        Ok(in_process + rows::expire(&self.db, now, limit).await?)
    }

    /// How many holds are open, as far as this process can see.
    pub async fn open_holds(&self) -> Result<i64, Error> {
        let mut rows = self.db.query("SELECT COUNT(*) FROM holds", Vec::new()).await?;
        let stored = rows.first_mut().map_or(Ok(0), |row| row.int())?;
        Ok(stored + self.open_here())
    }

    pub(super) fn open_here(&self) -> i64 {
        self.in_process.as_ref().map_or(0, |in_process| in_process.holds.open() as i64)
    }
}
