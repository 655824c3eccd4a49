use super::*;
use crate::catalog::SourceKind;
use crate::fetch::{FetchError, FetchOptions};
use crate::test_server::{Action, Server, reply};
use domain::Extent;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn fetcher() -> Fetcher {
    let options = FetchOptions {
        allow_private_addresses: true,
        host_gap_ms: 0,
        timeout_ms: 2_000,
        ..FetchOptions::default()
    };
    Fetcher::new(options).expect("a client")
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("the fixture is in the room")
}

#[tokio::test]
async fn a_feed_is_read_once_and_then_left_alone() {
    let feed = fixture("feeds/rss2.xml");
    let fresh = reply("200 OK", &[("etag", "\"1\""), ("content-type", "application/rss+xml")], &feed);
    let same = reply("304 Not Modified", &[], b"");
    let server = Server::start(&[("/feed", Action::IfAsked("if-none-match", same, fresh))]).await;
    let entry = SourceEntry::added(&server.url("/feed"), SourceKind::Feed);
    let fetcher = fetcher();
    let first = poll(&fetcher, &entry, &Cursor::default(), &Bounds::default()).await.expect("a poll");
    assert!(first.changed);
    assert_eq!((first.parsed.items.len(), first.hints.ttl_s), (2, Some(1800)));
    let second = poll(&fetcher, &entry, &first.cursor, &Bounds::default()).await.expect("a poll");
    assert!(!second.changed && second.parsed.items.is_empty());
    assert_eq!(second.cursor, first.cursor);
}

#[tokio::test]
async fn a_moved_feed_says_where_it_went() {
    let server = Server::start(&[
        ("/old", Action::Reply(reply("301 Moved Permanently", &[("location", "/new")], b""))),
        ("/new", Action::Reply(reply("200 OK", &[], &fixture("feeds/atom.xml")))),
    ])
    .await;
    let polled = poll(
        &fetcher(),
        &SourceEntry::added(&server.url("/old"), SourceKind::Feed),
        &Cursor::default(),
        &Bounds::default(),
    )
    .await
    .expect("a poll");
    assert_eq!(polled.moved_to, Some(server.url("/new")));
    assert_eq!(polled.parsed.items.len(), 2);
}

#[tokio::test]
async fn a_summary_becomes_an_article() {
    let server = Server::start(&[(
        "/story",
        Action::Reply(reply(
            "200 OK",
            &[("content-type", "text/html; charset=utf-8")],
            &fixture("article.html"),
        )),
    )])
    .await;
    let entry = SourceEntry::added(&server.url("/feed"), SourceKind::Feed);
    let mut item = crate::source::blank_item(domain::Kind::News, &entry);
    item.title = "Books".to_owned();
    let follow_up = FollowUp { item: 0, url: server.url("/story"), want: Want::Article };
    follow(&fetcher(), &entry, &mut item, &follow_up, &Bounds::default()).await.expect("an article");
    assert_eq!((item.extent, item.author_name.as_str()), (Extent::Full, "Ada Quill"));
    assert!(item.content.starts_with("The exchange published"));
    let missing = FollowUp { url: server.url("/missing"), ..follow_up };
    let before = item.clone();
    assert!(follow(&fetcher(), &entry, &mut item, &missing, &Bounds::default()).await.is_err());
    assert_eq!(item, before);
}

#[tokio::test]
async fn errors_are_told_in_words() {
    let server = Server::start(&[
        ("/page", Action::Reply(reply("200 OK", &[], b"<!DOCTYPE html><html><body>hi</body></html>"))),
        (
            "/latin",
            Action::Reply(reply(
                "200 OK",
                &[("content-type", "text/xml")],
                b"<rss><channel><title>caf\xE9 \xFF</title></channel></rss>",
            )),
        ),
    ])
    .await;
    let fetcher = fetcher();
    let ask = async |path: &str| {
        poll(
            &fetcher,
            &SourceEntry::added(&server.url(path), SourceKind::Feed),
            &Cursor::default(),
            &Bounds::default(),
        )
        .await
    };
    let error = ask("/page").await.expect_err("a page");
    assert_eq!(error.chain(), "not a feed: this is a web page, not a feed");
    let error = ask("/missing").await.expect_err("nothing");
    assert!(matches!(&error, SourceError::Fetch(FetchError::Status { status: 404, .. })));
    assert_eq!(error.chain(), "the fetch failed: the server answers 404");
    assert!(ask("/latin").await.expect("a feed").parsed.title.is_some_and(|title| title.starts_with("café")));
}

#[tokio::test]
async fn folders_of_calls_and_files_of_prices() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = "Harbour Mining Corp Q4 2025 Earnings Call\n\nOperator: Good day and welcome.\n\nAnn Quay: Thank you. Revenue rose.\n\nBo Lee: What is next?\n\nAnn Quay: More.\n";
    std::fs::write(folder.path().join("a.txt"), call).expect("written");
    std::fs::write(folder.path().join("b.txt"), [0u8; 64]).expect("written");
    let entry = SourceEntry::added(&folder.path().to_string_lossy(), SourceKind::EarningsCalls);
    let polled = poll(&fetcher(), &entry, &Cursor::default(), &Bounds::default()).await.expect("a poll");
    assert_eq!((polled.parsed.items.len(), polled.parsed.n_skipped), (1, 1));
    let prices = folder.path().join("btc.csv");
    std::fs::write(&prices, "date,close\n2026-01-31,100\n").expect("written");
    let entry = SourceEntry::added(&format!("file://{}", prices.display()), SourceKind::BitcoinPrice);
    assert_eq!(
        poll(&fetcher(), &entry, &Cursor::default(), &Bounds::default())
            .await
            .expect("a poll")
            .parsed
            .closes
            .len(),
        1
    );
}

#[tokio::test]
async fn positions_narrow_the_next_poll_without_moving_the_source() {
    let hits = reply("200 OK", &[], br#"{"hits":[{"objectID":"1","title":"T","created_at_i":1769851800}]}"#);
    let server = Server::start(&[
        ("/s?q=x", Action::Reply(hits.clone())),
        (
            "/s?q=x&numericfilters=created_at_i%3e1769851800",
            Action::Reply(reply("200 OK", &[], br#"{"hits":[]}"#)),
        ),
    ])
    .await;
    let entry = SourceEntry::added(&server.url("/s?q=x"), SourceKind::HackerNews);
    let fetcher = fetcher();
    let first = poll(&fetcher, &entry, &Cursor::default(), &Bounds::default()).await.expect("a poll");
    assert_eq!(first.cursor.position.as_deref(), Some("1769851800"));
    let second = poll(&fetcher, &entry, &first.cursor, &Bounds::default()).await.expect("a poll");
    assert_eq!((second.parsed.items.len(), second.cursor.position.as_deref()), (0, Some("1769851800")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_sources_due_at_once() {
    let feed = Action::Late(Duration::from_millis(2), reply("200 OK", &[], &fixture("feeds/rss2.xml")));
    let mut servers = vec![Server::start_on("127.0.0.2", &[("/feed", Action::Stall)]).await];
    for host in 3..23 {
        servers.push(Server::start_on(&format!("127.0.0.{host}"), &[("/feed", feed.clone())]).await);
    }
    let options = FetchOptions {
        allow_private_addresses: true,
        host_gap_ms: 0,
        per_host_connections: 3,
        timeout_ms: 120_000,
        ..FetchOptions::default()
    };
    let fetcher = Arc::new(Fetcher::new(options).expect("a client"));
    let started = Instant::now();
    let mut tasks = Vec::new();
    let mut stuck = Vec::new();
    for index in 0..2_000 {
        let server = &servers[index % servers.len()];
        let (fetcher, entry) = (fetcher.clone(), SourceEntry::added(&server.url("/feed"), SourceKind::Feed));
        let task =
            tokio::spawn(async move { poll(&fetcher, &entry, &Cursor::default(), &Bounds::default()).await });
        if index % servers.len() == 0 { stuck.push(task) } else { tasks.push(task) }
    }
    for task in tasks {
        assert_eq!(task.await.expect("no panic").expect("a poll").parsed.items.len(), 2);
    }
    // The stuck host would have held everyone for its two minutes.
    assert!(started.elapsed() < Duration::from_secs(90), "{:?}", started.elapsed());
    for server in &servers {
        assert!(server.most_at_once.load(Ordering::SeqCst) <= 3);
    }
    stuck.into_iter().for_each(|task| task.abort());
}

#[tokio::test]
async fn a_document_that_panics_costs_itself_and_is_not_tried_twice() {
    let fetcher = fetcher();
    let bad = |_: &[u8]| -> Result<(), SourceError> { panic!("inside a parser") };
    let error =
        read_document(&fetcher, &Bounds::default(), b"poison".to_vec(), bad).await.expect_err("poisoned");
    assert_eq!(error.chain(), "put into quarantine: reading it panicked: inside a parser");
    let SourceError::Poisoned { digest, .. } = error else { panic!("{error:?}") };
    let known = Bounds { quarantined: Arc::new(HashSet::from([digest.to_vec()])), ..Bounds::default() };
    let never = |_: &[u8]| -> Result<(), SourceError> { unreachable!("it is known") };
    let again = read_document(&fetcher, &known, b"poison".to_vec(), never).await;
    assert!(matches!(again, Err(SourceError::Quarantined { .. })), "{again:?}");
    let other = read_document(&fetcher, &known, b"changed".to_vec(), |bytes| Ok(bytes.len())).await;
    assert_eq!(other.expect("read"), 7);
}

/// Two files that cost too much and one that does not.
#[tokio::test]
async fn a_poisoned_file_costs_one_file_of_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = "Harbour Mining Corp Q4 2025 Earnings Call\n\nOperator: Good day and welcome.\n\nAnn Quay: Thank you. Revenue rose.\n\nBo Lee: What is next?\n\nAnn Quay: More.\n";
    std::fs::write(folder.path().join("b.txt"), call).expect("written");
    let flat = format!("CORPORATE PARTICIPANTS {}\n", "é".repeat(2000));
    std::fs::write(folder.path().join("a.txt"), flat.repeat(3)).expect("written");
    let entry = SourceEntry::added(&folder.path().to_string_lossy(), SourceKind::EarningsCalls);
    let polled = poll(&fetcher(), &entry, &Cursor::default(), &Bounds::default()).await.expect("a poll");
    assert_eq!(polled.parsed.items.len(), 2, "{:?}", polled.poisoned);
    let bytes = std::fs::read(folder.path().join("b.txt")).expect("there");
    let known =
        Bounds { quarantined: Arc::new(HashSet::from([hash128(&bytes).to_vec()])), ..Bounds::default() };
    let polled = poll(&fetcher(), &entry, &Cursor::default(), &known).await.expect("a poll");
    assert_eq!((polled.parsed.items.len(), polled.poisoned.len()), (1, 1));
    assert_eq!(polled.poisoned[0].reason, None);
}
