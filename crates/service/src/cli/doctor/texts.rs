//! Whether texts are as they came: each document against the hash of its item or of what was read, each statement against its place in the text.

use anyhow::Context;
use domain::cut::restored;
use domain::document::content_hash;
use domain::{Document, Field, Item};
use store::Store;
use store::documents::StoredText;

use super::{Finding, State};

/// Documents that are looked at together.
const PAGE: usize = 1_000;

#[derive(Default)]
struct Found {
    documents: u64,
    statements: u64,
    changed: Vec<String>,
    misplaced: Vec<String>,
}

pub async fn look(store: &Store) -> anyhow::Result<[Finding; 2]> {
    let mut found = Found::default();
    let mut after = i64::MIN;
    loop {
        let page = store.documents.page(after, PAGE).await.context("cannot read documents")?;
        let Some(last) = page.last() else { break };
        after = last.number;
        found = tokio::task::spawn_blocking(move || {
            page.iter().for_each(|one| found.take(one));
            found
        })
        .await?;
    }
    let such_as = |list: &[String]| list.first().cloned().unwrap_or_default();
    let documents = Finding {
        part: "documents",
        state: State::good_if(found.changed.is_empty()),
        words: match found.changed.len() {
            0 => format!("{} documents are as they came, or as they were read, by hashes", found.documents),
            changed => format!(
                "{changed} documents are not as they came, such as {}: import them again, or restore a backup",
                such_as(&found.changed)
            ),
        },
    };
    let statements = Finding {
        part: "statements",
        state: State::good_if(found.misplaced.is_empty()),
        words: match found.misplaced.len() {
            0 => format!("{} statements stand in their texts to the letter", found.statements),
            misplaced => format!(
                "{misplaced} statements do not stand in their texts, such as one in {}: import these documents again, or restore a backup",
                such_as(&found.misplaced)
            ),
        },
    };
    Ok([documents, statements])
}

impl Found {
    fn take(&mut self, one: &StoredText) {
        let StoredText { document, statements, fingerprint, .. } = one;
        self.documents += 1;
        self.statements += statements.len() as u64;
        let item = &document.item;
        // Cleaning also writes entities and blanks anew, which no cut tells of; what was read of such a text tells whether it is the same.
        let is_as_read =
            || *fingerprint == 0 || analysis::fingerprint::of(&item.title, &item.content) == *fingerprint;
        let is_changed = match came(document) {
            None => true,
            Some(came) => {
                content_hash(&came) != document.content_hash && !(item.is_cleaned() && is_as_read())
            }
        };
        if is_changed {
            self.changed.push(document.id.to_string());
        }
        if statements.iter().any(|(start, end, text)| !stands(&item.content, *start, *end, text)) {
            self.misplaced.push(document.id.to_string());
        }
    }
}

/// The item before anything was cut from it; none where its cuts do not fit.
fn came(document: &Document) -> Option<Item> {
    let Document { item, cuts, .. } = document;
    let title = restored(&item.title, Field::Title, cuts)?;
    let content = restored(&item.content, Field::Content, cuts)?;
    Some(Item { title, content, ..item.clone() })
}

/// Whether these characters of a content are these words.
fn stands(content: &str, start: u32, end: u32, words: &str) -> bool {
    content.chars().skip(start as usize).take(end.saturating_sub(start) as usize).eq(words.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_characters() {
        let content = "“Das wird größer”, sagte sie. It grows.";
        assert!(stands(content, 1, 16, "Das wird größer"));
        assert!(stands(content, 30, 39, "It grows."));
        assert!(!stands(content, 31, 40, "It grows."));
        assert!(!stands(content, 30, 20, "It grows."));
    }
}
