use domain::{Day, Instant};
use proptest::prelude::*;

use super::*;

fn day(number: i64) -> Day {
    Day::from_number(20_000 + number).expect("a day")
}

/// So many items on each of the days, from the first one on.
fn series(items: &[u32]) -> Series {
    let count = |(number, items): (usize, &u32)| DayCount {
        unread: 0,
        day: day(number as i64),
        items: *items,
        positive: items / 4,
        negative: items / 4,
    };
    Series { since: Some(day(0)), days: items.iter().enumerate().map(count).collect() }
}

fn volume(factor: f64, min_items: u32) -> Volume {
    Volume { factor, min_items, min_families: 1 }
}

#[test]
fn three_times_the_norm_is_enough_and_just_below_is_not() {
    let mut items = vec![10; 28];
    items.push(30);
    let seen = volume(3.0, 5).judge(&series(&items), day(28)).expect("it fires");
    assert_eq!((seen.items, seen.norm.items, seen.norm.days), (30, 10.0, 28));
    items[28] = 29;
    assert_eq!(volume(3.0, 5).judge(&series(&items), day(28)), None);
}

#[test]
fn a_rare_name_needs_the_least_number() {
    let mut items = vec![0; 28];
    items.push(4);
    assert_eq!(volume(3.0, 5).judge(&series(&items), day(28)), None);
    items[28] = 5;
    assert!(volume(3.0, 5).judge(&series(&items), day(28)).is_some());
}

#[test]
fn young_coverage_has_no_norm() {
    let items = [10, 10, 10, 10, 10, 90];
    assert_eq!(volume(3.0, 1).judge(&series(&items), day(5)), None);
}

#[test]
fn a_tone_shift_is_told_from_noise() {
    let mut series = series(&[20; 29]);
    let rule = ToneShift { deviations: 3.0, min_items: 10, min_families: 1 };
    assert_eq!(rule.judge(&series, day(28)), None, "as always");
    series.days[28] = DayCount { day: day(28), items: 20, unread: 0, positive: 0, negative: 18 };
    let seen = rule.judge(&series, day(28)).expect("it fires");
    assert!(seen.deviations < -3.0 && seen.tone == -0.9 && seen.norm == 0.0, "{seen:?}");
    // The same where tone swings like this every other day.
    for count in series.days.iter_mut().take(28).step_by(2) {
        (count.positive, count.negative) = (0, 18);
    }
    assert_eq!(rule.judge(&series, day(28)), None, "that is its noise");
}

#[test]
fn a_level_is_crossed_both_ways_and_once() {
    let readings = [70.0, 74.9, 75.0, 80.0, 75.0, 74.0, 60.0];
    let crossed: Vec<usize> =
        (1..readings.len()).filter(|i| crosses(readings[i - 1], readings[*i], 75.0)).collect();
    assert_eq!(crossed, [2, 5]);
    assert!(moves(50.0, 40.0, 10.0) && moves(40.0, 50.0, 10.0) && !moves(50.0, 59.9, 10.0));
}

#[test]
fn a_story_is_told_once_while_it_is_new() {
    let hour = |hours: i64| Instant::from_ms(hours * 3_600_000);
    let told = |story, family, hours| Telling { story, family, at: hour(hours) };
    let items = [
        told("a", "one", 0),
        told("slow", "one", 0),
        told("a", "one", 1),
        told("a", "two", 2),
        told("slow", "two", 80),
        told("slow", "three", 81),
        told("a", "three", 90),
        // Long after: a beginning of its own.
        told("slow", "one", 300),
        told("slow", "two", 301),
    ];
    assert_eq!(new_stories(&items, 2), [("a", hour(2)), ("slow", hour(301))]);
}

proptest! {
    /// A day that fires keeps firing while more arrives: a backtest sees the end of days, a rule their middle.
    #[test]
    fn volume_only_grows(past in prop::collection::vec(0u32..50, 28), now in 0u32..200, more in 0u32..200, factor in 1.0f64..10.0, min in 1u32..20) {
        let mut items = past;
        items.push(now);
        let before = volume(factor, min).judge(&series(&items), day(28)).is_some();
        items[28] = now + more;
        let after = volume(factor, min).judge(&series(&items), day(28)).is_some();
        prop_assert!(!before || after);
    }

    /// What comes after a day changes nothing about it.
    #[test]
    fn no_day_looks_past_its_end(items in prop::collection::vec(0u32..50, 40), last in 8usize..40) {
        let (all, cut) = (series(&items), series(&items[..=last]));
        let rule = ToneShift { deviations: 1.0, min_items: 1, min_families: 1 };
        prop_assert_eq!(volume(2.0, 1).judge(&all, day(last as i64)), volume(2.0, 1).judge(&cut, day(last as i64)));
        prop_assert_eq!(rule.judge(&all, day(last as i64)), rule.judge(&cut, day(last as i64)));
    }

    #[test]
    fn a_shift_up_is_a_shift_down_mirrored(past in prop::collection::vec((0u32..20, 0u32..20), 28), today in (0u32..30, 0u32..30)) {
        let count = |number: usize, (positive, negative): (u32, u32)| DayCount { day: day(number as i64), items: 40, unread: 0, positive, negative };
        let days: Vec<DayCount> = past.iter().copied().chain([today]).enumerate().map(|(i, tones)| count(i, tones)).collect();
        let mirrored = days.iter().map(|day| DayCount { positive: day.negative, negative: day.positive, ..*day }).collect();
        let rule = ToneShift { deviations: 2.0, min_items: 5, min_families: 1 };
        let one = rule.judge(&Series { since: Some(day(0)), days }, day(28));
        let other = rule.judge(&Series { since: Some(day(0)), days: mirrored }, day(28));
        prop_assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            prop_assert!((one.deviations + other.deviations).abs() < 1e-9);
        }
    }

    /// Never more a day than the cap, never sooner than the quiet time, and going on after a stop changes nothing.
    #[test]
    fn a_throttle_keeps_its_word(gaps in prop::collection::vec(0i64..20_000_000, 1..60), quiet in 0i64..30_000_000, cap in 1u32..5, stop in 0usize..60) {
        let mut at = Instant::from_ms(1_700_000_000_000);
        let times: Vec<Instant> = gaps.iter().map(|gap| { at = at.plus_ms(*gap); at }).collect();
        let mut whole = Throttle::new(quiet, cap);
        let told: Vec<Instant> = times.iter().copied().filter(|at| whole.admit(*at)).collect();
        prop_assert!(told.windows(2).all(|pair| pair[1].ms() - pair[0].ms() >= quiet));
        for at in &told {
            prop_assert!(told.iter().filter(|other| other.day() == at.day()).count() <= cap as usize);
        }
        let stop = stop.min(times.len());
        let mut first = Throttle::new(quiet, cap);
        let mut again: Vec<Instant> = times[..stop].iter().copied().filter(|at| first.admit(*at)).collect();
        let mut second = Throttle::new(quiet, cap).after(again.iter().map(|at| (at.day(), *at, 1)));
        again.extend(times[stop..].iter().copied().filter(|at| second.admit(*at)));
        prop_assert_eq!(told, again);
    }

    /// What comes later takes no story back, and a story needs its families.
    #[test]
    fn stories_are_found_in_order(items in prop::collection::vec((0usize..4, 0usize..5, 0i64..40_000_000), 0..60), cut in 0usize..60, min in 1u32..4) {
        let (stories, families) = (["a", "b", "c", "d"], ["f", "g", "h", "i", "j"]);
        let mut at = Instant::from_ms(0);
        let items: Vec<Telling> = items.iter().map(|(story, family, gap)| {
            at = at.plus_ms(*gap);
            Telling { story: stories[*story], family: families[*family], at }
        }).collect();
        let all = new_stories(&items, min);
        let some = new_stories(&items[..cut.min(items.len())], min);
        prop_assert!(all.starts_with(&some));
        for (story, at) in all {
            let told: std::collections::BTreeSet<&str> =
                items.iter().filter(|item| item.story == story && item.at <= at).map(|item| item.family).collect();
            prop_assert!(told.len() >= min as usize);
        }
    }
}
