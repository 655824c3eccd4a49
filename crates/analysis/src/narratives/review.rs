//! Grouping stories: new ones beside the narratives that there are, and now and then all of them afresh.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::Instant;

use super::NarrativeId;
use super::eras::Eras;
use super::groups::{Groups, Targets, pairs};
use super::grower::{Grower, Measured};
use super::likeness::Row;
use super::scope::{Review, Scope};
use super::sums::Sums;
use crate::stories::StoryId;

impl Grower {
    /// Groups what was told since the last review. The outcome depends on what was told and which narratives there were,
    /// not on the order of the telling.
    pub fn review(&mut self) -> Review {
        let (mut measured, whole) = self.measured();
        let pasts = measured.pasts(&self.narratives);
        let scope = self.scope(&measured, pasts);
        let sums = &mut measured.sums;
        sums.next_review();
        let mut groups = match whole {
            true => self.linked(&scope, sums, None::<fn(usize) -> bool>),
            false => self.grown(&scope, sums),
        };
        let eras = Eras::of(self, &scope);
        eras.part(&scope, &mut groups, |row| self.is_fixed(&scope, row));
        let seconds = self.choose(&scope, &eras, sums, &mut groups, whole);
        let ids = self.ids(&scope, &groups);
        let mut review = self.settle(&scope, &groups, &seconds, &ids);
        self.forget_the_first(&measured, &mut review);
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
                        Some(story) => measured.insert(*id, &story.terms),
                        None => drop(measured.rows.remove(id)),
                    }
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

    fn scope(&self, measured: &Measured, pasts: Vec<(NarrativeId, Arc<Row>)>) -> Scope {
        let of = |story: &StoryId| self.stories.get(story).and_then(|story| story.membership.first);
        let stories: Vec<StoryId> = measured.rows.keys().copied().collect();
        let narratives = stories.iter().map(of).chain(pasts.iter().map(|(id, _)| Some(*id))).collect();
        let rows = measured.rows.values().cloned().chain(pasts.into_iter().map(|(_, row)| row)).collect();
        Scope { stories, narratives, rows, columns: measured.measure.columns() }
    }

    /// Narratives as they are, with the stories that are in none and those of the last days that hardly belong.
    fn grown(&self, scope: &Scope, sums: &mut Sums) -> Groups {
        let known = scope.by_narrative();
        let newest = self.stories.values().map(|story| story.last).max();
        let recent = newest.map(|newest| Instant::from_ms(newest.ms() - RECENT_MS));
        let may_leave = |row: usize| {
            let story = scope.stories.get(row).and_then(|id| self.stories.get(id));
            let is_recent = story.is_some_and(|story| recent.is_some_and(|recent| story.last > recent));
            is_recent && !self.is_fixed(scope, row)
        };
        let of_known = known.sums(&scope.rows, sums);
        let own =
            known.own_links(&scope.rows, &of_known, scope.columns, self.settings.size_choice, may_leave);
        let is_free = |row: usize| {
            row < scope.stories.len()
                && (known.of[row].is_none() || may_leave(row) && own[row] < self.settings.join)
        };
        self.linked(scope, sums, Some(is_free))
    }

    /// Rows that belong together by linkage: all of them, or those that are free beside narratives that stay apart.
    fn linked(&self, scope: &Scope, sums: &mut Sums, is_free: Option<impl Fn(usize) -> bool>) -> Groups {
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
        let first = pairs(&begun.sums(&scope.rows, sums), scope.columns, fixed)
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
    fn choose(
        &self,
        scope: &Scope,
        eras: &Eras,
        sums: &mut Sums,
        groups: &mut Groups,
        whole: bool,
    ) -> Vec<Option<usize>> {
        let mut targets = |groups: &Groups| {
            let sums = groups.sums(&scope.rows, sums);
            Targets::of(&sums, scope.columns, self.settings.size_choice)
        };
        let now = targets(groups);
        let asks = |(row, story): &(usize, &StoryId)| {
            let asks = whole || groups.of[*row].is_none() || self.fresh.contains(story);
            asks && !self.is_fixed(scope, *row)
        };
        let asking: Vec<usize> = scope.stories.iter().enumerate().filter(asks).map(|(row, _)| row).collect();
        let beside: Vec<(&Row, Option<usize>)> =
            asking.iter().map(|row| (&*scope.rows[*row], groups.of[*row])).collect();
        let reach = self.reach(scope, eras, groups);
        let mut chosen = groups.of.clone();
        for (row, nearest) in asking.into_iter().zip(now.nearest(&beside)) {
            // What is in a narrative stays there unless another is clearly nearer.
            let stays = scope.narratives[row].is_some() && groups.of[row].is_some();
            let needed = if stays { nearest.own * self.settings.leave } else { 0.0 };
            let mut others = [nearest.first, nearest.second].into_iter().flatten();
            let best = others.find(|(_, group)| reach(row, *group));
            let best = best.filter(|(link, _)| *link >= self.settings.stay.max(needed));
            chosen[row] = match best {
                Some((_, group)) => Some(group),
                None => groups.of[row].filter(|_| nearest.own >= self.settings.stay),
            };
        }
        groups.of = chosen;
        groups.measure(&scope.rows);
        self.drop_small(scope, groups);
        self.seconds(scope, eras, groups, &targets(groups), whole)
    }

    /// Whether a row may be in a group: no long silence lies between, or a person fixed the group.
    fn reach<'a>(
        &self,
        scope: &Scope,
        eras: &'a Eras,
        groups: &Groups,
    ) -> impl Fn(usize, usize) -> bool + use<'a> {
        let mut spans = eras.spans(groups);
        for row in (0..scope.rows.len()).filter(|row| self.is_fixed(scope, *row)) {
            groups.of[row].into_iter().for_each(|group| spans[group] = None);
        }
        move |row, group| eras.reaches(row, spans[group])
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
    fn seconds(
        &self,
        scope: &Scope,
        eras: &Eras,
        groups: &Groups,
        targets: &Targets,
        whole: bool,
    ) -> Vec<Option<usize>> {
        let reach = self.reach(scope, eras, groups);
        let mut first_rows: BTreeMap<NarrativeId, usize> = BTreeMap::new();
        for (row, narrative) in scope.narratives.iter().enumerate() {
            if let Some(id) = narrative {
                first_rows.entry(*id).or_insert(row);
            }
        }
        let known = |story: &StoryId, own: usize| {
            let second = self.stories.get(story)?.membership.second?;
            groups.of[*first_rows.get(&second)?].filter(|group| *group != own)
        };
        let mut seconds = vec![None; scope.stories.len()];
        let mut asking: Vec<(usize, usize)> = Vec::new();
        for (row, story) in scope.stories.iter().enumerate() {
            let Some(own) = groups.of[row] else { continue };
            match whole || self.fresh.contains(story) {
                true => asking.push((row, own)),
                false => seconds[row] = known(story, own).filter(|group| reach(row, *group)),
            }
        }
        let beside: Vec<(&Row, Option<usize>)> =
            asking.iter().map(|(row, own)| (&*scope.rows[*row], Some(*own))).collect();
        for ((row, own), nearest) in asking.into_iter().zip(targets.nearest(&beside)) {
            let others = [nearest.first, nearest.second].into_iter().flatten();
            let other = others.into_iter().find(|(_, group)| *group != own && reach(row, *group));
            let is_second =
                |link: f32| link >= self.settings.join && link >= nearest.own * self.settings.second;
            seconds[row] = other.filter(|(link, _)| is_second(*link)).map(|(_, group)| group);
        }
        seconds
    }

    /// It is in a narrative that a person fixed.
    pub(super) fn is_fixed(&self, scope: &Scope, row: usize) -> bool {
        scope.narratives[row].is_some_and(|id| self.is_pinned(id))
    }
}

/// Stories that were told within this time of the newest may still find that they belong elsewhere.
const RECENT_MS: i64 = 14 * 86_400_000;
