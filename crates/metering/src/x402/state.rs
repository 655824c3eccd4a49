//! How one payment moves, and what follows: the only place where that is decided.
//!
//! The program reports what happened as an `Event`, records the state it is given and does the `Action`. One
//! row per authorization is the reservation. It is written before anyone is asked, and from the moment
//! settling starts it is never dropped, because then the money may move whether we look or not. While the
//! outcome is open the answer is 503, never 402: a 402 tells a buyer's program to sign another payment.

use domain::PaymentState;

use super::facilitator::{Reason, Settled, Verdict};
use super::payment::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The authorization is ours to try; nobody else may.
    Reserved,
    /// The facilitator called it good; the work is being done. Stored as reserved.
    Verified,
    /// The facilitator was asked for the money, for the first time.
    Settling,
    /// The money may be there.
    Unknown,
    /// As unknown, and the buyer is back: found on the chain, or asked for once more. Stored as unknown.
    Resuming,
    /// The money is there. Final.
    Settled,
    /// The facilitator took none, as far as anybody can tell. The chain has the last word.
    Refused,
    /// It can never be there any more. Final.
    Void,
    /// The row is deleted; the same payment may come again.
    Released,
}

impl State {
    pub const ALL: [State; 9] = [
        State::Reserved,
        State::Verified,
        State::Settling,
        State::Unknown,
        State::Resuming,
        State::Settled,
        State::Refused,
        State::Void,
        State::Released,
    ];

    /// What its row says; none for a row that is not there.
    pub fn stored(self) -> Option<PaymentState> {
        match self {
            State::Reserved | State::Verified => Some(PaymentState::Reserved),
            State::Settling => Some(PaymentState::Settling),
            State::Unknown | State::Resuming => Some(PaymentState::Unknown),
            State::Settled => Some(PaymentState::Settled),
            State::Refused => Some(PaymentState::Refused),
            State::Void => Some(PaymentState::Void),
            State::Released => None,
        }
    }

    pub fn money(self) -> Money {
        match self {
            State::Settled => Money::Charged,
            State::Settling | State::Unknown | State::Resuming => Money::MayBeCharged,
            State::Reserved | State::Verified | State::Refused | State::Void | State::Released => {
                Money::NotCharged
            }
        }
    }

    /// Whether a client that leaves takes the attempt with it. Afterwards it runs to its end by itself.
    pub fn ends_with_its_client(self) -> bool {
        matches!(self, State::Reserved | State::Verified | State::Resuming)
    }
}

/// What a row says where nobody has it in hand.
impl From<PaymentState> for State {
    fn from(stored: PaymentState) -> State {
        match stored {
            PaymentState::Reserved => State::Reserved,
            PaymentState::Settling => State::Settling,
            PaymentState::Settled => State::Settled,
            PaymentState::Refused => State::Refused,
            PaymentState::Unknown => State::Unknown,
            PaymentState::Void => State::Void,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Money {
    NotCharged,
    Charged,
    MayBeCharged,
}

/// What the chain says about an authorization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It moved our amount to us, in this transaction.
    Paid { transaction: String },
    /// It was cancelled, or used for something other than paying us this amount.
    SpentElsewhere,
    /// Not used so far.
    Unspent,
    /// Not used, and its time is over on the chain.
    Lapsed,
    /// No usable answer.
    Silent,
    /// No chain is configured.
    NobodyToAsk,
}

/// What can happen to a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Its row is in our hand, newly reserved or left by another, and the buyer waits with a payment that can
    /// still be settled.
    Taken,
    /// Its row is in our hand, and all that can be done is to look: nobody waits, or its time is over.
    Swept,
    Verified(Verdict),
    /// Before we asked for the money, the chain already had the authorization as spent.
    SpentBefore,
    WorkDone,
    WorkFailed,
    ClientLeft,
    /// What the facilitator said about settling, and what the chain says beside it.
    Settled(Settled, Finding),
    Found(Finding),
    /// The transaction that the facilitator named is that of another payment.
    TransactionTaken,
    /// A person decided: paid with this transaction, or never.
    Closed {
        transaction: Option<String>,
    },
}

/// What the program does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Ask the facilitator whether the payment is good, and the chain whether it is spent.
    Verify,
    /// Make the answer.
    Work,
    /// Ask the facilitator for the money, then the chain what became of it.
    Settle,
    LookAtChain,
    Tell(Answer),
}

/// What the buyer hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 200 with the receipt.
    Paid,
    /// 402 with a full challenge; with `receipt`, also the receipt of a failed settlement.
    Challenge { fault: Fault, receipt: bool },
    /// 503 with Retry-After. Nothing was taken; the same payment works later.
    FacilitatorUnavailable,
    /// 503 with Retry-After, saying to retry with the same payment and not to sign a new one.
    OutcomeOpen,
    /// The work's own error, without charge.
    WorkError,
    /// There is nobody to answer.
    Nobody,
}

/// A transaction, and whether the chain showed it or the facilitator only said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub hash: String,
    pub proved: bool,
}

/// Where the payment goes, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub state: State,
    pub action: Action,
    /// To be recorded with the state.
    pub transaction: Option<Transaction>,
}

impl Move {
    fn on(state: State, action: Action) -> Option<Move> {
        Some(Move { state, action, transaction: None })
    }

    fn tell(state: State, answer: Answer) -> Option<Move> {
        Move::on(state, Action::Tell(answer))
    }

    fn challenge(state: State, fault: Fault) -> Option<Move> {
        Move::tell(state, Answer::Challenge { fault, receipt: false })
    }

    fn paid(hash: &str, proved: bool) -> Option<Move> {
        let transaction = Some(Transaction { hash: hash.to_owned(), proved });
        Some(Move { state: State::Settled, action: Action::Tell(Answer::Paid), transaction })
    }

    fn open() -> Option<Move> {
        Move::tell(State::Unknown, Answer::OutcomeOpen)
    }

    /// Why the payment ended without money, for the record.
    pub fn reason(&self) -> Option<&str> {
        match (&self.action, self.state) {
            (Action::Tell(Answer::Challenge { fault, .. }), State::Refused | State::Void) => {
                Some(fault.error())
            }
            _ => None,
        }
    }
}

/// None where the event does not belong to the state: then the row stays as it is, and something is wrong
/// that should be logged.
pub fn step(state: State, event: &Event) -> Option<Move> {
    match state {
        State::Reserved => reserved(event),
        State::Verified => verified(event),
        State::Settling => settling(event),
        State::Unknown => unknown(event),
        State::Resuming => resuming(event),
        State::Refused => refused(event),
        State::Void => match event {
            Event::Closed { transaction: Some(hash) } => Move::paid(hash, false),
            _ => None,
        },
        // It is there, whatever is said later.
        State::Settled => match event {
            Event::Settled(..) | Event::Found(_) => Move::tell(State::Settled, Answer::Paid),
            _ => None,
        },
        State::Released => None,
    }
}

fn reserved(event: &Event) -> Option<Move> {
    match event {
        Event::Taken => Move::on(State::Reserved, Action::Verify),
        Event::Verified(Verdict::Valid) => Move::on(State::Verified, Action::Work),
        Event::Verified(Verdict::Invalid(reason)) => Move::challenge(State::Released, verify_fault(reason)),
        Event::Verified(Verdict::Unavailable) => Move::tell(State::Released, Answer::FacilitatorUnavailable),
        Event::SpentBefore => Move::challenge(State::Released, Fault::AlreadyUsed),
        Event::ClientLeft | Event::Swept => Move::tell(State::Released, Answer::Nobody),
        _ => None,
    }
}

fn verified(event: &Event) -> Option<Move> {
    match event {
        Event::WorkDone => Move::on(State::Settling, Action::Settle),
        Event::WorkFailed => Move::tell(State::Released, Answer::WorkError),
        Event::ClientLeft => Move::tell(State::Released, Answer::Nobody),
        _ => None,
    }
}

fn settling(event: &Event) -> Option<Move> {
    match event {
        // Some facilitators deny what they took; the chain was asked first, where there is one.
        Event::Settled(
            Settled::Refused(reason),
            Finding::Unspent | Finding::Lapsed | Finding::NobodyToAsk,
        ) => Move::tell(
            State::Refused,
            Answer::Challenge { fault: Fault::Refused(reason.clone()), receipt: true },
        ),
        Event::Taken => Move::on(State::Resuming, Action::LookAtChain),
        Event::Swept => Move::on(State::Unknown, Action::LookAtChain),
        Event::Settled(said, found) => asked_for(said, found),
        Event::TransactionTaken => Move::open(),
        Event::Closed { transaction } => closed(transaction.as_deref()),
        _ => None,
    }
}

fn unknown(event: &Event) -> Option<Move> {
    match event {
        Event::Taken => Move::on(State::Resuming, Action::LookAtChain),
        Event::Swept => Move::on(State::Unknown, Action::LookAtChain),
        Event::Found(found) => looked(found),
        Event::Settled(said, found) => asked_for(said, found),
        Event::TransactionTaken => Move::open(),
        Event::Closed { transaction } => closed(transaction.as_deref()),
        _ => None,
    }
}

fn resuming(event: &Event) -> Option<Move> {
    match event {
        // The token spends an authorization once: asking again is safe.
        Event::Found(Finding::Unspent | Finding::Silent | Finding::NobodyToAsk) => {
            Move::on(State::Resuming, Action::Work)
        }
        Event::Found(found) => looked(found),
        Event::WorkDone => Move::on(State::Resuming, Action::Settle),
        Event::WorkFailed => Move::tell(State::Unknown, Answer::WorkError),
        Event::ClientLeft => Move::tell(State::Unknown, Answer::Nobody),
        Event::Settled(said, found) => asked_for(said, found),
        Event::TransactionTaken => Move::open(),
        _ => None,
    }
}

fn refused(event: &Event) -> Option<Move> {
    match event {
        Event::Swept => Move::on(State::Refused, Action::LookAtChain),
        // Money that arrived after all is never denied.
        Event::Found(found @ (Finding::Paid { .. } | Finding::SpentElsewhere | Finding::Lapsed)) => {
            looked(found)
        }
        Event::Found(_) => Move::tell(State::Refused, Answer::Nobody),
        Event::Closed { transaction: Some(hash) } => Move::paid(hash, false),
        _ => None,
    }
}

/// The money was asked for. The chain's word counts more than the facilitator's; a refusal of a second attempt
/// may only mean that the first one took the money.
fn asked_for(said: &Settled, found: &Finding) -> Option<Move> {
    match (said, found) {
        (Settled::Ok { transaction }, Finding::NobodyToAsk) => Move::paid(transaction, false),
        (_, found) => looked(found),
    }
}

fn looked(found: &Finding) -> Option<Move> {
    match found {
        Finding::Paid { transaction } => Move::paid(transaction, true),
        Finding::SpentElsewhere => Move::challenge(State::Void, Fault::AlreadyUsed),
        Finding::Lapsed => Move::challenge(State::Void, Fault::ValidBefore),
        Finding::Unspent | Finding::Silent | Finding::NobodyToAsk => Move::open(),
    }
}

fn closed(transaction: Option<&str>) -> Option<Move> {
    match transaction {
        Some(hash) => Move::paid(hash, false),
        None => Move::tell(State::Void, Answer::Nobody),
    }
}

fn verify_fault(reason: &Reason) -> Fault {
    if reason.says_spent() { Fault::AlreadyUsed } else { Fault::Refused(reason.clone()) }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
