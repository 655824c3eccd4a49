//! What a metric says, and what it said it from.

use domain::hash::hash128;
use domain::{Day, DayRange, Instant};

use super::inputs::Inputs;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Score,
    Percent,
    Usd,
}

impl Unit {
    pub fn name(self) -> &'static str {
        match self {
            Unit::Score => "score",
            Unit::Percent => "percent",
            Unit::Usd => "usd",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frequency {
    Realtime,
    Daily,
}

impl Frequency {
    pub fn name(self) -> &'static str {
        match self {
            Frequency::Realtime => "realtime",
            Frequency::Daily => "daily",
        }
    }
}

/// How a number is made, in words: the receipts and the page of methods are written from this.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    pub id: &'static str,
    pub name: &'static str,
    /// A changed method, parameter or panel is a new version.
    pub version: &'static str,
    pub unit: Unit,
    pub frequency: Frequency,
    pub summary: &'static str,
    pub minimum_coverage: &'static str,
    pub source_tables: &'static [&'static str],
    pub parameters: fn() -> Value,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Secondary {
    pub label: &'static str,
    pub value: f64,
    pub unit: Unit,
}

/// A part of the score: all drivers with the same `by` add up to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    pub by: &'static str,
    pub name: String,
    pub contribution: f64,
}

/// What a reading was computed from, so that it can be computed again.
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// Of the days' rollups, the prices, the instant, the parameters and the version.
    pub digest: [u8; 16],
    pub days: DayRange,
    pub documents: i64,
    pub prices: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub id: &'static str,
    pub version: &'static str,
    pub at: Instant,
    /// None below the minimum coverage, never a neutral number.
    pub current: Option<f64>,
    /// The band's label, where the metric has bands.
    pub status: Option<&'static str>,
    pub secondary: Option<Secondary>,
    /// 0..100.
    pub confidence: f64,
    pub observed_items: i64,
    pub window: DayRange,
    pub breakdown: Value,
    pub drivers: Vec<Driver>,
    pub provenance: Provenance,
}

impl Reading {
    /// A reading that has not found anything yet.
    pub(super) fn empty(
        method: &Method,
        at: Instant,
        window: DayRange,
        days: DayRange,
        inputs: &Inputs<'_>,
    ) -> Reading {
        Reading {
            id: method.id,
            version: method.version,
            at,
            current: None,
            status: None,
            secondary: None,
            confidence: 0.0,
            observed_items: 0,
            window,
            breakdown: Value::Members(Vec::new()),
            drivers: Vec::new(),
            provenance: provenance(method, at, days, inputs),
        }
    }
}

/// Names everything that a reading at `at` over `days` looks at.
pub(super) fn provenance(method: &Method, at: Instant, days: DayRange, inputs: &Inputs<'_>) -> Provenance {
    let prices = inputs.closes.range(days);
    let mut bytes = Vec::with_capacity(256 + 16 * prices.len());
    bytes.extend_from_slice(&inputs.cube.digest(days));
    if method.source_tables.contains(&"statements") {
        bytes.extend_from_slice(&inputs.cube.voices_digest(days));
    }
    for (day, close) in prices {
        bytes.extend_from_slice(&day.number().to_le_bytes());
        bytes.extend_from_slice(&close.to_bits().to_le_bytes());
    }
    bytes.extend_from_slice(&at.ms().to_le_bytes());
    bytes.extend_from_slice(method.version.as_bytes());
    bytes.extend_from_slice(inputs.form.parameters(&(method.parameters)()).as_bytes());
    bytes.extend_from_slice(inputs.universe.version.as_bytes());
    Provenance {
        digest: hash128(&bytes),
        days,
        documents: inputs.cube.total(days).count,
        prices: prices.len(),
    }
}

/// Both ends inside, counted back from `last`.
pub(crate) fn days_back(last: Day, days: i64) -> DayRange {
    let first = last.plus(1 - days.max(1));
    DayRange::inclusive(first, last).unwrap_or(DayRange::single(last))
}
