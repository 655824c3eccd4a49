//! All that an account owns, to be taken along or to be deleted. Which tables that is follows from the migrations: a new
//! one that names an account is part of both.

use serde_json::{Map, Value as Json};

use crate::Error;
use crate::accounts::Accounts;
use crate::audit_log::{Action, Change, Origin};
use crate::copy::line;
use crate::copy::tables::{self, Table};
use crate::db::{Outcome, Row, Statement, Value, migrate, placeholders, values};

const OWNER: &str = "account_id";

/// Of sign-ins, calls in flight and attempts there is nothing to take along; single charges and deliveries are summed up
/// in the usage of each day.
const NOT_EXPORTED: &[&str] = &["attempts", "deliveries", "entries", "failed_sign_ins", "holds", "sign_ins"];

/// Who somebody is stands in another table.
const MEMBER_NAME: &str = ", (SELECT p.name FROM people p WHERE p.id = person_id) AS person_name";

/// Secrets, and what an event says, which names articles and is paid for where events are read.
const NOT_SHOWN: &[&str] = &["secret", "previous_secret", "letter_key", "body"];

/// The books, and who changed what: they stay, by ids alone. Keys stay as ended ones, because charges name them.
const NOT_DELETED: &[&str] =
    &["accounts", "audit_log", "credentials", "entries", "holds", "purses", "usage_days"];

/// A row of some table. Hashes and secrets are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedRow {
    pub table: String,
    pub row: Map<String, Json>,
}

/// Where the next page begins; none after the last.
pub type NextPage = Option<String>;

impl Accounts {
    /// Some of all rows that belong to the account; `cursor` as an earlier page gave it. None for a cursor that leads
    /// nowhere.
    pub async fn owned_rows(
        &self,
        account_id: &str,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<Option<(Vec<OwnedRow>, NextPage)>, Error> {
        let tables = exported()?;
        let (mut place, mut after) = match cursor.map(|cursor| begin(&tables, cursor)) {
            None => (0, None),
            Some(Some((place, key))) => (place, Some(key)),
            Some(None) => return Ok(None),
        };
        let mut rows = Vec::new();
        while let Some(table) = tables.get(place) {
            let left = limit as usize - rows.len();
            for row in self.page(table, account_id, after.take(), left).await? {
                let row = row.into_values();
                after = Some(table.key.iter().map(|place| row[*place].clone()).collect());
                rows.push(OwnedRow { table: table.name.clone(), row: shown(table, row) });
            }
            if rows.len() >= limit as usize {
                return Ok(Some((rows, after.map(|key| next(table, &key)))));
            }
            (place, after) = (place + 1, None);
        }
        Ok(Some((rows, None)))
    }

    async fn page(
        &self,
        table: &Table,
        account_id: &str,
        after: Option<Vec<Value>>,
        limit: usize,
    ) -> Result<Vec<Row>, Error> {
        let (columns, keys, name) = (table.column_list(), table.key_list(), &table.name);
        let owner = if name == "accounts" { "id" } else { OWNER };
        let names = if name == "memberships" { MEMBER_NAME } else { "" };
        let mut parameters = after.unwrap_or_default();
        let beyond = match parameters.len() {
            0 => String::new(),
            length => format!(" AND ({keys}) > ({})", placeholders(length)),
        };
        parameters.extend(values![account_id, limit as i64]);
        let (owned_by, limit) = (parameters.len() - 1, parameters.len());
        let sql = format!(
            "SELECT {columns}{names} FROM {name} WHERE {owner} = ${owned_by}{beyond} ORDER BY {keys} LIMIT ${limit}"
        );
        self.database().query(sql, parameters).await
    }

    /// Deletes what the account owns and forgets its name; its keys end. What the books need stays under its id. False
    /// where there is no such account.
    pub async fn delete(&self, origin: &Origin, id: &str) -> Result<bool, Error> {
        const FORGET: &str = "
            UPDATE accounts SET name = 'deleted ' || id, plan = 'free', payment_status = 'none', overage_active = 0,
                overage_cap_micro_usd = 0
             WHERE id = $1 AND name <> 'deleted ' || id";
        const END_KEYS: &str = "
            UPDATE credentials SET name = '', last_four = '', made_by_person = NULL,
                revoked_at = COALESCE(revoked_at, $2)
             WHERE account_id = $1";
        let mut statements = vec![Statement::new(FORGET, values![id]).guarded()];
        for table in ["agent_tokens", "agent_codes", "agent_grants"] {
            let sql = format!(
                "DELETE FROM {table} WHERE credential_id IN (SELECT id FROM credentials WHERE account_id = $1)"
            );
            statements.push(Statement::new(sql, values![id]));
        }
        statements.push(Statement::new(END_KEYS, values![id, origin.at]));
        // Those that refer to others first.
        for table in owned()?.into_iter().rev().filter(|table| !NOT_DELETED.contains(&table.name.as_str())) {
            let sql = format!("DELETE FROM {} WHERE {OWNER} = $1", table.name);
            statements.push(Statement::new(sql, values![id]));
        }
        let change = Change::new(Action::AccountDeleted, id).of(id);
        let outcome = self.recorder().commit(origin, statements, vec![change]).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }
}

fn owned() -> Result<Vec<Table>, Error> {
    let names_account = |table: &Table| {
        table.of_accounts && (table.name == "accounts" || table.columns.iter().any(|column| column == OWNER))
    };
    Ok(tables::of_schema(migrate::newest())?.into_iter().filter(names_account).collect())
}

fn exported() -> Result<Vec<Table>, Error> {
    Ok(owned()?.into_iter().filter(|table| !NOT_EXPORTED.contains(&table.name.as_str())).collect())
}

fn shown(table: &Table, row: Vec<Value>) -> Map<String, Json> {
    let one = |(column, value): (&String, Value)| {
        let value = match value {
            Value::Null => Json::Null,
            Value::Int(number) => number.into(),
            Value::Real(number) => number.into(),
            Value::Text(text) => text.into(),
            // A hash.
            Value::Bytes(_) => return None,
        };
        Some((column.clone(), value)).filter(|(column, _)| !NOT_SHOWN.contains(&column.as_str()))
    };
    let person_name = "person_name".to_owned();
    table.columns.iter().chain([&person_name]).zip(row).filter_map(one).collect()
}

fn next(table: &Table, key: &[Value]) -> String {
    let mut text = format!("{}.", table.name);
    let mut key_text = String::new();
    line::write(key, &mut key_text);
    text.push_str(&domain::hash::to_hex(key_text.as_bytes()));
    text
}

fn begin(tables: &[Table], cursor: &str) -> Option<(usize, Vec<Value>)> {
    let (name, key) = cursor.split_once('.')?;
    let place = tables.iter().position(|table| table.name == name)?;
    let key = String::from_utf8(line::bytes(key)?).ok()?;
    let key = line::read(&key)?;
    // A cursor that somebody made up holds anything; one engine would compare it and the other refuse it.
    let table = &tables[place];
    let is_good = |(column, value): (&usize, &Value)| match value {
        Value::Null => false,
        Value::Text(text) if text.contains('\0') => false,
        value => table.takes(*column, value),
    };
    let fits = key.len() == table.key.len() && table.key.iter().zip(&key).all(is_good);
    fits.then_some((place, key))
}
