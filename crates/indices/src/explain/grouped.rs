//! Parts by story, outlet or cohort, in whole millionths that add up to the change.

use std::collections::BTreeMap;

use domain::Cohort;

use super::{Item, Other, Part, STEPS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Story,
    Outlet,
    Cohort,
}

/// Whose part it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Story([u8; 16]),
    /// Articles that are in no story.
    NoStory,
    Outlet(String),
    Cohort(Cohort),
    /// Articles, and what people say whose role is not known.
    NoCohort,
    Other(Other),
    /// So many others, each smaller than those listed.
    Smaller(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub key: Key,
    /// Of the metric's unit.
    pub millionths: i64,
}

/// The largest parts first, `limit` of them and the rest as one; they add up to `change` millionths.
pub fn grouped(parts: &[Part], items: &[Item<'_>], by: By, change: i64, limit: usize) -> Vec<Group> {
    let mut sums: BTreeMap<Key, f64> = BTreeMap::new();
    for part in parts {
        *sums.entry(key(part, items, by)).or_default() += part.value;
    }
    let mut groups = whole(sums, change);
    groups.retain(|group| group.millionths != 0);
    groups.sort_by(|a, b| b.millionths.abs().cmp(&a.millionths.abs()).then(a.key.cmp(&b.key)));
    if groups.len() > limit {
        let rest = groups.split_off(limit);
        let millionths = rest.iter().map(|group| group.millionths).sum();
        groups.push(Group { key: Key::Smaller(rest.len()), millionths });
    }
    groups
}

fn key(part: &Part, items: &[Item<'_>], by: By) -> Key {
    let item = part.item.map(|place| &items[place]);
    let other = part.other.unwrap_or(Other::Since);
    match by {
        By::Story => item.map_or(Key::Other(other), |item| item.story.map_or(Key::NoStory, Key::Story)),
        By::Outlet => match (item, &part.outlet) {
            (Some(item), _) => Key::Outlet(item.outlet.to_owned()),
            (None, Some(outlet)) => Key::Outlet(outlet.clone()),
            (None, None) => Key::Other(other),
        },
        By::Cohort => match (part.cohort, item) {
            (Some(cohort), _) => Key::Cohort(cohort),
            (None, Some(item)) => item.cohort.map_or(Key::NoCohort, Key::Cohort),
            (None, None) => Key::Other(other),
        },
    }
}

/// Rounds each sum and gives what is left over to those that lost most by it.
fn whole(sums: BTreeMap<Key, f64>, change: i64) -> Vec<Group> {
    let mut groups: Vec<(Group, f64)> = sums
        .into_iter()
        .map(|(key, sum)| {
            let millionths = (sum * STEPS).round();
            (Group { key, millionths: millionths as i64 }, sum * STEPS - millionths)
        })
        .collect();
    let left = change - groups.iter().map(|(group, _)| group.millionths).sum::<i64>();
    let step = left.signum();
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order
        .sort_by(|a, b| (groups[*b].1 * step as f64).total_cmp(&(groups[*a].1 * step as f64)).then(a.cmp(b)));
    for turn in 0..left.unsigned_abs() as usize {
        if let Some(place) = order.get(turn % order.len().max(1)) {
            groups[*place].0.millionths += step;
        }
    }
    groups.into_iter().map(|(group, _)| group).collect()
}
