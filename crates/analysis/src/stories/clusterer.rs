//! The items that are remembered, and where a new one belongs.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use domain::DocumentId;

use super::agglomerate::Group;
use super::frequency::{Frequencies, TermMap};
use super::index::{Found, Index};
use super::item::ItemTerms;
use super::likeness::Weighed;
use super::settings::Settings;
use super::terms::stir;
use super::{Placed, StoryId, StoryItem};

/// Terms of an item that can be found by others, and those that it looks for others by.
const INDEXED: usize = 32;
const LOOKED_UP: usize = 24;

/// Items that are compared with one in full.
const MAX_COMPARED: usize = 100;

/// Chances below this count as none.
const LEAST_CHANCE: f32 = 0.01;

/// Stories whose inner likeness is measured for an item, and the items by which it is.
const MAX_MEASURED: usize = 3;
const MAX_SAMPLE: usize = 12;

/// The rarity of a remembered item's terms is taken again once so many times more or fewer items are known.
const STALE: f32 = 1.25;

const MS_PER_HOUR: i64 = 3_600_000;

/// A remembered item.
pub(super) struct Kept {
    pub weighed: Weighed,
    pub story: StoryId,
    indexed: Vec<u64>,
    /// Items that were known when its terms were weighed.
    known: u32,
}

/// Grows stories from items in the order in which they come.
pub struct Clusterer {
    pub(super) settings: Settings,
    pub(super) frequencies: Frequencies,
    pub(super) slots: Vec<Option<Kept>>,
    free: Vec<u32>,
    /// In the order in which they came.
    pub(super) arrivals: VecDeque<u32>,
    by_id: HashMap<DocumentId, u32>,
    pub(super) stories: BTreeMap<StoryId, Vec<u32>>,
    /// Items within a day of each hour, by their own times.
    crowds: TermMap<u32>,
    index: Index,
    found: Found,
    /// Days of what came since the last review.
    pub(super) unreviewed: BTreeSet<i64>,
}

/// An item that may tell the same as another.
#[derive(Clone, Copy)]
pub(super) struct Neighbour {
    pub slot: u32,
    pub chance: f32,
    pub is_copy: bool,
}

impl Clusterer {
    pub fn new(settings: Settings) -> Clusterer {
        Clusterer {
            settings,
            frequencies: Frequencies::default(),
            slots: Vec::new(),
            free: Vec::new(),
            arrivals: VecDeque::new(),
            by_id: HashMap::new(),
            stories: BTreeMap::new(),
            crowds: TermMap::default(),
            index: Index::default(),
            found: Found::default(),
            unreviewed: BTreeSet::new(),
        }
    }

    /// Puts an item into the story that it belongs to.
    pub fn place(&mut self, item: &StoryItem) -> Placed {
        self.place_terms(&ItemTerms::of(item, &self.settings))
    }

    /// As `place`, for whoever keeps the item's terms.
    pub fn place_terms(&mut self, item: &ItemTerms) -> Placed {
        let slot = self.take_in(item.clone(), StoryId::of_first(item.id));
        let neighbours = self.neighbours(slot);
        let home = self.home_of(slot, &neighbours);
        let story = home.unwrap_or(StoryId::of_first(item.id));
        let repeats = self.repeated(slot, story, &neighbours);
        self.assign(slot, story);
        self.forget_the_first();
        Placed { story, opened: home.is_none(), repeats }
    }

    /// Takes an item in that was put into this story before: what it says is taken as said.
    pub fn remember(&mut self, item: &ItemTerms, story: StoryId) {
        let slot = self.take_in(item.clone(), story);
        self.assign(slot, story);
        self.forget_the_first();
    }

    /// Stories of which items are remembered.
    pub fn open_stories(&self) -> usize {
        self.stories.len()
    }

    /// Stories to which items came last, the latest first.
    pub fn latest_stories(&self, limit: usize) -> Vec<StoryId> {
        let mut latest = Vec::new();
        let mut seen = BTreeSet::new();
        for slot in self.arrivals.iter().rev() {
            if latest.len() == limit {
                break;
            }
            let story = self.kept(*slot).story;
            if seen.insert(story) {
                latest.push(story);
            }
        }
        latest
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn kept(&self, slot: u32) -> &Kept {
        self.slots[slot as usize].as_ref().expect("a listed slot holds an item")
    }

    /// Remembers an item, not yet as one of its story's. One that is known already takes its own place.
    fn take_in(&mut self, item: ItemTerms, story: StoryId) -> u32 {
        if let Some(slot) = self.by_id.get(&item.id).copied() {
            self.arrivals.retain(|known| *known != slot);
            self.forget(slot);
        }
        self.frequencies.add(item.marks.iter().map(|mark| mark.term));
        for hour in hours_around(item.at_ms) {
            *self.crowds.entry(hour).or_insert(0) += 1;
        }
        let (id, day) = (item.id, item.day());
        let weighed = Weighed::new(item, &self.frequencies);
        let indexed: Vec<u64> = weighed.heaviest(INDEXED).into_iter().map(|(term, _)| term).collect();
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        for term in &indexed {
            self.index.add(*term, day, slot);
        }
        let kept = Kept { weighed, story, indexed, known: self.frequencies.items() };
        match self.slots.get_mut(slot as usize) {
            Some(empty) => *empty = Some(kept),
            None => self.slots.push(Some(kept)),
        }
        self.by_id.insert(id, slot);
        self.arrivals.push_back(slot);
        self.unreviewed.insert(day);
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

    fn forget_the_first(&mut self) {
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
        self.frequencies.remove(item.marks.iter().map(|mark| mark.term));
        for term in &kept.indexed {
            self.index.remove(*term, item.day(), slot);
        }
        for hour in hours_around(item.at_ms) {
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

    /// Items within a day of this one's time, itself included.
    pub(super) fn crowd(&self, slot: u32) -> f32 {
        let hour = self.kept(slot).weighed.item.at_ms.div_euclid(MS_PER_HOUR);
        self.crowds.get(&stir(hour as u64)).copied().unwrap_or(1) as f32
    }

    /// Takes the rarity of an item's terms again where it has changed much.
    fn refresh(&mut self, slot: u32) {
        let (now, known) = (self.frequencies.items(), self.kept(slot).known);
        let (less, more) = (now.min(known).max(1) as f32, now.max(known) as f32);
        if more / less > STALE {
            self.weigh(slot);
        }
    }

    /// Takes the rarity of an item's terms as it is now.
    pub(super) fn weigh(&mut self, slot: u32) {
        let Some(kept) = self.slots[slot as usize].as_mut() else { return };
        kept.weighed.weigh(&self.frequencies);
        kept.known = self.frequencies.items();
        let heaviest: Vec<u64> = kept.weighed.heaviest(INDEXED).into_iter().map(|(term, _)| term).collect();
        if heaviest != kept.indexed {
            let day = kept.weighed.item.day();
            for term in std::mem::replace(&mut kept.indexed, heaviest) {
                self.index.remove(term, day, slot);
            }
            for term in &kept.indexed {
                self.index.add(*term, day, slot);
            }
        }
    }

    /// The items around one in time that may tell the same.
    pub(super) fn neighbours(&mut self, slot: u32) -> Vec<Neighbour> {
        self.refresh(slot);
        let kept = self.kept(slot);
        let day = kept.weighed.item.day();
        let days = day - self.settings.reach_days..=day + self.settings.reach_days;
        let terms = kept.weighed.heaviest(LOOKED_UP);
        let mut found = std::mem::take(&mut self.found);
        let near = self.index.nearest(&terms, days, Some(slot), MAX_COMPARED, &mut found);
        self.found = found;
        let crowd = self.crowd(slot);
        let mut neighbours = Vec::with_capacity(near.len());
        for other in near {
            self.refresh(other);
            let chance = self.chance(slot, other, crowd.min(self.crowd(other)));
            if chance >= LEAST_CHANCE {
                let is_copy = self.kept(slot).weighed.is_copy_of(&self.kept(other).weighed);
                neighbours.push(Neighbour { slot: other, chance, is_copy });
            }
        }
        neighbours
    }

    fn chance(&self, one: u32, other: u32, crowd: f32) -> f32 {
        self.kept(one).weighed.chance(&self.kept(other).weighed, crowd, &self.settings)
    }

    /// The earliest item of the story that one repeats.
    fn repeated(&self, slot: u32, story: StoryId, neighbours: &[Neighbour]) -> Option<DocumentId> {
        let own = &self.kept(slot).weighed;
        let near = neighbours.iter().map(|near| self.kept(near.slot));
        let items = near.filter(|kept| kept.story == story && own.repeats(&kept.weighed));
        items.map(|kept| (kept.weighed.item.at_ms, kept.weighed.item.id)).min().map(|(_, id)| id)
    }

    /// The story that an item belongs to, if there is one.
    fn home_of(&self, slot: u32, neighbours: &[Neighbour]) -> Option<StoryId> {
        let original =
            neighbours.iter().filter(|near| near.is_copy).map(|near| self.kept(near.slot)).min_by_key(
                |kept| {
                    let item = &kept.weighed.item;
                    (item.at_ms, item.id)
                },
            );
        if let Some(original) = original {
            return Some(original.story);
        }
        let mut sums: BTreeMap<StoryId, f32> = BTreeMap::new();
        for near in neighbours {
            *sums.entry(self.kept(near.slot).story).or_insert(0.0) += near.chance;
        }
        let mut stories: Vec<(f32, StoryId)> = sums
            .into_iter()
            .map(|(story, sum)| (sum / (self.stories[&story].len() as f32).sqrt(), story))
            .collect();
        stories.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let own = Group::single(self.kept(slot).weighed.item.is_text()).factor(&self.settings.linkage);
        let mut best: Option<(f32, StoryId)> = None;
        for (scaled, story) in stories.into_iter().take(MAX_MEASURED) {
            let members = &self.stories[&story];
            let between = scaled * (members.len() as f32).sqrt();
            let link = between * own * self.group(members).factor(&self.settings.linkage);
            if link >= self.settings.join && best.is_none_or(|(most, _)| link > most) {
                best = Some((link, story));
            }
        }
        best.map(|(_, story)| story)
    }

    /// Items of one story as a group; what is inside is reckoned from the latest of them.
    pub(super) fn group(&self, members: &[u32]) -> Group {
        let size = members.len() as f32;
        let titles = members.iter().filter(|slot| !self.kept(**slot).weighed.item.is_text()).count() as f32;
        let sample = &members[members.len().saturating_sub(MAX_SAMPLE)..];
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (at, one) in sample.iter().enumerate() {
            let crowd = self.crowd(*one);
            for other in &sample[at + 1..] {
                sum += self.chance(*one, *other, crowd);
                pairs += 1.0;
            }
        }
        let average = if pairs > 0.0 { sum / pairs } else { 1.0 };
        Group { size, titles, inside: size + size * (size - 1.0) * average }
    }
}

/// Keys of the hours within a day of a time.
fn hours_around(at_ms: i64) -> impl Iterator<Item = u64> {
    let hour = at_ms.div_euclid(MS_PER_HOUR);
    (hour - 24..=hour + 24).map(|hour| stir(hour as u64))
}
