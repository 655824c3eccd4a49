//! Agents that were let into the account: what they may do, what they used, and the button that ends them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{SignedInForm, Visitor, account, account_as};
use super::notice::{Done, done};
use super::{Shell, begin, moment, moment_or};
use crate::texts::t;
use interface::App;
use management::operations::keys::{accounts, state};
use management::people::Role;
use runtime::error::ApiError;

#[derive(Template)]
#[template(path = "console/agents.html")]
struct Page {
    frame: Frame,
    console: Shell,
    agents: Vec<AgentRow>,
    address: String,
    tools: usize,
}

struct AgentRow {
    id: String,
    name: String,
    open: bool,
    label: &'static str,
    scope: &'static str,
    connected: String,
    used: String,
    today: i64,
    month: i64,
    revocable: bool,
}

/// Agents in the list, the newest first.
const MAX_SHOWN: usize = 50;

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    let account = account(&signed)?;
    let (frame, console) = begin(&app, &signed, "/console/agents", "Agents").await?;
    let (now, by) = (app.clock.now(), signed.scope());
    let mut agents = Vec::new();
    for agent in app.store.agents.list(account).await?.into_iter().take(MAX_SHOWN) {
        let credential = agent.credential;
        let counted = app.store.ledger.standing(account, &credential.id, now).await?;
        let state = state(&credential, now);
        agents.push(AgentRow {
            open: state == "open",
            label: match state {
                "open" => t("Connected"),
                "revoked" => t("Disconnected"),
                _ => t("Expired"),
            },
            scope: credential.scope.name(),
            connected: moment(credential.created_at),
            used: moment_or(credential.last_used_at, "never"),
            today: i64::from(counted.credential_today.get()),
            month: i64::from(counted.credential_this_month.get()),
            revocable: state == "open" && credential.scope <= by,
            id: credential.id,
            name: credential.name,
        });
    }
    let address = management::agents::resource(&app);
    reply::private(&Page { frame, console, agents, address, tools: tools::all().len() }, 200)
}

pub async fn disconnect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let accounts = accounts(&app, posted.origin.clone(), posted.signed.scope());
    accounts.revoke_key(owner, &id).await.map_err(ApiError::from)?;
    Ok(done("/console/agents", Done::AgentDisconnected))
}
