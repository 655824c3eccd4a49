//! Small documents to store.

use domain::*;

pub fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

pub fn at(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

pub fn item(slug: &str) -> Item {
    Item {
        kind: Kind::News,
        url: format!("https://www.example.com/{slug}?utm_source=x"),
        title: format!("Title of {slug}"),
        content: format!("Acme said something about {slug}."),
        published_at: Some(at("2026-03-01T10:00:00Z")),
        precision: Precision::Second,
        outlet: outlet("Example Daily"),
        author_name: "A. Writer".to_owned(),
        image_url: String::new(),
        language: Some("en".to_owned()),
        extent: Extent::Full,
        speaker: None,
        turns: Vec::new(),
        ticker: None,
        invented: true,
    }
}

pub fn outlet(name: &str) -> Outlet {
    Outlet {
        name: name.to_owned(),
        category: "Crypto News".to_owned(),
        family: "Example Media".to_owned(),
        country: "CH".to_owned(),
    }
}

pub fn document(item: Item) -> Document {
    Document::new(item, at("2026-03-02T00:00:00Z")).expect("an address")
}

pub fn marks() -> Marks {
    Marks {
        language: "en".to_owned(),
        sentiment: Sentiment::Positive,
        tone: Tone { positive: 0.7, neutral: 0.2, negative: 0.1 },
        categories: vec![(Category::Mining, 0.9), (Category::Etfs, 0.6)],
        mentions: vec![mention("Acme"), other()],
        statements: Vec::new(),
        fingerprint: 0xf00d_0000_0000_0001,
        version: "reader 1".to_owned(),
    }
}

fn other() -> Mention {
    Mention { tone: Some(-0.25), sentiment: Some(Sentiment::Negative), ticker: None, ..mention("Other") }
}

fn mention(name: &str) -> Mention {
    Mention {
        kind: MentionKind::Company,
        name: name.to_owned(),
        ticker: Some("ACME".to_owned()),
        spans: vec![
            Span { field: Field::Title, start: 0, end: 4 },
            Span { field: Field::Content, start: 10, end: 14 },
        ],
        in_title: true,
        in_lead: false,
        tone: None,
        sentiment: None,
    }
}

/// A document of every optional part.
pub fn call() -> Document {
    let turn = |speaker: &str, role, section, text: &str| Turn {
        speaker: speaker.to_owned(),
        title: (role == Role::Executive).then(|| "CFO".to_owned()),
        role,
        section,
        text: text.to_owned(),
    };
    document(Item {
        kind: Kind::EarningsCall,
        ticker: Some("ACME".to_owned()),
        speaker: Some(Speaker {
            handle: "alice@example.social".to_owned(),
            name: "Alice".to_owned(),
            cohort: Some(Cohort::Executive),
        }),
        turns: vec![
            turn("Op", Role::Operator, Section::Unknown, "Welcome \"all\"\nto the call."),
            turn("Alice", Role::Executive, Section::Prepared, "Ünïcode 👋 and\ttabs."),
        ],
        published_at: Some(at("2026-04-01T00:00:00Z")),
        ..item("call")
    })
}

/// The origin of a change in a test, at this millisecond.
pub fn origin_at(ms: i64) -> store::audit_log::Origin {
    let actor = store::audit_log::Actor::command_line("test");
    store::audit_log::Origin { actor, address: None, at: domain::Instant::from_ms(ms) }
}

/// Nothing has become of stories yet.
pub fn no_changes() -> store::documents::StoryChanges<'static> {
    store::documents::StoryChanges {
        placed: &[],
        moved: &[],
        merged: &[],
        repeats: &[],
        from: 0,
        to: 0,
        revision: 0,
        memory: &store::documents::Remembered::Nothing,
        at: at("2026-03-01T12:00:00Z"),
    }
}
