//! Heavy work away from the threads that serve connections, so much of it at once.
//!
//! A permit belongs to the work, not to its caller: whoever leaves makes no room for another before the work that was
//! begun has ended. Work that still waits when its caller leaves is never begun.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use tokio::sync::Semaphore;

use crate::error::ApiError;

/// How much work of one kind runs at once; further work waits.
pub struct Workers(Arc<Semaphore>);

/// Whoever asked for some work.
pub struct Caller(Arc<AtomicBool>);

/// The work ended in a panic.
#[derive(Debug, thiserror::Error)]
#[error("the work failed: {0}")]
pub struct Failed(String);

impl From<Failed> for ApiError {
    fn from(failed: Failed) -> ApiError {
        ApiError::internal(&failed)
    }
}

/// Work of answers that takes milliseconds of pure computing.
static ANSWERS: LazyLock<Workers> = LazyLock::new(|| Workers::new(cores().max(2)));

/// Runs work of an answer away from the threads that serve connections.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    ANSWERS.run(|_| work()).await
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Caller {
    /// Nobody waits for the work any more.
    pub fn has_left(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Says to the work that its caller has left.
struct LeaveOnDrop(Arc<AtomicBool>);

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Workers {
    pub fn new(at_once: usize) -> Workers {
        Workers(Arc::new(Semaphore::new(at_once)))
    }

    /// The work is given its caller, and may ask now and then whether it has left.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Caller) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let failed = |error: &dyn std::error::Error| Failed(error.to_string());
        let permit = Arc::clone(&self.0).acquire_owned().await.map_err(|error| failed(&error))?;
        let left = Arc::new(AtomicBool::new(false));
        let (caller, _leave) = (Caller(Arc::clone(&left)), LeaveOnDrop(left));
        let working = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            (!caller.has_left()).then(|| work(&caller))
        });
        let done = working.await.map_err(|error| failed(&error))?;
        done.ok_or_else(|| Failed("nobody waited for it".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll_once<T>(future: &mut (impl Future<Output = T> + Unpin)) -> Poll<T> {
        std::pin::Pin::new(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn work_that_waits_is_not_begun_for_a_caller_who_left() {
        let workers = Workers::new(1);
        let (go_on, waits) = mpsc::channel::<()>();
        let (began, begun) = tokio::sync::oneshot::channel();
        let ran = Arc::new(AtomicUsize::new(0));
        let first = async {
            let work = move |_: &Caller| {
                let _ = began.send(());
                let _ = waits.recv();
            };
            workers.run(work).await.expect("done");
        };
        let rest = async {
            begun.await.expect("begun");
            let counted = Arc::clone(&ran);
            let mut leaving = Box::pin(workers.run(move |_| counted.fetch_add(1, Ordering::SeqCst)));
            assert!(poll_once(&mut leaving).is_pending());
            drop(leaving);
            go_on.send(()).expect("the first waits");
            let counted = Arc::clone(&ran);
            workers.run(move |_| counted.fetch_add(10, Ordering::SeqCst)).await.expect("done")
        };
        let ((), before) = tokio::join!(first, rest);
        assert_eq!((before, ran.load(Ordering::SeqCst)), (0, 10), "the work of nobody was done");
    }

    #[tokio::test]
    async fn the_permit_stays_with_the_work() {
        let workers = Workers::new(1);
        let (go_on, waits) = mpsc::channel::<()>();
        let (began, begun) = tokio::sync::oneshot::channel();
        let (noticed, notice) = mpsc::channel();
        let mut leaving = Box::pin(workers.run(move |caller: &Caller| {
            let _ = began.send(());
            let _ = waits.recv();
            let _ = noticed.send(caller.has_left());
        }));
        assert!(poll_once(&mut leaving).is_pending());
        begun.await.expect("begun");
        drop(leaving);
        let mut next = Box::pin(workers.run(|_| ()));
        assert!(poll_once(&mut next).is_pending(), "the work goes on and has the only permit");
        go_on.send(()).expect("it waits");
        next.await.expect("room again");
        assert_eq!(notice.recv(), Ok(true), "the work can know that nobody waits");
    }

    #[tokio::test]
    async fn a_panic_frees_the_permit() {
        let workers = Workers::new(1);
        for _ in 0..3 {
            assert!(workers.run(|_| panic!("on purpose")).await.is_err());
        }
        assert_eq!(workers.run(|_| 1).await.expect("room"), 1);
    }
}
