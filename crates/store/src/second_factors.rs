//! Second factors: the shared secret of a code that changes every 30 seconds, and recovery codes as hashes.

use domain::Instant;

use crate::Error;
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Statement, values};
use crate::people::{in_each_account, known, look, proofs_ended};

/// `store.second_factors`.
#[derive(Clone, Debug)]
pub struct SecondFactors {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    pub secret: Vec<u8>,
    pub confirmed: bool,
    /// A code of this step or an earlier one was used.
    pub last_step: i64,
}

/// So many wrong codes within this time, and no further code is looked at until it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureLimit {
    pub failures: u32,
    pub window_ms: i64,
}

impl SecondFactors {
    pub(crate) fn new(recorder: Recorder) -> SecondFactors {
        SecondFactors { db: recorder.db.clone(), recorder }
    }

    pub async fn find(&self, person_id: &str) -> Result<Option<SecondFactor>, Error> {
        const SQL: &str = "SELECT secret, confirmed_at, last_step FROM second_factors WHERE person_id = $1";
        let mut rows = self.db.query(SQL, values![person_id]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let confirmed = row.get::<Option<Instant>>("confirmed_at")?.is_some();
        Ok(Some(SecondFactor { secret: row.get("secret")?, confirmed, last_step: row.get("last_step")? }))
    }

    /// A secret that a first code has to confirm. False where one is in force.
    pub async fn begin(&self, person_id: &str, secret: &[u8], now: Instant) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO second_factors (person_id, secret, created_at, last_step, failures, failures_since)
            VALUES ($1, $2, $3, 0, 0, 0)
            ON CONFLICT (person_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
             WHERE second_factors.confirmed_at IS NULL";
        self.one(Statement::new(SQL, values![person_id, secret, now])).await
    }

    /// Puts the secret in force with its recovery codes. Every other sign-in ends: it was made without a code.
    pub async fn confirm(
        &self,
        origin: &Origin,
        person_id: &str,
        step: i64,
        recovery: &[[u8; 32]],
        sign_in: &[u8; 32],
    ) -> Result<bool, Error> {
        const SQL: &str = "UPDATE second_factors SET confirmed_at = $2, last_step = $3
            WHERE person_id = $1 AND confirmed_at IS NULL";
        let mut unit = vec![Statement::new(SQL, values![person_id, origin.at, step]).guarded()];
        unit.extend(others_ended(person_id, sign_in));
        unit.extend(recovery_codes(person_id, recovery));
        self.told(origin, person_id, unit, Action::SecondFactorSet).await
    }

    /// Counts a code as wrong before it is looked at, so that many at once are many. False where too many were.
    pub async fn count_failure(
        &self,
        person_id: &str,
        limit: FailureLimit,
        now: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE second_factors SET failures = CASE WHEN failures_since <= $3 THEN 1 ELSE failures + 1 END,
                failures_since = CASE WHEN failures_since <= $3 THEN $2 ELSE failures_since END
             WHERE person_id = $1 AND (failures_since <= $3 OR failures < $4)";
        let since = now.plus_ms(-limit.window_ms);
        self.one(Statement::new(SQL, values![person_id, now, since, limit.failures])).await
    }

    /// The code of this step was right and is used up; it was counted as wrong. False where it was used before.
    pub async fn use_step(&self, person_id: &str, step: i64) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE second_factors SET last_step = $2, failures = CASE WHEN failures > 0 THEN failures - 1 ELSE 0 END
             WHERE person_id = $1 AND last_step < $2";
        self.one(Statement::new(SQL, values![person_id, step])).await
    }

    /// Uses a recovery code up: of those who try, one may go on.
    pub async fn use_recovery_code(
        &self,
        origin: &Origin,
        person_id: &str,
        hash: &[u8; 32],
    ) -> Result<bool, Error> {
        const SQL: &str = "DELETE FROM recovery_codes WHERE person_id = $1 AND hash = $2";
        let unit = vec![Statement::new(SQL, values![person_id, hash.as_slice()]).guarded()];
        self.told(origin, person_id, unit, Action::RecoveryCodeUsed).await
    }

    pub async fn replace_recovery_codes(
        &self,
        origin: &Origin,
        person_id: &str,
        hashes: &[[u8; 32]],
    ) -> Result<(), Error> {
        let unit = recovery_codes(person_id, hashes);
        self.told(origin, person_id, unit, Action::RecoveryCodesRenewed).await.map(|_| ())
    }

    pub async fn recovery_codes_left(&self, person_id: &str) -> Result<i64, Error> {
        const SQL: &str = "SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1";
        self.db.query(SQL, values![person_id]).await?.first_mut().map_or(Ok(0), |row| row.only())
    }

    /// Without it from now on. Every sign-in ends but this one, where the person does it alone. False where there is none.
    pub async fn remove(
        &self,
        origin: &Origin,
        person_id: &str,
        sign_in: Option<&[u8; 32]>,
    ) -> Result<bool, Error> {
        let gone = Statement::new("DELETE FROM second_factors WHERE person_id = $1", values![person_id]);
        let mut unit = vec![gone.guarded()];
        unit.extend(recovery_codes(person_id, &[]));
        match sign_in {
            Some(sign_in) => unit.extend(others_ended(person_id, sign_in)),
            None => {
                unit.push(epoch_over(person_id));
                unit.extend(proofs_ended(person_id));
            }
        }
        self.told(origin, person_id, unit, Action::SecondFactorRemoved).await
    }

    /// With a line for every account of the person's.
    async fn told(
        &self,
        origin: &Origin,
        person_id: &str,
        statements: Vec<Statement>,
        action: Action,
    ) -> Result<bool, Error> {
        let unit = |found, _| {
            let changes = known(found)?
                .map(|(person, places)| in_each_account(&places, Change::new(action, person.name)));
            Ok(Unit { statements: statements.clone(), changes: changes.unwrap_or_default() })
        };
        let outcome = self.recorder.commit_after(origin, look(person_id), unit).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    async fn one(&self, statement: Statement) -> Result<bool, Error> {
        Ok(matches!(self.db.commit(vec![statement.guarded()]).await?, Outcome::Committed(_)))
    }
}

fn epoch_over(person_id: &str) -> Statement {
    Statement::new("UPDATE people SET epoch = epoch + 1 WHERE id = $1", values![person_id])
}

fn others_ended(person_id: &str, sign_in: &[u8; 32]) -> [Statement; 3] {
    const OTHERS: &str = "DELETE FROM sign_ins WHERE person_id = $1 AND hash <> $2";
    [
        epoch_over(person_id),
        Statement::new(OTHERS, values![person_id, sign_in.as_slice()]),
        Statement::new("DELETE FROM sign_in_links WHERE person_id = $1", values![person_id]),
    ]
}

fn recovery_codes(person_id: &str, hashes: &[[u8; 32]]) -> Vec<Statement> {
    const SQL: &str = "INSERT INTO recovery_codes (person_id, hash) VALUES ($1, $2)";
    let rows = hashes.iter().map(|hash| values![person_id, hash.as_slice()]).collect();
    vec![
        Statement::new("DELETE FROM recovery_codes WHERE person_id = $1", values![person_id]),
        Statement::many(SQL, rows),
    ]
}
