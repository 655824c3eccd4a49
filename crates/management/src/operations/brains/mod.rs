//! Brains: speakers whom an account follows on the conversation sources, and what they posted.

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

/// A Brain as it was saved.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrainView {
    id: String,
    name: String,
    handles: Vec<String>,
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
            true,
            MAX_HANDLES,
            handle,
        )?;
        Ok(BrainDefinition { name, handles })
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
