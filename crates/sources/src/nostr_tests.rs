use super::*;
use crate::catalog::SourceKind;
use proptest::prelude::*;

fn entry() -> SourceEntry {
    SourceEntry::added("wss://relay.example/?t=bitcoin&t=ethereum", SourceKind::Nostr)
}

fn event(kind: u64, content: &str) -> Value {
    let mut event = json!({ "pubkey": "ab".repeat(32), "created_at": 1_769_851_800, "kind": kind,
        "tags": [["t", "bitcoin"], ["title", "A heading"]], "content": content, "sig": "00" });
    event["id"] = json!(event_id(&event).expect("all fields are there"));
    event
}

fn parse(text: &str) -> Parsed {
    let entry = entry();
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
    Nostr.parse(text.as_bytes(), &context).expect("messages")
}

#[test]
fn the_request_names_tags_and_the_last_time() {
    let requests = Nostr.requests(&entry(), Some("1769851800")).expect("an ask");
    let SourceRequest::Listen(listen) = &requests[0] else { panic!("a WebSocket") };
    assert_eq!(listen.url, "wss://relay.example/");
    let request: Value = serde_json::from_str(&listen.send[0]).expect("JSON");
    assert_eq!(request[2]["#t"], json!(["bitcoin", "ethereum"]));
    assert_eq!(request[2]["since"], 1_769_851_801);
}

#[test]
fn an_events_id_is_that_of_nip_01() {
    // Computed by hand with sha256sum over the serialised form.
    let event = json!({ "pubkey": "a".repeat(64), "created_at": 1, "kind": 1, "tags": [], "content": "hi" });
    let serialised = format!("[0,\"{}\",1,1,[],\"hi\"]", "a".repeat(64));
    assert_eq!(event_id(&event), Some(domain::hash::to_hex(&Sha256::digest(serialised.as_bytes()))));
}

#[test]
fn notes_are_read_and_forgeries_are_not() {
    let good = event(1, "Bitcoin is quiet today");
    let mut forged = good.clone();
    forged["content"] = json!("Something else");
    let lines = format!(
        "{}\n{}\n{}\n[\"EOSE\",\"x\"]\nnot json",
        json!(["EVENT", "x", good]),
        json!(["EVENT", "x", forged]),
        json!(["EVENT", "x", event(7, "+")])
    );
    let parsed = parse(&lines);
    assert_eq!((parsed.items.len(), parsed.n_skipped), (1, 3));
    let item = &parsed.items[0];
    assert_eq!(item.title, "A heading");
    assert_eq!(item.published_at.map(|at| at.rfc3339()).as_deref(), Some("2026-01-31T09:30:00Z"));
    assert_eq!(item.speaker.as_ref().map(|speaker| speaker.handle.clone()), Some("ab".repeat(32)));
    assert_eq!(parsed.position.as_deref(), Some("1769851800"));
}

proptest! {
    #[test]
    fn any_lines_are_survived(text in "([\\[\\]{}\":,a-zE0-9 ]{0,60}\n){0,6}") {
        parse(&text);
    }
}
