//! Documents that were listed lately: their texts are long, and the newest are asked for again and again.
//!
//! Every change of a document, of its story too, moves the counter of changes in its own transaction, so that what was
//! read or compared at one value of the counter holds for as long as it has that value. Each listing asks for the
//! counter; what was not compared at its value is compared with the change number in the store. Nothing stale is told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::DocumentId;
use lru::LruCache;

use super::StoredDocument;

/// Characters that are kept at most, of titles, texts and addresses.
const MAX_BYTES: usize = 48 << 20;
/// What a document takes beside these.
const OVERHEAD: usize = 1 << 10;

#[derive(Default)]
pub(super) struct KeptDocuments(Mutex<Kept>);

struct Kept {
    documents: LruCache<DocumentId, KeptDocument>,
    bytes: usize,
}

struct KeptDocument {
    seq: i64,
    /// A value that the counter of changes had before it was last read or compared.
    at: i64,
    document: Arc<StoredDocument>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { documents: LruCache::unbounded(), bytes: 0 }
    }
}

impl std::fmt::Debug for KeptDocuments {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("KeptDocuments").field("bytes", &self.lock().bytes).finish()
    }
}

impl KeptDocuments {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that are good as long as the counter of changes has this value; none for each of the others.
    pub fn at(&self, ids: &[DocumentId], at: i64) -> Vec<Option<Arc<StoredDocument>>> {
        let mut kept = self.lock();
        let document = |kept: &KeptDocument| (kept.at == at).then(|| Arc::clone(&kept.document));
        ids.iter().map(|id| kept.documents.get(id).and_then(document)).collect()
    }

    /// As it is after this change and in this story; none where another is kept, or none. The counter had the value `at`
    /// before the store was asked. Where it was compared at a later one meanwhile, this is no word against that.
    pub fn compared(
        &self,
        id: DocumentId,
        seq: i64,
        story_id: Option<String>,
        at: i64,
    ) -> Option<Arc<StoredDocument>> {
        let mut kept = self.lock();
        let kept = kept.documents.get_mut(&id).filter(|kept| kept.seq == seq)?;
        if kept.at <= at {
            // A story takes a document up without changing it.
            if kept.document.story_id != story_id {
                kept.document = Arc::new(StoredDocument { story_id, ..(*kept.document).clone() });
            }
            kept.at = at;
        }
        Some(Arc::clone(&kept.document))
    }

    /// For a store that was set back: the same numbers may come to mean something else there.
    pub fn forget(&self) {
        *self.lock() = Kept::default();
    }

    /// The counter had the value `at` before it was read.
    pub fn put(&self, seq: i64, at: i64, document: &Arc<StoredDocument>) {
        let mut kept = self.lock();
        kept.bytes += size(document);
        let new = KeptDocument { seq, at, document: Arc::clone(document) };
        if let Some((_, before)) = kept.documents.push(document.id, new) {
            kept.bytes -= size(&before.document);
        }
        while kept.bytes > MAX_BYTES {
            let Some((_, oldest)) = kept.documents.pop_lru() else { break };
            kept.bytes -= size(&oldest.document);
        }
    }
}

fn size(document: &StoredDocument) -> usize {
    let StoredDocument { title, content, url, .. } = document;
    title.len() + content.len() + url.len() + OVERHEAD
}
