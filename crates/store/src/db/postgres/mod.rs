//! The server engine: a pool of connections, a transaction for each unit.
//!
//! The statements of a unit are sent without waiting for one another; only their answers are awaited
//! before the commit. A unit runs in its own task, so that a caller that leaves cannot leave a
//! transaction open behind it.

mod listen;
mod reach;
mod run;
mod values;

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, TimeoutType,
};
use tokio::sync::{Semaphore, watch};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, NoTls};

use self::listen::{Listener, TELL};
use self::reach::Reach;
use super::wire::{self, Wire};
use super::{Acknowledge, Done, Outcome, Row, Statement, migrate, place};
use crate::{Error, Settings};

#[derive(Clone, Debug)]
pub struct Postgres {
    pool: Pool,
    /// A place for a unit that waits for a connection.
    places: Arc<Semaphore>,
    wire: Wire,
    acquire_timeout: Duration,
    statement_timeout: Duration,
    /// Where every transaction may come to another connection of a pooler, nothing is prepared, and each transaction says
    /// by itself how long it may take.
    pooled: Option<String>,
    reach: Arc<Reach>,
    listener: Option<Arc<Listener>>,
}

const PLACES: usize = 4096;

/// A server that gives no sign for so much longer than a statement may take is given up.
const GRACE: Duration = Duration::from_secs(2);
/// What fails within this time is tried once more.
const AT_ONCE: Duration = Duration::from_secs(1);
/// A connection whose other end is silent for so long is dead.
const SILENT: Duration = Duration::from_secs(5);

/// How often a unit that lost to another is tried again.
const ATTEMPTS: u32 = 8;

impl Postgres {
    pub async fn open(url: &str, settings: &Settings, last: i64) -> Result<Postgres, Error> {
        let (postgres, mut connection) = Postgres::connect(url, settings).await?;
        migrate::postgres_up_to(&mut connection, last).await?;
        Ok(postgres)
    }

    /// As the database is, with a first connection to show that it can be reached.
    pub async fn connect(url: &str, settings: &Settings) -> Result<(Postgres, Object), Error> {
        let (mut config, security) = wire::read(url, settings)?;
        let statement_ms = settings.statement_timeout.as_millis();
        let lock_ms = settings.busy_timeout.as_millis();
        // A process that is paused in the middle of a unit must not keep its rows locked.
        let idle_ms = SILENT.as_millis();
        let pooled = settings.pooled.then(|| {
            format!(
                "SET LOCAL statement_timeout = {statement_ms}; SET LOCAL lock_timeout = {lock_ms}; \
                 SET LOCAL idle_in_transaction_session_timeout = {idle_ms}"
            )
        });
        if pooled.is_none() {
            let own = config.get_options().map(|options| format!("{options} ")).unwrap_or_default();
            // Notices say that a table is there already, at every start.
            config.options(format!(
                "{own}-c statement_timeout={statement_ms} -c lock_timeout={lock_ms} \
                 -c idle_in_transaction_session_timeout={idle_ms} -c client_min_messages=warning"
            ));
        }
        // Of several servers the one that takes writes.
        if config.get_hosts().len() > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        config.keepalives_idle(SILENT).keepalives_interval(Duration::from_secs(1)).keepalives_retries(3);
        config.tcp_user_timeout(SILENT);
        config.application_name("bellwether");
        config.connect_timeout(settings.acquire_timeout);

        let place = place_of(&config);
        let fast = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let (wire, tls) = wire::choose(&mut config, security)
            .await
            .map_err(|source| Error::Open { place: place.clone(), source })?;
        let listener = (settings.serving && pooled.is_none())
            .then(|| Arc::new(Listener::start(config.clone(), tls.clone())));
        let manager = match tls {
            Some(tls) => Manager::from_config(config, tls, fast),
            None => Manager::from_config(config, NoTls, fast),
        };
        let pool = Pool::builder(manager)
            .max_size(settings.connections.max(1))
            .wait_timeout(Some(settings.acquire_timeout))
            .create_timeout(Some(settings.acquire_timeout))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|source| Error::Open { place: place.clone(), source: source.into() })?;
        let postgres = Postgres {
            pool,
            places: Arc::new(Semaphore::new(PLACES)),
            wire,
            acquire_timeout: settings.acquire_timeout,
            statement_timeout: settings.statement_timeout,
            pooled,
            reach: Arc::default(),
            listener,
        };
        let connection = postgres.connection().await.map_err(|error| Error::Open {
            place,
            source: match is_pooler(&error) {
                true => "a pooler such as pgbouncer stands before it: set database_pooler".into(),
                false => error.into(),
            },
        })?;
        Ok((postgres, connection))
    }

    pub fn wire(&self) -> Wire {
        self.wire
    }

    pub fn close(&self) {
        self.pool.close();
    }

    pub fn told(&self) -> Option<watch::Receiver<u64>> {
        self.listener.as_ref().map(|listener| listener.told())
    }

    pub fn unreachable_for(&self) -> Option<Duration> {
        self.reach.lost_for()
    }

    pub async fn read(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Error> {
        let (statements, began) = (Arc::new(statements), Stopwatch::now());
        match self.read_once(Arc::clone(&statements)).await {
            // A connection from before a restart.
            Err(Error::Connect { .. }) if began.elapsed() < AT_ONCE => self.read_once(statements).await,
            done => done,
        }
    }

    async fn read_once(&self, statements: Arc<Vec<Statement>>) -> Result<Vec<Vec<Row>>, Error> {
        // In the caller's own time: whoever leaves before a connection is free leaves nothing behind in the queue.
        let connection = self.connection().await?;
        let this = self.clone();
        spawned(async move {
            let rows = this.read_by(connection, &statements).await;
            this.reach.note(&rows);
            rows
        })
        .await
    }

    async fn read_by(&self, connection: Object, statements: &[Statement]) -> Result<Vec<Vec<Row>>, Error> {
        const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let begin = (!run::is_one(statements)).then(|| self.begin(BEGIN));
        let (connection, done) = self.run_in_time(connection, begin.as_deref(), statements).await?;
        if begin.is_some() {
            self.finish(connection, "COMMIT").await?;
        }
        done.into_iter().map(|one| one.map(|one| one.rows)).collect()
    }

    pub async fn commit(&self, unit: Vec<Statement>, acknowledge: Acknowledge) -> Result<Outcome, Error> {
        let place = place(&self.places, self.acquire_timeout).await?;
        let this = self.clone();
        spawned(async move {
            // The unit's own: a caller who leaves makes no room for another before it has run.
            let _place = place;
            let (mut attempt, began) = (0, Stopwatch::now());
            loop {
                attempt += 1;
                let done = this.attempt(&unit, acknowledge).await;
                this.reach.note(&done);
                match done {
                    Err(error) if is_collision(&error) => {
                        if attempt == ATTEMPTS {
                            return Err(Error::Contended { attempts: attempt });
                        }
                        tokio::time::sleep(Duration::from_millis(1 << attempt)).await;
                    }
                    // A connection from before a restart or a change of the primary; nothing of the unit was kept.
                    Err(Error::ReadOnly | Error::Connect { .. })
                        if attempt == 1 && began.elapsed() < AT_ONCE => {}
                    other => return other,
                }
            }
        })
        .await
    }

    async fn attempt(&self, unit: &[Statement], acknowledge: Acknowledge) -> Result<Outcome, Error> {
        let connection = self.connection().await?;
        // The server answers before its log is on the disk, for this one transaction.
        const EARLY: &str = "; SET LOCAL synchronous_commit = off";
        // Lists of keys are looked up: a plan is kept, and a table that was empty when it was made fills up.
        const BY_KEY: &str = "; SET LOCAL enable_seqscan = off";
        let early = if acknowledge == Acknowledge::Early { EARLY } else { "" };
        let by_key = if unit.iter().any(|statement| statement.together) { BY_KEY } else { "" };
        let begin = self.begin(&format!("BEGIN{early}{by_key}"));
        let (connection, answers) = self.run_in_time(connection, Some(&begin), unit).await?;
        let mut done = Vec::with_capacity(unit.len());
        for (index, (answer, statement)) in answers.into_iter().zip(unit).enumerate() {
            match answer {
                Ok(one) if statement.guarded && one.empty_executions > 0 => {
                    self.finish(connection, "ROLLBACK").await?;
                    return Ok(Outcome::Refused(index));
                }
                Ok(one) => done.push(Done { affected: one.affected, rows: one.rows }),
                // A server that takes no writes will take none by these connections; new ones may find one that does.
                Err(error @ Error::ReadOnly) => {
                    drop(Object::take(connection));
                    self.pool.retain(|_, _| false);
                    return Err(error);
                }
                Err(error) => {
                    self.finish(connection, "ROLLBACK").await?;
                    return Err(error);
                }
            }
        }
        // Whoever moves a counter has something to tell.
        let tells = unit.iter().any(|statement| statement.sql.trim_start().starts_with("UPDATE counters"));
        let commit = if tells { TELL } else { "COMMIT" };
        self.finish(connection, commit).await?;
        Ok(Outcome::Committed(done))
    }

    fn begin(&self, begin: &str) -> String {
        match &self.pooled {
            Some(limits) => format!("{begin}; {limits}"),
            None => begin.to_owned(),
        }
    }

    /// Ends the transaction. A connection on which that fails is thrown away, never put back.
    async fn finish(&self, connection: Object, sql: &str) -> Result<(), Error> {
        let ended = tokio::time::timeout(self.statement_timeout + GRACE, connection.batch_execute(sql)).await;
        let Ok(Err(source)) = ended else {
            if ended.is_ok() {
                return Ok(());
            }
            drop(Object::take(connection));
            let source = "the server did not answer".into();
            return if sql == "ROLLBACK" { Ok(()) } else { Err(Error::OutcomeUnknown { source }) };
        };
        drop(Object::take(connection));
        if sql == "ROLLBACK" {
            // The server undoes what it never committed.
            return Ok(());
        }
        match source.code() {
            // Shutting down, it may have committed first.
            Some(code) if !run::is_shutdown(code) => Err(match run::cause(code) {
                Some(known) => known,
                None => Error::Commit { source: source.into() },
            }),
            _ => Err(Error::OutcomeUnknown { source: source.into() }),
        }
    }

    async fn connection(&self) -> Result<Object, Error> {
        let connection = self.pool.get().await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => Error::NoConnection { limit: self.acquire_timeout },
            PoolError::Closed => Error::Closed,
            other => Error::Connect { source: other.into() },
        });
        if connection.is_err() {
            self.reach.note(&connection);
        }
        connection
    }
}

/// What pgbouncer says to settings that a session would keep.
fn is_pooler(error: &Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        if error.to_string().contains("unsupported startup parameter") {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Another transaction was in the way; trying again from the start is safe, as nothing was kept.
fn is_collision(error: &Error) -> bool {
    let (Error::Statement { source, .. } | Error::Commit { source }) = error else { return false };
    let code = source.downcast_ref::<tokio_postgres::Error>().and_then(|error| error.code());
    code.is_some_and(|code| {
        [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
    })
}

async fn spawned<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.map_err(|_| Error::Closed)?
}

/// Host and database, never the password.
fn place_of(config: &Config) -> String {
    format!("Postgres {:?} {}", config.get_hosts(), config.get_dbname().unwrap_or(""))
}
