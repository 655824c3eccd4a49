//! Webhooks: endpoints that an account's events are delivered to.

pub mod deliveries;
pub mod manage;

use ::alerts::mail::address_of;
use ::alerts::webhooks::SHAPES;
use interface::{App, ParamReader};
use runtime::error::{ApiError, Code};
use schemars::JsonSchema;
use serde::Serialize;
use sources::fetch::address::Guard;
use store::Store;
use store::owned::OwnedTable;
use store::webhooks::{DueWebhook, MAIL, WebhookDefinition};

use super::owned::Resource;

/// Rules that one endpoint may name.
const MAX_ALERTS: usize = 200;

/// An endpoint and how its deliveries stand.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Webhook")]
pub struct WebhookView {
    pub id: String,
    pub name: String,
    pub url: String,
    /// standard, slack, discord or mail.
    pub shape: String,
    /// Ids of the rules and digests whose events it gets; empty: all events.
    pub alerts: Vec<String>,
    pub enabled: bool,
    /// The reader at a mailto: address has not confirmed it yet: nothing is sent before.
    pub awaiting_confirmation: bool,
    /// Why the service stopped delivering; null where it did not. Changing the endpoint with enabled=true goes on where it
    /// stopped.
    pub disabled_reason: Option<String>,
    /// Attempts that failed at the event that is next.
    pub failed_attempts: u32,
    /// When that is tried again; null where nothing failed.
    #[schemars(extend("format" = "date-time"))]
    pub next_attempt_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub changed_at: String,
}

impl From<DueWebhook> for WebhookView {
    fn from(due: DueWebhook) -> WebhookView {
        let awaiting_confirmation = due.is_unconfirmed();
        let DueWebhook { webhook, progress, .. } = due;
        let failing = progress.attempts > 0 && progress.disabled_reason.is_none();
        WebhookView {
            id: webhook.id,
            name: webhook.definition.name,
            url: webhook.definition.url,
            shape: webhook.definition.shape,
            alerts: webhook.definition.alerts,
            enabled: webhook.definition.enabled,
            awaiting_confirmation,
            disabled_reason: progress.disabled_reason,
            failed_attempts: progress.attempts,
            next_attempt_at: failing.then(|| progress.next_at.rfc3339()),
            created_at: webhook.created_at.rfc3339(),
            changed_at: webhook.changed_at.rfc3339(),
        }
    }
}

impl Resource for WebhookDefinition {
    const NOUN: &'static str = "Webhook";
    const MAX: u32 = 20;

    fn table(store: &Store) -> &OwnedTable<WebhookDefinition> {
        &store.webhooks.owned
    }

    fn read(from: &mut ParamReader) -> Result<WebhookDefinition, ApiError> {
        let name = from.name("name", "What the endpoint is called.")?;
        let url = from.required_text("url", "Where events are sent, by POST: a public address. Of mail, mailto:name@example.com; its reader is asked to confirm it.")?;
        let words = "How a body is written: the event itself (Standard Webhooks), a message as Slack or Discord take it, or a letter.";
        let shape = from.choice("shape", words, &SHAPES, Some(SHAPES[0]))?.unwrap_or(SHAPES[0]);
        let words = "Ids of the rules and digests whose events it gets; all events where nothing is said.";
        let alerts = from.texts("alerts", words, false, MAX_ALERTS, |id| {
            let good = (1..=80).contains(&id.len())
                && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            good.then(|| id.to_owned())
        })?;
        let enabled =
            !from.boolean("disabled", "Keeps the endpoint and sends it nothing; it keeps its place.")?;
        Ok(WebhookDefinition { name, url: url.trim().to_owned(), shape: shape.to_owned(), alerts, enabled })
    }

    async fn check(&self, app: &App, owner: &str) -> Result<(), ApiError> {
        if (self.shape == "mail") != self.url.starts_with(MAIL) {
            return Err(ApiError::parameter("url", "Mail goes to mailto:name@example.com, with shape=mail."));
        }
        if self.shape == "mail" {
            if app.config.smtp_url.is_empty() {
                let detail = "No mail is set up on this service; its operator sets smtp_url.";
                return Err(ApiError {
                    parameter: Some("shape".into()),
                    ..ApiError::new(Code::NotConfigured, detail)
                });
            }
            let good = address_of(&self.url).is_some();
            return match good {
                true => check_alerts(app, owner, &self.alerts).await,
                false => Err(ApiError::parameter("url", "It is not one address: mailto:name@example.com.")),
            };
        }
        let guard = Guard { allow_private: app.config.webhook_private_addresses };
        guard
            .check(&self.url)
            .map_err(|error| ApiError::parameter("url", format!("The address is refused: {error}.")))?;
        check_alerts(app, owner, &self.alerts).await
    }
}

/// Whether the rules and digests are there that an endpoint names.
async fn check_alerts(app: &App, owner: &str, ids: &[String]) -> Result<(), ApiError> {
    for id in ids {
        let is_there = app.store.alerts.find(owner, id).await?.is_some()
            || app.store.digests.owned.find(owner, id).await?.is_some();
        if !is_there {
            return Err(ApiError::parameter("alerts", format!("There is no Alert and no Digest {id}.")));
        }
    }
    Ok(())
}
