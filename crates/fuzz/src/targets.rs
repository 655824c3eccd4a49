//! Every parser of foreign bytes as a function over bytes. What a parser gives is used as the program would use it,
//! since much breaks only there: dates beyond the calendar, positions that overflow, texts that the models read.

use analysis::stories::{Clusterer, Settings, StoryItem};
use domain::{Day, Document, DocumentId, Instant, Item, Language};
use pipeline::{calls, line, prices};
use sources::fetch::{body, robots};
use sources::source::{Context, Listen, Reading};
use sources::{FollowUp, SourceEntry, SourceKind, Want, source_for};

use crate::inputs::{text, wait_for};
use crate::{headers, payments};

pub struct Target {
    pub name: &'static str,
    /// Folders of `corpus` with good inputs.
    pub corpus: &'static [&'static str],
    pub max_bytes: usize,
    pub run: fn(&[u8]),
}

const SMALL: usize = 4 << 10;
/// For what takes milliseconds already.
const MIDDLE: usize = 12 << 10;
const LARGE: usize = 128 << 10;
const URL: &str = "https://example.org/a/feed";

macro_rules! targets {
    ($($name:literal $corpus:tt $max:expr => $run:expr;)+) => {
        /// All of them, by name.
        pub static TARGETS: &[Target] = &[
            $(Target { name: $name, corpus: &$corpus, max_bytes: $max, run: $run },)+
        ];
    };
}

targets! {
    "charset" ["feeds", "pages", "texts"] LARGE => |bytes| {
        sources::charset::decode(bytes, Some(&text(bytes)));
    };
    "unpack" ["packed"] SMALL => |bytes| {
        for packing in ["gzip", "deflate", "br", "gzip, br"] {
            let _ = body::unpack(bytes.to_owned(), packing, 1 << 20);
        }
    };
    "tree" ["feeds"] LARGE => |bytes| {
        let tree = sources::markup::Tree::read(&text(bytes));
        for root in &tree.roots {
            let _ = (root.text(), root.inner_html(), root.inner_xhtml());
        }
    };
    "html" ["pages", "feeds"] LARGE => |bytes| {
        let text = text(bytes);
        let _ = (sources::markup::html_to_text(&text), sources::markup::html_to_title(&text));
    };
    "feed" ["feeds"] LARGE => |bytes| source(SourceKind::Feed, bytes);
    "podcast" ["feeds"] LARGE => |bytes| source(SourceKind::Podcast, bytes);
    "probe" ["feeds", "json", "texts"] SMALL => |bytes| {
        let _ = sources::probe(bytes, &sources::Hint { name: URL, content_type: None, kind: None });
    };
    "offered" ["pages", "feeds"] LARGE => |bytes| {
        sources::offered::offered_feeds(bytes, None, URL);
    };
    "opml" ["feeds"] LARGE => |bytes| {
        if let Ok(entries) = sources::opml::import(bytes) {
            sources::opml::export(&entries);
        }
    };
    "article" ["pages"] MIDDLE => |bytes| complete(Want::Article, bytes);
    "captions" ["captions"] LARGE => |bytes| {
        complete(Want::Transcript { media_type: "text/vtt".into(), people: Vec::new() }, bytes);
    };
    "filing" ["filings"] LARGE => |bytes| complete(Want::Filing, bytes);
    "submission" ["filings"] LARGE => |bytes| {
        sources::edgar::read_submission(&text(bytes)).content();
    };
    "edgar" ["json", "feeds"] LARGE => |bytes| source(SourceKind::Edgar, bytes);
    "nostr" ["json"] LARGE => |bytes| source(SourceKind::Nostr, bytes);
    "bluesky" ["json"] LARGE => |bytes| source(SourceKind::Bluesky, bytes);
    "mastodon" ["json"] LARGE => |bytes| source(SourceKind::Mastodon, bytes);
    "hacker_news" ["json"] LARGE => |bytes| source(SourceKind::HackerNews, bytes);
    "github" ["json", "feeds"] LARGE => |bytes| source(SourceKind::GithubDiscussions, bytes);
    "bitcoin_price" ["json", "prices"] LARGE => |bytes| source(SourceKind::BitcoinPrice, bytes);
    "transcript" ["calls"] MIDDLE => |bytes| {
        for hint in ["", "a.html", "a.json"] {
            let _ = sources::transcript::parse(bytes, hint);
        }
    };
    "call" ["calls"] MIDDLE => |bytes| source(SourceKind::EarningsCalls, bytes);
    "robots" ["robots"] LARGE => |bytes| {
        let rules = robots::Rules::parse(bytes, "Bellwether/1.0");
        let _ = (rules.allows("/a/b?c=d"), rules.crawl_delay_ms());
    };
    "catalog" ["robots"] SMALL => |bytes| drop(sources::catalog::parse_sources(&text(bytes)));
    "dates" ["dates"] SMALL => |bytes| {
        let text = text(bytes);
        if let Some((at, _)) = sources::dates::parse_date(&text) {
            let _ = (at.rfc3339(), at.day().to_string());
        }
        let (_, _) = (Instant::parse(&text), Day::parse(&text));
    };
    "address" ["addresses"] SMALL => |bytes| {
        if let Ok(url) = domain::url::canonical_url(&text(bytes)) {
            DocumentId::of_canonical_url(&url);
        }
    };
    "line" ["lines"] LARGE => |bytes| {
        for line in text(bytes).lines() {
            documents(line::read(line).ok());
        }
    };
    "prices" ["prices"] LARGE => |bytes| drop(prices::read(&text(bytes), now().day()));
    "reader" ["texts"] MIDDLE => |bytes| {
        let text = text(bytes);
        let (title, content) = text.split_once('\n').unwrap_or((&text, ""));
        analysis::analyse(&analysis::Text { title, content, ..analysis::Text::default() });
    };
    "mentions" ["texts"] LARGE => |bytes| {
        let text = text(bytes);
        let _ = (analysis::mentions::find("", &text), analysis::fingerprint::of("", &text));
    };
    "stories" ["texts"] LARGE => |bytes| {
        let mut clusterer = Clusterer::new(Settings::default());
        for (number, line) in text(bytes).lines().take(200).enumerate() {
            let (title, content) = line.split_once(". ").unwrap_or((line, ""));
            clusterer.place(&StoryItem {
                id: DocumentId::of_canonical_url(&number.to_string()),
                at: Instant::from_ms(number as i64 * 60_000),
                title,
                content,
                outlet: "",
                language: Language::NAMES[number % Language::NAMES.len()],
                across: true,
                entities: &[],
                fingerprint: analysis::fingerprint::of(title, content),
            });
        }
    };
    "directness" ["texts", "calls"] MIDDLE => |bytes| {
        let text = text(bytes);
        let (question, answer) = text.split_once('\n').unwrap_or(("", &text));
        analysis::directness::assess(question, answer);
    };
    "query" ["queries"] SMALL => |bytes| drop(search::parse(&text(bytes)));
    "key" ["headers"] SMALL => |bytes| drop(metering::authorization::bearer_key(bytes));
    "form" ["queries", "headers"] SMALL => |bytes| drop(web::http::query::read_query(&text(bytes)));
    "payment" ["payments"] MIDDLE => payments::payment;
    "facilitator" ["facilitator"] SMALL => payments::facilitator;
    "chain" ["chain"] MIDDLE => payments::chain;
    "parameters" ["queries", "parameters"] SMALL => headers::parameters;
    "accept" ["accept", "headers"] SMALL => headers::accept;
    "web_socket" ["frames"] MIDDLE => |bytes| {
        let listen = Listen {
            url: URL.to_owned(),
            send: Vec::new(),
            max_messages: 100,
            max_ms: 1_000,
            until: Some("EOSE"),
            words: Vec::new(),
        };
        // What the peer sends, to its end; what is sent to it goes nowhere.
        let stream = tokio::io::join(bytes, tokio::io::sink());
        if let Ok(heard) = wait_for(sources::websocket::hear(stream, &listen)) {
            source(SourceKind::Nostr, &heard);
        }
    };
    "cursor" ["headers"] SMALL => |bytes| {
        let text = text(bytes);
        let _ = interface::cursor::FeedCursor::read(&text, "x");
        let _ = interface::cursor::OwnedCursor::read(&text, "a");
    };
}

fn now() -> Instant {
    Instant::from_ms(1_770_000_000_000)
}

fn source(kind: SourceKind, bytes: &[u8]) {
    let entry = SourceEntry::added(URL, kind);
    let context = Context { entry: &entry, url: URL, content_type: None, position: None };
    let Ok(parsed) = source_for(kind).parse(bytes, &context) else { return };
    // Where it left off is where the next poll begins.
    let _ = source_for(kind).requests(&entry, parsed.position.as_deref());
    let context = Context { position: parsed.position.as_deref(), ..context };
    let _ = source_for(kind).parse(bytes, &context);
    documents(parsed.items);
}

fn complete(want: Want, bytes: &[u8]) {
    let entry = SourceEntry::added(URL, SourceKind::Feed);
    let mut item = sources::source::blank_item(domain::Kind::News, &entry);
    item.url = URL.to_owned();
    let follow_up = FollowUp { item: 0, url: URL.to_owned(), want };
    let reading = Reading { bytes, url: URL, content_type: None };
    if source_for(SourceKind::Feed).complete(&mut item, &follow_up, &reading).is_ok() {
        documents(Some(item));
    }
}

fn documents(items: impl IntoIterator<Item = Item>) {
    for item in items.into_iter().take(20) {
        let Ok(document) = Document::new(item, now()) else { continue };
        let _ = (document.published_at.rfc3339(), document.published_at.day().to_string());
        if !document.item.turns.is_empty() {
            let _ = calls::read(&document.item.turns, b"fuzz");
        }
    }
}
