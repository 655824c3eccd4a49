//! Asking the chain what became of a payment: the JSON-RPC requests, and what their answers prove.
//!
//! That an authorization is used proves little: its owner can cancel it, or use the same nonce to pay
//! someone else. What proves a payment is the token's record of the use and, right after it in the same
//! transaction, its record of our amount moving from the payer to us. So the order of asking is: the log of
//! the use, then that transaction's receipt. Asking `authorization_state` before settling tells a use that
//! came before us from one that we brought about.

use std::fmt;

use domain::Instant;
use domain::hash::to_hex;
use serde_json::{Value, json};

use super::address::hex_bytes;
use super::payment::Payment;
use super::{Address, Network};

/// `authorizationState(address,bytes32)`.
const AUTHORIZATION_STATE: &str = "0xe94a0102";
/// `AuthorizationUsed(address,bytes32)`, with both in the topics.
const AUTHORIZATION_USED: &str = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
/// `Transfer(address,address,uint256)`, with the addresses in the topics.
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// Answers longer than this are not read; a receipt of a large batch is a few hundred KiB.
pub const MAX_RPC_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Base makes a block every two seconds.
const SECONDS_PER_BLOCK: u64 = 2;
const SPARE_BLOCKS: u64 = 60;

/// Whose payment is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedTransfer {
    pub asset: Address,
    pub payer: Address,
    pub nonce: [u8; 32],
    pub pay_to: Address,
    /// In atomic units.
    pub amount: u64,
}

impl ExpectedTransfer {
    pub fn of(payment: &Payment, network: &Network, pay_to: Address) -> ExpectedTransfer {
        ExpectedTransfer {
            asset: network.asset,
            payer: payment.payer(),
            nonce: *payment.nonce(),
            pay_to,
            amount: payment.amount(),
        }
    }

    fn used_topics(&self) -> [String; 3] {
        [AUTHORIZATION_USED.to_owned(), address_word(self.payer), format!("0x{}", to_hex(&self.nonce))]
    }

    fn transfer_topics(&self) -> [String; 3] {
        [TRANSFER.to_owned(), address_word(self.payer), address_word(self.pay_to)]
    }
}

/// The newest block that a node knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub number: u64,
    pub time: Instant,
}

/// What a transaction did with the authorization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It moved our amount to us.
    Paid,
    /// It used the authorization up for something else.
    SpentElsewhere,
    /// The node does not have it (any more).
    NotThere,
}

/// Why an answer tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RpcError {
    /// Not JSON, too long, or without a result.
    Unreadable,
    /// The node's own error code.
    Refused(i64),
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RpcError::Unreadable => f.write_str("the chain's node gave no usable answer"),
            RpcError::Refused(code) => write!(f, "the chain's node refused with code {code}"),
        }
    }
}

impl std::error::Error for RpcError {}

/// Is the authorization used or cancelled?
pub fn authorization_state(expected: &ExpectedTransfer) -> Value {
    let payer = to_hex(&left_padded(expected.payer.bytes()));
    let data = format!("{AUTHORIZATION_STATE}{payer}{}", to_hex(&expected.nonce));
    request("eth_call", json!([{ "to": expected.asset.lower(), "data": data }, "latest"]))
}

pub fn read_authorization_state(body: &[u8]) -> Result<bool, RpcError> {
    let word = word(&result(body)?).ok_or(RpcError::Unreadable)?;
    match word {
        [0, rest @ ..] if rest[..30] == [0; 30] && rest[30] <= 1 => Ok(rest[30] == 1),
        _ => Err(RpcError::Unreadable),
    }
}

/// In which transaction was the authorization used, from this block on?
pub fn used_logs(expected: &ExpectedTransfer, from_block: u64) -> Value {
    let filter = json!({
        "address": expected.asset.lower(),
        "topics": expected.used_topics(),
        "fromBlock": format!("{from_block:#x}"),
        "toBlock": "latest",
    });
    request("eth_getLogs", json!([filter]))
}

/// The transaction, `0x` and 64 lower-case digits, if there is one.
pub fn read_used_logs(body: &[u8], expected: &ExpectedTransfer) -> Result<Option<String>, RpcError> {
    let result = result(body)?;
    let logs = result.as_array().ok_or(RpcError::Unreadable)?;
    let log = logs.iter().find(|log| is_log(log, expected.asset, &expected.used_topics()));
    match log {
        None => Ok(None),
        Some(log) => {
            let transaction = log.get("transactionHash").and_then(word).ok_or(RpcError::Unreadable)?;
            Ok(Some(format!("0x{}", to_hex(&transaction))))
        }
    }
}

pub fn transaction_receipt(transaction: &str) -> Value {
    request("eth_getTransactionReceipt", json!([transaction]))
}

pub fn read_transaction_receipt(body: &[u8], expected: &ExpectedTransfer) -> Result<Proof, RpcError> {
    let receipt = result(body)?;
    if receipt.is_null() {
        return Ok(Proof::NotThere);
    }
    if receipt.get("status").and_then(number) != Some(1) {
        return Ok(Proof::NotThere);
    }
    let logs = receipt.get("logs").and_then(Value::as_array).ok_or(RpcError::Unreadable)?;
    let Some(used) = logs.iter().find(|log| is_log(log, expected.asset, &expected.used_topics())) else {
        return Ok(Proof::NotThere);
    };
    let place = log_index(used).ok_or(RpcError::Unreadable)?;
    // Only the very next record belongs to this use: a batch may hold another transfer of the same amount
    // that pays for something else.
    let paid = logs.iter().any(|log| {
        log_index(log) == place.checked_add(1)
            && is_log(log, expected.asset, &expected.transfer_topics())
            && log.get("data").and_then(word) == Some(left_padded(&expected.amount.to_be_bytes()))
    });
    Ok(if paid { Proof::Paid } else { Proof::SpentElsewhere })
}

pub fn latest_block() -> Value {
    request("eth_getBlockByNumber", json!(["latest", false]))
}

pub fn read_latest_block(body: &[u8]) -> Result<Block, RpcError> {
    let block = result(body)?;
    let field = |name| block.get(name).and_then(number).ok_or(RpcError::Unreadable);
    let ms = i64::try_from(field("timestamp")?.saturating_mul(1000)).unwrap_or(i64::MAX);
    Ok(Block { number: field("number")?, time: Instant::from_ms(ms) })
}

/// Where to begin looking for something that cannot be older than `since`; nodes refuse long ranges.
pub fn first_block(latest: Block, since: Instant) -> u64 {
    let seconds = u64::try_from(latest.time.since(since).max(0) / 1000).unwrap_or(0);
    latest.number.saturating_sub(seconds / SECONDS_PER_BLOCK + SPARE_BLOCKS)
}

fn request(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn result(body: &[u8]) -> Result<Value, RpcError> {
    if body.len() > MAX_RPC_ANSWER_BYTES {
        return Err(RpcError::Unreadable);
    }
    let mut answer: Value = serde_json::from_slice(body).map_err(|_| RpcError::Unreadable)?;
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Err(RpcError::Refused(error.get("code").and_then(Value::as_i64).unwrap_or(0)));
    }
    answer.get_mut("result").map(Value::take).ok_or(RpcError::Unreadable)
}

/// Of this token, with these topics, and not undone by a reorganisation. The node's filter is not trusted.
fn is_log(log: &Value, asset: Address, topics: &[String; 3]) -> bool {
    let address = log.get("address").and_then(Value::as_str).and_then(Address::from_any_case);
    let found = log.get("topics").and_then(Value::as_array);
    address == Some(asset)
        && log.get("removed").and_then(Value::as_bool) != Some(true)
        && found.is_some_and(|found| {
            found.len() == topics.len()
                && found
                    .iter()
                    .zip(topics)
                    .all(|(found, topic)| found.as_str().is_some_and(|text| text.eq_ignore_ascii_case(topic)))
        })
}

fn log_index(log: &Value) -> Option<u64> {
    log.get("logIndex").and_then(number)
}

fn number(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

fn word(value: &Value) -> Option<[u8; 32]> {
    hex_bytes(value.as_str()?)
}

fn address_word(address: Address) -> String {
    format!("0x{}", to_hex(&left_padded(address.bytes())))
}

fn left_padded(bytes: &[u8]) -> [u8; 32] {
    let mut word = [0; 32];
    word[32 - bytes.len()..].copy_from_slice(bytes);
    word
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
