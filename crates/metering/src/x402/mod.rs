//! Pay-per-call: versions 1 and 2 of the x402 protocol, the seller's side, without the talking.
//!
//! What is written and read on the wire, which payment is at fault and how, what a facilitator's or a
//! chain's answer means, and how one payment moves. The program does the calls, keeps the row and asks here
//! what follows. No signature is checked: that is the facilitator's work, and smart wallets
//! sign what a local check would wrongly refuse.

pub mod address;
pub mod arrival;
pub mod cdp;
pub mod chain;
pub mod challenge;
pub mod facilitator;
pub mod keccak;
pub mod payment;
pub mod receipt;
pub mod row;
pub mod state;
mod version;

pub use address::{Address, AddressError};
pub use arrival::{Arrival, Step, arrive};
pub use challenge::{Challenge, PaymentRequirements, Pricing, Seller};
pub use facilitator::{Reason, Settled, Verdict};
pub use payment::{AuthorizationKey, Fault, Payment, PaymentHeaders};
pub use receipt::PaymentResponse;
pub use row::{Replay, Row};
pub use state::{Action, Answer, Event, Finding, State};
pub use version::Version;

pub const SCHEME: &str = "exact";
/// How long a buyer's signature may take to be used.
pub const MAX_TIMEOUT_SECONDS: u64 = 120;

/// A chain and its dollar token, with what the buyer needs to sign for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// As version 1 of the protocol names it.
    pub name: &'static str,
    /// As version 2 does, by CAIP-2: `eip155` and the id of the chain.
    pub caip2: &'static str,
    pub asset: Address,
    /// The token's own name and version, which are part of what is signed.
    pub token_name: &'static str,
    pub token_version: &'static str,
}

pub static BASE: Network = Network {
    name: "base",
    caip2: "eip155:8453",
    asset: Address::from_bytes([
        0x83, 0x35, 0x89, 0xfc, 0xd6, 0xed, 0xb6, 0xe0, 0x8f, 0x4c, 0x7c, 0x32, 0xd4, 0xf7, 0x1b, 0x54, 0xbd,
        0xa0, 0x29, 0x13,
    ]),
    token_name: "USD Coin",
    token_version: "2",
};

pub static BASE_SEPOLIA: Network = Network {
    name: "base-sepolia",
    caip2: "eip155:84532",
    asset: Address::from_bytes([
        0x03, 0x6c, 0xbd, 0x53, 0x84, 0x2c, 0x54, 0x26, 0x63, 0x4e, 0x79, 0x29, 0x54, 0x1e, 0xc2, 0x31, 0x8f,
        0x3d, 0xcf, 0x7e,
    ]),
    token_name: "USDC",
    token_version: "2",
};

pub static NETWORKS: [&Network; 2] = [&BASE, &BASE_SEPOLIA];

impl Network {
    pub fn find(name: &str) -> Option<&'static Network> {
        NETWORKS.into_iter().find(|network| network.name == name)
    }

    pub fn name_in(&self, version: Version) -> &'static str {
        match version {
            Version::V1 => self.name,
            Version::V2 => self.caip2,
        }
    }
}

#[cfg(test)]
mod failure_table;
#[cfg(test)]
mod samples;
