//! Where a new item belongs among those that are remembered.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use domain::DocumentId;
use domain::marks::near_copies;

use super::agglomerate::Group;
use super::frequency::{Frequencies, TermMap};
use super::index::{Found, Index, Look};
use super::item::ItemTerms;
use super::kept::Kept;
use super::likeness::{COLUMN_DAYS, Compared, MS_PER_DAY};
use super::places::Places;
use super::settings::Settings;
use super::shelves::{Shelf, Shelves};
use super::{Placed, StoryId, StoryItem};
use crate::tongue::Tongue;

/// Terms that an item looks for others by.
const LOOKED_UP: usize = 24;

/// Items that are compared with one in full.
const MAX_COMPARED: usize = 100;

/// Chances below this count as none.
pub(super) const LEAST_CHANCE: f32 = 0.01;

/// Stories whose inner likeness is measured for an item, and the items by which it is.
const MAX_MEASURED: usize = 3;
const MAX_SAMPLE: usize = 12;

/// Grows stories from items in the order in which they come. What it does follows from what it was given, in order:
/// whoever has its bytes and what was done since does the same.
pub struct Clusterer {
    pub(super) settings: Settings,
    pub(super) frequencies: Frequencies,
    /// Of names by how they sound, in all languages together.
    pub(super) sounds: Frequencies,
    pub(super) slots: Vec<Option<Kept>>,
    pub(super) free: Vec<u32>,
    /// In the order in which they came.
    pub(super) arrivals: VecDeque<u32>,
    pub(super) by_id: HashMap<DocumentId, u32>,
    pub(super) stories: BTreeMap<StoryId, Vec<u32>>,
    /// Items within a day of each hour, by their own times.
    pub(super) crowds: TermMap<u32>,
    pub(super) index: Index,
    pub(super) shelves: Shelves,
    scratch: Scratch,
    /// Days of what came since the last review.
    pub(super) unreviewed: BTreeSet<i64>,
    /// How many items were known when the terms of all were weighed.
    pub(super) weighed_among: u32,
}

/// Kept between items for its memory alone.
#[derive(Default)]
pub(super) struct Scratch {
    pub found: Found,
    pub places: Places,
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
            frequencies: Frequencies::of_the_trade(),
            sounds: Frequencies::default(),
            slots: Vec::new(),
            free: Vec::new(),
            arrivals: VecDeque::new(),
            by_id: HashMap::new(),
            stories: BTreeMap::new(),
            crowds: TermMap::default(),
            index: Index::default(),
            shelves: Shelves::default(),
            scratch: Scratch::default(),
            unreviewed: BTreeSet::new(),
            weighed_among: 0,
        }
    }

    /// Puts an item into the story that it belongs to.
    pub fn place(&mut self, item: &StoryItem) -> Placed {
        self.place_terms(&ItemTerms::of(item, &self.settings))
    }

    /// As `place`, for whoever keeps the item's terms.
    pub fn place_terms(&mut self, item: &ItemTerms) -> Placed {
        let slot = self.take_in(item.clone());
        let mut scratch = std::mem::take(&mut self.scratch);
        let neighbours = self.neighbours(slot, &mut scratch);
        let home = self.home_of(slot, &neighbours, &mut scratch.places);
        self.scratch = scratch;
        let story = home.unwrap_or_else(|| self.new_name(&[slot], |_| false));
        let repeats = self.repeated(slot, story, &neighbours);
        self.assign(slot, story);
        self.forget_the_first();
        Placed { story, opened: home.is_none(), repeats }
    }

    /// Takes an item in that was put into this story before: what it says is taken as said.
    pub fn remember(&mut self, item: &ItemTerms, story: StoryId) {
        let slot = self.take_in(item.clone());
        self.assign(slot, story);
        self.forget_the_first();
    }

    /// True where the item that is remembered under this id is an earlier number of a column: its page was written anew
    /// on another day. Such an item is placed again; any other keeps its story when its text is corrected.
    pub fn is_next_number(&self, item: &ItemTerms) -> bool {
        let Some(known) = self.by_id.get(&item.id).map(|slot| &self.kept(*slot).weighed.item) else {
            return false;
        };
        let days = (known.at_ms - item.at_ms).unsigned_abs() as f32 / MS_PER_DAY;
        days >= COLUMN_DAYS && !near_copies(known.fingerprint, item.fingerprint)
    }

    /// The chance that two remembered items tell the same; none where one is not remembered.
    pub fn chance_of(&self, one: DocumentId, other: DocumentId) -> Option<f32> {
        let (one, other) = (*self.by_id.get(&one)?, *self.by_id.get(&other)?);
        let mut places = Places::default();
        let compared = self.kept(one).weighed.compared(&mut places);
        Some(self.chance(&compared, one, other, self.crowd(one).min(self.crowd(other))))
    }

    /// How alike two remembered items are in whatever languages, 0 to 1; none where one is not remembered or no language of
    /// theirs is read.
    pub fn likeness_of(&self, one: DocumentId, other: DocumentId) -> Option<f32> {
        let (one, other) = (*self.by_id.get(&one)?, *self.by_id.get(&other)?);
        let (one, other) = (&self.kept(one).weighed, &self.kept(other).weighed);
        Some(one.compared(&mut Places::default()).likeness_across(other, &self.settings.across))
    }

    /// Whether an item in this language should be known to others: it is one of several that are read.
    pub fn reads_beside(&self, language: &str) -> bool {
        let own = Tongue::of(language);
        own != Tongue::default() && own.language().is_some() || self.frequencies.has_foreign()
    }

    /// Stories of which items are remembered.
    pub fn open_stories(&self) -> usize {
        self.stories.len()
    }

    /// Whether anything came since the last review.
    pub fn is_reviewed(&self) -> bool {
        self.unreviewed.is_empty()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The items around one in time that may tell the same.
    fn neighbours(&self, slot: u32, scratch: &mut Scratch) -> Vec<Neighbour> {
        let near = self.near(slot, &mut scratch.found);
        let mut neighbours = self.neighbours_abroad(slot, &mut scratch.places);
        neighbours.extend(self.compared(slot, &near, &mut scratch.places));
        neighbours
    }

    /// Those of some items that have a chance to tell the same as one.
    pub(super) fn compared(&self, slot: u32, others: &[u32], places: &mut Places) -> Vec<Neighbour> {
        if others.is_empty() {
            return Vec::new();
        }
        let own = &self.kept(slot).weighed;
        let (compared, crowd) = (own.compared(places), self.crowd(slot));
        let chances = others.iter().map(|other| Neighbour {
            slot: *other,
            chance: self.chance(&compared, slot, *other, crowd.min(self.crowd(*other))),
            is_copy: own.is_copy_of(&self.kept(*other).weighed),
        });
        chances.filter(|near| near.chance >= LEAST_CHANCE).collect()
    }

    /// The items of its language with which one shares most.
    pub(super) fn near(&self, slot: u32, found: &mut Found) -> Vec<u32> {
        let kept = self.kept(slot);
        let Shelf { tongue, day } = kept.weighed.item.shelf();
        let days = day - self.settings.reach_days..=day + self.settings.reach_days;
        let terms = kept.weighed.heaviest(LOOKED_UP);
        let look = Look { terms: &terms, tongue, days, but: slot, limit: MAX_COMPARED };
        self.index.nearest(&look, found, |slot| self.when(slot))
    }

    /// The chance that two items tell the same, among so many of their own language; `compared` is the first of them.
    pub(super) fn chance(&self, compared: &Compared, one: u32, other: u32, crowd: f32) -> f32 {
        let tongue = |slot: u32| self.kept(slot).weighed.item.tongue;
        // Across languages it could have been any of the larger crowd.
        let crowd = match tongue(one).is_foreign_to(tongue(other)) {
            true => self.crowd(one).max(self.crowd(other)),
            false => crowd,
        };
        compared.chance(&self.kept(other).weighed, crowd, &self.settings)
    }

    /// The earliest item of the story that one repeats.
    fn repeated(&self, slot: u32, story: StoryId, neighbours: &[Neighbour]) -> Option<DocumentId> {
        let own = &self.kept(slot).weighed;
        let near = neighbours.iter().map(|near| self.kept(near.slot));
        let items = near.filter(|kept| kept.story == story && own.repeats(&kept.weighed));
        items.map(|kept| (kept.weighed.item.at_ms, kept.weighed.item.id)).min().map(|(_, id)| id)
    }

    /// The story that an item belongs to, if there is one.
    fn home_of(&self, slot: u32, neighbours: &[Neighbour], places: &mut Places) -> Option<StoryId> {
        let copied = neighbours.iter().filter(|near| near.is_copy).map(|near| near.slot);
        if let Some(original) = copied.min_by_key(|slot| self.when(*slot)).map(|slot| self.kept(slot)) {
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
            let link = between * own * self.group(members, places).factor(&self.settings.linkage);
            if link >= self.settings.join && best.is_none_or(|(most, _)| link > most) {
                best = Some((link, story));
            }
        }
        best.map(|(_, story)| story)
    }

    /// Items of one story as a group; what is inside is reckoned from the latest of them.
    pub(super) fn group(&self, members: &[u32], places: &mut Places) -> Group {
        let size = members.len() as f32;
        let titles = members.iter().filter(|slot| !self.kept(**slot).weighed.item.is_text()).count() as f32;
        let mut sample = members.to_vec();
        sample.sort_unstable_by_key(|slot| self.when(*slot));
        let sample = &sample[members.len().saturating_sub(MAX_SAMPLE)..];
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (at, one) in sample.iter().enumerate() {
            if at + 1 == sample.len() {
                break;
            }
            let (compared, crowd) = (self.kept(*one).weighed.compared(places), self.crowd(*one));
            for other in &sample[at + 1..] {
                sum += self.chance(&compared, *one, *other, crowd);
                pairs += 1.0;
            }
        }
        let average = if pairs > 0.0 { sum / pairs } else { 1.0 };
        Group { size, titles, inside: size + size * (size - 1.0) * average }
    }

    /// After the first item whose name no other story has and that is not taken otherwise.
    pub(super) fn new_name(&self, members: &[u32], is_taken: impl Fn(&StoryId) -> bool) -> StoryId {
        let mut items: Vec<(i64, DocumentId)> = members.iter().map(|slot| self.when(*slot)).collect();
        items.sort_unstable();
        let own = items.iter().map(|(_, id)| StoryId::of_first(*id));
        // All may be taken: a story of one item that was named after it keeps the name when the item leaves.
        let first = items.first().map(|(_, id)| StoryId::of_first(*id));
        let further = std::iter::successors(first, |name| Some(name.next())).skip(1);
        let is_free = |name: &StoryId| !is_taken(name) && !self.stories.contains_key(name);
        own.chain(further).find(is_free).expect("there is always a further name")
    }
}
