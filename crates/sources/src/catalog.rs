//! Which sources there are: the lists compiled in, and the shape of an entry added later.
//!
//! A kind of source is one file that implements `Source` and one line in the list of `kinds.rs`.

use serde::{Deserialize, Serialize};

pub use crate::entry::{Content, SourceEntry, SourceKind, id_for};
use crate::source::Source;

macro_rules! by_kind {
    ($($kind:ident $name:literal $module:ident $source:ident;)+) => {
        /// What knows how to ask for and read this kind.
        pub fn source_for(kind: SourceKind) -> &'static dyn Source {
            match kind { $(SourceKind::$kind => &crate::$module::$source,)+ }
        }
    };
}
crate::kinds::all!(by_kind);

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
            content: Content::Full,
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
    include_str!("../catalog/languages.toml"),
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
