use super::*;
use crate::catalog::default_sources;
use proptest::prelude::*;

#[test]
fn folders_become_categories() {
    let text = b"<opml version='1.0'><body><outline text='News'><outline text='A &amp; B' xmlUrl='https://a.example/rss'/></outline>\
        <outline text='Podcasts'><outline text='P' xmlUrl='https://p.example/rss'/></outline>\
        <outline text='bad' xmlUrl='javascript:x'/></body></opml>";
    let entries = import(text).expect("a list");
    let seen: Vec<_> = entries.iter().map(|e| (e.outlet.as_str(), e.category.as_str(), e.kind)).collect();
    assert_eq!(seen, [("A & B", "News", SourceKind::Feed), ("P", "Podcasts", SourceKind::Podcast)]);
}

#[test]
fn what_is_written_is_read_back() {
    let ours: Vec<_> = default_sources()
        .into_iter()
        .filter(|s| matches!(s.kind, SourceKind::Feed | SourceKind::Podcast))
        .collect();
    let back = import(export(&ours).as_bytes()).expect("a list");
    assert_eq!(back.len(), ours.len());
    for entry in &ours {
        let same = back.iter().find(|found| found.url == entry.url).expect("still there");
        assert_eq!((&same.outlet, &same.category), (&entry.outlet, &entry.category));
    }
}

#[test]
fn other_files_are_refused() {
    assert_eq!(import(b"<rss/>"), Err(OpmlError::NotOpml));
    assert_eq!(import(b"<opml><body/></opml>"), Err(OpmlError::Empty));
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = import(&bytes);
    }
}
