//! What the buyer is asked to pay: the 402 body and the amount in it.
//!
//! Written for the parsers that are out there: never a null, always an error text, an absolute address, the
//! amount as plain digits. Unknown members are ignored by all of them, so `maxAmountPerCall` does no harm.

use domain::Credits;
use serde::Serialize;
use serde_json::Value;

use super::payment::Fault;
use super::{Address, MAX_TIMEOUT_SECONDS, Network, SCHEME, VERSION};
use crate::plan::PAY_PER_CALL_PRICE;
use crate::price::MAX_CREDITS_PER_CALL;

/// The token has six decimals, so one atomic unit is one micro-dollar.
pub const ATOMIC_PER_CREDIT: u64 = PAY_PER_CALL_PRICE.get();
/// The dearest call there is.
pub const MAX_ATOMIC_PER_CALL: u64 = ATOMIC_PER_CREDIT * MAX_CREDITS_PER_CALL.get() as u64;

/// Which amount the challenge states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pricing {
    /// What the call costs.
    #[default]
    Calculated,
    /// The price of the dearest call, whatever is asked for.
    Flat,
}

impl Pricing {
    /// In atomic units of the token.
    pub fn amount(self, credits: Credits) -> u64 {
        match self {
            Pricing::Calculated => ATOMIC_PER_CREDIT * u64::from(credits.min(MAX_CREDITS_PER_CALL).get()),
            Pricing::Flat => MAX_ATOMIC_PER_CALL,
        }
    }
}

/// Who sells, and where the money goes.
#[derive(Clone, Debug)]
pub struct Seller {
    pub network: &'static Network,
    pub pay_to: Address,
    pub pricing: Pricing,
    /// What a buyer's wallet shows.
    pub description: String,
    /// How the resource is asked for and answered, for those that list resources.
    pub output_schema: Option<Value>,
}

/// One way to pay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRequirements {
    pub scheme: &'static str,
    pub network: &'static str,
    pub max_amount_required: String,
    /// An absolute address under the configured public base, never from the Host header.
    pub resource: String,
    pub description: String,
    pub mime_type: &'static str,
    pub pay_to: String,
    pub max_timeout_seconds: u64,
    pub asset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    pub extra: Extra,
}

/// What is signed beside the payment itself, and the ceiling of any call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extra {
    pub name: &'static str,
    pub version: &'static str,
    pub max_amount_per_call: String,
}

/// The body of a 402.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    pub x402_version: u64,
    pub error: String,
    pub accepts: [PaymentRequirements; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payer: Option<String>,
}

impl Seller {
    /// `amount` as `Pricing::amount` gives it for this request.
    pub fn requirements(&self, resource: &str, amount: u64) -> PaymentRequirements {
        PaymentRequirements {
            scheme: SCHEME,
            network: self.network.name,
            max_amount_required: amount.to_string(),
            resource: resource.to_owned(),
            description: self.description.clone(),
            mime_type: "application/json",
            pay_to: self.pay_to.to_string(),
            max_timeout_seconds: MAX_TIMEOUT_SECONDS,
            asset: self.network.asset.to_string(),
            output_schema: self.output_schema.clone(),
            extra: Extra {
                name: self.network.token_name,
                version: self.network.token_version,
                max_amount_per_call: MAX_ATOMIC_PER_CALL.to_string(),
            },
        }
    }
}

impl Challenge {
    pub fn new(fault: &Fault, requirements: PaymentRequirements, payer: Option<Address>) -> Challenge {
        Challenge {
            x402_version: VERSION,
            error: fault.error().to_owned(),
            accepts: [requirements],
            payer: payer.map(|payer| payer.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::x402::samples;

    #[test]
    fn the_amount_follows_the_price() {
        let amount = |credits| Pricing::Calculated.amount(Credits::new(credits));
        assert_eq!(amount(0), 0);
        assert_eq!(amount(3), 300_000);
        assert_eq!(amount(10), 1_000_000);
        assert_eq!(amount(u32::MAX), 1_000_000);
        assert_eq!(Pricing::Flat.amount(Credits::new(1)), 1_000_000);
    }

    #[test]
    fn the_body_to_the_letter() {
        let seller = samples::seller();
        let requirements = seller.requirements("https://api.example.com/feed?limit=50", 300_000);
        let body = serde_json::to_value(Challenge::new(&Fault::Missing, requirements, None)).expect("JSON");
        assert_eq!(
            body,
            json!({
                "x402Version": 1,
                "error": "X-PAYMENT header is required",
                "accepts": [{
                    "scheme": "exact",
                    "network": "base",
                    "maxAmountRequired": "300000",
                    "resource": "https://api.example.com/feed?limit=50",
                    "description": "Search of indexed articles",
                    "mimeType": "application/json",
                    "payTo": "0x52908400098527886E0F7030069857D2E4169EE7",
                    "maxTimeoutSeconds": 120,
                    "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                    "extra": { "name": "USD Coin", "version": "2", "maxAmountPerCall": "1000000" }
                }]
            })
        );
    }

    #[test]
    fn nothing_is_null_and_the_payer_is_named_when_known() {
        let seller = Seller { output_schema: Some(json!({"input": {"type": "http"}})), ..samples::seller() };
        let requirements = seller.requirements("https://api.example.com/feed", 100_000);
        let body = Challenge::new(&Fault::Value, requirements, Some(samples::payer()));
        let text = serde_json::to_string(&body).expect("JSON");
        assert!(!text.contains("null"));
        assert!(text.contains("\"payer\":\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\""));
        assert!(text.contains("\"outputSchema\":{"));
    }
}
