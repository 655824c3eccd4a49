//! Which rules a batch of new documents concerns: the searches of the rules are asked of an index of the batch alone, so that
//! a rule finds exactly what /feed would.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use domain::{Day, DayRange, DocumentId};
use pipeline::index::entry;
use search::{Change, Finder, Search};
use store::documents::IndexedDocument;

use crate::watch::{Subject, Watch};

/// A rule and the documents that it is about.
pub type Concerned = (Arc<Watch>, Vec<DocumentId>);

/// For each rule that is concerned, the documents that are.
pub fn percolate(
    watches: &[Arc<Watch>],
    documents: &[IndexedDocument],
    stories: &[(String, DocumentId)],
) -> Result<Vec<Concerned>, search::Error> {
    let Some(days) = days_of(documents) else { return Ok(Vec::new()) };
    let finder = Finder::in_memory()?;
    finder.apply(documents.iter().map(|document| Change::Put(entry(document))), 1)?;
    finder.commit(1)?;
    let mut found: HashMap<&str, Vec<DocumentId>> = HashMap::new();
    let mut concerned = Vec::new();
    for watch in watches {
        let ids = match found.entry(watch.key()) {
            // Many rules look for the same.
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(match &watch.subject {
                Subject::Search(wanted) => {
                    let search = Search { take: documents.len(), ..wanted.search(days) };
                    let listed = finder.list_until(&search, &|| false)?;
                    listed.ids.into_iter().map(|(id, _)| id).collect()
                }
                Subject::Story(own) => {
                    stories.iter().filter(|(story, _)| story == own).map(|(_, id)| *id).collect()
                }
                Subject::Index(_) => Vec::new(),
            }),
        };
        if !ids.is_empty() {
            concerned.push((Arc::clone(watch), ids.clone()));
        }
    }
    Ok(concerned)
}

fn days_of(documents: &[IndexedDocument]) -> Option<DayRange> {
    let days = || documents.iter().map(|document| document.published_at.day());
    let (first, last): (Day, Day) = (days().min()?, days().max()?);
    DayRange::inclusive(first, last)
}
