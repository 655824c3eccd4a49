//! Stories: items that tell the same thing, grown as they arrive and by their own times.
//!
//! Two items have a chance to tell the same, from what they share and how far apart they were published
//! (`likeness`); in two languages, from what is the same in both (`across`). A new item joins the story with which its
//! chances are good on average, else it opens one (`clusterer`).
//! A review groups the items around what is new afresh, by average linkage, whatever the order in which they came
//! (`agglomerate`, `review`), and makes one story of the groups of a great event, which share what bursts (`bursts`,
//! `gather`); stories keep their ids through it as far as they keep their items.
//! Pure and deterministic. Memory is bounded by the settings, never by the stream.

mod abroad;
mod across;
mod agglomerate;
mod alike;
mod bursts;
mod clusterer;
pub(crate) mod frequency;
mod gather;
mod happening;
mod index;
mod item;
mod journal;
mod kept;
mod kinds;
mod likeness;
mod numbers;
mod places;
mod remember;
mod review;
mod settings;
mod shelves;
mod sketch;
mod snapshot;
mod sounds;
mod summary;
pub(crate) mod terms;

use std::fmt;

use domain::{DocumentId, Instant};

pub use alike::{Alike, Article};
pub use clusterer::Clusterer;
pub use item::ItemTerms;
pub use journal::{Entry, Journal};
pub use review::Review;
pub use settings::{AcrossWeights, Gather, Linkage, PairWeights, Settings};
pub(crate) use summary::is_promotion;
pub use summary::{SummaryItem, Told, Weighed, choose_words, tell, to_read, weigh};

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

    /// Another name, for where this one is taken.
    pub(crate) fn next(self) -> StoryId {
        let number = u128::from_be_bytes(self.bytes());
        let (low, high) = (terms::stir(number as u64 ^ 1), terms::stir((number >> 64) as u64 ^ 2));
        StoryId(DocumentId::from_bytes((u128::from(high) << 64 | u128::from(low)).to_be_bytes()))
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
    /// When it was published; midnight stands for a day without an hour.
    pub at: Instant,
    pub title: &'a str,
    pub content: &'a str,
    /// Who published it; empty where nobody said.
    pub outlet: &'a str,
    /// ISO 639-1.
    pub language: &'a str,
    /// Items in other languages may tell the same. Where there are none, what they would be known by is not worked out.
    pub across: bool,
    /// Canonical names of the companies and assets in our lists that it mentions; may be empty.
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
    /// The earliest item of the story that it repeats: word for word, nearly so, or with a good part of its words.
    pub repeats: Option<DocumentId>,
}

#[cfg(test)]
mod tests;
