//! What agents manage by key: how far each scope goes, accounts, members, people and sources.

use axum::body::Body;
use axum::http::Request;
use management::people::sign_in::Token;
use management::people::{Link, People, Role};
use metering::Scope;
use serde_json::{Value, json};

use crate::app::{Reply, TestApp};

struct House {
    app: TestApp,
    reader: String,
    writer: String,
    owner: String,
    operator: String,
}

/// A team with a key of each scope, and somebody else's account.
async fn house() -> House {
    let app = TestApp::metered().await;
    let owner = app.key("acme", "team").await;
    app.key("other", "team").await;
    let reader = app.key_of("acme", "reader", Scope::Read).await;
    let writer = app.key_of("acme", "writer", Scope::Write).await;
    let operator = app.key_of("acme", "operator", Scope::Operator).await;
    House { app, reader, writer, owner, operator }
}

impl House {
    async fn ask(&self, key: &str, method: &str, path: &str, body: Value) -> Reply {
        match method {
            "GET" | "DELETE" => {
                let request = Request::builder().method(method).uri(path);
                let request = request.header("authorization", format!("Bearer {key}"));
                self.app.send(request.body(Body::empty()).expect("a request")).await
            }
            _ => self.app.send_json(key, method, path, body).await,
        }
    }

    fn people(&self) -> People<'_> {
        People { store: &self.app.app.store, origin: self.app.origin() }
    }
}

#[track_caller]
fn refused(reply: &Reply, status: u16, code: &str, parameter: &str) {
    let body = reply.json();
    assert_eq!((reply.status.as_u16(), body["code"].as_str()), (status, Some(code)), "{body}");
    assert_eq!(body["parameter"].as_str().unwrap_or(""), parameter, "{body}");
}

#[tokio::test]
async fn no_key_leads_to_a_larger_one() {
    let house = house().await;
    let made = house.ask(&house.writer, "POST", "/v1/keys", json!({"name": "same"})).await;
    assert_eq!((made.status.as_u16(), &made.json()["scope"]), (201, &json!("write")));
    let body = json!({"name": "larger", "scope": "account"});
    refused(&house.ask(&house.writer, "POST", "/v1/keys", body.clone()).await, 403, "insufficient_scope", "");
    assert_eq!(house.ask(&house.owner, "POST", "/v1/keys", body).await.status.as_u16(), 201);
    refused(
        &house.ask(&house.reader, "POST", "/v1/keys", json!({"name": "x"})).await,
        403,
        "insufficient_scope",
        "",
    );

    // Whoever rotates a key holds the new one; whoever ends one locks its owner out.
    for key in [&house.writer, &house.owner] {
        for (method, path) in [("POST", "/v1/keys/operator/rotate"), ("DELETE", "/v1/keys/operator")] {
            refused(&house.ask(key, method, path, json!({})).await, 403, "insufficient_scope", "");
        }
    }
    refused(
        &house.ask(&house.writer, "POST", "/v1/keys/first/rotate", json!({})).await,
        403,
        "insufficient_scope",
        "",
    );
    assert_eq!(
        house.ask(&house.owner, "POST", "/v1/keys/writer/rotate", json!({})).await.json()["scope"],
        "write"
    );

    // Operators' keys are not made by programs, not even by an operator's.
    for path in ["/v1/keys", "/v1/accounts/other/keys"] {
        let body = json!({"name": "more", "scope": "operator"});
        refused(&house.ask(&house.operator, "POST", path, body).await, 400, "invalid_parameter", "scope");
        let made = house.ask(&house.operator, "POST", path, json!({"name": "plain"})).await;
        assert_eq!(made.json()["scope"], "account");
    }
    let rotated = house.ask(&house.operator, "POST", "/v1/keys/operator/rotate", json!({})).await.json();
    assert_eq!(rotated["scope"], "operator", "rotating keeps what a key is");
    let listed = house.ask(&house.reader, "GET", "/v1/keys", Value::Null).await.json();
    let scopes: Vec<_> = listed["data"].as_array().expect("keys").iter().map(|key| &key["scope"]).collect();
    assert!(scopes.contains(&&json!("read")) && scopes.contains(&&json!("operator")), "{listed}");
}

#[tokio::test]
async fn a_key_that_reads_changes_nothing() {
    let house = house().await;
    assert_eq!(house.ask(&house.reader, "GET", "/v1/spaces", Value::Null).await.status.as_u16(), 200);
    let days = json!({"startDate": "2026-01-01", "endDate": "2026-01-02", "groupBy": "companies"});
    assert_eq!(house.ask(&house.reader, "POST", "/grouped-data", days).await.status.as_u16(), 200, "it asks");
    let run = house.ask(&house.reader, "POST", "/workflow-runs", json!({})).await;
    refused(&run, 403, "insufficient_scope", "");
    assert_eq!(run.header("x-service-credits-charged"), "0", "a metered call always says what it cost");
    let overage = json!({"active": true, "capUsd": "5"});
    for key in [&house.reader, &house.writer] {
        let reply = house.ask(key, "PUT", "/v1/account/overage", overage.clone()).await;
        refused(&reply, 403, "insufficient_scope", "");
    }
    assert_eq!(house.ask(&house.owner, "PUT", "/v1/account/overage", overage).await.status.as_u16(), 200);
}

#[tokio::test]
async fn operators_keep_accounts() {
    let house = house().await;
    let ask = async |method, path: &str, body| house.ask(&house.operator, method, path, body).await;
    let made = ask("POST", "/v1/accounts", json!({"name": "new", "plan": "pro"})).await;
    assert_eq!(made.status.as_u16(), 201);
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let path = format!("/v1/accounts/{id}");
    assert_eq!(ask("GET", &path, Value::Null).await.json()["plan"], "pro");

    let change =
        json!({"plan": "team", "paymentStatus": "active", "grantCredits": 100, "overageCapUsd": "12.50"});
    let changed = ask("PATCH", &path, change).await.json();
    let shown =
        [&changed["plan"], &changed["paymentStatus"], &changed["prepaidGranted"], &changed["overageCapUsd"]];
    assert_eq!(shown, [&json!("team"), &json!("active"), &json!(100), &json!("12.50")], "{changed}");
    let changed = ask("PATCH", &path, json!({"grantCredits": 5})).await.json();
    assert_eq!((&changed["prepaidGranted"], &changed["overageActive"]), (&json!(105), &json!(true)));

    // All of a change or nothing.
    refused(&ask("PATCH", &path, json!({"plan": "free", "overageCapUsd": "1"})).await, 409, "conflict", "");
    assert_eq!(ask("GET", &path, Value::Null).await.json()["plan"], "team");
    assert_eq!(ask("PATCH", &path, json!({"overageCapUsd": "off"})).await.json()["overageActive"], false);

    refused(&ask("POST", "/v1/accounts", json!({"name": "new"})).await, 409, "conflict", "");
    refused(
        &ask("POST", "/v1/accounts", json!({"name": "n", "plan": "gold"})).await,
        400,
        "invalid_parameter",
        "plan",
    );
    refused(&ask("POST", "/v1/accounts", json!({})).await, 400, "missing_parameter", "name");
    let wrong = [
        ("plan", json!(7)),
        ("paymentStatus", json!("rich")),
        ("grantCredits", json!(-1)),
        ("overageCapUsd", json!("much")),
    ];
    for (member, value) in wrong {
        refused(&ask("PATCH", &path, json!({member: value})).await, 400, "invalid_parameter", member);
    }
    refused(&ask("PATCH", "/v1/accounts/nobody", json!({"plan": "pro"})).await, 404, "not_found", "");
    refused(&ask("POST", "/v1/accounts/nobody/keys", json!({"name": "k"})).await, 404, "not_found", "");

    // Page by page, each once.
    let mut names = Vec::new();
    let mut next = String::new();
    loop {
        let page = ask("GET", &format!("/v1/accounts?limit=2{next}"), Value::Null).await.json();
        names.extend(page["data"].as_array().expect("rows").iter().map(|row| row["name"].clone()));
        match page["nextCursor"].as_str() {
            Some(cursor) => next = format!("&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(names, ["acme", "new", "other"]);
    refused(&ask("GET", "/v1/accounts?cursor=nowhere", Value::Null).await, 400, "invalid_cursor", "cursor");

    // The key that an operator made for the account belongs to it.
    let key = ask("POST", &format!("{path}/keys"), json!({"name": "first"})).await.json();
    let key = key["key"].as_str().expect("a key");
    assert_eq!(house.ask(key, "GET", "/v1/account", Value::Null).await.json()["id"], json!(id));
}

#[tokio::test]
async fn an_account_named_like_an_id_stands_in_for_nobody() {
    let house = house().await;
    let acme = house.app.accounts().find("acme").await.expect("an account").id;
    let made =
        house.ask(&house.operator, "POST", "/v1/accounts", json!({"name": acme, "plan": "free"})).await;
    assert_eq!(made.status.as_u16(), 201);
    assert_eq!(house.ask(&house.owner, "GET", "/v1/account", Value::Null).await.json()["name"], "acme");
}

#[tokio::test]
async fn members_are_the_accounts_own() {
    let house = house().await;
    let ask = async |method, path: &str, body| house.ask(&house.owner, method, path, body).await;
    let added = ask("POST", "/v1/members", json!({"name": "Ann@Example.org", "role": "owner"})).await;
    let ann = added.json();
    assert_eq!((added.status.as_u16(), &ann["name"]), (201, &json!("ann@example.org")));
    assert!(ann["link"].as_str().expect("a link").starts_with("https://api.example/console/link?token="));
    ask("POST", "/v1/members", json!({"name": "ben", "role": "viewer"})).await;
    let listed = ask("GET", "/v1/members", Value::Null).await.json();
    assert_eq!((listed["data"].as_array().map(Vec::len), &listed["seats"]), (Some(2), &json!(10)));

    assert_eq!(ask("PUT", "/v1/members/ben", json!({"role": "member"})).await.json()["role"], "member");
    refused(&ask("PUT", "/v1/members/ben", json!({"role": "king"})).await, 400, "invalid_parameter", "role");
    refused(
        &ask("POST", "/v1/members", json!({"name": "two words", "role": "member"})).await,
        400,
        "invalid_parameter",
        "name",
    );
    refused(&ask("POST", "/v1/members", json!({"name": "ben", "role": "member"})).await, 409, "conflict", "");
    let path = format!("/v1/members/{}", ann["id"].as_str().expect("an id"));
    refused(&ask("PUT", &path, json!({"role": "viewer"})).await, 409, "conflict", "");
    refused(&ask("DELETE", &path, Value::Null).await, 409, "conflict", "");

    // Somebody else's people do not exist, and who has a place elsewhere is not signed in by this account's key.
    house.people().create("stranger", Some(("other", Role::Owner)), false, None).await.expect("somebody");
    for (method, path) in [
        ("PUT", "/v1/members/stranger"),
        ("DELETE", "/v1/members/stranger"),
        ("POST", "/v1/members/stranger/link"),
    ] {
        refused(&ask(method, path, json!({"role": "viewer"})).await, 404, "not_found", "");
    }
    assert_eq!(ask("POST", "/v1/members/ben/link", json!({})).await.status.as_u16(), 201);
    let (_, link) = house.people().invite("acme", "stranger", Role::Viewer).await.expect("an invitation");
    let stranger = house.people().find("stranger").await.expect("somebody");
    let Link::Invitation(token) = link else { panic!("no invitation") };
    let token = Token::read(&token).expect("a token");
    house.people().accept(&token, &stranger, "a long enough password").await.expect("a second place");
    refused(&ask("POST", "/v1/members/stranger/link", json!({})).await, 409, "conflict", "");
    house.people().set_operator("ben", true).await.expect("an operator");
    refused(&ask("POST", "/v1/members/ben/link", json!({})).await, 409, "conflict", "");

    assert_eq!(ask("DELETE", "/v1/members/ben", Value::Null).await.json()["deleted"], true);
    refused(&ask("DELETE", "/v1/members/ben", Value::Null).await, 404, "not_found", "");
}

#[tokio::test]
async fn operators_keep_people() {
    let house = house().await;
    let ask = async |method, path: &str, body| house.ask(&house.operator, method, path, body).await;
    let placed = ask("POST", "/v1/people", json!({"name": "ann", "account": "other", "role": "owner"})).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.json());
    assert!(placed.json()["link"].as_str().is_some_and(|link| link.contains("token=")));
    // The same name again is an invitation to a second place.
    let invited = ask("POST", "/v1/people", json!({"name": "ann", "account": "acme"})).await.json();
    assert_eq!(invited["invited"], true, "somebody who exists is asked: {invited}");
    let listed = ask("GET", "/v1/people?limit=1", Value::Null).await.json();
    assert_eq!(listed["data"][0]["places"].as_array().map(Vec::len), Some(1));
    let link = invited["link"].as_str().expect("a link");
    let token = Token::read(link.split("token=").nth(1).expect("a token")).expect("a token");
    let ann = house.people().find("ann").await.expect("somebody");
    house.people().accept(&token, &ann, "a long enough password").await.expect("accepted");
    ask("POST", "/v1/people", json!({"name": "ben", "account": "other", "role": "member"})).await;
    let listed = ask("GET", "/v1/people?limit=1", Value::Null).await.json();
    let places: Vec<_> = listed["data"][0]["places"]
        .as_array()
        .expect("places")
        .iter()
        .map(|place| (&place["account"], &place["role"]))
        .collect();
    assert_eq!(places, [(&json!("acme"), &json!("viewer")), (&json!("other"), &json!("owner"))]);
    assert!(listed["nextCursor"].is_string());
    refused(
        &ask("POST", "/v1/people", json!({"name": "cat", "account": "nowhere"})).await,
        404,
        "not_found",
        "",
    );
    assert!(house.people().find("cat").await.is_err(), "nobody is left half made");
    refused(&ask("DELETE", "/v1/people/ann", Value::Null).await, 409, "conflict", "");
    // No key signs in as somebody who can make operators' keys.
    house.people().create("boss", None, true, None).await.expect("an operator");
    refused(&ask("POST", "/v1/people", json!({"name": "Boss"})).await, 409, "conflict", "");
    refused(&ask("DELETE", "/v1/people/boss", Value::Null).await, 409, "conflict", "");
    assert_eq!(ask("DELETE", "/v1/people/ben", Value::Null).await.json()["deleted"], true);
    assert_eq!(ask("DELETE", "/v1/people/ann", Value::Null).await.status.as_u16(), 200);
    refused(&ask("DELETE", "/v1/people/ann", Value::Null).await, 404, "not_found", "");
}

#[tokio::test]
async fn operators_keep_sources() {
    let house = house().await;
    let ask = async |method, path: &str, body| house.ask(&house.operator, method, path, body).await;
    let feed = json!({"url": "https://news.example/feed.xml", "outlet": "News", "category": "Crypto News"});
    let added = ask("POST", "/v1/sources", feed.clone()).await;
    let source = added.json();
    assert_eq!(
        (added.status.as_u16(), &source["outlet"], &source["state"]),
        (201, &json!("News"), &json!("waiting"))
    );
    assert_eq!(ask("POST", "/v1/sources", feed).await.status.as_u16(), 200, "it is there already");
    let path = format!("/v1/sources/{}", source["id"].as_str().expect("an id"));
    assert_eq!(ask("PATCH", &path, json!({"paused": true})).await.json()["state"], "paused");
    assert_eq!(ask("PATCH", &path, json!({"paused": false})).await.json()["state"], "waiting");
    let listed = ask("GET", "/v1/sources", Value::Null).await.json();
    assert_eq!(listed["data"][0]["url"], "https://news.example/feed.xml");

    refused(&ask("PATCH", &path, json!({})).await, 400, "missing_parameter", "paused");
    refused(&ask("PATCH", &path, json!({"paused": "perhaps"})).await, 400, "invalid_parameter", "paused");
    for url in ["file:///etc/passwd", "no address", "ftp://news.example/"] {
        refused(&ask("POST", "/v1/sources", json!({"url": url})).await, 400, "invalid_parameter", "url");
    }
    let folder = json!({"url": "/srv/calls", "kind": "earnings_calls"});
    refused(&ask("POST", "/v1/sources", folder).await, 400, "invalid_parameter", "kind");
    let long = json!({"url": "https://a.example/f", "outlet": "x".repeat(101)});
    refused(&ask("POST", "/v1/sources", long).await, 400, "invalid_parameter", "outlet");
    refused(&ask("PATCH", "/v1/sources/none", json!({"paused": true})).await, 404, "not_found", "");
    assert_eq!(ask("DELETE", &path, Value::Null).await.json()["deleted"], true);
    refused(&ask("DELETE", &path, Value::Null).await, 404, "not_found", "");
}

/// Where everyone is let in, nobody is an operator or an owner.
#[tokio::test]
async fn without_metering_nothing_is_managed() {
    let app = TestApp::new().await;
    for path in ["/v1/accounts", "/v1/people", "/v1/sources", "/v1/members"] {
        let reply = app.get(path).await;
        assert_eq!(reply.status.as_u16(), 503, "{path}: {}", reply.json());
    }
    let request = Request::post("/v1/sources").header("content-type", "application/json");
    let request = request.body(Body::from(json!({"url": "https://news.example/feed.xml"}).to_string()));
    assert_eq!(app.send(request.expect("a request")).await.status.as_u16(), 503);
    assert!(app.app.store.sources.list().await.expect("sources").is_empty());
}
