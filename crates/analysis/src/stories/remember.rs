//! The items that are remembered, and what is kept in step with them: how common terms are, who stands near whom.

use domain::DocumentId;

use super::StoryId;
use super::clusterer::Clusterer;
use super::item::ItemTerms;
use super::kept::Kept;
use super::likeness::Weighed;
use super::terms::stir;
use crate::tongue::Tongue;

/// Terms of an item that can be found by others.
const INDEXED: usize = 32;

/// The terms of all items are weighed again once so many times more items are known.
const STALE: f32 = 1.25;

const MS_PER_HOUR: i64 = 3_600_000;

impl Clusterer {
    pub(super) fn kept(&self, slot: u32) -> &Kept {
        self.slots[slot as usize].as_ref().expect("a listed slot holds an item")
    }

    /// Its place among all items in the order of their times.
    pub(super) fn when(&self, slot: u32) -> (i64, DocumentId) {
        let item = &self.kept(slot).weighed.item;
        (item.at_ms, item.id)
    }

    /// Remembers an item, not yet as one of a story's. One that is known already takes its own place.
    pub(super) fn take_in(&mut self, item: ItemTerms) -> u32 {
        if let Some(slot) = self.by_id.get(&item.id).copied() {
            self.arrivals.retain(|known| *known != slot);
            self.forget(slot);
        }
        self.frequencies.add(item.tongue, item.marks.iter().map(|mark| mark.term));
        self.sounds.add(Tongue::default(), item.profile.sounds());
        for hour in hours_around(&item) {
            *self.crowds.entry(hour).or_insert(0) += 1;
        }
        let (id, shelf) = (item.id, item.shelf());
        let weighed = Weighed::new(item, &self.frequencies, &self.sounds);
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let kept = Kept { weighed, story: StoryId::of_first(id), indexed: Vec::new() };
        match self.slots.get_mut(slot as usize) {
            Some(empty) => *empty = Some(kept),
            None => self.slots.push(Some(kept)),
        }
        self.index_terms(slot);
        self.shelves.add(shelf, slot);
        self.by_id.insert(id, slot);
        self.arrivals.push_back(slot);
        self.unreviewed.insert(shelf.day);
        if self.frequencies.items() as f32 > self.weighed_among as f32 * STALE {
            self.weigh_all();
        }
        slot
    }

    pub(super) fn assign(&mut self, slot: u32, story: StoryId) {
        if let Some(kept) = self.slots[slot as usize].as_mut() {
            kept.story = story;
        }
        self.stories.entry(story).or_default().push(slot);
    }

    pub(super) fn leave(&mut self, slot: u32) {
        let story = self.kept(slot).story;
        if let Some(members) = self.stories.get_mut(&story) {
            members.retain(|member| *member != slot);
            if members.is_empty() {
                self.stories.remove(&story);
            }
        }
    }

    pub(super) fn forget_the_first(&mut self) {
        while self.arrivals.len() > self.settings.max_items {
            if let Some(slot) = self.arrivals.pop_front() {
                self.forget(slot);
            }
        }
    }

    fn forget(&mut self, slot: u32) {
        self.leave(slot);
        let Some(kept) = self.slots[slot as usize].take() else { return };
        let item = &kept.weighed.item;
        self.frequencies.remove(item.tongue, item.marks.iter().map(|mark| mark.term));
        self.sounds.remove(Tongue::default(), item.profile.sounds());
        for term in &kept.indexed {
            self.index.remove(*term, item.shelf(), slot);
        }
        self.shelves.remove(item.shelf(), slot);
        for hour in hours_around(item) {
            if let Some(count) = self.crowds.get_mut(&hour) {
                *count -= 1;
                if *count == 0 {
                    self.crowds.remove(&hour);
                }
            }
        }
        self.by_id.remove(&item.id);
        self.free.push(slot);
    }

    /// Items of its language within a day of this one's time, itself included.
    pub(super) fn crowd(&self, slot: u32) -> f32 {
        let item = &self.kept(slot).weighed.item;
        let hour = item.at_ms.div_euclid(MS_PER_HOUR);
        self.crowds.get(&hour_key(hour, item.tongue)).copied().unwrap_or(1) as f32
    }

    /// Takes the rarity of all items' terms as it is now.
    pub(super) fn weigh_all(&mut self) {
        self.weighed_among = self.frequencies.items();
        for at in 0..self.arrivals.len() {
            self.weigh(self.arrivals[at]);
        }
    }

    /// Takes the rarity of an item's terms as it is now.
    pub(super) fn weigh(&mut self, slot: u32) {
        let Some(kept) = self.slots[slot as usize].as_mut() else { return };
        kept.weighed.weigh(&self.frequencies, &self.sounds);
        self.index_terms(slot);
    }

    /// Makes an item findable by the terms that are most telling now.
    fn index_terms(&mut self, slot: u32) {
        let Some(kept) = self.slots[slot as usize].as_mut() else { return };
        let heaviest: Vec<u64> = kept.weighed.heaviest(INDEXED).into_iter().map(|(term, _)| term).collect();
        let shelf = kept.weighed.item.shelf();
        let indexed = std::mem::replace(&mut kept.indexed, heaviest);
        for term in indexed.iter().filter(|term| !kept.indexed.contains(term)) {
            self.index.remove(*term, shelf, slot);
        }
        for term in kept.indexed.iter().filter(|term| !indexed.contains(term)) {
            self.index.add(*term, shelf, slot);
        }
    }
}

/// Keys of the hours within a day of an item's time, in its language.
fn hours_around(item: &ItemTerms) -> impl Iterator<Item = u64> + use<> {
    let (hour, tongue) = (item.at_ms.div_euclid(MS_PER_HOUR), item.tongue);
    (hour - 24..=hour + 24).map(move |hour| hour_key(hour, tongue))
}

fn hour_key(hour: i64, tongue: Tongue) -> u64 {
    stir(hour as u64 ^ tongue.salt())
}
