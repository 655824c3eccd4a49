//! The keys of accounts, by their hashes. What belongs to an account is asked for with the account first.

use domain::Instant;

use crate::Error;
use crate::accounts::{Account, account, account_columns};
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Row, Statement, Value, values};

/// `store.credentials`.
#[derive(Clone, Debug)]
pub struct Credentials {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCredential {
    pub id: String,
    pub name: String,
    pub hash: [u8; 32],
    /// For display: how the key begins and ends.
    pub prefix: String,
    pub last_four: String,
    pub test: bool,
    /// How much it may do; a word that the program knows.
    pub scope: String,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    pub id: String,
    pub account_id: String,
    pub name: String,
    pub prefix: String,
    pub last_four: String,
    pub test: bool,
    pub scope: String,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
    pub revoked_at: Option<Instant>,
    pub replaced_by: Option<String>,
    pub last_used_at: Option<Instant>,
}

macro_rules! columns {
    () => {
        "c.id, c.account_id, c.name, c.prefix, c.last_four, c.test, c.scope, c.created_at, c.expires_at,
         c.revoked_at, c.replaced_by, c.last_used_at"
    };
}

/// `last_used_at` is written no more often than this.
const TOUCH_EVERY_MS: i64 = 60_000;

impl Credentials {
    pub(crate) fn new(recorder: Recorder) -> Credentials {
        Credentials { db: recorder.db.clone(), recorder }
    }

    /// False where there is no such account, or the id or the hash is taken.
    pub async fn create(
        &self,
        origin: &Origin,
        account_id: &str,
        new: &NewCredential,
    ) -> Result<bool, Error> {
        let change = Change::new(Action::KeyCreated, shown(&new.name, &new.id)).of(account_id);
        let statements = vec![insertion(account_id, new)];
        let outcome = self.recorder.commit(origin, statements, vec![change.after(terms(new))]).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// The key and whose it is, in one look. Whether it still opens is for the caller to say.
    pub async fn find_by_hash(&self, hash: &[u8; 32]) -> Result<Option<(Credential, Account)>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            ", ",
            account_columns!(),
            " FROM credentials c JOIN accounts a ON a.id = c.account_id WHERE c.hash = $1"
        );
        let mut rows = self.db.query(SQL, values![hash.as_slice()]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        Ok(Some((credential(row)?, account(row)?)))
    }

    /// Oldest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Credential>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM credentials c WHERE c.account_id = $1 ORDER BY c.created_at, c.id"
        );
        self.db.query(SQL, values![account_id]).await?.iter_mut().map(credential).collect()
    }

    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<Credential>, Error> {
        self.db.query(FIND, values![account_id, id]).await?.first_mut().map(credential).transpose()
    }

    /// False where there is none to revoke; a key is revoked once and for ever.
    pub async fn revoke(&self, origin: &Origin, account_id: &str, id: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE credentials SET revoked_at = $3
                            WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL";
        let statement = Statement::new(SQL, values![account_id, id, origin.at]).guarded();
        self.replace(origin, account_id, id, vec![statement], |old| {
            Change::new(Action::KeyRevoked, shown(&old.name, &old.id)).before(format!("scope={}", old.scope))
        })
        .await
    }

    /// Puts a new key in the place of an old one, which opens until `old_expires_at` and never longer than
    /// it would have. False where the old one is not there, is revoked or was replaced before.
    pub async fn rotate(
        &self,
        origin: &Origin,
        account_id: &str,
        old_id: &str,
        new: &NewCredential,
        old_expires_at: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE credentials SET replaced_by = $3,
                expires_at = CASE WHEN expires_at < $4 THEN expires_at ELSE $4 END
             WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND replaced_by IS NULL";
        let old: Vec<Value> = values![account_id, old_id, &new.id, old_expires_at];
        // The new one first: the old one refers to it.
        let statements = vec![insertion(account_id, new), Statement::new(SQL, old).guarded()];
        self.replace(origin, account_id, old_id, statements, |old| {
            Change::new(Action::KeyRotated, shown(&old.name, &old.id))
                .before(format!("scope={}", old.scope))
                .after(format!("replaced_by={} {} old_ends={old_expires_at}", new.id, terms(new)))
        })
        .await
    }

    /// A change to a key that is there, told with how it was.
    async fn replace(
        &self,
        origin: &Origin,
        account_id: &str,
        id: &str,
        statements: Vec<Statement>,
        change: impl Fn(&Credential) -> Change,
    ) -> Result<bool, Error> {
        let look = vec![Statement::new(FIND, values![account_id, id])];
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let old = found[0].first_mut().map(credential).transpose()?;
            let changes = old.iter().map(|old| change(old).of(account_id)).collect();
            Ok(Unit { statements: statements.clone(), changes })
        };
        Ok(matches!(self.recorder.commit_after(origin, look, unit).await?, Outcome::Committed(_)))
    }

    /// Remembers when the key was last used, to about a minute; losing it in a crash harms nobody.
    pub async fn touch(&self, id: &str, now: Instant) -> Result<(), Error> {
        const SQL: &str = "UPDATE credentials SET last_used_at = $2
                            WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $3)";
        let unit = vec![Statement::new(SQL, values![id, now, now.plus_ms(-TOUCH_EVERY_MS)])];
        self.db.commit_early(unit).await.map(|_| ())
    }
}

const FIND: &str =
    concat!("SELECT ", columns!(), " FROM credentials c WHERE c.account_id = $1 AND c.id = $2");

/// As the log names a key.
fn shown(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}

/// What a new key may do, and how long.
fn terms(new: &NewCredential) -> String {
    let ends = new.expires_at.map_or("never".to_owned(), Instant::rfc3339);
    format!("scope={} test={} expires={ends}", new.scope, new.test)
}

fn insertion(account_id: &str, new: &NewCredential) -> Statement {
    const SQL: &str = "
        INSERT INTO credentials (id, account_id, name, hash, prefix, last_four, test, scope, created_at, expires_at)
        SELECT $2, id, $3, $4, $5, $6, $7, $8, $9, $10 FROM accounts WHERE id = $1
        ON CONFLICT DO NOTHING";
    let parameters = values![
        account_id,
        &new.id,
        &new.name,
        new.hash.as_slice(),
        &new.prefix,
        &new.last_four,
        new.test,
        &new.scope,
        new.created_at,
        new.expires_at,
    ];
    Statement::new(SQL, parameters).guarded()
}

fn credential(row: &mut Row) -> Result<Credential, Error> {
    Ok(Credential {
        id: row.text()?,
        account_id: row.text()?,
        name: row.text()?,
        prefix: row.text()?,
        last_four: row.text()?,
        test: row.flag()?,
        scope: row.text()?,
        created_at: row.instant()?,
        expires_at: row.instant_or_null()?,
        revoked_at: row.instant_or_null()?,
        replaced_by: row.text_or_null()?,
        last_used_at: row.instant_or_null()?,
    })
}
