//! What one outlet repeats. Every sentence of its articles is counted under a hash; one that comes back in articles about
//! other things, on several days, is the outlet's and not the news'.
//!
//! A story told again repeats its sentences too, so only articles whose headlines differ count as different. Names
//! may vary inside a frame (`Featured image from …`), numbers may not: `… trades at …` is news every day.
//! Bounded: singles are forgotten when there is no room, and old counts fade.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::Range;

use domain::Day;

use super::keys::{Key, MIN_WORDS, N_EDGE, keys, run_hash, sketch};
use super::sites::{first_appearances, line_from};
use super::words::{Words, units};
use super::{Context, Found, Reason, clean};
use crate::fingerprint::mix;

/// Frames that are kept for an outlet.
pub const MAX_FRAMES: usize = 6_000;
const MAX_UNITS: usize = 120;
const MAX_EXAMPLE_BYTES: usize = 240;
const MAX_SITES: usize = 40;
pub(super) const MAX_HEADLINES: usize = 3_000;
/// Counts are halved when an outlet has had so many articles since the last time.
const WINDOW_ARTICLES: u32 = 1_000;
const MIN_ARTICLES: u32 = 6;
const MIN_DAYS: u32 = 4;
const MIN_STORIES: u32 = 5;
const MIN_SHARE: f64 = 0.02;
const MIN_VARYING_SHARE: f64 = 0.08;
const MIN_SITE_COUNT: u32 = 3;

/// A learned sentence, for people to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub example: String,
    pub n_articles: u32,
    pub n_days: u32,
    /// Of the outlet's articles since it was first seen.
    pub share: f64,
    /// Names in it vary.
    pub varies: bool,
    /// How often it stood in the first, a middle and one of the last sentences.
    pub places: [u32; 3],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Entry {
    pub n: u32,
    pub n_days: u32,
    pub n_stories: u32,
    pub last_day: i32,
    /// The outlet's article at which it was first seen.
    pub born: u32,
    pub varies: bool,
    pub places: [u32; 3],
    pub example: String,
    /// The headlines of the last different stories it stood in.
    pub stories: Vec<[u32; 4]>,
}

/// What was learned about one outlet. Empty to begin with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutletFrames {
    pub(super) n_articles: u32,
    pub(super) entries: HashMap<u64, Entry>,
    /// Beginnings of what follows `appeared first on`, and how often.
    pub(super) sites: BTreeMap<String, u32>,
    pub(super) headlines: HashSet<u64>,
    /// The same in the order in which they came, the oldest first.
    pub(super) headline_order: VecDeque<u64>,
}

impl OutletFrames {
    pub fn n_articles(&self) -> u32 {
        self.n_articles
    }

    /// Takes in one article as it came. Learn each once, in any order of days.
    pub fn learn(&mut self, outlet: &str, day: Day, title: &str, text: &str) {
        self.learn_site(text);
        let plain = clean(
            outlet,
            title,
            text,
            &OutletFrames { sites: self.sites.clone(), ..OutletFrames::default() },
        );
        let title = Words::of_headline(&plain.title);
        let story = sketch(&title);
        self.n_articles += 1;
        let all = units(&plain.text);
        let n_units = all.len();
        let mut seen = HashSet::new();
        for (index, unit) in all.into_iter().enumerate() {
            let from_end = n_units - 1 - index;
            if index.min(from_end) >= MAX_UNITS / 2 {
                continue;
            }
            let sentence = &plain.text[unit];
            for key in keys(sentence, &title, index.min(from_end)) {
                if seen.insert(key.hash) {
                    let place = if index < N_EDGE {
                        0
                    } else if from_end < N_EDGE {
                        2
                    } else {
                        1
                    };
                    self.count(key, sentence, day, story, place);
                }
            }
        }
        if title.0.len() >= MIN_WORDS {
            self.remember_headline(run_hash(&title, 0, title.0.len()));
        }
        if self.n_articles.is_multiple_of(WINDOW_ARTICLES) {
            self.fade();
        }
    }

    /// The learned frames, those in most articles first.
    pub fn frames(&self) -> Vec<Frame> {
        let learned = self.entries.values().filter(|entry| self.is_learned(entry));
        let mut frames: Vec<Frame> = learned
            .map(|entry| Frame {
                example: entry.example.clone(),
                n_articles: entry.n,
                n_days: entry.n_days,
                share: self.share(entry),
                varies: entry.varies,
                places: entry.places,
            })
            .collect();
        frames.sort_by(|a, b| (&a.example, a.varies).cmp(&(&b.example, b.varies)));
        frames.dedup_by(|a, b| a.example == b.example && a.n_articles < b.n_articles * 5 / 4);
        frames.sort_by(|a, b| b.n_articles.cmp(&a.n_articles).then_with(|| a.example.cmp(&b.example)));
        frames
    }

    /// What the outlet calls itself, the longest form that nearly always stands there.
    pub(super) fn site_names(&self) -> impl Iterator<Item = &str> {
        let most = self.sites.values().max().copied().unwrap_or(0);
        let common = self.sites.iter().filter(move |(_, n)| **n >= MIN_SITE_COUNT && **n * 5 >= most * 4);
        common.max_by_key(|(name, _)| name.len()).map(|(name, _)| name.as_str()).into_iter()
    }

    /// Where a headline of this outlet that begins with this word ends.
    pub(super) fn headline_end(&self, words: &Words, first: usize) -> Option<usize> {
        const MAX_HEADLINE_WORDS: usize = 30;
        let mut hash = 0;
        let mut end = None;
        for (n, word) in words.0.iter().skip(first).take(MAX_HEADLINE_WORDS).enumerate() {
            hash = mix(hash ^ word.hash);
            if n + 1 >= MIN_WORDS && self.headlines.contains(&hash) {
                end = Some(word.range.end);
            }
        }
        end
    }

    fn learn_site(&mut self, text: &str) {
        for place in first_appearances(text) {
            let line = line_from(text, place.end);
            let mut name = String::new();
            for word in line.split_whitespace().take(5) {
                let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
                if bare.is_empty() {
                    break;
                }
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(bare);
                *self.sites.entry(name.clone()).or_default() += 1;
                if word.ends_with('.') {
                    break;
                }
            }
        }
        if self.sites.len() > MAX_SITES {
            let most = self.sites.values().max().copied().unwrap_or(0);
            self.sites.retain(|_, n| *n * 10 >= most);
        }
        if self.sites.len() > MAX_SITES {
            self.sites.clear();
        }
    }

    fn count(&mut self, key: Key, sentence: &str, day: Day, story: [u32; 4], place: usize) {
        if self.entries.len() >= MAX_FRAMES && !self.entries.contains_key(&key.hash) {
            self.forget_singles();
        }
        let born = self.n_articles;
        let entry = self.entries.entry(key.hash).or_insert_with(|| Entry { born, ..Entry::default() });
        entry.n += 1;
        entry.varies = key.varies;
        entry.places[place] += 1;
        let day = day.number() as i32;
        if day != entry.last_day || entry.n_days == 0 {
            entry.n_days += 1;
            entry.last_day = day;
        }
        if entry.example.is_empty() && entry.n > 1 {
            entry.example = sentence[..sentence.floor_char_boundary(MAX_EXAMPLE_BYTES)].to_owned();
        }
        let is_same = |known: &[u32; 4]| known.iter().zip(&story).filter(|(a, b)| a == b).count() >= 2;
        if !entry.stories.iter().any(is_same) {
            entry.n_stories += 1;
            if entry.stories.len() >= 3 {
                entry.stories.remove(0);
            }
            entry.stories.push(story);
        }
    }

    fn share(&self, entry: &Entry) -> f64 {
        let since = self.n_articles.saturating_sub(entry.born).saturating_add(1);
        f64::from(entry.n) / f64::from(since.clamp(1, 2 * WINDOW_ARTICLES))
    }

    fn is_learned(&self, entry: &Entry) -> bool {
        // A sentence with a number, or one whose names vary, may be news in few words: it must come back more often.
        let is_exact = !entry.varies && !entry.example.contains(char::is_numeric);
        let min_share = if is_exact { MIN_SHARE } else { MIN_VARYING_SHARE };
        entry.n >= MIN_ARTICLES
            && entry.n_days >= MIN_DAYS
            && entry.n_stories >= MIN_STORIES
            && self.share(entry) >= min_share
    }

    /// The older half of what was seen once makes room; if that is not enough, so does what was seen least.
    fn forget_singles(&mut self) {
        let mut ages: Vec<(u32, u32)> = self.entries.values().map(|entry| (entry.n, entry.born)).collect();
        ages.sort_unstable();
        let (n, born) = ages[ages.len() / 2];
        self.entries.retain(|_, entry| (entry.n, entry.born) > (n, born));
    }

    fn fade(&mut self) {
        for entry in self.entries.values_mut() {
            entry.n /= 2;
            entry.born = entry.born.max(self.n_articles.saturating_sub(WINDOW_ARTICLES / 2));
        }
        self.entries.retain(|_, entry| entry.n > 0);
    }

    fn remember_headline(&mut self, hash: u64) {
        if self.headlines.insert(hash) {
            self.headline_order.push_back(hash);
        }
        while self.headline_order.len() > MAX_HEADLINES {
            if let Some(oldest) = self.headline_order.pop_front() {
                self.headlines.remove(&oldest);
            }
        }
    }
}

/// The sentences that the outlet repeats.
pub(super) fn repeated(text: &str, units: &[Range<usize>], context: &Context<'_>, found: &mut Vec<Found>) {
    if context.learned.entries.is_empty() {
        return;
    }
    for (index, unit) in units.iter().enumerate() {
        let edge = index.min(units.len() - 1 - index);
        let is_learned = |key: &Key| {
            let entry = context.learned.entries.get(&key.hash);
            entry.is_some_and(|entry| context.learned.is_learned(entry))
        };
        if keys(&text[unit.clone()], &context.title, edge).iter().any(is_learned) {
            found.push((unit.clone(), Reason::Repeated));
        }
    }
}
