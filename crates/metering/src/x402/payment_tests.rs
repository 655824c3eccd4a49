use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::x402::{BASE, BASE_SEPOLIA, samples};

fn decode_bytes(values: &[&[u8]]) -> Result<Payment, Fault> {
    Payment::decode(&PaymentHeaders { v1: values.to_vec(), v2: Vec::new() }, &BASE)
}

fn decode(payment: &Value) -> Result<Payment, Fault> {
    decode_bytes(&[samples::header(payment).as_bytes()])
}

fn decode_v2(payment: &Value) -> Result<Payment, Fault> {
    let header = samples::header(payment);
    Payment::decode(&PaymentHeaders { v1: Vec::new(), v2: vec![header.as_bytes()] }, &BASE)
}

#[track_caller]
fn check(payment: Value, fault: Fault) {
    assert_eq!(decode(&payment).expect_err("at fault"), fault, "{payment}");
}

#[test]
fn a_good_payment_is_read_whole() {
    let payment = decode(&samples::payment()).expect("a payment");
    assert_eq!(payment.payer(), samples::payer());
    assert_eq!(payment.amount(), samples::PRICE);
    assert_eq!(payment.valid_before(), samples::now().plus_ms(120_000));
    assert_eq!(payment.version(), Version::V1);
    assert_eq!(payment.check_terms(samples::seller().pay_to, samples::PRICE), Ok(()));
    assert_eq!(payment.check_time(samples::now()), Ok(()));
}

#[test]
fn padding_and_space_around_do_not_matter() {
    let header = samples::header(&samples::payment());
    for value in [header.trim_end_matches('=').to_owned(), format!(" {header} ")] {
        assert!(decode_bytes(&[value.as_bytes()]).is_ok());
    }
}

#[test]
fn one_header_and_not_an_endless_one() {
    let header = samples::header(&samples::payment());
    let one = header.as_bytes();
    assert_eq!(decode_bytes(&[]), Err(Fault::Missing));
    assert_eq!(decode_bytes(&[one, one]), Err(Fault::Payload));
    for bad in
        [&b""[..], b"  ", b"not base64!", b"\xff\xfe", b"e30", b"bnVsbA==", b"W10=", b"/w==", b"InRleHQi"]
    {
        assert_eq!(decode_bytes(&[bad]), Err(Fault::Payload), "{bad:?}");
    }
    let long = samples::header(&samples::payment_with(
        "/payload/signature",
        json!(format!("0x{}", "ab".repeat(7000))),
    ));
    assert!(long.len() > MAX_PAYMENT_BYTES);
    assert_eq!(decode_bytes(&[long.as_bytes()]), Err(Fault::Payload));
    let nested = base64::engine::general_purpose::STANDARD.encode("[".repeat(10_000));
    assert_eq!(decode_bytes(&[nested.as_bytes()]), Err(Fault::Payload));
}

#[test]
fn each_member_must_be_there_and_of_its_type() {
    for member in ["x402Version", "scheme", "network", "payload"] {
        check(samples::payment_without("", member), Fault::Payload);
        check(samples::payment_with(&format!("/{member}"), json!(null)), Fault::Payload);
    }
    for member in ["signature", "authorization"] {
        check(samples::payment_without("/payload", member), Fault::Payload);
    }
    for member in ["from", "to", "value", "validAfter", "validBefore", "nonce"] {
        let path = format!("/payload/authorization/{member}");
        check(samples::payment_without("/payload/authorization", member), Fault::Payload);
        for value in [
            json!(null),
            json!(300_000),
            json!(""),
            json!("x"),
            json!("0x"),
            json!("-1"),
            json!("1e5"),
            json!("007"),
        ] {
            check(samples::payment_with(&path, value), Fault::Payload);
        }
        check(samples::payment_with(&path, json!("9".repeat(79))), Fault::Payload);
    }
    for signature in ["", "0x", "0x1", "0xzz", "1b1b"] {
        check(samples::payment_with("/payload/signature", json!(signature)), Fault::Payload);
    }
    check(samples::payment_with("/x402Version", json!("1")), Fault::Payload);
}

#[test]
fn version_scheme_and_network_decide_before_the_shape() {
    check(samples::payment_with("/x402Version", json!(2)), Fault::Version);
    check(json!({"x402Version": 2, "accepted": {}, "payload": {}}), Fault::Version);
    check(samples::payment_with("/x402Version", json!(1.5)), Fault::Version);
    check(samples::payment_with("/scheme", json!("upto")), Fault::Scheme);
    check(json!({"x402Version": 1, "scheme": "upto", "network": "base", "payload": {}}), Fault::Scheme);
    check(samples::payment_with("/network", json!("base-sepolia")), Fault::Network);
    check(samples::payment_with("/network", json!("eip155:8453")), Fault::Network);
    check(
        json!({"x402Version": 1, "scheme": "exact", "network": "solana", "payload": {"transaction": "AA"}}),
        Fault::Network,
    );
}

#[test]
fn payee_and_amount() {
    let seller = samples::seller();
    let terms =
        |payment: Value, amount| decode(&payment).expect("a payment").check_terms(seller.pay_to, amount);
    let to_another = samples::payment_with("/payload/authorization/to", json!(samples::payer().to_string()));
    assert_eq!(terms(to_another, samples::PRICE), Err(Fault::Recipient));
    // The case of the payee's letters is the buyer's business.
    let upper = format!("0x{}", seller.pay_to.lower()[2..].to_uppercase());
    assert_eq!(
        terms(samples::payment_with("/payload/authorization/to", json!(upper)), samples::PRICE),
        Ok(())
    );
    for price in [0, samples::PRICE - 1, samples::PRICE + 1, 1_000_000] {
        assert_eq!(terms(samples::payment(), price), Err(Fault::Value));
    }
    let endless = samples::payment_with("/payload/authorization/value", json!("9".repeat(78)));
    assert_eq!(terms(endless, samples::PRICE), Err(Fault::Value));
}

#[test]
fn times_to_the_second() {
    let at = |member: &str, seconds: i64, now_ms: i64| {
        let path = format!("/payload/authorization/{member}");
        let payment = samples::payment_with(&path, json!((samples::NOW_SECONDS + seconds).to_string()));
        decode(&payment).expect("a payment").check_time(samples::now().plus_ms(now_ms))
    };
    assert_eq!(at("validBefore", 6, 0), Ok(()));
    assert_eq!(at("validBefore", 6, 999), Ok(()));
    assert_eq!(at("validBefore", 5, 0), Err(Fault::ValidBefore));
    // One that is good for years would buy answers for years.
    assert_eq!(at("validBefore", 180, 0), Ok(()));
    assert_eq!(at("validBefore", 181, 999), Err(Fault::ValidBefore));
    assert_eq!(at("validAfter", 0, 0), Ok(()));
    assert_eq!(at("validAfter", 1, 999), Err(Fault::ValidAfter));
    let endless = samples::payment_with("/payload/authorization/validBefore", json!("9".repeat(78)));
    let endless = decode(&endless).expect("a payment");
    assert_eq!(endless.check_time(samples::now()), Err(Fault::ValidBefore));
    assert_eq!(endless.valid_before(), Instant::from_ms(i64::MAX));
}

#[test]
fn one_authorization_has_one_key_however_it_is_written() {
    let upper =
        samples::payment_with("/payload/authorization/nonce", json!(samples::NONCE.replace("A1a2", "a1A2")));
    let (one, other) = (decode(&samples::payment()).expect("a payment"), decode(&upper).expect("a payment"));
    assert_eq!(one.key(), other.key());
    assert_eq!(one.key().payer, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
    assert_eq!(one.key().asset, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913");
    assert_eq!(one.key().nonce, samples::NONCE.to_lowercase());
    let sepolia = samples::payment_with("/network", json!("base-sepolia"));
    let sepolia = samples::header(&sepolia);
    let sepolia = PaymentHeaders { v1: vec![sepolia.as_bytes()], v2: Vec::new() };
    let sepolia = Payment::decode(&sepolia, &BASE_SEPOLIA).expect("a payment");
    assert_ne!(one.key(), sepolia.key());
}

#[test]
fn the_request_hash_binds_address_and_payment() {
    let payment = decode(&samples::payment()).expect("a payment");
    let hash = payment.request_hash("https://api.example.com/feed?a=1");
    assert_eq!(hash, payment.request_hash("https://api.example.com/feed?a=1"));
    assert_ne!(hash, payment.request_hash("https://api.example.com/feed?a=2"));
    // Payer and nonce alone, which anyone may read on the chain, do not make it the same request.
    let forged = samples::payment_with("/payload/signature", json!(format!("0x{}", "1c".repeat(65))));
    assert_ne!(hash, decode(&forged).expect("a payment").request_hash("https://api.example.com/feed?a=1"));
    let upper = samples::payment_with("/payload/signature", json!(format!("0x{}", "1B".repeat(65))));
    assert_eq!(hash, decode(&upper).expect("a payment").request_hash("https://api.example.com/feed?a=1"));
}

/// Both versions carry the same authorization: one key, one request, one row.
#[test]
fn version_2_is_the_same_payment_in_other_paper() {
    let (one, two) = (decode(&samples::payment()), decode_v2(&samples::payment_v2()));
    let (one, two) = (one.expect("a payment"), two.expect("a payment"));
    assert_eq!((one.version(), two.version()), (Version::V1, Version::V2));
    assert_eq!(one.key(), two.key());
    assert_eq!(
        one.request_hash("https://api.example.com/feed"),
        two.request_hash("https://api.example.com/feed")
    );
    assert_eq!(two.check_terms(samples::seller().pay_to, samples::PRICE), Ok(()));
}

#[test]
fn the_accepted_terms_of_version_2_are_ours() {
    let changed = |path: &str, value: Value| {
        let mut payment = samples::payment_v2();
        *payment.pointer_mut(path).expect("a member") = value;
        decode_v2(&payment)
            .and_then(|payment| payment.check_terms(samples::seller().pay_to, samples::PRICE))
            .expect_err("at fault")
    };
    assert_eq!(changed("/x402Version", json!(1)), Fault::Version);
    assert_eq!(changed("/accepted", json!(null)), Fault::Payload);
    assert_eq!(changed("/accepted/scheme", json!("upto")), Fault::Scheme);
    assert_eq!(changed("/accepted/network", json!("base")), Fault::Network);
    assert_eq!(changed("/accepted/network", json!("eip155:1")), Fault::Network);
    assert_eq!(changed("/accepted/asset", json!(samples::payer().lower())), Fault::Requirements);
    assert_eq!(changed("/accepted/amount", json!("299999")), Fault::Requirements);
    assert_eq!(changed("/accepted/amount", json!(300_000)), Fault::Payload);
    assert_eq!(changed("/accepted/payTo", json!(samples::payer().lower())), Fault::Requirements);
    assert_eq!(changed("/payload/authorization/value", json!("1")), Fault::Value);
    // A payment of one version in the other's header.
    assert_eq!(decode_v2(&samples::payment()).expect_err("at fault"), Fault::Version);
    assert_eq!(decode(&samples::payment_v2()).expect_err("at fault"), Fault::Version);
}

#[test]
fn one_payment_a_request() {
    let (one, two) = (samples::header(&samples::payment()), samples::header(&samples::payment_v2()));
    let both = PaymentHeaders { v1: vec![one.as_bytes()], v2: vec![two.as_bytes()] };
    assert_eq!(Payment::decode(&both, &BASE), Err(Fault::Payload));
    let twice = PaymentHeaders { v1: Vec::new(), v2: vec![two.as_bytes(), two.as_bytes()] };
    assert_eq!(Payment::decode(&twice, &BASE), Err(Fault::Payload));
}

#[test]
fn a_payment_prints_without_its_signature() {
    let payment = decode(&samples::payment()).expect("a payment");
    assert!(!format!("{payment:?}").contains("1b1b"));
}

proptest! {
    #[test]
    fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(decode_bytes(&[&bytes]).is_err());
        let encoded = base64::engine::general_purpose::STANDARD.encode(&bytes);
        prop_assert!(decode_bytes(&[encoded.as_bytes()]).is_err());
    }
}
