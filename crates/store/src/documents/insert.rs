//! Insertion: documents, marks, dirty days and the source's moved cursor in one transaction.
//!
//! What is there already is read first, then the unit is written under guards that hold only if that
//! reading is still true; where another writer came in between, the plan is made again.

use std::collections::HashMap;

use domain::{Document, DocumentId, Instant, Marks};

use super::list::by_id;
use super::marks::{CATEGORIES, MENTIONS, category_rows, mention_rows};
use super::{Documents, Inserted, columns};
use crate::db::{Outcome, Statement, Value, record, values};
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
const INSERT: &str = "
    INSERT INTO documents (number, seq, id, kind, title, published_at, day, stated_at, precision, future_dated,
        fetched_at, url, canonical_url, outlet_id, author_name, image_url, stated_language, language, extent,
        content_hash, fingerprint, speaker_handle, speaker_name, speaker_cohort, ticker, invented, sentiment,
        p_positive, p_neutral, p_negative, sponsored, marks_version)
    VALUES ((SELECT value FROM counters WHERE name = 'documents') - $1,
        (SELECT value FROM counters WHERE name = 'documents') - $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
        $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)
    ON CONFLICT (id) DO NOTHING";

const UPDATE: &str = "
    UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents') - $1,
        id = $2, kind = $3, title = $4, published_at = $5, day = $6, stated_at = $7, precision = $8,
        future_dated = $9, fetched_at = $10, url = $11, canonical_url = $12, outlet_id = $13, author_name = $14,
        image_url = $15, stated_language = $16, language = $17, extent = $18, content_hash = $19,
        fingerprint = $20, speaker_handle = $21, speaker_name = $22, speaker_cohort = $23, ticker = $24,
        invented = $25, sentiment = $26, p_positive = $27, p_neutral = $28, p_negative = $29, sponsored = $30,
        marks_version = $31
     WHERE number = $32 AND seq = $33";

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
        let batch = last_of_each(batch, &mut inserted);
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
            Statement::many(INSERT, self.inserts).guarded(),
            Statement::many(UPDATE, self.updates).guarded(),
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

/// `$1` to `$31` of INSERT and UPDATE.
fn row(offset: i64, document: &Document, marks: &Marks) -> Vec<Value> {
    let item = &document.item;
    let speaker = item.speaker.as_ref();
    values![
        offset,
        columns::id_value(document.id),
        item.kind.name(),
        &item.title,
        document.published_at.ms(),
        document.published_at.day().number(),
        item.published_at.map(Instant::ms),
        item.precision.name(),
        document.future_dated,
        document.fetched_at.ms(),
        &item.url,
        &document.canonical_url,
        columns::outlet_id(&item.outlet),
        &item.author_name,
        &item.image_url,
        item.language.as_deref(),
        &marks.language,
        item.extent.name(),
        document.content_hash.as_slice(),
        columns::fingerprint(marks.fingerprint),
        speaker.map(|speaker| &speaker.handle),
        speaker.map(|speaker| &speaker.name),
        speaker.and_then(|speaker| speaker.cohort).map(|cohort| cohort.name()),
        item.ticker.as_deref(),
        item.invented,
        marks.sentiment.name(),
        marks.tone.positive,
        marks.tone.neutral,
        marks.tone.negative,
        marks.is_sponsored(),
        &marks.version,
    ]
}

fn text_row(place: i64, document: &Document) -> Vec<Value> {
    let (turns, cuts) = (columns::turns_text(&document.item.turns), columns::cuts_text(&document.cuts));
    values![place, &document.item.content, turns, cuts]
}
