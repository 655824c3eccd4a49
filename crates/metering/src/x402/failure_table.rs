//! Every failure that a seller must handle, one test each: what the buyer is told, what becomes of the
//! money, what is left of the row. The program's own tests show that it does what these say.

use serde_json::{Value, json};

use super::challenge::Challenge;
use super::facilitator::{Settled, Verdict, read_settle, read_verify};
use super::row::MAX_ANSWERS;
use super::samples::{self, now};
use super::state::{Money, step};
use super::{
    Action, Answer, Arrival, BASE, Event, Fault, Finding, Payment, PaymentHeaders, Replay, Row, State, Step,
    arrive,
};

const TRANSACTION: &str = "0xefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef";

fn arrival<'a>(payments: &[&'a [u8]]) -> Arrival<'a> {
    Arrival {
        authorization: false,
        payments: PaymentHeaders { v1: payments.to_vec(), v2: Vec::new() },
        parameters_good: true,
        within_rate: true,
        amount: samples::PRICE,
    }
}

fn arriving(payment: &Value) -> Step {
    arrive(&arrival(&[samples::header(payment).as_bytes()]), &samples::seller(), now())
}

#[track_caller]
fn check_402(step: Step, error: &str) {
    let fault = match step {
        Step::Challenge(fault) | Step::OnlyIfKnown(_, fault) => fault,
        other => panic!("not a fault of the payment: {other:?}"),
    };
    let requirements = samples::seller().requirements("https://api.example.com/feed", samples::PRICE);
    let body = serde_json::to_value(Challenge::new(&fault, requirements, None)).expect("JSON");
    assert_eq!(body["error"], error);
    assert_eq!(body["x402Version"], 1);
    assert_eq!(body["accepts"][0]["maxAmountRequired"], "300000");
}

/// Follows a payment through these events from its reservation to the last answer.
#[track_caller]
fn follow(events: &[Event]) -> (State, Answer) {
    follow_from(State::Reserved, events)
}

#[track_caller]
fn follow_from(state: State, events: &[Event]) -> (State, Answer) {
    let mut reached = (state, Action::Verify);
    for event in events {
        let next = step(reached.0, event).unwrap_or_else(|| panic!("{event:?} cannot happen to {reached:?}"));
        reached = (next.state, next.action);
    }
    match reached {
        (state, Action::Tell(answer)) => (state, answer),
        (state, action) => panic!("{state:?} goes on with {action:?}"),
    }
}

/// Where the payment is after these, with nothing said yet.
#[track_caller]
fn going_on(state: State, events: &[Event]) -> (State, Action) {
    let mut reached = (state, Action::Verify);
    for event in events {
        let next = step(reached.0, event).unwrap_or_else(|| panic!("{event:?} cannot happen to {reached:?}"));
        reached = (next.state, next.action);
    }
    reached
}

fn error_of(answer: &Answer) -> &str {
    match answer {
        Answer::Challenge { fault, .. } => fault.error(),
        other => panic!("not a challenge: {other:?}"),
    }
}

fn verdict(status: u16, body: &[u8]) -> Event {
    Event::Verified(read_verify(status, body, &samples::decoded(&samples::payment())))
}

fn valid() -> Event {
    Event::Verified(Verdict::Valid)
}

fn settled(status: u16, body: Value, found: Finding) -> Event {
    let payment = samples::decoded(&samples::payment());
    Event::Settled(read_settle(status, body.to_string().as_bytes(), &payment), found)
}

fn paid() -> Finding {
    Finding::Paid { transaction: TRANSACTION.to_owned() }
}

fn row(state: State, payment: &Payment, resource: &str) -> Row {
    Row {
        state,
        request_hash: payment.request_hash(resource),
        valid_before: payment.valid_before(),
        answers: 0,
        answered: false,
        in_hand: false,
    }
}

fn good_payment() -> Payment {
    match arriving(&samples::payment()) {
        Step::Reserve(payment) => payment,
        other => panic!("not reserved: {other:?}"),
    }
}

#[test]
fn row_01_neither_key_nor_payment() {
    check_402(arrive(&arrival(&[]), &samples::seller(), now()), "X-PAYMENT header is required");
    let bare = Arrival { parameters_good: false, within_rate: false, ..arrival(&[]) };
    check_402(arrive(&bare, &samples::seller(), now()), "X-PAYMENT header is required");
}

#[test]
fn row_02_a_key_leaves_the_payment_alone() {
    let header = samples::header(&samples::payment());
    let both = Arrival { authorization: true, ..arrival(&[]) };
    for payment in [header.as_bytes(), b"nonsense"] {
        let payments = PaymentHeaders { v1: vec![payment], v2: Vec::new() };
        let both = Arrival { payments, ..both.clone() };
        assert_eq!(arrive(&both, &samples::seller(), now()), Step::KeyRail);
    }
}

#[test]
fn row_03_not_a_payment() {
    let header = samples::header(&samples::payment());
    let long = "A".repeat(16 * 1024 + 4);
    for payments in
        [&[&b""[..]][..], &[b"%%%"], &[long.as_bytes()], &[header.as_bytes(), header.as_bytes()], &[b"/w=="]]
    {
        check_402(arrive(&arrival(payments), &samples::seller(), now()), "invalid_payload");
    }
    for payment in [
        json!([]),
        json!("text"),
        json!({}),
        samples::payment_with("/payload/authorization/value", json!(300_000)),
    ] {
        check_402(arriving(&payment), "invalid_payload");
    }
}

#[test]
fn row_04_another_version() {
    check_402(arriving(&samples::payment_with("/x402Version", json!(2))), "invalid_x402_version");
}

#[test]
fn row_05_another_scheme() {
    check_402(arriving(&samples::payment_with("/scheme", json!("upto"))), "unsupported_scheme");
}

#[test]
fn row_06_another_network() {
    check_402(arriving(&samples::payment_with("/network", json!("base-sepolia"))), "invalid_network");
}

#[test]
fn row_07_another_payee() {
    let payment = samples::payment_with("/payload/authorization/to", json!(samples::payer().lower()));
    check_402(arriving(&payment), "invalid_exact_evm_payload_recipient_mismatch");
}

#[test]
fn row_08_a_signature_that_does_not_fit() {
    let said = br#"{"isValid":false,"invalidReason":"invalid_exact_evm_payload_signature"}"#;
    let (state, answer) = follow(&[verdict(200, said)]);
    assert_eq!((state, error_of(&answer)), (State::Released, "invalid_exact_evm_payload_signature"));
}

#[test]
fn row_09_another_amount() {
    for value in ["299999", "300001", "100000", "1000000"] {
        let payment = samples::payment_with("/payload/authorization/value", json!(value));
        check_402(arriving(&payment), "invalid_exact_evm_payload_authorization_value");
    }
}

#[test]
fn row_10_too_late() {
    let before = (samples::NOW_SECONDS + 5).to_string();
    let payment = samples::payment_with("/payload/authorization/validBefore", json!(before));
    check_402(arriving(&payment), "invalid_exact_evm_payload_authorization_valid_before");
    // Nor good for longer than was allowed: it would buy answers for ever.
    for seconds in [181, 2_000_000_000] {
        let before = (samples::NOW_SECONDS + seconds).to_string();
        let payment = samples::payment_with("/payload/authorization/validBefore", json!(before));
        check_402(arriving(&payment), "invalid_exact_evm_payload_authorization_valid_before");
    }
}

#[test]
fn row_11_too_early() {
    let after = (samples::NOW_SECONDS + 1).to_string();
    let payment = samples::payment_with("/payload/authorization/validAfter", json!(after));
    check_402(arriving(&payment), "invalid_exact_evm_payload_authorization_valid_after");
}

#[test]
fn row_12_not_enough_money() {
    let said = br#"{"isValid":false,"invalidReason":"insufficient_funds"}"#;
    let (state, answer) = follow(&[verdict(200, said)]);
    assert_eq!((state, error_of(&answer)), (State::Released, "insufficient_funds"));
    assert_eq!(state.money(), Money::NotCharged);
}

#[test]
fn row_13_bad_parameters_leave_the_payment_alone() {
    let header = samples::header(&samples::payment());
    let bad = Arrival { parameters_good: false, ..arrival(&[header.as_bytes()]) };
    assert_eq!(arrive(&bad, &samples::seller(), now()), Step::BadParameters);
}

#[test]
fn row_14_the_rate_limit_leaves_the_payment_alone() {
    let header = samples::header(&samples::payment());
    let fast = Arrival { within_rate: false, ..arrival(&[header.as_bytes()]) };
    assert_eq!(arrive(&fast, &samples::seller(), now()), Step::RateLimited);
}

#[test]
fn row_15_used_here_for_something_else() {
    let payment = good_payment();
    for state in State::ALL {
        // Paid for one address, it does not open another; nor does it with another signature.
        let row = row(state, &payment, "https://api.example.com/feed?a");
        let other = payment.request_hash("https://api.example.com/feed?b");
        assert_eq!(row.replay(&other, true, now()), Replay::Refuse);
        let forged = samples::payment_with("/payload/signature", json!("0x00"));
        let forged = samples::decoded(&forged).request_hash("https://api.example.com/feed?a");
        assert_eq!(row.replay(&forged, true, now()), Replay::Refuse);
    }
    assert_eq!(Fault::AlreadyUsed.error(), "invalid_payment");
    // The key is the same however the hexadecimal digits are written.
    let other = samples::payment_with("/payload/authorization/nonce", json!(samples::NONCE.to_lowercase()));
    assert_eq!(payment.key(), samples::decoded(&other).key());
}

#[test]
fn row_16_spent_elsewhere_before() {
    let (state, answer) = follow(&[Event::Taken, Event::SpentBefore]);
    assert_eq!((state, error_of(&answer)), (State::Released, "invalid_payment"));
    let word = br#"{"isValid":false,"invalidReason":"invalid_exact_evm_nonce_already_used"}"#;
    let (state, answer) = follow(&[verdict(200, word)]);
    assert_eq!((state, error_of(&answer)), (State::Released, "invalid_payment"));
}

#[test]
fn row_17_no_verdict() {
    for (status, body) in
        [(500, r#"{"isValid":false}"#), (401, "{}"), (403, "{}"), (429, "{}"), (200, "<html>"), (200, "{}")]
    {
        let (state, answer) = follow(&[verdict(status, body.as_bytes())]);
        assert_eq!((state, answer), (State::Released, Answer::FacilitatorUnavailable), "{status} {body}");
    }
    // Refused connections and timeouts have no body to read.
    let (state, answer) = follow(&[Event::Verified(Verdict::Unavailable)]);
    assert_eq!((state, answer), (State::Released, Answer::FacilitatorUnavailable));
}

#[test]
fn row_18_the_work_fails() {
    let (state, answer) = follow(&[valid(), Event::WorkFailed]);
    assert_eq!((state, answer), (State::Released, Answer::WorkError));
    assert_eq!(state.money(), Money::NotCharged);
}

#[test]
fn row_19_the_client_leaves_before_settling() {
    for events in [vec![Event::ClientLeft], vec![valid(), Event::ClientLeft]] {
        assert_eq!(follow(&events), (State::Released, Answer::Nobody));
    }
    assert!(State::Verified.ends_with_its_client() && !State::Settling.ends_with_its_client());
}

#[test]
fn row_20_settled() {
    let ok =
        |found| settled(200, json!({"success": true, "transaction": TRANSACTION, "network": "base"}), found);
    for found in [paid(), Finding::NobodyToAsk] {
        let (state, answer) = follow(&[valid(), Event::WorkDone, ok(found)]);
        assert_eq!((state, answer, state.money()), (State::Settled, Answer::Paid, Money::Charged));
    }
    // The chain does not show it, or nobody can tell: not yet believed.
    for found in [Finding::Unspent, Finding::Silent] {
        let events = [valid(), Event::WorkDone, ok(found)];
        assert_eq!(follow(&events), (State::Unknown, Answer::OutcomeOpen));
    }
    // The transaction paid for another.
    let events = [valid(), Event::WorkDone, Event::TransactionTaken];
    assert_eq!(follow(&events), (State::Unknown, Answer::OutcomeOpen));
    // Another network, payer or amount.
    for (member, value) in [("network", "base-sepolia"), ("payer", "0x00"), ("amount", "1")] {
        let mut body = json!({"success": true, "transaction": TRANSACTION});
        body[member] = json!(value);
        let events = [valid(), Event::WorkDone, settled(200, body, Finding::NobodyToAsk)];
        assert_eq!(follow(&events), (State::Unknown, Answer::OutcomeOpen), "{member}");
    }
}

#[test]
fn row_21_refused_while_settling() {
    let refused = |found| {
        settled(200, json!({"success": false, "errorReason": "insufficient_funds", "transaction": ""}), found)
    };
    for found in [Finding::Unspent, Finding::NobodyToAsk] {
        let (state, answer) = follow(&[valid(), Event::WorkDone, refused(found)]);
        assert_eq!((state, error_of(&answer)), (State::Refused, "insufficient_funds"));
        assert!(matches!(answer, Answer::Challenge { receipt: true, .. }));
        assert_eq!(state.money(), Money::NotCharged);
    }
    // The money moved all the same.
    assert_eq!(follow(&[valid(), Event::WorkDone, refused(paid())]), (State::Settled, Answer::Paid));
    // The chain cannot be asked just now: open.
    let events = [valid(), Event::WorkDone, refused(Finding::Silent)];
    assert_eq!(follow(&events), (State::Unknown, Answer::OutcomeOpen));
    // It moved after we had looked: the sweep finds it.
    let late = [Event::Swept, Event::Found(paid())];
    assert_eq!(follow_from(State::Refused, &late), (State::Settled, Answer::Paid));
}

fn open_answers() -> [Value; 4] {
    [
        json!("garbage"),
        json!({"success": false, "errorReason": "x", "transaction": TRANSACTION}),
        json!({"success": false, "errorReason": "settlement_pending"}),
        json!({"success": true, "transaction": ""}),
    ]
}

#[test]
fn row_22_the_outcome_is_open() {
    let asked = [valid(), Event::WorkDone];
    for found in [Finding::Unspent, Finding::Silent, Finding::NobodyToAsk] {
        let silent = Event::Settled(Settled::Unknown, found.clone());
        let answers = open_answers().into_iter().map(|body| settled(200, body, found.clone()));
        let failed = settled(500, json!({"success": false}), found.clone());
        for open in answers.chain([silent, failed]) {
            let (state, answer) = follow(&[&asked[..], &[open]].concat());
            assert_eq!(
                (state, answer, state.money()),
                (State::Unknown, Answer::OutcomeOpen, Money::MayBeCharged)
            );
        }
    }
    let landed = Event::Settled(Settled::Unknown, paid());
    assert_eq!(follow(&[&asked[..], &[landed]].concat()), (State::Settled, Answer::Paid));
}

#[test]
fn row_23_asking_again_after_an_open_outcome() {
    let payment = good_payment();
    let row = row(State::Unknown, &payment, "https://api.example.com/feed?a");
    let again = payment.request_hash("https://api.example.com/feed?a");
    assert_eq!(row.replay(&again, true, now()), Replay::GoOn(Event::Taken));
    // Landed.
    let found = [Event::Taken, Event::Found(paid())];
    assert_eq!(follow_from(State::Unknown, &found), (State::Settled, Answer::Paid));
    // Not landed: settled again.
    let back = [Event::Taken, Event::Found(Finding::Unspent), Event::WorkDone];
    assert_eq!(going_on(State::Unknown, &back), (State::Resuming, Action::Settle));
    let ok = settled(200, json!({"success": true, "transaction": TRANSACTION}), paid());
    assert_eq!(follow_from(State::Resuming, &[ok]), (State::Settled, Answer::Paid));
    // A refusal now may only mean that the first attempt took the money: the chain decides.
    let refused = json!({"success": false, "errorReason": "insufficient_funds"});
    for found in [Finding::Unspent, Finding::Silent, Finding::NobodyToAsk] {
        let refused = settled(200, refused.clone(), found);
        assert_eq!(follow_from(State::Resuming, &[refused]), (State::Unknown, Answer::OutcomeOpen));
    }
    // Who asks after the payment's time is over is still heard: it is looked for, and not settled.
    let late = arrive(
        &arrival(&[samples::header(&samples::payment()).as_bytes()]),
        &samples::seller(),
        now().plus_ms(200_000),
    );
    assert!(matches!(late, Step::OnlyIfKnown(_, Fault::ValidBefore)));
    assert_eq!(row.replay(&again, false, now().plus_ms(200_000)), Replay::GoOn(Event::Swept));
    let looked = [Event::Swept, Event::Found(Finding::Unspent)];
    assert_eq!(follow_from(State::Unknown, &looked), (State::Unknown, Answer::OutcomeOpen));
}

#[test]
fn row_24_the_client_leaves_while_settling() {
    assert!(!State::Settling.ends_with_its_client());
    let payment = good_payment();
    let row = row(State::Settled, &payment, "https://api.example.com/feed?a");
    let again = payment.request_hash("https://api.example.com/feed?a");
    // Its answer never left, so it is owed, however late; then a few times more until its time is over.
    assert_eq!(row.replay(&again, false, now().plus_ms(86_400_000)), Replay::Answer);
    let row = Row { answers: MAX_ANSWERS - 1, answered: true, ..row };
    assert_eq!(row.replay(&again, true, now().plus_ms(120_000)), Replay::Answer);
    assert_eq!(row.replay(&again, false, now().plus_ms(121_000)), Replay::Refuse);
    let row = Row { answers: MAX_ANSWERS, ..row };
    assert_eq!(row.replay(&again, true, now()), Replay::Refuse);
}

#[test]
fn row_25_two_at_once() {
    let payment = good_payment();
    let hash = payment.request_hash("https://api.example.com/feed?a");
    // Whichever step the first has reached, the second waits for it; one whose owner is gone is taken over.
    for state in [State::Reserved, State::Settling, State::Unknown] {
        let row = row(state, &payment, "https://api.example.com/feed?a");
        assert_eq!(row.replay(&hash, true, now()), Replay::GoOn(Event::Taken));
        assert_eq!(Row { in_hand: true, ..row }.replay(&hash, true, now()), Replay::Wait);
    }
    assert_eq!(going_on(State::Reserved, &[Event::Taken]), (State::Reserved, Action::Verify));
    assert_eq!(going_on(State::Settling, &[Event::Taken]), (State::Resuming, Action::LookAtChain));
}

#[test]
fn row_26_the_process_dies_while_settling() {
    let payment = good_payment();
    let event = row(State::Settling, &payment, "https://api.example.com/feed").sweep(now()).expect("swept");
    let looked = going_on(State::Settling, std::slice::from_ref(&event));
    assert_eq!(looked, (State::Unknown, Action::LookAtChain));
    let closed = |found| follow_from(State::Settling, &[event.clone(), Event::Found(found)]).0;
    assert_eq!(closed(paid()), State::Settled);
    assert_eq!(closed(Finding::Lapsed), State::Void);
    assert_eq!(closed(Finding::SpentElsewhere), State::Void);
    assert_eq!(State::Void.money(), Money::NotCharged);
    // What the facilitator said was kept beside the store, and is recorded whatever became of the row meanwhile.
    for state in [State::Settling, State::Unknown, State::Settled] {
        let ok = json!({"success": true, "transaction": TRANSACTION});
        let ok = settled(200, ok, Finding::NobodyToAsk);
        assert_eq!(follow_from(state, &[ok]), (State::Settled, Answer::Paid));
    }
}

#[test]
fn row_27_no_chain_to_ask() {
    let asked = [valid(), Event::WorkDone, Event::Settled(Settled::Unknown, Finding::NobodyToAsk)];
    assert_eq!(follow(&asked), (State::Unknown, Answer::OutcomeOpen));
    // However often it is swept, it stays open until someone knows.
    let payment = good_payment();
    let event = row(State::Unknown, &payment, "https://api.example.com/feed")
        .sweep(now().plus_ms(86_400_000))
        .expect("swept");
    let looked = [event, Event::Found(Finding::NobodyToAsk)];
    assert_eq!(follow_from(State::Unknown, &looked), (State::Unknown, Answer::OutcomeOpen));
    // Such as a person.
    let paid = Event::Closed { transaction: Some(TRANSACTION.to_owned()) };
    assert_eq!(follow_from(State::Unknown, &[paid]), (State::Settled, Answer::Paid));
    let never = Event::Closed { transaction: None };
    assert_eq!(follow_from(State::Unknown, &[never]), (State::Void, Answer::Nobody));
    assert_eq!(payment.key().network, BASE.name);
}
