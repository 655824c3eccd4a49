//! GET /feed/export: every article once, paid by rows, and picked up where it broke off.

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use crate::app::{Reply, TestApp, minutes, news};

const DAYS: &str = "startDate=2026-03-10&endDate=2026-03-12";

async fn ndjson(app: &TestApp, key: &str, path: &str) -> Reply {
    let request = Request::get(path)
        .header("authorization", format!("Bearer {key}"))
        .header("accept", "application/x-ndjson");
    app.send(request.body(Body::empty()).expect("a request")).await
}

fn lines(reply: &Reply) -> Vec<Value> {
    let text = String::from_utf8(reply.body.clone()).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

/// Six hundred articles, some of the same moment.
async fn world() -> TestApp {
    let app = TestApp::metered().await;
    app.take_in(minutes("2026-03-10", 590)).await;
    let same = |number: u32| {
        let title = format!("Same {number}");
        news(2_000 + number, "2026-03-11T09:00:00Z", "Other", &title, "Ether moved a little.")
    };
    app.take_in((0..10).map(same).collect()).await;
    app
}

#[tokio::test]
async fn every_article_is_told_once_and_paid_by_rows() {
    let app = world().await;
    let key = app.key("mine", "team").await;
    let size = app.get_with(&key, &format!("/feed/export?{DAYS}")).await;
    assert_eq!(size.json()["rows"], 600);
    assert_eq!(size.header("x-service-credits-charged"), "0");
    let quote = app
        .get_with(
            &key,
            &format!(
                "/quote?path=%2Ffeed%2Fexport%3F{}&accept=application%2Fx-ndjson",
                DAYS.replace('&', "%26")
            ),
        )
        .await;
    // Two blocks of 250 rows at 10 credits, and 100 rows at 5.
    assert_eq!(
        (&quote.json()["rows"], &quote.json()["credits"]),
        (&600.into(), &25.into()),
        "{}",
        quote.json()
    );
    let reply = ndjson(&app, &key, &format!("/feed/export?{DAYS}&fields=id&fields=Title")).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/x-ndjson"));
    assert_eq!(
        (reply.header("x-service-export-rows"), reply.header("x-service-export-credits")),
        ("600", "25")
    );
    let all = lines(&reply);
    assert_eq!(all.len(), 600);
    let members: Vec<&String> = all[0].as_object().expect("a line").keys().collect();
    assert_eq!(members, ["Title", "id", "cursor"]);
    assert_eq!(app.audit().await, 25);
    // Broken off anywhere, also among articles of one moment, it goes on after the last line.
    for at in [0, 4, 9, 10, 300, 598, 599] {
        let cursor = all[at]["cursor"].as_str().expect("a cursor");
        let rest =
            ndjson(&app, &key, &format!("/feed/export?{DAYS}&fields=id&fields=Title&cursor={cursor}")).await;
        assert_eq!(rest.header("x-service-export-rows"), (599 - at).to_string(), "{at}");
        assert_eq!(lines(&rest), all[at + 1..], "{at}");
    }
    let cursor = all[0]["cursor"].as_str().expect("a cursor");
    for path in [
        format!("/feed/export?{DAYS}&keyword=ether&cursor={cursor}"),
        format!("/feed?{DAYS}&cursor={cursor}"),
    ] {
        assert_eq!(app.get_with(&key, &path).await.json()["code"], "invalid_cursor", "{path}");
    }
    let ether = ndjson(&app, &key, &format!("/feed/export?{DAYS}&keyword=ether")).await;
    assert_eq!(lines(&ether).len(), 10);
    app.audit().await;
}

#[tokio::test]
async fn what_the_credits_do_not_cover_is_said_at_the_end() {
    let app = world().await;
    let key = app.key("mine", "registered").await;
    let reply = ndjson(&app, &key, &format!("/feed/export?{DAYS}")).await;
    let all = lines(&reply);
    let covered: usize = reply.header("x-service-export-rows-covered").parse().expect("a number");
    assert!(covered < 600 && covered > 0, "{covered}");
    assert_eq!(all.len(), covered + 1);
    assert_eq!((&all[covered]["cutAfter"], &all[covered]["rows"]), (&covered.into(), &600.into()));
    app.audit().await;
    assert_eq!(app.get(&format!("/feed/export?{DAYS}")).await.status.as_u16(), 401);
}
