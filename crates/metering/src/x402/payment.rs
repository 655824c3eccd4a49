//! Reading `X-PAYMENT`, and every fault that can be found without asking anyone.
//!
//! Version, scheme and network are judged as soon as each is read, because they decide the shape of the
//! rest; then the shape, the payee, the amount and the times. A payment with one fault gets the same word
//! in whatever order it is looked at. What was read is kept as it came and forwarded unchanged.

use std::fmt;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use domain::Instant;
use domain::hash::{hash256, to_hex};
use serde_json::Value;

use super::address::hex_bytes;
use super::facilitator::Reason;
use super::{Address, Network, SCHEME, VERSION};

/// A payment of an ordinary wallet takes about 640 bytes, one of a smart wallet a few thousand.
pub const MAX_PAYMENT_BYTES: usize = 16 * 1024;
/// A payment that lapses sooner could lapse on its way to the chain.
pub const MIN_SECONDS_LEFT: u64 = 6;

/// Some senders leave the padding off; that changes nothing about what is meant.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What is wrong with a payment; answered with 402 and a full challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    Missing,
    Payload,
    Version,
    Scheme,
    Network,
    Recipient,
    Value,
    ValidBefore,
    ValidAfter,
    /// Reserved, spent or refused before, here or elsewhere.
    AlreadyUsed,
    /// The facilitator's word, filtered.
    Refused(Reason),
}

impl Fault {
    /// The text of the challenge's `error`.
    pub fn error(&self) -> &str {
        match self {
            Fault::Missing => "X-PAYMENT header is required",
            Fault::Payload => "invalid_payload",
            Fault::Version => "invalid_x402_version",
            Fault::Scheme => "unsupported_scheme",
            Fault::Network => "invalid_network",
            Fault::Recipient => "invalid_exact_evm_payload_recipient_mismatch",
            Fault::Value => "invalid_exact_evm_payload_authorization_value",
            Fault::ValidBefore => "invalid_exact_evm_payload_authorization_valid_before",
            Fault::ValidAfter => "invalid_exact_evm_payload_authorization_valid_after",
            Fault::AlreadyUsed => "invalid_payment",
            Fault::Refused(reason) => reason.as_str(),
        }
    }
}

/// A well-formed payment on the seller's network. It prints without its signature: until it has settled,
/// whoever holds the whole can submit it.
#[derive(Clone, PartialEq)]
pub struct Payment {
    network: &'static Network,
    body: Value,
    payer: Address,
    to: Address,
    amount: u64,
    valid_after: u64,
    valid_before: u64,
    nonce: [u8; 32],
}

/// What makes an authorization one and the same, however it is written; the token spends each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AuthorizationKey {
    pub network: &'static str,
    pub asset: String,
    pub payer: String,
    pub nonce: String,
}

impl Payment {
    /// From all the values of the header that the request carries.
    pub fn decode(values: &[&[u8]], network: &'static Network) -> Result<Payment, Fault> {
        let value = match values {
            [] => return Err(Fault::Missing),
            [value] => value.trim_ascii(),
            // Two payments for one answer: guessing which is meant could charge the wrong one.
            _ => return Err(Fault::Payload),
        };
        if value.is_empty() || value.len() > MAX_PAYMENT_BYTES {
            return Err(Fault::Payload);
        }
        let json = BASE64.decode(value).map_err(|_| Fault::Payload)?;
        let body: Value = serde_json::from_slice(&json).map_err(|_| Fault::Payload)?;
        Payment::read(body, network)
    }

    fn read(body: Value, network: &'static Network) -> Result<Payment, Fault> {
        if !body.is_object() {
            return Err(Fault::Payload);
        }
        let version = body.get("x402Version").filter(|version| version.is_number()).ok_or(Fault::Payload)?;
        if version.as_u64() != Some(VERSION) {
            return Err(Fault::Version);
        }
        if text(&body, "scheme")? != SCHEME {
            return Err(Fault::Scheme);
        }
        if text(&body, "network")? != network.name {
            return Err(Fault::Network);
        }
        let payload = body.get("payload").ok_or(Fault::Payload)?;
        if !is_signature(text(payload, "signature")?) {
            return Err(Fault::Payload);
        }
        let authorization = payload.get("authorization").ok_or(Fault::Payload)?;
        let address = |name| Address::from_any_case(text(authorization, name)?).ok_or(Fault::Payload);
        let number = |name| decimal(text(authorization, name)?).ok_or(Fault::Payload);
        Ok(Payment {
            network,
            payer: address("from")?,
            to: address("to")?,
            amount: number("value")?,
            valid_after: number("validAfter")?,
            valid_before: number("validBefore")?,
            nonce: hex_bytes(text(authorization, "nonce")?).ok_or(Fault::Payload)?,
            body,
        })
    }

    /// Whether it pays this payee exactly this amount. A facilitator may let too high a value through, and
    /// then take it in full.
    pub fn check_terms(&self, pay_to: Address, amount: u64) -> Result<(), Fault> {
        if self.to != pay_to {
            return Err(Fault::Recipient);
        }
        if self.amount != amount {
            return Err(Fault::Value);
        }
        Ok(())
    }

    /// Whether it can be spent now, with time enough to get there.
    pub fn check_time(&self, now: Instant) -> Result<(), Fault> {
        let now = seconds(now);
        if self.valid_before < now.saturating_add(MIN_SECONDS_LEFT) {
            return Err(Fault::ValidBefore);
        }
        if self.valid_after > now {
            return Err(Fault::ValidAfter);
        }
        Ok(())
    }

    /// As it came, for the facilitator.
    pub fn body(&self) -> &Value {
        &self.body
    }

    pub fn payer(&self) -> Address {
        self.payer
    }

    pub fn nonce(&self) -> &[u8; 32] {
        &self.nonce
    }

    /// In atomic units.
    pub fn amount(&self) -> u64 {
        self.amount
    }

    /// Seconds since 1970; what no calendar holds counts as the last moment there is.
    pub fn valid_before(&self) -> Instant {
        Instant::from_ms(i64::try_from(self.valid_before.saturating_mul(1000)).unwrap_or(i64::MAX))
    }

    /// The key of the payment's row.
    pub fn key(&self) -> AuthorizationKey {
        AuthorizationKey {
            network: self.network.name,
            asset: self.network.asset.lower(),
            payer: self.payer.lower(),
            nonce: format!("0x{}", to_hex(&self.nonce)),
        }
    }

    /// Tells whether a later request is this one again: the same address and the same signed payment. The
    /// payment is part of it because payer and nonce can be read on the chain by anyone.
    pub fn request_hash(&self, resource: &str) -> String {
        let payload = self.body.get("payload").unwrap_or(&Value::Null);
        let signature = text(payload, "signature").unwrap_or("").to_ascii_lowercase();
        let numbers = format!("{} {} {}", self.amount, self.valid_after, self.valid_before);
        let mut bytes = b"bellwether x402 request v1".to_vec();
        let key = self.key();
        for field in [
            resource,
            &signature,
            &numbers,
            key.network,
            &key.asset,
            &key.payer,
            &self.to.lower(),
            &key.nonce,
        ] {
            // The length before each field keeps neighbours apart.
            bytes.extend_from_slice(&(field.len() as u64).to_le_bytes());
            bytes.extend_from_slice(field.as_bytes());
        }
        to_hex(&hash256(&bytes))
    }
}

impl fmt::Debug for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payment")
            .field("payer", &self.payer)
            .field("nonce", &to_hex(&self.nonce))
            .field("amount", &self.amount)
            .finish_non_exhaustive()
    }
}

/// Whole seconds since 1970, as the chain counts time.
pub(super) fn seconds(moment: Instant) -> u64 {
    u64::try_from(moment.ms().div_euclid(1000)).unwrap_or(0)
}

fn text<'a>(object: &'a Value, name: &str) -> Result<&'a str, Fault> {
    object.get(name).and_then(Value::as_str).ok_or(Fault::Payload)
}

/// Any bytes: a smart wallet's signature has whatever length it has.
fn is_signature(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|digits| {
        !digits.is_empty() && digits.len() % 2 == 0 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// A number of up to 256 bits in plain digits; what does not fit is the largest there is, which is no price
/// and lies after every time.
fn decimal(text: &str) -> Option<u64> {
    let plain = (1..=78).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
#[path = "payment_tests.rs"]
mod tests;
