//! One request that brings a payment: verify, work, settle, answer.
//!
//! Of the copies of a request that are here at the same time one leads and the others follow: they wait for
//! its settlement and answer like it. Where another node has the payment in hand the leader waits for that.
//! Until settling starts, a client that leaves takes the attempt with it; from then on the settlement runs to
//! its end by itself, because the money may move whether anyone waits or not.

use crate::{Admission, Work};
use std::sync::Arc;
use std::time::Duration;

use domain::{Credits, Instant, MicroUsd};
use metering::Price;
use metering::x402::chain::ExpectedTransfer;
use metering::x402::row::MAX_ANSWERS;
use metering::x402::state::{Action, Answer, Event};
use metering::x402::{Fault, Payment, PaymentRequirements, Replay, Settled, State, Verdict};
use store::payments::NewPayment;

use super::driver::{Driver, InHand, row_of};
use super::gateway::X402Gateway;
use super::in_flight::{Lead, Turn};
use super::lease;
use super::response::{self, Outcome};
use crate::running::Running;
use crate::{Admitted, run, unavailable};
use runtime::call::RequestContext;
use runtime::error::chain;

/// How long a copy waits for the settlement in flight; with its own work this stays within the time that
/// stands around every answer.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);
/// How often a row in another node's hand is looked at.
const POLL: Duration = Duration::from_millis(200);

pub struct Purchase {
    pub admission: Arc<Admission>,
    pub gateway: Arc<X402Gateway>,
    pub running: Running,
    pub payment: Payment,
    pub requirements: PaymentRequirements,
    pub key: String,
    pub request_hash: String,
    pub price: Price,
    pub route: &'static str,
    pub now: Instant,
}

/// Where a request stands that found its place.
enum Entry {
    /// The row is in our hand; go on with this event.
    InHand(Box<Driver>, Event),
    /// Somebody else has it in hand.
    Wait,
    /// It is paid.
    Paid {
        transaction: Option<String>,
    },
    Refuse(Fault),
}

impl Purchase {
    /// `late`: the payment cannot be settled any more, with this fault; its row may still be asked after.
    pub async fn buy(self: Arc<Self>, ask: &RequestContext, work: Work<'_>, late: Option<Fault>) -> Admitted {
        let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
        loop {
            match self.gateway.in_flight.join(&self.request_hash) {
                Turn::Lead(lead) => return self.lead(lead, ask, work, late, deadline).await,
                Turn::Follow(following) => {
                    match tokio::time::timeout_at(deadline, following.outcome()).await {
                        Ok(Some(outcome)) if outcome.answer == Answer::Paid => {
                            return self.answer(outcome.transaction, ask, work).await;
                        }
                        Ok(Some(outcome)) => return self.tell(&outcome),
                        // The leader left before it settled anything: the next one leads.
                        Ok(None) => {}
                        Err(_) => return response::busy(),
                    }
                }
                Turn::Full => return response::busy(),
            }
        }
    }

    async fn lead(
        self: Arc<Self>,
        lead: Lead,
        ask: &RequestContext,
        work: Work<'_>,
        late: Option<Fault>,
        deadline: tokio::time::Instant,
    ) -> Admitted {
        loop {
            match self.enter(late.as_ref()).await {
                Ok(Entry::InHand(driver, event)) => {
                    return self.drive(*driver, event, lead, ask, work).await;
                }
                Ok(Entry::Paid { transaction }) => {
                    drop(lead);
                    return self.answer(transaction, ask, work).await;
                }
                Ok(Entry::Refuse(fault)) => {
                    let answer = Answer::Challenge { fault, receipt: false };
                    let outcome = Outcome { answer, transaction: None };
                    lead.publish(outcome.clone());
                    return self.tell(&outcome);
                }
                Ok(Entry::Wait) if tokio::time::Instant::now() + POLL > deadline => return response::busy(),
                Ok(Entry::Wait) => tokio::time::sleep(POLL).await,
                Err(error) => return Admitted::refused(unavailable(&error)),
            }
        }
    }

    /// Reserves the row, or finds out how it stands and takes it in hand where nobody else has it.
    async fn enter(&self, late: Option<&Fault>) -> Result<Entry, store::Error> {
        let store = &self.admission.store;
        let owner = &self.gateway.owner;
        let held = lease::from_now(store, owner).await?;
        if late.is_none() && store.payments.reserve(&self.new_row(), &held).await? {
            return Ok(Entry::InHand(self.driver(State::Reserved, self.now), Event::Taken));
        }
        let Some(row) = store.payments.find(&self.key).await? else {
            // Released a moment ago: it can be reserved now.
            return Ok(late.map_or(Entry::Wait, |fault| Entry::Refuse(fault.clone())));
        };
        let known = row_of(&row, held.now);
        match known.replay(&self.request_hash, late.is_none(), self.now) {
            Replay::Refuse => Ok(Entry::Refuse(late.cloned().unwrap_or(Fault::AlreadyUsed))),
            Replay::Wait => Ok(Entry::Wait),
            Replay::Answer => Ok(Entry::Paid { transaction: row.tx }),
            Replay::GoOn(event) => Ok(match store.payments.claim(&self.key, &held).await? {
                Some(row) => {
                    let state = row_of(&row, held.now).state;
                    Entry::InHand(self.driver(state, row.created_at), event)
                }
                None => Entry::Wait,
            }),
        }
    }

    /// Does what is decided until there is something to tell.
    async fn drive(
        self: Arc<Self>,
        mut driver: Driver,
        mut event: Event,
        lead: Lead,
        ask: &RequestContext,
        work: Work<'_>,
    ) -> Admitted {
        let mut work = Some(work);
        let mut made = None;
        loop {
            let action = match driver.apply(event).await {
                Ok(action) => action,
                Err(error) => return Admitted::refused(unavailable(&error)),
            };
            event = match action {
                Action::Verify => self.verify(&driver).await,
                Action::LookAtChain => Event::Found(driver.look(None).await),
                Action::Work => {
                    let Some(work) = work.take() else { return response::busy() };
                    made = Some(run(&self.admission, ask, Ok(work)).await);
                    if matches!(made, Some(Ok(_))) { Event::WorkDone } else { Event::WorkFailed }
                }
                Action::Settle => {
                    let settling = Arc::clone(&self).settle(driver, lead);
                    let outcome = self.running.spawn(settling).await.unwrap_or_else(|error| {
                        tracing::error!("settling broke off: {error}");
                        Outcome::open()
                    });
                    return match (outcome.answer == Answer::Paid, made) {
                        (true, Some(Ok(answer))) => self.deliver(answer, outcome.transaction).await,
                        _ => self.tell(&outcome),
                    };
                }
                Action::Tell(Answer::WorkError) => {
                    return match made {
                        Some(Err(error)) => Admitted::refused(error),
                        _ => response::busy(),
                    };
                }
                Action::Tell(answer) => {
                    let outcome = Outcome { answer, transaction: driver.transaction.clone() };
                    lead.publish(outcome.clone());
                    return match (outcome.answer == Answer::Paid, work) {
                        (true, Some(work)) => self.answer(outcome.transaction, ask, work).await,
                        _ => self.tell(&outcome),
                    };
                }
            };
        }
    }

    async fn verify(&self, driver: &Driver) -> Event {
        let version = self.gateway.version(self.now).await;
        let facilitator = &self.gateway.facilitator;
        match facilitator.verify(&self.payment, &self.requirements, version, self.now).await {
            Verdict::Valid if driver.was_spent().await => Event::SpentBefore,
            verdict => Event::Verified(verdict),
        }
    }

    /// Runs in a task of its own, which goes on if the client leaves.
    async fn settle(self: Arc<Self>, mut driver: Driver, lead: Lead) -> Outcome {
        let version = self.gateway.version(self.now).await;
        let facilitator = &self.gateway.facilitator;
        let said = facilitator.settle(&self.payment, &self.requirements, version, self.now).await;
        let named = match &said {
            Settled::Ok { transaction } => Some(transaction.clone()),
            _ => None,
        };
        if let Some(transaction) = &named {
            // Before anything else can go wrong: the store may be down just now.
            self.gateway.outbox.keep(&self.key, transaction).await;
        }
        let found = driver.look_for_a_while(named.as_deref()).await;
        let outcome = match driver.apply(Event::Settled(said, found)).await {
            Ok(Action::Tell(answer)) => {
                if named.is_some() {
                    self.gateway.outbox.forget(&self.key).await;
                }
                Outcome { answer, transaction: driver.transaction.clone() }
            }
            Ok(_) => Outcome::open(),
            Err(error) => {
                tracing::error!(payment = %self.key, "cannot record a settlement yet: {}", chain(&error));
                Outcome::open()
            }
        };
        lead.publish(outcome.clone());
        outcome
    }

    /// The payment is settled: makes the answer and gives it.
    async fn answer(&self, transaction: Option<String>, ask: &RequestContext, work: Work<'_>) -> Admitted {
        match run(&self.admission, ask, Ok(work)).await {
            Ok(answer) => self.deliver(answer, transaction).await,
            Err(error) => Admitted::refused(error),
        }
    }

    /// Counts the answer before it is given: the first one tells the charge, later ones that there was none.
    async fn deliver(&self, answer: runtime::call::Answer, transaction: Option<String>) -> Admitted {
        let now = self.admission.clock.now();
        match self.admission.store.payments.answer(&self.key, MAX_ANSWERS, now).await {
            Ok(Some(number)) => {
                let charged = if number == 1 { self.price } else { Price::FREE };
                let mut admitted = response::paid(answer, charged, &self.payment, transaction);
                let (admission, running, key) =
                    (Arc::clone(&self.admission), self.running.clone(), self.key.clone());
                admitted.sent = Some(Box::new(move || {
                    running.spawn(async move { note_answered(&admission, &key).await });
                }));
                admitted
            }
            // Enough copies were answered.
            Ok(None) => response::busy(),
            Err(error) => {
                tracing::error!(payment = %self.key, "cannot count an answer: {}", chain(&error));
                self.tell(&Outcome::open())
            }
        }
    }

    fn tell(&self, outcome: &Outcome) -> Admitted {
        response::tell(&outcome.answer, &self.payment, &self.requirements)
    }

    fn driver(&self, state: State, since: Instant) -> Box<Driver> {
        let pay_to = self.gateway.seller.pay_to;
        let transfer = ExpectedTransfer::of(&self.payment, self.gateway.seller.network, pay_to);
        let in_hand = InHand {
            store: self.admission.store.clone(),
            clock: self.admission.clock.clone(),
            chain: self.gateway.chain.clone(),
            owner: self.gateway.owner.clone(),
            key: self.key.clone(),
            transfer,
            since,
            valid_before: self.payment.valid_before(),
        };
        Box::new(Driver::new(in_hand, state).for_client(self.running.clone()))
    }

    fn new_row(&self) -> NewPayment {
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
}

async fn note_answered(admission: &Admission, key: &str) {
    if let Err(error) = admission.store.payments.answered(key, admission.clock.now()).await {
        tracing::error!(payment = key, "cannot note that an answer left: {}", chain(&error));
    }
}
