//! Tasks that go on after their caller has left: settling a payment, giving back a hold. The program waits
//! for them before it ends.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

#[derive(Clone)]
pub struct Running(Arc<watch::Sender<usize>>);

struct Counted(Running);

impl Running {
    pub fn new() -> Running {
        Running(Arc::new(watch::Sender::new(0)))
    }

    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        self.0.send_modify(|running| *running += 1);
        let counted = Counted(self.clone());
        tokio::spawn(async move {
            let _counted = counted;
            task.await
        })
    }

    /// Done when nothing is left running.
    pub async fn idle(&self) {
        let _ = self.0.subscribe().wait_for(|running| *running == 0).await;
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.send_modify(|running| *running -= 1);
    }
}
