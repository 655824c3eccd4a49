//! Fear and greed of a UTC day: how far good tone outweighs bad, from discussion alone, never from prices.
//!
//! It counts what the sentiment answer counts, sponsored items too, so that the two agree day by day.

use crate::rollup::Tally;
use crate::statistics::net_share;

pub const METHOD: super::Described = super::Described {
    id: "fear_greed",
    name: "Fear and greed",
    version: "fear_greed-3",
    summary: "Per UTC day: round(50 * (1 + (P - N) / T)), with P positive, N negative and T all items of the day \
              whose language is read, sponsored ones too, so that it agrees with the sentiment answer. 0-25 Extreme Fear, 26-45 Fear, 46-55 \
              Neutral, 56-75 Greed, 76-100 Extreme Greed. A day with fewer than 5 items has no value unless fewer are \
              asked for. The margin is half of a 95 % interval by Jeffreys' prior, which does not vanish where all items \
              are alike: with a = P + 0.5, b = N + 0.5 and n = T + 1.5 it is 98 * sqrt(((a + b) / n - ((a - b) / n)^2) / (n \
              + 1)); low and high lie so far from 50 * (1 + (a - b) / n), within 0 and 100.",
};

/// Items of a day below which it has no value.
pub const ITEMS_MIN: i64 = 5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearGreed {
    /// 0 is extreme fear, 100 extreme greed.
    pub value: u8,
    pub label: &'static str,
    /// Those in languages that are not read are among them, and weigh nothing.
    pub article_count: i64,
    /// Half the width of a 95 % interval, in points.
    pub margin: f64,
    pub low: f64,
    pub high: f64,
}

/// None for a day with fewer articles, or without any.
pub fn fear_greed(day: Tally, items_min: i64) -> Option<FearGreed> {
    let (total, balance) = (day.toned(), day.positive - day.negative);
    if total < items_min.max(1) {
        return None;
    }
    // round(50 * (1 + balance / total)) in whole numbers, halves upwards.
    let value = ((100 * (total + balance) + total) / (2 * total)).clamp(0, 100) as u8;
    let net = net_share(day.positive, day.negative, total);
    let points = |share: f64| 50.0 * (1.0 + share);
    Some(FearGreed {
        value,
        label: label(value),
        article_count: day.count,
        margin: 50.0 * net.margin,
        low: points(net.low),
        high: points(net.high),
    })
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
