//! Grouping stories: new ones beside the narratives that there are, and now and then all of them afresh.

use std::collections::{BTreeMap, BTreeSet};

use domain::Instant;

use super::NarrativeId;
use super::groups::{Groups, Targets, pairs};
use super::grower::{Grower, Measured, Membership, Narrative};
use super::likeness::Row;
use super::past::Past;
use crate::stories::StoryId;

/// What a review changed. Stories keep their narratives but for those that are named here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Stories that are now in other narratives.
    pub moved: Vec<(StoryId, Membership)>,
    /// Narratives that are no more, each with the one that has most of its stories now; none where they are in none.
    pub gone: Vec<(NarrativeId, Option<NarrativeId>)>,
    /// Stories that are remembered no longer; they stay in their narratives.
    pub forgotten: Vec<StoryId>,
}

/// What is grouped: stories first, then the pasts of narratives, a row each.
struct Scope<'a> {
    stories: Vec<StoryId>,
    /// Of each row before the review.
    narratives: Vec<Option<NarrativeId>>,
    rows: Vec<&'a Row>,
    columns: usize,
}

impl Grower {
    /// Groups what was told since the last review. The outcome depends on what was told and which narratives there were,
    /// not on the order of the telling.
    pub fn review(&mut self) -> Review {
        let (measured, whole) = self.measured();
        let pasts: Vec<(NarrativeId, Row)> = self
            .narratives
            .iter()
            .filter(|(_, narrative)| narrative.past.stories > 0.0)
            .map(|(id, narrative)| (*id, measured.measure.row_of_past(&narrative.past)))
            .collect();
        let scope = self.scope(&measured, &pasts);
        let mut groups =
            if whole { self.linked(&scope, None::<fn(usize) -> bool>) } else { self.grown(&scope) };
        let seconds = self.choose(&scope, &mut groups, whole);
        let ids = self.ids(&scope, &groups);
        let mut review = self.settle(&scope, &groups, &seconds, &ids);
        review.forgotten = self.forget_the_first(&measured);
        let mut measured = measured;
        review.forgotten.iter().for_each(|story| drop(measured.rows.remove(story)));
        self.measured = Some(measured);
        self.fresh.clear();
        review
    }

    /// By what stories are compared, brought up to date, and whether all of them are to be grouped afresh.
    fn measured(&mut self) -> (Measured, bool) {
        let counts = |story: &super::Story| story.terms.articles >= self.settings.min_articles;
        let whole = self.new_stories as f32 >= self.settings.regroup * self.stories.len() as f32;
        match self.measured.take() {
            Some(mut measured) if !whole => {
                for id in &self.fresh {
                    match self.stories.get(id).filter(|story| counts(story)) {
                        Some(story) => measured.rows.insert(*id, measured.measure.row(&story.terms)),
                        None => measured.rows.remove(id),
                    };
                }
                (measured, false)
            }
            _ => {
                let stories = self.stories.iter().filter(|(_, story)| counts(story));
                let measured = Measured::of(stories.map(|(id, story)| (*id, &story.terms)), &self.settings);
                if whole {
                    self.new_stories = 0;
                }
                (measured, whole)
            }
        }
    }

    fn scope<'a>(&self, measured: &'a Measured, pasts: &'a [(NarrativeId, Row)]) -> Scope<'a> {
        let of = |story: &StoryId| self.stories.get(story).and_then(|story| story.membership.first);
        let stories: Vec<StoryId> = measured.rows.keys().copied().collect();
        let narratives = stories.iter().map(of).chain(pasts.iter().map(|(id, _)| Some(*id))).collect();
        let rows = measured.rows.values().chain(pasts.iter().map(|(_, row)| row)).collect();
        Scope { stories, narratives, rows, columns: measured.measure.columns() }
    }

    /// Narratives as they are, with the stories that are in none and those of the last days that hardly belong.
    fn grown(&self, scope: &Scope) -> Groups {
        let known = scope.by_narrative();
        let targets =
            Targets::of(&known.sums(&scope.rows, scope.columns), scope.columns, self.settings.size_choice);
        let newest = self.stories.values().map(|story| story.last).max();
        let recent = newest.map(|newest| Instant::from_ms(newest.ms() - RECENT_MS));
        let is_free = |row: usize| {
            let Some(story) = scope.stories.get(row).and_then(|id| self.stories.get(id)) else {
                return false;
            };
            let is_recent = recent.is_some_and(|recent| story.last > recent);
            known.of[row].is_none()
                || is_recent
                    && !self.is_fixed(scope, row)
                    && targets.nearest(scope.rows[row], known.of[row]).own < self.settings.join
        };
        self.linked(scope, Some(is_free))
    }

    /// Rows that belong together by linkage: all of them, or those that are free beside narratives that stay apart.
    fn linked(&self, scope: &Scope, is_free: Option<impl Fn(usize) -> bool>) -> Groups {
        let mut number: BTreeMap<NarrativeId, usize> = BTreeMap::new();
        let mut count = 0;
        let mut next = || {
            count += 1;
            count - 1
        };
        let mut start = Vec::with_capacity(scope.rows.len());
        for (row, narrative) in scope.narratives.iter().enumerate() {
            start.push(match narrative {
                Some(narrative)
                    if self.is_fixed(scope, row) || is_free.as_ref().is_some_and(|is_free| !is_free(row)) =>
                {
                    *number.entry(*narrative).or_insert_with(&mut next)
                }
                _ => next(),
            });
        }
        let mut fixed = vec![None; count];
        for (at, (id, group)) in (0..).zip(&number) {
            let is_pinned = self.is_pinned(*id);
            fixed[*group] = (is_pinned || is_free.is_some()).then_some(at);
        }
        let begun = Groups::new(start.iter().map(|group| Some(*group)).collect(), count, &scope.rows);
        let sums = begun.sums(&scope.rows, scope.columns);
        let first = pairs(&sums.iter().collect::<Vec<_>>(), scope.columns, fixed.clone())
            .group(self.settings.join, self.settings.size);
        let mut sizes: BTreeMap<usize, f32> = BTreeMap::new();
        first.iter().zip(&begun.sizes).for_each(|(first, size)| *sizes.entry(*first).or_insert(0.0) += size);
        let pinned: BTreeSet<usize> =
            number.iter().filter(|(id, _)| self.is_pinned(**id)).map(|(_, group)| *group).collect();
        sizes.retain(|first, size| *size > 1.0 || pinned.contains(first));
        let number: BTreeMap<usize, usize> = sizes.keys().copied().zip(0..).collect();
        let of = start.iter().map(|start| number.get(&first[*start]).copied()).collect();
        Groups::new(of, number.len(), &scope.rows)
    }

    /// Lets stories choose the group that they are most like, now that all groups are known: those that are new, or
    /// all of them. Returns the second group of each story, where it has one.
    fn choose(&self, scope: &Scope, groups: &mut Groups, whole: bool) -> Vec<Option<usize>> {
        let targets = |groups: &Groups| {
            let sums = groups.sums(&scope.rows, scope.columns);
            Targets::of(&sums, scope.columns, self.settings.size_choice)
        };
        let now = targets(groups);
        let mut chosen = groups.of.clone();
        for (row, story) in scope.stories.iter().enumerate() {
            let asks = whole || groups.of[row].is_none() || self.fresh.contains(story);
            if !asks || self.is_fixed(scope, row) {
                continue;
            }
            let nearest = now.nearest(scope.rows[row], groups.of[row]);
            // What is in a narrative stays there unless another is clearly nearer.
            let stays = scope.narratives[row].is_some() && groups.of[row].is_some();
            let needed = if stays { nearest.own * self.settings.leave } else { 0.0 };
            let best = nearest.first.filter(|(link, _)| *link >= self.settings.stay.max(needed));
            chosen[row] = match best {
                Some((_, group)) => Some(group),
                None => groups.of[row].filter(|_| nearest.own >= self.settings.stay),
            };
        }
        groups.of = chosen;
        groups.measure(&scope.rows);
        self.drop_small(scope, groups);
        self.seconds(scope, groups, &targets(groups), whole)
    }

    fn drop_small(&self, scope: &Scope, groups: &mut Groups) {
        let least = self.settings.min_stories as f32;
        let mut is_kept: Vec<bool> = groups.sizes.iter().map(|size| *size >= least).collect();
        for row in (0..scope.rows.len()).filter(|row| self.is_fixed(scope, *row)) {
            groups.of[row].into_iter().for_each(|group| is_kept[group] = true);
        }
        groups.of.iter_mut().for_each(|group| *group = group.filter(|group| is_kept[*group]));
        groups.measure(&scope.rows);
    }

    /// The group that each story is also like.
    fn seconds(&self, scope: &Scope, groups: &Groups, targets: &Targets, whole: bool) -> Vec<Option<usize>> {
        let second = |(row, story): (usize, &StoryId)| {
            let own = groups.of[row]?;
            if !whole && !self.fresh.contains(story) {
                let second = self.stories.get(story)?.membership.second?;
                let group = (0..scope.rows.len()).find(|row| scope.narratives[*row] == Some(second))?;
                return groups.of[group].filter(|group| *group != own);
            }
            let nearest = targets.nearest(scope.rows[row], Some(own));
            let (other, group) =
                [nearest.first, nearest.second].into_iter().flatten().find(|(_, group)| *group != own)?;
            (other >= self.settings.join && other >= nearest.own * self.settings.second).then_some(group)
        };
        scope.stories.iter().enumerate().map(second).collect()
    }

    /// Gives each group the id of the narrative of which it has most stories, and the rest ids of their own.
    fn ids(&self, scope: &Scope, groups: &Groups) -> Vec<Option<NarrativeId>> {
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
        for (group, id) in ids.iter_mut().enumerate() {
            let of_group = scope.stories.iter().zip(&groups.of).filter(|(_, of)| **of == Some(group));
            let stories: Vec<StoryId> = of_group.map(|(id, _)| *id).collect();
            if id.is_none() && !stories.is_empty() {
                let new = self.new_id(&stories, &taken);
                taken.insert(new);
                *id = Some(new);
            }
        }
        ids
    }

    /// Writes the outcome down.
    fn settle(
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
        self.narratives = narratives;
        for (row, id) in scope.stories.iter().enumerate() {
            let membership = Membership { first: id_of(groups.of[row]), second: id_of(seconds[row]) };
            if let Some(story) = self.stories.get_mut(id)
                && story.membership != membership
            {
                story.membership = membership;
                review.moved.push((*id, membership));
            }
        }
        review
    }

    /// Of stories beyond what is remembered, those that were silent longest go into their narratives' past.
    fn forget_the_first(&mut self, measured: &Measured) -> Vec<StoryId> {
        let mut by_time: Vec<(Instant, StoryId)> =
            self.stories.iter().map(|(id, story)| (story.last, *id)).collect();
        by_time.sort_unstable();
        by_time.truncate(by_time.len().saturating_sub(self.settings.max_stories));
        for (_, id) in &by_time {
            let narrative = self.stories.remove(id).and_then(|story| story.membership.first);
            if let (Some(narrative), Some(row)) = (narrative, measured.rows.get(id))
                && let Some(narrative) = self.narratives.get_mut(&narrative)
            {
                narrative.past.join(&measured.measure.past_of(row));
            }
        }
        by_time.into_iter().map(|(_, id)| id).collect()
    }

    /// It is in a narrative that a person fixed.
    fn is_fixed(&self, scope: &Scope, row: usize) -> bool {
        scope.narratives[row].is_some_and(|id| self.is_pinned(id))
    }
}

/// Outweighs any number of stories.
const PINNED: f32 = 1e6;

/// Stories that were told within this time of the newest may still find that they belong elsewhere.
const RECENT_MS: i64 = 14 * 86_400_000;

impl Scope<'_> {
    /// The narratives as they were.
    fn by_narrative(&self) -> Groups {
        let ids: BTreeSet<NarrativeId> = self.narratives.iter().flatten().copied().collect();
        let number: BTreeMap<NarrativeId, usize> = ids.into_iter().zip(0..).collect();
        let of = self.narratives.iter().map(|id| id.map(|id| number[&id])).collect();
        Groups::new(of, number.len(), &self.rows)
    }
}
