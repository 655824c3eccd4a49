//! The open connections: how many there may be, in all and from one address, and who goes when there are too many.
//!
//! A newcomer is let in as long as anybody is open who keeps us waiting: of a few looked at, the one that never asked
//! anything and is silent longest. Only where everybody is being answered is a newcomer refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::activity::{Activity, Waiting};
use runtime::telemetry;

/// Connections that are looked at to find one to close: looking at all would make a flood dearer for us than for
/// those who make it.
const LOOKED_AT: usize = 32;

/// Whoever is waited for in the middle of a request or an answer is not slow before this.
const SLOW_AFTER: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub struct ConnectionTable {
    limit: usize,
    /// None where all connections come from one proxy.
    limit_per_address: Option<usize>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Connection>,
    /// Where the next look for somebody to close begins.
    cursor: u64,
    neighbours: HashMap<IpAddr, Neighbours>,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct Neighbours {
    ids: BTreeSet<u64>,
    cursor: u64,
}

#[derive(Debug)]
struct Connection {
    address: IpAddr,
    activity: Arc<Activity>,
    close: Arc<Notify>,
}

/// Why a newcomer is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Full,
    FullForAddress,
}

impl Refusal {
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Full => "full",
            Refusal::FullForAddress => "address",
        }
    }
}

/// A connection's place; free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    table: Arc<ConnectionTable>,
    id: u64,
    close: Arc<Notify>,
}

impl ConnectionTable {
    pub fn new(limit: usize, limit_per_address: Option<usize>) -> Arc<ConnectionTable> {
        Arc::new(ConnectionTable { limit, limit_per_address, open: Mutex::default() })
    }

    /// A place for a newcomer, which another may have to leave.
    pub fn admit(self: &Arc<Self>, address: IpAddr, activity: &Arc<Activity>) -> Result<Place, Refusal> {
        let address = neighbourhood(address);
        let mut open = self.open();
        let of_address = open.neighbours.get(&address).map_or(0, |neighbours| neighbours.ids.len());
        if self.limit_per_address.is_some_and(|limit| of_address >= limit) && !open.evict_neighbour(address) {
            return Err(Refusal::FullForAddress);
        }
        if open.connections.len() >= self.limit && !open.evict() {
            return Err(Refusal::Full);
        }
        let (id, close) = (open.next, Arc::new(Notify::new()));
        open.next += 1;
        let connection = Connection { address, activity: Arc::clone(activity), close: Arc::clone(&close) };
        open.connections.insert(id, connection);
        open.neighbours.entry(address).or_default().ids.insert(id);
        telemetry::connections_open(1);
        Ok(Place { table: Arc::clone(self), id, close })
    }

    /// Closes one that keeps us waiting; false where there is none.
    pub fn evict(&self) -> bool {
        self.open().evict()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn evict(&mut self) -> bool {
        let from_cursor = self.connections.range(self.cursor..).chain(self.connections.range(..self.cursor));
        let looked_at: Vec<u64> = from_cursor.take(LOOKED_AT).map(|(id, _)| *id).collect();
        self.cursor = looked_at.last().map_or(0, |last| last + 1);
        self.evict_from(&looked_at)
    }

    fn evict_neighbour(&mut self, address: IpAddr) -> bool {
        let Some(Neighbours { ids, cursor }) = self.neighbours.get_mut(&address) else { return false };
        let from_cursor = ids.range(*cursor..).chain(ids.range(..*cursor));
        let looked_at: Vec<u64> = from_cursor.take(LOOKED_AT).copied().collect();
        *cursor = looked_at.last().map_or(0, |last| last + 1);
        self.evict_from(&looked_at)
    }

    fn evict_from(&mut self, looked_at: &[u64]) -> bool {
        let waiting = looked_at.iter().filter_map(|id| {
            let (waiting, since) = self.connections.get(id)?.activity.waiting()?;
            if waiting == Waiting::Slow && since.elapsed() < SLOW_AFTER {
                return None;
            }
            Some((waiting, std::cmp::Reverse(since), *id))
        });
        let Some((.., id)) = waiting.max() else { return false };
        if let Some(connection) = self.remove(id) {
            connection.close.notify_one();
            telemetry::connection_closed("evicted");
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        if let Some(neighbours) = self.neighbours.get_mut(&connection.address) {
            neighbours.ids.remove(&id);
            if neighbours.ids.is_empty() {
                self.neighbours.remove(&connection.address);
            }
        }
        telemetry::connections_open(-1);
        Some(connection)
    }
}

impl Place {
    /// Done when another needs the place.
    pub async fn evicted(&self) {
        self.close.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.table.open().remove(self.id);
    }
}

/// Whom one address stands for: of IPv6 one customer has a whole /64.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
