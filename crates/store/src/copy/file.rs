//! A backup: one file of lines, compressed with zstd. The first line says which store and which version, then each
//! table has a line with its columns and a line for each row, and the last line is the manifest: rows and digest of
//! every table. `zstd -dc FILE | head -1` and `| tail -1` show the first and the last.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::line::Sum;
use super::tables::{self, Table};
use super::target::row;
use super::{Progress, Step, Watch};
use crate::Error;

const FORMAT: i64 = 1;

/// Good compression at a speed that a disk keeps up with.
const LEVEL: i32 = 3;

/// A row holds at most one article, one day's counts, or one part of a memory.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// What is read at once, whichever comes first.
const PAGE_LINES: usize = super::source::PAGE_ROWS;
const PAGE_BYTES: usize = 8 << 20;

/// What a backup says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    pub schema: i64,
    /// Of the store that it was made from.
    pub engine: String,
    pub store: String,
    pub revision: i64,
    /// RFC 3339.
    pub made_at: String,
    pub program: String,
    /// Name, rows and digest.
    pub tables: Vec<(String, u64, String)>,
}

impl Manifest {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|(_, rows, _)| rows).sum()
    }

    /// An error that names the first table that differs.
    pub fn compare(&self, sums: &[(String, Sum)]) -> Result<(), Error> {
        let found: Vec<_> = sums.iter().map(|(name, sum)| (name.clone(), sum.rows, sum.digest())).collect();
        match self.tables.iter().zip(&found).find(|(expected, found)| expected != found) {
            None if self.tables.len() == found.len() => Ok(()),
            None => Err(Error::CopyDiffers { reason: "a table is missing".to_owned() }),
            Some(((table, rows, _), (_, other, _))) => {
                let what =
                    if rows == other { "in content".to_owned() } else { format!("{rows} rows and {other}") };
                Err(Error::CopyDiffers { reason: format!("table {table}, {what}") })
            }
        }
    }

    fn head(&self) -> Json {
        json!({
            "bellwether_backup": FORMAT, "schema": self.schema, "engine": self.engine, "store": self.store,
            "revision": self.revision, "made_at": self.made_at, "program": self.program,
        })
    }

    fn read(head: &Json) -> Option<Manifest> {
        let text = |name: &str| head[name].as_str().map(str::to_owned);
        Some(Manifest {
            schema: head["schema"].as_i64()?,
            engine: text("engine")?,
            store: text("store")?,
            revision: head["revision"].as_i64()?,
            made_at: text("made_at")?,
            program: text("program")?,
            tables: Vec::new(),
        })
    }
}

/// Writes to a name that nobody takes for a backup, until it is one.
pub struct Writer {
    out: zstd::Encoder<'static, Box<dyn Write + Send>>,
    /// The unfinished file and its final name; none for a stream.
    places: Option<(PathBuf, PathBuf)>,
}

impl Writer {
    pub fn to_file(path: &Path) -> Result<Writer, Error> {
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".unfinished");
        let unfinished = PathBuf::from(unfinished);
        let failed = |source| failed(path, source);
        // Nobody else may read it: it holds what accounts own.
        match std::fs::remove_file(&unfinished) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        crate::private::make(&unfinished).map_err(failed)?;
        let file = File::options().write(true).open(&unfinished).map_err(failed)?;
        let mut writer = Writer::to_stream(Box::new(file))?;
        writer.places = Some((unfinished, path.to_owned()));
        Ok(writer)
    }

    pub fn to_stream(out: Box<dyn Write + Send>) -> Result<Writer, Error> {
        let out = zstd::Encoder::new(out, LEVEL).and_then(|mut out| {
            out.include_checksum(true)?;
            Ok(out)
        });
        Ok(Writer { out: out.map_err(|source| failed(Path::new("-"), source))?, places: None })
    }

    pub fn head(&mut self, manifest: &Manifest) -> Result<(), Error> {
        self.write(&format!("{}\n", manifest.head()))
    }

    /// Whole lines.
    pub fn write(&mut self, lines: &str) -> Result<(), Error> {
        let place = self.place();
        self.out.write_all(lines.as_bytes()).map_err(|source| failed(&place, source))
    }

    pub fn finish(mut self, manifest: &Manifest) -> Result<(), Error> {
        let table = |(table, rows, digest): &(String, u64, String)| json!({ "table": table, "rows": rows, "digest": digest });
        let tables: Vec<Json> = manifest.tables.iter().map(table).collect();
        self.write(&format!("{}\n", json!({ "manifest": tables })))?;
        let place = self.place();
        let failed = |source| failed(&place, source);
        self.out.finish().and_then(|mut out| out.flush()).map_err(failed)?;
        let Some((unfinished, path)) = self.places else { return Ok(()) };
        File::open(&unfinished).and_then(|file| file.sync_all()).map_err(failed)?;
        std::fs::rename(&unfinished, &path).map_err(failed)
    }

    fn place(&self) -> PathBuf {
        self.places.as_ref().map_or(PathBuf::from("-"), |(_, path)| path.clone())
    }
}

/// Reads a backup once, from its first line to its last.
pub struct Reader {
    lines: BufReader<zstd::Decoder<'static, BufReader<Box<dyn Read + Send>>>>,
    place: PathBuf,
    pub manifest: Manifest,
    pub tables: Vec<Table>,
    /// The table that lines are of now, counted from 1.
    table: usize,
    sums: Vec<(String, Sum)>,
    /// The line after the last row of a table.
    next: Option<String>,
}

/// Some rows of one table, as lines; none at the end, where the manifest is complete and has been compared.
pub type Page = Option<(usize, Vec<String>)>;

impl Reader {
    pub fn of_file(path: &Path) -> Result<Reader, Error> {
        let file = File::open(path).map_err(|source| failed(path, source))?;
        Reader::of_stream(Box::new(file), path)
    }

    pub fn of_stream(input: Box<dyn Read + Send>, place: &Path) -> Result<Reader, Error> {
        let decoder = zstd::Decoder::new(input).map_err(|source| failed(place, source))?;
        let mut lines = BufReader::with_capacity(1 << 16, decoder);
        // What is no backup does not unpack either.
        let head =
            read_line(&mut lines, place).map_err(|_| no_backup("its first line cannot be unpacked"))?;
        let head = head.unwrap_or_default();
        let head: Json =
            serde_json::from_str(&head).map_err(|_| no_backup("its first line is not that of one"))?;
        match head["bellwether_backup"].as_i64() {
            Some(FORMAT) => {}
            Some(newer) => {
                return Err(no_backup(&format!("it is of format {newer}, newer than this program")));
            }
            None => return Err(no_backup("its first line is not that of one")),
        }
        let manifest = Manifest::read(&head).ok_or_else(|| no_backup("its first line is not whole"))?;
        let tables = tables::of_schema(manifest.schema)?;
        let place = place.to_owned();
        Ok(Reader { lines, place, manifest, tables, table: 0, sums: Vec::new(), next: None })
    }

    pub fn page(&mut self) -> Result<Page, Error> {
        let (mut page, mut bytes) = (Vec::new(), 0);
        while page.len() < PAGE_LINES && bytes < PAGE_BYTES {
            let line = match self.next.take() {
                Some(line) => line,
                None => read_line(&mut self.lines, &self.place)?
                    .ok_or_else(|| no_backup("it ends before its manifest: it was cut short"))?,
            };
            if !line.starts_with('[') {
                if !page.is_empty() {
                    self.next = Some(line);
                    break;
                }
                if self.begin(&line)? {
                    continue;
                }
                return Ok(None);
            }
            let Some((_, sum)) = self.sums.last_mut() else {
                return Err(no_backup("a row stands before the first table"));
            };
            sum.add(&line);
            bytes += line.len();
            page.push(line);
        }
        Ok(Some((self.table - 1, page)))
    }

    /// True where a table begins, false where the manifest ends all.
    fn begin(&mut self, line: &str) -> Result<bool, Error> {
        let line: Json = serde_json::from_str(line).map_err(|_| no_backup("a line is broken"))?;
        if let Some(name) = line["table"].as_str() {
            let columns: Option<Vec<&str>> =
                line["columns"].as_array().and_then(|columns| columns.iter().map(Json::as_str).collect());
            let expected = self.tables.get(self.table);
            if !expected.is_some_and(|table| {
                table.name == name && Some(table.columns.iter().map(String::as_str).collect()) == columns
            }) {
                return Err(no_backup(&format!(
                    "table {name} is not what version {} has",
                    self.manifest.schema
                )));
            }
            self.table += 1;
            self.sums.push((name.to_owned(), Sum::default()));
            return Ok(true);
        }
        let listed = line["manifest"].as_array().ok_or_else(|| no_backup("a line is broken"))?;
        let read = |one: &Json| {
            Some((
                one["table"].as_str()?.to_owned(),
                one["rows"].as_u64()?,
                one["digest"].as_str()?.to_owned(),
            ))
        };
        let listed: Option<Vec<_>> = listed.iter().map(read).collect();
        self.manifest.tables = listed.ok_or_else(|| no_backup("its manifest is broken"))?;
        self.manifest.compare(&self.sums).map_err(|error| no_backup(&format!("{error}")))?;
        if self.table != self.tables.len() {
            return Err(no_backup("a table is missing"));
        }
        Ok(false)
    }
}

/// What stands before the rows of a table.
pub fn table_line(table: &Table) -> String {
    json!({ "table": table.name, "columns": table.columns }).to_string()
}

/// Reads all of a backup and compares it with its manifest.
pub async fn verify(path: &Path, watch: Watch<'_>) -> Result<Manifest, Error> {
    let path = path.to_owned();
    let mut reader = blocking(move || Reader::of_file(&path)).await?;
    let mut rows = 0;
    loop {
        let (page, back) = blocking(move || {
            let page = reader.page()?;
            if let Some((table, lines)) = &page {
                lines.iter().try_for_each(|line| row(&reader.tables[*table], line).map(|_| ()))?;
            }
            Ok((page, reader))
        })
        .await?;
        reader = back;
        let Some((table, lines)) = page else { return Ok(reader.manifest) };
        rows += lines.len() as u64;
        let table = reader.tables[table].name.clone();
        watch(Progress { step: Step::Checking, table, rows, of: None });
    }
}

/// Files are read and written away from the runtime's threads.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|source| Error::Open { place: "a thread".to_owned(), source: source.into() })?
}

fn read_line(lines: &mut impl BufRead, place: &Path) -> Result<Option<String>, Error> {
    let mut line = String::new();
    let read = lines.by_ref().take(MAX_LINE_BYTES).read_line(&mut line);
    match read.map_err(|source| failed(place, source))? {
        0 => Ok(None),
        _ if line.pop() == Some('\n') => Ok(Some(line)),
        _ => Err(no_backup("a line is longer than any row, or cut short")),
    }
}

fn no_backup(reason: &str) -> Error {
    Error::Backup { reason: reason.to_owned() }
}

fn failed(place: &Path, source: std::io::Error) -> Error {
    Error::BackupFile { place: place.display().to_string(), source }
}
