//! Webhooks: the endpoints, how their deliveries stand, and the log of one of them. A secret is shown on the page that made
//! it, and never again.

use std::sync::Arc;

use alerts::webhooks::{SHAPES, deliver};
use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use store::webhooks::WebhookDefinition;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, SignedInForm, Visitor, account, account_as};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Shell, begin, to_the_minute};
use interface::App;
use interface::reader::nothing_here;
use management::mail;
use management::operations::owned::{self, Resource};
use management::operations::webhooks::WebhookView;
use management::operations::webhooks::deliveries::DeliveryView;
use management::operations::webhooks::manage;
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

/// Attempts that are shown.
const SHOWN: usize = 50;

#[derive(Template)]
#[template(path = "console/webhooks.html")]
struct ListPage {
    frame: Frame,
    console: Shell,
    webhooks: Vec<WebhookView>,
    shapes: [&'static str; 4],
    name: String,
    url: String,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/webhook.html")]
struct WebhookPage {
    frame: Frame,
    console: Shell,
    webhook: WebhookView,
    shapes: [&'static str; 4],
    /// The secret that was just made.
    secret: Option<String>,
    log: Vec<DeliveryView>,
    error: Fault,
}

impl WebhookPage {
    fn when(&self, at: &str) -> String {
        to_the_minute(at)
    }
}

pub async fn list(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show_list(&app, &signed, &Form::default(), None).await
}

async fn show_list(
    app: &App,
    signed: &Signed,
    form: &Form,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/webhooks", "Webhooks").await?;
    let all = app.store.webhooks.standing(account(signed)?).await?;
    let status = Fault::status(error.as_ref());
    let page = ListPage {
        frame,
        console,
        webhooks: all.into_iter().map(WebhookView::from).collect(),
        shapes: SHAPES,
        name: form.get("name").unwrap_or("").to_owned(),
        url: form.get("url").unwrap_or("").to_owned(),
        error: Fault::from(error.as_ref()),
    };
    reply::private(&page, status)
}

pub async fn create(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let made = match read(&posted.form) {
        Ok(definition) => manage::create(&app, owner, definition, &posted.origin).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => show(&app, &posted.signed, &made.webhook.id, Some(made.secret), None).await,
        Err(error) => show_list(&app, &posted.signed, &posted.form, Some(error)).await,
    }
}

fn read(form: &Form) -> Result<WebhookDefinition, ApiError> {
    Resource::read(&mut form.reader(&[], &["disabled"], &["alerts"]))
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
    RawQuery(_): RawQuery,
) -> Result<Response, Trouble> {
    show(&app, &signed, &id, None, None).await
}

async fn show(
    app: &App,
    signed: &Signed,
    id: &str,
    secret: Option<String>,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/webhooks", "Webhook").await?;
    let owner = account(signed)?;
    let webhook = WebhookView::from(manage::find(app, owner, id).await?);
    let log = app.store.webhooks.deliveries.list(owner, id, None, SHOWN).await?;
    let log = log.into_iter().map(DeliveryView::from).collect();
    let status = Fault::status(error.as_ref());
    let error = Fault::from(error.as_ref());
    reply::private(&WebhookPage { frame, console, webhook, shapes: SHAPES, secret, log, error }, status)
}

pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let changed = match read(&posted.form) {
        Ok(definition) => manage::change(&app, owner, &id, &definition, &posted.origin).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(_) => Ok(done(&format!("/console/webhooks/{id}"), Done::Saved)),
        Err(error) => show(&app, &posted.signed, &id, None, Some(error)).await,
    }
}

pub async fn rotate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let rotated = manage::rotate(&app, owner, &id, &posted.origin).await?;
    show(&app, &posted.signed, &id, Some(rotated.secret), None).await
}

pub async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    owned::delete::<WebhookDefinition>(&app, account_as(&posted.signed, Role::Member)?, &id).await?;
    Ok(done("/console/webhooks", Done::Deleted))
}

/// Tries the endpoint; the log tells how it went.
pub async fn test(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let webhook = manage::find(&app, owner, &id).await?;
    let tried = match webhook.is_unconfirmed() {
        true => mail::ask_reader(&app, &webhook).await,
        false => deliver::test(&app, &webhook).await.map(|_| ()),
    };
    match tried {
        Ok(()) => Ok(done(&format!("/console/webhooks/{id}"), Done::Tried)),
        Err(error) => show(&app, &posted.signed, &id, None, Some(error)).await,
    }
}

pub async fn resend(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let webhook = manage::find(&app, owner, &id).await?;
    let event = app.store.events.find(owner, posted.form.get("eventId").unwrap_or("")).await?;
    deliver::resend(&app, &webhook, &event.ok_or_else(|| nothing_here("event"))?).await?;
    Ok(done(&format!("/console/webhooks/{id}"), Done::SentAgain))
}
