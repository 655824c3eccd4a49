//! An event as it is stored, read, delivered and streamed.

use coverage::article::Headline;
use domain::hash::{hash128, to_hex};
use domain::{EventType, Instant};
use metering::{Price, price};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::events::{Event, NewEvent};

use crate::cause::Cause;
use crate::watch::Watch;

/// What happened, with the numbers, the call that lists what was counted, and the articles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Event")]
pub struct EventView {
    /// The same for the same cause, always: whoever gets an event twice knows it by its id.
    pub id: String,
    /// alert.fired, digest, credits.exhausted, webhook.disabled or webhook.test.
    pub r#type: &'static str,
    /// When it happened; what is of a day happened at its beginning.
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    /// When it was noticed.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[serde(flatten)]
    pub told: Told,
}

/// What an event tells.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// In one sentence.
    pub summary: String,
    /// The rule that fired: its id and name; null where none did.
    pub alert: Option<Value>,
    pub numbers: Map<String, Value>,
    /// The call that lists what was counted; null where nothing was.
    pub query: Option<String>,
    /// The newest 25 of them, as /feed tells them, without their texts.
    pub articles: Vec<Value>,
}

/// The id of the event that a cause makes.
pub fn id_of(of: &str, cause: &str) -> String {
    format!("evt_{}", to_hex(&hash128(format!("{of}\n{cause}").as_bytes())))
}

/// What is charged when an event is delivered: what as many rows of a Space cost. What carries no article costs nothing.
pub fn price_of(items: u32) -> Price {
    if items == 0 { Price::FREE } else { price(domain::Credits::new(BASE_CREDITS), items) }
}

/// As a page of a Space.
pub const BASE_CREDITS: u32 = 1;

pub fn fired(watch: &Watch, cause: Cause, now: Instant) -> NewEvent {
    let shown = |article: &Headline| serde_json::to_value(article).unwrap_or_default();
    let told = Told {
        summary: cause.summary,
        alert: Some(json!({ "id": watch.alert.id, "name": watch.definition().name })),
        numbers: cause.numbers,
        query: Some(cause.query),
        articles: cause.articles.iter().map(shown).collect(),
    };
    NewEvent {
        id: id_of(&watch.alert.id, &cause.key),
        account_id: watch.account_id.clone(),
        alert_id: Some(watch.alert.id.clone()),
        event_type: EventType::AlertFired,
        at: cause.at,
        made_at: now,
        items: u32::try_from(told.articles.len()).unwrap_or(u32::MAX),
        body: written(&told),
    }
}

/// Something about deliveries themselves, for nothing.
pub fn notice(
    account_id: &str,
    event_type: EventType,
    cause: &str,
    summary: String,
    numbers: Value,
    now: Instant,
) -> NewEvent {
    let numbers = numbers.as_object().cloned().unwrap_or_default();
    NewEvent {
        id: id_of(account_id, &format!("{} {cause}", event_type.name())),
        account_id: account_id.to_owned(),
        alert_id: None,
        event_type,
        at: now,
        made_at: now,
        items: 0,
        body: written(&Told { summary, numbers, ..Told::default() }),
    }
}

pub(crate) fn written(told: &Told) -> String {
    serde_json::to_string(told).unwrap_or_default()
}

impl EventView {
    pub fn of(event: &Event) -> Result<EventView, ApiError> {
        let mut body: Value =
            serde_json::from_str(&event.body).map_err(|error| ApiError::internal(&error))?;
        let told = Told {
            summary: body["summary"].as_str().unwrap_or_default().to_owned(),
            alert: Some(body["alert"].take()).filter(|alert| !alert.is_null()),
            numbers: body["numbers"].as_object().cloned().unwrap_or_default(),
            query: body["query"].as_str().map(str::to_owned),
            articles: body["articles"].as_array().cloned().unwrap_or_default(),
        };
        Ok(EventView {
            id: event.id.clone(),
            r#type: event.event_type.name(),
            at: event.at.rfc3339(),
            created_at: event.made_at.rfc3339(),
            told,
        })
    }
}
