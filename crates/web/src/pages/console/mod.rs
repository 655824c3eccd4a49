//! The console: what somebody who is signed in sees of their accounts and may change there.
//!
//! Pages are forms and tables that work without a script. Every form comes in through `extract::SignedInForm`, and what it
//! does is done by the same functions that the API and the commands use.

mod agents;
mod alerts;
mod audit_log;
mod brains;
mod confirm;
mod connect;
mod digests;
mod export;
mod extract;
mod fault;
mod feeds;
mod form;
mod frames;
mod invitation;
mod keys;
mod members;
mod notice;
mod operator;
mod overview;
mod owned;
mod plan;
mod runs;
mod second_factor;
mod sign_in;
mod sources;
mod spaces;
mod usage;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use domain::Instant;
use store::alerts::AlertDefinition;
use store::brains::BrainDefinition;
use store::digests::DigestDefinition;
use store::spaces::SpaceDefinition;

use super::frame::{Frame, Link};
use super::reply::Trouble;
use crate::http::oauth;
use crate::texts::t;
use interface::App;
use management::people::sign_in::Signed;
use management::people::{Role, password};
use runtime::error::ApiError;

pub fn router() -> Router<Arc<App>> {
    // Away from the first visitor: it takes a moment.
    std::thread::spawn(password::warm_up);
    Router::new()
        .route("/console", get(overview::page))
        .route("/console/account", post(overview::turn_to))
        .route("/console/sign-in", get(sign_in::page).post(sign_in::by_password))
        .route("/console/link", get(sign_in::link_page).post(sign_in::by_link))
        .route("/console/sign-out", post(sign_in::sign_out))
        .route("/console/code", get(sign_in::code_page).post(sign_in::by_code))
        .route("/console/invitation", get(invitation::page).post(invitation::accept_as_new))
        .route("/console/invitation/accept", get(invitation::accept_page).post(invitation::accept))
        .route("/console/invitation/decline", post(invitation::decline))
        .route("/console/second-factor", get(second_factor::page).post(second_factor::set_up))
        .route("/console/second-factor/on", post(second_factor::turn_on))
        .route("/console/second-factor/codes", post(second_factor::renew_codes))
        .route("/console/second-factor/off", post(second_factor::turn_off))
        .route("/console/password", get(sign_in::password_page).post(sign_in::change_password))
        .route("/console/keys", get(keys::page).post(keys::create))
        .route("/console/keys/{id}/rotate", post(keys::rotate))
        .route("/console/keys/{id}/revoke", post(keys::revoke))
        .route("/console/agents", get(agents::page))
        .route("/console/agents/{id}/disconnect", post(agents::disconnect))
        .route("/console/connect", get(connect::page).post(connect::decide))
        .route(oauth::AUTHORIZE, get(connect::authorize))
        .route("/console/usage", get(usage::page))
        .route("/console/usage.csv", get(usage::csv))
        .route("/console/plan", get(plan::page))
        .route("/console/plan/overage", post(plan::set_overage))
        .route("/console/account.ndjson", get(export::export))
        .route("/console/members", get(members::page).post(members::add))
        .route("/console/members/role", post(members::set_role))
        .route("/console/members/link", post(members::make_link))
        .route("/console/members/withdraw", post(members::withdraw))
        .route("/console/spaces", get(spaces::list).post(owned::create::<SpaceDefinition>))
        .route("/console/spaces/new", get(spaces::builder))
        .route("/console/spaces/preview", get(spaces::preview))
        .route("/console/spaces/{id}", get(spaces::edit).post(owned::change::<SpaceDefinition>))
        .route("/console/spaces/{id}/delete", post(owned::delete::<SpaceDefinition>))
        .route("/console/spaces/{id}/export.csv", get(spaces::export))
        .route("/console/brains", get(brains::list).post(owned::create::<BrainDefinition>))
        .route("/console/brains/{id}", get(brains::show).post(owned::change::<BrainDefinition>))
        .route("/console/brains/{id}/delete", post(owned::delete::<BrainDefinition>))
        .route("/console/alerts", get(alerts::list).post(owned::create::<AlertDefinition>))
        .route("/console/alerts/new", get(alerts::new))
        .route("/console/alerts/{id}", get(alerts::edit).post(owned::change::<AlertDefinition>))
        .route("/console/alerts/{id}/switch", post(alerts::switch))
        .route("/console/alerts/{id}/delete", post(owned::delete::<AlertDefinition>))
        .route("/console/webhooks", get(webhooks::list).post(webhooks::create))
        .route("/console/webhooks/{id}", get(webhooks::page).post(webhooks::change))
        .route("/console/webhooks/{id}/test", post(webhooks::test))
        .route("/console/webhooks/{id}/resend", post(webhooks::resend))
        .route("/console/webhooks/{id}/rotate", post(webhooks::rotate))
        .route("/console/webhooks/{id}/delete", post(webhooks::delete))
        .route("/console/digests", get(digests::list).post(owned::create::<DigestDefinition>))
        .route("/console/digests/{id}", get(digests::edit).post(owned::change::<DigestDefinition>))
        .route("/console/digests/{id}/delete", post(owned::delete::<DigestDefinition>))
        .route("/console/feeds", get(feeds::page).post(feeds::create))
        .route("/console/feeds/{id}/rotate", post(feeds::rotate))
        .route("/console/feeds/{id}/revoke", post(feeds::revoke))
        .route("/console/runs", get(runs::page))
        .route("/console/audit-log", get(audit_log::page))
        .route("/console/sources", get(sources::page).post(sources::add))
        .route("/console/sources.opml", get(sources::export))
        .route("/console/sources/opml", post(sources::import))
        .route("/console/sources/find", post(sources::find))
        .route("/console/sources/{id}/test", post(sources::test))
        .route("/console/sources/{id}/pause", post(sources::pause))
        .route("/console/sources/{id}/remove", post(sources::remove))
        .route("/console/frames", get(frames::page))
        .route("/console/frames/forget", post(frames::forget))
        .route("/console/frames/allow", post(frames::allow))
        .route("/console/operator", get(operator::page).post(operator::create_account))
        .route("/console/operator/account", post(operator::change_account))
        .route("/console/operator/people", post(operator::create_person))
        .route("/console/operator/second-factor", post(operator::reset_second_factor))
        .route_layer(axum::middleware::from_fn(notice::stand_around))
}

/// What stands around every page of the console.
pub struct Shell {
    pub person: String,
    pub account: Option<String>,
    pub role: &'static str,
    pub operator: bool,
    pub second_factor: bool,
    /// An operator who can do nothing as such before there is one.
    pub second_factor_missing: bool,
    /// May change keys, Spaces and Brains.
    pub may_change: bool,
    /// May decide about money and members.
    pub owns: bool,
    pub csrf: String,
    /// What the form before this page has done; empty for nothing.
    pub done: &'static str,
    /// Whether calls need a key and are charged.
    pub metered: bool,
    /// Accounts of the same person's that can be turned to.
    pub others: Vec<Choice>,
    here: &'static str,
}

/// One of several to choose from.
pub struct Choice {
    pub value: String,
    pub text: String,
}

const TABS: [Link; 14] = [
    Link { href: "/console", text: "Overview" },
    Link { href: "/console/keys", text: "API keys" },
    Link { href: "/console/agents", text: "Agents" },
    Link { href: "/console/usage", text: "Usage" },
    Link { href: "/console/plan", text: "Plan" },
    Link { href: "/console/spaces", text: "Spaces" },
    Link { href: "/console/brains", text: "Brains" },
    Link { href: "/console/alerts", text: "Alerts" },
    Link { href: "/console/webhooks", text: "Webhooks" },
    Link { href: "/console/digests", text: "Digests" },
    Link { href: "/console/feeds", text: "Feeds" },
    Link { href: "/console/runs", text: "Runs" },
    Link { href: "/console/members", text: "Members" },
    Link { href: "/console/sources", text: "Sources" },
];

impl Shell {
    async fn new(app: &App, signed: &Signed, here: &'static str) -> Result<Shell, ApiError> {
        let memberships = app.store.people.memberships(&signed.person.id).await?;
        let (id, role) = match &signed.account {
            Some((id, role)) => (Some(id.as_str()), Some(*role)),
            None => (None, None),
        };
        let account = memberships.iter().find(|one| Some(one.account_id.as_str()) == id);
        let others = memberships.iter().filter(|one| Some(one.account_id.as_str()) != id);
        Ok(Shell {
            person: signed.person.name.clone(),
            account: account.map(|one| one.account_name.clone()),
            role: role.map_or("", |role| t(role.name())),
            operator: signed.operator,
            second_factor: signed.person.second_factor,
            second_factor_missing: signed.person.operator && !signed.operator,
            may_change: role >= Some(Role::Member),
            owns: role == Some(Role::Owner),
            csrf: signed.form_token.clone(),
            done: notice::said(),
            metered: app.admission.gate().is_some(),
            others: others
                .map(|one| Choice { value: one.account_id.clone(), text: one.account_name.clone() })
                .collect(),
            here,
        })
    }

    pub fn tabs(&self) -> &'static [Link] {
        &TABS
    }

    pub fn is_here(&self, href: &str) -> bool {
        self.here == href
    }

    pub fn script(&self) -> &'static str {
        super::assets::CONSOLE_SCRIPT.address()
    }
}

/// The two that every page begins with.
async fn begin(
    app: &App,
    signed: &Signed,
    here: &'static str,
    title: &str,
) -> Result<(Frame, Shell), Trouble> {
    let frame = Frame::new(app, "/console", t(title), "").await?;
    Ok((frame, Shell::new(app, signed, here).await?))
}

/// A moment as people read it, to the minute.
fn moment(at: Instant) -> String {
    to_the_minute(&at.rfc3339())
}

/// The same of a moment that is written out already.
fn to_the_minute(text: &str) -> String {
    format!("{} {} UTC", text.get(..10).unwrap_or(text), text.get(11..16).unwrap_or(""))
}

fn moment_or(at: Option<Instant>, otherwise: &str) -> String {
    at.map_or_else(|| t(otherwise).to_owned(), moment)
}
