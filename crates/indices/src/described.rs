//! A method in words, for numbers that are not published readings.

/// How an answer's numbers are made, in words, for the page of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    pub id: &'static str,
    pub name: &'static str,
    pub version: &'static str,
    pub summary: &'static str,
}
