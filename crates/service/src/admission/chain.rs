//! Asking the chain's node what became of a payment. It is believed only as far as `metering` finds a proof.

use std::time::Duration;

use domain::Instant;
use metering::x402::chain::{
    self, Block, MAX_RPC_ANSWER_BYTES, Proof, RpcError, Sought, first_block, latest_block, read_latest_block,
    read_transaction_receipt, read_used_logs, transaction_receipt, used_logs,
};
use serde_json::Value;

use super::outbound;

const LIMIT: Duration = Duration::from_secs(5);
/// A use without a record of it may be a node that lags; this long after its last moment it is a cancellation.
const RECORD_MS: i64 = 60_000;

pub struct Chain {
    http: reqwest::Client,
    url: reqwest::Url,
}

/// What the chain says about an authorization.
#[derive(Debug, PartialEq, Eq)]
pub enum Look {
    Paid {
        transaction: String,
    },
    SpentElsewhere,
    /// Not used, as of this moment of the chain.
    Unused {
        at: Instant,
    },
    /// No usable answer, or not yet.
    Silent,
}

impl Chain {
    pub fn new(http: reqwest::Client, url: reqwest::Url) -> Chain {
        Chain { http, url }
    }

    /// Whether the authorization was used before we ask for anything; none where the node does not say.
    pub async fn is_spent(&self, sought: &Sought) -> Option<bool> {
        let answer = self.call(chain::authorization_state(sought)).await?;
        understood(chain::read_authorization_state(&answer))
    }

    /// `since`: the payment cannot have been taken before this.
    pub async fn look(&self, sought: &Sought, since: Instant, valid_before: Instant) -> Look {
        self.find(sought, since, valid_before).await.unwrap_or(Look::Silent)
    }

    async fn find(&self, sought: &Sought, since: Instant, valid_before: Instant) -> Option<Look> {
        // The time first: an authorization that is unused after it was unused at it.
        let latest: Block = understood(read_latest_block(&self.call(latest_block()).await?))?;
        if !self.is_spent(sought).await? {
            return Some(Look::Unused { at: latest.time });
        }
        let logs = self.call(used_logs(sought, first_block(latest, since))).await?;
        let Some(transaction) = understood(read_used_logs(&logs, sought))? else {
            let late = latest.time.since(valid_before) > RECORD_MS;
            return late.then_some(Look::SpentElsewhere);
        };
        let receipt = self.call(transaction_receipt(&transaction)).await?;
        match understood(read_transaction_receipt(&receipt, sought))? {
            Proof::Paid => Some(Look::Paid { transaction }),
            Proof::SpentElsewhere => Some(Look::SpentElsewhere),
            Proof::NotThere => None,
        }
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
