//! Text as it came in to text as it was written: without what the outlet adds to every article, what its feed glues to
//! it, and what its markup left behind.
//!
//! Two kinds of knowledge: rules that hold for any outlet, and what one outlet repeats (`OutletFrames`). Pure and linear in
//! the text; cleaning what is clean changes nothing. Rules alone never take more than a bounded part of a text.

mod code;
mod frames;
mod frames_bytes;
mod keys;
mod plain;
mod rows;
mod sentences;
mod sites;
mod words;

use std::fmt;
use std::ops::Range;

pub use frames::{Frame, OutletFrames};

use words::Words;

/// Longer texts are left alone beyond this.
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
    /// In the order in which they were found.
    pub cut: Vec<Cut>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    pub text: String,
    pub reason: Reason,
}

/// Why something is no part of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The outlet repeats it in articles about other things.
    Repeated,
    /// `The post … appeared first on …`.
    FirstAppeared,
    /// The site's name and the headline in front of the text.
    GluedHeadline,
    /// `Continue reading: …`, `Related: …`.
    LinkRow,
    /// Counters and links of an embedded post.
    Embed,
    /// Asks to follow, subscribe or sign up.
    FollowUs,
    Disclaimer,
    /// Who took the picture, who edited, who owns the text.
    Credit,
    /// Style sheets and scripts.
    Code,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Repeated => "the outlet repeats it",
            Reason::FirstAppeared => "says where it appeared first",
            Reason::GluedHeadline => "repeats site and headline",
            Reason::LinkRow => "links to other pages",
            Reason::Embed => "belongs to an embedded post",
            Reason::FollowUs => "asks to follow or subscribe",
            Reason::Disclaimer => "is a disclaimer",
            Reason::Credit => "is a credit",
            Reason::Code => "is code",
        })
    }
}

impl Reason {
    /// Counts towards what rules may take. Code is no text at all, and what is learned has been seen often.
    fn is_bounded(self) -> bool {
        !matches!(self, Reason::Repeated | Reason::Code)
    }
}

/// What a rule finds: where, and why.
type Found = (Range<usize>, Reason);

/// What rules look at besides the text.
struct Context<'a> {
    outlet: &'a str,
    title: Words,
    learned: &'a OutletFrames,
}

pub fn clean(outlet: &str, title: &str, text: &str, learned: &OutletFrames) -> Cleaned {
    let title = sites::without_site(&plain::line(title), outlet, learned);
    let text = plain::text(&text[..text.floor_char_boundary(MAX_TEXT_BYTES)]);
    let context = Context { outlet, title: Words::of_headline(&title), learned };
    let all = cut_all(&text, &context, true).or_else(|| cut_all(&text, &context, false));
    let (text, cut) = all.unwrap_or((text, Vec::new()));
    Cleaned { title, text, cut }
}

/// Cuts until nothing is found; nothing if that takes too long or too much.
fn cut_all(text: &str, context: &Context<'_>, with_rules: bool) -> Option<(String, Vec<Cut>)> {
    let max_bounded = MAX_RULE_BYTES.max((text.len() as f64 * MAX_RULE_SHARE) as usize);
    let (mut left, mut cuts, mut n_bounded) = (text.to_owned(), Vec::new(), 0);
    for _ in 0..MAX_ROUNDS {
        let found = merged(find(&left, context, with_rules));
        if found.is_empty() {
            return Some((left, cuts));
        }
        for (range, reason) in &found {
            n_bounded += if reason.is_bounded() { range.len() } else { 0 };
            cuts.push(Cut { text: left[range.clone()].trim().to_owned(), reason: *reason });
        }
        if n_bounded > max_bounded {
            return None;
        }
        left = plain::squeezed(&without(&left, &found));
    }
    None
}

fn find(text: &str, context: &Context<'_>, with_rules: bool) -> Vec<Found> {
    let mut found = Vec::new();
    let units = words::units(text);
    frames::repeated(text, &units, context, &mut found);
    code::find(text, &mut found);
    if with_rules {
        let words = Words::of(text);
        sites::first_appeared(text, &words, context, &mut found);
        sites::glued_headline(text, &words, context, &mut found);
        rows::find(text, &words, context, &mut found);
        sentences::find(text, &units, &mut found);
    }
    found
}

/// In order and apart; where two overlap, the one that begins first names the reason.
fn merged(mut found: Vec<Found>) -> Vec<Found> {
    found.retain(|(range, _)| !range.is_empty());
    found.sort_by_key(|(range, _)| range.start);
    let mut merged: Vec<Found> = Vec::with_capacity(found.len());
    for (range, reason) in found {
        match merged.last_mut() {
            Some((last, _)) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push((range, reason)),
        }
    }
    merged
}

/// The rest, with a break where a whole line is gone and a space where there was less.
fn without(text: &str, found: &[Found]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for (range, _) in found {
        left.push_str(&text[at..range.start]);
        left.push(if text[range.clone()].contains('\n') { '\n' } else { ' ' });
        at = range.end;
    }
    left.push_str(&text[at..]);
    left
}

#[cfg(test)]
#[path = "clean_tests.rs"]
mod tests;
