//! Brains: the speakers that an account follows.

use crate::Error;
use crate::db::{Row, Value, record, values};
use crate::owned::{Definition, Owned, OwnedTable};

/// `store.brains`.
pub type Brains = OwnedTable<BrainDefinition>;
pub type Brain = Owned<BrainDefinition>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrainDefinition {
    pub name: String,
    /// Handles as the documents carry them, without white space.
    pub handles: Vec<String>,
    /// Names of people, whatever they post under; no line break in any.
    pub people: Vec<String>,
}

impl Definition for BrainDefinition {
    const TABLE: &'static str = "brains";
    const COLUMNS: &'static [&'static str] = &["name", "handles", "people"];

    fn values(&self) -> Vec<Value> {
        values![&self.name, self.handles.join(" "), self.people.join("\n")]
    }

    fn from_row(row: &mut Row) -> Result<BrainDefinition, Error> {
        record!(
            row,
            BrainDefinition {
                name,
                handles: row.get::<String>("handles")?.split_whitespace().map(str::to_owned).collect(),
                people: row.get::<String>("people")?.lines().map(str::to_owned).collect(),
            }
        )
    }
}
