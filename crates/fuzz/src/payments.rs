//! What buyers, facilitators and chain nodes send.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Instant;
use metering::x402::chain::{self, ExpectedTransfer};
use metering::x402::facilitator::{read_settle, read_verify, request_body, supported_version};
use metering::x402::{
    Address, BASE, Payment, PaymentHeaders, PaymentResponse, Pricing, Seller, Settled, Verdict, Version,
};

const PRICE: u64 = 300_000;
const RESOURCE: &str = "https://api.example.com/feed";
const PAYMENT: &str = include_str!("../corpus/payments/v1.json");

/// When the payments of the corpus are good.
fn now() -> Instant {
    Instant::from_ms(1_800_000_000_000)
}

fn seller() -> Seller {
    Seller {
        network: &BASE,
        pay_to: Address::parse("0x52908400098527886E0F7030069857D2E4169EE7").expect("an address"),
        pricing: Pricing::Calculated,
        description: "Search".to_owned(),
        output_schema: None,
    }
}

fn read(value: &[u8], version: Version) -> Option<Payment> {
    let headers = match version {
        Version::V1 => PaymentHeaders { v1: vec![value], v2: Vec::new() },
        Version::V2 => PaymentHeaders { v1: Vec::new(), v2: vec![value] },
    };
    Payment::decode(&headers, &BASE).ok()
}

/// The header as it comes, and the JSON in it.
pub fn payment(bytes: &[u8]) {
    let encoded = STANDARD.encode(bytes);
    for version in [Version::V1, Version::V2] {
        for payment in [bytes, encoded.as_bytes()].into_iter().filter_map(|value| read(value, version)) {
            let seller = seller();
            let requirements = seller.requirements(RESOURCE, PRICE);
            let good = payment.check_terms(seller.pay_to, PRICE).and(payment.check_time(now())).is_ok();
            assert!(!good || payment.amount() >= PRICE, "less than the price");
            let _ = (payment.key(), payment.request_hash(RESOURCE), payment.valid_before().rfc3339());
            for spoken in [Version::V1, Version::V2] {
                request_body(&payment, &requirements, spoken).to_string();
            }
            PaymentResponse::settled(&payment, "").header();
        }
    }
}

fn sample() -> Payment {
    read(STANDARD.encode(PAYMENT).as_bytes(), Version::V1).expect("the corpus holds a good payment")
}

pub fn facilitator(bytes: &[u8]) {
    let payment = sample();
    for status in [200, 400, 402, 500] {
        if let Verdict::Invalid(reason) = read_verify(status, bytes, &payment) {
            PaymentResponse::refused(&payment, &reason).header();
        }
        match read_settle(status, bytes, &payment) {
            Settled::Ok { transaction } => {
                assert!(status == 200 && transaction.len() == 66, "settled by {status} {transaction}");
                PaymentResponse::settled(&payment, &transaction).header();
            }
            Settled::Refused(reason) => drop(PaymentResponse::refused(&payment, &reason).header()),
            Settled::Unknown => {}
        }
    }
    let _ = supported_version(bytes, &BASE);
}

pub fn chain(bytes: &[u8]) {
    let expected = ExpectedTransfer::of(&sample(), &BASE, seller().pay_to);
    if let Ok(block) = chain::read_latest_block(bytes) {
        let first = chain::first_block(block, now());
        assert!(first <= block.number, "looking after the newest block");
        let _ = (chain::used_logs(&expected, first), block.time.rfc3339());
    }
    let _ = chain::read_authorization_state(bytes);
    let _ = chain::read_transaction_receipt(bytes, &expected);
    if let Ok(Some(transaction)) = chain::read_used_logs(bytes, &expected) {
        chain::transaction_receipt(&transaction);
    }
}
