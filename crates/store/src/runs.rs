//! Receipts of workflow runs: status, timing and numbers, never a prompt or an output. A receipt goes on from queued
//! to running to its end and never back; the same run again is answered from here.

use domain::{Instant, RunStatus};

use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, record, values};

/// `store.runs`.
#[derive(Clone, Debug)]
pub struct Runs {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub id: String,
    pub run_id: String,
    pub idempotency_key: Option<String>,
    pub workflow_id: String,
    pub status: RunStatus,
    pub started_at: Instant,
    pub finished_at: Option<Instant>,
    pub duration_ms: Option<i64>,
    /// A JSON object of numbers and flags; the store does not look inside.
    pub figures: String,
    /// Tells the same run sent again from another one of the same name.
    pub digest: [u8; 16],
    pub recorded_at: Instant,
}

/// What became of a receipt that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    New,
    /// It was there already, as returned.
    Before(Box<Run>),
    /// It was there at an earlier stage, and is now as returned.
    Progressed(Box<Run>),
    /// Its id or its key belongs to a run with other metadata.
    Other,
}

macro_rules! columns {
    () => {
        "id, run_id, idempotency_key, workflow_id, status, started_at, finished_at, duration_ms, figures, digest,
         recorded_at"
    };
}

impl Runs {
    pub(crate) fn new(db: Db) -> Runs {
        Runs { db }
    }

    /// `goes_on` says whether the run is the one before it at a later stage.
    pub async fn record(
        &self,
        account_id: &str,
        run: &Run,
        goes_on: impl Fn(&Run, &Run) -> bool,
    ) -> Result<Recorded, Error> {
        const INSERT: &str = concat!(
            "INSERT INTO workflow_runs (account_id, ",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING"
        );
        let parameters = values![
            account_id,
            &run.id,
            &run.run_id,
            run.idempotency_key.as_deref(),
            &run.workflow_id,
            run.status,
            run.started_at,
            run.finished_at,
            run.duration_ms,
            &run.figures,
            run.digest.as_slice(),
            run.recorded_at,
        ];
        if let Outcome::Committed(_) =
            self.db.commit(vec![Statement::new(INSERT, parameters).guarded()]).await?
        {
            return Ok(Recorded::New);
        }
        match self.find(account_id, run).await? {
            Some(before) if before.digest == run.digest => Ok(Recorded::Before(Box::new(before))),
            Some(before) if goes_on(&before, run) => self.progress(account_id, before, run).await,
            _ => Ok(Recorded::Other),
        }
    }

    /// The run of this id or key; none where the id belongs to one run and the key to another.
    async fn find(&self, account_id: &str, run: &Run) -> Result<Option<Run>, Error> {
        const SAME: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM workflow_runs WHERE account_id = $1 AND (run_id = $2 OR idempotency_key = $3)"
        );
        let same = values![account_id, &run.run_id, run.idempotency_key.as_deref()];
        let mut rows = self.db.query(SAME, same).await?;
        let mut found: Vec<Run> = rows.iter_mut().map(read).collect::<Result<_, _>>()?;
        let first = found.pop();
        Ok(first.filter(|_| found.is_empty()))
    }

    /// The same run as it was recorded before, if it was.
    pub async fn find_same(&self, account_id: &str, run: &Run) -> Result<Option<Run>, Error> {
        Ok(self.find(account_id, run).await?.filter(|before| before.digest == run.digest))
    }

    async fn progress(&self, account_id: &str, before: Run, run: &Run) -> Result<Recorded, Error> {
        const SQL: &str =
            "UPDATE workflow_runs SET status = $1, finished_at = $2, duration_ms = $3, figures = $4,
             digest = $5 WHERE account_id = $6 AND id = $7 AND digest = $8";
        let parameters = values![
            run.status,
            run.finished_at,
            run.duration_ms,
            &run.figures,
            run.digest.as_slice(),
            account_id,
            &before.id,
            before.digest.as_slice(),
        ];
        match self.db.commit(vec![Statement::new(SQL, parameters).guarded()]).await? {
            Outcome::Committed(_) => {
                let Run { id, run_id, idempotency_key, recorded_at, .. } = before;
                Ok(Recorded::Progressed(Box::new(Run {
                    id,
                    run_id,
                    idempotency_key,
                    recorded_at,
                    ..run.clone()
                })))
            }
            // Somebody else brought it on meanwhile; perhaps to the same place.
            Outcome::Refused(_) => {
                let same = self.find_same(account_id, run).await?;
                Ok(same.map_or(Recorded::Other, |same| Recorded::Before(Box::new(same))))
            }
        }
    }

    /// Newest first, those recorded before the given place.
    pub async fn list(
        &self,
        account_id: &str,
        before: Option<(Instant, &str)>,
        limit: u32,
    ) -> Result<Vec<Run>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM workflow_runs WHERE account_id = $1 AND (recorded_at < $2 OR (recorded_at = $2 AND id < $3))
              ORDER BY recorded_at DESC, id DESC LIMIT $4"
        );
        let (at, id) = before.unwrap_or((Instant::from_ms(i64::MAX), ""));
        self.db.query(SQL, values![account_id, at, id, limit]).await?.iter_mut().map(read).collect()
    }
}

fn read(row: &mut Row) -> Result<Run, Error> {
    record!(
        row,
        Run {
            id,
            run_id,
            idempotency_key,
            workflow_id,
            status,
            started_at,
            finished_at,
            duration_ms,
            figures,
            digest,
            recorded_at,
        }
    )
}
