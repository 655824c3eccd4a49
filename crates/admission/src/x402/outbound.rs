//! The HTTP client for facilitators and chain nodes: bounded in time and size, follows no redirects, because
//! a payment must not travel to an address that nobody configured.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

pub fn client() -> anyhow::Result<reqwest::Client> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(4))
        .pool_max_idle_per_host(16)
        .user_agent(concat!("bellwether/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("the client for outgoing requests cannot be made")
}

/// Status and body; none on any trouble on the way, or where the answer is longer than `most_bytes`.
pub async fn send(
    request: reqwest::RequestBuilder,
    limit: Duration,
    most_bytes: usize,
) -> Option<(u16, Vec<u8>)> {
    let exchange = async {
        let mut response = request.send().await?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > most_bytes {
                return Ok(None);
            }
            body.extend_from_slice(&chunk);
        }
        Ok::<_, reqwest::Error>(Some((response.status().as_u16(), body)))
    };
    match tokio::time::timeout(limit, exchange).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => {
            // Without the address, which may carry a key.
            tracing::warn!("an outgoing request failed: {}", runtime::error::chain(&error.without_url()));
            None
        }
        Err(_) => {
            tracing::warn!("an outgoing request took longer than {limit:?}");
            None
        }
    }
}

/// A base address without the slash at its end.
pub fn base(setting: &str, text: &str) -> anyhow::Result<reqwest::Url> {
    let url = reqwest::Url::parse(text.trim_end_matches('/'))
        .with_context(|| format!("{setting}: not an address such as https://host/path"))?;
    anyhow::ensure!(
        matches!(url.scheme(), "http" | "https") && url.host_str().is_some(),
        "{setting}: it must begin with http:// or https://"
    );
    Ok(url)
}
