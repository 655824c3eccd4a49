use super::*;
use crate::catalog::SourceKind;
use domain::Cohort;
use proptest::prelude::*;

fn parse(text: &str) -> Result<Parsed, SourceError> {
    let entry = SourceEntry::added(
        "https://social.example/api/v1/timelines/tag/bitcoin?limit=40",
        SourceKind::Mastodon,
    );
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: Some("5") };
    Mastodon.parse(text.as_bytes(), &context)
}

const LIST: &str = r#"[
 {"id":"12","visibility":"public","url":"https://social.example/@ann/12","content":"<p>Bitcoin<br>is quiet</p>","created_at":"2026-01-31T09:30:00.000Z","language":"en",
  "account":{"acct":"ann","display_name":"Ann","note":"<p>Software engineer</p>"}},
 {"id":"13","visibility":"private","url":"https://social.example/@bo/13","content":"<p>secret</p>","account":{"acct":"bo"}},
 {"id":"14","visibility":"public","url":"x","content":"","account":{"acct":"cy"},"reblog":{"id":"9","visibility":"public","uri":"https://other.example/9","content":"<p>boosted</p>","account":{"acct":"dee@other.example","display_name":""}}}
]"#;

#[test]
fn public_statuses_and_the_authors_of_boosts() {
    let parsed = parse(LIST).expect("a list");
    assert_eq!((parsed.items.len(), parsed.n_skipped), (2, 1));
    let ann = parsed.items[0].speaker.clone().expect("a speaker");
    assert_eq!((ann.handle.as_str(), ann.cohort), ("ann@social.example", Some(Cohort::Developer)));
    assert_eq!(parsed.items[0].content, "Bitcoin\nis quiet");
    assert_eq!(parsed.items[1].author_name, "dee@other.example");
    assert_eq!(parsed.position.as_deref(), Some("14"));
}

#[test]
fn errors_are_not_statuses() {
    assert!(parse(r#"{"error":"Too many requests"}"#).is_err());
    assert!(parse("<html>").is_err());
    assert_eq!(parse("[]").expect("an empty list").items.len(), 0);
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "[\\[\\]{}\":,a-z0-9 ]{0,200}") {
        let _ = parse(&text);
    }
}
