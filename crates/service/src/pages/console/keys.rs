//! Integrations: the keys of the account. A new key is shown on the page that made it, and never again.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::door::{Posted, Visitor, account, account_as, to};
use super::{Shell, begin, moment, moment_or};
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::operations::keys::{GRACE_HOURS, MOST_GRACE_HOURS, accounts, read_wanted, state};
use crate::people::Role;
use crate::people::sign_in::Signed;

#[derive(Template)]
#[template(path = "console/keys.html")]
struct Page {
    frame: Frame,
    console: Shell,
    keys: Vec<KeyRow>,
    /// The key that was just made.
    new_key: Option<String>,
    error: String,
    base: String,
    grace_hours: u64,
    most_grace_hours: u64,
}

struct KeyRow {
    id: String,
    name: String,
    shown: String,
    state: &'static str,
    created: String,
    used: String,
    ends: String,
    open: bool,
    revocable: bool,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, "", 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    new_key: Option<String>,
    error: &str,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/keys", "Integrations").await?;
    let now = app.clock.now();
    let mut keys = app.store.credentials.list(account(signed)?).await?;
    keys.reverse();
    let keys = keys.into_iter().map(|key| {
        let state = state(&key, now);
        KeyRow {
            shown: format!("{}…{}", key.prefix, key.last_four),
            state,
            created: moment(key.created_at),
            used: moment_or(key.last_used_at, "never"),
            ends: moment_or(key.revoked_at.or(key.expires_at), "does not end"),
            open: state == "open",
            revocable: matches!(state, "open" | "replaced"),
            id: key.id,
            name: key.name,
        }
    });
    let page = Page {
        frame,
        console,
        keys: keys.collect(),
        new_key,
        error: error.to_owned(),
        base: app.config.public_base(),
        grace_hours: GRACE_HOURS,
        most_grace_hours: MOST_GRACE_HOURS,
    };
    reply::private(&page, status)
}

pub async fn create(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let now = app.clock.now();
    let wanted = match read_wanted(&mut posted.form.reader(&["expiresInDays"], &["test"], &[])) {
        Ok(wanted) => wanted,
        Err(error) => return show(&app, &posted.signed, None, &error.detail, 400).await,
    };
    let issued = accounts(&app, now)
        .create_key(owner, &wanted.name, wanted.kind, wanted.expires_at(now))
        .await
        .map_err(ApiError::from)?;
    show(&app, &posted.signed, Some(issued.key.reveal().to_owned()), "", 200).await
}

pub async fn rotate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: Posted,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let hours = posted.form.get("graceHours").map_or(Some(GRACE_HOURS), |text| text.parse().ok());
    let Some(hours) = hours.filter(|hours| *hours <= MOST_GRACE_HOURS) else {
        let error = format!("The grace is a whole number of 0 to {MOST_GRACE_HOURS} hours.");
        return show(&app, &posted.signed, None, &error, 400).await;
    };
    match accounts(&app, app.clock.now()).rotate_key(owner, &id, hours * 3_600_000).await {
        Ok(issued) => show(&app, &posted.signed, Some(issued.key.reveal().to_owned()), "", 200).await,
        Err(error) => {
            let error = ApiError::from(error);
            match error.code {
                Code::Conflict => show(&app, &posted.signed, None, &error.detail, 409).await,
                _ => Err(Trouble(error)),
            }
        }
    }
}

pub async fn revoke(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: Posted,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    accounts(&app, app.clock.now()).revoke_key(owner, &id).await.map_err(ApiError::from)?;
    Ok(to("/console/keys"))
}
