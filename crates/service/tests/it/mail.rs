//! Mail: nobody is written to who has not asked for it, one click ends it, and digests come by the reader's clock.

use std::sync::{Arc, Mutex};

use alerts::digest::DigestFollower;
use alerts::mail::links::{Purpose, link};
use alerts::webhooks::WebhookFollower;
use axum::body::Body;
use axum::http::Request;
use domain::{Instant, Item};
use runtime::config::Config;
use serde_json::json;
use store::webhooks::DueWebhook;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::alerts::{arrive, make, ready};
use crate::app::{Reply, TestApp, news};

/// A mail server that takes everything but mail to nobody@.
struct MailServer {
    port: u16,
    letters: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    async fn start() -> MailServer {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let letters: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = Arc::clone(&letters);
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(talk(connection, Arc::clone(&kept)));
            }
        });
        MailServer { port, letters }
    }

    fn config(&self) -> Config {
        Config {
            smtp_url: format!("smtp://127.0.0.1:{}", self.port).as_str().into(),
            mail_from: "Bellwether <alerts@example.com>".to_owned(),
            key_cache_ms: 0,
            ..Config::default()
        }
    }

    fn taken(&self) -> Vec<String> {
        self.letters.lock().expect("letters").iter().map(|letter| unquoted(letter)).collect()
    }
}

async fn talk(connection: tokio::net::TcpStream, letters: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(connection);
    stream.write_all(b"220 mail.example\r\n").await?;
    let (mut line, mut letter, mut is_letter) = (String::new(), String::new(), false);
    while stream.read_line(&mut line).await? > 0 {
        let command = line.to_ascii_uppercase();
        let answer: &[u8] = match is_letter {
            true if line == ".\r\n" => {
                letters.lock().expect("letters").push(std::mem::take(&mut letter));
                is_letter = false;
                b"250 taken\r\n"
            }
            true => {
                letter.push_str(&line);
                b""
            }
            false if command.starts_with("DATA") => {
                is_letter = true;
                b"354 go on\r\n"
            }
            false if command.contains("NOBODY@") => b"550 there is no such mailbox\r\n",
            false if command.starts_with("QUIT") => b"221 goodbye\r\n",
            false => b"250 fine\r\n",
        };
        stream.write_all(answer).await?;
        line.clear();
    }
    Ok(())
}

/// Quoted-printable, as far as letters of ours use it.
fn unquoted(letter: &str) -> String {
    letter.replace("=\r\n", "").replace("=3D", "=").replace("\r\n", "\n")
}

/// The path of the first link in a letter that has this word in it.
fn path_of(letter: &str, word: &str) -> String {
    let at = letter.find(word).expect("a link");
    let rest = &letter[at..];
    rest[..rest.find([' ', '\n', '"', '>']).unwrap_or(rest.len())].to_owned()
}

async fn post(app: &TestApp, path: &str) -> Reply {
    let request = Request::post(path).header("content-type", "application/x-www-form-urlencoded");
    app.send(request.body(Body::from("List-Unsubscribe=One-Click")).expect("a request")).await
}

fn item(number: u32) -> Item {
    let at = format!("2026-03-15T11:{:02}:00Z", number);
    news(number, &at, "Daily", &format!("Outage {number} at <Acme> & co"), "The outage goes on.")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_asks_for_mail_and_ends_it() {
    let server = MailServer::start().await;
    let app = TestApp::with(server.config()).await;
    let key = app.key("mine", "team").await;
    let mut rules = ready(&app).await;
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "enabled": true});
    app.app.clock.set(Instant::parse("2026-03-15T11:00:00Z").expect("an instant"));
    make(&app, &key, rule).await;
    let wanted = json!({"name": "Ana", "url": "mailto:ana@example.com", "shape": "mail"});
    let made = app.send_json(&key, "POST", "/v1/webhooks", wanted.clone()).await;
    assert_eq!((made.status.as_u16(), &made.json()["awaitingConfirmation"]), (201, &json!(true)));
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let mut deliveries = WebhookFollower::new(Arc::clone(&app.app));
    arrive(&app, &mut rules, vec![item(1)]).await;
    assert_eq!(deliveries.catch_up().await.expect("tried"), 0, "the reader has not confirmed");
    let tried = app.send_json(&key, "POST", &format!("/v1/webhooks/{id}/test"), json!({})).await;
    assert_eq!(tried.status.as_u16(), 409, "asked again instead: {}", tried.json());
    let letters = server.taken();
    assert_eq!(letters.len(), 2, "asked twice: {letters:?}");
    let confirm = path_of(&letters[0], "/mail/confirm/");
    // Looking behind a link changes nothing; a changed link leads nowhere.
    assert_eq!(app.get(&confirm).await.status.as_u16(), 200);
    assert_eq!(deliveries.catch_up().await.expect("tried"), 0);
    assert_eq!(post(&app, &format!("{confirm}x")).await.status.as_u16(), 404);
    assert_eq!(post(&app, &confirm.replace("confirm", "unsubscribe")).await.status.as_u16(), 404);
    assert_eq!(post(&app, &confirm).await.status.as_u16(), 200);
    assert_eq!(deliveries.catch_up().await.expect("delivered"), 1);
    let letter = server.taken().pop().expect("a letter");
    for part in [
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "To: ana@example.com",
        "Outage 1 at <Acme> & co",
        "Outage 1 at &lt;Acme&gt; &amp; co",
    ] {
        assert!(letter.contains(part), "{part} is missing in {letter}");
    }
    assert_eq!(app.audit().await, 2, "charged as a delivery");
    // One click, and only the reader can begin again.
    let end = path_of(&letter, "/mail/unsubscribe/");
    assert_eq!(post(&app, &end).await.status.as_u16(), 200);
    app.send_json(&key, "PUT", &format!("/v1/webhooks/{id}"), wanted).await;
    arrive(&app, &mut rules, vec![item(2)]).await;
    assert_eq!(deliveries.catch_up().await.expect("tried"), 0);
    assert_eq!(post(&app, &confirm).await.status.as_u16(), 200);
    assert_eq!(deliveries.catch_up().await.expect("delivered"), 1);
    // A mailbox that is none ends it at once; another address has to be confirmed anew.
    let elsewhere = json!({"name": "Ana", "url": "mailto:bob@example.com", "shape": "mail"});
    let moved = app.send_json(&key, "PUT", &format!("/v1/webhooks/{id}"), elsewhere).await.json();
    assert_eq!(moved["awaitingConfirmation"], true);
    for wrong in ["mailto:a@b.example,c@b.example", "mailto:a@localhost", "https://a.example/"] {
        let refused = json!({"name": "W", "url": wrong, "shape": "mail"});
        let refused = app.send_json(&key, "POST", "/v1/webhooks", refused).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["parameter"]), (400, &json!("url")), "{wrong}");
    }
}

/// The owner of an endpoint knows its secret and must not decide for its reader; what was sent stays good when it changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_reader_decides() {
    let server = MailServer::start().await;
    let app = TestApp::with(server.config()).await;
    let key = app.key("mine", "team").await;
    let wanted = json!({"name": "Ana", "url": "mailto:ana@example.com", "shape": "mail"});
    let made = app.send_json(&key, "POST", "/v1/webhooks", wanted).await.json();
    let (id, secret) = (made["id"].as_str().expect("an id"), made["secret"].as_str().expect("a secret"));
    let found = app.app.store.webhooks.behind_link(id).await.expect("a look").expect("an endpoint");
    let forger = DueWebhook { letter_key: Some(secret.to_owned()), ..found };
    let forged = link("", Purpose::Confirm, &forger);
    assert_eq!(post(&app, &forged).await.status.as_u16(), 404);
    let confirm = path_of(&server.taken()[0], "/mail/confirm/");
    app.send_json(&key, "POST", &format!("/v1/webhooks/{id}/rotate"), json!({})).await;
    assert_eq!(
        post(&app, &confirm).await.status.as_u16(),
        200,
        "a new secret changes nothing for the reader"
    );
    let test = format!("/v1/webhooks/{id}/test");
    let mut tried = Vec::new();
    for _ in 0..12 {
        tried.push(app.send_json(&key, "POST", &test, json!({})).await.status.as_u16());
    }
    assert_eq!((tried[9], tried[10]), (200, 429), "{tried:?}");
    // Who has had enough is not even asked again.
    let end = path_of(&server.taken().pop().expect("a letter"), "/mail/unsubscribe/");
    assert_eq!(post(&app, &end).await.status.as_u16(), 200);
    let before = server.taken().len();
    assert_eq!(app.send_json(&key, "POST", &test, json!({})).await.status.as_u16(), 409);
    assert_eq!(server.taken().len(), before);
}

/// An account that has used up its own letters takes none from the reader whom others want to write to.
#[tokio::test]
async fn letters_are_counted_by_account_first() {
    let server = MailServer::start().await;
    let app = TestApp::with(server.config()).await;
    let (greedy, other) = (app.key("greedy", "team").await, app.key("other", "team").await);
    let ask = async |key: &str, address: &str| {
        let wanted = json!({"name": "W", "url": format!("mailto:{address}"), "shape": "mail"});
        let made = app.send_json(key, "POST", "/v1/webhooks", wanted).await.json();
        let path = format!("/v1/webhooks/{}", made["id"].as_str().expect("an id"));
        app.send_json(key, "DELETE", &path, json!({})).await;
    };
    for number in 0..20 {
        ask(&greedy, &format!("reader{number}@example.com")).await;
    }
    for _ in 0..3 {
        ask(&greedy, "ceo@corp.example").await;
    }
    assert_eq!(server.taken().len(), 20);
    ask(&other, "ceo@corp.example").await;
    assert_eq!(server.taken().len(), 21);
}

#[tokio::test]
async fn an_address_is_not_asked_for_ever() {
    let server = MailServer::start().await;
    let app = TestApp::with(server.config()).await;
    let key = app.key("mine", "team").await;
    let wanted = json!({"name": "Ana", "url": "mailto:ana@example.com", "shape": "mail"});
    for _ in 0..5 {
        let made = app.send_json(&key, "POST", "/v1/webhooks", wanted.clone()).await.json();
        let path = format!("/v1/webhooks/{}", made["id"].as_str().expect("an id"));
        app.send_json(&key, "DELETE", &path, json!({})).await;
    }
    assert_eq!(server.taken().len(), 3);
    let without = TestApp::metered().await;
    let key = without.key("mine", "team").await;
    let refused = without.send_json(&key, "POST", "/v1/webhooks", wanted).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("not_configured")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_is_told_once_at_its_hour() {
    let app = TestApp::with(Config { key_cache_ms: 0, ..Config::default() }).await;
    let key = app.key("mine", "team").await;
    let told = |number: u32| {
        let outlet = format!("Outlet {number}");
        news(
            number,
            "2026-03-14T10:00:00Z",
            &outlet,
            "Kraken reports an outage",
            "The exchange Kraken is down.",
        )
    };
    app.take_in((1..=6).map(told).collect()).await;
    let wanted = json!({"name": "Morning", "hour": 7, "timeZone": "Asia/Tokyo", "companies": ["Kraken"]});
    let made = app.send_json(&key, "POST", "/v1/digests", wanted).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.json());
    let digests = DigestFollower { app: Arc::clone(&app.app) };
    assert_eq!(digests.look().await.expect("a look"), 0, "it waits for its hour");
    app.app.clock.set(Instant::parse("2026-03-15T21:59:59Z").expect("an instant"));
    assert_eq!(digests.look().await.expect("a look"), 0);
    app.app.clock.set(Instant::parse("2026-03-15T22:00:01Z").expect("an instant"));
    assert_eq!(digests.look().await.expect("a look"), 1);
    assert_eq!(digests.look().await.expect("a look"), 0, "once");
    let events = app.get_with(&key, "/v1/events").await.json();
    let event = &events["data"][0];
    assert_eq!((&event["type"], &event["alert"]["name"]), (&json!("digest"), &json!("Morning")));
    assert_eq!(event["numbers"]["to"], "2026-03-14");
    assert_eq!(event["numbers"]["articles"], 6);
    assert_eq!(event["numbers"]["companies"][0]["articleCount"], 6);
    let refused = json!({"name": "M", "timeZone": "Europe/Atlantis"});
    let refused = app.send_json(&key, "POST", "/v1/digests", refused).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["parameter"]), (400, &json!("timeZone")));
    let unknown = json!({"name": "M", "companies": ["Nobody At All"]});
    assert!(app.send_json(&key, "POST", "/v1/digests", unknown).await.status.is_client_error());
    // A service that was away for a day tells nothing of the day before.
    app.app.clock.set(Instant::parse("2026-03-18T12:00:00Z").expect("an instant"));
    assert_eq!(digests.look().await.expect("a look"), 0);
}
