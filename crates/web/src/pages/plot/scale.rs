//! From numbers to places, with round numbers at the axis.

use crate::texts::day_and_month;
use domain::Day;

/// A linear scale over a range of round numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<f64>,
}

impl Scale {
    /// Covers all finite `values`; wide enough to draw even where there are none or all are equal.
    pub fn around(values: impl Iterator<Item = f64>) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if low == high {
            let room = low.abs() * 0.1;
            (low, high) = if low == 0.0 { (0.0, 1.0) } else { (low - room, high + room) };
        }
        let step = round_step((high - low) / 4.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks: Vec<f64> = (0..=20)
            .map(|at| first + f64::from(at))
            .take_while(|at| *at <= last)
            .map(|at| at * step)
            .collect();
        Scale { low: first * step, high: last * step, ticks }
    }

    pub fn fixed(low: f64, high: f64, ticks: &[f64]) -> Scale {
        Scale { low, high, ticks: ticks.to_vec() }
    }

    /// 0 at the low end, 1 at the high end, never outside.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// 1, 2 or 5 times a power of ten, the least that is no smaller.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.max(f64::MIN_POSITIVE).log10().floor());
    let leading = rough / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|step| leading <= *step + 1e-9).unwrap_or(10.0);
    round * power
}

/// A number for people: 1,234,567 or 12.5 or 0.034.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    let decimals = match value.abs() {
        0.0 => 0,
        size if size >= 100.0 || (size >= 1.0 && size.fract() == 0.0) => 0,
        size if size >= 1.0 => 1,
        size if size >= 0.1 => 2,
        _ => 3,
    };
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    let mut grouped = String::with_capacity(text.len() + 4);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let rest = rest.map(|rest| rest.trim_end_matches('0')).filter(|rest| !rest.is_empty());
    let is_zero = rest.is_none() && whole == "0";
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    match rest {
        Some(rest) => format!("{sign}{grouped}.{rest}"),
        None => format!("{sign}{grouped}"),
    }
}

/// Days to write at an axis, at most about six, at starts of months where the range is long.
pub fn day_ticks(first: Day, last: Day) -> Vec<(Day, String)> {
    let length = last.since(first).max(1);
    if length <= 45 {
        let step = (length / 5).max(1);
        return (0..=length / step)
            .map(|at| first.plus(at * step))
            .map(|day| (day, short_day(day)))
            .collect();
    }
    let months = (length / 30 / 6).max(1) as i32;
    let (year, month, _) = first.civil();
    let Some(start) = Day::from_civil(year, month, 1) else { return Vec::new() };
    (1..=40)
        .map(|at| start.plus_months(at * months))
        .take_while(|day| *day <= last)
        .map(|day| (day, month_and_year(day)))
        .collect()
}

/// 3 Mar.
pub fn short_day(day: Day) -> String {
    day_and_month(day).0
}

fn month_and_year(day: Day) -> String {
    format!("{} {}", day_and_month(day).1, day.civil().0)
}
