//! Asking the chain's node what became of a payment. It is believed only as far as `metering` finds a proof.

use std::time::Duration;

use domain::Instant;
use metering::x402::Finding;
use metering::x402::chain::{
    self, Block, ExpectedTransfer, MAX_RPC_ANSWER_BYTES, Proof, RpcError, first_block, latest_block,
    read_latest_block, read_transaction_receipt, read_used_logs, transaction_receipt, used_logs,
};
use metering::x402::row::has_lapsed;
use serde_json::Value;

use super::outbound;

const LIMIT: Duration = Duration::from_secs(5);
/// A use without a record of it may be a node that lags; this long after its last moment it is a cancellation.
const RECORD_MS: i64 = 60_000;

pub struct Chain {
    http: reqwest::Client,
    url: reqwest::Url,
}

impl Chain {
    pub fn new(http: reqwest::Client, url: reqwest::Url) -> Chain {
        Chain { http, url }
    }

    /// Whether the authorization was used before we ask for anything; none where the node does not say.
    pub async fn is_spent(&self, expected: &ExpectedTransfer) -> Option<bool> {
        let answer = self.call(chain::authorization_state(expected)).await?;
        understood(chain::read_authorization_state(&answer))
    }

    /// `named`: the transaction that the facilitator names. `since`: the payment cannot have been taken before this.
    pub async fn look(
        &self,
        expected: &ExpectedTransfer,
        named: Option<&str>,
        since: Instant,
        valid_before: Instant,
        now: Instant,
    ) -> Finding {
        if let Some(transaction) = named
            && self.proof(expected, transaction).await == Some(Proof::Paid)
        {
            return Finding::Paid { transaction: transaction.to_owned() };
        }
        self.find(expected, since, valid_before, now).await.unwrap_or(Finding::Silent)
    }

    async fn find(
        &self,
        expected: &ExpectedTransfer,
        since: Instant,
        valid_before: Instant,
        now: Instant,
    ) -> Option<Finding> {
        // The time first: an authorization that is unused after it was unused at it.
        let latest: Block = understood(read_latest_block(&self.call(latest_block()).await?))?;
        if !self.is_spent(expected).await? {
            let lapsed = has_lapsed(valid_before, now, latest.time);
            return Some(if lapsed { Finding::Lapsed } else { Finding::Unspent });
        }
        let logs = self.call(used_logs(expected, first_block(latest, since))).await?;
        let Some(transaction) = understood(read_used_logs(&logs, expected))? else {
            let late = latest.time.since(valid_before) > RECORD_MS;
            return late.then_some(Finding::SpentElsewhere);
        };
        match self.proof(expected, &transaction).await? {
            Proof::Paid => Some(Finding::Paid { transaction }),
            Proof::SpentElsewhere => Some(Finding::SpentElsewhere),
            Proof::NotThere => None,
        }
    }

    async fn proof(&self, expected: &ExpectedTransfer, transaction: &str) -> Option<Proof> {
        let receipt = self.call(transaction_receipt(transaction)).await?;
        understood(read_transaction_receipt(&receipt, expected))
    }

    async fn call(&self, request: Value) -> Option<Vec<u8>> {
        let request = self.http.post(self.url.clone()).json(&request);
        let (_, body) = outbound::send(request, LIMIT, MAX_RPC_ANSWER_BYTES).await?;
        Some(body)
    }
}

fn understood<T>(answer: Result<T, RpcError>) -> Option<T> {
    answer.inspect_err(|error| tracing::warn!("{error}")).ok()
}
