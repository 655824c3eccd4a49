//! One call sold for one payment: reserve, verify, work, settle, receipt.
//!
//! Which step follows which is decided in `metering::x402`; here it is done. Until settling starts, a client
//! that leaves takes its reservation with it; from then on the settlement runs to its end by itself, because
//! the money may move whether anyone waits or not.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::VARY;
use axum::http::{HeaderName, HeaderValue};
use domain::MicroUsd;
use domain::{Credits, Instant};
use metering::x402::chain::Sought;
use metering::x402::state::{Event, step};
use metering::x402::{
    self, Arrival, Challenge, Fault, Payment, PaymentRequirements, PaymentResponse, Replay, Row, Settled,
    State, Step, Verdict, arrive,
};
use metering::{Price, Receipt};
use store::payments::NewPayment;

use super::gate::{Gate, rate_limited};
use super::reservation::{Reservation, event_of, record, row_of};
use super::running::Running;
use super::till::Till;
use super::{Admitted, Headers, Terms, Visit, receipt, run, unavailable};
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::operations::{Answer, Ask, Work};

const PAYMENT: HeaderName = HeaderName::from_static("x-payment");
const PAYMENT_RESPONSE: HeaderName = HeaderName::from_static("x-payment-response");
/// When the chain is looked at after a settlement whose outcome is open.
const LOOKS_MS: [u64; 4] = [0, 700, 1300, 2000];
const RETRY_AFTER_S: u64 = 5;

/// A payment on its way through.
struct Sale {
    app: Arc<App>,
    till: Arc<Till>,
    payment: Payment,
    requirements: PaymentRequirements,
    key: String,
    request_hash: String,
    price: Price,
    route: &'static str,
    now: Instant,
}

/// What the buyer hears, and the transaction behind it.
struct Decision {
    answer: x402::Answer,
    transaction: Option<String>,
}

pub async fn sell(
    app: &Arc<App>,
    gate: &Gate,
    till: &Arc<Till>,
    visit: &Visit<'_>,
    terms: &Terms,
    ask: &Ask,
    prepared: Result<Work, ApiError>,
) -> Admitted {
    let price = terms.price();
    let amount = till.seller.pricing.amount(price.total);
    let resource = format!("{}{}", till.base, visit.target);
    let requirements = till.seller.requirements(&resource, amount);
    let payments: Vec<&[u8]> = visit.headers.get_all(PAYMENT).iter().map(HeaderValue::as_bytes).collect();
    // Only who comes to buy takes a turn; asking for the price is free.
    let rate = match !payments.is_empty() && prepared.is_ok() {
        true => Some(gate.take_for_address(&app.store.rate_limits, visit.address, ask.now).await),
        false => None,
    };
    let retry_after_s = rate.as_ref().and_then(|rate| rate.retry_after_s);
    let arrival = Arrival {
        authorization: false,
        payments: &payments,
        parameters_good: prepared.is_ok(),
        within_rate: retry_after_s.is_none(),
        amount,
    };
    let sale = |payment: Payment| {
        let key = payment.key();
        Arc::new(Sale {
            app: Arc::clone(app),
            till: Arc::clone(till),
            key: format!("{}:{}:{}:{}", key.network, key.asset, key.payer, key.nonce),
            request_hash: payment.request_hash(&resource),
            payment,
            requirements: requirements.clone(),
            price,
            route: terms.route,
            now: ask.now,
        })
    };
    let mut admitted = match (arrive(&arrival, &till.seller, ask.now), prepared) {
        (Step::Challenge(fault), _) => {
            let payer = Payment::decode(&payments, till.seller.network).ok().map(|payment| payment.payer());
            challenge(&Challenge::new(&fault, requirements.clone(), payer), None)
        }
        (Step::RateLimited, _) => Admitted::refused(rate_limited(retry_after_s.unwrap_or(1))),
        (_, Err(error)) => Admitted::refused(error),
        (Step::Reserve(payment), Ok(work)) => sale(payment).buy(&gate.running, ask, work).await,
        (Step::OnlyIfOpen(payment, fault), Ok(work)) => {
            sale(payment).again(&gate.running, ask, work, fault).await
        }
        (Step::KeyRail | Step::BadParameters, Ok(_)) => Admitted::refused(super::caller::key_missing()),
    };
    admitted.headers.push((VARY, HeaderValue::from_static("Authorization, X-PAYMENT")));
    admitted.headers.extend(rate.into_iter().flat_map(|rate| rate.headers));
    admitted
}

impl Sale {
    async fn buy(self: Arc<Self>, running: &Running, ask: &Ask, work: Work) -> Admitted {
        let reserved = self.app.store.payments.reserve(&self.row()).await;
        match reserved {
            Err(error) => return Admitted::refused(unavailable(&error)),
            Ok(false) => return self.again(running, ask, work, Fault::AlreadyUsed).await,
            Ok(true) => {}
        }
        let reservation = Reservation::new(&self.app.store.payments, &self.key, running);
        let verdict = self.till.facilitator.verify(&self.payment, &self.requirements, self.now).await;
        let event = match verdict {
            Verdict::Valid if self.was_spent().await => Event::SpentBefore,
            verdict => Event::Verified(verdict),
        };
        let decision = match step(State::Reserved, &event) {
            Some((State::Verified, _)) => None,
            Some((_, answer)) => Some(answer),
            None => Some(x402::Answer::FacilitatorUnavailable),
        };
        if let Some(answer) = decision {
            reservation.release().await;
            return self.tell(Decision { answer, transaction: None }, None);
        }
        match run(&self.app, ask, Ok(work)).await {
            Err(error) => {
                reservation.release().await;
                Admitted::refused(error)
            }
            Ok(answer) => {
                reservation.keep();
                self.settle_apart(running, State::Reserved, answer).await
            }
        }
    }

    /// The authorization came before: answer again, go on where it was left, or refuse with this fault.
    async fn again(self: Arc<Self>, running: &Running, ask: &Ask, work: Work, fault: Fault) -> Admitted {
        let row = match self.app.store.payments.find(&self.key).await {
            Ok(row) => row,
            Err(error) => return Admitted::refused(unavailable(&error)),
        };
        let known = row.as_ref().and_then(|row| Some((row, row_of(row)?)));
        let replay =
            known.as_ref().map_or(Replay::Refuse, |(_, row)| row.replay(&self.request_hash, self.now));
        match (replay, known) {
            (Replay::AnswerAgain, Some((row, _))) => {
                let paid = Decision { answer: x402::Answer::Paid, transaction: row.tx.clone() };
                match run(&self.app, ask, Ok(work)).await {
                    Ok(answer) => self.tell(paid, Some(answer)),
                    Err(error) => Admitted::refused(error),
                }
            }
            (Replay::Resume, Some((row, known))) => {
                let created_at = row.created_at;
                if known.state == State::Settling {
                    self.record(State::Settling, State::Unknown, None, None).await;
                }
                self.resume(running, ask, work, created_at).await
            }
            _ => self.tell(
                Decision { answer: x402::Answer::Challenge { fault, receipt: false }, transaction: None },
                None,
            ),
        }
    }

    /// The outcome of an earlier attempt is open. The chain is asked first; only what it does not have is
    /// settled again, which is safe because the token spends an authorization once.
    async fn resume(self: Arc<Self>, running: &Running, ask: &Ask, work: Work, since: Instant) -> Admitted {
        let (event, transaction) = self.look_once(since).await;
        if event != Event::ChainSilent {
            let decision = self.take(State::Unknown, &event, transaction).await;
            if decision.answer != x402::Answer::Paid {
                return self.tell(decision, None);
            }
            return match run(&self.app, ask, Ok(work)).await {
                Ok(answer) => self.tell(decision, Some(answer)),
                Err(error) => Admitted::refused(error),
            };
        }
        if self.payment.check_time(self.now).is_err() {
            return self.tell(Decision { answer: x402::Answer::OutcomeOpen, transaction: None }, None);
        }
        match run(&self.app, ask, Ok(work)).await {
            Ok(answer) => self.settle_apart(running, State::Unknown, answer).await,
            Err(error) => Admitted::refused(error),
        }
    }

    /// Settles in a task of its own, which goes on if the client leaves.
    async fn settle_apart(self: Arc<Self>, running: &Running, from: State, answer: Answer) -> Admitted {
        let settling = Arc::clone(&self);
        match running.spawn(async move { settling.settle(from).await }).await {
            Ok(decision) => self.tell(decision, Some(answer)),
            Err(error) => {
                tracing::error!("settling broke off: {error}");
                self.tell(Decision { answer: x402::Answer::OutcomeOpen, transaction: None }, None)
            }
        }
    }

    async fn settle(&self, from: State) -> Decision {
        let state = match from {
            State::Unknown => State::Unknown,
            _ => {
                // Guarded: if the sweep dropped the row meanwhile, no money is asked for.
                if !self.record(State::Reserved, State::Settling, None, None).await {
                    return Decision { answer: x402::Answer::FacilitatorUnavailable, transaction: None };
                }
                State::Settling
            }
        };
        let settled = self.till.facilitator.settle(&self.payment, &self.requirements, self.now).await;
        let transaction = match &settled {
            Settled::Ok { transaction } => Some(transaction.clone()),
            _ => None,
        };
        let decision = self.take(state, &Event::Settled(settled), transaction).await;
        if decision.answer != x402::Answer::LookAtChain {
            return decision;
        }
        let mut found = (Event::ChainSilent, None);
        for wait_ms in LOOKS_MS {
            if self.till.chain.is_none() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            found = self.look_once(self.now).await;
            if found.0 != Event::ChainSilent {
                break;
            }
        }
        self.take(State::Unknown, &found.0, found.1).await
    }

    /// Moves the row as the event says, and says what follows.
    async fn take(&self, state: State, event: &Event, transaction: Option<String>) -> Decision {
        let Some((next, answer)) = step(state, event) else {
            tracing::error!(payment = %self.key, ?state, ?event, "an event that does not belong here");
            return Decision { answer: x402::Answer::OutcomeOpen, transaction: None };
        };
        let reason = match &answer {
            x402::Answer::Challenge { fault, .. } => Some(fault.error()),
            _ => None,
        };
        if next != state {
            self.record(state, next, transaction.as_deref(), reason).await;
        }
        Decision { answer, transaction }
    }

    /// False where the row has left the state. A store that fails is asked again: what it does not learn, the
    /// sweep finds out from the chain.
    async fn record(&self, from: State, to: State, transaction: Option<&str>, reason: Option<&str>) -> bool {
        record(&self.app.store.payments, &self.key, (from, to), transaction, reason, self.app.clock.now())
            .await
    }

    async fn was_spent(&self) -> bool {
        match &self.till.chain {
            Some(chain) => chain.is_spent(&self.sought()).await == Some(true),
            None => false,
        }
    }

    async fn look_once(&self, since: Instant) -> (Event, Option<String>) {
        let Some(chain) = &self.till.chain else { return (Event::ChainSilent, None) };
        let row = Row {
            state: State::Unknown,
            request_hash: String::new(),
            valid_before: self.payment.valid_before(),
            updated_at: self.now,
        };
        let look = chain.look(&self.sought(), since, self.payment.valid_before()).await;
        event_of(look, &row, self.app.clock.now())
    }

    fn sought(&self) -> Sought {
        Sought::of(&self.payment, self.till.seller.network, self.till.seller.pay_to)
    }

    fn row(&self) -> NewPayment {
        let key = self.payment.key();
        NewPayment {
            key: self.key.clone(),
            request_hash: self.request_hash.clone(),
            network: key.network.to_owned(),
            asset: key.asset,
            payer: key.payer,
            nonce: key.nonce,
            amount: MicroUsd::new(self.payment.amount()),
            credits: Credits::new(self.price.total.get()),
            route: self.route.to_owned(),
            valid_before: self.payment.valid_before(),
            now: self.now,
        }
    }

    fn tell(&self, decision: Decision, answer: Option<Answer>) -> Admitted {
        let network = self.till.seller.network;
        let payer = self.payment.payer();
        match (decision.answer, answer) {
            (x402::Answer::Paid, Some(answer)) => {
                let mut headers = receipt::headers(&Receipt::PayPerCall { charged: self.price });
                let transaction = decision.transaction.unwrap_or_default();
                headers.extend(payment_response(&PaymentResponse::settled(network, &transaction, payer)));
                Admitted { answer: Ok(answer), headers }
            }
            (x402::Answer::Challenge { fault, receipt }, _) => {
                let response = match &fault {
                    Fault::Refused(reason) if receipt => {
                        Some(PaymentResponse::refused(network, reason, payer))
                    }
                    _ => None,
                };
                challenge(&Challenge::new(&fault, self.requirements.clone(), Some(payer)), response.as_ref())
            }
            (x402::Answer::FacilitatorUnavailable, _) => Admitted::refused(
                ApiError::new(
                    Code::FacilitatorUnavailable,
                    "The payment facilitator is unavailable. Nothing was taken; the same X-PAYMENT works later.",
                )
                .retry_after(RETRY_AFTER_S),
            ),
            _ => Admitted::refused(
                ApiError::new(
                    Code::PaymentOpen,
                    "Whether the payment was taken is not known yet. Retry with the same X-PAYMENT, do not sign a new one.",
                )
                .retry_after(RETRY_AFTER_S),
            ),
        }
    }
}

fn challenge(body: &Challenge, response: Option<&PaymentResponse>) -> Admitted {
    let body = serde_json::to_vec(body).expect("texts and numbers are always JSON");
    let answer = Answer {
        status: 402,
        content_type: "application/json",
        body: body.into(),
        charged: false,
        fresh_for_s: 0,
    };
    Admitted { answer: Ok(answer), headers: response.map_or(Vec::new(), payment_response) }
}

fn payment_response(response: &PaymentResponse) -> Headers {
    HeaderValue::from_str(&response.header()).map_or(Vec::new(), |value| vec![(PAYMENT_RESPONSE, value)])
}
