use std::sync::Arc;

use bytes::Bytes;
use domain::Day;
use indices::roll_up;

use runtime::error::Code;

use super::{Answer, COUNTING_S, Figures, KEPT_ANSWER_LIMIT_BYTES, KEPT_LIMIT_BYTES};

fn answer(bytes: usize) -> Answer {
    Answer {
        status: 200,
        content_type: "application/json",
        body: Bytes::from(vec![b' '; bytes]),
        charged: true,
        fresh_for_s: 0,
        paging: runtime::call::Paging::default(),
    }
}

/// Many answers that nobody asks for again must not push out the one that everybody asks for.
#[test]
fn what_is_asked_for_stays() {
    let figures = Figures::default();
    figures.keep("small".into(), 0, &answer(1_000));
    let bytes = KEPT_ANSWER_LIMIT_BYTES;
    for n in 0..4 * KEPT_LIMIT_BYTES / bytes {
        figures.keep(format!("large {n}"), 0, &answer(bytes));
        assert!(figures.kept("small").is_some(), "after {n} large ones");
    }
    assert!(figures.kept("large 0").is_none());
    let held = figures.kept.lock().expect("held");
    let all: usize = held.newer.values().chain(held.older.values()).map(|answer| answer.body.len()).sum();
    assert!(all <= KEPT_LIMIT_BYTES, "{all} bytes");
    assert!(all >= KEPT_LIMIT_BYTES / 4, "the room is used: {all} bytes");
}

#[test]
fn an_answer_goes_with_the_version_that_it_follows_from() {
    let figures = Figures::default();
    figures.keep("a".into(), 0, &answer(1));
    figures.keep("too large".into(), 0, &answer(KEPT_ANSWER_LIMIT_BYTES + 1));
    assert!(figures.kept("a").is_some() && figures.kept("too large").is_none());
    let version = figures.changed();
    assert!(figures.kept("a").is_none());
    figures.keep("a".into(), version, &answer(2));
    figures.keep("a".into(), 0, &answer(3));
    assert_eq!(figures.kept("a").map(|answer| answer.body.len()), Some(2), "overtaken ones are not kept");
    figures.keep("a".into(), version, &answer(4));
    assert_eq!(figures.kept("a").map(|answer| answer.body.len()), Some(4));
}

#[test]
fn who_asks_before_counts_are_held_is_told_when_to_ask_again() {
    let figures = Figures::default();
    let Err(error) = figures.counted() else { panic!("nothing is held yet") };
    assert_eq!((error.code, error.retry_after_s), (Code::Unavailable, Some(COUNTING_S)));
}

#[test]
fn any_bound_of_memory_can_be_set() {
    let figures = Figures::within(u64::MAX);
    figures.whole.keep(Day::MIN, &Arc::new(roll_up(Day::MIN, &[])));
    assert!(figures.whole.bytes() > 0, "more than there is keeps all");
}
