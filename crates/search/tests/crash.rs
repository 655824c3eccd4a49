//! Killed at any moment, the index holds the store's history up to the number it names, and nothing else.
//!
//! A second process of this same test applies and commits without end; this one kills it, opens what is left and
//! compares it with the history. The next process continues from there.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use domain::{DocumentId, Instant, Kind, Sentiment};
use search::{Change, Entry, Error, Finder, Opening, Search, Settings, parse};

const DIR: &str = "SEARCH_CRASH_TEST_DIR";
const SEED: &str = "SEARCH_CRASH_TEST_SEED";

/// The store's history: what happened under each sequence number, the same in every process.
fn change(seq: u64) -> Change<'static> {
    let draw = DocumentId::of_canonical_url(&seq.to_string()).bytes();
    let id = DocumentId::of_canonical_url(&format!("document {}", u64::from(draw[0]) + 256 * (seq / 3000)));
    if draw[1] < 40 {
        return Change::Delete(id);
    }
    Change::Put(Entry {
        id,
        published_at: Instant::from_ms(i64::from(draw[2] % 16) * 1000 + seq as i64 % 3),
        title: ["even", "odd"][usize::from(draw[3] % 2)],
        content: "the same words in every text so that segments have some size",
        outlet: "Outlet",
        author: "",
        speakers: &[],
        statements: &[],
        cohort: None,
        categories: &[],
        named: &[],
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en",
        tone: 0.0,
        fingerprint: 0,
    })
}

fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn whatever_was_killed_is_whole() {
    if let Ok(dir) = std::env::var(DIR) {
        let seed = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok()).expect("a seed");
        write_without_end(Path::new(&dir), seed);
    }
    let dir = tempfile::tempdir().expect("a folder");
    let mut model = Model::default();
    let mut draw = numbers(7);
    let mut progressed = 0;
    // On a busy machine many are killed before they begin, which proves little.
    for round in 0.. {
        if round >= 25 && progressed >= 10 {
            break;
        }
        assert!(round < 400, "it must get somewhere for this to mean anything: {progressed}");
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "whatever_was_killed_is_whole", "--nocapture"])
            .env(DIR, dir.path())
            .env(SEED, round.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        std::thread::sleep(Duration::from_millis(20 + draw(400)));
        child.kill().expect("killed");
        let status = child.wait().expect("ended");
        assert_eq!(status.code(), None, "it ended by itself in round {round}");

        let finder = Finder::open(dir.path(), Settings::default()).expect("opens");
        assert!(!matches!(finder.opening(), Opening::Replaced(_)), "{:?} in round {round}", finder.opening());
        let seq = finder.indexed_seq();
        assert!(seq >= model.seq, "from {} back to {seq} in round {round}", model.seq);
        progressed += u32::from(seq > model.seq);
        model.forward_to(seq);
        model.compare(&finder, round);
    }
}

/// Commits at odd moments, and rebuilds the whole now and then.
fn write_without_end(dir: &Path, seed: u64) -> ! {
    let mut draw = numbers(seed.wrapping_mul(977) + 1);
    let finder = Finder::open(dir, Settings { writer_threads: 2, ..Settings::default() }).expect("opens");
    loop {
        let first = finder.applied_seq() + 1;
        let last = first + draw(60);
        finder.apply((first..=last).map(change), last).expect("applied");
        if draw(3) > 0 {
            finder.commit(last).expect("committed");
        }
        if draw(20) == 0 {
            let mut rebuild = finder.rebuild(Settings::default()).expect("started");
            loop {
                let last = finder.applied_seq();
                rebuild.apply((rebuild.applied_seq() + 1..=last).map(change), last).expect("applied");
                match rebuild.finish() {
                    Err(Error::Behind { .. }) => continue,
                    result => break result.expect("finished"),
                }
            }
        }
    }
}

#[derive(Default)]
struct Model {
    seq: u64,
    documents: BTreeMap<DocumentId, (Instant, &'static str)>,
}

impl Model {
    fn forward_to(&mut self, seq: u64) {
        for seq in self.seq + 1..=seq {
            match change(seq) {
                Change::Put(entry) => self.documents.insert(entry.id, (entry.published_at, entry.title)),
                Change::Delete(id) => self.documents.remove(&id),
            };
        }
        self.seq = seq;
    }

    fn compare(&self, finder: &Finder, round: u32) {
        for keyword in [None, Some("even"), Some("odd segments")] {
            let word = keyword.map(|text| text.split(' ').next().expect("a word"));
            let query = keyword.map(|text| parse(text).expect("a query"));
            let mut expected: Vec<(DocumentId, Instant)> = self
                .documents
                .iter()
                .filter(|(_, (_, title))| word.is_none_or(|word| word == *title))
                .map(|(id, (at, _))| (*id, *at))
                .collect();
            expected.sort_by_key(|(id, at)| (std::cmp::Reverse(*at), *id));
            let all = Search::between(Instant::from_ms(0), Instant::from_ms(1_000_000));
            let search = Search { keyword: query.as_ref(), take: usize::MAX, ..all };
            let found = finder.find(&search).expect("found");
            assert_eq!(found.total, expected.len() as u64, "at {} in round {round}", self.seq);
            assert_eq!(found.ids, expected, "at {} in round {round}", self.seq);
        }
    }
}
