//! Different answers tell the same numbers: on random corpora, for many ranges, down to the articles themselves.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use domain::{Day, Instant, Item};
use serde_json::{Value, json};

use crate::app::{Reply, TestApp, news};

/// A small generator; the same seed gives the same corpus.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Some of the demo's invented items, thrown over the days around a leap day, and the edges of days.
fn corpus(seed: u64) -> Vec<Item> {
    let mut draw = Draw(seed);
    let last = Day::parse("2024-03-20").expect("a day");
    let first = Day::parse("2024-02-24").expect("a day");
    let mut items: Vec<Item> = demo::world(last, seed)
        .items()
        .filter(|item| item.published_at.is_some_and(|at| at.day() > last.plus(-9)))
        .filter(|_| draw.below(4) == 0)
        .take(220)
        .collect();
    for item in &mut items {
        // Many on few days, none on some.
        let day = first.plus((draw.below(4) * draw.below(4)) as i64);
        item.published_at = Some(day.start().plus_ms(draw.below(86_400_000) as i64));
    }
    for (number, at) in [
        "2024-02-28T23:59:59.999Z",
        "2024-02-29T00:00:00.000Z",
        "2024-02-29T23:59:59.999Z",
        "2024-03-01T00:00:00.000Z",
        "2024-02-29T23:30:00-01:00",
    ]
    .iter()
    .enumerate()
    {
        let mut item =
            news(number as u32, at, "Edge Daily", "Bitcoin fund gains at the edge", "A fund grew.");
        item.outlet.name = "Edge, \"Daily\" & Söhne".into();
        items.push(item);
    }
    let mut bought = news(77, "2024-02-29T12:00:00Z", "Edge Daily", "Sponsored: a new token", "Buy it now.");
    bought.content = "Sponsored content. This is a paid press release about the presale of a token.".into();
    items.push(bought);
    items
}

const RANGES: [(&str, &str); 7] = [
    ("1900-01-01", "2100-12-31"),
    ("2024-02-29", "2024-02-29"),
    ("2024-02-28", "2024-02-28"),
    ("2024-02-24", "2024-02-29"),
    ("2024-03-01", "2024-03-31"),
    ("2023-01-01", "2023-12-31"),
    ("2024-02-26", "2024-03-02"),
];

/// /grouped-data, which is what its pages make up together.
async fn grouped(app: &TestApp, first: &str, last: &str) -> Value {
    let body = json!({"startDate": first, "endDate": last, "groupBy": "companies"});
    let reply = post(app, body, "application/json").await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let (whole, mut pages) = (reply.json(), grouped_pages(app, first, last).await);
    assert_eq!(whole["pagination"]["totalPages"], u64::from(whole["pagination"]["total"] != 0));
    assert_eq!(whole["pagination"]["hasNextPage"], false);
    assert_eq!(whole["totalVolume"], pages["totalVolume"]);
    assert_eq!(whole["companies"], pages["companies"]);
    // A page lists fewer articles; but for them the rows are the same.
    let mut rows = whole["groupedData"].clone();
    for answer in [&mut rows, &mut pages["groupedData"]] {
        let companies = answer.as_object_mut().expect("companies").values_mut();
        companies
            .flat_map(|days| days.as_array_mut().expect("days"))
            .for_each(|day| day["articles"] = json!([]));
    }
    assert_eq!(rows, pages["groupedData"]);
    whole
}

async fn grouped_pages(app: &TestApp, first: &str, last: &str) -> Value {
    let mut whole = grouped_page(app, first, last, 1).await;
    let mut page = 1;
    let mut more = whole["pagination"]["hasNextPage"] == true;
    while more {
        page += 1;
        let next = grouped_page(app, first, last, page).await;
        assert_eq!(next["totalVolume"], whole["totalVolume"], "the volume is that of all pages");
        for (name, days) in next["groupedData"].as_object().expect("companies") {
            let rows =
                whole["groupedData"].as_object_mut().expect("companies").entry(name).or_insert(json!([]));
            rows.as_array_mut().expect("days").extend(days.as_array().expect("days").iter().cloned());
            whole["companies"][name] = next["companies"][name].clone();
        }
        more = next["pagination"]["hasNextPage"] == true;
    }
    assert_eq!(whole["pagination"]["totalPages"].as_u64().expect("pages").max(1), page);
    let rows = whole["groupedData"].as_object().expect("companies").values();
    let rows: usize = rows.map(|days| days.as_array().expect("days").len()).sum();
    assert_eq!(whole["pagination"]["total"], rows);
    whole
}

async fn grouped_page(app: &TestApp, first: &str, last: &str, page: u64) -> Value {
    let body = json!({"startDate": first, "endDate": last, "groupBy": "companies", "page": page});
    let reply = post(app, body, "application/json").await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let next = match reply.json()["pagination"]["hasNextPage"] == true {
        true => format!("</grouped-data?page={}>; rel=\"next\"", page + 1),
        false => String::new(),
    };
    assert_eq!(reply.header("link"), next);
    reply.json()
}

/// Every count of a company and a day, with its company's call narrowed to the day.
fn of_days(mentions: &Value) -> Vec<(String, i64)> {
    let mut calls = Vec::new();
    for (name, days) in mentions["groupedData"].as_object().expect("companies") {
        let query = mentions["companies"][name]["query"].as_str().expect("a call");
        let (path, parameters) = query.split_once('?').expect("parameters");
        for day in days.as_array().expect("days") {
            let date = day["date"].as_str().expect("a date");
            let narrowed = parameters.split('&').map(|pair| match pair.split_once('=').expect("a value").0 {
                bound @ ("startDate" | "endDate") => format!("{bound}={date}"),
                _ => pair.to_owned(),
            });
            let narrowed: Vec<String> = narrowed.collect();
            calls.push((format!("{path}?{}", narrowed.join("&")), day["count"].as_i64().expect("a count")));
        }
    }
    calls
}

async fn post(app: &TestApp, body: Value, accept: &str) -> Reply {
    let request = Request::post("/grouped-data")
        .header("content-type", "application/json")
        .header("accept", accept)
        .body(Body::from(body.to_string()));
    app.send(request.expect("a request")).await
}

async fn total(app: &TestApp, query: &str) -> i64 {
    let reply = app.get(&format!("{query}&limit=1")).await;
    assert_eq!(reply.status, 200, "{query}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()["pagination"]["total"].as_i64().expect("a total")
}

fn sum(rows: &Value, member: &str) -> i64 {
    rows.as_array().expect("rows").iter().map(|row| row[member].as_i64().expect(member)).sum()
}

fn shares(row: &Value) -> f64 {
    ["positive", "neutral", "negative"].iter().map(|tone| row[tone].as_f64().expect("a share")).sum()
}

/// Every number that has a call beside it, with that call.
fn explained(value: &Value, found: &mut Vec<(String, i64)>) {
    if let Value::Object(members) = value
        && let Some(query) = members.get("query").and_then(Value::as_str)
    {
        let names = ["total_articles", "article_count", "post_count", "count"];
        let count = names.iter().find_map(|name| members.get(*name)?.as_i64());
        found.push((query.to_owned(), count.expect("a call explains a count")));
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| explained(value, found)),
        Value::Object(members) => members.values().for_each(|value| explained(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_answer_tells_the_same_numbers() {
    for seed in [1, 22, 333] {
        let app = TestApp::new().await;
        app.take_in(corpus(seed)).await;
        let mut draw = Draw(seed);
        for (first, last) in RANGES {
            check_range(&app, first, last, &mut draw).await;
        }
    }
}

async fn check_range(app: &TestApp, first: &str, last: &str, draw: &mut Draw) {
    let days = format!("?startDate={first}&endDate={last}");
    let place = format!("{first}..{last}");
    let get = async |route: &str| {
        let reply = app.get(&format!("{route}{days}")).await;
        assert_eq!(reply.status, 200, "{route} {place}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    };
    let all = total(app, &format!("/feed{days}")).await;
    let metrics = get("/sentiment-metrics").await;
    let volumes = get("/channel-volume").await;
    let points = app.get(&format!("/fear-greed-index{days}&minArticles=1")).await.json();
    assert_eq!(metrics["total_articles"], all, "{place}");
    assert_eq!(sum(&metrics["by_day"], "article_count"), all, "{place}");
    assert_eq!(sum(&metrics["by_outlet"], "article_count"), all, "{place}");
    assert_eq!(sum(&volumes, "count"), all, "{place}");
    assert_eq!(sum(&points, "article_count"), all, "{place}");
    assert_eq!(sum(&metrics["by_language"], "article_count"), all, "{place}");
    // Shares are of what was read: a row of articles in other languages alone has none.
    let toned = async |query: &str| {
        let any = "sentiment=Positive&sentiment=Neutral&sentiment=Negative";
        total(app, &format!("{query}&{any}")).await
    };
    for rows in ["by_day", "by_outlet", "by_language"] {
        for row in metrics[rows].as_array().expect("rows") {
            if (shares(row) - 1.0).abs() >= 1e-9 {
                assert_eq!(shares(row), 0.0, "{row}");
                assert_eq!(toned(row["query"].as_str().expect("a query")).await, 0, "{row}");
            }
        }
    }
    let whole = if toned(&format!("/feed{days}")).await > 0 { 1.0 } else { 0.0 };
    assert!((shares(&metrics["sentiment"]) - whole).abs() < 1e-9, "{place}");

    let spread = get("/intelligence/categories").await;
    let trends = sum(&spread["categories"], "count");
    assert_eq!(spread["total_trends"], trends, "{place}");
    let pct: f64 =
        spread["categories"].as_array().expect("rows").iter().filter_map(|row| row["pct"].as_f64()).sum();
    assert!((pct - if trends > 0 { 100.0 } else { 0.0 }).abs() < 1e-6, "{place}: {pct}");
    let both = get("/intelligence").await;
    assert_eq!(
        (&both["categories"], &both["total_trends"]),
        (&spread["categories"], &spread["total_trends"])
    );
    let trends = get("/trends").await;
    assert_eq!(both["trends"], trends);

    let mentions = grouped(app, first, last).await;
    let companies = mentions["companies"].as_object().expect("companies");
    let mut volume = 0;
    for (name, company) in companies {
        let days = &mentions["groupedData"][name];
        assert_eq!(sum(days, "count"), company["count"], "{name} {place}");
        for day in days.as_array().expect("days") {
            let tones: i64 = ["positive", "neutral", "negative"].iter().filter_map(|t| day[t].as_i64()).sum();
            let count = day["count"].as_i64().expect("a count");
            if tones != count {
                let (date, query) = (day["date"].as_str().expect("a day"), company["query"].as_str());
                let (_, named) = query.and_then(|query| query.split_once("&company=")).expect("a query");
                let query = format!("/feed?startDate={date}&endDate={date}&company={named}");
                assert_eq!(toned(&query).await, tones, "{name} {place}");
            }
            let articles = day["articles"].as_array().expect("articles").len();
            assert!(articles >= 1 && articles <= 3.min(count as usize), "{name}: {articles} of {count}");
        }
        volume += sum(days, "count");
    }
    assert_eq!(mentions["totalVolume"], volume, "{place}");
    assert_eq!(mentions["groupedData"].as_object().expect("companies").len(), companies.len());

    let cohorts = get("/cohorts").await;
    assert_eq!(cohorts["total_posts"], sum(&cohorts["cohorts"], "post_count"), "{place}");
    let mining = app.get(&format!("/cohorts{days}&topic=mining")).await.json();
    assert_eq!(cohorts["total_statements"], sum(&cohorts["cohorts"], "statement_count"), "{place}");
    let bitcoin = app.get(&format!("/cohorts{days}&topic=bitcoin+OR+etf")).await.json();
    let of_asset = app.get(&format!("/cohorts{days}&asset=Bitcoin")).await.json();
    let of_company = app.get(&format!("/cohorts{days}&company=Coinbase&topic=regulation")).await.json();
    let series = app.get(&format!("/timeseries{days}&q=bitcoin+OR+%22spot+etf%22")).await.json();
    let matching = total(app, &format!("/feed{days}&keyword=bitcoin+OR+%22spot+etf%22")).await;
    assert_eq!(sum(&series, "count"), matching, "{place}");
    assert_eq!(series.as_array().expect("days").len(), points.as_array().expect("days").len(), "{place}");

    if first == "1900-01-01" {
        for (rows, least) in [
            (&trends, 2),
            (&cohorts["cohorts"], 2),
            (&bitcoin["cohorts"], 1),
            (&of_asset["cohorts"], 1),
            (&series, 4),
        ] {
            assert!(rows.as_array().expect("rows").len() >= least, "the corpus shows too little: {rows}");
        }
        assert!(companies.len() >= 3, "the corpus names too few companies: {companies:?}");
    }
    for answer in [
        &metrics,
        &volumes,
        &points,
        &spread,
        &trends,
        &mentions,
        &cohorts,
        &mining,
        &bitcoin,
        &series,
        &of_asset,
        &of_company,
    ] {
        let mut calls = Vec::new();
        explained(answer, &mut calls);
        if answer["groupedData"].is_object() {
            calls.extend(of_days(answer));
        }
        // All of a few, some of many.
        let step = (calls.len() / 12).max(1);
        for (query, count) in calls.iter().skip(draw.below(step as u64) as usize).step_by(step) {
            assert_eq!(total(app, query).await, *count, "{query}");
        }
    }
    for (route, path) in [
        ("/trends", ""),
        ("/intelligence", "trends"),
        ("/intelligence/categories", "categories"),
        ("/fear-greed-index", ""),
        ("/channel-volume", ""),
        ("/cohorts", "cohorts"),
        ("/speakers", "speakers"),
    ] {
        check_csv(app, &format!("{route}{days}"), path).await;
    }
    check_csv(app, &format!("/timeseries{days}&q=bitcoin"), "").await;
    check_big_tables(app, first, last, &metrics, &mentions).await;
}

async fn csv(app: &TestApp, address: &str) -> Vec<Vec<String>> {
    let request = Request::get(address).header("accept", "text/csv").body(Body::empty());
    let reply = app.send(request.expect("a request")).await;
    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8", "{address}");
    parse_csv(&String::from_utf8(reply.body).expect("a text"))
}

/// Every cell is the member of its column's name in the JSON row.
async fn check_csv(app: &TestApp, address: &str, path: &str) {
    let table = csv(app, address).await;
    let answer = app.get(address).await.json();
    let rows = if path.is_empty() { &answer } else { &answer[path] };
    let rows = rows.as_array().expect("rows");
    assert_eq!(table.len(), rows.len() + 1, "{address}");
    for (cells, row) in table[1..].iter().zip(rows) {
        for (column, cell) in table[0].iter().zip(cells) {
            let same = match &row[column] {
                Value::String(text) => cell.trim_start_matches('\'') == text.trim_start_matches('\''),
                Value::Null => cell.is_empty(),
                number => cell.parse::<f64>().ok() == number.as_f64(),
            };
            assert!(same, "{address} {column}: {cell} is not {}", row[column]);
        }
    }
}

async fn check_big_tables(app: &TestApp, first: &str, last: &str, metrics: &Value, mentions: &Value) {
    let table = csv(app, &format!("/sentiment-metrics?startDate={first}&endDate={last}")).await;
    let mut expected = Vec::new();
    explained(metrics, &mut expected);
    let told: BTreeSet<(String, i64)> =
        table[1..].iter().map(|row| (row[7].clone(), row[3].parse().expect("a count"))).collect();
    assert_eq!(told, expected.into_iter().collect());

    let body = json!({"startDate": first, "endDate": last, "groupBy": "companies"});
    let reply = post(app, body, "text/csv").await;
    let table = parse_csv(&String::from_utf8(reply.body).expect("a text"));
    let expected = of_days(mentions);
    let told: BTreeSet<(String, i64)> =
        table[1..].iter().map(|row| (row[7].clone(), row[3].parse().expect("a count"))).collect();
    assert_eq!(table.len(), expected.len() + 1);
    assert_eq!(told, expected.into_iter().collect());
}

/// More rows than fit on a page: nothing is told twice, nothing is lost, and every count is its articles'.
#[tokio::test]
async fn pages_of_companies_make_up_the_whole() {
    let app = TestApp::new().await;
    let names = [
        "Coinbase",
        "MicroStrategy",
        "Tesla",
        "BlackRock",
        "Robinhood",
        "Galaxy Digital",
        "Marathon Digital",
        "Riot Platforms",
        "CleanSpark",
        "Kraken",
        "Binance",
        "Circle",
        "Ripple",
        "Grayscale",
    ];
    let first = Day::parse("2026-01-01").expect("a day");
    let items = (0..70).map(|day| {
        let at = format!("{}T0{}:00:00Z", first.plus(i64::from(day)), day % 10);
        let named: Vec<&str> = names.iter().copied().skip(usize::from(day % 3 == 0)).collect();
        news(
            day,
            &at,
            "Daily Ledger",
            &format!("Report {day} on the companies"),
            &format!("{} spoke.", named.join(", ")),
        )
    });
    app.take_in(items.collect()).await;
    let (from, to) = ("2026-01-01", "2026-03-14");
    let one = grouped_page(&app, from, to, 1).await;
    let figure = |name: &str| one["pagination"][name].as_u64().expect("a figure");
    assert!(figure("total") > figure("pageSize"), "one page would hold all: {}", one["pagination"]);
    let whole = grouped(&app, from, to).await;
    for (name, company) in whole["companies"].as_object().expect("companies") {
        let days = whole["groupedData"][name].as_array().expect("days");
        assert_eq!(sum(&whole["groupedData"][name], "count"), company["count"], "{name}");
        assert!(days.is_sorted_by_key(|day| day["date"].as_str().expect("a date")), "{name}");
    }
    let calls = of_days(&whole);
    assert_eq!(calls.iter().map(|(_, count)| count).sum::<i64>(), whole["totalVolume"]);
    for (query, count) in calls.iter().step_by(31) {
        assert_eq!(total(&app, query).await, *count, "{query}");
    }
    let reply =
        post(&app, json!({"startDate": from, "endDate": to, "groupBy": "companies"}), "text/csv").await;
    let table = parse_csv(&String::from_utf8(reply.body).expect("a text"));
    let told: BTreeSet<(String, i64)> =
        table[1..].iter().map(|row| (row[7].clone(), row[3].parse().expect("a count"))).collect();
    assert_eq!((table.len(), told), (calls.len() + 1, calls.into_iter().collect()));

    let body = json!({"startDate": from, "endDate": to, "groupBy": "companies", "company": "Tesla"});
    let alone = post(&app, body, "application/json").await.json();
    assert_eq!(alone["groupedData"].as_object().expect("companies").keys().collect::<Vec<_>>(), ["Tesla"]);
    assert_eq!(alone["totalVolume"], whole["companies"]["Tesla"]["count"]);
    let past = grouped_page(&app, from, to, (1 << 53) - 1).await;
    assert_eq!((&past["groupedData"], &past["pagination"]["hasNextPage"]), (&json!({}), &json!(false)));
}

fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let row = rows.last_mut().expect("a row");
        let cell = row.last_mut().expect("a cell");
        match (c, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => cell.extend(chars.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(String::new()),
            ('\r', false) => {}
            ('\n', false) => rows.push(vec![String::new()]),
            _ => cell.push(c),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends like all others");
    rows
}

#[tokio::test]
async fn the_midnight_second_belongs_to_its_day() {
    let app = TestApp::new().await;
    let edges = corpus(5).into_iter().filter(|item| item.outlet.name.starts_with("Edge")).collect();
    app.take_in(edges).await;
    let points =
        app.get("/fear-greed-index?startDate=2024-02-28&endDate=2024-03-01&minArticles=1").await.json();
    let counts: Vec<(&str, i64)> = points
        .as_array()
        .expect("points")
        .iter()
        .map(|point| {
            (point["date"].as_str().expect("a date"), point["article_count"].as_i64().expect("a count"))
        })
        .collect();
    // 23:30 an hour west of Greenwich is half an hour into the next day.
    assert_eq!(counts, [("2024-02-28", 1), ("2024-02-29", 3), ("2024-03-01", 2)]);
    let second = Instant::parse("2024-02-29T23:59:59.999Z").expect("an instant");
    let page = app.get("/feed?startDate=2024-02-29&endDate=2024-02-29").await.json();
    assert_eq!(page["data"][0]["Date"], second.rfc3339());
}

#[tokio::test]
async fn bad_questions_are_refused_by_name() {
    let app = TestApp::new().await;
    let routes = [
        "/trends",
        "/intelligence",
        "/intelligence/categories",
        "/sentiment-metrics",
        "/fear-greed-index",
        "/channel-volume",
        "/cohorts",
        "/speakers",
        "/timeseries",
    ];
    for route in routes {
        for (dates, parameter) in [
            ("startDate=2026-02-02&endDate=2026-02-01", "endDate"),
            ("startDate=2026-02-30&endDate=2026-03-01", "startDate"),
            ("startDate=2025-02-29&endDate=2025-03-01", "startDate"),
            ("startDate=2026-02-01&endDate=tomorrow", "endDate"),
            ("startDate=2026-02-01&endDate=2026-02-01T00:00:00Z", "endDate"),
        ] {
            let reply = app.get(&format!("{route}?q=bitcoin&{dates}")).await;
            assert_eq!(reply.status, 400, "{route} {dates}");
            assert_eq!(reply.json()["parameter"], parameter, "{route} {dates}");
        }
        let empty = app.get(&format!("{route}?q=bitcoin&startDate=1900-01-01&endDate=2100-12-31")).await;
        assert_eq!(empty.status, 200, "{route}");
    }
    for (query, parameter) in [("", "q"), ("q=", "q"), ("q=(", "q"), ("q=a&q=b", "q")] {
        let reply = app.get(&format!("/timeseries?{query}")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{query}");
    }
    for (filter, parameter) in [
        ("category=weather", "category"),
        ("cohort=wizard", "cohort"),
        ("kind=poem", "kind"),
        ("story=12", "story"),
        ("story=zz112233445566778899aabbccddeeff", "story"),
    ] {
        let reply = app.get(&format!("/feed?startDate=2026-02-01&endDate=2026-02-02&{filter}")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{filter}");
    }
    let topic = app.get("/cohorts?topic=(").await;
    assert_eq!((topic.status.as_u16(), &topic.json()["parameter"]), (400, &json!("topic")));
    let days = ("2026-02-01", "2026-02-02");
    for (body, parameter) in [
        (json!({"startDate": days.0, "endDate": days.1, "groupBy": "people"}), "groupBy"),
        (json!({"startDate": days.0, "endDate": days.1, "groupBy": ["companies"]}), "groupBy"),
        (json!({"startDate": days.0, "endDate": days.1}), "groupBy"),
        (json!({"startDate": days.1, "endDate": days.0, "groupBy": "companies"}), "endDate"),
        (json!({"startDate": 20260201, "endDate": days.1, "groupBy": "companies"}), "startDate"),
        (json!({"startDate": days.0, "endDate": days.1, "groupBy": "companies", "page": 0}), "page"),
        (json!({"startDate": days.0, "endDate": days.1, "groupBy": "companies", "page": "2"}), "page"),
    ] {
        let reply = post(&app, body.clone(), "application/json").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{body}");
    }
    for body in [json!([]), json!("companies"), json!(null), json!(7)] {
        let reply = post(&app, body.clone(), "application/json").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("invalid_body")), "{body}");
    }
}

#[tokio::test]
async fn recent_days_are_meant_where_none_are_given() {
    let app = TestApp::new().await;
    let answer = app.get("/cohorts").await.json();
    assert_eq!((&answer["start_date"], &answer["end_date"]), (&json!("2026-02-14"), &json!("2026-03-15")));
    let answer = app.get("/cohorts?endDate=2025-01-30").await.json();
    assert_eq!((&answer["start_date"], &answer["end_date"]), (&json!("2025-01-01"), &json!("2025-01-30")));
    let answer = app.get("/cohorts?startDate=2026-03-01").await.json();
    assert_eq!((&answer["start_date"], &answer["end_date"]), (&json!("2026-03-01"), &json!("2026-03-15")));
    let answer = app.get("/cohorts?startDate=2027-03-01").await.json();
    assert_eq!((&answer["start_date"], &answer["end_date"]), (&json!("2027-03-01"), &json!("2027-03-01")));
}
