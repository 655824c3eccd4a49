//! What an outlet calls itself and how its headlines read, from what it writes around them.

use std::collections::{BTreeMap, HashSet, VecDeque};

use domain::cut::restored;
use domain::{Cut, CutReason, Field};

use super::entry::WINDOW_ARTICLES;
use super::page::{MIN_TITLE_WORDS, Page};
use super::sites::{line_from, title_tail};

pub(super) const MAX_NAMES: usize = 40;
pub(super) const MAX_HEADLINES: usize = 2_000;
const MAX_NAME_BYTES: usize = 80;
const MIN_SITE_COUNT: u32 = 3;
const MIN_TAIL_COUNT: u32 = 6;
const MIN_TAIL_SHARE: f64 = 0.2;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names {
    /// Beginnings of what follows `appeared first on`, and how often.
    pub sites: BTreeMap<String, u32>,
    /// What stands behind the last mark of headlines, and how often.
    pub tails: BTreeMap<String, u32>,
    headlines: HashSet<u32>,
    /// The same in the order in which they came, the oldest first.
    headline_order: VecDeque<u32>,
}

impl Names {
    pub fn learn(&mut self, title: &str, text: &str, cuts: &[Cut]) {
        if let Some((_, tail)) = restored(title, Field::Title, cuts).as_deref().and_then(title_tail) {
            count(&mut self.tails, tail.trim());
        }
        for cut in cuts.iter().filter(|cut| cut.reason == CutReason::FirstAppeared) {
            // The name was cut as far as it was known; the rest of it stands where the cut was.
            let after = text.get(cut.at..).map_or("", |rest| line_from(rest.trim_start(), 0));
            let marks = [" on ", " at ", " in ", " from "].into_iter();
            let name_start = marks.filter_map(|mark| Some(cut.text.rfind(mark)? + mark.len())).max();
            let Some(name_start) = name_start else { continue };
            let line = format!("{} {after}", &cut.text[name_start..]);
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
                count(&mut self.sites, &name);
                if word.ends_with('.') {
                    break;
                }
            }
        }
        let page = Page::of(title, &[]);
        if page.words.len() >= MIN_TITLE_WORDS {
            self.remember_headline(page.run_hash(0..page.words.len()) as u32);
        }
    }

    /// What the outlet calls itself, the longest form that nearly always stands there.
    pub fn site(&self) -> Option<&str> {
        let most = self.sites.values().max().copied().unwrap_or(0);
        let common = self.sites.iter().filter(|(_, n)| **n >= MIN_SITE_COUNT && **n * 5 >= most * 4);
        common.max_by_key(|(name, _)| name.len()).map(|(name, _)| name.as_str())
    }

    /// Whether the outlet, of which so many articles are known, puts this behind its headlines.
    pub fn is_title_tail(&self, tail: &str, n_articles: u32) -> bool {
        let n = self.tails.get(tail.trim()).copied().unwrap_or(0);
        let n_articles = f64::from(n_articles.min(2 * WINDOW_ARTICLES));
        n >= MIN_TAIL_COUNT && f64::from(n) >= MIN_TAIL_SHARE * n_articles
    }

    /// Where a headline of this outlet that begins with this word ends.
    pub fn headline_end(&self, page: &Page<'_>, first: usize) -> Option<usize> {
        const MAX_HEADLINE_WORDS: usize = 30;
        let last = (first + MAX_HEADLINE_WORDS).min(page.words.len());
        let is_one = |end: &usize| self.headlines.contains(&(page.run_hash(first..*end) as u32));
        (first + MIN_TITLE_WORDS..=last).rev().find(is_one).map(|end| page.end_of(end - 1))
    }

    pub fn fade(&mut self) {
        for names in [&mut self.sites, &mut self.tails] {
            names.values_mut().for_each(|n| *n /= 2);
            names.retain(|_, n| *n > 0);
        }
    }

    pub fn headlines(&self) -> impl ExactSizeIterator<Item = u32> {
        self.headline_order.iter().copied()
    }

    pub fn remember_headline(&mut self, hash: u32) {
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

fn count(names: &mut BTreeMap<String, u32>, name: &str) {
    if name.len() > MAX_NAME_BYTES {
        return;
    }
    *names.entry(name.to_owned()).or_default() += 1;
    if names.len() > MAX_NAMES {
        let most = names.values().max().copied().unwrap_or(0);
        names.retain(|_, n| *n * 10 >= most);
    }
    if names.len() > MAX_NAMES {
        names.clear();
    }
}
