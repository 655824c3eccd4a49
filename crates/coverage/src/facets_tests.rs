use domain::{DocumentId, Instant, Kind, Sentiment};
use search::{Change, Entry, Finder, Search};

use super::{Facet, Matches, Names, matches_of};

const HOUR: i64 = 3_600_000;

/// Articles of outlets with fingerprints, an hour apart.
fn filled<'a>(articles: impl Iterator<Item = (&'a str, u64)>) -> Finder {
    let finder = Finder::in_memory().expect("an index in memory");
    let entry = |(number, (outlet, fingerprint)): (usize, (&'a str, u64))| Entry {
        id: DocumentId::of_canonical_url(&number.to_string()),
        published_at: Instant::from_ms(number as i64 * HOUR),
        title: "word",
        content: "",
        outlet,
        author: "",
        speakers: &[],
        cohort: None,
        statements: &[],
        categories: &[],
        named: &[],
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en",
        tone: 0.0,
        fingerprint,
    };
    finder.apply(articles.enumerate().map(entry).map(Change::Put), 1).expect("applied");
    finder.commit(1).expect("committed");
    finder
}

fn all() -> Search<'static> {
    Search { skip_copies: true, ..Search::between(Instant::from_ms(0), Instant::from_ms(i64::MAX)) }
}

fn matches(finder: &Finder, search: Search<'_>) -> Matches {
    matches_of(finder, search, &Names::default(), &|| false).expect("counted")
}

fn facet<'m>(matches: &'m Matches, parameter: &str) -> &'m Facet {
    matches.facets.iter().find(|facet| facet.parameter == parameter).expect("the filter is told")
}

#[test]
fn a_small_search_is_told_where_too_much_matches_without_its_filter() {
    let many = (0..20_001u64).map(|number| ("Many", number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
    let finder = filled([("Few", 7), ("Few", 0xFFFF_0000_0000)].into_iter().chain(many));
    let outlets = ["Few".to_owned()];
    let told = matches(&finder, Search { outlets: &outlets, ..all() });
    let values = |parameter| {
        let values = facet(&told, parameter).values.iter();
        values.map(|value| (value.name.as_str(), value.count, value.adds)).collect::<Vec<_>>()
    };
    assert_eq!(values("outlet"), [("Few", 2, None)], "what else there is cannot be told");
    assert_eq!(values("kind"), [("news", 2, None)]);
    assert_eq!(told.days.iter().map(|day| day.count).sum::<u64>(), 2);
}

#[test]
fn what_a_value_adds_is_what_searching_with_it_finds_more() {
    // Twelve bits may differ: the first is near to the second and the third, which are not near each other.
    let (near, one, other) = (0x0FFF_0000, 0x0FFF_0FFF, 0x0FFF_0000 ^ 0xFFF << 48);
    let texts =
        [("Early", near), ("Both", one), ("Both", other), ("Late", one), ("Late", 0x5555_5555_5555_5555)];
    let finder = filled(texts.into_iter());
    let total = |outlets: &[String]| finder.find(&Search { outlets, ..all() }).expect("found").total as i64;
    let both = ["Both".to_owned()];
    let told = matches(&finder, Search { outlets: &both, ..all() });
    let mut adds = Vec::new();
    for value in &facet(&told, "outlet").values {
        let joined = [both[0].clone(), value.name.clone()];
        assert_eq!(value.adds, Some(total(&joined) - total(&both)), "{}", value.name);
        adds.push((value.name.as_str(), value.count, value.adds));
    }
    assert_eq!(adds, [("Both", 2, Some(0)), ("Late", 2, Some(1)), ("Early", 1, Some(-1))]);
}
