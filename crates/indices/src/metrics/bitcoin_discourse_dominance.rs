//! `bitcoin_discourse_dominance`: Bitcoin's share of the attention that all tracked assets get.
//!
//! The Bitcoin row of the dominance ranking, as a metric of its own.

use domain::Instant;

use super::dominance;
use super::parameters::Dominance as Parameters;
use super::reading::{Frequency, Method, Reading, Secondary, Unit, days_back};
use super::{Inputs, Metric};
use crate::rollup::LEAD_ASSET;
use crate::value::Value;

pub const METRIC: Metric = Metric { method: METHOD, compute };

const P: Parameters = Parameters::CURRENT;

pub const METHOD: Method = Method {
    id: "bitcoin_discourse_dominance",
    name: "Bitcoin Attention Share",
    version: "bitcoin_discourse_dominance-1",
    unit: Unit::Percent,
    frequency: Frequency::Daily,
    summary: "Bitcoin's row of Narrative Dominance: each story gives one unit of attention a day per outlet \
              family, split over the tracked assets it names by salience (title 3, first paragraph 2, body 1); \
              days weigh 2^(-age / 7 days) over 35 days; no outlet gives more than 10 % of all attention. The \
              share is Bitcoin's part of the whole, in percent. Beside it stands the plain share of mentions over \
              the last 7 days, without weights or caps. Sponsored items are not counted.",
    minimum_coverage: "20 items that name an asset, from 5 outlets, in 35 days",
    source_tables: &["documents", "marks", "stories", "rollups"],
    parameters,
};

fn parameters() -> Value {
    P.value()
}

fn compute(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let window = days_back(at.day(), P.window_days);
    let days = days_back(at.day(), P.baseline_days + P.window_days);
    let mut reading = Reading::empty(&METHOD, at, window, days, inputs);
    let ranking = dominance::rank(inputs, at);
    reading.observed_items = ranking.observed_items;
    let Some(bitcoin) = ranking.standings.iter().find(|standing| standing.asset == LEAD_ASSET) else {
        return reading;
    };
    reading.current = Some(bitcoin.share);
    reading.secondary =
        Some(Secondary { label: "Mention share", value: bitcoin.mention_share, unit: Unit::Percent });
    reading.confidence = ranking.confidence;
    let top = ranking.standings.iter().take(10).map(|standing| {
        Value::members([
            ("asset", standing.asset.as_str().into()),
            ("share", standing.share.into()),
            ("rank", standing.rank.into()),
        ])
    });
    reading.breakdown = Value::members([
        ("rank", bitcoin.rank.into()),
        ("z", bitcoin.z.into()),
        ("baselineMean", bitcoin.usual.map(|(mean, _)| mean).into()),
        ("baselineDeviation", bitcoin.usual.map(|(_, deviation)| deviation).into()),
        ("spike", bitcoin.spike.into()),
        ("change7d", bitcoin.change.into()),
        ("outlets", ranking.outlets.into()),
        ("hhi", ranking.concentration.map(|spread| spread.hhi).into()),
        ("effectiveNumber", ranking.concentration.map(|spread| spread.effective_number).into()),
        ("top", Value::List(top.collect())),
        ("universeVersion", ranking.universe_version.as_str().into()),
    ]);
    reading
}
