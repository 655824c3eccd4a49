//! Leases: who alone does a work, until when, by the store's clock.
//!
//! A lease that is not renewed in time may be taken by another; its fencing number grows with every taking. What is
//! written under a lease carries its `Fence` into the same transaction, so that a holder that was paused, and does
//! not know that it lost the lease, writes nothing.

use std::time::Duration;

use domain::Instant;

use crate::Error;
use crate::db::{Db, Outcome, Statement, record, values};

/// `store.leases`.
#[derive(Clone, Debug)]
pub struct Leases {
    db: Db,
}

/// Proof of a lease that was held once; only the store knows whether it still is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    pub lease: String,
    pub holder: String,
    pub number: i64,
}

/// A lease as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub name: String,
    pub holder: String,
    pub fencing: i64,
    pub expires_at: Instant,
}

impl Fence {
    /// Refuses the unit unless the lease is still held. It writes the row, and so makes another that wants to take the
    /// lease wait for the end of the unit.
    pub(crate) fn statement(&self) -> Statement {
        const SQL: &str =
            "UPDATE leases SET fencing = fencing WHERE name = $1 AND holder = $2 AND fencing = $3";
        Statement::new(SQL, values![&self.lease, &self.holder, self.number]).guarded()
    }

    /// The unit of a write under this fence, where there is one: commits it, or says that the lease is lost.
    pub(crate) async fn commit(
        fence: Option<&Fence>,
        db: &Db,
        mut unit: Vec<Statement>,
    ) -> Result<Vec<crate::db::Done>, Error> {
        let Some(fence) = fence else { return db.commit(unit).await?.unguarded() };
        unit.insert(0, fence.statement());
        match db.commit(unit).await? {
            Outcome::Committed(mut done) => {
                done.remove(0);
                Ok(done)
            }
            Outcome::Refused(0) => Err(Error::LeaseLost { lease: fence.lease.clone() }),
            Outcome::Refused(_) => Err(Error::Contended { attempts: 1 }),
        }
    }
}

impl Leases {
    pub(crate) fn new(db: Db) -> Leases {
        Leases { db }
    }

    /// Takes the lease for `holder`, which names one process, unless another has it. Whoever has it already takes it
    /// anew, under a new number: what it began before is fenced out.
    pub async fn take(&self, name: &str, holder: &str, length: Duration) -> Result<Option<Fence>, Error> {
        const SQL: &str = "
            INSERT INTO leases (name, holder, fencing, expires_at) VALUES ($1, $2, 1, $4)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fencing = leases.fencing + 1,
                expires_at = excluded.expires_at
             WHERE leases.expires_at <= $3 OR leases.holder = excluded.holder
            RETURNING fencing";
        let now = self.db.now().await?;
        let until = now.plus_ms(length.as_millis() as i64);
        let unit = vec![Statement::new(SQL, values![name, holder, now.ms(), until.ms()])];
        let done = self.db.commit(unit).await?.unguarded()?;
        let row = done.into_iter().next().and_then(|done| done.into_row());
        let fence = |number| Fence { lease: name.to_owned(), holder: holder.to_owned(), number };
        row.map(|mut row| row.only().map(fence)).transpose()
    }

    /// Keeps the lease for another `length` from now; false where it is lost.
    pub async fn renew(&self, fence: &Fence, length: Duration) -> Result<bool, Error> {
        let until = self.db.now().await?.plus_ms(length.as_millis() as i64);
        self.set_end(fence, until).await
    }

    /// Gives it back: another may take it at once.
    pub async fn give_back(&self, fence: &Fence) -> Result<(), Error> {
        self.set_end(fence, Instant::from_ms(0)).await.map(|_| ())
    }

    async fn set_end(&self, fence: &Fence, end: Instant) -> Result<bool, Error> {
        const SQL: &str =
            "UPDATE leases SET expires_at = $4 WHERE name = $1 AND holder = $2 AND fencing = $3";
        let parameters = values![&fence.lease, &fence.holder, fence.number, end.ms()];
        let unit = vec![Statement::new(SQL, parameters).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// All that were ever taken, by name.
    pub async fn list(&self) -> Result<Vec<Lease>, Error> {
        const SQL: &str = "SELECT name, holder, fencing, expires_at FROM leases ORDER BY name";
        let rows = self.db.query(SQL, Vec::new()).await?;
        rows.into_iter().map(|mut row| record!(row, Lease { name, holder, fencing, expires_at })).collect()
    }
}
