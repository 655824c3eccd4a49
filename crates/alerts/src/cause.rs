//! One reason to tell something: when it happened, in words and in numbers, and the articles behind it.

use coverage::article::Headline as ShownHeadline;
use domain::{DayRange, Instant};
use serde_json::{Map, Value};
use store::documents::Headline;

use crate::watch::Watch;

/// Articles that an event carries; its `query` lists all of them.
pub const MAX_ARTICLES: usize = 25;

/// One reason to tell something.
pub struct Cause {
    /// Names it among all causes of its rule.
    pub key: String,
    /// When it happened. What is of a day happened at its beginning.
    pub at: Instant,
    /// In one sentence.
    pub summary: String,
    pub numbers: Map<String, Value>,
    pub query: String,
    pub articles: Vec<ShownHeadline>,
}

impl Cause {
    pub(crate) fn new(
        watch: &Watch,
        key: String,
        at: Instant,
        days: DayRange,
        told: (String, Value),
        articles: &[Headline],
    ) -> Cause {
        let numbers = match told.1 {
            Value::Object(numbers) => numbers,
            _ => Map::new(),
        };
        let articles = articles.iter().take(MAX_ARTICLES).map(ShownHeadline::from).collect();
        Cause { key, at, summary: told.0, numbers, query: watch.query(days), articles }
    }
}

/// Two places.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
