//! Keeps every follower's task running, and ends them all.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use store::Store;
use tokio::sync::watch;
use tokio::task::{Id, JoinHandle, JoinSet};

use super::Board;
use super::run::{Entry, FIRST_WAIT, Task};

/// All followers of a service, running.
pub struct Supervisor {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Supervisor {
    pub fn start(store: &Store, board: &Arc<Board>, entries: Vec<Entry>) -> Supervisor {
        let (stop, stopped) = watch::channel(false);
        let tasks = entries.into_iter().map(|entry| Arc::new(Task::new(entry, store, board)));
        let task = tokio::spawn(supervise(tasks.collect(), stopped));
        Supervisor { stop, task }
    }

    /// Ends only where the supervisor itself has died.
    pub async fn died(&mut self) -> anyhow::Error {
        match (&mut self.task).await {
            Ok(()) => anyhow::anyhow!("the supervisor of the followers ended"),
            Err(error) => anyhow::anyhow!("the supervisor of the followers died: {error}"),
        }
    }

    /// Ends all followers and gives their leases back.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

/// Keeps every task running until told to stop.
async fn supervise(tasks: Vec<Arc<Task>>, mut stopped: watch::Receiver<bool>) {
    let mut crew = Crew { running: JoinSet::new(), tasks: HashMap::new(), stopped: stopped.clone() };
    for task in tasks {
        crew.start(task, Duration::ZERO);
    }
    loop {
        tokio::select! {
            // Told to stop, followers end: that is no death.
            biased;
            _ = stopped.wait_for(|stop| *stop) => break,
            Some(ended) = crew.running.join_next_with_id() => {
                let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                let Some(task) = crew.tasks.remove(&id) else { continue };
                // It may have heard of stopping first.
                if *crew.stopped.borrow() {
                    break;
                }
                let name = task.name();
                tracing::error!(follower = name, "follower {name} ended and is started again");
                task.died();
                crew.start(task, FIRST_WAIT);
            }
        }
    }
    while crew.running.join_next().await.is_some() {}
}

struct Crew {
    running: JoinSet<()>,
    tasks: HashMap<Id, Arc<Task>>,
    stopped: watch::Receiver<bool>,
}

impl Crew {
    fn start(&mut self, task: Arc<Task>, wait: Duration) {
        let (given, stopped) = (Arc::clone(&task), self.stopped.clone());
        let handle = self.running.spawn(async move {
            tokio::time::sleep(wait).await;
            given.run(stopped).await;
        });
        self.tasks.insert(handle.id(), task);
    }
}
