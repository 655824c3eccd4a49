//! Outlets by the short names that files give them: an id such as `the-block` or `theblock`, or a host such as
//! `coindesk.com`, stands for the outlet that the catalogue of sources names.

use std::collections::HashMap;
use std::sync::LazyLock;

use sources::catalog::{SourceKind, default_sources};

/// By id, by host, and by the letters of either; what two outlets share names neither.
static NAMES: LazyLock<HashMap<Key, String>> = LazyLock::new(|| {
    let mut names: HashMap<Key, Option<String>> = HashMap::new();
    for source in default_sources().into_iter().filter(|source| source.kind == SourceKind::Feed) {
        let host = source.url.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or("");
        let host = host.strip_prefix("www.").unwrap_or(host);
        // Of `feeds.example.com` the first part says nothing.
        let label = host.split_once('.').filter(|(_, rest)| !rest.contains('.')).map(|(label, _)| label);
        let mut keys =
            vec![Key::Id(source.id.clone()), Key::Host(host.to_owned()), Key::Letters(letters(&source.id))];
        keys.extend(label.map(|label| Key::Letters(letters(label))));
        for key in keys {
            let known = names.entry(key).or_insert_with(|| Some(source.outlet.clone()));
            if known.as_ref().is_some_and(|name| *name != source.outlet) {
                *known = None;
            }
        }
    }
    names.into_iter().filter_map(|(key, name)| Some((key, name?))).collect()
});

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Id(String),
    Host(String),
    Letters(String),
}

/// The outlet's name where this is its id or its host. What has a capital or a space is a name already.
pub fn named(given: &str) -> Option<&'static str> {
    if given.is_empty() || given.chars().any(|c| c.is_uppercase() || c.is_whitespace()) {
        return None;
    }
    let host = given.strip_prefix("www.").unwrap_or(given);
    let keys = match given.contains('.') {
        true => vec![Key::Host(host.to_owned())],
        false => vec![Key::Id(given.replace('_', "-")), Key::Letters(letters(given))],
    };
    keys.iter().find_map(|key| NAMES.get(key)).map(String::as_str)
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
            ("cryptonews", Some("CryptoNews")),
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
