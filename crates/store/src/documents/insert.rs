//! Insertion: documents, marks, dirty days and the source's moved cursor in one transaction.
//!
//! What is there already is read first, then the unit is written under guards that hold only if that
//! reading is still true; where another writer came in between, the plan is made again.

use std::collections::HashMap;
use std::sync::LazyLock;

use domain::{Document, DocumentId, Instant, Marks};

use super::list::by_id;
use super::marks::{self, CATEGORIES, MENTIONS, category_rows, mention_rows};
use super::{Documents, Inserted, columns};
use crate::db::{Outcome, Statement, Value, assignments, record, values, written};
use crate::statements::{StatementRows, replaced};
use crate::{CursorMove, Error};

/// How often a plan may be overtaken by other writers.
const ATTEMPTS: u32 = 10;

/// Moves the counter of changes by `$1`; the unit's rows then take their numbers from below its new value.
/// On Postgres the row stays locked to the end of the transaction, so that changes become visible in the
/// order of their numbers.
pub(super) const ADVANCE: &str = "UPDATE counters SET value = value + $1 WHERE name = 'documents'";

const OUTLET: &str = "INSERT INTO outlets (id, name, category, family, country) VALUES ($1, $2, $3, $4, $5)
                      ON CONFLICT (id) DO NOTHING";

// VALUES rather than SELECT, here and below: SQLite keeps a journal for each statement that might write
// several rows, and walks all of it at the end of each.
static INSERT: LazyLock<String> = LazyLock::new(|| {
    let columns: String = columns_of_row().map(|column| format!(", {column}")).collect();
    let values: String = columns_of_row().zip(2..).map(|(_, number)| format!(", ${number}")).collect();
    format!(
        "INSERT INTO documents (number, seq{columns})
         VALUES ((SELECT value FROM counters WHERE name = 'documents') - $1,
             (SELECT value FROM counters WHERE name = 'documents') - $1{values})
         ON CONFLICT (id) DO NOTHING"
    )
});

static UPDATE: LazyLock<String> = LazyLock::new(|| {
    let columns: Vec<&str> = columns_of_row().collect();
    let (number, seq) = (columns.len() + 2, columns.len() + 3);
    format!(
        "UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents') - $1{}
          WHERE number = ${number} AND seq = ${seq}",
        assignments(&columns, 2)
    )
});

const TEXT: &str = "INSERT INTO texts (document, content, turns, cuts)
                    VALUES ((SELECT value FROM counters WHERE name = 'documents') - $1, $2, $3, $4)";

const UPDATE_TEXT: &str = "UPDATE texts SET content = $2, turns = $3, cuts = $4 WHERE document = $1";

pub(super) const DIRTY_DAY: &str = "
    INSERT INTO dirty_days (day, seq)
    VALUES ($1, (SELECT value FROM counters WHERE name = 'documents'))
    ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";

/// What the store holds under an id.
struct Known {
    number: i64,
    seq: i64,
    content_hash: Vec<u8>,
    fetched_at: Instant,
    day: i64,
}

/// The parameters of the unit's statements, one list each.
#[derive(Default)]
struct Plan {
    changes: i64,
    outlets: HashMap<i64, Vec<Value>>,
    inserts: Vec<Vec<Value>>,
    texts: Vec<Vec<Value>>,
    updates: Vec<Vec<Value>>,
    updated_texts: Vec<Vec<Value>>,
    updated_numbers: Vec<Vec<Value>>,
    mentions: Vec<Vec<Value>>,
    categories: Vec<Vec<Value>>,
    statements: StatementRows,
    days: Vec<i64>,
}

impl Documents {
    /// Idempotent: the same content again changes nothing. A different one replaces it, keeps the earliest
    /// time of fetching, and takes a new number. Batches of a few hundred are fastest.
    ///
    /// The source's cursor moves in the same transaction, or not at all.
    pub async fn insert(
        &self,
        batch: Vec<(Document, Marks)>,
        cursor: Option<CursorMove>,
    ) -> Result<Inserted, Error> {
        let mut inserted = Inserted::default();
        let mut batch = last_of_each(batch, &mut inserted);
        let ids: Vec<DocumentId> = batch.iter().map(|(document, _)| document.id).collect();
        let removed = self.removed(&ids).await?;
        if !removed.is_empty() {
            batch.retain(|(document, _)| !removed.contains(&document.id));
            inserted.unchanged += removed.len();
        }
        let ids: Vec<DocumentId> = batch.iter().map(|(document, _)| document.id).collect();
        let _planning = self.planning.lock().await;
        for _ in 0..ATTEMPTS {
            let known = self.known(&ids).await?;
            let mut counted = inserted;
            let plan = Plan::new(&batch, &known, &mut counted);
            let mut unit = plan.into_unit();
            unit.extend(cursor.as_ref().map(|cursor| cursor.statement(counted)));
            match self.db.commit(unit).await? {
                Outcome::Committed(_) => return Ok(counted),
                Outcome::Refused(_) => continue,
            }
        }
        Err(Error::Contended { attempts: ATTEMPTS })
    }

    async fn known(&self, ids: &[DocumentId]) -> Result<HashMap<DocumentId, Known>, Error> {
        const SQL: &str = "SELECT id, number, seq, content_hash, fetched_at, day FROM documents";
        by_id(self, SQL, ids, |row| record!(row, Known { number, seq, content_hash, fetched_at, day })).await
    }
}

/// A document that comes twice in one batch is written as it came last, and counted as if one by one.
fn last_of_each(batch: Vec<(Document, Marks)>, inserted: &mut Inserted) -> Vec<(Document, Marks)> {
    let mut place: HashMap<DocumentId, usize> = HashMap::with_capacity(batch.len());
    let mut kept: Vec<(Document, Marks)> = Vec::with_capacity(batch.len());
    for (document, marks) in batch {
        match place.get(&document.id) {
            None => {
                place.insert(document.id, kept.len());
                kept.push((document, marks));
            }
            Some(index) if kept[*index].0.content_hash == document.content_hash => inserted.unchanged += 1,
            Some(index) => {
                inserted.updated += 1;
                let earliest = kept[*index].0.fetched_at;
                kept[*index] = (seen_first(document, earliest), marks);
            }
        }
    }
    kept
}

/// What was fetched at one time cannot have been published after it.
fn seen_first(mut document: Document, earliest: Instant) -> Document {
    document.fetched_at = document.fetched_at.min(earliest);
    document.published_at = document.published_at.min(document.fetched_at);
    document
}

impl Plan {
    fn new(batch: &[(Document, Marks)], known: &HashMap<DocumentId, Known>, inserted: &mut Inserted) -> Plan {
        let same = |document: &Document| {
            known.get(&document.id).is_some_and(|known| known.content_hash == document.content_hash)
        };
        let changes = batch.iter().filter(|(document, _)| !same(document)).count() as i64;
        let mut plan = Plan { changes, ..Plan::default() };
        for (document, marks) in batch {
            match known.get(&document.id) {
                Some(known) if known.content_hash == document.content_hash => inserted.unchanged += 1,
                Some(known) => {
                    inserted.updated += 1;
                    plan.update(seen_first(document.clone(), known.fetched_at), marks, known);
                }
                None => {
                    inserted.new += 1;
                    plan.insert(document, marks);
                }
            }
        }
        plan
    }

    /// How far the next row's number lies below the counter's value: first come, lowest number.
    fn next_offset(&self) -> i64 {
        self.changes - 1 - (self.inserts.len() + self.updates.len()) as i64
    }

    fn insert(&mut self, document: &Document, marks: &Marks) {
        let offset = self.next_offset();
        self.outlet(document);
        self.inserts.push(row(offset, document, marks));
        self.texts.push(text_row(offset, document));
        // The document's number is not known here, only how far it lies below the counter.
        self.mentions.extend(mention_rows(Value::Null, offset, &marks.mentions));
        self.categories.extend(category_rows(Value::Null, offset, &marks.categories));
        self.statements.add(Value::Null, offset, document.published_at, &marks.statements);
        self.days.push(document.published_at.day().number());
    }

    fn update(&mut self, document: Document, marks: &Marks, known: &Known) {
        let offset = self.next_offset();
        self.outlet(&document);
        let mut parameters = row(offset, &document, marks);
        parameters.extend(values![known.number, known.seq]);
        self.updates.push(parameters);
        self.updated_texts.push(text_row(known.number, &document));
        self.updated_numbers.push(values![known.number]);
        self.mentions.extend(mention_rows(Value::Int(known.number), 0, &marks.mentions));
        self.categories.extend(category_rows(Value::Int(known.number), 0, &marks.categories));
        self.statements.add(Value::Int(known.number), 0, document.published_at, &marks.statements);
        self.days.extend([known.day, document.published_at.day().number()]);
    }

    fn outlet(&mut self, document: &Document) {
        let outlet = &document.item.outlet;
        let id = columns::outlet_id(outlet);
        self.outlets
            .entry(id)
            .or_insert_with(|| values![id, &outlet.name, &outlet.category, &outlet.family, &outlet.country]);
    }

    fn into_unit(mut self) -> Vec<Statement> {
        if self.changes == 0 {
            return Vec::new();
        }
        self.days.sort_unstable();
        self.days.dedup();
        let days = self.days.into_iter().map(|day| values![day]).collect();
        let mut unit = vec![
            Statement::new(ADVANCE, values![self.changes]),
            Statement::many(OUTLET, self.outlets.into_values().collect()),
            Statement::many(INSERT.as_str(), self.inserts).guarded(),
            Statement::many(UPDATE.as_str(), self.updates).guarded(),
            Statement::many(TEXT, self.texts),
            Statement::many(UPDATE_TEXT, self.updated_texts),
            Statement::many("DELETE FROM mentions WHERE document = $1", self.updated_numbers.clone()),
            Statement::many(
                "DELETE FROM document_categories WHERE document = $1",
                self.updated_numbers.clone(),
            ),
            replaced(self.updated_numbers),
            Statement::many(MENTIONS, self.mentions),
            Statement::many(CATEGORIES, self.categories),
            Statement::many(DIRTY_DAY, days),
        ];
        unit.extend(self.statements.into_unit());
        unit
    }
}

written! {
    COLUMNS, values_of(document: &Document) {
        "id" = columns::id_value(document.id),
        "kind" = document.item.kind,
        "title" = &document.item.title,
        "published_at" = document.published_at,
        "day" = document.published_at.day(),
        "stated_at" = document.item.published_at,
        "precision" = document.item.precision,
        "future_dated" = document.future_dated,
        "fetched_at" = document.fetched_at,
        "url" = &document.item.url,
        "canonical_url" = &document.canonical_url,
        "outlet_id" = columns::outlet_id(&document.item.outlet),
        "author_name" = &document.item.author_name,
        "image_url" = &document.item.image_url,
        "stated_language" = document.item.language.as_deref(),
        "extent" = document.item.extent,
        "content_hash" = document.content_hash.as_slice(),
        "speaker_handle" = document.item.speaker.as_ref().map(|speaker| &speaker.handle),
        "speaker_name" = document.item.speaker.as_ref().map(|speaker| &speaker.name),
        "speaker_cohort" = document.item.speaker.as_ref().and_then(|speaker| speaker.cohort),
        "ticker" = document.item.ticker.as_deref(),
        "invented" = document.item.invented,
    }
}

fn columns_of_row() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().chain(marks::COLUMNS).copied()
}

/// The parameters of INSERT and UPDATE.
fn row(offset: i64, document: &Document, marks: &Marks) -> Vec<Value> {
    let mut row = values![offset];
    row.extend(values_of(document));
    row.extend(marks::values_of(marks));
    row
}

fn text_row(place: i64, document: &Document) -> Vec<Value> {
    let (turns, cuts) = (columns::turns_text(&document.item.turns), columns::cuts_text(&document.cuts));
    values![place, &document.item.content, turns, cuts]
}
