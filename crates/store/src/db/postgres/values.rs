//! The five values as Postgres has them.

use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::db::Value;
use crate::error::Cause;

fn type_of(value: &Value) -> Type {
    match value {
        // Left to the server to find out.
        Value::Null => Type::UNKNOWN,
        Value::Int(_) => Type::INT8,
        Value::Real(_) => Type::FLOAT8,
        Value::Text(_) => Type::TEXT,
        Value::Bytes(_) => Type::BYTEA,
    }
}

/// What is bound to one place of a statement.
#[derive(Debug)]
pub enum Bound<'a> {
    One(&'a Value),
    /// One value for each row.
    List(Vec<&'a Value>),
}

impl<'a> Bound<'a> {
    /// The values of one parameter over all rows.
    pub fn list(rows: &'a [Vec<Value>], place: usize) -> Bound<'a> {
        Bound::List(rows.iter().map(|row| &row[place]).collect())
    }

    /// As what it is bound where nobody asked the server.
    pub fn kind(&self) -> Type {
        match self {
            Bound::One(value) => type_of(value),
            Bound::List(values) => match values.iter().find(|value| ***value != Value::Null) {
                Some(Value::Int(_)) => Type::INT8_ARRAY,
                Some(Value::Real(_)) => Type::FLOAT8_ARRAY,
                Some(Value::Bytes(_)) => Type::BYTEA_ARRAY,
                Some(Value::Text(_) | Value::Null) | None => Type::TEXT_ARRAY,
            },
        }
    }
}

impl ToSql for Bound<'_> {
    fn to_sql(&self, kind: &Type, out: &mut bytes::BytesMut) -> Result<IsNull, Cause> {
        match self {
            Bound::One(value) => value.to_sql(kind, out),
            Bound::List(values) => values.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut bytes::BytesMut) -> Result<IsNull, Cause> {
        match (self, kind) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Int(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Value::Int(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Real(number), &Type::FLOAT8) => number.to_sql(kind, out),
            (Value::Text(text), &Type::TEXT | &Type::VARCHAR) => text.to_sql(kind, out),
            (Value::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(kind, out),
            (value, kind) => Err(format!("{value:?} was bound where the statement wants {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Cause> {
        Ok(match *kind {
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Int(i64::from(i32::from_sql(kind, raw)?)),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::TEXT | Type::VARCHAR => Value::Text(String::from_sql(kind, raw)?),
            Type::BYTEA => Value::Bytes(Vec::from_sql(kind, raw)?),
            // A SUM without its CAST, mostly.
            ref other => return Err(format!("a column of type {other} is none of the five values").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Cause> {
        Ok(Value::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
