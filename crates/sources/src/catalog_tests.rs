use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

#[test]
fn the_lists_are_long_enough_and_consistent() {
    let sources = default_sources();
    let count = |kind: SourceKind| sources.iter().filter(|source| source.kind == kind).count();
    assert!(count(SourceKind::Feed) >= 120, "{} feeds", count(SourceKind::Feed));
    assert!(count(SourceKind::Edgar) >= 40, "{} companies", count(SourceKind::Edgar));
    for kind in [
        SourceKind::Nostr,
        SourceKind::Bluesky,
        SourceKind::Mastodon,
        SourceKind::HackerNews,
        SourceKind::GithubDiscussions,
        SourceKind::BitcoinPrice,
    ] {
        assert!(count(kind) >= 1, "no source of kind {}", kind.name());
    }
    let ids: HashSet<&str> = sources.iter().map(|source| source.id.as_str()).collect();
    let urls: HashSet<&str> = sources.iter().map(|source| source.url.as_str()).collect();
    assert_eq!((ids.len(), urls.len()), (sources.len(), sources.len()), "an id or an address is there twice");
    for source in &sources {
        let url = url::Url::parse(&source.url).expect("an address");
        assert!(matches!(url.scheme(), "https" | "wss"), "{}", source.url);
        assert!(
            !source.outlet.is_empty() && !source.category.is_empty() && !source.family.is_empty(),
            "{}",
            source.id
        );
        assert!(source.country.is_empty() || source.country.len() == 2, "{}", source.id);
        assert_eq!(source.language.len(), 2, "{}", source.id);
    }
}

#[test]
fn every_language_that_is_told_apart_has_outlets() {
    let sources = default_sources();
    for language in domain::Language::ALL {
        let outlets = sources.iter().filter(|source| source.language == language.name()).count();
        assert!(outlets >= 5, "{outlets} in {language}");
    }
}

#[test]
fn each_kind_asks_for_something_in_the_default_lists() {
    for source in default_sources() {
        let requests = source_for(source.kind).requests(&source, None).expect("a good entry");
        assert_eq!(requests.len(), 1, "{}", source.id);
    }
}

#[test]
fn companies_have_all_their_names() {
    let companies = default_companies();
    let tickers: HashSet<&str> = companies.iter().map(|company| company.ticker.as_str()).collect();
    assert_eq!(tickers.len(), companies.len());
    let strategy = companies.iter().find(|company| company.ticker == "MSTR").expect("in the list");
    assert!(strategy.aliases.contains(&"MicroStrategy".to_owned()));
    assert_eq!(strategy.filings().url, "https://data.sec.gov/submissions/CIK0001050446.json");
}

#[test]
fn kinds_have_one_name_each() {
    for kind in SourceKind::ALL {
        assert_eq!(SourceKind::from_name(kind.name()), Some(*kind));
        assert_eq!(serde_json::to_value(kind).expect("a word"), kind.name());
    }
}

#[test]
fn a_misspelt_field_is_refused() {
    assert!(parse_sources("source = [{ id = 'a', kind = 'feed', url = 'u', outlet = 'o', category = 'c', family = 'f', contry = 'US' }]").is_err());
}

#[test]
fn added_sources_have_stable_ids() {
    let one = SourceEntry::added("https://www.example.com/feed?x=1", SourceKind::Feed);
    assert_eq!(one.outlet, "example.com");
    assert_eq!(one.id, SourceEntry::added("https://www.example.com/feed?x=1", SourceKind::Feed).id);
    assert_ne!(one.id, SourceEntry::added("https://www.example.com/feed?x=2", SourceKind::Feed).id);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_list_is_read_or_refused(text in ".{0,300}", at in 0..4000_usize) {
        let _ = parse_sources(&text);
        // A list of ours, cut anywhere and followed by anything.
        let list = SOURCE_FILES[0];
        let cut = list.floor_char_boundary(at.min(list.len()));
        let _ = parse_sources(&format!("{}{text}", &list[..cut]));
    }

    #[test]
    fn what_is_written_down_is_read_again(outlet in "[^\\p{C}]{1,30}", path in "[a-z0-9/]{0,20}") {
        let mut entry = SourceEntry::added(&format!("https://outlet.example/{path}"), SourceKind::Feed);
        entry.outlet = outlet;
        let written = toml::to_string(&toml::Table::from_iter([(
            "source".to_owned(),
            toml::Value::Array(vec![toml::Value::try_from(&entry).expect("a table")]),
        )]))
        .expect("TOML");
        let read = parse_sources(&written).expect("our own list");
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(&read[0], &entry);
    }
}
