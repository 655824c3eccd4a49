use super::*;
use crate::catalog::SourceKind;
use domain::Cohort;
use proptest::prelude::*;

fn entry() -> SourceEntry {
    SourceEntry::added("https://github.com/quay/keys/discussions", SourceKind::GithubDiscussions)
}

fn parse(text: &str) -> Result<Parsed, SourceError> {
    let entry = entry();
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    GithubDiscussions.parse(text.as_bytes(), &context)
}

#[test]
fn the_public_list() {
    let requests = GithubDiscussions.requests(&entry(), None).expect("an ask");
    assert_eq!(requests, [SourceRequest::get("https://github.com/quay/keys/discussions.atom")]);
    let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Discussions</title><entry><title>Key rotation</title><link href="https://github.com/quay/keys/discussions/1"/><author><name>sipa</name></author><content type="html">&lt;p&gt;How?&lt;/p&gt;</content></entry></feed>"#;
    let parsed = parse(atom).expect("a feed");
    assert_eq!((parsed.items[0].content.as_str(), parsed.items[0].author_name.as_str()), ("How?", "sipa"));
    let cohort = parsed.items[0].speaker.as_ref().and_then(|speaker| speaker.cohort);
    assert_eq!(cohort, Some(Cohort::Developer));
}

#[test]
fn wrong_replies_and_addresses() {
    assert!(parse(r#"{"errors":[{"message":"Bad credentials"}]}"#).is_err());
    assert!(
        GithubDiscussions
            .requests(&SourceEntry::added("https://github.com/", SourceKind::GithubDiscussions), None)
            .is_err()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_reply_is_read_or_refused(text in ".{0,400}") {
        let _ = parse(&text);
    }

    #[test]
    fn any_bytes_cut_anywhere_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 0..400_usize) {
        let entry = entry();
        let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
        let _ = GithubDiscussions.parse(&bytes, &context);
        let feed = br#"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Key</title></entry></feed>"#;
        let _ = GithubDiscussions.parse(&feed[..cut.min(feed.len())], &context);
    }
}
