//! What a metric lacks where it has no value: how much there is, and how much it would take.
//!
//! Worked out beside the reading and no part of it, so that what was published stays as it is.

use domain::{Cohort, Instant};

use super::main_index::DailyTones;
use super::parameters::{Consensus, CostBasis, Dominance, MainIndex, Reach};
use super::reading::days_back;
use super::{
    Inputs, bitcoin_discourse_dominance, cohort_conviction_gap, dominance, last_complete_day, main_breadth,
    main_index, narrative_cost_basis,
};
use crate::rollup::LEAD_ASSET;

/// So much of something is there, and so much is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub what: String,
    pub have: i64,
    pub need: i64,
}

impl Missing {
    fn new(what: impl Into<String>, have: i64, need: i64) -> Option<Missing> {
        (have < need).then(|| Missing { what: what.into(), have, need })
    }
}

/// What the metric lacks at an instant; nothing where it is covered.
pub fn missing(metric: &str, inputs: &Inputs<'_>, at: Instant) -> Vec<Missing> {
    let found = match metric {
        id if id == main_index::METHOD.id => index(inputs, at),
        id if id == bitcoin_discourse_dominance::METHOD.id => shares(inputs, at),
        id if id == narrative_cost_basis::METHOD.id => cost_basis(inputs, at),
        id if id == cohort_conviction_gap::METHOD.id => consensus(inputs, at),
        id if id == main_breadth::METHOD.id => reach(inputs, at),
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

fn index(inputs: &Inputs<'_>, at: Instant) -> Vec<Option<Missing>> {
    const P: MainIndex = MainIndex::CURRENT;
    let days = days_back(at.day(), P.baseline_days + P.window_days + 1);
    let score = main_index::score(inputs.cube, &DailyTones::new(inputs.cube, days), at);
    vec![
        Missing::new(
            "sources of the last 3 days with 20 active days in 90",
            score.sources.len() as i64,
            P.sources_min,
        ),
        Missing::new("items of the last 3 days", score.items, P.items_min),
    ]
}

fn shares(inputs: &Inputs<'_>, at: Instant) -> Vec<Option<Missing>> {
    const P: Dominance = Dominance::CURRENT;
    let ranking = dominance::rank(inputs, at);
    vec![
        Missing::new("outlets that name an asset in 35 days", ranking.outlets as i64, P.outlets_min),
        Missing::new("items that name an asset in 35 days", ranking.observed_items, P.items_min),
    ]
}

fn cost_basis(inputs: &Inputs<'_>, at: Instant) -> Vec<Option<Missing>> {
    let days = inputs.cube.span().and_then(|span| domain::DayRange::inclusive(span.first(), at.day()));
    let attention = days.map_or(Vec::new(), |days| inputs.cube.asset_days(LEAD_ASSET, days));
    let counted = attention
        .iter()
        .filter(|(day, tally)| tally.attention > 0 && inputs.closes.get(*day).is_some())
        .count();
    let what = "days with attention to Bitcoin and a close";
    vec![Missing::new(what, counted as i64, CostBasis::CURRENT.attention_days_min)]
}

fn consensus(inputs: &Inputs<'_>, at: Instant) -> Vec<Option<Missing>> {
    const P: Consensus = Consensus::CURRENT;
    let tones = cohort_conviction_gap::cohort_tones(inputs, at);
    let mut found = vec![Missing::new(
        "cohorts with 10 people's days from 5 people in 7 days",
        tones.len() as i64,
        P.cohorts_min,
    )];
    if found[0].is_some() {
        // Which cohorts have spoken, and what they lack.
        let voices = cohort_conviction_gap::voices(inputs, at);
        for cohort in Cohort::ALL {
            let own = voices.iter().filter(|((other, _), _)| other == cohort);
            let (people, days) = own.fold((0, 0), |(people, days), (_, row)| (people + 1, days + row.items));
            if people > 0 {
                let name = cohort.name();
                found.push(Missing::new(format!("people's days of the cohort {name}"), days, P.items_min));
                found.push(Missing::new(format!("people of the cohort {name}"), people, P.people_min));
            }
        }
    }
    found
}

fn reach(inputs: &Inputs<'_>, at: Instant) -> Vec<Option<Missing>> {
    const P: Reach = Reach::CURRENT;
    let panels = main_breadth::panels(inputs.cube, last_complete_day(at));
    if panels.iter().any(|panel| panel.rank.is_some()) {
        return Vec::new();
    }
    let lacks = |panel: &main_breadth::PanelReading| {
        let need = if panel.panel == "cohorts" { P.cohorts_min } else { P.units_min };
        let units = format!("{} that spoke of Bitcoin on 20 of 90 days", panel.panel);
        let days = format!("earlier days with enough {} to rank among", panel.panel);
        [
            Missing::new(units, panel.units as i64, need),
            Missing::new(days, panel.ranked_days as i64, P.rank_days_min),
        ]
    };
    panels.iter().flat_map(lacks).collect()
}
