//! The single pass.

use std::collections::HashMap;

use super::frequency::Frequencies;
use super::index::{Index, LOOKED_UP};
use super::item::ItemTerms;
use super::settings::Settings;
use super::story::Story;
use super::vector::Vector;
use super::{Placed, StoryId, StoryItem};
use crate::stories::terms::Term;

/// Stories that are compared with an item in full.
const COMPARED: usize = 40;

/// Items between two looks for stories that have grown old.
const SWEEP_EVERY: u64 = 256;

/// Cosine from which two stories may be one.
const MERGE: f32 = 0.6;

const MS_PER_DAY: f32 = 86_400_000.0;

/// Grows stories from items in the order in which they come.
pub struct Clusterer {
    pub(super) settings: Settings,
    pub(super) frequencies: Frequencies,
    /// Closed stories leave an empty slot for the next one.
    pub(super) slots: Vec<Option<Story>>,
    pub(super) free: Vec<usize>,
    pub(super) placed: u64,
    pub(super) latest_ms: i64,
    /// The slot of every open story.
    homes: HashMap<StoryId, usize>,
    index: Index,
}

impl Clusterer {
    pub fn new(settings: Settings) -> Clusterer {
        Clusterer {
            settings,
            frequencies: Frequencies::new(),
            slots: Vec::new(),
            free: Vec::new(),
            placed: 0,
            latest_ms: i64::MIN,
            homes: HashMap::new(),
            index: Index::default(),
        }
    }

    /// Puts an item into the story that it belongs to.
    pub fn place(&mut self, item: &StoryItem) -> Placed {
        self.place_terms(&ItemTerms::of(item, &self.settings))
    }

    /// As `place`, for whoever keeps the item's terms.
    pub fn place_terms(&mut self, item: &ItemTerms) -> Placed {
        let vector = self.weigh(item);
        let (slot, copy_of) = self.home_of(item, &vector);
        let opened = slot.is_none();
        let slot = slot.unwrap_or_else(|| self.open(Story::new(StoryId::of_first(item.id), item.at_ms)));
        let story = self.join(slot, item, &vector);
        Placed { story, opened, copy_of }
    }

    /// Takes an item in that was put into this story before: what it says is taken as said.
    pub fn remember(&mut self, item: &ItemTerms, story: StoryId) {
        let vector = self.weigh(item);
        let slot = match self.homes.get(&story) {
            Some(slot) => *slot,
            None => self.open(Story::new(story, item.at_ms)),
        };
        self.join(slot, item, &vector);
    }

    /// The open stories that were last added to, the latest first.
    pub fn latest_stories(&self, limit: usize) -> Vec<StoryId> {
        let mut open: Vec<&Story> = self.slots.iter().flatten().collect();
        open.sort_unstable_by_key(|story| std::cmp::Reverse(story.touched));
        open.into_iter().take(limit).map(|story| story.id).collect()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn weigh(&mut self, item: &ItemTerms) -> Vector {
        self.placed += 1;
        self.latest_ms = self.latest_ms.max(item.at_ms);
        Vector::read(item, &self.settings, &mut self.frequencies)
    }

    fn join(&mut self, slot: usize, item: &ItemTerms, vector: &Vector) -> StoryId {
        let story = self.slots[slot].as_mut().expect("a home is an open story");
        let changed = story.add(vector, item.id, item.fingerprint, item.at_ms, self.settings.most_terms);
        story.touched = self.placed;
        let id = story.id;
        self.note(slot, &changed.gained, &changed.lost);
        if self.placed.is_multiple_of(SWEEP_EVERY) {
            self.sweep();
        }
        id
    }

    /// Stories that are open.
    pub fn open_stories(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Pairs of open stories that have grown so alike that they may be one, the most alike first.
    pub fn merge_candidates(&mut self) -> Vec<(StoryId, StoryId, f32)> {
        let mut pairs = Vec::new();
        for slot in 0..self.slots.len() {
            let Some(story) = self.slots[slot].clone() else { continue };
            let mut heaviest: Vec<(Term, f32)> =
                story.terms.iter().map(|known| (known.term, known.whole)).collect();
            heaviest.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            heaviest.truncate(LOOKED_UP / 2);
            for near in self.index.nearest(&heaviest, self.slots.len(), COMPARED / 4) {
                if let Some(other) = self.slots[near].as_ref()
                    && near > slot
                {
                    let likeness = story.likeness(other);
                    if likeness >= MERGE {
                        pairs.push((story.id.min(other.id), story.id.max(other.id), likeness));
                    }
                }
            }
        }
        pairs.sort_unstable_by(|a, b| b.2.total_cmp(&a.2).then((a.0, a.1).cmp(&(b.0, b.1))));
        pairs
    }

    /// Makes two open stories one, under the id of the first. False where one of them is not open.
    pub fn merge(&mut self, into: StoryId, from: StoryId) -> bool {
        let slot_of =
            |id: StoryId| self.slots.iter().position(|slot| slot.as_ref().is_some_and(|s| s.id == id));
        let (Some(target), Some(source)) = (slot_of(into), slot_of(from)) else { return false };
        if target == source {
            return false;
        }
        let Some(absorbed) = self.close(source) else { return false };
        let story = self.slots[target].as_mut().expect("its slot was just found");
        let changed = story.absorb(absorbed, self.settings.most_terms);
        self.note(target, &changed.gained, &changed.lost);
        true
    }

    /// The story that an item belongs to, if there is one, and the item that it copies.
    fn home_of(&mut self, item: &ItemTerms, vector: &Vector) -> (Option<usize>, Option<domain::DocumentId>) {
        let heaviest = vector.heaviest(LOOKED_UP);
        let near = self.index.nearest(&heaviest, self.slots.len(), COMPARED);
        // Rarity grows with the number of items; this keeps the points of rare terms level.
        let scale = 30.0 * (self.frequencies.items() + 20.0).ln() / 8.0;
        let mut best: Option<(f32, usize)> = None;
        for slot in near {
            let Some(story) = self.slots[slot].as_ref() else { continue };
            if item.fingerprint != 0
                && let Some(original) = story.copy_of(item.fingerprint)
            {
                return (Some(slot), Some(original));
            }
            let points = story.points(vector, item.at_ms, scale, &self.settings.weights);
            if points >= self.settings.join && best.is_none_or(|(most, _)| points > most) {
                best = Some((points, slot));
            }
        }
        (best.map(|(_, slot)| slot), None)
    }

    fn open(&mut self, story: Story) -> usize {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.homes.insert(story.id, slot);
        self.slots[slot] = Some(story);
        slot
    }

    fn close(&mut self, slot: usize) -> Option<Story> {
        let story = self.slots[slot].take()?;
        for known in &story.terms {
            self.index.remove(known.term, slot);
        }
        self.homes.remove(&story.id);
        self.free.push(slot);
        Some(story)
    }

    /// Puts a story into the next slot, as it was before; none for an empty one.
    pub(super) fn restore(&mut self, story: Option<Story>) {
        let slot = self.slots.len();
        for known in story.iter().flat_map(|story| &story.terms) {
            self.index.add(known.term, slot);
        }
        if let Some(story) = &story {
            self.homes.insert(story.id, slot);
        }
        self.slots.push(story);
    }

    fn note(&mut self, slot: usize, gained: &[Term], lost: &[Term]) {
        for term in gained {
            self.index.add(*term, slot);
        }
        for term in lost {
            self.index.remove(*term, slot);
        }
    }

    /// Closes what nobody has added to for long and, above the bound, the longest untouched.
    fn sweep(&mut self) {
        let oldest = self.latest_ms.saturating_sub((self.settings.close_after_days * MS_PER_DAY) as i64);
        for slot in 0..self.slots.len() {
            if self.slots[slot].as_ref().is_some_and(|story| story.last_ms < oldest) {
                self.close(slot);
            }
        }
        let over = self.open_stories().saturating_sub(self.settings.most_open);
        if over > 0 {
            // A few more than needed, so that this is not done again at once.
            let close = over + self.settings.most_open / 50;
            let mut touched: Vec<(u64, usize)> = self
                .slots
                .iter()
                .enumerate()
                .filter_map(|(slot, story)| Some((story.as_ref()?.touched, slot)))
                .collect();
            touched.sort_unstable();
            for (_, slot) in touched.into_iter().take(close) {
                self.close(slot);
            }
        }
    }
}
