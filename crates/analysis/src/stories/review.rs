//! Grouping the items around what is new afresh.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::resume_unwind;

use domain::DocumentId;

use super::StoryId;
use super::agglomerate::{Group, agglomerate};
use super::clusterer::{Clusterer, Neighbour, Scratch};
use super::places::Places;

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

/// What was found near some places.
#[derive(Default)]
struct Around {
    /// Chances across languages.
    edges: Vec<(u32, u32, f32)>,
    /// Places to be compared. Both were weighed just now: either has the same chance with the other.
    pairs: Vec<(u32, u32)>,
    /// With items of other days.
    outside: Vec<(u32, Neighbour)>,
}

/// Fewer are not worth a thread.
const MIN_SHARED_OUT: usize = 1_000;
const MAX_THREADS: usize = 4;

/// Work over a range, in parts beside each other; what came of the parts in their order.
fn shared_out<T: Send>(count: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    let threads = if count < MIN_SHARED_OUT { 1 } else { threads };
    let part = |n: usize| count * n / threads..count * (n + 1) / threads;
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads).map(|n| scope.spawn(move || work(part(n)))).collect();
        let first = work(part(0));
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(first).chain(others).collect()
    })
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

    fn graph(&self, scope: &mut Scope) -> (Vec<Group>, Vec<(u32, u32, f32)>) {
        let mut edges: Vec<(u32, u32, f32)> = Vec::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut to_others: BTreeMap<StoryId, BTreeMap<u32, f32>> = BTreeMap::new();
        for around in shared_out(scope.slots.len(), |places| self.around(scope, places)) {
            edges.extend(around.edges);
            pairs.extend(around.pairs);
            for (place, near) in around.outside {
                let sums = to_others.entry(self.kept(near.slot).story).or_default();
                *sums.entry(place).or_insert(0.0) += near.chance;
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        edges.extend(shared_out(pairs.len(), |part| self.chances(scope, &pairs[part])).into_iter().flatten());
        // Of a pair in two languages the better chance counts.
        edges.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
        edges.dedup_by_key(|edge| (edge.0, edge.1));
        let mut groups: Vec<Group> =
            scope.slots.iter().map(|slot| Group::single(self.kept(*slot).weighed.item.is_text())).collect();
        let mut places = Places::default();
        for (story, sums) in to_others {
            let mut members = self.stories[&story].clone();
            members.retain(|slot| scope.places[*slot as usize].is_none());
            edges.extend(sums.into_iter().map(|(place, sum)| (place, groups.len() as u32, sum)));
            groups.push(self.group(&members, &mut places));
            scope.others.push((story, members));
        }
        (groups, edges)
    }

    /// What is near the items of some places.
    fn around(&self, scope: &Scope, places: Range<usize>) -> Around {
        let mut scratch = Scratch::default();
        let mut around = Around::default();
        for place in places {
            let (slot, place) = (scope.slots[place], place as u32);
            for near in self.neighbours_abroad(slot, &mut scratch.places) {
                match scope.places[near.slot as usize] {
                    Some(other) => around.edges.push((place.min(other), place.max(other), near.chance)),
                    None => around.outside.push((place, near)),
                }
            }
            let mut near = self.near(slot, &mut scratch.found);
            near.retain(|other| match scope.places[*other as usize] {
                Some(other) => {
                    around.pairs.push((place.min(other), place.max(other)));
                    false
                }
                None => true,
            });
            let outside = self.compared(slot, &near, &mut scratch.places);
            around.outside.extend(outside.into_iter().map(|near| (place, near)));
        }
        around
    }

    /// The chances of pairs of places, in their order.
    fn chances(&self, scope: &Scope, pairs: &[(u32, u32)]) -> Vec<(u32, u32, f32)> {
        let mut places = Places::default();
        let mut edges = Vec::new();
        for pairs in pairs.chunk_by(|a, b| a.0 == b.0) {
            let others: Vec<u32> = pairs.iter().map(|(_, other)| scope.slots[*other as usize]).collect();
            let place = pairs[0].0;
            for near in self.compared(scope.slots[place as usize], &others, &mut places) {
                edges.extend(scope.places[near.slot as usize].map(|other| (place, other, near.chance)));
            }
        }
        edges
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
            let is_taken = |name: &StoryId| touched.contains(name) || kept.contains(name);
            let name = name.unwrap_or_else(|| self.new_name(members, is_taken));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_range_come_in_their_order() {
        for count in [0, 1, MIN_SHARED_OUT - 1, MIN_SHARED_OUT, 4_321] {
            let parts: Vec<Vec<usize>> = shared_out(count, |part| part.collect());
            assert_eq!(parts.concat(), (0..count).collect::<Vec<_>>());
        }
    }
}
