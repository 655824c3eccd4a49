use proptest::prelude::*;

use super::*;
use crate::x402::keccak::keccak256;
use crate::x402::{BASE, BASE_SEPOLIA, samples};

const TRANSACTION: &str = "0xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd";

fn expected() -> ExpectedTransfer {
    let payment = samples::decoded(&samples::payment());
    ExpectedTransfer::of(&payment, &BASE, samples::seller().pay_to)
}

fn body(result: Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string().into_bytes()
}

fn used_log(index: u64) -> Value {
    json!({
        "address": BASE.asset.to_string(), "topics": expected().used_topics(), "data": "0x", "removed": false,
        "logIndex": format!("{index:#x}"), "transactionHash": TRANSACTION, "blockNumber": "0x10",
    })
}

fn transfer_log(index: u64, to: Address, amount: u64) -> Value {
    let topics = ExpectedTransfer { pay_to: to, ..expected() }.transfer_topics();
    json!({
        "address": BASE.asset.lower(), "topics": topics, "data": format!("0x{amount:064x}"),
        "logIndex": format!("{index:#x}"), "transactionHash": TRANSACTION,
    })
}

fn receipt(logs: Value) -> Vec<u8> {
    body(json!({ "status": "0x1", "transactionHash": TRANSACTION, "logs": logs }))
}

#[test]
fn the_constants_are_the_hashes_of_their_names() {
    let hash = |text: &str| format!("0x{}", to_hex(&keccak256(text.as_bytes())));
    assert_eq!(hash("AuthorizationUsed(address,bytes32)"), AUTHORIZATION_USED);
    assert_eq!(hash("Transfer(address,address,uint256)"), TRANSFER);
    assert_eq!(hash("authorizationState(address,bytes32)")[..10], *AUTHORIZATION_STATE);
}

/// The domain that buyers sign for, computed from the table of networks.
#[test]
fn the_domain_separators_are_those_on_the_chain() {
    for (network, expected) in [
        (&BASE, "02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f"),
        (&BASE_SEPOLIA, "71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818"),
    ] {
        let kind = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
        let domain = [
            keccak256(kind.as_bytes()),
            keccak256(network.token_name.as_bytes()),
            keccak256(network.token_version.as_bytes()),
            left_padded(&chain_id(network).to_be_bytes()),
            left_padded(network.asset.bytes()),
        ];
        assert_eq!(to_hex(&keccak256(&domain.concat())), expected, "{}", network.name);
    }
}

#[test]
fn the_requests_to_the_letter() {
    let call = authorization_state(&expected());
    assert_eq!(call["method"], "eth_call");
    assert_eq!(call["params"][0]["to"], "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913");
    assert_eq!(
        call["params"][0]["data"],
        format!(
            "0xe94a0102{}{}{}",
            "0".repeat(24),
            &samples::payer().lower()[2..],
            &samples::NONCE.to_lowercase()[2..]
        )
    );
    assert_eq!(call["params"][1], "latest");
    let logs = used_logs(&expected(), 255);
    assert_eq!(logs["method"], "eth_getLogs");
    assert_eq!(logs["params"][0]["fromBlock"], "0xff");
    assert_eq!(
        logs["params"][0]["topics"][1],
        format!("0x{}{}", "0".repeat(24), &samples::payer().lower()[2..])
    );
    assert_eq!(logs["params"][0]["topics"][2], samples::NONCE.to_lowercase());
    assert_eq!(transaction_receipt(TRANSACTION)["params"], json!([TRANSACTION]));
    assert_eq!(latest_block()["params"], json!(["latest", false]));
}

#[test]
fn a_state_is_yes_no_or_nothing() {
    let read = |result| read_authorization_state(&body(result));
    assert_eq!(read(json!(format!("0x{:064x}", 1))), Ok(true));
    assert_eq!(read(json!(format!("0x{:064x}", 0))), Ok(false));
    for result in [
        json!("0x"),
        json!("0x1"),
        json!(true),
        json!(null),
        json!(format!("0x{:064x}", 2)),
        json!(format!("0x1{:063x}", 1)),
    ] {
        assert_eq!(read(result), Err(RpcError::Unreadable));
    }
    let refused = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit"}}"#;
    assert_eq!(read_authorization_state(refused), Err(RpcError::Refused(-32005)));
    for body in [&b""[..], b"<html>", b"{}", b"[]", b"null"] {
        assert_eq!(read_authorization_state(body), Err(RpcError::Unreadable));
    }
}

#[test]
fn only_our_own_log_counts() {
    let read = |logs| read_used_logs(&body(logs), &expected());
    assert_eq!(read(json!([])), Ok(None));
    assert_eq!(read(json!([used_log(3)])), Ok(Some(TRANSACTION.to_owned())));
    let changed = |pointer: &str, value: Value| {
        let mut log = used_log(3);
        *log.pointer_mut(pointer).expect("a member") = value;
        json!([log])
    };
    assert_eq!(read(changed("/removed", json!(true))), Ok(None));
    assert_eq!(read(changed("/address", json!(samples::payer().lower()))), Ok(None));
    assert_eq!(read(changed("/topics/2", json!(TRANSACTION))), Ok(None));
    assert_eq!(read(changed("/topics/0", json!(TRANSFER))), Ok(None));
    assert_eq!(read(changed("/transactionHash", json!("0x12"))), Err(RpcError::Unreadable));
    assert_eq!(read(json!({})), Err(RpcError::Unreadable));
}

#[test]
fn a_payment_is_proved_by_the_transfer_right_after_the_use() {
    let us = samples::seller().pay_to;
    let read = |logs| read_transaction_receipt(&receipt(logs), &expected());
    assert_eq!(read(json!([used_log(3), transfer_log(4, us, samples::PRICE)])), Ok(Proof::Paid));
    // The order in the list does not matter, the index does.
    assert_eq!(read(json!([transfer_log(4, us, samples::PRICE), used_log(3)])), Ok(Proof::Paid));
}

#[test]
fn a_use_that_pays_someone_else_is_no_payment() {
    let (us, other) = (samples::seller().pay_to, samples::payer());
    let read = |logs| read_transaction_receipt(&receipt(logs), &expected());
    for logs in [
        json!([used_log(3)]),
        json!([used_log(3), transfer_log(4, other, samples::PRICE)]),
        json!([used_log(3), transfer_log(4, us, samples::PRICE - 1)]),
        // A batch: this use went elsewhere, and the transfer to us belongs to another.
        json!([used_log(3), transfer_log(4, other, 0), transfer_log(6, us, samples::PRICE)]),
        json!([transfer_log(2, us, samples::PRICE), used_log(3)]),
    ] {
        assert_eq!(read(logs.clone()), Ok(Proof::SpentElsewhere), "{logs}");
    }
}

#[test]
fn what_failed_or_is_gone_proves_nothing() {
    let us = samples::seller().pay_to;
    assert_eq!(read_transaction_receipt(&body(json!(null)), &expected()), Ok(Proof::NotThere));
    let logs = json!([used_log(3), transfer_log(4, us, samples::PRICE)]);
    let reverted = body(json!({ "status": "0x0", "logs": logs }));
    assert_eq!(read_transaction_receipt(&reverted, &expected()), Ok(Proof::NotThere));
    assert_eq!(read_transaction_receipt(&receipt(json!([])), &expected()), Ok(Proof::NotThere));
}

#[test]
fn the_search_begins_a_little_before() {
    let block =
        read_latest_block(&body(json!({ "number": "0x3e8", "timestamp": "0x6b49d200" }))).expect("a block");
    assert_eq!(block, Block { number: 1000, time: samples::now() });
    assert_eq!(first_block(block, samples::now().plus_ms(-120_000)), 1000 - 60 - 60);
    assert_eq!(first_block(block, samples::now().plus_ms(120_000)), 1000 - 60);
    assert_eq!(first_block(block, Instant::from_ms(0)), 0);
    assert_eq!(read_latest_block(&body(json!(null))), Err(RpcError::Unreadable));
}

proptest! {
    #[test]
    fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read_authorization_state(&bytes).is_err());
        prop_assert!(read_used_logs(&bytes, &expected()).is_err());
        prop_assert!(read_transaction_receipt(&bytes, &expected()).is_err());
        prop_assert!(read_latest_block(&bytes).is_err());
    }
}

fn chain_id(network: &Network) -> u64 {
    network.caip2.strip_prefix("eip155:").and_then(|id| id.parse().ok()).expect("a chain's id")
}
