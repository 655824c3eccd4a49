//! What one outlet repeats. Runs of words that come back in articles about other things, on several days, are the
//! outlet's and not the news'.
//!
//! A run begins where a sentence does, or with a capital inside one, since many feeds drop the line breaks; it is known by
//! its first words and reaches as far as its articles agree. A story told again repeats its sentences too, so only
//! articles whose headlines differ count as different. Bounded: what was seen once is kept as a few bits, and what does
//! not come back makes room. What was learned stays, so that old articles can be cleaned again, until there is no room.

use std::collections::BTreeMap;

use domain::{Cut, CutReason, Day, Field, Instant};

use super::entry::{Entry, Sight, WINDOW_ARTICLES};
use super::names::Names;
use super::page::{Page, headline};
use super::recent::Recent;
use super::signs::ByHash;
use super::starts::starts;
use crate::fingerprint::mix;

/// Runs that are counted for an outlet.
pub(super) const MAX_ENTRIES: usize = 600;
/// Of these, such as are learned.
const MAX_LEARNED: usize = 300;
/// Frames that people told to be text.
pub(super) const MAX_FORGOTTEN: usize = 200;
/// Sentences of an article that are learned, from both ends.
const MAX_UNITS: usize = 120;
/// Sentences from either end that count as an edge.
pub(super) const N_EDGE: usize = 6;
/// Of the three places of a frame.
const LAST: usize = 2;

/// A learned run, for people to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What `forget` knows it by.
    pub key: u64,
    pub example: String,
    /// In how many articles it stood lately.
    pub n_articles: u32,
    pub n_days: u32,
    pub last_day: Day,
    /// Of the outlet's articles, when it was most.
    pub share: f64,
    /// How often it stood among the first sentences, in the middle and among the last.
    pub places: [u32; 3],
}

/// What was learned about one outlet. Empty to begin with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutletFrames {
    pub(super) n_articles: u32,
    pub(super) recent: Recent,
    pub(super) entries: ByHash<Entry>,
    pub(super) forgotten: BTreeMap<u64, String>,
    pub(super) names: Names,
}

impl OutletFrames {
    pub fn n_articles(&self) -> u32 {
        self.n_articles
    }

    /// Takes in one cleaned article with what was cut from it. Learn each once, in any order of days.
    pub fn learn(&mut self, day: Day, title: &str, text: &str, cuts: &[Cut]) {
        self.n_articles += 1;
        self.names.learn(title, text, cuts);
        let words = headline(title);
        let story = sketch(&words);
        let sight = Sight { article: self.n_articles, day: day.number() as i32, story, place: 0 };
        let mut fresh = Vec::new();
        self.learn_text(&Page::of(text, &words), sight, &mut fresh);
        let was_repeated = |cut: &&Cut| cut.field == Field::Content && cut.reason == CutReason::Repeated;
        for cut in cuts.iter().filter(was_repeated) {
            let is_last = cut.at == text.len() && cut.at > 0;
            let place = if is_last { LAST } else { usize::from(cut.at > 0) };
            self.learn_text(&Page::of(&cut.text, &words), Sight { place, ..sight }, &mut fresh);
        }
        // Only now, so that what stands twice in one article is seen once.
        fresh.into_iter().for_each(|key| self.recent.insert(key));
        if self.n_articles.is_multiple_of(WINDOW_ARTICLES) {
            self.fade();
        }
    }

    /// The same without what only learning needs, which is most of it.
    pub fn for_cleaning(mut self) -> OutletFrames {
        self.recent = Recent::default();
        self.entries.retain(|_, entry| entry.is_learned());
        self.entries.values_mut().for_each(|entry| entry.example = String::new());
        self
    }

    /// The learned frames, those in most articles first.
    pub fn frames(&self) -> Vec<Frame> {
        let learned = self.entries.iter().filter(|(_, entry)| entry.is_learned());
        let mut frames: Vec<Frame> = learned
            .map(|(key, entry)| Frame {
                key: *key,
                example: entry.example.clone(),
                n_articles: entry.n,
                n_days: entry.n_days,
                last_day: Day::from_number(i64::from(entry.days[1])).unwrap_or(Instant::from_ms(0).day()),
                share: f64::from(entry.share),
                places: entry.places,
            })
            .collect();
        frames.sort_by_key(|frame| std::cmp::Reverse(frame.example.len()));
        // A run inside a longer one says nothing more.
        let mut whole: Vec<Frame> = Vec::new();
        for frame in frames {
            if !whole.iter().any(|longer| longer.example.contains(&frame.example)) {
                whole.push(frame);
            }
        }
        whole.sort_by(|a, b| b.n_articles.cmp(&a.n_articles).then_with(|| a.example.cmp(&b.example)));
        whole
    }

    /// What was forgotten and is not learned again: keys and examples.
    pub fn forgotten(&self) -> impl Iterator<Item = (u64, &str)> {
        self.forgotten.iter().map(|(key, example)| (*key, example.as_str()))
    }

    /// From now on this is text. False where there is no such frame, or where too much was forgotten.
    pub fn forget(&mut self, key: u64) -> bool {
        if self.forgotten.len() >= MAX_FORGOTTEN {
            return false;
        }
        let Some(entry) = self.entries.remove(&key) else { return false };
        self.entries
            .retain(|_, inside| inside.example.is_empty() || !entry.example.contains(&inside.example));
        self.forgotten.insert(key, entry.example);
        true
    }

    /// What was forgotten may be learned again. False where it was not.
    pub fn allow(&mut self, key: u64) -> bool {
        self.forgotten.remove(&key).is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn is_forgotten(&self, key: u64) -> bool {
        self.forgotten.contains_key(&key)
    }

    pub(super) fn learned(&self, key: u64) -> Option<&Entry> {
        self.entries.get(&key).filter(|entry| entry.is_learned())
    }

    fn learn_text(&mut self, page: &Page<'_>, sight: Sight, fresh: &mut Vec<u64>) {
        let n_units = page.units.len();
        for (index, unit) in page.units.iter().enumerate() {
            let from_end = n_units - 1 - index;
            if index.min(from_end) >= MAX_UNITS / 2 {
                continue;
            }
            let edge = if index < N_EDGE { 0 } else { 1 + usize::from(from_end < N_EDGE) };
            let sight = Sight { place: sight.place.max(edge), ..sight };
            for start in starts(page, unit) {
                if let Some(entry) = self.entries.get_mut(&start.key) {
                    entry.see(page, &start, sight);
                } else if self.is_forgotten(start.key) {
                    // What stands inside a sentence goes with it.
                    if !start.is_inside {
                        break;
                    }
                } else if self.recent.contains(start.key) {
                    if self.entries.len() >= MAX_ENTRIES {
                        self.make_room();
                    }
                    let mut entry = Entry::seen_once(page, &start, sight);
                    entry.see(page, &start, sight);
                    self.entries.insert(start.key, entry);
                } else {
                    fresh.push(start.key);
                }
            }
        }
    }

    /// What was not seen for longest makes room, the least often seen first, what is learned last.
    fn make_room(&mut self) {
        let n_learned = self.entries.values().filter(|entry| entry.is_learned()).count();
        let rank = |entry: &Entry| {
            let is_safe = entry.is_learned() && n_learned <= MAX_LEARNED;
            (is_safe, entry.n_stories.min(3), entry.last)
        };
        let mut ranks: Vec<_> = self.entries.values().map(rank).collect();
        ranks.sort_unstable();
        let limit = ranks[ranks.len() / 3];
        self.entries.retain(|_, entry| rank(entry) > limit);
    }

    fn fade(&mut self) {
        for entry in self.entries.values_mut() {
            for count in [&mut entry.n, &mut entry.n_full, &mut entry.n_anew, &mut entry.n_long] {
                *count = count.div_ceil(2);
            }
            entry.born = entry.born.max(self.n_articles.saturating_sub(WINDOW_ARTICLES / 2));
        }
        let oldest = self.n_articles.saturating_sub(WINDOW_ARTICLES);
        self.entries.retain(|_, entry| entry.is_learned() || entry.last > oldest);
        self.names.fade();
    }
}

/// The smallest hashes of a headline's words under four seeds: headlines that share words share some of them.
fn sketch(title: &[u64]) -> [u16; 4] {
    let mut smallest = [u64::MAX; 4];
    for word in title {
        for (seed, least) in smallest.iter_mut().enumerate() {
            *least = (*least).min(mix(word ^ (seed as u64 + 1)));
        }
    }
    smallest.map(|hash| (hash >> 16) as u16)
}
