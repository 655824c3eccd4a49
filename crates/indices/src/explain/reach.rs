//! Narrative reach: panels, the units that came above their own past or fell back, and the articles in which they spoke.

use std::collections::HashMap;

use domain::Day;

use super::{Change, Item, Other, Part};
use crate::cube::Cube;
use crate::metrics::last_complete_day;
use crate::metrics::main_breadth::{PANELS, PanelDay, panel_days};
use crate::statistics::mid_rank;

pub fn parts(change: &Change<'_>) -> Vec<Part> {
    let [(before_cube, before_day), (now_cube, now_day)] =
        [change.earlier, change.later].map(|side| (side.inputs.cube, last_complete_day(side.at)));
    let (earlier, later) = (panel_days(before_cube, before_day), panel_days(now_cube, now_day));
    let ranked = |panels: &[PanelDay]| panels.iter().filter(|panel| panel.reading.rank.is_some()).count();
    let counts = [ranked(&earlier.0), ranked(&later.0)].map(|count| count.max(1) as f64);
    let mut values = vec![0.0; change.items.len()];
    let (mut past, mut panels) = (0.0, 0.0);
    for (place, (before, now)) in earlier.0.iter().zip(&later.0).enumerate() {
        let ranks = (before.reading.rank, now.reading.rank, before.reading.share, now.reading.share);
        let (Some(rank_before), Some(rank_now), Some(share_before), Some(share_now)) = ranks else {
            let rank = |panel: &PanelDay| panel.reading.rank.unwrap_or(0.0);
            panels += 100.0 * (rank(now) / counts[1] - rank(before) / counts[0]);
            continue;
        };
        panels += 100.0 * rank_before * (1.0 / counts[1] - 1.0 / counts[0]);
        // Yesterday's D among the days that today's is ranked among.
        let moved = mid_rank(&now.past, share_before).unwrap_or(rank_before);
        past += 100.0 / counts[1] * (moved - rank_before);
        if share_now == share_before {
            continue;
        }
        let scale = 100.0 / counts[1] * (rank_now - moved) / (share_now - share_before);
        let sides =
            [(before, before_cube, &earlier.1, before_day, -1.0), (now, now_cube, &later.1, now_day, 1.0)];
        for (panel, cube, countries, day, sign) in sides {
            let each = sign * scale / panel.reading.units as f64;
            let unit = |item: &Item<'_>| unit_of(cube, countries, place, item);
            share_out(&mut values, change.items, day, &panel.above, unit, each);
        }
    }
    let mut parts: Vec<Part> =
        values.iter().enumerate().map(|(item, value)| Part::of_item(item, *value)).collect();
    parts.extend([Part::of(Other::Past, past), Part::of(Other::Panels, panels)]);
    parts
}

/// Gives each unit's part to its articles of the day by their attention to Bitcoin.
fn share_out(
    values: &mut [f64],
    items: &[Item<'_>],
    day: Day,
    above: &[u32],
    unit: impl Fn(&Item<'_>) -> Option<u32>,
    each: f64,
) {
    let mut spoken: HashMap<u32, (i64, Vec<usize>)> = HashMap::new();
    for (place, item) in items.iter().enumerate() {
        if item.day != day || item.lead_attention() == 0 {
            continue;
        }
        if let Some(unit) = unit(item).filter(|unit| above.binary_search(unit).is_ok()) {
            let (sum, places) = spoken.entry(unit).or_default();
            *sum += item.lead_attention();
            places.push(place);
        }
    }
    for (sum, places) in spoken.into_values() {
        for place in places {
            values[place] += each * items[place].lead_attention() as f64 / sum as f64;
        }
    }
}

/// The unit of a panel that an article is of.
fn unit_of(cube: &Cube, countries: &HashMap<String, u32>, panel: usize, item: &Item<'_>) -> Option<u32> {
    match PANELS[panel] {
        "outlets" => cube.find_outlet(item.outlet),
        "families" => cube.find_family(item.family),
        "cohorts" => item.cohort.filter(|_| !item.author.is_empty()).map(|cohort| cohort as u32),
        "authors" => cube.find_person(item.author).filter(|_| !item.author.is_empty()),
        _ => countries.get(item.country).copied(),
    }
}
