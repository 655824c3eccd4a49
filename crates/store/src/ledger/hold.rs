//! Placing and settling holds.

use domain::Instant;

use super::usage::{COUNT_ROUTE, COUNT_TOTAL, PURSES, Standing, month_of};
use super::{Hold, HoldRequest, Ledger, Placed, PurseTerms, Settlement, purse_id, purse_states};
use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, values};

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

const CHARGE: &str = "UPDATE purses SET held = held - $1, used = used + $1 WHERE id = $2";

const ENTRY: &str = "
    INSERT INTO entries (id, account_id, credential_id, purse_id, source, route, credits, micro_usd, at, day)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// A time later than any.
const NEVER: i64 = i64::MAX;

impl Ledger {
    /// Tries the purses in order. A hold is not yet durable when this returns: losing it in a crash gives
    /// the credits back, which is what should happen then.
    pub async fn hold(&self, request: &HoldRequest) -> Result<Placed, Error> {
        for terms in request.purses.iter().filter(|terms| request.credits <= terms.allowance) {
            let hold = Hold {
                id: request.id.clone(),
                purse_id: purse_id(&request.account_id, &terms.key),
                source: terms.source.clone(),
                account_id: request.account_id.clone(),
                credential_id: request.credential_id.clone(),
                route: request.route.clone(),
                credits: request.credits,
                micro_usd: terms.price.times(request.credits).ok_or(Error::Refused {
                    what: "a hold",
                    reason: "its price is beyond counting".to_owned(),
                })?,
            };
            // The purse is nearly always open; only a refusal asks whether it must be opened or widened. That is
            // done in one unit with the reservation: of many who find it closed, each must get its share.
            let held = self.reserve(&hold, terms, request, false).await?
                || self.reserve(&hold, terms, request, true).await?;
            if held {
                return Ok(Placed::Held(hold));
            }
        }
        Ok(Placed::Exhausted)
    }

    async fn reserve(
        &self,
        hold: &Hold,
        terms: &PurseTerms,
        request: &HoldRequest,
        opening: bool,
    ) -> Result<bool, Error> {
        let mut unit = Vec::with_capacity(3);
        if opening {
            unit.push(open(&hold.purse_id, &hold.account_id, terms));
        }
        unit.extend([
            Statement::new(RESERVE, values![hold.credits, &hold.purse_id, terms.allowance]).guarded(),
            Statement::new(
                INSERT_HOLD,
                values![
                    &hold.id,
                    &hold.purse_id,
                    &hold.source,
                    &hold.account_id,
                    &hold.credential_id,
                    &hold.route,
                    hold.credits,
                    hold.micro_usd,
                    request.now,
                    request.expires_at,
                ],
            ),
        ]);
        Ok(matches!(self.db.commit_early(unit).await?, Outcome::Committed(_)))
    }

    /// Charges the hold. Returns once the charge would survive the loss of power.
    pub async fn commit(&self, hold: &Hold, now: Instant) -> Result<Settlement, Error> {
        let day = now.day();
        let total = |span: &'static str, first_day: domain::Day| {
            Statement::new(COUNT_TOTAL, values![&hold.credential_id, span, first_day, hold.credits])
        };
        let unit = vec![
            Statement::new(SETTLE, values![&hold.id]).guarded(),
            Statement::new(CHARGE, values![hold.credits, &hold.purse_id]).guarded(),
            entry(hold, now),
            Statement::new(
                COUNT_ROUTE,
                values![
                    &hold.credential_id,
                    day,
                    &hold.route,
                    &hold.account_id,
                    hold.credits,
                    hold.micro_usd
                ],
            ),
            total("day", day),
            total("month", month_of(day)),
            Statement::new(PURSES, values![&hold.account_id, now]),
        ];
        match self.db.commit(unit).await? {
            Outcome::Committed(mut done) => {
                let purses = done.pop().map(|one| one.rows).unwrap_or_default();
                let month = done.pop().and_then(|one| one.into_row());
                let today = done.pop().and_then(|one| one.into_row());
                let credits = |row: Option<Row>| row.map_or(Ok(hold.credits), |mut row| row.credits());
                Ok(Settlement::Committed(Standing {
                    credential_today: credits(today)?,
                    credential_this_month: credits(month)?,
                    purses: purse_states(purses)?,
                }))
            }
            Outcome::Refused(_) => {
                let entries =
                    self.db.query("SELECT id FROM entries WHERE id = $1", values![&hold.id]).await?;
                Ok(if entries.is_empty() { Settlement::Gone } else { Settlement::AlreadyCommitted })
            }
        }
    }

    /// Gives the credits back. False where the hold was settled before.
    pub async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        release(&self.db, &hold.id, &hold.purse_id, i64::from(hold.credits.get())).await
    }

    /// Releases holds whose time is over, at most `limit` of them; returns how many.
    pub async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        const SQL: &str =
            "SELECT id, purse_id, credits FROM holds WHERE expires_at <= $1 ORDER BY id LIMIT $2";
        let mut released = 0;
        for mut row in self.db.query(SQL, values![now, limit as i64]).await? {
            let (id, purse_id, credits) = (row.text()?, row.text()?, row.int()?);
            // Whoever was late and settles it at this moment wins, or loses, as a whole.
            released += usize::from(release(&self.db, &id, &purse_id, credits).await?);
        }
        Ok(released)
    }

    /// How many holds are open.
    pub async fn open_holds(&self) -> Result<i64, Error> {
        let mut rows = self.db.query("SELECT COUNT(*) FROM holds", Vec::new()).await?;
        rows.first_mut().map_or(Ok(0), |row| row.int())
    }
}

fn open(purse_id: &str, account_id: &str, terms: &PurseTerms) -> Statement {
    let parameters = values![
        purse_id,
        account_id,
        &terms.key,
        &terms.source,
        terms.period_start,
        terms.period_end.map_or(NEVER, Instant::ms),
        terms.allowance,
    ];
    Statement::new(OPEN_PURSE, parameters)
}

async fn release(db: &Db, id: &str, purse_id: &str, credits: i64) -> Result<bool, Error> {
    let unit = vec![
        Statement::new(SETTLE, values![id]).guarded(),
        Statement::new(GIVE_BACK, values![credits, purse_id]).guarded(),
    ];
    Ok(matches!(db.commit_early(unit).await?, Outcome::Committed(_)))
}

fn entry(hold: &Hold, now: Instant) -> Statement {
    let parameters = values![
        &hold.id,
        &hold.account_id,
        &hold.credential_id,
        &hold.purse_id,
        &hold.source,
        &hold.route,
        hold.credits,
        hold.micro_usd,
        now,
        now.day(),
    ];
    Statement::new(ENTRY, parameters)
}
