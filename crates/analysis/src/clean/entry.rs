//! One run of words that came back, and how often.

use super::page::Page;
use super::starts::{MAX_VARYING_WORDS, MIN_INSIDE_WORDS, MIN_WORDS, Start};

/// Words of a run that are compared.
pub(super) const MAX_RUN_WORDS: usize = 64;
/// Counts are halved when an outlet has had so many articles since the last time.
pub(super) const WINDOW_ARTICLES: u32 = 1_000;
/// A share is taken of at least so many, so that a few articles in a row are no large one.
const MIN_SHARE_OF: u32 = 100;
const MIN_ARTICLES: u32 = 6;
const MIN_DAYS: u32 = 4;
const MIN_STORIES: u32 = 5;
/// From the first day to the last. What stands in few articles may be news that is told again for a week or two: the fewer
/// they are, the longer it must go on.
const MAX_NEEDED_DAYS: f64 = 21.0;
/// What fewer told needs no example yet.
const MIN_EXAMPLE_STORIES: u32 = 3;
const MIN_SHARE: f64 = 0.02;
/// A run with a number in it may be news.
const MIN_NUMBER_SHARE: f64 = 0.04;
/// A run that begins inside a sentence might be a part of news that is often said.
const MIN_INSIDE_SHARE: f32 = 0.05;
/// And so might one that goes on differently each time.
const MIN_OPEN_SHARE: f32 = 0.08;
const MIN_OPEN_WORDS: usize = 8;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Entry {
    pub n: u32,
    pub n_days: u32,
    pub n_stories: u32,
    pub last_day: i32,
    /// The earliest and the latest.
    pub days: [i32; 2],
    /// The outlet's article at which it was first seen, and the one at which it was last.
    pub born: u32,
    pub last: u32,
    /// How often it ended with its sentence, how often something else began behind it, and how often that was more than a
    /// name.
    pub n_full: u32,
    pub n_anew: u32,
    pub n_long: u32,
    /// Agreements that were shorter than the run since it was last shortened.
    pub n_short: u32,
    /// The largest share of the outlet's articles that it had when it was learned or later; 0 before.
    pub share: f32,
    pub places: [u32; 3],
    pub has_number: bool,
    /// Begins inside a sentence.
    pub is_inside: bool,
    /// The hashes of its words, shortened.
    pub words: Vec<u16>,
    pub example: String,
    /// The headlines of the last different stories it stood in.
    pub stories: Vec<[u16; 4]>,
}

/// Where and when a run was seen.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// Counts the outlet's articles.
    pub article: u32,
    pub day: i32,
    pub story: [u16; 4],
    /// First, middle or last.
    pub place: usize,
}

impl Entry {
    /// Of a run of whose first sight nothing is known but that there was one.
    pub fn seen_once(page: &Page<'_>, start: &Start, sight: Sight) -> Entry {
        let until = start.words.end.min(start.words.start + MAX_RUN_WORDS);
        let run = &page.words[start.words.start..until];
        Entry {
            n: 1,
            born: sight.article.saturating_sub(1),
            has_number: run.iter().any(|word| word.is_number),
            is_inside: start.is_inside,
            words: run.iter().map(|word| short(word.hash)).collect(),
            ..Entry::default()
        }
    }

    /// How many words agree from the first on.
    pub fn agreement(&self, page: &Page<'_>, start: &Start) -> usize {
        let words = &page.words[start.words.clone()];
        self.words.iter().zip(words).take_while(|(known, word)| **known == short(word.hash)).count()
    }

    /// Takes in one more sight of the run.
    pub fn see(&mut self, page: &Page<'_>, start: &Start, sight: Sight) {
        if self.last == sight.article {
            return;
        }
        self.last = sight.article;
        self.agree(page, start);
        self.n += 1;
        self.places[sight.place] += 1;
        if sight.day != self.last_day || self.n_days == 0 {
            let [first, last] = if self.n_days == 0 { [sight.day; 2] } else { self.days };
            self.days = [first.min(sight.day), last.max(sight.day)];
            self.n_days += 1;
            self.last_day = sight.day;
        }
        let is_same = |known: &[u16; 4]| known.iter().zip(&sight.story).filter(|(a, b)| a == b).count() >= 2;
        if !self.stories.iter().any(is_same) {
            self.n_stories += 1;
            if self.stories.len() >= 3 {
                self.stories.remove(0);
            }
            self.stories.push(sight.story);
        }
        if self.example.is_empty() && self.n_stories >= MIN_EXAMPLE_STORIES {
            self.example = start.example(page, self.words.len());
        }
        self.judge();
    }

    pub fn is_learned(&self) -> bool {
        let (min_words, min_share) = if self.is_inside {
            (MIN_INSIDE_WORDS, MIN_INSIDE_SHARE)
        } else {
            (MIN_WORDS, f32::MIN_POSITIVE)
        };
        let ends = self.n_full * 2 >= self.n;
        self.share >= min_share && self.words.len() >= min_words && (ends || self.may_go_on())
    }

    /// Whether something else may follow it in its sentence.
    pub fn may_go_on(&self) -> bool {
        let is_known = (self.n_full + self.n_anew) * 2 >= self.n;
        is_known && self.words.len() >= MIN_OPEN_WORDS && self.share >= MIN_OPEN_SHARE
    }

    /// Where too many agree less far, the run gets shorter.
    fn agree(&mut self, page: &Page<'_>, start: &Start) {
        let n = self.agreement(page, start);
        if n < self.words.len() {
            self.n_short += 1;
            if self.n_short * 4 > self.n {
                self.words.truncate(n);
                self.n_short = 0;
                let run = &page.words[start.words.start..start.words.start + n];
                self.has_number = run.iter().any(|word| word.is_number);
                self.example.clear();
            }
            return;
        }
        let end = start.words.start + n;
        if end == start.words.end {
            self.n_full += 1;
        } else if page.words[end].is_capital {
            self.n_anew += 1;
            self.n_long += u32::from(start.words.end - end > MAX_VARYING_WORDS);
        }
    }

    /// Whether it has come back often enough by now.
    fn judge(&mut self) {
        let n_since = (self.last - self.born).saturating_add(1).clamp(MIN_SHARE_OF, 2 * WINDOW_ARTICLES);
        let share = f64::from(self.n) / f64::from(n_since);
        let min_share = if self.has_number { MIN_NUMBER_SHARE } else { MIN_SHARE };
        let is_often = self.n >= MIN_ARTICLES && self.n_days >= MIN_DAYS && self.n_stories >= MIN_STORIES;
        let n_days = f64::from(self.days[1] - self.days[0] + 1);
        if is_often && share >= min_share && n_days >= MAX_NEEDED_DAYS.min(1.0 / share) {
            self.share = self.share.max(share.min(1.0) as f32);
        }
    }
}

fn short(hash: u64) -> u16 {
    (hash >> 20) as u16
}
