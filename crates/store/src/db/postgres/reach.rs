//! Whether the server is reached, as the last statements found it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use crate::Error;

/// One that fails once may be one connection that was closed.
const LOST_AFTER: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Reach {
    /// When it last answered, and whether it has failed since.
    state: Mutex<(Stopwatch, bool)>,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { state: Mutex::new((Stopwatch::now(), false)) }
    }
}

impl Reach {
    pub fn note<T>(&self, done: &Result<T, Error>) {
        let failed = matches!(done, Err(error) if error.is_of_the_way());
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match failed {
            true => state.1 = true,
            false => *state = (Stopwatch::now(), false),
        }
    }

    pub fn lost_for(&self) -> Option<Duration> {
        let (reached, failed) = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        Some(reached.elapsed()).filter(|silent| failed && *silent > LOST_AFTER)
    }
}
