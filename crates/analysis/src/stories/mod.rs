//! Stories: items that tell the same thing, grown online as they arrive.
//!
//! One pass, in the order of arrival, after Miranda et al. 2018: an item joins the nearest open story when the
//! match is good enough, else it opens one. Pure and deterministic: the same items in the same order give the
//! same stories. Memory is bounded by the settings, never by the stream.

mod clusterer;
mod frequency;
mod index;
mod item;
mod settings;
mod snapshot;
mod story;
mod summary;
mod terms;
mod vector;

use std::fmt;

use domain::{DocumentId, Instant};

pub use clusterer::Clusterer;
pub use item::ItemTerms;
pub use settings::{Settings, Weights};
pub use summary::{SummaryItem, Weighed, tellers, weigh};

/// Named after the first item, so that a rebuilt store gives a story its old id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoryId(DocumentId);

impl StoryId {
    pub fn of_first(item: DocumentId) -> StoryId {
        StoryId(item)
    }

    pub fn first_item(self) -> DocumentId {
        self.0
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0.bytes()
    }
}

impl fmt::Display for StoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for StoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What the clusterer looks at.
#[derive(Clone, Copy, Debug)]
pub struct StoryItem<'a> {
    pub id: DocumentId,
    /// When it was published; items without a time share one.
    pub at: Instant,
    pub title: &'a str,
    pub content: &'a str,
    /// Canonical names of the companies and assets that it mentions; may be empty.
    pub entities: &'a [&'a str],
    /// 0 where none was taken.
    pub fingerprint: u64,
}

/// Where an item was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub story: StoryId,
    /// It is the first of its story.
    pub opened: bool,
    /// The earlier item of which it is a near copy.
    pub copy_of: Option<DocumentId>,
}

#[cfg(test)]
mod tests;
