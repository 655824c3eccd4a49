//! What can go wrong in the finder. Nothing here is worth keeping the index for: it can always be rebuilt.

use std::path::PathBuf;

/// Each says what was being attempted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("could not open the index in {dir}")]
    Open { dir: PathBuf, source: tantivy::TantivyError },
    #[error("could not {attempt} {path}")]
    File { attempt: &'static str, path: PathBuf, source: std::io::Error },
    #[error("another process is writing to the index")]
    Busy,
    #[error("could not write to the index; continue from the applied sequence number")]
    Write(#[source] tantivy::TantivyError),
    #[error("could not read the index")]
    Read(#[source] tantivy::TantivyError),
    #[error("sequence number {given} comes before {applied}, which is already applied")]
    Backwards { given: u64, applied: u64 },
    #[error("another process wrote to or replaced the index; continue from the applied sequence number")]
    Switched,
    #[error("the rebuilt index stands at {rebuilt}, the one in use at {indexed}; catch up first")]
    Behind { rebuilt: u64, indexed: u64 },
    #[error("the index was filled from another store, or from a later state of this one; it must be rebuilt")]
    Distrusted,
    #[error("more than {most} words begin with {letters:?}; write more letters before the wildcard")]
    TooWide { letters: String, most: usize },
    #[error("near-copies can be left out among {most} articles at most, and more match; narrow the search")]
    TooMany { most: usize },
    #[error("the search was given up before it was done")]
    GivenUp,
}
