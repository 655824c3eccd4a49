//! What a review looks at, and what it comes to.

use std::collections::{BTreeMap, BTreeSet};

use std::sync::Arc;

use super::NarrativeId;
use super::groups::Groups;
use super::grower::Membership;
use super::likeness::Row;
use crate::stories::StoryId;

/// What a review changed. Stories keep their narratives but for those that are named here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Stories that are now in other narratives.
    pub moved: Vec<(StoryId, Membership)>,
    /// Narratives that some of those were in before.
    pub left: BTreeSet<NarrativeId>,
    /// Narratives that are no more, each with the one that has most of its stories now; none where they are in none.
    pub gone: Vec<(NarrativeId, Option<NarrativeId>)>,
    /// Stories that are remembered no longer; they stay in their narratives.
    pub forgotten: Vec<StoryId>,
    /// Narratives that keep something else of forgotten stories than before.
    pub other_pasts: BTreeSet<NarrativeId>,
}

/// What is grouped: stories first, then the pasts of narratives, a row each.
pub(super) struct Scope {
    pub stories: Vec<StoryId>,
    /// Of each row before the review.
    pub narratives: Vec<Option<NarrativeId>>,
    pub rows: Vec<Arc<Row>>,
    pub columns: usize,
}

impl Scope {
    /// The narratives as they were.
    pub fn by_narrative(&self) -> Groups {
        let ids: BTreeSet<NarrativeId> = self.narratives.iter().flatten().copied().collect();
        let number: BTreeMap<NarrativeId, usize> = ids.into_iter().zip(0..).collect();
        let of = self.narratives.iter().map(|id| id.map(|id| number[&id])).collect();
        Groups::new(of, number.len(), &self.rows)
    }
}
