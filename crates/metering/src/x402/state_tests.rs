use super::*;
use crate::x402::facilitator::{read_settle, read_verify};
use crate::x402::samples::now;

fn every_event() -> Vec<Event> {
    let transaction = "0x00".to_owned();
    vec![
        Event::Verified(Verdict::Valid),
        Event::Verified(read_verify(200, br#"{"isValid":false}"#)),
        Event::Verified(Verdict::Unavailable),
        Event::SpentBefore,
        Event::WorkFailed,
        Event::ClientLeft,
        Event::SettleStarted,
        Event::Settled(Settled::Ok { transaction }),
        Event::Settled(read_settle(200, br#"{"success":false}"#)),
        Event::Settled(Settled::Unknown),
        Event::ChainPaid,
        Event::ChainSpentElsewhere,
        Event::ChainSilent,
        Event::ChainLapsed,
        Event::OwnerGone,
    ]
}

fn brief(event: &Event) -> &'static str {
    match event {
        Event::Verified(Verdict::Valid) => "valid",
        Event::Verified(Verdict::Invalid(_)) => "invalid",
        Event::Verified(Verdict::Unavailable) => "unavailable",
        Event::SpentBefore => "spent before",
        Event::WorkFailed => "work failed",
        Event::ClientLeft => "client left",
        Event::SettleStarted => "start",
        Event::Settled(Settled::Ok { .. }) => "ok",
        Event::Settled(Settled::Refused(_)) => "refused",
        Event::Settled(Settled::Unknown) => "open",
        Event::ChainPaid => "paid",
        Event::ChainSpentElsewhere => "elsewhere",
        Event::ChainSilent => "silent",
        Event::ChainLapsed => "lapsed",
        Event::OwnerGone => "owner gone",
    }
}

/// The whole machine on one page: every move that there is; what is not here is refused.
#[test]
fn every_move() {
    let mut moves = Vec::new();
    for state in State::ALL {
        for event in every_event() {
            if let Some((next, _)) = step(state, &event) {
                moves.push(format!("{} -[{}]-> {}", state.name(), brief(&event), next.name()));
            }
        }
    }
    let expected = "\
reserved -[valid]-> verified
reserved -[invalid]-> released
reserved -[unavailable]-> released
reserved -[spent before]-> released
reserved -[client left]-> released
reserved -[owner gone]-> released
verified -[spent before]-> released
verified -[work failed]-> released
verified -[client left]-> released
verified -[start]-> settling
verified -[owner gone]-> released
settling -[client left]-> settling
settling -[ok]-> settled
settling -[refused]-> refused
settling -[open]-> unknown
settling -[paid]-> settled
settling -[owner gone]-> unknown
settled -[client left]-> settled
settled -[ok]-> settled
settled -[paid]-> settled
refused -[client left]-> refused
refused -[paid]-> settled
unknown -[client left]-> unknown
unknown -[ok]-> settled
unknown -[refused]-> unknown
unknown -[open]-> unknown
unknown -[paid]-> settled
unknown -[elsewhere]-> void
unknown -[silent]-> unknown
unknown -[lapsed]-> void
unknown -[owner gone]-> unknown
void -[client left]-> void
void -[paid]-> settled";
    assert_eq!(moves.join("\n"), expected);
}

#[test]
fn once_asked_for_the_money_is_never_forgotten() {
    for state in [State::Settling, State::Unknown, State::Settled, State::Refused, State::Void] {
        for event in every_event() {
            if let Some((next, _)) = step(state, &event) {
                assert_ne!(next, State::Released, "{state:?} {event:?}");
            }
        }
    }
}

/// A 402 makes a buyer's program sign another payment, so it is only said where no money can have moved;
/// a 200 is only said where it has.
#[test]
fn the_answer_never_contradicts_the_money() {
    for state in State::ALL {
        for event in every_event() {
            let Some((next, answer)) = step(state, &event) else { continue };
            match answer {
                Answer::Challenge { .. } | Answer::FacilitatorUnavailable | Answer::WorkError => {
                    assert_eq!(next.money(), Money::NotCharged, "{state:?} {event:?}");
                }
                Answer::Paid => assert_eq!(next.money(), Money::Charged, "{state:?} {event:?}"),
                Answer::OutcomeOpen | Answer::LookAtChain => {
                    assert_eq!(next.money(), Money::MayBeCharged, "{state:?} {event:?}");
                }
                Answer::GoOn | Answer::Nobody => {}
            }
        }
    }
}

#[test]
fn what_is_settled_stays_settled() {
    for event in every_event() {
        let next = step(State::Settled, &event).map_or(State::Settled, |(next, _)| next);
        assert_eq!(next, State::Settled);
    }
}

fn row(state: State) -> Row {
    Row { state, request_hash: "this".to_owned(), valid_before: now().plus_ms(120_000), updated_at: now() }
}

#[test]
fn a_payment_that_comes_again() {
    let replay = |state, hash, after_ms| row(state).replay(hash, now().plus_ms(after_ms));
    for state in State::ALL {
        assert_eq!(replay(state, "another", 1000), Replay::Refuse, "{state:?}");
        let expected = match state {
            State::Settled => Replay::AnswerAgain,
            State::Unknown => Replay::Resume,
            _ => Replay::Refuse,
        };
        assert_eq!(replay(state, "this", 1000), expected, "{state:?}");
    }
    assert_eq!(replay(State::Settled, "this", 120_000), Replay::AnswerAgain);
    assert_eq!(replay(State::Settled, "this", 120_001), Replay::Refuse);
    // An open outcome may be asked after at any time, and so may one whose settling process died.
    assert_eq!(replay(State::Unknown, "this", 3_600_000), Replay::Resume);
    assert_eq!(replay(State::Settling, "this", SETTLE_LIMIT_MS), Replay::Refuse);
    assert_eq!(replay(State::Settling, "this", SETTLE_LIMIT_MS + 1), Replay::Resume);
}

#[test]
fn the_sweeper_takes_what_nobody_holds() {
    let swept = |state, owner_gone, after_ms| {
        row(state)
            .sweep(owner_gone, now().plus_ms(after_ms))
            .and_then(|event| step(state, &event))
            .map(|(next, _)| next)
    };
    assert_eq!(swept(State::Reserved, false, 1000), None);
    assert_eq!(swept(State::Reserved, true, 0), Some(State::Released));
    assert_eq!(swept(State::Verified, false, RESERVE_LIMIT_MS + 1), Some(State::Released));
    assert_eq!(swept(State::Settling, false, 1000), None);
    assert_eq!(swept(State::Settling, true, 0), Some(State::Unknown));
    assert_eq!(swept(State::Settling, false, SETTLE_LIMIT_MS + 1), Some(State::Unknown));
    assert_eq!(swept(State::Unknown, false, 0), Some(State::Unknown));
    for state in [State::Settled, State::Refused, State::Void] {
        assert_eq!(swept(state, true, 10_000_000), None);
    }
}

#[test]
fn a_payment_lapses_when_both_clocks_say_so() {
    let row = row(State::Unknown);
    let lapsed = |now_ms, chain_ms| row.has_lapsed(now().plus_ms(now_ms), now().plus_ms(chain_ms));
    assert!(!lapsed(119_999, 119_999));
    assert!(!lapsed(150_000, 150_000));
    assert!(lapsed(150_001, 120_000));
    assert!(!lapsed(150_001, 119_999));
}

#[test]
fn names_are_read_as_they_are_written() {
    for state in State::ALL {
        assert_eq!(State::from_name(state.name()), Some(state));
    }
    assert_eq!(State::from_name("lost"), None);
}
