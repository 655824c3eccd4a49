//! What an account owns: Spaces and their rows, Brains and their posts, keys and overage, as programs manage them.

use std::collections::HashSet;

use axum::body::Body;
use axum::http::Request;
use domain::{Item, Kind, Speaker};
use serde_json::{Value, json};

use crate::app::{Reply, TestApp, minutes, news};

async fn shop() -> (TestApp, String, String) {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    (app, mine, theirs)
}

/// Makes a Space or a Brain and gives its id.
async fn make(app: &TestApp, key: &str, path: &str, body: Value) -> String {
    let reply = app.send_json(key, "POST", path, body).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.json());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

async fn csv(app: &TestApp, key: &str, path: &str) -> Reply {
    let request =
        Request::get(path).header("authorization", format!("Bearer {key}")).header("accept", "text/csv");
    app.send(request.body(Body::empty()).expect("a request")).await
}

fn post(number: u32, at: &str, handle: &str) -> Item {
    Item {
        kind: Kind::Conversation,
        speaker: Some(Speaker { handle: handle.into(), name: format!("Name of {handle}"), cohort: None }),
        ..news(number, at, "Talk", &format!("Post {number}"), "Bitcoin gains are great, a strong rally.")
    }
}

#[tokio::test]
async fn a_space_gives_its_rows_page_by_page() {
    let (app, mine, _) = shop().await;
    app.take_in(minutes("2026-03-10", 130)).await;
    app.take_in(vec![news(900, "2026-03-10T20:00:00Z", "Other", "Apart", "Nothing of interest.")]).await;
    let body = json!({"name": "Daily", "outlet": "Daily", "columns": ["Title", "id"]});
    let space = make(&app, &mine, "/v1/spaces", body).await;

    let (mut seen, mut path) = (Vec::new(), format!("/v1/spaces/{space}/rows"));
    for charged in ["3", "3", "3"] {
        let reply = app.get_with(&mine, &path).await;
        assert_eq!(reply.header("x-service-credits-charged"), charged);
        let page = reply.json();
        assert_eq!((&page["spaceId"], &page["columns"]), (&json!(space), &json!(["Title", "id"])));
        for row in page["rows"].as_array().expect("rows") {
            let names: Vec<&String> = row.as_object().expect("a row").keys().collect();
            assert_eq!(names, ["Title", "id"]);
            seen.push(row["Title"].as_str().expect("a title").to_owned());
        }
        assert_eq!(page["hasMore"], json!(!page["nextCursor"].is_null()));
        path = format!("/v1/spaces/{space}/rows?cursor={}", page["nextCursor"].as_str().unwrap_or("-"));
        // What arrives between two pages shifts nothing.
        let late = format!("2026-03-15T0{}:00:00Z", seen.len() % 10);
        app.take_in(vec![news(1000 + seen.len() as u32, &late, "Daily", "Late", "News.")]).await;
    }
    let expected: Vec<String> = (0..130).rev().map(|i| format!("Item {i}")).collect();
    assert_eq!(seen, expected);
    let large = app.get_with(&mine, &format!("/v1/spaces/{space}/rows?limit=100")).await;
    assert_eq!(large.header("x-service-credits-charged"), "5");
    assert_eq!(large.json()["rows"].as_array().map(Vec::len), Some(100));
    let wrong = app.get_with(&mine, &format!("/v1/spaces/{space}/rows?limit=101")).await;
    assert_eq!((wrong.status.as_u16(), wrong.json()["parameter"].clone()), (400, json!("limit")));
    app.audit().await;
}

#[tokio::test]
async fn a_space_follows_its_search() {
    let (app, mine, _) = shop().await;
    app.take_in(vec![
        news(
            1,
            "2026-03-15T01:00:00Z",
            "Alpha",
            "Bitcoin rallies to a record high",
            "Strong gains cheer traders.",
        ),
        news(2, "2026-03-14T01:00:00Z", "Alpha", "Ether is quiet", "Nothing happened."),
        news(
            3,
            "2026-03-05T01:00:00Z",
            "Alpha",
            "Bitcoin exchange hacked, funds stolen",
            "Losses and fraud.",
        ),
        news(4, "2026-01-05T01:00:00Z", "Alpha", "Bitcoin long ago", "Nothing happened."),
    ])
    .await;
    let titles = async |body: Value| -> Vec<String> {
        let space = make(&app, &mine, "/v1/spaces", body).await;
        let page = app.get_with(&mine, &format!("/v1/spaces/{space}/rows")).await.json();
        let rows = page["rows"].as_array().expect("rows").clone();
        rows.iter().map(|row| row["Title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles(json!({"name": "all"})).await.len(), 3, "30 days by default");
    assert_eq!(titles(json!({"name": "a", "rollingDays": 1})).await, ["Bitcoin rallies to a record high"]);
    assert_eq!(titles(json!({"name": "a", "rollingDays": 2})).await.len(), 2);
    let fixed =
        json!({"name": "a", "keyword": "bitcoin", "startDate": "2026-01-01", "endDate": "2026-01-31"});
    assert_eq!(titles(fixed).await, ["Bitcoin long ago"]);
    let negative = json!({"name": "a", "keyword": "bitcoin AND (hacked OR record)", "sentiment": "Negative"});
    assert_eq!(titles(negative).await, ["Bitcoin exchange hacked, funds stolen"]);
}

#[tokio::test]
async fn a_bad_definition_is_refused_by_name() {
    let (app, mine, _) = shop().await;
    for (body, parameter) in [
        (json!({}), "name"),
        (json!({"name": " "}), "name"),
        (json!({"name": "x".repeat(101)}), "name"),
        (json!({"name": "a\u{7}b"}), "name"),
        (json!({"name": "a", "keyword": "(bitcoin"}), "keyword"),
        (json!({"name": "a", "sentiment": "Glad"}), "sentiment"),
        (json!({"name": "a", "rollingDays": 0}), "rollingDays"),
        (json!({"name": "a", "rollingDays": 3, "startDate": "2026-01-01"}), "rollingDays"),
        (json!({"name": "a", "startDate": "2026-01-01"}), "endDate"),
        (json!({"name": "a", "endDate": "2026-01-01"}), "startDate"),
        (json!({"name": "a", "startDate": "2026-01-02", "endDate": "2026-01-01"}), "endDate"),
        (json!({"name": "a", "columns": ["Title", "password"]}), "columns"),
        (json!({"name": "a", "columns": "Title"}), "columns"),
    ] {
        let reply = app.send_json(&mine, "POST", "/v1/spaces", body.clone()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{body}");
    }
    for (body, parameter) in [
        (json!({"name": "a"}), "handles"),
        (json!({"name": "a", "handles": []}), "handles"),
        (json!({"name": "a", "handles": ["two words"]}), "handles"),
        (json!({"name": "a", "handles": [7]}), "handles"),
        (json!({"name": "a", "handles": vec!["x"; 101]}), "handles"),
    ] {
        let reply = app.send_json(&mine, "POST", "/v1/brains", body.clone()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{body}");
    }
}

/// Whether it is not there or not theirs: nobody can tell.
#[tokio::test]
async fn what_is_not_yours_does_not_exist() {
    let (app, mine, theirs) = shop().await;
    app.take_in(minutes("2026-03-10", 3)).await;
    let space = make(&app, &mine, "/v1/spaces", json!({"name": "S"})).await;
    let brain = make(&app, &mine, "/v1/brains", json!({"name": "B", "handles": ["a@x"]})).await;
    let nowhere = |id: &str| format!("{}{}", &id[..id.len() - 3], "000");
    let definition = json!({"name": "stolen", "handles": ["z@x"]});
    for (id, paths) in [
        (
            &space,
            vec![
                ("GET", "/v1/spaces/{}/rows"),
                ("GET", "/v1/spaces/{}"),
                ("PUT", "/v1/spaces/{}"),
                ("DELETE", "/v1/spaces/{}"),
            ],
        ),
        (&brain, vec![("GET", "/v1/brains/{}"), ("PUT", "/v1/brains/{}"), ("DELETE", "/v1/brains/{}")]),
    ] {
        for (method, path) in paths {
            let ask = async |id: &str| {
                let reply = app.send_json(&theirs, method, &path.replace("{}", id), definition.clone()).await;
                let mut body = reply.json();
                body.as_object_mut().expect("a problem").remove("requestId");
                let mut headers = reply.headers.clone();
                for changing in ["x-request-id", "ratelimit"] {
                    headers.remove(changing);
                }
                (reply.status.as_u16(), body, headers)
            };
            let (not_theirs, not_there) = (ask(id).await, ask(&nowhere(id)).await);
            assert_eq!(not_theirs.0, 404, "{method} {path}");
            assert_eq!(not_theirs, not_there, "{method} {path}");
        }
    }
    let kept = app.get_with(&mine, &format!("/v1/spaces/{space}")).await.json();
    assert_eq!(kept["name"], "S");
    assert_eq!(app.get_with(&theirs, "/v1/spaces").await.json()["data"], json!([]));
    assert_eq!(app.get_with(&theirs, "/v1/brains").await.json()["data"], json!([]));
    assert_eq!(app.audit().await, 0, "nobody was charged for a 404");
}

#[tokio::test]
async fn a_cursor_is_good_for_one_space() {
    let (app, mine, _) = shop().await;
    app.take_in(minutes("2026-03-10", 5)).await;
    app.take_in((0..3).map(|i| post(i, &format!("2026-03-11T0{i}:00:00Z"), "a@x")).collect()).await;
    let one = make(&app, &mine, "/v1/spaces", json!({"name": "one"})).await;
    let other = make(&app, &mine, "/v1/spaces", json!({"name": "other"})).await;
    let brain = make(&app, &mine, "/v1/brains", json!({"name": "B", "handles": ["a@x"]})).await;
    let page = app.get_with(&mine, &format!("/v1/spaces/{one}/rows?limit=2")).await.json();
    let cursor = page["nextCursor"].as_str().expect("a cursor").to_owned();
    assert_eq!(
        app.get_with(&mine, &format!("/v1/spaces/{one}/rows?cursor={cursor}")).await.status.as_u16(),
        200
    );
    for path in [
        format!("/v1/spaces/{other}/rows?cursor={cursor}"),
        format!("/v1/spaces/{one}/rows?cursor={}", &cursor[1..]),
        format!("/v1/spaces/{one}/rows?cursor=nonsense"),
        format!("/v1/brains/{brain}?cursor={cursor}"),
    ] {
        let reply = app.get_with(&mine, &path).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("invalid_cursor")), "{path}");
        assert_eq!(reply.header("x-service-credits-charged"), "0");
    }
}

#[tokio::test]
async fn the_export_is_whole_and_harmless() {
    let (app, mine, _) = shop().await;
    app.take_in(minutes("2026-03-10", 1234)).await;
    let tricky = "=HYPERLINK(\"http://evil.example\"), and \"quotes\"";
    let mut item = news(5000, "2026-03-12T00:00:00Z", "Daily", tricky, "Line one\nline two, with a comma");
    item.author_name = "@sum".into();
    app.take_in(vec![item]).await;
    let body = json!({"name": "all", "columns": ["id", "Title", "author_name", "Content"]});
    let space = make(&app, &mine, "/v1/spaces", body).await;
    let whole = csv(&app, &mine, &format!("/v1/spaces/{space}/rows")).await;
    assert_eq!(whole.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(whole.header("x-service-credits-charged"), "10", "of the first block");
    let announced =
        ["rows", "rows-covered", "credits"].map(|name| whole.header(&format!("x-service-export-{name}")));
    assert_eq!(announced, ["1235", "1235", "50"]);
    let text = String::from_utf8(whole.body).expect("UTF-8");
    let mut lines = text.split_inclusive("\r\n");
    assert_eq!(lines.next(), Some("id,Title,author_name,Content\r\n"));
    let first = lines.next().expect("a row");
    assert!(
        first.contains("\"'=HYPERLINK(\"\"http://evil.example\"\"), and \"\"quotes\"\"\",\"'@sum\""),
        "{first}"
    );
    assert!(first.ends_with("\"Line one\nline two, with a comma\"\r\n"), "{first}");
    let ids: HashSet<&str> = lines.map(|line| line.split(',').next().expect("an id")).collect();
    assert_eq!(ids.len(), 1234, "every row, each once");

    // With a limit it is that page, in the same columns as the JSON.
    let page = csv(&app, &mine, &format!("/v1/spaces/{space}/rows?limit=10")).await;
    let text = String::from_utf8(page.body).expect("UTF-8");
    assert_eq!(text.matches("\r\n").count(), 11);
    assert!(text.starts_with("id,Title,author_name,Content\r\n"));
}

#[tokio::test]
async fn a_brain_gives_the_posts_of_those_it_follows() {
    let (app, mine, _) = shop().await;
    let mut items: Vec<Item> =
        (0..60).map(|i| post(i, &format!("2026-03-10T00:{i:02}:00Z"), "a@x")).collect();
    items.push(post(100, "2026-03-11T00:00:00Z", "b@x"));
    items.push(post(101, "2026-03-12T00:00:00Z", "stranger@x"));
    items.push(Item { kind: Kind::Podcast, ..post(102, "2026-03-13T00:00:00Z", "a@x") });
    app.take_in(items).await;
    let body = json!({"name": "Voices", "handles": ["@a@x", "b@x", "silent@x", "b@x"]});
    let brain = make(&app, &mine, "/v1/brains", body).await;
    let reply = app.get_with(&mine, &format!("/v1/brains/{brain}")).await;
    assert_eq!(reply.header("x-service-credits-charged"), "4", "2 and two times 25 results");
    let page = reply.json();
    assert_eq!(page["handles"], json!(["a@x", "b@x", "silent@x"]));
    assert_eq!((&page["postCount"], page["posts"].as_array().map(Vec::len)), (&json!(61), Some(50)));
    assert_eq!(page["firstPostAt"], "2026-03-10T00:00:00Z");
    assert_eq!(page["lastPostAt"], "2026-03-11T00:00:00Z");
    let tally = &page["sentiment"];
    let sum: i64 = ["positive", "neutral", "negative"].iter().filter_map(|name| tally[name].as_i64()).sum();
    assert_eq!(sum, 61);
    assert_eq!(page["posts"][0]["handle"], "b@x");
    assert_eq!(page["speakers"].as_array().map(Vec::len), Some(2));
    let cursor = page["nextCursor"].as_str().expect("a cursor");
    let last = app.get_with(&mine, &format!("/v1/brains/{brain}?cursor={cursor}")).await.json();
    assert_eq!((last["posts"].as_array().map(Vec::len), &last["nextCursor"]), (Some(11), &Value::Null));
    assert_eq!(last["posts"][10]["date"], "2026-03-10T00:00:00Z");
}

#[tokio::test]
async fn spaces_and_brains_are_changed_and_deleted() {
    let (app, mine, _) = shop().await;
    let space = make(&app, &mine, "/v1/spaces", json!({"name": "one", "keyword": "etf"})).await;
    let path = format!("/v1/spaces/{space}");
    let changed = app.send_json(&mine, "PUT", &path, json!({"name": "two", "rollingDays": 7})).await.json();
    assert_eq!(
        (&changed["name"], &changed["keyword"], &changed["rollingDays"]),
        (&json!("two"), &Value::Null, &json!(7))
    );
    assert_eq!(app.get_with(&mine, &path).await.json(), changed);
    assert_eq!(
        app.send_json(&mine, "DELETE", &path, json!({})).await.json(),
        json!({"id": space, "deleted": true})
    );
    assert_eq!(app.get_with(&mine, &path).await.status.as_u16(), 404);
    let brain = make(&app, &mine, "/v1/brains", json!({"name": "one", "handles": ["a@x"]})).await;
    let path = format!("/v1/brains/{brain}");
    let changed = app.send_json(&mine, "PUT", &path, json!({"name": "two", "handles": ["b@x"]})).await.json();
    assert_eq!(changed["handles"], json!(["b@x"]));
    assert_eq!(app.get_with(&mine, "/v1/brains").await.json()["data"], json!([changed]));
    assert_eq!(app.send_json(&mine, "DELETE", &path, json!({})).await.status.as_u16(), 200);
    assert_eq!(app.send_json(&mine, "DELETE", &path, json!({})).await.status.as_u16(), 404);
    assert_eq!(app.audit().await, 0, "management is not metered");
}

#[tokio::test]
async fn keys_are_managed_by_their_account_alone() {
    let (app, mine, theirs) = shop().await;
    let made = app.send_json(&mine, "POST", "/v1/keys", json!({"name": "agent", "expiresInDays": 30})).await;
    assert_eq!(made.status.as_u16(), 201);
    let (id, key) = (made.json()["id"].clone(), made.json()["key"].as_str().expect("a key").to_owned());
    assert_eq!(made.json()["expiresAt"], "2026-04-14T12:00:00Z");
    assert_eq!(app.get_with(&key, "/usage").await.status.as_u16(), 200);
    let path = format!("/v1/keys/{}", id.as_str().expect("an id"));
    assert_eq!(app.send_json(&theirs, "DELETE", &path, json!({})).await.status.as_u16(), 404);
    let rotated =
        app.send_json(&mine, "POST", &format!("{path}/rotate"), json!({"graceHours": 1})).await.json();
    let new = rotated["key"].as_str().expect("a key").to_owned();
    assert_eq!(app.get_with(&key, "/usage").await.status.as_u16(), 200, "within its grace");
    app.app.clock.set(app.app.clock.now().plus_ms(3_600_000));
    assert_eq!(app.get_with(&key, "/usage").await.status.as_u16(), 401);
    assert_eq!(app.get_with(&new, "/usage").await.status.as_u16(), 200);
    let again = app.send_json(&mine, "POST", &format!("{path}/rotate"), json!({})).await;
    assert_eq!(again.status.as_u16(), 409);
    let new_path = format!("/v1/keys/{}", rotated["id"].as_str().expect("an id"));
    assert_eq!(app.send_json(&mine, "DELETE", &new_path, json!({})).await.json()["revoked"], true);
    assert_eq!(app.get_with(&new, "/usage").await.status.as_u16(), 401);
    let listed = app.get_with(&mine, "/v1/keys").await;
    let text = String::from_utf8_lossy(&listed.body).into_owned();
    assert!(!text.contains(&key) && !text.contains(&new), "{text}");
    let states: Vec<Value> =
        listed.json()["data"].as_array().expect("keys").iter().map(|key| key["state"].clone()).collect();
    assert_eq!(states, ["open", "expired", "revoked"]);
}

#[tokio::test]
async fn overage_is_agreed_to_with_a_cap() {
    let (app, mine, _) = shop().await;
    let free = app.key("small", "free").await;
    let agree = json!({"active": true, "capUsd": "12.50"});
    let agreed = app.send_json(&mine, "PUT", "/v1/account/overage", agree.clone()).await.json();
    assert_eq!((&agreed["overageActive"], &agreed["overageCapUsd"]), (&json!(true), &json!("12.50")));
    assert_eq!(app.get_with(&mine, "/v1/account").await.json(), agreed);
    assert_eq!(app.send_json(&free, "PUT", "/v1/account/overage", agree).await.status.as_u16(), 409);
    for cap in [json!(null), json!("-1"), json!("1e3"), json!("much"), json!("99999999999999999999")] {
        let reply =
            app.send_json(&mine, "PUT", "/v1/account/overage", json!({"active": true, "capUsd": cap})).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!("capUsd")), "{cap}");
    }
    let ended = app.send_json(&mine, "PUT", "/v1/account/overage", json!({"active": false})).await.json();
    assert_eq!(ended["overageActive"], false);
}
