//! How directly management answers: calls are scored as they arrive, and every number leads back to words in a call.

use std::collections::HashMap;

use axum::body::Body;
use axum::http::Request;
use domain::{Item, Kind, Role, Section, Turn};
use pipeline::calls;
use serde_json::Value;

use crate::app::{NOW, Reply, TestApp, news};

/// The invented calls of the first listed companies, oldest first.
fn invented(companies: usize) -> Vec<Item> {
    let tickers: Vec<&str> =
        demo::COMPANIES.iter().filter_map(|company| company.ticker).take(companies).collect();
    let until = domain::Instant::parse(NOW).expect("an instant");
    let world = demo::world_until(until, demo::SEED);
    let is_wanted = |item: &Item| {
        item.kind == Kind::EarningsCall
            && item.ticker.as_deref().is_some_and(|ticker| tickers.contains(&ticker))
    };
    world.items().filter(is_wanted).collect()
}

fn turn(speaker: &str, role: Role, text: &str) -> Turn {
    let title = (role == Role::Executive).then(|| "Chief Financial Officer".to_owned());
    Turn { speaker: speaker.into(), title, role, section: Section::Questions, text: text.into() }
}

/// A call of a company that no list knows, with `count` questions that are all answered with the same words.
pub fn call(number: u32, ticker: &str, at: &str, count: usize, answer: &str) -> Item {
    let mut turns = Vec::new();
    for at in 0..count {
        turns.push(turn(
            "Operator",
            Role::Operator,
            "The next question comes from Jane Roe. Please go ahead.",
        ));
        let question =
            format!("What was the gross margin in region {at}, and what do you expect for next year?");
        turns.push(turn("Jane Roe", Role::Analyst, &question));
        turns.push(turn("Tom Brandt", Role::Executive, answer));
    }
    let content: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
    let title = format!("Firm {ticker} ({ticker}) Q{number} Earnings Call");
    Item {
        kind: Kind::EarningsCall,
        ticker: Some(ticker.to_lowercase()),
        content: content.join("\n\n"),
        turns,
        ..news(number, at, "Calls", &title, "")
    }
}

pub const FIGURES: &str =
    "Gross margin was 41 percent in the quarter, and we expect 43 percent for next year.";
pub const REFUSAL: &str = "We don't break out margins, and we are not going to comment on that today.";

async fn scored(items: Vec<Item>) -> TestApp {
    let app = TestApp::new().await;
    app.take_in(items).await;
    calls::catch_up(&app.app.store).await.expect("scored");
    app
}

fn rows(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.status.as_u16(), 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["data"].as_array().expect("data").clone()
}

/// Every text under these names, wherever it stands, belongs to the source that stands beside or above it.
fn each_quote(value: &Value, source: &str, check: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::Object(members) => {
            let source = members.get("sourceUrl").and_then(Value::as_str).unwrap_or(source).to_owned();
            for (name, member) in members {
                match (name.as_str(), member.as_str()) {
                    ("question" | "answer" | "quote" | "text", Some(text)) => check(&source, text),
                    _ => each_quote(member, &source, check),
                }
            }
        }
        Value::Array(members) => members.iter().for_each(|member| each_quote(member, source, check)),
        _ => {}
    }
}

#[tokio::test]
async fn every_quote_stands_in_its_source() {
    let items = invented(3);
    assert!(items.len() >= 9, "{} calls", items.len());
    let sources: HashMap<String, String> =
        items.iter().map(|item| (item.url.clone(), item.content.clone())).collect();
    let app = scored(items).await;
    let index = app.get("/transparency-index").await;
    let companies = rows(&index);
    assert_eq!(companies.len(), 3);
    let mut paths = vec!["/transparency-index".to_owned()];
    for company in &companies {
        let ticker = company["ticker"].as_str().expect("a ticker");
        let known =
            demo::COMPANIES.iter().find(|known| known.ticker == Some(ticker)).expect("an invented company");
        assert_eq!(company["company"], known.name);
        assert_eq!(company["invented"], true);
        let (score, interval) = (company["score"].as_f64().expect("a score"), &company["interval"]);
        let (low, high) = (interval["low"].as_f64().expect("low"), interval["high"].as_f64().expect("high"));
        assert!(0.0 <= low && low <= score && score <= high && high <= 100.0, "{company}");
        assert!((0.0..=100.0).contains(&company["confidence"].as_f64().expect("confidence")));
        assert!(company["questions"].as_u64().expect("questions") >= 6);
        assert!(!company["quotes"].as_array().expect("quotes").is_empty());
        paths.extend(["/transparency-index/", "/evadometer/"].map(|path| format!("{path}{ticker}")));
    }
    let mut checked = 0;
    for path in paths {
        each_quote(&app.get(&path).await.json(), "", &mut |source, text| {
            let content = sources.get(source).unwrap_or_else(|| panic!("{path} quotes {source}"));
            assert!(content.contains(text), "{path}: {text:?} is not in {source}");
            checked += 1;
        });
    }
    assert!(checked > 200, "{checked}");
    let statement = index.json()["receipt"]["statement"].as_str().expect("a statement").to_owned();
    assert!(statement.contains("describes communication and has not been shown to predict returns"));
}

#[tokio::test]
async fn detail_ranks_and_lists_agree() {
    let mut items = vec![
        call(1, "FIGS", "2025-08-01T20:00:00Z", 8, FIGURES),
        call(2, "FIGS", "2025-11-01T20:00:00Z", 8, FIGURES),
        call(3, "SAME", "2025-11-02T20:00:00Z", 6, FIGURES),
        call(4, "DENY", "2025-11-03T20:00:00Z", 7, REFUSAL),
        call(5, "FEWQ", "2025-11-04T20:00:00Z", 5, FIGURES),
    ];
    // No speakers, and a podcast with a ticker: the one is said to be unscorable, the other is no call.
    let mut unlabelled = call(6, "MUTE", "2025-11-05T20:00:00Z", 7, FIGURES);
    unlabelled.turns.iter_mut().for_each(|turn| turn.speaker.clear());
    let mut podcast = call(7, "TALK", "2025-11-05T20:00:00Z", 7, FIGURES);
    podcast.kind = Kind::Podcast;
    items.extend([unlabelled, podcast]);
    let app = scored(items).await;

    for path in ["/transparency-index/leaderboard", "/evadometer/leaderboard"] {
        let board = rows(&app.get(path).await);
        let ranks: Vec<(Option<u64>, &str)> = board
            .iter()
            .map(|row| (row["rank"].as_u64(), row["ticker"].as_str().expect("a ticker")))
            .collect();
        let expected =
            [(Some(1), "FIGS"), (Some(1), "SAME"), (Some(3), "DENY"), (None, "FEWQ"), (None, "MUTE")];
        assert_eq!(ranks, expected, "{path}");
        assert!(board[2]["score"].as_f64() < board[0]["score"].as_f64());
        for unranked in &board[3..] {
            assert!(unranked["score"].is_null() && unranked["classification"].is_null(), "{unranked}");
            assert!(unranked["interval"].is_null() && unranked["unscoredBecause"].is_string(), "{unranked}");
        }
    }
    let measured = rows(&app.get("/evadometer").await);
    assert_eq!(measured.len(), 5);
    let (deny, figs) = (&measured[0], &measured[2]);
    assert_eq!((&deny["ticker"], &figs["ticker"]), (&"DENY".into(), &"FIGS".into()));
    assert_eq!(figs["answers"]["numbersGiven"], figs["answers"]["numbersAsked"], "{figs}");
    assert_eq!(
        (&deny["answers"]["evasive"], &deny["answers"]["numbersGiven"]),
        (&7.into(), &0.into()),
        "{deny}"
    );

    let detail = app.get("/transparency-index/figs").await.json();
    assert_eq!((&detail["ticker"], &detail["company"]), (&"FIGS".into(), &"Firm FIGS".into()));
    assert_eq!((&detail["rank"], &detail["rankedCompanies"]), (&1.into(), &3.into()));
    assert_eq!(
        (&detail["questions"], &detail["calls"], &detail["lastCallDate"]),
        (&16.into(), &2.into(), &"2025-11-01".into())
    );
    let calls = detail["callDetails"].as_array().expect("calls");
    assert_eq!(calls.len(), 2);
    assert_eq!((&calls[0]["callDate"], &calls[1]["callDate"]), (&"2025-11-01".into(), &"2025-08-01".into()));
    assert_eq!(calls[0]["exchanges"].as_array().map(Vec::len), Some(8));
    let first = &calls[0]["exchanges"][0];
    assert_eq!((&first["analyst"], &first["speaker"]), (&"Jane Roe".into(), &"Tom Brandt".into()));
    assert_eq!((&first["title"], &first["answer"]), (&"Chief Financial Officer".into(), &FIGURES.into()));
    assert_eq!(detail["quarters"].as_array().map(Vec::len), Some(2));
    let topics = detail["topics"].as_array().expect("topics");
    assert_eq!(topics.iter().filter_map(|topic| topic["questions"].as_u64()).sum::<u64>(), 16);

    let mute = app.get("/transparency-index/MUTE").await.json();
    assert_eq!(mute["callDetails"][0]["scorable"], false);
    assert_eq!(mute["callDetails"][0]["reason"], "the transcript does not say who is speaking");
    for path in
        ["/transparency-index/NONE", "/evadometer/NONE", "/transparency-index/TALK", "/evadometer/%20"]
    {
        let reply = app.get(path).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (404, &"not_found".into()), "{path}");
    }
}

#[tokio::test]
async fn lists_are_tables_too() {
    let app = scored(vec![
        call(1, "FIGS", "2025-11-01T20:00:00Z", 8, FIGURES),
        call(2, "DENY", "2025-11-01T20:00:00Z", 4, REFUSAL),
    ])
    .await;
    for (path, first, lines) in [
        ("/transparency-index", "ticker,company,score,", 3),
        ("/transparency-index/leaderboard", "rank,ticker,company,", 3),
        ("/evadometer", "ticker,company,score,", 3),
        ("/evadometer/leaderboard", "rank,ticker,company,", 3),
        ("/transparency-index/figs", "callDate,analyst,speaker,", 9),
    ] {
        let request = Request::get(path).header("accept", "text/csv").body(Body::empty()).expect("a request");
        let reply = app.send(request).await;
        let text = String::from_utf8(reply.body).expect("text");
        assert!(text.starts_with(first), "{path}: {text}");
        assert_eq!(text.lines().count(), lines, "{path}: {text}");
    }
}

#[tokio::test]
async fn scoring_goes_on_where_it_stopped_and_takes_back_what_changed() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    app.take_in(vec![call(1, "FIGS", "2025-11-01T20:00:00Z", 8, FIGURES)]).await;
    assert_eq!(calls::catch_up(store).await.expect("scored"), 1);
    assert_eq!(calls::catch_up(store).await.expect("nothing new"), 0);
    let before = store.calls.list("FIGS").await.expect("calls");

    // News moves the position and scores nothing; the same call elsewhere has the same numbers.
    app.take_in(vec![news(9, "2025-11-02T10:00:00Z", "Alpha", "Something else", "Nothing was called.")])
        .await;
    assert_eq!(calls::catch_up(store).await.expect("nothing to score"), 0);
    assert_eq!(
        store.calls.seq().await.expect("a position"),
        store.documents.max_seq().await.expect("a change")
    );
    let other = TestApp::new().await;
    other.take_in(vec![call(1, "FIGS", "2025-11-01T20:00:00Z", 8, FIGURES)]).await;
    calls::catch_up(&other.app.store).await.expect("scored");
    assert_eq!(other.app.store.calls.list("FIGS").await.expect("calls"), before);

    // What an older version scored is scored again, and comes to the same.
    let seq = store.calls.seq().await.expect("a position");
    let older =
        store::calls::Call { version: "older".into(), rating: Some((1.0, 0.0, 2.0)), ..before[0].clone() };
    store.calls.replace(&[older], seq, None).await.expect("stored");
    assert_eq!(calls::catch_up(store).await.expect("scored"), 1);
    assert_eq!(store.calls.list("FIGS").await.expect("calls"), before);

    // A call that goes takes its company with it.
    store.documents.delete(&[before[0].document]).await.expect("deleted");
    assert_eq!(app.get("/transparency-index/FIGS").await.status.as_u16(), 404);
    assert_eq!(rows(&app.get("/transparency-index").await).len(), 0);
}
