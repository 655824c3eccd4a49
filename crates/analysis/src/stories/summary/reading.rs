//! Which texts of a story are worth reading, by what its headlines tell.

use std::collections::HashSet;

use domain::Instant;

use super::told::Told;
use super::turn::turn;

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
