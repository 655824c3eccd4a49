//! What is sent to a facilitator, and what its answers mean.
//!
//! Facilitators differ in words and status codes, and may fail in any way, so their answers are read with
//! tolerance for form and none for doubt: a payment is only at fault where that is said plainly, and only
//! settled where a transaction is named. All else is "unavailable" before settling and "unknown" after.

use serde::Deserialize;
use serde_json::{Value, json};

use super::address::hex_bytes;
use super::{Network, Payment, PaymentRequirements, SCHEME, VERSION};

/// Answers longer than this are not read.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A facilitator's word that may be passed on: `[a-z0-9_]{1,80}`. Some send whole stack traces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    fn or(word: Option<&str>, otherwise: &str) -> Reason {
        let fits = |word: &&str| {
            (1..=80).contains(&word.len())
                && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
        };
        Reason(word.filter(fits).unwrap_or(otherwise).to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it says that the authorization was spent before.
    pub fn says_spent(&self) -> bool {
        self.0.contains("nonce") || self.0.contains("already_used")
    }

    /// Whether it leaves open what became of the payment: on its way, or taken by an earlier attempt.
    fn leaves_open(&self) -> bool {
        self.0.contains("pending") || self.0 == "duplicate_settlement" || self.says_spent()
    }
}

/// What came of asking whether a payment is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Valid,
    Invalid(Reason),
    /// No usable answer; also for refused connections and timeouts. Nothing is held against the payment.
    Unavailable,
}

/// What came of asking for the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// On the chain, in this transaction (`0x` and 64 lower-case digits).
    Ok {
        transaction: String,
    },
    Refused(Reason),
    /// It may or may not have landed; also for timeouts and broken connections.
    Unknown,
}

/// The body of both `POST /verify` and `POST /settle`.
pub fn request_body(payment: &Payment, requirements: &PaymentRequirements) -> Value {
    json!({
        "x402Version": VERSION,
        "paymentPayload": payment.body(),
        "paymentRequirements": requirements,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VerifyAnswer {
    is_valid: bool,
    // Read as any value: a strange reason must not hide a plain verdict.
    #[serde(default)]
    invalid_reason: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettleAnswer {
    success: bool,
    #[serde(default)]
    error_reason: Value,
    #[serde(default)]
    transaction: Value,
}

pub fn read_verify(status: u16, body: &[u8]) -> Verdict {
    if is_our_trouble(status) || body.len() > MAX_ANSWER_BYTES {
        return Verdict::Unavailable;
    }
    match serde_json::from_slice::<VerifyAnswer>(body) {
        Ok(answer) if !answer.is_valid => {
            Verdict::Invalid(Reason::or(answer.invalid_reason.as_str(), "unexpected_verify_error"))
        }
        // "Valid" beside a status of failure is a contradiction, not a verdict.
        Ok(_) if is_success(status) => Verdict::Valid,
        _ => Verdict::Unavailable,
    }
}

pub fn read_settle(status: u16, body: &[u8]) -> Settled {
    if is_our_trouble(status) || body.len() > MAX_ANSWER_BYTES {
        return Settled::Unknown;
    }
    let Ok(answer) = serde_json::from_slice::<SettleAnswer>(body) else {
        return Settled::Unknown;
    };
    let named = match &answer.transaction {
        Value::Null => "",
        Value::String(transaction) => transaction.trim(),
        // Something is there, and it is not known what.
        _ => return Settled::Unknown,
    };
    if answer.success {
        return match hex_bytes::<32>(named) {
            Some(_) if is_success(status) => Settled::Ok { transaction: named.to_ascii_lowercase() },
            _ => Settled::Unknown,
        };
    }
    let reason = Reason::or(answer.error_reason.as_str(), "unexpected_settle_error");
    if !named.is_empty() || reason.leaves_open() {
        return Settled::Unknown;
    }
    Settled::Refused(reason)
}

/// Whether the answer to `GET /supported` lists our version, scheme and network.
pub fn supports(body: &[u8], network: &Network) -> bool {
    if body.len() > MAX_ANSWER_BYTES {
        return false;
    }
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let is = |kind: &Value, name: &str, text: &str| kind.get(name).and_then(Value::as_str) == Some(text);
    answer.get("kinds").and_then(Value::as_array).is_some_and(|kinds| {
        kinds.iter().any(|kind| {
            kind.get("x402Version").and_then(Value::as_u64) == Some(VERSION)
                && is(kind, "scheme", SCHEME)
                && is(kind, "network", network.name)
        })
    })
}

/// It failed, or does not want to hear from us: says nothing about the payment, whatever the body says.
fn is_our_trouble(status: u16) -> bool {
    status >= 500 || matches!(status, 401 | 403 | 429)
}

fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

#[cfg(test)]
#[path = "facilitator_tests.rs"]
mod tests;
