//! Opening, closing, damaging, replacing.

use std::path::Path;

use domain::{DocumentId, Instant, Kind, Sentiment};

use crate::error::Error;
use crate::finder::{Finder, Opening, Settings};
use crate::language::parse;
use crate::search::{Change, Entry, Search};

fn id(number: u64) -> DocumentId {
    DocumentId::of_canonical_url(&number.to_string())
}

fn put(number: u64, title: &str) -> Change<'_> {
    Change::Put(Entry {
        id: id(number),
        published_at: Instant::from_ms(number as i64),
        title,
        content: "body",
        outlet: "Outlet",
        author: "",
        speakers: &[],
        statements: &[],
        cohort: None,
        categories: &[],
        named: &[],
        read: true,
        sentiment: Some(Sentiment::Positive),
        kind: Kind::News,
        language: "en",
        tone: 0.5,
        fingerprint: 0,
    })
}

fn open(dir: &Path) -> Finder {
    Finder::open(dir, Settings::default()).expect("it opens")
}

fn count(finder: &Finder, keyword: &str) -> u64 {
    let query = parse(keyword).expect("a query");
    let all = Search::between(Instant::from_ms(0), Instant::from_ms(1_000_000));
    finder.find(&Search { keyword: Some(&query), ..all }).expect("found").total
}

fn fill(finder: &Finder, numbers: std::ops::RangeInclusive<u64>, title: &str) {
    let last = *numbers.end();
    finder.apply(numbers.map(|number| put(number, title)), last).expect("applied");
    finder.commit(last).expect("committed");
}

#[test]
fn what_is_committed_is_there_after_reopening_and_nothing_else() {
    let dir = tempfile::tempdir().expect("a folder");
    {
        let finder = open(dir.path());
        assert_eq!(finder.opening(), &Opening::Fresh);
        fill(&finder, 1..=10, "kept");
        finder.apply([put(11, "lost")], 11).expect("applied");
        assert_eq!((finder.applied_seq(), finder.indexed_seq()), (11, 10));
        assert_eq!(count(&finder, "lost"), 0, "nothing is searchable before its commit");
    }
    let finder = open(dir.path());
    assert_eq!(finder.opening(), &Opening::Resumed);
    assert_eq!((finder.applied_seq(), finder.indexed_seq()), (10, 10));
    assert_eq!((count(&finder, "kept"), count(&finder, "lost")), (10, 0));
}

#[test]
fn applying_the_same_again_changes_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    fill(&open(dir.path()), 1..=10, "first");
    let finder = open(dir.path());
    finder.apply((5..=12).map(|number| put(number, "second")), 12).expect("applied");
    finder.apply((5..=12).map(|number| put(number, "third")), 12).expect("applied");
    finder.apply([Change::Delete(id(12)), Change::Delete(id(99))], 13).expect("applied");
    finder.commit(13).expect("committed");
    assert_eq!((count(&finder, "first"), count(&finder, "second"), count(&finder, "third")), (4, 0, 7));
    assert_eq!(count(&finder, "body"), 11);
    let statistics = finder.statistics().expect("statistics");
    assert_eq!(statistics.documents, 11);
    assert!(statistics.bytes > 0 && statistics.segments > 0);
}

#[test]
fn a_sequence_never_goes_backwards() {
    let finder = Finder::in_memory().expect("in memory");
    fill(&finder, 1..=5, "word");
    assert!(matches!(finder.apply([put(1, "x")], 4), Err(Error::Backwards { given: 4, applied: 5 })));
    assert!(matches!(finder.commit(4), Err(Error::Backwards { .. })));
    // Changes that do not concern the finder only move the number.
    finder.commit(8).expect("committed");
    assert_eq!(finder.indexed_seq(), 8);
    assert_eq!(count(&finder, "word"), 5);
}

#[test]
fn many_small_commits_are_merged_and_settle() {
    let dir = tempfile::tempdir().expect("a folder");
    let finder = open(dir.path());
    for seq in 1..=60 {
        fill(&finder, seq..=seq, "word");
    }
    finder.settle().expect("settled");
    let statistics = finder.statistics().expect("statistics");
    assert!(statistics.segments < 12, "{statistics:?}");
    assert_eq!((count(&finder, "word"), finder.indexed_seq()), (60, 60));
    finder.tune(Settings::BULK).expect("tuned");
    fill(&finder, 61..=70, "word");
    assert_eq!(count(&finder, "word"), 70);
}

#[test]
fn only_one_process_writes() {
    let dir = tempfile::tempdir().expect("a folder");
    let first = open(dir.path());
    let second = open(dir.path());
    fill(&first, 1..=3, "word");
    assert!(matches!(second.apply([put(4, "x")], 4), Err(Error::Busy)));
    second.refresh().expect("refreshed");
    assert_eq!((count(&second, "word"), second.indexed_seq()), (3, 3));

    // Once the first lets go, the second must learn how far it got before it may go on.
    first.apply([put(4, "word")], 4).expect("applied");
    first.settle().expect("settled");
    assert!(matches!(second.apply([put(4, "word")], 4), Err(Error::Switched)));
    assert_eq!((second.applied_seq(), count(&second, "word")), (4, 4));
    second.apply([put(4, "word"), put(5, "word")], 5).expect("applied");
    second.commit(5).expect("committed");
    assert_eq!(count(&second, "word"), 5);
}

#[test]
fn whoever_holds_it_keeps_others_from_writing() {
    let dir = tempfile::tempdir().expect("a directory");
    let (one, other) = (open(dir.path()), open(dir.path()));
    one.hold().expect("held");
    one.hold().expect("still held");
    assert!(matches!(other.hold(), Err(Error::Busy)));
    assert!(matches!(other.apply([put(1, "word")], 1), Err(Error::Busy)));
    fill(&one, 1..=3, "word");
    one.settle().expect("settled");
    other.hold().expect("free again");
    assert_eq!(other.applied_seq(), 3, "what the first one wrote is seen");
    assert_eq!(count(&other, "word"), 3);
}

#[test]
fn a_rebuild_takes_over_in_one_step() {
    let dir = tempfile::tempdir().expect("a folder");
    let finder = open(dir.path());
    fill(&finder, 1..=10, "old");
    let mut rebuild = finder.rebuild(Settings::BULK).expect("started");
    rebuild.apply((1..=10).map(|number| put(number, "new")), 10).expect("applied");
    fill(&finder, 11..=12, "old");
    assert_eq!(count(&finder, "old"), 12, "the old one answers and grows");
    assert!(matches!(rebuild.finish(), Err(Error::Behind { rebuilt: 10, indexed: 12 })));
    rebuild.apply((11..=12).map(|number| put(number, "new")), 12).expect("applied");
    rebuild.finish().expect("finished");
    assert_eq!((count(&finder, "old"), count(&finder, "new")), (0, 12));
    drop(rebuild);

    fill(&finder, 13..=13, "new");
    drop(finder);
    let finder = open(dir.path());
    assert_eq!((finder.opening(), finder.indexed_seq(), count(&finder, "new")), (&Opening::Resumed, 13, 13));
    let generations = std::fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(generations, 2, "one generation and the file that names it");
}

#[test]
fn a_rebuild_in_memory_takes_over_too() {
    let finder = Finder::in_memory().expect("in memory");
    fill(&finder, 1..=2, "old");
    let mut rebuild = finder.rebuild(Settings::STEADY).expect("started");
    rebuild.apply([put(1, "new")], 2).expect("applied");
    rebuild.finish().expect("finished");
    assert_eq!((count(&finder, "old"), count(&finder, "new"), finder.indexed_seq()), (0, 1, 2));
}

#[test]
fn a_rebuild_that_is_given_up_leaves_the_old_one() {
    let dir = tempfile::tempdir().expect("a folder");
    let finder = open(dir.path());
    fill(&finder, 1..=3, "old");
    let mut rebuild = finder.rebuild(Settings::STEADY).expect("started");
    rebuild.apply([put(1, "new")], 3).expect("applied");
    drop(rebuild);
    assert_eq!(std::fs::read_dir(dir.path()).expect("a folder").count(), 2);

    // As if killed: the folder stays, unnamed and unlocked.
    std::fs::create_dir(dir.path().join("gen-000009")).expect("a folder");
    drop(finder);
    let finder = open(dir.path());
    assert_eq!((finder.opening(), count(&finder, "old")), (&Opening::Resumed, 3));
    assert!(!dir.path().join("gen-000009").exists());
}

#[test]
fn a_rebuild_by_another_process_is_followed() {
    let dir = tempfile::tempdir().expect("a folder");
    let serving = open(dir.path());
    fill(&serving, 1..=3, "old");
    let rebuilding = open(dir.path());
    let mut rebuild = rebuilding.rebuild(Settings::STEADY).expect("started");
    rebuild.apply((1..=3).map(|number| put(number, "new")), 3).expect("applied");
    // A third opening in between must not sweep away what is being made.
    drop(open(dir.path()));
    rebuild.finish().expect("finished");
    drop(rebuild);
    drop(rebuilding);

    assert_eq!(count(&serving, "old"), 3, "still the old one");
    assert!(matches!(serving.apply([put(4, "x")], 4), Err(Error::Switched)));
    assert_eq!((count(&serving, "old"), count(&serving, "new"), serving.applied_seq()), (0, 3, 3));
    fill(&serving, 4..=4, "new");
    assert_eq!(count(&serving, "new"), 4);
}

#[test]
fn whatever_is_damaged_opens_empty_and_says_so() {
    let build = || {
        let dir = tempfile::tempdir().expect("a folder");
        let finder = open(dir.path());
        fill(&finder, 1..=50, "word");
        finder.apply([Change::Delete(id(7))], 51).expect("applied");
        finder.commit(51).expect("committed");
        finder.settle().expect("settled");
        dir
    };
    let files: Vec<_> = {
        let dir = build();
        let generation = dir.path().join("gen-000001");
        std::fs::read_dir(generation).expect("a folder").map(|file| file.expect("a file").path()).collect()
    };
    let extensions: std::collections::BTreeSet<_> =
        files.iter().filter_map(|path| path.extension()).map(ToOwned::to_owned).collect();
    assert!(extensions.len() >= 5, "{extensions:?}");
    for extension in extensions {
        for damage in ["cut", "empty", "gone"] {
            let dir = build();
            let generation = dir.path().join("gen-000001");
            for file in std::fs::read_dir(&generation).expect("a folder") {
                let path = file.expect("a file").path();
                if path.extension() != Some(&extension) {
                    continue;
                }
                let bytes = std::fs::read(&path).expect("read");
                match damage {
                    "cut" => std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("written"),
                    "empty" => std::fs::write(&path, []).expect("written"),
                    _ => std::fs::remove_file(&path).expect("removed"),
                }
            }
            let finder = open(dir.path());
            match finder.opening() {
                Opening::Replaced(reason) => {
                    assert!(!reason.is_empty());
                    assert_eq!((finder.indexed_seq(), count(&finder, "word")), (0, 0));
                    fill(&finder, 1..=5, "word");
                    assert_eq!(count(&finder, "word"), 5);
                }
                // Files that carry nothing, such as locks.
                Opening::Resumed => {
                    assert_eq!(
                        (finder.indexed_seq(), count(&finder, "word")),
                        (51, 49),
                        "{extension:?} {damage}"
                    );
                }
                Opening::Fresh => panic!("{extension:?} {damage}: there was one"),
            }
        }
    }
}

#[test]
fn a_missing_name_or_generation_opens_empty_and_says_so() {
    let dir = tempfile::tempdir().expect("a folder");
    fill(&open(dir.path()), 1..=5, "word");
    for content in ["", "gen-000077\n", "nonsense", "gen-1", "../gen-000001"] {
        std::fs::write(dir.path().join("CURRENT"), content).expect("written");
        let finder = open(dir.path());
        assert!(matches!(finder.opening(), Opening::Replaced(_)), "{content:?}");
        assert_eq!(finder.indexed_seq(), 0);
        fill(&finder, 1..=5, "word");
        drop(finder);
        assert_eq!(open(dir.path()).opening(), &Opening::Resumed);
    }
    std::fs::remove_file(dir.path().join("CURRENT")).expect("removed");
    assert!(matches!(open(dir.path()).opening(), Opening::Replaced(_)));
    std::fs::remove_dir_all(dir.path()).expect("removed");
    assert_eq!(open(dir.path()).opening(), &Opening::Fresh);
    // As whoever is killed while making the first one leaves it.
    std::fs::remove_file(dir.path().join("CURRENT")).expect("removed");
    assert_eq!(open(dir.path()).opening(), &Opening::Fresh);
}

#[test]
fn flipped_bits_are_found_when_looked_for() {
    let dir = tempfile::tempdir().expect("a folder");
    let finder = open(dir.path());
    fill(&finder, 1..=50, "word");
    assert_eq!(finder.damaged_files().expect("read"), Vec::<std::path::PathBuf>::new());
    for file in std::fs::read_dir(dir.path().join("gen-000001")).expect("a folder") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "idx") {
            let mut bytes = std::fs::read(&path).expect("read");
            bytes[0] ^= 1;
            std::fs::write(&path, bytes).expect("written");
        }
    }
    assert_eq!(finder.damaged_files().expect("read").len(), 1);
}

/// Whoever is killed in a commit leaves files behind that the next commit would write under the same names.
#[test]
fn a_commit_succeeds_where_one_before_it_was_killed() {
    let dir = tempfile::tempdir().expect("a folder");
    fill(&open(dir.path()), 1..=10, "kept");
    let meta = file_named(dir.path(), "meta.json").expect("the index says what belongs to it");
    let before = std::fs::read(&meta).expect("read");
    let delete = |finder: &Finder| {
        finder.apply([Change::Delete(id(3))], 11).expect("applied");
        finder.commit(11)
    };
    delete(&open(dir.path())).expect("committed");
    // All of the commit but its last step.
    std::fs::write(&meta, before).expect("written");
    let finder = open(dir.path());
    assert_eq!((finder.indexed_seq(), count(&finder, "kept")), (10, 10));
    delete(&finder).expect("committed");
    assert_eq!(count(&finder, "kept"), 9);
}

fn file_named(folder: &Path, name: &str) -> Option<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.into_iter().find_map(|path| match path.is_dir() {
        true => file_named(&path, name),
        false => path.ends_with(name).then_some(path),
    })
}
