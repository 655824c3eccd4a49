//! The five values that cross to either engine, and the rows that come back.
//!
//! Nothing else is ever bound or read: no booleans, dates or arrays, so that one text means the same on both.

use domain::{Credits, Day, Instant, MicroUsd};

/// What can be bound to a `$1` or found in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Int(i64::from(number))
    }
}

impl From<Credits> for Value {
    fn from(credits: Credits) -> Value {
        Value::Int(i64::from(credits.get()))
    }
}

/// Beyond nine trillion dollars it stops growing.
impl From<MicroUsd> for Value {
    fn from(amount: MicroUsd) -> Value {
        Value::Int(i64::try_from(amount.get()).unwrap_or(i64::MAX))
    }
}

impl From<Instant> for Value {
    fn from(instant: Instant) -> Value {
        Value::Int(instant.ms())
    }
}

impl From<Day> for Value {
    fn from(day: Day) -> Value {
        Value::Int(day.number())
    }
}

/// A flag is a number in both engines: 0 or 1.
impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Int(i64::from(flag))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Value {
        Value::Real(f64::from(number))
    }
}

/// Postgres refuses U+0000 in text and SQLite cuts some functions short at it, so it is replaced for both.
impl From<String> for Value {
    fn from(text: String) -> Value {
        if text.as_bytes().contains(&0) {
            Value::Text(text.replace('\0', "\u{FFFD}"))
        } else {
            Value::Text(text)
        }
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::from(text.as_str())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::from(text.to_owned())
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_owned())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// `values![id, 3, "text"]`: parameters of mixed types.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::db::Value::from($value)),*] };
}
pub(crate) use values;

/// Columns of a table and the values that go there, in one list: `NAMES` for the statement, a function for its
/// parameters.
macro_rules! written {
    ($names:ident, $values:ident($one:ident: $type:ty) { $($column:literal = $value:expr),* $(,)? }) => {
        pub(super) const $names: &[&str] = &[$($column),*];

        pub(super) fn $values($one: $type) -> Vec<$crate::db::Value> {
            $crate::db::values![$($value),*]
        }
    };
}
pub(crate) use written;
