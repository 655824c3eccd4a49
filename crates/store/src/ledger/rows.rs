//! Holds in the table, for an engine that many processes share: what one has set aside, all of them must see.

use domain::Instant;

use super::usage::{COUNT_ROUTE, COUNT_TOTAL, PURSES, Standing, month_of};
use super::{Hold, HoldRequest, NEVER, purse_states};
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

/// False where the purse has no room. Not yet durable when this returns: losing it in a crash gives the credits back.
pub(super) async fn place(db: &Db, hold: &Hold, request: &HoldRequest) -> Result<bool, Error> {
    // The purse is nearly always open; only a refusal asks whether it must be opened or widened. That is
    // done in one unit with the reservation: of many who find it closed, each must get its share.
    Ok(reserve(db, hold, request, false).await? || reserve(db, hold, request, true).await?)
}

async fn reserve(db: &Db, hold: &Hold, request: &HoldRequest, opening: bool) -> Result<bool, Error> {
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
    Ok(matches!(db.commit_early(unit).await?, Outcome::Committed(_)))
}

fn open(hold: &Hold) -> Statement {
    let terms = hold.terms();
    let parameters = values![
        hold.purse_id(),
        hold.account_id(),
        &terms.key,
        &terms.source,
        terms.period_start,
        terms.period_end.map_or(NEVER, Instant::ms),
        terms.allowance,
    ];
    Statement::new(OPEN_PURSE, parameters)
}

/// None where the hold was settled before.
pub(super) async fn charge(db: &Db, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error> {
    let day = now.day();
    let total = |span: &'static str, first_day: domain::Day| {
        Statement::new(COUNT_TOTAL, values![hold.credential_id(), span, first_day, hold.credits])
    };
    let unit = vec![
        Statement::new(SETTLE, values![&*hold.id]).guarded(),
        Statement::new(CHARGE, values![hold.credits, hold.purse_id()]).guarded(),
        Statement::new(
            ENTRY,
            values![
                &*hold.id,
                hold.account_id(),
                hold.credential_id(),
                hold.purse_id(),
                hold.source(),
                &*hold.route,
                hold.credits,
                hold.micro_usd,
                now,
                day,
            ],
        ),
        Statement::new(
            COUNT_ROUTE,
            values![
                hold.credential_id(),
                day,
                &*hold.route,
                hold.account_id(),
                1i64,
                hold.credits,
                hold.micro_usd
            ],
        ),
        total("day", day),
        total("month", month_of(day)),
        Statement::new(PURSES, values![hold.account_id(), now]),
    ];
    let Outcome::Committed(mut done) = db.commit(unit).await? else { return Ok(None) };
    let purses = done.pop().map(|one| one.rows).unwrap_or_default();
    let month = done.pop().and_then(|one| one.into_row());
    let today = done.pop().and_then(|one| one.into_row());
    let credits = |row: Option<Row>| row.map_or(Ok(hold.credits), |mut row| row.credits());
    Ok(Some(Standing {
        credential_today: credits(today)?,
        credential_this_month: credits(month)?,
        purses: purse_states(purses)?,
    }))
}

/// False where the hold was settled before.
pub(super) async fn release(db: &Db, id: &str, purse_id: &str, credits: i64) -> Result<bool, Error> {
    let unit = vec![
        Statement::new(SETTLE, values![id]).guarded(),
        Statement::new(GIVE_BACK, values![credits, purse_id]).guarded(),
    ];
    Ok(matches!(db.commit_early(unit).await?, Outcome::Committed(_)))
}

/// Releases what is due, at most `limit` of them; returns how many.
pub(super) async fn expire(db: &Db, now: Instant, limit: usize) -> Result<usize, Error> {
    const SQL: &str = "SELECT id, purse_id, credits FROM holds WHERE expires_at <= $1 ORDER BY id LIMIT $2";
    let mut released = 0;
    for mut row in db.query(SQL, values![now, limit as i64]).await? {
        let (id, purse_id, credits) = (row.text()?, row.text()?, row.int()?);
        // Whoever was late and settles it at this moment wins, or loses, as a whole.
        released += usize::from(release(db, &id, &purse_id, credits).await?);
    }
    Ok(released)
}
