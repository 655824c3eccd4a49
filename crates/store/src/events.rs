//! Events: what happened that an account wanted to be told. One cause makes one event, whatever crashes.

use std::collections::HashSet;

use domain::{Day, EventType, Instant};

use crate::Error;
use crate::db::{Db, MAX_LIST, Outcome, Row, Statement, padded, placeholders, record, values};

/// `store.events`.
#[derive(Clone, Debug)]
pub struct Events {
    db: Db,
}

/// An event that is to be written; its id follows from its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    pub id: String,
    pub account_id: String,
    /// The rule that fired.
    pub alert_id: Option<String>,
    pub event_type: EventType,
    /// When what it tells happened.
    pub at: Instant,
    pub made_at: Instant,
    /// How many articles it carries, by which its delivery is priced.
    pub items: u32,
    /// What it tells, as JSON of the writer's choosing.
    pub body: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its place in the order of all events.
    pub number: i64,
    pub id: String,
    pub alert_id: Option<String>,
    pub event_type: EventType,
    pub at: Instant,
    pub made_at: Instant,
    pub items: u32,
    pub body: String,
}

/// How often a rule fired for a day, and the last time of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    pub day: Day,
    pub last: Instant,
    pub times: u32,
}

const COLUMNS: &str = "number, id, alert_id, type, at, made_at, items, body";

/// Events are numbered in the order of committing: whoever writes some has the counter to itself until they are there.
const NUMBER: &str = "UPDATE counters SET value = value + $1 WHERE name = 'events'";

const INSERT: &str = "
    INSERT INTO events (number, id, account_id, alert_id, type, at, day, made_at, items, body)
    SELECT c.value - $1, $2, a.id, $4, $5, $6, $7, $8, $9, $10
      FROM counters c JOIN accounts a ON a.id = $3
     WHERE c.name = 'events'
    ON CONFLICT (id) DO NOTHING";

/// Statements that write events; those that are there already stay as they are.
pub(crate) fn insertions(events: &[NewEvent]) -> Vec<Statement> {
    let row = |(place, event): (usize, &NewEvent)| {
        values![
            (events.len() - 1 - place) as i64,
            &event.id,
            &event.account_id,
            event.alert_id.as_deref(),
            event.event_type,
            event.at,
            event.at.day(),
            event.made_at,
            event.items,
            &event.body,
        ]
    };
    if events.is_empty() {
        return Vec::new();
    }
    vec![
        Statement::new(NUMBER, values![events.len() as i64]),
        Statement::many(INSERT, events.iter().enumerate().map(row).collect()),
    ]
}

impl Events {
    pub(crate) fn new(db: Db) -> Events {
        Events { db }
    }

    /// Up to which change of the documents rules have been asked; below zero before the first look.
    pub async fn position(&self) -> Result<i64, Error> {
        self.number("SELECT value FROM counters WHERE name = 'alerts'").await
    }

    /// Writes events and moves the position in one transaction; false where the position is another by now, and nothing
    /// was written.
    pub async fn advance(&self, from: i64, to: i64, events: &[NewEvent]) -> Result<bool, Error> {
        const MOVE: &str = "UPDATE counters SET value = $2 WHERE name = 'alerts' AND value = $1";
        let mut unit = vec![Statement::new(MOVE, values![from, to]).guarded()];
        unit.extend(insertions(events));
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Writes events that follow from no change of the documents.
    pub async fn insert(&self, events: &[NewEvent]) -> Result<(), Error> {
        self.db.commit(insertions(events)).await?.unguarded().map(|_| ())
    }

    /// The account's events after a number, oldest first.
    pub async fn list(&self, account_id: &str, after: i64, limit: usize) -> Result<Vec<Event>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM events WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT $3"
        );
        let rows = self.db.query(sql, values![account_id, after, limit as i64]).await?;
        rows.into_iter().map(event).collect()
    }

    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<Event>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM events WHERE account_id = $1 AND id = $2");
        self.db.query(sql, values![account_id, id]).await?.into_iter().next().map(event).transpose()
    }

    /// The newest of a rule, newest first.
    pub async fn of_alert(
        &self,
        account_id: &str,
        alert_id: &str,
        limit: usize,
    ) -> Result<Vec<Event>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM events WHERE account_id = $1 AND alert_id = $2 ORDER BY number DESC LIMIT $3"
        );
        let rows = self.db.query(sql, values![account_id, alert_id, limit as i64]).await?;
        rows.into_iter().map(event).collect()
    }

    /// What a rule told for the days from `since` on.
    pub async fn told(&self, alert_id: &str, since: Day) -> Result<Vec<Told>, Error> {
        const SQL: &str = "
            SELECT day, MAX(at) AS last, COUNT(*) AS times FROM events WHERE alert_id = $1 AND day >= $2 GROUP BY day";
        let rows = self.db.query(SQL, values![alert_id, since]).await?;
        rows.into_iter().map(|mut row| record!(row, Told { day, last, times })).collect()
    }

    /// How many events of an account were made from then on.
    pub async fn made_since(&self, account_id: &str, since: Instant) -> Result<u32, Error> {
        const SQL: &str = "SELECT COUNT(*) FROM events WHERE account_id = $1 AND made_at >= $2";
        let mut rows = self.db.query(SQL, values![account_id, since]).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }

    /// Which of these ids are there.
    pub async fn known(&self, ids: &[&str]) -> Result<HashSet<String>, Error> {
        let mut known = HashSet::new();
        for part in ids.chunks(MAX_LIST) {
            let parameters = padded(part.iter().map(|id| (*id).into()).collect());
            let sql = format!("SELECT id FROM events WHERE id IN ({})", placeholders(parameters.len()));
            for mut row in self.db.query(sql, parameters).await? {
                known.insert(row.only()?);
            }
        }
        Ok(known)
    }

    /// The number of the newest event of all.
    pub async fn newest(&self) -> Result<i64, Error> {
        self.number("SELECT value FROM counters WHERE name = 'events'").await
    }

    /// Lets go of events that were made before; returns how many.
    pub async fn forget(&self, before: Instant) -> Result<u64, Error> {
        const SQL: &str = "DELETE FROM events WHERE made_at < $1";
        let done = self.db.commit(vec![Statement::new(SQL, values![before])]).await?.unguarded()?;
        Ok(done.first().map_or(0, |one| one.affected))
    }

    async fn number(&self, sql: &'static str) -> Result<i64, Error> {
        self.db.query(sql, Vec::new()).await?.first_mut().map_or(Ok(0), |row| row.only())
    }
}

pub(crate) fn event(mut row: Row) -> Result<Event, Error> {
    record!(row, Event { number, id, alert_id, event_type: row.get("type")?, at, made_at, items, body })
}
