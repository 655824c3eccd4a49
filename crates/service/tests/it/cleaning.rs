//! Texts lose what their outlets repeat on their way in, and can be put back.

use domain::cut::restored;
use domain::{Field, Item};
use pipeline::digest::{self, Marking};
use pipeline::frames::{self, FrameCache, shown};
use pipeline::index;
use pipeline::reclean::{Recleaned, Scope, reclean};
use store::FoundDocument;
use store::audit_log::Action;

use crate::app::{TestApp, news};
use crate::collect::{add, entry, hours_later, service, settings};
use crate::console::{house, sign_in, text};
use crate::web::{Page, Web, rss};

const FOOTER: &str = "Ledger keeps you company on every working day, also on Telegram.";

/// Twenty articles about different things, one a day.
fn articles() -> Vec<Item> {
    let article = |n: u32| {
        let title = format!("Alpha{n} beta{n} gamma{n} delta{n} epsilon{n}");
        let words = format!("Number {n} was told here for the first time. It had {n} parts. {FOOTER}");
        news(n, &format!("2026-02-{:02}T08:00:00Z", n + 1), "Ledger", &title, &words)
    };
    (0..20).map(article).collect()
}

async fn find(app: &TestApp, number: usize) -> FoundDocument {
    let texts = app.app.store.documents.texts(0, None, 100).await.expect("texts");
    app.app.store.documents.find(texts[number].id).await.expect("an answer").expect("it is there")
}

async fn found(app: &TestApp, word: &str) -> usize {
    index::catch_up(&app.app.store, &app.app.finder, |_| {}).await.expect("indexed");
    app.get(&format!("/feed?startDate=2026-02-01&endDate=2026-03-01&keyword={word}&limit=50"))
        .await
        .titles()
        .len()
}

#[tokio::test]
async fn an_archive_is_cleaned_with_what_it_teaches_as_a_whole() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    app.insert(articles()).await;
    assert_eq!(found(&app, "Telegram").await, 20, "nothing is known of the outlet yet");
    assert_eq!(frames::catch_up(store, |_| {}).await.expect("learned"), 20);
    let done = reclean(store, &Scope::default(), 2, |_| {}).await.expect("cleaned");
    assert_eq!(done, Recleaned { looked_at: 20, changed: 20 });
    let first = find(&app, 0).await;
    assert_eq!(first.document.item.content, "Number 0 was told here for the first time. It had 0 parts.");
    assert_eq!(first.marks.version, digest::VERSION, "it was read again with its new text");
    let whole = restored(&first.document.item.content, Field::Content, &first.document.cuts);
    assert_eq!(whole, Some(articles()[0].content.clone()), "what was cut is kept");
    assert_eq!((found(&app, "Telegram").await, found(&app, "parts").await), (0, 20), "the index follows");

    // Again, nothing changes: no text, no count, no change for others to follow.
    let seq = store.documents.max_seq().await.expect("a number");
    app.insert(articles()).await;
    assert_eq!(frames::catch_up(store, |_| {}).await.expect("learned"), 0);
    assert_eq!(reclean(store, &Scope::default(), 2, |_| {}).await.expect("cleaned").changed, 0);
    assert_eq!(store.documents.max_seq().await.expect("a number"), seq);
    let view = shown::of_outlet(store, "Ledger").await.expect("an answer").expect("it is known");
    assert_eq!((view.articles, view.frames.len(), view.frames[0].place), (20, 1, "beginning"));
}

#[tokio::test]
async fn what_comes_later_is_cleaned_at_the_door() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    app.insert(articles()).await;
    let cache = FrameCache::new(store.clone());
    let content = format!("The exchange published its reserves on Monday. {FOOTER}");
    let take = async || {
        let item = news(
            99,
            "2026-03-01T08:00:00Z",
            "Ledger",
            "Harbour opens its books &amp; vaults | Ledger",
            &content,
        );
        let known = cache.of(["Ledger"].into_iter()).await.expect("an answer");
        digest::take(vec![item], app.app.clock.now(), Marking::Now, &known).documents.remove(0).0
    };
    assert_eq!(take().await.item.content, content);
    frames::catch_up(store, |_| {}).await.expect("learned");
    let document = take().await;
    assert_eq!(document.item.content, "The exchange published its reserves on Monday.");
    assert_eq!(document.item.title, "Harbour opens its books & vaults");
    let reasons: Vec<&str> = document.cuts.iter().map(|cut| cut.reason.name()).collect();
    assert_eq!(reasons, ["site name", "repeated by the outlet"]);
}

/// The program invents from a small grammar: that its sentences come back teaches nothing.
#[tokio::test]
async fn nothing_is_learned_from_what_is_invented() {
    let app = TestApp::new().await;
    app.insert(articles().into_iter().map(|item| Item { invented: true, ..item }).collect()).await;
    frames::catch_up(&app.app.store, |_| {}).await.expect("learned");
    assert_eq!(app.app.store.frames.list(10).await.expect("a list"), []);
}

#[tokio::test]
async fn a_frame_that_is_forgotten_comes_back_into_the_text() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    app.insert(articles()).await;
    frames::catch_up(store, |_| {}).await.expect("learned");
    reclean(store, &Scope::default(), 2, |_| {}).await.expect("cleaned");
    let view = shown::of_outlet(store, "Ledger").await.expect("an answer").expect("it is known");
    let key = &view.frames[0].key;
    for (outlet, key) in [("Nobody", key.as_str()), ("Ledger", "00"), ("Ledger", "x")] {
        assert!(!shown::forget(store, &app.origin(), outlet, key).await.expect("an answer"));
    }
    assert!(shown::forget(store, &app.origin(), "Ledger", key).await.expect("an answer"));
    let other = Scope { outlet: Some("Other".into()), ..Scope::default() };
    assert_eq!(reclean(store, &other, 2, |_| {}).await.expect("cleaned").looked_at, 0);
    let scope = Scope { outlet: Some("Ledger".into()), ..Scope::default() };
    assert_eq!(reclean(store, &scope, 2, |_| {}).await.expect("cleaned").changed, 20);
    assert_eq!(find(&app, 3).await.document.item.content, articles()[3].content);
    assert!(shown::allow(store, &app.origin(), "Ledger", key).await.expect("an answer"));
}

/// What was cut must not make a feed look new at every poll.
#[tokio::test]
async fn a_feed_is_compared_with_what_came_and_not_with_what_was_kept() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    let text =
        "Miners agreed on Monday. The post Miners agree at last on a charter appeared first on The Wire.";
    let feed = rss(&web.base, &[("/one", "Miners agree at last on a charter | The Wire", text)]);
    web.set("/feed.xml", Page::Body(feed));
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;
    assert_eq!(collector.round().await.taken_in, 1);
    let stored = find(&app, 0).await.document.item;
    assert_eq!(
        (stored.title.as_str(), stored.content.as_str()),
        ("Miners agree at last on a charter", "Miners agreed on Monday.")
    );
    let asked = web.asked("/one");
    for _ in 0..3 {
        hours_later(&app, 24);
        assert_eq!(collector.round().await.taken_in, 0);
    }
    assert_eq!(web.asked("/one"), asked, "no page is fetched again for it");
}

#[tokio::test]
async fn operators_see_what_outlets_repeat_and_forget_it() {
    let app = house().await;
    app.insert(articles()).await;
    frames::catch_up(&app.app.store, |_| {}).await.expect("learned");
    let owner = sign_in(&app, "owner").await;
    assert_eq!(owner.get("/console/frames").await.status.as_u16(), 404);
    assert_eq!(owner.post("/console/frames/forget", "outlet=Ledger&key=0").await.status.as_u16(), 404);
    assert!(!owner.page("/console").await.contains("/console/frames"));

    let operator = sign_in(&app, "boss").await;
    assert!(operator.page("/console/frames").await.contains("/console/frames?outlet=Ledger"));
    let page = operator.page("/console/frames?outlet=Ledger").await;
    assert!(page.contains(FOOTER.trim_end_matches('.')) && page.contains("20 articles"), "{page}");
    let key =
        page.split("name=\"key\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a key");
    let fields = format!("outlet=Ledger&key={key}");
    let reply = operator.post("/console/frames/forget", &fields).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("location")),
        (303, "/console/frames?outlet=Ledger"),
        "{}",
        text(&reply)
    );
    let page = operator.page("/console/frames?outlet=Ledger").await;
    assert!(page.contains("id=\"forgotten\"") && !page.contains("id=\"frames\""), "{page}");
    assert_eq!(operator.post("/console/frames/allow", &fields).await.status.as_u16(), 303);
    assert!(!operator.page("/console/frames?outlet=Ledger").await.contains("id=\"forgotten\""));
    let log = operator.page("/console/audit-log?all=true").await;
    assert!(
        [Action::FrameForgotten, Action::FrameAllowed].iter().all(|action| log.contains(action.name())),
        "{log}"
    );
}
