//! The open connections: how many there may be, in all and from one address, and who goes when there are too many.
//!
//! A newcomer is let in as long as anybody is open who keeps us waiting. First go those that never asked anything: of
//! the address that has most of them, the oldest. Then, of a few looked at, the one that is idle longest. Only then goes
//! whoever has just come and may not have been read yet, again the oldest of the address with most, so that everybody
//! stays for at least as long as the others need to fill the table anew. Where all are being answered a newcomer is
//! refused.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::activity::{Activity, Waiting};
use runtime::telemetry;

/// Connections or addresses that are looked at to find one to close: looking at all would make a flood dearer for us
/// than for those who make it.
const MAX_LOOKED_AT: usize = 32;

/// Whoever is waited for in the middle of a request or an answer is not slow before this.
const SLOW_AFTER: Duration = Duration::from_secs(3);

/// A newcomer has this long to send its first request, and a busy machine to read it.
const FRESH_FOR: Duration = Duration::from_secs(1);

/// So many newcomers of one address are spared; a crowd from one address is not.
const MAX_FRESH_PER_ADDRESS: usize = 4;

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
    /// Where the next look among those who have asked something begins.
    cursor: u64,
    neighbours: HashMap<IpAddr, Neighbours>,
    /// Addresses with connections that never asked anything: how many, and the oldest.
    silent: BTreeSet<(usize, Reverse<u64>, IpAddr)>,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct Neighbours {
    ids: BTreeSet<u64>,
    /// Those that had asked nothing when they were last looked at. One that has asked leaves at the next look, so that
    /// a request does not have to tell the table.
    silent: BTreeSet<u64>,
    cursor: u64,
}

impl Neighbours {
    fn rank(&self, address: IpAddr) -> Option<(usize, Reverse<u64>, IpAddr)> {
        self.silent.first().map(|oldest| (self.silent.len(), Reverse(*oldest), address))
    }
}

#[derive(Debug)]
struct Connection {
    address: IpAddr,
    since: Instant,
    activity: Arc<Activity>,
    close: Arc<Notify>,
}

impl Connection {
    fn is_fresh(&self) -> bool {
        self.since.elapsed() < FRESH_FOR
    }
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
        let (activity, since) = (Arc::clone(activity), Instant::now());
        open.connections.insert(id, Connection { address, since, activity, close: Arc::clone(&close) });
        open.change_neighbours(address, |neighbours| {
            neighbours.ids.insert(id);
            neighbours.silent.insert(id);
        });
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
        if self.evict_crowded(MAX_FRESH_PER_ADDRESS) {
            return true;
        }
        let from_cursor = self.connections.range(self.cursor..).chain(self.connections.range(..self.cursor));
        let looked_at: Vec<u64> = from_cursor.take(MAX_LOOKED_AT).map(|(id, _)| *id).collect();
        self.cursor = looked_at.last().map_or(0, |last| last + 1);
        self.evict_waiting(&looked_at) || self.evict_crowded(0)
    }

    /// Looks through the addresses with silent connections, those with most of them first.
    fn evict_crowded(&mut self, spared: usize) -> bool {
        let (mut next, mut looked_at) = (self.silent.last().copied(), 0);
        while let Some(rank) = next.filter(|_| looked_at < MAX_LOOKED_AT) {
            if self.evict_silent(rank.2, spared) {
                return true;
            }
            looked_at += usize::from(self.silent.contains(&rank));
            next = self.silent.range(..rank).next_back().copied();
        }
        false
    }

    fn evict_neighbour(&mut self, address: IpAddr) -> bool {
        // The crowd is its own.
        if self.evict_silent(address, 0) {
            return true;
        }
        let Some(Neighbours { ids, cursor, .. }) = self.neighbours.get_mut(&address) else { return false };
        let from_cursor = ids.range(*cursor..).chain(ids.range(..*cursor));
        let looked_at: Vec<u64> = from_cursor.take(MAX_LOOKED_AT).copied().collect();
        *cursor = looked_at.last().map_or(0, |last| last + 1);
        self.evict_waiting(&looked_at)
    }

    /// Closes the oldest of the address that never asked anything, unless it came just now and the address has at most
    /// `spared` of them. Those that have asked meanwhile are taken off the list, each once.
    fn evict_silent(&mut self, address: IpAddr, spared: usize) -> bool {
        while let Some((many, id)) =
            self.neighbours.get(&address).and_then(|all| Some((all.silent.len(), *all.silent.first()?)))
        {
            let Some(connection) = self.connections.get(&id) else { return false };
            if connection.activity.has_asked() {
                self.change_neighbours(address, |neighbours| {
                    neighbours.silent.remove(&id);
                });
                continue;
            }
            return (many > spared || !connection.is_fresh()) && self.close(id);
        }
        false
    }

    /// Closes the one of these that keeps us waiting longest; of those who are idle, one of an address with many.
    fn evict_waiting(&mut self, looked_at: &[u64]) -> bool {
        let waiting = looked_at.iter().filter_map(|id| {
            let connection = self.connections.get(id)?;
            let (waiting, since) = connection.activity.waiting()?;
            let is_in_time = match waiting {
                Waiting::Unproven => connection.is_fresh(),
                Waiting::Slow => since.elapsed() < SLOW_AFTER,
                Waiting::Idle => false,
            };
            if is_in_time {
                return None;
            }
            let neighbours = self.neighbours.get(&connection.address).map_or(0, |all| all.ids.len());
            Some((waiting, neighbours, Reverse(since), *id))
        });
        waiting.max().is_some_and(|(.., id)| self.close(id))
    }

    fn close(&mut self, id: u64) -> bool {
        let Some(connection) = self.remove(id) else { return false };
        connection.close.notify_one();
        telemetry::connection_closed("evicted");
        true
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        self.change_neighbours(connection.address, |neighbours| {
            neighbours.ids.remove(&id);
            neighbours.silent.remove(&id);
        });
        telemetry::connections_open(-1);
        Some(connection)
    }

    /// Changes what is known of an address, and its rank among the addresses with silent connections.
    fn change_neighbours(&mut self, address: IpAddr, change: impl FnOnce(&mut Neighbours)) {
        let neighbours = self.neighbours.entry(address).or_default();
        let before = neighbours.rank(address);
        change(neighbours);
        let (after, is_empty) = (neighbours.rank(address), neighbours.ids.is_empty());
        if before != after {
            before.map(|rank| self.silent.remove(&rank));
            self.silent.extend(after);
        }
        if is_empty {
            self.neighbours.remove(&address);
        }
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
