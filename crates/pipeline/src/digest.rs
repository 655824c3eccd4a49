//! Items in, documents with marks out: the one path that everything takes, whether fetched, imported or invented. Texts are
//! cleaned here, once: what is stored, indexed and read is what was written.
//!
//! Reading takes ten times as long as storing and indexing together. Where many items come at once they are stored
//! unread, so that they can be found, and `marking.rs` reads them afterwards.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use analysis::clean::{clean, shown};
use analysis::mentions::{Extra, Gazetteer};
use domain::{Document, DocumentId, Instant, Item, Kind, Marks, MentionKind};
use sources::budget::panic_message;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::frames::Frames;

/// Names what did the reading.
pub const VERSION: &str = analysis::VERSION;

/// The invented world speaks of companies that stand in no list.
static INVENTED_NAMES: LazyLock<Gazetteer> = LazyLock::new(|| {
    let companies = demo::companies().iter();
    let aliases: Vec<[&str; 1]> = companies.clone().map(|company| [company.legal_name]).collect();
    let extras: Vec<Extra> = companies
        .zip(&aliases)
        .map(|(company, aliases)| Extra {
            kind: MentionKind::Company,
            name: company.name,
            ticker: company.ticker,
            sector: company.sector.name(),
            aliases,
        })
        .collect();
    Gazetteer::with_extra(&extras)
});

/// Why one item of a batch could not become a document.
pub struct Rejected {
    /// Its place in the batch.
    pub at: usize,
    pub reason: String,
}

/// A document that makes its reader panic; it is stored unread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub id: DocumentId,
    /// The change of the store it was read at; 0 before it is stored.
    pub seq: i64,
    pub content_hash: Vec<u8>,
    pub reason: String,
}

#[derive(Default)]
pub struct Digested {
    pub documents: Vec<(Document, Marks)>,
    pub rejected: Vec<Rejected>,
    pub unreadable: Vec<Unreadable>,
}

/// When documents get their marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    Now,
    Later,
}

/// Documents that have been read, of outlets of which nothing is known.
pub fn digest(items: Vec<Item>, now: Instant) -> Digested {
    take(items, now, Marking::Now, &Frames::default())
}

/// Pure work, a fraction of a millisecond for each item: call it away from the threads that serve connections.
pub fn take(items: Vec<Item>, now: Instant, marking: Marking, frames: &Frames) -> Digested {
    let mut digested = Digested::default();
    for (at, item) in items.into_iter().enumerate() {
        let made = caught(|| {
            let document = Document::new(composed(item), now).map_err(|error| error.to_string())?;
            Ok(cleaned(document, frames))
        });
        let document = match made.and_then(|made| made) {
            Ok(document) => document,
            Err(reason) => {
                digested.rejected.push(Rejected { at, reason });
                continue;
            }
        };
        let item = &document.item;
        let read = match marking {
            Marking::Now => {
                let language = item.language.as_deref();
                caught(|| read(&item.title, &item.content, &item.outlet.name, language, item.invented))
            }
            Marking::Later => Ok(Marks::unread()),
        };
        let marks = read.unwrap_or_else(|reason| {
            let content_hash = document.content_hash.to_vec();
            digested.unreadable.push(Unreadable { id: document.id, seq: 0, content_hash, reason });
            Marks::unread()
        });
        digested.documents.push((document, marks));
    }
    digested
}

/// Letters that come with their marks apart (some systems write Korean and accents so) become one, and posts lose signs that nobody
/// sees: names are found and words compared as they are usually written.
fn composed(mut item: Item) -> Item {
    for text in [&mut item.title, &mut item.content] {
        if !text.is_ascii() && is_nfc_quick(text.chars()) != IsNormalized::Yes {
            *text = text.nfc().collect();
        }
        // News and podcasts lose theirs in the cleaning; filings and calls are kept to the letter.
        if item.kind == Kind::Conversation
            && let Cow::Owned(seen) = shown(text)
        {
            *text = seen;
        }
    }
    item
}

/// The document without what is no part of it.
fn cleaned(mut document: Document, frames: &Frames) -> Document {
    let item = &mut document.item;
    if item.is_cleaned() {
        let cleaned = clean(&item.outlet.name, &item.title, &item.content, frames.of(&item.outlet.name));
        (item.title, item.content, document.cuts) = (cleaned.title, cleaned.text, cleaned.cuts);
    }
    document
}

/// One text that makes a reader panic costs that text. The work is pure: nothing is left half done.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| format!("reading it panicked: {}", panic_message(&*payload)))
}

/// The marks of one document.
pub fn read(
    title: &str,
    content: &str,
    outlet: &str,
    stated_language: Option<&str>,
    invented: bool,
) -> Marks {
    let names = invented.then_some(&*INVENTED_NAMES);
    analysis::analyse(&analysis::Text { title, content, stated_language, names, publisher: Some(outlet) })
}
