//! API keys of the account. A new key is shown on the page that made it, and never again.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use metering::Scope;
use store::credentials::Credential;
use store::people::Membership;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, SignedInForm, Visitor, account, account_as};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Choice, Shell, begin, moment, moment_or};
use crate::texts::{say, t};
use interface::App;
use management::accounts::IssuedKey;
use management::operations::keys::{GRACE_HOURS, MAX_GRACE_HOURS, accounts, make, read_wanted_of, state};
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::{ApiError, Code};

#[derive(Template)]
#[template(path = "console/keys.html")]
struct Page {
    frame: Frame,
    console: Shell,
    keys: Vec<KeyRow>,
    /// The key that was just made.
    new_key: Option<String>,
    error: Fault,
    base: String,
    grace_hours: u64,
    max_grace_hours: u64,
    /// What a key of this person's may do, the least first.
    scopes: Vec<Choice>,
}

struct KeyRow {
    id: String,
    name: String,
    shown: String,
    state: &'static str,
    label: &'static str,
    scope: &'static str,
    created: String,
    used: String,
    ends: String,
    open: bool,
    made_by: String,
    /// Not where it may do more than who looks at it.
    rotatable: bool,
    revocable: bool,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, Fault::default(), 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    new_key: Option<String>,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/keys", "API keys").await?;
    let now = app.clock.now();
    let mut keys = app.store.credentials.list(account(signed)?).await?;
    keys.reverse();
    let by = signed.scope();
    let names = Names::of(app, account(signed)?, &keys).await?;
    let keys = keys.into_iter().map(|key| {
        let state = state(&key, now);
        let within = key.scope <= by;
        KeyRow {
            shown: format!("{}…{}", key.prefix, key.last_four),
            state,
            label: t(label(state)),
            created: moment(key.created_at),
            used: moment_or(key.last_used_at, "never"),
            ends: moment_or(key.revoked_at.or(key.expires_at), "never"),
            open: state == "open",
            made_by: names.maker(&key),
            rotatable: within && state == "open",
            revocable: within && matches!(state, "open" | "replaced"),
            scope: key.scope.name(),
            id: key.id,
            name: key.name,
        }
    });
    let page = Page {
        frame,
        console,
        keys: keys.collect(),
        new_key,
        error,
        base: app.config.public_base(),
        grace_hours: GRACE_HOURS,
        max_grace_hours: MAX_GRACE_HOURS,
        scopes: scopes(by).into_iter().map(describe).collect(),
    };
    reply::private(&page, status)
}

/// Who makes keys, as people call them.
struct Names {
    members: Vec<Membership>,
    keys: Vec<(String, String)>,
}

impl Names {
    async fn of(app: &App, account: &str, keys: &[Credential]) -> Result<Names, Trouble> {
        let members = app.store.people.members(account).await?;
        Ok(Names { members, keys: keys.iter().map(|key| (key.id.clone(), key.name.clone())).collect() })
    }

    fn maker(&self, key: &Credential) -> String {
        match (&key.made_by_key, &key.made_by_person) {
            (Some(id), _) => match self.keys.iter().find(|(key, _)| key == id) {
                Some((_, name)) => say!("key {}", name),
                None => t("an operator's key").to_owned(),
            },
            (None, Some(id)) => {
                let member = self.members.iter().find(|member| member.person_id == *id);
                member.map_or_else(|| t("a former member"), |member| &member.person_name).to_owned()
            }
            (None, None) => t("command line").to_owned(),
        }
    }
}

/// What this person may give away.
fn scopes(by: Scope) -> Vec<Scope> {
    Scope::ALL.iter().copied().filter(|scope| *scope <= by).collect()
}

/// A state as people say it.
fn label(state: &'static str) -> &'static str {
    match state {
        "open" => "Active",
        "replaced" => "Replaced",
        "revoked" => "Revoked",
        "expired" => "Expired",
        other => other,
    }
}

fn describe(scope: Scope) -> Choice {
    let text = match scope {
        Scope::Read => "query everything published, and what the account owns",
        Scope::Write => "also manage Spaces, Brains, runs and keys",
        Scope::Account => "also manage overage and members",
        Scope::Operator => "also manage all accounts, people and sources",
    };
    Choice { value: scope.name().to_owned(), text: t(text).to_owned() }
}

pub async fn create(State(app): State<Arc<App>>, posted: Confirmed) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let by = posted.signed.scope();
    let mut reader = posted.form.reader(&["expiresInDays"], &["test"], &[]);
    let wanted = match read_wanted_of(&mut reader, &scopes(by)) {
        Ok(wanted) => wanted,
        Err(error) => return show(&app, &posted.signed, None, Fault::of(&error), 400).await,
    };
    made(&app, &posted.signed, make(&app, posted.origin.clone(), by, owner, &wanted).await).await
}

/// The new key, or what stood in the way.
async fn made(app: &App, signed: &Signed, made: Result<IssuedKey, ApiError>) -> Result<Response, Trouble> {
    match made {
        Ok(issued) => show(app, signed, Some(issued.key.reveal().to_owned()), Fault::default(), 200).await,
        Err(error) if error.code == Code::Conflict => show(app, signed, None, Fault::of(&error), 409).await,
        Err(error) => Err(Trouble(error)),
    }
}

pub async fn rotate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: Confirmed,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let hours = posted.form.get("graceHours").map_or(Some(GRACE_HOURS), |text| text.parse().ok());
    let Some(hours) = hours.filter(|hours| *hours <= MAX_GRACE_HOURS) else {
        let error = say!("The grace is a whole number of 0 to {} hours.", MAX_GRACE_HOURS);
        return show(&app, &posted.signed, None, Fault::at("graceHours", &error), 400).await;
    };
    let accounts = accounts(&app, posted.origin.clone(), posted.signed.scope());
    let rotated = accounts.rotate_key(owner, &id, hours * 3_600_000).await.map_err(ApiError::from);
    made(&app, &posted.signed, rotated).await
}

pub async fn revoke(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let accounts = accounts(&app, posted.origin.clone(), posted.signed.scope());
    accounts.revoke_key(owner, &id).await.map_err(ApiError::from)?;
    Ok(done("/console/keys", Done::KeyRevoked))
}
