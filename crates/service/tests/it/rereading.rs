//! A new model reads everything again, and nothing but the marks changes.

use domain::{Marks, Sentiment, Tone};
use service::pipeline::{digest, reread};

use crate::app::{TestApp, minutes};

#[tokio::test]
async fn old_marks_are_replaced_and_nothing_is_read_twice() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-01-01", 700)).await;
    let store = &app.app.store;
    assert_eq!(reread::reread(store, 2, |_| {}).await.expect("read"), 0, "all is read already");

    let ids = store.documents.unread("another version", 10_000).await.expect("ids");
    assert_eq!(ids.len(), 700);
    let before = store.documents.find(ids[0]).await.expect("found").expect("there");
    let old = Marks {
        language: "und".into(),
        sentiment: Sentiment::Neutral,
        tone: Tone::UNKNOWN,
        categories: Vec::new(),
        mentions: Vec::new(),
        fingerprint: 0,
        version: "old".into(),
    };
    store.documents.replace_marks(ids.iter().map(|id| (*id, old.clone())).collect()).await.expect("replaced");
    assert_eq!(reread::reread(store, 2, |_| {}).await.expect("read"), 700);
    let after = store.documents.find(ids[0]).await.expect("found").expect("there");
    assert_eq!(
        (&after.document, &after.marks),
        (&before.document, &before.marks),
        "the same text gives the same marks"
    );
    assert_eq!(after.marks.version, digest::VERSION);
}
