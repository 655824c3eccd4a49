//! The five values that cross to either engine, and the rows that come back.
//!
//! Nothing else is ever bound or read: no booleans, dates or arrays, so that one text means the same on both.

use domain::{Credits, Day, Instant, MicroUsd};

use crate::Error;

/// What can be bound to a `$1` or found in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    fn name(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Int(_) => "a whole number",
            Value::Real(_) => "a real number",
            Value::Text(_) => "text",
            Value::Bytes(_) => "bytes",
        }
    }
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

/// One row, read from its first column to its last: each call takes the next column.
#[derive(Debug)]
pub struct Row {
    values: std::vec::IntoIter<Value>,
    width: usize,
}

impl Row {
    pub fn new(values: Vec<Value>) -> Row {
        Row { width: values.len(), values: values.into_iter() }
    }

    pub fn int(&mut self) -> Result<i64, Error> {
        match self.take()? {
            Value::Int(number) => Ok(number),
            other => Err(self.mismatch("a whole number", &other)),
        }
    }

    pub fn flag(&mut self) -> Result<bool, Error> {
        Ok(self.int()? != 0)
    }

    pub fn real(&mut self) -> Result<f64, Error> {
        match self.take()? {
            Value::Real(number) => Ok(number),
            other => Err(self.mismatch("a real number", &other)),
        }
    }

    pub fn text(&mut self) -> Result<String, Error> {
        match self.take()? {
            Value::Text(text) => Ok(text),
            other => Err(self.mismatch("text", &other)),
        }
    }

    pub fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        match self.take()? {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(self.mismatch("bytes", &other)),
        }
    }

    pub fn int_or_null(&mut self) -> Result<Option<i64>, Error> {
        if self.null_next() { self.skip() } else { self.int().map(Some) }
    }

    pub fn real_or_null(&mut self) -> Result<Option<f64>, Error> {
        if self.null_next() { self.skip() } else { self.real().map(Some) }
    }

    pub fn text_or_null(&mut self) -> Result<Option<String>, Error> {
        if self.null_next() { self.skip() } else { self.text().map(Some) }
    }

    pub fn instant(&mut self) -> Result<Instant, Error> {
        self.int().map(Instant::from_ms)
    }

    pub fn instant_or_null(&mut self) -> Result<Option<Instant>, Error> {
        Ok(self.int_or_null()?.map(Instant::from_ms))
    }

    pub fn day(&mut self) -> Result<Day, Error> {
        let number = self.int()?;
        Day::from_number(number).ok_or_else(|| self.mismatch("a day", &Value::Int(number)))
    }

    pub fn credits(&mut self) -> Result<Credits, Error> {
        let number = self.int()?;
        u32::try_from(number).map(Credits::new).map_err(|_| self.mismatch("credits", &Value::Int(number)))
    }

    pub fn micro_usd(&mut self) -> Result<MicroUsd, Error> {
        let number = self.int()?;
        u64::try_from(number).map(MicroUsd::new).map_err(|_| self.mismatch("money", &Value::Int(number)))
    }

    /// Reads text and turns it into something narrower; a value that does not fit is an error, not a guess.
    pub fn parse<T>(
        &mut self,
        what: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        let text = self.text()?;
        parse(&text).ok_or(Error::Row { column: self.column(), expected: what, found: "something else" })
    }

    fn null_next(&self) -> bool {
        matches!(self.values.as_slice().first(), Some(Value::Null))
    }

    fn skip<T>(&mut self) -> Result<Option<T>, Error> {
        self.take().map(|_| None)
    }

    fn take(&mut self) -> Result<Value, Error> {
        self.values.next().ok_or(Error::Row {
            column: self.width + 1,
            expected: "a column",
            found: "the end of the row",
        })
    }

    /// The number, from 1, of the column read last.
    fn column(&self) -> usize {
        self.width - self.values.len()
    }

    fn mismatch(&self, expected: &'static str, found: &Value) -> Error {
        Error::Row { column: self.column(), expected, found: found.name() }
    }
}
