//! What comes while something is on its way to the store makes up the next batch, with what is a few turns of the runtime
//! away; nobody waits for a timer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Error;

/// The most that are done at once, so that the first of them does not wait for ever.
const MAX_AT_ONCE: usize = 1024;
/// How many turns of the runtime a batch waits for company at most.
const MAX_TURNS: usize = 4;
/// The most that may wait.
const MAX_WAITING: usize = 65_536;

pub(crate) struct Batcher<T> {
    queue: Arc<Mutex<Queue<T>>>,
}

struct Queue<T> {
    waiting: VecDeque<T>,
    /// A task is emptying it.
    served: bool,
}

impl<T> Clone for Batcher<T> {
    fn clone(&self) -> Batcher<T> {
        Batcher { queue: Arc::clone(&self.queue) }
    }
}

impl<T> Default for Batcher<T> {
    fn default() -> Batcher<T> {
        Batcher { queue: Arc::new(Mutex::new(Queue { waiting: VecDeque::new(), served: false })) }
    }
}

impl<T> std::fmt::Debug for Batcher<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Batcher").field("waiting", &self.lock().waiting.len()).finish()
    }
}

impl<T> Batcher<T> {
    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send + 'static> Batcher<T> {
    /// `work` does a batch, to its end even if nobody waits for it any more, and returns what is to be tried again.
    pub fn push<W: Future<Output = Vec<T>> + Send + 'static>(
        &self,
        what: &'static str,
        item: T,
        work: impl Fn(Vec<T>) -> W + Send + 'static,
    ) -> Result<(), Error> {
        let mut queue = self.lock();
        if queue.waiting.len() >= MAX_WAITING {
            return Err(Error::Refused { what, reason: "too many are waiting".to_owned() });
        }
        queue.waiting.push_back(item);
        if !queue.served {
            queue.served = true;
            tokio::spawn(serve(self.clone(), work));
        }
        Ok(())
    }

    /// Lets those join who are about to come; when a turn brings nobody, nobody is near.
    async fn gather(&self) {
        let mut waiting = self.lock().waiting.len();
        for _ in 0..MAX_TURNS {
            tokio::task::yield_now().await;
            let now = self.lock().waiting.len();
            if now == waiting || now >= MAX_AT_ONCE {
                return;
            }
            waiting = now;
        }
    }

    /// None where nobody waits.
    fn take(&self) -> Option<Vec<T>> {
        let mut queue = self.lock();
        queue.served = !queue.waiting.is_empty();
        let length = queue.waiting.len().min(MAX_AT_ONCE);
        queue.served.then(|| queue.waiting.drain(..length).collect())
    }
}

/// Lets the next caller start another task should this one end before its time.
struct Serving<T> {
    batcher: Batcher<T>,
    done: bool,
}

impl<T> Drop for Serving<T> {
    fn drop(&mut self) {
        if !self.done {
            self.batcher.lock().served = false;
        }
    }
}

async fn serve<T: Send + 'static, W: Future<Output = Vec<T>> + Send>(
    batcher: Batcher<T>,
    work: impl Fn(Vec<T>) -> W,
) {
    let mut serving = Serving { batcher, done: false };
    loop {
        serving.batcher.gather().await;
        let Some(batch) = serving.batcher.take() else { break };
        for again in work(batch).await.into_iter().rev() {
            serving.batcher.lock().waiting.push_front(again);
        }
    }
    // The queue knows; whoever came since has started another task.
    serving.done = true;
}
