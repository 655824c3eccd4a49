//! What goes into the finder, what can be asked of it and what it answers.

use domain::{Category, Cohort, Day, DocumentId, Instant, Kind, MentionKind, Sentiment, StatementTarget};

use crate::language::Query;

/// Stands for documents without any category.
pub const UNCATEGORISED: &str = "Other";

/// All that the finder needs to know of one document. The text is indexed, never kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    pub id: DocumentId,
    pub published_at: Instant,
    pub title: &'a str,
    pub content: &'a str,
    /// The outlet's name as shown; `outlet` in a search is compared with it letter by letter.
    pub outlet: &'a str,
    pub author: &'a str,
    /// Names of those who speak in it, in every spelling: quoted people, and whoever posted it.
    pub speakers: &'a [String],
    /// The role of who posted it.
    pub cohort: Option<Cohort>,
    /// The statements that it reports: in which role, about what.
    pub statements: &'a [(Option<Cohort>, Option<StatementTarget>)],
    pub categories: &'a [Category],
    /// Companies and assets that it names; other kinds are passed over.
    pub named: &'a [(MentionKind, String)],
    /// False where it was not read yet: its words find it, but no sentiment and no category does, and nothing counts it.
    pub read: bool,
    /// None where it is not known: it was not read yet, or nobody reads its language; then it is in no count of tones.
    pub sentiment: Option<Sentiment>,
    pub kind: Kind,
    /// ISO 639-1, or `und`.
    pub language: &'a str,
    /// Net tone in [-1, 1], summed by tallies.
    pub tone: f32,
    /// Texts that differ in a few words differ in a few bits; 0 where it is not known.
    pub fingerprint: u64,
}

/// One step of the store's history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change<'a> {
    /// The document stands as given, whether or not it was there before.
    Put(Entry<'a>),
    Delete(DocumentId),
}

/// What is looked for. An empty filter lets everything through; one of several values lets through what fits any of
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    pub keyword: Option<&'a Query>,
    /// First and last millisecond, both included.
    pub from: Instant,
    pub to: Instant,
    /// Exact names of outlets.
    pub outlets: &'a [String],
    pub sentiments: &'a [Sentiment],
    pub kinds: &'a [Kind],
    pub languages: &'a [String],
    /// Names of categories, and `UNCATEGORISED`.
    pub categories: &'a [&'static str],
    /// The exact names under which they are counted.
    pub companies: &'a [String],
    pub assets: &'a [String],
    /// Somebody speaks in one of these roles: in a statement that it reports, or as who posted it.
    pub cohorts: &'a [Cohort],
    /// Somebody speaks about this, in one of the roles where any are given: a statement's target, or what a post of a known
    /// role names.
    pub spoken_of: Option<&'a StatementTarget>,
    /// The least and the greatest net tone, both included; what was not read has none.
    pub tone: Option<(f64, f64)>,
    /// Only these documents. The work grows with the list: the caller sets a bound.
    pub among: Option<&'a [DocumentId]>,
    /// Only what comes after this place in the order; the total still counts everything.
    pub after: Option<Position>,
    /// How many to leave out, counted from `after` where that is set. The work grows with it: the caller sets a bound.
    pub skip: usize,
    pub take: usize,
    pub order: Order,
    /// Of near-copies only the earliest counts and is listed.
    pub skip_copies: bool,
}

/// In which order matches come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Newest,
    /// By the words of the keyword: rare ones, frequent in the text or in the title, go first; equals newest first. `after`
    /// has no meaning in it.
    Relevance,
    /// As `Newest` from behind. `after` has no meaning in it.
    Oldest,
}

impl Search<'_> {
    /// Everything between two moments, first 50.
    pub fn between(from: Instant, to: Instant) -> Search<'static> {
        Search {
            keyword: None,
            from,
            to,
            outlets: &[],
            sentiments: &[],
            kinds: &[],
            languages: &[],
            categories: &[],
            companies: &[],
            assets: &[],
            cohorts: &[],
            spoken_of: None,
            tone: None,
            among: None,
            after: None,
            skip: 0,
            take: 50,
            order: Order::Newest,
            skip_copies: false,
        }
    }
}

/// A place in the one order there is: newest first, equal times by ascending id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub published_at: Instant,
    pub id: DocumentId,
}

/// A page of matches and how many there are in all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// In the order of the search: newest first, equal times by ascending id, where no other is asked for.
    pub ids: Vec<(DocumentId, Instant)>,
    /// Every match between `from` and `to`, whatever `after`, `skip` and `take` say.
    pub total: u64,
    /// There are matches after the last of `ids`.
    pub next: bool,
}

/// A page of matches, without how many there are in all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Newest first, equal times by ascending id.
    pub ids: Vec<(DocumentId, Instant)>,
    /// There are matches after the last of `ids`.
    pub next: bool,
}

/// The matches of a day, or of one of its hours, counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayTally {
    pub day: Day,
    pub count: u64,
    /// Those whose tone is not known, since their language is not read.
    pub unread: u64,
    pub positive: u64,
    pub neutral: u64,
    pub negative: u64,
    pub tone_sum: f64,
    /// Different outlets among them.
    pub outlets: u64,
}

/// The matches of one outlet, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutletTally {
    pub outlet: String,
    pub count: u64,
    /// Those whose tone is not known.
    pub unread: u64,
    pub positive: u64,
    pub negative: u64,
}
