//! What every answer is made from.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant as Stopwatch};

use search::Finder;
use store::Store;
use tokio::sync::Semaphore;

use admission::Admission;
use figures::Figures;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::error::{ApiError, Code};
use runtime::followers::Board;

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
/// threads that serve connections get their turn. Further ones wait.
static SEARCHES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new((8 * cores).max(32)))
});

/// Says to a search that nobody waits for it any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl App {
    /// Searches away from the threads that serve connections: a hard query takes milliseconds of pure work. The
    /// question is given a test that it asks now and then: true once the caller has left or its time is over.
    pub async fn search<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Finder, &dyn Fn() -> bool) -> Result<T, search::Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let finder = Arc::clone(&self.finder);
        let limit = Duration::from_secs(self.config.answer_timeout_s);
        let cancelled = Arc::new(AtomicBool::new(false));
        let _cancel = CancelOnDrop(Arc::clone(&cancelled));
        let started = Stopwatch::now();
        let give_up = move || cancelled.load(Ordering::Relaxed) || started.elapsed() > limit;
        let permit =
            Arc::clone(&SEARCHES).acquire_owned().await.map_err(|error| ApiError::internal(&error))?;
        let work = move || {
            // The permit is the work's: a caller that leaves does not make room for another before the work ends.
            let _permit = permit;
            if give_up() {
                return Err(search::Error::GivenUp);
            }
            question(&finder, &give_up)
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(Err(search::Error::GivenUp)) => Err(ApiError::new(
                Code::Timeout,
                "The answer was not ready in time. Try a narrower question.",
            )),
            Ok(answer) => answer.map_err(search_failed),
            Err(error) => Err(ApiError::internal(&error)),
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
