//! Signing in and staying signed in: a random token in a strict cookie, kept here as a hash, that ends by itself.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::Context;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use domain::hash::{hash256, to_hex};
use metering::Scope;
use store::Store;
use store::audit_log::{Actor, Origin};
use store::people::Person;
use store::sign_ins::NewSignIn;

use super::attempts::{self, Attempt, too_many};
use super::{Role, password};
use crate::admission::buckets::Who;
use crate::admission::random;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ApiError, Code};
use crate::followers::{Follower, Progress, StepContext};

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

/// Somebody who comes to sign in: from where, and with which browser.
pub struct Stranger {
    pub address: IpAddr,
    /// The cookie of a browser in which somebody signed in before.
    pub device: Option<Token>,
}

/// What a browser gets when somebody signed in.
pub struct Opened {
    pub token: Token,
    pub device: Token,
}

/// With name and password; none where they do not fit, whichever of the two is wrong.
pub async fn by_password(
    app: &App,
    stranger: Stranger,
    name: &str,
    password: String,
) -> Result<Option<Opened>, ApiError> {
    let now = app.clock.now();
    let name: String = name.trim().to_lowercase().chars().take(200).collect();
    let person = app.store.people.find_by_name(&name).await?;
    let device = known_device(app, &stranger, person.as_ref()).await?;
    let attempt = Attempt::begin(app, &name, stranger.address, device.as_ref()).await?;
    let hash = person.as_ref().and_then(|person| person.password_hash.clone());
    let fits = password::verify(attempt.lane, password, hash).await;
    let fits = fits.ok_or_else(|| too_many(BUSY_US))?;
    if let Some(person) = person.as_ref().filter(|_| fits) {
        attempt.succeeded(app).await?;
        return open(app, person, stranger, "password").await.map(Some);
    }
    let origin = Origin { actor: Actor::system("sign-in"), address: Some(stranger.address), at: now };
    app.store.failed_sign_ins.count(&origin, person.as_ref().map(|person| person.id.as_str())).await?;
    attempt.failed().map(|()| None)
}

/// The browser's, where this person signed in with it before.
async fn known_device(
    app: &App,
    stranger: &Stranger,
    person: Option<&Person>,
) -> Result<Option<[u8; 32]>, ApiError> {
    let Some(hash) = stranger.device.as_ref().map(Token::hash) else { return Ok(None) };
    // Looked up for names that nobody has too, so that they take as long as the others.
    let known = app.store.devices.knows(&hash, person.map_or("", |person| &person.id)).await?;
    Ok(known.then_some(hash))
}

/// What those hear to wait who find too many before them.
const BUSY_US: i64 = 2_000_000;

/// With a link, which works once. A good one is never refused: it cannot be guessed.
pub async fn by_link(app: &App, stranger: Stranger, token: &str) -> Result<Option<Opened>, ApiError> {
    let now = app.clock.now();
    if let Some(token) = Token::read(token)
        && app.store.sign_ins.has_link(&token.hash(), now).await?
        && let Some(person_id) = app.store.sign_ins.use_link(&token.hash(), now).await?
        && let Some(person) = app.store.people.find(&person_id).await?
    {
        return open(app, &person, stranger, "link").await.map(Some);
    }
    let network = Who::address(stranger.address);
    attempts::count_failure(app, &format!("sign-in link from {network}")).await?;
    Ok(None)
}

/// A new token each time: one that was planted before signing in is worth nothing after.
async fn open(app: &App, person: &Person, stranger: Stranger, by: &str) -> Result<Opened, ApiError> {
    let now = app.clock.now();
    let memberships = app.store.people.memberships(&person.id).await?;
    let account_id = memberships.first().map(|membership| membership.account_id.as_str());
    let token = Token::make();
    let expires_at = now.plus_ms(hours(app.config.sign_in_lasts_hours));
    let actor = Actor::person(&person.id, &person.name);
    let origin = Origin { actor, address: Some(stranger.address), at: now };
    let hash = token.hash();
    let new = NewSignIn { hash: &hash, person_id: &person.id, account_id, expires_at, by };
    app.store.sign_ins.open(&origin, &new).await?;
    let device = match known_device(app, &stranger, Some(person)).await? {
        Some(_) => stranger.device.unwrap_or_else(Token::make),
        // Not one that was planted before signing in.
        None => Token::make(),
    };
    app.store.devices.remember(&device.hash(), &person.id, now).await?;
    Ok(Opened { token, device })
}

/// Writes failed sign-ins into the audit log, minute by minute, and forgets limits that are whole again.
pub struct SignInSweeper {
    pub store: Store,
    pub clock: Clock,
}

impl Follower for SignInSweeper {
    const NAME: &'static str = "sign_ins";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let now = self.clock.now();
        let written = self.store.failed_sign_ins.write_lines(now).await;
        let swept = self.store.rate_limits.sweep(now).await;
        let written = written.context("cannot write failed sign-ins into the audit log")?;
        swept.context("cannot sweep the limits of sign-ins")?;
        Ok(Progress::done(written as u64, SWEEP_EVERY))
    }
}

const SWEEP_EVERY: Duration = Duration::from_secs(15);

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

fn device_cookie_name(app: &App) -> &'static str {
    if is_https(app) { "__Host-bellwether-device" } else { "bellwether-device" }
}

/// The header that lets a browser be known again. It opens nothing.
pub fn set_device_cookie(app: &App, device: &Token) -> String {
    const YEAR_S: u32 = 31_536_000;
    let (name, secure) = (device_cookie_name(app), if is_https(app) { "; Secure" } else { "" });
    format!("{name}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={YEAR_S}{secure}", device.reveal())
}

/// The cookie of a browser in which somebody signed in before.
pub fn device(app: &App, headers: &HeaderMap) -> Option<Token> {
    cookie(headers, device_cookie_name(app)).as_deref().and_then(Token::read)
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
