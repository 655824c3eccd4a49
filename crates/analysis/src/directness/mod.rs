//! How directly management answers: exchanges from turns, a score for each, and scores of calls and companies.
//!
//! Describes communication only. A call that cannot be scored gets a reason, never a number out of nothing.

mod exchange;
mod model;
pub mod score;

pub use exchange::{Exchange, Passage, Unscorable, exchanges};
pub use model::{Directness, Label, Reason, ReasonKind, Topic, assess};
