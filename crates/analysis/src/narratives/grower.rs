//! What is remembered: stories with what they say, the narratives that they are in, and what people fixed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::Instant;

use super::NarrativeId;
use super::likeness::{Measure, Row};
use super::past::Past;
use super::profile::StoryTerms;
use super::settings::Settings;
use super::sums::Sums;
use crate::stories::StoryId;

/// The narratives of a story: none, one or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    pub first: Option<NarrativeId>,
    pub second: Option<NarrativeId>,
}

/// A remembered story.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    pub terms: StoryTerms,
    /// Its first article.
    pub first: Instant,
    /// Its latest article: stories that were silent longest are forgotten first.
    pub last: Instant,
    pub membership: Membership,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Narrative {
    /// The stories that are forgotten.
    pub past: Past,
    /// A person said that it is one: no review joins it with another such, or dissolves it.
    pub pinned: bool,
}

/// Grows narratives. Stories are told as they are; a review says what has changed.
#[derive(Clone, Debug)]
pub struct Grower {
    pub(super) settings: Settings,
    pub(super) stories: BTreeMap<StoryId, Story>,
    pub(super) narratives: BTreeMap<NarrativeId, Narrative>,
    /// Told or removed since the last review.
    pub(super) fresh: BTreeSet<StoryId>,
    /// Stories that came since all were grouped afresh.
    pub(super) new_stories: usize,
    /// Follows from the stories; made when all are grouped afresh, and after a restart.
    pub(super) measured: Option<Measured>,
}

/// By what stories are compared, and their rows by it.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub measure: Measure,
    pub rows: BTreeMap<StoryId, Arc<Row>>,
    /// What narratives keep of forgotten stories, as it was in the last review, with its row.
    pasts: BTreeMap<NarrativeId, (Past, Arc<Row>)>,
    pub sums: Sums,
    stamps: u64,
}

impl Measured {
    pub fn of<'a>(stories: impl Iterator<Item = (StoryId, &'a StoryTerms)>, settings: &Settings) -> Measured {
        let (ids, terms): (Vec<StoryId>, Vec<&StoryTerms>) = stories.unzip();
        let measure = Measure::of(&terms, settings);
        let mut measured = Measured {
            measure,
            rows: BTreeMap::new(),
            pasts: BTreeMap::new(),
            sums: Sums::default(),
            stamps: 0,
        };
        ids.into_iter().zip(terms).for_each(|(id, terms)| measured.insert(id, terms));
        measured
    }

    pub fn insert(&mut self, id: StoryId, terms: &StoryTerms) {
        let row = self.measure.row(terms, self.stamps);
        self.stamps += 1;
        self.rows.insert(id, Arc::new(row));
    }

    /// Rows of what narratives keep of forgotten stories, those that have any.
    pub fn pasts(&mut self, narratives: &BTreeMap<NarrativeId, Narrative>) -> Vec<(NarrativeId, Arc<Row>)> {
        let mut before = std::mem::take(&mut self.pasts);
        for (id, narrative) in narratives.iter().filter(|(_, narrative)| narrative.past.stories > 0.0) {
            let known = before.remove(id).filter(|(past, _)| *past == narrative.past);
            let known = known.unwrap_or_else(|| {
                self.stamps += 1;
                let row = self.measure.row_of_past(&narrative.past, self.stamps - 1);
                (narrative.past.clone(), Arc::new(row))
            });
            self.pasts.insert(*id, known);
        }
        self.pasts.iter().map(|(id, (_, row))| (*id, Arc::clone(row))).collect()
    }
}

impl Grower {
    /// `new_stories` came since all stories were grouped afresh; 0 where there are none.
    pub fn new(settings: Settings, new_stories: usize) -> Grower {
        Grower {
            settings,
            stories: BTreeMap::new(),
            narratives: BTreeMap::new(),
            fresh: BTreeSet::new(),
            new_stories,
            measured: None,
        }
    }

    /// Stories that came since all were grouped afresh.
    pub fn new_stories(&self) -> usize {
        self.new_stories
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A story as it is now, in the place of what was known of it; it stays in its narratives until the next review.
    pub fn tell(&mut self, id: StoryId, first: Instant, last: Instant, terms: StoryTerms) {
        let membership = self.membership(id);
        self.new_stories += usize::from(!self.stories.contains_key(&id));
        self.fresh.insert(id);
        self.stories.insert(id, Story { terms, first, last, membership });
    }

    /// A story is no more.
    pub fn remove(&mut self, story: StoryId) {
        if self.stories.remove(&story).is_some() {
            self.fresh.insert(story);
        }
    }

    /// Puts back a narrative that was kept; what is unreadable of its past is lost.
    pub fn restore_narrative(&mut self, id: NarrativeId, pinned: bool, past: &[u8]) {
        let past = Past::from_bytes(past).unwrap_or_default();
        self.narratives.insert(id, Narrative { past, pinned });
    }

    /// Puts back a story that was kept, after its narratives.
    pub fn restore_story(&mut self, id: StoryId, story: Story) {
        let known = |id: NarrativeId| self.narratives.contains_key(&id).then_some(id);
        let membership = story.membership.renamed(known);
        self.stories.insert(id, Story { membership, ..story });
    }

    /// What is to be kept of the forgotten stories of a narrative.
    pub fn past(&self, narrative: NarrativeId) -> Vec<u8> {
        self.narratives.get(&narrative).map_or(Vec::new(), |narrative| narrative.past.to_bytes())
    }

    pub fn membership(&self, story: StoryId) -> Membership {
        self.stories.get(&story).map_or(Membership::default(), |story| story.membership)
    }

    /// Remembered stories.
    pub fn stories(&self) -> impl Iterator<Item = (StoryId, &Story)> {
        self.stories.iter().map(|(id, story)| (*id, story))
    }

    pub fn narratives(&self) -> impl Iterator<Item = NarrativeId> {
        self.narratives.keys().copied()
    }

    /// Whether a person said that it is one.
    pub fn is_pinned(&self, narrative: NarrativeId) -> bool {
        self.narratives.get(&narrative).is_some_and(|narrative| narrative.pinned)
    }

    /// A person says whether reviews may join a narrative with others or dissolve it. False where there is none.
    pub fn pin(&mut self, narrative: NarrativeId, pinned: bool) -> bool {
        let known = self.narratives.get_mut(&narrative);
        known.map(|narrative| narrative.pinned = pinned).is_some()
    }

    /// A person says that two narratives are one; it is pinned, under the second id. Returns the stories that are in
    /// other narratives now, none where one of the two is missing.
    pub fn merge(&mut self, gone: NarrativeId, into: NarrativeId) -> Option<Vec<StoryId>> {
        if gone == into || !self.narratives.contains_key(&into) {
            return None;
        }
        let past = self.narratives.remove(&gone)?.past;
        if let Some(narrative) = self.narratives.get_mut(&into) {
            narrative.past.join(&past);
            narrative.pinned = true;
        }
        let mut moved = Vec::new();
        for (id, story) in &mut self.stories {
            let renamed = story.membership.renamed(|id| Some(if id == gone { into } else { id }));
            if story.membership != renamed {
                story.membership = renamed;
                moved.push(*id);
            }
        }
        Some(moved)
    }

    /// A person says that some stories of a narrative are a narrative of their own; both are pinned. None where it has
    /// none of these stories, or no others.
    pub fn split(&mut self, narrative: NarrativeId, stories: &BTreeSet<StoryId>) -> Option<NarrativeId> {
        let of_it = |story: &Story| story.membership.first == Some(narrative);
        let of_it = self.stories.iter().filter(|(_, story)| of_it(story)).map(|(id, _)| *id);
        let (moved, left): (Vec<_>, Vec<_>) = of_it.partition(|id| stories.contains(id));
        if moved.is_empty() || left.is_empty() || !self.pin(narrative, true) {
            return None;
        }
        let id = self.new_id(&moved, &BTreeSet::new());
        self.narratives.insert(id, Narrative { past: Past::default(), pinned: true });
        for story in moved {
            if let Some(story) = self.stories.get_mut(&story) {
                story.membership = Membership { first: Some(id), second: None };
            }
        }
        Some(id)
    }

    /// After the first story whose name no narrative has, and none of `taken`.
    pub(super) fn new_id(&self, stories: &[StoryId], taken: &BTreeSet<NarrativeId>) -> NarrativeId {
        let mut by_time: Vec<(i64, StoryId)> = stories
            .iter()
            .map(|id| (self.stories.get(id).map_or(i64::MAX, |story| story.first.ms()), *id))
            .collect();
        by_time.sort_unstable();
        let own = by_time.iter().map(|(_, story)| NarrativeId::of_first(*story));
        let further = std::iter::successors(own.clone().next(), |id| Some(id.next()));
        let is_free = |id: &NarrativeId| !self.narratives.contains_key(id) && !taken.contains(id);
        own.chain(further).find(is_free).expect("there is always a further name")
    }
}

impl Membership {
    /// With other ids; a narrative that is no more is left out.
    pub(super) fn renamed(self, rename: impl Fn(NarrativeId) -> Option<NarrativeId>) -> Membership {
        let first = self.first.and_then(&rename);
        let second = self.second.and_then(&rename).filter(|second| Some(*second) != first);
        match first {
            Some(_) => Membership { first, second },
            None => Membership { first: second, second: None },
        }
    }

    pub fn contains(self, narrative: NarrativeId) -> bool {
        self.first == Some(narrative) || self.second == Some(narrative)
    }
}
