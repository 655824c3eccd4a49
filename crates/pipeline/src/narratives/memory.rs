//! What growing narratives remembers, as the store keeps it, and what is to be written of it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use analysis::narratives::{
    Grower, Membership, NarrativeId, PhraseCounts, Review, Settings, Story, StoryTerms,
};
use analysis::stories::StoryId;
use anyhow::Context;
use domain::{DocumentId, Instant};
use figures::narratives::Names;
use runtime::followers::StepContext;
use store::Store;
use store::narratives::{NarrativeChanges, NarrativeRow, RememberedStory, StoryMembership};

use super::notes::{Notes, names_of};
use super::shown;

/// A narrative is named again once it has so many times the stories.
const RENAME: f64 = 1.25;

pub struct Memory {
    pub grower: Grower,
    /// How often narratives had been changed.
    pub revision: i64,
    /// As what each story was counted when it was told, forgotten ones too.
    pub counted: HashMap<StoryId, i64>,
    notes: BTreeMap<StoryId, Notes>,
    phrases: PhraseCounts,
    rows: BTreeMap<NarrativeId, NarrativeRow>,
    /// Told since it was written.
    fresh: BTreeSet<StoryId>,
    /// Passed over since it was written, with its first and last article.
    passed_over: BTreeMap<StoryId, (Instant, Instant)>,
    /// Narratives of stories that were removed since it was written.
    left: BTreeSet<NarrativeId>,
}

/// What is to be written after a review or a decision.
#[derive(Default)]
pub struct Written {
    told: Vec<RememberedStory>,
    moved: Vec<StoryMembership>,
    forgotten: Vec<String>,
    removed: Vec<String>,
    narratives: Vec<(NarrativeRow, Vec<u8>)>,
    gone: Vec<(String, Option<String>)>,
}

impl Memory {
    pub async fn load(store: &Store) -> anyhow::Result<Memory> {
        let stored = store.narratives.memory().await.context("cannot read the memory of narratives")?;
        let decoding = tokio::task::spawn_blocking(move || {
            let grower = Grower::new(Settings::default(), stored.new_stories.max(0) as usize);
            let mut memory = Memory {
                grower,
                revision: stored.revision,
                counted: HashMap::new(),
                notes: BTreeMap::new(),
                phrases: PhraseCounts::default(),
                rows: BTreeMap::new(),
                fresh: BTreeSet::new(),
                passed_over: BTreeMap::new(),
                left: BTreeSet::new(),
            };
            for (row, past) in stored.narratives {
                if let Some(id) = NarrativeId::parse(&row.id) {
                    memory.grower.restore_narrative(id, row.pinned, &past);
                    memory.rows.insert(id, row);
                }
            }
            for (story, counted) in stored.forgotten {
                memory.counted.extend(story_id(&story).map(|story| (story, counted)));
            }
            stored.stories.into_iter().for_each(|story| memory.restore(story));
            memory
        });
        Ok(decoding.await?)
    }

    /// Takes in a story that was remembered; one that cannot be read is told again.
    fn restore(&mut self, story: RememberedStory) {
        let (Some(id), Some(terms)) =
            (story_id(&story.membership.story), StoryTerms::from_bytes(&story.terms))
        else {
            return;
        };
        let narrative = |id: &Option<String>| id.as_deref().and_then(NarrativeId::parse);
        let membership = Membership {
            first: narrative(&story.membership.narrative),
            second: narrative(&story.membership.second),
        };
        let restored = Story { terms, first: story.first_at, last: story.last_at, membership };
        self.grower.restore_story(id, restored);
        // What an earlier version knew less of keeps its narratives and is told again.
        if StoryTerms::is_whole(&story.terms) {
            self.counted.insert(id, story.counted);
        }
        self.note(id, Notes::read(&story.notes));
    }

    pub fn tell(
        &mut self,
        story: StoryId,
        counted: i64,
        (first, last): (Instant, Instant),
        terms: StoryTerms,
        notes: Notes,
    ) {
        self.grower.tell(story, first, last, terms);
        self.counted.insert(story, counted);
        self.note(story, notes);
        self.fresh.insert(story);
    }

    /// Keeps of a story only what it was counted as, so that it is looked at again when that changes.
    pub fn pass_over(&mut self, story: StoryId, counted: i64, life: (Instant, Instant)) {
        self.counted.insert(story, counted);
        self.passed_over.insert(story, life);
    }

    pub fn remembers(&self, story: StoryId) -> bool {
        self.notes.contains_key(&story)
    }

    pub fn remove(&mut self, story: StoryId) {
        let Membership { first, second } = self.grower.membership(story);
        self.left.extend([first, second].into_iter().flatten());
        self.grower.remove(story);
        self.counted.remove(&story);
        self.fresh.remove(&story);
        self.passed_over.remove(&story);
        self.unnote(story);
    }

    fn note(&mut self, story: StoryId, notes: Notes) {
        self.unnote(story);
        self.phrases.add(&notes.titles);
        self.notes.insert(story, notes);
    }

    fn unnote(&mut self, story: StoryId) {
        if let Some(notes) = self.notes.remove(&story) {
            self.phrases.remove(&notes.titles);
        }
    }

    /// What a review came to, with the names of narratives that changed.
    pub fn written(&mut self, review: &Review, removed: &[StoryId]) -> Written {
        let memberships: HashMap<StoryId, Membership> = review.moved.iter().copied().collect();
        let mut touched: BTreeSet<NarrativeId> = BTreeSet::new();
        let known: HashMap<StoryId, &Story> = self.grower.stories().collect();
        let of = |id: StoryId| known.get(&id).map(|story| story.membership).or(memberships.get(&id).copied());
        let mut told = Vec::new();
        for id in std::mem::take(&mut self.fresh) {
            let Some(membership) = of(id) else { continue };
            touched.extend([membership.first, membership.second].into_iter().flatten());
            let notes = self.notes.get(&id).cloned().unwrap_or_default();
            if let Some(story) = known.get(&id) {
                told.push(RememberedStory {
                    membership: stored(id, membership),
                    counted: self.counted.get(&id).copied().unwrap_or(0),
                    first_at: story.first,
                    last_at: story.last,
                    terms: story.terms.to_bytes(),
                    notes: notes.written(),
                });
            }
        }
        // Told and forgotten at once: what is left is what it was counted as.
        let passed_over = std::mem::take(&mut self.passed_over);
        told.extend(passed_over.iter().map(|(id, (first_at, last_at))| RememberedStory {
            membership: stored(*id, Membership::default()),
            counted: self.counted.get(id).copied().unwrap_or(0),
            first_at: *first_at,
            last_at: *last_at,
            terms: Vec::new(),
            notes: String::new(),
        }));
        let fresh: BTreeSet<&str> = told.iter().map(|told| told.membership.story.as_str()).collect();
        let moved: Vec<StoryMembership> = review
            .moved
            .iter()
            .map(|(id, membership)| stored(*id, *membership))
            .filter(|moved| !fresh.contains(moved.story.as_str()))
            .collect();
        let of_moved = review.moved.iter().flat_map(|(_, membership)| [membership.first, membership.second]);
        touched.extend(of_moved.flatten());
        // What is forgotten changes what its narrative keeps of it.
        touched.extend(&review.other_pasts);
        // What a story left is no longer about what only that story named.
        touched.extend(&review.left);
        touched.append(&mut self.left);
        touched.extend(self.grower.narratives().filter(|id| !self.rows.contains_key(id)));
        for story in &review.forgotten {
            self.unnote(*story);
        }
        let narratives = self.named(&touched);
        for (gone, _) in &review.gone {
            self.rows.remove(gone);
        }
        Written {
            told,
            moved,
            forgotten: review.forgotten.iter().chain(passed_over.keys()).map(StoryId::to_string).collect(),
            removed: removed.iter().map(StoryId::to_string).collect(),
            narratives,
            gone: review.gone.iter().map(|(old, heir)| (shown(*old), heir.map(shown))).collect(),
        }
    }

    /// The rows of narratives, named where they are new, have grown or are called like another.
    pub fn named(&mut self, which: &BTreeSet<NarrativeId>) -> Vec<(NarrativeRow, Vec<u8>)> {
        let mut members: BTreeMap<NarrativeId, Vec<StoryId>> = BTreeMap::new();
        let mut alive: BTreeSet<NarrativeId> = self.grower.narratives().collect();
        alive.retain(|id| which.contains(id));
        for (id, story) in self.grower.stories() {
            if let Some(narrative) = story.membership.first.filter(|narrative| alive.contains(narrative)) {
                members.entry(narrative).or_default().push(id);
            }
        }
        // Of two that would be called alike the larger has the plain name.
        let mut alive: Vec<(NarrativeId, Vec<StoryId>)> =
            alive.into_iter().map(|id| (id, members.remove(&id).unwrap_or_default())).collect();
        alive.sort_by_key(|(id, stories)| (Reverse(stories.len()), *id));
        let mut shown_names: HashMap<String, u32> = HashMap::new();
        for row in self.rows.values() {
            *shown_names.entry(row.shown_name().to_owned()).or_default() += 1;
        }
        let mut rows = Vec::with_capacity(alive.len());
        for (id, stories) in alive {
            let known = stories.iter().filter_map(|story| Some((*story, self.notes.get(story)?)));
            let (known_stories, notes): (Vec<StoryId>, Vec<&Notes>) = known.unzip();
            let known_stories: Vec<[u8; 16]> =
                known_stories.into_iter().map(|story| story.first_item().bytes()).collect();
            let known = self.rows.get(&id).cloned();
            let mut row = known.unwrap_or_else(|| NarrativeRow { id: shown(id), ..NarrativeRow::default() });
            let count = notes.len() as f64;
            // Nobody's name stands in its own way.
            let own = self.rows.get(&id).map(|row| row.shown_name().to_owned());
            let is_taken = |name: &str| {
                let uses = shown_names.get(name).copied().unwrap_or(0);
                uses > u32::from(own.as_deref() == Some(name))
            };
            let titles: Vec<&[String]> = notes.iter().map(|notes| notes.titles.as_slice()).collect();
            let has_grown = count >= row.named_stories as f64 * RENAME;
            let wants_another = row.name.is_empty()
                || row.names.is_empty()
                || has_grown
                || is_taken(&row.name)
                || self.phrases.is_outlived(&row.name, &titles);
            let told = || known_stories.iter().copied().zip(titles.iter().copied());
            let another = if wants_another { self.phrases.names(&titles, is_taken) } else { Vec::new() };
            let mut names = Names::read(&row.names);
            if let Some(name) = another.first() {
                row.name = name.clone();
                row.named_stories = count as i64;
                names = Names::of(another, told());
            } else {
                names.see(told());
            }
            row.names = names.written();
            if row.name.is_empty() {
                // Nothing recurs yet: the title of its first story, until something does.
                row.name = notes.iter().find_map(|notes| notes.titles.first()).cloned().unwrap_or_default();
            }
            if !notes.is_empty() {
                (row.companies, row.assets) = names_of(&notes);
            }
            row.pinned = self.grower.is_pinned(id);
            if own.as_deref() != Some(row.shown_name()) {
                *shown_names.entry(row.shown_name().to_owned()).or_default() += 1;
                if let Some(uses) = own.and_then(|own| shown_names.get_mut(&own)) {
                    *uses -= 1;
                }
            }
            self.rows.insert(id, row.clone());
            rows.push((row, self.grower.past(id)));
        }
        rows
    }

    /// Narratives that a decision changed, and the stories that it moved.
    pub fn decided(&mut self, moved: &[StoryId], which: &BTreeSet<NarrativeId>) -> Written {
        // With other stories it may be called something else.
        for id in which.iter().filter(|_| !moved.is_empty()) {
            if let Some(row) = self.rows.get_mut(id) {
                row.named_stories = 0;
            }
        }
        Written {
            moved: moved.iter().map(|id| stored(*id, self.grower.membership(*id))).collect(),
            narratives: self.named(which),
            ..Written::default()
        }
    }

    pub fn forget_row(&mut self, id: NarrativeId) {
        self.rows.remove(&id);
    }
}

impl Written {
    pub fn with_gone(mut self, gone: NarrativeId, heir: NarrativeId) -> Written {
        self.gone.push((shown(gone), Some(shown(heir))));
        self
    }

    /// Writes it; decisions up to `decided` are done with it.
    pub async fn store(
        self,
        store: &Store,
        memory: &mut Memory,
        decided: i64,
        context: &StepContext,
    ) -> anyhow::Result<()> {
        let changes = NarrativeChanges {
            revision: memory.revision,
            new_stories: memory.grower.new_stories() as i64,
            told: &self.told,
            moved: &self.moved,
            forgotten: &self.forgotten,
            removed: &self.removed,
            narratives: &self.narratives,
            gone: &self.gone,
            decided,
        };
        let kept = store.narratives.change(&changes, context.fence.as_ref()).await;
        kept.context("cannot store narratives")?;
        memory.revision += 1;
        Ok(())
    }
}

fn stored(id: StoryId, membership: Membership) -> StoryMembership {
    StoryMembership {
        story: id.to_string(),
        narrative: membership.first.map(shown),
        second: membership.second.map(shown),
    }
}

pub fn story_id(text: &str) -> Option<StoryId> {
    DocumentId::parse(text).map(StoryId::of_first)
}
