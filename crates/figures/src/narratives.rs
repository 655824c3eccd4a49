//! What narratives are called and what people decided about them, as the store has it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::hash::from_hex;
use store::narratives::NarrativeRow;

/// A narrative as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrativeInfo {
    pub id: [u8; 16],
    /// What a person calls it, else what recurs in its stories.
    pub name: String,
    pub pinned: bool,
    pub muted: bool,
    /// What its stories name most often.
    pub companies: Vec<String>,
    pub assets: Vec<String>,
}

/// All narratives by their ids.
pub type Infos = HashMap<[u8; 16], NarrativeInfo>;

#[derive(Debug, Default)]
pub struct Narratives(RwLock<Held>);

#[derive(Debug, Default)]
struct Held {
    /// The change of the store up to which it has come.
    revision: i64,
    infos: Arc<Infos>,
}

impl Narratives {
    /// The change of the store up to which it has come.
    pub fn revision(&self) -> i64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).revision
    }

    pub fn infos(&self) -> Arc<Infos> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner).infos)
    }

    pub fn set(&self, revision: i64, rows: Vec<NarrativeRow>) {
        let infos = rows.into_iter().filter_map(info).map(|info| (info.id, info)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Held { revision, infos: Arc::new(infos) };
    }

    pub fn forget(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Held::default();
    }
}

fn info(row: NarrativeRow) -> Option<NarrativeInfo> {
    let names = |json: &str| serde_json::from_str(json).unwrap_or_default();
    Some(NarrativeInfo {
        id: from_hex(&row.id)?,
        name: row.given_name.unwrap_or(row.name),
        pinned: row.pinned,
        muted: row.muted,
        companies: names(&row.companies),
        assets: names(&row.assets),
    })
}
