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
    let requests = GithubDiscussions.requests(&entry(), None).expect("an ask");
    assert_eq!(requests, [SourceRequest::get("https://github.com/quay/keys/discussions.atom")]);
    let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Discussions</title><entry><title>Key rotation</title><link href="https://github.com/quay/keys/discussions/1"/><author><name>ann</name></author><content type="html">&lt;p&gt;How?&lt;/p&gt;</content></entry></feed>"#;
    let parsed = parse(atom).expect("a feed");
    assert_eq!((parsed.items[0].content.as_str(), parsed.items[0].author_name.as_str()), ("How?", "ann"));
}

#[test]
fn wrong_replies_and_addresses() {
    assert!(parse(r#"{"errors":[{"message":"Bad credentials"}]}"#).is_err());
    assert!(
        GithubDiscussions
            .requests(&SourceEntry::added("https://github.com/", SourceKind::GithubDiscussions), None)
            .is_err()
    );
    let Ok(SourceRequest::Post { headers, .. }) = graphql_ask(&entry(), "secret") else { panic!("a POST") };
    assert_eq!(headers[0].1, "Bearer secret");
}

/// A reply of the right outline whose members are of any kind.
fn outline() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("null".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        ".{0,40}".prop_map(|text| serde_json::Value::from(text).to_string()),
    ];
    prop::collection::vec(value, 8).prop_map(|v| {
        format!(
            r#"{{"data":{{"repository":{{"nameWithOwner":{},"discussions":{{"nodes":[{{"title":{},"url":{},"bodyText":{},"createdAt":{},"author":{{"login":{}}},"comments":{{"nodes":[{{"url":{},"bodyText":{}}},null]}}}},7]}}}}}}}}"#,
            v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_reply_is_read_or_refused(text in ".{0,400}") {
        let _ = parse(&text);
    }

    #[test]
    fn any_members_give_items_with_an_address(text in outline()) {
        for item in parse(&text).map(|parsed| parsed.items).unwrap_or_default() {
            prop_assert!(!item.url.is_empty());
        }
    }

    #[test]
    fn any_bytes_cut_anywhere_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 0..400_usize) {
        let entry = entry();
        let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
        let _ = GithubDiscussions.parse(&bytes, &context);
        let reply = br#"{"data":{"repository":{"discussions":{"nodes":[{"title":"Key rotation","url":"https://github.com/quay/keys/discussions/1","bodyText":"How?"}]}}}}"#;
        let _ = GithubDiscussions.parse(&reply[..cut.min(reply.len())], &context);
    }
}
