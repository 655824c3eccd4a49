use proptest::prelude::*;

use super::*;

const ALL: f64 = 200.0;

fn first() -> Day {
    Day::parse("2026-01-01").expect("a sample")
}

fn series(own: impl IntoIterator<Item = f64>) -> Vec<DayAttention> {
    let day = |(at, own)| DayAttention { day: first().plus(at), own, all: ALL };
    (0..).zip(own).map(day).collect()
}

fn repeated(parts: &[(usize, f64)]) -> Vec<DayAttention> {
    series(parts.iter().flat_map(|(days, own)| std::iter::repeat_n(*own, *days)))
}

fn stage(parts: &[(usize, f64)]) -> Option<LifeStage> {
    life(&repeated(parts), false).map(|life| life.stage)
}

#[test]
fn each_stage_is_told_from_the_others() {
    assert_eq!(stage(&[(60, 0.0)]), None);
    assert_eq!(stage(&[(50, 0.0), (10, 4.0)]), Some(LifeStage::Emerging));
    assert_eq!(stage(&[(40, 5.0), (3, 8.0), (4, 14.0)]), Some(LifeStage::Growing));
    assert_eq!(stage(&[(40, 5.0), (4, 16.0), (3, 13.0)]), Some(LifeStage::Peaking));
    assert_eq!(stage(&[(60, 5.0)]), Some(LifeStage::Steady));
    assert_eq!(stage(&[(50, 8.0), (7, 2.0)]), Some(LifeStage::Fading));
    assert_eq!(stage(&[(40, 5.0), (14, 0.0)]), Some(LifeStage::Dormant));
    assert_eq!(stage(&[(10, 5.0), (30, 0.0), (5, 5.0)]), Some(LifeStage::Returning));
}

#[test]
fn what_was_heard_long_ago_does_not_emerge() {
    let days = repeated(&[(110, 0.0), (10, 4.0)]);
    assert_eq!(life(&days, false).expect("a sample").stage, LifeStage::Emerging);
    assert_eq!(life(&days, true).expect("a sample").stage, LifeStage::Returning);
}

#[test]
fn what_falls_or_was_always_there_does_not_emerge() {
    assert_eq!(stage(&[(50, 0.0), (4, 12.0), (7, 1.0)]), Some(LifeStage::Fading));
    assert_eq!(stage(&[(5, 4.0)]), Some(LifeStage::Steady), "the sources are five days old");
    assert_eq!(stage(&[(3, 0.0), (8, 4.0)]), Some(LifeStage::Steady));
}

#[test]
fn the_share_of_the_last_week_is_of_all_seven_days() {
    let days = repeated(&[(40, 0.0), (3, 14.0)]);
    let life = life(&days, false).expect("a sample");
    assert!((life.share - 42.0 / (7.0 * ALL)).abs() < 1e-9, "{life:?}");
}

#[test]
fn a_quiet_weekend_is_no_decline() {
    let mut days = repeated(&[(60, 10.0)]);
    for day in days.iter_mut().rev().take(2) {
        (day.own, day.all) = (day.own / 4.0, day.all / 4.0);
    }
    assert_eq!(life(&days, false).expect("a sample").stage, LifeStage::Steady);
}

/// The same days with half a year without any coverage before the last ones.
fn with_gap(parts: &[(usize, f64)], after: usize) -> Vec<DayAttention> {
    let mut days = repeated(parts);
    let gap = days.len() - after;
    days[gap..].iter_mut().for_each(|day| day.day = day.day.plus(180));
    let empty = (0..180).map(|at| DayAttention { day: first().plus((gap + at) as i64), own: 0.0, all: 0.0 });
    let empty: Vec<DayAttention> = empty.collect();
    days.splice(gap..gap, empty);
    days
}

#[test]
fn a_gap_in_the_coverage_is_no_silence() {
    let stage =
        |parts: &[(usize, f64)], after: usize| life(&with_gap(parts, after), false).map(|life| life.stage);
    assert_eq!(stage(&[(66, 5.0)], 6), Some(LifeStage::Steady), "heard on every day that is known");
    assert_eq!(stage(&[(60, 5.0), (3, 20.0), (3, 40.0)], 6), Some(LifeStage::Growing));
    assert_eq!(stage(&[(40, 5.0), (20, 0.0), (6, 5.0)], 6), Some(LifeStage::Peaking), "20 known days");
    assert_eq!(stage(&[(40, 5.0), (21, 0.0), (6, 5.0)], 6), Some(LifeStage::Returning));
    assert_eq!(stage(&[(60, 0.0), (6, 5.0)], 6), Some(LifeStage::Emerging), "the gap makes nothing old");
    assert_eq!(stage(&[(55, 0.0), (5, 5.0), (6, 5.0)], 6), Some(LifeStage::Steady), "half a year old");
    // Behind all coverage nothing is known, and what is no longer heard sleeps.
    let mut days = repeated(&[(60, 5.0)]);
    days.extend((60..74).map(|at| DayAttention { day: first().plus(at), own: 0.0, all: 0.0 }));
    assert_eq!(life(&days, false).map(|life| life.stage), Some(LifeStage::Dormant));
}

#[test]
fn a_turn_has_its_day_and_its_size() {
    let turns = turns(&repeated(&[(30, 4.0), (20, 16.0), (15, 6.0)]));
    let days: Vec<Day> = turns.iter().map(|turn| turn.day).collect();
    assert_eq!(days, [first().plus(30), first().plus(50)]);
    assert!((turns[0].before - 4.0 / ALL).abs() < 1e-9 && (turns[0].after - 16.0 / ALL).abs() < 1e-9);
    assert!(turns[1].before > turns[1].after);
}

#[test]
fn an_even_series_has_no_turn() {
    assert_eq!(turns(&repeated(&[(90, 5.0)])), []);
    assert_eq!(turns(&[]), []);
    assert_eq!(turns(&repeated(&[(90, 0.0)])), []);
}

proptest! {
    /// Counts that scatter like chance around one level are seldom more than steady, and have no turn.
    #[test]
    fn noise_is_not_news(steps in prop::collection::vec(0u32..5, 60)) {
        let days = series(steps.iter().map(|step| 8.0 + f64::from(*step)));
        let stage = life(&days, false).expect("a sample").stage;
        prop_assert!(matches!(stage, LifeStage::Steady), "{stage:?}");
        prop_assert!(turns(&days).is_empty());
    }

    /// Days before it was first heard change nothing, nor does the size of the whole panel.
    #[test]
    fn silence_before_and_scale_of_all_do_not_matter(
        steps in prop::collection::vec(0u32..20, 20..80),
        silence in 0usize..30,
    ) {
        let own = steps.iter().map(|step| f64::from(*step));
        let plain = series(own.clone());
        let later = series(std::iter::repeat_n(0.0, silence).chain(own));
        prop_assert_eq!(life(&plain, false).map(|life| life.stage), life(&later, false).map(|life| life.stage));
        prop_assert_eq!(turns(&plain).len(), turns(&later).len());
    }

    /// Whatever comes in, shares are shares and turns are in order, apart from each other and inside the days.
    #[test]
    fn figures_are_sound(own in prop::collection::vec((0.0f64..50.0, 0.0f64..50.0), 0..120)) {
        let day = |(at, (own, more)): (i64, &(f64, f64))| DayAttention { day: first().plus(at), own: *own, all: own + more };
        let days: Vec<DayAttention> = (0..).zip(&own).map(day).collect();
        if let Some(life) = life(&days, false) {
            prop_assert!((0.0..=1.0).contains(&life.share) && (0.0..=1.0).contains(&life.past_share));
            prop_assert!(life.deviations.is_none_or(f64::is_finite));
        }
        let turns = turns(&days);
        prop_assert!(turns.len() <= MAX_TURNS);
        for pair in turns.windows(2) {
            prop_assert!(pair[0].day.plus(MIN_SEGMENT as i64) <= pair[1].day);
            prop_assert!((pair[0].after - pair[1].before).abs() < 1e-12);
        }
        for turn in &turns {
            prop_assert!((0.0..=1.0).contains(&turn.before) && (0.0..=1.0).contains(&turn.after));
            prop_assert!(turn.strength >= MIN_GAIN);
        }
    }
}
