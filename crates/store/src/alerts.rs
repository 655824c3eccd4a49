//! Alerts: what an account wants to be told.

use domain::{AlertCondition, AlertSubject, Instant};

use crate::Error;
use crate::db::{Row, Value, record, values};
use crate::owned::{Definition, Owned, OwnedTable};

/// `store.alerts`.
pub type Alerts = OwnedTable<AlertDefinition>;
pub type Alert = Owned<AlertDefinition>;

/// A rule. What its numbers mean is decided elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct AlertDefinition {
    pub name: String,
    pub enabled: bool,
    pub subject: AlertSubject,
    /// Which one; none for all coverage.
    pub value: Option<String>,
    pub condition: AlertCondition,
    /// A factor, a number of deviations, a level or a distance, as the condition takes it.
    pub threshold: Option<f64>,
    pub min_items: u32,
    pub min_families: u32,
    /// Of a filing.
    pub form: Option<String>,
    pub quiet_minutes: u32,
    pub daily_cap: u32,
}

impl Definition for AlertDefinition {
    const TABLE: &'static str = "alerts";
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "enabled",
        "subject",
        "value",
        "condition",
        "threshold",
        "min_items",
        "min_families",
        "form",
        "quiet_minutes",
        "daily_cap",
    ];

    fn values(&self) -> Vec<Value> {
        values![
            &self.name,
            self.enabled,
            self.subject,
            self.value.as_deref(),
            self.condition,
            self.threshold,
            self.min_items,
            self.min_families,
            self.form.as_deref(),
            self.quiet_minutes,
            self.daily_cap,
        ]
    }

    fn from_row(row: &mut Row) -> Result<AlertDefinition, Error> {
        record!(
            row,
            AlertDefinition {
                name,
                enabled,
                subject,
                value,
                condition,
                threshold,
                min_items,
                min_families,
                form,
                quiet_minutes,
                daily_cap,
            }
        )
    }
}

/// A rule that is switched on, and whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveAlert {
    pub account_id: String,
    pub alert: Alert,
}

impl Alerts {
    /// Those that are switched on, of all accounts: for whoever asks them, never for a caller.
    pub async fn active(&self) -> Result<Vec<ActiveAlert>, Error> {
        let rows = self.select_all("enabled = 1", Vec::new()).await?;
        Ok(rows.into_iter().map(|(account_id, alert)| ActiveAlert { account_id, alert }).collect())
    }

    /// Since when a rule has been as it is: what happened before is not told.
    pub fn since(alert: &Alert) -> Instant {
        alert.changed_at
    }
}
