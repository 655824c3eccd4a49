//! Who paid for what: reserve, commit, release, expire.
//!
//! A purse changes only by a guarded statement; nobody reads a balance in order to write it. A hold is
//! settled once, because settling deletes it, and settles itself when its time is over. It is kept where all who
//! could take the same credits look (`protocol.rs`): in the store where many processes serve it, in memory where one
//! does. Which purses there are and in which order they are asked is decided elsewhere.

mod audit;
mod batched;
mod entries;
mod grant;
mod hold_table;
mod holds;
mod protocol;
mod reserve;
mod stored;
mod sums;
mod usage;

use std::borrow::Cow;
use std::sync::Arc;

use domain::{Credits, FundingSource, Instant, MicroUsd};

pub use audit::{Audit, Difference};
pub use entries::{Entry, EntryKind};
pub(crate) use grant::{GRANTED_BEFORE, grant};
pub use usage::{Standing, UsageRow};

use self::holds::Holds;
use self::protocol::HoldProtocol;
use crate::Error;
use crate::db::{Db, Row, record, values};

/// What an account's test keys are charged stands under this and the account's id: it is not the account's to pay.
pub const TEST_KEYS_OF: &str = "test keys of ";

/// `store.ledger`.
#[derive(Clone, Debug)]
pub struct Ledger {
    db: Db,
    holds: Holds,
}

/// A purse that may pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurseTerms {
    /// Unique among the account's purses of all times, such as `included:day:2026-01-31`.
    pub key: String,
    /// The funding source that a caller is told.
    pub source: FundingSource,
    pub period_start: Instant,
    /// The first moment after it; none where what is unspent never lapses.
    pub period_end: Option<Instant>,
    pub allowance: Credits,
    /// Owed for each credit; zero where it is already paid for.
    pub price: MicroUsd,
}

/// Who pays for calls: an account, one of its keys, and its purses in the order of asking. Made once and shared by all
/// the calls that it pays for.
#[derive(Debug, PartialEq, Eq)]
pub struct Payer {
    account_id: String,
    credential_id: String,
    /// Each with its id.
    purses: Vec<(String, PurseTerms)>,
}

impl Payer {
    /// The first of the purses that covers the whole cost of a call pays all of it.
    pub fn new(
        account_id: impl Into<String>,
        credential_id: impl Into<String>,
        purses: Vec<PurseTerms>,
    ) -> Payer {
        let account_id = account_id.into();
        let purses = purses.into_iter().map(|terms| (purse_id(&account_id, &terms.key), terms)).collect();
        Payer { account_id, credential_id: credential_id.into(), purses }
    }
}

/// A call that wants to be paid for.
#[derive(Clone, Debug)]
pub struct HoldRequest {
    /// New for each call, and best in the order of time.
    pub id: Arc<str>,
    pub payer: Arc<Payer>,
    pub route: Cow<'static, str>,
    pub credits: Credits,
    pub now: Instant,
    /// When the hold is given back if nobody settles it.
    pub expires_at: Instant,
}

/// Credits set aside for one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    pub id: Arc<str>,
    payer: Arc<Payer>,
    /// Which of the payer's purses.
    purse: usize,
    pub route: Cow<'static, str>,
    pub credits: Credits,
    /// What the call will be billed at.
    pub micro_usd: MicroUsd,
}

impl Hold {
    pub fn account_id(&self) -> &str {
        &self.payer.account_id
    }

    pub fn credential_id(&self) -> &str {
        &self.payer.credential_id
    }

    pub fn purse_id(&self) -> &str {
        &self.payer.purses[self.purse].0
    }

    /// The same call, for another cost. This one must have been released.
    pub fn again(&self, credits: Credits, now: Instant, expires_at: Instant) -> HoldRequest {
        HoldRequest {
            id: Arc::clone(&self.id),
            payer: Arc::clone(&self.payer),
            route: self.route.clone(),
            credits,
            now,
            expires_at,
        }
    }

    /// The funding source that a caller is told.
    pub fn source(&self) -> FundingSource {
        self.terms().source
    }

    fn terms(&self) -> &PurseTerms {
        &self.payer.purses[self.purse].1
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    Held(Hold),
    /// No purse has room for the whole cost.
    Exhausted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Charged, durably, with how things stand after it.
    Committed(Standing),
    /// This hold was charged before; it was not charged again.
    AlreadyCommitted,
    /// It was released or ran out of time; nothing was charged.
    Gone,
}

/// A purse as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurseState {
    pub key: Arc<str>,
    pub source: FundingSource,
    pub used: Credits,
    pub held: Credits,
    /// The most it was ever allowed; the terms of the moment may allow less.
    pub allowance: Credits,
}

impl Ledger {
    pub(crate) fn new(db: Db, stored_holds: bool) -> Ledger {
        let is_shared = stored_holds || !db.serves_one_process();
        Ledger { holds: Holds::new(&db, is_shared), db }
    }

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
            if self.holds.place(&hold, request).await? {
                return Ok(Placed::Held(hold));
            }
        }
        Ok(Placed::Exhausted)
    }

    /// Whether a caller that stops waiting for `hold` may leave a hold behind.
    pub fn may_leave_holds(&self) -> bool {
        self.holds.in_memory().is_none()
    }

    /// Charges the hold. Returns once the charge would survive the loss of power.
    pub async fn commit(&self, hold: &Hold, now: Instant) -> Result<Settlement, Error> {
        if let Some(standing) = self.holds.charge(hold, now).await? {
            return Ok(Settlement::Committed(standing));
        }
        Ok(match Box::pin(self.is_charged(&hold.id)).await? {
            true => Settlement::AlreadyCommitted,
            false => Settlement::Gone,
        })
    }

    /// Gives back what a process that is gone has set aside under this id. For whoever alone uses it: a later attempt at the
    /// same work.
    pub async fn abandon(&self, id: &str) -> Result<bool, Error> {
        self.holds.abandon(id).await
    }

    /// Whether a hold of this id was charged.
    pub async fn is_charged(&self, id: &str) -> Result<bool, Error> {
        let entries = self.db.query("SELECT id FROM entries WHERE id = $1", values![id]).await?;
        Ok(!entries.is_empty())
    }

    /// Gives the credits back. False where the hold was settled before.
    pub async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        self.holds.release(hold).await
    }

    /// The same without waiting, where holds are kept in memory; false where they are not, and nothing is done.
    pub fn release_here(&self, hold: &Hold) -> bool {
        self.holds.in_memory().map(|holds| holds.release(&hold.id)).is_some()
    }

    /// Releases holds whose time is over, at most `limit` of them; returns how many.
    pub async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        self.holds.expire(now, limit).await
    }

    /// How many holds are open, as far as this process can see.
    pub async fn open_holds(&self) -> Result<i64, Error> {
        self.holds.count().await
    }
}

/// Kept as one text, so that one look finds a purse.
fn purse_id(account_id: &str, key: &str) -> String {
    format!("{account_id}/{key}")
}

/// In the order of their keys; few, so that sorting here is cheaper than asking the engine to.
fn purse_states(mut rows: Vec<Row>) -> Result<Vec<PurseState>, Error> {
    let mut states: Vec<PurseState> = rows.iter_mut().map(purse_state).collect::<Result<_, Error>>()?;
    states.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(states)
}

fn purse_state(row: &mut Row) -> Result<PurseState, Error> {
    record!(row, PurseState { key, source, used, held, allowance })
}
