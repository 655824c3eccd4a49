use super::*;
use crate::catalog::SourceKind;

const CALL: &[u8] = b"Harbour Mining Corp (HRBR) Q4 2025 Earnings Call\nJanuary 31, 2026\n\nOperator: Good day and welcome to the call.\n\n\
Ann Quay: Thank you. Revenue rose to ten million dollars in the quarter.\n\nOperator: The first question comes from Bo Lee.\n\nBo Lee: What is the outlook?\n\nAnn Quay: We expect to grow.\n";

#[test]
fn a_file_becomes_an_item_with_turns() {
    let entry = SourceEntry::added("calls", SourceKind::EarningsCalls);
    let context = Context { entry: &entry, url: "calls/hrbr.txt", content_type: None, position: None };
    let parsed = EarningsCalls.parse(CALL, &context).expect("a call");
    let item = &parsed.items[0];
    assert_eq!((item.kind, item.extent), (Kind::EarningsCall, Extent::Full));
    assert!(item.turns.iter().any(|turn| turn.speaker == "Ann Quay"), "{:?}", item.turns);
    assert!(item.url.starts_with("https://transcripts.invalid/"));
    assert!(domain::Document::new(item.clone(), domain::Instant::from_ms(0)).is_ok());
}

#[test]
fn folders_and_addresses_are_asked_for_differently() {
    let ask = |url: &str| {
        EarningsCalls.requests(&SourceEntry::added(url, SourceKind::EarningsCalls), None).expect("an ask")
    };
    assert_eq!(ask("/calls"), [SourceRequest::Folder("/calls".into())]);
    assert_eq!(ask("file:///calls"), [SourceRequest::Folder("/calls".into())]);
    assert_eq!(ask("https://calls.example/1"), [SourceRequest::get("https://calls.example/1")]);
}
