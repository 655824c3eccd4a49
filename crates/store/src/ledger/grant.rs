//! Credits that are given rather than charged: entries like the others, so that what an account may spend of them can
//! be proved.

use domain::{Credits, Instant};

use crate::db::{Statement, values};

/// The entry of a grant. Its id sorts by time among those of charges and ends in the number of its line in the audit
/// log.
pub(crate) fn grant(account_id: &str, credits: Credits, at: Instant, line: i64) -> Statement {
    const SQL: &str = "
        INSERT INTO entries (id, kind, account_id, source, route, credits, micro_usd, at, day)
        VALUES ($1, 'grant', $2, 'legacy_prepaid', 'grant', $3, 0, $4, $5)";
    let id = format!("{:012x}{line:020x}", at.ms().max(0));
    Statement::new(SQL, values![id, account_id, credits, at, at.day()])
}

/// What was granted before grants were entries, for accounts that come from such a store.
pub(crate) const GRANTED_BEFORE: &str = "
    INSERT INTO entries (id, kind, account_id, source, route, credits, micro_usd, at, day)
    SELECT '0 granted before ' || a.id, 'grant', a.id, 'legacy_prepaid', 'grant', a.legacy_prepaid, 0, a.created_at,
           a.activated_day
      FROM accounts a WHERE a.legacy_prepaid > 0
       AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.account_id = a.id AND e.kind = 'grant')";
