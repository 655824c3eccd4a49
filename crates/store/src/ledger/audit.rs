//! The books balance, or this says where they do not.

use super::Ledger;
use super::hold_table::HoldTable;
use crate::Error;
use crate::db::{Row, Statement, record};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Charges.
    pub entries: i64,
    pub credits: i64,
    pub micro_usd: i64,
    pub open_holds: i64,
    /// Prepaid credits, ever.
    pub granted: i64,
    /// Empty when all is well.
    pub differences: Vec<Difference>,
}

/// Two figures that should be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which two, such as `used by the purse, and its entries`.
    pub what: &'static str,
    /// The purse, or the credential with its day and route.
    pub place: String,
    pub left: i64,
    pub right: i64,
}

/// Each pair is added up side by side, so that a row that is missing on either side shows as well.
macro_rules! compare {
    ($left:literal, $right:literal) => {
        concat!(
            "SELECT place, CAST(SUM(a) AS BIGINT) AS a, CAST(SUM(b) AS BIGINT) AS b FROM (",
            $left,
            " UNION ALL ",
            $right,
            ") AS pairs GROUP BY place HAVING SUM(a) <> SUM(b) ORDER BY place LIMIT 100"
        )
    };
}

const COMPARISONS: &[(&str, &str)] = &[
    (
        "used by the purse, and its entries",
        compare!(
            "SELECT id AS place, used AS a, 0 AS b FROM purses",
            "SELECT purse_id, 0, credits FROM entries WHERE purse_id IS NOT NULL"
        ),
    ),
    (
        "held by the purse, and its open holds",
        compare!(
            "SELECT id AS place, held AS a, 0 AS b FROM purses",
            "SELECT purse_id, 0, credits FROM holds"
        ),
    ),
    (
        "credits counted by route, and the entries",
        compare!(
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route AS place, credits AS a, 0 AS b
               FROM usage_days",
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route, 0, credits
               FROM entries WHERE credential_id IS NOT NULL"
        ),
    ),
    (
        "calls counted by route, and the entries",
        compare!(
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route AS place, calls AS a, 0 AS b
               FROM usage_days",
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route, 0, 1
               FROM entries WHERE credential_id IS NOT NULL"
        ),
    ),
    (
        "money counted by route, and the entries",
        compare!(
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route AS place, micro_usd AS a, 0 AS b
               FROM usage_days",
            "SELECT credential_id || ' ' || CAST(day AS TEXT) || ' ' || route, 0, micro_usd
               FROM entries WHERE credential_id IS NOT NULL"
        ),
    ),
    (
        "credits of the credential's day, and the entries",
        compare!(
            "SELECT credential_id || ' ' || CAST(first_day AS TEXT) AS place, credits AS a, 0 AS b
               FROM credential_totals WHERE span = 'day'",
            "SELECT credential_id || ' ' || CAST(day AS TEXT), 0, credits
               FROM entries WHERE credential_id IS NOT NULL"
        ),
    ),
    (
        "credits of the credential's months, and its days",
        compare!(
            "SELECT credential_id AS place, credits AS a, 0 AS b FROM credential_totals WHERE span = 'month'",
            "SELECT credential_id, 0, credits FROM credential_totals WHERE span = 'day'"
        ),
    ),
    (
        "settled on the spot, and the entries",
        compare!(
            "SELECT key AS place, amount_micro_usd AS a, 0 AS b FROM payments WHERE state = 'settled'",
            "SELECT id, 0, micro_usd FROM entries WHERE purse_id IS NULL AND kind = 'charge'"
        ),
    ),
    (
        "prepaid credits of the account, and its grants",
        compare!(
            "SELECT id AS place, legacy_prepaid AS a, 0 AS b FROM accounts",
            "SELECT account_id, 0, credits FROM entries WHERE kind = 'grant'"
        ),
    ),
    (
        "allowed by the purse of prepaid credits, and granted",
        "SELECT p.id AS place, p.allowance AS a, a.legacy_prepaid AS b FROM purses p JOIN accounts a ON a.id = p.account_id
          WHERE p.source = 'legacy_prepaid' AND p.allowance > a.legacy_prepaid ORDER BY p.id LIMIT 100",
    ),
    (
        "holds that are open although they were charged",
        "SELECT holds.id AS place, holds.credits AS a, CAST(0 AS BIGINT) AS b FROM holds JOIN entries ON entries.id = holds.id LIMIT 100",
    ),
];

const TOTALS: &str = "
    SELECT COUNT(*) AS entries, CAST(COALESCE(SUM(credits), 0) AS BIGINT) AS credits,
           CAST(COALESCE(SUM(micro_usd), 0) AS BIGINT) AS micro_usd,
           (SELECT COUNT(*) FROM holds) AS open_holds,
           (SELECT CAST(COALESCE(SUM(credits), 0) AS BIGINT) FROM entries WHERE kind = 'grant') AS granted
      FROM entries WHERE kind = 'charge'";

impl Ledger {
    /// Adds everything up, at one moment, and names what does not agree (at most 100 of each kind).
    pub async fn audit(&self) -> Result<Audit, Error> {
        let mut statements = vec![Statement::new(TOTALS, Vec::new())];
        statements.extend(COMPARISONS.iter().map(|(_, sql)| Statement::new(*sql, Vec::new())));
        let mut answers = self.db.read(statements).await?.into_iter();
        let mut audit = Audit::default();
        if let Some(row) = answers.next().unwrap_or_default().first_mut() {
            audit = totals(row)?;
            audit.open_holds += self.holds.in_memory().map_or(0, |holds| holds.open() as i64);
        }
        for ((what, _), rows) in COMPARISONS.iter().zip(answers) {
            for mut row in rows {
                let (place, left, right) = (row.get("place")?, row.get("a")?, row.get("b")?);
                audit.differences.push(Difference { what, place, left, right });
            }
        }
        for (place, held, open) in self.holds.in_memory().into_iter().flat_map(HoldTable::differences) {
            let (left, right) = (held as i64, open as i64);
            audit.differences.push(Difference {
                what: "held in memory, and the open holds there",
                place,
                left,
                right,
            });
        }
        Ok(audit)
    }
}

fn totals(row: &mut Row) -> Result<Audit, Error> {
    record!(row, Audit { entries, credits, micro_usd, open_holds, granted, differences: Vec::new() })
}
