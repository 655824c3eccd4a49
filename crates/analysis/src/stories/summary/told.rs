//! What headlines tell without their texts: enough to see how a story went on, and which of its texts are worth reading.

use std::collections::HashSet;

use domain::Instant;

use super::acts::{Act, act};
use super::quantities::{Quantity, contradict, quantities, tell_of_one_kind};
use super::turn::turn;
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
    worth: f32,
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

/// The places of up to `limit` items whose texts are worth reading, in the order of the items: the best headline that each
/// outlet has in the newest third, what tells a turn first, and the best that it has before. Neither part crowds out the
/// other, whatever their lengths.
pub fn to_read(told: &[Told], limit: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..told.len()).collect();
    order.sort_by(|a, b| told[*b].worth.total_cmp(&told[*a].worth));
    let Some(best) = order.first() else { return Vec::new() };
    let all: Vec<&Told> = told.iter().collect();
    let turn = turn(&all, &told[*best]);
    let tells = |place: &usize| turn.as_ref().is_some_and(|turn| turn.is_told_by(&told[*place]));
    let mut times: Vec<Instant> = told.iter().map(|one| one.at).collect();
    times.sort_unstable();
    let third = times.len() - times.len() / 3;
    let is_newest = |place: &usize| times.get(third).is_some_and(|since| told[*place].at >= *since);
    let (turned, rest): (Vec<usize>, Vec<usize>) = order.into_iter().partition(tells);
    let (newest, older): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(is_newest);
    let newer = first_of_outlets(told, turned.into_iter().chain(newest));
    let older = first_of_outlets(told, older.into_iter());
    let of_older = older.len().min(limit - newer.len().min(limit / 2));
    let mut chosen: Vec<usize> =
        newer.into_iter().take(limit - of_older).chain(older.into_iter().take(of_older)).collect();
    chosen.sort_unstable();
    chosen
}

fn first_of_outlets(told: &[Told], places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut outlets = HashSet::new();
    places.filter(|place| outlets.insert(told[*place].outlet)).collect()
}
