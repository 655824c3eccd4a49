//! Who says what, from articles to every answer that shows it, and how an operator takes it down.

use coverage::quoted;
use domain::{Cohort, DayRange, Item, MentionKind, Speaker, StatementTarget};
use pipeline::digest::{self, Marking};
use pipeline::frames::Frames;
use pipeline::{index, marking, rollup, speakers};
use serde_json::{Value, json};
use store::DirtyDay;
use store::audit_log::Action;
use store::statements::{SpeakerOrder, StatementFilter};

use crate::app::{TestApp, news};
use crate::looking::look;

const DAYS: &str = "startDate=2026-03-01&endDate=2026-03-10";

const GLAD: &str = "“Bitcoin is the best asset and we are very happy with our great results,” said Jane Harlow, chief executive of Coinbase.";
const GRIM: &str = "“Ethereum is a failing network and this crash will hurt investors badly,” said Robert Keller, an analyst at Bernstein.";

fn articles() -> Vec<Item> {
    let mut items: Vec<Item> = (0..3)
        .map(|n| {
            let text =
                format!("The market was watched in part {n}.\n\n{GLAD} The rest of the day was quiet.");
            news(n, "2026-03-02T10:00:00Z", &format!("Outlet {n}"), &format!("Exchange speaks {n}"), &text)
        })
        .collect();
    let text = format!("{GRIM}\n\nJane Harlow disagreed. “We see no such crash at all,” Harlow said.");
    items.push(news(10, "2026-03-03T10:00:00Z", "Outlet 3", "An analyst warns", &text));
    let mut post = news(
        11,
        "2026-03-04T10:00:00Z",
        "Net",
        "",
        "Bitcoin is doing great, a wonderful record day for Coinbase!",
    );
    post.kind = domain::Kind::Conversation;
    post.speaker = Some(Speaker {
        handle: "harlow@net.example".into(),
        name: "Jane Harlow".into(),
        cohort: Some(Cohort::Executive),
    });
    items.push(post);
    items
}

/// Through the reading, which knows the speakers of other articles.
async fn take_in(app: &TestApp) {
    let store = &app.app.store;
    let digested = digest::take(articles(), app.app.clock.now(), Marking::Later, &Frames::default());
    store.documents.insert(digested.documents, None).await.expect("stored");
    marking::catch_up(store, &app.app.clock, 2, |_| {}).await.expect("read");
    index::catch_up(store, &app.app.finder, |_| {}).await.expect("indexed");
    app.count().await;
}

async fn rows(app: &TestApp, address: &str, member: &str) -> Vec<Value> {
    let reply = app.get(address).await;
    assert_eq!(reply.status, 200, "{address}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()[member].as_array().expect("rows").clone()
}

/// The executives of /cohorts.
async fn executives(app: &TestApp, filter: &str) -> Option<Value> {
    let rows = rows(app, &format!("/cohorts?{DAYS}{filter}"), "cohorts").await;
    rows.into_iter().find(|row| row["cohort"] == "executive")
}

#[tokio::test]
async fn what_people_say_is_in_every_answer() {
    let app = TestApp::new().await;
    take_in(&app).await;

    let ranked = rows(&app, &format!("/speakers?{DAYS}"), "speakers").await;
    assert_eq!(ranked[0]["name"], "Jane Harlow", "{ranked:?}");
    let counts = ["statement_count", "article_count", "outlet_count"].map(|name| ranked[0][name].as_i64());
    assert_eq!(counts, [Some(2), Some(4), Some(4)], "the same words in three outlets are one statement");
    assert_eq!((&ranked[0]["cohort"], &ranked[1]["cohort"]), (&"executive".into(), &"analyst".into()));
    let one = app.get(ranked[0]["query"].as_str().expect("a call")).await.json();
    assert_eq!(one["statements"].as_array().expect("statements").len(), 2);
    let carried = &one["statements"][1];
    assert_eq!(carried["articles"].as_array().expect("articles").len(), 3, "{carried}");
    assert!(carried["text"].as_str().expect("a text").starts_with("Bitcoin is the best asset"));
    assert_eq!((&carried["direct"], &carried["about"]), (&true.into(), &"Bitcoin".into()));
    assert_eq!(one["roles"][0]["affiliation"], "Coinbase");
    assert_eq!(one["by_day"].as_array().expect("days").len(), 2);
    assert_eq!(app.get("/speakers/00112233445566778899aabbccddeeff").await.status, 404);
    assert_eq!(app.get("/speakers/nobody").await.status, 404);

    let named = async |filter: &str| -> Vec<Value> {
        let found = rows(&app, &format!("/speakers?{DAYS}{filter}"), "speakers").await;
        found.into_iter().map(|row| row["name"].clone()).collect()
    };
    assert_eq!(named("&affiliation=Coinbase").await, ["Jane Harlow"], "who speaks for it");
    assert_eq!(named("&asset=Ethereum").await, ["Robert Keller"], "who speaks about it");
    assert_eq!(named("&cohort=analyst").await, ["Robert Keller"]);
    let about = rows(&app, &format!("/speakers?{DAYS}&asset=Bitcoin"), "speakers").await;
    let listed = rows(&app, about[0]["query"].as_str().expect("a call"), "statements").await;
    assert_eq!(listed.len() as i64, about[0]["statement_count"].as_i64().expect("a count"));
    assert_eq!(listed[0]["about"], "Bitcoin", "and no other statement of the same person");
    for filter in ["", "&cohort=executive", "&affiliation=Coinbase"] {
        let rows = rows(&app, &format!("/speakers?{DAYS}{filter}"), "speakers").await;
        let one = app.get(rows[0]["query"].as_str().expect("a call")).await.json();
        assert_eq!(one["statement_count"], rows[0]["statement_count"], "{filter}");
        assert_eq!(one["article_count"], rows[0]["article_count"], "{filter}");
    }
    assert_eq!(app.get("/speakers?asset=Bitcoin&company=Coinbase").await.status, 400);

    let all = executives(&app, "").await.expect("executives spoke");
    let count = |name: &str| all[name].as_i64().expect("a count");
    assert_eq!([count("post_count"), count("statement_count"), count("article_count")], [1, 2, 5]);
    assert_eq!((count("speaker_count"), count("speaker_days")), (1, 3), "one person, whoever reports it");
    assert!(
        all["low"].as_f64() < all["net_sentiment"].as_f64()
            && all["net_sentiment"].as_f64() < all["high"].as_f64()
    );
    for (filter, articles) in [("&asset=Bitcoin", 4), ("&company=Coinbase", 1), ("&topic=watched", 3)] {
        let row = executives(&app, filter).await.unwrap_or_else(|| panic!("{filter}"));
        assert_eq!(row["article_count"], articles, "{filter}: {row}");
        let listed = app.get(row["query"].as_str().expect("a call")).await.json();
        assert_eq!(listed["pagination"]["total"], articles, "{filter}");
    }
    assert_eq!(executives(&app, "&asset=Solana").await, None);

    let feed = async |filter: &str| rows(&app, &format!("/feed?{DAYS}{filter}"), "data").await;
    assert_eq!(feed("&keyword=speaker:harlow").await.len(), 5, "quoted, or who posted it");
    assert_eq!(feed("&keyword=speaker:%22robert%20keller%22").await.len(), 1);
    assert_eq!(feed("&aboutAsset=Ethereum").await.len(), 1);
    let shown = feed("&keyword=warns&statements=true").await;
    let said = shown[0]["statements"].as_array().expect("statements");
    assert_eq!(said.len(), 2);
    let start = said[0]["start"].as_u64().expect("a place") as usize;
    let text = said[0]["text"].as_str().expect("a text");
    let content: String = shown[0]["Content"].as_str().expect("a text").chars().skip(start).collect();
    assert!(content.starts_with(text), "{text} is not at {start}");
    assert!(feed("&keyword=warns").await[0].get("statements").is_none());
}

#[tokio::test]
async fn a_company_has_a_page_of_those_who_speak_for_it_and_about_it() {
    let app = TestApp::new().await;
    take_in(&app).await;
    let mut about = news(20, "2026-03-05T10:00:00Z", "Outlet 5", "A rival speaks", "");
    about.content = "“Coinbase is losing customers and its terrible fees will ruin it,” said Mary Stone, chief executive of Kraken.".into();
    app.take_in(vec![about]).await;
    let moved = app.get("/companies/Coinbase/voices").await;
    assert_eq!(
        (moved.status.as_u16(), moved.header("location")),
        (308, "/companies/Coinbase#speakers-heading")
    );
    let (reply, page) = look(&app, "/companies/Coinbase").await;
    assert_eq!(reply.status, 200, "{page}");
    let (speakers, statements) = page.split_once("id=\"statements-heading\"").expect("two parts");
    assert!(speakers.contains("Jane Harlow") && !speakers.contains("Mary Stone"), "{page}");
    assert!(statements.contains("Mary Stone") && statements.contains("losing customers"), "{page}");
    assert!(!statements.contains("Jane Harlow"), "{page}");
    assert_eq!(look(&app, "/companies/Nobody%20Inc").await.0.status, 404);
}

/// As /speakers answers, so the page.
#[tokio::test]
async fn the_page_of_speakers_is_narrowed_as_its_route_is() {
    let app = TestApp::new().await;
    take_in(&app).await;
    let both = |text: &str| (text.contains("Jane Harlow"), text.contains("Robert Keller"));
    for (filter, expected, chip) in [
        ("", (true, true), ""),
        ("&company=Coinbase", (false, false), "About: Coinbase"),
        ("&asset=Ethereum", (false, true), "About: Ethereum"),
        ("&cohort=analyst", (false, true), "Role: analyst"),
        ("&affiliation=Coinbase", (true, false), "Speaks for: Coinbase"),
        ("&limit=1", (true, false), "Rows: 1"),
    ] {
        let (reply, text) = look(&app, &format!("/speakers?{DAYS}{filter}")).await;
        assert_eq!((reply.status.as_u16(), both(&text)), (200, expected), "{filter}: {text}");
        assert!(text.contains(chip), "{filter}: {text}");
        let without = format!("<a href=\"/speakers?{}\">{chip}", DAYS.replace('&', "&#38;"));
        assert!(chip.is_empty() || text.contains(&without), "{filter} can be removed: {text}");
    }
    // What cannot be is told beside the filters, where it can be taken off.
    for (filter, chip) in [
        ("&company=Nobody", "About: Nobody"),
        ("&cohort=nobody", "Role: nobody"),
        ("&order=name", ""),
        ("&limit=0", "Rows: 0"),
    ] {
        let (reply, text) = look(&app, &format!("/speakers?{DAYS}{filter}")).await;
        assert_eq!(reply.status.as_u16(), 400, "{filter}");
        assert!(text.contains("role=\"alert\"") && text.contains(chip), "{filter}: {text}");
        let without = format!("<a href=\"/speakers?{}\">{chip}", DAYS.replace('&', "&#38;"));
        assert!(chip.is_empty() || text.contains(&without), "{filter} can be removed: {text}");
    }
}

/// One statement is no tone; the answer for programs keeps its number.
#[tokio::test]
async fn a_tone_of_one_statement_is_too_few() {
    let app = TestApp::new().await;
    take_in(&app).await;
    let (_, page) = look(&app, &format!("/assets/Ethereum?{DAYS}")).await;
    let roles = page
        .split("What is said about it, by role</h2>")
        .nth(1)
        .and_then(|rest| rest.split("</table>").next());
    let roles = roles.expect("a table of roles");
    assert!(roles.contains("1 person, 1 statement<") && roles.contains("too few"), "{roles}");
    assert!(!roles.contains("−1.00"), "{roles}");
    let cohorts = rows(&app, &format!("/cohorts?{DAYS}&asset=Ethereum"), "cohorts").await;
    assert!(cohorts[0]["net_sentiment"].is_number(), "{cohorts:?}");
}

#[tokio::test]
async fn a_brain_follows_a_person_by_name() {
    let app = TestApp::metered().await;
    take_in(&app).await;
    let key = app.key("acme", "pro").await;
    let nobody = app.send_json(&key, "POST", "/v1/brains", json!({"name": "B"})).await;
    assert_eq!((nobody.status.as_u16(), &nobody.json()["parameter"]), (400, &json!("handles")));
    let body = json!({"name": "B", "people": ["jane  harlow", "Never Heard"]});
    let made = app.send_json(&key, "POST", "/v1/brains", body).await.json();
    assert_eq!(made["people"], json!(["jane harlow", "Never Heard"]));
    let brain =
        app.get_with(&key, &format!("/v1/brains/{}", made["id"].as_str().expect("an id"))).await.json();
    assert_eq!((&brain["postCount"], &brain["handles"]), (&json!(1), &json!([])));
    assert_eq!(brain["posts"][0]["handle"], "harlow@net.example");
    assert_eq!(brain["statements"].as_array().expect("statements").len(), 2);
    assert_eq!(brain["statements"][1]["articles"].as_array().expect("articles").len(), 3);
    assert_eq!(brain["people"][0]["handles"], json!(["harlow@net.example"]));
    assert_eq!(brain["people"][1]["id"], Value::Null);
    let harlow = speakers::find(&app.app.store, "Jane Harlow").await.expect("an answer").expect("a speaker");
    speakers::suppress(&app.app.store, &app.origin(), &harlow, true).await.expect("done");
    let brain =
        app.get_with(&key, &format!("/v1/brains/{}", made["id"].as_str().expect("an id"))).await.json();
    assert_eq!(brain["statements"], json!([]));
}

#[tokio::test]
async fn whoever_is_taken_down_is_in_no_answer_also_of_the_past() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    take_in(&app).await;
    let follow = async || {
        index::catch_up(store, &app.app.finder, |_| {}).await.expect("indexed");
        rollup::recount(store, |_| {}).await.expect("counted");
        app.count().await;
    };
    let find = async |name: &str| speakers::find(store, name).await.expect("an answer").expect("a speaker");
    let keller = find("robert keller").await;
    let named = async || -> Vec<Value> {
        let found = rows(&app, &format!("/speakers?{DAYS}"), "speakers").await;
        found.into_iter().map(|row| row["name"].clone()).collect()
    };
    let total = async |filter: &str| {
        app.get(&format!("/feed?{DAYS}{filter}")).await.json()["pagination"]["total"]
            .as_i64()
            .expect("a total")
    };

    assert!(
        speakers::correct(store, &app.origin(), &keller, Some("Bob Keller"), Some(Some(Cohort::Trader)))
            .await
            .expect("done")
    );
    follow().await;
    assert_eq!(named().await, ["Jane Harlow", "Bob Keller"]);
    assert_eq!((total("&cohort=analyst").await, total("&cohort=trader").await), (0, 1));
    assert_eq!(total("&keyword=speaker:bob").await, 1);

    assert!(
        speakers::suppress(store, &app.origin(), &find("Robert Keller").await, true).await.expect("done")
    );
    follow().await;
    assert_eq!(named().await, ["Jane Harlow"]);
    assert_eq!((total("&cohort=trader").await, total("&keyword=speaker:keller").await), (0, 0));
    let cohorts = rows(&app, &format!("/cohorts?{DAYS}"), "cohorts").await;
    assert_eq!(cohorts.len(), 1, "{cohorts:?}");
    assert_eq!(app.get(&format!("/speakers/{}", keller.id)).await.status, 404);
    let shown = rows(&app, &format!("/feed?{DAYS}&keyword=warns&statements=true"), "data").await;
    assert_eq!(shown[0]["statements"].as_array().expect("statements").len(), 1);

    let harlow = find("Jane Harlow").await;
    assert!(speakers::suppress(store, &app.origin(), &harlow, true).await.expect("done"));
    follow().await;
    let executive = executives(&app, "").await.expect("the post is left: it is a document of its own");
    assert_eq!((&executive["statement_count"], &executive["post_count"]), (&0.into(), &1.into()));

    let lines = store.audit_log.after(0, 20).await.expect("lines");
    let told: Vec<Action> = lines.iter().map(|line| line.action).collect();
    assert!(
        told.contains(&Action::SpeakerCorrected) && told.contains(&Action::SpeakerSuppressed),
        "{told:?}"
    );
}

/// From what is kept of days, and plainly from the statements of the store.
#[tokio::test]
async fn who_is_quoted_is_the_same_from_days_and_from_statements() {
    let app = crate::looking::demo(0).await;
    let store = &app.app.store;
    let days = store.documents.days_covered().await.expect("days").expect("documents");
    let part = DayRange::inclusive(days.first().plus(3), days.last().plus(-5)).expect("forwards");
    let about = |kind, name: &str| Some(StatementTarget { kind, name: name.to_owned() });
    let firm = demo::COMPANIES[0].name;
    let filters = [
        StatementFilter::default(),
        StatementFilter { cohort: Some(Cohort::Executive), ..StatementFilter::default() },
        StatementFilter { cohort: Some(Cohort::Analyst), ..StatementFilter::default() },
        StatementFilter { target: about(MentionKind::Asset, "Bitcoin"), ..StatementFilter::default() },
        StatementFilter { target: about(MentionKind::Company, firm), ..StatementFilter::default() },
        StatementFilter { affiliation: Some(firm.to_owned()), ..StatementFilter::default() },
    ];
    let mut rows = 0;
    let compare = async |within: &str| -> usize {
        let mut rows = 0;
        for filter in &filters {
            for (days, order, limit) in [
                (days, SpeakerOrder::Reach, 25),
                (days, SpeakerOrder::Statements, 25),
                (part, SpeakerOrder::Reach, 100),
                (part, SpeakerOrder::Statements, 3),
                (DayRange::single(part.first()), SpeakerOrder::Reach, 10),
            ] {
                let plain = StatementFilter { days: Some(days), ..filter.clone() };
                let expected = store.statements.ranked(&plain, order, 0, limit).await.expect("ranked");
                let found = quoted::ranked(&app.app, days, filter, order, limit).await.expect("ranked");
                assert_eq!(found, expected, "{within}: {plain:?} {order:?}");
                rows += found.len();
            }
        }
        rows
    };
    rows += compare("counted").await;
    assert!(rows > 100, "somebody speaks: {rows}");
    let cohorts = async || {
        app.get(&format!("/cohorts?startDate={}&endDate={}", days.first(), days.last())).await.json()
    };
    let before = cohorts().await;
    // Counted by an earlier version, which kept nothing of what was said.
    let counted = store.rollups.in_order(None, 1_000).await.expect("counted days");
    let length = counted.len();
    let again = counted.into_iter().map(|day| (DirtyDay { day: day.day, seq: 0 }, day.counts)).collect();
    store.rollups.replace(again, None).await.expect("stored");
    assert_eq!(store.rollups.without_spoken(1_000).await.expect("days").len(), length);
    rollup::load(store, &app.app.figures).await.expect("loaded");
    compare("counted by an earlier version").await;
    assert_eq!(cohorts().await, before);
    while rollup::keep_spoken(store).await.expect("kept") > 0 {}
    assert!(store.rollups.without_spoken(1).await.expect("days").is_empty());
    app.app.figures.forget();
    rollup::load(store, &app.app.figures).await.expect("loaded");
    compare("kept since").await;
    assert_eq!(cohorts().await, before);
}
