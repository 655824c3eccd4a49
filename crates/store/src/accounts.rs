//! Accounts: the pools that own credentials and purses. What a plan means is not known here.

use domain::{Credits, Day, Instant, MicroUsd};

use crate::Error;
use crate::db::{Db, Row, Statement, Value, values};

/// The first statement of every change that counts what an account has: others wait here, so that what is counted in the
/// statements after it stays so until they are done.
pub(crate) const ONE_AT_A_TIME: &str = "UPDATE accounts SET created_at = created_at WHERE id = $1";

/// `store.accounts`.
#[derive(Clone, Debug)]
pub struct Accounts {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: String,
    /// Unique, for people.
    pub name: String,
    pub plan: String,
    pub activated_day: Day,
    pub payment_status: String,
    pub overage_active: bool,
    pub overage_cap: MicroUsd,
    /// All the prepaid credits ever granted, spent or not.
    pub legacy_prepaid: Credits,
    pub created_at: Instant,
}

/// What is to be different; what is not named stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountChange<'a> {
    /// A plan, and the day from which its periods are counted.
    pub plan: Option<(&'a str, Day)>,
    pub payment_status: Option<&'a str>,
    pub granted_prepaid: Credits,
    /// Overage up to a cap, or none.
    pub overage: Option<Option<MicroUsd>>,
}

macro_rules! account_columns {
    () => {
        "a.id, a.name, a.plan, a.activated_day, a.payment_status, a.overage_active, a.overage_cap_micro_usd,
         a.legacy_prepaid, a.created_at"
    };
}
pub(crate) use account_columns;

impl Accounts {
    pub(crate) fn new(db: Db) -> Accounts {
        Accounts { db }
    }

    /// False where the id or the name is taken.
    pub async fn create(&self, account: &Account) -> Result<bool, Error> {
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
            &account.payment_status,
            account.overage_active,
            account.overage_cap,
            account.legacy_prepaid,
            account.created_at,
        ];
        self.changed(SQL, parameters).await
    }

    pub async fn find(&self, id: &str) -> Result<Option<Account>, Error> {
        const SQL: &str = concat!("SELECT ", account_columns!(), " FROM accounts a WHERE a.id = $1");
        self.one(SQL, id).await
    }

    pub async fn find_by_name(&self, name: &str) -> Result<Option<Account>, Error> {
        const SQL: &str = concat!("SELECT ", account_columns!(), " FROM accounts a WHERE a.name = $1");
        self.one(SQL, name).await
    }

    pub async fn list(&self) -> Result<Vec<Account>, Error> {
        const SQL: &str = concat!("SELECT ", account_columns!(), " FROM accounts a ORDER BY a.name");
        self.db.query(SQL, Vec::new()).await?.iter_mut().map(account).collect()
    }

    /// At most `limit` accounts by name, from this name on.
    pub async fn list_from(&self, name: &str, limit: u32) -> Result<Vec<Account>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts a WHERE a.name >= $1 ORDER BY a.name LIMIT $2"
        );
        self.db.query(SQL, values![name, limit]).await?.iter_mut().map(account).collect()
    }

    /// All of the changes or none; false where there is no such account, or it would hold more prepaid credits than
    /// can be counted. What is granted is added; the ledger's purse grows when it is next asked.
    pub async fn change(&self, id: &str, change: &AccountChange<'_>) -> Result<bool, Error> {
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
        self.changed(SQL, parameters).await
    }

    async fn one(&self, sql: &'static str, parameter: &str) -> Result<Option<Account>, Error> {
        self.db.query(sql, values![parameter]).await?.first_mut().map(account).transpose()
    }

    async fn changed(&self, sql: &'static str, parameters: Vec<Value>) -> Result<bool, Error> {
        let done = self.db.commit(vec![Statement::new(sql, parameters)]).await?.unguarded()?;
        Ok(done.iter().any(|one| one.affected > 0))
    }
}

pub(crate) fn account(row: &mut Row) -> Result<Account, Error> {
    Ok(Account {
        id: row.text()?,
        name: row.text()?,
        plan: row.text()?,
        activated_day: row.day()?,
        payment_status: row.text()?,
        overage_active: row.flag()?,
        overage_cap: row.micro_usd()?,
        legacy_prepaid: row.credits()?,
        created_at: row.instant()?,
    })
}
