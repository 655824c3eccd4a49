//! How the row of one payment moves, and what the buyer hears of it.
//!
//! One row per authorization is the reservation. It is written before anyone is asked, and from the moment
//! settling starts it is never dropped, because then the money may move whether we look or not. While the
//! outcome is open the answer is 503, never 402: a 402 tells a buyer's program to sign another payment.

use domain::Instant;

use super::facilitator::{Reason, Settled, Verdict};
use super::payment::Fault;

/// After validBefore the chain may still be a few blocks behind our clock.
pub const VOID_AFTER_MS: i64 = 30_000;
/// Verifying and working take less than this, or their process is gone.
pub const RESERVE_LIMIT_MS: i64 = 120_000;
/// A settlement that took longer than this has lost its process.
pub const SETTLE_LIMIT_MS: i64 = 60_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The authorization is ours to try; nobody else here may.
    Reserved,
    /// The facilitator called it good; the work is being done. Need not be written: a restart treats it as
    /// reserved.
    Verified,
    /// The facilitator was asked for the money.
    Settling,
    /// The money is there. Final.
    Settled,
    /// The facilitator said plainly that it took none. Final, unless the chain says otherwise.
    Refused,
    /// The money may be there.
    Unknown,
    /// It can never be there any more. Final.
    Void,
    /// The row is deleted; the same payment may come again.
    Released,
}

impl State {
    pub const ALL: [State; 8] = [
        State::Reserved,
        State::Verified,
        State::Settling,
        State::Settled,
        State::Refused,
        State::Unknown,
        State::Void,
        State::Released,
    ];

    pub fn name(self) -> &'static str {
        match self {
            State::Reserved => "reserved",
            State::Verified => "verified",
            State::Settling => "settling",
            State::Settled => "settled",
            State::Refused => "refused",
            State::Unknown => "unknown",
            State::Void => "void",
            State::Released => "released",
        }
    }

    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }

    pub fn money(self) -> Money {
        match self {
            State::Settled => Money::Charged,
            State::Settling | State::Unknown => Money::MayBeCharged,
            _ => Money::NotCharged,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Money {
    NotCharged,
    Charged,
    MayBeCharged,
}

/// What can happen to a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Verified(Verdict),
    /// Before we asked for the money, the chain already had the authorization as spent.
    SpentBefore,
    WorkFailed,
    ClientLeft,
    SettleStarted,
    Settled(Settled),
    /// The chain has the payment: the authorization used, and with it the amount moved to us.
    ChainPaid,
    /// The authorization was cancelled, or used for something other than paying us this amount.
    ChainSpentElsewhere,
    /// Nothing there yet, or nobody to ask.
    ChainSilent,
    /// Unused, and its time is over on the chain.
    ChainLapsed,
    /// The process that held the row is gone, or has not been heard of for too long.
    OwnerGone,
}

/// What the program does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The next step: work after verifying, the facilitator after `SettleStarted`.
    GoOn,
    /// 402 with a full challenge; with `receipt`, also `X-PAYMENT-RESPONSE` of a failed settlement.
    Challenge { fault: Fault, receipt: bool },
    /// 503 with Retry-After. Nothing was taken; the same payment works later.
    FacilitatorUnavailable,
    /// 503 with Retry-After, saying to retry with the same payment and not to sign a new one.
    OutcomeOpen,
    /// Ask the chain, and come back with what it says.
    LookAtChain,
    /// 200 with the receipt.
    Paid,
    /// The work's own error, without charge.
    WorkError,
    /// There is nobody to answer.
    Nobody,
}

/// Where the row goes and what follows. None where the event does not belong to the state: then the row
/// stays as it is, and something is wrong that should be logged.
pub fn step(state: State, event: &Event) -> Option<(State, Answer)> {
    match state {
        State::Reserved => before_work(event),
        State::Verified => before_settling(event),
        State::Settling => while_settling(event),
        State::Unknown => while_unknown(event),
        State::Settled => match event {
            // The same news twice, from a facilitator and a chain.
            Event::ChainPaid | Event::Settled(Settled::Ok { .. }) => Some((State::Settled, Answer::Paid)),
            Event::ClientLeft => Some((State::Settled, Answer::Nobody)),
            _ => None,
        },
        // Money that arrived after all is never denied.
        State::Refused | State::Void => match event {
            Event::ChainPaid => Some((State::Settled, Answer::Paid)),
            Event::ClientLeft => Some((state, Answer::Nobody)),
            _ => None,
        },
        State::Released => None,
    }
}

fn before_work(event: &Event) -> Option<(State, Answer)> {
    Some(match event {
        Event::Verified(Verdict::Valid) => (State::Verified, Answer::GoOn),
        Event::Verified(Verdict::Invalid(reason)) => {
            (State::Released, challenge(verify_fault(reason), false))
        }
        Event::Verified(Verdict::Unavailable) => (State::Released, Answer::FacilitatorUnavailable),
        Event::SpentBefore => (State::Released, challenge(Fault::AlreadyUsed, false)),
        Event::ClientLeft => (State::Released, Answer::Nobody),
        Event::OwnerGone => (State::Released, Answer::Nobody),
        _ => return None,
    })
}

fn before_settling(event: &Event) -> Option<(State, Answer)> {
    Some(match event {
        Event::WorkFailed => (State::Released, Answer::WorkError),
        Event::ClientLeft => (State::Released, Answer::Nobody),
        Event::SpentBefore => (State::Released, challenge(Fault::AlreadyUsed, false)),
        Event::SettleStarted => (State::Settling, Answer::GoOn),
        Event::OwnerGone => (State::Released, Answer::Nobody),
        _ => return None,
    })
}

fn while_settling(event: &Event) -> Option<(State, Answer)> {
    Some(match event {
        Event::Settled(Settled::Ok { .. }) | Event::ChainPaid => (State::Settled, Answer::Paid),
        Event::Settled(Settled::Refused(reason)) => {
            (State::Refused, challenge(Fault::Refused(reason.clone()), true))
        }
        Event::Settled(Settled::Unknown) => (State::Unknown, Answer::LookAtChain),
        // The settlement runs on in its own task.
        Event::ClientLeft => (State::Settling, Answer::Nobody),
        Event::OwnerGone => (State::Unknown, Answer::LookAtChain),
        _ => return None,
    })
}

fn while_unknown(event: &Event) -> Option<(State, Answer)> {
    Some(match event {
        Event::Settled(Settled::Ok { .. }) | Event::ChainPaid => (State::Settled, Answer::Paid),
        // A refusal of a second attempt may only mean that the first one took the money.
        Event::Settled(_) => (State::Unknown, Answer::LookAtChain),
        Event::ChainSilent => (State::Unknown, Answer::OutcomeOpen),
        Event::ChainSpentElsewhere => (State::Void, challenge(Fault::AlreadyUsed, false)),
        Event::ChainLapsed => (State::Void, challenge(Fault::ValidBefore, false)),
        Event::ClientLeft => (State::Unknown, Answer::Nobody),
        Event::OwnerGone => (State::Unknown, Answer::LookAtChain),
        _ => return None,
    })
}

fn challenge(fault: Fault, receipt: bool) -> Answer {
    Answer::Challenge { fault, receipt }
}

fn verify_fault(reason: &Reason) -> Fault {
    if reason.says_spent() { Fault::AlreadyUsed } else { Fault::Refused(reason.clone()) }
}

/// What the store knows of an authorization that came again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub state: State,
    pub request_hash: String,
    pub valid_before: Instant,
    pub updated_at: Instant,
}

/// How to answer a payment whose row is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// 402 `invalid_payment`: it pays for something else, or is being used right now.
    Refuse,
    /// It paid for this very request, whose answer may have been lost: work again, 200, no second charge.
    AnswerAgain,
    /// Its outcome is open: look at the chain; if the payment is not there, settle again (the token spends
    /// an authorization once), with the row left in `Unknown`.
    Resume,
}

impl Row {
    pub fn replay(&self, request_hash: &str, now: Instant) -> Replay {
        if self.request_hash != request_hash {
            return Replay::Refuse;
        }
        match self.state {
            State::Settled if now <= self.valid_before => Replay::AnswerAgain,
            State::Unknown => Replay::Resume,
            State::Settling if now.since(self.updated_at) > SETTLE_LIMIT_MS => Replay::Resume,
            _ => Replay::Refuse,
        }
    }

    /// What a sweeper finds about this row, where nobody else does anything any more. `owner_gone` is true
    /// for the rows of a process that is known to be dead, as all are at start-up with one process.
    ///
    /// A row that was only reserved may go although its owner might still live: moving it on to `Settling`
    /// is guarded, so an owner that comes too late finds no row and asks for no money.
    pub fn sweep(&self, owner_gone: bool, now: Instant) -> Option<Event> {
        let quiet_ms = now.since(self.updated_at);
        let gone = match self.state {
            State::Reserved | State::Verified => owner_gone || quiet_ms > RESERVE_LIMIT_MS,
            State::Settling => owner_gone || quiet_ms > SETTLE_LIMIT_MS,
            // Nobody owns it: each sweep asks the chain again.
            State::Unknown => true,
            State::Settled | State::Refused | State::Void | State::Released => false,
        };
        gone.then_some(Event::OwnerGone)
    }

    /// Whether an authorization that the chain calls unused can never be spent any more. Both clocks must
    /// say so, because the node that answered may be behind.
    pub fn has_lapsed(&self, now: Instant, chain_time: Instant) -> bool {
        now.since(self.valid_before) > VOID_AFTER_MS && chain_time >= self.valid_before
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
