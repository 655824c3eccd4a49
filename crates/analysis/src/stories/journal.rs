//! What was done to a clusterer, as bytes: whoever has an older memory and does it again has the newer one.

use domain::DocumentId;

use super::StoryId;
use super::clusterer::Clusterer;
use super::item::ItemTerms;
use super::review::Review;

const MARK: &[u8; 8] = b"storylo6";

const PLACED: u8 = 1;
const MOVED: u8 = 2;
const REVIEWED: u8 = 3;

/// What was done since an earlier moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    bytes: Vec<u8>,
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Placed(ItemTerms, StoryId),
    /// All that came so far was reviewed; the moves that follow came of it.
    Reviewed,
    Moved(DocumentId, StoryId),
}

impl Journal {
    /// What a journal says, in order; none where these are not the bytes of one.
    pub fn read(bytes: &[u8]) -> Option<Vec<Entry>> {
        let mut rest = bytes.strip_prefix(MARK)?;
        let mut entries = Vec::new();
        while let Some((what, behind)) = rest.split_first() {
            let (entry, behind) = match *what {
                PLACED => {
                    let (item, story, behind) = ItemTerms::read(behind)?;
                    (Entry::Placed(item, story), behind)
                }
                REVIEWED => (Entry::Reviewed, behind),
                MOVED => {
                    let (document, behind) = behind.split_first_chunk::<16>()?;
                    let (story, behind) = behind.split_first_chunk::<16>()?;
                    let story = StoryId::of_first(DocumentId::from_bytes(*story));
                    (Entry::Moved(DocumentId::from_bytes(*document), story), behind)
                }
                _ => return None,
            };
            entries.push(entry);
            rest = behind;
        }
        Some(entries)
    }

    /// An item was put into this story.
    pub fn placed(&mut self, item: &ItemTerms, story: StoryId) {
        self.begin(PLACED);
        item.write(story, &mut self.bytes);
    }

    /// A review came to this.
    pub fn reviewed(&mut self, review: &Review) {
        self.begin(REVIEWED);
        for (document, story) in &review.moved {
            self.begin(MOVED);
            self.bytes.extend_from_slice(&document.bytes());
            self.bytes.extend_from_slice(&story.bytes());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn begin(&mut self, what: u8) {
        if self.bytes.is_empty() {
            self.bytes.extend_from_slice(MARK);
        }
        self.bytes.push(what);
    }
}

impl Clusterer {
    /// Does again what a journal says; none where it is not the journal of this memory.
    pub fn replay(&mut self, journal: &[u8]) -> Option<()> {
        for entry in Journal::read(journal)? {
            match entry {
                Entry::Placed(item, story) => self.remember(&item, story),
                Entry::Reviewed => {
                    self.begin_review();
                }
                Entry::Moved(document, story) => {
                    let slot = *self.by_id.get(&document)?;
                    self.leave(slot);
                    self.assign(slot, story);
                }
            }
        }
        Some(())
    }
}
