//! Near-copies: however many there are of one text, those that stand for them are the ones that the slowest way keeps.

use domain::marks::near_copies;
use domain::{DocumentId, Instant, Kind, Sentiment};
use proptest::prelude::*;
use proptest::sample::select;

use super::agreement::fill;
use super::reference::{Article, Step};
use crate::finder::likeness::{Copies, Print};
use crate::search::Search;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

fn article(number: u32, at: i64, outlet: &str, fingerprint: u64) -> Article {
    Article {
        id: DocumentId::of_canonical_url(&number.to_string()),
        published_at: Instant::from_ms(at),
        title: "word".into(),
        content: String::new(),
        outlet: outlet.into(),
        author: String::new(),
        speakers: Vec::new(),
        statements: Vec::new(),
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en".into(),
        tone: 0.0,
        fingerprint,
        cohort: None,
        categories: Vec::new(),
        named: Vec::new(),
    }
}

#[test]
fn hundreds_of_copies_are_one_text() {
    // Six hundred copies over five days, the first 250 at one outlet, some of them with a word changed.
    let copy = |number: u32| {
        let outlet = if number < 250 { "One" } else { "Two" };
        let fingerprint = 0xABCD_EF01_2345_6789 ^ u64::from(number % 7 == 3);
        article(number, i64::from(number) * 5 * DAY / 600, outlet, fingerprint)
    };
    let copies = (0..600).map(|number| Step::Put(Box::new(copy(number)))).collect();
    let (finder, library) = fill(&[copies]);
    let between = Search::between(Instant::from_ms(0), Instant::from_ms(9 * DAY));
    let all = Search { skip_copies: true, ..between };
    let matched = finder.matched_until(&all, &|| false).expect("matched");
    for (names, expected) in [(&[][..], 2), (&["One"][..], 1), (&["Two"][..], 1)] {
        let outlets: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let search = Search { outlets: &outlets, ..all };
        let kept = library.without_copies(&search);
        assert_eq!(kept.len(), expected, "{names:?}");
        let found = finder.find(&search).expect("found");
        assert_eq!(found.total, expected as u64, "{names:?}");
        assert_eq!(found.ids.iter().map(|(id, _)| *id).collect::<Vec<_>>(), kept, "{names:?}");
        let counted: u64 = finder.tally(&search).expect("tallied").iter().map(|day| day.count).sum();
        assert_eq!(counted, expected as u64, "{names:?}");
        let filter = Search { outlets: &outlets, ..between };
        assert_eq!(matched.count(&filter, &|| false).expect("counted"), expected as u64, "{names:?}");
    }
}

/// So many that bands are cheaper than comparing all.
#[test]
fn thousands_within_hours_are_told_as_well() {
    let mut state = 7u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 20 ^ state << 30
    };
    let texts: Vec<u64> = (0..300).map(|_| draw() | 1).collect();
    let mut prints = Vec::new();
    for number in 0..1_500 {
        let changed =
            (0..draw() % 9).fold(texts[draw() as usize % texts.len()], |text, _| text ^ 1 << (draw() % 64));
        prints.push(Print { ms: number * HOUR / 12, fingerprint: changed });
    }
    let mut kept: Vec<usize> = Vec::new();
    for at in 0..prints.len() {
        let is_copy = |one: &usize| {
            prints[at].ms - prints[*one].ms <= 3 * DAY
                && near_copies(prints[*one].fingerprint, prints[at].fingerprint)
        };
        if !kept.iter().any(is_copy) {
            kept.push(at);
        }
    }
    assert!(kept.len() > 300 && kept.len() < 1_200, "{}", kept.len());
    let firsts = Copies::among(prints, &|| false).expect("compared").firsts(|_| true);
    assert_eq!((0..firsts.len()).filter(|at| firsts[*at]).collect::<Vec<_>>(), kept);
}

/// Fingerprints as copies have them: a few bits from one of a few texts, so that some are just near enough and some just not.
fn fingerprint() -> impl Strategy<Value = u64> {
    let text = select(&[0, 0x0123_4567_89AB_CDEF, 0xFFFF_0000_FFFF_0000, 0x5555_5555_5555_5555][..]);
    (text, proptest::collection::vec(0u32..64, 0..10))
        .prop_map(|(text, bits)| bits.into_iter().fold(text, |text, bit| text ^ 1 << bit))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 200 } else { 5000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn those_that_stand_for_their_copies_are_those_of_the_slowest_way(
        texts in proptest::collection::vec((0i64..9 * 24, fingerprint(), any::<bool>()), 0..120),
    ) {
        let mut texts = texts;
        texts.sort_by_key(|(hour, ..)| *hour);
        let prints = texts.iter().map(|(hour, fingerprint, _)| Print { ms: hour * HOUR, fingerprint: *fingerprint });
        let copies = Copies::among(prints.collect(), &|| false).expect("compared");
        for all in [true, false] {
            let is_in = |at: usize| all || texts[at].2;
            let mut kept: Vec<usize> = Vec::new();
            for at in (0..texts.len()).filter(|at| is_in(*at)) {
                let (hour, fingerprint, _) = texts[at];
                let is_copy = |one: &usize| hour - texts[*one].0 <= 72 && near_copies(texts[*one].1, fingerprint);
                if !kept.iter().any(is_copy) {
                    kept.push(at);
                }
            }
            let firsts = copies.firsts(is_in);
            let firsts: Vec<usize> = (0..texts.len()).filter(|at| firsts[*at]).collect();
            prop_assert_eq!(firsts, kept);
        }
    }
}
