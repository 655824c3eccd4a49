//! How the world comes in: items become documents, are stored, made findable, read, and counted.

pub mod backups;
pub mod calls;
pub mod collect;
pub mod digest;
pub mod frames;
pub mod identity;
pub mod import;
pub mod index;
pub mod line;
pub mod lines;
pub mod marking;
pub mod names;
pub mod narratives;
pub mod objects;
pub mod prices;
pub mod readings;
pub mod reclean;
pub mod removal;
pub mod rollup;
pub mod snapshots;
pub mod speakers;
pub mod statements;
pub mod stories;
mod told;
