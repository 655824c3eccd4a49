use super::*;
use crate::catalog::{SourceEntry, SourceKind};

#[test]
fn an_episode_gets_its_words_and_its_people() {
    let bytes = std::fs::read(format!("{}/fixtures/feeds/podcast.xml", env!("CARGO_MANIFEST_DIR")))
        .expect("a fixture");
    let entry = SourceEntry::added("https://pod.example/feed", SourceKind::Podcast);
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    let parsed = Podcast.parse(&bytes, &context).expect("a podcast");
    let mut item = parsed.items[0].clone();
    assert_eq!(
        (item.kind, item.extent, item.author_name.as_str()),
        (Kind::Podcast, Extent::Summary, "Ivy Lock")
    );
    assert_eq!(item.url, "https://pod.example/1.mp3");
    let Want::Transcript { media_type, people } = &parsed.follow_ups[0].want else {
        panic!("a transcript is wanted")
    };
    assert_eq!(parsed.follow_ups[0].url, "https://pod.example/1.vtt");

    let vtt = b"WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ivy>Where are the keys?\n\n00:02.000 --> 00:04.000\n<v Cy Marlow>In the harbour.\n";
    apply_transcript(&mut item, vtt, media_type, people, None).expect("captions");
    let said: Vec<_> = item.turns.iter().map(|turn| (turn.speaker.as_str(), turn.role)).collect();
    assert_eq!(said, [("Ivy", Role::Host), ("Cy Marlow", Role::Guest)]);
    assert_eq!(item.extent, Extent::Full);
    assert_eq!(item.content, "Ivy: Where are the keys?\n\nCy Marlow: In the harbour.");
}

#[test]
fn a_broken_transcript_leaves_the_item_as_it_was() {
    let entry = SourceEntry::added("https://pod.example/feed", SourceKind::Podcast);
    let mut item = crate::source::blank_item(Kind::Podcast, &entry);
    item.content = "notes".to_owned();
    assert!(apply_transcript(&mut item, b"WEBVTT\n\nnothing", "text/vtt", &[], None).is_err());
    assert_eq!(item.content, "notes");
}
