//! From groups of stories to narratives with ids, and what is forgotten.

use std::collections::{BTreeMap, BTreeSet};

use domain::Instant;

use super::NarrativeId;
use super::groups::Groups;
use super::grower::{Grower, Measured, Membership, Narrative};
use super::past::Past;
use super::scope::{Review, Scope};
use crate::stories::StoryId;

/// Outweighs any number of stories.
const PINNED: f32 = 1e6;

impl Grower {
    /// Gives each group the id of the narrative of which it has most stories, and the rest ids of their own.
    pub(super) fn ids(&self, scope: &Scope, groups: &Groups) -> Vec<Option<NarrativeId>> {
        let mut overlaps: BTreeMap<(NarrativeId, usize), f32> = BTreeMap::new();
        for (row, narrative) in scope.narratives.iter().enumerate() {
            if let (Some(group), Some(id)) = (groups.of[row], narrative) {
                let weight = if self.is_fixed(scope, row) { PINNED } else { scope.rows[row].size };
                *overlaps.entry((*id, group)).or_insert(0.0) += weight;
            }
        }
        let mut overlaps: Vec<(f32, NarrativeId, usize)> =
            overlaps.into_iter().map(|((id, group), size)| (size, id, group)).collect();
        overlaps.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut ids = vec![None; groups.sizes.len()];
        let mut taken = BTreeSet::new();
        for (_, id, group) in overlaps {
            if ids[group].is_none() && taken.insert(id) {
                ids[group] = Some(id);
            }
        }
        let mut members: Vec<Vec<StoryId>> = vec![Vec::new(); ids.len()];
        for (story, group) in scope.stories.iter().zip(&groups.of) {
            group.iter().for_each(|group| members[*group].push(*story));
        }
        for (id, stories) in ids.iter_mut().zip(members) {
            if id.is_none() && !stories.is_empty() {
                let new = self.new_id(&stories, &taken);
                taken.insert(new);
                *id = Some(new);
            }
        }
        ids
    }

    /// Writes the outcome down.
    pub(super) fn settle(
        &mut self,
        scope: &Scope,
        groups: &Groups,
        seconds: &[Option<usize>],
        ids: &[Option<NarrativeId>],
    ) -> Review {
        let mut review = Review::default();
        let id_of = |group: Option<usize>| group.and_then(|group| ids[group]);
        let mut narratives: BTreeMap<NarrativeId, Narrative> = BTreeMap::new();
        for id in groups.of.iter().filter_map(|group| id_of(*group)) {
            let pinned = self.narratives.get(&id).is_some_and(|narrative| narrative.pinned);
            narratives.entry(id).or_insert(Narrative { past: Past::default(), pinned });
        }
        // Where the stories of each narrative have gone to.
        let mut heirs: BTreeMap<NarrativeId, BTreeMap<NarrativeId, f32>> = BTreeMap::new();
        for (row, old) in scope.narratives.iter().enumerate() {
            let (Some(old), Some(new)) = (old, id_of(groups.of[row])) else { continue };
            *heirs.entry(*old).or_default().entry(new).or_insert(0.0) += scope.rows[row].size;
            if row >= scope.stories.len()
                && let (Some(before), Some(after)) = (self.narratives.get(old), narratives.get_mut(&new))
            {
                after.past.join(&before.past);
            }
        }
        for (old, narrative) in &self.narratives {
            // One that a person pinned outlives its stories.
            if narrative.pinned {
                narratives.entry(*old).or_insert_with(|| narrative.clone());
            }
            if !narratives.contains_key(old) {
                let heirs = heirs.get(old).into_iter().flatten();
                let heir = heirs.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)));
                review.gone.push((*old, heir.map(|(id, _)| *id)));
            }
        }
        let none = Past::default();
        let before = |id: &NarrativeId| self.narratives.get(id).map_or(&none, |before| &before.past);
        let is_other = |(id, now): &(&NarrativeId, &Narrative)| *before(id) != now.past;
        review.other_pasts = narratives.iter().filter(is_other).map(|(id, _)| *id).collect();
        self.narratives = narratives;
        for (row, id) in scope.stories.iter().enumerate() {
            let membership = Membership { first: id_of(groups.of[row]), second: id_of(seconds[row]) };
            if let Some(story) = self.stories.get_mut(id)
                && story.membership != membership
            {
                let before = std::mem::replace(&mut story.membership, membership);
                review.left.extend([before.first, before.second].into_iter().flatten());
                review.moved.push((*id, membership));
            }
        }
        review
    }

    /// Of stories beyond what is remembered, those that were silent longest go into their narratives' past.
    pub(super) fn forget_the_first(&mut self, measured: &Measured, review: &mut Review) {
        if self.stories.len() <= self.settings.max_stories {
            return;
        }
        let mut by_time: Vec<(Instant, StoryId)> =
            self.stories.iter().map(|(id, story)| (story.last, *id)).collect();
        by_time.sort_unstable();
        by_time.truncate(by_time.len().saturating_sub(self.settings.max_stories));
        for (last, id) in &by_time {
            let narrative = self.stories.remove(id).and_then(|story| story.membership.first);
            if let (Some(narrative), Some(row)) = (narrative, measured.rows.get(id))
                && let Some(known) = self.narratives.get_mut(&narrative)
            {
                let last = Some(last.day().number());
                known.past.join(&Past { last, ..measured.measure.past_of(row) });
                review.other_pasts.insert(narrative);
            }
        }
        review.forgotten = by_time.into_iter().map(|(_, id)| id).collect();
    }
}
