//! Listing, making, changing and deleting endpoints, and their secrets. Not metered.

use ::alerts::webhooks::{PREVIOUS_SECRET_MS, new_secret};
use interface::reader::nothing_here;
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use store::audit_log::Origin;
use store::owned::Owned;
use store::webhooks::{DueWebhook, Webhook, WebhookDefinition};

use super::WebhookView;
use crate::mail;
use crate::operations::owned::{self, Resource, not_found};

#[derive(Serialize, JsonSchema)]
pub struct WebhookList {
    /// Oldest first.
    data: Vec<WebhookView>,
}

/// An endpoint with the secret that its deliveries are signed with, shown this once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WebhookWithSecret")]
pub struct WithSecret {
    #[serde(flatten)]
    pub webhook: WebhookView,
    pub secret: String,
}

/// One endpoint of the account, with how it stands.
pub async fn find(app: &App, owner: &str, id: &str) -> Result<DueWebhook, ApiError> {
    app.store.webhooks.find(owner, id).await?.ok_or_else(|| nothing_here(WebhookDefinition::NOUN))
}

/// A new endpoint and its secret.
pub async fn create(
    app: &App,
    owner: &str,
    definition: WebhookDefinition,
    origin: &Origin,
) -> Result<WithSecret, ApiError> {
    definition.check(app, owner).await?;
    let secret = new_secret();
    let one = Owned { id: new_id("webhook"), definition, created_at: origin.at, changed_at: origin.at };
    if !app.store.webhooks.create(owner, &one, &secret, WebhookDefinition::MAX, origin).await? {
        let detail =
            format!("An account keeps at most {} Webhooks. Delete one first.", WebhookDefinition::MAX);
        return Err(ApiError::new(Code::Conflict, detail));
    }
    let made = find(app, owner, &one.id).await?;
    ask_reader(app, &made).await;
    Ok(WithSecret { webhook: made.into(), secret })
}

/// What cannot be sent now is asked for again by a test.
async fn ask_reader(app: &App, to: &DueWebhook) {
    if let Err(error) = mail::ask_reader(app, to).await {
        tracing::warn!(webhook = to.webhook.id, "cannot ask a reader for confirmation: {}", error.detail);
    }
}

/// Puts something else in its place; where it is switched on, it goes on where it stopped.
pub async fn change(
    app: &App,
    owner: &str,
    id: &str,
    definition: &WebhookDefinition,
    origin: &Origin,
) -> Result<WebhookView, ApiError> {
    let before = find(app, owner, id).await?;
    owned::change(app, owner, id, definition, origin.at).await?;
    go_on(app, owner, &before, true, origin).await
}

/// Delivers again after a change, where that is asked for or it leads elsewhere.
async fn go_on(
    app: &App,
    owner: &str,
    before: &DueWebhook,
    is_asked_for: bool,
    origin: &Origin,
) -> Result<WebhookView, ApiError> {
    let id = &before.webhook.id;
    app.store.webhooks.answered_for(owner, id, origin).await?;
    let changed = find(app, owner, id).await?;
    let is_elsewhere = before.webhook.definition.url != changed.webhook.definition.url;
    // What a reader has ended begins again only with the reader.
    let may_resume = is_elsewhere || (is_asked_for && !before.is_unconfirmed());
    if changed.webhook.definition.enabled && may_resume {
        app.store.webhooks.resume(owner, id).await?;
    }
    let changed = find(app, owner, id).await?;
    if is_elsewhere {
        ask_reader(app, &changed).await;
    }
    Ok(changed.into())
}

/// A new secret; the one before it signs beside it for a day.
pub async fn rotate(app: &App, owner: &str, id: &str, origin: &Origin) -> Result<WithSecret, ApiError> {
    let secret = new_secret();
    let until = origin.at.plus_ms(PREVIOUS_SECRET_MS);
    if !app.store.webhooks.rotate(owner, id, &secret, until).await? {
        return Err(nothing_here(WebhookDefinition::NOUN));
    }
    app.store.webhooks.answered_for(owner, id, origin).await?;
    Ok(WithSecret { webhook: find(app, owner, id).await?.into(), secret })
}

pub struct ListWebhooks;

impl Operation for ListWebhooks {
    const ID: &'static str = "listWebhooks";
    const ROUTE: Route = Route::get("/v1/webhooks");
    const SUMMARY: &'static str = "The account's endpoints and how their deliveries stand. Not metered; events are charged when they are delivered.";
    const ACCESS: Access = Access::Key;
    const DELIVERS: bool = true;
    type Request = ();
    type Response = WebhookList;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<WebhookList>, ApiError> {
        let all = app.store.webhooks.standing(ask.owner()?).await?;
        Ok(WebhookList { data: all.into_iter().map(WebhookView::from).collect() }.into())
    }
}

pub struct CreateWebhook;

impl Operation for CreateWebhook {
    const ID: &'static str = "createWebhook";
    const ROUTE: Route = Route::post("/v1/webhooks");
    const SUMMARY: &'static str =
        "An endpoint for the events from now on; its secret is shown this once. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "The account has as many Webhooks as it may.")];
    type Request = WebhookDefinition;
    type Response = WithSecret;

    fn read(from: &mut ParamReader) -> Result<WebhookDefinition, ApiError> {
        Resource::read(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        definition: WebhookDefinition,
    ) -> Result<Reply<WithSecret>, ApiError> {
        Ok(Reply::created(create(app, ask.owner()?, definition, &ask.origin()).await?))
    }
}

pub struct ChangeWebhook;

impl Operation for ChangeWebhook {
    const ID: &'static str = "changeWebhook";
    const ROUTE: Route = Route::put("/v1/webhooks/{id}");
    const SUMMARY: &'static str =
        "Changes an endpoint; one that was disabled goes on where it stopped. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = (String, WebhookDefinition);
    type Response = WebhookView;

    fn read(from: &mut ParamReader) -> Result<(String, WebhookDefinition), ApiError> {
        Ok((segment(from), Resource::read(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, definition): (String, WebhookDefinition),
    ) -> Result<Reply<WebhookView>, ApiError> {
        Ok(change(app, ask.owner()?, &id, &definition, &ask.origin()).await?.into())
    }
}

pub struct PatchWebhook;

/// An endpoint in the members that change it.
#[derive(Serialize)]
struct Members {
    name: String,
    url: String,
    shape: String,
    alerts: Vec<String>,
    disabled: bool,
}

impl From<Webhook> for Members {
    fn from(webhook: Webhook) -> Members {
        let WebhookDefinition { name, url, shape, alerts, enabled } = webhook.definition;
        Members { name, url, shape, alerts, disabled: !enabled }
    }
}

impl Operation for PatchWebhook {
    const ID: &'static str = "patchWebhook";
    const ROUTE: Route = Route::patch("/v1/webhooks/{id}");
    const SUMMARY: &'static str = "Changes the members of an endpoint that are given; with disabled=false one that was disabled goes on where it stopped. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] =
        &[not_found!("Webhook"), (409, "Others keep changing it.")];
    type Request = (String, Map<String, Value>);
    type Response = WebhookView;

    fn read(from: &mut ParamReader) -> Result<Self::Request, ApiError> {
        let id = segment(from);
        let read = |from: &mut ParamReader| drop(<WebhookDefinition as Resource>::read(from));
        Ok((id, from.given_members(read)))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, given): Self::Request,
    ) -> Result<Reply<WebhookView>, ApiError> {
        let owner = ask.owner()?;
        let before = find(app, owner, &id).await?;
        let is_asked_for = given.get("disabled") == Some(&Value::Bool(false));
        owned::answer_patch::<WebhookDefinition, Members>(app, ask, (id, given)).await?;
        Ok(go_on(app, owner, &before, is_asked_for, &ask.origin()).await?.into())
    }
}

pub struct RotateWebhookSecret;

impl Operation for RotateWebhookSecret {
    const ID: &'static str = "rotateWebhookSecret";
    const ROUTE: Route = Route::post("/v1/webhooks/{id}/rotate");
    const MAKES: bool = true;
    const SUMMARY: &'static str =
        "A new secret, shown only once; the previous one stays valid for a day. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = String;
    type Response = WithSecret;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(segment(from))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<WithSecret>, ApiError> {
        Ok(rotate(app, ask.owner()?, &id, &ask.origin()).await?.into())
    }
}

pub struct DeleteWebhook;

impl Operation for DeleteWebhook {
    const ID: &'static str = "deleteWebhook";
    const ROUTE: Route = Route::delete("/v1/webhooks/{id}");
    const SUMMARY: &'static str = "Deletes an endpoint; events stay. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(segment(from))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        Ok(owned::answer_delete::<WebhookDefinition>(app, ask, id).await?.into())
    }
}

pub(super) fn segment(from: &mut ParamReader) -> String {
    from.segment("id", "The id of the Webhook.")
}
