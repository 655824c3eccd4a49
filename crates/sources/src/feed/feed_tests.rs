use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Feed {
    parse(text.as_bytes(), None, Some("https://example.com/feed")).expect("a feed")
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/fixtures/feeds/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("the fixture is in the room")
}

#[test]
fn rss_with_all_its_modules() {
    let feed = parse(&fixture("rss2.xml"), None, None).expect("a feed");
    assert_eq!((feed.format, feed.title.as_deref()), (Format::Rss, Some("Harbour & Ledger")));
    assert_eq!(feed.ttl_minutes, Some(30));
    assert_eq!(feed.faults, []);
    let entry = &feed.entries[0];
    assert_eq!(entry.title.as_deref(), Some("Exchange opens its books"));
    assert_eq!(entry.link.as_deref(), Some("https://ledger.example/books"));
    assert_eq!(entry.id.as_deref(), Some("books-1"));
    assert_eq!(entry.author.as_deref(), Some("Ada Quill"));
    assert_eq!(entry.published.map(|(at, _)| at.rfc3339()).as_deref(), Some("2026-01-31T09:30:00Z"));
    assert!(entry.content.as_deref().is_some_and(|content| content.contains("second paragraph")));
    assert_eq!(entry.image_url.as_deref(), Some("https://ledger.example/books.jpg"));
    // The second has no link; its permanent id is one.
    assert_eq!(feed.entries[1].link.as_deref(), Some("https://ledger.example/second"));
}

#[test]
fn atom_with_xhtml_and_bases() {
    let feed = parse(&fixture("atom.xml"), None, None).expect("a feed");
    assert_eq!((feed.format, feed.title.as_deref()), (Format::Atom, Some("Node notes")));
    let entry = &feed.entries[0];
    assert_eq!(entry.link.as_deref(), Some("https://notes.example/2026/one"));
    assert_eq!(entry.author.as_deref(), Some("Bo Ferry"));
    assert_eq!(entry.content.as_deref().map(crate::markup::html_to_text).as_deref(), Some("First.\n\n1 < 2"));
    assert_eq!(feed.entries.len(), 2);
}

#[test]
fn rdf_items_stand_beside_their_channel() {
    let feed = parse(&fixture("rdf.xml"), None, None).expect("a feed");
    assert_eq!((feed.format, feed.title.as_deref(), feed.entries.len()), (Format::Rdf, Some("Old wire"), 2));
    assert_eq!(
        feed.entries[1].published.map(|(at, _)| at.rfc3339()).as_deref(),
        Some("2026-01-31T08:00:00Z")
    );
}

#[test]
fn json_feeds() {
    let feed = parse(&fixture("feed.json"), None, None).expect("a feed");
    assert_eq!(
        (feed.format, feed.title.as_deref(), feed.entries.len()),
        (Format::Json, Some("Small wire"), 2)
    );
    assert_eq!(feed.entries[1].id.as_deref(), Some("7"));
}

#[test]
fn podcasts_keep_transcripts_and_people() {
    let feed = parse(&fixture("podcast.xml"), None, None).expect("a feed");
    assert!(feed.podcast);
    let entry = &feed.entries[0];
    assert_eq!(entry.transcripts.len(), 2);
    assert_eq!(entry.transcripts[0].media_type, "text/vtt");
    assert_eq!(entry.persons[1], Person { name: "Cy Marlow".into(), role: "guest".into() });
    assert_eq!(entry.enclosures[0].url, "https://pod.example/1.mp3");
}

#[test]
fn the_web_as_it_is() {
    assert_eq!(read("<rss><channel><title>AT&T & co</title><item><dc:title>x</dc:title>").entries.len(), 1);
    assert_eq!(read("junk <rss><channel><title>t</title></channel></rss>").title.as_deref(), Some("t"));
    assert_eq!(
        read("<br/><b>Warning</b><rss><channel><title>t</title></channel></rss>").title.as_deref(),
        Some("t")
    );
    assert_eq!(read("<CHANNEL HREF='http://a.example'><TITLE>t</TITLE><ITEM HREF='/i'><TITLE>i</TITLE></ITEM></CHANNEL>").entries[0].link.as_deref(), Some("https://example.com/i"));
    assert_eq!(read("<feed><title>t</title><entry><title>e</title></entry>").entries.len(), 1);
    let latin = parse(b"<rss><channel><title>caf\xE9</title></channel></rss>", None, None).expect("a feed");
    assert_eq!(latin.title.as_deref(), Some("café"));
    assert_eq!(
        read("<rss><channel><item><link> /a?b=1&c=2 </link></item></channel></rss>").entries[0]
            .link
            .as_deref(),
        Some("https://example.com/a?b=1&c=2")
    );
}

#[test]
fn what_is_no_feed_is_refused_by_name() {
    let refuse = |text: &str| parse(text.as_bytes(), None, None).expect_err("no feed");
    assert_eq!(refuse(""), NotFeed::Empty);
    assert_eq!(refuse("<!DOCTYPE html><html><head><title>t</title></head></html>"), NotFeed::Html);
    assert_eq!(refuse("<opml><body/></opml>"), NotFeed::Opml);
    assert_eq!(
        refuse("<kml xmlns='http://www.opengis.net/kml/2.2'><Document/></kml>"),
        NotFeed::OtherXml("kml".into())
    );
    assert_eq!(
        refuse("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><foaf:Person/></rdf:RDF>"),
        NotFeed::OtherXml("rdf".into())
    );
    assert_eq!(refuse("{\"a\": 1}"), NotFeed::OtherJson);
    assert_eq!(refuse("{\"a\": "), NotFeed::BadJson);
    assert_eq!(refuse("just words"), NotFeed::Unknown);
    assert_eq!(refuse("<urlset><url><loc>x</loc></url></urlset>"), NotFeed::OtherXml("urlset".into()));
    assert_eq!(refuse(&"[".repeat(100_000)), NotFeed::BadJson);
}

#[test]
fn the_number_of_entries_is_bounded() {
    let many = format!("<rss><channel>{}</channel></rss>", "<item/>".repeat(MAX_ENTRIES + 100));
    assert_eq!(read(&many).entries.len(), MAX_ENTRIES);
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&bytes, None, Some("https://example.com/"));
    }

    /// A real feed with a piece cut out and a piece overwritten.
    #[test]
    fn damaged_feeds_are_survived(start in 0usize..2000, length in 0usize..400, noise in "[<>&\"'/a-z]{0,20}", which in 0usize..4) {
        let mut bytes = fixture(["rss2.xml", "atom.xml", "rdf.xml", "podcast.xml"][which]);
        let start = start.min(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, noise.bytes());
        let _ = parse(&bytes, None, None);
    }

    #[test]
    fn any_json_is_survived(text in "[{}\\[\\]\":,a-z0-9 ]{0,200}") {
        let _ = parse(text.as_bytes(), None, None);
    }
}

/// Each of these once cost many times its size.
#[test]
fn a_small_feed_stays_small() {
    let value = "x".repeat(128);
    let head = format!("<!DOCTYPE rss [<!ENTITY a \"{value}\"><!ENTITY b \"&a;&a;&a;\">]>");
    let reference = "&a;".repeat(50_000);
    let nested = "&b;".repeat(50_000);
    for inside in
        [format!("<a b='{reference}'/>"), reference.clone(), format!("<a b=\"{nested}\">{nested}</a>")]
    {
        for end in ["</description></item></channel></rss>", "</description></item>"] {
            let text = format!(
                "{head}<rss><channel><title>t</title><item><title>x</title><description>{inside}{end}"
            );
            let tree = crate::markup::tree::Tree::read(&text);
            let feed = read(&text);
            let content: usize =
                feed.entries.iter().filter_map(|entry| entry.summary.as_ref()).map(String::len).sum();
            // What was expanded is at most a mebibyte more; markup written out again escapes its ampersands.
            assert!(
                tree.decoded_bytes() <= text.len() + (1 << 20),
                "{} of {}",
                tree.decoded_bytes(),
                text.len()
            );
            assert!(content <= 4 * text.len() + (1 << 20), "{content} of {}", text.len());
        }
    }
}

#[test]
fn nodes_are_bounded_whatever_they_are() {
    let many = "<a b='' c='' d='' e='' f='' g='' h=''/>".repeat(200_000);
    let feed =
        read(&format!("<rss><channel><title>t</title><item><title>x</title>{many}</item></channel></rss>"));
    assert!(feed.faults.contains(&crate::markup::tokens::Fault::TooLarge), "{:?}", feed.faults);
    let values = format!(
        "{{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{}0]}}",
        "{},".repeat(1_000_000)
    );
    assert_eq!(parse(values.as_bytes(), None, None), Err(NotFeed::BadJson));
}
