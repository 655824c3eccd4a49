//! Pay-per-call: what `metering::x402` decides about a payment is done here.
//!
//! ```text
//! sell ── purchase: one request: lead or follow, deliver ──┐
//! sweep ── what nobody has in hand, and the outbox ────────┼── driver: one payment, step by step
//! close ── a person's word ────────────────────────────────┘
//! ```

mod chain;
mod close;
mod driver;
mod facilitator;
pub mod gateway;
mod in_flight;
mod lease;
mod outbound;
mod outbox;
mod purchase;
mod response;
pub mod sweep;

use crate::Admission;
use std::sync::Arc;

use http::header::VARY;
use http::{HeaderMap, HeaderValue};
use metering::x402::{Arrival, Challenge, Payment, PaymentHeaders, Step, Version, arrive};

use super::gate::{Gate, rate_limited};
use super::{Admitted, Terms, Visit, Work};
pub use close::close;
pub use gateway::{FacilitatorStatus, X402Gateway};
use purchase::Purchase;
use runtime::call::RequestContext;
use runtime::error::ApiError;

const VARIES: HeaderValue = HeaderValue::from_static("Authorization, X-PAYMENT, PAYMENT-SIGNATURE");

pub async fn sell(
    admission: &Arc<Admission>,
    gate: &Gate,
    gateway: &Arc<X402Gateway>,
    visit: &Visit<'_>,
    terms: &Terms,
    ask: &RequestContext,
    prepared: Result<Work<'_>, ApiError>,
) -> Admitted {
    let price = terms.price();
    let amount = gateway.seller.pricing.amount(price.total);
    let resource = format!("{}{}", gateway.base, visit.target);
    let requirements = gateway.seller.requirements(&resource, amount);
    let payments = payment_headers(visit.headers);
    // Only who comes to buy takes a turn; asking for the price is free.
    let rate = match !payments.is_empty() && prepared.is_ok() {
        true => Some(gate.take_for_address(&admission.store.rate_limits, visit.address, ask.now).await),
        false => None,
    };
    let retry_after_s = rate.as_ref().and_then(|rate| rate.retry_after_s);
    let arrival = Arrival {
        authorization: false,
        payments,
        parameters_good: prepared.is_ok(),
        within_rate: retry_after_s.is_none(),
        amount,
    };
    let purchase = |payment: Payment| {
        let key = payment.key();
        Arc::new(Purchase {
            admission: Arc::clone(admission),
            gateway: Arc::clone(gateway),
            running: gate.running.clone(),
            key: format!("{}:{}:{}:{}", key.network, key.asset, key.payer, key.nonce),
            request_hash: payment.request_hash(&resource),
            payment,
            requirements: requirements.clone(),
            price,
            route: terms.route,
            now: ask.now,
        })
    };
    let mut admitted = match (arrive(&arrival, &gateway.seller, ask.now), prepared) {
        (Step::Challenge(fault), _) => {
            let payment = Payment::decode(&arrival.payments, gateway.seller.network).ok();
            let payer = payment.map(|payment| payment.payer());
            response::challenge(&Challenge::new(&fault, requirements.clone(), payer), None)
        }
        (Step::RateLimited, _) => Admitted::refused(rate_limited(retry_after_s.unwrap_or(1))),
        (_, Err(error)) => Admitted::refused(error),
        (Step::Reserve(payment), Ok(work)) => purchase(payment).buy(ask, work, None).await,
        (Step::OnlyIfKnown(payment, fault), Ok(work)) => purchase(payment).buy(ask, work, Some(fault)).await,
        (Step::KeyRail | Step::BadParameters, Ok(_)) => Admitted::refused(super::key_missing()),
    };
    admitted.headers.push((VARY, VARIES));
    admitted.headers.extend(rate.into_iter().flat_map(|rate| rate.headers));
    admitted
}

fn payment_headers(headers: &HeaderMap) -> PaymentHeaders<'_> {
    let values = |version: Version| {
        headers.get_all(version.payment_header()).iter().map(HeaderValue::as_bytes).collect()
    };
    PaymentHeaders { v1: values(Version::V1), v2: values(Version::V2) }
}
