//! Listing, making, changing and deleting endpoints, and their secrets. Not metered.

use ::alerts::webhooks::{PREVIOUS_SECRET_MS, new_secret};
use domain::Instant;
use interface::reader::nothing_here;
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};
use schemars::JsonSchema;
use serde::Serialize;
use store::owned::Owned;
use store::webhooks::{DueWebhook, WebhookDefinition};

use super::WebhookView;
use crate::operations::owned::{self, Resource, not_found};

#[derive(Serialize, JsonSchema)]
pub struct WebhookList {
    /// Oldest first.
    data: Vec<WebhookView>,
}

/// An endpoint with the secret that its deliveries are signed with, shown this once.
#[derive(Serialize, JsonSchema)]
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
    now: Instant,
) -> Result<WithSecret, ApiError> {
    definition.check(app, owner).await?;
    let secret = new_secret();
    let one = Owned { id: new_id("webhook"), definition, created_at: now, changed_at: now };
    if !app.store.webhooks.create(owner, &one, &secret, WebhookDefinition::MAX).await? {
        let detail =
            format!("An account keeps at most {} Webhooks. Delete one first.", WebhookDefinition::MAX);
        return Err(ApiError::new(Code::Conflict, detail));
    }
    Ok(WithSecret { webhook: find(app, owner, &one.id).await?.into(), secret })
}

/// Puts something else in its place; where it is switched on, it goes on where it stopped.
pub async fn change(
    app: &App,
    owner: &str,
    id: &str,
    definition: &WebhookDefinition,
    now: Instant,
) -> Result<WebhookView, ApiError> {
    owned::change(app, owner, id, definition, now).await?;
    if definition.enabled {
        app.store.webhooks.resume(owner, id).await?;
    }
    Ok(find(app, owner, id).await?.into())
}

/// A new secret; the one before it signs beside it for a day.
pub async fn rotate(app: &App, owner: &str, id: &str, now: Instant) -> Result<WithSecret, ApiError> {
    let secret = new_secret();
    let until = now.plus_ms(PREVIOUS_SECRET_MS);
    if !app.store.webhooks.rotate(owner, id, &secret, until).await? {
        return Err(nothing_here(WebhookDefinition::NOUN));
    }
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
        Ok(Reply::created(create(app, ask.owner()?, definition, ask.now).await?))
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
        Ok(change(app, ask.owner()?, &id, &definition, ask.now).await?.into())
    }
}

pub struct RotateWebhookSecret;

impl Operation for RotateWebhookSecret {
    const ID: &'static str = "rotateWebhookSecret";
    const ROUTE: Route = Route::post("/v1/webhooks/{id}/rotate");
    const SUMMARY: &'static str =
        "A new secret, shown this once; the one before it signs beside it for a day. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = String;
    type Response = WithSecret;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(segment(from))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<WithSecret>, ApiError> {
        Ok(rotate(app, ask.owner()?, &id, ask.now).await?.into())
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
