//! Whether texts are as they came: each document against the hash of its item, each statement against its place in the text.

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
            0 => format!("{} documents are as they came, by their hashes", found.documents),
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
        let StoredText { document, statements, .. } = one;
        self.documents += 1;
        self.statements += statements.len() as u64;
        if came(document).is_none_or(|item| content_hash(&item) != document.content_hash) {
            self.changed.push(document.id.to_string());
        }
        let content = &document.item.content;
        if statements
            .iter()
            .any(|(start, end, text)| content.get(*start as usize..*end as usize) != Some(text.as_str()))
        {
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
