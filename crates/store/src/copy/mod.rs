//! Copies of a whole store: to a file, from a file, and from one engine to the other.
//!
//! All three move rows in one form (`line.rs`) that means the same on both engines. What is copied is one moment of the
//! store, however long it takes and whoever writes meanwhile; every table has a count and a digest, and a copy that does
//! not have the same ones is no copy. Which tables there are follows from the migrations (`tables.rs`).

mod file;
pub(crate) mod line;
mod move_rows;
mod source;
pub(crate) mod tables;
mod target;

pub use file::{Manifest, verify};
pub use line::Sum;
pub use move_rows::{Moved, Opened, backup, migrate, restore};

/// Told now and then, for whoever waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub step: Step,
    pub table: String,
    /// Of the whole step.
    pub rows: u64,
    /// None where it is not known before the end.
    pub of: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Checking,
    Copying,
    Comparing,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Step::Checking => "checking the backup",
            Step::Copying => "copying",
            Step::Comparing => "comparing",
        })
    }
}

/// Who is told.
pub type Watch<'a> = &'a mut (dyn FnMut(Progress) + Send);

/// The name of a counter that says that a store is being copied into; `Store::open` refuses such a store.
pub(crate) const UNFINISHED: &str = "unfinished_copy";
