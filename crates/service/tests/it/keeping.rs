//! What may be kept and what goes: takedowns, retention, excerpts, and all that an account owns.

use axum::body::Body;
use axum::http::Request;
use domain::{Instant, Item, Kind};
use metering::Scope;
use pipeline::backups::{self, BackupFollower};
use pipeline::collect::{Round, change};
use pipeline::objects::Objects;
use pipeline::readings::{Publisher, Verdict, recompute};
use pipeline::removal::RetentionFollower;
use pipeline::{index, rollup};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::database;
use runtime::followers::{Follower, StepContext};
use runtime::retention::Retention;
use serde_json::{Value, json};
use sources::Content;

use crate::app::{Reply, TestApp, news};
use crate::collect::{add, entry, hours_later, service, settings};
use crate::console::{house, sign_in, text};
use crate::web::{Page, Web, rss};

const DAYS: &str = "startDate=2026-03-01&endDate=2026-03-15";

fn coverage() -> Vec<Item> {
    let told = ["Miners agree on a charter", "Exchange opens in Zug", "Bank waits for the court"];
    (0..12)
        .map(|n| {
            let at = format!("2026-03-{:02}T09:00:00Z", 3 + n / 3);
            let outlet = ["Daily", "Wire", "Post"][n as usize % 3];
            news(n, &at, outlet, told[n as usize % 3], &format!("Report {n}: the parties met again."))
        })
        .collect()
}

async fn delete(app: &TestApp, key: &str, path: &str) -> Reply {
    let request = Request::delete(path).header("authorization", format!("Bearer {key}"));
    app.send(request.body(Body::empty()).expect("a request")).await
}

/// As a running service follows: index, then counts.
async fn follow(app: &TestApp) {
    index::catch_up(&app.app.store, &app.app.finder, |_| {}).await.expect("indexed");
    rollup::recount(&app.app.store, |_| {}).await.expect("counted");
    rollup::load(&app.app.store, &app.app.figures).await.expect("figures");
}

#[tokio::test]
async fn a_document_is_taken_down_everywhere_and_stays_away() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "team").await;
    let operator = app.key_of("acme", "operator", Scope::Operator).await;
    app.take_in(coverage()).await;
    let publisher = Publisher::new(app.app.store.clone(), app.app.figures.clone());
    publisher.freeze(app.app.clock.now()).await.expect("frozen");
    let day = app.app.clock.now().day().plus(-1);
    let published = app.app.store.readings.of_day(day).await.expect("readings");
    assert!(!published.is_empty());
    hours_later(&app, 1);

    let volume = async |outlet: &str| {
        let body = app.get_with(&key, &format!("/channel-volume?{DAYS}")).await.json();
        let rows = body.as_array().expect("outlets").clone();
        rows.iter()
            .find(|row| row["outlet"] == outlet)
            .map_or(0, |row| row["count"].as_i64().expect("a count"))
    };
    assert_eq!((volume("Daily").await, volume("Wire").await), (4, 4));
    let found = app.get_with(&key, &format!("/feed?{DAYS}&outlet=Daily")).await.json();
    let (id, url) = (found["data"][0]["id"].clone(), found["data"][1]["URL"].clone());

    // Only operators, and only what was counted before.
    let ask = async |key: &str, body: Value| app.send_json(key, "POST", "/v1/removals", body).await;
    assert_eq!(ask(&key, json!({"documents": [id]})).await.status, 403);
    assert_eq!(ask(&operator, json!({})).await.status, 400);
    assert_eq!(ask(&operator, json!({"documents": ["no address"]})).await.status, 400);
    assert_eq!(ask(&operator, json!({"documents": [id], "outlet": "Wire"})).await.status, 400);
    let counted = ask(&operator, json!({"documents": [id, url]})).await.json();
    assert_eq!((&counted["documents"], &counted["removed"]), (&json!(2), &json!(0)));
    assert_eq!(ask(&operator, json!({"documents": [id, url], "confirm": 3})).await.status, 409);
    let removed = ask(&operator, json!({"documents": [id, url], "confirm": 2})).await.json();
    assert_eq!((&removed["removed"], &removed["left"]), (&json!(2), &json!(0)));
    let removed =
        ask(&operator, json!({"outlet": "Wire", "before": "2026-03-05", "confirm": 2})).await.json();
    assert_eq!(removed["removed"], 2, "{removed}");

    follow(&app).await;
    assert_eq!((volume("Daily").await, volume("Wire").await), (2, 2));
    let left = app.get_with(&key, &format!("/feed?{DAYS}")).await.json();
    let ids: Vec<&Value> = left["data"].as_array().expect("rows").iter().map(|row| &row["id"]).collect();
    assert!(ids.len() == 8 && !ids.contains(&&id), "{ids:?}");
    let id = id.as_str().expect("an id");
    assert_eq!(app.get_with(&key, &format!("/articles/{id}")).await.status, 404);
    // The feed that brought it still lists it.
    app.take_in(coverage()).await;
    assert_eq!(app.app.store.documents.count().await.expect("a count"), 8);

    let page = app.get_with(&operator, "/v1/removals?limit=3").await.json();
    assert_eq!(page["data"].as_array().expect("rows").len(), 3);
    let cursor = page["nextCursor"].as_str().expect("a cursor");
    let rest = app.get_with(&operator, &format!("/v1/removals?limit=3&cursor={cursor}")).await.json();
    assert_eq!((rest["data"].as_array().expect("rows").len(), &rest["nextCursor"]), (1, &Value::Null));
    let log = app.get_with(&operator, "/v1/audit-log?all=true").await;
    assert!(text(&log).contains("documents.removed"), "{}", text(&log));

    // What was published stands, with its proof and a note.
    let now = app.app.clock.now().plus_ms(1);
    let told = recompute(&app.app.store, day, None, now, |_, _| {}).await.expect("recomputed");
    assert_eq!(app.app.store.readings.of_day(day).await.expect("readings"), published);
    assert!(
        told.iter().any(|one| one.verdict == Verdict::Removed && one.removed_documents == 4),
        "{told:#?}"
    );
    assert!(!told.iter().any(|one| one.verdict == Verdict::Differs), "{told:#?}");
}

#[tokio::test]
async fn what_is_old_goes_as_the_settings_say() {
    let app = TestApp::new().await;
    let old =
        |n, kind, outlet: &str, at: &str| Item { kind, ..news(n, at, outlet, "Said before", "Long ago.") };
    app.take_in(vec![
        old(1, Kind::News, "Daily", "2026-01-01T00:00:00Z"),
        old(2, Kind::Conversation, "Forum", "2026-02-01T00:00:00Z"),
        old(3, Kind::Conversation, "Forum", "2026-03-10T00:00:00Z"),
        old(4, Kind::Conversation, "Keeper", "2026-02-01T00:00:00Z"),
        old(5, Kind::News, "Brief", "2026-03-10T00:00:00Z"),
    ])
    .await;
    let rules = Retention::read("conversation=30, Keeper=90, Brief=2").expect("rules");
    let mut follower = RetentionFollower::new(app.app.store.clone(), app.app.clock.clone(), rules);
    assert_eq!(follower.step(&StepContext::default()).await.expect("a step").done, 2);
    assert_eq!(follower.step(&StepContext::default()).await.expect("a step").done, 0);
    follow(&app).await;
    let left = app.get("/feed?startDate=2026-01-01&endDate=2026-03-15").await.json();
    let outlets: Vec<&str> = left["data"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["Outlet"].as_str().expect("a name"))
        .collect();
    assert_eq!(outlets, ["Forum", "Keeper", "Daily"]);
}

#[tokio::test]
async fn of_some_sources_only_an_excerpt_or_the_headline_is_kept() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    let sentence =
        "The parties met for the third time on Monday and agreed to meet again before the end of the month.";
    let long = [sentence; 8].join(" ");
    let feed = |path: &str| rss(&web.base, &[(path, "Miners agree", &long)]);
    for (name, content) in [("full", Content::Full), ("excerpt", Content::Excerpt), ("none", Content::None)] {
        web.set(&format!("/{name}.xml"), Page::Body(feed(&format!("/{name}"))));
        let source = entry(name, &web.url(&format!("/{name}.xml")));
        add(&app, &sources::SourceEntry { content, outlet: name.into(), ..source }).await;
    }
    assert_eq!(collector.round().await, Round { polled: 3, failed: 0, taken_in: 3 });
    let stored = async |name: &str| {
        let url = domain::url::canonical_url(&web.url(&format!("/{name}"))).expect("an address");
        let id = domain::DocumentId::of_canonical_url(&url);
        app.app.store.documents.find(id).await.expect("an answer").expect("it is there").document.item.content
    };
    assert_eq!(stored("full").await, long);
    assert_eq!(stored("excerpt").await, [sentence; 3].join(" "));
    assert_eq!(stored("none").await, "");
    assert_eq!(
        (web.asked("/excerpt"), web.asked("/none")),
        (0, 0),
        "no page is fetched that may not be kept"
    );

    // The same again changes nothing; a person's word holds from then on.
    hours_later(&app, 24);
    assert_eq!(collector.round().await.taken_in, 0);
    assert!(
        change::set_content(&app.app.store, &app.origin(), "full", Content::None).await.expect("changed")
    );
    web.set("/full.xml", Page::Body(feed("/later")));
    hours_later(&app, 24);
    assert_eq!(collector.round().await.taken_in, 1);
    assert_eq!((stored("later").await.as_str(), stored("full").await == long), ("", true));
}

#[tokio::test]
async fn a_backup_is_made_each_night_and_the_oldest_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups = folder.path().join("backups");
    let config = Config {
        data_dir: folder.path().display().to_string(),
        backup_dir: backups.display().to_string(),
        backup_keep: 2,
        ..Config::default()
    };
    let settings = database::settings(&config).expect("settings");
    store::Store::open(&settings).await.expect("a store").close().await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    let clock = Clock::fixed(at("2026-03-01T01:59:00Z"));
    let mut follower = BackupFollower::of(&config, clock.clone()).expect("a folder is set");
    let mut step = async |text: &str| {
        clock.set(at(text));
        follower.step(&StepContext::default()).await.expect("a step").done
    };
    assert_eq!(step("2026-03-01T01:59:00Z").await, 0, "the hour has not come");
    for other in ["notes.txt", "bellwether-2020-13-01.backup", "bellwether-2099-01-01.backup"] {
        std::fs::write(backups.join(other), b"mine").expect("a file");
    }
    assert_eq!(step("2026-03-01T02:00:00Z").await, 1);
    assert_eq!(step("2026-03-01T23:59:00Z").await, 0, "once a day");
    assert_eq!(step("2026-03-02T01:00:00Z").await, 0);
    assert_eq!(step("2026-03-02T05:00:00Z").await, 1);
    assert_eq!(step("2026-03-03T02:00:01Z").await, 1);
    let kept = backups::days(&Objects::Folder(backups.clone())).await.expect("a list");
    let kept: Vec<String> = kept.iter().map(|(day, _)| day.to_string()).collect();
    assert_eq!(kept, ["2099-01-01", "2026-03-03", "2026-03-02"], "what is not ours to judge stays");
    assert!(backups.join("notes.txt").exists() && backups.join("bellwether-2020-13-01.backup").exists());
    assert!(BackupFollower::of(&Config::default(), clock.clone()).is_none());
}

/// Every row of an export, page by page.
async fn exported(app: &TestApp, key: &str, limit: u32) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.get_with(key, &format!("/v1/account/export?limit={limit}{cursor}")).await.json();
        rows.extend(page["data"].as_array().unwrap_or_else(|| panic!("{page}")).iter().cloned());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return rows,
        }
    }
}

#[tokio::test]
async fn an_account_takes_everything_along_and_is_deleted() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "team").await;
    let other = app.key("other", "team").await;
    let operator = app.key_of("other", "operator", Scope::Operator).await;
    app.take_in(coverage()).await;
    for (key, name) in [(&key, "Mine"), (&other, "Theirs")] {
        let space = json!({"name": name, "keyword": "charter", "rollingDays": 7});
        assert_eq!(app.send_json(key, "POST", "/v1/spaces", space).await.status, 201);
        let hook = json!({"name": name, "url": "https://hooks.example/x"});
        assert_eq!(app.send_json(key, "POST", "/v1/webhooks", hook).await.status, 201);
        assert_eq!(app.get_with(key, &format!("/feed?{DAYS}")).await.status, 200);
    }
    assert_eq!(
        app.get_with(&app.key_of("acme", "writer", Scope::Write).await, "/v1/account/export").await.status,
        403
    );
    let rows = exported(&app, &key, 500).await;
    let of = |table: &str| {
        rows.iter().filter(|row| row["table"] == table).map(|row| &row["row"]).collect::<Vec<_>>()
    };
    assert_eq!((of("accounts").len(), of("credentials").len(), of("usage_days").len()), (1, 2, 1));
    assert_eq!(of("spaces")[0]["name"], "Mine");
    assert_eq!(of("spaces").len(), 1);
    let whole = serde_json::to_string(&rows).expect("JSON");
    for secret in ["Theirs", "secret", "hash", key.as_str()] {
        assert!(!whole.contains(secret), "{secret} in {whole}");
    }
    assert_eq!(exported(&app, &key, 2).await.len(), rows.len());
    assert_eq!(exported(&app, &key, 3).await, rows);
    for cursor in
        ["x", "spaces.zz", "people.5b5d", "spaces.5b5d", "accounts.5b315d", "accounts.5b225c7530303030225d"]
    {
        let reply = app.get_with(&key, &format!("/v1/account/export?cursor={cursor}")).await;
        assert_eq!(reply.status, 400, "{cursor}");
    }

    assert_eq!(delete(&app, &key, "/v1/accounts/acme?confirm=acme").await.status, 403);
    assert_eq!(delete(&app, &operator, "/v1/accounts/acme").await.status, 400);
    assert_eq!(delete(&app, &operator, "/v1/accounts/acme?confirm=Acme").await.status, 409);
    let credits = app.audit().await;
    let gone = delete(&app, &operator, "/v1/accounts/acme?confirm=acme").await;
    assert_eq!(gone.status, 200, "{}", text(&gone));
    assert_eq!(app.get_with(&key, &format!("/feed?{DAYS}")).await.status, 401);
    assert_eq!(delete(&app, &operator, "/v1/accounts/acme?confirm=acme").await.status, 404);
    let path = format!("/v1/accounts/{}/keys", gone.json()["id"].as_str().expect("an id"));
    let revived = app.send_json(&operator, "POST", &path, serde_json::json!({"name": "again"})).await;
    assert_eq!(revived.status, 404, "a deleted account gets no key");
    assert_eq!(app.audit().await, credits, "every charge is still in the books");
    assert!(app.app.store.audit_log.verify(None).await.expect("a log").faults.is_empty());
    let id = gone.json()["id"].as_str().expect("an id").to_owned();
    let (left, _) = app.app.store.accounts.owned_rows(&id, None, 500).await.expect("rows").expect("a page");
    let tables: std::collections::BTreeSet<&str> = left.iter().map(|row| row.table.as_str()).collect();
    assert_eq!(
        tables.into_iter().collect::<Vec<_>>(),
        ["accounts", "audit_log", "credentials", "purses", "usage_days"]
    );
    assert_eq!(exported(&app, &other, 500).await.iter().filter(|row| row["table"] == "spaces").count(), 1);
    app.key("acme", "free").await;
}

#[tokio::test]
async fn the_owner_exports_in_the_console() {
    let app = house().await;
    let owner = sign_in(&app, "owner").await;
    assert!(owner.page("/console/plan").await.contains("/console/account.ndjson"));
    let reply = owner.get("/console/account.ndjson").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/x-ndjson"));
    let lines: Vec<Value> =
        text(&reply).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let members = lines.iter().filter(|line| line["table"] == "memberships").count();
    assert_eq!(members, 3, "{lines:?}");
    assert!(lines.iter().any(|line| line["row"]["person_name"] == "viewer"), "{lines:?}");
    for name in ["member", "viewer"] {
        let browser = sign_in(&app, name).await;
        assert_eq!(browser.get("/console/account.ndjson").await.status, 403, "{name}");
    }
    assert_eq!(app.get("/console/account.ndjson").await.status, 303, "a stranger signs in first");
}

/// Nothing of a person is left but their id in the books, and the audit log.
#[tokio::test]
async fn a_person_is_forgotten() {
    let app = house().await;
    let people = crate::console::people(&app);
    people.create("gone@example.org", None, true, None).await.expect("somebody");
    people.invite("other", "gone@example.org", management::people::Role::Member).await.expect("invited");
    people.remove("gone@example.org").await.expect("removed");
    let rows = app.app.store.accounts.find_by_name("other").await.expect("an answer").expect("there");
    let (rows, _) =
        app.app.store.accounts.owned_rows(&rows.id, None, 500).await.expect("rows").expect("a page");
    let named = rows.iter().filter(|row| format!("{:?}", row.row).contains("gone@example.org"));
    assert!(named.map(|row| row.table.as_str()).all(|table| table == "audit_log"));
}
