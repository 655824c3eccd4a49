//! The console's first page: where things stand, and what to do next.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{SignedInForm, Visitor, to};
use super::{Shell, begin};
use admission::Statement;
use domain::DayRange;
use interface::App;
use runtime::error::{ApiError, Code};
use store::invitations::Invitation;
use store::webhooks::DueWebhook;

#[derive(Template)]
#[template(path = "console/overview.html")]
struct Page {
    frame: Frame,
    console: Shell,
    standing: Option<Standing>,
    /// Of other accounts, which wait for an answer.
    invitations: Vec<Invitation>,
    base: String,
}

struct Standing {
    statement: Statement,
    keys: usize,
    spaces: usize,
    brains: usize,
    /// Webhooks that were disabled, by id and name, with why.
    disabled: Vec<(String, String, String)>,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    let (frame, console) = begin(&app, &signed, "/console", "Console").await?;
    let standing = match &signed.account {
        None => None,
        Some((id, _)) => {
            let now = app.clock.now();
            let keys = app.store.credentials.list(id).await?;
            let open = keys.iter().filter(|key| management::operations::keys::state(key, now) == "open");
            Some(Standing {
                statement: admission::statement(&app.admission, Some(id), DayRange::single(now.day()), now)
                    .await?,
                keys: open.count(),
                spaces: app.store.spaces.list(id).await?.len(),
                brains: app.store.brains.list(id).await?.len(),
                disabled: app.store.webhooks.standing(id).await?.into_iter().filter_map(disabled).collect(),
            })
        }
    };
    let invitations = app.store.invitations.pending_for(&signed.person.name, app.clock.now()).await?;
    reply::private(&Page { frame, console, standing, invitations, base: app.config.public_base() }, 200)
}

fn disabled(due: DueWebhook) -> Option<(String, String, String)> {
    let reason = due.progress.disabled_reason?;
    Some((due.webhook.id, due.webhook.definition.name, reason))
}

/// Looks at another account of the same person's.
pub async fn turn_to(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let account = posted.form.get("account").unwrap_or("");
    match app.store.sign_ins.turn_to(&posted.signed.token.hash(), account).await? {
        true => Ok(to("/console")),
        false => Err(Trouble(ApiError::new(Code::NotFound, "You belong to no such account."))),
    }
}
