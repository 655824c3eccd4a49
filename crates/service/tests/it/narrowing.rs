//! Names in any spelling, filters on every answer, trends page by page: narrowed answers agree with the articles.

use axum::body::Body;
use axum::http::Request;
use domain::{Extent, Item};
use metering::{KeyKind, Scope};
use serde_json::{Value, json};

use crate::app::{TestApp, news};

const MARCH: &str = "startDate=2026-03-01&endDate=2026-03-14";

/// Two weeks of the demo's world.
async fn world() -> TestApp {
    let app = TestApp::new().await;
    let last = domain::Day::parse("2026-03-14").expect("a day");
    let items: Vec<Item> = demo::world(last, 7)
        .items()
        .filter(|item| item.published_at.is_some_and(|at| at.day() > last.plus(-14)))
        .collect();
    app.take_in(items).await;
    app
}

async fn json(app: &TestApp, path: &str) -> Value {
    let reply = app.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

async fn total(app: &TestApp, query: &str) -> i64 {
    json(app, query).await["pagination"]["total"].as_i64().expect("a total")
}

#[tokio::test]
async fn names_are_found_in_any_spelling() {
    let app = TestApp::new().await;
    let said = "Coinbase said that Bitcoin trading grew. Coinbase is an exchange.";
    app.take_in(vec![news(1, "2026-03-10T10:00:00Z", "The Daily", "Coinbase and Bitcoin grow", said)]).await;
    for filter in
        ["asset=Bitcoin", "asset=BTC", "asset=btc", "company=coinbase", "company=COIN", "outlet=the%20daily"]
    {
        assert_eq!(total(&app, &format!("/feed?{MARCH}&{filter}")).await, 1, "{filter}");
        let tones = json(&app, &format!("/sentiment-metrics?{MARCH}&{filter}")).await;
        assert_eq!(tones["total_articles"], 1, "{filter}");
    }
    for (name, value, nearest) in [
        ("asset", "Bitconi", "Bitcoin"),
        ("company", "Coinbsae", "Coinbase"),
        ("outlet", "The Dialy", "The Daily"),
    ] {
        for route in ["/feed", "/sentiment-metrics", "/fear-greed-index", "/channel-volume", "/cohorts"] {
            let path = format!("{route}?{MARCH}&{name}={}", value.replace(' ', "%20"));
            let reply = app.get(&path).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(name)), "{path}");
            assert_eq!(reply.json()["allowed"][0], nearest, "{path}");
        }
    }
    // A language that is read and has no article yet finds none; what is no language is refused, without an empty list.
    assert_eq!(total(&app, &format!("/feed?{MARCH}&language=ja")).await, 0);
    let reply = app.get(&format!("/feed?{MARCH}&language=klingon")).await;
    assert_eq!((reply.status.as_u16(), reply.json().get("allowed")), (400, None));
    // A coin's ticker is no firm whose name looks like it.
    let reply = app.get(&format!("/feed?{MARCH}&company=STRK")).await;
    let detail = reply.json()["detail"].as_str().unwrap_or("").to_owned();
    assert!(reply.status == 400 && detail.contains("It is the asset \"Starknet\"."), "{detail}");
    let body = json!({"startDate": "2026-03-01", "endDate": "2026-03-14", "groupBy": "companies", "company": "COIN"});
    assert_eq!(app.send_json("x", "POST", "/grouped-data", body).await.json()["totalVolume"], 1);
}

/// Every narrowed count is what its own call lists, and parts make up the whole.
#[tokio::test]
async fn narrowed_answers_agree_with_their_articles() {
    let app = world().await;
    let whole = json(&app, &format!("/sentiment-metrics?{MARCH}")).await;
    for filter in
        ["category=Regulation", "asset=BTC", "kind=news&language=en", "category=ETFs&category=Regulation"]
    {
        let narrowed = json(&app, &format!("/sentiment-metrics?{MARCH}&{filter}")).await;
        let count = narrowed["total_articles"].as_i64().expect("a count");
        assert!(count > 0 && count < whole["total_articles"].as_i64().expect("a count"), "{filter}");
        assert_eq!(total(&app, narrowed["query"].as_str().expect("a query")).await, count, "{filter}");
        for list in ["by_day", "by_outlet"] {
            let rows = narrowed[list].as_array().expect("rows");
            assert_eq!(
                rows.iter().map(|row| row["article_count"].as_i64().expect("a count")).sum::<i64>(),
                count
            );
            let row = &rows[rows.len() / 2];
            let query = row["query"].as_str().expect("a query");
            assert_eq!(json!(total(&app, query).await), row["article_count"], "{query}");
        }
        let volumes = json(&app, &format!("/channel-volume?{MARCH}&{filter}")).await;
        let rows = volumes.as_array().expect("rows");
        assert_eq!(rows.iter().map(|row| row["count"].as_i64().expect("a count")).sum::<i64>(), count);
        let moods = json(&app, &format!("/fear-greed-index?{MARCH}&{filter}&minArticles=1")).await;
        let rows = moods.as_array().expect("rows");
        assert_eq!(
            rows.iter().map(|row| row["article_count"].as_i64().expect("a count")).sum::<i64>(),
            count
        );
    }
    for (granularity, rows) in [("day", 14), ("week", 3), ("month", 1)] {
        let told = json(&app, &format!("/sentiment-metrics?{MARCH}&granularity={granularity}")).await;
        let listed = told["by_day"].as_array().expect("rows");
        assert_eq!(
            (listed.len(), &told["total_articles"]),
            (rows, &whole["total_articles"]),
            "{granularity}"
        );
        let query = listed[0]["query"].as_str().expect("a query");
        assert_eq!(json!(total(&app, query).await), listed[0]["article_count"], "{query}");
        let series = json(&app, &format!("/timeseries?q=bitcoin&{MARCH}&granularity={granularity}")).await;
        assert_eq!(series.as_array().map(Vec::len), Some(rows), "{granularity}");
    }
}

/// Hours make up their day, and each lists what it counts: to the millisecond at both its ends.
#[tokio::test]
async fn hours_agree_with_their_articles_and_their_day() {
    let app = TestApp::new().await;
    let times =
        ["09:59:59.999", "10:00:00", "10:30:00", "10:59:59.999", "11:00:00", "00:00:00", "23:59:59.999"];
    let item = |(number, time): (usize, &&str)| {
        news(
            number as u32,
            &format!("2026-03-10T{time}Z"),
            "The Daily",
            "Bitcoin grows",
            "Bitcoin trading grew.",
        )
    };
    app.take_in(times.iter().enumerate().map(item).collect()).await;
    let day = "startDate=2026-03-10&endDate=2026-03-10";
    let wanted = [("00", 1), ("09", 1), ("10", 3), ("11", 1), ("23", 1)];
    for (path, rows, count) in [
        (format!("/sentiment-metrics?{day}"), "/by_day", "article_count"),
        (format!("/sentiment-metrics?{day}&asset=BTC"), "/by_day", "article_count"),
        (format!("/timeseries?{day}&q=bitcoin"), "", "count"),
        (format!("/fear-greed-index?{day}&minArticles=1"), "", "article_count"),
    ] {
        let told = json(&app, &format!("{path}&granularity=hour")).await;
        let rows = told.pointer(rows).and_then(Value::as_array).expect("rows");
        let counted: Vec<(String, i64)> = rows
            .iter()
            .map(|row| {
                (row["hour"].as_str().expect("an hour").to_owned(), row[count].as_i64().expect("a count"))
            })
            .collect();
        let wanted = wanted.map(|(hour, count)| (format!("2026-03-10T{hour}:00:00Z"), count));
        assert_eq!(counted, wanted, "{path}");
        for row in rows {
            assert_eq!(row["date"], "2026-03-10");
            let query = row["query"].as_str().expect("a query");
            assert_eq!(json!(total(&app, query).await), row[count], "{query}");
        }
    }
    let other = json(&app, &format!("/timeseries?{day}&q=ether&granularity=hour")).await;
    assert_eq!((other.as_array().map(Vec::len), &other[0]["count"]), (Some(5), &json!(0)));
    let csv = Request::get(format!("/sentiment-metrics?{day}&granularity=hour")).header("accept", "text/csv");
    let csv = app.send(csv.body(Body::empty()).expect("a request")).await;
    assert!(String::from_utf8_lossy(&csv.body).contains("\nhour,2026-03-10T10:00:00Z,,3,"));
    for path in ["/sentiment-metrics?", "/fear-greed-index?", "/timeseries?q=bitcoin&"] {
        let days = |first: &str| format!("{path}startDate={first}&endDate=2026-03-14&granularity=hour");
        assert_eq!(app.get(&days("2026-03-01")).await.status, 200, "{path}");
        let reply = app.get(&days("2026-02-28")).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["parameter"]),
            (400, &json!("granularity")),
            "{path}"
        );
    }
    assert_eq!(app.get("/timeseries?q=bitcoin&granularity=hour").await.status, 200);
}

/// The trends of a category are as many as the category says, page by page, and tell what the whole list tells.
#[tokio::test]
async fn trends_are_walked_and_counted() {
    let app = world().await;
    for days in [MARCH, "startDate=2026-03-05&endDate=2026-03-06", "startDate=2026-03-09&endDate=2026-03-09"]
    {
        let spread = json(&app, &format!("/intelligence/categories?{days}")).await;
        let mut all = Vec::new();
        let mut next = Some(format!("/trends?{days}&limit=7"));
        while let Some(path) = next {
            let reply = app.get(&path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert_eq!(reply.header("x-service-total"), spread["total_trends"].to_string(), "{path}");
            all.extend(reply.json().as_array().expect("trends").clone());
            let link = reply.header("link").strip_prefix('<').and_then(|rest| rest.split_once('>'));
            next = link.map(|(path, _)| path.to_owned());
        }
        assert_eq!(json!(all.len()), spread["total_trends"], "{days}");
        let mut ids: Vec<&str> = all.iter().map(|trend| trend["story_id"].as_str().expect("an id")).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all.len(), "every story once");
        let last = days.rsplit('=').next().expect("a day");
        for trend in &all {
            assert!(trend["last_date"].as_str().expect("a day") <= last, "{trend}");
            assert!(trend["article_count"].as_i64().expect("a count") >= 2);
        }
        for category in spread["categories"].as_array().expect("categories") {
            let reply = app.get(category["trends_query"].as_str().expect("a query")).await;
            assert_eq!(reply.header("x-service-total"), category["count"].to_string(), "{category}");
            for trend in reply.json().as_array().expect("trends") {
                assert_eq!(trend["category"], category["name"]);
                let same = all.iter().find(|other| other["story_id"] == trend["story_id"]).expect("the same");
                assert_eq!(
                    (same, same["signal_strength"].as_f64()),
                    (trend, trend["signal_strength"].as_f64())
                );
            }
        }
    }
    let named = json(&app, &format!("/trends?{MARCH}&asset=btc&minArticles=3")).await;
    for trend in named.as_array().expect("trends") {
        let query = trend["query"].as_str().expect("a query");
        assert!(
            2 * total(&app, &format!("{query}&asset=Bitcoin")).await >= total(&app, query).await,
            "{query}"
        );
        assert!(trend["article_count"].as_i64().expect("a count") >= 3);
    }
    assert_eq!(app.get(&format!("/trends?{MARCH}&company=Nobody%20at%20all")).await.status, 400);
}

/// Every article says what it was read as, and can be told without its text.
#[tokio::test]
async fn an_article_says_what_it_was_read_as() {
    let app = world().await;
    let page = json(&app, &format!("/feed?{MARCH}&limit=100")).await;
    let articles = page["data"].as_array().expect("articles");
    for article in articles {
        assert!(article["marks_version"].as_str().is_some_and(|version| !version.is_empty()));
        assert_eq!(article["language"].as_str().map(str::len), Some(2));
        let tone = &article["tone"];
        if article["read"] == false {
            assert_ne!(article["language"], "en");
            assert!(tone.is_null() && article["Sentiment"] == "Neutral", "{article}");
            continue;
        }
        let parts = ["positive", "neutral", "negative"].map(|part| tone[part].as_f64().expect("a share"));
        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{tone}");
        for mention in article["mentions"].as_array().expect("mentions") {
            assert!((1..=3).contains(&mention["salience"].as_i64().expect("a salience")), "{mention}");
        }
    }
    assert!(articles.iter().any(|article| article["story_id"].is_string()));
    assert!(articles.iter().any(|article| article["categories"].as_array().is_some_and(|of| !of.is_empty())));
    let short = json(&app, &format!("/feed?{MARCH}&limit=1&fields=Title&fields=id")).await;
    assert_eq!(short["data"][0].as_object().map(serde_json::Map::len), Some(2));
    let request = Request::get(format!("/feed?{MARCH}&limit=1&fields=mentions")).header("accept", "text/csv");
    let told = app.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(told.header("content-type"), "application/json", "what fits no cell is no table");
    let since = articles[9]["Date"].as_str().expect("a moment");
    let newer = total(&app, &format!("/feed?{MARCH}&since={since}")).await;
    assert_eq!(
        newer,
        articles.iter().filter(|article| article["Date"].as_str() > Some(since)).count() as i64
    );
    assert!(
        total(&app, &format!("/feed?{MARCH}&keyword=regulat*")).await
            > total(&app, &format!("/feed?{MARCH}&keyword=regulator")).await
    );
    assert_eq!(app.get(&format!("/feed?{MARCH}&keyword=re*")).await.json()["code"], "invalid_query");
    let quoted = app.get(&format!("/feed?{MARCH}&keyword=%22regulat*%22")).await.json();
    assert_eq!((&quoted["code"], &quoted["position"]), (&"invalid_query".into(), &8.into()), "{quoted}");
}

/// A test key reads a month, changes nothing and costs nobody anything.
#[tokio::test]
async fn a_test_key_costs_nobody_anything() {
    let app = TestApp::metered().await;
    let live = app.key("mine", "team").await;
    let issued = app.accounts().create_key("mine", "test", KeyKind::Test, Scope::Account, None).await;
    let test = issued.expect("a key").key.reveal().to_owned();
    let february = "/feed?startDate=2026-02-01&endDate=2026-02-28&limit=50";
    let reply = app.get_with(&test, february).await;
    assert_eq!((reply.status.as_u16(), reply.header("x-service-included-remaining")), (200, "97"));
    assert_eq!(reply.header("x-service-test-days"), "2026-02-01/2026-02-28");
    for (path, status) in [
        ("/feed?startDate=2026-02-01&endDate=2026-03-01", 400),
        ("/trends?startDate=2026-01-31&endDate=2026-02-28", 400),
        ("/cohorts", 200),
        ("/taxonomy", 200),
        ("/v1/spaces/none/rows", 403),
        ("/indices?full=true", 403),
        ("/v1/alerts/none/backtest", 403),
    ] {
        assert_eq!(app.get_with(&test, path).await.status.as_u16(), status, "{path}");
    }
    let made = app.send_json(&test, "POST", "/v1/spaces", json!({"name": "x", "lastDays": 3})).await;
    assert_eq!(made.json()["code"], "insufficient_scope");
    let usage = app.get_with(&live, february).await;
    assert_eq!(usage.header("x-service-included-remaining"), "7997");
    for _ in 0..40 {
        app.get_with(&test, february).await;
    }
    assert_eq!(app.get_with(&test, february).await.json()["code"], "credits_exhausted");
    assert_eq!(app.get_with(&live, february).await.status, 200);
}

/// A story counts on the days on which it has articles, not on those between them.
#[tokio::test]
async fn a_silent_day_of_a_story_counts_nothing() {
    let app = TestApp::new().await;
    let mut items = Vec::new();
    for (day, outlets) in [("2026-03-02", ["Alpha", "Beta"]), ("2026-03-04", ["Gamma", "Delta"])] {
        for (number, outlet) in outlets.into_iter().enumerate() {
            let text = "The regulator fined the exchange Acme forty million dollars over its custody rules, and the \
                        exchange Acme said that it would appeal against the fine of the regulator in court.";
            let title = "Regulator fines exchange Acme forty million dollars over custody";
            let mut item = news(number as u32, &format!("{day}T10:0{number}:00Z"), outlet, title, text);
            item.extent = Extent::Full;
            items.push(item);
        }
    }
    app.take_in(items).await;
    let count = async |day: &str| {
        let spread = json(&app, &format!("/intelligence/categories?startDate={day}&endDate={day}")).await;
        spread["total_trends"].as_i64().expect("a count")
    };
    assert_eq!((count("2026-03-02").await, count("2026-03-03").await, count("2026-03-04").await), (1, 0, 1));
}
