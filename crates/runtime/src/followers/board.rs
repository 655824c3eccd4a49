//! How every follower does: written by the runner, read by readiness, the status page and the metrics.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use tokio::sync::watch;

use super::Progress;
use super::context::Pulse;
use crate::telemetry;

/// A follower may fail for so long before the service says so.
const FAILING_AFTER: Duration = Duration::from_secs(10);
/// A step that gives no sign for longer than this is shown.
const STALLED_AFTER: Duration = Duration::from_secs(600);

#[derive(Debug)]
pub struct Board {
    rows: Mutex<BTreeMap<&'static str, Row>>,
    failing_after: Duration,
    /// Counts how often all followers were told to begin anew.
    generation: watch::Sender<u64>,
}

impl Default for Board {
    fn default() -> Board {
        Board::patient_for(FAILING_AFTER)
    }
}

#[derive(Debug)]
struct Row {
    essential: bool,
    /// Another process holds the lease.
    standby: bool,
    behind: u64,
    panics: u64,
    quarantined: u64,
    /// Since when it has not come through.
    failing: Option<Stopwatch>,
    /// The step that is under way.
    stepping: Option<Pulse>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Running,
    /// Another process does it.
    Standby,
    /// The last step failed; it is tried again.
    Retrying,
    /// It has failed for longer than a moment.
    Failing,
    /// One step has given no sign for very long.
    Stalled,
}

/// What the board says of one follower.
#[derive(Clone, Debug)]
pub struct Report {
    pub name: &'static str,
    pub state: State,
    pub essential: bool,
    pub behind: u64,
    pub panics: u64,
    pub quarantined: u64,
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            State::Running => "running",
            State::Standby => "standby",
            State::Retrying => "retrying",
            State::Failing => "failing",
            State::Stalled => "stalled",
        })
    }
}

impl Report {
    pub fn is_well(&self) -> bool {
        !matches!(self.state, State::Failing | State::Stalled)
    }
}

impl Board {
    /// A board on which a follower may fail for so long before it counts as failing.
    pub fn patient_for(failing_after: Duration) -> Board {
        Board { rows: Mutex::default(), failing_after, generation: watch::Sender::new(0) }
    }

    /// Makes every follower anew: what they remember is of a store that is no more.
    pub fn restart_all(&self) {
        self.generation.send_modify(|generation| *generation += 1);
    }

    pub(super) fn generation(&self) -> watch::Receiver<u64> {
        self.generation.subscribe()
    }

    /// In the order of their names.
    pub fn reports(&self) -> Vec<Report> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.iter().map(|(name, row)| row.report(name, self.failing_after)).collect()
    }

    pub(super) fn enter(&self, name: &'static str, essential: bool) {
        let row = Row {
            essential,
            standby: false,
            behind: 0,
            panics: 0,
            quarantined: 0,
            failing: None,
            stepping: None,
        };
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_insert(row);
    }

    pub(super) fn standby(&self, name: &'static str) {
        self.change(name, |row| {
            row.standby = true;
            row.failing = None;
        });
    }

    pub(super) fn stepping(&self, name: &'static str, pulse: Pulse) {
        self.change(name, |row| {
            row.standby = false;
            row.stepping = Some(pulse);
        });
    }

    pub(super) fn came_through(&self, name: &'static str, progress: &Progress) {
        self.change(name, |row| {
            row.stepping = None;
            row.failing = None;
            row.behind = progress.behind;
        });
        telemetry::follower_stepped(name, progress.done, progress.behind);
    }

    pub(super) fn failed(&self, name: &'static str, panicked: bool) {
        self.change(name, |row| {
            row.stepping = None;
            row.panics += u64::from(panicked);
            row.failing.get_or_insert_with(Stopwatch::now);
        });
        telemetry::follower_failed(name, panicked);
    }

    pub(super) fn quarantined(&self, name: &'static str, items: u64) {
        self.change(name, |row| row.quarantined = items);
    }

    fn change(&self, name: &'static str, change: impl FnOnce(&mut Row)) {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(row) = rows.get_mut(name) {
            change(row);
        }
    }
}

impl Row {
    fn report(&self, name: &'static str, failing_after: Duration) -> Report {
        let state = match (self.failing, &self.stepping) {
            (Some(since), _) if since.elapsed() >= failing_after => State::Failing,
            (Some(_), _) => State::Retrying,
            (None, Some(pulse)) if pulse.age() >= STALLED_AFTER => State::Stalled,
            _ if self.standby => State::Standby,
            _ => State::Running,
        };
        Report {
            name,
            state,
            essential: self.essential,
            behind: self.stepping.as_ref().map_or(self.behind, |pulse| pulse.left().max(self.behind)),
            panics: self.panics,
            quarantined: self.quarantined,
        }
    }
}
