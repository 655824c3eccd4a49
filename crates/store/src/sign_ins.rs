//! Who is signed in, by the hash of a cookie, and the links that sign somebody in once.

use domain::Instant;
use domain::account::Role;

use crate::Error;
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Row, Statement, values};
use crate::makers;
use crate::people::{Person, in_each_account, known, look, person, person_columns};

/// `store.sign_ins`.
#[derive(Clone, Debug)]
pub struct SignIns {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    pub person: Person,
    /// The account that is being looked at, and the person's role in it.
    pub account: Option<(String, Role)>,
    pub seen_at: Instant,
    /// When the person last showed password, code or link.
    pub confirmed_at: Instant,
}

/// What a sign-in begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewSignIn<'a> {
    pub hash: &'a [u8; 32],
    pub person_id: &'a str,
    /// That of the person when they were recognised.
    pub epoch: i64,
    pub account_id: Option<&'a str>,
    pub expires_at: Instant,
    /// How somebody came in, for the log: `password` or `link`.
    pub by: &'a str,
    /// The code of the second factor is still to come.
    pub awaits_code: bool,
    /// One that awaited its code, whose place this takes.
    pub replaced: Option<&'a [u8; 32]>,
}

#[derive(Clone, Copy, Debug)]
pub struct NewLink<'a> {
    pub hash: [u8; 32],
    pub person_id: &'a str,
    /// That of the person when whoever makes the link looked at them.
    pub epoch: i64,
    pub expires_at: Instant,
}

impl SignIns {
    pub(crate) fn new(recorder: Recorder) -> SignIns {
        SignIns { db: recorder.db.clone(), recorder }
    }

    /// Opens a sign-in and sweeps out those that are over. False where what proves the person has changed since they were
    /// recognised, or the one to replace is gone.
    pub async fn open(&self, origin: &Origin, new: &NewSignIn<'_>) -> Result<bool, Error> {
        // Whoever changes the proofs waits here until this sign-in is there to be ended.
        const PERSON: &str = "UPDATE people SET last_sign_in_at = COALESCE($3, last_sign_in_at)
            WHERE id = $1 AND epoch = $2";
        const SQL: &str = "
            INSERT INTO sign_ins (hash, person_id, account_id, created_at, seen_at, confirmed_at, expires_at, awaits_code)
            VALUES ($1, $2, $3, $4, $4, $4, $5, $6)";
        const REPLACED: &str = "DELETE FROM sign_ins WHERE hash = $1 AND awaits_code = 1 AND expires_at > $2";
        let now = origin.at;
        let seen = (!new.awaits_code).then_some(now);
        let row =
            values![new.hash.as_slice(), new.person_id, new.account_id, now, new.expires_at, new.awaits_code];
        let mut statements = vec![
            Statement::new(PERSON, values![new.person_id, new.epoch, seen]).guarded(),
            Statement::new("DELETE FROM sign_ins WHERE expires_at <= $1", values![now]),
            Statement::new("DELETE FROM sign_in_links WHERE expires_at <= $1", values![now]),
            Statement::new(SQL, row),
        ];
        if let Some(hash) = new.replaced {
            statements.push(Statement::new(REPLACED, values![hash.as_slice(), now]).guarded());
        }
        let unit = |found, _| {
            let person = known(found)?.filter(|_| !new.awaits_code);
            let change = person.map(|(person, _)| Change::new(Action::SignedIn, person.name));
            let change = change.map(|change| change.after(format!("by={}", new.by)));
            let change =
                change.map(|change| Change { account_id: new.account_id.map(str::to_owned), ..change });
            Ok(Unit { statements: statements.clone(), changes: change.into_iter().collect() })
        };
        let outcome = self.recorder.commit_after(origin, look(new.person_id), unit).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// None where there is none, it is over, or nobody came since `idle_since`.
    pub async fn find(
        &self,
        hash: &[u8; 32],
        now: Instant,
        idle_since: Instant,
    ) -> Result<Option<SignIn>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            person_columns!(),
            ", m.account_id, m.role, s.seen_at, s.confirmed_at FROM sign_ins s JOIN people p ON p.id = s.person_id
               LEFT JOIN memberships m ON m.person_id = s.person_id AND m.account_id = s.account_id
              WHERE s.hash = $1 AND s.expires_at > $2 AND s.seen_at > $3 AND s.awaits_code = 0"
        );
        let mut rows = self.db.query(SQL, values![hash.as_slice(), now, idle_since]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let person = person(row)?;
        let account = row.get::<Option<String>>("account_id")?.zip(row.get("role")?);
        Ok(Some(SignIn {
            person,
            account,
            seen_at: row.get("seen_at")?,
            confirmed_at: row.get("confirmed_at")?,
        }))
    }

    /// Who is to show a code.
    pub async fn find_awaiting_code(&self, hash: &[u8; 32], now: Instant) -> Result<Option<Person>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            person_columns!(),
            " FROM sign_ins s JOIN people p ON p.id = s.person_id
               WHERE s.hash = $1 AND s.expires_at > $2 AND s.awaits_code = 1"
        );
        self.db.query(SQL, values![hash.as_slice(), now]).await?.first_mut().map(person).transpose()
    }

    /// The person showed password or code again.
    pub async fn confirm(&self, hash: &[u8; 32], now: Instant) -> Result<(), Error> {
        const SQL: &str = "UPDATE sign_ins SET confirmed_at = $2 WHERE hash = $1";
        self.db.commit(vec![Statement::new(SQL, values![hash.as_slice(), now])]).await.map(|_| ())
    }

    /// Puts off the end for want of use.
    pub async fn touch(&self, hash: &[u8; 32], now: Instant) -> Result<(), Error> {
        const SQL: &str = "UPDATE sign_ins SET seen_at = $2 WHERE hash = $1 AND seen_at < $2";
        self.db.commit(vec![Statement::new(SQL, values![hash.as_slice(), now])]).await.map(|_| ())
    }

    /// Looks at another account of the same person's; false where it is not theirs.
    pub async fn turn_to(&self, hash: &[u8; 32], account_id: &str) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE sign_ins SET account_id = $2 WHERE hash = $1 AND EXISTS
                (SELECT 1 FROM memberships m WHERE m.account_id = $2 AND m.person_id = sign_ins.person_id)";
        let unit = vec![Statement::new(SQL, values![hash.as_slice(), account_id]).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// False where there is none to end.
    pub async fn close(&self, origin: &Origin, hash: &[u8; 32]) -> Result<bool, Error> {
        const FIND: &str = "SELECT p.name, s.account_id FROM sign_ins s JOIN people p ON p.id = s.person_id
                             WHERE s.hash = $1";
        const END: &str = "DELETE FROM sign_ins WHERE hash = $1";
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let mut changes = Vec::new();
            if let Some(row) = found[0].first_mut() {
                let change = Change::new(Action::SignedOut, row.get::<String>("name")?);
                changes.push(Change { account_id: row.get("account_id")?, ..change });
            }
            let end = Statement::new(END, values![hash.as_slice()]).guarded();
            Ok(Unit { statements: vec![end], changes })
        };
        let look = vec![Statement::new(FIND, values![hash.as_slice()])];
        Ok(matches!(self.recorder.commit_after(origin, look, unit).await?, Outcome::Committed(_)))
    }

    /// A link for one sign-in. False where there is no such person, what proves them has changed since they were looked
    /// at, or whoever asks may not make it.
    pub async fn make_link(&self, origin: &Origin, new: &NewLink<'_>) -> Result<bool, Error> {
        const PERSON: &str = "UPDATE people SET epoch = epoch WHERE id = $1 AND epoch = $2";
        const SQL: &str =
            "INSERT INTO sign_in_links (hash, person_id, epoch, made_by_person, made_by_key, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)";
        let (person, key) = makers::acting(origin);
        let row = values![new.hash.as_slice(), new.person_id, new.epoch, person, key, new.expires_at];
        let statements = vec![
            Statement::new(PERSON, values![new.person_id, new.epoch]).guarded(),
            makers::may_link(origin, new.person_id).guarded(),
            Statement::new(SQL, row),
        ];
        let unit = |found, _| {
            let change = |name: String| {
                Change::new(Action::LinkMade, name).after(format!("expires={}", new.expires_at))
            };
            let changes = known(found)?
                .map(|(person, places)| in_each_account(&places, change(person.name)))
                .unwrap_or_default();
            Ok(Unit { statements: statements.clone(), changes })
        };
        let outcome = self.recorder.commit_after(origin, look(new.person_id), unit).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// Whether there is such a link, without using it up: what strangers make up writes nothing.
    pub async fn has_link(&self, hash: &[u8; 32], now: Instant) -> Result<bool, Error> {
        const SQL: &str = "SELECT 1 FROM sign_in_links WHERE hash = $1 AND expires_at > $2";
        Ok(!self.db.query(SQL, values![hash.as_slice(), now]).await?.is_empty())
    }

    /// Uses a link up: of those who try, one gets the person's id and the epoch for which it was made.
    pub async fn use_link(&self, hash: &[u8; 32], now: Instant) -> Result<Option<(String, i64)>, Error> {
        const SQL: &str =
            "DELETE FROM sign_in_links WHERE hash = $1 AND expires_at > $2 AND (made_by_key IS NULL OR EXISTS
                (SELECT 1 FROM credentials k WHERE k.id = sign_in_links.made_by_key
                    AND (k.expires_at IS NULL OR k.expires_at > $2))) RETURNING person_id, epoch";
        let unit = vec![Statement::new(SQL, values![hash.as_slice(), now])];
        let done = self.db.commit(unit).await?.unguarded()?;
        let row = done.into_iter().next().and_then(|one| one.into_row());
        row.map(|mut row| Ok((row.get("person_id")?, row.get("epoch")?))).transpose()
    }
}
