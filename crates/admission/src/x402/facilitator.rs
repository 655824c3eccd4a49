//! The one place that talks to a facilitator: is this payment good, take it, and what do you support?

use std::time::Duration;

use anyhow::{Context, bail};
use domain::Instant;
use http::header::AUTHORIZATION;
use metering::x402::cdp::{self, CdpSecret};
use metering::x402::facilitator::{
    MAX_ANSWER_BYTES, Settled, Verdict, read_settle, read_verify, request_body, supported_version,
};
use metering::x402::{Network, Payment, PaymentRequirements, Version};
use ring::signature::Ed25519KeyPair;
use runtime::clock::random;
use serde_json::Value;

use super::outbound;
use runtime::config::Config;

const VERIFY_TIMEOUT: Duration = Duration::from_secs(5);
/// Facilitators wait for a block; after this long the chain is asked instead.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(45);
const SUPPORTED_TIMEOUT: Duration = Duration::from_secs(5);

pub struct Facilitator {
    http: reqwest::Client,
    base: reqwest::Url,
    auth: Auth,
}

/// How it wants to know that it is us.
enum Auth {
    None,
    Bearer(String),
    /// A token signed anew for each request.
    Cdp {
        key_id: String,
        key: Box<Ed25519KeyPair>,
    },
}

impl Facilitator {
    pub fn from_config(config: &Config, http: reqwest::Client) -> anyhow::Result<Facilitator> {
        let base = outbound::base("facilitator_url", &config.facilitator_url)?;
        Ok(Facilitator { http, base, auth: Auth::from_config(config)? })
    }

    pub async fn verify(
        &self,
        payment: &Payment,
        requirements: &PaymentRequirements,
        version: Version,
        now: Instant,
    ) -> Verdict {
        let body = request_body(payment, requirements, version);
        match self.ask("verify", &body, now, VERIFY_TIMEOUT).await {
            Some((status, body)) => read_verify(status, &body, payment),
            None => Verdict::Unavailable,
        }
    }

    pub async fn settle(
        &self,
        payment: &Payment,
        requirements: &PaymentRequirements,
        version: Version,
        now: Instant,
    ) -> Settled {
        let body = request_body(payment, requirements, version);
        match self.ask("settle", &body, now, SETTLE_TIMEOUT).await {
            Some((status, body)) => read_settle(status, &body, payment),
            None => Settled::Unknown,
        }
    }

    /// The version in which it takes our scheme and network, if in any; none where it does not answer.
    pub async fn supports(&self, network: &Network, now: Instant) -> Option<Option<Version>> {
        let request = self.authorised(self.http.get(self.address("supported")), "GET", "supported", now);
        let (status, body) = outbound::send(request, SUPPORTED_TIMEOUT, MAX_ANSWER_BYTES).await?;
        (status == 200).then(|| supported_version(&body, network))
    }

    async fn ask(&self, what: &str, body: &Value, now: Instant, limit: Duration) -> Option<(u16, Vec<u8>)> {
        let request = self.http.post(self.address(what)).json(body);
        outbound::send(self.authorised(request, "POST", what, now), limit, MAX_ANSWER_BYTES).await
    }

    fn authorised(
        &self,
        request: reqwest::RequestBuilder,
        method: &str,
        what: &str,
        now: Instant,
    ) -> reqwest::RequestBuilder {
        match &self.auth {
            Auth::None => request,
            Auth::Bearer(secret) => request.header(AUTHORIZATION, format!("Bearer {secret}")),
            Auth::Cdp { key_id, key } => {
                let address = self.address(what);
                let host = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
                let input = cdp::signing_input(key_id, &format!("{method} {host}"), &random(), now);
                let token = cdp::finish(&input, key.sign(input.as_bytes()).as_ref());
                request.header(AUTHORIZATION, format!("Bearer {token}"))
            }
        }
    }

    fn address(&self, what: &str) -> String {
        format!("{}/{what}", self.base.as_str().trim_end_matches('/'))
    }
}

impl Auth {
    fn from_config(config: &Config) -> anyhow::Result<Auth> {
        let secret = config.facilitator_secret.trim();
        match config.facilitator_auth.as_str() {
            "none" => Ok(Auth::None),
            "bearer" if secret.is_empty() => bail!("facilitator_secret: bearer needs one"),
            "bearer" => Ok(Auth::Bearer(secret.to_owned())),
            "cdp" => {
                let key_id = config.facilitator_key_id.clone();
                anyhow::ensure!(!key_id.is_empty(), "facilitator_key_id: cdp needs one");
                let secret = CdpSecret::parse(secret)
                    .context("facilitator_secret: cdp needs the base64 of 64 bytes (Ed25519)")?;
                let key =
                    Ed25519KeyPair::from_seed_and_public_key(&secret.seed, &secret.public).map_err(|_| {
                        anyhow::anyhow!("facilitator_secret: its two halves do not belong together")
                    })?;
                Ok(Auth::Cdp { key_id, key: Box::new(key) })
            }
            other => bail!("facilitator_auth: {other:?} is none of none, bearer and cdp"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seed and public key of the first test of RFC 8032.
    const SECRET: &str =
        "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==";

    fn config(auth: &str, secret: &str) -> Config {
        Config {
            facilitator_url: "https://pay.example/platform/v2/x402/".into(),
            facilitator_auth: auth.into(),
            facilitator_key_id: "key-1".into(),
            facilitator_secret: secret.into(),
            ..Config::default()
        }
    }

    fn header(config: &Config) -> Option<String> {
        let facilitator =
            Facilitator::from_config(config, outbound::client().expect("a client")).expect("settings");
        let request = facilitator.http.post(facilitator.address("verify"));
        let request = facilitator.authorised(request, "POST", "verify", Instant::from_ms(0));
        let request = request.build().expect("a request");
        assert_eq!(request.url().as_str(), "https://pay.example/platform/v2/x402/verify");
        request.headers().get(AUTHORIZATION).map(|value| value.to_str().expect("text").to_owned())
    }

    #[test]
    fn three_ways_to_be_known() {
        assert_eq!(header(&config("none", "")), None);
        assert_eq!(header(&config("bearer", " s3 ")).as_deref(), Some("Bearer s3"));
        let token = header(&config("cdp", SECRET)).expect("a token");
        let token = token.strip_prefix("Bearer ").expect("the scheme");
        let (input, signature) = token.rsplit_once('.').expect("three parts");
        use base64::Engine;
        let decode = |text| base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(text).expect("base64");
        let public = CdpSecret::parse(SECRET).expect("a secret").public;
        ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, public)
            .verify(input.as_bytes(), &decode(signature))
            .expect("the signature holds");
        let claims = decode(input.split('.').nth(1).expect("claims"));
        let claims = String::from_utf8(claims).expect("UTF-8");
        assert!(claims.contains("POST pay.example/platform/v2/x402/verify"), "{claims}");
    }

    #[test]
    fn mistakes_are_named_without_the_secret() {
        let refused = |config: &Config| {
            let error = Facilitator::from_config(config, outbound::client().expect("a client"));
            format!("{:#}", error.err().expect("refused"))
        };
        assert!(refused(&config("basic", "hush")).contains("facilitator_auth"));
        assert!(refused(&config("bearer", "")).contains("facilitator_secret"));
        assert!(!refused(&config("cdp", "hush")).contains("hush"));
        assert!(
            refused(&Config { facilitator_url: "ftp://x".into(), ..config("none", "") }).contains("http")
        );
    }
}
