use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::sample::{Sample, rolled};

const A: Id = [1; 16];
const B: Id = [2; 16];

fn start() -> Day {
    Day::parse("2026-01-01").expect("a sample")
}

fn days(first: i64, last: i64) -> DayRange {
    DayRange::inclusive(start().plus(first), start().plus(last)).expect("a sample")
}

fn id(story: u128) -> Id {
    story.to_be_bytes()
}

/// An item of a story by an outlet on a day.
fn item(number: u128, day: i64, story: u128, outlet: &str) -> (Day, Sample) {
    let day = start().plus(day);
    (day, Sample { story: Some(story), ..Sample::new(number, day, outlet) })
}

fn cube_of(items: &[(Day, Sample)]) -> Cube {
    let mut cube = Cube::default();
    let days: BTreeSet<Day> = items.iter().map(|(day, _)| *day).collect();
    for day in days {
        let of_day: Vec<Sample> =
            items.iter().filter(|(of, _)| *of == day).map(|(_, item)| item.clone()).collect();
        cube.replace(Arc::new(rolled(day, &of_day)));
    }
    cube
}

fn in_one(narrative: Id) -> Membership {
    Membership { first: Some(narrative), second: None }
}

#[test]
fn a_story_counts_where_it_is_and_in_both_of_two() {
    let items =
        [item(1, 0, 7, "Alpha"), item(2, 0, 7, "Beta"), item(3, 1, 8, "Alpha"), item(4, 2, 9, "Gamma")];
    let cube = cube_of(&items);
    let mut narratives = NarrativeDays::default();
    let both = Membership { first: Some(A), second: Some(B) };
    narratives.move_stories([(id(7), in_one(A)), (id(8), both), (id(9), in_one(B))], &cube);
    let counts: Vec<(Id, i64)> =
        narratives.in_range(days(0, 5)).iter().map(|row| (row.narrative, row.tally.count)).collect();
    assert!(counts.contains(&(A, 3)) && counts.contains(&(B, 2)), "{counts:?}");
    assert_eq!(narratives.in_range(days(0, 0)).len(), 1);
    let spread = narratives.spread(A, days(0, 5), &cube);
    assert_eq!(spread.families.keys().collect::<Vec<_>>(), ["Alpha", "Beta"]);
    assert_eq!(spread.families["Alpha"], start());
    assert_eq!(spread.stories.iter().map(|part| part.tally.count).sum::<i64>(), 3);
    narratives.move_stories([(id(8), Membership::default())], &cube);
    assert_eq!(narratives.by_day(A, days(0, 5)).len(), 1);
    assert_eq!(narratives.stories(B).collect::<Vec<_>>(), [id(9)]);
}

#[test]
fn a_window_holds_days_with_coverage_and_those_behind_them() {
    let items =
        [item(1, 0, 7, "Alpha"), item(2, 3, 7, "Beta"), item(3, 200, 8, "Alpha"), item(4, 201, 7, "Gamma")];
    let cube = cube_of(&items);
    let window = |last: i64, length: usize| -> Vec<i64> {
        known_days(start().plus(last), length, &cube).iter().map(|(day, _)| day.since(start())).collect()
    };
    assert_eq!(window(201, 3), [3, 200, 201]);
    assert_eq!(window(201, 30), [0, 3, 200, 201]);
    assert_eq!(window(203, 2), [200, 201, 202, 203]);
    assert_eq!(window(-1, 5), []);
    let mut narratives = NarrativeDays::default();
    narratives.move_stories([(id(7), in_one(A))], &cube);
    let own = narratives.known_attention(A, &known_days(start().plus(202), 3, &cube));
    assert_eq!(own.iter().map(|day| day.own > 0.0).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!(own.iter().map(|day| day.all > 0.0).collect::<Vec<_>>(), [true, true, true, false]);
}

#[test]
fn after_a_long_silence_it_begins_anew() {
    // Others are heard on every day but for 200 without any coverage.
    let others = (0..=140).chain(340..=400).chain(760..770);
    let others = others.map(|day| item(10_000 + day as u128, day, 99, "Alpha"));
    let own = [(0, 7), (1, 7), (130, 8), (350, 8), (351, 9), (765, 10)];
    let own = (1u128..).zip(own).map(|(number, (day, story))| item(number, day, story, "Beta"));
    let cube = cube_of(&others.chain(own).collect::<Vec<_>>());
    let mut narratives = NarrativeDays::default();
    narratives.move_stories((7..=10).map(|story| (id(story), in_one(A))), &cube);
    let begun = |until: i64| {
        let (count, first) = narratives.begun(A, start().plus(until), &cube);
        (count, first.map(|day| day.since(start())))
    };
    assert_eq!(begun(-1), (0, None));
    assert_eq!(begun(129), (1, Some(0)));
    assert_eq!(begun(130), (1, Some(130)), "128 days with coverage lie between");
    assert_eq!(begun(351), (2, Some(130)), "the sources were silent: 20 days with coverage");
    assert_eq!(begun(765), (1, Some(765)), "more than a year, whatever was covered");
    let window = known_days(start().plus(766), 120, &cube);
    let life = narratives.life(A, &window, start().plus(765)).expect("it is heard");
    assert_eq!(life.stage, LifeStage::Emerging);
    assert_eq!(narratives.life(A, &window, start()).map(|life| life.stage), Some(LifeStage::Returning));
}

proptest! {
    /// Whether days came before the memberships or after them, and in whatever order stories moved.
    #[test]
    fn the_way_of_taking_in_is_nothing(
        items in prop::collection::vec((0i64..12, 0u128..6, 0usize..3), 1..40),
        of in prop::collection::vec(0usize..4, 6),
    ) {
        let outlets = ["Alpha", "Beta", "Gamma"];
        let items: Vec<(Day, Sample)> = (1..)
            .zip(&items)
            .map(|(number, (day, story, outlet))| item(number, *day, 100 + story, outlets[*outlet]))
            .collect();
        let membership = |of: usize| match of {
            0 => Membership::default(),
            1 => in_one(A),
            2 => in_one(B),
            _ => Membership { first: Some(B), second: Some(A) },
        };
        let moves: Vec<(Id, Membership)> =
            (100..).zip(&of).map(|(story, of)| (id(story), membership(*of))).collect();
        let cube = cube_of(&items);
        let mut after = NarrativeDays::default();
        // Elsewhere first: what a story leaves, it leaves without a trace.
        after.move_stories((100..106).map(|story| (id(story), in_one(A))), &cube);
        after.move_stories(moves.iter().rev().copied(), &cube);
        let mut before = NarrativeDays::default();
        before.move_stories(moves, &Cube::default());
        for day in 0..12 {
            before.count(start().plus(day), &cube);
        }
        // Days that were counted before lose some of their items again.
        let fewer = cube_of(&items[..items.len().div_ceil(2)]);
        let mut shrunk = after.clone();
        let mut grown = NarrativeDays::default();
        (0..12).for_each(|day| shrunk.count(start().plus(day), &fewer));
        grown.move_stories((100..).zip(&of).map(|(story, of)| (id(story), membership(*of))), &fewer);
        let range = days(2, 9);
        prop_assert_eq!(shrunk.in_range(range), grown.in_range(range));
        prop_assert_eq!(shrunk.outline(A, range, 9, &fewer), grown.outline(A, range, 9, &fewer));
        prop_assert_eq!(before.in_range(range), after.in_range(range));
        for narrative in [A, B] {
            prop_assert_eq!(before.by_day(narrative, range), after.by_day(narrative, range));
            let by_day: i64 = after.by_day(narrative, range).iter().map(|(_, day)| day.tally.count).sum();
            let spread: i64 = after.spread(narrative, range, &cube).stories.iter().map(|part| part.tally.count).sum();
            prop_assert_eq!(by_day, spread);
            for outlined in [&before, &after] {
                let spread = outlined.spread(narrative, range, &cube);
                prop_assert_eq!(outlined.outline(narrative, range, 2, &cube), spread.outline(2));
                let firsts = || outlined.stories(narrative).filter_map(|story| cube.story_days(story).next());
                let (count, first) = outlined.begun(narrative, range.last(), &cube);
                prop_assert_eq!(count, firsts().filter(|day| *day <= range.last()).count());
                prop_assert_eq!(first, firsts().filter(|day| *day <= range.last()).min());
            }
            let attention = after.attention(narrative, range.last(), 20, &cube);
            prop_assert_eq!(attention.len(), 20);
            prop_assert!(attention.iter().all(|day| day.own <= day.all + 1e-9 && day.day <= range.last()));
        }
    }
}

/// What a list of narratives asks for, over a year of 2,000 narratives that hold 120,000 stories:
/// `cargo test --release -p indices --lib -- --ignored --nocapture a_year_of_many_narratives`.
#[test]
#[ignore = "measures"]
fn a_year_of_many_narratives() {
    const NARRATIVES: u128 = 2_000;
    const STORIES_A_DAY: u128 = 330;
    let outlets: Vec<String> = (0..60).map(|outlet| format!("Outlet {outlet}")).collect();
    let mut cube = Cube::default();
    let mut memberships = Vec::new();
    let mut waiting: Vec<(Day, Sample)> = Vec::new();
    for day in 0..365i64 {
        for number in 0..STORIES_A_DAY {
            let story = day as u128 * STORIES_A_DAY + number;
            // A few narratives have most of the stories: the square of an even spread.
            let even = story.wrapping_mul(0x9e37_79b9) % 100_000;
            let narrative = 1 + even * even * NARRATIVES / 10_000_000_000;
            memberships.push((id(story), in_one(id(narrative))));
            for article in 0..4u128 {
                let outlet = &outlets[((story * 7 + article * 11) % 60) as usize];
                waiting.push(item(story * 4 + article, day + article as i64 / 3, story, outlet));
            }
        }
        let (of_day, later) = waiting.into_iter().partition(|(of, _)| *of == start().plus(day));
        waiting = later;
        let of_day: Vec<(Day, Sample)> = of_day;
        let of_day: Vec<Sample> = of_day.into_iter().map(|(_, item)| item).collect();
        cube.replace(Arc::new(rolled(start().plus(day), &of_day)));
    }
    let mut narratives = NarrativeDays::default();
    // The median of nine.
    let timed = |what: &str, work: &mut dyn FnMut()| {
        let times = (0..9).map(|_| {
            let started = std::time::Instant::now();
            work();
            started.elapsed()
        });
        let mut times: Vec<_> = times.collect();
        times.sort_unstable();
        println!("{what}: {:.2?}, at best {:.2?}", times[4], times[0]);
    };
    let started = std::time::Instant::now();
    narratives.move_stories(memberships, &cube);
    println!("120,450 stories put into narratives: {:.2?}", started.elapsed());
    timed("a day counted again", &mut || narratives.count(start().plus(364), &cube));
    let year = days(0, 364);
    timed("ranked", &mut || drop(narratives.in_range(year)));
    let window = known_days(year.last(), 120, &cube);
    let leading = narratives.in_range(year);
    for limit in [25, usize::MAX] {
        timed(&format!("the first {} told", limit.min(leading.len())), &mut || {
            for row in narratives.in_range(year).iter().take(limit) {
                let begun = narratives.begun(row.narrative, year.last(), &cube);
                let life = narratives.life(row.narrative, &window, begun.1.unwrap_or(year.first()));
                let counts = narratives.counts(row.narrative, year, &cube);
                assert_eq!(counts.iter().map(|(_, count)| count).sum::<i64>(), row.tally.count);
                let outline = narratives.outline(row.narrative, year, 3, &cube);
                assert!(begun.0 >= outline.story_count && life.is_some());
            }
        });
    }
    timed("the first 25 spread in full", &mut || {
        leading.iter().take(25).for_each(|row| drop(narratives.spread(row.narrative, year, &cube)));
    });
}
