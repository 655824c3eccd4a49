use super::*;
use crate::x402::samples::now;
use crate::x402::state::step;

fn row(state: State) -> Row {
    Row {
        state,
        request_hash: "this".to_owned(),
        valid_before: now().plus_ms(120_000),
        answers: 0,
        answered: false,
        in_hand: false,
    }
}

#[test]
fn a_payment_that_comes_again() {
    for state in State::ALL {
        assert_eq!(row(state).replay("another", true, now()), Replay::Refuse, "{state:?}");
        let expected = match state {
            State::Settled => Replay::Answer,
            State::Refused | State::Void | State::Released => Replay::Refuse,
            _ => Replay::GoOn(Event::Taken),
        };
        assert_eq!(row(state).replay("this", true, now()), expected, "{state:?}");
        let in_hand = Row { in_hand: true, ..row(state) };
        let expected = match state {
            State::Settled => Replay::Answer,
            State::Refused | State::Void | State::Released => Replay::Refuse,
            _ => Replay::Wait,
        };
        assert_eq!(in_hand.replay("this", true, now()), expected, "{state:?}");
    }
    // What can no longer be settled can still be looked for, and nothing was asked for what was only reserved.
    assert_eq!(row(State::Unknown).replay("this", false, now()), Replay::GoOn(Event::Swept));
    assert_eq!(row(State::Settling).replay("this", false, now()), Replay::GoOn(Event::Swept));
    assert_eq!(row(State::Reserved).replay("this", false, now()), Replay::Refuse);
}

#[test]
fn a_settled_payment_is_answered_a_few_times() {
    let replay = |answers, answered, after_ms| {
        Row { answers, answered, ..row(State::Settled) }.replay("this", false, now().plus_ms(after_ms))
    };
    assert_eq!(replay(MAX_ANSWERS - 1, true, 120_000), Replay::Answer);
    assert_eq!(replay(MAX_ANSWERS, true, 0), Replay::Refuse);
    assert_eq!(replay(1, true, 120_001), Replay::Refuse);
    // An answer that never left is still owed, however late, and not without end.
    assert_eq!(replay(0, false, 1_000_000_000), Replay::Answer);
    assert_eq!(replay(1, false, 1_000_000_000), Replay::Answer);
    assert_eq!(replay(MAX_ANSWERS, false, 1_000_000_000), Replay::Refuse);
}

#[test]
fn the_sweeper_takes_what_nobody_has_in_hand() {
    let swept = |state, in_hand, after_ms| {
        let event = Row { in_hand, ..row(state) }.sweep(now().plus_ms(after_ms))?;
        step(state, &event).map(|next| next.state)
    };
    for state in State::ALL {
        assert_eq!(swept(state, true, 1_000_000), None, "{state:?}");
    }
    assert_eq!(swept(State::Reserved, false, 0), Some(State::Released));
    assert_eq!(swept(State::Settling, false, 0), Some(State::Unknown));
    assert_eq!(swept(State::Unknown, false, 0), Some(State::Unknown));
    assert_eq!(swept(State::Refused, false, 150_000), None);
    assert_eq!(swept(State::Refused, false, 150_001), Some(State::Refused));
    for state in [State::Settled, State::Void] {
        assert_eq!(swept(state, false, 10_000_000), None);
    }
}

#[test]
fn a_payment_lapses_when_both_clocks_say_so() {
    let valid_before = now().plus_ms(120_000);
    let lapsed = |now_ms, chain_ms| has_lapsed(valid_before, now().plus_ms(now_ms), now().plus_ms(chain_ms));
    assert!(!lapsed(119_999, 119_999));
    assert!(!lapsed(150_000, 150_000));
    assert!(lapsed(150_001, 120_000));
    assert!(!lapsed(150_001, 119_999));
}
