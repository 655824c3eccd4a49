//! Items in, documents with marks out: the one path that everything takes, whether fetched, imported or invented.
//!
//! Reading takes ten times as long as storing and indexing together. Where many items come at once they are stored
//! unread, so that they can be found, and `reading.rs` reads them afterwards.

use std::sync::LazyLock;

use analysis::mentions::{Extra, Gazetteer};
use domain::{Document, Instant, Item, Marks, MentionKind};

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

#[derive(Default)]
pub struct Digested {
    pub documents: Vec<(Document, Marks)>,
    pub rejected: Vec<Rejected>,
}

/// When documents get their marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Now,
    Later,
}

/// Documents that have been read. Pure work, a fraction of a millisecond for each item: call it away from the threads
/// that serve connections.
pub fn digest(items: Vec<Item>, now: Instant) -> Digested {
    take(items, now, Reading::Now)
}

pub fn take(items: Vec<Item>, now: Instant, reading: Reading) -> Digested {
    let mut digested = Digested::default();
    for (at, item) in items.into_iter().enumerate() {
        match Document::new(item, now) {
            Ok(document) => {
                let item = &document.item;
                let marks = match reading {
                    Reading::Now => read(&item.title, &item.content, item.language.as_deref(), item.invented),
                    Reading::Later => Marks::unread(),
                };
                digested.documents.push((document, marks));
            }
            Err(error) => digested.rejected.push(Rejected { at, reason: error.to_string() }),
        }
    }
    digested
}

/// The marks of one document.
pub fn read(title: &str, content: &str, stated_language: Option<&str>, invented: bool) -> Marks {
    let names = invented.then_some(&*INVENTED_NAMES);
    analysis::analyse(&analysis::Text { title, content, stated_language, names })
}
