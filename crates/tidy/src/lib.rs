//! Keeps the walls. A test reads manifests and imports and fails where a room knows what it must not.
//!
//! `cargo test -p tidy`; with `BELLWETHER_ACCEPT=1` the table in ARCHITECTURE.md is written anew from `rooms::ROOMS`.

pub mod circles;
pub mod imports;
pub mod rooms;

use std::path::PathBuf;

/// The folder that holds `crates`.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
