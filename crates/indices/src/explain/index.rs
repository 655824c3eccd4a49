//! The main index: parts of z, scaled to points.

use std::collections::HashMap;

use super::{Change, Part};
use crate::fixed::to_f64;
use crate::metrics::days_back;
use crate::metrics::main_index::{DailyTones, Source, on_scale, score, weight_of};
use crate::metrics::parameters::MainIndex;

const P: MainIndex = MainIndex::CURRENT;

pub fn parts(change: &Change<'_>) -> Vec<Part> {
    let Some(kappa) = change.kappa else { return Vec::new() };
    let mut values = vec![0.0; change.items.len()];
    let mut z = [0.0; 2];
    for (place, side, sign) in [(0, change.earlier, -1.0), (1, change.later, 1.0)] {
        let (cube, at) = (side.inputs.cube, side.at);
        let score = score(cube, &DailyTones::new(cube, days_back(at.day(), P.baseline_days + 1)), at);
        z[place] = score.z;
        let pull = |source: &Source| (source.pull(), source.usual_tone);
        let pulls: HashMap<&str, (f64, f64)> =
            score.sources.iter().map(|source| (cube.outlet(source.outlet).0, pull(source))).collect();
        for (value, item) in values.iter_mut().zip(change.items) {
            if let (Some((pull, usual)), Some(weight)) =
                (pulls.get(item.outlet), weight_of(item.published_at, at))
            {
                *value +=
                    sign * pull * weight * (to_f64(item.index.tone) - to_f64(item.index.weight) * usual);
            }
        }
    }
    let scale = points_for_z(z, kappa);
    values.iter().enumerate().map(|(item, value)| Part::of_item(item, value * scale)).collect()
}

/// Points by which the index moves for one unit of z, between the two; at the place itself where they are one.
fn points_for_z([earlier, later]: [f64; 2], kappa: f64) -> f64 {
    let apart =
        if (later - earlier).abs() < 1e-9 { (earlier - 1e-6, later + 1e-6) } else { (earlier, later) };
    (on_scale(apart.1, kappa) - on_scale(apart.0, kappa)) / (apart.1 - apart.0)
}
