//! Which companies and assets a text names, and where.
//!
//! The names come from the lists in `lists/`, compiled in; one pass over the words finds every spelling and
//! the words around a doubtful one decide (`context`). It refuses to guess: a word that is also a name counts
//! only where something in the text speaks for the name. Organisations in no list are another reader's task; which of
//! them are firms is told by weights (`learned`).

mod context;
mod entry;
mod find;
mod firm_names;
mod gather;
mod gazetteer;
mod learned;
mod native;
mod place;
mod sentences;
mod sources;
mod spellings;
mod unlisted;
mod words;

use domain::{Mention, MentionKind};

pub use entry::{Entry, Extra};
pub(crate) use firm_names::{bare, begins, folded, is_fuller, words_of};
pub use gazetteer::Gazetteer;
pub(crate) use learned::{Spot, is_firm};
pub(crate) use sentences::ends as sentence_ends;
pub(crate) use unlisted::{is_person, is_place_name, lacks_before, only_tells, stands};

/// Companies and assets that a text names, in the order of their first place; `tone` is left out.
pub fn find(title: &str, content: &str) -> Vec<Mention> {
    Gazetteer::standard().find(title, content)
}

/// Every listed company.
pub fn companies() -> impl Iterator<Item = &'static Entry> {
    Gazetteer::standard().companies()
}

/// Every listed coin and token.
pub fn assets() -> impl Iterator<Item = &'static Entry> {
    Gazetteer::standard().assets()
}

/// The listed company that goes by this very spelling.
pub fn company(spelling: &str) -> Option<&'static Entry> {
    Gazetteer::standard().company(spelling)
}

/// The company or asset whose name this is in the letters of another language.
pub fn native(name: &str, kind: MentionKind) -> Option<&'static Entry> {
    Gazetteer::standard().native(name).filter(|entry| entry.kind == kind)
}

#[cfg(test)]
#[path = "mentions_tests.rs"]
mod tests;
