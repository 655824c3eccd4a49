//! An article as callers see it, with its text and without.

use schemars::JsonSchema;
use serde::Serialize;
use store::documents::{Headline as StoredHeadline, StoredDocument};

/// One published item.
#[derive(Serialize, JsonSchema)]
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
    /// False for the minutes after a large import in which it waits to be read: its sentiment is not known yet, stands as
    /// Neutral, and no count has it.
    pub read: bool,
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
            read: document.read,
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
