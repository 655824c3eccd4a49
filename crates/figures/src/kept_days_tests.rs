use std::sync::Arc;

use domain::{Day, DayRange};
use indices::{DayRollup, roll_up};

use super::KeptDays;

fn day(n: i64) -> Arc<DayRollup> {
    Arc::new(roll_up(Day::MIN.plus(n), &[]))
}

fn all() -> DayRange {
    DayRange::inclusive(Day::MIN, Day::MIN.plus(99)).expect("forwards")
}

#[test]
fn the_newest_days_are_kept_within_the_bound() {
    let (days, one) = (KeptDays::<DayRollup>::default(), day(0).memory());
    days.set_limit(3 * one);
    for n in [5, 1, 9, 7, 2, 3] {
        days.keep(Day::MIN.plus(n), &day(n));
        assert!(days.bytes() <= 3 * one, "{} bytes", days.bytes());
    }
    let mut kept: Vec<Day> = days.find(all()).into_keys().collect();
    kept.sort_unstable();
    assert_eq!(kept, [5, 7, 9].map(|n| Day::MIN.plus(n)));
    // Once more the same day is no more bytes.
    days.keep(Day::MIN.plus(9), &day(9));
    assert_eq!(days.bytes(), 3 * one);
    days.forget([Day::MIN.plus(9), Day::MIN.plus(50)]);
    assert_eq!((days.find(all()).len(), days.bytes()), (2, 2 * one));
    days.set_limit(0);
    assert_eq!((days.find(all()).len(), days.bytes()), (0, 0));
    days.keep(Day::MIN.plus(1), &day(1));
    assert_eq!(days.bytes(), 0, "nothing fits");
}
