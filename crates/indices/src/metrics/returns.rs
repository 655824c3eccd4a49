//! What Bitcoin did after days of each band: a look back, with its uncertainty, and no claim about tomorrow.
//!
//! The interval resamples whole blocks of days in a circle, because the returns of neighbouring days overlap.
//! Every resample takes the same blocks for all bands, from a seed that is part of the method.

use domain::Day;

use super::Closes;
use super::parameters::Returns;
use crate::answers::fear_greed::label;
use crate::described::Described;
use crate::random::SplitMix64;
use crate::statistics::{mean, median, quantile};

const P: Returns = Returns::CURRENT;

pub const METHOD: Described = Described {
    id: "returns_by_regime",
    name: "Returns by regime",
    version: "returns-1",
    summary: "For the days whose index lay in a band: Bitcoin's return over the next 7 and 30 days, close to close, \
              in percent, with the number of days, mean and median. The 95 % interval of the mean is taken from 1000 \
              resamples of blocks of 30 days in a circle, from a fixed seed; it is left out below 10 days. Where it \
              holds 0, the days of the band cannot be told from chance. A look back: no claim of prediction.",
};

pub const BANDS: [&str; 5] = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"];

/// Returns after the days of one band, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandReturns {
    pub band: &'static str,
    pub horizon_days: i64,
    pub n: usize,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// None where the band has too few days.
    pub interval: Option<(f64, f64)>,
    /// The interval holds 0: these days cannot be told from any others.
    pub holds_zero: Option<bool>,
}

/// By horizon, then band. `readings` are daily index values in the order of their days.
pub fn returns_by_regime(readings: &[(Day, f64)], closes: &Closes) -> Vec<BandReturns> {
    let horizons = [P.horizon_short_days, P.horizon_long_days];
    horizons.into_iter().flat_map(|horizon| by_band(readings, closes, horizon)).collect()
}

fn by_band(readings: &[(Day, f64)], closes: &Closes, horizon_days: i64) -> Vec<BandReturns> {
    let mut days: Vec<(usize, f64)> = Vec::new();
    for (day, index) in readings {
        if let (Some(now), Some(then)) = (closes.get(*day), closes.get(day.plus(horizon_days))) {
            days.push((band(*index), (then / now - 1.0) * 100.0));
        }
    }
    let means = resampled_means(&days);
    let read = |(slot, name): (usize, &'static str)| {
        let own: Vec<f64> = days.iter().filter(|(band, _)| *band == slot).map(|(_, value)| *value).collect();
        let tail = (1.0 - P.interval) / 2.0;
        let interval = match (quantile(&means[slot], tail), quantile(&means[slot], 1.0 - tail)) {
            (Some(low), Some(high)) if own.len() as i64 >= P.days_min => Some((low, high)),
            _ => None,
        };
        BandReturns {
            band: name,
            horizon_days,
            n: own.len(),
            mean: mean(&own),
            median: median(&own),
            interval,
            holds_zero: interval.map(|(low, high)| low <= 0.0 && 0.0 <= high),
        }
    };
    BANDS.into_iter().enumerate().map(read).collect()
}

fn band(index: f64) -> usize {
    let name = label(index.clamp(0.0, 100.0).round() as u8);
    BANDS.iter().position(|band| *band == name).unwrap_or(0)
}

/// Per band, the means of all resamples that hold a day of it, ascending.
fn resampled_means(days: &[(usize, f64)]) -> [Vec<f64>; 5] {
    let mut means: [Vec<f64>; 5] = Default::default();
    if days.is_empty() {
        return means;
    }
    let block = (P.block_days as usize).min(days.len());
    let mut draws = SplitMix64::new(P.seed as u64);
    for _ in 0..P.resamples {
        let (mut sums, mut counts) = ([0.0; 5], [0usize; 5]);
        let mut taken = 0;
        while taken < days.len() {
            let start = draws.below(days.len());
            for step in 0..block.min(days.len() - taken) {
                let (band, value) = days[(start + step) % days.len()];
                sums[band] += value;
                counts[band] += 1;
            }
            taken += block;
        }
        for band in 0..BANDS.len() {
            if counts[band] > 0 {
                means[band].push(sums[band] / counts[band] as f64);
            }
        }
    }
    means.iter_mut().for_each(|means| means.sort_unstable_by(f64::total_cmp));
    means
}
