use super::*;
use crate::catalog::SourceKind;
use proptest::prelude::*;

fn parse(text: &str) -> Result<Parsed, SourceError> {
    let entry = SourceEntry::added("https://hn.example/search?query=bitcoin", SourceKind::HackerNews);
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    HackerNews.parse(text.as_bytes(), &context)
}

#[test]
fn the_search_and_the_api() {
    let search = r#"{"hits":[{"objectID":"42","title":"Ask: &quot;keys&quot;?","author":"ann","created_at_i":1769851800,"story_text":"<p>Where?"},
        {"objectID":"43","comment_text":"In the harbour.","author":"patio11","created_at_i":1769851900},{"objectID":"x"}]}"#;
    let parsed = parse(search).expect("hits");
    assert_eq!((parsed.items.len(), parsed.n_skipped), (2, 1));
    assert_eq!((parsed.items[0].title.as_str(), parsed.items[0].extent), ("Ask: \"keys\"?", Extent::Full));
    assert_eq!(parsed.items[1].url, "https://news.ycombinator.com/item?id=43");
    assert!(parsed.items[1].speaker.as_ref().is_some_and(|speaker| speaker.cohort.is_some()));
    assert_eq!(parsed.position.as_deref(), Some("1769851900"));
    let api = r#"{"id": 7, "type": "story", "title": "T", "by": "bo", "time": 1769851800, "url": "https://a.example"}"#;
    assert_eq!(parse(api).expect("an item").items[0].extent, Extent::Headline);
    assert_eq!(parse(r#"{"hits":[]}"#).expect("no hits").items.len(), 0);
}

#[test]
fn the_position_narrows_the_search() {
    let entry = SourceEntry::added("https://hn.example/search?query=bitcoin", SourceKind::HackerNews);
    let requests = HackerNews.requests(&entry, Some("1769851800")).expect("an ask");
    assert_eq!(
        requests,
        [SourceRequest::get(
            "https://hn.example/search?query=bitcoin&numericFilters=created_at_i%3E1769851800"
        )]
    );
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "[\\[\\]{}\":,a-z0-9 ]{0,200}") {
        let _ = parse(&text);
    }
}
