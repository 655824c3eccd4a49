//! Which sources there are: the lists compiled in, and the shape of an entry added later.
//!
//! A kind of source is one file that implements `Source` and one line in `source_for`.

use domain::Outlet;
use serde::{Deserialize, Serialize};

use crate::bitcoin_price::BitcoinPrice;
use crate::bluesky::Bluesky;
use crate::earnings_call::EarningsCalls;
use crate::edgar::Edgar;
use crate::feed_source::FeedSource;
use crate::github::GithubDiscussions;
use crate::hacker_news::HackerNews;
use crate::mastodon::Mastodon;
use crate::nostr::Nostr;
use crate::podcast::Podcast;
use crate::source::Source;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    Feed,
    Podcast,
    Edgar,
    EarningsCalls,
    Nostr,
    Bluesky,
    Mastodon,
    HackerNews,
    GithubDiscussions,
    BitcoinPrice,
}

impl SourceKind {
    pub const ALL: &'static [SourceKind] = &[
        SourceKind::Feed,
        SourceKind::Podcast,
        SourceKind::Edgar,
        SourceKind::EarningsCalls,
        SourceKind::Nostr,
        SourceKind::Bluesky,
        SourceKind::Mastodon,
        SourceKind::HackerNews,
        SourceKind::GithubDiscussions,
        SourceKind::BitcoinPrice,
    ];

    pub fn name(self) -> &'static str {
        match self {
            SourceKind::Feed => "feed",
            SourceKind::Podcast => "podcast",
            SourceKind::Edgar => "edgar",
            SourceKind::EarningsCalls => "earnings_calls",
            SourceKind::Nostr => "nostr",
            SourceKind::Bluesky => "bluesky",
            SourceKind::Mastodon => "mastodon",
            SourceKind::HackerNews => "hacker_news",
            SourceKind::GithubDiscussions => "github_discussions",
            SourceKind::BitcoinPrice => "bitcoin_price",
        }
    }

    pub fn from_name(name: &str) -> Option<SourceKind> {
        SourceKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// What knows how to ask for and read this kind.
pub fn source_for(kind: SourceKind) -> &'static dyn Source {
    match kind {
        SourceKind::Feed => &FeedSource,
        SourceKind::Podcast => &Podcast,
        SourceKind::Edgar => &Edgar,
        SourceKind::EarningsCalls => &EarningsCalls,
        SourceKind::Nostr => &Nostr,
        SourceKind::Bluesky => &Bluesky,
        SourceKind::Mastodon => &Mastodon,
        SourceKind::HackerNews => &HackerNews,
        SourceKind::GithubDiscussions => &GithubDiscussions,
        SourceKind::BitcoinPrice => &BitcoinPrice,
    }
}

/// One source. Unknown fields are refused, so that a misspelt one does not pass unnoticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceEntry {
    pub id: String,
    pub kind: SourceKind,
    /// Where it is; a folder for earnings calls kept as files.
    pub url: String,
    pub outlet: String,
    pub category: String,
    pub family: String,
    /// ISO 3166-1 alpha-2, or empty.
    #[serde(default)]
    pub country: String,
    /// ISO 639-1, or empty.
    #[serde(default)]
    pub language: String,
    /// The company whose filings or calls these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
}

impl SourceEntry {
    /// A source someone adds by address alone; the outlet is named after its host until they say otherwise.
    pub fn added(url: &str, kind: SourceKind) -> SourceEntry {
        let parsed = url::Url::parse(url).ok();
        let host = parsed.as_ref().and_then(url::Url::host_str).unwrap_or(url);
        let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
        SourceEntry {
            id: id_for(url),
            kind,
            url: url.to_owned(),
            outlet: host.clone(),
            category: if kind == SourceKind::Podcast { "Podcast".to_owned() } else { "Other".to_owned() },
            family: host,
            country: String::new(),
            language: String::new(),
            ticker: None,
        }
    }

    pub fn outlet(&self) -> Outlet {
        Outlet {
            name: self.outlet.clone(),
            category: self.category.clone(),
            family: self.family.clone(),
            country: self.country.clone(),
        }
    }
}

/// A short, stable id for an address: its readable part and enough of its hash to be the only one.
pub fn id_for(url: &str) -> String {
    let bare = url.split("://").last().unwrap_or(url);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    let mut id = String::new();
    for c in bare.chars().take(40) {
        if c.is_ascii_alphanumeric() {
            id.push(c.to_ascii_lowercase());
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let hash = domain::hash::to_hex(&domain::hash::hash128(url.as_bytes())[..4]);
    format!("{}-{hash}", id.trim_matches('-'))
}

/// A company that files with the SEC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub cik: u64,
    pub ticker: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
}

impl Company {
    /// The source of this company's filings.
    pub fn filings(&self) -> SourceEntry {
        SourceEntry {
            id: format!("edgar-{}", self.ticker.to_ascii_lowercase()),
            kind: SourceKind::Edgar,
            url: format!("https://data.sec.gov/submissions/CIK{:010}.json", self.cik),
            outlet: self.name.clone(),
            category: "Company".to_owned(),
            family: self.ticker.to_ascii_lowercase(),
            country: "US".to_owned(),
            language: "en".to_owned(),
            ticker: Some(self.ticker.clone()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFile {
    source: Vec<SourceEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompanyFile {
    company: Vec<Company>,
}

const SOURCE_FILES: &[&str] = &[
    include_str!("../catalog/feeds.toml"),
    include_str!("../catalog/podcasts.toml"),
    include_str!("../catalog/conversations.toml"),
    include_str!("../catalog/prices.toml"),
];

/// The sources compiled in: the lists, and one of filings for each company.
pub fn default_sources() -> Vec<SourceEntry> {
    let mut sources = Vec::new();
    for file in SOURCE_FILES {
        sources.extend(parse_sources(file).expect("the lists compiled in are read by a test"));
    }
    sources.extend(default_companies().iter().map(Company::filings));
    sources
}

pub fn default_companies() -> Vec<Company> {
    let file: CompanyFile = toml::from_str(include_str!("../catalog/companies.toml"))
        .expect("the list compiled in is read by a test");
    file.company
}

/// Reads a list in the form of the ones compiled in, for operators who keep their own.
pub fn parse_sources(text: &str) -> Result<Vec<SourceEntry>, toml::de::Error> {
    toml::from_str::<SourceFile>(text).map(|file| file.source)
}

#[cfg(test)]
#[path = "catalog_tests.rs"]
mod tests;
