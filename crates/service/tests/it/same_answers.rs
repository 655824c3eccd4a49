//! The same documents in the embedded store and in Postgres: whatever is asked, the answers are the same to the byte.
//!
//! `BELLWETHER_REQUESTS=2000 cargo test -p service --test it same_answers` asks more than a run of all tests does.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use domain::{Day, Instant, Item};
use interface::{Access, Entry, Location, Method};
use metering::Scope;
use pipeline::calls;
use pipeline::narratives::{NarrativeFollower, load};
use pipeline::readings::Publisher;
use runtime::config::Config;
use runtime::followers::StepContext;
use serde_json::Value;
use store::Store;
use store::prices::DailyClose;
use web::operations;

use crate::app::{NOW, Reply, TestApp};

/// Of the demo, the newest.
const DOCUMENTS: usize = 600;
const REQUESTS: usize = 300;

async fn filled(store: Store, items: &[Item], prices: &[(Day, f64)]) -> TestApp {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::on(store, folder, Config { metering: false, ..Config::default() });
    let store = &app.app.store;
    let close = |(day, close): &(Day, f64)| DailyClose {
        asset: "BTC".into(),
        day: *day,
        close: *close,
        source: "demo".into(),
    };
    store.prices.insert(&prices.iter().map(close).collect::<Vec<_>>()).await.expect("prices");
    app.take_in(items.to_vec()).await;
    calls::catch_up(store).await.expect("calls");
    let mut narratives = NarrativeFollower::new(store.clone(), Arc::clone(&app.app.figures));
    narratives.catch_up(&StepContext::default()).await.expect("narratives");
    load(store, &app.app.figures).await.expect("loaded");
    let publisher = Publisher::new(store.clone(), Arc::clone(&app.app.figures));
    publisher.refresh(app.app.clock.now()).await.expect("published");
    app
}

/// Random enough, and the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn of<'a>(&mut self, values: &'a [String]) -> &'a str {
        &values[self.below(values.len())]
    }
}

/// Words and names that can be asked for.
struct Pool {
    days: Vec<String>,
    words: Vec<String>,
    names: Vec<String>,
    documents: Vec<String>,
    stories: Vec<String>,
}

impl Pool {
    fn value(&self, random: &mut Random, path: &str, name: &str, schema: &Value) -> String {
        if let Some(values) = schema["enum"].as_array() {
            let value = &values[random.below(values.len())];
            return value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        }
        match (schema["format"].as_str(), schema["type"].as_str(), name) {
            (Some("date"), _, _) => random.of(&self.days).to_owned(),
            (Some("date-time"), _, _) => format!("{}T12:00:00Z", random.of(&self.days)),
            (_, Some("integer"), _) => (1 + random.below(20)).to_string(),
            (_, Some("boolean"), _) => ["true", "false"][random.below(2)].to_owned(),
            (_, _, "id") if path.starts_with("/stor") => random.of(&self.stories).to_owned(),
            (_, _, "id") => random.of(&self.documents).to_owned(),
            (_, _, "keyword") => random.of(&self.words).to_owned(),
            _ => random.of(&self.names).to_owned(),
        }
    }

    fn request(&self, random: &mut Random, entry: &Entry) -> String {
        let (mut path, mut query) = (entry.route.path.to_owned(), Vec::new());
        let mut dates = [random.of(&self.days).to_owned(), random.of(&self.days).to_owned()];
        dates.sort();
        for spec in entry.parameters() {
            let schema = serde_json::to_value(&spec.schema).expect("a schema");
            let value = match spec.name {
                "startDate" => dates[0].clone(),
                "endDate" => dates[1].clone(),
                name => self.value(random, entry.route.path, name, &schema),
            };
            let value = encoded(&value);
            match spec.location {
                Location::Path => path = path.replace(&format!("{{{}}}", spec.name), &value),
                Location::Query if spec.required || random.below(4) == 0 => {
                    query.push(format!("{}={value}", spec.name));
                }
                _ => {}
            }
        }
        format!("{path}?{}", query.join("&"))
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

/// Without the id that names the request, and without how long something took to work out.
fn body(reply: &Reply) -> String {
    const TOOK: &str = "\"calculationDurationMs\":";
    let mut text = String::from_utf8_lossy(&reply.body).into_owned();
    if let Some(start) = text.find(TOOK) {
        let number = start + TOOK.len();
        let end = text[number..].find([',', '}']).map_or(text.len(), |length| number + length);
        text.replace_range(number..end, "0");
    }
    match reply.header("x-request-id") {
        "" => text,
        id => text.replace(id, "-"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_engines_answer_the_same() {
    let Some(postgres) = store::testing::postgres().await else { return };
    let embedded = store::testing::sqlite().await;
    let world = demo::world_until(Instant::parse(NOW).expect("an instant"), demo::SEED);
    let all: Vec<Item> = world.items().collect();
    let items = &all[all.len() - DOCUMENTS..];
    let one = filled(Store::clone(&embedded), items, &world.prices).await;
    let other = filled(Store::clone(&postgres), items, &world.prices).await;

    let documents = one.app.store.documents.in_stories(0, 10_000).await.expect("documents");
    let strings = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<String>>();
    let span = one.app.figures.ask(|cube| cube.span()).expect("days");
    let pool = Pool {
        days: span.days().map(|day| day.to_string()).collect(),
        words: strings(&["bitcoin", "\"hash rate\"", "stable* AND NOT tether", "exchange OR court", "(a"]),
        names: demo::COMPANIES
            .iter()
            .map(|company| company.name.to_owned())
            .chain(strings(&["Bitcoin", "regulation", "nobody", "positive"]))
            .collect(),
        documents: documents.iter().map(|document| document.id.to_string()).collect(),
        stories: documents.iter().filter_map(|document| document.story_id.clone()).collect(),
    };
    let asked: Vec<Entry> = operations::all()
        .into_iter()
        .filter(|entry| entry.route.method == Method::Get && entry.scope == Scope::Read && !entry.streams)
        .filter(|entry| entry.access != Access::Unchecked)
        .collect();
    let requests = std::env::var("BELLWETHER_REQUESTS").ok().and_then(|text| text.parse().ok());
    let (mut random, mut good) = (Random(7), 0);
    let requests: usize = requests.unwrap_or(REQUESTS);
    for number in 0..requests {
        let path = pool.request(&mut random, &asked[number % asked.len()]);
        let request = || Request::get(&path).body(Body::empty()).expect("a request");
        let (first, second) = tokio::join!(one.send(request()), other.send(request()));
        assert_eq!(first.status, second.status, "{path}");
        assert_eq!(body(&first), body(&second), "{path}");
        for header in ["link", "x-service-total", "content-type"] {
            assert_eq!(first.header(header), second.header(header), "{header} of {path}");
        }
        good += usize::from(first.status.is_success());
    }
    assert!(good > requests / 4, "only {good} of {requests} were answered");
}
