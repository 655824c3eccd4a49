//! Prose as data: records of `key: value` lines with an empty line between two. A key that comes several times makes a
//! list. The files are part of the program; whatever does not fit panics at the first look, which a test takes.

use std::fmt::Debug;
use std::str::FromStr;

pub struct Record(Vec<(&'static str, &'static str)>);

/// What `one` makes of each record; it must ask for everything that stands there.
pub fn read<T>(text: &'static str, one: impl Fn(&mut Record) -> T) -> Vec<T> {
    let record = |lines: &'static str| {
        let line = |line: &'static str| line.split_once(':').unwrap_or_else(|| panic!("no key: {line}"));
        let mut record = Record(lines.lines().map(line).map(|(key, value)| (key, value.trim())).collect());
        let made = one(&mut record);
        assert!(record.0.is_empty(), "not known: {:?}", record.0);
        made
    };
    text.trim_end().split("\n\n").map(record).collect()
}

impl Record {
    /// Each value is taken once.
    pub fn texts(&mut self, key: &str) -> &'static [&'static str] {
        let found = self.0.extract_if(.., |(name, _)| *name == key).map(|(_, value)| value);
        found.collect::<Vec<_>>().leak()
    }

    pub fn find(&mut self, key: &str) -> Option<&'static str> {
        self.texts(key).first().copied()
    }

    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(name, _)| *name == key)
    }

    pub fn text(&mut self, key: &str) -> &'static str {
        self.find(key).unwrap_or_else(|| panic!("no {key} in {:?}", self.0.first()))
    }

    /// One of a list, by the name of its variant.
    pub fn variant<T: Copy + Debug>(&mut self, key: &str, all: &[T]) -> T {
        variant(self.text(key), all)
    }

    pub fn variants<T: Copy + Debug>(&mut self, key: &str, all: &[T]) -> &'static [T] {
        self.text(key).split_whitespace().map(|name| variant(name, all)).collect::<Vec<_>>().leak()
    }

    pub fn number<T: FromStr>(&mut self, key: &str) -> T {
        number(self.text(key))
    }

    pub fn pair<T: FromStr>(&mut self, key: &str) -> (T, T) {
        let text = self.text(key);
        let (low, high) = text.split_once(' ').unwrap_or_else(|| panic!("no pair: {text}"));
        (number(low), number(high))
    }
}

fn variant<T: Copy + Debug>(name: &str, all: &[T]) -> T {
    *all.iter().find(|one| format!("{one:?}") == name).unwrap_or_else(|| panic!("{name} is none of {all:?}"))
}

fn number<T: FromStr>(text: &str) -> T {
    text.parse().ok().unwrap_or_else(|| panic!("no number: {text}"))
}
