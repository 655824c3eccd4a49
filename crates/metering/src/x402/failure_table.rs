//! Every failure that a seller must handle, one test each: what the buyer is told, what becomes of the
//! money, what is left of the row. The program's own tests show that it does what these say.

use serde_json::{Value, json};

use super::challenge::Challenge;
use super::facilitator::{Settled, Verdict, read_settle, read_verify};
use super::samples::{self, now};
use super::state::{Money, step};
use super::{Answer, Arrival, BASE, Event, Fault, Payment, Replay, Row, State, Step, arrive};

const TRANSACTION: &str = "0xefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef";

fn arrival<'a>(payments: &'a [&'a [u8]]) -> Arrival<'a> {
    Arrival {
        authorization: false,
        payments,
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
        Step::Challenge(fault) | Step::OnlyIfOpen(_, fault) => fault,
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
    events.iter().fold((state, Answer::GoOn), |(state, _), event| {
        step(state, event).unwrap_or_else(|| panic!("{event:?} cannot happen to {state:?}"))
    })
}

fn error_of(answer: &Answer) -> &str {
    match answer {
        Answer::Challenge { fault, .. } => fault.error(),
        other => panic!("not a challenge: {other:?}"),
    }
}

fn valid() -> Event {
    Event::Verified(Verdict::Valid)
}

fn settled(status: u16, body: Value) -> Event {
    Event::Settled(read_settle(status, body.to_string().as_bytes()))
}

fn row(state: State, payment: &Payment, resource: &str) -> Row {
    Row {
        state,
        request_hash: payment.request_hash(resource),
        valid_before: payment.valid_before(),
        updated_at: now(),
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
    assert_eq!(
        arrive(&Arrival { payments: &[header.as_bytes()], ..both }, &samples::seller(), now()),
        Step::KeyRail
    );
    assert_eq!(
        arrive(&Arrival { payments: &[b"nonsense"], ..both }, &samples::seller(), now()),
        Step::KeyRail
    );
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
    let verdict =
        read_verify(200, br#"{"isValid":false,"invalidReason":"invalid_exact_evm_payload_signature"}"#);
    let (state, answer) = follow(&[Event::Verified(verdict)]);
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
}

#[test]
fn row_11_too_early() {
    let after = (samples::NOW_SECONDS + 1).to_string();
    let payment = samples::payment_with("/payload/authorization/validAfter", json!(after));
    check_402(arriving(&payment), "invalid_exact_evm_payload_authorization_valid_after");
}

#[test]
fn row_12_not_enough_money() {
    let verdict = read_verify(200, br#"{"isValid":false,"invalidReason":"insufficient_funds"}"#);
    let (state, answer) = follow(&[Event::Verified(verdict)]);
    assert_eq!((state, error_of(&answer)), (State::Released, "insufficient_funds"));
    assert_eq!(state.money(), Money::NotCharged);
}

#[test]
fn row_13_bad_parameters_leave_the_payment_alone() {
    let header = samples::header(&samples::payment());
    let bad = Arrival { parameters_good: false, ..arrival(&[]) };
    assert_eq!(
        arrive(&Arrival { payments: &[header.as_bytes()], ..bad }, &samples::seller(), now()),
        Step::BadParameters
    );
}

#[test]
fn row_14_the_rate_limit_leaves_the_payment_alone() {
    let header = samples::header(&samples::payment());
    let fast = Arrival { within_rate: false, ..arrival(&[]) };
    assert_eq!(
        arrive(&Arrival { payments: &[header.as_bytes()], ..fast }, &samples::seller(), now()),
        Step::RateLimited
    );
}

#[test]
fn row_15_used_here_before() {
    let payment = good_payment();
    for state in [State::Reserved, State::Verified, State::Settling, State::Refused, State::Void] {
        let row = row(state, &payment, "https://api.example.com/feed?a");
        assert_eq!(
            row.replay(&payment.request_hash("https://api.example.com/feed?a"), now()),
            Replay::Refuse
        );
    }
    // Paid for one address, it does not open another.
    let row = row(State::Settled, &payment, "https://api.example.com/feed?a");
    assert_eq!(row.replay(&payment.request_hash("https://api.example.com/feed?b"), now()), Replay::Refuse);
    assert_eq!(Fault::AlreadyUsed.error(), "invalid_payment");
    // The key is the same however the hexadecimal digits are written.
    let other = samples::payment_with("/payload/authorization/nonce", json!(samples::NONCE.to_lowercase()));
    let Step::Reserve(other) = arriving(&other) else { panic!("a payment") };
    assert_eq!(payment.key(), other.key());
}

#[test]
fn row_16_spent_elsewhere_before() {
    for events in [vec![Event::SpentBefore], vec![valid(), Event::SpentBefore]] {
        let (state, answer) = follow(&events);
        assert_eq!((state, error_of(&answer)), (State::Released, "invalid_payment"));
    }
    let word = br#"{"isValid":false,"invalidReason":"invalid_exact_evm_nonce_already_used"}"#;
    let (state, answer) = follow(&[Event::Verified(read_verify(200, word))]);
    assert_eq!((state, error_of(&answer)), (State::Released, "invalid_payment"));
}

#[test]
fn row_17_no_verdict() {
    for (status, body) in
        [(500, r#"{"isValid":false}"#), (401, "{}"), (403, "{}"), (429, "{}"), (200, "<html>"), (200, "{}")]
    {
        let (state, answer) = follow(&[Event::Verified(read_verify(status, body.as_bytes()))]);
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
}

#[test]
fn row_20_settled() {
    let ok = settled(200, json!({"success": true, "transaction": TRANSACTION, "network": "base"}));
    let (state, answer) = follow(&[valid(), Event::SettleStarted, ok]);
    assert_eq!((state, answer, state.money()), (State::Settled, Answer::Paid, Money::Charged));
}

#[test]
fn row_21_refused_while_settling() {
    let refused =
        settled(200, json!({"success": false, "errorReason": "insufficient_funds", "transaction": ""}));
    let (state, answer) = follow(&[valid(), Event::SettleStarted, refused]);
    assert_eq!((state, error_of(&answer)), (State::Refused, "insufficient_funds"));
    assert!(matches!(answer, Answer::Challenge { receipt: true, .. }));
    assert_eq!(state.money(), Money::NotCharged);
}

#[test]
fn row_22_the_outcome_is_open() {
    for open in [
        Event::Settled(Settled::Unknown),
        settled(500, json!({"success": false})),
        settled(200, json!("garbage")),
        settled(200, json!({"success": false, "errorReason": "x", "transaction": TRANSACTION})),
        settled(200, json!({"success": false, "errorReason": "settlement_pending"})),
    ] {
        let asked = [valid(), Event::SettleStarted, open];
        assert_eq!(follow(&asked), (State::Unknown, Answer::LookAtChain));
        assert_eq!(follow_from(State::Unknown, &[Event::ChainPaid]), (State::Settled, Answer::Paid));
        let (state, answer) = follow_from(State::Unknown, &[Event::ChainSilent]);
        assert_eq!(
            (state, answer, state.money()),
            (State::Unknown, Answer::OutcomeOpen, Money::MayBeCharged)
        );
    }
}

#[test]
fn row_23_asking_again_after_an_open_outcome() {
    let payment = good_payment();
    let row = row(State::Unknown, &payment, "https://api.example.com/feed?a");
    let again = payment.request_hash("https://api.example.com/feed?a");
    assert_eq!(row.replay(&again, now()), Replay::Resume);
    // Landed.
    assert_eq!(follow_from(State::Unknown, &[Event::ChainPaid]), (State::Settled, Answer::Paid));
    // Not landed: settled again.
    let ok = settled(200, json!({"success": true, "transaction": TRANSACTION}));
    assert_eq!(follow_from(State::Unknown, &[ok]), (State::Settled, Answer::Paid));
    // A refusal now may only mean that the first attempt took the money: the chain decides.
    let refused = settled(200, json!({"success": false, "errorReason": "insufficient_funds"}));
    let (state, answer) = follow_from(State::Unknown, &[refused]);
    assert_eq!((state, answer), (State::Unknown, Answer::LookAtChain));
    // Who asks after the payment's time is over is still heard, and only then.
    let late = arrive(
        &arrival(&[samples::header(&samples::payment()).as_bytes()]),
        &samples::seller(),
        now().plus_ms(200_000),
    );
    assert!(matches!(late, Step::OnlyIfOpen(_, Fault::ValidBefore)));
    assert_eq!(row.replay(&again, now().plus_ms(200_000)), Replay::Resume);
}

#[test]
fn row_24_the_client_leaves_while_settling() {
    let ok = settled(200, json!({"success": true, "transaction": TRANSACTION}));
    assert_eq!(
        follow(&[valid(), Event::SettleStarted, Event::ClientLeft]),
        (State::Settling, Answer::Nobody)
    );
    let (state, _) = follow(&[valid(), Event::SettleStarted, Event::ClientLeft, ok]);
    assert_eq!(state, State::Settled);
    let payment = good_payment();
    let row = row(State::Settled, &payment, "https://api.example.com/feed?a");
    let again = payment.request_hash("https://api.example.com/feed?a");
    assert_eq!(row.replay(&again, now().plus_ms(120_000)), Replay::AnswerAgain);
    assert_eq!(row.replay(&again, now().plus_ms(121_000)), Replay::Refuse);
}

#[test]
fn row_25_two_at_once() {
    let payment = good_payment();
    let hash = payment.request_hash("https://api.example.com/feed?a");
    // Whichever step the first has reached, the second is refused until it is over.
    for state in [State::Reserved, State::Verified, State::Settling] {
        assert_eq!(
            row(state, &payment, "https://api.example.com/feed?a").replay(&hash, now()),
            Replay::Refuse
        );
    }
}

#[test]
fn row_26_the_process_dies_while_settling() {
    let payment = good_payment();
    let event =
        row(State::Settling, &payment, "https://api.example.com/feed").sweep(true, now()).expect("swept");
    assert_eq!(follow_from(State::Settling, &[event]), (State::Unknown, Answer::LookAtChain));
    assert_eq!(follow_from(State::Unknown, &[Event::ChainPaid]).0, State::Settled);
    assert_eq!(follow_from(State::Unknown, &[Event::ChainLapsed]).0, State::Void);
    assert_eq!(follow_from(State::Unknown, &[Event::ChainSpentElsewhere]).0, State::Void);
    assert_eq!(State::Void.money(), Money::NotCharged);
}

#[test]
fn row_27_no_chain_to_ask() {
    let asked = [valid(), Event::SettleStarted, Event::Settled(Settled::Unknown), Event::ChainSilent];
    assert_eq!(follow(&asked), (State::Unknown, Answer::OutcomeOpen));
    // However often it is swept, it stays open until someone knows.
    let payment = good_payment();
    let event = row(State::Unknown, &payment, "https://api.example.com/feed")
        .sweep(true, now().plus_ms(86_400_000))
        .expect("swept");
    assert_eq!(
        follow_from(State::Unknown, &[event, Event::ChainSilent]),
        (State::Unknown, Answer::OutcomeOpen)
    );
    assert_eq!(payment.key().network, BASE.name);
}
