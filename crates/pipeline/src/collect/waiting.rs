//! Who is next: a queue for each host, and the hosts in turn, so that many sources of one slow host hold up nobody.

use std::collections::{HashMap, VecDeque};

use store::Source;

use super::moving::host_of;

pub struct Waiting {
    per_host: usize,
    queues: HashMap<String, VecDeque<Source>>,
    /// Hosts with something in their queue, in the order of their turns.
    turns: VecDeque<String>,
    running: HashMap<String, usize>,
}

impl Waiting {
    pub fn new(per_host: usize) -> Waiting {
        Waiting {
            per_host: per_host.max(1),
            queues: HashMap::new(),
            turns: VecDeque::new(),
            running: HashMap::new(),
        }
    }

    /// Takes the place of what was waiting; what runs is claimed and not among the due.
    pub fn fill(&mut self, due: Vec<Source>) {
        self.queues.clear();
        self.turns.clear();
        for source in due {
            let host = host_of(&source.url);
            let queue = self.queues.entry(host.clone()).or_default();
            if queue.is_empty() {
                self.turns.push_back(host);
            }
            queue.push_back(source);
        }
    }

    /// The next source whose host has a place free.
    pub fn next(&mut self) -> Option<Source> {
        for _ in 0..self.turns.len() {
            let host = self.turns.pop_front()?;
            let busy = self.running.get(&host).copied().unwrap_or(0);
            if busy >= self.per_host {
                self.turns.push_back(host);
                continue;
            }
            let queue = self.queues.get_mut(&host)?;
            let source = queue.pop_front();
            match queue.is_empty() {
                true => drop(self.queues.remove(&host)),
                false => self.turns.push_back(host.clone()),
            }
            *self.running.entry(host).or_default() += 1;
            return source;
        }
        None
    }

    pub fn done(&mut self, source: &Source) {
        let host = host_of(&source.url);
        if let Some(count) = self.running.get_mut(&host) {
            *count -= 1;
            if *count == 0 {
                self.running.remove(&host);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.queues.values().map(VecDeque::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use domain::Instant;

    use super::*;

    fn source(id: &str, url: &str) -> Source {
        Source {
            id: id.into(),
            kind: "feed".into(),
            url: url.into(),
            settings: "{}".into(),
            interval_s: 900,
            paused: false,
            etag: None,
            last_modified: None,
            cursor: None,
            next_due_at: Instant::from_ms(0),
            last_success_at: None,
            last_error: None,
            error_count: 0,
            items_total: 0,
            added_at: Instant::from_ms(0),
            moving: None,
            quarantined: 0,
        }
    }

    #[test]
    fn a_host_with_many_sources_takes_only_its_places() {
        let mut due: Vec<Source> =
            (0..50).map(|i| source(&format!("slow{i}"), &format!("https://slow.example/{i}"))).collect();
        due.push(source("a", "https://quick.example/a"));
        due.push(source("b", "https://QUICK.example:443/b"));
        let mut waiting = Waiting::new(2);
        waiting.fill(due);
        let mut taken = Vec::new();
        while let Some(source) = waiting.next() {
            taken.push(source);
        }
        let ids: Vec<&str> = taken.iter().map(|source| source.id.as_str()).collect();
        assert_eq!(ids, ["slow0", "a", "b", "slow1"]);
        assert_eq!(waiting.len(), 48);
        waiting.done(&taken[0]);
        assert_eq!(waiting.next().map(|source| source.id), Some("slow2".into()));
        assert_eq!(waiting.next(), None);
    }
}
