//! The counts that every table of a day holds. Additive in every field, so that tables agree with each other.

use std::ops::{Add, AddAssign, Sub};

use domain::Sentiment;

use crate::fixed::to_f64;

/// How many items, in what tone, with how much attention. Signed, so that a difference can be written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All items, sponsored ones too.
    pub count: i64,
    /// Those whose tone is not known, since their language is not read.
    pub unread: i64,
    pub positive: i64,
    pub negative: i64,
    /// Sum of net tones, in steps of 2^-32.
    pub tone: i64,
    /// Sum of story weights, in steps of 2^-32; sponsored items give none.
    pub attention: i64,
}

impl Tally {
    /// `told` is sentiment and net tone of an item that was read.
    pub(crate) fn one(told: Option<(Sentiment, i64)>, attention: i64) -> Tally {
        let is = |sentiment: Sentiment| i64::from(told.is_some_and(|(own, _)| own == sentiment));
        Tally {
            count: 1,
            unread: i64::from(told.is_none()),
            positive: is(Sentiment::Positive),
            negative: is(Sentiment::Negative),
            tone: told.map_or(0, |(_, tone)| tone),
            attention,
        }
    }

    /// Those whose tone is known: what shares of tones are shares of.
    pub fn toned(self) -> i64 {
        self.count - self.unread
    }

    pub fn neutral(self) -> i64 {
        self.toned() - self.positive - self.negative
    }

    pub fn is_zero(self) -> bool {
        self == Tally::default()
    }

    /// Mean net tone, none where none is known.
    pub fn mean_tone(self) -> Option<f64> {
        (self.toned() > 0).then(|| to_f64(self.tone) / self.toned() as f64)
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
            unread: self.unread + other.unread,
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
            unread: self.unread - other.unread,
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
