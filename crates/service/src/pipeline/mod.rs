//! How the world comes in: items are digested into documents with marks, stored, and made findable.

pub mod calls;
pub mod collect;
pub mod digest;
pub mod import;
pub mod index;
pub mod line;
pub mod reread;
pub mod stories;
