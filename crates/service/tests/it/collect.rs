//! The world comes in: a collector against a web on loopback, and the commands that try sources.

use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use axum::body::Body;
use axum::http::Request;
use domain::{Day, DayRange};
use pipeline::collect::catalog;
use pipeline::collect::{Collector, Round};
use pipeline::index;
use runtime::config::Config;
use serde_json::Value;
use sources::{SourceEntry, SourceKind};
use store::Source;

use crate::app::TestApp;
use crate::web::{Page, Web, page, rss};

pub fn settings() -> Config {
    Config {
        metering: false,
        collect_private_addresses: true,
        collect_host_gap_ms: 0,
        collect_timeout_s: 1,
        ..Config::default()
    }
}

pub async fn service(config: Config) -> (TestApp, Arc<Collector>) {
    let app = TestApp::with(config).await;
    let (store, clock) = (app.app.store.clone(), app.app.clock.clone());
    let collector = Collector::new(store, clock, &app.app.config).expect("good settings");
    (app, Arc::new(collector))
}

pub fn entry(id: &str, url: &str) -> SourceEntry {
    SourceEntry {
        id: id.into(),
        outlet: "The Wire".into(),
        category: "Crypto News".into(),
        ..SourceEntry::added(url, SourceKind::Feed)
    }
}

pub async fn add(app: &TestApp, entry: &SourceEntry) {
    app.app.store.sources.add(&catalog::added(entry), app.app.clock.now()).await.expect("added");
}

pub async fn stored(app: &TestApp, id: &str) -> Source {
    app.app.store.sources.find(id).await.expect("an answer").expect("it is there")
}

/// Everything is due again.
pub fn hours_later(app: &TestApp, hours: i64) {
    app.app.clock.set(app.app.clock.now().plus_ms(hours * 3_600_000));
}

fn health<'a>(body: &'a Value, id: &str) -> &'a Value {
    let sources = body["data"].as_array().expect("a list");
    sources.iter().find(|source| source["id"] == id).unwrap_or_else(|| panic!("no {id} in {body}"))
}

#[tokio::test]
async fn a_feed_comes_in_once_with_the_text_of_its_pages() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    let feed =
        rss(&web.base, &[("/one", "Miners agree", "A short summary."), ("/two", "Exchange opens", "Short.")]);
    web.set("/feed.xml", Page::Tagged("\"v1\"", feed.clone()));
    web.set("/one", Page::Body(page("Miners agree", "The zirconium pool signed the charter")));
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;

    assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 2 });
    index::catch_up(&app.app.store, &app.app.finder, |_| {}).await.expect("indexed");
    let found = app.get("/feed?startDate=2026-03-01&endDate=2026-03-15&keyword=zirconium").await;
    assert_eq!(found.titles(), ["Miners agree"]);
    assert_eq!(found.json()["data"][0]["Outlet"], "The Wire");
    let all = app.get("/feed?startDate=2026-03-01&endDate=2026-03-15").await;
    assert_eq!(all.titles().len(), 2, "a page that is missing leaves the summary");
    let seq = app.app.store.documents.max_seq().await.expect("a number");

    // Not due yet: nobody is asked.
    assert_eq!(collector.round().await, Round::default());
    // Unchanged, by the server's own word.
    hours_later(&app, 24);
    assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 0 });
    assert_eq!(web.last_tag("/feed.xml").as_deref(), Some("\"v1\""));
    // Sent again in full: what is stored in full is not undone by the summary, and no page is fetched twice.
    web.set("/feed.xml", Page::Body(feed));
    hours_later(&app, 24);
    assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 0 });
    assert_eq!((web.asked("/feed.xml"), web.asked("/one"), web.asked("/two")), (3, 1, 1));
    assert_eq!(app.app.store.documents.max_seq().await.expect("a number"), seq);

    let reply = app.get("/sources/health").await;
    let body = reply.json();
    let wire = health(&body, "wire");
    assert_eq!((wire["state"].as_str(), wire["items"].as_i64()), (Some("ok"), Some(2)), "{wire}");
    assert_eq!((wire["outlet"].as_str(), &wire["error"]), (Some("The Wire"), &Value::Null));
    assert!(wire["nextDue"].as_str() > wire["lastSuccess"].as_str(), "{wire}");
    let request = Request::get("/sources/health").header("accept", "text/csv");
    let table = app.send(request.body(Body::empty()).expect("a request")).await.body;
    let table = String::from_utf8(table).expect("text");
    assert!(table.starts_with("id,kind,outlet,state,"), "{table}");
    assert!(table.contains("wire,feed,The Wire,ok,"), "{table}");
}

#[tokio::test]
async fn a_page_that_could_not_be_fetched_is_fetched_later_but_not_for_ever() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    let entries = [
        ("/one", "Miners agree", "A short summary."),
        ("/two", "Exchange opens", "Short."),
        ("/three", "Bank waits", "Brief."),
    ];
    web.set("/feed.xml", Page::Tagged("\"v1\"", rss(&web.base, &entries)));
    for path in ["/one", "/two"] {
        web.set(path, Page::Status(503, "retry-after", "30"));
    }
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;
    assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 3 });

    web.set("/one", Page::Body(page("Miners agree", "The zirconium pool signed the charter")));
    hours_later(&app, 24);
    assert_eq!(
        collector.round().await,
        Round { polled: 1, failed: 0, taken_in: 1 },
        "the feed itself has not changed"
    );
    index::catch_up(&app.app.store, &app.app.finder, |_| {}).await.expect("indexed");
    let found = app.get("/feed?startDate=2026-03-01&endDate=2026-03-15&keyword=zirconium").await;
    assert_eq!(found.titles(), ["Miners agree"]);
    for _ in 0..6 {
        hours_later(&app, 48);
        collector.round().await;
    }
    // Once and three times more where the server was busy; once where it says that there is no such page.
    assert_eq!((web.asked("/one"), web.asked("/two"), web.asked("/three")), (2, 4, 1));
}

#[tokio::test]
async fn a_dead_source_is_told_in_words_and_delays_nobody() {
    let (web, stuck) = (Web::start().await, Web::on("127.0.0.2").await);
    let (app, collector) = service(settings()).await;
    web.set("/good.xml", Page::Body(rss(&web.base, &[("/a", "Good news", "Short.")])));
    web.set("/page.html", Page::Body("<html><body>Welcome</body></html>".into()));
    web.set("/busy.xml", Page::Status(503, "retry-after", "7200"));
    web.set("/gone.xml", Page::Status(410, "x", "y"));
    for path in ["page.html", "busy.xml", "gone.xml"] {
        add(&app, &entry(path, &web.url(&format!("/{path}")))).await;
    }
    for number in 0..6 {
        let path = format!("/{number}.xml");
        stuck.set(&path, Page::Stuck);
        add(&app, &entry(&format!("a-stuck-{number}"), &stuck.url(&path))).await;
    }
    add(&app, &entry("z-good", &web.url("/good.xml"))).await;

    let began = Stopwatch::now();
    let round = tokio::spawn({
        let collector = Arc::clone(&collector);
        async move { collector.round().await }
    });
    while app.app.store.documents.count().await.expect("a count") == 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "the good source waits for the stuck ones");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!round.is_finished(), "the stuck ones take three seconds");
    assert_eq!(round.await.expect("it ends"), Round { polled: 10, failed: 9, taken_in: 1 });

    let body = app.get("/sources/health").await.json();
    let error = |id: &str| health(&body, id)["error"].as_str().unwrap_or("").to_owned();
    assert!(error("page.html").contains("this is a web page, not a feed"), "{body}");
    assert!(error("busy.xml").contains("503"), "{body}");
    assert!(error("a-stuck-3").contains("no answer within 1000 ms"), "{body}");
    assert_eq!(health(&body, "gone.xml")["state"], "paused");
    assert_eq!(body["summary"]["failing"], 8, "{body}");
    let waits_ms = stored(&app, "busy.xml").await.next_due_at.since(app.app.clock.now());
    assert!(waits_ms >= 7_200_000, "{waits_ms}");
    // It failed, it is asked again later, and then it is well.
    web.set("/page.html", Page::Body(rss(&web.base, &[("/b", "Now a feed", "Short.")])));
    hours_later(&app, 1);
    collector.round().await;
    let source = stored(&app, "page.html").await;
    assert_eq!((source.error_count, source.last_error, source.items_total), (0, None, 1));
    assert!(
        runtime::telemetry::exposition()
            .contains("bellwether_polls_total{source=\"page.html\",outcome=\"failed\"} 1")
    );
}

#[tokio::test]
async fn a_source_that_moved_for_good_is_asked_at_its_new_address() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    web.set("/old.xml", Page::MovedForGood(web.url("/new.xml")));
    web.set("/new.xml", Page::Body(rss(&web.base, &[("/a", "Moved", "Short.")])));
    let listed = entry("mover", &web.url("/old.xml"));
    collector.merge(std::slice::from_ref(&listed)).await.expect("merged");
    hours_later(&app, 1);
    assert_eq!(collector.round().await.taken_in, 1);
    // It is believed after the third time, a day later.
    for _ in 0..2 {
        assert_eq!(stored(&app, "mover").await.url, web.url("/old.xml"));
        hours_later(&app, 12);
        assert_eq!(collector.round().await.polled, 1);
    }
    assert_eq!(stored(&app, "mover").await.url, web.url("/new.xml"));
    // The list at the next start still names the old address, and that changes nothing.
    collector.merge(std::slice::from_ref(&listed)).await.expect("merged");
    hours_later(&app, 24);
    assert_eq!(collector.round().await.polled, 1);
    assert_eq!((web.asked("/old.xml"), web.asked("/new.xml")), (3, 4));
    // A list that names a third address is believed.
    collector.merge(&[entry("mover", &web.url("/third.xml"))]).await.expect("merged");
    assert_eq!(stored(&app, "mover").await.url, web.url("/third.xml"));
}

#[tokio::test]
async fn the_catalogue_respects_what_people_decided() {
    let (app, collector) = service(settings()).await;
    let list: Vec<SourceEntry> =
        ["a", "b", "c"].iter().map(|id| entry(id, &format!("http://127.0.0.1:9/{id}"))).collect();
    assert_eq!(collector.merge(&list).await.expect("merged"), 3);
    let sources = &app.app.store.sources;
    sources.pause("a", true).await.expect("paused");
    let mark = catalog::removed(&stored(&app, "b").await).expect("it is listed");
    sources.pause("b", true).await.expect("paused");
    sources.add(&mark, app.app.clock.now()).await.expect("marked");
    assert_eq!(collector.merge(&list).await.expect("merged"), 0);
    hours_later(&app, 1);
    let due = sources.list_due(app.app.clock.now(), 10).await.expect("a list");
    assert_eq!(due.iter().map(|source| source.id.as_str()).collect::<Vec<_>>(), ["c"]);
    let body = app.get("/sources/health").await.json();
    assert_eq!(body["summary"]["total"], 2, "{body}");

    // The whole default catalogue fits, and is spread over its first minutes.
    collector.merge(&sources::default_sources()).await.expect("merged");
    let all = sources.list().await.expect("a list");
    let later = all.iter().filter(|source| source.next_due_at > app.app.clock.now()).count();
    assert!(all.len() > 170 && later > 150, "{} sources, {later} later", all.len());
}

#[tokio::test]
async fn the_cursor_is_never_ahead_of_the_documents() {
    let web = Web::start().await;
    let (app, collector) = service(Config { collect_timeout_s: 30, ..settings() }).await;
    web.set("/feed.xml", Page::Tagged("\"v1\"", rss(&web.base, &[("/slow", "Slow page", "Short.")])));
    web.set("/slow", Page::Stuck);
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;
    // Cut off while the page is being fetched: as after a crash, neither has moved.
    let cut = tokio::time::timeout(Duration::from_secs(2), collector.round()).await;
    assert!(cut.is_err() && web.asked("/slow") == 1);
    let source = stored(&app, "wire").await;
    assert_eq!((source.etag, source.last_success_at), (None, None));
    assert_eq!(app.app.store.documents.count().await.expect("a count"), 0);
    // The claim runs out, and everything is there again.
    web.set("/slow", Page::Body(page("Slow page", "It came after all")));
    hours_later(&app, 1);
    assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 1 });
    assert_eq!(stored(&app, "wire").await.etag.as_deref(), Some("\"v1\""));

    // More pages than one poll may fetch: the cursor waits until the last is in.
    let titles: Vec<(String, String)> = (0..45).map(|i| (format!("/p{i}"), format!("Title {i}"))).collect();
    let entries: Vec<(&str, &str, &str)> =
        titles.iter().map(|(path, title)| (path.as_str(), title.as_str(), "Short.")).collect();
    web.set("/many.xml", Page::Tagged("\"m1\"", rss(&web.base, &entries)));
    add(&app, &entry("many", &web.url("/many.xml"))).await;
    assert_eq!(collector.round().await.taken_in, 40);
    assert_eq!(stored(&app, "many").await.etag, None);
    hours_later(&app, 1);
    assert_eq!(collector.round().await.taken_in, 5);
    let source = stored(&app, "many").await;
    assert_eq!((source.etag.as_deref(), source.items_total), (Some("\"m1\""), 45));
}

#[tokio::test]
async fn prices_are_kept_for_days_that_are_over_and_believed_once() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    web.set(
        "/a.json",
        Page::Body(r#"[{"date":"2026-03-13","close":90.5},{"date":"2026-03-15","close":1.0}]"#.into()),
    );
    web.set(
        "/b.json",
        Page::Body(r#"[{"date":"2026-03-13","close":91.0},{"date":"2026-03-14","close":92.0}]"#.into()),
    );
    for name in ["a", "b"] {
        let url = web.url(&format!("/{name}.json"));
        let priced = SourceEntry { id: name.into(), ..SourceEntry::added(&url, SourceKind::BitcoinPrice) };
        add(&app, &priced).await;
        assert_eq!(collector.round().await, Round { polled: 1, failed: 0, taken_in: 0 });
    }
    let days = DayRange::inclusive(
        Day::parse("2026-03-01").expect("a day"),
        Day::parse("2026-03-31").expect("a day"),
    );
    let closes = app.app.store.prices.list("BTC", days.expect("a range")).await.expect("prices");
    let closes: Vec<(String, f64)> =
        closes.iter().map(|close| (close.day.to_string(), close.close)).collect();
    assert_eq!(closes, [("2026-03-13".to_owned(), 90.5), ("2026-03-14".to_owned(), 92.0)]);
}

#[tokio::test]
async fn filings_wait_for_a_contact() {
    let (app, collector) = service(settings()).await;
    let company = sources::default_companies().remove(0);
    add(&app, &company.filings()).await;
    assert_eq!(collector.round().await, Round { polled: 1, failed: 1, taken_in: 0 });
    let source = stored(&app, &company.filings().id).await;
    assert!(source.last_error.is_some_and(|words| words.contains("collect_contact")));
}

/// The figure of the whole: two thousand at once, few connections to each host, and a stuck host among them.
#[tokio::test]
async fn two_thousand_sources_due_at_once() {
    const HOSTS: usize = 20;
    let (app, collector) = service(Config { collect_timeout_s: 2, ..settings() }).await;
    let mut hosts = Vec::new();
    for number in 0..HOSTS {
        hosts.push(Web::on(&format!("127.0.1.{}", number + 1)).await);
    }
    let stuck = Web::on("127.0.2.1").await;
    for number in 0..2_000 {
        let host = &hosts[number % HOSTS];
        let path = format!("/{number}.xml");
        host.set(&path, Page::Body(rss(&host.base, &[])));
        add(&app, &entry(&format!("s{number}"), &host.url(&path))).await;
    }
    for number in 0..4 {
        stuck.set(&format!("/{number}"), Page::Stuck);
        add(&app, &entry(&format!("a{number}"), &stuck.url(&format!("/{number}")))).await;
    }
    let round = collector.round().await;
    assert_eq!((round.polled, round.failed), (2_004, 4));
    for host in &hosts {
        assert!((1..=2).contains(&host.most_at_once()), "{} at once", host.most_at_once());
    }
}

fn bellwether(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["--data-dir", "data"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect()
}

#[test]
fn the_commands_that_try_things_print_a_line_for_each_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("good.xml", &rss("https://wire.example", &[("/a", "Miners agree", "Short.")]));
    write("page.html", &page("Miners agree", "The zirconium pool signed the charter"));
    write(
        "call.txt",
        "Example Mining Corp. Q4 2025 Earnings Call\nFebruary 3, 2026\n\nOperator: Good morning and welcome. Our first \
         speaker is Ada Stone, Chief Executive Officer.\n\nAda Stone: Thank you. Revenue grew by a tenth, and we mined \
         more coins than in any quarter before.\n\nOperator: We will now begin the question-and-answer session.\n\nBen \
         Reed: What did power cost?\n\nAda Stone: Four cents.\n",
    );
    write("empty.txt", "");

    let tested =
        bellwether(folder.path(), &["source", "test", "good.xml", "page.html", "missing.xml", "--json"]);
    let tested = lines(&tested);
    assert_eq!(tested.len(), 3);
    assert_eq!((&tested[0]["input"], &tested[0]["kind"]), (&Value::from("good.xml"), &Value::from("rss")));
    assert_eq!(tested[0]["title"], "The Wire");
    let expected = serde_json::json!([{
        "title": "Miners agree", "link": "https://wire.example/a", "id": null,
        "published": "2026-03-14T09:30:00Z", "author": null,
    }]);
    let mut entries = tested[0]["entries"].clone();
    entries[0]["id"] = Value::Null;
    assert_eq!(entries, expected);
    assert!(tested[1]["error"].as_str().is_some_and(|words| words.contains("web page")), "{}", tested[1]);
    assert!(
        tested[2]["error"].as_str().is_some_and(|words| words.contains("cannot be read")),
        "{}",
        tested[2]
    );

    let extracted = lines(&bellwether(folder.path(), &["extract", "page.html", "empty.txt", "--json"]));
    assert_eq!((extracted.len(), &extracted[0]["title"]), (2, &Value::from("Miners agree")));
    let text = extracted[0]["text"].as_str().expect("a text");
    assert!(text.contains("The zirconium pool signed the charter") && !text.contains("Home"), "{text}");
    assert!(extracted[1]["error"].is_string());

    let calls = lines(&bellwether(folder.path(), &["transcript", "call.txt", "empty.txt", "--json"]));
    assert_eq!(calls[0]["date"], "2026-02-03", "{}", calls[0]);
    let turns = calls[0]["turns"].as_array().expect("turns");
    let said: Vec<(&str, &str)> = turns
        .iter()
        .map(|turn| (turn["speaker"].as_str().unwrap_or(""), turn["role"].as_str().unwrap_or("")))
        .collect();
    assert!(
        said.contains(&("Ada Stone", "executive")) && said.contains(&("Operator", "operator")),
        "{said:?}"
    );
    assert!(turns.iter().all(|turn| turn["section"].is_string() && turn["text"].is_string()));
    assert!(calls[1]["error"].is_string());
}

#[test]
fn sources_are_added_listed_paused_and_removed_by_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = bellwether(folder.path(), arguments);
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), words(&output.stdout), words(&output.stderr))
    };
    let (good, id, said) = run(&["source", "add", "https://wire.example/feed", "--outlet", "The Wire"]);
    assert!(good, "{said}");
    let id = id.trim();
    assert!(run(&["source", "list"]).1.contains("The Wire  https://wire.example/feed"));
    assert!(run(&["source", "pause", id]).0);
    assert!(run(&["source", "list"]).1.contains("paused"));
    assert!(run(&["source", "resume", id]).0);
    assert!(run(&["source", "list"]).1.contains("not read yet"));
    assert!(run(&["source", "export-opml", "list.opml"]).0);
    assert!(run(&["source", "remove", id]).0);
    assert_eq!(run(&["source", "list"]).1, "");
    assert_eq!(run(&["source", "import-opml", "list.opml"]).1.trim(), "1 added, 0 were there already");
    assert!(run(&["source", "list"]).1.contains("The Wire"));
    let (good, _, said) = run(&["source", "pause", "nobody"]);
    assert!(!good && said.contains("there is no source"), "{said}");
    let (good, _, said) = run(&["source", "add", "wire.example/feed"]);
    assert!(!good && said.contains("no address"), "{said}");
}
