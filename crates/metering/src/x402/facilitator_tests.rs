use proptest::prelude::*;

use super::*;
use crate::x402::{BASE, BASE_SEPOLIA, samples};

const TRANSACTION: &str = "0xABababababababababababababababababababababababababababababababab";

fn payment() -> Payment {
    samples::decoded(&samples::payment())
}

#[track_caller]
fn check_verify(status: u16, body: &str, expected: &str) {
    let verdict = match read_verify(status, body.as_bytes(), &payment()) {
        Verdict::Valid => "valid".to_owned(),
        Verdict::Invalid(reason) => reason.as_str().to_owned(),
        Verdict::Unavailable => "unavailable".to_owned(),
    };
    assert_eq!(verdict, expected, "{status} {body}");
}

#[track_caller]
fn check_settle(status: u16, body: &str, expected: &str) {
    let settled = match read_settle(status, body.as_bytes(), &payment()) {
        Settled::Ok { transaction } => transaction[..6].to_owned(),
        Settled::Refused(reason) => reason.as_str().to_owned(),
        Settled::Unknown => "unknown".to_owned(),
    };
    assert_eq!(settled, expected, "{status} {body}");
}

#[test]
fn verdicts() {
    check_verify(200, r#"{"isValid":true,"payer":"0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"}"#, "valid");
    check_verify(200, r#"{"isValid":true,"payer":null,"invalidReason":null,"extra":[1]}"#, "valid");
    check_verify(200, r#"{"isValid":false,"invalidReason":"insufficient_funds"}"#, "insufficient_funds");
    check_verify(400, r#"{"isValid":false,"invalidReason":"invalid_payload"}"#, "invalid_payload");
    check_verify(412, r#"{"isValid":false}"#, "unexpected_verify_error");
    check_verify(200, r#"{"isValid":false,"invalidReason":{"a":1}}"#, "unexpected_verify_error");
}

#[test]
fn what_is_no_verdict() {
    for status in [401, 403, 429, 500, 502, 503, 504] {
        check_verify(status, r#"{"isValid":false,"invalidReason":"insufficient_funds"}"#, "unavailable");
        check_verify(status, r#"{"isValid":true}"#, "unavailable");
    }
    check_verify(400, r#"{"isValid":true}"#, "unavailable");
    check_verify(302, r#"{"isValid":true}"#, "unavailable");
    for body in
        ["", "{}", "null", "[]", "<html>", r#"{"isValid":"true"}"#, r#"{"isValid":1}"#, r#"{"success":true}"#]
    {
        check_verify(200, body, "unavailable");
    }
    check_verify(
        200,
        &format!(r#"{{"isValid":true,"x":"{}"}}"#, "a".repeat(MAX_ANSWER_BYTES)),
        "unavailable",
    );
}

#[test]
fn words_that_may_not_be_passed_on() {
    for word in ["Multi\nline text", "UPPER", "with space", "", "<script>", "naïve", &"a".repeat(81)] {
        let body = serde_json::json!({"isValid": false, "invalidReason": word}).to_string();
        check_verify(200, &body, "unexpected_verify_error");
        let body = serde_json::json!({"success": false, "errorReason": word}).to_string();
        check_settle(200, &body, "unexpected_settle_error");
    }
    check_verify(
        200,
        &format!(r#"{{"isValid":false,"invalidReason":"{}"}}"#, "a".repeat(80)),
        &"a".repeat(80),
    );
}

#[test]
fn a_settlement_names_its_transaction() {
    check_settle(
        200,
        &format!(r#"{{"success":true,"transaction":"{TRANSACTION}","network":"base"}}"#),
        "0xabab",
    );
    for transaction in ["\"\"", "null", "7", "\"0x12\"", "\"pending\""] {
        check_settle(200, &format!(r#"{{"success":true,"transaction":{transaction}}}"#), "unknown");
    }
    check_settle(200, r#"{"success":true}"#, "unknown");
    check_settle(400, &format!(r#"{{"success":true,"transaction":"{TRANSACTION}"}}"#), "unknown");
}

#[test]
fn a_refusal_is_plain_or_it_is_none() {
    check_settle(
        200,
        r#"{"success":false,"errorReason":"insufficient_funds","transaction":""}"#,
        "insufficient_funds",
    );
    check_settle(400, r#"{"success":false,"errorReason":"invalid_payload"}"#, "invalid_payload");
    check_settle(200, r#"{"success":false,"transaction":null}"#, "unexpected_settle_error");
    // A transaction is named, so something was sent.
    check_settle(
        200,
        &format!(r#"{{"success":false,"errorReason":"x","transaction":"{TRANSACTION}"}}"#),
        "unknown",
    );
    check_settle(200, r#"{"success":false,"errorReason":"x","transaction":{"hash":"0x"}}"#, "unknown");
    for reason in ["settlement_pending", "duplicate_settlement", "invalid_exact_evm_nonce_already_used"] {
        check_settle(
            200,
            &format!(r#"{{"success":false,"errorReason":"{reason}","transaction":""}}"#),
            "unknown",
        );
    }
    for status in [401, 403, 429, 500, 503] {
        check_settle(
            status,
            r#"{"success":false,"errorReason":"insufficient_funds","transaction":""}"#,
            "unknown",
        );
    }
    for body in ["", "{}", "nonsense", "[]", r#"{"success":"false"}"#, r#"{"isValid":false}"#] {
        check_settle(200, body, "unknown");
    }
}

/// What is said about another payment, or another chain, settles nothing.
#[test]
fn an_answer_is_about_this_payment_or_it_is_none() {
    let payer = samples::payer().to_string();
    let told = |about: &str| format!(r#"{{"success":true,"transaction":"{TRANSACTION}"{about}}}"#);
    for about in [
        String::new(),
        r#","network":"eip155:8453""#.to_owned(),
        format!(r#","network":"base","payer":"{payer}","amount":"300000""#),
        format!(r#","network":"","payer":"{}","amount":300000"#, payer.to_lowercase()),
        r#","network":null,"payer":null,"amount":null"#.to_owned(),
    ] {
        check_settle(200, &told(&about), "0xabab");
    }
    for about in [
        r#","network":"base-sepolia""#,
        r#","network":"eip155:84532""#,
        r#","network":7"#,
        r#","payer":"0x52908400098527886E0F7030069857D2E4169EE7""#,
        r#","payer":"0x1""#,
        r#","amount":"299999""#,
        r#","amount":{"value":"300000"}"#,
    ] {
        check_settle(200, &told(about), "unknown");
    }
    check_verify(
        200,
        r#"{"isValid":true,"payer":"0x52908400098527886E0F7030069857D2E4169EE7"}"#,
        "unavailable",
    );
}

#[test]
fn the_request_carries_the_payment_as_it_came() {
    let mut sent = samples::payment();
    sent["unknown"] = serde_json::json!({"kept": [1, 2]});
    let requirements = samples::seller().requirements("https://api.example.com/feed", samples::PRICE);
    let body = request_body(&samples::decoded(&sent), &requirements, Version::V1);
    assert_eq!(body["x402Version"], 1);
    // But for the case of its addresses.
    sent["payload"]["authorization"]["to"] = samples::seller().pay_to.to_string().into();
    assert_eq!(body["paymentPayload"], sent);
    assert_eq!(body["paymentRequirements"]["maxAmountRequired"], "300000");
}

/// A facilitator that speaks one version settles payments of both.
#[test]
fn a_payment_is_wrapped_as_the_facilitator_wants_it() {
    let requirements = samples::seller().requirements("https://api.example.com/feed", samples::PRICE);
    let (v1, v2) = (samples::decoded(&samples::payment()), samples::decoded_v2(&samples::payment_v2()));
    for version in [Version::V1, Version::V2] {
        let bodies = [&v1, &v2].map(|payment| request_body(payment, &requirements, version));
        assert_eq!(bodies[0], bodies[1]);
        assert_eq!(bodies[0]["x402Version"], version.number());
        assert_eq!(bodies[0]["paymentPayload"]["x402Version"], version.number());
    }
    let body = request_body(&v1, &requirements, Version::V2);
    assert_eq!(body["paymentRequirements"], body["paymentPayload"]["accepted"]);
    assert_eq!(body["paymentRequirements"]["network"], "eip155:8453");
    assert_eq!(body["paymentRequirements"]["amount"], "300000");
    assert_eq!(body["paymentPayload"]["resource"]["url"], "https://api.example.com/feed");
}

#[test]
fn support_is_for_all_three_together() {
    let answer = br#"{"kinds":[{"x402Version":2,"scheme":"exact","network":"base"},
        {"x402Version":1,"scheme":"exact","network":"base-sepolia","extra":{}},
        {"x402Version":2,"scheme":"exact","network":"eip155:84532"}],"signers":{}}"#;
    assert_eq!(supported_version(answer, &BASE), None);
    assert_eq!(supported_version(answer, &BASE_SEPOLIA), Some(Version::V1));
    let newer = br#"{"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:8453"}]}"#;
    assert_eq!(supported_version(newer, &BASE), Some(Version::V2));
    for answer in [&b""[..], b"{}", b"[]", b"{\"kinds\":{}}", b"{\"kinds\":[1]}"] {
        assert_eq!(supported_version(answer, &BASE), None);
    }
}

proptest! {
    #[test]
    fn nothing_panics(status in 100u16..600, body in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read_verify(status, &body, &payment()) != Verdict::Valid);
        let settled = read_settle(status, &body, &payment());
        prop_assert!(settled == Settled::Unknown);
        prop_assert_eq!(supported_version(&body, &BASE), None);
    }
}
