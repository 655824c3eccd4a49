//! What a call costs and who pays for it.
//!
//! Everything here is arithmetic and reading: plans, prices, periods, the order of purses, keys, rate limits
//! and the wire of pay-per-call. Nothing reads a clock, draws a random number, or talks to anyone; the
//! program hands in the time, the random bytes and what others answered, and does what comes back.

pub mod agent_token;
pub mod authorization;
pub mod funding;
pub mod headers;
pub mod key;
pub mod period;
pub mod plan;
pub mod price;
pub mod rate;
pub mod validity;
pub mod x402;

pub use domain::Scope;
pub use funding::{Account, Overage, PaymentStatus, Purse, Refusal, Source};
pub use headers::{Counted, Receipt, Standing};
pub use key::{Key, KeyError, KeyHash, KeyKind};
pub use period::{Period, PeriodKind, period_of};
pub use plan::{PLANS, Plan};
pub use price::{Price, price};
pub use validity::{Ended, Validity};
