//! What a narrative's name and lists are made from: titles of a story and what it names, as text that can be read.

use std::collections::BTreeMap;

use domain::MentionKind;
use serde::{Deserialize, Serialize};
use store::narratives::NarrativeDocument;

/// Titles that are kept of a story, and characters of each.
const MAX_TITLES: usize = 4;
const MAX_TITLE_CHARS: usize = 160;
/// Companies and assets that are kept of a story, and of a narrative.
const MAX_NAMES: usize = 6;
const MAX_NAMES_OF_NARRATIVE: usize = 6;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    pub titles: Vec<String>,
    /// Each with the share of the articles that name it.
    companies: Vec<(String, f32)>,
    assets: Vec<(String, f32)>,
}

impl Notes {
    pub fn of(documents: &[NarrativeDocument]) -> Notes {
        let mut titles: Vec<(&str, &str)> = Vec::new();
        for document in documents {
            // One title of each outlet, so that none of them makes the name.
            let known =
                titles.iter().any(|(outlet, title)| *outlet == document.outlet || *title == document.title);
            if !known && titles.len() < MAX_TITLES {
                titles.push((&document.outlet, &document.title));
            }
        }
        Notes {
            titles: titles.iter().map(|(_, title)| title.chars().take(MAX_TITLE_CHARS).collect()).collect(),
            companies: named(documents, MentionKind::Company),
            assets: named(documents, MentionKind::Asset),
        }
    }

    pub fn read(text: &str) -> Notes {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What most of the articles name first.
fn named(documents: &[NarrativeDocument], kind: MentionKind) -> Vec<(String, f32)> {
    let mut counts: BTreeMap<&str, f32> = BTreeMap::new();
    for (_, name) in documents.iter().flat_map(|document| &document.named).filter(|(of, _)| *of == kind) {
        *counts.entry(name).or_insert(0.0) += 1.0 / documents.len() as f32;
    }
    let mut counts: Vec<(String, f32)> =
        counts.into_iter().map(|(name, share)| (name.to_owned(), share.min(1.0))).collect();
    counts.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(MAX_NAMES);
    counts
}

/// What the stories of a narrative name most often, as JSON: companies and assets. What only one story names, or hardly
/// any article, is left out.
pub fn names_of(stories: &[&Notes]) -> (String, String) {
    let of = |names: fn(&Notes) -> &Vec<(String, f32)>| {
        let mut sums: BTreeMap<&str, (f32, u32)> = BTreeMap::new();
        for (name, share) in stories.iter().flat_map(|notes| names(notes)) {
            let sum = sums.entry(name).or_default();
            *sum = (sum.0 + share, sum.1 + 1);
        }
        let least = 0.1 * stories.len() as f32;
        let mut sums: Vec<(&str, f32)> = sums
            .into_iter()
            .filter(|(_, (sum, count))| *sum >= least && *count > 1)
            .map(|(name, (sum, _))| (name, sum))
            .collect();
        sums.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        sums.truncate(MAX_NAMES_OF_NARRATIVE);
        let names: Vec<&str> = sums.into_iter().map(|(name, _)| name).collect();
        serde_json::to_string(&names).unwrap_or_default()
    };
    (of(|notes| &notes.companies), of(|notes| &notes.assets))
}
