//! Silent and slow connections cannot keep honest clients out.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use axum::Router;
use axum::routing::{get, post};
use runtime::config::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use web::http;
use web::http::Limits;

use crate::app::TestApp;

const BIG: usize = 24 << 20;

pub fn limits() -> Limits {
    let second = Duration::from_secs(1);
    Limits {
        connections: 64,
        connections_per_address: Some(64),
        first_byte: second,
        head: second,
        body: second,
        idle: second,
        stall: second,
        grace: second,
        ..Limits::of(&Config::default())
    }
}

/// A service with these limits, until this is dropped.
pub struct Served {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl Served {
    async fn start(limits: Limits) -> Served {
        let slow = || async {
            tokio::time::sleep(Duration::from_secs(5)).await;
            "late"
        };
        let router = Router::new()
            .route("/", get(|| async { vec![b'x'; BIG] }))
            .route("/health", get(|| async { "ok" }))
            .route("/slow", get(slow))
            .route("/echo", post(|body: String| async move { body.len().to_string() }))
            .route("/refuses", post(|| async { (axum::http::StatusCode::UNAUTHORIZED, "no") }));
        Served::with(router, limits).await
    }

    pub async fn with(router: Router, limits: Limits) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (_stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            http::serve(listener, router, limits, stop).await;
        });
        Served { address, _stop }
    }

    pub async fn connect(&self) -> TcpStream {
        self.connect_from("127.0.0.1").await
    }

    async fn connect_from(&self, from: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(format!("{from}:0").parse().expect("an address")).expect("bound");
        socket.connect(self.address).await.expect("connected")
    }

    async fn health_from(&self, from: &str) -> String {
        let mut stream = self.connect_from(from).await;
        stream.write_all(HEALTH).await.expect("written");
        answer(&mut stream).await
    }
}

const HEALTH: &[u8] = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n";
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
/// No stream may be sent any data before its window is opened.
const NO_WINDOW: &[u8] = &[0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0];
const PING: &[u8] = &[0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
/// GET / on stream 1.
pub const GET_ROOT: &[u8] = &[0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x84, 0x86, 0x41, 0x01, b'a'];

/// One answer, as far as its head and a short body go.
async fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut bytes)).await;
    let count = read.expect("in time").unwrap_or(0);
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

/// Reads what comes until the server closes; says how long that took and how much came.
async fn until_closed(mut stream: TcpStream) -> (Duration, usize) {
    let (started, mut total, mut bytes) = (Stopwatch::now(), 0, vec![0; 65_536]);
    while started.elapsed() < Duration::from_secs(20) {
        match tokio::time::timeout(Duration::from_secs(20), stream.read(&mut bytes)).await {
            Ok(Ok(count)) if count > 0 => total += count,
            Ok(_) => break,
            Err(_) => panic!("the connection was never closed"),
        }
    }
    (started.elapsed(), total)
}

/// Keeps sending a few bytes until the server closes.
async fn trickle(mut stream: TcpStream, bytes: &'static [u8]) -> Duration {
    let (started, mut answer) = (Stopwatch::now(), [0; 1024]);
    while started.elapsed() < Duration::from_secs(20) {
        if stream.write_all(bytes).await.is_err() {
            return started.elapsed();
        }
        let read = tokio::time::timeout(Duration::from_millis(100), stream.read(&mut answer)).await;
        if matches!(read, Ok(Ok(0) | Err(_))) {
            return started.elapsed();
        }
    }
    panic!("the connection was never closed")
}

const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn who_says_nothing_is_closed() {
    let served = Served::start(limits()).await;
    assert!(until_closed(served.connect().await).await.0 < SOON, "not a byte");
    let mut stream = served.connect().await;
    stream.write_all(b"GET /health HT").await.expect("written");
    assert!(until_closed(stream).await.0 < SOON, "half a head");
    let mut stream = served.connect().await;
    stream.write_all(HEALTH).await.expect("written");
    let (took, answered) = until_closed(stream).await;
    assert!(took < SOON && answered > 0, "idle after an answer");
}

#[tokio::test]
async fn a_head_that_never_ends_is_closed() {
    let served = Served::start(limits()).await;
    let mut stream = served.connect().await;
    stream.write_all(b"GET /health HTTP/1.1\r\n").await.expect("written");
    assert!(trickle(stream, b"A: b\r\n").await < SOON);
    // On a connection that has already asked something too.
    let mut stream = served.connect().await;
    stream.write_all(HEALTH).await.expect("written");
    assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    assert!(trickle(stream, b"A").await < SOON);
}

#[tokio::test]
async fn http2_without_requests_is_closed() {
    let served = Served::start(limits()).await;
    let mut stream = served.connect().await;
    stream.write_all(PREFACE).await.expect("written");
    assert!(until_closed(stream).await.0 < SOON, "the preface alone");
    let mut stream = served.connect().await;
    stream.write_all(&[PREFACE, SETTINGS].concat()).await.expect("written");
    assert!(trickle(stream, PING).await < SOON, "pings are no requests");
}

#[tokio::test]
async fn a_body_that_never_ends_is_closed() {
    let served = Served::start(limits()).await;
    let mut stream = served.connect().await;
    stream
        .write_all(b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")
        .await
        .expect("written");
    assert!(trickle(stream, b"x").await < SOON);
}

#[tokio::test]
async fn who_takes_no_answer_is_closed() {
    let served = Served::start(limits()).await;
    let mut stream = served.connect().await;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("written");
    tokio::time::sleep(Duration::from_secs(4)).await;
    let (_, taken) = until_closed(stream).await;
    assert!(taken < BIG, "the whole answer was kept for somebody who did not read: {taken}");

    let mut stream = served.connect().await;
    stream.write_all(&[PREFACE, NO_WINDOW, GET_ROOT].concat()).await.expect("written");
    assert!(trickle(stream, PING).await < SOON, "a window that is never opened");
}

#[tokio::test]
async fn one_address_does_not_fill_the_service() {
    let served = Served::start(Limits { connections_per_address: Some(8), ..limits() }).await;
    let mut held = Vec::new();
    for _ in 0..60 {
        held.push(served.connect_from("127.0.0.9").await);
    }
    for from in ["127.0.0.1", "127.0.0.9"] {
        assert!(served.health_from(from).await.starts_with("HTTP/1.1 200"), "from {from}");
    }
}

#[tokio::test]
async fn behind_a_proxy_all_come_from_one_address() {
    let config = Config { client_address_header: "x-forwarded-for".into(), ..Config::default() };
    assert_eq!(Limits::of(&config).connections_per_address, None);
    assert_eq!(Limits::of(&Config::default()).connections_per_address, Some(512));
}

#[tokio::test]
async fn newcomers_take_the_place_of_the_silent() {
    let served = Served::start(Limits { connections: 16, ..limits() }).await;
    let mut held = Vec::new();
    for number in 0..200 {
        held.push(served.connect_from(&format!("127.0.1.{}", 1 + number % 50)).await);
        if number % 10 == 9 {
            assert!(served.health_from("127.0.0.1").await.starts_with("HTTP/1.1 200"), "after {number}");
        }
    }
}

#[tokio::test]
async fn where_all_are_busy_a_newcomer_is_told_so_at_once() {
    let served = Served::start(Limits { connections: 4, ..limits() }).await;
    let mut busy = Vec::new();
    for _ in 0..4 {
        let mut stream = served.connect().await;
        stream.write_all(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("written");
        busy.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let started = Stopwatch::now();
    let refused = served.health_from("127.0.0.1").await;
    assert!(started.elapsed() < Duration::from_secs(2), "it took {:?}", started.elapsed());
    for part in ["HTTP/1.1 503", "Retry-After: 1", "Connection: close", "\"code\":\"unavailable\""] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let mut last = busy.pop().expect("a connection");
    assert!(answer(&mut last).await.starts_with("HTTP/1.1 200"), "the busy ones are answered");
}

#[tokio::test]
async fn a_refused_body_does_not_break_the_connection() {
    let served = Served::start(Limits { idle: SOON, ..limits() }).await;
    let mut stream = served.connect().await;
    let mut request = b"POST /refuses HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n".to_vec();
    request.resize(request.len() + 200_000, b'x');
    for turn in 0..3 {
        stream.write_all(&request).await.expect("written");
        let refused = answer(&mut stream).await;
        assert!(refused.starts_with("HTTP/1.1 401") && !refused.contains("close"), "{turn}: {refused}");
    }
    stream.write_all(HEALTH).await.expect("written");
    assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));

    // More than is worth reading: the answer says that the connection ends, and arrives.
    let (mut reading, mut writing) = served.connect().await.into_split();
    writing
        .write_all(b"POST /refuses HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
        .await
        .expect("written");
    let sending = tokio::spawn(async move { writing.write_all(&vec![b'x'; 900_000]).await });
    let mut refused = Vec::new();
    reading.read_to_end(&mut refused).await.expect("closed in good order");
    let refused = String::from_utf8_lossy(&refused);
    assert!(refused.starts_with("HTTP/1.1 401") && refused.contains("connection: close"), "{refused}");
    sending.await.expect("no panic").expect("all of it was taken");
}

/// Most clients send the head and the body one after the other: the answer may be there before the body is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_that_overtakes_the_body_breaks_nothing() {
    let served = Arc::new(Served::start(Limits { idle: SOON, ..limits() }).await);
    let mut clients = Vec::new();
    for client in 0..16u64 {
        let served = Arc::clone(&served);
        clients.push(tokio::spawn(async move {
            let mut stream = served.connect().await;
            stream.set_nodelay(true).expect("a socket");
            for turn in 0..60u64 {
                let head = b"POST /refuses HTTP/1.1\r\nHost: a\r\nContent-Length: 64\r\n\r\n";
                stream.write_all(head).await.expect("the head");
                match (client + turn) % 4 {
                    0 => {}
                    1 => tokio::task::yield_now().await,
                    pause => tokio::time::sleep(Duration::from_micros(100 * pause * (turn % 7))).await,
                }
                stream.write_all(&[b'x'; 64]).await.expect("the body");
                let refused = answer(&mut stream).await;
                assert!(refused.starts_with("HTTP/1.1 401"), "{client} {turn}: {refused:?}");
            }
        }));
    }
    for client in clients {
        client.await.expect("every answer came");
    }
}

/// What never becomes a request is answered like everything else: a problem document and an id.
#[tokio::test]
async fn what_is_no_request_is_told_so() {
    let served = Served::start(limits()).await;
    let long = format!("GET / HTTP/1.1\r\nHost: a\r\nX-Long: {}\r\n\r\n", "x".repeat(600_000));
    for (request, status, code) in [
        ("nonsense\r\n\r\n".to_owned(), "HTTP/1.1 400", "malformed_request"),
        (long, "HTTP/1.1 431", "headers_too_large"),
    ] {
        let (mut reading, mut writing) = served.connect().await.into_split();
        let sending = tokio::spawn(async move { writing.write_all(request.as_bytes()).await });
        let mut told = Vec::new();
        let _ = reading.read_to_end(&mut told).await;
        let told = String::from_utf8_lossy(&told);
        assert!(told.starts_with(status), "{told}");
        assert!(told.contains("X-Request-Id: ") && told.contains(&format!("\"code\":\"{code}\"")), "{told}");
        let _ = sending.await;
    }
}

/// The whole service under some hundred silent and slow connections; `bench soak` does the same with ten thousand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn honest_clients_are_served_beside_hundreds_of_others() {
    let app = TestApp::new().await;
    let limits = Limits { connections: 256, connections_per_address: Some(64), ..limits() };
    let served = Arc::new(Served::with(web::router(Arc::clone(&app.app)), limits).await);
    let mut others = Vec::new();
    for number in 0..600 {
        let served = Arc::clone(&served);
        others.push(tokio::spawn(async move {
            let from = format!("127.0.2.{}", 1 + number % 20);
            let begun: &[u8] = match number % 4 {
                0 => b"",
                1 => b"GET /health HTTP/1.1\r\nHost: ",
                2 => PREFACE,
                _ => b"POST /grouped-data HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{",
            };
            loop {
                let mut stream = served.connect_from(&from).await;
                let _ = stream.write_all(begun).await;
                let mut bytes = [0; 256];
                while matches!(stream.read(&mut bytes).await, Ok(count) if count > 0) {}
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    for number in 0..100 {
        let started = Stopwatch::now();
        let answered = served.health_from("127.0.0.1").await;
        assert!(answered.starts_with("HTTP/1.1 200"), "{number}: {answered}");
        assert!(started.elapsed() < Duration::from_secs(3), "{number}: {:?}", started.elapsed());
    }
    others.iter().for_each(tokio::task::JoinHandle::abort);
}
