//! Readings: published once, served as published, and computed again to the last digit.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use domain::{Day, DayRange, DocumentId, Instant, Item};
use figures::Figures;
use figures::portfolio::Standing;
use indices::metrics::{METRICS, Metric, Reading, find};
use pipeline::readings::{Publisher, Sealed, Verdict, backfill, recompute, sealed};
use pipeline::{digest, rollup, stories};
use runtime::clock::Clock;
use runtime::config::Config;
use serde_json::Value;
use store::Store;
use store::documents::{Remembered, StoryChanges};
use store::prices::DailyClose;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::app::{NOW, Reply, TestApp, news};

const DAYS: i64 = 75;
const OUTLETS: u32 = 12;

fn now() -> Instant {
    Instant::parse(NOW).expect("an instant")
}

fn today() -> Day {
    now().day()
}

const TONES: [(&str, &str); 3] = [
    ("gains as investors cheer record inflows", "The rally delighted holders and profits soared."),
    ("falls as a hack shocks traders", "Losses mounted, fraud charges followed and fear spread."),
    ("holds a meeting", "The agenda was published."),
];
const THINGS: [&str; 4] = ["Bitcoin", "Ethereum", "Solana", "Cardano"];

/// Each outlet says one thing a day, in a tone that follows from the day and the outlet.
fn items_of(day: Day) -> Vec<Item> {
    (0..OUTLETS)
        .map(|outlet| {
            let mixed = (day.number() as u32).wrapping_mul(2_654_435_761).wrapping_add(outlet * 40_503) >> 7;
            let (title, content) = TONES[(mixed % 3) as usize];
            let thing = THINGS[(mixed / 3 % 4) as usize];
            let number = day.number() as u32 * 100 + outlet;
            let at = day.start().plus_ms(i64::from(outlet) * 1_800_000 + i64::from(mixed % 900) * 1000);
            let title = format!("{thing} desk {outlet} of {day}: {thing} {title}");
            let content = format!("{thing} was the word at desk {outlet} on {day}. {content}");
            news(number, &at.rfc3339(), &format!("Outlet {outlet:02}"), &title, &content)
        })
        .collect()
}

fn corpus() -> Vec<Item> {
    (0..DAYS)
        .flat_map(|back| items_of(today().plus(-back)))
        .filter(|item| item.published_at < Some(now()))
        .collect()
}

fn closes() -> Vec<DailyClose> {
    (1..DAYS)
        .map(|back| DailyClose {
            asset: "BTC".into(),
            day: today().plus(-back),
            close: 60_000.0 + (back * 37 % 101) as f64 * 100.0,
            source: "test".into(),
        })
        .collect()
}

async fn open(folder: &Path) -> Store {
    Store::open(&store::Settings::sqlite(folder.join("store.db"))).await.expect("a store")
}

/// The corpus read and counted once; every test gets a copy.
async fn filled(config: Config) -> TestApp {
    static MADE: OnceCell<TempDir> = OnceCell::const_new();
    let made = MADE
        .get_or_init(|| async {
            let folder = tempfile::tempdir().expect("a scratch folder");
            let store = open(folder.path()).await;
            let digested = digest::digest(corpus(), now());
            store.documents.insert(digested.documents, None).await.expect("stored");
            stories::catch_up(&store, &Clock::fixed(now())).await.expect("stories");
            rollup::recount(&store, |_| {}).await.expect("counted");
            store.close().await;
            folder
        })
        .await;
    let folder = tempfile::tempdir().expect("a scratch folder");
    for file in std::fs::read_dir(made.path()).expect("files") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), folder.path().join(file.file_name())).expect("copied");
    }
    let app = TestApp::on(open(folder.path()).await, folder, config);
    rollup::load(&app.app.store, &app.app.figures).await.expect("figures");
    app
}

async fn free() -> TestApp {
    filled(Config { metering: false, ..Config::default() }).await
}

fn publisher(app: &TestApp) -> Publisher {
    Publisher::new(app.app.store.clone(), Arc::clone(&app.app.figures))
}

async fn refresh(app: &TestApp) {
    publisher(app).refresh(app.app.clock.now()).await.expect("a portfolio");
}

async fn insert_closes(app: &TestApp) {
    app.app.store.prices.insert(&closes()).await.expect("prices");
}

async fn fill_back(app: &TestApp, first: i64, last: i64) -> pipeline::readings::Backfill {
    let days = DayRange::inclusive(today().plus(-first), today().plus(-last)).expect("forwards");
    backfill(&publisher(app), days, app.app.clock.now(), |_| {}).await.expect("history")
}

#[track_caller]
fn problem(reply: &Reply, status: u16, code: &str) -> Value {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &code.into()), "{}", reply.json());
    reply.json()
}

#[tokio::test]
async fn before_anything_was_computed() {
    let app = TestApp::new().await;
    refresh(&app).await;
    problem(&app.get("/index").await, 503, "not_configured");
    problem(&app.get("/indices").await, 503, "not_configured");
    problem(&app.get("/indices?metric=main_breadth").await, 503, "not_configured");
    problem(&app.get("/indices/dominance").await, 502, "temporarily_unavailable");
    problem(&app.get("/index?date=2026-03-01").await, 404, "no_reading");
    app.app.figures.portfolio_unreadable();
    problem(&app.get("/indices").await, 502, "temporarily_unavailable");
}

#[tokio::test]
async fn the_index_and_what_moves_it() {
    let app = free().await;
    refresh(&app).await;
    let index = app.get("/index").await.json();
    assert_eq!((&index["id"], &index["name"]), (&"main_index".into(), &"Bellwether Index".into()));
    let score = index["score"].as_f64().expect("a score");
    assert!((0.0..=100.0).contains(&score));
    let z = index["z"].as_f64().expect("z");
    for kind in ["outletCategory", "storyCategory"] {
        let parts = index["drivers"][kind].as_array().expect("drivers");
        let sum: f64 = parts.iter().map(|part| part["contribution"].as_f64().expect("a number")).sum();
        assert!((sum - z).abs() < 1e-9, "{kind}: {sum} and {z}");
    }
    assert_eq!((&index["change24h"], &index["change7d"]), (&Value::Null, &Value::Null));
    assert_eq!((&index["frozen"], &index["updatedAt"]), (&false.into(), &"2026-03-15T12:00:00Z".into()));
    assert!(index.get("divergence").is_none());

    // Changes are told against published readings: of that quarter, else of that day.
    fill_back(&app, 8, 1).await;
    refresh(&app).await;
    let index = app.get("/index").await.json();
    let of = async |back: i64| {
        let day = app.get(&format!("/index?date={}", today().plus(-back))).await.json();
        assert_eq!(day["frozen"], true);
        day["score"].as_f64().expect("a score")
    };
    assert_eq!(index["change24h"].as_f64(), Some(score - of(1).await));
    assert_eq!(index["change7d"].as_f64(), Some(score - of(7).await));

    let full = app.get("/index?full=true").await.json();
    assert!(!full["divergence"].as_array().expect("divergence").is_empty());
    assert_eq!(full["returnsByRegime"].as_array().map(Vec::len), Some(10));
    assert!(
        full["provenance"]["seal"].as_str().is_some_and(|seal| seal.starts_with("f1:") && seal.len() == 35)
    );
    // A command that would find nothing published is not offered.
    assert_eq!(full["provenance"]["recompute"], Value::Null);
    let day = today().plus(-1);
    let frozen = app.get(&format!("/index?full=true&date={day}")).await.json();
    let command = format!("bellwether recompute --date {day} --metric main_index");
    assert_eq!(frozen["provenance"]["recompute"], command);
}

#[tokio::test]
async fn the_portfolio_says_what_the_specification_asks() {
    let app = free().await;
    refresh(&app).await;
    let reply = app.get("/indices").await;
    let portfolio = reply.json();
    assert_eq!((&portfolio["schemaVersion"], &portfolio["asset"]), (&1.into(), &"bitcoin".into()));
    assert_eq!(portfolio["sourceMaxDate"], "2026-03-15");
    // Without prices one metric cannot be, and the others do not care.
    assert!(portfolio["errors"]["narrative_cost_basis"].as_str().is_some_and(|text| text.contains("prices")));
    let metrics = portfolio["metrics"].as_object().expect("metrics");
    assert_eq!(metrics.len(), 4);
    for (id, reading) in metrics {
        for member in
            ["name", "methodologyVersion", "unit", "windowStart", "windowEnd", "updatedAt", "frequency"]
        {
            assert!(reading[member].is_string(), "{id} {member}");
        }
        assert!(reading["confidence"].as_f64().is_some_and(|value| (0.0..=100.0).contains(&value)), "{id}");
        assert!(reading["observedItems"].is_u64(), "{id}");
        assert!(reading.get("change").is_some() && reading.get("current").is_some(), "{id}");
        for member in ["history", "breakdown", "provenance", "methodology"] {
            assert!(reading.get(member).is_none(), "{id} {member}");
        }
    }
    assert!(metrics["bitcoin_discourse_dominance"]["current"].is_number());
    // Nobody speaks for a cohort here: below the minimum coverage nothing is said.
    assert_eq!(metrics["cohort_conviction_gap"]["current"], Value::Null);
    assert_eq!(metrics["cohort_conviction_gap"]["confidence"], 0.0);
    problem(&app.get("/indices?metric=narrative_cost_basis").await, 503, "not_configured");

    insert_closes(&app).await;
    refresh(&app).await;
    let basis = app.get("/indices?metric=narrative_cost_basis&full=true").await.json();
    assert!(basis.get("errors").is_none(), "{basis}");
    let basis = &basis["metrics"]["narrative_cost_basis"];
    assert_eq!(basis["secondary"]["unit"], "percent");
    assert!(basis["breakdown"]["halfLife30"].is_number());
    assert!(basis["methodology"]["sourceTables"].as_array().is_some_and(|tables| tables.len() > 3));
    assert_eq!(basis["provenance"]["prices"], DAYS - 1);
    assert_eq!(basis["provenance"]["parameters"]["halfLifeDays"], 90.0);

    fill_back(&app, 20, 1).await;
    let told = app.get("/indices?include_history=true").await.json();
    let history = told["metrics"]["main_index"]["history"].as_array().expect("history").clone();
    assert_eq!(history.len(), 20);
    assert!(history.iter().all(|point| point["value"].is_number() && point["btcPrice"].is_number()));
    assert!(told["metrics"]["main_index"]["breakdown"].is_object(), "history implies full");
    let csv = Request::get("/indices?include_history=true&metric=main_index").header("accept", "text/csv");
    let csv = app.send(csv.body(Body::empty()).expect("a request")).await;
    let csv = String::from_utf8(csv.body).expect("text");
    assert!(csv.starts_with("metric,date,value,btcPrice\r\nmain_index,2026-02-23,"), "{csv}");
}

#[tokio::test]
async fn the_ranking_and_its_history() {
    let app = free().await;
    refresh(&app).await;
    fill_back(&app, 30, 1).await;
    let dominance = app.get("/indices/dominance").await.json();
    let ranking = dominance["ranking"].as_array().expect("a ranking");
    let sum: f64 = ranking.iter().map(|row| row["share"].as_f64().expect("a share")).sum();
    assert!((sum - 100.0).abs() < 1e-9, "{sum}");
    let ranks: Vec<_> = ranking.iter().map(|row| row["rank"].as_u64()).collect();
    assert_eq!(ranks, (1..=ranking.len() as u64).map(Some).collect::<Vec<_>>());
    assert_eq!((&dominance["window"], &dominance["granularity"]), (&"1y".into(), &"weekly".into()));
    assert!(dominance["concentration"]["effectiveNumber"].is_number());
    assert!(ranking[0].get("mentionShare").is_none() && dominance.get("history").is_none());
    let told =
        app.get("/indices/dominance?include_history=true&granularity=daily&window=90d&full=true").await;
    let told = told.json();
    let history = told["history"].as_array().expect("history");
    assert_eq!(history.len(), 30);
    assert!(history[0]["shares"]["Bitcoin"].is_number());
    assert!(told["ranking"][0]["mentionShare"].is_number() && told["methodology"].is_object());
    let problem = problem(&app.get("/indices/dominance?window=2y").await, 400, "invalid_parameter");
    assert_eq!(problem["parameter"], "window");
    assert_eq!(problem["allowed"], serde_json::json!(["90d", "ytd", "1y", "3y", "5y", "all"]));
}

#[tokio::test]
async fn public_views_are_free_and_protected_ones_cost_a_credit() {
    let app = filled(Config { key_cache_ms: 0, ..Config::default() }).await;
    refresh(&app).await;
    let key = app.key("acme", "free").await;
    for (path, protected) in [
        ("/index", "/index?full=true"),
        ("/indices", "/indices?full=true"),
        ("/indices", "/indices?include_history=true"),
        ("/indices/dominance", "/indices/dominance?full=true"),
        ("/indices/dominance", "/indices/dominance?include_history=true"),
    ] {
        let open = app.get(path).await;
        assert_eq!(open.status.as_u16(), 200, "{path}");
        assert!(open.header("etag").starts_with("W/\""), "{path}");
        let max_age = open.header("cache-control").strip_prefix("public, max-age=").expect("public");
        assert!((1..=900).contains(&max_age.parse::<u32>().expect("seconds")), "{max_age}");
        let again = Request::get(path).header("if-none-match", open.header("etag"));
        assert_eq!(app.send(again.body(Body::empty()).expect("a request")).await.status.as_u16(), 304);
        problem(&app.get(protected).await, 401, "key_missing");
        let reply = app.get_with(&key, protected).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("x-service-credits-charged")),
            (200, "1"),
            "{protected}"
        );
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_ne!(app.get_with(&key, path).await.header("x-service-credits-charged"), "1", "{path}");
    }
    let reply = app.get_with(&key, "/indices?full=true").await;
    problem(&reply, 429, "credits_exhausted");
    for (path, parameter) in [
        ("/indices?metric=price", "metric"),
        ("/indices?full=yes", "full"),
        ("/indices/dominance?granularity=hourly", "granularity"),
        ("/index?full=1", "full"),
        ("/index?date=15.3.2026", "date"),
    ] {
        assert_eq!(problem(&app.get(path).await, 400, "invalid_parameter")["parameter"], parameter);
    }
    let allowed = app.get("/indices?metric=price").await.json()["allowed"].clone();
    assert_eq!(allowed[0], "all");
    assert_eq!(allowed.as_array().map(Vec::len), Some(METRICS.len() + 1));
    app.audit().await;
}

fn panics(_: &indices::metrics::Inputs<'_>, _: Instant) -> Reading {
    panic!("a metric that fails on purpose")
}

#[tokio::test]
async fn one_failing_metric_does_not_fail_the_others() {
    let app = free().await;
    let metrics: Vec<Metric> = METRICS
        .iter()
        .map(|metric| match metric.method.id {
            "main_breadth" => Metric { compute: panics, ..*metric },
            _ => *metric,
        })
        .collect();
    let broken = Publisher { metrics: metrics.leak(), ..publisher(&app) };
    broken.refresh(now()).await.expect("the others");
    let portfolio = app.get("/indices").await.json();
    assert_eq!(portfolio["errors"]["main_breadth"], "It could not be computed.");
    assert!(portfolio["metrics"]["main_index"]["current"].is_number());
    problem(&app.get("/indices?metric=main_breadth").await, 502, "temporarily_unavailable");
    assert_eq!(app.get("/index").await.status.as_u16(), 200);
    // The next try fills the gap and leaves what stands.
    refresh(&app).await;
    assert!(app.get("/indices").await.json()["metrics"].get("main_breadth").is_some());
}

#[tokio::test]
async fn what_cannot_be_read_is_temporarily_unavailable() {
    let app = free().await;
    refresh(&app).await;
    app.app.store.close().await;
    assert_eq!(app.get("/indices").await.status.as_u16(), 200, "the headline view needs no store");
    problem(&app.get("/indices?include_history=true").await, 502, "temporarily_unavailable");
    problem(&app.get("/indices/dominance?include_history=true").await, 502, "temporarily_unavailable");
    problem(&app.get("/index?date=2026-03-01").await, 502, "temporarily_unavailable");
}

#[tokio::test]
async fn every_program_serves_the_first_writers_reading() {
    let app = free().await;
    refresh(&app).await;
    let first = app.get("/index").await.json();
    // Another program has seen less, and computes at the same quarter.
    let other = Publisher::new(app.app.store.clone(), Arc::new(Figures::default()));
    let days = app.app.figures.ask(|cube| cube.rollups(today().plus(-1)));
    other.figures.take(days, 0);
    other.refresh(now()).await.expect("the stored portfolio");
    let Standing::Ready(portfolio) = other.figures.portfolio() else { panic!("no portfolio") };
    let reading = portfolio.reading("main_index").expect("a reading");
    assert_eq!(reading.stored.value, first["score"].as_f64());
    assert_eq!(portfolio.readings.len(), 4);
}

#[tokio::test]
async fn a_day_is_frozen_after_its_grace_and_never_again() {
    let app = free().await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    assert_eq!(publisher(&app).freeze(at("2026-03-16T00:59:59Z")).await.expect("frozen"), 1);
    problem(&app.get("/index?date=2026-03-15").await, 404, "no_reading");
    assert_eq!(app.get("/index?date=2026-03-14").await.status.as_u16(), 200);
    assert_eq!(publisher(&app).freeze(at("2026-03-16T01:00:00Z")).await.expect("frozen"), 1);
    assert_eq!(publisher(&app).freeze(at("2026-03-16T02:00:00Z")).await.expect("frozen"), 0);
    let before = app.get("/index?date=2026-03-15").await.json();

    // A document that comes late changes the day's counts and not what was published of it.
    app.app.clock.set(at("2026-03-17T09:00:00Z"));
    let late =
        news(7, "2026-03-15T10:00:00Z", "Outlet 03", "Bitcoin collapses in a fraud", "Fear and losses.");
    app.take_in(vec![late]).await;
    assert_eq!(app.get("/index?date=2026-03-15").await.json(), before);
    let day = today();
    let told = recompute(&app.app.store, day, Some("main_index"), app.app.clock.now(), |_, _| {}).await;
    let told = told.expect("recomputed");
    assert_eq!((told.len(), told[0].verdict), (1, Verdict::Late));
    assert_eq!((told[0].late_documents, told[0].late[0].0.as_str()), (1, "https://outlet-03.example/7"));
    assert!(told[0].differences.iter().any(|difference| difference.what == "value"));
    let published = told[0].published.as_ref().and_then(|row| row.value);
    assert_eq!(published, before["score"].as_f64());
    assert_ne!(published, told[0].now.as_ref().and_then(|row| row.value));
}

/// Two items of one outlet, each in a story of its own.
async fn take_in_two_stories(app: &TestApp) {
    let told = [
        (
            "Regulator sues a lender",
            "The complaint says that clients of the lender were misled about losses.",
        ),
        ("Miner opens a plant in Texas", "The new plant runs on wind and doubles the output of the miner."),
    ];
    let one_outlet = (7..).zip(told);
    let one_outlet =
        one_outlet.map(|(n, (title, text))| news(n, "2026-03-15T10:00:00Z", "Outlet 03", title, text));
    app.take_in(one_outlet.collect()).await;
}

async fn move_to_stories(app: &TestApp, moved: &[(DocumentId, String)], at: &str) {
    let store = &app.app.store;
    let memory = store.documents.story_memory().await.expect("a memory");
    let changes = StoryChanges {
        placed: &[],
        moved,
        merged: &[],
        repeats: &[],
        from: memory.seq,
        to: memory.seq,
        revision: memory.revision,
        memory: &Remembered::Nothing,
        at: Instant::parse(at).expect("an instant"),
    };
    store.documents.change_stories(&changes, None).await.expect("moved");
}

/// What changes while a reading is made is stored with a later time than the reading's, and may be in it all the same.
#[tokio::test]
async fn a_reading_is_proved_that_has_what_was_stored_while_it_was_made() {
    let app = free().await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    take_in_two_stories(&app).await;
    let documents = app.app.store.documents.of_day(today()).await.expect("documents");
    let apart: Vec<_> =
        documents.iter().map(|one| (one.id, one.story_id.clone().expect("a story"))).collect();
    let joined: Vec<_> = documents.iter().map(|one| (one.id, apart[0].1.clone())).collect();
    move_to_stories(&app, &joined, "2026-03-16T01:00:00.500Z").await;
    publisher(&app).freeze(at("2026-03-16T01:00:00Z")).await.expect("frozen");
    move_to_stories(&app, &apart, "2026-03-17T09:00:00Z").await;
    let told =
        recompute(&app.app.store, today(), Some("main_index"), at("2026-03-18T00:00:00Z"), |_, _| {}).await;
    let told = told.expect("recomputed").remove(0);
    assert_eq!((told.verdict, told.late_documents), (Verdict::Late, 0), "{told:#?}");
}

/// Stories that were joined after publishing change the day's counts; what was published can still be proved.
#[tokio::test]
async fn a_reading_is_proved_after_stories_were_joined() {
    let app = free().await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    take_in_two_stories(&app).await;
    publisher(&app).freeze(at("2026-03-16T01:00:00Z")).await.expect("frozen");
    let store = &app.app.store;
    let documents = store.documents.of_day(today()).await.expect("documents");
    let story = documents.iter().find_map(|document| document.story_id.clone()).expect("a story");
    let moved: Vec<_> = documents.iter().map(|document| (document.id, story.clone())).collect();
    move_to_stories(&app, &moved, "2026-03-17T09:00:00Z").await;
    assert_eq!(store.documents.days_dirty(9).await.expect("days").len(), 1, "the day is counted again");
    let told = recompute(store, today(), Some("main_index"), at("2026-03-18T00:00:00Z"), |_, _| {}).await;
    let told = told.expect("recomputed").remove(0);
    assert_eq!((told.verdict, told.late_documents), (Verdict::Late, 0), "{told:#?}");
    assert!(told.moved_documents > 0 && told.moved_documents < documents.len());
}

#[tokio::test]
async fn what_weighs_prices_waits_for_the_close_of_the_day() {
    let app = free().await;
    insert_closes(&app).await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    let frozen = async |day: Day| app.app.store.readings.of_day(day).await.expect("readings").len();
    assert_eq!(publisher(&app).freeze(at("2026-03-16T01:00:00Z")).await.expect("frozen"), 1);
    assert_eq!(frozen(today()).await, METRICS.len(), "the close of the day is not known yet");
    assert_eq!(publisher(&app).freeze(at("2026-03-16T05:00:00Z")).await.expect("frozen"), 0);
    let close = DailyClose { day: today(), ..closes().remove(0) };
    app.app.store.prices.insert(&[close]).await.expect("a price");
    assert_eq!(publisher(&app).freeze(at("2026-03-16T05:15:00Z")).await.expect("frozen"), 1);
    assert_eq!(frozen(today()).await, METRICS.len() + 1);
    // Where none comes, it waits a day and no longer.
    assert_eq!(publisher(&app).freeze(at("2026-03-17T23:00:00Z")).await.expect("frozen"), 1);
    assert_eq!(frozen(today().plus(1)).await, METRICS.len());
    assert_eq!(publisher(&app).freeze(at("2026-03-18T00:30:00Z")).await.expect("frozen"), 1);
    assert_eq!(frozen(today().plus(1)).await, METRICS.len() + 1);
}

#[tokio::test]
async fn a_day_computes_again_and_a_difference_is_named() {
    let app = free().await;
    insert_closes(&app).await;
    let filled = fill_back(&app, 3, 2).await;
    assert_eq!((filled.filled, filled.stood), (2, 0));
    let filled = fill_back(&app, 4, 2).await;
    assert_eq!((filled.filled, filled.stood), (1, 2), "what stands is left");
    let day = today().plus(-3);
    let told = recompute(&app.app.store, day, None, now(), |_, _| {}).await.expect("recomputed");
    assert_eq!(told.len(), METRICS.len() + 1);
    assert!(told.iter().all(|one| one.verdict == Verdict::Equal), "{told:#?}");
    let nothing = recompute(&app.app.store, today(), Some("main_index"), now(), |_, _| {}).await;
    assert_eq!(nothing.expect("recomputed")[0].verdict, Verdict::NotPublished);

    // A document goes: nothing that came late explains it.
    let gone = items_of(day).remove(0);
    let url = domain::url::canonical_url(&gone.url).expect("an address");
    app.app.store.documents.delete(&[DocumentId::of_canonical_url(&url)]).await.expect("deleted");
    let told =
        recompute(&app.app.store, day, Some("main_index"), now(), |_, _| {}).await.expect("recomputed");
    assert_eq!((told[0].verdict, told[0].late_documents), (Verdict::Differs, 0));
    let documents =
        told[0].differences.iter().find(|difference| difference.what == "documents").expect("named");
    let count = |text: &str| text.parse::<i64>().expect("a count");
    assert_eq!(count(&documents.published) - count(&documents.now), 1);
}

/// What an older program sealed in the form of its time is proved in that form.
#[tokio::test]
async fn readings_sealed_in_the_old_form_stay_provable() {
    let app = free().await;
    insert_closes(&app).await;
    let old = Publisher { form: indices::Form::Debug, ..publisher(&app) };
    old.freeze(now()).await.expect("frozen");
    let day = today().plus(-1);
    let published = app.app.store.readings.of_day(day).await.expect("readings");
    assert!(!published.is_empty() && published.iter().all(|row| row.seal.len() == 32));
    let told = recompute(&app.app.store, day, None, now(), |_, _| {}).await.expect("recomputed");
    let proved = told.iter().filter(|one| one.verdict == Verdict::Equal).count();
    assert_eq!(proved, published.len(), "{told:#?}");
}

/// A history is told for the days that are asked for, each day with the version that published it.
/// A row is compared with its seal without computing anything.
#[tokio::test]
async fn a_published_row_says_what_was_sealed() {
    let app = free().await;
    insert_closes(&app).await;
    fill_back(&app, 60, 1).await;
    refresh(&app).await;
    let rows = app.app.store.readings.page(None, 10_000).await.expect("rows");
    let of = |state: Sealed| rows.iter().filter(|row| sealed(row) == state).collect::<Vec<_>>();
    assert!(of(Sealed::Other).is_empty(), "{:?}", of(Sealed::Other).first());
    assert!(of(Sealed::Equal).len() > 200 && of(Sealed::Equal).len() > of(Sealed::Unknown).len());
    let mut changed = of(Sealed::Equal)[0].clone();
    changed.value = changed.value.map(|value| value + 0.1).or(Some(1.0));
    assert_eq!(sealed(&changed), Sealed::Other);
}

#[tokio::test]
async fn a_history_takes_days() {
    let app = free().await;
    insert_closes(&app).await;
    fill_back(&app, 12, 1).await;
    publisher(&app).refresh(now()).await.expect("a portfolio");
    let (first, last) = (today().plus(-9), today().plus(-5));
    let path = format!("/indices?metric=main_index&include_history=true&startDate={first}&endDate={last}");
    let told = app.get(&path).await.json()["metrics"]["main_index"]["history"].clone();
    let days: Vec<&str> =
        told.as_array().expect("days").iter().map(|point| point["date"].as_str().expect("a day")).collect();
    assert!(
        !days.is_empty()
            && days.iter().all(|day| *day >= first.to_string().as_str() && *day <= last.to_string().as_str()),
        "{days:?}"
    );
    assert_eq!(
        told[0]["methodologyVersion"].as_str().map(|version| version.starts_with("main_index-2.")),
        Some(true)
    );
    problem(&app.get(&format!("/indices?startDate={first}")).await, 400, "invalid_parameter");
    let log = app.get("/changes").await.json();
    let published =
        log["data"].as_array().expect("changes").iter().filter(|change| change["kind"] == "methodology");
    assert!(published.clone().any(|change| change["subject"] == "main_index"), "{log}");
}

/// What was published by a method that another followed is proved by that method.
#[tokio::test]
async fn readings_of_a_former_method_stay_provable() {
    let app = free().await;
    insert_closes(&app).await;
    let former = indices::metrics::FORMER;
    let old = Publisher { metrics: former, ..publisher(&app) };
    old.freeze(now()).await.expect("frozen");
    let day = today().plus(-1);
    let published = app.app.store.readings.of_day(day).await.expect("readings");
    for metric in former {
        let (id, version) = (metric.method.id, metric.method.version);
        assert!(published.iter().any(|row| row.metric == id && row.version == version), "{published:?}");
        let told = recompute(&app.app.store, day, Some(id), now(), |_, _| {}).await;
        let told = told.expect("recomputed").remove(0);
        assert_eq!(told.verdict, Verdict::Equal, "{told:#?}");
        assert_eq!(told.now.as_ref().map(|now| now.version.as_str()), Some(version));
    }
}

/// The order of arrival and a restart in the middle change no digit. Stories are grown in the order of arrival, so
/// the second store is told those of the first: they are stored with their documents, as an input.
#[tokio::test]
async fn thirty_days_are_equal_whatever_the_order_of_arrival() {
    let app = free().await;
    insert_closes(&app).await;
    fill_back(&app, 65, 1).await;

    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut items = corpus();
    let mut seed = 2_026u64;
    for place in (1..items.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(place, (seed >> 33) as usize % (place + 1));
    }
    let rest = items.split_off(items.len() / 2);
    for half in [items, rest] {
        let store = open(folder.path()).await;
        for batch in half.chunks(97) {
            let digested = digest::digest(batch.to_vec(), now());
            store.documents.insert(digested.documents, None).await.expect("stored");
            // Days are counted while they are still filling.
            rollup::recount(&store, |_| {}).await.expect("counted");
        }
        store.close().await;
    }
    let store = open(folder.path()).await;
    let mut places = Vec::new();
    for day in (0..DAYS).map(|back| today().plus(-back)) {
        let documents = app.app.store.documents.of_day(day).await.expect("documents");
        places.extend(documents.into_iter().filter_map(|document| Some((document.id, document.story_id?))));
    }
    let seq = store.documents.max_seq().await.expect("a change");
    let changes = StoryChanges {
        placed: &places,
        moved: &[],
        merged: &[],
        repeats: &[],
        from: 0,
        to: seq,
        revision: 0,
        memory: &Remembered::Nothing,
        at: now(),
    };
    store.documents.change_stories(&changes, None).await.expect("told");
    store.prices.insert(&closes()).await.expect("prices");
    rollup::recount(&store, |_| {}).await.expect("counted");
    let other = Publisher::new(store.clone(), Arc::new(Figures::default()));
    rollup::load(&store, &other.figures).await.expect("figures");
    let days = DayRange::inclusive(today().plus(-65), today().plus(-1)).expect("forwards");
    backfill(&other, days, now(), |_| {}).await.expect("history");

    for n in 0..30 {
        let day = today().plus(-1 - (n * 37 + 11) % 65);
        let (one, two) = (app.app.store.readings.of_day(day).await, store.readings.of_day(day).await);
        let seals = |rows: Vec<store::readings::StoredReading>| {
            rows.into_iter().map(|row| (row.metric, row.seal, row.digest, row.value)).collect::<Vec<_>>()
        };
        let (one, two) = (seals(one.expect("readings")), seals(two.expect("readings")));
        assert_eq!(one.len(), METRICS.len() + 1);
        assert_eq!(one, two, "{day}");
        if n % 10 == 0 {
            let told = recompute(&store, day, None, now(), |_, _| {}).await.expect("recomputed");
            assert!(told.iter().all(|one| one.verdict == Verdict::Equal), "{day}");
        }
    }
    let covered = app.app.store.readings.history("main_index", days).await.expect("history");
    assert!(covered.len() > 30, "most days say something: {}", covered.len());
    assert!(find("main_index").is_some());
}
