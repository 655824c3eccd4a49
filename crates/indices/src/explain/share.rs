//! Bitcoin's share of the attention: what each article draws it up or down by.

use std::collections::{BTreeMap, HashSet};

use domain::Day;

use super::{Change, Other, Part, Side};
use crate::fixed::to_f64;
use crate::math::exp2;
use crate::metrics::days_back;
use crate::metrics::dominance::Frame;
use crate::metrics::parameters::Dominance;
use crate::rollup::LEAD_ASSET;

const P: Dominance = Dominance::CURRENT;

pub fn parts(change: &Change<'_>) -> Vec<Part> {
    let sides = [change.earlier, change.later];
    let frames = sides.map(|side| Frame::new(&side.inputs, days_back(side.at.day(), P.window_days)));
    let share = |place: usize| {
        let (side, frame): (&Side<'_>, &Frame) = (&sides[place], &frames[place]);
        let lead = frame.assets.iter().position(|name| name == LEAD_ASSET)?;
        Some(frame.shares(side.inputs.cube, side.at.day()).1?[lead] / 100.0)
    };
    let (Some(earlier), Some(later)) = (share(0), share(1)) else { return Vec::new() };
    let usual = (earlier + later) / 2.0;
    let tracked: HashSet<&str> = frames[1].assets.iter().map(String::as_str).collect();
    // Attention to Bitcoin less its usual part of the attention to all assets.
    let beyond = |asset: &str, attention: i64| match asset {
        LEAD_ASSET => to_f64(attention) * (1.0 - usual),
        other if tracked.contains(other) => -to_f64(attention) * usual,
        _ => 0.0,
    };
    let told: HashSet<Day> = change.items.iter().map(|item| item.day).collect();
    let mut values = vec![0.0; change.items.len()];
    let mut fading: BTreeMap<&str, f64> = BTreeMap::new();
    for ((side, frame), sign) in sides.iter().zip(&frames).zip([-1.0, 1.0]) {
        let (cube, at) = (side.inputs.cube, side.at.day());
        let Some(pulls) = frame.pulls(cube, at) else { return Vec::new() };
        let window = days_back(at, P.window_days);
        let weight = |day: Day| match window.contains(day) {
            true => sign * exp2(-(at.since(day) as f64) / P.half_life_days),
            false => 0.0,
        };
        for (value, item) in values.iter_mut().zip(change.items) {
            let Some(pull) = pulls.get(item.outlet) else { continue };
            let beyond: f64 = item.assets.iter().map(|(asset, attention)| beyond(asset, *attention)).sum();
            *value += weight(item.day) * pull * beyond;
        }
        for (day, held) in cube.days(window).filter(|(day, _)| !told.contains(day)) {
            for row in &held.rollup.outlet_assets {
                let outlet = held.rollup.outlets[row.outlet as usize].name.as_str();
                let Some(pull) = pulls.get(outlet) else { continue };
                let asset = &held.rollup.assets[row.asset as usize].name;
                *fading.entry(outlet).or_default() += weight(day) * pull * beyond(asset, row.attention);
            }
        }
    }
    let told = values.iter().enumerate().map(|(item, value)| Part::of_item(item, *value));
    let fading = fading
        .into_iter()
        .map(|(outlet, value)| Part { outlet: Some(outlet.to_owned()), ..Part::of(Other::Fading, value) });
    told.chain(fading).collect()
}
