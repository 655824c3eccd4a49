//! What a buyer is told: the answer with its receipt, a challenge, or to come back with the same payment.

use http::{HeaderName, HeaderValue};
use metering::x402::challenge::CHALLENGE_HEADER;
use metering::x402::{Answer, Challenge, Fault, Payment, PaymentRequirements, PaymentResponse, Version};
use metering::{Price, Receipt};

use crate::{Admitted, Headers, receipt};
use runtime::error::{ApiError, Code};

const RETRY_AFTER_S: u64 = 5;

/// How a payment ended for now, and the transaction behind it.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub answer: Answer,
    pub transaction: Option<String>,
}

impl Outcome {
    pub fn open() -> Outcome {
        Outcome { answer: Answer::OutcomeOpen, transaction: None }
    }
}

/// The answer, with what was charged for it now.
pub fn paid(
    answer: runtime::call::Answer,
    charged: Price,
    payment: &Payment,
    transaction: Option<String>,
) -> Admitted {
    let mut headers = receipt::headers(&Receipt::PayPerCall { charged });
    let settled = PaymentResponse::settled(payment, &transaction.unwrap_or_default());
    headers.extend(header(payment.version().receipt_header(), &settled.header()));
    Admitted { answer: Ok(answer), headers, sent: None }
}

/// Everything but the answer itself.
pub fn tell(answer: &Answer, payment: &Payment, requirements: &PaymentRequirements) -> Admitted {
    match answer {
        Answer::Challenge { fault, receipt } => {
            let refused = match fault {
                Fault::Refused(reason) if *receipt => {
                    Some((payment.version(), PaymentResponse::refused(payment, reason)))
                }
                _ => None,
            };
            challenge(&Challenge::new(fault, requirements.clone(), Some(payment.payer())), refused)
        }
        Answer::FacilitatorUnavailable => come_back(
            Code::FacilitatorUnavailable,
            "The payment facilitator is unavailable. Nothing was taken; the same payment works later.",
        ),
        Answer::Paid | Answer::OutcomeOpen | Answer::WorkError | Answer::Nobody => come_back(
            Code::PaymentOpen,
            "Whether the payment was taken is not known yet. Retry with the same payment, do not sign a new one.",
        ),
    }
}

/// Copies of the payment are being settled or answered just now.
pub fn busy() -> Admitted {
    come_back(
        Code::PaymentOpen,
        "Another request with this payment is being answered. Retry with the same payment, do not sign a new one.",
    )
}

/// Version 1 has the challenge in the body, version 2 in a header; both are always there.
pub fn challenge(body: &Challenge, refused: Option<(Version, PaymentResponse)>) -> Admitted {
    let mut headers = header(CHALLENGE_HEADER, &body.header());
    if let Some((version, refused)) = refused {
        headers.extend(header(version.receipt_header(), &refused.header()));
    }
    let body = serde_json::to_vec(body).expect("texts and numbers are always JSON");
    let answer = runtime::call::Answer {
        status: 402,
        content_type: "application/json",
        body: body.into(),
        charged: false,
        fresh_for_s: 0,
        paging: runtime::call::Paging::default(),
    };
    Admitted { answer: Ok(answer), headers, sent: None }
}

fn come_back(code: Code, detail: &str) -> Admitted {
    Admitted::refused(ApiError::new(code, detail).retry_after(RETRY_AFTER_S))
}

fn header(name: &str, value: &str) -> Headers {
    let name = HeaderName::from_bytes(name.as_bytes());
    match (name, HeaderValue::from_str(value)) {
        (Ok(name), Ok(value)) => vec![(name, value)],
        _ => Vec::new(),
    }
}
