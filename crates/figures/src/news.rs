//! What is newest in the store, for those who wait for it: one look of the process serves all of them.

use tokio::sync::watch;

/// The newest event, and the change up to which documents can be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest {
    pub event: i64,
    pub document: i64,
}

#[derive(Debug, Default)]
pub struct News(watch::Sender<Newest>);

impl News {
    /// Wakes those who wait, where something is new.
    pub fn tell(&self, newest: Newest) {
        self.0.send_if_modified(|known| std::mem::replace(known, newest) != newest);
    }

    pub fn listen(&self) -> watch::Receiver<Newest> {
        self.0.subscribe()
    }
}
