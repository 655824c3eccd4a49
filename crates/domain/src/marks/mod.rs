//! What was read in a document: tone, subjects, who and what is named.

use crate::category::{Category, closed_list};
pub mod statement;

use self::statement::Statement;

closed_list! {
    /// The tone that a market reader takes from an item.
    Sentiment { Positive = "Positive", Neutral = "Neutral", Negative = "Negative" }
}

/// Probabilities of the three tones; they sum to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    pub positive: f32,
    pub neutral: f32,
    pub negative: f32,
}

impl Tone {
    /// Nothing is known: as likely one as the other.
    pub const UNKNOWN: Tone = Tone { positive: 0.0, neutral: 1.0, negative: 0.0 };

    /// p(positive) - p(negative), in [-1, 1].
    pub fn net(self) -> f32 {
        self.positive - self.negative
    }

    /// The likeliest; neutral where two are equally likely.
    pub fn label(self) -> Sentiment {
        if self.positive > self.neutral && self.positive > self.negative {
            Sentiment::Positive
        } else if self.negative > self.neutral && self.negative > self.positive {
            Sentiment::Negative
        } else {
            Sentiment::Neutral
        }
    }
}

closed_list! {
    /// What kind of thing is named.
    MentionKind { Company = "company", Asset = "asset", Organisation = "organisation" }
}

closed_list! {
    /// Where in a document something stands.
    Field { Title = "title", Content = "content" }
}

/// A stretch of a field, counted in Unicode characters; `end` is the first one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub field: Field,
    pub start: u32,
    pub end: u32,
}

/// One company, asset or organisation, with every place where the document names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    pub kind: MentionKind,
    /// The name under which it is counted.
    pub name: String,
    pub ticker: Option<String>,
    pub spans: Vec<Span>,
    pub in_title: bool,
    /// Named in the first paragraph.
    pub in_lead: bool,
    /// Net tone toward it where a sentence gives one, and which of the three is the likeliest.
    pub tone: Option<f32>,
    pub sentiment: Option<Sentiment>,
}

impl Mention {
    pub fn count(&self) -> u32 {
        self.spans.len() as u32
    }
}

/// Bits in which the fingerprints of two copies of one text may differ. On real articles of 150 words and more this finds
/// 98 of 100 copies with two words in a hundred changed and a new byline and footer, and calls one pair in 100,000 of
/// others a copy.
pub const NEAR_BITS: u32 = 12;

/// True where two texts are copies of each other but for small edits, by their fingerprints. A text without words is no
/// copy of anything.
pub fn near_copies(a: u64, b: u64) -> bool {
    a != 0 && b != 0 && (a ^ b).count_ones() <= NEAR_BITS
}

/// All that was read in one document.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// ISO 639-1, or `und` where it cannot be told.
    pub language: String,
    pub sentiment: Sentiment,
    pub tone: Tone,
    /// Subjects that reach their threshold, strongest first, with their scores in [0, 1].
    pub categories: Vec<(Category, f32)>,
    pub mentions: Vec<Mention>,
    /// Who says what, in the order of the text.
    pub statements: Vec<Statement>,
    /// Texts that differ in a few words differ in a few bits.
    pub fingerprint: u64,
    /// Names the models and lists that did the reading.
    pub version: String,
}

impl Marks {
    /// Of a document that is stored and found, but was not read yet: nothing counts it.
    pub fn unread() -> Marks {
        Marks {
            language: "und".into(),
            sentiment: Sentiment::Neutral,
            tone: Tone::UNKNOWN,
            categories: Vec::new(),
            mentions: Vec::new(),
            statements: Vec::new(),
            fingerprint: 0,
            version: String::new(),
        }
    }

    pub fn is_sponsored(&self) -> bool {
        self.categories.iter().any(|(category, _)| *category == Category::Sponsored)
    }
}
