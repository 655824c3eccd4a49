//! Sets credits aside for many calls in one transaction, each for itself: a purse without room refuses its own calls and
//! no others.

use std::collections::BTreeMap;

use domain::Instant;
use tokio::sync::oneshot;

use super::sums::NEVER;
use super::{Hold, HoldRequest};
use crate::Error;
use crate::batcher::Batcher;
use crate::db::{Db, Row, Statement, record, values};

/// Takes `$8` from the purse's room if it has it, and says either way how it stands. `$7` is what the account may use now,
/// which may be less than the purse was once opened for; a purse that is not there yet, or is too narrow, is opened for it.
/// An insertion, since of many rows in one statement these are locked in the order in which they are said.
const RESERVE: &str = "
    INSERT INTO purses (id, account_id, key, source, period_start, period_end, allowance, used, held, reserved_by)
    VALUES ($1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT), 0,
        CASE WHEN CAST($8 AS BIGINT) <= CAST($7 AS BIGINT) THEN CAST($8 AS BIGINT) ELSE 0 END,
        CASE WHEN CAST($8 AS BIGINT) <= CAST($7 AS BIGINT) THEN CAST($9 AS TEXT) END)
    ON CONFLICT (id) DO UPDATE SET
        held = purses.held
            + CASE WHEN purses.used + purses.held + excluded.held <= excluded.allowance THEN excluded.held ELSE 0 END,
        reserved_by = CASE WHEN purses.used + purses.held + excluded.held <= excluded.allowance
            THEN excluded.reserved_by END,
        allowance = CASE WHEN purses.allowance < excluded.allowance THEN excluded.allowance ELSE purses.allowance END
    RETURNING id, used, held, CASE WHEN reserved_by IS NULL THEN 0 ELSE 1 END AS granted";

/// The row of this transaction says whether its credits were set aside.
const INSERT_HOLD: &str = "
    INSERT INTO holds (id, purse_id, source, account_id, credential_id, route, credits, micro_usd, created_at,
        expires_at)
    SELECT w.column1, w.column2, w.column3, w.column4, w.column5, w.column6, w.column7, w.column8, w.column9, w.column10
      FROM (VALUES (CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT),
            CAST($6 AS TEXT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT))) AS w
      JOIN purses p ON p.id = w.column2
     WHERE p.reserved_by = $11";

/// A hold that waits to be placed.
pub(super) struct WaitingHold {
    hold: Hold,
    now: Instant,
    expires_at: Instant,
    reply: oneshot::Sender<Result<bool, Error>>,
}

impl WaitingHold {
    fn answer(self, answer: Result<bool, Error>) {
        // Whoever has gone left somebody behind to give it back.
        let _ = self.reply.send(answer);
    }
}

pub(super) async fn reserve(
    db: &Db,
    batcher: &Batcher<WaitingHold>,
    hold: &Hold,
    request: &HoldRequest,
) -> Result<bool, Error> {
    let (reply, placed) = oneshot::channel();
    let (now, expires_at) = (request.now, request.expires_at);
    let waiting = WaitingHold { hold: hold.clone(), now, expires_at, reply };
    let db = db.clone();
    batcher.push("a hold", waiting, move |batch| place(db.clone(), batch))?;
    placed.await.unwrap_or_else(|_| Err(Error::OutcomeUnknown { source: "placing failed inside".into() }))
}

/// How a purse stands after it was asked.
struct Asked {
    id: String,
    used: i64,
    held: i64,
    granted: i64,
}

fn asked(row: &mut Row) -> Result<Asked, Error> {
    record!(row, Asked { id, used, held, granted })
}

/// Answers those that are held and those for which there is no room; returns those that might fit without the others of
/// their purse.
async fn place(db: Db, batch: Vec<WaitingHold>) -> Vec<WaitingHold> {
    // In the order of their ids: two processes that want the same purses must not wait for each other.
    let mut purses: BTreeMap<String, Vec<WaitingHold>> = BTreeMap::new();
    let mut again = Vec::new();
    for waiting in batch {
        let group = purses.entry(waiting.hold.purse_id().to_owned()).or_default();
        // Those who looked the account up before and after a change of its terms take turns.
        match group.first() {
            Some(first) if first.hold.terms().allowance != waiting.hold.terms().allowance => {
                again.push(waiting)
            }
            _ => group.push(waiting),
        }
    }
    let mut asked = match ask(&db, &purses).await {
        Ok(asked) => asked,
        // One of them is at fault, and the others must not suffer for it.
        Err(Error::Statement { .. }) if purses.values().map(Vec::len).sum::<usize>() > 1 => {
            for one in purses.into_values().flatten() {
                again.extend(Box::pin(place(db.clone(), vec![one])).await);
            }
            return again;
        }
        Err(error) => {
            refuse_all(purses.into_values().flatten().chain(again), error);
            return Vec::new();
        }
    };
    for (id, group) in purses {
        match asked.remove(&id) {
            Some(state) if state.granted == 1 => group.into_iter().for_each(|one| one.answer(Ok(true))),
            Some(state) => again.extend(left_over(group, &state)),
            // A purse that was asked has a row.
            None => again.extend(group),
        }
    }
    again
}

async fn ask(db: &Db, purses: &BTreeMap<String, Vec<WaitingHold>>) -> Result<BTreeMap<String, Asked>, Error> {
    let Some(first) = purses.values().flatten().next() else { return Ok(BTreeMap::new()) };
    let wanted = purses.values().map(|group| {
        let credits: i64 = group.iter().map(|one| i64::from(one.hold.credits.get())).sum();
        purse(&group[0].hold, credits)
    });
    let rows = purses.values().flatten().map(|WaitingHold { hold, now, expires_at, .. }| {
        values![
            &*hold.id,
            hold.purse_id(),
            hold.source(),
            hold.account_id(),
            hold.credential_id(),
            &*hold.route,
            hold.credits,
            hold.micro_usd,
            *now,
            *expires_at,
        ]
    });
    let unit = vec![
        Statement::many(RESERVE, wanted.collect()).sharing(values![&*first.hold.id]).together(),
        Statement::many(INSERT_HOLD, rows.collect()).sharing(values![&*first.hold.id]).together(),
    ];
    let mut done = db.commit_early(unit).await?.unguarded()?;
    let rows = done.swap_remove(0).rows;
    rows.into_iter().map(|mut row| asked(&mut row).map(|asked| (asked.id.clone(), asked))).collect()
}

/// Those that fit into what the purse has, one after the other; the others are refused.
fn left_over(group: Vec<WaitingHold>, state: &Asked) -> Vec<WaitingHold> {
    let mut taken = state.used + state.held;
    let allowed = group.first().map_or(0, |one| i64::from(one.hold.terms().allowance.get()));
    let mut kept = Vec::new();
    for one in group {
        let after = taken + i64::from(one.hold.credits.get());
        if after <= allowed {
            taken = after;
            kept.push(one);
        } else {
            one.answer(Ok(false));
        }
    }
    kept
}

fn refuse_all(all: impl Iterator<Item = WaitingHold>, error: Error) {
    let reason = error.to_string();
    let mut first = Some(error);
    for one in all {
        let again = || Error::Connect { source: reason.clone().into() };
        one.answer(Err(first.take().unwrap_or_else(again)));
    }
}

fn purse(hold: &Hold, credits: i64) -> Vec<crate::db::Value> {
    let terms = hold.terms();
    values![
        hold.purse_id(),
        hold.account_id(),
        &terms.key,
        terms.source,
        terms.period_start,
        terms.period_end.map_or(NEVER, Instant::ms),
        terms.allowance,
        credits,
    ]
}
