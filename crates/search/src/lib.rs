//! The finder: which documents match a search, newest first, and exactly how many there are.
//!
//! It keeps an index beside the store, never the truth: every answer is an id and a time, the rows come from
//! the store, and the whole folder may be deleted and filled again. It refuses SQL, clocks and
//! estimates: the order is time, then id, or on request how well the words fit; a total is a count.

mod error;
mod finder;
pub mod highlight;
pub mod language;
mod search;
mod words;

pub use error::Error;
pub use finder::{Finder, Matched, Opening, Rebuild, Seeding, Settings, Statistics, snapshot};
pub use language::{Query, SyntaxError, parse};
pub use search::{
    Change, DayTally, Entry, Found, Listed, Order, OutletTally, Position, Search, UNCATEGORISED,
};
