//! Brains: the speakers that an account follows. What is not the owner's does not exist here.

use domain::Instant;

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::db::{Db, Outcome, Row, Statement, Value, values};

/// `store.brains`.
#[derive(Clone, Debug)]
pub struct Brains {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brain {
    pub id: String,
    pub name: String,
    /// Handles as the documents carry them, without white space.
    pub handles: Vec<String>,
    pub created_at: Instant,
    pub changed_at: Instant,
}

macro_rules! columns {
    () => {
        "id, name, handles, created_at, changed_at"
    };
}

impl Brains {
    pub(crate) fn new(db: Db) -> Brains {
        Brains { db }
    }

    /// False where there is no such account, the id is taken, or the account has `most` already.
    pub async fn create(&self, account_id: &str, brain: &Brain, most: u32) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO brains (id, account_id, name, handles, created_at, changed_at)
            SELECT $2, a.id, $3, $4, $5, $5 FROM accounts a
             WHERE a.id = $1 AND (SELECT COUNT(*) FROM brains b WHERE b.account_id = a.id) < $6
            ON CONFLICT DO NOTHING";
        let handles = brain.handles.join(" ");
        let parameters = values![account_id, &brain.id, &brain.name, handles, brain.created_at, most];
        let unit = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, parameters).guarded(),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<Brain>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM brains WHERE account_id = $1 AND id = $2");
        self.db.query(SQL, values![account_id, id]).await?.first_mut().map(brain).transpose()
    }

    /// Oldest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Brain>, Error> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM brains WHERE account_id = $1 ORDER BY created_at, id");
        self.db.query(SQL, values![account_id]).await?.iter_mut().map(brain).collect()
    }

    /// False where there is none.
    pub async fn change(
        &self,
        account_id: &str,
        id: &str,
        name: &str,
        handles: &[String],
        now: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "UPDATE brains SET name = $3, handles = $4, changed_at = $5
                            WHERE account_id = $1 AND id = $2";
        self.changed(SQL, values![account_id, id, name, handles.join(" "), now]).await
    }

    pub async fn delete(&self, account_id: &str, id: &str) -> Result<bool, Error> {
        self.changed("DELETE FROM brains WHERE account_id = $1 AND id = $2", values![account_id, id]).await
    }

    async fn changed(&self, sql: &'static str, parameters: Vec<Value>) -> Result<bool, Error> {
        let unit = vec![Statement::new(sql, parameters).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn brain(row: &mut Row) -> Result<Brain, Error> {
    Ok(Brain {
        id: row.text()?,
        name: row.text()?,
        handles: row.text()?.split_whitespace().map(str::to_owned).collect(),
        created_at: row.instant()?,
        changed_at: row.instant()?,
    })
}
