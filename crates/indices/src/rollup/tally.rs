//! The counts that every table of a day holds. Additive in every field, so that tables agree with each other.

use std::ops::{Add, AddAssign, Sub};

use domain::Sentiment;

use crate::fixed::to_f64;

/// How many items, in what tone, with how much attention. Signed, so that a difference can be written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All items, sponsored ones too.
    pub count: i64,
    pub positive: i64,
    pub negative: i64,
    /// Sum of net tones, in steps of 2^-32.
    pub tone: i64,
    /// Sum of story weights, in steps of 2^-32; sponsored items give none.
    pub attention: i64,
}

impl Tally {
    pub(crate) fn one(sentiment: Sentiment, tone: i64, attention: i64) -> Tally {
        Tally {
            count: 1,
            positive: i64::from(sentiment == Sentiment::Positive),
            negative: i64::from(sentiment == Sentiment::Negative),
            tone,
            attention,
        }
    }

    pub fn neutral(self) -> i64 {
        self.count - self.positive - self.negative
    }

    pub fn is_zero(self) -> bool {
        self == Tally::default()
    }

    /// Mean net tone, none where there is nothing.
    pub fn mean_tone(self) -> Option<f64> {
        (self.count > 0).then(|| to_f64(self.tone) / self.count as f64)
    }

    pub fn attention_units(self) -> f64 {
        to_f64(self.attention)
    }
}

impl Add for Tally {
    type Output = Tally;
    fn add(self, other: Tally) -> Tally {
        Tally {
            count: self.count + other.count,
            positive: self.positive + other.positive,
            negative: self.negative + other.negative,
            tone: self.tone + other.tone,
            attention: self.attention + other.attention,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

impl Sub for Tally {
    type Output = Tally;
    fn sub(self, other: Tally) -> Tally {
        Tally {
            count: self.count - other.count,
            positive: self.positive - other.positive,
            negative: self.negative - other.negative,
            tone: self.tone - other.tone,
            attention: self.attention - other.attention,
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Add::add)
    }
}
