//! Copies of one request that are here at the same time: the first leads, the others wait for what it hears.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::response::Outcome;

/// Copies of one request that may wait at once; each costs its own work in the end.
const MAX_FOLLOWING: usize = 16;

type Table = HashMap<String, watch::Sender<Option<Outcome>>>;

#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<Table>>);

pub enum Turn {
    Lead(Lead),
    Follow(Following),
    /// Too many wait already.
    Full,
}

/// Whoever leads; those who follow are let go when it is dropped.
pub struct Lead {
    in_flight: InFlight,
    request: String,
}

pub struct Following(watch::Receiver<Option<Outcome>>);

impl InFlight {
    /// `request`: the same for copies of one request, and for nothing else.
    pub fn join(&self, request: &str) -> Turn {
        let mut table = self.table();
        match table.get(request) {
            Some(leading) if leading.receiver_count() >= MAX_FOLLOWING => Turn::Full,
            Some(leading) => Turn::Follow(Following(leading.subscribe())),
            None => {
                table.insert(request.to_owned(), watch::Sender::new(None));
                Turn::Lead(Lead { in_flight: self.clone(), request: request.to_owned() })
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lead {
    /// Tells those who follow what to answer.
    pub fn publish(self, outcome: Outcome) {
        if let Some(leading) = self.in_flight.table().get(&self.request) {
            leading.send_replace(Some(outcome));
        }
    }
}

impl Drop for Lead {
    fn drop(&mut self) {
        self.in_flight.table().remove(&self.request);
    }
}

impl Following {
    /// None where the leader left without one.
    pub async fn outcome(mut self) -> Option<Outcome> {
        self.0.wait_for(Option::is_some).await.ok()?.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_leads_and_the_others_hear_of_it() {
        let in_flight = InFlight::default();
        let Turn::Lead(lead) = in_flight.join("a") else { panic!("the first") };
        let Turn::Follow(second) = in_flight.join("a") else { panic!("a copy") };
        assert!(matches!(in_flight.join("b"), Turn::Lead(_)));
        lead.publish(Outcome::open());
        assert!(second.outcome().await.is_some());
        // Over: the next one leads again.
        let Turn::Lead(lead) = in_flight.join("a") else { panic!("the first again") };
        let Turn::Follow(second) = in_flight.join("a") else { panic!("a copy") };
        let waiting: Vec<Turn> = (1..MAX_FOLLOWING).map(|_| in_flight.join("a")).collect();
        assert!(waiting.iter().all(|turn| matches!(turn, Turn::Follow(_))));
        assert!(matches!(in_flight.join("a"), Turn::Full));
        drop(lead);
        assert!(second.outcome().await.is_none());
    }
}
