//! A small tree of values for breakdowns, parameters and provenance. What it looks like on the wire is decided
//! where it is spoken; here it only has an order, so that two equal readings print equally.

/// One value. Members keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Members(Vec<(String, Value)>),
}

impl Value {
    pub fn members<const N: usize>(members: [(&str, Value); N]) -> Value {
        Value::Members(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The member of that name, where there is one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Members(members) => {
                members.iter().find(|(member, _)| member == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Integer(integer) => Some(*integer as f64),
            _ => None,
        }
    }
}

impl From<f64> for Value {
    /// What is no number has no place on the wire.
    fn from(number: f64) -> Value {
        if number.is_finite() { Value::Number(number) } else { Value::Null }
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Value {
        Value::Integer(integer)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Value {
        Value::Integer(count as i64)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Value {
        Value::List(values.into_iter().map(Into::into).collect())
    }
}
