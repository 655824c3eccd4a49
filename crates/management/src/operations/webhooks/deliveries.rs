//! The log of an endpoint's deliveries; sending again, and trying it out.

use ::alerts::webhooks::deliver;
use domain::hash::hash128;
use interface::cursor::OwnedCursor;
use interface::reader::nothing_here;
use interface::{Access, App, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use store::webhooks::Delivery;

use super::manage::{find, segment};
use crate::operations::owned::not_found;

/// One attempt to deliver an event.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Delivery")]
pub struct DeliveryView {
    pub id: String,
    pub event_id: String,
    pub event_type: &'static str,
    /// Where it was sent; the body is what GET /v1/events tells of the event.
    pub url: String,
    /// From 1 for each event; 0 where it was sent by hand.
    pub attempt: u32,
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    pub duration_ms: i64,
    pub delivered: bool,
    /// What the endpoint answered; null where nothing came.
    pub status: Option<u32>,
    /// Why it failed; null where it did not.
    pub error: Option<String>,
    pub credits_charged: u32,
    /// When it is tried again; null where it is not.
    #[schemars(extend("format" = "date-time"))]
    pub next_attempt_at: Option<String>,
}

impl From<Delivery> for DeliveryView {
    fn from(one: Delivery) -> DeliveryView {
        DeliveryView {
            id: one.id,
            event_id: one.event_id,
            event_type: one.event_type.name(),
            url: one.url,
            attempt: one.attempt,
            at: one.at.rfc3339(),
            duration_ms: one.duration_ms,
            delivered: one.delivered,
            status: one.status,
            error: one.error,
            credits_charged: one.credits.get(),
            next_attempt_at: one.next_at.map(|at| at.rfc3339()),
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryLog {
    /// Newest first.
    data: Vec<DeliveryView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

pub struct ListDeliveries;

pub struct Request {
    id: String,
    limit: u32,
    cursor: Option<OwnedCursor>,
}

impl Operation for ListDeliveries {
    const ID: &'static str = "listDeliveries";
    const ROUTE: Route = Route::get("/v1/webhooks/{id}/deliveries");
    const SUMMARY: &'static str = "Every attempt to deliver to an endpoint, newest first. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = Request;
    type Response = DeliveryLog;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(50, 100)?;
        let id = segment(from);
        let cursor = from.text("cursor", "The nextCursor of the page before.")?;
        let cursor = cursor.map(|text| OwnedCursor::read(&text, &id)).transpose()?;
        Ok(Request { id, limit, cursor })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<DeliveryLog>, ApiError> {
        let owner = ask.owner()?;
        find(app, owner, &request.id).await?;
        let limit = request.limit as usize;
        let log = &app.store.webhooks.deliveries;
        // A cursor names the moment; those of that moment are told apart by what it says of the last one.
        let mut all = match request.cursor {
            None => log.list(owner, &request.id, None, limit + 1).await?,
            Some(cursor) => {
                let from = Some((cursor.at.plus_ms(1), ""));
                let found = log.list(owner, &request.id, from, limit + 1 + MAX_OF_A_MOMENT).await?;
                let last = found.iter().position(|one| hash128(one.id.as_bytes()) == cursor.id);
                found.into_iter().skip(last.map_or(0, |last| last + 1)).take(limit + 1).collect()
            }
        };
        let more = all.len() > limit;
        all.truncate(limit);
        let next_cursor = all
            .last()
            .filter(|_| more)
            .map(|last| OwnedCursor { at: last.at, id: hash128(last.id.as_bytes()) }.write(&request.id));
        let next = next_cursor.clone();
        let data = all.into_iter().map(DeliveryView::from).collect();
        Ok(Reply::page(DeliveryLog { data, next_cursor }, next.as_deref()))
    }
}

/// Attempts of one endpoint within a millisecond.
const MAX_OF_A_MOMENT: usize = 100;

pub struct ResendEvent;

impl Operation for ResendEvent {
    const ID: &'static str = "resendEvent";
    const ROUTE: Route = Route::post("/v1/webhooks/{id}/resend");
    const SUMMARY: &'static str = "Sends an event to an endpoint now. Charged as a delivery where it gets there and was not charged before.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = (String, String);
    type Response = DeliveryView;

    fn read(from: &mut ParamReader) -> Result<(String, String), ApiError> {
        Ok((segment(from), from.required_text("eventId", "The id of the event.")?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, event): (String, String),
    ) -> Result<Reply<DeliveryView>, ApiError> {
        let owner = ask.owner()?;
        let webhook = find(app, owner, &id).await?;
        let event = app.store.events.find(owner, &event).await?.ok_or_else(|| nothing_here("event"))?;
        Ok(DeliveryView::from(deliver::resend(app, &webhook, &event).await?).into())
    }
}

pub struct TestWebhook;

impl Operation for TestWebhook {
    const ID: &'static str = "testWebhook";
    const ROUTE: Route = Route::post("/v1/webhooks/{id}/test");
    const SUMMARY: &'static str = "Sends an endpoint a webhook.test event now; a reader who has not confirmed an address is asked again instead (409). Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Webhook")];
    type Request = String;
    type Response = DeliveryView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(segment(from))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<DeliveryView>, ApiError> {
        let webhook = find(app, ask.owner()?, &id).await?;
        crate::mail::ask_reader(app, &webhook).await?;
        crate::mail::count_trial(app, &webhook).await?;
        Ok(DeliveryView::from(deliver::test(app, &webhook).await?).into())
    }
}
