//! Parts of a whole, rounded together by the largest remainder: what is printed sums to what it should.

use crate::rollup::Tally;
use crate::statistics::wilson;

/// Shares of the three tones, in steps of a ten-thousandth; together one, or all zero where there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratios {
    pub positive: f64,
    pub neutral: f64,
    pub negative: f64,
}

pub fn ratios(tally: Tally) -> Ratios {
    let parts = apportion(&[tally.positive, tally.neutral(), tally.negative], 10_000);
    let ratio = |part: i64| part as f64 / 10_000.0;
    Ratios { positive: ratio(parts[0]), neutral: ratio(parts[1]), negative: ratio(parts[2]) }
}

/// Between which each of the three shares lies, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intervals {
    pub positive: (f64, f64),
    pub neutral: (f64, f64),
    pub negative: (f64, f64),
}

/// By Wilson, so that few items never look sure; in steps of a ten-thousandth.
pub fn intervals(tally: Tally) -> Intervals {
    let bounds = |count: i64| {
        let (low, high) = wilson(count, tally.toned());
        ((low * 10_000.0).round() / 10_000.0, (high * 10_000.0).round() / 10_000.0)
    };
    Intervals {
        positive: bounds(tally.positive),
        neutral: bounds(tally.neutral()),
        negative: bounds(tally.negative),
    }
}

/// Percentages with two places that sum to 100, or all zero where there is nothing.
pub fn percentages(counts: &[i64]) -> Vec<f64> {
    apportion(counts, 10_000).into_iter().map(|part| part as f64 / 100.0).collect()
}

/// Splits `units` over the counts: each gets the whole units it is due, the rest goes to the largest remainders.
/// Equal remainders: the larger count first, then the earlier place. Counts below zero count as zero.
pub fn apportion(counts: &[i64], units: i64) -> Vec<i64> {
    let count = |place: usize| i128::from(counts[place].max(0));
    let whole: i128 = (0..counts.len()).map(count).sum();
    if whole == 0 {
        return vec![0; counts.len()];
    }
    let due = |place: usize| count(place) * i128::from(units);
    let mut parts: Vec<i64> = (0..counts.len()).map(|place| (due(place) / whole) as i64).collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&place| (-(due(place) % whole), -count(place), place));
    let left = units - parts.iter().sum::<i64>();
    for &place in order.iter().take(left as usize) {
        parts[place] += 1;
    }
    parts
}
