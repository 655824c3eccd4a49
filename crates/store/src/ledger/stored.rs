//! Holds in the table, for a store that many processes share: what one has set aside, all of them must see. Each process
//! sets aside, and charges, many in one transaction.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::AssertUnwindSafe;

use domain::Instant;
use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::protocol::HoldProtocol;
use super::reserve::{WaitingHold, reserve};
use super::sums::{Charge, HeldIn, Sums};
use super::{Hold, HoldRequest, Standing};
use crate::Error;
use crate::batcher::Batcher;
use crate::db::{Db, Outcome, Statement, values};

/// The guard of every settlement: of those who try, one deletes the row.
const SETTLE: &str = "DELETE FROM holds WHERE id IN ($1)";

const GIVE_BACK: &str = "UPDATE purses SET held = held - $1 WHERE id = $2";

/// Accounts are parted over so many lanes, which share no rows: one is worked on while another waits for the disk. More of them
/// make smaller batches, which cost more than they gain: with four a call takes half as much again of the server's time.
const LANES: usize = 2;

#[derive(Clone, Debug)]
pub(super) struct StoredHolds {
    db: Db,
    lanes: [Lane; LANES],
}

#[derive(Clone, Debug, Default)]
struct Lane {
    placing: Batcher<WaitingHold>,
    charging: Batcher<WaitingCharge>,
}

struct WaitingCharge {
    hold: Hold,
    now: Instant,
    /// None where it was settled before.
    reply: oneshot::Sender<Result<Option<Standing>, Error>>,
}

impl StoredHolds {
    pub fn new(db: Db) -> StoredHolds {
        StoredHolds { db, lanes: Default::default() }
    }

    fn lane(&self, hold: &Hold) -> &Lane {
        let mut hasher = DefaultHasher::new();
        hold.account_id().hash(&mut hasher);
        &self.lanes[(hasher.finish() % LANES as u64) as usize]
    }

    async fn give_back(&self, id: &str, purse_id: &str, credits: i64) -> Result<bool, Error> {
        let unit = vec![
            Statement::new(SETTLE, values![id]).guarded(),
            Statement::new(GIVE_BACK, values![credits, purse_id]).guarded(),
        ];
        Ok(matches!(self.db.commit_early(unit).await?, Outcome::Committed(_)))
    }
}

impl HoldProtocol for StoredHolds {
    async fn place(&self, hold: &Hold, request: &HoldRequest) -> Result<bool, Error> {
        reserve(&self.db, &self.lane(hold).placing, hold, request).await
    }

    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error> {
        let (reply, charged) = oneshot::channel();
        let db = self.db.clone();
        let waiting = WaitingCharge { hold: hold.clone(), now, reply };
        self.lane(hold).charging.push("a charge", waiting, move |batch| charge_all(db.clone(), batch))?;
        charged.await.unwrap_or_else(|_| Err(unknown("charging failed inside")))
    }

    async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        self.give_back(&hold.id, hold.purse_id(), i64::from(hold.credits.get())).await
    }

    async fn abandon(&self, id: &str) -> Result<bool, Error> {
        // By a unit alone: what was set aside a moment ago need not be there for readers yet.
        const SQL: &str = "
            UPDATE purses SET held = held - (SELECT h.credits FROM holds h WHERE h.id = $1)
             WHERE id = (SELECT h.purse_id FROM holds h WHERE h.id = $1)";
        let unit =
            vec![Statement::new(SQL, values![id]).guarded(), Statement::new(SETTLE, values![id]).guarded()];
        Ok(matches!(self.db.commit_early(unit).await?, Outcome::Committed(_)))
    }

    async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        const SQL: &str =
            "SELECT id, purse_id, credits FROM holds WHERE expires_at <= $1 ORDER BY id LIMIT $2";
        let mut released = 0;
        for mut row in self.db.query(SQL, values![now, limit as i64]).await? {
            let (id, purse_id, credits) =
                (row.get::<String>("id")?, row.get::<String>("purse_id")?, row.get("credits")?);
            // Whoever was late and settles it at this moment wins, or loses, as a whole.
            released += usize::from(self.give_back(&id, &purse_id, credits).await?);
        }
        Ok(released)
    }

    async fn count(&self) -> Result<i64, Error> {
        let mut rows = self.db.query("SELECT COUNT(*) FROM holds", Vec::new()).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }
}

/// Answers everybody but those whose hold is in the batch twice; they are next.
async fn charge_all(db: Db, batch: Vec<WaitingCharge>) -> Vec<WaitingCharge> {
    let mut ids = HashSet::new();
    let (charges, again): (Vec<_>, Vec<_>) =
        batch.into_iter().partition(|charge| ids.insert(std::sync::Arc::clone(&charge.hold.id)));
    let written = AssertUnwindSafe(write(&db, &charges)).catch_unwind().await;
    match written.unwrap_or_else(|_| Err(unknown("charging failed inside"))) {
        Ok(Some(standings)) => {
            for (charge, standing) in charges.into_iter().zip(standings) {
                charge.answer(Ok(Some(standing)));
            }
        }
        // One of them is at fault, and the others must not suffer for it.
        Ok(None) | Err(Error::Statement { .. } | Error::OutcomeUnknown { .. })
            if charges.len() > 1 && db.unreachable_for().is_none() =>
        {
            for charge in charges {
                Box::pin(charge_all(db.clone(), vec![charge])).await;
            }
        }
        Ok(None) => charges.into_iter().for_each(|charge| charge.answer(Ok(None))),
        Err(error) => {
            let (reason, is_open) = (error.to_string(), matches!(error, Error::OutcomeUnknown { .. }));
            let mut first = Some(error);
            for charge in charges {
                let again = || match is_open {
                    true => unknown("the connection broke while committing"),
                    false => Error::Commit { source: reason.clone().into() },
                };
                charge.answer(Err(first.take().unwrap_or_else(again)));
            }
        }
    }
    again
}

/// None where a hold among them was settled before; then nothing of it is in the store.
async fn write(db: &Db, charges: &[WaitingCharge]) -> Result<Option<Vec<Standing>>, Error> {
    let sums = Sums::of(charges.iter().map(|WaitingCharge { hold, now, .. }| Charge { hold, now: *now }));
    let ids = charges.iter().map(|charge| values![&*charge.hold.id]).collect();
    let mut unit = vec![Statement::many(SETTLE, ids).together().guarded()];
    unit.extend(sums.unit(HeldIn::Store));
    let Outcome::Committed(mut done) = db.commit(unit).await? else { return Ok(None) };
    done.remove(0);
    sums.standings(done, None).map(Some)
}

impl WaitingCharge {
    fn answer(self, answer: Result<Option<Standing>, Error>) {
        // Whoever has gone finds the charge in the ledger.
        let _ = self.reply.send(answer);
    }
}

fn unknown(why: &'static str) -> Error {
    Error::OutcomeUnknown { source: why.into() }
}
