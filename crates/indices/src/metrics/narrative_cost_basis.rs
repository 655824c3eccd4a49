//! `narrative_cost_basis`: the price at which Bitcoin was talked about, weighed by how much it was.
//!
//! After the realised price of coins and the reference price of Grinblatt and Han: attention stands where they
//! have turnover.

use domain::time::MS_PER_DAY;
use domain::{Day, DayRange, Instant};

use super::parameters::CostBasis;
use super::reading::{Frequency, Method, Reading, Secondary, Unit};
use super::{Inputs, Metric};
use crate::fixed::to_f64;
use crate::math::exp2;
use crate::rollup::LEAD_ASSET;
use crate::statistics::{confidence, effective_sample};
use crate::value::Value;

pub const METRIC: Metric = Metric { method: METHOD, compute };

const P: CostBasis = CostBasis::CURRENT;

pub const METHOD: Method = Method {
    id: "narrative_cost_basis",
    name: "Narrative Cost Basis",
    version: "narrative_cost_basis-1",
    unit: Unit::Usd,
    frequency: Frequency::Daily,
    summary: "The mean of Bitcoin's daily closes, each weighed by the attention Bitcoin had on that UTC day (story \
              units split by salience) and by 2^(-age / 90 days): N = lambda N + A P and D = lambda D + A from day \
              to day, value = N / D. A day without a complete close adds nothing and still lets the past fade. The \
              breakdown gives the same with half-lives of 30 and 365 days. Beside it stands the newest close \
              against the basis, in percent. Sponsored items are not counted.",
    minimum_coverage: "30 days that have both a complete close and attention to Bitcoin",
    source_tables: &["documents", "marks", "stories", "rollups", "prices"],
    parameters,
};

fn parameters() -> Value {
    P.value()
}

/// N and D with their half-life.
#[derive(Clone, Copy, Debug)]
pub struct Basis {
    keep: f64,
    priced: f64,
    attention: f64,
}

impl Basis {
    pub fn new(half_life_days: f64) -> Basis {
        Basis { keep: exp2(-1.0 / half_life_days), priced: 0.0, attention: 0.0 }
    }

    /// One day on; a day without a close only fades.
    pub fn step(&mut self, attention: f64, close: Option<f64>) {
        self.priced *= self.keep;
        self.attention *= self.keep;
        if let Some(close) = close {
            self.priced += attention * close;
            self.attention += attention;
        }
    }

    /// D.
    pub fn attention(&self) -> f64 {
        self.attention
    }

    pub fn value(&self) -> Option<f64> {
        (self.attention > 0.0).then(|| self.priced / self.attention)
    }
}

fn compute(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let first = inputs.cube.span().map_or(at.day(), |span| span.first().min(at.day()));
    let days = DayRange::inclusive(first, at.day()).unwrap_or(DayRange::single(at.day()));
    let mut reading = Reading::empty(&METHOD, at, days, days, inputs);
    let lead = inputs.cube.find_asset(LEAD_ASSET);
    let (mut basis, mut short, mut long) =
        (Basis::new(P.half_life_days), Basis::new(P.half_life_days_short), Basis::new(P.half_life_days_long));
    let (mut sum, mut squares, mut active_days, mut newest) = (0.0, 0.0, 0, None);
    let (mut outlets, recent) = (Vec::new(), at.day().plus(-P.half_life_days as i64));
    for day in days.days() {
        let (mut attention, mut items) = (0i64, 0);
        if let (Some(held), Some(lead)) = (inputs.cube.day(day), lead) {
            for row in &held.rollup.outlet_assets {
                if held.assets[row.asset as usize] == lead {
                    attention += row.attention;
                    if day > recent {
                        outlets.push(held.outlets[row.outlet as usize]);
                    }
                }
            }
            let place = held.assets.iter().position(|asset| *asset == lead);
            items = place.map_or(0, |place| held.rollup.assets[place].tally.count);
        }
        let (attention, close) = (to_f64(attention), inputs.closes.get(day));
        for basis in [&mut basis, &mut short, &mut long] {
            basis.step(attention, close);
        }
        (sum, squares) = (sum * basis.keep, squares * basis.keep * basis.keep);
        if close.is_some() && attention > 0.0 {
            active_days += 1;
            newest = Some(day);
            reading.observed_items += items;
            sum += attention;
            squares += attention;
        }
    }
    outlets.sort_unstable();
    outlets.dedup();
    if active_days < P.attention_days_min {
        return reading;
    }
    let Some(value) = basis.value() else { return reading };
    reading.current = Some(value);
    reading.confidence = {
        let age = newest.map_or(i64::MAX / 2, |newest: Day| at.since(newest.end()).max(0));
        confidence(effective_sample(sum, squares), outlets.len(), age, MS_PER_DAY)
    };
    let price = inputs.closes.latest(at.day());
    reading.secondary = price.map(|(_, price)| Secondary {
        label: "Price against narrative cost basis",
        value: (price / value - 1.0) * 100.0,
        unit: Unit::Percent,
    });
    reading.breakdown = Value::members([
        ("halfLife30", short.value().into()),
        ("halfLife90", value.into()),
        ("halfLife365", long.value().into()),
        ("attentionDays", active_days.into()),
        ("price", price.map(|(_, price)| price).into()),
        ("priceDate", price.map(|(day, _)| day.to_string()).into()),
        ("outlets", outlets.len().into()),
    ]);
    reading
}
