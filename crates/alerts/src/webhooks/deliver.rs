//! Brings an endpoint up to the newest event, one after the other, as far as it goes.

use admission::delivery::{Delivery as Charge, Reservation, is_exhausted, reserve};
use anyhow::Context;
use domain::time::MS_PER_DAY;
use domain::{EventType, Instant};
use interface::App;
use runtime::error::{ApiError, Code};
use serde_json::json;
use store::events::{Event, NewEvent};
use store::webhooks::{Delivery, DueWebhook, Progress};

use super::payload::test_event;
use super::schedule::gap_ms;
use super::send::{Sender, Sent};
use crate::event::{notice, price_of};

/// Events that an endpoint gets before others have their turn.
const MAX_IN_A_ROW: usize = 100;
/// Until credits are asked for again.
const WITHOUT_CREDITS_MS: i64 = 15 * 60_000;
/// Beside the time that an attempt may take.
const SPARE_MS: i64 = 60_000;

/// Attempts of an account that may fail within a day. What fails is not paid for, and twenty endpoints that fail for a day
/// come to 160: beyond it somebody reads without paying, or hammers at somebody else's door.
const MAX_FAILED_A_DAY: usize = 200;

/// As the ledger names it.
pub const ROUTE: &str = "/v1/webhooks";

/// Delivers what waits for an endpoint; returns how many events it got.
pub async fn deliver(app: &App, sender: &Sender, due: DueWebhook) -> anyhow::Result<u64> {
    let mut due = due;
    let mut delivered = 0;
    for _ in 0..MAX_IN_A_ROW {
        let next = app.store.webhooks.next_event(&due.account_id, due.progress.position).await;
        let Some(event) = next.context("cannot read the next event")? else { break };
        let step = match wants(&due, &event) {
            false => Step::on(passed(&event), None),
            true => attempt(app, sender, &due, &event).await?,
        };
        let webhooks = &app.store.webhooks;
        let moved = webhooks
            .advance(&due.webhook.id, &due.progress, &step.to, step.log.as_ref(), &step.tell)
            .await
            .context("cannot write down a delivery")?;
        // Changed or deleted meanwhile: it is looked at anew.
        if !moved || !step.goes_on {
            break;
        }
        delivered += u64::from(step.log.is_some());
        // A reader may have had enough, or its owner another address in mind, while it was sent.
        let now = webhooks.find(&due.account_id, &due.webhook.id).await.context("cannot read an endpoint")?;
        match now.filter(|now| now.is_open() && now.progress == step.to) {
            Some(now) => due = now,
            None => break,
        }
    }
    Ok(delivered)
}

/// What is written down after an event was looked at.
struct Step {
    to: Progress,
    log: Option<Delivery>,
    tell: Vec<NewEvent>,
    goes_on: bool,
}

impl Step {
    fn on(to: Progress, log: Option<Delivery>) -> Step {
        Step { to, log, tell: Vec::new(), goes_on: true }
    }
}

fn passed(event: &Event) -> Progress {
    Progress { position: event.number, attempts: 0, next_at: Instant::from_ms(0), disabled_reason: None }
}

/// What is about deliveries themselves goes to every endpoint.
fn wants(due: &DueWebhook, event: &Event) -> bool {
    let wanted = &due.webhook.definition.alerts;
    event.alert_id.as_ref().is_none_or(|alert| wanted.is_empty() || wanted.contains(alert))
}

async fn attempt(app: &App, sender: &Sender, due: &DueWebhook, event: &Event) -> anyhow::Result<Step> {
    let now = app.clock.now();
    if event.items > 0 && has_failed_too_often(app, &due.account_id, now).await? {
        let reason = format!("{MAX_FAILED_A_DAY} deliveries of this account failed within a day");
        let to = Progress { disabled_reason: Some(reason.clone()), ..due.progress.clone() };
        let tell = vec![disabled(due, &event.id, &reason, now)];
        return Ok(Step { to, log: None, tell, goes_on: false });
    }
    let reserved = match reserve_for(app, due, event, now).await {
        Ok(reserved) => reserved,
        Err(error) if is_exhausted(&error) => return without_credits(app, sender, due, now, &error).await,
        Err(error) => anyhow::bail!("cannot set credits aside: {}", error.detail),
    };
    let sent = sender.send(due, event, now).await;
    let Sent { mut delivery, is_gone } =
        sent.map_err(|error| anyhow::anyhow!("cannot write an event: {}", error.detail))?;
    delivery.attempt = due.progress.attempts + 1;
    if delivery.delivered {
        let charged = reserved.commit(app.clock.now()).await;
        delivery.credits = charged.map_err(|error| anyhow::anyhow!("cannot charge: {}", error.detail))?;
        return Ok(Step::on(passed(event), Some(delivery)));
    }
    drop(reserved);
    Ok(failed(app, due, delivery, is_gone))
}

fn failed(app: &App, due: &DueWebhook, mut delivery: Delivery, is_gone: bool) -> Step {
    let now = app.clock.now();
    let attempts = delivery.attempt;
    let gap = gap_ms(attempts).filter(|_| !is_gone);
    let reason = match is_gone {
        true => "the endpoint answered 410: it is gone".to_owned(),
        false => format!("{attempts} attempts over a day failed"),
    };
    delivery.next_at = gap.map(|gap| now.plus_ms(gap));
    let to = Progress {
        position: due.progress.position,
        attempts,
        next_at: delivery.next_at.unwrap_or(now),
        disabled_reason: delivery.next_at.is_none().then(|| reason.clone()),
    };
    let tell = match gap {
        Some(_) => Vec::new(),
        None => vec![disabled(due, &delivery.event_id, &reason, now)],
    };
    Step { to, log: Some(delivery), tell, goes_on: false }
}

/// The event that says so.
fn disabled(due: &DueWebhook, event_id: &str, reason: &str, now: Instant) -> NewEvent {
    let name = &due.webhook.definition.name;
    let summary =
        format!("Webhook {name} was disabled: {reason}. It keeps its place; resume it when it is mended.");
    let about = json!({ "webhookId": due.webhook.id });
    // Once for each time that it is given up: the event it stands at, and when.
    let cause = format!("{} {event_id} {}", due.webhook.id, now.ms());
    notice(&due.account_id, EventType::WebhookDisabled, &cause, summary, about, now)
}

async fn has_failed_too_often(app: &App, account_id: &str, now: Instant) -> Result<bool, store::Error> {
    let (deliveries, since) = (&app.store.webhooks.deliveries, now.plus_ms(-MS_PER_DAY));
    Ok(deliveries.failed_since(account_id, since, MAX_FAILED_A_DAY).await? >= MAX_FAILED_A_DAY)
}

/// Says so once a day, also to the endpoint that waits: what it tells stands behind what cannot be paid.
async fn without_credits(
    app: &App,
    sender: &Sender,
    due: &DueWebhook,
    now: Instant,
    error: &ApiError,
) -> anyhow::Result<Step> {
    let summary = format!("Deliveries wait: {} They go on in order once there are credits.", error.detail);
    let resets_at = error.resets_at.map(|at| at.rfc3339());
    let about = json!({ "resetsAt": resets_at });
    let new =
        notice(&due.account_id, EventType::CreditsExhausted, &now.day().to_string(), summary, about, now);
    let is_known = !app.store.events.known(&[&new.id]).await?.is_empty();
    let mut log = None;
    if !is_known {
        let event = Event {
            number: 0,
            id: new.id.clone(),
            alert_id: None,
            event_type: new.event_type,
            at: now,
            made_at: now,
            items: 0,
            body: new.body.clone(),
        };
        let sent = sender.send(due, &event, now).await;
        log = sent.ok().map(|sent| sent.delivery);
    }
    let next_at = now.plus_ms(WITHOUT_CREDITS_MS);
    let to = Progress { next_at, ..due.progress.clone() };
    Ok(Step { to, log, tell: vec![new], goes_on: false })
}

async fn reserve_for(
    app: &App,
    due: &DueWebhook,
    event: &Event,
    now: Instant,
) -> Result<Reservation, ApiError> {
    let timeout_ms = i64::try_from(app.config.webhook_timeout_s.saturating_mul(1000)).unwrap_or(i64::MAX / 2);
    let charge = Charge {
        account_id: &due.account_id,
        id: format!("{} {}", due.webhook.id, event.id),
        route: ROUTE,
        price: price_of(event.items),
        lasts_ms: timeout_ms.saturating_add(SPARE_MS),
    };
    reserve(&app.admission, charge, now).await
}

/// Sends an event by hand, whether or not it was delivered before; what was charged is not charged again.
pub async fn resend(app: &App, due: &DueWebhook, event: &Event) -> Result<Delivery, ApiError> {
    let now = app.clock.now();
    if due.is_unconfirmed() {
        let detail = "The reader has been asked and has not confirmed this address yet.";
        return Err(ApiError::new(Code::Conflict, detail));
    }
    if has_failed_too_often(app, &due.account_id, now).await? {
        let detail = format!(
            "{MAX_FAILED_A_DAY} deliveries of this account failed within a day. Fix the endpoint and try again later."
        );
        return Err(ApiError::new(Code::RateLimited, detail).retry_after(3_600));
    }
    let sender = Sender::new(&app.config).map_err(|error| ApiError::internal(error.as_ref()))?;
    let reserved = reserve_for(app, due, event, now).await?;
    let mut delivery = sender.send(due, event, now).await?.delivery;
    if delivery.delivered {
        delivery.credits = reserved.commit(app.clock.now()).await?;
    }
    app.store.webhooks.deliveries.insert(&delivery).await?;
    Ok(delivery)
}

/// Tries an endpoint with an event that is about nothing, for nothing.
pub async fn test(app: &App, due: &DueWebhook) -> Result<Delivery, ApiError> {
    resend(app, due, &test_event(app.clock.now())).await
}
