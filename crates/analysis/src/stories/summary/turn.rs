//! How a story went on: which of its items tell what the chosen headline does not know yet.
//!
//! A story that was approved on Monday and halted on Tuesday must not be called by Monday's headline. Signs of a turn are,
//! in this order: items of several outlets that tell the contrary act about the same thing; amounts that changed day by
//! day, where only the newest are true; words that most of the newest outlets use and hardly any before them; and a larger
//! total. Copies, bought items and what shares did afterwards are no signs.

use std::collections::HashSet;

use domain::Instant;

use super::acts::Act;
use super::quantities::{Quantity, Unit, contradict, tell_of_one_kind};
use super::share;
use super::told::Told;
use crate::stories::frequency::TermMap;
use crate::stories::terms::Term;

/// Outlets that tell a contrary act or a new total before it is believed.
const SEVERAL: usize = 2;
/// Outlets of the newest third before their common words count, and how many of them must use a word.
const NEWEST: usize = 3;
const MOST: f32 = 0.67;
/// A word is new where no more than this share of the earlier outlets used it.
const HARDLY: f32 = 0.2;
/// Terms of the headline that another one must have to be about the same thing.
const SAME: f32 = 0.2;
/// Amounts that no headline told before, and the days on which they came, before a story is told day by day.
const NEW_AMOUNTS: usize = 6;
const NEW_DAYS: usize = 3;
/// A total that grew by more than this factor is of another thing.
const GROWTH: f64 = 10.0;
const DAY_MS: i64 = 86_400_000;

/// What the headline does not know.
pub(super) struct Turn<'a> {
    since: Instant,
    title: &'a Told,
    sign: Sign,
}

enum Sign {
    Act(Act),
    Word(Term),
    Total(Quantity),
    /// The newest items alone.
    Newest,
}

impl Turn<'_> {
    pub fn is_told_by(&self, one: &Told) -> bool {
        one.at >= self.since
            && match self.sign {
                Sign::Act(act) => one.act == Some(act) && is_about(self.title, one),
                Sign::Word(term) => one.terms.contains(&term) && is_about(self.title, one),
                Sign::Total(total) => tells_of(one, &total) && is_about(self.title, one),
                Sign::Newest => true,
            }
    }
}

/// Where the headline `title` is overtaken.
pub(super) fn turn<'a>(told: &[&Told], title: &'a Told) -> Option<Turn<'a>> {
    let mut order = told.to_vec();
    order.sort_by_key(|one| one.at);
    contrary(&order, title)
        .or_else(|| day_by_day(&order))
        .or_else(|| overtaken(&order, title))
        .or_else(|| grown(&order, title))
        .filter(|(since, sign)| !matches!(sign, Sign::Newest) || title.at < *since)
        .map(|(since, sign)| Turn { since, title, sign })
}

/// Items that tell the opposite of what was told before them, if by the end they are those that are believed.
fn contrary(order: &[&Told], title: &Told) -> Option<(Instant, Sign)> {
    let tells = |one: &Told, act: Act| one.act == Some(act) && is_about(title, one);
    let telling = |part: &[&Told], act: Act| outlets(part.iter().copied().filter(|one| tells(one, act)));
    let turned = |act: Act| {
        let before = opposite(act);
        // It may have been told by one too early: the turn is where it holds from then on.
        let begins = |first: &usize| {
            if !tells(order[*first], act) {
                return false;
            }
            let (older, newer) = order.split_at(*first);
            let now = telling(newer, act);
            let is_overtaken = title.act == Some(before) && title.at < order[*first].at;
            let contradicts = is_overtaken || telling(older, before) >= SEVERAL;
            contradicts && now >= SEVERAL && now >= telling(newer, before)
        };
        let first = (0..order.len()).find(begins)?;
        Some((order[first].at, Sign::Act(act)))
    };
    let other = |act: Act| (title.act != Some(act)).then(|| turned(act)).flatten();
    other(Act::Stops).or_else(|| other(Act::Goes))
}

/// A story that goes on for days, and most amounts in it were never told before: what it said first is long untrue. The
/// newest are the last day's, and more where that is one outlet's alone.
fn day_by_day(order: &[&Told]) -> Option<(Instant, Sign)> {
    let signs: Vec<&Told> = order.iter().copied().filter(|one| one.is_sign).collect();
    let (mut telling, mut new) = (0, Vec::new());
    for (at, one) in signs.iter().enumerate().filter(|(_, one)| !one.quantities.is_empty()) {
        let mut earlier = signs[..at].iter().map(|earlier| &earlier.quantities);
        let of_kind = |earlier: &&Vec<Quantity>| tell_of_one_kind(&one.quantities, earlier);
        if earlier.clone().any(|earlier| of_kind(&earlier)) {
            telling += 1;
            if earlier.all(|earlier| !of_kind(&earlier) || contradict(&one.quantities, earlier)) {
                new.push(one.at.day());
            }
        }
    }
    let days = new.iter().collect::<HashSet<_>>().len();
    if new.len() < NEW_AMOUNTS || days < NEW_DAYS || 2 * new.len() < telling {
        return None;
    }
    let newest = signs.last()?;
    let another = signs.iter().rev().find(|one| one.outlet != newest.outlet)?;
    Some((another.at.min(newest.at.plus_ms(-DAY_MS)), Sign::Newest))
}

/// Items of the newest third that use a word which most of its outlets use, hardly any before, and not the headline.
fn overtaken(order: &[&Told], title: &Told) -> Option<(Instant, Sign)> {
    let (older, newest) = order.split_at(order.len() - order.len() / 3);
    let all = outlets(newest.iter().copied());
    let before = outlets(older.iter().copied());
    if all < NEWEST || before == 0 {
        return None;
    }
    let needed = MOST * all as f32;
    let using = |part: &[&Told], term| outlets(part.iter().copied().filter(|one| one.terms.contains(&term)));
    let mut terms: TermMap<u32> = TermMap::default();
    for term in newest.iter().flat_map(|one| &one.terms) {
        *terms.entry(*term).or_insert(0) += 1;
    }
    let mut new: Vec<(usize, Term)> = terms
        .into_iter()
        .filter(|(term, count)| *count as f32 >= needed && !title.terms.contains(term))
        .map(|(term, _)| (using(newest, term), term))
        .filter(|(users, term)| {
            *users as f32 >= needed && using(older, *term) as f32 <= HARDLY * before as f32
        })
        .collect();
    new.sort_unstable();
    let (_, term) = new.last()?;
    Some((newest.first()?.at, Sign::Word(*term)))
}

/// A larger total than the headline's that several outlets tell, and none told before the headline's: a count that went on.
/// Where several tell both at once (bought 1,000 and has 5,000) they are two things.
fn grown(order: &[&Told], title: &Told) -> Option<(Instant, Sign)> {
    let signs: Vec<&Told> = order.iter().copied().filter(|one| one.is_sign && is_about(title, one)).collect();
    let telling = |total: Quantity| signs.iter().copied().filter(move |one| tells_of(one, &total));
    let first = |total: Quantity| telling(total).map(|one| one.at).min();
    [Unit::Money, Unit::Coins, Unit::Many].into_iter().find_map(|unit| {
        let largest = |one: &Told| {
            let of_unit = one.quantities.iter().copied().filter(|total| total.unit == unit);
            of_unit.max_by(by_value)
        };
        let own = largest(title)?;
        let told = first(own).unwrap_or(title.at).min(title.at);
        let is_grown = |total: &Quantity| {
            !total.is_alike(&own)
                && (own.value..=GROWTH * own.value).contains(&total.value)
                && first(*total).is_some_and(|at| at > told)
                && outlets(telling(*total)) >= SEVERAL
                && outlets(telling(*total).filter(|one| tells_of(one, &own))) < SEVERAL
        };
        let total = signs.iter().filter_map(|one| largest(one)).filter(is_grown).max_by(by_value)?;
        Some((first(total)?, Sign::Total(total)))
    })
}

fn by_value(one: &Quantity, other: &Quantity) -> std::cmp::Ordering {
    one.value.total_cmp(&other.value)
}

fn tells_of(one: &Told, total: &Quantity) -> bool {
    one.quantities.iter().any(|quantity| quantity.is_alike(total))
}

fn opposite(act: Act) -> Act {
    match act {
        Act::Goes => Act::Stops,
        Act::Stops => Act::Goes,
    }
}

/// Whether it is about what the headline is about.
fn is_about(title: &Told, other: &Told) -> bool {
    share(&title.terms, &other.terms) >= SAME
}

/// How many outlets have a sign among some items.
fn outlets<'a>(told: impl Iterator<Item = &'a Told>) -> usize {
    told.filter(|one| one.is_sign).map(|one| one.outlet).collect::<HashSet<u64>>().len()
}
