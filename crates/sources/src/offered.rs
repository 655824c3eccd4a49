//! The feeds that a page offers: its `link` elements with `rel="alternate"` and the type of a feed.

use url::Url;

use crate::charset;
use crate::markup::entities::{OwnEntities, decode};
use crate::markup::tokens::{Token, Tokens};

/// A page offers no more; the rest would be one for each of its articles.
pub const MAX_OFFERED: usize = 20;
const MAX_TITLE_CHARS: usize = 100;
const TYPES: [&str; 5] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
    "application/json",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedFeed {
    /// As the page calls it; empty where it does not.
    pub title: String,
    pub url: String,
}

/// In the order of the page, each once. `page` is where it was found.
pub fn offered_feeds(bytes: &[u8], content_type: Option<&str>, page: &str) -> Vec<OfferedFeed> {
    let text = charset::decode(bytes, content_type).text;
    let Ok(mut base) = Url::parse(page) else { return Vec::new() };
    let mut found: Vec<OfferedFeed> = Vec::new();
    for token in Tokens::html(&text) {
        let Token::Start { name, attributes, .. } = token else { continue };
        let get = |wanted: &str| {
            let raw = attributes
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
                .map(|(_, value)| *value);
            raw.map(|raw| decode(raw, &OwnEntities::new()).0.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let resolved = |base: &Url| get("href").and_then(|href| base.join(&href).ok());
        if name.eq_ignore_ascii_case("base") {
            base = resolved(&base).unwrap_or(base);
        }
        if !name.eq_ignore_ascii_case("link") || found.len() >= MAX_OFFERED {
            continue;
        }
        let is_alternate = get("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"))
        });
        let media_type = get("type").unwrap_or_default().to_ascii_lowercase();
        let is_feed = TYPES.contains(&media_type.split(';').next().unwrap_or("").trim());
        let url = resolved(&base).filter(|url| matches!(url.scheme(), "http" | "https"));
        if let Some(url) = url.filter(|_| is_alternate && is_feed)
            && found.iter().all(|one| one.url != url.as_str())
        {
            let title = get("title").unwrap_or_default();
            let title = title.chars().filter(|letter| !letter.is_control()).take(MAX_TITLE_CHARS).collect();
            found.push(OfferedFeed { title, url: url.into() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &[(&str, &str)]) {
        let found =
            offered_feeds(html.as_bytes(), Some("text/html; charset=utf-8"), "https://example.org/news/");
        let found: Vec<(&str, &str)> =
            found.iter().map(|one| (one.title.as_str(), one.url.as_str())).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn links_of_feeds_alone() {
        check(
            r#"<link rel="stylesheet" href="a.css"><link rel='alternate' hreflang="de" href="/de/">
               <LINK REL="Alternate" TYPE="application/RSS+xml; charset=utf-8" title="All &amp; more" HREF="/feed?a=1&amp;b=2">
               <link rel="alternate nofollow" type="application/atom+xml" href="atom.xml">
               <link rel="alternate" type="application/rss+xml" href="/feed?a=1&amp;b=2">"#,
            &[("All & more", "https://example.org/feed?a=1&b=2"), ("", "https://example.org/news/atom.xml")],
        );
    }

    #[test]
    fn the_base_of_a_page_counts_and_other_schemes_do_not() {
        check(
            r#"<base href="https://feeds.example.net/x/"><link rel="alternate" type="application/rss+xml" href="y">
               <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
               <link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">"#,
            &[("", "https://feeds.example.net/x/y")],
        );
        check("<!-- <link rel=alternate type=application/rss+xml href=/feed> -->", &[]);
        check("", &[]);
    }

    #[test]
    fn a_page_of_nothing_but_feeds_is_cut() {
        let link = |at: usize| format!("<link rel=alternate type=application/rss+xml href=/{at}>");
        let page: String = (0..100).map(link).collect();
        assert_eq!(offered_feeds(page.as_bytes(), None, "https://example.org/").len(), MAX_OFFERED);
        assert!(offered_feeds(page.as_bytes(), None, "no address").is_empty());
    }
}
