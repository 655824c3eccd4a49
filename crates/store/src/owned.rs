//! What an account keeps under a name of its own choice: Spaces, Brains. What is not the owner's does not exist here.

use std::marker::PhantomData;

use domain::Instant;

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::db::{Db, Outcome, Row, Statement, Value, assignments, record, values};

/// What tells one thing from another of its kind: all that its owner may change.
pub trait Definition: Send + Sync + Sized + 'static {
    const TABLE: &'static str;
    /// Its columns, in the order of `values`.
    const COLUMNS: &'static [&'static str];

    fn values(&self) -> Vec<Value>;

    fn from_row(row: &mut Row) -> Result<Self, Error>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owned<D> {
    pub id: String,
    pub definition: D,
    pub created_at: Instant,
    pub changed_at: Instant,
}

/// All things of one kind.
#[derive(Debug)]
pub struct OwnedTable<D> {
    db: Db,
    kind: PhantomData<fn() -> D>,
}

impl<D> Clone for OwnedTable<D> {
    fn clone(&self) -> OwnedTable<D> {
        OwnedTable { db: self.db.clone(), kind: PhantomData }
    }
}

impl<D: Definition> OwnedTable<D> {
    pub(crate) fn new(db: Db) -> OwnedTable<D> {
        OwnedTable { db, kind: PhantomData }
    }

    /// False where there is no such account, the id is taken, or the account has `max` already.
    pub async fn create(&self, account_id: &str, one: &Owned<D>, max: u32) -> Result<bool, Error> {
        // The account is $1, the bound $2, the id $3, the time $4; the definition follows.
        let own: String = (5..).take(D::COLUMNS.len()).map(|number| format!(", ${number}")).collect();
        let sql = format!(
            "INSERT INTO {table} (account_id, id, created_at, changed_at, {columns})
             SELECT a.id, $3, $4, $4{own} FROM accounts a
              WHERE a.id = $1 AND (SELECT COUNT(*) FROM {table} o WHERE o.account_id = a.id) < $2
             ON CONFLICT DO NOTHING",
            table = D::TABLE,
            columns = D::COLUMNS.join(", "),
        );
        let mut parameters = values![account_id, max, &one.id, one.created_at];
        parameters.extend(one.definition.values());
        let unit = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(sql, parameters).guarded(),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<Owned<D>>, Error> {
        let found = self.select("AND id = $2", values![account_id, id]).await?;
        Ok(found.into_iter().next())
    }

    /// Oldest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Owned<D>>, Error> {
        self.select("ORDER BY created_at, id", values![account_id]).await
    }

    async fn select(&self, rest: &str, parameters: Vec<Value>) -> Result<Vec<Owned<D>>, Error> {
        let columns = D::COLUMNS.join(", ");
        let sql = format!(
            "SELECT id, created_at, changed_at, {columns} FROM {} WHERE account_id = $1 {rest}",
            D::TABLE
        );
        self.db.query(sql, parameters).await?.iter_mut().map(read).collect()
    }

    /// Those of all accounts that a condition lets through, each with its account: for work beside the requests.
    pub(crate) async fn select_all(
        &self,
        condition: &str,
        parameters: Vec<Value>,
    ) -> Result<Vec<(String, Owned<D>)>, Error> {
        let sql = format!(
            "SELECT account_id, id, created_at, changed_at, {} FROM {} WHERE {condition} ORDER BY id",
            D::COLUMNS.join(", "),
            D::TABLE
        );
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter().map(|mut row| Ok((row.get("account_id")?, read(&mut row)?))).collect()
    }

    /// False where there is none.
    pub async fn change(
        &self,
        account_id: &str,
        id: &str,
        definition: &D,
        now: Instant,
    ) -> Result<bool, Error> {
        let own = assignments(D::COLUMNS, 4);
        let sql = format!("UPDATE {} SET changed_at = $3{own} WHERE account_id = $1 AND id = $2", D::TABLE);
        let mut parameters = values![account_id, id, now];
        parameters.extend(definition.values());
        self.changed(sql, parameters).await
    }

    /// The same where nobody changed it since `before`, which every change moves on.
    pub async fn change_from(
        &self,
        account_id: &str,
        id: &str,
        definition: &D,
        before: Instant,
        now: Instant,
    ) -> Result<bool, Error> {
        let own = assignments(D::COLUMNS, 5);
        let sql = format!(
            "UPDATE {} SET changed_at = $3{own} WHERE account_id = $1 AND id = $2 AND changed_at = $4",
            D::TABLE
        );
        let mut parameters = values![account_id, id, now.max(before.plus_ms(1)), before];
        parameters.extend(definition.values());
        self.changed(sql, parameters).await
    }

    pub async fn delete(&self, account_id: &str, id: &str) -> Result<bool, Error> {
        let sql = format!("DELETE FROM {} WHERE account_id = $1 AND id = $2", D::TABLE);
        self.changed(sql, values![account_id, id]).await
    }

    async fn changed(&self, sql: String, parameters: Vec<Value>) -> Result<bool, Error> {
        let unit = vec![Statement::new(sql, parameters).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn read<D: Definition>(row: &mut Row) -> Result<Owned<D>, Error> {
    record!(row, Owned { id, created_at, changed_at, definition: D::from_row(row)? })
}
