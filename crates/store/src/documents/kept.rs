//! Documents that were listed lately: their texts are long, and the newest are asked for again and again. What is kept is
//! compared with the change number in the store each time, so that nothing stale is told.

use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::DocumentId;
use lru::LruCache;

use super::StoredDocument;

/// Characters that are kept at most, of titles, texts and addresses.
const MAX_BYTES: usize = 48 << 20;
/// What a document takes beside these.
const OVERHEAD: usize = 1 << 10;

pub(super) struct KeptDocuments(Mutex<Kept>);

struct Kept {
    documents: LruCache<DocumentId, (i64, StoredDocument)>,
    bytes: usize,
}

impl Default for KeptDocuments {
    fn default() -> KeptDocuments {
        KeptDocuments(Mutex::new(Kept { documents: LruCache::unbounded(), bytes: 0 }))
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

    /// As it is after this change; none where another is kept, or none.
    pub fn get(&self, id: DocumentId, seq: i64) -> Option<StoredDocument> {
        let mut kept = self.lock();
        kept.documents.get(&id).filter(|(of, _)| *of == seq).map(|(_, document)| document.clone())
    }

    pub fn put(&self, seq: i64, document: &StoredDocument) {
        let mut kept = self.lock();
        kept.bytes += size(document);
        if let Some((_, (_, before))) = kept.documents.push(document.id, (seq, document.clone())) {
            kept.bytes -= size(&before);
        }
        while kept.bytes > MAX_BYTES {
            let Some((_, (_, oldest))) = kept.documents.pop_lru() else { break };
            kept.bytes -= size(&oldest);
        }
    }
}

fn size(document: &StoredDocument) -> usize {
    let StoredDocument { title, content, url, .. } = document;
    title.len() + content.len() + url.len() + OVERHEAD
}
