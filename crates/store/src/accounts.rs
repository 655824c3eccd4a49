//! Accounts: the pools that own credentials and purses. What a plan means is not known here.

use domain::{Credits, Day, Instant, MicroUsd};

use crate::Error;
use crate::db::{Db, Row, Statement, Value, values};

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

    /// Puts the account on a plan from this day on; its periods are counted from there.
    pub async fn set_plan(&self, id: &str, plan: &str, activated_day: Day) -> Result<bool, Error> {
        const SQL: &str = "UPDATE accounts SET plan = $2, activated_day = $3 WHERE id = $1";
        self.changed(SQL, values![id, plan, activated_day]).await
    }

    /// Agrees to overage up to a cap, or ends the agreement.
    pub async fn set_overage(&self, id: &str, monthly_cap: Option<MicroUsd>) -> Result<bool, Error> {
        const SQL: &str = "UPDATE accounts SET overage_active = $2, overage_cap_micro_usd = $3 WHERE id = $1";
        let cap = monthly_cap.unwrap_or(MicroUsd::ZERO);
        self.changed(SQL, values![id, monthly_cap.is_some(), cap]).await
    }

    pub async fn set_payment_status(&self, id: &str, status: &str) -> Result<bool, Error> {
        self.changed("UPDATE accounts SET payment_status = $2 WHERE id = $1", values![id, status]).await
    }

    /// Adds to what was ever granted; the ledger's purse grows when it is next asked.
    pub async fn grant_prepaid(&self, id: &str, credits: Credits) -> Result<bool, Error> {
        const SQL: &str = "UPDATE accounts SET legacy_prepaid = legacy_prepaid + $2
                            WHERE id = $1 AND legacy_prepaid + $2 <= $3";
        self.changed(SQL, values![id, credits, u32::MAX]).await
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
