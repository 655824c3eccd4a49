//! Which tables a store of some version has, from the migrations themselves: an empty database in memory is asked.

use rusqlite::Connection;

use crate::db::{Value, migrate};
use crate::{Error, halves};

/// Rows of bookkeeping about the tables, which every store makes for itself.
const OWN: &str = "schema_migrations";

/// In both files of the embedded store, each with counters of its own.
pub const COUNTERS: &str = "counters";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    /// The places of the primary key's columns.
    pub key: Vec<usize>,
    /// What the schema calls the kind of each column, such as `TEXT`.
    types: Vec<String>,
    pub of_accounts: bool,
    /// The places of columns that refer to rows of the same table.
    pub own_references: Vec<usize>,
    references: Vec<String>,
}

impl Table {
    pub fn column_list(&self) -> String {
        self.columns.join(", ")
    }

    /// Whether a column, counted from 0, is of the kind of this value.
    pub fn takes(&self, column: usize, value: &Value) -> bool {
        let kind = self.types.get(column).map_or("", String::as_str);
        match value {
            Value::Null => true,
            // As the migrations write it, or as they are put for SQLite.
            Value::Int(_) => matches!(kind, "BIGINT" | "INTEGER"),
            Value::Real(_) => matches!(kind, "DOUBLE PRECISION" | "REAL"),
            Value::Text(_) => kind == "TEXT",
            Value::Bytes(_) => matches!(kind, "BYTEA" | "BLOB"),
        }
    }

    pub fn key_list(&self) -> String {
        let names: Vec<&str> = self.key.iter().map(|place| self.columns[*place].as_str()).collect();
        names.join(", ")
    }
}

/// Those that others refer to first, so that rows can be inserted in this order; the store's identity before all.
pub fn of_schema(number: i64) -> Result<Vec<Table>, Error> {
    if number > migrate::newest() {
        return Err(Error::FromTheFuture { number, known: migrate::newest() });
    }
    let failed = |source: rusqlite::Error| Error::Migrate { name: OWN.to_owned(), source: source.into() };
    let mut connection = Connection::open_in_memory().map_err(failed)?;
    migrate::sqlite_up_to(&mut connection, number)?;
    in_order(read(&connection).map_err(failed)?)
}

fn read(connection: &Connection) -> rusqlite::Result<Vec<Table>> {
    let names = strings(
        connection,
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?1
          ORDER BY name <> 'store_identity', name",
        OWN,
    )?;
    names.into_iter().map(|name| table(connection, name)).collect()
}

fn table(connection: &Connection, name: String) -> rusqlite::Result<Table> {
    let columns = strings(connection, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", &name)?;
    let key = strings(connection, "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk", &name)?;
    let types = strings(connection, "SELECT type FROM pragma_table_info(?1) ORDER BY cid", &name)?;
    let references = strings(connection, "SELECT \"table\" FROM pragma_foreign_key_list(?1)", &name)?;
    let own = "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE \"table\" = ?1 ORDER BY \"from\"";
    let own = strings(connection, own, &name)?;
    let places = |names: &[String]| -> Vec<usize> {
        names.iter().filter_map(|name| columns.iter().position(|column| column == name)).collect()
    };
    Ok(Table {
        key: places(&key),
        types,
        of_accounts: halves::is_of_accounts(&name),
        own_references: places(&own),
        references: references.into_iter().filter(|other| *other != name).collect(),
        columns,
        name,
    })
}

fn strings(connection: &Connection, sql: &str, name: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare(sql)?.query_map([name], |row| row.get(0))?.collect()
}

fn in_order(mut waiting: Vec<Table>) -> Result<Vec<Table>, Error> {
    let mut ordered: Vec<Table> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let waits = |name: &String| waiting.iter().any(|table| table.name == *name);
        let free = waiting.iter().position(|table| !table.references.iter().any(waits));
        let Some(free) = free else {
            let reason = "they refer to each other in a circle".to_owned();
            return Err(Error::Refused { what: "rows of tables", reason });
        };
        ordered.push(waiting.remove(free));
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_after_those_they_refer_to_and_have_a_key() {
        let tables = of_schema(migrate::newest()).expect("the tables of today");
        assert_eq!(tables[0].name, "store_identity");
        let place = |name: &str| tables.iter().position(|table| table.name == name).expect("a table");
        assert!(place("accounts") < place("credentials"));
        assert!(place("documents") < place("texts") && place("outlets") < place("documents"));
        assert!(tables.iter().all(|table| !table.key.is_empty() && !table.columns.is_empty()));
        let credentials = &tables[place("credentials")];
        let own: Vec<&str> =
            credentials.own_references.iter().map(|place| credentials.columns[*place].as_str()).collect();
        assert_eq!(own, ["made_by_key", "replaced_by"]);
        assert!(credentials.of_accounts && !tables[place("documents")].of_accounts);
    }

    #[test]
    fn a_version_that_is_not_known_yet_is_refused() {
        let next = migrate::newest() + 1;
        assert!(matches!(of_schema(next), Err(Error::FromTheFuture { number, .. }) if number == next));
    }
}
