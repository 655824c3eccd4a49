//! The console as a browser sees it: signing in, staying signed in, and what each role may do.

use axum::body::Body;
use axum::http::Request;
use domain::{Kind, Speaker};
use management::people::{People, Role};
use runtime::config::Config;
use serde_json::json;

use crate::app::{Reply, TestApp, minutes, news};

pub const PASSWORD: &str = "correct horse battery";
pub const ORIGIN: &str = "https://api.example";

/// A browser with one cookie.
pub struct Browser<'a> {
    pub app: &'a TestApp,
    pub cookie: String,
}

impl Browser<'_> {
    pub async fn get(&self, path: &str) -> Reply {
        let request = Request::get(path).header("cookie", &self.cookie);
        self.app.send(request.body(Body::empty()).expect("a request")).await
    }

    pub async fn page(&self, path: &str) -> String {
        let reply = self.get(path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}");
        text(&reply)
    }

    /// Sends a form with the token of this sign-in.
    pub async fn post(&self, path: &str, fields: &str) -> Reply {
        let token = self.token().await;
        send_form(self.app, &self.cookie, Some(ORIGIN), path, &format!("csrf={token}&{fields}")).await
    }

    async fn token(&self) -> String {
        let page = self.page("/console/password").await;
        let token = page.split("name=\"csrf\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        token.expect("a token in every form").to_owned()
    }
}

pub async fn send_form(app: &TestApp, cookie: &str, origin: Option<&str>, path: &str, fields: &str) -> Reply {
    let mut request = Request::post(path)
        .header("cookie", cookie)
        .header("content-type", "application/x-www-form-urlencoded");
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    app.send(request.body(Body::from(fields.to_owned())).expect("a request")).await
}

pub fn text(reply: &Reply) -> String {
    String::from_utf8(reply.body.clone()).expect("text")
}

pub fn people(app: &TestApp) -> People<'_> {
    People { store: &app.app.store, origin: app.origin() }
}

/// An account on the plan of teams, with somebody in each role and an operator beside them.
pub async fn house() -> TestApp {
    house_with(Config { key_cache_ms: 0, sign_in_tries_per_minute: 1000, ..Config::default() }).await
}

pub async fn house_with(config: Config) -> TestApp {
    let app = TestApp::with(config).await;
    app.key("acme", "team").await;
    app.key("other", "team").await;
    for (name, role) in [("owner", Role::Owner), ("member", Role::Member), ("viewer", Role::Viewer)] {
        people(&app).create(name, Some(("acme", role)), false, None).await.expect("somebody");
    }
    people(&app).create("boss", None, true, None).await.expect("an operator");
    app
}

pub async fn sign_in<'a>(app: &'a TestApp, name: &str) -> Browser<'a> {
    let token = people(app).make_link(name).await.expect("a link");
    let reply = send_form(app, "", Some(ORIGIN), "/console/link", &format!("token={token}")).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/console"), "{}", text(&reply));
    Browser { app, cookie: cookie_of(&reply) }
}

/// The secret part of a link in a page.
pub fn token_in(page: &str, before: &str) -> String {
    let rest = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before} in {page}"));
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

/// Accepts an invitation as whoever is signed in, with a new password.
pub async fn accept(browser: &Browser<'_>, token: &str) {
    let password = PASSWORD.replace(' ', "+");
    let fields = format!("token={token}&new={password}&again={password}");
    let reply = browser.post("/console/invitation/accept", &fields).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("location")),
        (303, "/console/sign-in"),
        "{}",
        text(&reply)
    );
}

pub fn cookie_of(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().expect("a cookie").to_owned()
}

pub const PAGES: [&str; 18] = [
    "/console/alerts",
    "/console/alerts/new",
    "/console/webhooks",
    "/console/digests",
    "/console/feeds",
    "/console",
    "/console/keys",
    "/console/usage",
    "/console/plan",
    "/console/members",
    "/console/spaces",
    "/console/spaces/new",
    "/console/brains",
    "/console/runs",
    "/console/audit-log",
    "/console/sources",
    "/console/password",
    "/console/second-factor",
];

#[tokio::test]
async fn every_page_stands_and_nobody_keeps_it() {
    let app = house().await;
    let browser = sign_in(&app, "owner").await;
    for path in PAGES {
        let reply = browser.get(path).await;
        let page = text(&reply);
        assert_eq!(reply.status.as_u16(), 200, "{path}: {page}");
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
        assert_eq!(
            reply.header("referrer-policy"),
            "same-origin",
            "or forms would come from nowhere: {path}"
        );
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(
            !page.contains("style=\"") && !page.contains("<style") && !page.contains("onclick"),
            "{path}"
        );
        assert!(page.ends_with("</html>\n") || page.ends_with("</html>"), "{path}");
        assert!(page.len() < 200_000, "{path}");
        // Whoever is not signed in is shown the way.
        let stranger = app.get(path).await;
        assert_eq!(
            (stranger.status.as_u16(), stranger.header("location")),
            (303, "/console/sign-in"),
            "{path}"
        );
    }
    assert_eq!(browser.get("/console/operator").await.status.as_u16(), 404);
    assert_eq!(app.get("/console/sign-in").await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_password_signs_in_and_a_wrong_one_does_not() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    let form = |name: &str, password: &str| format!("name={name}&password={}", password.replace(' ', "+"));
    for (name, password) in [
        ("owner", "wrong horse battery"),
        ("nobody", PASSWORD),
        ("viewer", PASSWORD),
        ("", ""),
        ("owner", ""),
    ] {
        let reply = send_form(&app, "", Some(ORIGIN), "/console/sign-in", &form(name, password)).await;
        assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (401, ""), "{name}");
        assert!(text(&reply).contains("Incorrect name or password."), "{name}");
    }
    let reply = send_form(&app, "", Some(ORIGIN), "/console/sign-in", &form("OWNER", PASSWORD)).await;
    assert_eq!(reply.status.as_u16(), 303);
    let cookie = reply.header("set-cookie");
    assert!(cookie.starts_with("__Host-bellwether="), "{cookie}");
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure"] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let browser = Browser { app: &app, cookie: cookie_of(&reply) };
    assert!(browser.page("/console").await.contains("acme"));
    // What the store keeps is not what the browser sends.
    let token = browser.cookie.split('=').nth(1).expect("a token").to_owned();
    app.app.store.close().await;
    let mut looked = 0;
    for file in std::fs::read_dir(app.app.config.data_dir()).expect("a folder") {
        let path = file.expect("a file").path();
        if path.is_file() {
            let bytes = std::fs::read(&path).expect("its bytes");
            let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
            assert!(!holds(&token) && !holds(PASSWORD), "{}", path.display());
            looked += usize::from(holds("$argon2id$"));
        }
    }
    assert!(looked > 0, "the hash itself is there to be found");
}

#[tokio::test]
async fn tries_to_sign_in_are_counted() {
    let app = TestApp::with(Config {
        sign_in_tries_per_minute: 3,
        client_address_header: "x-real-ip".into(),
        ..Config::default()
    })
    .await;
    let try_from = async |address: &str, name: &str| {
        let request = Request::post("/console/sign-in").header("x-real-ip", address).header("origin", ORIGIN);
        let body = Body::from(format!("name={name}&password=wrong"));
        app.send(request.body(body).expect("a request")).await
    };
    for number in 0..3 {
        assert_eq!(try_from("192.0.2.1", &format!("name{number}")).await.status.as_u16(), 401);
    }
    let refused = try_from("192.0.2.1", "another").await;
    assert_eq!(refused.status.as_u16(), 429, "one address");
    for number in 10..13 {
        assert_eq!(try_from(&format!("192.0.2.{number}"), "victim").await.status.as_u16(), 401);
    }
    // Whoever comes from elsewhere is heard, and slowed once they fail too.
    assert_eq!(try_from("192.0.2.99", "victim").await.status.as_u16(), 401, "another network");
    assert_eq!(try_from("192.0.2.99", "victim").await.status.as_u16(), 429, "one name");
    app.app.clock.set(app.app.clock.now().plus_ms(60_000));
    assert_eq!(try_from("192.0.2.1", "another").await.status.as_u16(), 401);
}

#[tokio::test]
async fn a_link_works_once_and_only_by_its_button() {
    let app = house().await;
    let token = people(&app).make_link("viewer").await.expect("a link");
    // A program that looks at links uses nothing up.
    for _ in 0..2 {
        let shown = app.get(&format!("/console/link?token={token}")).await;
        assert!(shown.status.is_success() && text(&shown).contains(&token));
    }
    let fields = format!("token={token}");
    assert_eq!(send_form(&app, "", Some(ORIGIN), "/console/link", &fields).await.status.as_u16(), 303);
    let again = send_form(&app, "", Some(ORIGIN), "/console/link", &fields).await;
    assert_eq!((again.status.as_u16(), again.header("set-cookie")), (401, ""));
    let late = people(&app).make_link("viewer").await.expect("a link");
    app.app.clock.set(app.app.clock.now().plus_ms(24 * 3_600_000));
    let reply = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={late}")).await;
    assert_eq!(reply.status.as_u16(), 401);
    for broken in ["", "x", &"é".repeat(32)] {
        let reply = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={broken}")).await;
        assert_eq!(reply.status.as_u16(), 401);
    }
}

#[tokio::test]
async fn a_sign_in_ends() {
    let app = house().await;
    let start = app.app.clock.now();
    let hour = 3_600_000;
    let idle = sign_in(&app, "owner").await;
    let busy = sign_in(&app, "owner").await;
    let gone = |reply: Reply| reply.status.as_u16() == 303;
    for hours in 1..=13 {
        app.app.clock.set(start.plus_ms(hours * hour));
        assert!(!gone(busy.get("/console").await), "{hours}");
    }
    assert!(gone(idle.get("/console").await), "nobody came for half a day");
    for hours in 14..168 {
        app.app.clock.set(start.plus_ms(hours * hour));
        assert!(!gone(busy.get("/console/runs").await), "{hours}");
    }
    app.app.clock.set(start.plus_ms(168 * hour));
    assert!(gone(busy.get("/console").await), "a week is the end, whoever comes");

    let out = sign_in(&app, "owner").await;
    let reply = out.post("/console/sign-out", "").await;
    assert!(reply.header("set-cookie").contains("Max-Age=0"));
    assert!(gone(out.get("/console").await));
    // A new password ends the others.
    let (one, other) = (sign_in(&app, "owner").await, sign_in(&app, "owner").await);
    let new = "new=another+long+password&again=another+long+password";
    assert_eq!(one.post("/console/password", new).await.header("location"), "/console/sign-in");
    let done =
        axum::http::Request::get("/console/sign-in").header("cookie", "bellwether-done=password-changed");
    let done = app.send(done.body(axum::body::Body::empty()).expect("a request")).await;
    assert!(text(&done).contains("Your password is changed"), "the next page says so");
    assert!(done.header("set-cookie").starts_with("bellwether-done=; "), "once");
    assert!(gone(one.get("/console").await) && gone(other.get("/console").await));
    let third = sign_in(&app, "owner").await;
    assert_eq!(third.post("/console/password", "old=wrong").await.status.as_u16(), 200, "the form again");
    let refused = third.post("/console/password", &format!("old=wrong&{new}")).await;
    assert_eq!(refused.status.as_u16(), 400);
    assert!(people(&app).remove("owner").await.is_err(), "the others need an owner");
    people(&app).set_role("member", "acme", Role::Owner).await.expect("another owner");
    people(&app).remove("owner").await.expect("removed");
    assert!(gone(third.get("/console").await));
}

#[tokio::test]
async fn a_form_from_elsewhere_is_refused() {
    let app = house().await;
    let browser = sign_in(&app, "owner").await;
    let token = browser.token().await;
    let good = format!("csrf={token}&name=made");
    let other = sign_in(&app, "member").await.token().await;
    let long = "0".repeat(32);
    for (origin, fields) in [
        (Some("https://evil.example"), good.as_str()),
        (Some("null"), &good),
        (Some("http://api.example"), &good),
        (Some(ORIGIN), "name=made"),
        (Some(ORIGIN), "csrf=&name=made"),
        (Some(ORIGIN), &format!("csrf={other}&name=made")),
        (Some(ORIGIN), &format!("csrf={long}&name=made")),
    ] {
        let reply = send_form(&app, &browser.cookie, origin, "/console/keys", fields).await;
        assert_eq!(reply.status.as_u16(), 403, "{origin:?} {fields}");
    }
    let elsewhere =
        send_form(&app, "", Some("https://evil.example"), "/console/sign-in", "name=a&password=b").await;
    assert_eq!(elsewhere.status.as_u16(), 403);
    let keys = app.app.store.credentials.list(&account_id(&app, "acme").await).await.expect("keys");
    assert_eq!(keys.len(), 1, "nothing was made");
    let made = send_form(&app, &browser.cookie, Some(ORIGIN), "/console/keys", &good).await;
    assert_eq!(made.status.as_u16(), 200);
    // Programs without an origin still need the token.
    assert_eq!(send_form(&app, &browser.cookie, None, "/console/keys", &good).await.status.as_u16(), 200);
}

async fn account_id(app: &TestApp, name: &str) -> String {
    app.accounts().find(name).await.expect("an account").id
}

#[tokio::test]
async fn each_role_does_what_it_may() {
    let app = house().await;
    let forms = [
        ("/console/keys", "name=k", Role::Member),
        ("/console/spaces", "name=s", Role::Member),
        ("/console/spaces/x", "name=s", Role::Member),
        ("/console/spaces/x/delete", "", Role::Member),
        ("/console/keys/x/rotate", "", Role::Member),
        ("/console/keys/x/revoke", "", Role::Member),
        ("/console/brains", "name=b&handles=a%40x", Role::Member),
        ("/console/brains/x", "name=b&handles=a%40x", Role::Member),
        ("/console/brains/x/delete", "", Role::Member),
        ("/console/plan/overage", "active=true&capUsd=10", Role::Owner),
        ("/console/members", "name=new&role=viewer", Role::Owner),
        ("/console/members/role", "name=viewer&role=viewer", Role::Owner),
        ("/console/members/link", "name=viewer", Role::Owner),
    ];
    for (name, role) in [("viewer", Role::Viewer), ("member", Role::Member), ("owner", Role::Owner)] {
        let browser = sign_in(&app, name).await;
        for (path, fields, least) in forms {
            let status = browser.post(path, fields).await.status.as_u16();
            assert_eq!(status == 403, role < least, "{name} {path}: {status}");
            assert!(matches!(status, 200 | 303 | 403 | 404), "{name} {path}: {status}");
        }
        for (path, fields) in [
            ("/console/operator", "name=a&plan=free"),
            ("/console/operator/account", "account=acme&plan=free"),
            ("/console/operator/people", "name=a"),
            ("/console/sources", "url=https%3A%2F%2Ffeeds.example%2Frss"),
            ("/console/sources/x/pause", "paused=true"),
            ("/console/sources/x/remove", ""),
        ] {
            assert_eq!(browser.post(path, fields).await.status.as_u16(), 404, "{name} {path}");
        }
        let page = browser.page("/console/keys").await;
        assert_eq!(page.contains("id=\"create-key\""), role >= Role::Member, "{name}");
    }
}

#[tokio::test]
async fn a_key_is_made_used_rotated_and_revoked() {
    let app = house().await;
    let browser = sign_in(&app, "member").await;
    let shown = |page: &str| {
        let key = page.split("id=\"new-key-text\">").nth(1).and_then(|rest| rest.split('<').next());
        key.map(str::to_owned)
    };
    let made = text(&browser.post("/console/keys", "name=agent+%3Cb%3E&expiresInDays=30").await);
    let key = shown(&made).expect("a key");
    assert!(made.contains("agent &#60;b&#62;") && !made.contains("agent <b>"), "names are text");
    assert_eq!(
        app.get_with(&key, "/feed?startDate=2026-01-01&endDate=2026-01-02").await.status.as_u16(),
        200
    );
    let page = browser.page("/console/keys").await;
    assert!(!page.contains(&key) && shown(&page).is_none(), "it is shown once");
    let id =
        app.app.store.credentials.list(&account_id(&app, "acme").await).await.expect("keys")[1].id.clone();
    let rotated = text(&browser.post(&format!("/console/keys/{id}/rotate"), "graceHours=2").await);
    let new = shown(&rotated).expect("a new key");
    let status = async |key: &str| app.get_with(key, "/usage").await.status.as_u16();
    assert_eq!((status(&key).await, status(&new).await), (200, 200));
    app.app.clock.set(app.app.clock.now().plus_ms(2 * 3_600_000));
    assert_eq!((status(&key).await, status(&new).await), (401, 200));
    let asked = browser.post(&format!("/console/keys/{id}/rotate"), "graceHours=2").await;
    assert_eq!(asked.status.as_u16(), 403, "somebody without a password signs in again");
    let browser = sign_in(&app, "member").await;
    let twice = browser.post(&format!("/console/keys/{id}/rotate"), "graceHours=2").await;
    assert_eq!(twice.status.as_u16(), 409);
    let keys = app.app.store.credentials.list(&account_id(&app, "acme").await).await.expect("keys");
    let new_id = keys
        .iter()
        .find(|one| one.replaced_by.is_none() && one.name.starts_with("agent"))
        .expect("it")
        .id
        .clone();
    assert_eq!(
        browser.post(&format!("/console/keys/{new_id}/revoke"), "").await.header("location"),
        "/console/keys"
    );
    assert_eq!(status(&new).await, 401);
    // The keys of others do not exist here.
    let theirs =
        app.app.store.credentials.list(&account_id(&app, "other").await).await.expect("keys")[0].id.clone();
    assert_eq!(browser.post(&format!("/console/keys/{theirs}/revoke"), "").await.status.as_u16(), 404);
    let usage = browser.page("/console/usage").await;
    assert!(usage.contains("<code>/feed</code>") && usage.contains("<svg"), "{usage}");
    let csv = browser.get("/console/usage.csv").await;
    assert!(text(&csv).starts_with("date,route,credential,calls,credits,owedUsd\r\n2026-03-15,/feed,key_"));
    for bad in ["name=", "name=a&expiresInDays=soon", "name=a&expiresInDays=0"] {
        let reply = browser.post("/console/keys", bad).await;
        assert_eq!(reply.status.as_u16(), 400, "{bad}");
        assert!(text(&reply).contains("role=\"alert\""), "{bad}");
    }
}

#[tokio::test]
async fn a_space_goes_from_query_to_csv() {
    let app = house().await;
    app.take_in(minutes("2026-03-10", 640)).await;
    // Of a kind whose titles are stored as they come.
    let bad = news(9000, "2026-03-11T00:00:00Z", "Other", "<script>alert(1)</script> bitcoin", "=1+1");
    app.take_in(vec![domain::Item { kind: Kind::Filing, ..bad }]).await;
    let browser = sign_in(&app, "member").await;
    let preview =
        text(&browser.get("/console/spaces/preview?keyword=bitcoin&columns=Title&columns=Content").await);
    assert!(preview.contains("<strong>641</strong> match"), "{preview}");
    assert!(preview.contains("&#60;script&#62;") && !preview.contains("<script>"), "{preview}");
    let wrong = text(&browser.get("/console/spaces/preview?keyword=(bitcoin").await);
    assert!(wrong.contains("role=\"alert\""), "{wrong}");
    // Without a script the same rows stand in the page.
    assert!(browser.page("/console/spaces/new?keyword=bitcoin").await.contains("<strong>641</strong> match"));
    let fields = "name=My+Space&keyword=bitcoin&rollingDays=30&columns=Title&columns=Content";
    let made = browser.post("/console/spaces", fields).await;
    assert_eq!(made.status.as_u16(), 303, "{}", text(&made));
    let path = made.header("location").to_owned();
    let page = browser.page(&path).await;
    assert!(page.contains("value=\"My Space\"") && page.contains("<strong>641</strong> match"));
    let csv = browser.get(&format!("{path}/export.csv")).await;
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"my-space.csv\"");
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let rows = text(&csv);
    assert_eq!(rows.matches("\r\n").count(), 642, "a head and every row");
    assert!(
        rows.starts_with("Title,Content\r\n<script>alert(1)</script> bitcoin,\"'=1+1\"\r\n"),
        "{}",
        &rows[..120]
    );
    let bad = browser.post(&path, "name=x&rollingDays=3&startDate=2026-01-01&endDate=2026-01-02").await;
    assert_eq!(bad.status.as_u16(), 400);
    assert_eq!(browser.post(&path, "name=Renamed").await.status.as_u16(), 303);
    assert!(browser.page("/console/spaces").await.contains("Renamed"));
    // Another account's people see nothing of it.
    people(&app).create("outsider", Some(("other", Role::Owner)), false, None).await.expect("somebody");
    let outsider = sign_in(&app, "outsider").await;
    for reply in [
        outsider.get(&path).await,
        outsider.get(&format!("{path}/export.csv")).await,
        outsider.post(&format!("{path}/delete"), "").await,
    ] {
        assert_eq!(reply.status.as_u16(), 404);
    }
    assert_eq!(browser.post(&format!("{path}/delete"), "").await.header("location"), "/console/spaces");
    assert_eq!(browser.get(&path).await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_brain_and_runs_are_shown() {
    let app = house().await;
    let posts = (0..30).map(|i| domain::Item {
        kind: Kind::Conversation,
        speaker: Some(Speaker { handle: "alice@example.social".into(), name: "Alice".into(), cohort: None }),
        ..news(
            i,
            &format!("2026-03-10T00:{i:02}:00Z"),
            "Talk",
            &format!("Post {i}"),
            &format!("Words {i} about bitcoin."),
        )
    });
    app.take_in(posts.collect()).await;
    let browser = sign_in(&app, "member").await;
    assert!(browser.page("/console/brains").await.contains("alice@example.social"), "whom one could follow");
    let made =
        browser.post("/console/brains", "name=Voices&handles=%40alice%40example.social%0D%0Abob%40x").await;
    let path = made.header("location").to_owned();
    let page = browser.page(&path).await;
    assert!(page.contains("id=\"post-count\">30<") && page.contains("Words 29 about bitcoin."), "{page}");
    let next = page.split("?cursor=").nth(1).and_then(|rest| rest.split('"').next()).expect("older posts");
    assert!(browser.page(&format!("{path}?cursor={next}")).await.contains("Words 4 about bitcoin."));
    assert_eq!(browser.post(&path, "name=Voices&handles=two+words").await.status.as_u16(), 400);
    assert!(browser.page("/console/runs").await.contains("No run was recorded yet."));
    let key = app.another_key("acme", "agent").await;
    let run = json!({"workflowId": "daily", "runId": "r1", "status": "failed", "startedAt": "2026-03-15T11:00:00Z", "tokens": 12});
    assert_eq!(app.send_json(&key, "POST", "/workflow-runs", run).await.status.as_u16(), 201);
    let page = browser.page("/console/runs").await;
    assert!(page.contains("<th scope=\"row\">daily</th><td>r1</td>") && page.contains("tokens 12"), "{page}");
}

#[tokio::test]
async fn members_and_overage_are_the_owners() {
    let app = house().await;
    let browser = sign_in(&app, "owner").await;
    let added = text(&browser.post("/console/members", "name=new%40example.org&role=viewer").await);
    assert!(added.contains("https://api.example/console/link?token="), "{added}");
    assert!(
        text(&browser.post("/console/members", "name=new%40example.org&role=viewer").await)
            .contains("already somebody")
    );
    let last = browser.post("/console/members/role", "name=owner&role=viewer").await;
    assert_eq!(last.status.as_u16(), 409);
    assert_eq!(browser.post("/console/members/role", "name=boss&role=viewer").await.status.as_u16(), 404);
    assert_eq!(browser.post("/console/members/role", "name=viewer&role=none").await.status.as_u16(), 303);
    assert!(!browser.page("/console/members").await.contains("<th scope=\"row\">viewer</th>"));
    assert_eq!(browser.post("/console/plan/overage", "active=true&capUsd=12.50").await.status.as_u16(), 303);
    assert!(browser.page("/console/plan").await.contains("On, up to 12.50 USD"));
    assert_eq!(browser.post("/console/plan/overage", "active=true&capUsd=much").await.status.as_u16(), 400);
    assert_eq!(browser.post("/console/plan/overage", "active=false").await.status.as_u16(), 303);
    assert!(browser.page("/console/plan").await.contains("Off:"));
}

#[tokio::test]
async fn operators_keep_accounts_plans_people_and_sources() {
    let app = house().await;
    let browser = sign_in(&app, "boss").await;
    assert!(browser.page("/console").await.contains("You belong to no account yet."));
    assert_eq!(browser.get("/console/keys").await.status.as_u16(), 403);
    assert_eq!(browser.post("/console/operator", "name=fresh&plan=free").await.status.as_u16(), 303);
    assert_eq!(browser.post("/console/operator", "name=fresh&plan=free").await.status.as_u16(), 409);
    let change = "/console/operator/account";
    let all = "account=fresh&plan=pro&paymentStatus=active&grantCredits=40";
    assert_eq!(browser.post(change, all).await.status.as_u16(), 303);
    for bad in ["plan=gold", "paymentStatus=rich", "grantCredits=some"] {
        assert_eq!(browser.post(change, &format!("account=fresh&{bad}")).await.status.as_u16(), 400, "{bad}");
    }
    let fresh = app.accounts().find("fresh").await.expect("it");
    assert_eq!((fresh.plan.as_str(), fresh.payment_status.name()), ("pro", "active"));
    assert_eq!(fresh.legacy_prepaid.get(), 40);
    let link = text(&browser.post("/console/operator/people", "name=first&account=fresh&role=owner").await);
    assert!(link.contains("A sign-in link for first"), "{link}");
    let full = browser.post("/console/operator/people", "name=second&account=fresh&role=owner").await;
    assert_eq!(full.status.as_u16(), 409, "one seat");
    // Somebody with a place is invited to another one, accepts, and turns from one account to the other.
    let invited = browser.post("/console/operator/people", "name=first&account=other&role=viewer").await;
    let token = token_in(&text(&invited), "/console/invitation?token=");
    let first = sign_in(&app, "first").await;
    let page = first.page("/console").await;
    assert!(page.contains("<strong>other</strong> invites you as viewer"), "{page}");
    assert!(!page.contains("id=\"turn-to\""), "not before it is accepted");
    accept(&first, &token).await;
    let first = sign_in(&app, "first").await;
    assert!(first.page("/console").await.contains("account <strong>fresh</strong>"));
    let other = account_id(&app, "other").await;
    assert_eq!(first.post("/console/account", &format!("account={other}")).await.status.as_u16(), 303);
    assert!(first.page("/console").await.contains("account <strong>other</strong> (viewer)"));
    let acme = account_id(&app, "acme").await;
    assert_eq!(first.post("/console/account", &format!("account={acme}")).await.status.as_u16(), 404);

    let added = browser
        .post("/console/sources", "url=https%3A%2F%2Ffeeds.example%2Frss&kind=feed&outlet=Example+Daily")
        .await;
    assert_eq!(added.status.as_u16(), 303, "{}", text(&added));
    assert!(browser.page("/console/sources").await.contains("Example Daily"));
    let id = app.app.store.sources.list().await.expect("sources")[0].id.clone();
    assert_eq!(
        browser.post(&format!("/console/sources/{id}/pause"), "paused=true").await.status.as_u16(),
        303
    );
    assert!(app.app.store.sources.list().await.expect("sources")[0].paused);
    assert_eq!(
        browser.post(&format!("/console/sources/{id}/pause"), "paused=false").await.status.as_u16(),
        303
    );
    assert!(!app.app.store.sources.list().await.expect("sources")[0].paused);
    assert_eq!(browser.post(&format!("/console/sources/{id}/pause"), "").await.status.as_u16(), 400);
    let log = browser.page("/console/audit-log?all=true").await;
    assert!(log.contains(&format!("Example Daily ({id})")), "a source is told of by its outlet: {log}");
    assert_eq!(browser.post(&format!("/console/sources/{id}/remove"), "").await.status.as_u16(), 303);
    assert!(!browser.page("/console/sources").await.contains("Example Daily"));
    for bad in [
        "url=",
        "url=nonsense&kind=feed",
        "url=file%3A%2F%2F%2Fetc%2Fpasswd&kind=feed",
        "url=%2Fetc&kind=earnings_calls",
        "url=https%3A%2F%2Fx&kind=other",
    ] {
        assert_eq!(browser.post("/console/sources", bad).await.status.as_u16(), 400, "{bad}");
    }
}

/// Somebody makes keys that may do what they may, and touches no larger one.
#[tokio::test]
async fn a_persons_keys_are_no_more_than_the_person() {
    let app = house().await;
    let first = app.accounts().keys("acme").await.expect("keys")[0].id.clone();
    let member = sign_in(&app, "member").await;
    for scope in ["account", "operator", "king"] {
        let status = member.post("/console/keys", &format!("name=k&scope={scope}")).await.status.as_u16();
        assert_eq!(status, 400, "{scope}");
    }
    assert!(!member.page("/console/keys").await.contains("value=\"account\""));
    for path in [format!("/console/keys/{first}/rotate"), format!("/console/keys/{first}/revoke")] {
        assert_eq!(member.post(&path, "").await.status.as_u16(), 403, "{path}");
    }
    assert_eq!(member.post("/console/keys", "name=plain").await.status.as_u16(), 200);
    let owner = sign_in(&app, "owner").await;
    assert_eq!(owner.post("/console/keys", "name=k&scope=operator").await.status.as_u16(), 400);
    assert_eq!(owner.post("/console/keys", "name=all&scope=account").await.status.as_u16(), 200);
    people(&app).set_operator("owner", true).await.expect("an operator");
    assert_eq!(owner.get("/console").await.status.as_u16(), 303, "an operator proves anew who they are");
    let owner = sign_in(&app, "owner").await;
    assert_eq!(owner.post("/console/keys", "name=top&scope=operator").await.status.as_u16(), 200);
    let keys = app.accounts().keys("acme").await.expect("keys");
    let scope_of = |name: &str| keys.iter().find(|key| key.name == name).map(|key| key.scope.name());
    assert_eq!(
        [scope_of("plain"), scope_of("all"), scope_of("top")],
        [Some("write"), Some("account"), Some("operator")]
    );
}

/// A cookie opens pages and nothing else: a site that a browser visits cannot use it to ask or to change.
#[tokio::test]
async fn a_sign_in_is_no_key() {
    let app = house().await;
    people(&app).set_operator("owner", true).await.expect("an operator");
    let browser = sign_in(&app, "owner").await;
    for path in ["/v1/keys", "/v1/members", "/v1/accounts", "/v1/sources", "/v1/account", "/usage"] {
        let reply = browser.get(path).await;
        assert_eq!(reply.status.as_u16(), 401, "{path}");
        assert_eq!(reply.header("access-control-allow-credentials"), "", "{path}");
    }
    let request = Request::post("/v1/accounts")
        .header("cookie", &browser.cookie)
        .header("content-type", "application/json")
        .body(Body::from(json!({"name": "mine"}).to_string()));
    assert_eq!(app.send(request.expect("a request")).await.status.as_u16(), 401);
}

/// However many accounts and people there are, a page stays small and leads to the next.
#[tokio::test]
async fn long_lists_come_in_pages() {
    let app = house().await;
    for number in 0..105 {
        let name = format!("account {number:03}");
        app.accounts().create(&name, "team").await.expect("an account");
        people(&app)
            .create(&format!("person-{number:03}"), Some((&name, Role::Owner)), false, None)
            .await
            .expect("one");
    }
    let browser = sign_in(&app, "boss").await;
    let page = browser.page("/console/operator").await;
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(page.contains("account 099</th>") && !page.contains("account 100</th>"), "100 rows");
    let next = |page: &str, mark: &str| {
        let rest = page.split(mark).nth(1).expect("a further page").split('"').next().expect("an address");
        format!("{mark}{rest}")
    };
    let further = browser.page(&next(&page, "/console/operator?accounts=")).await;
    assert!(further.contains("account 100</th>") && further.contains(">other</th>"));
    assert!(!further.contains("account 099</th>") && !further.contains("?accounts="));
    let further = browser.page(&next(&page, "/console/operator?people=")).await;
    assert!(
        further.contains("viewer</th>")
            && further.contains("viewer of acme")
            && !further.contains("?people=")
    );
    assert_eq!(browser.get("/console/operator?people=nobody").await.status.as_u16(), 400);
}
