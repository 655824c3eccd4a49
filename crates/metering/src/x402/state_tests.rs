use super::*;
use crate::x402::facilitator::{read_settle, read_verify};
use crate::x402::samples;

fn paid() -> Finding {
    Finding::Paid { transaction: "0x01".to_owned() }
}

fn findings() -> [(&'static str, Finding); 6] {
    [
        ("paid", paid()),
        ("elsewhere", Finding::SpentElsewhere),
        ("unspent", Finding::Unspent),
        ("lapsed", Finding::Lapsed),
        ("silent", Finding::Silent),
        ("nobody", Finding::NobodyToAsk),
    ]
}

/// Every event there is, with a short name.
fn every_event() -> Vec<(String, Event)> {
    let payment = samples::decoded(&samples::payment());
    let mut events: Vec<(String, Event)> = [
        ("taken", Event::Taken),
        ("swept", Event::Swept),
        ("valid", Event::Verified(Verdict::Valid)),
        ("invalid", Event::Verified(read_verify(200, br#"{"isValid":false}"#, &payment))),
        ("unavailable", Event::Verified(Verdict::Unavailable)),
        ("spent before", Event::SpentBefore),
        ("work done", Event::WorkDone),
        ("work failed", Event::WorkFailed),
        ("client left", Event::ClientLeft),
        ("transaction taken", Event::TransactionTaken),
        ("closed as paid", Event::Closed { transaction: Some("0x02".to_owned()) }),
        ("closed", Event::Closed { transaction: None }),
    ]
    .into_iter()
    .map(|(name, event)| (name.to_owned(), event))
    .collect();
    for (name, found) in findings() {
        events.push((format!("found {name}"), Event::Found(found)));
    }
    let said = [
        ("ok", Settled::Ok { transaction: "0x00".to_owned() }),
        ("refused", read_settle(200, br#"{"success":false}"#, &payment)),
        ("open", Settled::Unknown),
    ];
    for (word, said) in said {
        for (name, found) in findings() {
            events.push((format!("{word}, {name}"), Event::Settled(said.clone(), found)));
        }
    }
    events
}

fn name(state: State) -> String {
    format!("{state:?}").to_lowercase()
}

/// The whole machine on one page: every move that there is; what is not here is refused.
#[test]
fn every_move() {
    let mut moves = Vec::new();
    for state in State::ALL {
        let mut from_here: Vec<(State, Vec<String>)> = Vec::new();
        for (event, happened) in every_event() {
            let Some(next) = step(state, &happened) else { continue };
            match from_here.iter_mut().find(|(to, _)| *to == next.state) {
                Some((_, events)) => events.push(event),
                None => from_here.push((next.state, vec![event])),
            }
        }
        for (to, events) in from_here {
            moves.push(format!("{} -> {}: {}", name(state), name(to), events.join("; ")));
        }
    }
    let expected = "\
reserved -> reserved: taken
reserved -> released: swept; invalid; unavailable; spent before; client left
reserved -> verified: valid
verified -> settling: work done
verified -> released: work failed; client left
settling -> resuming: taken
settling -> unknown: swept; transaction taken; ok, unspent; ok, silent; refused, silent; open, unspent; open, silent; open, nobody
settling -> settled: closed as paid; ok, paid; ok, nobody; refused, paid; open, paid
settling -> void: closed; ok, elsewhere; ok, lapsed; refused, elsewhere; open, elsewhere; open, lapsed
settling -> refused: refused, unspent; refused, lapsed; refused, nobody
unknown -> resuming: taken
unknown -> unknown: swept; transaction taken; found unspent; found silent; found nobody; ok, unspent; ok, silent; refused, unspent; refused, silent; refused, nobody; open, unspent; open, silent; open, nobody
unknown -> settled: closed as paid; found paid; ok, paid; ok, nobody; refused, paid; open, paid
unknown -> void: closed; found elsewhere; found lapsed; ok, elsewhere; ok, lapsed; refused, elsewhere; refused, lapsed; open, elsewhere; open, lapsed
resuming -> resuming: work done; found unspent; found silent; found nobody
resuming -> unknown: work failed; client left; transaction taken; ok, unspent; ok, silent; refused, unspent; refused, silent; refused, nobody; open, unspent; open, silent; open, nobody
resuming -> settled: found paid; ok, paid; ok, nobody; refused, paid; open, paid
resuming -> void: found elsewhere; found lapsed; ok, elsewhere; ok, lapsed; refused, elsewhere; refused, lapsed; open, elsewhere; open, lapsed
settled -> settled: found paid; found elsewhere; found unspent; found lapsed; found silent; found nobody; ok, paid; ok, elsewhere; ok, unspent; ok, lapsed; ok, silent; ok, nobody; refused, paid; refused, elsewhere; refused, unspent; refused, lapsed; refused, silent; refused, nobody; open, paid; open, elsewhere; open, unspent; open, lapsed; open, silent; open, nobody
refused -> refused: swept; found unspent; found silent; found nobody
refused -> settled: closed as paid; found paid
refused -> void: found elsewhere; found lapsed
void -> settled: closed as paid";
    assert_eq!(moves.join("\n"), expected);
}

#[test]
fn once_asked_for_the_money_is_never_forgotten() {
    for state in
        [State::Settling, State::Unknown, State::Resuming, State::Settled, State::Refused, State::Void]
    {
        for (event, happened) in every_event() {
            if let Some(next) = step(state, &happened) {
                assert_ne!(next.state, State::Released, "{state:?} {event}");
            }
        }
    }
}

/// A 402 makes a buyer's program sign another payment, so it is only said where no money can have moved;
/// a 200 is only said where it has.
#[test]
fn the_answer_never_contradicts_the_money() {
    for state in State::ALL {
        for (event, happened) in every_event() {
            let Some(next) = step(state, &happened) else { continue };
            let money = next.state.money();
            match next.action {
                Action::Tell(Answer::Challenge { .. } | Answer::FacilitatorUnavailable) => {
                    assert_eq!(money, Money::NotCharged, "{state:?} {event}");
                }
                Action::Tell(Answer::Paid) => assert_eq!(money, Money::Charged, "{state:?} {event}"),
                Action::Tell(Answer::OutcomeOpen) | Action::Settle => {
                    assert_eq!(money, Money::MayBeCharged, "{state:?} {event}");
                }
                Action::Verify
                | Action::Work
                | Action::LookAtChain
                | Action::Tell(Answer::WorkError | Answer::Nobody) => {}
            }
        }
    }
}

/// With a chain to ask, money is only believed where the chain shows it; a person may say so too.
#[test]
fn a_facilitators_word_is_not_enough_where_the_chain_can_be_asked() {
    for state in State::ALL.into_iter().filter(|state| *state != State::Settled) {
        for (event, happened) in every_event() {
            let Some(next) = step(state, &happened) else { continue };
            if next.state == State::Settled {
                let transaction = next.transaction.expect("it is recorded with the state");
                let proved = matches!(
                    &happened,
                    Event::Found(Finding::Paid { .. }) | Event::Settled(_, Finding::Paid { .. })
                );
                assert_eq!(transaction.proved, proved, "{event}");
                let on_word = matches!(happened, Event::Settled(Settled::Ok { .. }, Finding::NobodyToAsk));
                assert!(proved || on_word || matches!(happened, Event::Closed { .. }), "{event}");
            }
        }
    }
}

#[test]
fn what_is_settled_stays_settled() {
    for (_, happened) in every_event() {
        let next = step(State::Settled, &happened).map_or(State::Settled, |next| next.state);
        assert_eq!(next, State::Settled);
    }
}

#[test]
fn a_row_is_read_as_it_was_written() {
    for stored in PaymentState::ALL {
        assert_eq!(State::from(*stored).stored(), Some(*stored));
    }
    // A restart finds what an attempt in memory began from.
    assert_eq!(State::Verified.stored(), State::Reserved.stored());
    assert_eq!(State::Resuming.stored(), State::Unknown.stored());
}
