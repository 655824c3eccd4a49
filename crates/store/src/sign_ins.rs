//! Who is signed in, by the hash of a cookie, and the links that sign somebody in once.

use domain::Instant;

use crate::Error;
use crate::db::{Db, Outcome, Statement, values};
use crate::people::{Person, person, person_columns};

/// `store.sign_ins`.
#[derive(Clone, Debug)]
pub struct SignIns {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    pub person: Person,
    /// The account that is being looked at, and the person's role in it.
    pub account: Option<(String, String)>,
    pub seen_at: Instant,
}

impl SignIns {
    pub(crate) fn new(db: Db) -> SignIns {
        SignIns { db }
    }

    /// Opens a sign-in and sweeps out those that are over.
    pub async fn open(
        &self,
        hash: &[u8; 32],
        person_id: &str,
        account_id: Option<&str>,
        now: Instant,
        expires_at: Instant,
    ) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO sign_ins (hash, person_id, account_id, created_at, seen_at, expires_at)
            VALUES ($1, $2, $3, $4, $4, $5)";
        const NOTE: &str = "UPDATE people SET last_sign_in_at = $2 WHERE id = $1";
        let unit = vec![
            Statement::new("DELETE FROM sign_ins WHERE expires_at <= $1", values![now]),
            Statement::new("DELETE FROM sign_in_links WHERE expires_at <= $1", values![now]),
            Statement::new(SQL, values![hash.as_slice(), person_id, account_id, now, expires_at]),
            Statement::new(NOTE, values![person_id, now]),
        ];
        self.db.commit(unit).await?.unguarded()?;
        Ok(())
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
            ", m.account_id, m.role, s.seen_at FROM sign_ins s JOIN people p ON p.id = s.person_id
               LEFT JOIN memberships m ON m.person_id = s.person_id AND m.account_id = s.account_id
              WHERE s.hash = $1 AND s.expires_at > $2 AND s.seen_at > $3"
        );
        let mut rows = self.db.query(SQL, values![hash.as_slice(), now, idle_since]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let person = person(row)?;
        let account = row.text_or_null()?.zip(row.text_or_null()?);
        Ok(Some(SignIn { person, account, seen_at: row.instant()? }))
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

    pub async fn close(&self, hash: &[u8; 32]) -> Result<(), Error> {
        let unit = vec![Statement::new("DELETE FROM sign_ins WHERE hash = $1", values![hash.as_slice()])];
        self.db.commit(unit).await.map(|_| ())
    }

    /// A link for one sign-in; false where there is no such person.
    pub async fn make_link(
        &self,
        hash: &[u8; 32],
        person_id: &str,
        expires_at: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "INSERT INTO sign_in_links (hash, person_id, expires_at)
                           SELECT $1, id, $3 FROM people WHERE id = $2 ON CONFLICT DO NOTHING";
        let unit = vec![Statement::new(SQL, values![hash.as_slice(), person_id, expires_at]).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Uses a link up: of those who try, one gets the person's id.
    pub async fn use_link(&self, hash: &[u8; 32], now: Instant) -> Result<Option<String>, Error> {
        const SQL: &str = "DELETE FROM sign_in_links WHERE hash = $1 AND expires_at > $2 RETURNING person_id";
        let unit = vec![Statement::new(SQL, values![hash.as_slice(), now])];
        let done = self.db.commit(unit).await?.unguarded()?;
        done.into_iter().next().and_then(|one| one.into_row()).map(|mut row| row.text()).transpose()
    }
}
