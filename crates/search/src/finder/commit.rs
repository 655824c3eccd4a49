//! What a commit of the index says of itself.

use super::schema;

/// What a commit carries beside the version of the indexing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// Up to where it holds the store's history.
    pub seq: u64,
    /// Which store that is, in the store's own words; empty where nobody said.
    pub origin: String,
}

pub fn payload(commit: &Commit) -> String {
    format!("{}:{}:{}", schema::VERSION, commit.seq, commit.origin)
}

pub fn read_payload(payload: &str) -> Option<Commit> {
    let (version, rest) = payload.split_once(':')?;
    // Commits of before carry no origin.
    let (seq, origin) = rest.split_once(':').unwrap_or((rest, ""));
    let commit = Commit { seq: seq.parse().ok()?, origin: origin.to_owned() };
    (version == schema::VERSION).then_some(commit)
}
