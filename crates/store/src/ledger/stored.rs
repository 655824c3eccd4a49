//! Holds in the table, for a store that many processes share: what one has set aside, all of them must see.

use domain::Instant;

use super::protocol::HoldProtocol;
use super::sums::{Charge, HeldIn, NEVER, Sums};
use super::{Hold, HoldRequest, Standing};
use crate::Error;
use crate::db::{Db, Outcome, Statement, values};

/// `$3` is what the account may use now, which may be less than the purse was once opened for.
const RESERVE: &str = "
    UPDATE purses SET held = held + $1
     WHERE id = $2 AND used + held + $1 <= allowance AND used + held + $1 <= $3";

const INSERT_HOLD: &str = "
    INSERT INTO holds (id, purse_id, source, account_id, credential_id, route, credits, micro_usd, created_at,
        expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// Opens the period's purse, or widens it when the account may use more than before.
const OPEN_PURSE: &str = "
    INSERT INTO purses (id, account_id, key, source, period_start, period_end, allowance, used, held)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0)
    ON CONFLICT (id) DO UPDATE SET allowance = excluded.allowance WHERE purses.allowance < excluded.allowance";

/// The guard of every settlement: of those who try, one deletes the row.
const SETTLE: &str = "DELETE FROM holds WHERE id = $1";

const GIVE_BACK: &str = "UPDATE purses SET held = held - $1 WHERE id = $2";

#[derive(Clone, Debug)]
pub(super) struct StoredHolds {
    db: Db,
}

impl StoredHolds {
    pub fn new(db: Db) -> StoredHolds {
        StoredHolds { db }
    }

    async fn reserve(&self, hold: &Hold, request: &HoldRequest, opening: bool) -> Result<bool, Error> {
        let mut unit = Vec::with_capacity(3);
        if opening {
            unit.push(open(hold));
        }
        unit.extend([
            Statement::new(RESERVE, values![hold.credits, hold.purse_id(), hold.terms().allowance]).guarded(),
            Statement::new(
                INSERT_HOLD,
                values![
                    &*hold.id,
                    hold.purse_id(),
                    hold.source(),
                    hold.account_id(),
                    hold.credential_id(),
                    &*hold.route,
                    hold.credits,
                    hold.micro_usd,
                    request.now,
                    request.expires_at,
                ],
            ),
        ]);
        Ok(matches!(self.db.commit_early(unit).await?, Outcome::Committed(_)))
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
        // The purse is nearly always open; only a refusal asks whether it must be opened or widened. That is
        // done in one unit with the reservation: of many who find it closed, each must get its share.
        Ok(self.reserve(hold, request, false).await? || self.reserve(hold, request, true).await?)
    }

    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error> {
        let sums = Sums::of([Charge { hold, now }]);
        let mut unit = vec![Statement::new(SETTLE, values![&*hold.id]).guarded()];
        unit.extend(sums.unit(HeldIn::Store));
        let Outcome::Committed(mut done) = self.db.commit(unit).await? else { return Ok(None) };
        done.remove(0);
        Ok(sums.standings(done, None)?.pop())
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

fn open(hold: &Hold) -> Statement {
    let terms = hold.terms();
    let parameters = values![
        hold.purse_id(),
        hold.account_id(),
        &terms.key,
        terms.source,
        terms.period_start,
        terms.period_end.map_or(NEVER, Instant::ms),
        terms.allowance,
    ];
    Statement::new(OPEN_PURSE, parameters)
}
