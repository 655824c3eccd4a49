//! One source as it stands in a list: its kind, its address and whose words it brings.

use domain::Outlet;
use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($kind:ident $name:literal $module:ident $source:ident;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum SourceKind { $($kind),+ }

        impl SourceKind {
            pub const ALL: &'static [SourceKind] = &[$(SourceKind::$kind),+];

            pub fn name(self) -> &'static str {
                match self { $(SourceKind::$kind => $name),+ }
            }
        }
    };
}
crate::kinds::all!(kinds);

impl SourceKind {
    pub fn from_name(name: &str) -> Option<SourceKind> {
        SourceKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// How much of the text of a source's items is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    #[default]
    Full,
    /// About two sentences.
    Excerpt,
    /// The headline alone.
    None,
}

impl Content {
    pub const NAMES: [&'static str; 3] = ["full", "excerpt", "none"];

    pub fn name(self) -> &'static str {
        Content::NAMES[self as usize]
    }

    pub fn from_name(name: &str) -> Option<Content> {
        [Content::Full, Content::Excerpt, Content::None].into_iter().find(|one| one.name() == name)
    }

    pub fn is_full(&self) -> bool {
        *self == Content::Full
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
    /// full, excerpt or none: what whoever runs this may keep.
    #[serde(default, skip_serializing_if = "Content::is_full")]
    pub content: Content,
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
            content: Content::Full,
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
