//! What was used: the counters that are kept beside the entries, and how an account stands.

use domain::{Credits, Day, DayRange, Instant, MicroUsd};

use super::{Ledger, PurseState, purse_id, purse_states};
use crate::Error;
use crate::db::{Statement, record, values};

/// How an account and one of its credentials stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The purses whose period is not over.
    pub purses: Vec<PurseState>,
    pub credential_today: Credits,
    /// In the calendar month.
    pub credential_this_month: Credits,
}

impl Standing {
    /// Zero for a purse that was never asked.
    pub fn used(&self, key: &str) -> Credits {
        self.purses.iter().find(|purse| *purse.key == *key).map_or(Credits::ZERO, |purse| purse.used)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRow {
    pub day: Day,
    pub route: String,
    pub credential_id: String,
    pub calls: i64,
    pub credits: i64,
    pub owed: MicroUsd,
}

pub(super) const COUNT_ROUTE: &str = "
    INSERT INTO usage_days (credential_id, day, route, account_id, calls, credits, micro_usd)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (credential_id, day, route) DO UPDATE SET calls = usage_days.calls + excluded.calls,
        credits = usage_days.credits + excluded.credits, micro_usd = usage_days.micro_usd + excluded.micro_usd";

pub(super) const COUNT_TOTAL: &str = "
    INSERT INTO credential_totals (credential_id, span, first_day, credits) VALUES ($1, $2, $3, $4)
    ON CONFLICT (credential_id, span, first_day) DO UPDATE SET credits = credential_totals.credits + excluded.credits
    RETURNING credits";

pub(super) const PURSES: &str = "
    SELECT account_id, key, source, used, held, allowance, period_end FROM purses WHERE account_id IN ($1) AND period_end > $2";

/// The first day of the calendar month.
pub(super) fn month_of(day: Day) -> Day {
    let (year, month, _) = day.civil();
    Day::from_civil(year, month, 1).expect("every month has a first day")
}

impl Ledger {
    /// For calls that are not charged, and for showing.
    pub async fn standing(
        &self,
        account_id: &str,
        credential_id: &str,
        now: Instant,
    ) -> Result<Standing, Error> {
        const TOTAL: &str =
            "SELECT credits FROM credential_totals WHERE credential_id = $1 AND span = $2 AND first_day = $3";
        let day = now.day();
        let statements = vec![
            Statement::new(PURSES, values![account_id, now]),
            Statement::new(TOTAL, values![credential_id, "day", day]),
            Statement::new(TOTAL, values![credential_id, "month", month_of(day)]),
        ];
        let mut answers = self.db.read(statements).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();
        let mut purses = purse_states(next())?;
        if let Some(holds) = self.holds.in_memory() {
            for purse in &mut purses {
                let held = holds.held(&purse_id(account_id, &purse.key));
                purse.held = Credits::new(purse.held.get().saturating_add(held.get()));
            }
        }
        let mut total = || next().first_mut().map_or(Ok(Credits::ZERO), |row| row.only());
        Ok(Standing { purses, credential_today: total()?, credential_this_month: total()? })
    }

    /// What the account used, by day, route and credential.
    pub async fn usage(&self, account_id: &str, days: DayRange) -> Result<Vec<UsageRow>, Error> {
        const SQL: &str = "
            SELECT day, route, credential_id, calls, credits, micro_usd AS owed FROM usage_days
             WHERE account_id = $1 AND day BETWEEN $2 AND $3
             ORDER BY day, route, credential_id";
        let rows = self.db.query(SQL, values![account_id, days.first(), days.last()]).await?;
        rows.into_iter()
            .map(|mut row| record!(row, UsageRow { day, route, credential_id, calls, credits, owed }))
            .collect()
    }
}
