//! One UTC day's documents, counted: what every answer and every metric is made from.
//!
//! A rollup is always made anew from the day's documents, never added to, and any order of them gives the same
//! bytes. Sponsored items are in every count (`Tally::count` and its tones), so that the totals of different
//! questions agree with each other and with the list of articles; they carry no weight, so that no index moves
//! by a bought line. A story's weight is shared within the day: a story that runs for two days is told twice.

mod build;
mod bytes;
mod codec;
mod companies;
mod names;
mod outline;
mod said;
mod tally;
mod voices;

use domain::{Category, Cohort, Day, Instant, Kind, Sentiment, Tone};

pub use build::roll_up;
pub(crate) use build::{attention, weighed, weighted};
pub use codec::{DecodeError, decode, encode};
pub use outline::{decode_outline, encode_outline, outline};
pub use said::{Quote, SaidDay, SaidInput, SaidRow, encode_said};
pub use tally::Tally;
pub use voices::{STEPS, StatementInput, VoiceRow, Voices, decode_voices, encode_voices};

/// The asset of the five metrics, by the name under which mentions are counted.
pub const LEAD_ASSET: &str = "Bitcoin";

/// Quarters of an hour in a day: readings are taken on these boundaries.
pub const QUARTERS_PER_DAY: i64 = 96;

/// Items that are kept by id for each company and day.
pub const ARTICLES_PER_COMPANY: usize = 3;

/// What counting needs of one document.
#[derive(Clone, Debug)]
pub struct DayInput<'a> {
    pub id: [u8; 16],
    pub published_at: Instant,
    pub kind: Kind,
    pub outlet: &'a str,
    pub outlet_category: &'a str,
    pub outlet_family: &'a str,
    /// ISO 3166-1 alpha-2, or empty.
    pub outlet_country: &'a str,
    pub sentiment: Sentiment,
    pub tone: Tone,
    pub sponsored: bool,
    pub language: &'a str,
    /// None where it was not put into a story: then it is a story of its own.
    pub story: Option<[u8; 16]>,
    /// It says again what an earlier item said, word for word or nearly so.
    pub repeats: bool,
    /// The speaker's handle, else the author's name; empty where neither is known.
    pub author: &'a str,
    pub cohort: Option<Cohort>,
    /// Who that is among all voices; only asked for where the role is known.
    pub voice: [u8; 16],
    /// What others are reported to have said, as far as their roles are known.
    pub statements: Vec<StatementInput<'a>>,
    /// Strongest first.
    pub categories: Vec<Category>,
    pub companies: Vec<MentionInput<'a>>,
    pub assets: Vec<MentionInput<'a>>,
}

/// One company or asset that a document names.
#[derive(Clone, Copy, Debug)]
pub struct MentionInput<'a> {
    pub name: &'a str,
    pub ticker: Option<&'a str>,
    pub in_title: bool,
    pub in_lead: bool,
    pub count: u32,
}

/// A day, counted. Every list is sorted by its key.
#[derive(Clone, Debug, PartialEq)]
pub struct DayRollup {
    pub day: Day,
    pub totals: Tally,
    /// The same without sponsored items.
    pub unsponsored: Tally,
    /// The outlet families of the day; rows name them by their place here.
    pub families: Vec<String>,
    pub outlets: Vec<OutletRow>,
    pub kinds: Vec<(Kind, Tally)>,
    /// An item counts in each of its categories.
    pub categories: Vec<(Category, Tally)>,
    /// Items without any.
    pub uncategorised: Tally,
    pub languages: Vec<(String, Tally)>,
    pub companies: Vec<CompanyRow>,
    /// Attention is split over an item's assets by salience.
    pub assets: Vec<NamedRow>,
    pub cohorts: Vec<(Cohort, Tally)>,
    /// What the cohorts speak about; an item counts in each of its categories.
    pub cohort_categories: Vec<((Cohort, Category), Tally)>,
    pub people: Vec<PersonRow>,
    pub stories: Vec<StoryRow>,
    pub buckets: Vec<Bucket>,
    pub outlet_assets: Vec<OutletAsset>,
    /// What was said in known roles. It has a digest of its own.
    pub voices: Voices,
    /// BLAKE3 of the encoded tables above but the last, 128 bits.
    pub digest: [u8; 16],
}

#[derive(Clone, Debug, PartialEq)]
pub struct OutletRow {
    pub name: String,
    pub category: String,
    /// Place in `families`.
    pub family: u32,
    pub country: String,
    pub tally: Tally,
    pub index: Weighed,
    /// Items that name an asset, sponsored ones not counted.
    pub asset_items: i64,
}

/// What an index sees of some items: sponsored ones are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    pub items: i64,
    /// Sum of story weights, in steps of 2^-32.
    pub weight: i64,
    /// Sum of weight times net tone, in steps of 2^-32.
    pub tone: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedRow {
    pub name: String,
    pub ticker: Option<String>,
    pub tally: Tally,
    /// How often it is named, sponsored items not counted.
    pub mentions: i64,
}

/// A company, and the items that speak of it most plainly.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanyRow {
    pub name: String,
    pub ticker: Option<String>,
    pub tally: Tally,
    /// How often it is named, sponsored items not counted.
    pub mentions: i64,
    /// At most `ARTICLES_PER_COMPANY`, best first, each of another story.
    pub articles: Vec<[u8; 16]>,
}

/// One voice of the day. Someone who speaks in two roles has two rows.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonRow {
    pub name: String,
    pub cohort: Option<Cohort>,
    /// All items, sponsored ones too.
    pub items: i64,
    pub index: Weighed,
    /// Attention given to the lead asset, in steps of 2^-32.
    pub lead_attention: i64,
    /// A bit for each category of the items, by its place in the list.
    pub categories: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoryRow {
    pub story: [u8; 16],
    pub tally: Tally,
    /// Places in `families`, ascending; families with sponsored items only are not among them.
    pub families: Box<[u32]>,
    /// How each of them reported it, in the same order.
    pub reports: Box<[Report]>,
    /// How many of its items carry the category as their first.
    pub categories: Box<[(Category, u32)]>,
}

/// How a family reported a story on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The minute of the day of its first item; none where only days are known.
    pub minute: Option<u16>,
    /// At least one of its items says more than an earlier item did.
    pub is_own: bool,
}

/// One outlet's items of one first category in one quarter of an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Place in `outlets`.
    pub outlet: u32,
    /// 0..96.
    pub quarter: u8,
    pub category: Option<Category>,
    pub index: Weighed,
}

/// One outlet's attention to one asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutletAsset {
    /// Place in `outlets`.
    pub outlet: u32,
    /// Place in `assets`.
    pub asset: u32,
    /// In steps of 2^-32.
    pub attention: i64,
    pub mentions: i64,
}

impl std::ops::AddAssign for Weighed {
    fn add_assign(&mut self, other: Weighed) {
        self.items += other.items;
        self.weight += other.weight;
        self.tone += other.tone;
    }
}

#[cfg(test)]
mod tests;
