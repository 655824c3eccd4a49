//! The narrative cost basis: N / D moves by A (P - V) / D, where V is the basis of the day before.

use super::{Change, Part};
use crate::fixed::to_f64;
use crate::metrics::Inputs;
use crate::metrics::narrative_cost_basis::Basis;
use crate::metrics::parameters::CostBasis;
use crate::rollup::LEAD_ASSET;

const P: CostBasis = CostBasis::CURRENT;

pub fn parts(change: &Change<'_>) -> Vec<Part> {
    let Inputs { cube, closes, .. } = change.later.inputs;
    let last = change.later.at.day();
    let (Some(span), Some(close)) = (cube.span(), closes.get(last)) else { return Vec::new() };
    let Some(lead) = cube.find_asset(LEAD_ASSET) else { return Vec::new() };
    let mut basis = Basis::new(P.half_life_days);
    let mut before = None;
    let mut day = span.first();
    while day <= last {
        let attention = cube.day(day).map_or(0, |held| {
            let rows = held.rollup.outlet_assets.iter();
            rows.filter(|row| held.assets[row.asset as usize] == lead).map(|row| row.attention).sum()
        });
        before = basis.value();
        basis.step(to_f64(attention), closes.get(day));
        day = day.plus(1);
    }
    let Some(before) = before.filter(|_| basis.attention() > 0.0) else { return Vec::new() };
    let distance = (close - before) / basis.attention();
    let part = |(place, item): (usize, &super::Item<'_>)| {
        (item.day == last).then(|| Part::of_item(place, to_f64(item.lead_attention()) * distance))
    };
    change.items.iter().enumerate().filter_map(part).collect()
}
