//! How a story went on: which of its items tell what the chosen headline does not know yet.
//!
//! A story that was approved on Monday and halted on Tuesday must not be called by Monday's headline. Two signs of a turn are
//! looked for: items of several outlets that tell the contrary act about the same thing, and words that most of the newest
//! outlets use and hardly any before them. Copies and bought items are no signs.

use std::collections::HashSet;

use super::acts::Act;
use super::{Weighed, share};
use crate::stories::frequency::TermMap;

/// Outlets that tell a contrary act before it is believed.
const SEVERAL: usize = 2;
/// Outlets of the newest third before their common words count, and how many of them must use a word.
const NEWEST: usize = 3;
const MOST: f32 = 0.67;
/// A word is new where no more than this share of the earlier outlets used it.
const HARDLY: f32 = 0.2;
/// Terms of the headline that another one must have to be about the same thing.
const SAME: f32 = 0.2;

/// The places of the items that tell the turn, in their order; none where the headline at `title` is not overtaken.
pub(super) fn turn(items: &[&Weighed], title: usize) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|place| items[*place].at);
    contrary(items, &order, title).or_else(|| overtaken(items, &order, title))
}

/// Items that tell the opposite of what was told before them, if by the end they are those that are believed.
fn contrary(items: &[&Weighed], order: &[usize], title: usize) -> Option<Vec<usize>> {
    let tells = |place: &usize, act: Act| items[*place].act == Some(act) && is_about(items, title, *place);
    let telling = |part: &[usize], act: Act| outlets(items, part.iter().filter(|place| tells(place, act)));
    let turned = |act: Act| {
        let before = opposite(act);
        // It may have been told by one too early: the turn is where it holds from then on.
        let begins = |first: &usize| {
            if !tells(&order[*first], act) {
                return false;
            }
            let (older, newer) = order.split_at(*first);
            let now = telling(newer, act);
            let is_overtaken = items[title].act == Some(before) && older.contains(&title);
            let contradicts = is_overtaken || telling(older, before) >= SEVERAL;
            contradicts && now >= SEVERAL && now >= telling(newer, before)
        };
        let first = (0..order.len()).find(begins)?;
        Some(order[first..].iter().copied().filter(|place| tells(place, act)).collect())
    };
    let other = |act: Act| (items[title].act != Some(act)).then(|| turned(act)).flatten();
    other(Act::Stops).or_else(|| other(Act::Goes))
}

/// Items of the newest third that use a word which most of its outlets use, hardly any before, and not the headline.
fn overtaken(items: &[&Weighed], order: &[usize], title: usize) -> Option<Vec<usize>> {
    let (older, newest) = order.split_at(order.len() - order.len() / 3);
    let all = outlets(items, newest.iter());
    let before = outlets(items, older.iter());
    if all < NEWEST || before == 0 {
        return None;
    }
    let using = |part: &[usize], term| {
        outlets(items, part.iter().filter(|place| items[**place].title_facts.terms.contains(&term)))
    };
    let mut terms: TermMap<u32> = TermMap::default();
    for term in newest.iter().flat_map(|place| &items[*place].title_facts.terms) {
        *terms.entry(*term).or_insert(0) += 1;
    }
    let known = &items[title].title_facts.terms;
    let mut new: Vec<(usize, u64)> = terms
        .into_iter()
        .filter(|(term, _)| !known.contains(term))
        .map(|(term, _)| (using(newest, term), term))
        .filter(|(users, term)| {
            *users as f32 >= MOST * all as f32 && using(older, *term) as f32 <= HARDLY * before as f32
        })
        .collect();
    new.sort_unstable();
    let (_, term) = new.last()?;
    let tells =
        |place: &usize| items[*place].title_facts.terms.contains(term) && is_about(items, title, *place);
    let found: Vec<usize> = newest.iter().copied().filter(tells).collect();
    (!found.is_empty()).then_some(found)
}

fn opposite(act: Act) -> Act {
    match act {
        Act::Goes => Act::Stops,
        Act::Stops => Act::Goes,
    }
}

/// Its own words, and not bought.
fn is_sign(item: &Weighed) -> bool {
    !item.repeats && !item.sponsored
}

/// Whether it is about what the headline is about.
fn is_about(items: &[&Weighed], title: usize, place: usize) -> bool {
    let (title, other) = (&items[title].title_facts, &items[place].title_facts);
    share(&title.terms, &other.terms) >= SAME
}

/// How many outlets have a sign among some items.
fn outlets<'a>(items: &[&Weighed], places: impl Iterator<Item = &'a usize>) -> usize {
    let signs = places.map(|place| items[*place]).filter(|item| is_sign(item));
    signs.map(|item| item.outlet).collect::<HashSet<u64>>().len()
}
