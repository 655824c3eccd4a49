//! How the world comes in: items are digested into documents with marks, stored, made findable, and counted.

pub mod calls;
pub mod collect;
pub mod digest;
pub mod import;
pub mod index;
pub mod line;
pub mod names;
pub mod prices;
pub mod readings;
pub mod reread;
pub mod rollup;
pub mod stories;
