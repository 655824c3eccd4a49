//! An article as callers see it, with its text and without.

use domain::Cohort;
use domain::language::is_read;
use interface::Table;
use schemars::JsonSchema;
use serde::Serialize;
use store::documents::{Headline as StoredHeadline, NamedTone, StoredDocument};

/// One published item. Where `fields` names some members, the others are left out.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = none_required)]
pub struct Article {
    #[serde(rename = "Title")]
    pub title: String,
    #[serde(rename = "Content")]
    pub content: String,
    /// When it was published, UTC.
    #[serde(rename = "Date")]
    #[schemars(extend("format" = "date-time"))]
    pub date: String,
    #[serde(rename = "URL")]
    pub url: String,
    #[serde(rename = "Outlet")]
    pub outlet: String,
    #[serde(rename = "Sentiment")]
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative"]))]
    pub sentiment: &'static str,
    #[serde(rename = "Outlet_Category")]
    pub outlet_category: String,
    pub author_name: String,
    pub image_url: String,
    /// The same for the same address, always.
    pub id: String,
    /// news, podcast, filing, disclosure, earnings_call or conversation.
    pub kind: &'static str,
    /// True for items of the demo's invented world.
    pub invented: bool,
    /// False where its tone is not known: nobody reads its language, or it waits to be read in the minutes after a large
    /// import. Its sentiment then stands as Neutral, and no count of tones has it.
    pub read: bool,
    /// Companies, assets and organisations that it names, in the order in which they were found.
    pub mentions: Vec<Named>,
    /// ISO 639-1, or und.
    pub language: String,
    /// How likely each tone is; null where it was not read.
    pub tone: Option<ToneParts>,
    /// Subjects, the strongest first; none for `Other`.
    pub categories: Vec<Scored>,
    /// The story that it belongs to, as trends name it; null where it was not put into one yet.
    pub story_id: Option<String>,
    /// The role of who speaks, where that is known.
    pub cohort: Option<&'static str>,
    /// Who speaks, where it is somebody's post.
    pub speaker: Option<String>,
    /// Bought: in the counts of articles, and no part of trends and indices.
    pub sponsored: bool,
    /// Outlets of one house; trends and indices count houses.
    pub outlet_family: String,
    /// Of the outlet, ISO 3166-1 alpha-2, or empty.
    pub country: String,
    /// Names the models and lists that read it; null where nothing did yet.
    pub marks_version: Option<String>,
}

/// How likely an article is of each tone, unrounded, so that what is counted from it can be counted again; together 1.
#[derive(Serialize, JsonSchema)]
pub struct ToneParts {
    pub positive: f64,
    pub neutral: f64,
    pub negative: f64,
}

/// A subject and how surely the article is on it, 0 to 1.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CategoryScore")]
pub struct Scored {
    pub name: &'static str,
    pub score: f64,
}

/// Something that an article names.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mention")]
pub struct Named {
    /// company, asset or organisation.
    pub kind: &'static str,
    pub name: String,
    pub ticker: Option<String>,
    /// The tone toward it, which need not be the article's; null where it was not read: the first eight companies and
    /// assets and the first six organisations are.
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative", null]))]
    pub sentiment: Option<&'static str>,
    /// The same as p(positive) - p(negative), from -1 to 1.
    pub tone: Option<f64>,
    /// 3 where the title names it, else 2 where the first paragraph does, else 1: how attention is split.
    pub salience: u8,
    /// How often it is named.
    pub count: i64,
}

/// An article without its text.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Headline {
    #[serde(rename = "Title")]
    pub title: String,
    /// When it was published, UTC.
    #[serde(rename = "Date")]
    #[schemars(extend("format" = "date-time"))]
    pub date: String,
    #[serde(rename = "URL")]
    pub url: String,
    #[serde(rename = "Outlet")]
    pub outlet: String,
    #[serde(rename = "Sentiment")]
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative"]))]
    pub sentiment: &'static str,
    #[serde(rename = "Outlet_Category")]
    pub outlet_category: String,
    pub author_name: String,
    pub image_url: String,
    pub id: String,
    pub kind: &'static str,
    pub invented: bool,
}

impl From<StoredDocument> for Article {
    fn from(document: StoredDocument) -> Article {
        Article {
            title: document.title,
            content: document.content,
            date: document.published_at.rfc3339(),
            url: document.url,
            outlet: document.outlet_name,
            sentiment: document.sentiment.name(),
            outlet_category: document.outlet_category,
            author_name: document.author_name,
            image_url: document.image_url,
            id: document.id.to_string(),
            kind: document.kind.name(),
            invented: document.invented,
            read: document.read && is_read(&document.language),
            mentions: document.named.into_iter().map(Named::from).collect(),
            tone: (document.read && is_read(&document.language)).then(|| ToneParts {
                positive: f64::from(document.tone.positive),
                neutral: f64::from(document.tone.neutral),
                negative: f64::from(document.tone.negative),
            }),
            language: document.language,
            categories: document
                .categories
                .iter()
                .map(|(category, score)| Scored { name: category.name(), score: rounded(*score) })
                .collect(),
            story_id: document.story_id,
            cohort: document.cohort.map(Cohort::name),
            speaker: document.speaker_name.or(document.speaker_handle),
            sponsored: document.sponsored,
            outlet_family: document.outlet_family,
            country: document.outlet_country,
            marks_version: Some(document.marks_version).filter(|version| !version.is_empty()),
        }
    }
}

impl From<NamedTone> for Named {
    fn from(named: NamedTone) -> Named {
        Named {
            kind: named.kind.name(),
            name: named.name,
            ticker: named.ticker,
            sentiment: named.sentiment.map(|sentiment| sentiment.name()),
            tone: named.tone.map(rounded),
            salience: match (named.in_title, named.in_lead) {
                (true, _) => 3,
                (false, true) => 2,
                (false, false) => 1,
            },
            count: named.count,
        }
    }
}

impl From<&StoredHeadline> for Headline {
    fn from(document: &StoredHeadline) -> Headline {
        Headline {
            title: document.title.clone(),
            date: document.published_at.rfc3339(),
            url: document.url.clone(),
            outlet: document.outlet_name.clone(),
            sentiment: document.sentiment.name(),
            outlet_category: document.outlet_category.clone(),
            author_name: document.author_name.clone(),
            image_url: document.image_url.clone(),
            id: document.id.to_string(),
            kind: document.kind.name(),
            invented: document.invented,
        }
    }
}

/// The members that fit a cell, in the order in which tables have them.
pub const COLUMNS: [&str; 12] = [
    "Title",
    "Date",
    "URL",
    "Outlet",
    "Sentiment",
    "Outlet_Category",
    "author_name",
    "image_url",
    "Content",
    "id",
    "kind",
    "invented",
];

pub fn table<'a>(columns: Vec<&'static str>, articles: impl Iterator<Item = &'a Article>) -> Table {
    let row = |article: &Article| columns.iter().map(|column| article.cell(column)).collect();
    Table { rows: articles.map(row).collect(), columns }
}

impl Article {
    fn cell(&self, column: &str) -> String {
        match column {
            "Title" => self.title.clone(),
            "Date" => self.date.clone(),
            "URL" => self.url.clone(),
            "Outlet" => self.outlet.clone(),
            "Sentiment" => self.sentiment.to_owned(),
            "Outlet_Category" => self.outlet_category.clone(),
            "author_name" => self.author_name.clone(),
            "image_url" => self.image_url.clone(),
            "Content" => self.content.clone(),
            "id" => self.id.clone(),
            "kind" => self.kind.to_owned(),
            "invented" => self.invented.to_string(),
            _ => String::new(),
        }
    }
}

/// Leaves the wanted members of a written article, and those that were asked for by themselves; none wanted: all.
pub fn only(article: &mut serde_json::Value, wanted: &[&str], besides: &[&str]) {
    if let Some(members) = article.as_object_mut().filter(|_| !wanted.is_empty()) {
        members.retain(|name, _| wanted.contains(&name.as_str()) || besides.contains(&name.as_str()));
    }
}

/// Any member may be left out by `fields`.
fn none_required(schema: &mut schemars::Schema) {
    schema.remove("required");
}

/// Four places.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}

/// The members that an article can be told with, for `fields`.
pub const FIELDS: [&str; 24] = [
    "Title",
    "Content",
    "Date",
    "URL",
    "Outlet",
    "Sentiment",
    "Outlet_Category",
    "author_name",
    "image_url",
    "id",
    "kind",
    "invented",
    "read",
    "mentions",
    "language",
    "tone",
    "categories",
    "story_id",
    "cohort",
    "speaker",
    "sponsored",
    "outlet_family",
    "country",
    "marks_version",
];
