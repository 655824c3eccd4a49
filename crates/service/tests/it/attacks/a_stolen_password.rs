//! A password alone does not open what a second factor guards.

use domain::Instant;
use management::people::Role;
use management::people::totp;
use runtime::config::Config;

use crate::app::{Reply, TestApp};
use crate::console::{Browser, ORIGIN, PASSWORD, cookie_of, house, people, send_form, sign_in, text};

fn password() -> String {
    PASSWORD.replace(' ', "+")
}

/// The code of now.
fn code_of(secret: &[u8], now: Instant) -> String {
    totp::code_at(secret, now.ms().div_euclid(30_000))
}

struct Factor {
    secret: Vec<u8>,
    recovery: Vec<String>,
}

impl Factor {
    fn code(&self, app: &TestApp) -> String {
        code_of(&self.secret, app.app.clock.now())
    }
}

/// Turns the second factor of whoever is signed in on.
async fn turn_on(app: &TestApp, browser: &Browser<'_>, name: &str) -> Factor {
    let page = text(&browser.post("/console/second-factor", "").await);
    assert!(
        page.contains("<svg class=\"qr\"") && page.contains("otpauth://totp/Bellwether%20api.example:"),
        "{page}"
    );
    let person = people(app).find(name).await.expect("somebody");
    let secret = app.app.store.second_factors.find(&person.id).await.expect("a factor").expect("one").secret;
    let written: Vec<String> = totp::base32(&secret)
        .as_bytes()
        .chunks(4)
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect();
    assert!(page.contains(&written.join(" ")), "the secret as text");
    let wrong = browser.post("/console/second-factor/on", "code=000000x").await;
    assert_eq!(wrong.status.as_u16(), 400);
    let code = code_of(&secret, app.app.clock.now());
    let on = browser.post("/console/second-factor/on", &format!("code={code}")).await;
    assert_eq!(on.status.as_u16(), 200, "{}", text(&on));
    let page = text(&on);
    let codes = page.split("<code>").nth(1).and_then(|rest| rest.split("</code>").next()).expect("codes");
    let recovery: Vec<String> = codes.split_whitespace().map(str::to_owned).collect();
    assert_eq!(recovery.len(), 10, "{recovery:?}");
    Factor { secret, recovery }
}

async fn by_password(app: &TestApp, name: &str) -> Reply {
    let fields = format!("name={name}&password={}", password());
    send_form(app, "", Some(ORIGIN), "/console/sign-in", &fields).await
}

async fn show_code(app: &TestApp, cookie: &str, code: &str) -> Reply {
    send_form(app, cookie, Some(ORIGIN), "/console/code", &format!("code={code}")).await
}

fn minutes_later(app: &TestApp, minutes: i64) {
    app.app.clock.set(app.app.clock.now().plus_ms(minutes * 60_000));
}

#[tokio::test]
async fn password_and_link_need_the_code_too() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    let (browser, elsewhere) = (sign_in(&app, "owner").await, sign_in(&app, "owner").await);
    let factor = turn_on(&app, &browser, "owner").await;
    assert_eq!(elsewhere.get("/console").await.status.as_u16(), 303, "sign-ins without a code end");
    assert_eq!(browser.get("/console").await.status.as_u16(), 200, "the one that set it up stays");
    assert!(!browser.page("/console/second-factor").await.contains(&factor.recovery[0]), "shown once");

    // The thief has the password, or a link.
    let link = people(&app).make_link("owner").await.expect("a link");
    let link = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={link}")).await;
    for half in [by_password(&app, "owner").await, link] {
        assert_eq!((half.status.as_u16(), half.header("location")), (303, "/console/code"));
        let thief = Browser { app: &app, cookie: cookie_of(&half) };
        for path in ["/console", "/console/keys", "/console/password", "/console/second-factor"] {
            assert_eq!(thief.get(path).await.header("location"), "/console/sign-in", "{path}");
        }
        assert_eq!(show_code(&app, &thief.cookie, "123").await.status.as_u16(), 401);
    }
    // The code that turned it on was used; the next one signs in, once.
    let half = cookie_of(&by_password(&app, "owner").await);
    let used = factor.code(&app);
    assert_eq!(show_code(&app, &half, &used).await.status.as_u16(), 401, "used to turn it on");
    minutes_later(&app, 1);
    let code = factor.code(&app);
    let opened = show_code(&app, &half, &code).await;
    assert_eq!((opened.status.as_u16(), opened.header("location")), (303, "/console"), "{}", text(&opened));
    let owner = Browser { app: &app, cookie: cookie_of(&opened) };
    assert_ne!(owner.cookie, half, "another token than before the code");
    assert_eq!(owner.get("/console").await.status.as_u16(), 200);
    let second = cookie_of(&by_password(&app, "owner").await);
    assert_eq!(show_code(&app, &second, &code).await.status.as_u16(), 401, "a code is good once");
    assert_eq!(show_code(&app, "", &code).await.status.as_u16(), 401, "nothing without the first factor");
    // What waits too long has to begin again.
    minutes_later(&app, 10);
    assert_eq!(show_code(&app, &second, &factor.code(&app)).await.status.as_u16(), 401);
    app.app.store.close().await;
    let folder = app.app.config.data_dir();
    for file in std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok) {
        if file.path().is_file() {
            let bytes = std::fs::read(file.path()).expect("its bytes");
            let plain = factor.recovery[0].replace('-', "");
            assert!(!bytes.windows(16).any(|window| window == plain.as_bytes()), "recovery codes are hashes");
        }
    }
}

/// Whoever has the password guesses until nobody may: the owner still comes in.
#[tokio::test]
async fn guesses_are_bounded_and_lock_nobody_out() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    let browser = sign_in(&app, "owner").await;
    let factor = turn_on(&app, &browser, "owner").await;
    minutes_later(&app, 1);
    let good = factor.code(&app);
    let mut looked_at = 0;
    for number in 0..40u32 {
        // Every guess with a sign-in of its own.
        let half = cookie_of(&by_password(&app, "owner").await);
        let guess = format!("{:06}", (good.parse::<u32>().expect("a number") + 7 + number * 13) % 1_000_000);
        looked_at += u32::from(show_code(&app, &half, &guess).await.status.as_u16() == 401);
    }
    assert_eq!(looked_at, 10, "then no code is looked at");
    let half = cookie_of(&by_password(&app, "owner").await);
    assert_eq!(show_code(&app, &half, &good).await.status.as_u16(), 429);
    let recovery = factor.recovery[3].to_lowercase();
    let opened = show_code(&app, &half, &recovery).await;
    assert_eq!(opened.status.as_u16(), 303, "a recovery code cannot be guessed and is not counted");
    let half = cookie_of(&by_password(&app, "owner").await);
    assert_eq!(show_code(&app, &half, &recovery).await.status.as_u16(), 401, "and is good once");
    minutes_later(&app, 60);
    let half = cookie_of(&by_password(&app, "owner").await);
    assert_eq!(show_code(&app, &half, &factor.code(&app)).await.status.as_u16(), 303);
}

/// A sign-in that was left open, or stolen, makes no keys, moves no money and changes no members.
#[tokio::test]
async fn an_old_sign_in_confirms_before_what_matters() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    people(&app).set_password("boss", PASSWORD).await.expect("a password");
    let owner = Browser { app: &app, cookie: cookie_of(&by_password(&app, "owner").await) };
    let boss = Browser { app: &app, cookie: cookie_of(&by_password(&app, "boss").await) };
    assert_eq!(owner.post("/console/keys", "name=fresh").await.status.as_u16(), 200);
    minutes_later(&app, 11);
    let first = app.accounts().keys("acme").await.expect("keys")[0].id.clone();
    let rotate = format!("/console/keys/{first}/rotate");
    for (browser, path, fields) in [
        (&owner, "/console/keys", "name=stale"),
        (&owner, rotate.as_str(), "graceHours=0"),
        (&owner, "/console/plan/overage", "active=true&capUsd=10"),
        (&owner, "/console/members", "name=new&role=viewer"),
        (&owner, "/console/members/role", "name=viewer&role=owner"),
        (&owner, "/console/members/link", "name=viewer"),
        (&owner, "/console/password", "old=x&new=another+long+one&again=another+long+one"),
        (&owner, "/console/second-factor", ""),
        (&owner, "/console/second-factor/on", "code=1"),
        (&owner, "/console/second-factor/off", ""),
        (&owner, "/console/second-factor/codes", ""),
        (&owner, "/console/invitation/accept", "token=x"),
        (&boss, "/console/operator/account", "account=acme&grantCredits=5"),
        (&boss, "/console/operator/people", "name=new&account=acme&role=viewer"),
        (&boss, "/console/operator/second-factor", "name=owner"),
    ] {
        for wrong in ["", "&confirm=wrong+horse+battery"] {
            let reply = browser.post(path, &format!("{fields}{wrong}")).await;
            let page = text(&reply);
            assert_eq!(reply.status.as_u16(), 403, "{path}: {page}");
            assert!(page.contains(&format!("action=\"{path}\" id=\"confirm\"")), "{path}: {page}");
            assert!(!page.contains("another long one"), "no password goes into a page");
        }
    }
    assert_eq!(app.accounts().keys("acme").await.expect("keys").len(), 2, "nothing was made");
    // The form goes on with the answer, and the next ones for ten minutes.
    let page = text(&owner.post("/console/keys", "name=kept+name&scope=read").await);
    assert!(
        page.contains("name=\"name\" value=\"kept name\"") && page.contains("name=\"scope\" value=\"read\"")
    );
    let made =
        owner.post("/console/keys", &format!("name=kept+name&scope=read&confirm={}", password())).await;
    assert_eq!(made.status.as_u16(), 200, "{}", text(&made));
    assert_eq!(owner.post("/console/members/role", "name=viewer&role=viewer").await.status.as_u16(), 303);
    // Looking at things asks for nothing, and neither does ending a key.
    minutes_later(&app, 11);
    assert_eq!(owner.get("/console/keys").await.status.as_u16(), 200);
    assert_eq!(owner.post(&format!("/console/keys/{first}/revoke"), "").await.status.as_u16(), 303);
    // Somebody who has only links signs in again.
    let viewer = sign_in(&app, "member").await;
    minutes_later(&app, 11);
    assert!(text(&viewer.post("/console/keys", "name=x").await).contains("You have no password."));
    let viewer = sign_in(&app, "member").await;
    assert_eq!(viewer.post("/console/keys", "name=x").await.status.as_u16(), 200);
}

#[tokio::test]
async fn with_a_second_factor_the_code_confirms_and_not_the_password() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    let owner = sign_in(&app, "owner").await;
    let factor = turn_on(&app, &owner, "owner").await;
    minutes_later(&app, 11);
    let make = async |shown: &str| {
        owner.post("/console/keys", &format!("name=x&confirm={shown}")).await.status.as_u16()
    };
    assert_eq!(make(&password()).await, 403, "who stole the password has that");
    assert_eq!(make(&factor.code(&app)).await, 200);
    minutes_later(&app, 11);
    assert_eq!(make(&factor.recovery[0]).await, 200);
    assert!(owner.page("/console/second-factor").await.contains("9 recovery code(s) left"));
    let renewed = text(&owner.post("/console/second-factor/codes", "").await);
    assert!(renewed.contains("Recovery codes") && !renewed.contains(&factor.recovery[1]));
    assert_eq!(owner.post("/console/second-factor/off", "").await.status.as_u16(), 303);
    assert_eq!(owner.get("/console").await.status.as_u16(), 200);
    assert_eq!(by_password(&app, "owner").await.header("location"), "/console");
}

/// An operator helps somebody without their device; nobody else can.
#[tokio::test]
async fn an_operator_resets_and_every_sign_in_ends() {
    let app = house().await;
    people(&app).set_password("owner", PASSWORD).await.expect("a password");
    let owner = sign_in(&app, "owner").await;
    turn_on(&app, &owner, "owner").await;
    let member = sign_in(&app, "member").await;
    let denied = member.post("/console/operator/second-factor", "name=owner").await;
    assert_eq!(denied.status.as_u16(), 404);
    let boss = sign_in(&app, "boss").await;
    assert!(boss.page("/console/operator").await.contains("the second factor of owner"));
    assert_eq!(boss.post("/console/operator/second-factor", "name=owner").await.status.as_u16(), 303);
    assert_eq!(owner.get("/console").await.status.as_u16(), 303, "every sign-in ends");
    assert_eq!(by_password(&app, "owner").await.header("location"), "/console");
    let lines = app.app.store.audit_log.after(0, 1000).await.expect("lines");
    let told = |action: &str| lines.iter().any(|line| line.action.name() == action && line.target == "owner");
    assert!(told("second_factor.set") && told("second_factor.removed"));
}

/// Where the settings ask for it, an operator without a second factor is nobody in particular.
#[tokio::test]
async fn operators_can_be_required_to_have_one() {
    let config = Config { operators_need_second_factor: true, key_cache_ms: 0, ..Config::default() };
    let app = TestApp::with(config).await;
    app.key("acme", "team").await;
    people(&app).create("boss", Some(("acme", Role::Member)), true, None).await.expect("an operator");
    let boss = sign_in(&app, "boss").await;
    assert_eq!(boss.get("/console/operator").await.status.as_u16(), 403);
    assert_eq!(boss.post("/console/operator", "name=new&plan=free").await.status.as_u16(), 403);
    assert_eq!(boss.post("/console/keys", "name=k&scope=operator").await.status.as_u16(), 400);
    assert!(boss.page("/console").await.contains("Operators need a second factor here."));
    turn_on(&app, &boss, "boss").await;
    assert_eq!(boss.get("/console/operator").await.status.as_u16(), 200);
    assert_eq!(boss.post("/console/keys", "name=k&scope=operator").await.status.as_u16(), 200);
}
