use super::*;
use crate::catalog::SourceKind;
use domain::Cohort;

fn entry() -> SourceEntry {
    SourceEntry::added("https://github.com/quay/keys/discussions", SourceKind::GithubDiscussions)
}

fn parse(text: &str) -> Result<Parsed, SourceError> {
    let entry = entry();
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    GithubDiscussions.parse(text.as_bytes(), &context)
}

#[test]
fn discussions_and_their_comments() {
    let reply = r#"{"data":{"repository":{"nameWithOwner":"quay/keys","discussions":{"nodes":[{"title":"Key rotation","url":"https://github.com/quay/keys/discussions/1","bodyText":"How?","createdAt":"2026-01-31T09:30:00Z","author":{"login":"sipa"},
        "comments":{"nodes":[{"url":"https://github.com/quay/keys/discussions/1#discussioncomment-9","bodyText":"Slowly.","createdAt":"2026-01-31T10:30:00Z","author":null}]}}]}}}}"#;
    let parsed = parse(reply).expect("a reply");
    assert_eq!(parsed.items.len(), 2);
    assert_eq!(parsed.items[0].speaker.as_ref().and_then(|speaker| speaker.cohort), Some(Cohort::Developer));
    // Both must stay apart after their addresses are made canonical.
    let canonical = |index: usize| domain::url::canonical_url(&parsed.items[index].url).expect("an address");
    assert_ne!(canonical(0), canonical(1));
}

#[test]
fn the_public_list_without_a_token() {
    let asks = GithubDiscussions.asks(&entry(), None).expect("an ask");
    assert_eq!(asks, [Ask::get("https://github.com/quay/keys/discussions.atom")]);
    let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Discussions</title><entry><title>Key rotation</title><link href="https://github.com/quay/keys/discussions/1"/><author><name>ann</name></author><content type="html">&lt;p&gt;How?&lt;/p&gt;</content></entry></feed>"#;
    let parsed = parse(atom).expect("a feed");
    assert_eq!((parsed.items[0].content.as_str(), parsed.items[0].author_name.as_str()), ("How?", "ann"));
}

#[test]
fn wrong_replies_and_addresses() {
    assert!(parse(r#"{"errors":[{"message":"Bad credentials"}]}"#).is_err());
    assert!(
        GithubDiscussions
            .asks(&SourceEntry::added("https://github.com/", SourceKind::GithubDiscussions), None)
            .is_err()
    );
    let Ok(Ask::Post { headers, .. }) = graphql_ask(&entry(), "secret") else { panic!("a POST") };
    assert_eq!(headers[0].1, "Bearer secret");
}
