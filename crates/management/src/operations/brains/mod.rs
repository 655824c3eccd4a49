//! Brains: speakers whom an account follows, by the handles of their posts or by name, and what they posted and said.

pub mod followed;
pub mod manage;
pub mod posts;

use schemars::JsonSchema;
use serde::Serialize;
use store::Store;
use store::brains::{Brain, BrainDefinition, Brains};

use super::owned::Resource;
use interface::ParamReader;
use runtime::error::ApiError;

/// As many as one Brain may follow.
const MAX_HANDLES: usize = 100;
const MAX_PEOPLE: usize = 50;

/// A Brain as it was saved.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Brain")]
pub struct BrainView {
    id: String,
    name: String,
    handles: Vec<String>,
    people: Vec<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    changed_at: String,
}

impl From<Brain> for BrainView {
    fn from(brain: Brain) -> BrainView {
        BrainView {
            id: brain.id,
            name: brain.definition.name,
            handles: brain.definition.handles,
            people: brain.definition.people,
            created_at: brain.created_at.rfc3339(),
            changed_at: brain.changed_at.rfc3339(),
        }
    }
}

impl Resource for BrainDefinition {
    const NOUN: &'static str = "Brain";
    const MAX: u32 = 100;

    fn table(store: &Store) -> &Brains {
        &store.brains
    }

    /// A name, and whom to follow.
    fn read(from: &mut ParamReader) -> Result<BrainDefinition, ApiError> {
        let name = from.name("name", "What the Brain is called.")?;
        let handles = from.texts(
            "handles",
            "Whom to follow: handles as posts carry them, such as alice@example.social or did:plc:…",
            false,
            MAX_HANDLES,
            handle,
        )?;
        let people = from.texts(
            "people",
            "The same by name: their posts under any handle, and what articles report that they said.",
            false,
            MAX_PEOPLE,
            person,
        )?;
        if handles.is_empty() && people.is_empty() && !from.is_describing() {
            return Err(ApiError::parameter("handles", "Say whom to follow: handles, people, or both."));
        }
        Ok(BrainDefinition { name, handles, people })
    }
}

/// A handle as documents carry it: many write an @ before it.
fn handle(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix('@').unwrap_or(text);
    let good = (1..=200).contains(&text.chars().count())
        && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    good.then(|| text.to_owned())
}

/// A name as articles write it.
fn person(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let good = (1..=100).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    good.then_some(name)
}
