//! Grouping the items around what is new afresh.

use std::collections::{BTreeMap, BTreeSet};

use domain::DocumentId;

use super::StoryId;
use super::agglomerate::{Group, agglomerate};
use super::clusterer::Clusterer;

/// Days around a new item whose items are grouped again.
const DAYS_AROUND: i64 = 2;

/// What a review changed. Items keep their stories but for those that are named here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Items that are now in another story.
    pub moved: Vec<(DocumentId, StoryId)>,
    /// Stories that are no more, each with the story that has most of its items now.
    pub merged: Vec<(StoryId, StoryId)>,
    /// Whether an item repeats an earlier one of its story, for every item of a story that has other items now.
    pub repeats: Vec<(DocumentId, bool)>,
}

/// What is grouped: the items of the days under review, and what other days have of the stories near them.
pub(super) struct Scope {
    /// In the order of their times.
    slots: Vec<u32>,
    /// Of each slot; none outside.
    places: Vec<Option<u32>>,
    /// Items of other days, taken together story by story.
    others: Vec<(StoryId, Vec<u32>)>,
}

impl Clusterer {
    /// Groups the items around those that came since the last review. The outcome does not depend on the order in
    /// which they came.
    pub fn review(&mut self) -> Review {
        let mut scope = self.begin_review();
        let (groups, edges) = self.graph(&mut scope);
        let first = agglomerate(groups, &edges, self.settings.join, &self.settings.linkage);
        let mut found: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (place, first) in first.iter().enumerate() {
            let members = found.entry(*first).or_default();
            match scope.slots.get(place) {
                Some(slot) => members.push(*slot),
                None => members.extend(&scope.others[place - scope.slots.len()].1),
            }
        }
        let found = self.gather(found.into_values().collect());
        self.rename(&found)
    }

    /// The items around those that came since the last review, with the rarity of their terms as it is now.
    pub(super) fn begin_review(&mut self) -> Scope {
        let mut days = BTreeSet::new();
        for day in std::mem::take(&mut self.unreviewed) {
            days.extend(day - DAYS_AROUND..=day + DAYS_AROUND);
        }
        let scope = self.scope(&days);
        for slot in &scope.slots {
            self.weigh(*slot);
        }
        scope
    }

    fn scope(&self, days: &BTreeSet<i64>) -> Scope {
        let mut slots: Vec<u32> = self.arrivals.iter().copied().collect();
        slots.retain(|slot| days.contains(&self.kept(*slot).weighed.item.day()));
        slots.sort_unstable_by_key(|slot| self.when(*slot));
        let mut places = vec![None; self.slots.len()];
        for (place, slot) in slots.iter().enumerate() {
            places[*slot as usize] = Some(place as u32);
        }
        Scope { slots, places, others: Vec::new() }
    }

    fn graph(&mut self, scope: &mut Scope) -> (Vec<Group>, Vec<(u32, u32, f32)>) {
        let mut edges: Vec<(u32, u32, f32)> = Vec::new();
        let mut to_others: BTreeMap<StoryId, BTreeMap<u32, f32>> = BTreeMap::new();
        for place in 0..scope.slots.len() as u32 {
            for near in self.neighbours(scope.slots[place as usize]) {
                match scope.places[near.slot as usize] {
                    Some(other) => edges.push((place.min(other), place.max(other), near.chance)),
                    None => {
                        let sums = to_others.entry(self.kept(near.slot).story).or_default();
                        *sums.entry(place).or_insert(0.0) += near.chance;
                    }
                }
            }
        }
        // A pair comes from either side or from both; the better chance counts.
        edges.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
        edges.dedup_by_key(|edge| (edge.0, edge.1));
        let mut groups: Vec<Group> =
            scope.slots.iter().map(|slot| Group::single(self.kept(*slot).weighed.item.is_text())).collect();
        for (story, sums) in to_others {
            let mut members = self.stories[&story].clone();
            members.retain(|slot| scope.places[*slot as usize].is_none());
            edges.extend(sums.into_iter().map(|(place, sum)| (place, groups.len() as u32, sum)));
            groups.push(self.group(&members));
            scope.others.push((story, members));
        }
        (groups, edges)
    }

    /// Gives each group the id of the story of which it has most items, and the rest names of their own.
    fn rename(&mut self, found: &[Vec<u32>]) -> Review {
        let mut overlaps: BTreeMap<(StoryId, usize), u32> = BTreeMap::new();
        for (group, members) in found.iter().enumerate() {
            for slot in members {
                *overlaps.entry((self.kept(*slot).story, group)).or_insert(0) += 1;
            }
        }
        let touched: BTreeSet<StoryId> = overlaps.keys().map(|(story, _)| *story).collect();
        let mut overlaps: Vec<(u32, StoryId, usize)> =
            overlaps.into_iter().map(|((story, group), count)| (count, story, group)).collect();
        overlaps.sort_unstable_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut names: Vec<Option<StoryId>> = vec![None; found.len()];
        let mut heirs: BTreeMap<StoryId, usize> = BTreeMap::new();
        let mut kept = BTreeSet::new();
        for (_, story, group) in overlaps {
            heirs.entry(story).or_insert(group);
            if names[group].is_none() && kept.insert(story) {
                names[group] = Some(story);
            }
        }
        let mut review = Review::default();
        let mut named = Vec::with_capacity(found.len());
        let mut changed = BTreeSet::new();
        for (members, name) in found.iter().zip(names) {
            let name = name.unwrap_or_else(|| {
                let taken = touched.union(&kept).copied().collect();
                self.new_name(members, &taken)
            });
            kept.insert(name);
            named.push(name);
            for slot in members {
                let before = self.kept(*slot).story;
                if before != name {
                    changed.extend([before, name]);
                    self.leave(*slot);
                    self.assign(*slot, name);
                    review.moved.push((self.kept(*slot).weighed.item.id, name));
                }
            }
        }
        for story in touched {
            // Items of other days that nothing is near to may still be in it.
            if !kept.contains(&story) && !self.stories.contains_key(&story) {
                review.merged.push((story, named[heirs[&story]]));
            }
        }
        review.repeats = changed.into_iter().flat_map(|story| self.repeats_of(story)).collect();
        review
    }

    /// Of each item of a story whether it says again what an item that was published before it says.
    fn repeats_of(&self, story: StoryId) -> Vec<(DocumentId, bool)> {
        let mut slots = self.stories.get(&story).cloned().unwrap_or_default();
        slots.sort_unstable_by_key(|slot| self.when(*slot));
        let item = |slot: u32| &self.kept(slot).weighed;
        let repeats = |place: usize| {
            let own = item(slots[place]);
            slots[..place].iter().any(|earlier| own.repeats(item(*earlier)))
        };
        (0..slots.len()).map(|place| (item(slots[place]).item.id, repeats(place))).collect()
    }
}
