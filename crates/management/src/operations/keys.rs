//! The keys of an account: listing, making, rotating and revoking them. Not metered. A key is shown once.

use domain::Instant;
use domain::time::MS_PER_DAY;
use metering::{KeyKind, Scope};
use schemars::JsonSchema;
use serde::Serialize;
use store::audit_log::Origin;
use store::credentials::Credential;

use crate::accounts::{Accounts, IssuedKey};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

const ID: &str = "The id of the key, or its name where one open key has it.";
/// A rotated key opens for this long unless another time is asked for.
pub const GRACE_HOURS: u64 = 24;
pub const MAX_GRACE_HOURS: u64 = 24 * 30;

/// A key as it can be shown again.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Key")]
pub struct KeyView {
    id: String,
    name: String,
    /// How it begins and ends.
    shown: String,
    /// open, replaced (valid until it expires), expired or revoked.
    state: &'static str,
    test: bool,
    /// Permissions: read, write, account or operator; each level includes those before it.
    scope: &'static str,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    expires_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    revoked_at: Option<String>,
    replaced_by: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    last_used_at: Option<String>,
    /// person, key or command_line. It ends with its maker and may do no more.
    made_by: &'static str,
    /// The key that made it.
    made_by_key: Option<String>,
}

impl KeyView {
    pub fn of(key: Credential, now: Instant) -> KeyView {
        KeyView {
            state: state(&key, now),
            shown: format!("{}…{}", key.prefix, key.last_four),
            made_by: match (&key.made_by_key, &key.made_by_person) {
                (Some(_), _) => "key",
                (None, Some(_)) => "person",
                (None, None) => "command_line",
            },
            made_by_key: key.made_by_key,
            id: key.id,
            name: key.name,
            test: key.test,
            scope: key.scope.name(),
            created_at: key.created_at.rfc3339(),
            expires_at: key.expires_at.map(|at| at.rfc3339()),
            revoked_at: key.revoked_at.map(|at| at.rfc3339()),
            replaced_by: key.replaced_by,
            last_used_at: key.last_used_at.map(|at| at.rfc3339()),
        }
    }
}

/// How a key stands, in a word.
pub fn state(key: &Credential, now: Instant) -> &'static str {
    match (key.revoked_at, key.expires_at, &key.replaced_by) {
        (Some(_), _, _) => "revoked",
        (None, Some(at), _) if at <= now => "expired",
        (None, _, Some(_)) => "replaced",
        (None, _, None) => "open",
    }
}

/// A new key.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKey {
    id: String,
    /// How much it may do.
    scope: &'static str,
    /// The key itself. It is not kept and cannot be shown again.
    key: String,
    #[schemars(extend("format" = "date-time"))]
    expires_at: Option<String>,
}

impl From<IssuedKey> for NewKey {
    fn from(issued: IssuedKey) -> NewKey {
        NewKey {
            scope: issued.scope.name(),
            key: issued.key.reveal().to_owned(),
            id: issued.credential_id,
            expires_at: issued.expires_at.map(|at| at.rfc3339()),
        }
    }
}

/// Accounts and keys in the hands of somebody who may do so much.
pub fn accounts(app: &App, origin: Origin, by: Scope) -> Accounts<'_> {
    Accounts { store: &app.store, pepper: app.config.key_pepper.as_bytes(), origin, by }
}

pub struct ListKeys;

#[derive(Serialize, JsonSchema)]
pub struct Keys {
    /// Oldest first.
    data: Vec<KeyView>,
}

impl Operation for ListKeys {
    const ID: &'static str = "listKeys";
    const ROUTE: Route = Route::get("/v1/keys");
    const SUMMARY: &'static str = "The keys of the account, without their secrets. Not metered.";
    const ACCESS: Access = Access::Key;
    type Request = ();
    type Response = Keys;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<Keys>, ApiError> {
        let keys = app.store.credentials.list(ask.owner()?).await?;
        Ok(Keys { data: keys.into_iter().map(|key| KeyView::of(key, ask.now)).collect() }.into())
    }
}

pub struct CreateKey;

pub struct Wanted {
    pub name: String,
    pub kind: KeyKind,
    /// None for as much as whoever asks may do, short of an operator.
    pub scope: Option<Scope>,
    pub expires_in_days: Option<u64>,
}

/// What a program may ask for. Operators' keys are made by operators who sign in, and at the command line.
const SCOPES: [Scope; 3] = [Scope::Read, Scope::Write, Scope::Account];

pub fn read_wanted(from: &mut ParamReader) -> Result<Wanted, ApiError> {
    read_wanted_of(from, &SCOPES)
}

/// The same for a program's JSON and a person's form.
pub fn read_wanted_of(from: &mut ParamReader, scopes: &[Scope]) -> Result<Wanted, ApiError> {
    let name = from.name("name", "What the key is for.")?;
    let test = from.boolean("test", "A test key (bw_test_) instead of a live one.")?;
    let expires_in_days = from.optional_integer("expiresInDays", "Days until the key expires.", 1..=3650)?;
    let words = "Permissions: read queries, write also manages Spaces, Brains, runs and keys, account also manages overage and members. By default those of the caller.";
    let scope = from.one_of("scope", words, scopes, None)?;
    Ok(Wanted { name, kind: if test { KeyKind::Test } else { KeyKind::Live }, scope, expires_in_days })
}

/// A key of this account, by somebody who may do so much.
pub async fn make(
    app: &App,
    origin: Origin,
    by: Scope,
    account: &str,
    wanted: &Wanted,
) -> Result<IssuedKey, ApiError> {
    let scope = wanted.scope.unwrap_or(by.min(Scope::Account));
    let expires_at = wanted.expires_in_days.map(|days| origin.at.plus_ms(days as i64 * MS_PER_DAY));
    Ok(accounts(app, origin, by).create_key(account, &wanted.name, wanted.kind, scope, expires_at).await?)
}

impl Operation for CreateKey {
    const ID: &'static str = "createKey";
    const ROUTE: Route = Route::post("/v1/keys");
    const SUMMARY: &'static str = "Creates a key of the account and shows it, once. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(409, "The account has as many active keys as it may.")];
    type Request = Wanted;
    type Response = NewKey;

    fn read(from: &mut ParamReader) -> Result<Wanted, ApiError> {
        read_wanted(from)
    }

    async fn answer(app: &App, ask: &RequestContext, wanted: Wanted) -> Result<Reply<NewKey>, ApiError> {
        Ok(Reply::created(make(app, ask.origin(), ask.scope, ask.owner()?, &wanted).await?.into()))
    }
}

pub struct RotateKey;

impl Operation for RotateKey {
    const ID: &'static str = "rotateKey";
    const ROUTE: Route = Route::post("/v1/keys/{id}/rotate");
    const SUMMARY: &'static str =
        "Replaces a key by a new one; the old one stays valid for a grace period. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(404, "The account has no such key."), (409, "The key has ended or was replaced before.")];
    type Request = (String, u64);
    type Response = NewKey;

    fn read(from: &mut ParamReader) -> Result<(String, u64), ApiError> {
        let id = from.segment("id", ID);
        let words = "Hours for which the old key still opens, never past its own end.";
        Ok((id, from.integer("graceHours", words, 0..=MAX_GRACE_HOURS, GRACE_HOURS)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, grace_hours): (String, u64),
    ) -> Result<Reply<NewKey>, ApiError> {
        let accounts = accounts(app, ask.origin(), ask.scope);
        let rotated = accounts.rotate_key(ask.owner()?, &id, grace_hours * 3_600_000).await?;
        Ok(Reply::created(rotated.into()))
    }
}

pub struct RevokeKey;

#[derive(Serialize, JsonSchema)]
pub struct Revoked {
    id: String,
    revoked: bool,
}

impl Operation for RevokeKey {
    const ID: &'static str = "revokeKey";
    const ROUTE: Route = Route::delete("/v1/keys/{id}");
    const SUMMARY: &'static str =
        "Revokes a key at once and for good, with every key that it created. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "The account has no such key.")];
    type Request = String;
    type Response = Revoked;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Revoked>, ApiError> {
        accounts(app, ask.origin(), ask.scope).revoke_key(ask.owner()?, &id).await?;
        Ok(Revoked { id, revoked: true }.into())
    }
}
