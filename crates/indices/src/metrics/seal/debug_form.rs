//! The form of version 1, written out by hand: the text that Rust's derived debug printing gave then. Names in the code may
//! change; these may not.

use domain::DayRange;

use super::super::dominance::{Ranking, Standing};
use super::super::reading::{Driver, Reading, Unit};
use crate::proof::debug_text;

pub fn reading(reading: &Reading) -> String {
    let secondary = match &reading.secondary {
        Some(second) => {
            let (label, value, unit) = (second.label, second.value, unit(second.unit));
            format!("Some(Secondary {{ label: {label:?}, value: {value:?}, unit: {unit} }})")
        }
        None => "None".to_owned(),
    };
    let driver = |one: &Driver| {
        let Driver { by, name, contribution } = one;
        format!("Driver {{ by: {by:?}, name: {name:?}, contribution: {contribution:?} }}")
    };
    let drivers: Vec<String> = reading.drivers.iter().map(driver).collect();
    let provenance = &reading.provenance;
    format!(
        "Reading {{ id: {:?}, version: {:?}, at: {}, current: {:?}, status: {:?}, secondary: {secondary}, \
         confidence: {:?}, observed_items: {:?}, window: {}, breakdown: {}, drivers: [{}], provenance: Provenance {{ \
         digest: {:?}, days: {}, documents: {:?}, prices: {:?} }} }}",
        reading.id,
        reading.version,
        reading.at,
        reading.current,
        reading.status,
        reading.confidence,
        reading.observed_items,
        days(reading.window),
        debug_text(&reading.breakdown),
        drivers.join(", "),
        provenance.digest,
        days(provenance.days),
        provenance.documents,
        provenance.prices,
    )
}

pub fn ranking(ranking: &Ranking) -> String {
    let standing = |one: &Standing| {
        let Standing { asset, rank, share, mention_share, change, usual, z, spike } = one;
        format!(
            "Standing {{ asset: {asset:?}, rank: {rank}, share: {share:?}, mention_share: {mention_share:?}, change: \
             {change:?}, usual: {usual:?}, z: {z:?}, spike: {spike} }}"
        )
    };
    let standings: Vec<String> = ranking.standings.iter().map(standing).collect();
    let concentration = match &ranking.concentration {
        Some(one) => format!(
            "Some(Concentration {{ entropy: {:?}, normalised: {:?}, effective_number: {:?}, hhi: {:?} }})",
            one.entropy, one.normalised, one.effective_number, one.hhi
        ),
        None => "None".to_owned(),
    };
    format!(
        "Ranking {{ day: {}, window: {}, standings: [{}], concentration: {concentration}, confidence: {:?}, \
         observed_items: {}, outlets: {}, universe_version: {:?} }}",
        ranking.day,
        days(ranking.window),
        standings.join(", "),
        ranking.confidence,
        ranking.observed_items,
        ranking.outlets,
        ranking.universe_version,
    )
}

fn days(days: DayRange) -> String {
    format!("DayRange {{ first: {}, last: {} }}", days.first(), days.last())
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Score => "Score",
        Unit::Percent => "Percent",
        Unit::Usd => "Usd",
    }
}
