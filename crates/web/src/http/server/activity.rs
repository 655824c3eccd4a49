//! What a connection is at, and how long it may stay so.
//!
//! A connection is silent, sends a request, has its answer made, or takes its answer. Only the making is our own time;
//! for everything else the peer has a limit, and when places run out those who keep us waiting go first. Bytes alone
//! prove nothing: pings and a head that never ends are bytes too.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Limits;

/// Shared by the stream, the requests on it and the table of connections.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// A byte has come.
    heard: bool,
    /// A request has come.
    asked: bool,
    is_http2: bool,
    /// Since when no request is open: from the start, or the end of the last answer.
    quiet_since: Instant,
    /// Since when a request's head is coming in.
    head_since: Option<Instant>,
    /// Requests whose answer is being made.
    working: usize,
    /// Those of them whose body is waited for.
    receiving: usize,
    receiving_since: Instant,
    /// Answers on their way, each with the time since which the peer takes no more of it; none while we make more.
    sending: Vec<(u64, Option<Instant>)>,
    next_answer: u64,
    /// Since when the peer takes too little of what is written to it.
    blocked_since: Option<Instant>,
    taken_bytes: usize,
    /// A request's body was left in the connection.
    body_left: bool,
}

/// Why a connection is closed although nobody asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overdue {
    FirstByte,
    Head,
    Idle,
    Stalled,
}

impl Overdue {
    pub fn name(self) -> &'static str {
        match self {
            Overdue::FirstByte => "first_byte",
            Overdue::Head => "head",
            Overdue::Idle => "idle",
            Overdue::Stalled => "stalled",
        }
    }
}

/// How a connection keeps us waiting, the first to be closed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiting {
    /// In the middle of a request or an answer.
    Slow,
    /// Between two requests.
    Idle,
    /// It has never asked anything.
    Unproven,
}

/// A peer that is waited for must take this much within the limit.
const LEAST_TAKEN_BYTES: usize = 16 << 10;

impl Activity {
    pub fn new() -> Arc<Activity> {
        let now = Instant::now();
        let state = State {
            heard: false,
            asked: false,
            is_http2: false,
            quiet_since: now,
            head_since: None,
            working: 0,
            receiving: 0,
            receiving_since: now,
            sending: Vec::new(),
            next_answer: 0,
            blocked_since: None,
            taken_bytes: 0,
            body_left: false,
        };
        Arc::new(Activity { state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes have come in.
    pub fn heard(&self) {
        let mut state = self.state();
        state.heard = true;
        if state.is_quiet() && state.head_since.is_none() {
            state.head_since = Some(Instant::now());
        }
    }

    /// The peer has taken so many bytes.
    pub fn took(&self, bytes: usize) {
        let mut state = self.state();
        if state.is_quiet() && !state.is_http2 {
            // The end of an answer that is already out of our hands.
            state.quiet_since = Instant::now();
        }
        if state.blocked_since.is_some() {
            state.taken_bytes += bytes;
            if state.taken_bytes >= LEAST_TAKEN_BYTES {
                state.blocked_since = None;
            }
        }
    }

    /// The peer takes nothing at the moment.
    pub fn blocked(&self) {
        let mut state = self.state();
        if state.blocked_since.is_none() {
            state.blocked_since = Some(Instant::now());
            state.taken_bytes = 0;
        }
    }

    /// Everything that was written has been taken.
    pub fn flushed(&self) {
        self.state().blocked_since = None;
    }

    /// A request has come in.
    pub fn begin(self: &Arc<Self>, is_http2: bool) -> Working {
        let mut state = self.state();
        state.asked = true;
        state.is_http2 = is_http2;
        state.head_since = None;
        state.working += 1;
        Working { activity: Arc::clone(self), answer: None }
    }

    /// The body of a request is waited for.
    pub fn receiving(self: &Arc<Self>) -> Receiving {
        let mut state = self.state();
        if state.receiving == 0 {
            state.receiving_since = Instant::now();
        }
        state.receiving += 1;
        Receiving(Arc::clone(self))
    }

    /// A body was not read to its end: what is left of it must not be taken for the next head.
    pub fn body_left(&self) {
        self.state().body_left = true;
    }

    /// The rest of a body was read after its answer.
    pub fn drained(&self) {
        let mut state = self.state();
        state.head_since = None;
        state.quiet_since = Instant::now();
    }

    pub fn has_body_left(&self) -> bool {
        self.state().body_left
    }

    /// How and since when the peer is waited for; none while an answer is being made.
    pub fn waiting(&self) -> Option<(Waiting, Instant)> {
        let state = self.state();
        if let Some(since) = state.blocked_since {
            return Some((Waiting::Slow, since));
        }
        if state.is_quiet() {
            let waiting = if state.asked { Waiting::Idle } else { Waiting::Unproven };
            return Some((waiting, state.quiet_since));
        }
        if state.working > state.receiving {
            return None;
        }
        if state.sending.iter().any(|(_, since)| since.is_none()) {
            return None;
        }
        let slowest = state.sending.iter().filter_map(|(_, since)| *since).min();
        let receiving = (state.receiving > 0).then_some(state.receiving_since);
        slowest.into_iter().chain(receiving).min().map(|since| (Waiting::Slow, since))
    }

    /// Waits until the peer has overstepped a limit.
    pub async fn overdue(&self, limits: &Limits) -> Overdue {
        // Any limit that begins while this sleeps ends later than this does.
        let shortest = [limits.first_byte, limits.head, limits.idle, limits.stall].into_iter().min();
        let shortest = shortest.unwrap_or(Duration::from_secs(1));
        loop {
            let now = Instant::now();
            let next = match self.state().deadline(limits) {
                Some((at, overdue)) if at <= now => return overdue,
                Some((at, _)) => at.min(now + shortest),
                None => now + shortest,
            };
            tokio::time::sleep_until(next).await;
        }
    }
}

impl State {
    fn is_quiet(&self) -> bool {
        self.working == 0 && self.sending.is_empty()
    }

    fn deadline(&self, limits: &Limits) -> Option<(Instant, Overdue)> {
        let stalled = self.sending.iter().filter_map(|(_, since)| *since).chain(self.blocked_since).min();
        let stalled = stalled.map(|since| (since + limits.stall, Overdue::Stalled));
        // The end of an answer may still be on its way when nothing else is.
        if !self.is_quiet() || stalled.is_some() {
            return stalled;
        }
        Some(match self.head_since {
            _ if !self.heard => (self.quiet_since + limits.first_byte, Overdue::FirstByte),
            // Frames come between the requests of HTTP/2 too; they are no head.
            Some(since) if !(self.asked && self.is_http2) => (since + limits.head, Overdue::Head),
            _ => (self.quiet_since + limits.idle, Overdue::Idle),
        })
    }
}

/// A request whose answer is being made, and then sent; over when this is dropped.
#[derive(Debug)]
pub struct Working {
    activity: Arc<Activity>,
    /// The answer's number, once it is made.
    answer: Option<u64>,
}

impl Working {
    /// The answer is made and goes out.
    pub fn made(&mut self) {
        let mut state = self.activity.state();
        if self.answer.is_none() {
            let number = state.next_answer;
            state.next_answer += 1;
            state.working -= 1;
            state.sending.push((number, Some(Instant::now())));
            self.answer = Some(number);
        }
    }

    /// The peer has room for more of the answer. Where a part of it is ready the next step is the peer's, else ours.
    pub fn stepped(&self, is_ready: bool) {
        let mut state = self.activity.state();
        if let Some(answer) = state.sending.iter_mut().find(|(number, _)| Some(*number) == self.answer) {
            answer.1 = is_ready.then(Instant::now);
        }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        match self.answer {
            None => state.working -= 1,
            Some(answer) => state.sending.retain(|(number, _)| *number != answer),
        }
        if state.is_quiet() {
            state.quiet_since = Instant::now();
        }
    }
}

/// A body is waited for as long as this lives.
#[derive(Debug)]
pub struct Receiving(Arc<Activity>);

impl Drop for Receiving {
    fn drop(&mut self) {
        self.0.state().receiving -= 1;
    }
}

#[cfg(test)]
#[path = "activity_tests.rs"]
mod tests;
