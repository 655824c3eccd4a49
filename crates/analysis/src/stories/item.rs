//! What the clusterer takes from an item: its terms. Small enough to be kept, so that its memory can be made again.

use domain::DocumentId;

use super::settings::Settings;
use super::terms::{Term, entity, terms};
use super::{StoryId, StoryItem};

/// Words of a title that are read.
const TITLE_WORDS: usize = 60;

/// Named entities that are read.
const ENTITIES: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemTerms {
    pub(super) id: DocumentId,
    pub(super) at_ms: i64,
    pub(super) fingerprint: u64,
    pub(super) title: Vec<Term>,
    pub(super) content: Vec<Term>,
    pub(super) entities: Vec<Term>,
}

impl ItemTerms {
    pub fn of(item: &StoryItem, settings: &Settings) -> ItemTerms {
        ItemTerms {
            id: item.id,
            at_ms: item.at.ms(),
            fingerprint: item.fingerprint,
            title: terms(item.title).take(TITLE_WORDS).collect(),
            content: terms(item.content).take(settings.content_words).collect(),
            entities: item.entities.iter().take(ENTITIES).map(|name| entity(name)).collect(),
        }
    }

    /// Writes it down together with the story that it was put into.
    pub fn write(&self, story: StoryId, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.id.bytes());
        out.extend_from_slice(&story.bytes());
        out.extend_from_slice(&self.at_ms.to_le_bytes());
        out.extend_from_slice(&self.fingerprint.to_le_bytes());
        for terms in [&self.title, &self.content, &self.entities] {
            // The bounds above are far below this.
            out.extend_from_slice(&(terms.len() as u16).to_le_bytes());
            for term in terms {
                out.extend_from_slice(&term.to_le_bytes());
            }
        }
    }

    /// The first item of these bytes and its story, and the bytes behind it; none where they were not written by `write`.
    pub fn read(bytes: &[u8]) -> Option<(ItemTerms, StoryId, &[u8])> {
        let (id, bytes) = bytes.split_first_chunk::<16>()?;
        let (story, bytes) = bytes.split_first_chunk::<16>()?;
        let (at_ms, bytes) = bytes.split_first_chunk::<8>()?;
        let (fingerprint, mut bytes) = bytes.split_first_chunk::<8>()?;
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for list in &mut lists {
            let (length, rest) = bytes.split_first_chunk::<2>()?;
            let (terms, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)) * 8)?;
            list.extend(terms.as_chunks::<8>().0.iter().map(|term| Term::from_le_bytes(*term)));
            bytes = rest;
        }
        let [title, content, entities] = lists;
        let item = ItemTerms {
            id: DocumentId::from_bytes(*id),
            at_ms: i64::from_le_bytes(*at_ms),
            fingerprint: u64::from_le_bytes(*fingerprint),
            title,
            content,
            entities,
        };
        Some((item, StoryId::of_first(DocumentId::from_bytes(*story)), bytes))
    }
}
