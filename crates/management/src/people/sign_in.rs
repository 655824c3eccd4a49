//! Signing in and staying signed in: a random token in a strict cookie, kept here as a hash, that ends by itself.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::Context;
use axum::http::HeaderMap;
use domain::Instant;
use metering::Scope;
use store::Store;
use store::audit_log::{Actor, Origin};
use store::people::Person;
use store::sign_ins::NewSignIn;

use super::attempts::{self, Attempt, too_many};
use super::password::Lane;
pub use super::token::Token;
use super::{Role, cookies, password, second_factor};
use admission::buckets::RateLimitKey;
use interface::App;
use runtime::clock::Clock;
use runtime::error::ApiError;
use runtime::followers::{Follower, Progress, StepContext};

/// Somebody who is signed in.
pub struct Signed {
    pub person: Person,
    /// May manage everything; not before they have a second factor where the settings ask for one.
    pub operator: bool,
    /// The account that is being looked at, and what may be done there.
    pub account: Option<(String, Role)>,
    pub form_token: String,
    pub token: Token,
    /// When password, code or link was last shown.
    confirmed_at: Instant,
}

/// What was shown so long ago is asked for again before keys, money and members are changed.
const FRESH_MS: i64 = 10 * 60_000;
/// The code of a second factor has to come within this time.
const CODE_WAITS_MS: i64 = 10 * 60_000;

impl Signed {
    /// As the audit log names them.
    pub fn actor(&self) -> Actor {
        Actor::person(&self.person.id, &self.person.name)
    }

    pub fn is_fresh(&self, now: Instant) -> bool {
        now.since(self.confirmed_at) <= FRESH_MS
    }

    /// The most that a key made by this person may do in the account.
    pub fn scope(&self) -> Scope {
        match (self.operator, &self.account) {
            (true, _) => Scope::Operator,
            (false, Some((_, role))) => role.scope(),
            (false, None) => Scope::Read,
        }
    }
}

/// Somebody who comes to sign in: from where, and with which browser.
pub struct SignInClient {
    pub address: IpAddr,
    /// The cookie of a browser in which somebody signed in before.
    pub device: Option<Token>,
}

/// What a browser gets when somebody signed in.
pub struct Opened {
    pub token: Token,
    /// None where the code of the second factor is still to come; the token opens nothing before.
    pub device: Option<Token>,
}

/// With name and password; none where they do not fit, whichever of the two is wrong.
pub async fn by_password(
    app: &App,
    stranger: SignInClient,
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
        return open(app, person, stranger, "password").await;
    }
    let origin = Origin { actor: Actor::system("sign-in"), address: Some(stranger.address), at: now };
    app.store.failed_sign_ins.count(&origin, person.as_ref().map(|person| person.id.as_str())).await?;
    attempt.failed().map(|()| None)
}

/// The browser's, where this person signed in with it before.
async fn known_device(
    app: &App,
    stranger: &SignInClient,
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
pub async fn by_link(app: &App, stranger: SignInClient, token: &str) -> Result<Option<Opened>, ApiError> {
    let now = app.clock.now();
    if let Some(token) = Token::read(token)
        && app.store.sign_ins.has_link(&token.hash(), now).await?
        && let Some((person_id, epoch)) = app.store.sign_ins.use_link(&token.hash(), now).await?
        && let Some(person) = app.store.people.find(&person_id).await?
        && person.epoch == epoch
    {
        return open(app, &person, stranger, "link").await;
    }
    let network = RateLimitKey::address(stranger.address);
    attempts::count_failure(app, &format!("sign-in link from {network}")).await?;
    Ok(None)
}

/// Why a code opened nothing.
pub enum NoCode {
    /// Nobody is about to sign in here, or was too slow.
    NotAwaited,
    Wrong,
}

/// With the code of the second factor, or a recovery code, after password or link.
pub async fn by_code(
    app: &App,
    stranger: SignInClient,
    headers: &HeaderMap,
    code: &str,
) -> Result<Result<Opened, NoCode>, ApiError> {
    let Some(waiting) = cookies::session(app, headers) else { return Ok(Err(NoCode::NotAwaited)) };
    let found = app.store.sign_ins.find_awaiting_code(&waiting.hash(), app.clock.now()).await?;
    let Some(person) = found else { return Ok(Err(NoCode::NotAwaited)) };
    let origin = origin_of(app, &person, &stranger);
    if !second_factor::accepts(app, &origin, &person, code).await? {
        attempts::count_failure(app, &format!("code from {}", RateLimitKey::address(stranger.address)))
            .await?;
        return Ok(Err(NoCode::Wrong));
    }
    let opened = open_with(app, &person, stranger, "code", Some(&waiting)).await?;
    Ok(opened.ok_or(NoCode::NotAwaited))
}

/// For somebody who was just recognised; with a second factor the code is still to come. None where what proves them has
/// changed since.
pub async fn open(
    app: &App,
    person: &Person,
    stranger: SignInClient,
    by: &str,
) -> Result<Option<Opened>, ApiError> {
    if !person.second_factor {
        return open_with(app, person, stranger, by, None).await;
    }
    let (token, origin) = (Token::make(), origin_of(app, person, &stranger));
    let hash = token.hash();
    let new = NewSignIn {
        hash: &hash,
        person_id: &person.id,
        epoch: person.epoch,
        account_id: None,
        expires_at: origin.at.plus_ms(CODE_WAITS_MS),
        by,
        awaits_code: true,
        replaced: None,
    };
    let opened = app.store.sign_ins.open(&origin, &new).await?;
    Ok(opened.then_some(Opened { token, device: None }))
}

fn origin_of(app: &App, person: &Person, stranger: &SignInClient) -> Origin {
    let actor = Actor::person(&person.id, &person.name);
    Origin { actor, address: Some(stranger.address), at: app.clock.now() }
}

/// A new token each time: one that was planted before signing in is worth nothing after.
async fn open_with(
    app: &App,
    person: &Person,
    stranger: SignInClient,
    by: &str,
    waited: Option<&Token>,
) -> Result<Option<Opened>, ApiError> {
    let memberships = app.store.people.memberships(&person.id).await?;
    let (token, origin) = (Token::make(), origin_of(app, person, &stranger));
    let (hash, waited) = (token.hash(), waited.map(Token::hash));
    let new = NewSignIn {
        hash: &hash,
        person_id: &person.id,
        epoch: person.epoch,
        account_id: memberships.first().map(|membership| membership.account_id.as_str()),
        expires_at: origin.at.plus_ms(hours(app.config.sign_in_lasts_hours)),
        by,
        awaits_code: false,
        replaced: waited.as_ref(),
    };
    if !app.store.sign_ins.open(&origin, &new).await? {
        return Ok(None);
    }
    let device = match known_device(app, &stranger, Some(person)).await? {
        Some(_) => stranger.device.unwrap_or_else(Token::make),
        // Not one that was planted before signing in.
        None => Token::make(),
    };
    app.store.devices.remember(&device.hash(), &person.id, origin.at).await?;
    Ok(Some(Opened { token, device: Some(device) }))
}

/// Whether this is the code, or without a second factor the password, of somebody who is signed in; it is fresh then.
/// Who has neither signs in again.
pub async fn confirm(app: &App, origin: &Origin, signed: &Signed, shown: &str) -> Result<bool, ApiError> {
    // Only who is signed in as this person comes here: nobody else can use the tries up.
    attempts::count_failure(app, &format!("password of {}", signed.person.id)).await?;
    let right = match (signed.person.second_factor, &signed.person.password_hash) {
        (true, _) => second_factor::accepts(app, origin, &signed.person, shown).await?,
        (false, Some(hash)) => {
            let fits = password::verify(Lane::Known, shown.to_owned(), Some(hash.clone())).await;
            fits.ok_or_else(|| too_many(BUSY_US))?
        }
        (false, None) => false,
    };
    if right {
        app.store.sign_ins.confirm(&signed.token.hash(), origin.at).await?;
    }
    Ok(right)
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
        self.store.agents.sweep(now).await.context("cannot sweep the tokens of agents")?;
        let written = written.context("cannot write failed sign-ins into the audit log")?;
        swept.context("cannot sweep the limits of sign-ins")?;
        Ok(Progress::done(written as u64, SWEEP_EVERY))
    }
}

const SWEEP_EVERY: Duration = Duration::from_secs(15);

/// Who sends this cookie, if anybody does.
pub async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Signed>, ApiError> {
    let Some(token) = cookies::session(app, headers) else {
        return Ok(None);
    };
    let (now, hash) = (app.clock.now(), token.hash());
    let idle_since = now.plus_ms(-hours(app.config.sign_in_idle_hours));
    let Some(found) = app.store.sign_ins.find(&hash, now, idle_since).await? else { return Ok(None) };
    if now.since(found.seen_at) > NOTE_EVERY_MS {
        app.store.sign_ins.touch(&hash, now).await?;
    }
    let person = found.person;
    Ok(Some(Signed {
        operator: person.operator && (person.second_factor || !app.config.operators_need_second_factor),
        person,
        account: found.account,
        form_token: token.form_token(),
        token,
        confirmed_at: found.confirmed_at,
    }))
}

/// That somebody was there is noted to about a minute.
const NOTE_EVERY_MS: i64 = 60_000;

fn hours(hours: u64) -> i64 {
    i64::try_from(hours).unwrap_or(i64::MAX / 3_600_000).saturating_mul(3_600_000)
}
