//! An item as weighted terms.

use super::frequency::{Frequencies, TermMap};
use super::item::ItemTerms;
use super::settings::Settings;
use super::terms::{Term, pair};

/// One term of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weighted {
    pub term: Term,
    /// In the item as a whole; the squares sum to one.
    pub whole: f32,
    /// In the title alone; 0 where the title lacks it.
    pub title: f32,
    pub rarity: f32,
}

/// What an item is compared by.
#[derive(Clone, Debug)]
pub(super) struct Vector {
    /// In the order of their terms.
    pub terms: Vec<Weighted>,
    /// The title's neighbouring terms, distinct and in order.
    pub pairs: Vec<Term>,
    /// Neighbouring terms in the title, repeats counted.
    pub pair_count: usize,
    /// 0 for a bare title, 1 from forty words of content on.
    pub content: f32,
    /// Sum of the weights.
    pub mass: f32,
}

impl Vector {
    /// Weighs an item's terms, counting them as seen.
    pub fn read(item: &ItemTerms, settings: &Settings, frequencies: &mut Frequencies) -> Vector {
        let title = &item.title;
        let mut counts: TermMap<f32> = TermMap::default();
        for term in title {
            *counts.entry(*term).or_insert(0.0) += settings.title_weight;
        }
        for term in &item.content {
            *counts.entry(*term).or_insert(0.0) += 1.0;
        }
        for entity in &item.entities {
            counts.insert(*entity, 1.0);
        }
        let words = item.content.len();
        frequencies.add(counts.keys().copied());
        let mut in_title = title.clone();
        in_title.sort_unstable();
        in_title.dedup();
        let mut weighted: Vec<Weighted> = counts
            .into_iter()
            .map(|(term, count)| {
                let rarity = frequencies.rarity(term, settings.items_known, settings.term_unknown);
                let title = if in_title.binary_search(&term).is_ok() { rarity } else { 0.0 };
                Weighted { term, whole: (1.0 + count.ln().max(0.0)) * rarity, title, rarity }
            })
            .collect();
        weighted.sort_unstable_by_key(|weighted| weighted.term);
        normalise(&mut weighted);
        let mut pairs: Vec<Term> = title.windows(2).map(|two| pair(two[0], two[1])).collect();
        let pair_count = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        let mass = weighted.iter().map(|weighted| weighted.whole).sum::<f32>().max(1e-9);
        Vector { terms: weighted, pairs, pair_count, content: (words as f32 / 40.0).min(1.0), mass }
    }

    /// The most telling terms, heaviest first.
    pub fn heaviest(&self, most: usize) -> Vec<(Term, f32)> {
        let mut terms: Vec<&Weighted> = self.terms.iter().collect();
        terms.sort_unstable_by(|a, b| b.whole.total_cmp(&a.whole).then(a.term.cmp(&b.term)));
        terms.into_iter().take(most).map(|weighted| (weighted.term, weighted.whole)).collect()
    }
}

fn normalise(terms: &mut [Weighted]) {
    let length = |sum: f32| sum.sqrt().max(1e-9);
    let whole = length(terms.iter().map(|t| t.whole * t.whole).sum());
    let title = length(terms.iter().map(|t| t.title * t.title).sum());
    for term in terms {
        term.whole /= whole;
        term.title /= title;
    }
}
