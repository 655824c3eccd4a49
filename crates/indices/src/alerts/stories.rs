//! Stories that are new and told by many houses.

use std::collections::{BTreeSet, HashMap};

use domain::Instant;

/// Within so long of its beginning a story is new.
const NEW_FOR_MS: i64 = 3 * domain::time::MS_PER_DAY;
/// A story of which nothing was told for so long begins anew.
pub const SILENCE_MS: i64 = 7 * domain::time::MS_PER_DAY;

/// One item of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling<'a> {
    pub story: &'a str,
    pub family: &'a str,
    pub at: Instant,
}

struct Episode<'a> {
    began: Instant,
    last: Instant,
    families: BTreeSet<&'a str>,
    told: bool,
}

/// Stories that so many families told while they were new, each with the moment at which there were that many. The
/// items come in the order of time.
pub fn new_stories<'a>(items: &[Telling<'a>], min_families: u32) -> Vec<(&'a str, Instant)> {
    let mut episodes: HashMap<&str, Episode<'a>> = HashMap::new();
    let mut found = Vec::new();
    for item in items {
        let fresh = || Episode { began: item.at, last: item.at, families: BTreeSet::new(), told: false };
        let episode = episodes.entry(item.story).or_insert_with(fresh);
        if item.at.ms() - episode.last.ms() > SILENCE_MS {
            *episode = fresh();
        }
        episode.last = item.at;
        episode.families.insert(item.family);
        let is_new = item.at.ms() - episode.began.ms() <= NEW_FOR_MS;
        if is_new && !episode.told && episode.families.len() >= min_families as usize {
            episode.told = true;
            found.push((item.story, item.at));
        }
    }
    found
}
