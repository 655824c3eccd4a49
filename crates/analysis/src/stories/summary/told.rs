//! What headlines tell without their texts: enough to see how a story went on, and which of its texts are worth reading.

use std::collections::HashSet;

use domain::Instant;

use super::acts::{Act, act};
use super::quantities::{Quantity, contradict, quantities, tell_of_one_kind};
use super::{SummaryItem, bought, central, count, distinct, drawn_lot, headline, originality};
use crate::fingerprint::hash_word;
use crate::stories::terms::Term;

/// What the headline of an item of a story tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub at: Instant,
    pub(super) terms: Vec<Term>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) outlet: u64,
    pub(super) act: Option<Act>,
    /// It can show that a story turned: its own words, not bought, and not what a share did afterwards.
    pub(super) is_sign: bool,
    /// How good it is as the name of the story.
    pub(super) quality: f32,
    /// What it is worth as one, as far as headlines show.
    pub(super) worth: f32,
}

/// What the headlines of a story tell; nothing of their contents is asked.
pub fn tell(items: &[SummaryItem]) -> Vec<Told> {
    let terms: Vec<Vec<Term>> = items.iter().map(|item| distinct(item.title)).collect();
    let counts = count(terms.iter());
    let repeats: Vec<bool> = items.iter().map(|item| item.repeats).collect();
    let originality = originality(items, &repeats);
    let begins = items.iter().map(|item| item.at).min();
    let outlets: Vec<u64> = items.iter().map(|item| hash_word(item.outlet)).collect();
    let amounts: Vec<Vec<Quantity>> = items.iter().map(|item| quantities(item.title)).collect();
    let told = |(at, (item, terms)): (usize, (&SummaryItem, Vec<Term>))| {
        let outvoted = if is_outvoted(&amounts, &outlets, at) { 0.3 } else { 1.0 };
        let quality = headline::quality(item.title, item.outlet) * outvoted;
        let merit = originality[at] * drawn_lot(item.outlet, begins) * bought(item);
        Told {
            at: item.at,
            quantities: amounts[at].clone(),
            outlet: outlets[at],
            act: act(item.title),
            is_sign: !item.repeats && !item.sponsored && !headline::is_reaction(item.title),
            quality,
            worth: central(&terms, &counts, 12.0) * merit * quality.max(0.001),
            terms,
        }
    };
    items.iter().zip(terms).enumerate().map(told).collect()
}

/// More outlets tell such an amount differently than tell it so: it is of something else than the story is about.
fn is_outvoted(amounts: &[Vec<Quantity>], outlets: &[u64], at: usize) -> bool {
    let own = &amounts[at];
    let (mut against, mut with) = (HashSet::new(), HashSet::new());
    for (other, outlet) in amounts.iter().zip(outlets).filter(|(other, _)| tell_of_one_kind(own, other)) {
        if contradict(own, other) { &mut against } else { &mut with }.insert(outlet);
    }
    against.len() > with.len()
}
