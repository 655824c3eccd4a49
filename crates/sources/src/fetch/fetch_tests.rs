use super::*;

use crate::test_server::{Action, Server, reply};
use std::io::Write;
use std::sync::atomic::Ordering;

fn options() -> FetchOptions {
    FetchOptions {
        user_agent: "Bellwether/test (tests@example.com)".to_owned(),
        timeout_ms: 1_500,
        connect_timeout_ms: 1_000,
        max_body_bytes: 200_000,
        max_decoded_bytes: 400_000,
        host_gap_ms: 0,
        allow_private_addresses: true,
        ..FetchOptions::default()
    }
}

fn fetcher() -> Fetcher {
    Fetcher::new(options()).expect("a client")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

#[tokio::test]
async fn conditional_requests() {
    let fresh = reply(
        "200 OK",
        &[
            ("etag", "\"v1\""),
            ("last-modified", "Sat, 31 Jan 2026 09:30:00 GMT"),
            ("content-type", "text/xml"),
            ("cache-control", "max-age=900"),
        ],
        b"<rss/>",
    );
    let same = reply("304 Not Modified", &[], b"");
    let server = Server::start(&[("/feed", Action::IfAsked("if-none-match: \"v1\"", same, fresh))]).await;
    let fetcher = fetcher();
    let first = fetcher.fetch(&Request::get(&server.url("/feed"))).await.expect("a reply");
    assert!(first.changed);
    assert_eq!(
        (first.body.as_slice(), first.fresh_for_s, first.content_type.as_deref()),
        (&b"<rss/>"[..], Some(900), Some("text/xml"))
    );
    let request = Request {
        etag: first.etag,
        last_modified: first.last_modified,
        ..Request::get(&server.url("/feed"))
    };
    let second = fetcher.fetch(&request).await.expect("a reply");
    assert!(!second.changed && second.body.is_empty());
    assert_eq!(second.etag.as_deref(), Some("\"v1\""));
    let asked = server.requests.lock().expect("unpoisoned").clone();
    assert!(asked[1].contains("if-modified-since: sat, 31 jan 2026 09:30:00 gmt"));
    assert!(asked[0].contains("user-agent: bellwether/test (tests@example.com)"));
}

#[tokio::test]
async fn permanent_redirects_move_the_source_and_others_do_not() {
    let server = Server::start(&[
        ("/old", Action::Reply(reply("301 Moved Permanently", &[("location", "/older")], b""))),
        ("/older", Action::Reply(reply("308 Permanent Redirect", &[("location", "/new")], b""))),
        ("/away", Action::Reply(reply("302 Found", &[("location", "/old")], b""))),
        ("/half", Action::Reply(reply("301 Moved Permanently", &[("location", "/away")], b""))),
        ("/new", Action::Reply(reply("200 OK", &[], b"here"))),
        ("/loop", Action::Reply(reply("301 Moved Permanently", &[("location", "/loop")], b""))),
        ("/chain/0", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/1")], b""))),
        ("/chain/1", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/2")], b""))),
        ("/chain/2", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/3")], b""))),
        ("/chain/3", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/4")], b""))),
        ("/chain/4", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/5")], b""))),
        ("/chain/5", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/6")], b""))),
        ("/chain/6", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/7")], b""))),
        ("/chain/7", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/8")], b""))),
        ("/chain/8", Action::Reply(reply("301 Moved Permanently", &[("location", "/chain/9")], b""))),
        ("/nowhere", Action::Reply(reply("302 Found", &[], b""))),
        ("/file", Action::Reply(reply("302 Found", &[("location", "file:///etc/passwd")], b""))),
        ("/password", Action::Reply(reply("302 Found", &[("location", "http://a:b@example.com/")], b""))),
    ])
    .await;
    let fetcher = fetcher();
    let ask = async |path: &str| fetcher.fetch(&Request::get(&server.url(path))).await;
    assert_eq!(ask("/old").await.expect("a reply").moved_to, Some(server.url("/new")));
    assert_eq!(ask("/away").await.expect("a reply").moved_to, None);
    // The first step was for good, the second was not: the source moves as far as it was told to.
    assert_eq!(ask("/half").await.expect("a reply").moved_to, Some(server.url("/away")));
    assert!(matches!(ask("/loop").await, Err(FetchError::RedirectLoop)));
    assert!(matches!(ask("/chain/0").await, Err(FetchError::Redirects(8))));
    assert!(matches!(ask("/nowhere").await, Err(FetchError::RedirectTarget)));
    assert!(matches!(ask("/file").await, Err(FetchError::Address(AddressError::Scheme(_)))));
    assert!(matches!(ask("/password").await, Err(FetchError::Address(AddressError::Credentials))));
}

#[tokio::test]
async fn tokens_do_not_follow_a_redirect_to_another_host() {
    let other = Server::start(&[("/x", Action::Reply(reply("200 OK", &[], b"ok")))]).await;
    let target = format!("http://localhost:{}/x", other.port);
    let server =
        Server::start(&[("/a", Action::Reply(reply("302 Found", &[("location", &target)], b"")))]).await;
    let request = Request {
        headers: vec![("authorization", "Bearer secret".to_owned())],
        ..Request::get(&server.url("/a"))
    };
    fetcher().fetch(&request).await.expect("a reply");
    assert!(server.requests.lock().expect("unpoisoned")[0].contains("bearer secret"));
    assert!(!other.requests.lock().expect("unpoisoned")[0].contains("bearer secret"));
}

#[tokio::test]
async fn servers_that_say_no() {
    let server = Server::start(&[
        ("/busy", Action::Reply(reply("429 Too Many Requests", &[("retry-after", "120")], b""))),
        (
            "/down",
            Action::Reply(reply(
                "503 Service Unavailable",
                &[
                    ("date", "Sat, 31 Jan 2026 09:30:00 GMT"),
                    ("retry-after", "Sat, 31 Jan 2026 09:31:00 GMT"),
                ],
                b"",
            )),
        ),
        ("/gone", Action::Reply(reply("410 Gone", &[], b""))),
    ])
    .await;
    let fetcher = fetcher();
    let error =
        async |path: &str| fetcher.fetch(&Request::get(&server.url(path))).await.expect_err("an error");
    assert_eq!(error("/busy").await.retry_after_s(), Some(120));
    assert_eq!(error("/down").await.retry_after_s(), Some(60));
    assert!(error("/gone").await.is_gone());
    assert!(matches!(error("/missing").await, FetchError::Status { status: 404, .. }));
}

#[tokio::test]
async fn compressed_bodies_and_bombs() {
    let bomb = gzip(&vec![b' '; 50_000_000]);
    assert!(bomb.len() < 200_000);
    let server = Server::start(&[
        ("/good", Action::Reply(reply("200 OK", &[("content-encoding", "gzip")], &gzip(b"<rss/>")))),
        ("/bomb", Action::Reply(reply("200 OK", &[("content-encoding", "gzip")], &bomb))),
        ("/nested", Action::Reply(reply("200 OK", &[("content-encoding", "gzip, gzip, gzip")], &gzip(b"x")))),
        ("/liar", Action::Reply(reply("200 OK", &[("content-encoding", "gzip")], b"<rss/>"))),
        ("/strange", Action::Reply(reply("200 OK", &[("content-encoding", "zzz")], b"x"))),
        (
            "/cut",
            Action::Reply(reply("200 OK", &[("content-encoding", "gzip")], &gzip(b"<rss><channel>")[..20])),
        ),
    ])
    .await;
    let fetcher = fetcher();
    let ask = async |path: &str| fetcher.fetch(&Request::get(&server.url(path))).await;
    assert_eq!(ask("/good").await.expect("a reply").body, b"<rss/>");
    assert!(matches!(ask("/bomb").await, Err(FetchError::UnpacksTooLarge(400_000))));
    assert!(matches!(ask("/nested").await, Err(FetchError::Compression)));
    assert_eq!(ask("/liar").await.expect("a reply").body, b"<rss/>");
    assert!(matches!(ask("/strange").await, Err(FetchError::Compression)));
    assert!(ask("/cut").await.is_ok_and(|reply| b"<rss><channel>".starts_with(&reply.body)));
}

#[tokio::test]
async fn endless_bodies_and_headers_are_cut_off() {
    let server = Server::start(&[
        ("/body", Action::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b'x'; 65_536])),
        (
            "/headers",
            Action::Endless(
                b"HTTP/1.1 200 OK\r\n".to_vec(),
                b"x-more: and more and more and more\r\n".repeat(1000),
            ),
        ),
        ("/one-header", Action::Endless(b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'x'; 65_536])),
        ("/announced", Action::Reply(b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n".to_vec())),
        ("/garbage", Action::Endless(Vec::new(), vec![0xFF; 65_536])),
    ])
    .await;
    let fetcher = fetcher();
    let ask = async |path: &str| fetcher.fetch(&Request::get(&server.url(path))).await;
    assert!(matches!(ask("/body").await, Err(FetchError::TooLarge(200_000))));
    assert!(matches!(ask("/announced").await, Err(FetchError::TooLarge(200_000))));
    for path in ["/headers", "/one-header", "/garbage"] {
        assert!(matches!(ask(path).await, Err(FetchError::Request(_) | FetchError::Timeout(_))), "{path}");
    }
}

#[tokio::test]
async fn a_slow_host_costs_its_time_limit_and_delays_no_other() {
    let slow = Server::start(&[("/", Action::Stall)]).await;
    let quick = Server::start(&[("/", Action::Reply(reply("200 OK", &[], b"ok")))]).await;
    let fetcher = Arc::new(fetcher());
    let mut stuck = Vec::new();
    for _ in 0..10 {
        let (fetcher, url) = (fetcher.clone(), slow.url("/"));
        stuck.push(tokio::spawn(async move { fetcher.fetch(&Request::get(&url)).await }));
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    // The other server answers to another name, so it is another host.
    let url = format!("http://localhost:{}/", quick.port);
    assert_eq!(fetcher.fetch(&Request::get(&url)).await.expect("a reply").body, b"ok");
    assert!(
        stuck.iter().any(|task| !task.is_finished()),
        "the quick one came while the slow one was waited for"
    );
    assert!(matches!(stuck.remove(0).await, Ok(Err(FetchError::Timeout(1_500)))));
    stuck.into_iter().for_each(|task| task.abort());
}

#[tokio::test]
async fn one_host_never_sees_more_connections_than_allowed() {
    let server =
        Server::start(&[("/", Action::Late(Duration::from_millis(5), reply("200 OK", &[], b"ok")))]).await;
    let fetcher = Arc::new(
        Fetcher::new(FetchOptions { per_host_connections: 3, timeout_ms: 20_000, ..options() })
            .expect("a client"),
    );
    let tasks: Vec<_> = (0..200)
        .map(|_| {
            let (fetcher, url) = (fetcher.clone(), server.url("/"));
            tokio::spawn(async move { fetcher.fetch(&Request::get(&url)).await.is_ok() })
        })
        .collect();
    for task in tasks {
        assert!(task.await.expect("no panic"));
    }
    assert_eq!(server.asked("/"), 200);
    let most = server.most_at_once.load(Ordering::SeqCst);
    assert!(most <= 3, "{most} at once");
}

#[tokio::test]
async fn robots_are_asked_before_a_page_and_once() {
    let server = Server::start(&[
        ("/robots.txt", Action::Reply(reply("200 OK", &[], b"User-agent: *\nDisallow: /private\n"))),
        ("/open", Action::Reply(reply("200 OK", &[], b"ok"))),
        ("/private", Action::Reply(reply("200 OK", &[], b"ok"))),
    ])
    .await;
    let fetcher = fetcher();
    assert!(fetcher.fetch(&Request::page(&server.url("/open"))).await.is_ok());
    assert!(matches!(fetcher.fetch(&Request::page(&server.url("/private"))).await, Err(FetchError::Robots)));
    // A feed is there to be polled; robots.txt is about crawling.
    assert!(fetcher.fetch(&Request::get(&server.url("/private"))).await.is_ok());
    assert_eq!(server.asked("/robots.txt"), 1);
    let without = Server::start(&[("/open", Action::Reply(reply("200 OK", &[], b"ok")))]).await;
    assert!(fetcher.fetch(&Request::page(&without.url("/open"))).await.is_ok());
}

#[tokio::test]
async fn our_own_network_is_out_of_reach_by_default() {
    let server = Server::start(&[("/", Action::Reply(reply("200 OK", &[], b"secret")))]).await;
    let fetcher =
        Fetcher::new(FetchOptions { allow_private_addresses: false, ..options() }).expect("a client");
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f000001", "2130706433", "127.1"]
    {
        let outcome = fetcher.fetch(&Request::get(&format!("http://{host}:{}/", server.port))).await;
        assert!(matches!(outcome, Err(FetchError::Address(AddressError::Private))), "{host}: {outcome:?}");
    }
    assert_eq!(server.asked("/"), 0);
}

#[test]
fn circles_and_downgrades_are_refused() {
    let url = |text: &str| Url::parse(text).expect("an address");
    let (safe, open) = (url("https://a.example/"), url("http://b.example/"));
    let seen = [safe.clone()];
    assert!(matches!(check_redirect(&seen, &safe, &open), Err(FetchError::Downgrade)));
    assert!(matches!(check_redirect(&seen, &open, &safe), Err(FetchError::RedirectLoop)));
    assert!(check_redirect(&seen, &open, &url("https://b.example/")).is_ok());
    assert!(check_redirect(&seen, &open, &url("http://c.example/")).is_ok());
}

/// Many small waits are one long one: redirects do not begin the time anew.
#[tokio::test]
async fn redirects_share_the_time_of_one_exchange() {
    let late =
        |to: &str| Action::Late(Duration::from_millis(700), reply("302 Found", &[("location", to)], b""));
    let server =
        Server::start(&[("/a", late("/b")), ("/b", late("/c")), ("/c", late("/d")), ("/d", late("/e"))])
            .await;
    let options = FetchOptions { timeout_ms: 1_500, ..fetcher().options().clone() };
    let fetcher = Fetcher::new(options).expect("a client");
    let error = fetcher.fetch(&Request::get(&server.url("/a"))).await.expect_err("too slow");
    assert!(matches!(error, FetchError::Timeout(1_500)), "{error}");
    assert_eq!(server.asked("/d"), 0);
}

#[tokio::test(flavor = "current_thread")]
async fn bodies_are_unpacked_away_from_the_thread_that_serves() {
    let fetcher = fetcher();
    let budget = Budget::for_document();
    let reading = std::thread::current().id();
    assert_ne!(fetcher.read(&budget, || std::thread::current().id()).await.expect("a thread"), reading);
    assert!(matches!(fetcher.read(&budget, || panic!("inside")).await, Err::<(), _>(Poisoned::Panicked(_))));
}
