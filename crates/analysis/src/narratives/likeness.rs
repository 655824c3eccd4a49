//! How alike stories are: rows of numbers whose inner products are the likeness of what they stand for.
//!
//! A row holds the phrases of a story, each weighing more the fewer stories use it, and a few dense numbers: its place
//! among the directions of these weeks, its subjects and what its titles mean, the last two against the average of all. Each of the
//! four has unit length and its part of the whole. A group of stories is one row, the sum of theirs.

use super::article::{MEANING, Phrase, SUBJECTS};
use super::past::Past;
use super::profile::StoryTerms;
use super::settings::Settings;
use super::space::{DIRECTIONS, Space, scale_to_unit};
use crate::stories::frequency::TermMap;

pub(super) const DENSE: usize = DIRECTIONS + SUBJECTS + MEANING;

/// A phrase that more than this share of the stories uses says nothing.
const MAX_SHARE: f32 = 0.35;
/// The power of a phrase's share of the articles that counts: one that stands in all of them is no sure sign of a theme.
const SHARE_POWER: f32 = 0.5;
/// How far the stories of a narrative lie in one direction, where they themselves are forgotten.
const COHESION: f32 = 0.8;

/// One story, or the sum of several.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Stories with one stamp are the same; sums have none.
    pub stamp: u64,
    /// Stories that it stands for.
    pub size: f32,
    /// Columns with weights, in the order of the columns.
    pub phrases: Vec<(u32, f32)>,
    pub dense: [f32; DENSE],
}

/// By what stories are compared: which phrases count and how much, what is average, and where the coverage spreads. Made
/// from many stories; others can be measured by it too.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measure {
    number: TermMap<u32>,
    /// The phrase of each column, and how rare it is.
    columns: Vec<(Phrase, f32)>,
    average: Average,
    space: Space,
    parts: Parts,
}

/// Square roots of the parts of the whole, since both sides of a product bring one.
#[derive(Clone, Debug, PartialEq)]
struct Parts {
    phrases: f32,
    space: f32,
    subjects: f32,
    meaning: f32,
}

impl Measure {
    pub fn of(stories: &[&StoryTerms], settings: &Settings) -> Measure {
        let columns = columns(stories, settings);
        let parts = Parts {
            phrases: (1.0 - settings.space - settings.subjects - settings.meaning).max(0.0).sqrt(),
            space: settings.space.sqrt(),
            subjects: settings.subjects.sqrt(),
            meaning: settings.meaning.sqrt(),
        };
        let mut measure = Measure {
            number: columns.iter().map(|(phrase, _)| u64::from(*phrase)).zip(0..).collect(),
            columns,
            average: Average::of(stories),
            space: Space::default(),
            parts,
        };
        let rows: Vec<Vec<(u32, f32)>> = stories.iter().map(|story| measure.phrases(story)).collect();
        measure.space = Space::of(rows.iter().map(Vec::as_slice), measure.columns.len());
        measure
    }

    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    pub fn row(&self, story: &StoryTerms, stamp: u64) -> Row {
        let phrases = self.phrases(story);
        let mut dense = self.average.dense(story, &self.parts);
        self.set_place(&mut dense, &phrases, 1.0);
        Row { stamp, size: 1.0, phrases, dense }
    }

    /// Of the forgotten stories of a narrative.
    pub fn row_of_past(&self, past: &Past, stamp: u64) -> Row {
        let known = past.phrases.iter();
        let known = known.filter_map(|(phrase, sum)| Some((*self.number.get(&u64::from(*phrase))?, *sum)));
        let mut phrases: Vec<(u32, f32)> = known.collect();
        phrases.sort_unstable_by_key(|(column, _)| *column);
        let mut dense = [0.0; DENSE];
        let (subjects, meaning) = dense[DIRECTIONS..].split_at_mut(SUBJECTS);
        subjects.copy_from_slice(&past.subjects);
        meaning.copy_from_slice(&past.meaning);
        let cohesion = if past.stories > 1.0 { past.stories * COHESION } else { 1.0 };
        self.set_place(&mut dense, &phrases, cohesion);
        Row { stamp, size: past.stories, phrases, dense }
    }

    /// A row that is about to be forgotten, as a past of one story.
    pub fn past_of(&self, row: &Row) -> Past {
        let phrase = |(column, weight): &(u32, f32)| (self.columns[*column as usize].0, *weight);
        let mut phrases: Vec<(Phrase, f32)> = row.phrases.iter().map(phrase).collect();
        phrases.sort_unstable_by_key(|(phrase, _)| *phrase);
        let mut past = Past { stories: row.size, phrases, ..Past::default() };
        let (subjects, meaning) = row.dense[DIRECTIONS..].split_at(SUBJECTS);
        past.subjects.copy_from_slice(subjects);
        past.meaning.copy_from_slice(meaning);
        past
    }

    fn phrases(&self, story: &StoryTerms) -> Vec<(u32, f32)> {
        let known = story.phrases.iter();
        let known = known.filter_map(|(phrase, sum)| Some((*self.number.get(&u64::from(*phrase))?, sum)));
        let mut phrases: Vec<(u32, f32)> = known
            .map(|(column, sum)| {
                let share = (sum / story.articles.max(1) as f32).powf(SHARE_POWER);
                (column, share * self.columns[column as usize].1)
            })
            .collect();
        phrases.sort_unstable_by_key(|(column, _)| *column);
        let length = phrases.iter().map(|(_, x)| x * x).sum::<f32>().sqrt().max(1e-9);
        phrases.iter_mut().for_each(|(_, x)| *x *= self.parts.phrases / length);
        phrases
    }

    fn set_place(&self, dense: &mut [f32; DENSE], phrases: &[(u32, f32)], cohesion: f32) {
        for (x, place) in dense.iter_mut().zip(self.space.place(phrases)) {
            *x = self.parts.space * cohesion * place;
        }
    }
}

impl Row {
    /// How alike a row is to itself.
    pub fn with_itself(&self) -> f32 {
        let squares = |x: f32| x * x;
        let phrases: f32 = self.phrases.iter().map(|(_, x)| squares(*x)).sum();
        phrases + self.dense.iter().map(|x| squares(*x)).sum::<f32>()
    }
}

/// The phrases that count, and how rare each is.
fn columns(stories: &[&StoryTerms], settings: &Settings) -> Vec<(Phrase, f32)> {
    let mut counts: TermMap<u32> = TermMap::default();
    for (phrase, _) in stories.iter().flat_map(|story| &story.phrases) {
        *counts.entry(u64::from(*phrase)).or_insert(0) += 1;
    }
    let all = stories.len() as f32;
    let least = (all * settings.min_share_of_phrase).max(settings.min_stories_of_phrase as f32);
    let most = (all * MAX_SHARE).max(least);
    let rarity = |count: u32| ((all + 1.0) / (count as f32 + 0.5)).ln();
    let mut columns: Vec<(Phrase, f32)> = counts
        .into_iter()
        .filter(|(_, count)| (least..=most).contains(&(*count as f32)))
        .map(|(phrase, count)| (phrase as Phrase, rarity(count)))
        .collect();
    columns.sort_unstable_by_key(|(phrase, _)| *phrase);
    columns
}

/// What stories have on average: only what differs from it says something.
#[derive(Clone, Debug, PartialEq)]
struct Average {
    subjects: [f32; SUBJECTS],
    meaning: [f32; MEANING],
}

impl Average {
    fn of(stories: &[&StoryTerms]) -> Average {
        let mut average = Average { subjects: [0.0; SUBJECTS], meaning: [0.0; MEANING] };
        let share = 1.0 / stories.len().max(1) as f32;
        for story in stories {
            let add = |(sum, x): (&mut f32, f32)| *sum += share * x;
            average.subjects.iter_mut().zip(means(story, &story.subjects)).for_each(add);
            average.meaning.iter_mut().zip(means(story, &story.meaning)).for_each(add);
        }
        average
    }

    /// The numbers of a story but for its place.
    fn dense(&self, story: &StoryTerms, parts: &Parts) -> [f32; DENSE] {
        let mut dense = [0.0; DENSE];
        let (subjects, meaning) = dense[DIRECTIONS..].split_at_mut(SUBJECTS);
        set_difference(subjects, &means(story, &story.subjects), &self.subjects, parts.subjects);
        // A language that is not read has no meaning, which is not to lie where all others do not.
        if story.meaning.iter().any(|x| *x != 0.0) {
            set_difference(meaning, &means(story, &story.meaning), &self.meaning, parts.meaning);
        }
        dense
    }
}

fn set_difference(to: &mut [f32], of: &[f32], average: &[f32], part: f32) {
    to.iter_mut().zip(of.iter().zip(average)).for_each(|(to, (x, mean))| *to = x - mean);
    scale_to_unit(to);
    to.iter_mut().for_each(|x| *x *= part);
}

fn means<const N: usize>(story: &StoryTerms, sums: &[f32; N]) -> [f32; N] {
    sums.map(|sum| sum / story.articles.max(1) as f32)
}
