//! How far the changes have come, asked once for all who want to know at the same time: each gets a value that was read
//! after it had asked.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::oneshot;

use super::Documents;
use crate::Error;
use crate::batcher::Batcher;

#[derive(Debug, Default)]
pub(super) struct Position {
    waiting: Batcher<Reply>,
    /// As it was read last.
    last: AtomicI64,
}

type Reply = oneshot::Sender<Result<i64, Error>>;

impl Documents {
    /// The value of the counter of changes.
    pub(super) async fn position(&self) -> Result<i64, Error> {
        let (reply, read) = oneshot::channel();
        let this = self.clone();
        self.position.waiting.push("a question", reply, move |batch| this.clone().tell(batch))?;
        read.await.unwrap_or_else(|_| Err(unreached("asking failed inside")))
    }

    async fn tell(self, batch: Vec<Reply>) -> Vec<Reply> {
        const SQL: &str = "SELECT value FROM counters WHERE name = 'documents'";
        let read = self.number(SQL, Vec::new()).await;
        // Read one after the other, they can only grow.
        if let Ok(position) = read
            && self.position.last.swap(position, Ordering::Relaxed) > position
        {
            self.kept.forget();
        }
        match read {
            Ok(position) => batch.into_iter().for_each(|reply| answer(reply, Ok(position))),
            Err(error) => {
                let reason = error.to_string();
                let mut first = Some(error);
                for reply in batch {
                    answer(reply, Err(first.take().unwrap_or_else(|| unreached(&reason))));
                }
            }
        }
        Vec::new()
    }
}

fn answer(reply: Reply, answer: Result<i64, Error>) {
    // Whoever has gone asks no more.
    let _ = reply.send(answer);
}

fn unreached(why: &str) -> Error {
    Error::Connect { source: why.into() }
}
