//! Reads again what an older model read: every document whose marks carry another version.
//!
//! Resumable without a note of its own: a document that was read by this version is not found again. The service
//! keeps answering meanwhile, and its index follows the new marks as it follows everything.

use anyhow::Context;
use domain::{Document, DocumentId, Marks};
use store::Store;

use super::digest;

/// Documents that are read and stored at once.
const BATCH: usize = 512;

/// Returns how many documents were read again. `progress` hears the running count.
pub async fn reread(store: &Store, threads: usize, mut progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let mut done = 0;
    loop {
        let ids =
            store.documents.unread(digest::VERSION, BATCH).await.context("looking for what is to be read")?;
        if ids.is_empty() {
            return Ok(done);
        }
        let mut documents = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(found) = store.documents.find(id).await.context("fetching a document")? {
                documents.push(found.document);
            }
        }
        let batch = read(documents, threads).await?;
        done += store.documents.replace_marks(batch).await.context("storing new marks")? as u64;
        progress(done);
    }
}

/// Pure work, spread over the threads that may do it.
async fn read(documents: Vec<Document>, threads: usize) -> anyhow::Result<Vec<(DocumentId, Marks)>> {
    let share = documents.len().div_ceil(threads.max(1)).max(1);
    let mut documents = documents.into_iter().peekable();
    let mut parts = Vec::new();
    while documents.peek().is_some() {
        let part: Vec<Document> = documents.by_ref().take(share).collect();
        parts.push(tokio::task::spawn_blocking(move || {
            part.iter().map(|document| (document.id, digest::read(document))).collect::<Vec<_>>()
        }));
    }
    let mut marks = Vec::new();
    for part in parts {
        marks.extend(part.await?);
    }
    Ok(marks)
}
