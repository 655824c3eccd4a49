use std::sync::Arc;

use domain::{Day, DayRange};

use super::*;
use crate::cube::{Course, Rise};
use crate::sample::{Sample, rolled};

/// A Monday.
fn start() -> Day {
    Day::parse("2026-03-02").expect("a day")
}

/// Stories told by hand, day by day.
#[derive(Default)]
struct World {
    samples: Vec<Sample>,
}

impl World {
    /// An item on the day by the family of this number.
    fn item(&mut self, story: u128, day: i64, family: usize) -> &mut Sample {
        let id = self.samples.len() as u128 + 1;
        let mut sample = Sample::new(id, start().plus(day), &format!("Family {family}"));
        sample.story = Some(story);
        self.samples.push(sample);
        self.samples.last_mut().expect("one was pushed")
    }

    /// One item of each of so many families.
    fn story(&mut self, story: u128, day: i64, families: usize) {
        (0..families).for_each(|family| {
            self.item(story, day, family);
        });
    }

    /// Days of items that are all about other things.
    fn usual(&mut self, first: i64, last: i64, items: u128) {
        for day in first..=last {
            for n in 0..items {
                self.item(1_000 * (day + 500) as u128 + n, day, n as usize);
            }
        }
    }

    fn cube(&self) -> Cube {
        let mut days: Vec<Day> = self.samples.iter().map(|sample| sample.at.day()).collect();
        days.sort_unstable();
        days.dedup();
        let mut cube = Cube::default();
        for day in days {
            cube.replace(Arc::new(rolled(day, &self.samples)));
        }
        cube
    }

    fn trends(&self, first: i64, last: i64) -> Vec<Trend> {
        trends(&self.cube(), range(first, last), 25)
    }

    fn trend(&self, story: u128, first: i64, last: i64) -> Trend {
        let found = self.trends(first, last).into_iter();
        found.into_iter().find(|trend| trend.story == story.to_be_bytes()).expect("it is a trend")
    }
}

fn range(first: i64, last: i64) -> DayRange {
    DayRange::inclusive(start().plus(first), start().plus(last)).expect("forwards")
}

#[test]
fn many_families_are_more_than_many_items() {
    let mut world = World::default();
    world.story(1, 0, 7);
    (0..100).for_each(|_| {
        world.item(2, 0, 50);
    });
    world.story(3, 0, 3);
    (0..20).for_each(|n| {
        world.item(1_000 + n, 0, n as usize);
    });
    let found = world.trends(0, 0);
    let order: Vec<u128> = found.iter().map(|trend| u128::from_be_bytes(trend.story)).collect();
    assert_eq!(order, [1, 3, 2], "single items are no trends");
    assert_eq!(found.iter().map(|trend| trend.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((found[0].ranked, found[2].article_count), (3, 100));
    assert_eq!(found.iter().map(|t| t.stage.name()).collect::<Vec<_>>(), ["strong", "emerging", "early"]);
    // 31 units on the day, nothing before it, every family as early as the others.
    assert!((found[0].standing.volume - 7.0 / 31.0).abs() < 1e-9);
    assert!((found[0].standing.evidence - 7.0 * (7.0f64 / 31.0).sqrt()).abs() < 1e-6);
    let far = |text| Day::parse(text).expect("a day");
    let centuries = DayRange::inclusive(far("1900-01-01"), far("2100-12-31")).expect("forwards");
    let wide = trends(&world.cube(), centuries, 10);
    assert!(wide.iter().all(|trend| trend.momentum == Momentum::Fading), "by the end of it nothing goes on");
    let over: Vec<_> = found.into_iter().map(|it| Trend { momentum: Momentum::Fading, ..it }).collect();
    assert_eq!(wide, over, "empty days around it change nothing else");
}

#[test]
fn the_scale_gives_each_halving_of_the_rank_the_same() {
    let strength = |rank: f64| signal_strength(rank, 1_023, 40);
    assert_eq!([1.0, 2.0, 4.0, 32.0, 1_024.0].map(strength), [100.0, 90.0, 80.0, 50.0, 0.0]);
    assert_eq!(signal_strength(5_000.0, 10, 40), 0.0);
    assert_eq!([1, 2, 3, 6, 12].map(|own| signal_strength(1.0, 1_023, own)), [29.3, 50.0, 64.6, 87.5, 98.4]);
    assert_eq!(signal_strength(1.0, 0, 40), 100.0);
}

#[test]
fn stages_are_parts_of_the_panel() {
    let stages = |panel: usize| [1, 2, 3, 4, 5, 6, 12, 13].map(|own| Stage::of(own, panel).name());
    let (early, emerging, strong) = ("early", "emerging", "strong");
    assert_eq!(stages(5), [early, early, emerging, emerging, emerging, strong, strong, strong], "of few");
    assert_eq!(stages(39), [early, early, early, emerging, emerging, emerging, emerging, strong]);
}

#[test]
fn three_articles_are_no_strong_signal_in_the_quietest_month() {
    let mut world = World::default();
    for day in (0..30).step_by(5) {
        world.story(day as u128 + 1, day, 2);
    }
    world.story(99, 29, 3);
    let found = world.trends(23, 29);
    assert_eq!((found[0].rank, found[0].article_count), (1, 3));
    assert_eq!(found[0].signal_strength, 64.6);
}

#[test]
fn what_is_repeated_makes_no_story_stronger() {
    let mut world = World::default();
    world.usual(0, 6, 20);
    world.story(1, 6, 8);
    world.story(2, 6, 8);
    let copies = world.samples.iter_mut().filter(|sample| sample.story == Some(2)).skip(1);
    copies.for_each(|sample| sample.repeats = true);
    let (own, copied) = (world.trend(1, 0, 6), world.trend(2, 0, 6));
    assert_eq!((own.stage, copied.stage), (Stage::Strong, Stage::Early));
    assert_eq!((copied.standing.families, copied.standing.own_families), (8, 1));
    assert!(copied.signal_strength < 30.0 && own.signal_strength > 90.0);
}

#[test]
fn a_story_that_was_bought_is_no_trend() {
    let mut world = World::default();
    for (story, family, sponsored) in [(7, 1, true), (7, 2, true), (8, 3, true), (8, 4, false), (8, 5, false)]
    {
        world.item(story, 0, family).sponsored = sponsored;
    }
    let found = world.trends(0, 0);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].article_count, found[0].standing.families), (3, 2));
}

#[test]
fn who_reports_first_has_authority() {
    let mut world = World::default();
    for day in 0..20 {
        for family in 0..4 {
            let sample = world.item(day as u128 + 1, day, family);
            sample.at = sample.at.plus_ms(family as i64 * 60_000);
        }
    }
    // Only days are known of it.
    let undated = world.item(1, 0, 9);
    undated.at = start().start();
    let cube = world.cube();
    let weights = [0, 1, 2, 3].map(|family| cube.authority(&format!("Family {family}"), start().plus(19)));
    // 20 stories and 5 of 0.5.
    for (weight, early) in weights.iter().zip([1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0]) {
        assert!((weight - (0.5 + (20.0 * early + 2.5) / 25.0)).abs() < 1e-8, "{weights:?}");
    }
    assert!((weights.iter().sum::<f64>() - 4.0).abs() < 1e-8, "one on average");
    for family in ["Family 9", "a family never seen"] {
        assert_eq!(cube.authority(family, start().plus(19)), 1.0);
    }
    assert_eq!(cube.authority("Family 0", start().plus(-1)), 1.0, "before there was anything");
}

#[test]
fn volume_is_told_against_the_weekday() {
    let mut world = World::default();
    for week in 0..9 {
        world.usual(7 * week, 7 * week + 4, 20);
        // A Saturday: three small stories.
        (0..3).for_each(|n| {
            world.item(500_000 + n + 10 * week as u128, 7 * week + 5, n as usize);
        });
    }
    world.story(1, 60, 4);
    world.story(2, 61, 4);
    let (friday, saturday) = (world.trend(1, 56, 62), world.trend(2, 56, 62));
    assert!((friday.standing.volume - 4.0 / 24.0).abs() < 1e-9, "its own day is busier than usual");
    assert!((saturday.standing.volume - 4.0 / 7.0).abs() < 1e-9);
    assert!(saturday.rank < friday.rank);
    // A Monday with a gap in the sources: what is usual counts.
    world.story(3, 63, 3);
    assert!((world.trend(3, 63, 63).standing.volume - 3.0 / 20.0).abs() < 1e-9);
}

#[test]
fn momentum_compares_with_stories_of_the_same_age() {
    let volume = |latest: f64, expected: f64, age: Age| {
        let previous = expected;
        let deviation = (expected + 1.0f64).sqrt();
        let (families, families_of_halves) = (Rise::default(), Rise::default());
        Momentum::of(Volume {
            latest,
            previous,
            families,
            families_of_halves,
            expected,
            deviation,
            course: Course::default(),
            age,
        })
    };
    assert_eq!(volume(6.0, 2.0, Age::Older), Momentum::Accelerating);
    assert_eq!(volume(3.0, 2.0, Age::Older), Momentum::Steady, "within the noise");
    assert_eq!(volume(2.0, 8.0, Age::Older), Momentum::Fading);
    assert_eq!(volume(0.0, 0.2, Age::Older), Momentum::Fading, "silent");
    assert_eq!(volume(0.0, 0.2, Age::Young), Momentum::Steady, "too young to tell");
    assert_eq!(volume(2.0, 8.0, Age::New), Momentum::Steady, "nothing fades on its first day");

    // Stories usually have ten families on a day, five on the next, and then nothing.
    let mut world = World::default();
    for n in 0..10 {
        world.usual(3 * n, 3 * n + 2, 200);
        world.story(n as u128 + 1, 3 * n, 10);
        world.story(n as u128 + 1, 3 * n + 1, 5);
    }
    world.usual(30, 38, 200);
    for (story, days) in [(101, [10, 5, 0]), (102, [10, 12, 0]), (103, [20, 1, 0]), (104, [2, 0, 12])] {
        (0..3).for_each(|n| world.story(story, 35 + n, days[n as usize]));
    }
    world.story(105, 37, 25);
    world.story(106, 37, 3);
    let momentum = |story: u128, first: i64, last: i64| world.trend(story, first, last).momentum;
    use Momentum::*;
    assert_eq!([101, 102, 103].map(|story| momentum(story, 30, 36)), [Steady, Accelerating, Fading]);
    assert_eq!(momentum(101, 35, 41), Fading, "silent in the latter half of the range");
    assert_eq!(momentum(104, 31, 37), Accelerating, "it came back");
    assert_eq!(momentum(105, 31, 37), Accelerating, "more than usual on a first day");
    assert_eq!(momentum(106, 31, 37), Steady);
}

/// Stories usually fall from ten to one: one that falls from forty to twenty has more than they, and does not rise.
#[test]
fn momentum_agrees_with_the_storys_own_days() {
    let mut world = World::default();
    for n in 0..10 {
        world.usual(4 * n, 4 * n + 3, 200);
        world.story(n as u128 + 1, 4 * n, 10);
        world.story(n as u128 + 1, 4 * n + 1, 1);
    }
    world.usual(40, 45, 200);
    for (story, days) in [(101, [40, 20]), (102, [10, 11])] {
        (0..2).for_each(|n| world.story(story, 44 + n, days[n as usize]));
    }
    let momentum = |story: u128| world.trend(story, 39, 45).momentum;
    assert_eq!((momentum(101), momentum(102)), (Momentum::Steady, Momentum::Accelerating));
    // Two days without any coverage may be a weekend; of a range that ends later nothing is known at its end.
    let until = |last: i64| world.trend(102, 39, last).momentum;
    assert_eq!((until(46), until(47)), (Momentum::Accelerating, Momentum::Accelerating));
    assert_eq!((until(48), until(400)), (Momentum::Fading, Momentum::Fading));

    // Stories usually rise from two to ten: one that rises from five to six has less than they, and does not fade.
    let mut world = World::default();
    for n in 0..10 {
        world.usual(4 * n, 4 * n + 3, 200);
        world.story(n as u128 + 1, 4 * n, 2);
        world.story(n as u128 + 1, 4 * n + 1, 10);
    }
    world.usual(40, 45, 200);
    for (story, days) in [(101, [5, 6]), (102, [9, 2])] {
        (0..2).for_each(|n| world.story(story, 44 + n, days[n as usize]));
    }
    let momentum = |story: u128| world.trend(story, 39, 45).momentum;
    assert_eq!((momentum(101), momentum(102)), (Momentum::Steady, Momentum::Fading));
}

/// Whatever is usual on its days: fewer outlets than before are no rise.
#[test]
fn nothing_accelerates_that_fewer_outlets_report_than_before() {
    let mut world = World::default();
    for week in 0..9 {
        world.usual(7 * week, 7 * week + 4, 200);
        // A Saturday and a Sunday with a tenth of the articles.
        world.usual(7 * week + 5, 7 * week + 6, 20);
        world.story(week as u128 + 1, 7 * week, 10);
        world.story(week as u128 + 1, 7 * week + 1, 1);
    }
    // From Friday to Saturday, and from the first day of the range over quiet days to its end.
    for (story, days) in [
        (101, [0, 0, 0, 0, 10, 8, 0]),
        (102, [0, 0, 0, 0, 8, 10, 0]),
        (103, [14, 1, 1, 1, 3, 4, 6]),
        (104, [6, 1, 1, 1, 3, 4, 14]),
    ] {
        (0..7).for_each(|n| world.story(story, 56 + n, days[n as usize]));
    }
    let cube = world.cube();
    let momentum = |story: u128, last: i64| {
        let found = trends(&cube, range(56, last), 25);
        found.iter().find(|trend| trend.story == story.to_be_bytes()).map(|trend| trend.momentum)
    };
    use Momentum::*;
    assert_eq!([101, 102].map(|story| momentum(story, 61)), [Steady, Accelerating].map(Some));
    assert_eq!([103, 104].map(|story| momentum(story, 62)), [Steady, Accelerating].map(Some));
}

/// After a gap in the coverage a day is compared with those before it and not with itself.
#[test]
fn a_thin_day_lifts_no_story() {
    let mut world = World::default();
    world.usual(0, 62, 40);
    world.usual(243, 243, 2);
    world.story(1, 243, 3);
    world.usual(244, 246, 40);
    world.story(2, 244, 4);
    let (thin, full) = (world.trend(1, 243, 246), world.trend(2, 243, 246));
    assert!((thin.standing.volume - 3.0 / 40.0).abs() < 1e-9, "{}", thin.standing.volume);
    assert!(full.rank < thin.rank);
}

/// In a month the latter half is two weeks: what was loud at its beginning and is over does not rise.
#[test]
fn what_is_over_before_the_range_ends_does_not_accelerate() {
    let mut world = World::default();
    for n in 0..10 {
        world.usual(3 * n, 3 * n + 2, 40);
        world.story(n as u128 + 1, 3 * n, 10);
        world.story(n as u128 + 1, 3 * n + 1, 5);
    }
    world.usual(30, 60, 40);
    for story in [101, 102, 103] {
        world.story(story, 40, 3);
        (48..=50).for_each(|day| world.story(story, day, 30));
    }
    world.story(102, 57, 1);
    world.story(103, 59, 1);
    let cube = world.cube();
    let momentum = |story: u128, last: i64| {
        let found = trends(&cube, range(31, last), 25);
        found.iter().find(|trend| trend.story == story.to_be_bytes()).map(|trend| trend.momentum)
    };
    use Momentum::*;
    let of_days = [50, 51, 52, 53].map(|last| momentum(101, last));
    assert_eq!(of_days, [Accelerating, Steady, Fading, Fading].map(Some));
    let late = [102, 103].map(|story| momentum(story, 60));
    assert_eq!(late, [Fading, Fading].map(Some), "one article three days ago, and yesterday, after ninety");
}

/// Daily articles of a week, as an analyst would read them.
#[test]
fn momentum_is_what_the_days_of_a_week_say() {
    let mut world = World::default();
    for n in 0..20 {
        world.usual(3 * n, 3 * n + 2, 100);
        world.story(n as u128 + 1, 3 * n, 10);
        world.story(n as u128 + 1, 3 * n + 1, 4);
    }
    world.usual(60, 66, 100);
    use Momentum::*;
    let weeks: [([usize; 7], Momentum); 9] = [
        ([0, 0, 0, 10, 40, 11, 0], Steady),
        ([0, 0, 0, 7, 5, 1, 0], Fading),
        ([0, 10, 10, 9, 8, 0, 0], Fading),
        ([1, 3, 15, 36, 3, 0, 0], Fading),
        ([0, 0, 31, 6, 1, 0, 0], Fading),
        ([0, 0, 0, 0, 2, 13, 1], Steady),
        ([0, 0, 0, 0, 3, 9, 12], Accelerating),
        ([0, 0, 0, 0, 0, 0, 30], Accelerating),
        ([4, 5, 4, 5, 4, 5, 4], Steady),
    ];
    for (story, (days, _)) in (101..).zip(&weeks) {
        (0..7).for_each(|n| world.story(story, 60 + n, days[n as usize]));
    }
    for (story, (days, expected)) in (101..).zip(weeks) {
        assert_eq!(world.trend(story, 60, 66).momentum, expected, "{days:?}");
    }
}

/// In a week whose last two days say nothing of it nothing rises, and what has less attention than usual fades; days without any
/// coverage are no silence.
#[test]
fn what_is_silent_at_the_end_does_not_rise() {
    let mut world = World::default();
    world.usual(0, 56, 40);
    for story in [101, 102, 103] {
        (53..=54).for_each(|day| world.story(story, day, 6));
    }
    world.story(102, 55, 6);
    world.story(103, 56, 12);
    (53..=54).for_each(|day| world.story(104, day, 90));
    // Coverage begins again after two days without.
    world.usual(59, 59, 40);
    let cube = world.cube();
    let momentum = |story: u128, days: (i64, i64)| {
        let found = trends(&cube, range(days.0, days.1), 25);
        found.iter().find(|trend| trend.story == story.to_be_bytes()).map(|trend| trend.momentum)
    };
    use Momentum::*;
    assert_eq!(momentum(101, (50, 56)), Some(Fading), "silent for two days, and less than usual");
    assert_eq!(momentum(104, (50, 56)), Some(Fading), "silent for two days, however many before");
    assert_ne!(momentum(102, (50, 56)), Some(Fading), "silent for one");
    assert_ne!(momentum(103, (46, 59)), Some(Fading), "one day with coverage after it");
}
