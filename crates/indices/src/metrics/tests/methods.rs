//! What holds for every metric: its words, its silence below the minimum, its digits in any order.

use super::*;
use crate::metrics::divergence::divergences;
use crate::metrics::main_index::base_year;
use crate::metrics::returns::{BANDS, returns_by_regime};
use crate::rollup::{decode, encode};
use crate::sample::shuffle;
use crate::value::Value;

#[test]
fn the_list_is_the_one_of_the_interface() {
    let ids: Vec<&str> = METRICS.iter().map(|metric| metric.method.id).collect();
    assert_eq!(
        ids,
        [
            "main_index",
            "bitcoin_discourse_dominance",
            "narrative_cost_basis",
            "cohort_conviction_gap",
            "main_breadth"
        ]
    );
    let methods = METRICS.iter().map(|metric| metric.method).chain([dominance::METHOD]);
    for method in methods {
        assert!(method.version.contains('-') && !method.summary.contains("  "), "{}", method.id);
        assert!(!method.minimum_coverage.is_empty() && !method.source_tables.is_empty());
        let Value::Members(parameters) = (method.parameters)() else { panic!("parameters have names") };
        assert!(!parameters.is_empty());
    }
    assert!(find("nothing").is_none());
}

#[test]
fn below_the_minimum_there_is_no_number() {
    let empty = Cube::default();
    let mut young = Cube::default();
    (LAST - 4..=LAST).for_each(|n| put(&mut young, n, &day_of(n, 0.0)[..4]));
    for cube in [&empty, &young] {
        for metric in METRICS {
            let reading = (metric.compute)(&inputs(cube), end());
            assert_eq!(reading.current, None, "{}", metric.method.id);
            assert_eq!(reading.secondary, None);
            assert_eq!(reading.confidence, 0.0);
            assert!(reading.drivers.is_empty());
            let lacks = missing(metric.method.id, &inputs(cube), end());
            assert!(!lacks.is_empty() && lacks.iter().all(|one| one.have < one.need), "{lacks:?}");
        }
        assert!(dominance::rank(&inputs(cube), end()).standings.is_empty());
    }
    // Silence after a full past: the windows are empty, and nothing is made up.
    let later = end().plus_ms(60 * 86_400_000);
    for metric in METRICS.iter().filter(|metric| metric.method.id != "narrative_cost_basis") {
        assert_eq!((metric.compute)(&inputs(&USUAL), later).current, None, "{}", metric.method.id);
    }
    let no_prices = Inputs { closes: &Closes::default(), ..inputs(&USUAL) };
    let compute = find("narrative_cost_basis").expect("a metric").compute;
    assert_eq!(compute(&no_prices, end()).current, None);
}

#[test]
fn with_enough_every_metric_speaks() {
    for metric in METRICS {
        let reading = (metric.compute)(&inputs(&USUAL), end());
        assert!(reading.current.is_some_and(f64::is_finite), "{}", metric.method.id);
        assert!((0.0..=100.0).contains(&reading.confidence) && reading.confidence > 0.0);
        assert!(reading.observed_items > 0 && reading.provenance.documents > 0);
        assert!(reading.window.last() <= end().day() && reading.window.first() >= start());
        // A scale of the index is a version of its own.
        assert!(reading.version.starts_with(metric.method.version), "{}", reading.version);
        assert_eq!(missing(metric.method.id, &inputs(&USUAL), end()), []);
    }
}

#[test]
fn what_is_missing_is_named_with_its_numbers() {
    let mut young = Cube::default();
    (LAST - 4..=LAST).for_each(|n| put(&mut young, n, &day_of(n, 0.0)[..4]));
    let lacks = |metric: &str| missing(metric, &inputs(&young), end());
    let index = lacks("main_index");
    assert_eq!(
        (index[0].what.as_str(), index[0].have, index[0].need),
        ("sources of the last 3 days with 20 active days in 90", 0, 5)
    );
    assert_eq!((index[1].have, index[1].need), (12, 20));
    assert_eq!((lacks("narrative_cost_basis")[0].have, lacks("narrative_cost_basis")[0].need), (5, 30));
    let cohorts = lacks("cohort_conviction_gap");
    assert_eq!((cohorts[0].have, cohorts[0].need), (0, 3));
    assert!(lacks("main_breadth").iter().any(|one| one.what.starts_with("outlets that spoke")));
    assert_eq!(missing("nothing", &inputs(&young), end()), []);
}

/// The proof behind recomputing: other order of documents and of days, through storage, the same bits.
#[test]
fn the_same_documents_give_the_same_bits_in_any_order() {
    let mut cube = Cube::default();
    let mut days: Vec<i64> = (0..=LAST).collect();
    shuffle(3, &mut days);
    for n in days {
        let mut samples = day_of(n, 0.0);
        shuffle(n as u64, &mut samples);
        let stored = encode(&rolled(start().plus(n), &samples));
        cube.replace(Arc::new(decode(&stored).expect("what was written")));
    }
    for metric in METRICS {
        let first = (metric.compute)(&inputs(&USUAL), end());
        let again = (metric.compute)(&inputs(&cube), end());
        // Comparing the printed form too: it tells 0.0 from -0.0.
        assert_eq!(format!("{first:?}"), format!("{again:?}"), "{}", metric.method.id);
        assert_eq!(seal_reading(Form::Lines, &first), seal_reading(Form::Lines, &again));
    }
    assert_eq!(
        format!("{:?}", dominance::rank(&inputs(&USUAL), end())),
        format!("{:?}", dominance::rank(&inputs(&cube), end()))
    );
}

#[test]
fn a_late_document_shows_in_the_digest() {
    let cube = with_last_days(1, |n| {
        let mut samples = day_of(n, 0.0);
        samples.push(Sample::new(1 << 120, start().plus(n), "Outlet 03"));
        samples
    });
    for metric in METRICS {
        let digest = |cube: &Cube| (metric.compute)(&inputs(cube), end()).provenance.digest;
        assert_ne!(digest(&USUAL), digest(&cube), "{}", metric.method.id);
    }
}

#[test]
fn what_is_published_after_the_instant_is_not_heard() {
    let noon = last().start().plus_ms(43_200_000);
    let until_noon = with_last_days(1, |n| day_of(n, 0.0).into_iter().filter(|s| s.at < noon).collect());
    let compute = find("main_index").expect("a metric").compute;
    assert_eq!(compute(&inputs(&USUAL), noon).current, compute(&inputs(&until_noon), noon).current);
}

#[test]
fn returns_are_told_by_band_with_their_uncertainty() {
    let readings: Vec<(Day, f64)> = (0..=LAST).map(|n| (start().plus(n), (n * 37 % 101) as f64)).collect();
    let told = returns_by_regime(&readings, &CLOSES);
    assert_eq!(told.len(), 10);
    assert_eq!(told, returns_by_regime(&readings, &CLOSES), "the same draws every time");
    for horizon in [7, 30] {
        let own: Vec<_> = told.iter().filter(|row| row.horizon_days == horizon).collect();
        assert_eq!(own.iter().map(|row| row.band).collect::<Vec<_>>(), BANDS);
        assert_eq!(own.iter().map(|row| row.n as i64).sum::<i64>(), LAST + 1 - horizon);
        for row in own {
            let (low, high) = row.interval.expect("enough days");
            let mean = row.mean.expect("there are days");
            assert!(low < mean && mean < high, "{row:?}");
            assert_eq!(row.holds_zero, Some(low <= 0.0 && 0.0 <= high));
        }
    }
    // Bands that were drawn by lot say nothing about prices: most intervals hold the overall mean.
    let few = returns_by_regime(&readings[..5], &CLOSES);
    assert!(few.iter().all(|row| row.interval.is_none() && row.holds_zero.is_none()));
    assert!(returns_by_regime(&[], &CLOSES).iter().all(|row| row.n == 0 && row.mean.is_none()));
}

#[test]
fn a_rise_after_every_day_of_a_band_does_not_hold_zero() {
    let closes = Closes::new((0..300).map(|n| (start().plus(n), 1000.0 * 1.01f64.powi(n as i32))));
    let readings: Vec<(Day, f64)> = (0..200).map(|n| (start().plus(n), 90.0)).collect();
    let told = returns_by_regime(&readings, &closes);
    let greed = told.iter().find(|row| row.band == "Extreme Greed").expect("listed");
    assert_eq!((greed.n, greed.holds_zero), (200, Some(false)));
    assert!((greed.median.expect("there") - (1.01f64.powi(7) - 1.0) * 100.0).abs() < 1e-9);
}

#[test]
fn divergence_is_in_points_of_the_index() {
    let cube = with_last_days(3, |n| {
        let sad = |sample: Sample| if sample.outlet == "Net" { sample.with_tone(-0.1) } else { sample };
        day_of(n, 0.0).into_iter().map(sad).collect()
    });
    let index = read("main_index", &cube).current;
    let base = base_year(&cube, last());
    let told = divergences(&inputs(&cube), end(), index, &base);
    let kinds = |against| told.iter().filter(|row| row.against == against).count();
    assert_eq!((kinds("price"), kinds("cohort"), kinds("outletCategory")), (1, 3, 4));
    for row in &told {
        assert!(
            (0.0..=100.0).contains(&row.level)
                && (row.points + row.level - index.expect("there")).abs() < 1e-9
        );
    }
    let social = told.iter().find(|row| row.name == "Social").expect("listed");
    let others = told.iter().filter(|row| row.against == "outletCategory" && row.name != "Social");
    assert!(others.into_iter().all(|other| other.level > social.level), "{told:?}");
    assert!(social.points > 0.0, "{social:?}");
    assert!(divergences(&inputs(&cube), end(), None, &base).is_empty());
}

#[test]
fn closes_are_kept_by_day_and_must_be_prices() {
    let day = |n| start().plus(n);
    let closes =
        Closes::new([(day(2), 5.0), (day(1), 4.0), (day(2), 6.0), (day(3), -1.0), (day(4), f64::NAN)]);
    assert_eq!(closes.get(day(2)), Some(6.0));
    assert_eq!(closes.latest(day(9)), Some((day(2), 6.0)));
    assert_eq!(closes.latest(day(0)), None);
    assert_eq!(closes.get(day(3)), None);
    assert_eq!(last_complete_day(day(3).end()), day(3));
    assert_eq!(last_complete_day(day(3).start()), day(2));
}

#[test]
fn windows_of_history_have_their_days() {
    use dominance::Window;
    let last = Day::parse("2026-11-15").expect("a day");
    let first = |window: Window| window.days(last, start()).first().to_string();
    assert_eq!(
        Window::ALL.iter().map(|window| first(*window)).collect::<Vec<_>>(),
        ["2026-08-18", "2026-01-01", "2025-11-16", "2023-11-16", "2021-11-16", "2025-01-01"]
    );
    assert!(Window::ALL.iter().all(|window| Window::from_name(window.name()) == Some(*window)));
    assert_eq!(Window::from_name("2y"), None);
}
