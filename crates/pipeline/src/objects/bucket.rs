//! Files in a bucket that speaks S3 (AWS, MinIO, Ceph, R2, …), asked by path: `endpoint/bucket/prefix/name`.
//!
//! Every body is signed with its hash, so that the server refuses what was changed on the way. Large files go in
//! parts, each tried again alone; a file whose parts were not all taken is given up and is not there.

use std::io::SeekFrom;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use reqwest::{Method, StatusCode, Url};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::secret::Secret;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

use super::answer;
use super::sign::{Asked, Signer, encode, sha256, timestamp};
use super::{MAX_LISTED, Object};

/// A file that is larger goes in parts of this size; the protocol wants 5 MiB at least, and 10,000 parts at most.
const PART_BYTES: u64 = 16 << 20;
const MAX_PARTS: u64 = 10_000;
/// An answer that is not a file.
const MAX_ANSWER_BYTES: usize = 4 << 20;
const TRIES: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(500);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Between two pieces of an answer.
const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// For a request with its body, beside the time that its bytes take at the slowest wire that is of use.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);
const SLOWEST_BYTES_A_SECOND: u64 = 128 << 10;

#[derive(Clone, Debug)]
pub struct Bucket {
    http: reqwest::Client,
    /// Without a slash at its end.
    endpoint: String,
    /// As it must stand in the header Host.
    host: String,
    bucket: String,
    /// Empty, or with a slash at its end.
    prefix: String,
    region: String,
    access_key: String,
    secret_key: Secret,
}

impl Bucket {
    /// Of `bucket/prefix`.
    pub fn new(place: &str, config: &Config) -> anyhow::Result<Bucket> {
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        ensure!(
            (3..=63).contains(&bucket.len()) && bucket.bytes().all(plain),
            "s3://{place}: {bucket:?} is no name of a bucket"
        );
        ensure!(
            !config.s3_access_key.is_empty() && !config.s3_secret_key.is_empty(),
            "s3://{place}: set s3_access_key and s3_secret_key"
        );
        let region = config.s3_region.clone();
        let endpoint = match config.s3_endpoint.trim_end_matches('/') {
            "" => format!("https://s3.{region}.amazonaws.com"),
            endpoint => endpoint.to_owned(),
        };
        let url = Url::parse(&endpoint).context("s3_endpoint: not an address such as https://host")?;
        let host = url.host_str().filter(|_| matches!(url.scheme(), "http" | "https") && url.path() == "/");
        let host = host.context("s3_endpoint: https:// and a host are expected, without a path")?;
        let host = url.port().map_or(host.to_owned(), |port| format!("{host}:{port}"));
        let prefix = match prefix.trim_matches('/') {
            "" => String::new(),
            prefix => format!("{prefix}/"),
        };
        Ok(Bucket {
            http: client()?,
            endpoint,
            host,
            bucket: bucket.to_owned(),
            prefix,
            region,
            access_key: config.s3_access_key.clone(),
            secret_key: config.s3_secret_key.clone(),
        })
    }

    pub async fn list(&self, within: &str) -> anyhow::Result<Vec<Object>> {
        let prefix = match within {
            "" => self.prefix.clone(),
            within => format!("{}{within}/", self.prefix),
        };
        let (mut found, mut next) = (Vec::new(), None::<String>);
        loop {
            // In the order of their names, as the signature wants them.
            let mut query = Vec::new();
            query.extend(next.as_deref().map(|token| ("continuation-token", token)));
            query.extend([("delimiter", "/"), ("list-type", "2"), ("prefix", prefix.as_str())]);
            let text = self.ask(Method::GET, None, &query, Bytes::new()).await;
            let (page, token) = answer::page(&text.with_context(|| format!("cannot list {self}"))?, &prefix);
            found.extend(page);
            ensure!(found.len() <= MAX_LISTED, "{self} holds more than {MAX_LISTED} files");
            match token {
                Some(token) if next.as_ref() != Some(&token) => next = Some(token),
                _ => return Ok(found),
            }
        }
    }

    pub async fn put(&self, name: &str, file: &Path) -> anyhow::Result<()> {
        let put = async {
            let bytes = tokio::fs::metadata(file).await?.len();
            if bytes > PART_BYTES {
                return self.put_in_parts(name, file, bytes).await;
            }
            let body = tokio::fs::read(file).await?;
            self.ask(Method::PUT, Some(name), &[], body.into()).await.map(drop)
        };
        put.await.with_context(|| format!("cannot put {name} into {self}"))
    }

    async fn put_in_parts(&self, name: &str, file: &Path, bytes: u64) -> anyhow::Result<()> {
        let begun = self.ask(Method::POST, Some(name), &[("uploads", "")], Bytes::new()).await?;
        let upload = answer::element(&begun, "UploadId").context("no upload was begun")?;
        let put = async {
            let parts = self.put_parts(name, file, bytes, &upload).await?;
            let list =
                format!("<CompleteMultipartUpload>{}</CompleteMultipartUpload>", parts.concat()).into();
            let ended = self.ask(Method::POST, Some(name), &[("uploadId", &upload)], list).await?;
            // It may say at length that all is well, and then that it is not.
            ensure!(ended.contains("<CompleteMultipartUploadResult"), "{}", answer::refusal(&ended));
            Ok(())
        };
        let put = put.await;
        if put.is_err() {
            let given_up = self.ask(Method::DELETE, Some(name), &[("uploadId", &upload)], Bytes::new()).await;
            if let Err(error) = given_up {
                tracing::warn!("parts of {name} may be left in {self}: {error:#}");
            }
        }
        put
    }

    async fn put_parts(
        &self,
        name: &str,
        file: &Path,
        bytes: u64,
        upload: &str,
    ) -> anyhow::Result<Vec<String>> {
        let mut file = tokio::fs::File::open(file).await?;
        // All of one size but the last, which some servers insist on.
        let size = PART_BYTES.max(bytes.div_ceil(MAX_PARTS));
        let mut parts = Vec::new();
        for number in 1..=bytes.div_ceil(size) {
            let begin = (number - 1) * size;
            let mut part = Vec::new();
            file.seek(SeekFrom::Start(begin)).await?;
            (&mut file).take(size.min(bytes - begin)).read_to_end(&mut part).await?;
            let number = number.to_string();
            let query = [("partNumber", number.as_str()), ("uploadId", upload)];
            let response = self.send(Method::PUT, Some(name), &query, part.into()).await?;
            let tag = response.headers().get("etag").and_then(|tag| tag.to_str().ok());
            let tag = tag.context("a part was taken without a tag")?.replace('&', "&amp;").replace('<', "");
            parts.push(format!("<Part><PartNumber>{number}</PartNumber><ETag>{tag}</ETag></Part>"));
        }
        Ok(parts)
    }

    pub async fn get(&self, name: &str, file: &Path) -> anyhow::Result<()> {
        let mut wait = FIRST_WAIT;
        for again in (0..TRIES).rev() {
            let got = async {
                let mut response = self.send(Method::GET, Some(name), &[], Bytes::new()).await?;
                let mut to = tokio::fs::File::create(file).await?;
                while let Some(piece) = response.chunk().await? {
                    to.write_all(&piece).await?;
                }
                to.sync_all().await?;
                anyhow::Ok(())
            };
            match got.await {
                // An answer that broke off is worth another try; a refusal was tried often enough.
                Err(error) if again > 0 && error.downcast_ref::<reqwest::Error>().is_some() => {
                    tokio::time::sleep(wait).await;
                    wait *= 2;
                }
                got => return got.with_context(|| format!("cannot get {name} from {self}")),
            }
        }
        unreachable!("the last try returns")
    }

    pub async fn remove(&self, name: &str) -> anyhow::Result<()> {
        let removed = self.ask(Method::DELETE, Some(name), &[], Bytes::new()).await;
        removed.map(drop).with_context(|| format!("cannot remove {name} from {self}"))
    }

    /// The whole text of an answer.
    async fn ask(
        &self,
        method: Method,
        name: Option<&str>,
        query: &[(&str, &str)],
        body: Bytes,
    ) -> anyhow::Result<String> {
        text(self.send(method, name, query, body).await?).await
    }

    /// Tries again what failed on the way or at the server, but not what it refused.
    async fn send(
        &self,
        method: Method,
        name: Option<&str>,
        query: &[(&str, &str)],
        body: Bytes,
    ) -> anyhow::Result<reqwest::Response> {
        let path = match name {
            Some(name) => format!("/{}/{}{name}", self.bucket, self.prefix),
            None => format!("/{}", self.bucket),
        };
        let path = encode(&path, true);
        let pair = |(name, value): &(&str, &str)| format!("{}={}", encode(name, false), encode(value, false));
        let query = query.iter().map(pair).collect::<Vec<_>>().join("&");
        let url = Url::parse(&format!("{}{path}?{query}", self.endpoint))?;
        let body_hash = sha256(&body);
        let limit = SEND_TIMEOUT + Duration::from_secs(body.len() as u64 / SLOWEST_BYTES_A_SECOND);
        let signer =
            Signer { access_key: &self.access_key, secret_key: &self.secret_key, region: &self.region };
        let (mut wait, mut again) = (FIRST_WAIT, TRIES);
        loop {
            again -= 1;
            let now = Clock::System.now();
            let asked = Asked {
                method: method.as_str(),
                host: &self.host,
                path: &path,
                query: &query,
                body_hash: &body_hash,
            };
            let request = self.http.request(method.clone(), url.clone());
            let request = request
                .header("x-amz-content-sha256", &body_hash)
                .header("x-amz-date", timestamp(now))
                .header("authorization", signer.authorization(&asked, now))
                .body(body.clone());
            let trouble = match tokio::time::timeout(limit, request.send()).await {
                Ok(Ok(response)) if response.status().is_success() => return Ok(response),
                Ok(Ok(response)) => {
                    let status = response.status();
                    let words = answer::refusal(&text(response).await.unwrap_or_default());
                    let trouble = anyhow::anyhow!("{status}: {words}");
                    if !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS {
                        return Err(trouble);
                    }
                    trouble
                }
                Ok(Err(error)) => error.without_url().into(),
                Err(_) => anyhow::anyhow!("no answer within {limit:?}"),
            };
            if again == 0 {
                return Err(trouble);
            }
            tokio::time::sleep(wait).await;
            wait *= 2;
        }
    }
}

impl std::fmt::Display for Bucket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s3://{}/{}", self.bucket, self.prefix.trim_end_matches('/'))
    }
}

fn client() -> anyhow::Result<reqwest::Client> {
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    // Redirects are not followed: what is signed for one place is refused at another.
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .no_gzip()
        .user_agent(concat!("bellwether/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("the client for object storage cannot be made")
}

async fn text(mut response: reqwest::Response) -> anyhow::Result<String> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > MAX_ANSWER_BYTES {
            bail!("the answer is too large");
        }
        body.extend_from_slice(&piece);
    }
    Ok(String::from_utf8_lossy(&body).into_owned())
}
