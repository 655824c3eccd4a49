//! Narrative Dominance: which assets hold the attention of the coverage.
//!
//! Each story of an outlet family gives one unit a day, split over the assets it names by where it names them.

use std::collections::HashMap;

use domain::{Day, DayRange, Instant};

use super::Inputs;
use super::parameters::Dominance as Parameters;
use super::reading::{Frequency, Method, Provenance, Unit, days_back, provenance};
use crate::cube::Cube;
use crate::fixed::to_f64;
use crate::math::exp2;
use crate::statistics::{
    Concentration, capped_shares, concentration, confidence, effective_sample, mean_and_deviation,
};
use crate::value::Value;

const P: Parameters = Parameters::CURRENT;

pub const METHOD: Method = Method {
    id: "narrative_dominance",
    name: "Narrative Dominance",
    version: "dominance-1",
    unit: Unit::Percent,
    frequency: Frequency::Daily,
    summary: "Each story gives one unit of attention a day per outlet family, shared by its articles. An article's \
              part is split over the tracked assets it names by salience: 3 where the title names the asset, else \
              2 where the first paragraph does, else 1. Days weigh 2^(-age / 7 days) over 35 days. No outlet gives \
              more than 10 % of all attention (or an equal part where there are fewer than ten). Shares sum to 100 \
              over the universe. The change is against the share 7 days earlier; z is against the asset's own \
              shares on the days t-90 to t-2 (20 of them at least, deviation with n - 1, at least 0.05 points), and a z of 3 \
              or more is a spike. Concentration is told by the sum of squared shares and by e^entropy, the number \
              of assets that equal shares would have. Sponsored items are not counted.",
    minimum_coverage: "20 items that name an asset, from 5 outlets, in 35 days",
    source_tables: &["documents", "marks", "stories", "rollups"],
    parameters,
};

fn parameters() -> Value {
    P.value()
}

/// One asset's standing.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub asset: String,
    /// 1 is the first; equal shares are ranked by name.
    pub rank: usize,
    /// Percent.
    pub share: f64,
    /// Plain share of mentions over the last week, percent.
    pub mention_share: f64,
    /// Points since a week before.
    pub change: Option<f64>,
    /// Mean and deviation of its shares before, against which z is told.
    pub usual: Option<(f64, f64)>,
    pub z: Option<f64>,
    pub spike: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    pub day: Day,
    pub window: DayRange,
    /// Empty below the minimum coverage; else the whole universe, by rank.
    pub standings: Vec<Standing>,
    pub concentration: Option<Concentration>,
    pub confidence: f64,
    pub observed_items: i64,
    pub outlets: usize,
    pub universe_version: String,
}

/// The ranking on the day of `at`.
pub fn rank(inputs: &Inputs<'_>, at: Instant) -> Ranking {
    let day = at.day();
    let frame = Frame::new(inputs, days_back(day, P.baseline_days + P.window_days));
    let window = days_back(day, P.window_days);
    let mut ranking = Ranking {
        day,
        window,
        standings: Vec::new(),
        concentration: None,
        confidence: 0.0,
        observed_items: 0,
        outlets: 0,
        universe_version: inputs.universe.version.clone(),
    };
    let (seen, now) = frame.shares(inputs.cube, day);
    ranking.observed_items = seen.items;
    ranking.outlets = seen.outlets;
    let Some(now) = now else { return ranking };
    let age = seen.newest.map_or(i64::MAX / 2, |newest| at.since(newest.end()).max(0));
    ranking.confidence = confidence(seen.effective_items, seen.outlets, age, domain::time::MS_PER_DAY);
    ranking.concentration = concentration(&now);
    let earlier = frame.shares(inputs.cube, day.plus(-P.change_days)).1;
    let mut past: Vec<Vec<f64>> = vec![Vec::new(); now.len()];
    // [t - 90, t - 1): the day before is left out, as a day that may still be filling.
    for back in (2..=P.baseline_days).rev() {
        if let Some(shares) = frame.shares(inputs.cube, day.plus(-back)).1 {
            past.iter_mut().zip(shares).for_each(|(past, share)| past.push(share));
        }
    }
    let mentions = frame.mention_shares(inputs.cube, days_back(day, P.mention_window_days));
    let mut order: Vec<usize> = (0..now.len()).collect();
    order.sort_by(|&a, &b| now[b].total_cmp(&now[a]).then(frame.assets[a].cmp(&frame.assets[b])));
    for (place, asset) in order.into_iter().enumerate() {
        let enough = past[asset].len() as i64 >= P.baseline_active_days_min;
        let usual = mean_and_deviation(&past[asset]).filter(|_| enough);
        let z = usual.map(|(mean, deviation)| (now[asset] - mean) / deviation.max(P.deviation_min));
        ranking.standings.push(Standing {
            asset: frame.assets[asset].clone(),
            rank: place + 1,
            share: now[asset],
            mention_share: mentions[asset],
            change: earlier.as_ref().map(|earlier| now[asset] - earlier[asset]),
            usual,
            z,
            spike: z.is_some_and(|z| z >= P.spike_z),
        });
    }
    ranking
}

/// What a ranking at `at` is computed from.
pub fn inputs_of(inputs: &Inputs<'_>, at: Instant) -> Provenance {
    provenance(&METHOD, at, days_back(at.day(), P.baseline_days + P.window_days), inputs)
}

/// An asset's share on each of the days, for history; days below the minimum coverage are left out.
pub fn history(inputs: &Inputs<'_>, asset: &str, days: &[Day]) -> Vec<(Day, f64)> {
    let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) else { return Vec::new() };
    let Some(range) = DayRange::inclusive(first.plus(1 - P.window_days), *last) else { return Vec::new() };
    let frame = Frame::new(inputs, range);
    let Some(place) = frame.assets.iter().position(|name| name == asset) else { return Vec::new() };
    days.iter().filter_map(|day| Some((*day, frame.shares(inputs.cube, *day).1?[place]))).collect()
}

/// What was seen in a window, enough or not.
pub(crate) struct Seen {
    pub items: i64,
    pub outlets: usize,
    pub effective_items: f64,
    pub newest: Option<Day>,
}

/// What outlets gave in a window.
struct Given {
    /// By pair of outlet and asset.
    attention: Vec<f64>,
    by_outlet: Vec<f64>,
    /// What each outlet has of the whole, none above the cap.
    parts: Vec<f64>,
}

/// Attention by outlet and asset over some days, laid out for running over them many times.
pub(crate) struct Frame {
    first: Day,
    /// The universe, by name.
    pub assets: Vec<String>,
    /// Outlet and asset of each pair that occurs; pairs of an outlet stand together, outlets by name.
    pairs: Vec<(u32, u32)>,
    /// Per day, the pair and its attention in story units.
    days: Vec<Vec<(u32, f64)>>,
    /// Place of the cube's asset in `assets`.
    places: HashMap<u32, u32>,
}

impl Frame {
    pub fn new(inputs: &Inputs<'_>, range: DayRange) -> Frame {
        let cube = inputs.cube;
        let mut assets: Vec<String> = if inputs.universe.assets.is_empty() {
            cube.asset_places().iter().map(|place| cube.asset(*place).to_owned()).collect()
        } else {
            inputs.universe.assets.clone()
        };
        assets.sort_unstable();
        assets.dedup();
        let mut places = HashMap::new();
        for (place, name) in assets.iter().enumerate() {
            if let Some(known) = cube.find_asset(name) {
                places.insert(known, place as u32);
            }
        }
        let mut outlet_ranks = vec![0u32; cube.outlet_places().len()];
        for (rank, place) in cube.outlet_places().iter().enumerate() {
            outlet_ranks[*place as usize] = rank as u32;
        }
        let mut frame = Frame { first: range.first(), assets, pairs: Vec::new(), days: Vec::new(), places };
        frame.days.resize_with(range.length() as usize, Vec::new);
        let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
        for (day, held) in cube.days(range) {
            let rows = &mut frame.days[day.since(range.first()) as usize];
            for row in &held.rollup.outlet_assets {
                let Some(&asset) = frame.places.get(&held.assets[row.asset as usize]) else { continue };
                let outlet = outlet_ranks[held.outlets[row.outlet as usize] as usize];
                let next = seen.len() as u32;
                let pair = *seen.entry((outlet, asset)).or_insert(next);
                rows.push((pair, to_f64(row.attention)));
            }
        }
        // From the order of their first appearance to the order of names.
        let mut pairs: Vec<((u32, u32), u32)> = seen.into_iter().collect();
        pairs.sort_unstable();
        let mut moved = vec![0u32; pairs.len()];
        for (new, (_, old)) in pairs.iter().enumerate() {
            moved[*old as usize] = new as u32;
        }
        frame.days.iter_mut().flatten().for_each(|(pair, _)| *pair = moved[*pair as usize]);
        frame.pairs = pairs.into_iter().map(|(pair, _)| pair).collect();
        frame
    }

    /// Shares in percent at a day, in the order of `assets`; none below the minimum coverage.
    pub fn shares(&self, cube: &Cube, day: Day) -> (Seen, Option<Vec<f64>>) {
        let (seen, given) = self.given(cube, day);
        let Some(Given { attention, by_outlet, parts }) = given else { return (seen, None) };
        let mut shares = vec![0.0; self.assets.len()];
        for ((outlet, asset), given) in self.pairs.iter().zip(&attention) {
            if *given > 0.0 {
                shares[*asset as usize] += parts[*outlet as usize] * given / by_outlet[*outlet as usize];
            }
        }
        let whole: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share *= 100.0 / whole);
        (seen, Some(shares))
    }

    /// How many points of share one unit of an outlet's attention gives, by the outlet's name.
    pub fn pulls<'c>(&self, cube: &'c Cube, day: Day) -> Option<HashMap<&'c str, f64>> {
        let Given { by_outlet, parts, .. } = self.given(cube, day).1?;
        let heard = |outlet: &usize| by_outlet[*outlet] > 0.0;
        let whole: f64 = (0..by_outlet.len()).filter(heard).map(|outlet| parts[outlet]).sum();
        let pull = |outlet: usize| {
            let name = cube.outlet(cube.outlet_places()[outlet]).0;
            (name, 100.0 * parts[outlet] / (by_outlet[outlet] * whole))
        };
        Some((0..by_outlet.len()).filter(heard).map(pull).collect())
    }

    /// What outlets gave in the window up to a day; nothing below the minimum coverage.
    fn given(&self, cube: &Cube, day: Day) -> (Seen, Option<Given>) {
        let window = days_back(day, P.window_days);
        let mut seen = Seen { items: 0, outlets: 0, effective_items: 0.0, newest: None };
        for (day, held) in cube.days(window) {
            let items: i64 = held.rollup.outlets.iter().map(|row| row.asset_items).sum();
            seen.items += items;
            if items > 0 {
                seen.newest = Some(day);
            }
        }
        let mut attention = vec![0.0; self.pairs.len()];
        let (mut sum, mut squares) = (0.0, 0.0);
        for day_of_window in window.days() {
            let at = day_of_window.since(self.first);
            let Some(rows) = usize::try_from(at).ok().and_then(|at| self.days.get(at)) else { continue };
            let decay = exp2(-(day.since(day_of_window) as f64) / P.half_life_days);
            let mut units = 0.0;
            for (pair, given) in rows {
                attention[*pair as usize] += decay * given;
                units += given;
            }
            sum += decay * units;
            squares += decay * decay * units;
        }
        seen.effective_items = effective_sample(sum, squares);
        let outlets = self.pairs.last().map_or(0, |(outlet, _)| *outlet as usize + 1);
        let mut by_outlet = vec![0.0; outlets];
        for ((outlet, _), given) in self.pairs.iter().zip(&attention) {
            by_outlet[*outlet as usize] += given;
        }
        seen.outlets = by_outlet.iter().filter(|given| **given > 0.0).count();
        if seen.items < P.items_min || (seen.outlets as i64) < P.outlets_min {
            return (seen, None);
        }
        let cap = P.outlet_share_max.max(1.0 / seen.outlets as f64);
        let parts = capped_shares(&by_outlet, cap);
        (seen, Some(Given { attention, by_outlet, parts }))
    }

    /// Plain shares of mentions in percent; all zero where nothing is named.
    pub fn mention_shares(&self, cube: &Cube, range: DayRange) -> Vec<f64> {
        let mut mentions = vec![0i64; self.assets.len()];
        for (_, held) in cube.days(range) {
            for (row, place) in held.rollup.assets.iter().zip(&held.assets) {
                if let Some(asset) = self.places.get(place) {
                    mentions[*asset as usize] += row.mentions;
                }
            }
        }
        let whole = mentions.iter().sum::<i64>().max(1) as f64;
        mentions.into_iter().map(|mentions| 100.0 * mentions as f64 / whole).collect()
    }
}

/// The spans of history that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    Days90,
    YearToDate,
    Year1,
    Years3,
    Years5,
    All,
}

impl Window {
    pub const ALL: &'static [Window] =
        &[Window::Days90, Window::YearToDate, Window::Year1, Window::Years3, Window::Years5, Window::All];

    pub fn name(self) -> &'static str {
        match self {
            Window::Days90 => "90d",
            Window::YearToDate => "ytd",
            Window::Year1 => "1y",
            Window::Years3 => "3y",
            Window::Years5 => "5y",
            Window::All => "all",
        }
    }

    pub fn from_name(name: &str) -> Option<Window> {
        Window::ALL.iter().copied().find(|window| window.name() == name)
    }

    /// The days up to `last`; `all` begins with the first day held.
    pub fn days(self, last: Day, first_held: Day) -> DayRange {
        let first = match self {
            Window::Days90 => last.plus(-89),
            Window::YearToDate => Day::from_civil(last.civil().0, 1, 1).unwrap_or(last),
            Window::Year1 => last.plus_months(-12).plus(1),
            Window::Years3 => last.plus_months(-36).plus(1),
            Window::Years5 => last.plus_months(-60).plus(1),
            Window::All => first_held,
        };
        DayRange::inclusive(first, last).unwrap_or(DayRange::single(last))
    }
}
