//! Counts in, readings out.
//!
//! The documents of a day become a rollup, rollups become a cube, and the cube answers ranges and feeds the
//! metrics. Nothing here reads a clock, a file or a database, and nothing is drawn at random: the same
//! documents, prices and instant give the same digits, in whatever order they came.

pub mod alerts;
pub mod answers;
pub mod cube;
mod described;
pub mod explain;
pub mod fixed;
mod ids;
pub mod math;
pub mod metrics;
pub mod narratives;
pub mod proof;
pub mod random;
pub mod rollup;
#[cfg(test)]
mod sample;
pub mod statistics;
pub mod value;
mod voices;

pub use cube::Cube;
pub use proof::Form;
pub use rollup::{DayInput, DayRollup, MentionInput, StatementInput, Tally, roll_up};
pub use value::Value;
