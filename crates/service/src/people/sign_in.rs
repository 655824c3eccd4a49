//! Signing in and staying signed in: a random token in a strict cookie, kept here as a hash, that ends by itself.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use domain::Instant;
use domain::hash::{hash256, to_hex};
use metering::Scope;
use metering::rate::{Decision, Limit};
use store::audit_log::{Actor, Origin};
use store::people::Person;
use store::sign_ins::NewSignIn;
use tokio::sync::watch;

use super::{Role, password};
use crate::admission::buckets::{Buckets, Who};
use crate::admission::random;
use crate::app::App;
use crate::error::{ApiError, Code};

/// 256 random bits, in a cookie or a link.
pub struct Token(String);

impl Token {
    pub fn make() -> Token {
        Token(to_hex(&random::<32>()))
    }

    /// None for what cannot be one.
    pub fn read(text: &str) -> Option<Token> {
        let good = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Token(text.to_owned()))
    }

    pub fn hash(&self) -> [u8; 32] {
        hash256(self.0.as_bytes())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the forms of one sign-in carry: who has only the page of another site cannot know it.
    fn form_token(&self) -> String {
        let hash = hash256(format!("form {}", self.0).as_bytes());
        to_hex(&hash[..16])
    }
}

/// Somebody who is signed in.
pub struct Signed {
    pub person: Person,
    /// The account that is being looked at, and what may be done there.
    pub account: Option<(String, Role)>,
    pub form_token: String,
    pub token: Token,
}

impl Signed {
    /// As the audit log names them.
    pub fn actor(&self) -> Actor {
        Actor::person(&self.person.id, &self.person.name)
    }

    /// The most that a key made by this person may do in the account.
    pub fn scope(&self) -> Scope {
        match (self.person.operator, &self.account) {
            (true, _) => Scope::Operator,
            (false, Some((_, role))) => role.scope(),
            (false, None) => Scope::Read,
        }
    }
}

/// How often anyone may try to sign in.
pub struct Limits {
    addresses: Buckets,
    names: Buckets,
    limit: Limit,
}

impl Limits {
    pub fn per_minute(tries: u64) -> Limits {
        let limit = Limit::per_minute(u32::try_from(tries).unwrap_or(u32::MAX));
        Limits { addresses: Buckets::new(), names: Buckets::new(), limit }
    }

    /// Counts a try for this name by somebody who is signed in.
    pub fn take_for(&self, name: &str, now: Instant) -> Result<(), ApiError> {
        self.judge(vec![self.names.take(Who::credential(name), self.limit, now).1])
    }

    /// Counts a try of this address, and for this name where there is one.
    fn take(&self, address: IpAddr, name: Option<&str>, now: Instant) -> Result<(), ApiError> {
        let mut decisions = vec![self.addresses.take(Who::address(address), self.limit, now).1];
        if let Some(name) = name {
            decisions.push(self.names.take(Who::credential(name), self.limit, now).1);
        }
        self.judge(decisions)
    }

    fn judge(&self, decisions: Vec<Decision>) -> Result<(), ApiError> {
        let wait = decisions.into_iter().filter_map(|decision| match decision {
            Decision::Allowed => None,
            Decision::RetryAfterSeconds(seconds) => Some(seconds),
        });
        match wait.max() {
            None => Ok(()),
            Some(seconds) => Err(ApiError::new(
                Code::RateLimited,
                format!("Too many tries to sign in. Wait {seconds} s and try again."),
            )
            .retry_after(seconds)),
        }
    }
}

/// With name and password; none where they do not fit, whichever of the two is wrong.
pub async fn by_password(
    app: &App,
    limits: &Limits,
    address: IpAddr,
    name: &str,
    password: String,
) -> Result<Option<Token>, ApiError> {
    let now = app.clock.now();
    let name: String = name.trim().to_lowercase().chars().take(200).collect();
    limits.take(address, Some(&name), now)?;
    let person = app.store.people.find_by_name(&name).await?;
    let hash = person.as_ref().and_then(|person| person.password_hash.clone());
    let fits = password::verify(password, hash).await;
    if let Some(person) = person.as_ref().filter(|_| fits) {
        return open(app, person, address, "password").await.map(Some);
    }
    let origin = Origin { actor: Actor::system("sign-in"), address: Some(address), at: now };
    app.store.failed_sign_ins.count(&origin, person.as_ref().map(|person| person.id.as_str())).await?;
    Ok(None)
}

/// With a link, which works once.
pub async fn by_link(
    app: &App,
    limits: &Limits,
    address: IpAddr,
    token: &str,
) -> Result<Option<Token>, ApiError> {
    let now = app.clock.now();
    limits.take(address, None, now)?;
    let Some(token) = Token::read(token) else { return Ok(None) };
    let Some(person_id) = app.store.sign_ins.use_link(&token.hash(), now).await? else { return Ok(None) };
    match app.store.people.find(&person_id).await? {
        Some(person) => open(app, &person, address, "link").await.map(Some),
        None => Ok(None),
    }
}

/// A new token each time: one that was planted before signing in is worth nothing after.
async fn open(app: &App, person: &Person, address: IpAddr, by: &str) -> Result<Token, ApiError> {
    let now = app.clock.now();
    let memberships = app.store.people.memberships(&person.id).await?;
    let account_id = memberships.first().map(|membership| membership.account_id.as_str());
    let token = Token::make();
    let expires_at = now.plus_ms(hours(app.config.sign_in_lasts_hours));
    let actor = Actor::person(&person.id, &person.name);
    let origin = Origin { actor, address: Some(address), at: now };
    let hash = token.hash();
    let new = NewSignIn { hash: &hash, person_id: &person.id, account_id, expires_at, by };
    app.store.sign_ins.open(&origin, &new).await?;
    Ok(token)
}

/// Writes failed sign-ins into the audit log, minute by minute, until told to stop.
pub async fn write_failures(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(FAILURES_EVERY) => {}
            _ = stopped.wait_for(|stop| *stop) => return,
        }
        if let Err(error) = app.store.failed_sign_ins.write_lines(app.clock.now()).await {
            tracing::error!(
                "cannot write failed sign-ins into the audit log: {}",
                crate::error::chain(&error)
            );
        }
    }
}

const FAILURES_EVERY: Duration = Duration::from_secs(15);

/// Who sends this cookie, if anybody does.
pub async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Signed>, ApiError> {
    let Some(token) = cookie(headers, cookie_name(app)).as_deref().and_then(Token::read) else {
        return Ok(None);
    };
    let (now, hash) = (app.clock.now(), token.hash());
    let idle_since = now.plus_ms(-hours(app.config.sign_in_idle_hours));
    let Some(found) = app.store.sign_ins.find(&hash, now, idle_since).await? else { return Ok(None) };
    if now.since(found.seen_at) > NOTE_EVERY_MS {
        app.store.sign_ins.touch(&hash, now).await?;
    }
    let account = found.account.and_then(|(id, role)| Some((id, Role::from_name(&role)?)));
    Ok(Some(Signed { person: found.person, account, form_token: token.form_token(), token }))
}

/// That somebody was there is noted to about a minute.
const NOTE_EVERY_MS: i64 = 60_000;

fn hours(hours: u64) -> i64 {
    i64::try_from(hours).unwrap_or(i64::MAX / 3_600_000).saturating_mul(3_600_000)
}

fn is_https(app: &App) -> bool {
    app.config.public_base().starts_with("https://")
}

/// The prefix makes browsers refuse the cookie from another host, another path or a plain connection.
fn cookie_name(app: &App) -> &'static str {
    if is_https(app) { "__Host-bellwether" } else { "bellwether" }
}

/// The header that hands the cookie out, or takes it back where there is no token.
pub fn set_cookie(app: &App, token: Option<&Token>) -> String {
    let secure = if is_https(app) { "; Secure" } else { "" };
    let (value, age) = match token {
        Some(token) => (token.reveal(), hours(app.config.sign_in_lasts_hours) / 1000),
        None => ("", 0),
    };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}", cookie_name(app))
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// Refuses what another site made a browser send.
pub fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let base = app.config.public_base();
    let host = text(HOST.as_str());
    let same = match text(ORIGIN.as_str()) {
        // A page that hides where it is from hides it from us too; the browser itself still says it.
        Some("null") => text("sec-fetch-site") == Some("same-origin"),
        Some(origin) => {
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            origin == origin_of(&base) || (authority.is_some() && authority == host)
        }
        // Not every client names an origin; browsers that do not still say where a request comes from.
        None => matches!(text("sec-fetch-site"), None | Some("same-origin" | "none")),
    };
    match same {
        true => Ok(()),
        false => {
            Err(ApiError::new(Code::Forbidden, "This form was sent from another site and was not accepted."))
        }
    }
}

/// Scheme and authority of an address.
fn origin_of(address: &str) -> &str {
    let start = address.find("://").map_or(0, |at| at + 3);
    let end = address[start..].find('/').map_or(address.len(), |at| start + at);
    &address[..end]
}

/// Refuses a form that does not carry the token of the sign-in it came with.
pub fn check_form(signed: &Signed, sent: Option<&str>) -> Result<(), ApiError> {
    use subtle::ConstantTimeEq;
    let fits = sent.is_some_and(|sent| signed.form_token.as_bytes().ct_eq(sent.as_bytes()).into());
    match fits {
        true => Ok(()),
        false => Err(ApiError::new(
            Code::Forbidden,
            "The form is too old. Go back, load the page again and repeat it.",
        )),
    }
}
