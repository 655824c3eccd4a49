//! Outlets by the short names that files give them: an id such as `the-block` or `theblock`, or a host such as
//! `coindesk.com`, stands for the outlet that the catalogue of sources names.

use std::collections::HashMap;
use std::sync::LazyLock;

use sources::catalog::{SourceKind, default_sources};

static NAMES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let mut names: HashMap<String, Option<String>> = HashMap::new();
    for source in default_sources().into_iter().filter(|source| source.kind == SourceKind::Feed) {
        let host = source.url.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or("");
        let host = host.strip_prefix("www.").unwrap_or(host);
        let mut keys = vec![letters(&source.id), host.to_owned()];
        // Of `feeds.example.com` the first part says nothing.
        keys.extend(
            host.split_once('.').filter(|(_, rest)| !rest.contains('.')).map(|(name, _)| letters(name)),
        );
        keys.dedup();
        for key in keys {
            let known = names.entry(key).or_insert_with(|| Some(source.outlet.clone()));
            // What two outlets share names neither.
            if known.as_ref().is_some_and(|name| *name != source.outlet) {
                *known = None;
            }
        }
    }
    names.into_iter().filter_map(|(key, name)| Some((key, name?))).collect()
});

/// The outlet's name where this is its id or its host. What has a capital or a space is a name already.
pub fn named(given: &str) -> Option<&'static str> {
    if given.is_empty() || given.chars().any(|c| c.is_uppercase() || c.is_whitespace()) {
        return None;
    }
    let host = given.strip_prefix("www.").unwrap_or(given);
    let found = NAMES.get(host).or_else(|| NAMES.get(&letters(given)).filter(|_| !given.contains('.')));
    found.map(String::as_str)
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn ids_and_hosts_of_the_catalogue_have_names() {
        for (given, name) in [
            ("coindesk", Some("CoinDesk")),
            ("coindesk.com", Some("CoinDesk")),
            ("www.coindesk.com", Some("CoinDesk")),
            ("theblock", Some("The Block")),
            ("the-block", Some("The Block")),
            ("crypto_news", Some("crypto.news")),
            ("u.today", Some("U.Today")),
            ("dailyhodl", Some("The Daily Hodl")),
            ("CoinDesk", None),
            ("my own paper", None),
            ("nobody.example", None),
            ("", None),
        ] {
            assert_eq!(named(given), name, "{given}");
        }
    }
}
