//! Narratives: themes that last for weeks and hold many stories, grown out of stories as these are told.
//!
//! A story is the words and pairs of words of its articles and their subjects (`article`, `profile`). Two stories are
//! alike by what they share, and by lying in the same direction of the coverage of these weeks
//! (`likeness`, `space`). A review joins new stories to the narratives that they are alike on average, and lets those that
//! are like none make new ones; once many stories have come, it groups all that are remembered afresh, by average
//! linkage (`groups`, `linkage`, `review`). Narratives keep their ids through it as far as they keep their stories, and
//! what a person fixed is never undone. Pure and deterministic; memory is bounded by the settings, never by the stream.

mod article;
mod eras;
mod groups;
mod grower;
mod likeness;
mod linkage;
mod name_words;
mod names;
mod panels;
mod past;
mod profile;
mod review;
mod scope;
mod settings;
mod settle;
mod snapshot;
mod space;
mod sums;

use std::fmt;

use domain::DocumentId;

use crate::stories::StoryId;

pub use article::{Article, ArticleTerms, MAX_ARTICLES, is_advertising, looked_at};
pub use grower::{Grower, Membership, Story};
pub use names::{GOOD_SHARE, PhraseCounts, SaidPhrases};
pub use profile::StoryTerms;
pub use scope::Review;
pub use settings::Settings;

/// Named after the first of its stories.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NarrativeId(DocumentId);

impl NarrativeId {
    pub fn of_first(story: StoryId) -> NarrativeId {
        NarrativeId(story.first_item())
    }

    pub fn parse(text: &str) -> Option<NarrativeId> {
        DocumentId::parse(text).map(NarrativeId)
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0.bytes()
    }

    pub fn from_bytes(bytes: [u8; 16]) -> NarrativeId {
        NarrativeId(DocumentId::from_bytes(bytes))
    }

    /// Another name, for where this one is taken.
    fn next(self) -> NarrativeId {
        let story = StoryId::of_first(self.0);
        NarrativeId(story.next().first_item())
    }
}

impl fmt::Display for NarrativeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for NarrativeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests;
