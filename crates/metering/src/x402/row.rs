//! What is known of an authorization that came before: may it be answered, waited for, taken in hand, swept?

use domain::Instant;

use super::state::{Event, State};

/// Answers for one payment: the one it paid for, and five more for those whose connection broke.
pub const MAX_ANSWERS: u32 = 6;
/// After validBefore the chain may still be a few blocks behind our clock.
pub const VOID_AFTER_MS: i64 = 30_000;
/// Whoever has a row in hand says so again and again; after this long without a word it is gone.
pub const LEASE_MS: i64 = 10_000;
/// A payment that is open so long after its time needs a person.
pub const OVERDUE_AFTER_MS: i64 = 600_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub state: State,
    pub request_hash: String,
    pub valid_before: Instant,
    /// Answers given for it.
    pub answers: u32,
    /// Whether one of them left.
    pub answered: bool,
    /// Somebody has it in hand, by the store's clock.
    pub in_hand: bool,
}

/// How to treat a payment whose row is already there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// 402: it pays for something else, was answered often enough, or came to nothing.
    Refuse,
    /// It is being verified or settled: wait for that, and answer like it.
    Wait,
    /// Nobody has it in hand: take it, and go on from its state with this event.
    GoOn(Event),
    /// It paid for this very request: work, 200, no second charge.
    Answer,
}

impl Row {
    /// `can_settle`: the payment that came is good for long enough to be settled now.
    pub fn replay(&self, request_hash: &str, can_settle: bool, now: Instant) -> Replay {
        if self.request_hash != request_hash {
            return Replay::Refuse;
        }
        match self.state {
            State::Settled if self.may_be_answered(now) => Replay::Answer,
            State::Settled | State::Refused | State::Void | State::Released => Replay::Refuse,
            _ if self.in_hand => Replay::Wait,
            _ if can_settle => Replay::GoOn(Event::Taken),
            State::Reserved | State::Verified => Replay::Refuse,
            State::Settling | State::Unknown | State::Resuming => Replay::GoOn(Event::Swept),
        }
    }

    /// Again until its time is over, and later still where no answer ever left.
    fn may_be_answered(&self, now: Instant) -> bool {
        self.answers < MAX_ANSWERS && (now <= self.valid_before || !self.answered)
    }

    /// What a sweeper may do about this row.
    pub fn sweep(&self, now: Instant) -> Option<Event> {
        let due = match self.state {
            State::Reserved | State::Verified | State::Settling | State::Unknown | State::Resuming => true,
            // A last look, when nothing can move any more.
            State::Refused => now.since(self.valid_before) > VOID_AFTER_MS,
            State::Settled | State::Void | State::Released => false,
        };
        (due && !self.in_hand).then_some(Event::Swept)
    }
}

/// Whether an authorization that the chain calls unused can never be spent any more. Both clocks must say so,
/// because the node that answered may be behind.
pub fn has_lapsed(valid_before: Instant, now: Instant, chain_time: Instant) -> bool {
    now.since(valid_before) > VOID_AFTER_MS && chain_time >= valid_before
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
