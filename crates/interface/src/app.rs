//! What every answer is made from.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant as Stopwatch};

use search::Finder;
use store::Store;

use admission::Admission;
use figures::Figures;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::error::{ApiError, Code};
use runtime::followers::Board;
use runtime::off_thread::{Caller, Workers, cores};

pub struct App {
    pub store: Store,
    pub finder: Arc<Finder>,
    pub figures: Arc<Figures>,
    pub followers: Arc<Board>,
    pub admission: Arc<Admission>,
    pub config: Config,
    pub clock: Clock,
}

/// Searches that run at once: enough that a few hard ones do not hold up the easy ones, few enough that the
/// threads that serve connections get their turn.
static SEARCHES: LazyLock<Workers> = LazyLock::new(|| Workers::new((8 * cores()).max(32)));

impl App {
    /// Searches away from the threads that serve connections: a hard query takes milliseconds of pure work. The
    /// question is given a test that it asks now and then: true once the caller has left or its time is over.
    pub async fn search<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Finder, &dyn Fn() -> bool) -> Result<T, search::Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let finder = Arc::clone(&self.finder);
        let limit = Duration::from_secs(self.config.answer_timeout_s);
        let started = Stopwatch::now();
        let work = move |caller: &Caller| {
            let give_up = || caller.has_left() || started.elapsed() > limit;
            match give_up() {
                true => Err(search::Error::GivenUp),
                false => question(&finder, &give_up),
            }
        };
        match SEARCHES.run(work).await? {
            Err(search::Error::GivenUp) => Err(ApiError::new(
                Code::Timeout,
                "The answer was not ready in time. Try a narrower question.",
            )),
            Err(error @ search::Error::TooWide { .. }) => {
                Err(ApiError::new(Code::InvalidQuery, runtime::error::sentence(&error.to_string())))
            }
            Err(error @ search::Error::TooMany { .. }) => {
                Err(ApiError::parameter("duplicates", runtime::error::sentence(&error.to_string())))
            }
            answer => answer.map_err(search_failed),
        }
    }
}

/// An index that is being made again passes; anything else is our fault.
pub fn search_failed(error: search::Error) -> ApiError {
    match error {
        search::Error::Distrusted => {
            ApiError::new(Code::Unavailable, "The index is being rebuilt. Try again in a moment.")
                .retry_after(5)
        }
        error => ApiError::internal(&error),
    }
}
