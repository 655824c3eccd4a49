//! The written form of what is proved: the bytes behind every seal and every digest of inputs.
//!
//! docs/proofs.md describes the form so that a stranger can write it in any language. A form is never changed, only
//! followed by another; what was published names the form that it was sealed in and stays provable in it.

use std::fmt::Write;

use domain::hash::{hash128, to_hex};
use domain::{Day, DayRange};

use crate::value::Value;

/// How proved things are written down before they are hashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The debug text of Rust at the time of version 1; seals without a prefix.
    Debug,
    /// Lines of `name=value`; seals that begin with `f1:`.
    #[default]
    Lines,
}

const LINES_PREFIX: &str = "f1:";

impl Form {
    /// The form in which a published seal was made.
    pub fn of_seal(seal: &str) -> Form {
        if seal.starts_with(LINES_PREFIX) { Form::Lines } else { Form::Debug }
    }

    /// The seal of something that is written down in this form.
    pub fn seal(self, written: &str) -> String {
        let hash = to_hex(&hash128(written.as_bytes()));
        match self {
            Form::Debug => hash,
            Form::Lines => format!("{LINES_PREFIX}{hash}"),
        }
    }

    /// A method's parameters, as they enter the digest of inputs.
    pub fn parameters(self, parameters: &Value) -> String {
        match self {
            Form::Debug => debug_text(parameters),
            Form::Lines => {
                let mut lines = Lines::new("parameters");
                lines.value("parameters", parameters);
                lines.text_form()
            }
        }
    }
}

/// Form 1: a line for each value, in a fixed order.
///
/// `name=null`, `name=true`, `name=i:-12`, `name=f:3ff8000000000000` (the bits of a double), `name=d:2026-01-31`,
/// `name=s:5:hello` (its length in bytes). Members of a list are numbered from 0 behind `name=list:2`, members of a tree
/// have their names behind a point after `name=members:3`.
pub struct Lines(String);

impl Lines {
    pub fn new(kind: &str) -> Lines {
        Lines(format!("bellwether proof 1\nkind={kind}\n"))
    }

    pub fn text_form(self) -> String {
        self.0
    }

    fn line(&mut self, name: &str, value: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{name}={value}").expect("a string takes every text");
    }

    pub fn text(&mut self, name: &str, text: &str) {
        self.line(name, format_args!("s:{}:{text}", text.len()));
    }

    pub fn integer(&mut self, name: &str, integer: i64) {
        self.line(name, format_args!("i:{integer}"));
    }

    pub fn number(&mut self, name: &str, number: f64) {
        self.line(name, format_args!("f:{:016x}", number.to_bits()));
    }

    pub fn flag(&mut self, name: &str, flag: bool) {
        self.line(name, format_args!("{flag}"));
    }

    pub fn null(&mut self, name: &str) {
        self.line(name, format_args!("null"));
    }

    pub fn optional(&mut self, name: &str, number: Option<f64>) {
        match number {
            Some(number) => self.number(name, number),
            None => self.null(name),
        }
    }

    pub fn day(&mut self, name: &str, day: Day) {
        self.line(name, format_args!("d:{day}"));
    }

    pub fn days(&mut self, name: &str, days: DayRange) {
        self.day(&format!("{name}.first"), days.first());
        self.day(&format!("{name}.last"), days.last());
    }

    pub fn list(&mut self, name: &str, count: usize) {
        self.line(name, format_args!("list:{count}"));
    }

    pub fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null => self.null(name),
            Value::Flag(flag) => self.flag(name, *flag),
            Value::Integer(integer) => self.integer(name, *integer),
            Value::Number(number) => self.number(name, *number),
            Value::Text(text) => self.text(name, text),
            Value::List(values) => {
                self.list(name, values.len());
                for (i, value) in values.iter().enumerate() {
                    self.value(&format!("{name}.{i}"), value);
                }
            }
            Value::Members(members) => {
                self.line(name, format_args!("members:{}", members.len()));
                for (member, value) in members {
                    self.value(&format!("{name}.{member}"), value);
                }
            }
        }
    }
}

/// A tree of values as Rust's derived debug printing gave it in version 1.
pub fn debug_text(tree: &Value) -> String {
    match tree {
        Value::Null => "Null".to_owned(),
        Value::Flag(flag) => format!("Flag({flag})"),
        Value::Integer(integer) => format!("Integer({integer})"),
        Value::Number(number) => format!("Number({number:?})"),
        Value::Text(text) => format!("Text({text:?})"),
        Value::List(values) => {
            let values: Vec<String> = values.iter().map(debug_text).collect();
            format!("List([{}])", values.join(", "))
        }
        Value::Members(members) => {
            let member = |(name, tree): &(String, Value)| format!("({name:?}, {})", debug_text(tree));
            let members: Vec<String> = members.iter().map(member).collect();
            format!("Members([{}])", members.join(", "))
        }
    }
}
