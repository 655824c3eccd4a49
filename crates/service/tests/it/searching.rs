//! GET /feed beyond dates: by relevance, with highlights, by tone, without near-copies.

use serde_json::Value;

use crate::app::{TestApp, news};

const DAYS: &str = "startDate=2026-01-01&endDate=2026-01-31";

/// A wire story long enough to be known again, told by three outlets, and others beside it.
async fn world() -> TestApp {
    let app = TestApp::new().await;
    let wire = "The central bank of the island said on Monday that it will let licensed stablecoin issuers hold \
        reserves in short government bonds, after two years of talks with banks, payment firms and merchants. \
        Officials expect the first licences in spring. Traders welcomed the rules and several issuers announced \
        plans to apply, while consumer groups asked for stricter checks of what stands behind every coin. The \
        governor said the bank will publish every report that issuers send and will visit each of them twice a \
        year. Lawyers called the text short and clear. Markets hardly moved after the announcement, and the \
        currency stayed where it was all week.";
    let told = |extra: &str| format!("{wire} {extra}");
    app.take_in(vec![
        news(1, "2026-01-05T08:00:00Z", "Alpha Wire", "Island opens the door to stablecoin issuers", wire),
        news(
            2,
            "2026-01-05T09:00:00Z",
            "Beta Post",
            "Island opens the door to stablecoin issuers",
            &told("Reporting by B."),
        ),
        news(
            3,
            "2026-01-06T09:00:00Z",
            "Gamma Mail",
            "Island opens the door to stablecoin issuers",
            &told("Edited by C."),
        ),
        news(
            4,
            "2026-01-07T09:00:00Z",
            "Alpha Wire",
            "Exchange hacked, funds stolen",
            "The hack drained 40 million dollars, a disaster for customers. One stablecoin lost its peg.",
        ),
        news(
            5,
            "2026-01-08T09:00:00Z",
            "Beta Post",
            "Bitcoin rallies to record high",
            "Traders cheer strong gains as inflows surge.",
        ),
        // Long after: told again, not copied.
        news(
            6,
            "2026-01-20T09:00:00Z",
            "Beta Post",
            "Island opens the door to stablecoin issuers",
            &told("From the archive."),
        ),
    ])
    .await;
    app
}

async fn json(app: &TestApp, path: &str) -> Value {
    let reply = app.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

#[tokio::test]
async fn near_copies_are_left_out_and_totals_agree() {
    let app = world().await;
    let whole = json(&app, &format!("/feed?{DAYS}&keyword=stablecoin")).await;
    assert_eq!(whole["pagination"]["total"], 5);
    for query in [format!("{DAYS}&keyword=stablecoin"), format!("{DAYS}&keyword=stablecoin&sort=relevance")] {
        let mut dates = Vec::new();
        let mut next = format!("/feed?{query}&duplicates=skip&limit=1");
        loop {
            let reply = app.get(&next).await;
            let page = reply.json();
            assert_eq!((reply.status.as_u16(), &page["pagination"]["total"]), (200, &3.into()), "{page}");
            assert_eq!(page["pagination"]["totalPages"], 3);
            dates.push(page["data"][0]["Date"].as_str().expect("a date")[..10].to_owned());
            match reply.header("link").split_once('>') {
                Some((link, _)) => next = link.trim_start_matches('<').to_owned(),
                None => break,
            }
        }
        dates.sort();
        assert_eq!(
            dates,
            ["2026-01-05", "2026-01-07", "2026-01-20"],
            "the earliest of the copies stands for them"
        );
    }
}

#[tokio::test]
async fn what_fits_best_comes_first_on_request() {
    let app = world().await;
    let by_date = app.get(&format!("/feed?{DAYS}&keyword=stablecoin+OR+hack")).await.titles();
    assert_eq!(by_date[0], "Island opens the door to stablecoin issuers");
    let ranked = app.get(&format!("/feed?{DAYS}&keyword=stablecoin+OR+hack&sort=relevance")).await.titles();
    assert_eq!(ranked[0], "Exchange hacked, funds stolen", "it has the rare word and the common one");
    for (query, parameter) in [
        ("sort=relevance", "sort"),
        ("highlights=true", "highlights"),
        ("keyword=a&sort=colour", "sort"),
        ("keyword=a&sort=relevance&page=500", "page"),
        ("duplicates=drop", "duplicates"),
        ("minTone=2", "minTone"),
        ("minTone=x", "minTone"),
        ("minTone=NaN", "minTone"),
        ("minTone=0.5&maxTone=0.1", "maxTone"),
    ] {
        let reply = app.get(&format!("/feed?{DAYS}&{query}")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &parameter.into()), "{query}");
    }
    // A cursor of one order is no cursor of another.
    let page = json(&app, &format!("/feed?{DAYS}&keyword=stablecoin&limit=1")).await;
    let cursor = page["pagination"]["nextCursor"].as_str().expect("a cursor");
    let other =
        app.get(&format!("/feed?{DAYS}&keyword=stablecoin&limit=1&sort=relevance&cursor={cursor}")).await;
    assert_eq!(other.json()["code"], "invalid_cursor");
}

#[tokio::test]
async fn the_words_that_were_looked_for_are_marked() {
    let app = world().await;
    let page = json(&app, &format!("/feed?{DAYS}&keyword=hack+OR+stol*&highlights=true&fields=Title")).await;
    let article = &page["data"][0];
    let passages = article["highlights"].as_array().expect("passages");
    assert_eq!(passages[0]["field"], "Title");
    let marked: Vec<String> = passages
        .iter()
        .flat_map(|passage| {
            let text: Vec<char> = passage["text"].as_str().expect("a text").chars().collect();
            let marks = passage["marks"].as_array().expect("marks").clone();
            marks.into_iter().map(move |mark| {
                let place = |at: usize| mark[at].as_u64().expect("a place") as usize;
                text[place(0)..place(1)].iter().collect::<String>()
            })
        })
        .collect();
    assert_eq!(marked, ["stolen", "hack"]);
    assert!(article.get("Content").is_none(), "fields still hold");
    assert!(json(&app, &format!("/feed?{DAYS}")).await["data"][0].get("highlights").is_none());
}

/// Lists and daily counts agree, and their calls carry the range.
#[tokio::test]
async fn articles_are_narrowed_by_their_tone() {
    let app = world().await;
    let all = json(&app, &format!("/feed?{DAYS}")).await;
    let net = |article: &Value| {
        let part = |name: &str| article["tone"][name].as_f64().expect("a probability");
        part("positive") - part("negative")
    };
    let tones: Vec<f64> = all["data"].as_array().expect("articles").iter().map(net).collect();
    for (least, most) in [(-1.0, -0.2), (-0.2, 0.2), (0.2, 1.0)] {
        let expected = tones.iter().filter(|tone| (least..=most).contains(*tone)).count();
        let range = format!("minTone={least}&maxTone={most}");
        let page = json(&app, &format!("/feed?{DAYS}&{range}")).await;
        assert_eq!(page["pagination"]["total"], expected, "{range} of {tones:?}");
        let metrics = json(&app, &format!("/sentiment-metrics?{DAYS}&{range}")).await;
        assert_eq!(metrics["total_articles"], expected);
        let listed = json(&app, metrics["query"].as_str().expect("a call")).await;
        assert_eq!(listed["pagination"]["total"], expected);
    }
}
