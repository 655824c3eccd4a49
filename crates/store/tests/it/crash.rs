//! Killed at any moment, the store holds every unit that was acknowledged, and no half of one.
//!
//! The test program starts itself again as the victim, listens to what it says was acknowledged, and kills it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use domain::{Credits, Instant, MicroUsd};
use store::documents::{Remembered, StoryChanges, StoryDocument};
use store::ledger::{HoldRequest, Payer, Placed, PurseTerms, Settlement};
use store::{Address, Settings, Store, on_every_engine};

use crate::sample::{document, item, marks, origin_at};

const ADDRESS: &str = "BELLWETHER_TEST_VICTIM";
const ROUND: &str = "BELLWETHER_TEST_VICTIM_ROUND";
const KILLS: u32 = 12;

/// Not a test of its own: does nothing unless it was started by the one below.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn victim() {
    let Ok(address) = std::env::var(ADDRESS) else { return };
    let round = std::env::var(ROUND).unwrap();
    let store = Store::open(&Settings::at(&address).unwrap()).await.unwrap();
    let tasks: Vec<_> = (0..8)
        .map(|task| {
            let (store, round) = (store.clone(), round.clone());
            tokio::spawn(async move {
                for n in 0.. {
                    let id = format!("{round}-{task}-{n}");
                    let batch = vec![
                        (document(item(&format!("{id}-a"))), marks()),
                        (document(item(&format!("{id}-b"))), marks()),
                    ];
                    store.documents.insert(batch, None).await.unwrap();
                    say(&format!("inserted {id}"));
                    let Placed::Held(hold) = store.ledger.hold(&request(&id)).await.unwrap() else {
                        panic!()
                    };
                    if n % 4 == 3 {
                        store.ledger.release(&hold).await.unwrap();
                        continue;
                    }
                    let end = store.ledger.commit(&hold, Instant::from_ms(1000)).await.unwrap();
                    assert!(matches!(end, Settlement::Committed(_)));
                    say(&format!("charged {id}"));
                }
            })
        })
        .collect();
    grow_stories(&store, &round).await;
    for task in tasks {
        task.await.unwrap();
    }
}

/// Two documents go together from story to story; the memory names the one that they are in.
async fn grow_stories(store: &Store, round: &str) {
    let pair = ["left", "right"].map(|name| document(item(&format!("{round}-{name}"))));
    let batch = pair.iter().map(|document| (document.clone(), marks())).collect();
    store.documents.insert(batch, None).await.unwrap();
    let in_story = |story: &str| pair.clone().map(|document| (document.id, story.to_owned()));
    for n in 0.. {
        let memory = store.documents.story_memory().await.unwrap();
        let (story, old) = (format!("{round}-{n}"), format!("{round}-{}", n - 1));
        let (changed, merged) = (in_story(&story), [(old, story.clone())]);
        let (placed, moved, merged) =
            if n == 0 { (&changed[..], &[][..], &[][..]) } else { (&[][..], &changed[..], &merged[..]) };
        let changes = StoryChanges {
            repeats: &[],
            placed,
            moved,
            merged,
            from: memory.seq,
            to: memory.seq + 1,
            revision: memory.revision,
            memory: &Remembered::Whole(vec![story.into_bytes()]),
            at: Instant::from_ms(i64::MAX / 2),
        };
        store.documents.change_stories(&changes, None).await.unwrap();
        say(&format!("grown {round}"));
    }
}

/// Past the test harness, and in one piece.
fn say(line: &str) {
    std::io::stdout().lock().write_all(format!("\nvictim: {line}\n").as_bytes()).unwrap();
}

pub fn request(id: &str) -> HoldRequest {
    let purse = PurseTerms {
        key: "included".to_owned(),
        source: domain::FundingSource::Included,
        period_start: Instant::from_ms(0),
        period_end: None,
        allowance: Credits::new(1_000_000),
        price: MicroUsd::ZERO,
    };
    HoldRequest {
        id: id.into(),
        payer: Arc::new(Payer::new("acme", "key", vec![purse])),
        route: "/feed".into(),
        credits: Credits::new(2),
        now: Instant::from_ms(1000),
        expires_at: Instant::from_ms(2000),
    }
}

fn start(address: &str, round: u32) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["crash::victim", "--exact", "--nocapture", "--test-threads=1"])
        .env(ADDRESS, address)
        .env(ROUND, round.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Lets it work, kills it, and returns what it said.
fn kill(address: &str, round: u32) -> Vec<String> {
    let mut child = start(address, round);
    let output = BufReader::new(child.stdout.take().unwrap());
    let listener = std::thread::spawn(move || {
        let lines = output.lines().map_while(Result::ok);
        lines.filter_map(|line| line.strip_prefix("victim: ").map(str::to_owned)).collect::<Vec<_>>()
    });
    // Spread over starting, working and checkpointing; no two rounds at the same moment.
    std::thread::sleep(Duration::from_millis(150 + u64::from(round) * 67 % 500));
    child.kill().unwrap();
    child.wait().unwrap();
    listener.join().unwrap()
}

on_every_engine! {
    async fn what_was_acknowledged_is_there_and_nothing_by_half(store) {
        let address = match &store.settings().address {
            Address::Sqlite(path) => path.display().to_string(),
            Address::Postgres(url) => url.clone(),
        };
        let mut charged = 0;
        let mut acknowledged = 0;
        let mut grown = 0;
        for round in 0..KILLS {
            store.close().await;
            let victim = address.clone();
            let said = tokio::task::spawn_blocking(move || kill(&victim, round)).await.unwrap();
            store.reopen().await;
            for line in &said {
                acknowledged += 1;
                let (what, id) = line.split_once(' ').unwrap();
                match what {
                    "inserted" => {
                        let ids = ["a", "b"].map(|half| document(item(&format!("{id}-{half}"))).id);
                        assert_eq!(store.documents.list(&ids).await.unwrap().len(), 2, "{line}");
                    }
                    "grown" => grown += 1,
                    _ => charged += 1,
                }
            }
            // A server may still be ending the victim's last transactions.
            tokio::time::sleep(Duration::from_millis(if store.engine_name() == "SQLite" { 0 } else { 300 })).await;
            let audit = store.ledger.audit().await.unwrap();
            assert_eq!(audit.differences, [], "round {round}");
            assert!(audit.entries >= charged, "{} entries of {charged} charged", audit.entries);
            // What was charged and never heard of: no more than was in flight at the kills.
            assert!(audit.entries <= charged + i64::from(round + 1) * 8);
            assert_eq!(store.documents.count().await.unwrap() % 2, 0, "half a unit");
            let memory = store.documents.story_memory().await.unwrap();
            assert!(memory.revision >= grown && memory.seq == memory.revision, "{} of {grown}", memory.revision);
            let stories: Vec<_> = store.documents.in_stories(0, 1000).await.unwrap();
            let told = |one: &StoryDocument| one.story_id.clone().unwrap();
            assert!(stories.chunks(2).all(|pair| told(&pair[0]) == told(&pair[1])), "half a move");
            if let Some(last) = stories.last() {
                assert_eq!(memory.whole, [told(last).into_bytes()], "the memory is of another moment");
                let first = format!("{}-0", told(last).split_once('-').unwrap().0);
                let days = domain::DayRange::inclusive(last.published_at.day(), last.published_at.day()).unwrap();
                assert_eq!(store.documents.of_story(&first, days, 9).await.unwrap().len(), 2, "the first id leads here");
            }
            let changes = store.documents.changed_since(0, 20_000).await.unwrap();
            assert_eq!(changes.len() as i64, store.documents.count().await.unwrap());
            store.ledger.expire(Instant::from_ms(2000), 1000).await.unwrap();
            store.accounts.change(&origin_at(1), "nobody", &store::accounts::AccountChange::default()).await.unwrap();
            assert_eq!(store.ledger.open_holds().await.unwrap(), 0);
        }
        assert!(acknowledged > 0, "the victim did nothing");
        assert!(charged > 0, "the victim charged nothing");
        assert!(grown > 0, "the victim grew no stories");
    }
}
