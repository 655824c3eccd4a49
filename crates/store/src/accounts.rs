//! Accounts: the pools that own credentials and purses. What a plan means is not known here.

use domain::{Credits, Day, Instant, MicroUsd, PaymentStatus};

use crate::Error;
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Row, Statement, record, values};
use crate::ledger::grant;

/// The first statement of every change that counts what an account has: others wait here, so that what is counted in the
/// statements after it stays so until they are done.
pub(crate) const ONE_AT_A_TIME: &str = "UPDATE accounts SET created_at = created_at WHERE id = $1";

/// `store.accounts`.
#[derive(Clone, Debug)]
pub struct Accounts {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: String,
    /// Unique, for people.
    pub name: String,
    pub plan: String,
    pub activated_day: Day,
    pub payment_status: PaymentStatus,
    pub overage_active: bool,
    pub overage_cap: MicroUsd,
    /// All the prepaid credits ever granted, spent or not.
    pub legacy_prepaid: Credits,
    pub created_at: Instant,
}

impl Account {
    /// What it owned is gone and its name with it; the row stays for the books.
    pub fn is_deleted(&self) -> bool {
        self.name.strip_prefix("deleted ").is_some_and(|id| id == self.id)
    }
}

/// What is to be different; what is not named stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountChange<'a> {
    /// A plan, and the day from which its periods are counted.
    pub plan: Option<(&'a str, Day)>,
    pub payment_status: Option<PaymentStatus>,
    pub granted_prepaid: Credits,
    /// Overage up to a cap, or none.
    pub overage: Option<Option<MicroUsd>>,
}

/// All but the id, which a statement takes from the account or from what belongs to it: `account_id`.
macro_rules! account_columns {
    () => {
        "a.name AS account_name, a.plan, a.activated_day, a.payment_status, a.overage_active,
         a.overage_cap_micro_usd AS overage_cap, a.legacy_prepaid, a.created_at AS account_created_at"
    };
}
pub(crate) use account_columns;

impl Accounts {
    pub(crate) fn new(recorder: Recorder) -> Accounts {
        Accounts { db: recorder.db.clone(), recorder }
    }

    pub(crate) fn database(&self) -> &Db {
        &self.db
    }

    pub(crate) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// False where the id or the name is taken.
    pub async fn create(&self, origin: &Origin, account: &Account) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO accounts (id, name, plan, activated_day, payment_status, overage_active,
                overage_cap_micro_usd, legacy_prepaid, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT DO NOTHING";
        let parameters = values![
            &account.id,
            &account.name,
            &account.plan,
            account.activated_day,
            account.payment_status,
            account.overage_active,
            account.overage_cap,
            account.legacy_prepaid,
            account.created_at,
        ];
        let unit = |_, number| {
            let change = Change::new(Action::AccountCreated, &account.name).of(&account.id);
            let mut unit = Unit {
                statements: vec![Statement::new(SQL, parameters.clone()).guarded()],
                changes: vec![change.after(format!("plan={}", account.plan))],
            };
            granting(&mut unit, account, account.legacy_prepaid, origin, number);
            Ok(unit)
        };
        Ok(matches!(self.recorder.commit_after(origin, Vec::new(), unit).await?, Outcome::Committed(_)))
    }

    pub async fn find(&self, id: &str) -> Result<Option<Account>, Error> {
        self.one(FIND, id).await
    }

    pub async fn find_by_name(&self, name: &str) -> Result<Option<Account>, Error> {
        const SQL: &str =
            concat!("SELECT a.id AS account_id, ", account_columns!(), " FROM accounts a WHERE a.name = $1");
        self.one(SQL, name).await
    }

    pub async fn list(&self) -> Result<Vec<Account>, Error> {
        const SQL: &str =
            concat!("SELECT a.id AS account_id, ", account_columns!(), " FROM accounts a ORDER BY a.name");
        self.db.query(SQL, Vec::new()).await?.iter_mut().map(account).collect()
    }

    /// At most `limit` accounts by name, from this name on.
    pub async fn list_from(&self, name: &str, limit: u32) -> Result<Vec<Account>, Error> {
        const SQL: &str = concat!(
            "SELECT a.id AS account_id, ",
            account_columns!(),
            " FROM accounts a WHERE a.name >= $1 ORDER BY a.name LIMIT $2"
        );
        self.db.query(SQL, values![name, limit]).await?.iter_mut().map(account).collect()
    }

    /// All of the changes or none; false where there is no such account, or it would hold more prepaid credits than
    /// can be counted. What is granted is added, and is an entry of the ledger; its purse grows when it is next asked.
    pub async fn change(&self, origin: &Origin, id: &str, change: &AccountChange<'_>) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE accounts SET plan = COALESCE($2, plan), activated_day = COALESCE($3, activated_day),
                payment_status = COALESCE($4, payment_status), legacy_prepaid = legacy_prepaid + $5,
                overage_active = COALESCE($6, overage_active),
                overage_cap_micro_usd = COALESCE($7, overage_cap_micro_usd)
             WHERE id = $1 AND legacy_prepaid + $5 <= $8";
        let (plan, activated_day) = change.plan.unzip();
        let active = change.overage.map(|cap| cap.is_some());
        let cap = change.overage.map(|cap| cap.unwrap_or(MicroUsd::ZERO));
        let granted = change.granted_prepaid;
        let parameters =
            values![id, plan, activated_day, change.payment_status, granted, active, cap, u32::MAX];
        let unit = |mut found: Vec<Vec<Row>>, number| {
            let statements = vec![Statement::new(SQL, parameters.clone()).guarded()];
            let mut unit = Unit { statements, changes: Vec::new() };
            if let Some(row) = found[0].first_mut() {
                let before = account(row)?;
                unit.changes = changes(&before, change);
                granting(&mut unit, &before, granted, origin, number);
            }
            Ok(unit)
        };
        let look = vec![Statement::new(FIND, values![id])];
        Ok(matches!(self.recorder.commit_after(origin, look, unit).await?, Outcome::Committed(_)))
    }

    async fn one(&self, sql: &'static str, parameter: &str) -> Result<Option<Account>, Error> {
        self.db.query(sql, values![parameter]).await?.first_mut().map(account).transpose()
    }
}

const FIND: &str =
    concat!("SELECT a.id AS account_id, ", account_columns!(), " FROM accounts a WHERE a.id = $1");

/// What differs, for the log.
fn changes(before: &Account, change: &AccountChange<'_>) -> Vec<Change> {
    let differs = |action, was: String, is: String| {
        (was != is).then(|| Change::new(action, &before.name).of(&before.id).before(was).after(is))
    };
    let plan = |plan: &str, day: Day| format!("plan={plan} since={day}");
    let status = |status: PaymentStatus| format!("payment_status={status}");
    let overage = |cap: Option<MicroUsd>| match cap {
        Some(cap) => format!("overage_cap_usd={cap}"),
        None => "overage=off".to_owned(),
    };
    let cap = before.overage_active.then_some(before.overage_cap);
    [
        change.plan.and_then(|(is, day)| {
            differs(Action::PlanSet, plan(&before.plan, before.activated_day), plan(is, day))
        }),
        change
            .payment_status
            .and_then(|is| differs(Action::PaymentStatusSet, status(before.payment_status), status(is))),
        change.overage.and_then(|is| differs(Action::OverageSet, overage(cap), overage(is))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Credits that are granted stand in the ledger under the number of the line that tells of them.
fn granting(unit: &mut Unit, account: &Account, granted: Credits, origin: &Origin, first_line: i64) {
    if granted == Credits::ZERO {
        return;
    }
    let line = first_line + unit.changes.len() as i64;
    unit.statements.push(grant(&account.id, granted, origin.at, line));
    let change = Change::new(Action::CreditsGranted, &account.name).of(&account.id);
    unit.changes.push(change.after(format!("credits={granted}")));
}

pub(crate) fn account(row: &mut Row) -> Result<Account, Error> {
    record!(
        row,
        Account {
            id: row.get("account_id")?,
            name: row.get("account_name")?,
            plan,
            activated_day,
            payment_status,
            overage_active,
            overage_cap,
            legacy_prepaid,
            created_at: row.get("account_created_at")?,
        }
    )
}
