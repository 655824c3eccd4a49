use domain::{Day, DayRange, Instant};

use super::super::dominance::Standing;
use super::super::reading::{Driver, Provenance, Secondary, Unit};
use super::*;
use crate::statistics::Concentration;
use crate::value::Value;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn days(first: &str, last: &str) -> DayRange {
    DayRange::inclusive(day(first), day(last)).expect("in order")
}

fn a_reading() -> Reading {
    Reading {
        id: "main_index",
        version: "main_index-1",
        at: Instant::parse("2026-01-31T09:30:00.250Z").expect("a time"),
        current: Some(51.25),
        status: Some("Neutral \"so\""),
        secondary: Some(Secondary { label: "Price", value: 0.1 + 0.2, unit: Unit::Usd }),
        confidence: 87.5,
        observed_items: 1204,
        window: days("2026-01-30", "2026-01-31"),
        breakdown: Value::members([
            ("kappa", Value::Number(0.25)),
            ("list", Value::List(vec![Value::Null, Value::Flag(true), Value::Integer(-3)])),
            ("text", "ünd\nso".into()),
        ]),
        drivers: vec![Driver { by: "category", name: "ETFs".to_owned(), contribution: -1.5 }],
        provenance: Provenance {
            digest: [7; 16],
            days: days("2025-12-01", "2026-01-31"),
            documents: 5000,
            prices: 62,
        },
    }
}

fn a_ranking() -> Ranking {
    Ranking {
        day: day("2026-01-31"),
        window: days("2025-12-28", "2026-01-31"),
        standings: vec![Standing {
            asset: "Bitcoin".to_owned(),
            rank: 1,
            share: 61.5,
            mention_share: 60.0,
            change: Some(-0.5),
            usual: Some((60.0, 1.25)),
            z: None,
            spike: false,
        }],
        concentration: Some(Concentration {
            entropy: 0.5,
            normalised: 0.25,
            effective_number: 1.6487,
            hhi: 0.4,
        }),
        confidence: 90.0,
        observed_items: 40,
        outlets: 6,
        universe_version: "assets-1".to_owned(),
    }
}

/// Golden: these bytes and seals are promised to the world and never change.
#[test]
fn form_1_is_written_as_documented() {
    assert_eq!(reading_lines(&a_reading()), include_str!("golden/reading.txt"));
    assert_eq!(ranking_lines(&a_ranking()), include_str!("golden/ranking.txt"));
    let seals = [
        seal_reading(Form::Lines, &a_reading()),
        seal_ranking(Form::Lines, &a_ranking()),
        seal_reading(Form::Debug, &a_reading()),
        seal_ranking(Form::Debug, &a_ranking()),
    ];
    assert_eq!(seals.join("\n"), include_str!("golden/seals.txt").trim_end());
}

/// While nobody has renamed anything, the form of version 1 is what deriving prints.
#[test]
fn the_form_of_version_1_is_the_derived_text() {
    assert_eq!(debug_form::reading(&a_reading()), format!("{:?}", a_reading()));
    assert_eq!(debug_form::ranking(&a_ranking()), format!("{:?}", a_ranking()));
    let bare = Reading { current: None, status: None, secondary: None, drivers: Vec::new(), ..a_reading() };
    assert_eq!(debug_form::reading(&bare), format!("{bare:?}"));
    let bare = Ranking { standings: Vec::new(), concentration: None, ..a_ranking() };
    assert_eq!(debug_form::ranking(&bare), format!("{bare:?}"));
}

#[test]
fn a_seal_names_its_form() {
    for form in [Form::Debug, Form::Lines] {
        assert_eq!(Form::of_seal(&seal_reading(form, &a_reading())), form);
    }
}

/// A text cannot pretend to be several values: its length stands before it.
#[test]
fn texts_cannot_forge_lines() {
    let with = |name: &str| {
        let drivers = vec![Driver { by: "outlet", name: name.to_owned(), contribution: 1.0 }];
        reading_lines(&Reading { drivers, ..a_reading() })
    };
    assert_ne!(with("a\ndrivers.0.contribution=f:0"), with("a"));
}
