//! Deliveries to endpoints, after Standard Webhooks: signed, in order, tried again over a day, charged once.

pub mod deliver;
mod follower;
mod payload;
mod schedule;
mod send;
mod signature;

pub use follower::WebhookFollower;
pub use payload::{SHAPES, Shape};
pub use send::Sender;
pub use signature::new_secret;

/// The secret from before a rotation signs beside the new one for so long.
pub const PREVIOUS_SECRET_MS: i64 = domain::time::MS_PER_DAY;
