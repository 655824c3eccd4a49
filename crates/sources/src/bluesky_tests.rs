use super::*;
use crate::catalog::SourceKind;
use proptest::prelude::*;

fn entry() -> SourceEntry {
    SourceEntry::added(
        "wss://jet.example/subscribe?wantedCollections=app.bsky.feed.post&word=Bitcoin",
        SourceKind::Bluesky,
    )
}

fn parse(text: &str) -> Parsed {
    let entry = entry();
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    Bluesky.parse(text.as_bytes(), &context).expect("messages")
}

#[test]
fn our_words_stay_with_us() {
    let requests = Bluesky.requests(&entry(), Some("1769851800000000")).expect("an ask");
    let SourceRequest::Listen(listen) = &requests[0] else { panic!("a WebSocket") };
    assert_eq!(listen.words, ["bitcoin"]);
    assert_eq!(
        listen.url,
        "wss://jet.example/subscribe?wantedCollections=app.bsky.feed.post&cursor=1769851800000000"
    );
}

#[test]
fn stream_and_api_posts() {
    let stream = r#"{"did":"did:plc:abc","time_us":1769851800000001,"kind":"commit","commit":{"operation":"create","collection":"app.bsky.feed.post","rkey":"3kx","record":{"$type":"app.bsky.feed.post","createdAt":"2026-01-31T09:30:00Z","langs":["en-US"],"text":"bitcoin, again"}}}
{"did":"did:plc:abc","time_us":1769851800000002,"kind":"commit","commit":{"operation":"delete","rkey":"3kx"}}"#;
    let parsed = parse(stream);
    assert_eq!((parsed.items.len(), parsed.n_skipped), (1, 1));
    assert_eq!(parsed.items[0].url, "https://bsky.app/profile/did:plc:abc/post/3kx");
    assert_eq!(parsed.items[0].language.as_deref(), Some("en"));
    assert_eq!(parsed.position.as_deref(), Some("1769851800000002"));
    let api = r#"{"uri":"at://did:plc:abc/app.bsky.feed.post/3ky","value":{"$type":"app.bsky.feed.post","text":"hello","createdAt":"2026-01-31T09:30:00.5+00:00"}}"#;
    assert_eq!(parse(api).items.len(), 1);
}

proptest! {
    #[test]
    fn any_lines_are_survived(text in "([\\[\\]{}\":,a-z0-9 ]{0,60}\n){0,6}") {
        parse(&text);
    }
}
