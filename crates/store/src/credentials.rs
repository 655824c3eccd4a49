//! The keys of accounts, by their hashes. What belongs to an account is asked for with the account first.

use domain::{Instant, Scope};

use crate::Error;
use crate::accounts::{Account, account, account_columns};
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
pub use crate::credential::Credential;
use crate::credential::{columns, credential, shown};
use crate::db::{Db, Outcome, Row, Statement, Value, values};
use crate::makers::{self, MadeBy, acting};

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
    pub scope: Scope,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
}

/// What a new key ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    NoAccount,
    /// As many keys open the account as may.
    TooMany,
    /// Its maker has ended or may do less than the key.
    Maker,
    /// The id or the hash is taken; of a rotation, the old key is not there, has ended or was replaced before.
    Taken,
}

/// The end of a new key, if it has one.
pub type Made = Result<Option<Instant>, Refused>;

/// `last_used_at` is written no more often than this.
const TOUCH_EVERY_MS: i64 = 60_000;

impl Credentials {
    pub(crate) fn new(recorder: Recorder) -> Credentials {
        Credentials { db: recorder.db.clone(), recorder }
    }

    /// It ends no later than a key that asks for it. At most `max_open` keys open the account with this one.
    pub async fn create(
        &self,
        origin: &Origin,
        account_id: &str,
        new: &NewCredential,
        max_open: u32,
    ) -> Result<Made, Error> {
        let look = vec![Statement::new(BY_ID, values![makers::acting(origin).1])];
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let maker = found[0].first_mut().map(credential).transpose()?;
            let new = bounded(new, maker.as_ref());
            let made_by = MadeBy::of(origin, maker.as_ref());
            let change = Change::new(Action::KeyCreated, shown(&new.name, &new.id)).of(account_id);
            Ok(Unit {
                statements: insertion(origin, account_id, &new, &made_by, max_open),
                changes: vec![change.after(terms(&new))],
            })
        };
        made(self.recorder.commit_after(origin, look, unit).await?)
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

    /// Ends the key, the keys that it made and so on, in every account. False where there is none to revoke; a key is
    /// revoked once and for ever.
    pub async fn revoke(&self, origin: &Origin, account_id: &str, id: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE credentials SET revoked_at = $3
                            WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL";
        let look = vec![
            Statement::new(FIND, values![account_id, id]),
            makers::made_by(id),
            makers::addresses_by(id),
        ];
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let mut addresses = found.pop().unwrap_or_default();
            let mut unit = makers::with_their_key(&mut found[1], &mut addresses, origin.at)?;
            let end = Statement::new(SQL, values![account_id, id, origin.at]).guarded();
            unit.statements.insert(0, end);
            if let Some(old) = found[0].first_mut().map(credential).transpose()? {
                let change = Change::new(Action::KeyRevoked, shown(&old.name, &old.id)).of(account_id);
                unit.changes.insert(0, change.before(format!("scope={}", old.scope)));
            }
            Ok(unit)
        };
        Ok(matches!(self.recorder.commit_after(origin, look, unit).await?, Outcome::Committed(_)))
    }

    /// Puts a new key in the place of an old one, which opens until `old_expires_at` and never longer than
    /// it would have. What the old one made is the new one's. Whoever rotates a key is the maker of the new one; a key that
    /// rotates itself stays its maker's.
    pub async fn rotate(
        &self,
        origin: &Origin,
        account_id: &str,
        old_id: &str,
        new: &NewCredential,
        old_expires_at: Instant,
        max_open: u32,
    ) -> Result<Made, Error> {
        const SQL: &str = "
            UPDATE credentials SET replaced_by = $3,
                expires_at = CASE WHEN expires_at < $4 THEN expires_at ELSE $4 END
             WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND replaced_by IS NULL";
        const MADE: [&str; 3] = [
            "UPDATE credentials SET made_by_key = $2 WHERE made_by_key = $1 AND id <> $2",
            "UPDATE feeds SET made_by_key = $2 WHERE made_by_key = $1",
            "UPDATE webhooks SET made_by_key = $2 WHERE made_by_key = $1",
        ];
        let acting = acting(origin).1;
        let look =
            vec![Statement::new(FIND, values![account_id, old_id]), Statement::new(BY_ID, values![acting])];
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let old = found[0].first_mut().map(credential).transpose()?;
            let maker = found[1].first_mut().map(credential).transpose()?;
            let new = bounded(new, maker.as_ref());
            let made_by = match &old {
                Some(old) if acting == Some(old.id.as_str()) => MadeBy::same(old),
                _ => MadeBy::of(origin, maker.as_ref()),
            };
            // The new one first: the old one refers to it.
            let mut statements = insertion(origin, account_id, &new, &made_by, max_open);
            let replaced: Vec<Value> = values![account_id, old_id, &new.id, old_expires_at];
            statements.push(Statement::new(SQL, replaced).guarded());
            statements.extend(MADE.map(|sql| Statement::new(sql, values![old_id, &new.id])));
            let change = old.map(|old| {
                Change::new(Action::KeyRotated, shown(&old.name, &old.id))
                    .of(account_id)
                    .before(format!("scope={}", old.scope))
                    .after(format!("replaced_by={} {} old_ends={old_expires_at}", new.id, terms(&new)))
            });
            Ok(Unit { statements, changes: change.into_iter().collect() })
        };
        made(self.recorder.commit_after(origin, look, unit).await?)
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
const BY_ID: &str = concat!("SELECT ", columns!(), " FROM credentials c WHERE c.id = $1");

/// What a new key may do, and how long.
fn terms(new: &NewCredential) -> String {
    let ends = new.expires_at.map_or("never".to_owned(), Instant::rfc3339);
    format!("scope={} test={} expires={ends}", new.scope, new.test)
}

/// No key makes one that lasts longer.
fn bounded(new: &NewCredential, maker: Option<&Credential>) -> NewCredential {
    let expires_at = match (new.expires_at, maker.and_then(|maker| maker.expires_at)) {
        (Some(wanted), Some(end)) => Some(wanted.min(end)),
        (wanted, end) => wanted.or(end),
    };
    NewCredential { expires_at, ..new.clone() }
}

/// Which statement of `insertion` means what, when it finds no row.
const REASONS: [Refused; 4] = [Refused::NoAccount, Refused::TooMany, Refused::Maker, Refused::Taken];

fn made(outcome: Outcome) -> Result<Made, Error> {
    Ok(match outcome {
        Outcome::Committed(mut done) => {
            let row = done.get_mut(REASONS.len() - 1).and_then(|one| one.rows.first_mut());
            Ok(row.map_or(Ok(None), |row| row.only())?)
        }
        Outcome::Refused(index) => Err(REASONS.get(index).copied().unwrap_or(Refused::Taken)),
    })
}

fn insertion(
    origin: &Origin,
    account_id: &str,
    new: &NewCredential,
    made_by: &MadeBy,
    max_open: u32,
) -> Vec<Statement> {
    const ACCOUNT: &str = "SELECT id FROM accounts WHERE id = $1";
    const ROOM: &str = "SELECT id FROM accounts WHERE id = $1 AND
        (SELECT COUNT(*) FROM credentials c WHERE c.account_id = $1 AND c.revoked_at IS NULL
            AND (c.expires_at IS NULL OR c.expires_at > $2)) < $3";
    const SQL: &str = "
        INSERT INTO credentials (id, account_id, name, hash, prefix, last_four, test, scope, created_at, expires_at,
            made_by_person, made_by_key)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT DO NOTHING RETURNING expires_at";
    let parameters = values![
        &new.id,
        account_id,
        &new.name,
        new.hash.as_slice(),
        &new.prefix,
        &new.last_four,
        new.test,
        new.scope,
        new.created_at,
        new.expires_at,
        made_by.person.as_deref(),
        made_by.key.as_deref(),
    ];
    vec![
        Statement::new(ACCOUNT, values![account_id]).guarded(),
        Statement::new(ROOM, values![account_id, origin.at, max_open]).guarded(),
        makers::may_make(origin, account_id, new.scope).guarded(),
        Statement::new(SQL, parameters).guarded(),
    ]
}
