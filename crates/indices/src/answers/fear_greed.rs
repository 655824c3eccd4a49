//! Fear and greed of a UTC day: how far good tone outweighs bad, from discussion alone, never from prices.
//!
//! It counts what the sentiment answer counts, sponsored items too, so that the two agree day by day.

use crate::rollup::Tally;

pub const METHOD: super::Described = super::Described {
    id: "fear_greed",
    name: "Fear and greed",
    version: "fear_greed-1",
    summary: "Per UTC day: round(50 * (1 + (P - N) / T)), with P positive, N negative and T all items of the day, \
              sponsored ones too, so that it agrees with the sentiment answer. 0-25 Extreme Fear, 26-45 Fear, 46-55 \
              Neutral, 56-75 Greed, 76-100 Extreme Greed. The margin is half of a 95 % interval: 98 * sqrt((p + q - \
              (p - q)^2) / T) with p = P/T and q = N/T. A day without items is left out.",
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearGreed {
    /// 0 is extreme fear, 100 extreme greed.
    pub value: u8,
    pub label: &'static str,
    pub article_count: i64,
    /// Half the width of a 95 % interval, in points.
    pub margin: f64,
}

/// None for a day without articles.
pub fn fear_greed(day: Tally) -> Option<FearGreed> {
    let (total, balance) = (day.count, day.positive - day.negative);
    if total <= 0 {
        return None;
    }
    // round(50 * (1 + balance / total)) in whole numbers, halves upwards.
    let value = ((100 * (total + balance) + total) / (2 * total)).clamp(0, 100) as u8;
    let (p, q) = (day.positive as f64 / total as f64, day.negative as f64 / total as f64);
    let spread = (p + q - (p - q) * (p - q)).max(0.0);
    let margin = 98.0 * (spread / total as f64).sqrt();
    Some(FearGreed { value, label: label(value), article_count: total, margin })
}

pub fn label(value: u8) -> &'static str {
    match value {
        0..=25 => "Extreme Fear",
        26..=45 => "Fear",
        46..=55 => "Neutral",
        56..=75 => "Greed",
        _ => "Extreme Greed",
    }
}
