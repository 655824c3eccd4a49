//! What the buyer is asked to pay: the body of a 402 (version 1), its header (version 2), and the amount in both.
//!
//! Written for the parsers that are out there: never a null, always an error text, an absolute address, the
//! amount as plain digits. Unknown members are ignored by all of them, so `maxAmountPerCall` does no harm.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Credits;
use serde::Serialize;
use serde_json::Value;

use super::payment::Fault;
use super::{Address, MAX_TIMEOUT_SECONDS, Network, SCHEME, Version};
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

/// The header of a 402 that carries the challenge of version 2.
pub const CHALLENGE_HEADER: &str = "PAYMENT-REQUIRED";

/// One way to pay, in the words of version 1.
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
    #[serde(skip)]
    caip2: &'static str,
}

/// The same in the words of version 2.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequirementsV2<'a> {
    scheme: &'static str,
    network: &'static str,
    amount: &'a str,
    asset: &'a str,
    pay_to: &'a str,
    max_timeout_seconds: u64,
    extra: &'a Extra,
}

/// What is sold, which version 2 names once for all ways to pay.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource<'a> {
    url: &'a str,
    description: &'a str,
    mime_type: &'static str,
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
            caip2: self.network.caip2,
        }
    }
}

impl PaymentRequirements {
    pub fn v2(&self) -> RequirementsV2<'_> {
        RequirementsV2 {
            scheme: self.scheme,
            network: self.caip2,
            amount: &self.max_amount_required,
            asset: &self.asset,
            pay_to: &self.pay_to,
            max_timeout_seconds: self.max_timeout_seconds,
            extra: &self.extra,
        }
    }

    pub fn resource_object(&self) -> Resource<'_> {
        Resource { url: &self.resource, description: &self.description, mime_type: self.mime_type }
    }
}

impl Challenge {
    pub fn new(fault: &Fault, requirements: PaymentRequirements, payer: Option<Address>) -> Challenge {
        Challenge {
            x402_version: Version::V1.number(),
            error: fault.error().to_owned(),
            accepts: [requirements],
            payer: payer.map(|payer| payer.to_string()),
        }
    }

    /// The same challenge in version 2, as the value of its header.
    pub fn header(&self) -> String {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct PaymentRequired<'a> {
            x402_version: u64,
            error: &'a str,
            resource: Resource<'a>,
            accepts: [RequirementsV2<'a>; 1],
        }
        let [requirements] = &self.accepts;
        let missing = self.error == Fault::Missing.error();
        let required = PaymentRequired {
            x402_version: Version::V2.number(),
            error: if missing { "PAYMENT-SIGNATURE header is required" } else { &self.error },
            resource: requirements.resource_object(),
            accepts: [requirements.v2()],
        };
        STANDARD.encode(serde_json::to_vec(&required).expect("texts and numbers are always JSON"))
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
    fn the_header_of_version_2_to_the_letter() {
        let requirements = samples::seller().requirements("https://api.example.com/feed?limit=50", 300_000);
        let header = Challenge::new(&Fault::Missing, requirements, None).header();
        let header: Value = serde_json::from_slice(&STANDARD.decode(header).expect("base64")).expect("JSON");
        assert_eq!(
            header,
            json!({
                "x402Version": 2,
                "error": "PAYMENT-SIGNATURE header is required",
                "resource": {
                    "url": "https://api.example.com/feed?limit=50",
                    "description": "Search of indexed articles",
                    "mimeType": "application/json"
                },
                "accepts": [{
                    "scheme": "exact",
                    "network": "eip155:8453",
                    "amount": "300000",
                    "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                    "payTo": "0x52908400098527886E0F7030069857D2E4169EE7",
                    "maxTimeoutSeconds": 120,
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
