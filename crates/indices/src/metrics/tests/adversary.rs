//! Those who would move a number: one outlet that floods, a wire that is copied, one author with many accounts.

use super::*;
use crate::metrics::main_breadth::panels;
use crate::metrics::main_index::{DailyTones, Score, score};
use domain::DayRange;

fn z(cube: &Cube) -> Score {
    let range = DayRange::inclusive(last().plus(-90), last()).expect("forwards");
    score(cube, &DailyTones::new(cube, range), end())
}

/// The last day with `count` more items of one outlet, each a story of its own.
fn flooded(count: u128, outlet: &str, tone: f32) -> Cube {
    with_last_days(1, |n| {
        let mut samples = day_of(n, 0.0);
        samples.extend((0..count).map(|id| {
            let mut sample =
                Sample::new(id + (1 << 110), start().plus(n), outlet).with_tone(tone).about("Bitcoin");
            sample.country = "C0".to_owned();
            sample.author = "author 0".to_owned();
            sample
        }));
        samples
    })
}

#[test]
fn one_outlet_times_ten_thousand_moves_the_index_no_further_than_its_cap() {
    let usual = z(&USUAL).z;
    for tone in [1.0, -1.0] {
        let flood = z(&flooded(10_000, "Outlet 00", tone));
        // At most 0.10 of the weight, from one end of the scale to the other.
        assert!((flood.z - usual).abs() <= 0.10 * 8.0, "{} from {usual}", flood.z);
        assert!(flood.sources.iter().all(|source| source.share <= 0.10 + 1e-12));
        // Ten times the flood is no more than the flood.
        let greater = z(&flooded(20_000, "Outlet 00", tone));
        assert!((greater.z - flood.z).abs() < 0.02, "{} {}", greater.z, flood.z);
    }
}

#[test]
fn a_new_outlet_has_no_past_and_no_say() {
    let flood = flooded(10_000, "Brand New", -1.0);
    assert_eq!(z(&flood).z, z(&USUAL).z);
    assert_eq!(read("main_index", &flood).current, read("main_index", &USUAL).current);
}

#[test]
fn one_outlet_moves_reach_by_one_unit_however_loud() {
    let usual = panels(&USUAL, last());
    let loud = panels(&flooded(10, "Outlet 00", 0.0), last());
    let flood = panels(&flooded(10_000, "Outlet 00", 0.0), last());
    for ((before, loud), after) in usual.iter().zip(&loud).zip(&flood) {
        assert!(after.above <= before.above + 1, "{}", before.panel);
        assert_eq!(after.units, before.units, "{}", before.panel);
        // Louder than its own usual is all that it can be.
        assert_eq!((after.above, after.share, after.rank), (loud.above, loud.share, loud.rank));
    }
    assert_eq!(
        read("main_breadth", &flooded(10, "Outlet 00", 0.0)).current,
        read("main_breadth", &flooded(10_000, "Outlet 00", 0.0)).current
    );
}

#[test]
fn one_outlet_gives_a_tenth_of_attention_at_most() {
    let share = |cube: &Cube| {
        let ranking = dominance::rank(&inputs(cube), end());
        ranking.standings.iter().find(|standing| standing.asset == "Bitcoin").expect("listed").share
    };
    let usual = share(&USUAL);
    let flood = share(&flooded(10_000, "Outlet 00", 0.0));
    assert!(flood > usual && flood - usual <= 10.0, "{flood} from {usual}");
    let stranger = share(&flooded(10_000, "Brand New", 0.0));
    assert!(stranger - usual <= 10.0, "{stranger} from {usual}");
}

/// One outlet's last day, and the same with a wire story that it printed `copies` times.
fn wired(copies: u128) -> Cube {
    with_last_days(1, |n| {
        let mut samples = day_of(n, 0.0);
        samples.extend((0..copies).map(|id| {
            let mut sample =
                Sample::new(id + (1 << 110), start().plus(n), "Outlet 00").with_tone(-1.0).about("Bitcoin");
            sample.story = Some(99);
            sample
        }));
        samples
    })
}

#[test]
fn a_wire_story_times_a_hundred_is_one_story() {
    let (once, often) = (wired(1), wired(100));
    assert!((z(&once).z - z(&often).z).abs() < 1e-6);
    for metric in METRICS {
        let value = |cube: &Cube| (metric.compute)(&inputs(cube), end()).current.expect("covered");
        let (once, often) = (value(&once), value(&often));
        assert!((once - often).abs() < 1e-4 * once.abs(), "{}: {once} {often}", metric.method.id);
    }
}

/// A thousand accounts that all speak for one mind.
fn with_accounts(role: Option<Cohort>, same_words: bool, days: i64) -> Cube {
    let mut cube = USUAL.clone();
    for n in LAST - days + 1..=LAST {
        let mut samples = day_of(n, 0.0);
        samples.extend((0..1000u128).map(|account| {
            let mut sample = Sample::new(account + (1 << 110) + ((n as u128) << 64), start().plus(n), "Net")
                .with_tone(-1.0)
                .about("Bitcoin")
                .by(&format!("sock {account}"), role);
            sample.category = "Social".to_owned();
            sample.story = same_words.then_some(7_000 + n as u128);
            sample
        }));
        put(&mut cube, n, &samples);
    }
    cube
}

#[test]
fn a_thousand_accounts_without_a_role_are_in_no_cohort() {
    let usual = read("cohort_conviction_gap", &USUAL);
    let flood = read("cohort_conviction_gap", &with_accounts(None, false, 7));
    assert_eq!((usual.current, usual.observed_items), (flood.current, flood.observed_items));
}

#[test]
fn a_thousand_accounts_with_the_same_words_are_one_voice() {
    let usual = read("cohort_conviction_gap", &USUAL).current.expect("covered");
    let flood = read("cohort_conviction_gap", &with_accounts(Some(Cohort::Trader), true, 7));
    let flood = flood.current.expect("covered");
    assert!((usual - flood).abs() < 6.0, "{usual} {flood}");
}

#[test]
fn a_thousand_new_accounts_do_not_reach_anyone() {
    let (usual, flood) = (panels(&USUAL, last()), panels(&with_accounts(None, false, 1), last()));
    let authors = |panels: &[crate::metrics::main_breadth::PanelReading]| {
        panels
            .iter()
            .find(|panel| panel.panel == "authors")
            .map(|panel| (panel.units, panel.above, panel.rank))
    };
    assert_eq!(authors(&usual), authors(&flood), "they have no past of their own");
}

#[test]
fn a_thousand_old_accounts_move_one_panel_of_five() {
    let mut cube = USUAL.clone();
    for n in LAST - 40..=LAST {
        let mut samples = day_of(n, 0.0);
        let loud = if n == LAST { 3 } else { 1 };
        samples.extend((0..1000u128 * loud).map(|post| {
            let id = post + (1 << 110) + ((n as u128) << 64);
            let mut sample = Sample::new(id, start().plus(n), "Net").about("Bitcoin");
            sample.author = format!("sock {}", post % 1000);
            sample
        }));
        put(&mut cube, n, &samples);
    }
    let (usual, flood) = (panels(&USUAL, last()), panels(&cube, last()));
    let moved: Vec<&str> = usual
        .iter()
        .zip(&flood)
        .filter(|(a, b)| a.above.abs_diff(b.above) > 1)
        .map(|(a, _)| a.panel)
        .collect();
    assert_eq!(moved, ["authors"]);
}

#[test]
fn one_person_is_a_fifth_of_a_cohort_at_most() {
    let shouted = with_last_days(7, |n| {
        let mut samples = day_of(n, 0.0);
        samples.extend((0..500u128).map(|id| {
            let id = id + (1 << 110) + ((n as u128) << 64);
            let mut sample = Sample::new(id, start().plus(n), "Net")
                .with_tone(-1.0)
                .by("voice 00", Some(Cohort::Executive));
            sample.category = "Social".to_owned();
            sample
        }));
        samples
    });
    let tone = |cube: &Cube| {
        let tones = cohort_conviction_gap::cohort_tones(&inputs(cube), end());
        tones.iter().find(|tone| tone.cohort == Cohort::Executive).expect("enough").raw
    };
    assert!(tone(&shouted) >= tone(&USUAL) - 0.2 * 2.0, "{} {}", tone(&shouted), tone(&USUAL));
}
