//! Agents that people let in: from registration to the last token, and everything that must not open.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::app::{Reply, TestApp};
use crate::console::{Browser, house, send_form, sign_in, text};

/// The pair of RFC 7636.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const BACK: &str = "http://127.0.0.1:33418/callback";

async fn register(app: &TestApp, wanted: Value) -> Reply {
    let request = Request::post("/oauth/register").header("content-type", "application/json");
    app.send(request.body(Body::from(wanted.to_string())).expect("a request")).await
}

async fn client(app: &TestApp) -> String {
    let reply = register(app, json!({"client_name": "Test agent", "redirect_uris": [BACK]})).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", text(&reply));
    assert_eq!(reply.json()["token_endpoint_auth_method"], "none");
    reply.json()["client_id"].as_str().expect("an id").to_owned()
}

fn asked(client: &str, scope: &str) -> String {
    format!(
        "response_type=code&client_id={client}&redirect_uri=http%3A%2F%2F127.0.0.1%3A33418%2Fcallback&state=s%201\
         &code_challenge={CHALLENGE}&code_challenge_method=S256&scope={scope}&resource=https%3A%2F%2Fapi.example%2Fmcp"
    )
}

/// Where a page leads on to.
fn leads_to(reply: &Reply) -> String {
    let page = text(reply);
    let rest = page.split("id=\"lead-on\" href=\"").nth(1).unwrap_or_else(|| panic!("leads nowhere: {page}"));
    rest.split('"').next().expect("an address").replace("&#38;", "&").replace("&amp;", "&")
}

fn given(address: &str, name: &str) -> Option<String> {
    let query = address.split_once('?')?.1;
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.into())
}

async fn code(browser: &Browser<'_>, client: &str, scope: &str, allow: &str) -> String {
    let reply = browser.post("/console/connect", &format!("{}&allow={allow}", asked(client, scope))).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    let address = leads_to(&reply);
    assert!(address.starts_with(&format!("{BACK}?code=")), "{address}");
    assert_eq!(given(&address, "state").as_deref(), Some("s%201"));
    assert_eq!(given(&address, "iss").as_deref(), Some("https%3A%2F%2Fapi%2Eexample"));
    given(&address, "code").expect("a code")
}

async fn token(app: &TestApp, fields: &str) -> Reply {
    send_form(app, "", None, "/oauth/token", fields).await
}

fn by_code(client: &str, code: &str) -> String {
    format!(
        "grant_type=authorization_code&client_id={client}&code={code}&code_verifier={VERIFIER}\
         &redirect_uri=http%3A%2F%2F127.0.0.1%3A33418%2Fcallback&resource=https%3A%2F%2Fapi.example%2Fmcp"
    )
}

fn by_refresh(client: &str, token: &str) -> String {
    format!("grant_type=refresh_token&client_id={client}&refresh_token={token}")
}

async fn call(app: &TestApp, token: &str, tool: &str, arguments: Value) -> Reply {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    let request = Request::post("/mcp")
        .header("host", "127.0.0.1")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("authorization", format!("Bearer {token}"));
    app.send(request.body(Body::from(body.to_string())).expect("a request")).await
}

#[track_caller]
fn check_refused(reply: &Reply, code: &str) {
    assert_eq!((reply.status.as_u16(), reply.json()["code"].clone()), (401, json!(code)));
    let challenge = reply.header("www-authenticate");
    assert!(challenge.starts_with("Bearer realm=\"bellwether\", resource_metadata=\"https://api.example/.well-known/oauth-protected-resource/mcp\""), "{challenge}");
    assert!(challenge.contains("error=\"invalid_token\""), "{challenge}");
}

#[track_caller]
fn check_error(reply: &Reply, error: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.json()["error"].clone()),
        (400, json!(error)),
        "{}",
        text(reply)
    );
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn the_whole_walk() {
    let app = house().await;
    let resource = app.get("/.well-known/oauth-protected-resource/mcp").await.json();
    assert_eq!(resource["resource"], "https://api.example/mcp");
    assert_eq!(resource["authorization_servers"], json!(["https://api.example"]));
    let server = app.get("/.well-known/oauth-authorization-server").await.json();
    assert_eq!(server["issuer"], "https://api.example");
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    let client = client(&app).await;

    // Another site leads here; the page leads on, and who is signed out comes back after signing in.
    let reply = app.get(&format!("/oauth/authorize?{}", asked(&client, "read"))).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    let connect = leads_to(&reply);
    assert!(connect.starts_with("/console/connect?"), "{connect}");
    let reply = app.get(&connect).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/console/sign-in"));
    let note = crate::console::cookie_of(&reply);
    let link = crate::console::people(&app).make_link("owner").await.expect("a link");
    let reply =
        send_form(&app, &note, Some(crate::console::ORIGIN), "/console/link", &format!("token={link}")).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, connect.as_str()));
    let browser = Browser { app: &app, cookie: crate::console::cookie_of(&reply) };
    let page = browser.page(&connect).await;
    for said in ["Test agent", "acme", "Allow read", "http://127.0.0.1:33418"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("Allow write"), "{page}");

    let code = code(&browser, &client, "read", "read").await;
    let reply = token(&app, &by_code(&client, &code)).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    let tokens = reply.json();
    assert_eq!((&tokens["token_type"], &tokens["scope"]), (&json!("Bearer"), &json!("read")));
    let access = tokens["access_token"].as_str().expect("a token").to_owned();
    let reply =
        call(&app, &access, "get_trends", json!({"startDate": "2026-03-01", "endDate": "2026-03-02"})).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    assert_eq!(reply.json()["result"]["_meta"]["creditsCharged"], 2);
    // What it may not do.
    let run =
        json!({"workflowId": "w", "runId": "r", "status": "queued", "startedAt": "2026-03-01T00:00:00Z"});
    let reply = call(&app, &access, "record_workflow_run", run).await.json();
    assert_eq!(reply["result"]["_meta"]["error"]["code"], "insufficient_scope");

    // The agent has a name and usage of its own, among the account's.
    let page = browser.page("/console/agents").await;
    assert!(
        page.contains("Test agent") && page.contains("Connected") && page.contains("<td>2</td><td>2</td>"),
        "{page}"
    );
    let keys = browser.page("/console/keys").await;
    assert!(keys.contains("Test agent"), "{keys}");
    let usage = app
        .app
        .store
        .ledger
        .usage(
            &app.accounts().find("acme").await.expect("acme").id,
            domain::DayRange::single(app.app.clock.now().day()),
        )
        .await
        .expect("usage");
    assert_eq!(usage.iter().map(|row| row.credits).sum::<i64>(), 2);

    // Tokens of agents are good at the tool door alone.
    let reply = app.get_with(&access, "/usage").await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].clone()), (401, json!("key_malformed")));

    let id =
        page.split("data-agent=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    let reply = browser.post(&format!("/console/agents/{id}/disconnect"), "").await;
    assert_eq!(reply.status.as_u16(), 303);
    check_refused(&call(&app, &access, "get_taxonomy", json!({})).await, "token_revoked");
    let refresh = tokens["refresh_token"].as_str().expect("a token");
    check_error(&token(&app, &by_refresh(&client, refresh)).await, "invalid_grant");
    app.audit().await;
}

async fn connected(app: &TestApp, scope: &str) -> (String, Value) {
    let client = client(app).await;
    let browser = sign_in(app, "owner").await;
    let code = code(&browser, &client, scope, scope).await;
    let reply = token(app, &by_code(&client, &code)).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    (client, reply.json())
}

#[tokio::test]
async fn tokens_rotate_and_a_stolen_one_ends_the_agent() {
    let app = house().await;
    let (client, first) = connected(&app, "write").await;
    let word = |tokens: &Value, name: &str| tokens[name].as_str().expect("a token").to_owned();
    assert_eq!(first["scope"], "read write");
    let run =
        json!({"workflowId": "w", "runId": "r", "status": "queued", "startedAt": "2026-03-01T00:00:00Z"});
    let reply = call(&app, &word(&first, "access_token"), "record_workflow_run", run).await.json();
    assert_eq!(reply["result"]["isError"], false, "{reply}");

    let reply = token(&app, &by_refresh(&client, &word(&first, "refresh_token"))).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    let second = reply.json();
    assert_ne!(second["refresh_token"], first["refresh_token"]);
    let open = call(&app, &word(&second, "access_token"), "get_taxonomy", json!({})).await;
    assert_eq!(open.status.as_u16(), 200);
    check_error(
        &token(&app, &by_refresh("client_other", &word(&second, "refresh_token"))).await,
        "invalid_grant",
    );

    // The first one again: somebody else has it.
    check_error(&token(&app, &by_refresh(&client, &word(&first, "refresh_token"))).await, "invalid_grant");
    check_refused(
        &call(&app, &word(&second, "access_token"), "get_taxonomy", json!({})).await,
        "token_revoked",
    );
    check_error(&token(&app, &by_refresh(&client, &word(&second, "refresh_token"))).await, "invalid_grant");
}

#[tokio::test]
async fn tokens_end_by_themselves_and_when_they_are_told_to() {
    let app = house().await;
    let start = app.app.clock.now();
    let (client, tokens) = connected(&app, "read").await;
    let access = tokens["access_token"].as_str().expect("a token").to_owned();
    app.app.clock.set(start.plus_ms(31 * 60_000));
    check_refused(&call(&app, &access, "get_taxonomy", json!({})).await, "token_expired");
    let refresh = tokens["refresh_token"].as_str().expect("a token").to_owned();
    let renewed = token(&app, &by_refresh(&client, &refresh)).await.json();
    let access = renewed["access_token"].as_str().expect("a token").to_owned();
    assert_eq!(call(&app, &access, "get_taxonomy", json!({})).await.status.as_u16(), 200);
    let reply = send_form(&app, "", None, "/oauth/revoke", &format!("token={access}")).await;
    assert_eq!(reply.status.as_u16(), 200);
    check_refused(&call(&app, &access, "get_taxonomy", json!({})).await, "token_revoked");

    let (left, (client, tokens)) = (client, connected(&app, "read").await);
    app.app.clock.set(start.plus_ms(40 * 86_400_000));
    check_error(
        &token(&app, &by_refresh(&client, tokens["refresh_token"].as_str().expect("a token"))).await,
        "invalid_grant",
    );
    let unknown = format!("bw_agent_{}", "0".repeat(64));
    check_refused(&call(&app, &unknown, "get_taxonomy", json!({})).await, "token_unknown");
    app.app.store.agents.sweep(app.app.clock.now()).await.expect("swept");
    check_refused(&call(&app, &access, "get_taxonomy", json!({})).await, "token_unknown");
    let known = async |id: &str| app.app.store.agents.client(id).await.expect("the store answers").is_some();
    assert!(!known(&left).await, "a program that is let in nowhere is forgotten");
    assert!(known(&client).await);
}

#[tokio::test]
async fn codes_open_once_with_their_proof() {
    let app = house().await;
    let client = client(&app).await;
    let browser = sign_in(&app, "owner").await;
    let made = code(&browser, &client, "read", "read").await;
    let good = by_code(&client, &made);
    let other = crate::agents::client(&app).await;
    for wrong in [
        good.replace(VERIFIER, &VERIFIER.replace('d', "e")),
        good.replace(&format!("&code_verifier={VERIFIER}"), ""),
        good.replace(&client, &other),
        good.replace("33418", "33419"),
        good.replace(&made, &"0".repeat(64)),
    ] {
        check_error(&token(&app, &wrong).await, "invalid_grant");
    }
    check_error(&token(&app, &good.replace("%2Fmcp", "%2Fother")).await, "invalid_target");
    check_error(
        &token(&app, &good.replace("authorization_code", "password")).await,
        "unsupported_grant_type",
    );
    let tokens = token(&app, &good).await.json();
    let access = tokens["access_token"].as_str().expect("a token").to_owned();
    assert_eq!(call(&app, &access, "get_taxonomy", json!({})).await.status.as_u16(), 200);
    check_error(&token(&app, &good).await, "invalid_grant");
    check_refused(&call(&app, &access, "get_taxonomy", json!({})).await, "token_revoked");

    let late = code(&browser, &client, "read", "read").await;
    app.app.clock.set(app.app.clock.now().plus_ms(121_000));
    check_error(&token(&app, &by_code(&client, &late)).await, "invalid_grant");
}

#[tokio::test]
async fn only_what_was_registered_is_asked_and_answered() {
    let app = house().await;
    for wanted in [
        json!({"client_name": "x"}),
        json!({"redirect_uris": []}),
        json!({"redirect_uris": ["http://evil.example/cb"]}),
        json!({"redirect_uris": ["javascript:alert(1)"]}),
        json!({"redirect_uris": [BACK], "client_name": "a\u{202e}b"}),
        json!({"redirect_uris": [BACK], "token_endpoint_auth_method": "private_key_jwt"}),
    ] {
        assert_eq!(register(&app, wanted.clone()).await.status.as_u16(), 400, "{wanted}");
    }
    let client = client(&app).await;
    let browser = sign_in(&app, "owner").await;
    let good = asked(&client, "read");
    // The person hears of what could lead them astray, and is led nowhere.
    for wrong in [good.replace("33418%2Fcallback", "33418%2Fother"), good.replace(&client, "client_nobody")] {
        let reply = app.get(&format!("/oauth/authorize?{wrong}")).await;
        assert_eq!(reply.status.as_u16(), 400);
        assert!(!text(&reply).contains("lead-on"), "{}", text(&reply));
    }
    for (wrong, error) in [
        (good.replace("S256", "plain"), "invalid_request"),
        (good.replace(CHALLENGE, "short"), "invalid_request"),
        (good.replace("response_type=code", "response_type=token"), "unsupported_response_type"),
        (good.replace("scope=read", "scope=operator"), "invalid_scope"),
        (good.replace("api.example%2Fmcp", "other.example%2Fmcp"), "invalid_target"),
    ] {
        let address = leads_to(&app.get(&format!("/oauth/authorize?{wrong}")).await);
        assert_eq!(
            given(&address, "error").as_deref(),
            Some(error.replace('_', "%5F").as_str()),
            "{address}"
        );
    }
    // Another port on the same machine is the same program.
    let moved = good.replace("33418", "40000");
    assert!(leads_to(&app.get(&format!("/oauth/authorize?{moved}")).await).starts_with("/console/connect?"));

    let address = leads_to(&browser.post("/console/connect", &format!("{good}&allow=no")).await);
    assert_eq!(given(&address, "error").as_deref(), Some("access%5Fdenied"));
    // Nobody who may only look lets anybody in, and no other site sends the form.
    let viewer = sign_in(&app, "viewer").await;
    let reply = viewer.post("/console/connect", &format!("{good}&allow=read")).await;
    assert_eq!(reply.status.as_u16(), 403);
    let reply = send_form(
        &app,
        &browser.cookie,
        Some("https://evil.example"),
        "/console/connect",
        &format!("{good}&allow=read"),
    )
    .await;
    assert_eq!(reply.status.as_u16(), 403);
    // What may read is not made to write.
    let reply = browser.post("/console/connect", &format!("{good}&allow=write")).await;
    let code = given(&leads_to(&reply), "code").expect("a code");
    assert_eq!(token(&app, &by_code(&client, &code)).await.json()["scope"], "read");
}

#[tokio::test]
async fn registrations_are_few_and_forgotten() {
    let app = house().await;
    let asked = asked(&client(&app).await, "read");
    let mut refused = None;
    for _ in 0..30 {
        let reply = register(&app, json!({"redirect_uris": [BACK]})).await;
        if reply.status.as_u16() != 201 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert_eq!(refused.status.as_u16(), 429);
    assert!(!refused.header("retry-after").is_empty());
    let large = json!({"redirect_uris": [BACK], "client_uri": "x".repeat(10_000)});
    assert_eq!(register(&app, large).await.status.as_u16(), 413);

    let start = app.app.clock.now();
    app.app.store.agents.sweep(start.plus_ms(12 * 3_600_000)).await.expect("swept");
    assert_eq!(app.get(&format!("/oauth/authorize?{asked}")).await.status.as_u16(), 200);
    app.app.store.agents.sweep(start.plus_ms(48 * 3_600_000)).await.expect("swept");
    assert_eq!(app.get(&format!("/oauth/authorize?{asked}")).await.status.as_u16(), 400);
}

/// An address of the service that is another now: tokens of the old one are for somebody else.
#[tokio::test]
async fn a_token_for_another_service_does_not_open() {
    let app = house().await;
    let (_, tokens) = connected(&app, "read").await;
    let store = app.app.store.clone();
    let folder = tempfile::tempdir().expect("a scratch folder");
    let config = runtime::config::Config { key_cache_ms: 0, ..Default::default() };
    let moved = TestApp::at("https://new.example", store, folder, config);
    let access = tokens["access_token"].as_str().expect("a token");
    let reply = call(&moved, access, "get_taxonomy", json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].clone()), (401, json!("token_audience")));
    assert!(reply.header("www-authenticate").contains("error=\"invalid_token\""));
}

/// A program's own description of itself, served from this machine.
async fn describing(document: impl Fn(&str) -> Value) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/agent.json", listener.local_addr().expect("an address"));
    let told = document(&address);
    let route = axum::routing::get(move || async move { axum::Json(told) });
    let router = axum::Router::new().route("/agent.json", route);
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// A client_id that is an address names a document; it is fetched once somebody is signed in who could let the program in.
#[tokio::test]
async fn a_program_describes_itself_at_its_id() {
    let config = runtime::config::Config {
        key_cache_ms: 0,
        sign_in_tries_per_minute: 1000,
        webhook_private_addresses: true,
        ..Default::default()
    };
    let app = crate::console::house_with(config).await;
    let server = app.get("/.well-known/oauth-authorization-server").await.json();
    assert_eq!(server["client_id_metadata_document_supported"], true);
    let good = |id: &str| json!({"client_id": id, "client_name": "Described agent", "redirect_uris": [BACK]});
    let id = describing(good).await;
    let encoded = id.replace(':', "%3A").replace('/', "%2F");
    let authorize = app.get(&format!("/oauth/authorize?{}", asked(&encoded, "read"))).await;
    let connect = leads_to(&authorize);
    assert_eq!(app.get(&connect).await.header("location"), "/console/sign-in");
    assert!(app.app.store.agents.client(&id).await.expect("a look").is_none(), "nobody is signed in");
    let (owner, viewer) = (sign_in(&app, "owner").await, sign_in(&app, "viewer").await);
    assert_eq!(viewer.get(&connect).await.status.as_u16(), 403);
    assert!(app.app.store.agents.client(&id).await.expect("a look").is_none(), "a viewer lets nobody in");
    let page = owner.page(&connect).await;
    assert!(
        page.contains("Described agent") && page.contains("id=\"described-at\">http://127.0.0.1:"),
        "{page}"
    );
    let code = code(&owner, &encoded, "read", "read").await;
    let tokens = token(&app, &by_code(&encoded, &code)).await.json();
    let access = tokens["access_token"].as_str().expect("a token");
    assert_eq!(call(&app, access, "get_taxonomy", json!({})).await.status.as_u16(), 200);
    // Another address than its own, a secret, somewhere else to go on at, nothing there.
    for document in [
        json!({"client_id": "https://other.example/agent.json", "redirect_uris": [BACK]}),
        json!({"client_id": "", "client_secret": "x", "redirect_uris": [BACK]}),
        json!({"client_id": "", "redirect_uris": ["http://evil.example/cb"]}),
        json!({"client_id": "", "token_endpoint_auth_method": "private_key_jwt", "redirect_uris": [BACK]}),
    ] {
        let id = describing(|id| {
            let mut told = document.clone();
            if told["client_id"] == "" {
                told["client_id"] = json!(id);
            }
            told
        });
        let encoded = id.await.replace(':', "%3A").replace('/', "%2F");
        let reply = owner.get(&format!("/console/connect?{}", asked(&encoded, "read"))).await;
        assert_eq!(reply.status.as_u16(), 400, "{}", text(&reply));
    }
    let nowhere = asked("http%3A%2F%2F127.0.0.1%3A1%2Fagent.json", "read");
    assert_eq!(owner.get(&format!("/console/connect?{nowhere}")).await.status.as_u16(), 400);
}

/// Without the operator's word neither http nor an address inside the network is called.
#[tokio::test]
async fn a_description_inside_the_network_is_not_fetched() {
    let app = house().await;
    let owner = sign_in(&app, "owner").await;
    for id in ["http://127.0.0.1:9/agent.json", "https://127.0.0.1:9/agent.json", "https://a.example"] {
        let encoded = id.replace(':', "%3A").replace('/', "%2F");
        let reply = owner.get(&format!("/console/connect?{}", asked(&encoded, "read"))).await;
        assert_eq!(reply.status.as_u16(), 400, "{id}: {}", text(&reply));
        assert!(app.app.store.agents.client(id).await.expect("a look").is_none());
    }
}
