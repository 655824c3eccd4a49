//! An item as the clusterer remembers it.

use super::StoryId;
use super::likeness::Weighed;

/// A remembered item.
pub(super) struct Kept {
    pub weighed: Weighed,
    pub story: StoryId,
    /// The terms that it is found by.
    pub indexed: Vec<u64>,
}
