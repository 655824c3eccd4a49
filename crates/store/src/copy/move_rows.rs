//! The three movements: a store to a file, a file to a store, a store to a store.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use domain::Instant;

use super::file::{Manifest, Reader, Writer, blocking};
use super::line::{self, Sum};
use super::source::{PAGE_ROWS, Source};
use super::tables::{COUNTERS, Table};
use super::target::{Found, Target, row};
use super::{Progress, Step, Watch};
use crate::db::Value;
use crate::{Address, Error, Settings, lock};

/// Where a backup is written to or read from.
pub enum Opened {
    File(PathBuf),
    /// A pipe: nobody can read it twice.
    Output(Box<dyn Write + Send>),
    Input(Box<dyn Read + Send>),
}

/// What was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub manifest: Manifest,
    /// Whether an earlier attempt had copied some of it.
    pub resumed: bool,
}

/// Writes one moment of the store to a file or a pipe. The store may be serving.
pub async fn backup(
    settings: &Settings,
    to: Opened,
    now: Instant,
    watch: Watch<'_>,
) -> Result<Manifest, Error> {
    let source = Source::open(settings).await?;
    let mut manifest = about(&source, now).await?;
    let of = Some(source.rows().await?);
    let head = manifest.clone();
    let mut writer = blocking(move || {
        let mut writer = match to {
            Opened::File(path) => Writer::to_file(&path)?,
            Opened::Output(out) => Writer::to_stream(out)?,
            Opened::Input(_) => return Err(Error::Backup { reason: "it cannot be written to".to_owned() }),
        };
        writer.head(&head)?;
        Ok(writer)
    })
    .await?;
    let mut copied = 0;
    for table in &source.tables {
        let mut sum = Sum::default();
        let mut last: Option<Vec<Value>> = None;
        let mut text = format!("{}\n", super::file::table_line(table));
        loop {
            let rows = source.page(table, last.as_deref()).await?;
            for row in &rows {
                let begin = text.len();
                line::write(row, &mut text);
                sum.add(&text[begin..]);
                text.push('\n');
            }
            let lines = std::mem::take(&mut text);
            writer = blocking(move || {
                writer.write(&lines)?;
                Ok(writer)
            })
            .await?;
            copied += rows.len() as u64;
            watch(Progress { step: Step::Copying, table: table.name.clone(), rows: copied, of });
            last = next_of(&rows);
            if last.is_none() {
                break;
            }
        }
        manifest.tables.push((table.name.clone(), sum.rows, sum.digest()));
    }
    let finished = manifest.clone();
    blocking(move || writer.finish(&finished)).await?;
    Ok(manifest)
}

/// Fills an empty store from a backup, and reads it back to compare. `replace`: what the store holds is deleted, once the
/// backup has been read whole and found good.
pub async fn restore(
    settings: &Settings,
    from: Opened,
    replace: bool,
    watch: Watch<'_>,
) -> Result<Manifest, Error> {
    let mut reader = match from {
        Opened::File(path) => {
            super::file::verify(&path, watch).await?;
            blocking(move || Reader::of_file(&path)).await?
        }
        Opened::Input(_) if replace => {
            let reason =
                "what comes through a pipe cannot be checked before a store is deleted for it".to_owned();
            return Err(Error::Backup { reason });
        }
        Opened::Input(input) => blocking(move || Reader::of_stream(input, Path::new("-"))).await?,
        Opened::Output(_) => return Err(Error::Backup { reason: "it cannot be read".to_owned() }),
    };
    if replace {
        Target::clear(settings).await?;
    }
    let target = empty(settings, reader.manifest.schema).await?;
    target.begin().await?;
    let mut rows = 0;
    let mut referring: Option<(usize, Vec<Vec<Value>>)> = None;
    loop {
        let (page, back) = blocking(move || Ok((reader.page()?, reader))).await?;
        reader = back;
        let place = page.as_ref().map(|(place, _)| *place);
        if let Some((table, waiting)) = referring.take_if(|(table, _)| Some(*table) != place) {
            target.refer(&target.tables[table], waiting).await?;
        }
        let Some((place, lines)) = page else { break };
        let table = &target.tables[place];
        let read: Vec<Vec<Value>> = lines.iter().map(|line| row(table, line)).collect::<Result<_, _>>()?;
        rows += read.len() as u64;
        if !table.own_references.is_empty() {
            referring.get_or_insert((place, Vec::new())).1.extend(read.iter().cloned());
        }
        target.insert(table, read).await?;
        watch(Progress { step: Step::Copying, table: table.name.clone(), rows, of: None });
    }
    target.finish_if(settings, &reader.manifest, watch).await?;
    Ok(reader.manifest)
}

/// What an earlier attempt left unfinished is worth nothing.
async fn empty(settings: &Settings, schema: i64) -> Result<Target, Error> {
    let target = Target::open(settings, schema).await?;
    match target.found().await? {
        Found::Empty => Ok(target),
        Found::Rows(what) => Err(target.not_empty(what)),
        Found::Unfinished { .. } => {
            target.close().await;
            Target::clear(settings).await?;
            Target::open(settings, schema).await
        }
    }
}

/// Copies a store into an empty one of either engine, and compares the two. After an interruption it goes on where it
/// was.
pub async fn migrate(from: &Settings, to: &Settings, now: Instant, watch: Watch<'_>) -> Result<Moved, Error> {
    // What a server writes meanwhile would be lost; on Postgres nobody can know who else is there.
    let _nobody_serves = match &from.address {
        Address::Sqlite(path) => Some(lock::take(path)?),
        Address::Postgres(_) => None,
    };
    let source = Source::open(from).await?;
    let mut manifest = about(&source, now).await?;
    let target = Target::open(to, source.schema).await?;
    let resumed = match target.found().await? {
        Found::Empty => {
            target.begin().await?;
            false
        }
        Found::Unfinished { store } if store == manifest.store || store.is_empty() => true,
        Found::Unfinished { .. } => {
            return Err(target.not_empty("an unfinished copy of another store".to_owned()));
        }
        Found::Rows(what) => return Err(target.not_empty(what)),
    };
    let of = Some(source.rows().await?);
    let mut copied = 0;
    for table in &source.tables {
        // Rows came in the order of their keys, so those that are there are the first of them.
        let there = match table.name == COUNTERS || !resumed {
            true => 0,
            false => target.count(table).await?,
        };
        copied += there;
        let mut last = source.nth(table, there).await?;
        if there > 0 && last.is_none() {
            return Err(Error::CopyDiffers {
                reason: format!("{} has rows that the source lost", table.name),
            });
        }
        loop {
            let rows = source.page(table, last.as_deref()).await?;
            copied += rows.len() as u64;
            last = next_of(&rows);
            target.insert(table, rows).await?;
            watch(Progress { step: Step::Copying, table: table.name.clone(), rows: copied, of });
            if last.is_none() {
                break;
            }
        }
        refer(&source, &target, table).await?;
    }
    let sums = source.sums(watch).await?;
    manifest.tables = sums.iter().map(|(name, sum)| (name.clone(), sum.rows, sum.digest())).collect();
    target.finish_if(to, &manifest, watch).await?;
    Ok(Moved { manifest, resumed })
}

/// Rows of one table that refer to each other, once all are there.
async fn refer(source: &Source, target: &Target, table: &Table) -> Result<(), Error> {
    let mut last: Option<Vec<Value>> = None;
    while !table.own_references.is_empty() {
        let rows = source.page(table, last.as_deref()).await?;
        last = next_of(&rows);
        target.refer(table, rows).await?;
        if last.is_none() {
            break;
        }
    }
    Ok(())
}

impl Target {
    /// Reads everything back; what is not the same stays closed.
    async fn finish_if(
        self,
        settings: &Settings,
        manifest: &Manifest,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        let copy = Source::of_unfinished(settings).await?;
        manifest.compare(&copy.sums(watch).await?)?;
        drop(copy);
        self.finish().await?;
        self.close().await;
        Ok(())
    }
}

async fn about(source: &Source, now: Instant) -> Result<Manifest, Error> {
    let (store, revision) = source.identity().await?;
    Ok(Manifest {
        schema: source.schema,
        engine: source.engine_name().to_owned(),
        store,
        revision,
        made_at: now.rfc3339(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        tables: Vec::new(),
    })
}

/// The row to go on after; none where there are no more.
fn next_of(rows: &[Vec<Value>]) -> Option<Vec<Value>> {
    rows.last().filter(|_| rows.len() >= PAGE_ROWS).cloned()
}
