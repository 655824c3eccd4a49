//! Listens, bounds what a connection may cost, and leaves in good order.
//!
//! Every state in which a peer is waited for has its limit: before the first byte, in the head of a request, in its
//! body, between requests, while an answer is taken. When places run out, whoever keeps us waiting makes room.

mod activity;
mod body;
mod refusal;
mod stream;
mod table;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Request, Response, Version};
use hyper::body::{Body as HttpBody, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use self::activity::{Activity, Overdue};
use self::body::{AnswerBody, DRAIN_LIMIT_BYTES, RequestBody};
use self::stream::WatchedStream;
use self::table::{ConnectionTable, Place};
use runtime::config::Config;
use runtime::error::{ApiError, Code};
use runtime::{open_files, telemetry};

/// What connections may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    pub connections: usize,
    /// None behind a proxy, from which all connections come.
    pub connections_per_address: Option<usize>,
    pub head_bytes: usize,
    pub first_byte: Duration,
    pub head: Duration,
    pub body: Duration,
    pub idle: Duration,
    /// How long a peer may take next to nothing of its answer.
    pub stall: Duration,
    pub grace: Duration,
}

/// An answer is not held for somebody who takes nothing of it for so long.
const STALL: Duration = Duration::from_secs(30);
/// Files and sockets of the store, the index and outgoing connections.
const OTHER_FILES: u64 = 512;
/// Connections to the metrics: a few collectors.
const METRICS_CONNECTIONS: usize = 64;
/// Tells a client how long a connection may rest.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
const KEEP_ALIVE_SPARE_S: u64 = 15;
/// After a connection was told that it ends.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// Refused connections that are still being read out.
static REFUSED: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(128)));

impl Limits {
    /// As configured, and no more connections than the system lets the program have.
    pub fn of(config: &Config) -> Limits {
        let usable =
            open_files::limit().map_or(u64::MAX, |files| files.soft.saturating_sub(OTHER_FILES).max(16));
        let connections = config.connection_limit.min(usable);
        if connections < config.connection_limit {
            tracing::warn!(
                "the system's limit of open files leaves {connections} connections of connection_limit = {}; raise it \
                 with `ulimit -n` or LimitNOFILE",
                config.connection_limit
            );
        }
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let seconds = Duration::from_secs;
        Limits {
            connections: count(connections),
            connections_per_address: config
                .client_address_header
                .is_empty()
                .then(|| count(config.connection_limit_per_address)),
            head_bytes: count(config.header_limit_bytes),
            first_byte: seconds(config.first_byte_timeout_s),
            head: seconds(config.header_timeout_s),
            body: seconds(config.body_timeout_s),
            idle: seconds(config.idle_timeout_s),
            stall: STALL,
            grace: seconds(config.shutdown_grace_s),
        }
    }

    /// The same for the metrics, with fewer places.
    pub fn of_metrics(config: &Config) -> Limits {
        Limits { connections: METRICS_CONNECTIONS, ..Limits::of(config) }
    }

    /// Files that all of it may need, connections and others.
    pub fn open_files(config: &Config) -> u64 {
        config.connection_limit.saturating_add(OTHER_FILES)
    }
}

/// Serves until `stop` is done, then finishes what is in flight, but not for ever.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    let grace = limits.grace;
    let table = ConnectionTable::new(limits.connections, limits.connections_per_address);
    let (ending, _) = watch::channel(false);
    let server = Arc::new(Server { builder: builder(&limits), limits, router });
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, most likely: one fewer of the silent, and a pause in which others close.
                tracing::warn!(%error, "cannot accept a connection: {error}");
                table.evict();
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let activity = Activity::new();
        match table.admit(address.ip(), &activity) {
            Ok(place) => {
                let server = Arc::clone(&server);
                tokio::spawn(server.serve_one(stream, address, activity, place, ending.subscribe()));
            }
            Err(refusal) => {
                telemetry::connection_refused(refusal.name());
                refuse(stream);
            }
        }
    }
    drop(listener);
    let _ = ending.send(true);
    if tokio::time::timeout(grace, ending.closed()).await.is_err() {
        tracing::warn!("some connections were still open after {} s and were closed", grace.as_secs());
    }
}

struct Server {
    builder: Builder<TokioExecutor>,
    limits: Limits,
    router: Router,
}

impl Server {
    async fn serve_one(
        self: Arc<Self>,
        stream: TcpStream,
        address: SocketAddr,
        activity: Arc<Activity>,
        place: Place,
        mut ending: watch::Receiver<bool>,
    ) {
        tokio::select! {
            () = place.evicted() => {}
            overdue = self.until_closed(stream, address, &activity, &mut ending) => {
                if let Some(overdue) = overdue {
                    telemetry::connection_closed(overdue.name());
                }
            }
        }
    }

    /// Serves the connection; says what the peer overstepped where that was the end of it.
    async fn until_closed(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        activity: &Arc<Activity>,
        ending: &mut watch::Receiver<bool>,
    ) -> Option<Overdue> {
        let _ = stream.set_nodelay(true);
        // Whoever says nothing costs a socket and nothing else.
        tokio::select! {
            ready = stream.readable() => ready.ok()?,
            overdue = activity.overdue(&self.limits) => return Some(overdue),
            _ = ending.wait_for(|ending| *ending) => return None,
        }
        let io = TokioIo::new(WatchedStream::new(stream, Arc::clone(activity)));
        let connection = self.builder.serve_connection(io, self.service(address, Arc::clone(activity)));
        tokio::pin!(connection);
        let overdue = tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early: {error}");
                }
                return None;
            }
            overdue = activity.overdue(&self.limits) => Some(overdue),
            _ = ending.wait_for(|ending| *ending) => None,
        };
        connection.as_mut().graceful_shutdown();
        match overdue {
            None => {
                // What is in flight goes on, within its limits.
                tokio::select! {
                    _ = connection => None,
                    overdue = activity.overdue(&self.limits) => Some(overdue),
                }
            }
            Some(Overdue::Idle) => {
                let _ = tokio::time::timeout(LAST_WORDS, connection).await;
                overdue
            }
            Some(_) => overdue,
        }
    }

    fn service(
        &self,
        address: SocketAddr,
        activity: Arc<Activity>,
    ) -> impl hyper::service::Service<
        Request<Incoming>,
        Response = Response<AnswerBody>,
        Error = Infallible,
        Future = impl Future<Output = Result<Response<AnswerBody>, Infallible>> + Send + 'static,
    > + Send
    + 'static {
        let (router, limit) = (self.router.clone(), self.limits.body);
        // A little less than is true: a request that is on its way when the time is over would be lost.
        let hinted_s = self.limits.idle.as_secs().saturating_sub(KEEP_ALIVE_SPARE_S);
        let keep_alive = HeaderValue::from_str(&format!("timeout={hinted_s}")).ok().filter(|_| hinted_s > 0);
        hyper::service::service_fn(move |mut request: Request<Incoming>| {
            let is_http2 = request.version() == Version::HTTP_2;
            let mut working = activity.begin(is_http2);
            request.extensions_mut().insert(ConnectInfo(address));
            // Whoever waits to be told to go on has sent nothing that could be read out.
            let drains = !is_http2 && !request.headers().contains_key(header::EXPECT);
            let is_long = request.body().size_hint().lower() > DRAIN_LIMIT_BYTES;
            let request = request.map(|body| RequestBody::new(body, Arc::clone(&activity), limit, drains));
            let keep_alive = keep_alive.clone();
            let ended = request.body().ended();
            let answer = router.clone().oneshot(request);
            async move {
                let mut response: Response<Body> = answer.await?;
                working.made();
                let left = ended.filter(|ended| !ended.is_ended() && !is_http2);
                if let Some(ended) = left.as_ref().filter(|_| drains && !is_long) {
                    ended.settled().await;
                }
                if left.is_some_and(|ended| !ended.is_ended()) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                } else if !is_http2 && let Some(hint) = &keep_alive {
                    response.headers_mut().insert(KEEP_ALIVE, hint.clone());
                }
                Ok(response.map(|body| AnswerBody::new(body, working, is_http2)))
            }
        })
    }
}

fn builder(limits: &Limits) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    // The time for a head is watched with the other limits.
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_buf_size(limits.head_bytes)
        .max_headers(100);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(limits.head_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(200)
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// Says 503 to a newcomer for whom there is no place, and when to come again.
fn refuse(stream: TcpStream) {
    let error = ApiError::new(Code::Unavailable, "Too many connections are open. Try again in a moment.");
    let rest = stream::refuse(stream, &refusal::text(&error.retry_after(1)));
    if let (Some(rest), Ok(permit)) = (rest, Arc::clone(&REFUSED).try_acquire_owned()) {
        tokio::spawn(async move {
            let _permit = permit;
            rest.await;
        });
    }
}
