//! History in bounds: daily while that is few enough, then weekly, then monthly, never more points than a
//! reader can use. A week or month is told by its last point, which is a published value, never by a mean.

use domain::{Day, DayRange};

/// No history is longer.
pub const POINTS_MAX: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    Daily,
    Weekly,
    Monthly,
}

impl Granularity {
    pub const ALL: &'static [Granularity] = &[Granularity::Daily, Granularity::Weekly, Granularity::Monthly];

    pub fn name(self) -> &'static str {
        match self {
            Granularity::Daily => "daily",
            Granularity::Weekly => "weekly",
            Granularity::Monthly => "monthly",
        }
    }

    pub fn from_name(name: &str) -> Option<Granularity> {
        Granularity::ALL.iter().copied().find(|granularity| granularity.name() == name)
    }

    /// The days that share a point with this one, as far as they lie in a range that holds it.
    pub fn days(self, day: Day, range: DayRange) -> DayRange {
        let (first, last) = match self {
            Granularity::Daily => (day, day),
            Granularity::Weekly => {
                let monday = day.plus(-(day.number() + 3).rem_euclid(7));
                (monday, monday.plus(6))
            }
            Granularity::Monthly => {
                let (year, month, _) = day.civil();
                let first = Day::from_civil(year, month, 1).unwrap_or(day);
                (first, first.plus_months(1).plus(-1))
            }
        };
        let cut = DayRange::inclusive(first.max(range.first()), last.min(range.last()));
        cut.unwrap_or(DayRange::single(day))
    }

    /// Equal for days that share a point.
    pub fn period(self, day: Day) -> i64 {
        match self {
            Granularity::Daily => day.number(),
            // Day 0 was a Thursday; weeks begin on Monday.
            Granularity::Weekly => (day.number() + 3).div_euclid(7),
            Granularity::Monthly => {
                let (year, month, _) = day.civil();
                i64::from(year) * 12 + i64::from(month)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPoint {
    pub day: Day,
    pub value: f64,
    /// The day's close, where there is one.
    pub btc_price: Option<f64>,
}

/// The finest form that fits; `points` in the order of their days.
pub fn thin(points: &[HistoryPoint]) -> (Granularity, Vec<HistoryPoint>) {
    for granularity in [Granularity::Daily, Granularity::Weekly] {
        let kept = last_of_each(points, granularity);
        if kept.len() <= POINTS_MAX {
            return (granularity, kept);
        }
    }
    (Granularity::Monthly, thin_to(points, Granularity::Monthly))
}

/// In the form that was asked for; the newest points where there are too many.
pub fn thin_to(points: &[HistoryPoint], granularity: Granularity) -> Vec<HistoryPoint> {
    let mut kept = last_of_each(points, granularity);
    kept.drain(..kept.len().saturating_sub(POINTS_MAX));
    kept
}

fn last_of_each(points: &[HistoryPoint], granularity: Granularity) -> Vec<HistoryPoint> {
    let mut kept: Vec<HistoryPoint> = Vec::new();
    for point in points {
        match kept.last_mut() {
            Some(last) if granularity.period(last.day) == granularity.period(point.day) => *last = *point,
            _ => kept.push(*point),
        }
    }
    kept
}
