//! Holds in the memory of the process, for the embedded engine, whose file one process serves alone.
//!
//! A hold that is lost in a crash gives its credits back, which is what should happen then; so nothing of it is
//! written. What the book says only decides who may begin: credits are moved by the guarded statement of the charge,
//! which refuses what would overdraw the purse, whatever a book believed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Credits, Instant};

use super::{Hold, Payer};

#[derive(Debug, Default)]
pub(super) struct HoldTable {
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    /// By the purse's id.
    purses: HashMap<String, Page>,
    /// By the hold's id.
    holds: HashMap<Arc<str>, Open>,
}

/// One purse as this process knows it.
#[derive(Debug)]
struct Page {
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
    /// On its way to the store: nobody else may settle it.
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
    /// The caller alone settles it, and says how that ended with `charged`, `reopen` or `release`.
    Yours,
    /// Somebody else is at it.
    Busy,
    Absent,
}

/// What is not in use is forgotten beyond this many; it can be looked up again.
const MOST_PURSES: usize = 65_536;

impl HoldTable {
    pub fn place(&self, hold: &Hold, expires_at: Instant) -> Place {
        let mut pages = self.lock();
        let Pages { purses, holds } = &mut *pages;
        let Some(page) = purses.get_mut(hold.purse_id()) else { return Place::Unknown };
        let credits = u64::from(hold.credits.get());
        if page.used + page.held + credits > u64::from(hold.terms().allowance.get()) {
            return Place::Full;
        }
        if holds.contains_key(&hold.id) {
            return Place::Taken;
        }
        page.held += credits;
        let open =
            Open { payer: Arc::clone(&hold.payer), purse: hold.purse, credits, expires_at, settling: false };
        holds.insert(Arc::clone(&hold.id), open);
        Place::Held
    }

    /// What the store says of a purse. It never shrinks, so an older word does not undo a newer one.
    pub fn learn(&self, purse_id: &str, used: Credits) {
        let used = u64::from(used.get());
        let mut pages = self.lock();
        match pages.purses.get_mut(purse_id) {
            Some(page) => page.used = page.used.max(used),
            None => {
                if pages.purses.len() >= MOST_PURSES {
                    pages.purses.retain(|_, page| page.held > 0);
                }
                pages.purses.insert(purse_id.to_owned(), Page { used, held: 0 });
            }
        }
    }

    pub fn settle(&self, id: &str) -> Settle {
        match self.lock().holds.get_mut(id) {
            None => Settle::Absent,
            Some(open) if open.settling => Settle::Busy,
            Some(open) => {
                open.settling = true;
                Settle::Yours
            }
        }
    }

    /// Ends holds that were charged, each with what is used of its purse, this charge included.
    pub fn charged<'a>(&self, holds: impl Iterator<Item = (&'a Hold, Credits)>) {
        let mut pages = self.lock();
        for (hold, used) in holds {
            if let Some(open) = pages.holds.remove(&hold.id)
                && let Some(page) = pages.give_back(&open)
            {
                page.used = page.used.max(u64::from(used.get()));
            }
        }
    }

    /// A hold that could not be charged after all; whoever owns it releases it, or tries again.
    pub fn reopen(&self, id: &str) {
        if let Some(open) = self.lock().holds.get_mut(id) {
            open.settling = false;
        }
    }

    /// False where it is settled, or being settled.
    pub fn release(&self, id: &str) -> bool {
        let mut pages = self.lock();
        match pages.holds.get(id) {
            Some(open) if !open.settling => {
                if let Some(open) = pages.holds.remove(id) {
                    pages.give_back(&open);
                }
                true
            }
            _ => false,
        }
    }

    /// Releases what is due, at most `limit` of them; returns how many.
    pub fn expire(&self, now: Instant, limit: usize) -> usize {
        let due: Vec<Arc<str>> = {
            let pages = self.lock();
            let due = pages.holds.iter().filter(|(_, open)| open.expires_at <= now && !open.settling);
            due.take(limit).map(|(id, _)| Arc::clone(id)).collect()
        };
        due.iter().filter(|id| self.release(id)).count()
    }

    pub fn open(&self) -> usize {
        self.lock().holds.len()
    }

    pub fn held(&self, purse_id: &str) -> Credits {
        let held = self.lock().purses.get(purse_id).map_or(0, |page| page.held);
        Credits::new(u32::try_from(held).unwrap_or(u32::MAX))
    }

    /// Purses whose held credits are not those of their open holds, with both figures. For the audit.
    pub fn differences(&self) -> Vec<(String, u64, u64)> {
        let pages = self.lock();
        let mut open: HashMap<&str, u64> = HashMap::new();
        for hold in pages.holds.values() {
            *open.entry(hold.purse_id()).or_default() += hold.credits;
        }
        let sum = |id: &str| open.get(id).copied().unwrap_or(0);
        let purses = pages.purses.iter().map(|(id, page)| (id.clone(), page.held, sum(id)));
        purses.filter(|(_, held, open)| held != open).take(100).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn give_back(&mut self, open: &Open) -> Option<&mut Page> {
        let page = self.purses.get_mut(open.purse_id())?;
        page.held = page.held.saturating_sub(open.credits);
        Some(page)
    }
}

impl Open {
    fn purse_id(&self) -> &str {
        &self.payer.purses[self.purse].0
    }
}
