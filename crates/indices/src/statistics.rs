//! Means, deviations, ranks and concentration. Sums run in the order given, so that the caller fixes the digits.

use crate::math::{exp, ln};

pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Mean and the deviation of a sample (n - 1); none below two values.
pub fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, (squares / (values.len() - 1) as f64).sqrt()))
}

/// Linear between the two nearest ranks; `sorted` ascending, `share` in [0, 1].
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place.floor() as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}

/// The share of `values` below `value`, ties counted half; none where there are no values.
pub fn mid_rank(values: &[f64], value: f64) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let below = values.iter().filter(|other| **other < value).count();
    let equal = values.iter().filter(|other| **other == value).count();
    Some((below as f64 + 0.5 * equal as f64) / values.len() as f64)
}

/// Kish: as many equal weights as would be worth these; nothing for no weight.
pub fn effective_sample(sum: f64, sum_of_squares: f64) -> f64 {
    if sum_of_squares > 0.0 { sum * sum / sum_of_squares } else { 0.0 }
}

/// How shares are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concentration {
    /// In nats.
    pub entropy: f64,
    /// Entropy as a share of what equal parts would have; 0 for a single part.
    pub normalised: f64,
    /// e^entropy: as many equal parts would have the same entropy.
    pub effective_number: f64,
    /// Herfindahl-Hirschman: the sum of squared shares.
    pub hhi: f64,
}

/// Of parts that need not sum to one; parts that are not positive are passed over. None where nothing is left.
pub fn concentration(parts: &[f64]) -> Option<Concentration> {
    let whole: f64 = parts.iter().filter(|part| **part > 0.0).sum();
    if whole <= 0.0 {
        return None;
    }
    let (mut entropy, mut hhi, mut n) = (0.0, 0.0, 0usize);
    for share in parts.iter().filter(|part| **part > 0.0).map(|part| part / whole) {
        entropy -= share * ln(share);
        hhi += share * share;
        n += 1;
    }
    let normalised = if n > 1 { entropy / ln(n as f64) } else { 0.0 };
    Some(Concentration { entropy, normalised, effective_number: exp(entropy), hhi })
}

/// Shares in proportion to the weights, none above `cap`; what a capped one gives up goes to the others in
/// proportion. Where there are too few weights to fill the whole, each stands at the cap and the rest is nobody's.
pub fn capped_shares(weights: &[f64], cap: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..weights.len()).filter(|&i| weights[i] > 0.0).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    let mut left_of: Vec<f64> = vec![0.0; order.len() + 1];
    for k in (0..order.len()).rev() {
        left_of[k] = left_of[k + 1] + weights[order[k]];
    }
    let mut shares = vec![0.0; weights.len()];
    let mut capped = 0;
    let mut free = 1.0;
    while capped < order.len() && weights[order[capped]] / left_of[capped] * free > cap {
        shares[order[capped]] = cap;
        capped += 1;
        free = (1.0 - capped as f64 * cap).max(0.0);
    }
    for &place in &order[capped..] {
        shares[place] = weights[place] / left_of[capped] * free;
    }
    shares
}

/// The normal deviate of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;

/// Bounds of a share with 95 % confidence, after Wilson: of some width however few there are, and inside of 0..1. Everything
/// is possible where there is nothing.
pub fn wilson(count: i64, of: i64) -> (f64, f64) {
    if of <= 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, count.clamp(0, of) as f64 / of as f64);
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The share of one of three kinds less that of another, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetShare {
    pub low: f64,
    pub high: f64,
    /// Half of the width before the bounds of -1 and 1 cut it.
    pub margin: f64,
}

/// Bounds of positive less negative shares by Jeffreys' prior, half an item of each of the three kinds, and the normal
/// approximation to what is then known: of some width where all items are alike.
pub fn net_share(positive: i64, negative: i64, of: i64) -> NetShare {
    let (p, q) = (positive.max(0) as f64 + 0.5, negative.max(0) as f64 + 0.5);
    let n = (of.max(positive + negative) as f64).max(0.0) + 1.5;
    let mean = (p - q) / n;
    let variance = ((p + q) / n - mean * mean) / (n + 1.0);
    let margin = Z95 * variance.max(0.0).sqrt();
    NetShare { low: (mean - margin).max(-1.0), high: (mean + margin).min(1.0), margin }
}

/// 0..100, the same for every metric and answer: enough items, enough voices, and not too old.
pub fn confidence(effective_items: f64, voices: usize, age_ms: i64, period_ms: i64) -> f64 {
    let period = period_ms.max(1) as f64;
    let stale = ((age_ms as f64 - 2.0 * period) / (6.0 * period)).clamp(0.0, 1.0);
    let enough = 1.0 - exp(-effective_items.max(0.0) / 50.0);
    100.0 * enough * (voices as f64 / 8.0).min(1.0) * (1.0 - stale)
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
