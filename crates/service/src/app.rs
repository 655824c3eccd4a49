//! What every answer is made from.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use search::Finder;
use store::Store;

use crate::admission::Admission;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::ApiError;
use crate::figures::Figures;

pub struct App {
    pub store: Store,
    pub finder: Arc<Finder>,
    pub figures: Arc<Figures>,
    pub admission: Admission,
    pub config: Config,
    pub clock: Clock,
}

impl App {
    /// Searches away from the threads that serve connections: a hard query takes milliseconds of pure work.
    pub async fn search<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Finder) -> Result<T, search::Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let finder = Arc::clone(&self.finder);
        match tokio::task::spawn_blocking(move || question(&finder)).await {
            Ok(answer) => Ok(answer?),
            Err(error) => Err(ApiError::internal(&error)),
        }
    }

    /// For long walks: says when the time for an answer is over, since nobody will wait for the rest.
    pub fn patience(&self) -> impl Fn() -> bool + Send + 'static {
        let (started, limit) = (Stopwatch::now(), Duration::from_secs(self.config.answer_timeout_s));
        move || started.elapsed() > limit
    }
}
