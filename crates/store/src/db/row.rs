//! Rows as they come back, read by the names of their columns: neither the order of a SELECT nor that of a struct can
//! swap two values. What does not fit is an error that names column and row, never a default.

use std::sync::Arc;

use domain::{Credits, Day, DocumentId, Instant, MicroUsd, SpeakerId};

use super::Value;
use crate::Error;

/// The names of the columns, shared by all rows of an answer.
pub type Columns = Arc<[Box<str>]>;

/// Longer values move out of the row when they are read; shorter ones stay, so that an error can name the row.
const MAX_KEPT_BYTES: usize = 64;

/// A name that stands for two columns would be read as either.
pub(super) fn columns<'a>(names: impl Iterator<Item = &'a str>) -> Columns {
    let columns: Columns = names.map(Into::into).collect();
    let repeated = |name: &str| columns.iter().filter(|other| ***other == *name).count() > 1;
    debug_assert!(!columns.iter().any(|name| repeated(name)), "two columns of one name: {columns:?}");
    columns
}

#[derive(Debug)]
pub struct Row {
    columns: Columns,
    /// None where it was moved out.
    values: Vec<Option<Value>>,
    /// Where the next column is probably found.
    next: usize,
}

/// What a column can be read as.
pub trait FromValue: Sized {
    const EXPECTED: &'static str;

    /// Gives the value back where it is something else.
    fn from_value(value: Value) -> Result<Self, Value>;
}

impl Row {
    pub fn new(columns: &Columns, values: Vec<Value>) -> Row {
        Row { columns: Arc::clone(columns), values: values.into_iter().map(Some).collect(), next: 0 }
    }

    /// In the order of the statement's columns, none of which was read before.
    pub fn into_values(self) -> Vec<Value> {
        self.values.into_iter().map(|value| value.unwrap_or(Value::Null)).collect()
    }

    pub fn get<T: FromValue>(&mut self, column: &str) -> Result<T, Error> {
        let value = self.take(column)?;
        T::from_value(value).map_err(|found| self.mismatch(column, T::EXPECTED, &found))
    }

    /// The value of a row that has one column, whatever it is called.
    pub fn only<T: FromValue>(&mut self) -> Result<T, Error> {
        match &*Arc::clone(&self.columns) {
            [column] => self.get(column),
            columns => Err(self.broken("", "one column", &format!("{} columns", columns.len()))),
        }
    }

    /// Reads text and turns it into something narrower.
    pub fn parsed<T>(
        &mut self,
        column: &str,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        let text: String = self.get(column)?;
        parse(&text).ok_or_else(|| self.mismatch(column, expected, &Value::Text(text)))
    }

    /// The same where there may be none.
    pub fn parsed_or_null<T>(
        &mut self,
        column: &str,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(text) = self.get::<Option<String>>(column)? else { return Ok(None) };
        parse(&text).map(Some).ok_or_else(|| self.mismatch(column, expected, &Value::Text(text)))
    }

    /// For whoever finds that a value does not fit its neighbours.
    pub fn broken(&self, column: &str, expected: &'static str, found: &str) -> Error {
        Error::Row { row: self.to_string(), column: column.to_owned(), expected, found: found.to_owned() }
    }

    fn take(&mut self, column: &str) -> Result<Value, Error> {
        let place = match self.columns.get(self.next) {
            Some(name) if **name == *column => self.next,
            _ => {
                let place = self.columns.iter().position(|name| **name == *column);
                place.ok_or_else(|| self.broken(column, "a column", "no column of this name"))?
            }
        };
        self.next = place + 1;
        let value = match &mut self.values[place] {
            Some(Value::Text(text)) if text.len() > MAX_KEPT_BYTES => self.values[place].take(),
            Some(Value::Bytes(bytes)) if bytes.len() > MAX_KEPT_BYTES => self.values[place].take(),
            value => value.clone(),
        };
        value.ok_or_else(|| self.broken(column, "a value", "one that was read before"))
    }

    fn mismatch(&self, column: &str, expected: &'static str, found: &Value) -> Error {
        let found = match found {
            Value::Null => "null".to_owned(),
            Value::Int(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => format!("{:?}", text.chars().take(MAX_KEPT_BYTES).collect::<String>()),
            Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
        };
        self.broken(column, expected, &found)
    }
}

/// By its first column, which is its key in nearly every statement.
impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.columns.first(), self.values.first()) {
            (Some(name), Some(Some(Value::Text(text)))) => write!(f, "{name}={text}"),
            (Some(name), Some(Some(Value::Int(number)))) => write!(f, "{name}={number}"),
            (Some(name), _) => write!(f, "that begins with {name}"),
            (None, _) => f.write_str("without columns"),
        }
    }
}

/// `record!(row, Person { id, name, admin: role(row)? })`: each field from the column of its name, or from what is
/// said after it.
macro_rules! record {
    ($row:expr, $name:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        Ok($name { $($field: $crate::db::record!(@ $row, $field $(, $value)?)),* })
    };
    (@ $row:expr, $field:ident) => { $row.get(stringify!($field))? };
    (@ $row:expr, $field:ident, $value:expr) => { $value };
}
pub(crate) use record;

macro_rules! read_as {
    ($($type:ty, $expected:literal, $pattern:pat => $value:expr;)+) => {$(
        impl FromValue for $type {
            const EXPECTED: &'static str = $expected;

            fn from_value(value: Value) -> Result<$type, Value> {
                match value {
                    $pattern => $value.ok_or(value),
                    other => Err(other),
                }
            }
        }
    )+};
}

read_as! {
    i64, "a whole number", Value::Int(number) => Some(number);
    u32, "a whole number that is not negative", Value::Int(number) => u32::try_from(number).ok();
    f64, "a real number", Value::Real(number) => Some(number);
    f32, "a real number", Value::Real(number) => Some(number as f32);
    bool, "0 or 1", Value::Int(number) => match number { 0 => Some(false), 1 => Some(true), _ => None };
    Instant, "a time", Value::Int(number) => Some(Instant::from_ms(number));
    Day, "a day", Value::Int(number) => Day::from_number(number);
    Credits, "credits", Value::Int(number) => u32::try_from(number).ok().map(Credits::new);
    MicroUsd, "money", Value::Int(number) => u64::try_from(number).ok().map(MicroUsd::new);
    DocumentId, "a document's id", Value::Text(ref text) => DocumentId::parse(text);
    SpeakerId, "a speaker's id", Value::Text(ref text) => SpeakerId::parse(text);
    Arc<str>, "text", Value::Text(ref text) => Some(Arc::from(text.as_str()));
}

impl FromValue for String {
    const EXPECTED: &'static str = "text";

    fn from_value(value: Value) -> Result<String, Value> {
        match value {
            Value::Text(text) => Ok(text),
            other => Err(other),
        }
    }
}

impl FromValue for Vec<u8> {
    const EXPECTED: &'static str = "bytes";

    fn from_value(value: Value) -> Result<Vec<u8>, Value> {
        match value {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(other),
        }
    }
}

impl<const N: usize> FromValue for [u8; N] {
    const EXPECTED: &'static str = "a hash of its length";

    fn from_value(value: Value) -> Result<[u8; N], Value> {
        match value {
            Value::Bytes(bytes) => bytes.try_into().map_err(Value::Bytes),
            other => Err(other),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_value(value: Value) -> Result<Option<T>, Value> {
        match value {
            Value::Null => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// The closed lists that are stored by name: a name that is not in the list is an error.
macro_rules! stored_by_name {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::db::FromValue for $type {
            const EXPECTED: &'static str = <$type as domain::Named>::WHAT;

            fn from_value(value: $crate::db::Value) -> Result<$type, $crate::db::Value> {
                match &value {
                    $crate::db::Value::Text(name) => <$type as domain::Named>::from_name(name).ok_or(value),
                    _ => Err(value),
                }
            }
        }

        impl From<$type> for $crate::db::Value {
            fn from(one: $type) -> $crate::db::Value {
                $crate::db::Value::Text(domain::Named::name(one).to_owned())
            }
        }
    )+};
}

pub(crate) use stored_by_name;

stored_by_name! {
    domain::AlertCondition, domain::AlertSubject, domain::Category, domain::Cohort, domain::EventType, domain::Extent, domain::Frequency, domain::FundingSource, domain::Kind, domain::MentionKind,
    domain::PaymentState, domain::PaymentStatus, domain::Precision, domain::RunStatus, domain::Scope, domain::Sentiment, domain::Weekday, domain::account::Role,
}
