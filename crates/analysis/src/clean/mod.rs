//! Text as it came in to text as it was written: without what the outlet adds to every article, what its feed glues to
//! it, and what its markup left behind.
//!
//! Two kinds of knowledge: rules that hold for any outlet, and what one outlet repeats (`OutletFrames`). Pure and linear in
//! the text; cleaning what is clean changes nothing. Rules alone never take more than a bounded part of a text, and what
//! was cut is kept: `domain::cut::restored` puts it back.

mod code;
mod entry;
mod frames;
mod frames_bytes;
mod hidden;
mod names;
mod offers;
mod page;
mod phrases;
mod pieces;
mod plain;
mod recent;
mod repeated;
mod rows;
mod rules;
mod signs;
mod sites;
mod starts;

use std::ops::Range;

use domain::{Cut, CutReason};

pub use frames::{Frame, OutletFrames};
pub use hidden::shown;

use page::{Page, headline};
use pieces::Pieces;

/// Longer texts are left alone.
const MAX_TEXT_BYTES: usize = 1 << 20;
/// What rules may take of a text, unless it is little.
const MAX_RULE_SHARE: f64 = 0.4;
const MAX_RULE_BYTES: usize = 600;
/// One cut may lay bare the next; a text that goes on like this was made to.
const MAX_ROUNDS: usize = 6;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cleaned {
    pub title: String,
    pub text: String,
    /// In the order of title and text.
    pub cuts: Vec<Cut>,
}

/// What a rule finds: where, and why.
type Found = (Range<usize>, CutReason);

/// What rules look at besides the text.
struct Context<'a> {
    outlet: &'a str,
    title: &'a str,
    learned: &'a OutletFrames,
}

/// A headline without markup, as it stands in front of all cuts.
pub fn plain_title(title: &str) -> String {
    plain::line(title)
}

pub fn clean(outlet: &str, title: &str, text: &str, learned: &OutletFrames) -> Cleaned {
    let (title, mut cuts) = sites::without_site(plain::line(title), outlet, learned);
    if text.len() > MAX_TEXT_BYTES {
        return Cleaned { title, text: text.to_owned(), cuts };
    }
    let plain = plain::text(text);
    let context = Context { outlet, title: &title, learned };
    let words = headline(&title);
    let pieces = cut_all(&plain, &words, &context, true).or_else(|| cut_all(&plain, &words, &context, false));
    let text = match pieces.filter(|pieces| !pieces.is_whole()) {
        Some(pieces) => pieces.taken_apart(&mut cuts),
        None => plain.into_owned(),
    };
    Cleaned { title, text, cuts }
}

/// Cuts until nothing is found; nothing if that takes too long or too much.
fn cut_all<'a>(plain: &'a str, title: &[u64], context: &Context<'_>, with_rules: bool) -> Option<Pieces<'a>> {
    let max_by_rules = MAX_RULE_BYTES.max((plain.len() as f64 * MAX_RULE_SHARE) as usize);
    let mut pieces = Pieces::of(plain);
    for _ in 0..MAX_ROUNDS {
        let found = find(&Page::of(pieces.left(), title), context, with_rules);
        if found.is_empty() {
            return Some(pieces);
        }
        pieces.cut(&found);
        if pieces.n_bytes_cut(is_bounded) > max_by_rules {
            return None;
        }
    }
    None
}

/// Counts towards what rules may take. Code is no text at all, and what is learned has been seen often.
fn is_bounded(reason: CutReason) -> bool {
    !matches!(reason, CutReason::Repeated | CutReason::Code)
}

fn find(page: &Page<'_>, context: &Context<'_>, with_rules: bool) -> Vec<Found> {
    let mut found = Vec::new();
    repeated::find(page, context.learned, &mut found);
    code::find(page.text, &mut found);
    // What is learned ends where it is known to end; a rule would take along what a feed glued to it.
    if with_rules && found.is_empty() {
        sites::glued_headline(page, context, &mut found);
        rules::find(page, context, &mut found);
        offers::find(page.text, context.title, &mut found);
    }
    found.retain(|(range, _)| !range.is_empty());
    found
}

#[cfg(test)]
mod frames_tests;
#[cfg(test)]
#[path = "clean_tests.rs"]
mod tests;
