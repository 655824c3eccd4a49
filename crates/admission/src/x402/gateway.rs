//! What is needed to sell single calls: who sells, who takes the money, and where to look when in doubt.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use domain::Instant;
use metering::x402::{Address, Network, Pricing, Seller, Version};
use serde_json::json;
use tokio::sync::Notify;

use super::chain::Chain;
use super::facilitator::Facilitator;
use super::in_flight::InFlight;
use super::outbound;
use super::outbox::Outbox;
use runtime::config::Config;

pub struct X402Gateway {
    pub seller: Seller,
    pub facilitator: Facilitator,
    pub chain: Option<Arc<Chain>>,
    /// Public address of the service, from the settings and never from a request.
    pub base: String,
    /// This process, in the rows that it has in hand.
    pub owner: String,
    pub in_flight: InFlight,
    pub outbox: Outbox,
    status: Mutex<FacilitatorStatus>,
    /// Someone wants to know, and the last word was not good.
    wanted: Notify,
}

/// Whether the facilitator takes our kind of payment, as it last said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacilitatorStatus {
    NotAskedYet,
    /// In this version of the protocol.
    Supported(Version),
    NotSupported,
    Silent,
}

const ASK_AGAIN: Duration = Duration::from_secs(300);
/// Nobody can make us ask more often than this.
const ASK_SOON: Duration = Duration::from_secs(3);

impl X402Gateway {
    /// None where neither payee nor facilitator is set.
    pub fn from_config(config: &Config) -> anyhow::Result<Option<X402Gateway>> {
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
            url => Some(Arc::new(Chain::new(http.clone(), outbound::base("chain_rpc_url", url)?))),
        };
        Ok(Some(X402Gateway {
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
            owner: uuid::Uuid::now_v7().simple().to_string(),
            in_flight: InFlight::default(),
            outbox: Outbox::new(config.data_dir().join("outbox")),
            status: Mutex::new(FacilitatorStatus::NotAskedYet),
            wanted: Notify::new(),
        }))
    }

    pub fn status(&self) -> FacilitatorStatus {
        let status = self.last_status();
        if !status.is_supported() {
            self.wanted.notify_one();
        }
        status
    }

    /// The version in which the facilitator is spoken to: the first, unless it takes only the second.
    pub async fn version(&self, now: Instant) -> Version {
        let status = match self.last_status() {
            FacilitatorStatus::NotAskedYet => self.ask(now).await,
            status => status,
        };
        match status {
            FacilitatorStatus::Supported(version) => version,
            _ => Version::V1,
        }
    }

    fn last_status(&self) -> FacilitatorStatus {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the facilitator what it supports.
    pub async fn ask(&self, now: Instant) -> FacilitatorStatus {
        let status = match self.facilitator.supports(self.seller.network, now).await {
            Some(Some(version)) => FacilitatorStatus::Supported(version),
            Some(None) => FacilitatorStatus::NotSupported,
            None => FacilitatorStatus::Silent,
        };
        let before =
            std::mem::replace(&mut *self.status.lock().unwrap_or_else(PoisonError::into_inner), status);
        match status {
            _ if before == status => {}
            FacilitatorStatus::Supported(_) => tracing::info!("pay-per-call: {status}"),
            _ => tracing::warn!("pay-per-call: {status}"),
        }
        status
    }

    /// Done when it is time to ask again: now and then, and when someone wants to know while the last word was not good.
    pub async fn stale(&self) {
        tokio::time::sleep(ASK_SOON).await;
        let _ = tokio::time::timeout(ASK_AGAIN, self.wanted.notified()).await;
    }
}

impl FacilitatorStatus {
    pub fn is_supported(self) -> bool {
        matches!(self, FacilitatorStatus::Supported(_))
    }
}

impl fmt::Display for FacilitatorStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FacilitatorStatus::NotAskedYet => f.write_str("the facilitator was not asked yet"),
            FacilitatorStatus::Supported(version) => write!(
                f,
                "the facilitator takes exact payments of version {} on this network",
                version.number()
            ),
            FacilitatorStatus::NotSupported => {
                f.write_str("the facilitator does not list scheme exact on this network: choose another")
            }
            FacilitatorStatus::Silent => f.write_str("the facilitator does not answer"),
        }
    }
}
