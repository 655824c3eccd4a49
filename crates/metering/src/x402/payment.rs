//! Reading a payment of either version, and every fault that can be found without asking anyone.
//!
//! Version, scheme and network are judged as soon as each is read, because they decide the shape of the
//! rest; then the shape, the payee, the amount and the times. A payment with one fault gets the same word
//! in whatever order it is looked at. What was read is kept as it came; only the case of its addresses is
//! set right before it is forwarded.

use std::fmt;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use domain::Instant;
use domain::hash::{hash256, to_hex};
use serde_json::{Value, json};

use super::address::hex_bytes;
use super::facilitator::Reason;
use super::{Address, MAX_TIMEOUT_SECONDS, Network, PaymentRequirements, SCHEME, Version};

/// A payment of an ordinary wallet takes about 640 bytes, one of a smart wallet a few thousand.
pub const MAX_PAYMENT_BYTES: usize = 16 * 1024;
/// A payment that lapses sooner could lapse on its way to the chain.
pub const MIN_SECONDS_LEFT: u64 = 6;
/// A payment that is good for longer than the challenge allowed, give or take a clock, would buy answers for
/// ever.
pub const MAX_SECONDS_LEFT: u64 = MAX_TIMEOUT_SECONDS + 60;

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
    /// Version 2: the terms that the buyer accepted are not ours.
    Requirements,
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
            Fault::Requirements => "invalid_payment_requirements",
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
    version: Version,
    body: Value,
    payer: Address,
    to: Address,
    amount: u64,
    valid_after: u64,
    valid_before: u64,
    nonce: [u8; 32],
    /// Version 2: the amount and the payee of the terms that the buyer accepted.
    accepted: Option<(u64, Address)>,
}

/// All the values of the headers that may carry a payment.
#[derive(Clone, Debug, Default)]
pub struct PaymentHeaders<'a> {
    pub v1: Vec<&'a [u8]>,
    pub v2: Vec<&'a [u8]>,
}

impl PaymentHeaders<'_> {
    pub fn is_empty(&self) -> bool {
        self.v1.is_empty() && self.v2.is_empty()
    }
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
    pub fn decode(headers: &PaymentHeaders<'_>, network: &'static Network) -> Result<Payment, Fault> {
        let (value, version) = match (headers.v1.as_slice(), headers.v2.as_slice()) {
            ([], []) => return Err(Fault::Missing),
            ([value], []) => (value.trim_ascii(), Version::V1),
            ([], [value]) => (value.trim_ascii(), Version::V2),
            // Two payments for one answer: guessing which is meant could charge the wrong one.
            _ => return Err(Fault::Payload),
        };
        if value.is_empty() || value.len() > MAX_PAYMENT_BYTES {
            return Err(Fault::Payload);
        }
        let json = BASE64.decode(value).map_err(|_| Fault::Payload)?;
        let body: Value = serde_json::from_slice(&json).map_err(|_| Fault::Payload)?;
        Payment::read(body, version, network)
    }

    fn read(body: Value, version: Version, network: &'static Network) -> Result<Payment, Fault> {
        if !body.is_object() {
            return Err(Fault::Payload);
        }
        let stated = body.get("x402Version").filter(|stated| stated.is_number()).ok_or(Fault::Payload)?;
        if stated.as_u64() != Some(version.number()) {
            return Err(Fault::Version);
        }
        let terms = match version {
            Version::V1 => &body,
            Version::V2 => body.get("accepted").ok_or(Fault::Payload)?,
        };
        if text(terms, "scheme")? != SCHEME {
            return Err(Fault::Scheme);
        }
        if text(terms, "network")? != network.name_in(version) {
            return Err(Fault::Network);
        }
        let accepted = match version {
            Version::V1 => None,
            Version::V2 => Some(accepted(terms, network)?),
        };
        let payload = body.get("payload").ok_or(Fault::Payload)?;
        if !is_signature(text(payload, "signature")?) {
            return Err(Fault::Payload);
        }
        let authorization = payload.get("authorization").ok_or(Fault::Payload)?;
        let address = |name| Address::from_any_case(text(authorization, name)?).ok_or(Fault::Payload);
        let number = |name| decimal(text(authorization, name)?).ok_or(Fault::Payload);
        Ok(Payment {
            network,
            version,
            payer: address("from")?,
            to: address("to")?,
            amount: number("value")?,
            valid_after: number("validAfter")?,
            valid_before: number("validBefore")?,
            nonce: hex_bytes(text(authorization, "nonce")?).ok_or(Fault::Payload)?,
            accepted,
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
        match self.accepted {
            Some(accepted) if accepted != (amount, pay_to) => Err(Fault::Requirements),
            _ => Ok(()),
        }
    }

    /// Whether it can be spent now, with time enough to get there and no more than was allowed.
    pub fn check_time(&self, now: Instant) -> Result<(), Fault> {
        let now = seconds(now);
        let left = now.saturating_add(MIN_SECONDS_LEFT)..=now.saturating_add(MAX_SECONDS_LEFT);
        if !left.contains(&self.valid_before) {
            return Err(Fault::ValidBefore);
        }
        if self.valid_after > now {
            return Err(Fault::ValidAfter);
        }
        Ok(())
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// For a facilitator that speaks this version. The signature is about the authorization alone, so either
    /// wrapping will do; unknown members are kept where the version is its own.
    pub fn forwarded(&self, version: Version, requirements: &PaymentRequirements) -> Value {
        let mut body = match (version == self.version, version) {
            (true, _) => self.body.clone(),
            (false, Version::V1) => json!({
                "x402Version": 1,
                "scheme": SCHEME,
                "network": self.network.name,
                "payload": self.body.get("payload"),
            }),
            (false, Version::V2) => json!({
                "x402Version": 2,
                "resource": requirements.resource_object(),
                "accepted": requirements.v2(),
                "payload": self.body.get("payload"),
            }),
        };
        // Some facilitators refuse addresses without their checksum.
        for (name, address) in [("from", self.payer), ("to", self.to)] {
            if let Some(text) = body.pointer_mut(&format!("/payload/authorization/{name}")) {
                *text = Value::from(address.to_string());
            }
        }
        body
    }

    pub fn network(&self) -> &'static Network {
        self.network
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

/// Amount and payee of the terms that the buyer accepted; the token must be ours.
fn accepted(terms: &Value, network: &Network) -> Result<(u64, Address), Fault> {
    let address = |name| Address::from_any_case(text(terms, name)?).ok_or(Fault::Payload);
    let amount = decimal(text(terms, "amount")?).ok_or(Fault::Payload)?;
    if address("asset")? != network.asset {
        return Err(Fault::Requirements);
    }
    Ok((amount, address("payTo")?))
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
