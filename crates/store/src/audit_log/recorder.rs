//! Writes lines with the changes they tell of. Each line takes the number after the last one, which somebody else may
//! have taken meanwhile: then nothing of the unit is kept, and it is made anew from what is there now. So what a line
//! says stood before is what the change found.

use std::sync::Arc;

use tokio::sync::Mutex;

use super::chain::{self, BEFORE_THE_FIRST, HASH_NOTED, Head, NUMBER_NOTED};
use super::{Change, Line, Origin};
use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, Value, record, values};

/// Other programs on the store may come before us this often.
const MAX_ATTEMPTS: u32 = 64;

/// Texts are for people; a longer one is cut.
const MAX_TEXT_CHARS: usize = 500;

const HEAD: &str = "SELECT number, hash FROM audit_log ORDER BY number DESC LIMIT 1";

const INSERT: &str = "
    INSERT INTO audit_log (number, at, actor_kind, actor_id, actor_name, account_id, action, target, old_value,
        new_value, address, times, previous, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT (number) DO NOTHING";

/// The last line is noted apart from the log, so that one whose end was cut off shows.
const NOTE: &str = "UPDATE counters SET value = $2 WHERE name = $1";

/// What the nouns that change accounts write with.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    pub db: Db,
    /// In this process they come one after the other, so that none of them is made twice.
    turn: Arc<Mutex<()>>,
}

/// A change and its lines. Lines of a unit whose guard refuses are not written.
#[derive(Default)]
pub(crate) struct Unit {
    pub statements: Vec<Statement>,
    pub changes: Vec<Change>,
}

impl Recorder {
    pub fn new(db: Db) -> Recorder {
        Recorder { db, turn: Arc::default() }
    }

    /// All of the statements and a line for each of the changes, or nothing.
    pub async fn commit(
        &self,
        origin: &Origin,
        statements: Vec<Statement>,
        changes: Vec<Change>,
    ) -> Result<Outcome, Error> {
        let unit =
            |_: Vec<Vec<Row>>, _: i64| Ok(Unit { statements: statements.clone(), changes: changes.clone() });
        self.commit_after(origin, Vec::new(), unit).await
    }

    /// The same where the change follows from what `look` finds; `unit` also gets the number of its first line. It may
    /// be called several times.
    pub async fn commit_after(
        &self,
        origin: &Origin,
        look: Vec<Statement>,
        unit: impl Fn(Vec<Vec<Row>>, i64) -> Result<Unit, Error>,
    ) -> Result<Outcome, Error> {
        let _turn = self.turn.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            let mut statements = vec![Statement::new(HEAD, Vec::new())];
            statements.extend(look.iter().cloned());
            let mut found = self.db.read(statements).await?;
            let head = head(&mut found.remove(0))?;
            let Unit { mut statements, changes } = unit(found, head.number + 1)?;
            let last = statements.len();
            if !changes.is_empty() {
                let (rows, head) = lines(head, origin, changes);
                let notes = [(NUMBER_NOTED, head.number), (HASH_NOTED, chain::noted_hash(&head.hash))];
                statements.push(Statement::many(INSERT, rows).guarded());
                statements
                    .push(Statement::many(NOTE, notes.map(|(name, value)| values![name, value]).into()));
            }
            match self.db.commit(statements).await? {
                Outcome::Refused(index) if index == last => {}
                outcome => return Ok(outcome),
            }
        }
        Err(Error::Contended { attempts: MAX_ATTEMPTS })
    }
}

fn head(rows: &mut [Row]) -> Result<Head, Error> {
    match rows.first_mut() {
        None => Ok(Head { number: 0, hash: BEFORE_THE_FIRST }),
        Some(row) => record!(row, Head { number, hash }),
    }
}

/// The rows, and what they end with.
fn lines(mut head: Head, origin: &Origin, changes: Vec<Change>) -> (Vec<Vec<Value>>, Head) {
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let mut line = Line {
            number: head.number + 1,
            at: origin.at,
            actor: origin.actor.clone(),
            account_id: change.account_id,
            action: change.action,
            target: short(change.target),
            before: change.before.map(short),
            after: change.after.map(short),
            address: origin.address.map(|address| address.to_canonical().to_string()),
            times: change.times,
            previous: head.hash,
            hash: [0; 32],
        };
        line.hash = chain::hash(&line);
        head = Head { number: line.number, hash: line.hash };
        rows.push(values![
            line.number,
            line.at,
            line.actor.kind,
            line.actor.id.as_deref(),
            &*line.actor.name,
            line.account_id,
            line.action,
            line.target,
            line.before,
            line.after,
            line.address,
            line.times,
            line.previous.as_slice(),
            line.hash.as_slice(),
        ]);
    }
    (rows, head)
}

/// As it will be stored, so that it hashes the same when it is read.
fn short(text: String) -> String {
    text.chars().take(MAX_TEXT_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
