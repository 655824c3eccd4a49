//! Text in, marks out: tone, subjects, companies, assets and organisations of one item.
//!
//! Pure: no network, no file at run time, no clock, no randomness. The same text gives the same marks on every
//! machine. Bad text (empty, huge, not language at all) gives poorer marks, never an error and never a panic.

pub mod directness;
pub mod fingerprint;
pub mod language;
pub mod mentions;
pub mod reader;
pub mod stories;

use domain::{Category, Marks, Mention, Sentiment, Span, Tone};

/// Names the models and lists that did the reading; changes whenever a mark could change.
pub const VERSION: &str = "words-0";

/// What is read: the parts of an item that the marks depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text<'a> {
    pub title: &'a str,
    pub content: &'a str,
    /// As the source states it; the text itself may say otherwise.
    pub stated_language: Option<&'a str>,
}

/// An organisation as the text spells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Organisation {
    pub text: String,
    pub span: Span,
}

/// Everything that can be said about a text, before thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub language: String,
    pub sentiment: Sentiment,
    pub tone: Tone,
    /// Scores in [0, 1] of all categories, in the order of `Category::ALL`.
    pub categories: Vec<(Category, f32)>,
    /// Companies and assets.
    pub mentions: Vec<Mention>,
    /// Every organisation that the tagger sees, one entry per place.
    pub organisations: Vec<Organisation>,
    pub fingerprint: u64,
}

/// Reads a text in full.
pub fn read_all(text: &Text) -> Reading {
    let tone = reader::tone(text.title, text.content);
    Reading {
        language: text.stated_language.unwrap_or("en").to_owned(),
        sentiment: tone.label(),
        tone,
        categories: reader::categories(text.title, text.content),
        mentions: Vec::new(),
        organisations: Vec::new(),
        fingerprint: 0,
    }
}

/// The marks that are stored with a document: the reading, cut at its thresholds.
pub fn analyse(text: &Text) -> Marks {
    let reading = read_all(text);
    let mut categories: Vec<_> = reading.categories.into_iter().filter(|(_, score)| *score >= 0.5).collect();
    categories.sort_by(|a, b| b.1.total_cmp(&a.1));
    Marks {
        language: reading.language,
        sentiment: reading.sentiment,
        tone: reading.tone,
        categories,
        mentions: reading.mentions,
        fingerprint: reading.fingerprint,
        version: VERSION.to_owned(),
    }
}
