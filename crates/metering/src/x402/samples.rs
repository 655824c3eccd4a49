//! A seller, a buyer and a payment, for the tests of this folder.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Instant;
use serde_json::{Value, json};

use super::{Address, BASE, Payment, PaymentHeaders, Pricing, Seller};

pub const NOW_SECONDS: i64 = 1_800_000_000;
pub const PRICE: u64 = 300_000;
pub const NONCE: &str = "0xA1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0";

pub fn now() -> Instant {
    Instant::from_ms(NOW_SECONDS * 1000)
}

pub fn seller() -> Seller {
    Seller {
        network: &BASE,
        pay_to: Address::parse("0x52908400098527886E0F7030069857D2E4169EE7").expect("an address"),
        pricing: Pricing::Calculated,
        description: "Search of indexed articles".to_owned(),
        output_schema: None,
    }
}

pub fn payer() -> Address {
    Address::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address")
}

/// A payment that fits the seller, the price and the time above.
pub fn payment() -> Value {
    json!({
        "x402Version": 1,
        "scheme": "exact",
        "network": "base",
        "payload": {
            "signature": format!("0x{}", "1b".repeat(65)),
            "authorization": {
                "from": payer().to_string(),
                "to": seller().pay_to.lower(),
                "value": PRICE.to_string(),
                "validAfter": (NOW_SECONDS - 600).to_string(),
                "validBefore": (NOW_SECONDS + 120).to_string(),
                "nonce": NONCE,
            }
        }
    })
}

/// The payment with the member at this path (as in `/payload/signature`) set to something else.
pub fn payment_with(path: &str, value: Value) -> Value {
    let mut payment = payment();
    *payment.pointer_mut(path).expect("a member of the payment") = value;
    payment
}

pub fn payment_without(parent: &str, member: &str) -> Value {
    let mut payment = payment();
    let parent =
        payment.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object of the payment");
    parent.remove(member).expect("a member to remove");
    payment
}

pub fn header(payment: &Value) -> String {
    STANDARD.encode(payment.to_string())
}

/// The same payment in the wrapping of version 2.
pub fn payment_v2() -> Value {
    let requirements = seller().requirements("https://api.example.com/feed", PRICE);
    json!({
        "x402Version": 2,
        "resource": requirements.resource_object(),
        "accepted": requirements.v2(),
        "payload": payment()["payload"],
    })
}

pub fn decoded(payment: &Value) -> Payment {
    let header = header(payment);
    let headers = PaymentHeaders { v1: vec![header.as_bytes()], v2: Vec::new() };
    Payment::decode(&headers, &BASE).expect("a payment")
}

pub fn decoded_v2(payment: &Value) -> Payment {
    let header = header(payment);
    let headers = PaymentHeaders { v1: Vec::new(), v2: vec![header.as_bytes()] };
    Payment::decode(&headers, &BASE).expect("a payment")
}
