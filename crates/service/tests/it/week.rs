//! A week of the service's time in minutes of ours: coverage comes in as it was published, calls are charged, and the service is
//! killed at random moments, while the time is told to it. In the end the books balance, everything that is stored agrees with itself,
//! the index is equal to the store, published days can be computed again to the last digit, and memory has not grown, on both engines.
//!
//! `cargo test -p service --test it week -- --ignored --nocapture` lets the whole week pass; a day is part of every run.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant as Stopwatch};

use domain::{Credits, Day, DayRange, Instant, Item};
use management::accounts::Accounts;
use metering::{KeyKind, Scope};
use pipeline::digest::{self, Marking};
use pipeline::frames::Frames;
use pipeline::readings::{self, Verdict};
use runtime::clock::Clock;
use runtime::config::Config;
use store::audit_log::{Actor, Origin};
use store::ledger::EntryKind;
use store::prices::DailyClose;
use store::testing::TestStore;
use tokio::net::TcpStream;

use crate::kill::ask_until_it_dies;

const FIRST: &str = "2026-01-05";
/// Days of coverage before the first that is watched.
const BEFORE: i64 = 10;
const STEP_MS: i64 = 5 * 60_000;
/// How long the service may take to bring everything up to date once nobody kills it any more.
const PATIENCE: Duration = Duration::from_secs(180);
/// What the last lives may have more than the first ones, in kB.
const GROWTH_KB: u64 = 64 << 10;

/// How a week passes.
struct Pace {
    days: i64,
    /// One of so many steps ends in a kill.
    steps_a_life: u64,
    /// One of so many lives is long enough to take over the leases of the dead.
    long_lives: u32,
    /// Of our time, for each step of a short and of a long life.
    step: [Duration; 2],
    seed: u64,
}

const A_DAY: Pace = Pace {
    days: 1,
    steps_a_life: 60,
    long_lives: 4,
    step: [Duration::from_millis(5), Duration::from_millis(60)],
    seed: 5,
};

const A_WEEK: Pace = Pace {
    days: 7,
    steps_a_life: 12,
    long_lives: 6,
    step: [Duration::from_millis(60), Duration::from_millis(1_000)],
    seed: 17,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_on_sqlite() {
    pass(store::testing::sqlite().await, A_DAY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_on_postgres() {
    if let Some(store) = store::testing::postgres().await {
        pass(store, A_DAY).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "some 170 starts take ten minutes; run it with -- --ignored"]
async fn a_whole_week_on_sqlite() {
    pass(store::testing::sqlite().await, A_WEEK).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "some 170 starts take ten minutes; run it with -- --ignored"]
async fn a_whole_week_on_postgres() {
    if let Some(store) = store::testing::postgres().await {
        pass(store, A_WEEK).await;
    }
}

/// The service itself, in a process of its own: a line of its standard input tells it the time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the tests above start it"]
async fn the_service_that_is_killed() {
    let told = |name: &str| std::env::var(format!("WEEK_{name}"));
    let (Ok(database_url), Ok(data_dir), Ok(listen), Ok(now)) =
        (told("DATABASE"), told("FOLDER"), told("LISTEN"), told("NOW"))
    else {
        return;
    };
    let at = |text: &str| Instant::from_ms(text.trim().parse().expect("milliseconds"));
    let clock = Clock::fixed(at(&now));
    let (hand, started) = (clock.clone(), at(&now));
    let told = Arc::new(Mutex::new((started, Stopwatch::now())));
    let since = Arc::clone(&told);
    // From one line to the next time goes on as ours does, so that no two changes have the same.
    std::thread::spawn(move || {
        loop {
            let (from, at) = *since.lock().expect("nobody panics with it");
            hand.set(from.plus_ms(at.elapsed().as_millis() as i64));
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            *told.lock().expect("nobody panics with it") = (at(&line), Stopwatch::now());
        }
        // Whoever told the time is gone.
        std::process::exit(1);
    });
    let config = Config {
        database_url: database_url.into(),
        data_dir,
        listen,
        log: "warn".into(),
        collect: false,
        rate_subscription: 100_000_000,
        ..Config::default()
    };
    runtime::telemetry::start_logging(&config.log, &config.log_format).expect("logging");
    service::cli::serve::run_at(config, clock).await.expect("it serves until it is stopped");
}

struct Life {
    process: Child,
    /// Apart from the process, whose `wait` would close it.
    hand: ChildStdin,
    port: u16,
}

impl Life {
    async fn begin(store: &TestStore, folder: &Path, now: Instant) -> Life {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let database = match &store.settings().address {
            store::Address::Postgres(url) => url.clone(),
            store::Address::Sqlite(path) => path.display().to_string(),
        };
        let mut process = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "week::the_service_that_is_killed", "--ignored", "--nocapture"])
            .env("WEEK_DATABASE", database)
            .env("WEEK_FOLDER", folder)
            .env("WEEK_LISTEN", format!("127.0.0.1:{port}"))
            .env("WEEK_NOW", now.ms().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("this program starts again");
        let hand = process.stdin.take().expect("it was asked for");
        let life = Life { process, hand, port };
        let patience = Stopwatch::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the service does not listen");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        life
    }

    fn tell(&mut self, now: Instant) {
        writeln!(self.hand, "{}", now.ms()).expect("it listens");
    }

    /// None where the system does not say.
    fn resident_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
    }

    fn kill(&mut self) {
        self.process.kill().expect("it was running");
        self.process.wait().expect("it is gone");
    }

    fn stop(&mut self) {
        let asked = Command::new("kill").arg(self.process.id().to_string()).status().expect("kill runs");
        assert!(asked.success() && self.process.wait().expect("it ends").success());
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn pass(mut store: TestStore, pace: Pace) {
    let first = Day::parse(FIRST).expect("a day");
    let days = DayRange::inclusive(first, first.plus(pace.days - 1)).expect("days");
    // Behind the hour after which the last day is frozen.
    let end = days.last().end().plus_ms(2 * 3_600_000);
    let (account, key) = caller(&store, days.start()).await;
    let world = demo::world_until(end, demo::SEED);
    let closes = world.prices.iter().filter(|(day, _)| *day < days.first().plus(-1));
    let closes: Vec<DailyClose> = closes
        .map(|&(day, close)| DailyClose { asset: "BTC".into(), day, close, source: "invented".into() })
        .collect();
    store.prices.insert(&closes).await.expect("prices");
    let from = days.first().plus(-BEFORE).start();
    let mut coming = world.items().filter(|item| item.published_at >= Some(from)).peekable();
    let mut until = |now: Instant| -> Vec<Item> {
        std::iter::from_fn(|| coming.next_if(|item| item.published_at <= Some(now))).collect()
    };
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut now = days.start();
    take_in(&store, until(now), now).await;

    let mut received: HashSet<String> = HashSet::new();
    let (mut in_flight, mut random, mut lives) = (0, pace.seed, 0);
    let mut resident: Vec<u64> = Vec::new();
    let mut chance = |of: u64| {
        // A linear congruential generator is random enough to pick a moment.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % of
    };
    while now < end {
        let mut life = Life::begin(&store, folder.path(), now).await;
        lives += 1;
        let is_long = lives % pace.long_lives == 0;
        let killed = Arc::new(AtomicBool::new(false));
        let asking = tokio::spawn(ask_until_it_dies(
            life.port,
            key.clone(),
            Arc::clone(&killed),
            Arc::default(),
            true,
        ));
        loop {
            now = now.plus_ms(STEP_MS).min(end);
            life.tell(now);
            take_in(&store, until(now), now).await;
            tokio::time::sleep(pace.step[usize::from(is_long)]).await;
            if now == end || chance(pace.steps_a_life) == 0 {
                break;
            }
        }
        if is_long {
            resident.extend(life.resident_kb());
        }
        tokio::time::sleep(Duration::from_millis(chance(100))).await;
        killed.store(true, Ordering::SeqCst);
        life.kill();
        let (answers, was_waiting) = asking.await.expect("a caller");
        for id in answers {
            assert!(received.insert(id), "one id for two answers");
        }
        in_flight += usize::from(was_waiting);
    }

    // What the dead held has expired by then.
    let mut life = Life::begin(&store, folder.path(), end.plus_ms(15 * 60_000)).await;
    settled(&store, days).await;
    life.stop();
    store.reopen().await;
    let charged = check_books(&store, &account, &received, in_flight).await;
    check_days(&store, days, end).await;
    check_deep(&store, folder.path());
    check_memory(&resident);
    println!(
        "{} days, {lives} kills: {} answers and {charged} charges, {} documents, at most {} MB resident",
        pace.days,
        received.len(),
        store.documents.count().await.expect("a count"),
        resident.iter().max().map_or(0, |most| most >> 10),
    );
}

/// An account with a key that no week empties.
async fn caller(store: &TestStore, at: Instant) -> (String, String) {
    let origin = Origin { actor: Actor::command_line("test"), address: None, at };
    let accounts = Accounts { store, pepper: b"", origin, by: Scope::Operator };
    let account = accounts.create("acme", "team").await.expect("an account");
    accounts.top_up("acme", Credits::new(1_000_000_000)).await.expect("granted");
    let key =
        accounts.create_key("acme", "a caller", KeyKind::Live, Scope::Write, None).await.expect("a key");
    (account.id, key.key.reveal().to_owned())
}

/// As an import or a collector stores it; the service reads it.
async fn take_in(store: &TestStore, items: Vec<Item>, now: Instant) {
    if !items.is_empty() {
        let documents = digest::take(items, now, Marking::Later, &Frames::default()).documents;
        store.documents.insert(documents, None).await.expect("stored");
    }
}

/// Waits until everything is read, placed and counted, every day frozen, and nothing held.
async fn settled(store: &TestStore, days: DayRange) {
    let patience = Stopwatch::now();
    loop {
        let unread = store.documents.unread_count().await.expect("a count");
        let unplaced = store.documents.unplaced_before(Instant::from_ms(i64::MAX)).await.expect("a count");
        let dirty = store.documents.days_dirty(10).await.expect("days").len();
        let frozen: HashSet<Day> =
            store.readings.frozen(days).await.expect("days").into_iter().map(|(day, _)| day).collect();
        let held = store.ledger.open_holds().await.expect("a count");
        if (unread, unplaced, dirty, held) == (0, 0, 0, 0) && days.days().all(|day| frozen.contains(&day)) {
            return;
        }
        assert!(
            patience.elapsed() < PATIENCE,
            "{unread} unread, {unplaced} without a story, {dirty} days to count, {held} held, {} days frozen",
            frozen.len()
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Every answer is charged once, every charge was answered or broke off.
async fn check_books(
    store: &TestStore,
    account: &str,
    received: &HashSet<String>,
    in_flight: usize,
) -> usize {
    let audit = store.ledger.audit().await.expect("an audit");
    assert_eq!((audit.differences, audit.open_holds), (Vec::new(), 0));
    let (mut charged, mut after) = (HashSet::new(), String::new());
    loop {
        let page = store.ledger.entries(account, &after, 1000).await.expect("entries");
        let Some(last) = page.last() else { break };
        after = last.id.clone();
        charged
            .extend(page.into_iter().filter(|entry| entry.kind == EntryKind::Charge).map(|entry| entry.id));
    }
    let lost: Vec<_> = received.difference(&charged).collect();
    assert!(lost.is_empty(), "answered and not in the ledger: {lost:?}");
    let unheard = charged.difference(received).count();
    assert!(unheard <= in_flight, "{unheard} entries without an answer, {in_flight} calls were in flight");
    charged.len()
}

/// What was published can be computed again from the documents.
async fn check_days(store: &TestStore, days: DayRange, now: Instant) {
    for day in days.days() {
        let again = readings::recompute(store, day, None, now, |_, _| {}).await.expect("computed again");
        let published = again.iter().filter(|one| one.verdict != Verdict::NotPublished);
        assert!(published.count() > 0, "{day}: nothing was published");
        for one in again {
            assert_ne!(one.verdict, Verdict::Differs, "{day}: {one:#?}");
        }
    }
}

/// `bellwether doctor --deep`: the tables, the audit log, the counts, and each document in the index once.
fn check_deep(store: &TestStore, folder: &Path) {
    let database = match &store.settings().address {
        store::Address::Postgres(url) => url.clone(),
        store::Address::Sqlite(path) => path.display().to_string(),
    };
    let said = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["doctor", "--deep"])
        .env("BELLWETHER_DATABASE_URL", database)
        .env("BELLWETHER_DATA_DIR", folder)
        .output()
        .expect("the program runs");
    let words = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success() && !words.contains("  BAD "), "{words}");
}

/// The long lives at the end are about as large as those at the beginning, where there are enough of them to tell.
fn check_memory(resident: &[u64]) {
    let quarter = resident.len() / 4;
    if quarter < 3 {
        return;
    }
    let most = |lives: &[u64]| lives.iter().max().copied().unwrap_or(0);
    let (first, last) = (most(&resident[..quarter]), most(&resident[resident.len() - quarter..]));
    assert!(last <= first + GROWTH_KB, "{first} kB in the first lives, {last} kB in the last: {resident:?}");
}
