//! Holds in the memory of the process, for a store that one process serves alone.
//!
//! A hold that is lost in a crash gives its credits back, which is what should happen then; so nothing of it is
//! written. What the table says only decides who may begin: credits are moved by the guarded statement of the charge,
//! which refuses what would overdraw the purse, whatever a table believed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Credits, Instant};

use super::{Hold, Payer};

#[derive(Debug, Default)]
pub(super) struct HoldTable {
    rows: Mutex<Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    /// By the purse's id.
    purses: HashMap<String, KnownPurse>,
    /// By the hold's id.
    holds: HashMap<Arc<str>, Open>,
}

/// One purse as this process knows it.
#[derive(Debug)]
struct KnownPurse {
    /// As the store last said.
    used: u64,
    held: u64,
}

#[derive(Debug)]
struct Open {
    payer: Arc<Payer>,
    purse: usize,
    credits: u64,
    expires_at: Instant,
    /// On its way to the store: nobody else may settle it. As long as its `Settling` lives.
    settling: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    Held,
    Full,
    /// The purse must be looked up first.
    Unknown,
    /// A hold of this id is open.
    Taken,
}

pub(super) enum Settle {
    /// The caller alone settles it.
    Yours(Settling),
    /// Somebody else is at it.
    Busy,
    Absent,
}

/// The right to settle a hold, which is over when it was charged. Dropped before that, for whatever reason, a panic
/// among them, it leaves the hold open: to be tried again, given back, or to run out of time.
#[derive(Debug)]
pub(super) struct Settling {
    table: Arc<HoldTable>,
    id: Arc<str>,
}

impl Drop for Settling {
    fn drop(&mut self) {
        if let Some(open) = self.table.lock().holds.get_mut(&self.id) {
            open.settling = false;
        }
    }
}

/// What is not in use is forgotten beyond this many; it can be looked up again.
const MAX_PURSES: usize = 65_536;

impl HoldTable {
    pub fn place(&self, hold: &Hold, expires_at: Instant) -> Place {
        let mut rows = self.lock();
        let Rows { purses, holds } = &mut *rows;
        let Some(purse) = purses.get_mut(hold.purse_id()) else { return Place::Unknown };
        let credits = u64::from(hold.credits.get());
        if purse.used + purse.held + credits > u64::from(hold.terms().allowance.get()) {
            return Place::Full;
        }
        if holds.contains_key(&hold.id) {
            return Place::Taken;
        }
        purse.held += credits;
        let open =
            Open { payer: Arc::clone(&hold.payer), purse: hold.purse, credits, expires_at, settling: false };
        holds.insert(Arc::clone(&hold.id), open);
        Place::Held
    }

    /// What the store says of a purse. It never shrinks, so an older word does not undo a newer one.
    pub fn learn(&self, purse_id: &str, used: Credits) {
        let used = u64::from(used.get());
        let mut rows = self.lock();
        match rows.purses.get_mut(purse_id) {
            Some(purse) => purse.used = purse.used.max(used),
            None => {
                if rows.purses.len() >= MAX_PURSES {
                    rows.purses.retain(|_, purse| purse.held > 0);
                }
                rows.purses.insert(purse_id.to_owned(), KnownPurse { used, held: 0 });
            }
        }
    }

    pub fn settle(self: &Arc<Self>, id: &Arc<str>) -> Settle {
        match self.lock().holds.get_mut(id) {
            None => Settle::Absent,
            Some(open) if open.settling => Settle::Busy,
            Some(open) => {
                open.settling = true;
                Settle::Yours(Settling { table: Arc::clone(self), id: Arc::clone(id) })
            }
        }
    }

    /// Ends holds that were charged, each with what is used of its purse, this charge included.
    pub fn charged<'a>(&self, holds: impl Iterator<Item = (&'a Hold, Credits)>) {
        let mut rows = self.lock();
        for (hold, used) in holds {
            if let Some(open) = rows.holds.remove(&hold.id)
                && let Some(purse) = rows.give_back(&open)
            {
                purse.used = purse.used.max(u64::from(used.get()));
            }
        }
    }

    /// False where it is settled, or being settled.
    pub fn release(&self, id: &str) -> bool {
        let mut rows = self.lock();
        match rows.holds.get(id) {
            Some(open) if !open.settling => {
                if let Some(open) = rows.holds.remove(id) {
                    rows.give_back(&open);
                }
                true
            }
            _ => false,
        }
    }

    /// Releases what is due, at most `limit` of them; returns how many.
    pub fn expire(&self, now: Instant, limit: usize) -> usize {
        let due: Vec<Arc<str>> = {
            let rows = self.lock();
            let due = rows.holds.iter().filter(|(_, open)| open.expires_at <= now && !open.settling);
            due.take(limit).map(|(id, _)| Arc::clone(id)).collect()
        };
        due.iter().filter(|id| self.release(id)).count()
    }

    pub fn open(&self) -> usize {
        self.lock().holds.len()
    }

    pub fn held(&self, purse_id: &str) -> Credits {
        let held = self.lock().purses.get(purse_id).map_or(0, |purse| purse.held);
        Credits::new(u32::try_from(held).unwrap_or(u32::MAX))
    }

    /// Purses whose held credits are not those of their open holds, with both figures. For the audit.
    pub fn differences(&self) -> Vec<(String, u64, u64)> {
        let rows = self.lock();
        let mut open: HashMap<&str, u64> = HashMap::new();
        for hold in rows.holds.values() {
            *open.entry(hold.purse_id()).or_default() += hold.credits;
        }
        let sum = |id: &str| open.get(id).copied().unwrap_or(0);
        let purses = rows.purses.iter().map(|(id, purse)| (id.clone(), purse.held, sum(id)));
        purses.filter(|(_, held, open)| held != open).take(100).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows {
    fn give_back(&mut self, open: &Open) -> Option<&mut KnownPurse> {
        let purse = self.purses.get_mut(open.purse_id())?;
        purse.held = purse.held.saturating_sub(open.credits);
        Some(purse)
    }
}

impl Open {
    fn purse_id(&self) -> &str {
        &self.payer.purses[self.purse].0
    }
}
