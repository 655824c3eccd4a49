//! What is told of far more around some moment than otherwise: the words of a great event.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::clusterer::Clusterer;
use super::frequency::{TermMap, TermSet};
use super::item::ItemTerms;
use super::shelves::Shelf;
use super::terms::terms;
use crate::tongue::Tongue;

const MS_PER_HALF_DAY: i64 = 43_200_000;

/// A term that fewer items of a half day have is not counted there.
const FEWEST: u32 = 3;

/// How fast a term gains its full weight with the items that have it: over this power of e of the least that count.
const FULL_AFTER: f32 = 1.5;

/// The weight of a term that just enough items have.
const JUST_ENOUGH: f32 = 0.2;

/// Each of these has its month and tells of nothing; the days of the week are small words already.
const MONTHS: &str = "January February March April May June July August September October November December \
    Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec";

/// A language and a half day.
type Time = (Tongue, i64);

/// Worked out where it is asked for, and kept while a review lasts.
#[derive(Default)]
pub(super) struct Bursts {
    counted: BTreeMap<Time, Counted>,
    found: BTreeMap<Time, TermMap<f32>>,
}

#[derive(Default)]
struct Counted {
    items: u32,
    terms: TermMap<u32>,
}

impl Bursts {
    /// The terms that burst around an item's time, each with how much.
    pub fn around(&mut self, item: &ItemTerms, clusterer: &Clusterer) -> &TermMap<f32> {
        let (tongue, half) = (item.tongue, item.at_ms.div_euclid(MS_PER_HALF_DAY));
        if !self.found.contains_key(&(tongue, half)) {
            let bursts = self.find(tongue, half, clusterer);
            self.found.insert((tongue, half), bursts);
        }
        &self.found[&(tongue, half)]
    }

    fn find(&mut self, tongue: Tongue, half: i64, clusterer: &Clusterer) -> TermMap<f32> {
        let mut around = Counted::default();
        for half in half - 1..=half + 1 {
            let counted =
                self.counted.entry((tongue, half)).or_insert_with(|| count(tongue, half, clusterer));
            around.items += counted.items;
            for (term, count) in &counted.terms {
                *around.terms.entry(*term).or_insert(0) += count;
            }
        }
        let settings = &clusterer.settings.gather;
        let least = (settings.least_items as f32).max(settings.least_share * around.items as f32);
        let mut bursts = TermMap::default();
        for (term, count) in around.terms {
            let times = count as f32 / around.items as f32 / clusterer.frequencies.share(tongue, term);
            if count as f32 >= least && times >= settings.times {
                let size = ((count as f32 / least).ln() / FULL_AFTER + JUST_ENOUGH).min(1.0);
                bursts.insert(term, times.ln() * size);
            }
        }
        bursts
    }
}

fn count(tongue: Tongue, half: i64, clusterer: &Clusterer) -> Counted {
    static NO_NEWS: LazyLock<TermSet> = LazyLock::new(|| terms(MONTHS).collect());
    let mut counted = Counted::default();
    for slot in clusterer.shelves.on(Shelf { tongue, day: half.div_euclid(2) }) {
        let item = &clusterer.kept(*slot).weighed.item;
        if item.at_ms.div_euclid(MS_PER_HALF_DAY) == half {
            counted.items += 1;
            for mark in item.marks.iter().filter(|mark| !mark.is_number) {
                *counted.terms.entry(mark.term).or_insert(0) += 1;
            }
        }
    }
    counted.terms.retain(|term, count| *count >= FEWEST && !NO_NEWS.contains(term));
    counted
}
