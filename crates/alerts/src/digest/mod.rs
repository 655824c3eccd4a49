//! Digests: what moved in the last day or week, told as an event at an hour of the reader's own clock.

mod content;
mod follower;
pub mod schedule;

pub use follower::DigestFollower;
