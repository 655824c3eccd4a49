//! `main_breadth`: how many are talking about Bitcoin more than they usually do?
//!
//! It counts units, not articles: one that floods is one.

use std::collections::HashMap;

use domain::time::MS_PER_DAY;
use domain::{Cohort, Day, DayRange, Instant};

use super::parameters::Reach;
use super::reading::{Frequency, Method, Reading, Unit, days_back};
use super::{Inputs, Metric, last_complete_day};
use crate::cube::Cube;
use crate::fixed::to_f64;
use crate::rollup::LEAD_ASSET;
use crate::statistics::{concentration, confidence, mid_rank};
use crate::value::Value;

pub const METRIC: Metric = Metric { method: METHOD, compute };

const P: Reach = Reach::CURRENT;

pub const METHOD: Method = Method {
    id: "main_breadth",
    name: "Narrative Reach",
    version: "main_breadth-1",
    unit: Unit::Score,
    frequency: Frequency::Daily,
    summary: "Five panels: outlets, outlet families, cohorts, authors, countries. In each, D is the share of units \
              whose attention to Bitcoin on the last complete UTC day is above the 75th percentile of their own 90 \
              days before (units active on 20 of these; days without a word count as 0). R is where D stands among \
              the panel's own D of the 365 days before, ties counted half. Reach is 100 times the mean R over the \
              panels that have enough units. A unit counts once, however much it publishes: one outlet moves D by \
              one part in the number of units and no further. The breakdown gives D, R, the units and how evenly \
              attention is spread over them (normalised entropy). Sponsored items are not counted.",
    minimum_coverage: "one panel with 10 units (cohorts: 3) and 20 earlier days to rank among",
    source_tables: &["documents", "marks", "stories", "rollups"],
    parameters,
};

fn parameters() -> Value {
    P.value()
}

/// Attention to the lead asset, unit by unit, on the days on which there was any.
type Units = HashMap<u32, Vec<(i32, i64)>>;

#[derive(Clone, Debug, PartialEq)]
pub struct PanelReading {
    pub panel: &'static str,
    /// Units that have an own past.
    pub units: usize,
    pub above: usize,
    /// D.
    pub share: Option<f64>,
    /// R.
    pub rank: Option<f64>,
    /// Earlier days that it is ranked among.
    pub ranked_days: usize,
    pub evenness: Option<f64>,
}

/// A panel with what its rank follows from.
pub(crate) struct PanelDay {
    pub reading: PanelReading,
    /// Units above their own past today.
    pub above: Vec<u32>,
    /// The panel's earlier D.
    pub past: Vec<f64>,
}

pub(crate) const PANELS: [&str; 5] = ["outlets", "families", "cohorts", "authors", "countries"];

fn compute(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let day = last_complete_day(at);
    let days = days_back(day, P.rank_days + P.own_days + 1);
    let mut reading = Reading::empty(&METHOD, at, DayRange::single(day), days, inputs);
    let panels = panels(inputs.cube, day);
    let row = |panel: &PanelReading| {
        Value::members([
            ("panel", panel.panel.into()),
            ("units", panel.units.into()),
            ("above", panel.above.into()),
            ("share", panel.share.into()),
            ("rank", panel.rank.into()),
            ("evenness", panel.evenness.into()),
        ])
    };
    reading.breakdown = Value::members([("panels", Value::List(panels.iter().map(row).collect()))]);
    let Some(held) = inputs.cube.day(day) else { return reading };
    let lead = held.rollup.assets.iter().find(|row| row.name == LEAD_ASSET);
    reading.observed_items = lead.map_or(0, |row| row.tally.count);
    let ranks: Vec<f64> = panels.iter().filter_map(|panel| panel.rank).collect();
    if ranks.is_empty() {
        return reading;
    }
    reading.current = Some(100.0 * ranks.iter().sum::<f64>() / ranks.len() as f64);
    let units = lead.map_or(0.0, |row| row.tally.attention_units());
    let outlets = panels.first().map_or(0, |outlets| outlets.units);
    reading.confidence = confidence(units, outlets, at.since(day.end()).max(0), MS_PER_DAY);
    reading
}

/// The five panels on a day.
pub fn panels(cube: &Cube, day: Day) -> Vec<PanelReading> {
    panel_days(cube, day).0.into_iter().map(|panel| panel.reading).collect()
}

/// The same with those who were above, by their place in the cube; countries by their place in the map.
pub(crate) fn panel_days(cube: &Cube, day: Day) -> (Vec<PanelDay>, HashMap<String, u32>) {
    let range = days_back(day, P.rank_days + P.own_days + 1);
    // A corpus that is younger than the window has no silent days before its beginning.
    let first = cube.span().map_or(day, |span| span.first().max(range.first()));
    let (gathered, countries) = gather(cube, range);
    let read = |(panel, units): (&'static str, &Units)| {
        let units_min = if panel == "cohorts" { P.cohorts_min } else { P.units_min };
        read_panel(panel, units, units_min as u32, first, day)
    };
    (PANELS.into_iter().zip(&gathered).map(read).collect(), countries)
}

/// Outlets, families, cohorts, authors, countries.
fn gather(cube: &Cube, range: DayRange) -> ([Units; 5], HashMap<String, u32>) {
    let mut gathered: [Units; 5] = Default::default();
    let mut countries: HashMap<String, u32> = HashMap::new();
    let Some(lead) = cube.find_asset(LEAD_ASSET) else { return (gathered, countries) };
    for (day, held) in cube.days(range) {
        let number = day.number() as i32;
        let [outlets, families, cohorts, authors, by_country] = &mut gathered;
        for row in &held.rollup.outlet_assets {
            if held.assets[row.asset as usize] != lead {
                continue;
            }
            let outlet = &held.rollup.outlets[row.outlet as usize];
            add(outlets, held.outlets[row.outlet as usize], number, row.attention);
            add(families, held.families[outlet.family as usize], number, row.attention);
            if !outlet.country.is_empty() {
                let next = countries.len() as u32;
                let country = *countries.entry(outlet.country.clone()).or_insert(next);
                add(by_country, country, number, row.attention);
            }
        }
        for (row, person) in held.rollup.people.iter().zip(&held.people) {
            add(authors, *person, number, row.lead_attention);
            if let Some(cohort) = row.cohort {
                add(cohorts, cohort as u32, number, row.lead_attention);
            }
        }
    }
    (gathered, countries)
}

/// Days come in order, so that a unit's newest entry is the last.
fn add(units: &mut Units, unit: u32, day: i32, attention: i64) {
    if attention <= 0 {
        return;
    }
    let days = units.entry(unit).or_default();
    match days.last_mut() {
        Some((last, sum)) if *last == day => *sum += attention,
        _ => days.push((day, attention)),
    }
}

fn read_panel(panel: &'static str, units: &Units, units_min: u32, first: Day, day: Day) -> PanelDay {
    let (first, last) = (first.number() as i32, day.number() as i32);
    let ranked = P.rank_days as usize + 1;
    // The last of each is the day itself.
    let (mut counted, mut above) = (vec![0u32; ranked], vec![0u32; ranked]);
    let mut above_today = Vec::new();
    for (unit, days) in units.iter().filter(|(_, days)| days.len() as i64 >= P.own_active_days_min) {
        let before = above[ranked - 1];
        walk_unit(days, first, last, &mut counted, &mut above);
        if above[ranked - 1] > before {
            above_today.push(*unit);
        }
    }
    above_today.sort_unstable();
    let share = |at: usize| (counted[at] >= units_min).then(|| f64::from(above[at]) / f64::from(counted[at]));
    let past: Vec<f64> = (0..ranked - 1).filter_map(share).collect();
    let today = share(ranked - 1);
    let rank =
        today.filter(|_| past.len() as i64 >= P.rank_days_min).and_then(|today| mid_rank(&past, today));
    let of_day = |days: &Vec<(i32, i64)>| days.last().filter(|(day, _)| *day == last).map(|(_, sum)| *sum);
    let mut spread: Vec<i64> = units.values().filter_map(of_day).collect();
    // By size, so that the sum does not follow the order of a map.
    spread.sort_unstable();
    let spread: Vec<f64> = spread.into_iter().map(to_f64).collect();
    let reading = PanelReading {
        panel,
        units: counted[ranked - 1] as usize,
        above: above[ranked - 1] as usize,
        share: today,
        rank,
        ranked_days: past.len(),
        evenness: concentration(&spread).map(|spread| spread.normalised),
    };
    PanelDay { reading, above: above_today, past }
}

/// Slides the unit's own window over the days that are ranked, and counts it where it has a past.
fn walk_unit(days: &[(i32, i64)], first: i32, last: i32, counted: &mut [u32], above: &mut [u32]) {
    let own_days = P.own_days as i32;
    let ranked_from = last - P.rank_days as i32;
    let mut window: Vec<i64> = Vec::with_capacity(own_days as usize);
    let (mut enters, mut leaves) = (0, 0);
    for day in ranked_from.max(first)..=last {
        while enters < days.len() && days[enters].0 < day {
            let attention = days[enters].1;
            let at = window.partition_point(|other| *other < attention);
            window.insert(at, attention);
            enters += 1;
        }
        while leaves < enters && days[leaves].0 < day - own_days {
            if let Ok(at) = window.binary_search(&days[leaves].1) {
                window.remove(at);
            }
            leaves += 1;
        }
        if (window.len() as i64) < P.own_active_days_min {
            continue;
        }
        let at = (day - ranked_from) as usize;
        counted[at] += 1;
        let today = days.get(enters).filter(|(other, _)| *other == day).map_or(0, |(_, sum)| *sum);
        let past_days = (day - first).min(own_days) as usize;
        if today > 0 && to_f64(today) > quantile_with_silence(&window, past_days) {
            above[at] += 1;
        }
    }
}

/// The unit's upper quartile over all days of its window; days without an entry are zeros.
fn quantile_with_silence(active: &[i64], days: usize) -> f64 {
    let silent = days.saturating_sub(active.len());
    let value = |place: usize| place.checked_sub(silent).map_or(0.0, |at| to_f64(active[at]));
    let last = (silent + active.len()).saturating_sub(1);
    let place = P.own_quantile * last as f64;
    let below = place.floor() as usize;
    let next = (below + 1).min(last);
    value(below) + (value(next) - value(below)) * (place - below as f64)
}

/// The cohorts' panel can never have more units than there are cohorts.
const _: () = assert!(Cohort::ALL.len() >= P.cohorts_min as usize);
