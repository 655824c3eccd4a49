//! The death of a follower is seen, and it goes on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant as Stopwatch};

use runtime::followers::{Board, Entry, Follower, Progress, StepContext, Supervisor};
use serde_json::Value;

use crate::app::TestApp;

const SOON: Duration = Duration::from_millis(5);

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let started = Stopwatch::now();
    while !holds().await {
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn readiness(app: &TestApp, follower: &str) -> (u16, Value) {
    let reply = app.get("/health/ready").await;
    let body = reply.json();
    let followers = body["followers"].as_array().expect("followers").clone();
    let found = followers.into_iter().find(|one| one["name"] == follower).unwrap_or(Value::Null);
    (reply.status.as_u16(), found)
}

/// A service that loses its patience soon.
async fn impatient() -> TestApp {
    let app = TestApp::new().await;
    app.with_followers(Board::patient_for(Duration::from_millis(300)))
}

struct Panics(Arc<AtomicU32>);

impl Follower for Panics {
    const NAME: &'static str = "panics";
    const ESSENTIAL: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        // Well at first, dead for a while, well again.
        match self.0.fetch_add(1, Ordering::SeqCst) {
            1..=3 => panic!("a follower dies"),
            _ => Ok(Progress::done(1, SOON)),
        }
    }
}

#[tokio::test]
async fn a_panic_shows_in_readiness_and_the_follower_is_made_anew() {
    let app = impatient().await;
    let steps = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&steps);
    let entry = Entry::of(move || Panics(Arc::clone(&counted)));
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, vec![entry]);
    until("readiness never says that it fails", async || {
        let (status, follower) = readiness(&app, "panics").await;
        status == 503 && follower["state"] == "failing"
    })
    .await;
    until("it never recovers", async || {
        let (status, follower) = readiness(&app, "panics").await;
        status == 200 && follower["state"] == "running"
    })
    .await;
    assert!(steps.load(Ordering::SeqCst) > 4);
    assert_eq!(readiness(&app, "panics").await.1["panics"], 3);
    assert!(app.get("/status").await.status.is_success());
    supervisor.stop().await;
}

/// One that cannot even be made: its task dies, and the supervisor starts it again.
struct Unmade;

impl Follower for Unmade {
    const NAME: &'static str = "unmade";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        anyhow::bail!("it is never called")
    }
}

#[tokio::test]
async fn a_task_that_dies_is_started_again_and_an_optional_one_does_not_close_the_doors() {
    let app = impatient().await;
    let made = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&made);
    let entry = Entry::of(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        if counted.load(Ordering::SeqCst) > 0 {
            panic!("it cannot be made");
        }
        Unmade
    });
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, vec![entry]);
    until("nobody notices", async || {
        let (status, follower) = readiness(&app, "unmade").await;
        status == 200 && follower["ready"] == false && follower["optional"] == true
    })
    .await;
    until("nobody starts it again", async || made.load(Ordering::SeqCst) > 2).await;
    supervisor.stop().await;
}

/// Walks through items, of which one always panics, on a thread away from the runtime as real ones do.
struct Walker(Arc<Mutex<BTreeSet<u32>>>);

impl Follower for Walker {
    const NAME: &'static str = "walker";

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let (context, done) = (context.clone(), Arc::clone(&self.0));
        tokio::task::spawn_blocking(move || {
            for item in 0..10 {
                context.at(item);
                if context.passes_over(item) {
                    continue;
                }
                assert_ne!(item, 4, "a poisoned item");
                done.lock().expect("no panic under it").insert(item);
            }
        })
        .await?;
        Ok(Progress::done(10, SOON))
    }
}

#[tokio::test]
async fn a_poisoned_item_is_quarantined_and_the_rest_goes_on() {
    let app = impatient().await;
    let done: Arc<Mutex<BTreeSet<u32>>> = Arc::default();
    let kept = Arc::clone(&done);
    let entries = || {
        let kept = Arc::clone(&kept);
        vec![Entry::of(move || Walker(Arc::clone(&kept)))]
    };
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, entries());
    until("the rest never goes on", async || done.lock().expect("set").len() == 9).await;
    until("it never counts as well again", async || {
        let follower = readiness(&app, "walker").await.1;
        follower["state"] == "running" && follower["panics"] == 3 && follower["quarantined"] == 1
    })
    .await;
    supervisor.stop().await;
    let quarantined = app.app.store.quarantine.list(10).await.expect("a list");
    assert_eq!(quarantined.len(), 1);
    assert_eq!((quarantined[0].work.as_str(), quarantined[0].item.as_str()), ("walker", "4"));
    assert!(quarantined[0].reason.contains("a poisoned item"), "{}", quarantined[0].reason);

    // The next process knows.
    let panics = readiness(&app, "walker").await.1["panics"].clone();
    done.lock().expect("set").clear();
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, entries());
    until("the rest never goes on", async || done.lock().expect("set").len() == 9).await;
    assert_eq!(readiness(&app, "walker").await.1["panics"], panics);
    supervisor.stop().await;
}

struct Alone(&'static str, Arc<Mutex<Vec<&'static str>>>);

impl Follower for Alone {
    const NAME: &'static str = "alone";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        assert!(context.fence.is_some());
        self.1.lock().expect("no panic under it").push(self.0);
        Ok(Progress::done(1, SOON))
    }
}

#[tokio::test]
async fn one_works_and_a_clean_stop_gives_its_lease_back_at_once() {
    let app = TestApp::new().await;
    let steps: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let entry = |name: &'static str| {
        let steps = Arc::clone(&steps);
        vec![Entry::of(move || Alone(name, Arc::clone(&steps)))]
    };
    let first = Supervisor::start(&app.app.store, &app.app.followers, entry("first"));
    until("the first works", async || !steps.lock().expect("a list").is_empty()).await;
    let standby = Arc::new(Board::default());
    let second = Supervisor::start(&app.app.store, &standby, entry("second"));
    until("the second waits", async || standby.reports()[0].state.to_string() == "standby").await;
    assert!(steps.lock().expect("a list").iter().all(|name| *name == "first"));
    let stopped = Stopwatch::now();
    first.stop().await;
    until("the second takes over", async || steps.lock().expect("a list").last() == Some(&"second")).await;
    assert!(stopped.elapsed() < Duration::from_secs(5), "it had to wait for the lease to end");
    second.stop().await;
}
