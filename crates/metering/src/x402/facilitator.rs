//! What is sent to a facilitator, and what its answers mean.
//!
//! Facilitators differ in words and status codes, and may fail in any way, so their answers are read with
//! tolerance for form and none for doubt: a payment is only at fault where that is said plainly, and only
//! settled where a transaction is named and what is said beside it is about this payment. All else is
//! "unavailable" before settling and "unknown" after.

use serde::Deserialize;
use serde_json::{Value, json};

use super::address::hex_bytes;
use super::{Address, Network, Payment, PaymentRequirements, SCHEME, Version};

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

/// The body of both `POST /verify` and `POST /settle`, for a facilitator that speaks this version.
pub fn request_body(payment: &Payment, requirements: &PaymentRequirements, version: Version) -> Value {
    let terms = match version {
        Version::V1 => json!(requirements),
        Version::V2 => json!(requirements.v2()),
    };
    json!({
        "x402Version": version.number(),
        "paymentPayload": payment.forwarded(version, requirements),
        "paymentRequirements": terms,
    })
}

/// What an answer may say beside its verdict, and must not contradict.
#[derive(Deserialize)]
struct About {
    #[serde(default)]
    network: Value,
    #[serde(default)]
    payer: Value,
    #[serde(default)]
    amount: Value,
}

impl About {
    /// Whether all that is said fits the payment; what is left out, null or empty says nothing.
    fn agrees(&self, payment: &Payment) -> bool {
        let fits = |value: &Value, fits: &dyn Fn(&str) -> bool| match value {
            Value::Null => true,
            Value::String(text) => text.is_empty() || fits(text),
            Value::Number(number) => fits(&number.to_string()),
            _ => false,
        };
        let network = payment.network();
        fits(&self.network, &|name| name == network.name || name == network.caip2)
            && fits(&self.payer, &|payer| Address::from_any_case(payer) == Some(payment.payer()))
            && fits(&self.amount, &|amount| amount == payment.amount().to_string())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VerifyAnswer {
    is_valid: bool,
    // Read as any value: a strange reason must not hide a plain verdict.
    #[serde(default)]
    invalid_reason: Value,
    #[serde(flatten)]
    about: About,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettleAnswer {
    success: bool,
    #[serde(default)]
    error_reason: Value,
    #[serde(default)]
    transaction: Value,
    #[serde(flatten)]
    about: About,
}

pub fn read_verify(status: u16, body: &[u8], payment: &Payment) -> Verdict {
    if is_our_trouble(status) || body.len() > MAX_ANSWER_BYTES {
        return Verdict::Unavailable;
    }
    match serde_json::from_slice::<VerifyAnswer>(body) {
        Ok(answer) if !answer.is_valid => {
            Verdict::Invalid(Reason::or(answer.invalid_reason.as_str(), "unexpected_verify_error"))
        }
        // "Valid" beside a status of failure is a contradiction, not a verdict.
        Ok(answer) if is_success(status) && answer.about.agrees(payment) => Verdict::Valid,
        _ => Verdict::Unavailable,
    }
}

pub fn read_settle(status: u16, body: &[u8], payment: &Payment) -> Settled {
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
            Some(_) if is_success(status) && answer.about.agrees(payment) => {
                Settled::Ok { transaction: named.to_ascii_lowercase() }
            }
            _ => Settled::Unknown,
        };
    }
    let reason = Reason::or(answer.error_reason.as_str(), "unexpected_settle_error");
    if !named.is_empty() || reason.leaves_open() {
        return Settled::Unknown;
    }
    Settled::Refused(reason)
}

/// In which version the facilitator takes our scheme and network, by its answer to `GET /supported`: the first
/// where it takes both, because everyone does.
pub fn supported_version(body: &[u8], network: &Network) -> Option<Version> {
    if body.len() > MAX_ANSWER_BYTES {
        return None;
    }
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let kinds = answer.get("kinds").and_then(Value::as_array)?;
    let is = |kind: &Value, name: &str, text: &str| kind.get(name).and_then(Value::as_str) == Some(text);
    [Version::V1, Version::V2].into_iter().find(|version| {
        kinds.iter().any(|kind| {
            kind.get("x402Version").and_then(Value::as_u64) == Some(version.number())
                && is(kind, "scheme", SCHEME)
                && is(kind, "network", network.name_in(*version))
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
