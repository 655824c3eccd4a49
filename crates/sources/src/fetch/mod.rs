//! The one way out: HTTP with manners and limits.
//!
//! Conditional requests, a pause between requests to one host, few connections to it, redirects followed
//! by hand so that each step is checked, bodies decoded under our own limit, robots.txt before a page.
//! Addresses inside a network are refused after resolution unless the operator allows them. What comes back is unpacked
//! and read on threads of its own, a few at a time, within a budget.

pub mod address;
pub mod body;
pub mod freshness;
pub mod hosts;
pub mod robots;

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use address::{AddressError, Guard};
use hosts::Hosts;
use tokio::sync::Semaphore;

use crate::budget::{Budget, Poisoned};

#[derive(Clone, Debug, PartialEq)]
pub struct FetchOptions {
    /// Names the program and a way to reach its operator; the SEC insists on the latter.
    pub user_agent: String,
    /// For a whole exchange, redirects included.
    pub timeout_ms: u64,
    pub connect_timeout_ms: u64,
    /// On the wire.
    pub max_body_bytes: usize,
    /// After decompression.
    pub max_decoded_bytes: usize,
    pub max_redirects: usize,
    pub per_host_connections: usize,
    pub all_connections: usize,
    /// Between the starts of two requests to one host.
    pub host_gap_ms: u64,
    /// Loopback, private and link-local addresses; for tests and for feeds inside one's own network.
    pub allow_private_addresses: bool,
    pub obey_robots: bool,
    /// Documents that are unpacked and read at once.
    pub reading_threads: usize,
}

impl Default for FetchOptions {
    fn default() -> FetchOptions {
        FetchOptions {
            user_agent: format!("Bellwether/{} (narrative index; feed reader)", env!("CARGO_PKG_VERSION")),
            timeout_ms: 30_000,
            connect_timeout_ms: 10_000,
            max_body_bytes: 16 << 20,
            max_decoded_bytes: 32 << 20,
            max_redirects: 8,
            per_host_connections: 2,
            all_connections: 64,
            host_gap_ms: 1_000,
            allow_private_addresses: false,
            obey_robots: true,
            reading_threads: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    pub url: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub headers: Vec<(&'static str, String)>,
    /// A POST with this JSON; none is a GET.
    pub body: Option<String>,
    /// A page for its article, rather than a feed or an API that is there to be polled.
    pub page: bool,
}

impl Request {
    pub fn get(url: &str) -> Request {
        Request { url: url.to_owned(), ..Request::default() }
    }

    pub fn page(url: &str) -> Request {
        Request { page: true, ..Request::get(url) }
    }
}

/// What came back. A reply with an error status is a `FetchError`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// False for 304: there is no body, and nothing has changed.
    pub changed: bool,
    /// Where it was found in the end.
    pub url: String,
    /// The new home, where every step to it was a permanent redirect.
    pub moved_to: Option<String>,
    pub content_type: Option<String>,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    /// How long the server says that asking again is pointless.
    pub fresh_for_s: Option<u64>,
    pub body: Vec<u8>,
}

#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("the address is refused: {0}")]
    Address(#[from] AddressError),
    #[error("the request could not be made")]
    Request(#[source] reqwest::Error),
    #[error("no answer within {0} ms")]
    Timeout(u64),
    #[error("the server answers {status}")]
    Status { status: u16, retry_after_s: Option<u64> },
    #[error("the body is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the body unpacks to more than {0} bytes")]
    UnpacksTooLarge(usize),
    #[error("the body's compression is broken")]
    Compression,
    #[error("more than {0} redirects")]
    Redirects(usize),
    #[error("a redirect leads nowhere")]
    RedirectTarget,
    #[error("redirects lead in a circle")]
    RedirectLoop,
    #[error("a redirect leads from https to http")]
    Downgrade,
    #[error("the body cannot be unpacked")]
    Poisoned(#[from] Poisoned),
    #[error("robots.txt asks us not to read this page")]
    Robots,
    #[error("the WebSocket failed: {0}")]
    WebSocket(String),
}

impl FetchError {
    /// How long the server asked us to wait, where it did.
    pub fn retry_after_s(&self) -> Option<u64> {
        match self {
            FetchError::Status { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }

    /// Whether asking again later may help: the server was away, busy or slow.
    pub fn may_pass(&self) -> bool {
        match self {
            FetchError::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500..=599),
            FetchError::Request(_) | FetchError::Timeout(_) | FetchError::Compression => true,
            _ => false,
        }
    }

    /// 410: it will not come back, so the source can be paused.
    pub fn is_gone(&self) -> bool {
        matches!(self, FetchError::Status { status: 410, .. })
    }
}

pub struct Fetcher {
    client: reqwest::Client,
    guard: Guard,
    hosts: Hosts,
    robots: robots::Cache,
    /// Whoever reads foreign bytes holds a permit until it is done, also where nobody waits for it any more.
    reading: Arc<Semaphore>,
    options: FetchOptions,
}

impl Fetcher {
    pub fn new(options: FetchOptions) -> Result<Fetcher, FetchError> {
        let guard = Guard { allow_private: options.allow_private_addresses };
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls_config())
            .user_agent(options.user_agent.clone())
            .redirect(reqwest::redirect::Policy::none())
            .dns_resolver(Arc::new(guard))
            .connect_timeout(Duration::from_millis(options.connect_timeout_ms))
            .pool_max_idle_per_host(options.per_host_connections)
            .pool_idle_timeout(Duration::from_secs(30))
            // A proxy would resolve names itself, past the guard.
            .no_proxy()
            // Bodies are unpacked here, under our own limit.
            .no_gzip()
            .http2_max_header_list_size(64 << 10)
            .build()
            .map_err(FetchError::Request)?;
        let hosts = Hosts::new(options.per_host_connections, options.all_connections, options.host_gap_ms);
        let reading = Arc::new(Semaphore::new(options.reading_threads.max(1)));
        Ok(Fetcher { client, guard, hosts, robots: robots::Cache::default(), reading, options })
    }

    pub fn options(&self) -> &FetchOptions {
        &self.options
    }

    pub(crate) fn guard(&self) -> Guard {
        self.guard
    }

    /// Reads foreign bytes away from the threads that serve, a few documents at a time, within the budget.
    pub async fn read<T: Send + 'static>(
        &self,
        budget: &Budget,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Poisoned> {
        let permit = Arc::clone(&self.reading).acquire_owned().await.expect("the permits are never closed");
        let budget = budget.clone();
        let working = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            budget.run(work)
        });
        working.await.unwrap_or_else(|error| Err(Poisoned::Panicked(error.to_string())))
    }

    /// One exchange with a budget of its own.
    pub async fn fetch(&self, request: &Request) -> Result<Reply, FetchError> {
        self.fetch_within(request, &Budget::for_document()).await
    }

    /// One exchange, redirects and all. The time spent waiting for the host's turn does not count.
    pub async fn fetch_within(&self, request: &Request, budget: &Budget) -> Result<Reply, FetchError> {
        let url = self.guard.check(&request.url)?;
        if request.page && self.options.obey_robots {
            self.ask_robots(&url).await?;
        }
        self.follow(request, url, budget).await
    }

    async fn follow(&self, request: &Request, first: Url, budget: &Budget) -> Result<Reply, FetchError> {
        let mut url = first;
        let mut permanent = true;
        let mut moved_to = None;
        let mut request = request.clone();
        let mut seen = vec![url.clone()];
        let mut left = Duration::from_millis(self.options.timeout_ms);
        for _ in 0..=self.options.max_redirects {
            match self.step(&request, &url, budget, &mut left).await? {
                Step::Reply(mut reply) => {
                    reply.moved_to = moved_to;
                    return Ok(reply);
                }
                Step::Redirect { target, is_permanent } => {
                    let target = self.guard.check(target.as_str())?;
                    if request.body.is_some() {
                        return Err(FetchError::RedirectTarget);
                    }
                    check_redirect(&seen, &url, &target)?;
                    seen.push(target.clone());
                    if target.host_str() != url.host_str() || target.scheme() != url.scheme() {
                        // A token for one host is not for another to see.
                        request.headers.clear();
                    }
                    permanent &= is_permanent;
                    if permanent {
                        moved_to = Some(target.to_string());
                    }
                    if request.page && self.options.obey_robots && target.host_str() != url.host_str() {
                        self.ask_robots(&target).await?;
                    }
                    url = target;
                }
            }
        }
        Err(FetchError::Redirects(self.options.max_redirects))
    }

    /// One request and its reply, in the host's turn.
    async fn step(
        &self,
        request: &Request,
        url: &Url,
        budget: &Budget,
        left: &mut Duration,
    ) -> Result<Step, FetchError> {
        let _turn = self.hosts.turn(url.host_str().unwrap_or("")).await;
        let began = tokio::time::Instant::now();
        let step = tokio::time::timeout(*left, self.exchange(request, url)).await;
        *left = left.saturating_sub(began.elapsed());
        match step {
            Ok(Ok((Step::Reply(mut reply), encoding))) if reply.changed => {
                let (packed, limit) = (std::mem::take(&mut reply.body), self.options.max_decoded_bytes);
                // Waiting for a permit is not the server's fault.
                reply.body = self.read(budget, move || body::unpack(packed, &encoding, limit)).await??;
                Ok(Step::Reply(reply))
            }
            Ok(step) => step.map(|(step, _)| step),
            Err(_) => Err(FetchError::Timeout(self.options.timeout_ms)),
        }
    }

    /// A reply as it came over the wire, and how its body is packed.
    async fn exchange(&self, request: &Request, url: &Url) -> Result<(Step, String), FetchError> {
        let response = self.build(request, url)?.send().await.map_err(FetchError::Request)?;
        let status = response.status().as_u16();
        let text = |name: HeaderName| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
                .filter(|value| value.len() <= 1024)
                .map(str::to_owned)
        };
        let fresh_for_s = freshness::fresh_for_s(response.headers());
        let encoding = text(header::CONTENT_ENCODING).unwrap_or_default();
        let step = match status {
            301 | 302 | 303 | 307 | 308 => {
                let target = text(header::LOCATION).and_then(|target| url.join(&target).ok());
                let target = target.ok_or(FetchError::RedirectTarget)?;
                Step::Redirect { target, is_permanent: matches!(status, 301 | 308) }
            }
            304 => Step::Reply(Reply {
                changed: false,
                url: url.to_string(),
                etag: text(header::ETAG).or_else(|| request.etag.clone()),
                last_modified: text(header::LAST_MODIFIED).or_else(|| request.last_modified.clone()),
                fresh_for_s,
                ..Reply::default()
            }),
            200..=299 => {
                let (content_type, etag) = (text(header::CONTENT_TYPE), text(header::ETAG));
                let last_modified = text(header::LAST_MODIFIED);
                let body = self.read_body(response).await?;
                Step::Reply(Reply {
                    changed: true,
                    url: url.to_string(),
                    moved_to: None,
                    content_type,
                    etag,
                    last_modified,
                    fresh_for_s,
                    body,
                })
            }
            _ => {
                let retry_after_s = freshness::retry_after_s(response.headers());
                return Err(FetchError::Status { status, retry_after_s });
            }
        };
        Ok((step, encoding))
    }

    fn build(&self, request: &Request, url: &Url) -> Result<reqwest::RequestBuilder, FetchError> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br"));
        headers.insert(header::ACCEPT, HeaderValue::from_static("*/*"));
        let mut set = |name: HeaderName, value: &str| {
            // What a server once sent as its ETag may not be a header any more; it is then left out.
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        if let Some(etag) = &request.etag {
            set(header::IF_NONE_MATCH, etag);
        }
        if let Some(date) = &request.last_modified {
            set(header::IF_MODIFIED_SINCE, date);
        }
        for (name, value) in &request.headers {
            if let Ok(name) = HeaderName::from_bytes(name.as_bytes()) {
                set(name, value);
            }
        }
        Ok(match &request.body {
            None => self.client.get(url.clone()).headers(headers),
            Some(body) => {
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
                self.client.post(url.clone()).headers(headers).body(body.clone())
            }
        })
    }

    async fn read_body(&self, mut response: reqwest::Response) -> Result<Vec<u8>, FetchError> {
        let limit = self.options.max_body_bytes;
        if response.content_length().is_some_and(|length| length > limit as u64) {
            return Err(FetchError::TooLarge(limit));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(FetchError::Request)? {
            if body.len() + chunk.len() > limit {
                return Err(FetchError::TooLarge(limit));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// RFC 9309: no file means yes, a server in trouble means no for now.
    async fn ask_robots(&self, url: &Url) -> Result<(), FetchError> {
        let Some(robots_url) = robots::address_for(url) else { return Ok(()) };
        let rules = match self.robots.find(&robots_url) {
            Some(rules) => rules,
            None => {
                let request = Request::get(robots_url.as_str());
                let budget = Budget::for_document();
                let rules = match Box::pin(self.follow(&request, robots_url.clone(), &budget)).await {
                    Ok(reply) => {
                        let user_agent = self.options.user_agent.clone();
                        self.read(&budget, move || robots::Rules::parse(&reply.body, &user_agent)).await?
                    }
                    Err(FetchError::Status { status: 400..=499, .. }) => robots::Rules::allow_all(),
                    Err(
                        FetchError::TooLarge(_)
                        | FetchError::Redirects(_)
                        | FetchError::RedirectTarget
                        | FetchError::RedirectLoop
                        | FetchError::Downgrade,
                    ) => robots::Rules::allow_all(),
                    Err(FetchError::Address(error)) => return Err(FetchError::Address(error)),
                    Err(_) => robots::Rules::deny_all(),
                };
                self.robots.keep(&robots_url, rules)
            }
        };
        if let Some(delay_ms) = rules.crawl_delay_ms() {
            self.hosts.set_gap(url.host_str().unwrap_or(""), delay_ms);
        }
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        if rules.allows(path) { Ok(()) } else { Err(FetchError::Robots) }
    }
}

enum Step {
    Reply(Reply),
    Redirect { target: Url, is_permanent: bool },
}

/// Circles are left at once, and what was asked for safely is not fetched in the open.
fn check_redirect(seen: &[Url], from: &Url, to: &Url) -> Result<(), FetchError> {
    if seen.contains(to) {
        return Err(FetchError::RedirectLoop);
    }
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(FetchError::Downgrade);
    }
    Ok(())
}

/// The roots are compiled in, so that the same certificates are trusted on every machine.
pub(crate) fn tls_config() -> rustls::ClientConfig {
    let roots = rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring supports the default versions")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

#[cfg(test)]
#[path = "fetch_tests.rs"]
mod tests;
