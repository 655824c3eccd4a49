//! What a story is made of: whom it casts, and the sentences of its stages.
//!
//! Titles and quotes carry their tone as a first character: `+` good, `-` bad, `=` neither. A newsroom
//! picks among them by its own lean, so that one event reads differently from outlet to outlet.

use domain::Category;

use crate::catalog::companies::Sector;

/// Which way an event points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Good,
    Bad,
    Mixed,
}

impl Mood {
    pub fn tone(self) -> f64 {
        match self {
            Mood::Good => 0.75,
            Mood::Bad => -0.75,
            Mood::Mixed => 0.0,
        }
    }
}

/// Which coins an event can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coins {
    Bitcoin,
    Any,
    NotBitcoin,
    Memecoin,
}

/// What the market must be doing for an event to make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    Free,
    /// The day's close is higher.
    Up,
    /// The day's close is lower.
    Down,
    /// A fall that makes headlines.
    Crash,
    /// A week that makes headlines.
    Rally,
}

/// Whether the company at the centre has shares that can rise and fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    Any,
    Listed,
    Private,
}

/// The sentences of one stage in a story's life.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    pub titles: &'static [&'static str],
    pub leads: &'static [&'static str],
}

/// A count that follows from the amount and the price.
pub const COINS: (i64, i64) = (0, 0);

/// A kind of event.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    pub id: &'static str,
    pub mood: Mood,
    /// How often it is born, relative to the others.
    pub weight: f64,
    pub categories: &'static [Category],
    /// Fewest and most articles, before the day's size is drawn.
    pub size: (usize, usize),
    pub price: Price,
    pub sectors: &'static [Sector],
    pub listing: Listing,
    pub coins: Coins,
    /// Millions of dollars.
    pub amount: (f64, f64),
    /// Where the price matters, the market's own move stands in for it.
    pub percent: (f64, f64),
    /// `COINS`: as many coins as the amount buys.
    pub count: (i64, i64),
    /// How others speak of it: "the {co} exploit".
    pub noun: &'static str,
    /// A regulator or a company states it first, as a notice of its own.
    pub notice: Option<Notice>,
    pub breaking: Stage,
    pub follow: Stage,
    pub reaction: Stage,
    pub facts: &'static [&'static str],
    pub quotes: &'static [&'static str],
    pub context: &'static [&'static str],
}

/// The first-hand statement behind an event.
#[derive(Clone, Copy, Debug)]
pub struct Notice {
    pub from: NoticeFrom,
    pub title: &'static str,
    pub text: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeFrom {
    Regulator,
    Company,
}
