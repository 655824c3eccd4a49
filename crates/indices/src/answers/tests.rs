use proptest::prelude::*;

use domain::{Cohort, Day, DayRange, MentionKind};

use super::history::{POINTS_MAX, thin, thin_to};
use super::rounding::apportion;
use super::trends::Candidate;
use super::*;
use crate::cube::Cube;
use crate::rollup::Tally;
use crate::sample::{SaidSample, Sample, rolled};

fn tally(positive: i64, neutral: i64, negative: i64) -> Tally {
    Tally { count: positive + neutral + negative, positive, negative, ..Tally::default() }
}

#[test]
fn fear_and_greed_of_the_published_days() {
    // The values are those of version 1; margins differ from its 6.3, 7.8, 6.3 and 35.1 where there is little.
    for (counts, value, margin) in
        [((80, 10, 10), 85, 6.3), ((60, 20, 20), 70, 7.8), ((10, 10, 80), 15, 6.3), ((3, 1, 1), 70, 29.4)]
    {
        let point = fear_greed(tally(counts.0, counts.1, counts.2), 1).expect("there are articles");
        assert_eq!(point.value, value);
        assert!((point.margin - margin).abs() < 0.05, "{counts:?}: {}", point.margin);
        assert_eq!(point.article_count, counts.0 + counts.1 + counts.2);
    }
    assert_eq!(fear_greed(tally(0, 0, 0), 0), None);
}

#[test]
fn a_day_of_few_articles_has_no_value_unless_it_is_asked_for() {
    use super::fear_greed::ITEMS_MIN;
    assert_eq!(fear_greed(tally(4, 0, 0), ITEMS_MIN), None);
    let five = fear_greed(tally(5, 0, 0), ITEMS_MIN).expect("five are enough");
    assert_eq!((five.value, five.high), (100, 100.0));
    assert!(five.low > 60.0 && five.low < 75.0 && five.margin > 20.0, "{five:?}");
    let one = fear_greed(tally(1, 0, 0), 1).expect("one is asked for");
    assert!(one.value == 100 && one.margin > 40.0, "{one:?}");
    assert!(
        fear_greed(tally(0, 1, 0), 1).expect("one is asked for").margin > 30.0,
        "nor does a neutral day collapse"
    );
}

#[test]
fn the_bands_meet_without_a_gap() {
    let labels: Vec<&str> = [0, 25, 26, 45, 46, 55, 56, 75, 76, 100].map(fear_greed::label).to_vec();
    assert_eq!(
        labels,
        [
            "Extreme Fear",
            "Extreme Fear",
            "Fear",
            "Fear",
            "Neutral",
            "Neutral",
            "Greed",
            "Greed",
            "Extreme Greed",
            "Extreme Greed"
        ]
    );
}

#[test]
fn the_largest_remainder_gets_the_rest() {
    assert_eq!(apportion(&[1, 1, 1], 100), [34, 33, 33]);
    assert_eq!(apportion(&[2, 1, 1, 3], 10), [3, 2, 1, 4]);
    assert_eq!(apportion(&[], 100), [0; 0]);
    assert_eq!(apportion(&[0, 0], 100), [0, 0]);
    assert_eq!(percentages(&[1, 1, 1]), [33.34, 33.33, 33.33]);
    let thirds = ratios(tally(1, 1, 1));
    assert_eq!((thirds.positive, thirds.neutral, thirds.negative), (0.3334, 0.3333, 0.3333));
    assert_eq!(ratios(tally(0, 0, 0)), Ratios::default());
}

#[test]
fn every_method_is_told_once() {
    let ids: std::collections::BTreeSet<&str> = METHODS.iter().map(|method| method.id).collect();
    assert_eq!(ids.len(), METHODS.len());
    assert!(
        METHODS.iter().all(|method| method.version.starts_with(method.id.split('_').next().expect("a word")))
    );
    assert!(METHODS.iter().all(|method| !method.summary.contains("  ")), "lines are joined by one space");
}

#[test]
fn representatives_are_of_different_families_and_not_bought() {
    let one = |id: u8, family, merit, sponsored| Candidate { id: [id; 16], family, merit, sponsored };
    let candidates = [
        one(1, "a", 0.5, false),
        one(2, "a", 0.9, false),
        one(3, "b", 0.7, false),
        one(4, "c", 1.0, true),
        one(5, "d", 0.7, false),
    ];
    assert_eq!(representatives(&candidates, 3), [1, 2, 4]);
    assert_eq!(representatives(&candidates, 1), [1]);
    assert_eq!(representatives(&[], 3), [0; 0]);
}

fn points(n: i64) -> Vec<HistoryPoint> {
    let first = Day::parse("2016-01-01").expect("a day");
    (0..n).map(|n| HistoryPoint { day: first.plus(n), value: n as f64, btc_price: None }).collect()
}

#[test]
fn history_stays_in_bounds() {
    for (days, granularity) in [
        (0, Granularity::Daily),
        (400, Granularity::Daily),
        (401, Granularity::Weekly),
        (2790, Granularity::Weekly),
        (3650, Granularity::Monthly),
    ] {
        let all = points(days);
        let (used, kept) = thin(&all);
        assert_eq!(used, granularity, "{days} days");
        assert!(kept.len() <= POINTS_MAX);
        assert_eq!(kept.last(), all.last(), "the newest value is always shown");
        assert!(kept.windows(2).all(|pair| pair[0].day < pair[1].day));
        assert!(kept.iter().all(|point| all.contains(point)), "no value is invented");
    }
    assert_eq!(thin_to(&points(3650), Granularity::Daily).len(), POINTS_MAX);
    assert_eq!(thin_to(&points(60), Granularity::Monthly).len(), 2);
    // 2016-01-01 is a Friday: three days, then whole weeks.
    assert_eq!(
        thin_to(&points(10), Granularity::Weekly).iter().map(|p| p.value).collect::<Vec<_>>(),
        [2.0, 9.0]
    );
}

#[test]
fn a_cohort_is_told_with_its_confidence() {
    let day = Day::parse("2026-05-01").expect("a day");
    let mut cube = Cube::default();
    let samples: Vec<Sample> = (0..40)
        .map(|n| {
            let tone = if n % 4 == 0 { -0.9 } else { 0.9 };
            Sample::new(n, day, "Net").with_tone(tone).by(&format!("p{}", n % 8), Some(Cohort::Trader))
        })
        .collect();
    cube.replace(std::sync::Arc::new(rolled(day, &samples)));
    let ask = |days: DayRange| cohorts(&cube, days, Spoken::default(), days.end());
    let told = ask(DayRange::single(day));
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].article_count, told[0].post_count, told[0].speaker_count), (40, 40, 8));
    // Two of the eight are negative each time, and each person's day counts once.
    assert_eq!((told[0].ratios.positive, told[0].ratios.negative, told[0].net_sentiment), (0.75, 0.25, 0.5));
    assert_eq!(told[0].speaker_days, 8);
    assert!(told[0].low < 0.5 && 0.5 < told[0].high, "{:?}", told[0]);
    assert!((told[0].confidence - 100.0 * (1.0 - (-0.16f64).exp())).abs() < 1e-6);
    let late = ask(DayRange::inclusive(day, day.plus(30)).expect("forwards"));
    assert_eq!(late[0].confidence, 0.0, "a month of silence is stale");
}

#[test]
fn a_statement_counts_once_and_a_person_once_a_day() {
    let day = Day::parse("2026-05-01").expect("a day");
    let said = |id: u128, day: Day, outlet: &str, statements: &[SaidSample]| {
        let mut sample = Sample::new(id, day, outlet);
        sample.statements = statements.to_vec();
        sample
    };
    let one =
        |who: u128, net: f32, group: u64| (who, Cohort::Executive, Some("Strategy".to_owned()), net, group);
    let mut cube = Cube::default();
    // Ann's words in twelve outlets, Bob ten times in one article, and Ann's words again a day later.
    let mut first: Vec<Sample> =
        (0..12).map(|n| said(n, day, &format!("Outlet {n}"), &[one(1, 0.9, 7)])).collect();
    let often: Vec<SaidSample> = (0..10).map(|n| one(2, if n == 0 { 0.9 } else { -0.9 }, 20 + n)).collect();
    first.push(said(50, day, "Daily", &often));
    cube.replace(std::sync::Arc::new(rolled(day, &first)));
    let again = [said(60, day.plus(1), "Weekly", &[one(1, 0.9, 7)])];
    cube.replace(std::sync::Arc::new(rolled(day.plus(1), &again)));
    let days = DayRange::inclusive(day, day.plus(1)).expect("forwards");
    let told = cohorts(&cube, days, Spoken::default(), days.end());
    assert_eq!(told.len(), 1);
    let row = told[0];
    assert_eq!((row.article_count, row.post_count, row.statement_count), (14, 0, 11));
    assert_eq!((row.speaker_count, row.speaker_days), (2, 2), "a repeat on the next day is nothing new");
    assert_eq!((row.ratios.positive, row.ratios.negative), (0.5, 0.5));
    assert!((row.role_confidence - 90.0).abs() < 1e-9);
    let about = |name| Spoken { subject: Some((MentionKind::Company, name)), ..Spoken::default() };
    assert_eq!(cohorts(&cube, days, about("Strategy"), days.end()), told);
    assert!(cohorts(&cube, days, about("Coinbase"), days.end()).is_empty());
    let documents = [60_u128.to_be_bytes()].into_iter().collect();
    let only = Spoken { documents: Some(&documents), ..Spoken::default() };
    let told = cohorts(&cube, days, only, days.end());
    assert_eq!((told[0].article_count, told[0].statement_count, told[0].speaker_days), (1, 1, 1));
}

proptest! {
    #[test]
    fn what_is_printed_sums_to_the_whole(counts in prop::collection::vec(0i64..1_000_000_000, 1..30)) {
        let parts = apportion(&counts, 10_000);
        let whole: i64 = counts.iter().sum();
        prop_assert_eq!(parts.iter().sum::<i64>(), if whole > 0 { 10_000 } else { 0 });
        for (part, count) in parts.iter().zip(&counts) {
            let due = *count as f64 * 10_000.0 / whole.max(1) as f64;
            prop_assert!((*part as f64 - due).abs() < 1.0);
        }
        let printed: f64 = percentages(&counts).iter().map(|pct| format!("{pct:.2}").parse::<f64>().expect("a number")).sum();
        let due = if whole > 0 { 100.0 } else { 0.0 };
        prop_assert!((printed - due).abs() < 1e-9);
    }

    #[test]
    fn fear_and_greed_is_the_rounded_formula(p in 0i64..5000, u in 0i64..5000, n in 0i64..5000) {
        prop_assume!(p + u + n > 0);
        let point = fear_greed(tally(p, u, n), 1).expect("there are articles");
        let plain = 50.0 * (1.0 + (p - n) as f64 / (p + u + n) as f64);
        prop_assert!((f64::from(point.value) - plain).abs() <= 0.5 + 1e-9);
        prop_assert!(point.value <= 100 && point.margin > 0.0);
        prop_assert!(0.0 <= point.low && point.low <= plain && plain <= point.high && point.high <= 100.0);
    }
}
