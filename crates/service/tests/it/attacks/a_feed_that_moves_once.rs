//! One redirect does not move a source for good.

use crate::collect::{add, entry, hours_later, service, settings, stored};
use crate::web::{Page, Web, rss};

#[tokio::test]
async fn a_redirect_is_followed_each_time_and_believed_after_a_day() {
    let (web, elsewhere) = (Web::start().await, Web::on("127.0.0.3").await);
    let (app, collector) = service(settings()).await;
    let (old, new) = (web.url("/feed.xml"), elsewhere.url("/feed.xml"));
    let feed = rss(&web.base, &[("/a", "News", "Short.")]);
    web.set("/feed.xml", Page::MovedForGood(new.clone()));
    elsewhere.set("/feed.xml", Page::Body(feed.clone()));
    add(&app, &entry("wire", &old)).await;

    // Whoever holds the host for an hour gets read, and no more.
    assert_eq!(collector.round().await.taken_in, 1);
    assert_eq!(stored(&app, "wire").await.url, old);
    let health = app.get("/sources/health").await.json();
    assert_eq!(health["data"][0]["movingTo"].as_str(), elsewhere.base.strip_prefix("http://"), "{health}");
    for _ in 0..4 {
        hours_later(&app, 5);
        assert_eq!(collector.round().await.polled, 1);
        assert_eq!(stored(&app, "wire").await.url, old, "often, but not for a day");
    }
    assert_eq!((web.asked("/feed.xml"), elsewhere.asked("/feed.xml")), (5, 5), "asked where it is each time");

    // Back again: the count begins anew.
    web.set("/feed.xml", Page::Body(feed.clone()));
    hours_later(&app, 5);
    assert_eq!(collector.round().await.polled, 1);
    assert_eq!(stored(&app, "wire").await.moving, None);
    web.set("/feed.xml", Page::MovedForGood(new.clone()));
    hours_later(&app, 30);
    collector.round().await;
    hours_later(&app, 30);
    collector.round().await;
    assert_eq!(stored(&app, "wire").await.url, old, "long, but not often");
    assert_eq!(stored(&app, "wire").await.moving.map(|moving| moving.seen), Some(2));
    // Another target is another redirect.
    let third = web.url("/third.xml");
    web.set("/third.xml", Page::Body(feed));
    web.set("/feed.xml", Page::MovedForGood(third.clone()));
    hours_later(&app, 30);
    collector.round().await;
    assert_eq!(
        stored(&app, "wire").await.moving.map(|moving| (moving.to, moving.seen)),
        Some((third.clone(), 1))
    );
    for _ in 0..2 {
        hours_later(&app, 13);
        assert_eq!(stored(&app, "wire").await.url, old);
        collector.round().await;
    }
    let moved = stored(&app, "wire").await;
    assert_eq!((moved.url.as_str(), &moved.moving), (third.as_str(), &None));
}

#[tokio::test]
async fn circles_of_redirects_are_an_error_and_move_nothing() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    web.set("/a.xml", Page::MovedForGood(web.url("/b.xml")));
    web.set("/b.xml", Page::MovedForGood(web.url("/a.xml")));
    add(&app, &entry("circle", &web.url("/a.xml"))).await;
    for _ in 0..4 {
        assert_eq!(collector.round().await.failed, 1);
        hours_later(&app, 24);
    }
    let source = stored(&app, "circle").await;
    assert_eq!((source.url, source.moving), (web.url("/a.xml"), None));
    assert!(source.last_error.is_some_and(|words| words.contains("redirects lead in a circle")));
}
