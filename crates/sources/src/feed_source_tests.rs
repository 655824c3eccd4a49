use super::*;
use crate::catalog::SourceKind;
use crate::source::Want;

fn parse(text: &str) -> Parsed {
    let entry = SourceEntry::added("https://ledger.example/feed", SourceKind::Feed);
    let context =
        Context { entry: &entry, url: "https://ledger.example/feed", content_type: None, position: None };
    FeedSource.parse(text.as_bytes(), &context).expect("a feed")
}

#[test]
fn entries_become_items_and_summaries_ask_for_their_page() {
    let text = std::fs::read_to_string(format!("{}/fixtures/feeds/rss2.xml", env!("CARGO_MANIFEST_DIR")))
        .expect("a fixture");
    let parsed = parse(&text);
    let item = &parsed.items[0];
    assert_eq!(
        (item.kind, item.extent, item.title.as_str()),
        (Kind::News, Extent::Summary, "Exchange opens its books")
    );
    assert_eq!(item.content, "The long of it, first paragraph.\n\nAnd a second paragraph.");
    assert_eq!((item.author_name.as_str(), item.language.as_deref()), ("Ada Quill", Some("en")));
    assert_eq!(parsed.min_interval_s, Some(1800));
    assert_eq!(
        parsed.follow_ups[0],
        FollowUp { item: 0, url: "https://ledger.example/books".into(), want: Want::Article }
    );
    assert_eq!(parsed.items[1].extent, Extent::Headline);
}

#[test]
fn entries_without_a_link_get_an_address_of_their_own() {
    let parsed = parse(
        "<rss><channel><link>https://a.example/</link><item><title>x</title></item><item><title>y</title></item><item/></channel></rss>",
    );
    assert_eq!((parsed.items.len(), parsed.n_skipped), (2, 1));
    assert_ne!(parsed.items[0].url, parsed.items[1].url);
    assert!(parsed.items[0].url.starts_with("https://a.example/?entry="));
}

#[test]
fn how_much_of_a_text_there_is() {
    let long = "word ".repeat(FULL_WORDS);
    assert_eq!(extent_of("", "t"), Extent::Headline);
    assert_eq!(extent_of("t", "t"), Extent::Headline);
    assert_eq!(extent_of("A few words more.", "t"), Extent::Summary);
    assert_eq!(extent_of(&long, "t"), Extent::Full);
    assert_eq!(extent_of(&format!("{long} […]"), "t"), Extent::Summary);
    assert_eq!(extent_of(&format!("{long} Continue reading"), "t"), Extent::Summary);
    assert_eq!(extent_of(&"é".repeat(1000), "t"), Extent::Summary);
}

#[test]
fn what_companies_say_is_a_disclosure() {
    let mut entry = SourceEntry::added("https://a.example", SourceKind::Feed);
    for (category, kind) in
        [("Company", Kind::Disclosure), ("Forum", Kind::Conversation), ("Crypto News", Kind::News)]
    {
        entry.category = category.to_owned();
        assert_eq!(kind_of(&entry), kind);
    }
}
