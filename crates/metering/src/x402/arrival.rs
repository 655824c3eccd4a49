//! What to do with a request to a route that sells: the decisions before anything is reserved.
//!
//! A key decides before a payment, so that nobody pays twice; bad parameters and the rate limit decide
//! before the payment is used, so that nobody pays for an error.

use domain::Instant;

use super::payment::{Fault, Payment};
use super::{PaymentHeaders, Seller};

/// What is known about a request before its payment is used.
#[derive(Clone, Debug)]
pub struct Arrival<'a> {
    /// An `Authorization` header is there, good or not.
    pub authorization: bool,
    pub payments: PaymentHeaders<'a>,
    pub parameters_good: bool,
    pub within_rate: bool,
    /// The price of this request in atomic units; of the default one where the parameters are bad.
    pub amount: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Who shows a key is charged by it, or refused with 401; a payment beside it is not looked at.
    KeyRail,
    /// 402.
    Challenge(Fault),
    /// 400; the payment is untouched.
    BadParameters,
    /// 429; the payment is untouched.
    RateLimited,
    /// Insert the row, then ask the facilitator.
    Reserve(Payment),
    /// Its time is over, not yet come or too long: 402 with this fault, unless its row is there, open or paid
    /// and never answered, which a buyer is right to ask after however late.
    OnlyIfKnown(Payment, Fault),
}

pub fn arrive(arrival: &Arrival<'_>, seller: &Seller, now: Instant) -> Step {
    if arrival.authorization {
        return Step::KeyRail;
    }
    // Bare addresses are probed by crawlers and wallets: without a payment the answer is the price, whatever
    // the parameters.
    let payment = match Payment::decode(&arrival.payments, seller.network) {
        Ok(payment) => payment,
        Err(fault) => return Step::Challenge(fault),
    };
    if !arrival.parameters_good {
        return Step::BadParameters;
    }
    if !arrival.within_rate {
        return Step::RateLimited;
    }
    if let Err(fault) = payment.check_terms(seller.pay_to, arrival.amount) {
        return Step::Challenge(fault);
    }
    match payment.check_time(now) {
        Ok(()) => Step::Reserve(payment),
        Err(fault) => Step::OnlyIfKnown(payment, fault),
    }
}
