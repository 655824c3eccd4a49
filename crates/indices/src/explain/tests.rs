//! Parts add up to the change, for every metric, on every day of a world in which everything occurs.

use std::sync::Arc;

use domain::{Category, Day, DayRange};

use super::*;
use crate::cube::Cube;
use crate::metrics::main_index::{BaseState, BaseYear};
use crate::metrics::{Closes, METRICS, Universe, find};
use crate::proof::Form;
use crate::rollup::DayInput;
use crate::sample::{Sample, random_day, rolled};

const DAYS: i64 = 130;
const KAPPA: f64 = 0.3;

fn start() -> Day {
    Day::parse("2025-01-01").expect("a day")
}

struct World {
    days: Vec<Vec<Sample>>,
    cube: Cube,
    closes: Closes,
}

fn world(seed: u64) -> World {
    let of_day = |n: i64| {
        let mut samples = random_day(seed, start().plus(n), 90);
        for (place, sample) in samples.iter_mut().enumerate() {
            let outlet = (sample.id >> 64) as usize % 14;
            sample.outlet = format!("Outlet {outlet}");
            sample.family = format!("Family {}", outlet / 2);
            sample.country = format!("C{}", outlet % 12);
            // Some are silent on some days, so that units come above their past and fall back.
            if (place as i64 + n * 7) % 5 < n % 4 {
                sample.assets.clear();
            }
        }
        samples
    };
    let days: Vec<Vec<Sample>> = (0..DAYS).map(of_day).collect();
    let rollup = |(n, samples): (usize, &Vec<Sample>)| Arc::new(rolled(start().plus(n as i64), samples));
    let cube = Cube::for_metrics(days.iter().enumerate().map(rollup));
    // Now and then a close is missing.
    let close = |n: i64| (n % 11 != 5).then(|| (start().plus(n), 60_000.0 + ((n * 37) % 101) as f64 * 113.7));
    World { days, cube, closes: Closes::new((0..DAYS).filter_map(close)) }
}

fn base() -> BaseYear {
    BaseYear { kappa: KAPPA, days: None, readings: 0, state: BaseState::Provisional, before: None }
}

fn inputs<'a>(cube: &'a Cube, closes: &'a Closes, universe: &'a Universe) -> Inputs<'a> {
    Inputs { cube, closes, universe, base: Some(base()), form: Form::default() }
}

/// The days up to the day before and up to the day.
fn as_of(world: &World, day: Day) -> [Cube; 2] {
    [day.plus(-1), day].map(|last| Cube::for_metrics(world.cube.rollups(last)))
}

fn sides<'a>(world: &'a World, cubes: &'a [Cube; 2], universe: &'a Universe, day: Day) -> [Side<'a>; 2] {
    let side = |cube: &'a Cube, at| Side { at, inputs: inputs(cube, &world.closes, universe) };
    [side(&cubes[0], day.plus(-1).end()), side(&cubes[1], day.end())]
}

fn told<'a>(world: &'a World, explanation: &Explanation, day: Day) -> Vec<Item<'a>> {
    let days = DayRange::inclusive(day.plus(1 - explanation.article_days), day).expect("days");
    let of_day = |day: Day| {
        let samples = &world.days[day.since(start()) as usize];
        let inputs: Vec<DayInput<'_>> = samples.iter().map(Sample::input).collect();
        items(day, &inputs)
    };
    days.days().flat_map(of_day).collect()
}

fn millionths(value: f64) -> i64 {
    (value * STEPS).round() as i64
}

const ALL: [By; 3] = [By::Story, By::Outlet, By::Cohort];

#[test]
fn every_metric_is_explained() {
    for metric in METRICS {
        assert!(of(metric.method.id).is_some(), "{}", metric.method.id);
    }
}

#[test]
fn parts_add_up_to_the_change_and_nothing_is_left_over() {
    let (universe, mut seen) = (Universe::default(), std::collections::BTreeMap::<&str, usize>::new());
    for seed in [1, 2] {
        let world = world(seed);
        for explanation in EXPLANATIONS {
            let metric = find(explanation.metric).expect("a metric");
            for day in (70..DAYS).step_by(3).map(|n| start().plus(n)) {
                let cubes = as_of(&world, day);
                let [earlier, later] = sides(&world, &cubes, &universe, day);
                let values = [earlier, later].map(|side| (metric.compute)(&side.inputs, side.at).current);
                let [Some(before), Some(now)] = values else { continue };
                let items = told(&world, explanation, day);
                let change = Change { earlier, later, kappa: Some(KAPPA), items: &items };
                let parts = explanation.parts(&change, now - before);
                let since = parts.last().expect("a part");
                assert_eq!(since.other, Some(Other::Since));
                assert!(since.value.abs() < 1e-7, "{} on {day}: {}", explanation.metric, since.value);
                let change = millionths(now) - millionths(before);
                for (by, limit) in ALL.into_iter().flat_map(|by| [(by, 3), (by, 1000)]) {
                    let groups = grouped(&parts, &items, by, change, limit);
                    let sum: i64 = groups.iter().map(|group| group.millionths).sum();
                    assert_eq!(sum, change, "{} by {by:?} on {day}", explanation.metric);
                    assert!(groups.len() <= limit + 1);
                }
                *seen.entry(explanation.metric).or_default() += usize::from(change != 0);
            }
        }
    }
    assert!(seen.len() == METRICS.len() && seen.values().all(|days| *days > 15), "{seen:?}");
}

/// A story that one outlet tells in a much better tone than it usually has moves the index up by its name.
#[test]
fn what_moved_it_is_named() {
    let mut world = world(3);
    let day = start().plus(100);
    let samples = &mut world.days[100];
    for (n, outlet) in (0..40).zip((0..10).cycle()) {
        let mut sample = Sample::new(0xfeed_0000 + n, day, &format!("Outlet {outlet}")).with_tone(0.95);
        sample.family = format!("Family {}", outlet / 2);
        sample.story = Some(4242);
        sample.categories = vec![Category::ALL[0]];
        samples.push(sample);
    }
    let rollup = |(n, samples): (usize, &Vec<Sample>)| Arc::new(rolled(start().plus(n as i64), samples));
    world.cube = Cube::for_metrics(world.days.iter().enumerate().map(rollup));
    let (universe, explanation) = (Universe::default(), of("main_index").expect("explained"));
    let metric = find("main_index").expect("a metric");
    let cubes = as_of(&world, day);
    let [earlier, later] = sides(&world, &cubes, &universe, day);
    let values = [earlier, later].map(|side| (metric.compute)(&side.inputs, side.at).current);
    let [before, now] = values.map(|value| value.expect("a value"));
    let items = told(&world, explanation, day);
    let change = Change { earlier, later, kappa: Some(KAPPA), items: &items };
    let parts = explanation.parts(&change, now - before);
    let groups = grouped(&parts, &items, By::Story, millionths(now) - millionths(before), 10);
    let own = groups.iter().find(|group| group.key == Key::Story(4242u128.to_be_bytes())).expect("the story");
    assert!(own.millionths > 0, "{groups:?}");
    assert_eq!(groups.iter().map(|group| group.millionths).max(), Some(own.millionths));
}

/// What articles of today do not account for is a part of its own.
#[test]
fn what_changed_after_publishing_is_named() {
    let (world, universe, day) = (world(5), Universe::default(), start().plus(100));
    let cubes = as_of(&world, day);
    for explanation in EXPLANATIONS {
        let items = told(&world, explanation, day);
        let [earlier, later] = sides(&world, &cubes, &universe, day);
        let change = Change { earlier, later, kappa: Some(KAPPA), items: &items };
        let parts = explanation.parts(&change, 7.25);
        for by in ALL {
            let groups = grouped(&parts, &items, by, 7_250_000, 1000);
            assert_eq!(groups.iter().map(|group| group.millionths).sum::<i64>(), 7_250_000);
            assert!(
                groups.iter().any(|group| group.key == Key::Other(Other::Since)),
                "{}",
                explanation.metric
            );
        }
    }
}
