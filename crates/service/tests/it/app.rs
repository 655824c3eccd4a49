//! A service of its own for each test: an embedded store in a scratch folder (a database of its own with
//! `BELLWETHER_TEST_ENGINE=postgres`), an index in memory, a clock that stands still.

use std::sync::Arc;

use admission::Admission;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use domain::{Day, Extent, Instant, Item, Kind, Outlet, Precision};
use figures::Figures;
use http_body_util::BodyExt;
use interface::App;
use management::accounts::Accounts;
use metering::{KeyKind, Scope};
use pipeline::{digest, index, rollup, stories};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::Board;
use search::Finder;
use serde_json::Value;
use store::Store;
use store::audit_log::{Actor, Origin};
use tempfile::TempDir;
use tower::ServiceExt;

pub const NOW: &str = "2026-03-15T12:00:00Z";

pub struct TestApp {
    pub app: Arc<App>,
    router: axum::Router,
    folder: TempDir,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl TestApp {
    /// Everyone is let in and nobody pays.
    pub async fn new() -> TestApp {
        TestApp::with(Config { metering: false, ..Config::default() }).await
    }

    /// Keys, limits and credits as they are out of the box, but changes act at once.
    pub async fn metered() -> TestApp {
        TestApp::with(Config { key_cache_ms: 0, ..Config::default() }).await
    }

    pub async fn with(config: Config) -> TestApp {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let store = match std::env::var("BELLWETHER_TEST_ENGINE").as_deref() {
            Ok("postgres") => Store::clone(&store::testing::postgres().await.expect("Postgres is installed")),
            _ => {
                Store::open(&store::Settings::sqlite(folder.path().join("store.db"))).await.expect("a store")
            }
        };
        TestApp::on(store, folder, config)
    }

    /// Over a store of the caller's.
    pub fn on(store: Store, folder: TempDir, config: Config) -> TestApp {
        TestApp::at("https://api.example", store, folder, config)
    }

    /// The same under another address.
    pub fn at(public_url: &str, store: Store, folder: TempDir, config: Config) -> TestApp {
        let finder = Arc::new(Finder::in_memory().expect("an index"));
        let config =
            Config { data_dir: folder.path().display().to_string(), public_url: public_url.into(), ..config };
        let clock = Clock::fixed(Instant::parse(NOW).expect("an instant"));
        let admission =
            Arc::new(Admission::new(store.clone(), config.clone(), clock.clone()).expect("good settings"));
        let figures = Arc::new(Figures::within(config.figures_memory_mib));
        // Nothing was counted before.
        figures.set_loaded();
        let followers = Arc::default();
        let app = Arc::new(App { store, finder, figures, followers, admission, config, clock });
        TestApp { router: web::router(Arc::clone(&app)), app, folder }
    }

    /// The same service with another index.
    pub fn with_finder(self, finder: Arc<Finder>) -> TestApp {
        self.with_parts(|parts| parts.finder = finder)
    }

    /// The same service with another board.
    pub fn with_followers(self, followers: Board) -> TestApp {
        self.with_parts(|parts| parts.followers = Arc::new(followers))
    }

    fn with_parts(self, change: impl FnOnce(&mut App)) -> TestApp {
        let TestApp { app, router, folder } = self;
        drop(router);
        let mut app = Arc::into_inner(app).expect("nobody else has it yet");
        change(&mut app);
        let app = Arc::new(app);
        TestApp { router: web::router(Arc::clone(&app)), app, folder }
    }

    /// Takes items in by the path that everything takes, makes them findable and counts them.
    pub async fn take_in(&self, items: Vec<Item>) {
        self.insert(items).await;
        self.count().await;
    }

    /// The same without stories and counts.
    pub async fn insert(&self, items: Vec<Item>) {
        let digested = digest::digest(items, self.app.clock.now());
        assert!(
            digested.rejected.is_empty(),
            "{:?}",
            digested.rejected.first().map(|rejected| &rejected.reason)
        );
        self.app.store.documents.insert(digested.documents, None).await.expect("stored");
        index::catch_up(&self.app.store, &self.app.finder, |_| {}).await.expect("indexed");
    }

    /// Grows stories and counts days, as the followers of a running service do.
    pub async fn count(&self) {
        stories::catch_up(&self.app.store, &self.app.clock).await.expect("stories");
        rollup::recount(&self.app.store, |_| {}).await.expect("counted days");
        rollup::load(&self.app.store, &self.app.figures).await.expect("figures");
    }

    /// Of changes that a test makes by itself.
    pub fn origin(&self) -> Origin {
        Origin { actor: Actor::command_line("test"), address: None, at: self.app.clock.now() }
    }

    pub fn accounts(&self) -> Accounts<'_> {
        Accounts { store: &self.app.store, pepper: b"", origin: self.origin(), by: Scope::Operator }
    }

    /// An account of this name on this plan, with a key of its own.
    pub async fn key(&self, account: &str, plan: &str) -> String {
        let accounts = self.accounts();
        accounts.create(account, plan).await.expect("a new account");
        self.another_key(account, "first").await
    }

    pub async fn another_key(&self, account: &str, name: &str) -> String {
        self.key_of(account, name, Scope::Account).await
    }

    pub async fn key_of(&self, account: &str, name: &str, scope: Scope) -> String {
        let issued = self.accounts().create_key(account, name, KeyKind::Live, scope, None).await;
        issued.expect("a new key").key.reveal().to_owned()
    }

    pub async fn get_with(&self, key: &str, path: &str) -> Reply {
        let request = Request::get(path).header("authorization", format!("Bearer {key}"));
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    /// A JSON body by any method.
    pub async fn send_json(&self, key: &str, method: &str, path: &str, body: Value) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {key}"))
            .header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    /// The books balance and nothing is left open.
    #[track_caller]
    pub fn audit(&self) -> impl Future<Output = i64> + use<> {
        let (app, place) = (Arc::clone(&self.app), std::panic::Location::caller());
        async move {
            app.admission.gate().expect("a gate").idle().await;
            // What needs not be durable becomes visible to readers a moment later.
            let mut audit = app.store.ledger.audit().await.expect("an audit");
            for _ in 0..100 {
                if audit.open_holds == 0 {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                audit = app.store.ledger.audit().await.expect("an audit");
            }
            assert_eq!(audit.differences, [], "{place}");
            assert_eq!(audit.open_holds, 0, "{place}");
            audit.credits
        }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).expect("a request")).await
    }

    /// The answer with its body not yet read.
    pub async fn open(&self, request: Request<Body>) -> axum::http::Response<Body> {
        self.router.clone().oneshot(request).await.expect("infallible")
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.open(request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a body").to_bytes().to_vec();
        Reply { status: parts.status, headers: parts.headers, body }
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("not JSON ({error}): {}", String::from_utf8_lossy(&self.body)))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// The titles of a feed page, in order.
    pub fn titles(&self) -> Vec<String> {
        let body = self.json();
        let data = body["data"].as_array().unwrap_or_else(|| panic!("no data: {body}"));
        data.iter().map(|article| article["Title"].as_str().unwrap_or("").to_owned()).collect()
    }
}

/// A plain news item; `at` is an instant or a day.
pub fn news(number: u32, at: &str, outlet: &str, title: &str, content: &str) -> Item {
    Item {
        kind: Kind::News,
        url: format!("https://{}.example/{number}", outlet.to_lowercase().replace(' ', "-")),
        title: title.into(),
        content: content.into(),
        published_at: Some(Instant::parse(at).expect("an instant")),
        precision: Precision::Second,
        outlet: Outlet {
            name: outlet.into(),
            category: "Crypto News".into(),
            family: outlet.into(),
            country: "US".into(),
        },
        author_name: "Ada Writer".into(),
        image_url: String::new(),
        language: Some("en".into()),
        extent: Extent::Full,
        speaker: None,
        turns: Vec::new(),
        ticker: None,
        invented: false,
    }
}

/// `count` items, one a minute, from the start of `day`.
pub fn minutes(day: &str, count: u32) -> Vec<Item> {
    let start = Day::parse(day).expect("a day").start();
    (0..count)
        .map(|i| {
            let mut item = news(i, day, "Daily", &format!("Item {i}"), "Bitcoin moved a little today.");
            item.published_at = Some(start.plus_ms(i64::from(i) * 60_000));
            item
        })
        .collect()
}
