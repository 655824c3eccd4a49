//! What is needed to sell single calls: who sells, who takes the money, and where to look when in doubt.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use metering::x402::{Address, Network, Pricing, Seller};
use serde_json::json;
use tokio::sync::Notify;

use super::chain::Chain;
use super::facilitator::Facilitator;
use super::outbound;
use crate::clock::Clock;
use crate::config::Config;

pub struct Till {
    pub seller: Seller,
    pub facilitator: Facilitator,
    pub chain: Option<Chain>,
    /// Public address of the service, from the settings and never from a request.
    pub base: String,
    standing: Mutex<Standing>,
    /// Someone wants to know, and the last word was not good.
    wanted: Notify,
}

/// Whether the facilitator takes our kind of payment, as it last said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    NotAskedYet,
    Supported,
    NotSupported,
    Silent,
}

const ASK_AGAIN: Duration = Duration::from_secs(300);
/// Nobody can make us ask more often than this.
const ASK_SOON: Duration = Duration::from_secs(3);

impl Till {
    /// None where neither payee nor facilitator is set.
    pub fn from_config(config: &Config) -> anyhow::Result<Option<Till>> {
        if config.pay_to.is_empty() && config.facilitator_url.is_empty() {
            return Ok(None);
        }
        anyhow::ensure!(
            !config.pay_to.is_empty() && !config.facilitator_url.is_empty(),
            "pay_to and facilitator_url belong together: set both to sell single calls, or neither"
        );
        let network = Network::find(&config.network)
            .with_context(|| format!("network: {:?} is neither base nor base-sepolia", config.network))?;
        let pay_to = Address::parse(&config.pay_to).context("pay_to")?;
        let http = outbound::client()?;
        let chain = match config.chain_rpc_url.as_str() {
            "" => None,
            url => Some(Chain::new(http.clone(), outbound::base("chain_rpc_url", url)?)),
        };
        Ok(Some(Till {
            seller: Seller {
                network,
                pay_to,
                pricing: if config.x402_flat_price { Pricing::Flat } else { Pricing::Calculated },
                description: "Search of indexed articles".into(),
                output_schema: Some(json!({
                    "input": {
                        "type": "http",
                        "method": "GET",
                        "discoverable": true,
                        "queryParams": {
                            "startDate": "First day, YYYY-MM-DD (UTC)",
                            "endDate": "Last day, YYYY-MM-DD (UTC)",
                            "keyword": "Search term",
                            "limit": "Results per page, 1 to 100",
                        },
                    },
                    "output": {"data": "Articles", "pagination": "Totals and the next page"},
                })),
            },
            facilitator: Facilitator::from_config(config, http)?,
            chain,
            base: config.public_base(),
            standing: Mutex::new(Standing::NotAskedYet),
            wanted: Notify::new(),
        }))
    }

    pub fn standing(&self) -> Standing {
        let standing = *self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        if standing != Standing::Supported {
            self.wanted.notify_one();
        }
        standing
    }

    /// Asks the facilitator what it supports.
    pub async fn ask(&self, clock: &Clock) {
        let standing = match self.facilitator.supports(self.seller.network, clock.now()).await {
            Some(true) => Standing::Supported,
            Some(false) => Standing::NotSupported,
            None => Standing::Silent,
        };
        let before =
            std::mem::replace(&mut *self.standing.lock().unwrap_or_else(PoisonError::into_inner), standing);
        if before != standing {
            match standing {
                Standing::Supported => {
                    tracing::info!("the facilitator takes payments on {}", self.seller.network.name);
                }
                _ => tracing::warn!("pay-per-call: {}", standing.words()),
            }
        }
    }

    /// Done when it is time to ask again: now and then, and when someone wants to know while the last word was not good.
    pub async fn stale(&self) {
        tokio::time::sleep(ASK_SOON).await;
        let _ = tokio::time::timeout(ASK_AGAIN, self.wanted.notified()).await;
    }
}

impl Standing {
    pub fn words(self) -> &'static str {
        match self {
            Standing::NotAskedYet => "the facilitator was not asked yet",
            Standing::Supported => "the facilitator takes exact payments of version 1 on this network",
            Standing::NotSupported => {
                "the facilitator does not list version 1, scheme exact on this network: choose another"
            }
            Standing::Silent => "the facilitator does not answer",
        }
    }
}
