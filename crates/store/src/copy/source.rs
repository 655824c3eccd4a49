//! What is copied: one moment of a store, read page by page in the order of each table's key.

use super::line::{self, Sum};
use super::tables::{self, COUNTERS, Table};
use super::{Progress, Step, UNFINISHED, Watch};
use crate::db::snapshot::{self, Snapshot};
use crate::db::{Row, Value, values};
use crate::{Address, Error, Settings, halves};

/// Rows that are moved at once; the longest hold a whole article each.
pub const PAGE_ROWS: usize = 200;

pub struct Source {
    pub schema: i64,
    pub tables: Vec<Table>,
    documents: Snapshot,
    /// None where one database holds both.
    accounts: Option<Snapshot>,
}

impl Source {
    /// The store may be serving; nothing in it is changed, not even by a migration.
    pub async fn open(settings: &Settings) -> Result<Source, Error> {
        let source = Source::of_unfinished(settings).await?;
        let unfinished = format!("SELECT COUNT(*) FROM counters WHERE name = '{UNFINISHED}'");
        match source.documents.number(unfinished).await? {
            0 => Ok(source),
            _ => Err(Error::UnfinishedCopy),
        }
    }

    /// Also of a store that is being copied into.
    pub async fn of_unfinished(settings: &Settings) -> Result<Source, Error> {
        if let Address::Sqlite(path) = &settings.address {
            let path = path.clone();
            let parted = tokio::task::spawn_blocking(move || halves::part(&path)).await;
            parted
                .map_err(|source| Error::Open { place: "a thread".to_owned(), source: source.into() })??;
        }
        let (documents, accounts) = snapshot::open(settings).await?;
        let schema = "SELECT MAX(number) FROM schema_migrations";
        let number = documents.number(schema.to_owned()).await?;
        if let Some(accounts) = &accounts
            && accounts.number(schema.to_owned()).await? != number
        {
            let reason = "its two files are of different versions: start the service once".to_owned();
            return Err(Error::Backup { reason });
        }
        let tables = tables::of_schema(number)?;
        if !tables.iter().any(|table| table.name == "store_identity") {
            let reason = "its store is of a version from before backups: start the service once".to_owned();
            return Err(Error::Backup { reason });
        }
        Ok(Source { schema: number, tables, documents, accounts })
    }

    pub fn engine_name(&self) -> &'static str {
        self.documents.engine_name()
    }

    /// Which store it is, and the counter of its changes.
    pub async fn identity(&self) -> Result<(String, i64), Error> {
        let mut rows = self.documents.query("SELECT id FROM store_identity".to_owned(), Vec::new()).await?;
        let id = rows.first_mut().map_or(Ok(String::new()), |row| row.only())?;
        let revision = "SELECT value FROM counters WHERE name = 'documents'";
        Ok((id, self.documents.number(revision.to_owned()).await?))
    }

    pub async fn rows(&self) -> Result<u64, Error> {
        let mut rows = 0;
        for table in &self.tables {
            rows += self.count(table).await?;
        }
        Ok(rows)
    }

    pub async fn count(&self, table: &Table) -> Result<u64, Error> {
        if table.name == COUNTERS {
            return Ok(self.counters(table).await?.len() as u64);
        }
        let count = format!("SELECT COUNT(*) FROM {}", table.name);
        Ok(u64::try_from(self.half(table.of_accounts).number(count).await?).unwrap_or(0))
    }

    /// The next rows after this one; all counters at once.
    pub async fn page(&self, table: &Table, after: Option<&[Value]>) -> Result<Vec<Vec<Value>>, Error> {
        if table.name == COUNTERS {
            return if after.is_none() { self.counters(table).await } else { Ok(Vec::new()) };
        }
        let keys = table.key_list();
        let (beyond, parameters) = match after {
            None => (String::new(), Vec::new()),
            Some(row) => {
                let key: Vec<Value> = table.key.iter().map(|place| row[*place].clone()).collect();
                (format!(" WHERE ({keys}) > ({})", crate::db::placeholders(key.len())), key)
            }
        };
        let (columns, name) = (table.column_list(), &table.name);
        let sql = format!("SELECT {columns} FROM {name}{beyond} ORDER BY {keys} LIMIT {PAGE_ROWS}");
        let rows = self.half(table.of_accounts).query(sql, parameters).await?;
        Ok(rows.into_iter().map(Row::into_values).collect())
    }

    /// The last of the first so many rows.
    pub async fn nth(&self, table: &Table, number: u64) -> Result<Option<Vec<Value>>, Error> {
        if number == 0 {
            return Ok(None);
        }
        let (columns, keys, name) = (table.column_list(), table.key_list(), &table.name);
        let sql = format!("SELECT {columns} FROM {name} ORDER BY {keys} LIMIT 1 OFFSET $1");
        let rows = self.half(table.of_accounts).query(sql, values![number as i64 - 1]).await?;
        Ok(rows.into_iter().next().map(Row::into_values))
    }

    /// Count and digest of every table, by reading all of it.
    pub async fn sums(&self, watch: Watch<'_>) -> Result<Vec<(String, Sum)>, Error> {
        let of = Some(self.rows().await?);
        let (mut sums, mut seen, mut text) = (Vec::new(), 0, String::new());
        for table in &self.tables {
            let mut sum = Sum::default();
            let mut last: Option<Vec<Value>> = None;
            loop {
                let rows = self.page(table, last.as_deref()).await?;
                for row in &rows {
                    text.clear();
                    line::write(row, &mut text);
                    sum.add(&text);
                }
                seen += rows.len() as u64;
                watch(Progress { step: Step::Comparing, table: table.name.clone(), rows: seen, of });
                let full = rows.len() >= PAGE_ROWS;
                last = rows.into_iter().next_back();
                if !full || last.is_none() {
                    break;
                }
            }
            sums.push((table.name.clone(), sum));
        }
        Ok(sums)
    }

    fn half(&self, of_accounts: bool) -> &Snapshot {
        self.accounts.as_ref().filter(|_| of_accounts).unwrap_or(&self.documents)
    }

    /// Each from where it is written.
    async fn counters(&self, table: &Table) -> Result<Vec<Vec<Value>>, Error> {
        let mut counters = Vec::new();
        for of_accounts in [false, true] {
            let sql = format!("SELECT {} FROM {COUNTERS} ORDER BY name", table.column_list());
            for row in self.half(of_accounts).query(sql, Vec::new()).await? {
                let row = row.into_values();
                let Some(Value::Text(name)) = row.first() else { continue };
                if halves::is_counter_of_accounts(name) == of_accounts && name != UNFINISHED {
                    counters.push(row);
                }
            }
        }
        Ok(counters)
    }
}
