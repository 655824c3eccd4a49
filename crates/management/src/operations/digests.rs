//! Digests: what moved in the last day or week, by mail or any other endpoint, at an hour of the reader's clock. Not metered.

use ::alerts::digest::schedule::is_time_zone;
use coverage::named_days::Thing;
use domain::{Frequency, Weekday};
use interface::names::AskedName;
use schemars::JsonSchema;
use serde::Serialize;
use store::Store;
use store::digests::{Digest, DigestDefinition};
use store::owned::OwnedTable;

use crate::operations::owned::{self, Resource, not_found, owned_operations};
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

/// Companies that a digest tells of.
const MAX_COMPANIES: usize = 20;
const MAX_NAME_CHARS: usize = 100;
/// When nobody says otherwise.
pub const DEFAULT_HOUR: u64 = 7;

/// A digest as it was saved.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Digest")]
pub struct DigestView {
    pub id: String,
    pub name: String,
    #[schemars(extend("enum" = ["daily", "weekly"]))]
    pub frequency: &'static str,
    /// On which day a weekly one comes.
    pub weekday: &'static str,
    #[schemars(range(min = 0, max = 23))]
    pub hour: u32,
    /// By its name in the time zone database.
    pub time_zone: String,
    /// Companies that it tells of.
    pub companies: Vec<String>,
    pub disabled: bool,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub changed_at: String,
}

impl From<Digest> for DigestView {
    fn from(digest: Digest) -> DigestView {
        let definition = digest.definition;
        DigestView {
            id: digest.id,
            name: definition.name,
            frequency: definition.frequency.name(),
            weekday: definition.weekday.name(),
            hour: definition.hour,
            time_zone: definition.time_zone,
            companies: definition.companies,
            disabled: !definition.enabled,
            created_at: digest.created_at.rfc3339(),
            changed_at: digest.changed_at.rfc3339(),
        }
    }
}

impl Resource for DigestDefinition {
    const NOUN: &'static str = "Digest";
    const MAX: u32 = 10;

    fn table(store: &Store) -> &OwnedTable<DigestDefinition> {
        &store.digests.owned
    }

    fn read(from: &mut ParamReader) -> Result<DigestDefinition, ApiError> {
        let name = from.name("name", "What the digest is called.")?;
        let words = "How often it comes: about the last day that is over, or the last seven.";
        let frequency = from.one_of("frequency", words, Frequency::ALL, Some(Frequency::Daily))?;
        let words = "On which day a weekly one comes.";
        let weekday = from.one_of("weekday", words, Weekday::ALL, Some(Weekday::Monday))?;
        let hour = from.integer("hour", "At which hour of the reader's clock.", 0..=23, DEFAULT_HOUR)? as u32;
        let words = "The reader's time zone by its name in the time zone database, such as Europe/Berlin; UTC where nothing is said.";
        let time_zone = from.text("timeZone", words)?.unwrap_or_else(|| "UTC".to_owned());
        if !from.is_describing() && !is_time_zone(&time_zone) {
            let detail = "There is no such time zone. Name it as in Europe/Berlin or America/New_York.";
            return Err(ApiError::parameter("timeZone", detail));
        }
        let words = "Companies that it tells of, by name or ticker.";
        let companies = from.texts("companies", words, false, MAX_COMPANIES, |name| {
            let good = (1..=MAX_NAME_CHARS).contains(&name.trim().chars().count())
                && !name.chars().any(char::is_control);
            good.then(|| name.trim().to_owned())
        })?;
        let enabled = !from.boolean("disabled", "Keeps the digest and tells nothing.")?;
        Ok(DigestDefinition {
            name,
            frequency: frequency.unwrap_or(Frequency::Daily),
            weekday: weekday.unwrap_or(Weekday::Monday),
            hour,
            time_zone,
            companies,
            enabled,
        })
    }

    async fn check(&self, app: &App, _: &str) -> Result<(), ApiError> {
        for name in &self.companies {
            AskedName::new("companies", Thing::Company.directory(), name).resolve(app)?;
        }
        Ok(())
    }
}

owned_operations! {
    DigestDefinition as DigestView, "Digest" at "/v1/digests";
    list: ListDigests, "listDigests", "The Digests of the account. Not metered.", Digests;
    create: CreateDigest, "createDigest", "Makes a Digest: what moved in the last day or week, as an event that webhooks, mail and streams deliver. Not metered.";
    change: ChangeDigest, "changeDigest", "Changes a Digest. Not metered.";
    patch: PatchDigest, "patchDigest", "Changes the given members of a Digest and leaves the others. Not metered.";
    delete: DeleteDigest, "deleteDigest", "Deletes a Digest; its events stay. Not metered.";
    delivers: true;
}
