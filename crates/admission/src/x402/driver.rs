//! One payment in hand: every event goes through `metering::x402::state`, and what that decides is recorded
//! before it is done.

use std::sync::Arc;
use std::time::Duration;

use domain::Instant;
use metering::x402::address::hex_bytes;
use metering::x402::chain::ExpectedTransfer;
use metering::x402::state::{Action, Answer, Event, Finding, Money, Move, step};
use metering::x402::{Address, Row, State};
use store::Store;
use store::audit_log::Origin;
use store::payments::{Payment, Step, Stepped, Transaction};

use super::chain::Chain;
use super::lease::LeaseKeeper;
use crate::running::Running;
use runtime::clock::Clock;
use runtime::error::chain;

/// When the chain is looked at after a settlement.
const LOOKS_MS: [u64; 4] = [0, 700, 1300, 2000];
/// A store that fails is asked again for so long, where money may have moved. What it does not learn by then it
/// learns from the outbox or the chain.
const RECORD_TIMEOUT: Duration = Duration::from_secs(8);
/// Others may move the row while a step is taken; more often than this they do not.
const MAX_RACES: usize = 4;

pub struct Driver {
    payment: Arc<InHand>,
    pub state: State,
    pub transaction: Option<String>,
    /// Where a client waits, whose leaving may end the attempt.
    client: Option<Running>,
    _keeper: LeaseKeeper,
}

/// A person's decision, which is logged.
#[derive(Clone, Copy)]
pub struct ByHand<'a> {
    pub origin: &'a Origin,
    pub reason: &'a str,
}

/// A payment whose row is in our hand.
pub struct InHand {
    pub store: Store,
    pub clock: Clock,
    pub chain: Option<Arc<Chain>>,
    pub owner: String,
    pub key: String,
    pub transfer: ExpectedTransfer,
    /// It cannot have been taken before this.
    pub since: Instant,
    pub valid_before: Instant,
}

impl Driver {
    pub fn new(payment: InHand, state: State) -> Driver {
        let keeper = LeaseKeeper::start(&payment.store, &payment.key, &payment.owner);
        Driver { payment: Arc::new(payment), state, transaction: None, client: None, _keeper: keeper }
    }

    /// Dropped before the money was asked for, it gives the row back.
    pub fn for_client(mut self, running: Running) -> Driver {
        self.client = Some(running);
        self
    }

    /// Decides what follows from the event, records it, and says what to do.
    pub async fn apply(&mut self, event: Event) -> Result<Action, store::Error> {
        self.apply_by(event, None).await
    }

    /// The same where a person decides.
    pub async fn apply_by(
        &mut self,
        mut event: Event,
        mut by_hand: Option<ByHand<'_>>,
    ) -> Result<Action, store::Error> {
        for _ in 0..MAX_RACES {
            let Some(next) = step(self.state, &event) else {
                tracing::warn!(payment = %self.payment.key, state = ?self.state, ?event, "cannot happen to this payment");
                break;
            };
            match self.record(&next, by_hand).await? {
                Stepped::Done => {
                    self.state = next.state;
                    if let Some(transaction) = next.transaction {
                        self.transaction = Some(transaction.hash);
                    }
                    return Ok(next.action);
                }
                Stepped::TransactionTaken => {
                    tracing::error!(payment = %self.payment.key, transaction = ?next.transaction, "the transaction is that of another payment");
                    // What follows is not what the person decided.
                    (event, by_hand) = (Event::TransactionTaken, None);
                }
                // Decided for a state that it has left: decide again.
                Stepped::Moved => self.reload().await?,
            }
        }
        Ok(Action::Tell(Answer::OutcomeOpen))
    }

    /// What the chain says; `named` is the transaction that the facilitator names.
    pub async fn look(&self, named: Option<&str>) -> Finding {
        let InHand { chain, transfer, since, valid_before, clock, .. } = &*self.payment;
        match chain {
            Some(chain) => chain.look(transfer, named, *since, *valid_before, clock.now()).await,
            None => Finding::NobodyToAsk,
        }
    }

    /// The same until there is something to see, for a few seconds: a node may lag a few blocks behind.
    pub async fn look_for_a_while(&self, named: Option<&str>) -> Finding {
        let mut found = Finding::NobodyToAsk;
        for wait_ms in LOOKS_MS {
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            found = self.look(named).await;
            if !matches!(found, Finding::Unspent | Finding::Silent) {
                break;
            }
        }
        found
    }

    /// Whether the chain has the authorization as spent before we ask for anything.
    pub async fn was_spent(&self) -> bool {
        match &self.payment.chain {
            Some(chain) => chain.is_spent(&self.payment.transfer).await == Some(true),
            None => false,
        }
    }

    async fn record(&self, next: &Move, by_hand: Option<ByHand<'_>>) -> Result<Stepped, store::Error> {
        let limit = match self.state.money() {
            Money::MayBeCharged => RECORD_TIMEOUT,
            Money::NotCharged | Money::Charged => Duration::ZERO,
        };
        let (begun, mut pause) = (tokio::time::Instant::now(), Duration::from_millis(50));
        loop {
            match self.record_once(next, by_hand).await {
                Err(error) if begun.elapsed() + pause < limit => {
                    tracing::warn!(payment = %self.payment.key, "cannot record a payment yet: {}", chain(&error));
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(Duration::from_secs(1));
                }
                outcome => return outcome,
            }
        }
    }

    async fn record_once(&self, next: &Move, by_hand: Option<ByHand<'_>>) -> Result<Stepped, store::Error> {
        let InHand { store, clock, owner, key, .. } = &*self.payment;
        let Some(from) = self.state.stored() else { return Ok(Stepped::Moved) };
        let Some(to) = next.state.stored() else {
            let released = store.payments.release(key, owner).await?;
            return Ok(if released { Stepped::Done } else { Stepped::Moved });
        };
        let goes_on = !matches!(next.action, Action::Tell(_));
        let asks_for_money = next.action == Action::Settle;
        let stays = from == to;
        if stays && (next.state == State::Settled || goes_on && !asks_for_money) {
            return Ok(Stepped::Done);
        }
        let step = Step {
            from,
            to,
            // Only who has the row in hand may ask for money, or let go of it.
            owner: (stays || asks_for_money).then_some(owner),
            keeps_lease: goes_on,
            transaction: next
                .transaction
                .as_ref()
                .map(|transaction| Transaction { hash: &transaction.hash, proved: transaction.proved }),
            reason: by_hand.map(|by_hand| by_hand.reason).or(next.reason()),
            by_hand: by_hand.map(|by_hand| by_hand.origin),
            now: clock.now(),
        };
        let stepped = store.payments.step(key, &step).await?;
        match stepped {
            Stepped::Moved if stays && !asks_for_money => return Ok(Stepped::Done),
            Stepped::Done if !stays => tracing::info!(payment = %key, %from, %to, "a payment moved"),
            _ => {}
        }
        Ok(stepped)
    }

    async fn reload(&mut self) -> Result<(), store::Error> {
        let row = self.payment.store.payments.find(&self.payment.key).await?;
        self.state = match &row {
            Some(row) => row.state.into(),
            None => State::Released,
        };
        self.transaction = row.and_then(|row| row.tx);
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(running) = self.client.take()
            && self.state.ends_with_its_client()
            && tokio::runtime::Handle::try_current().is_ok()
        {
            let (payment, state) = (Arc::clone(&self.payment), self.state);
            running.clone().spawn(async move {
                let keeper = LeaseKeeper::none();
                let mut left = Driver { payment, state, transaction: None, client: None, _keeper: keeper };
                if let Err(error) = left.apply(Event::ClientLeft).await {
                    tracing::error!(payment = %left.payment.key, "left to the sweep: {}", chain(&error));
                }
            });
        }
    }
}

/// What was paid, by the row; none where it cannot be read.
pub fn transfer_of(row: &Payment, pay_to: Address) -> Option<ExpectedTransfer> {
    Some(ExpectedTransfer {
        asset: Address::from_any_case(&row.asset)?,
        payer: Address::from_any_case(&row.payer)?,
        nonce: hex_bytes(&row.nonce)?,
        pay_to,
        amount: row.amount.get(),
    })
}

/// The stored row in the words of the state machine. `lease_now`: by the store's clock.
pub fn row_of(row: &Payment, lease_now: Instant) -> Row {
    Row {
        state: row.state.into(),
        request_hash: row.request_hash.clone(),
        valid_before: row.valid_before,
        answers: row.answers,
        answered: row.answered_at.is_some(),
        in_hand: row.lease_until > lease_now,
    }
}
