//! Where names and numbers of pages lead.

use super::asked::encoded;
use super::period::Period;

/// The page that lists the articles of a `query` beside a number.
pub fn articles(query: &str) -> String {
    query.replacen("/feed?", "/search?", 1)
}

/// The page of a thing of this kind (companies, assets, outlets, speakers, stories, narratives), for the same days.
pub fn named(kind: &str, name: &str, period: &Period) -> String {
    period.on(&format!("/{kind}/{}", encoded(name)))
}
