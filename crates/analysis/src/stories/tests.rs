use domain::{DocumentId, Instant};
use proptest::prelude::*;

use super::{Clusterer, ItemTerms, Placed, Settings, StoryItem};
use crate::fingerprint;

const HOUR: i64 = 3_600_000;

fn id(n: u32) -> DocumentId {
    DocumentId::from_bytes(u128::from(n).to_be_bytes())
}

fn place(clusterer: &mut Clusterer, n: u32, hour: i64, title: &str, content: &str) -> Placed {
    clusterer.place(&StoryItem {
        id: id(n),
        at: Instant::from_ms(1_700_000_000_000 + hour * HOUR),
        title,
        content,
        entities: &[],
        fingerprint: fingerprint::of(title, content),
    })
}

const BREACH: [(&str, &str); 3] = [
    (
        "Harbor Exchange halts withdrawals after wallet breach",
        "Harbor Exchange halted withdrawals on Monday after attackers drained 40 million dollars from a hot wallet.",
    ),
    (
        "Hackers drain $40 million from Harbor Exchange hot wallet",
        "Attackers took 40 million dollars from a hot wallet of Harbor Exchange, which has halted withdrawals.",
    ),
    (
        "Harbor Exchange breach: what we know about the drained wallet",
        "The hot wallet breach at Harbor Exchange cost customers 40 million dollars; withdrawals remain halted.",
    ),
];

const RULES: [(&str, &str); 2] = [
    (
        "Senate committee advances stablecoin reserve bill",
        "A Senate committee voted on Tuesday to advance a bill that sets reserve rules for stablecoin issuers.",
    ),
    (
        "Stablecoin bill with reserve rules clears Senate committee",
        "The Senate committee approved reserve rules for issuers of stablecoins, sending the bill to the floor.",
    ),
];

#[test]
fn items_of_one_event_meet_and_others_do_not() {
    let mut clusterer = Clusterer::new(Settings::default());
    let breach: Vec<Placed> = BREACH
        .iter()
        .enumerate()
        .map(|(n, (t, c))| place(&mut clusterer, n as u32, n as i64, t, c))
        .collect();
    let rules: Vec<Placed> =
        RULES.iter().enumerate().map(|(n, (t, c))| place(&mut clusterer, 10 + n as u32, 3, t, c)).collect();
    assert!(breach[0].opened && !breach[1].opened && !breach[2].opened, "{breach:?}");
    assert!(breach.iter().all(|placed| placed.story == breach[0].story));
    assert_eq!(breach[0].story.first_item(), id(0));
    assert!(rules[0].opened && !rules[1].opened);
    assert_ne!(rules[0].story, breach[0].story);
}

#[test]
fn a_near_copy_joins_at_once_and_names_its_original() {
    let mut clusterer = Clusterer::new(Settings::default());
    let body = "The network of validators paused for four hours on Sunday after a faulty upgrade, the foundation \
                said, and resumed once two thirds of the stake had installed the repaired version of the client.";
    let first = place(&mut clusterer, 1, 0, "Network resumes after faulty upgrade", body);
    let copy =
        place(&mut clusterer, 2, 1, "Network resumes after faulty upgrade", &format!("{body} (Agency)"));
    assert_eq!((copy.story, copy.copy_of), (first.story, Some(id(1))));
}

#[test]
fn the_same_words_much_later_are_another_story() {
    let mut clusterer = Clusterer::new(Settings::default());
    let (title, content) = BREACH[0];
    let first = place(&mut clusterer, 1, 0, title, content);
    for n in 0..300 {
        let words = format!("item {n} about topic{n} and subject{n}");
        place(&mut clusterer, 100 + n, 24 * 40, &words, &words);
    }
    let later = place(&mut clusterer, 2, 24 * 40, title, content);
    assert_ne!(later.story, first.story);
}

#[test]
fn bytes_bring_back_the_same_clusterer() {
    let mut one = Clusterer::new(Settings::default());
    for n in 0..40 {
        let (title, content) = BREACH[n as usize % 3];
        place(&mut one, n, i64::from(n), &format!("{title} {}", n / 3), content);
    }
    let mut two = Clusterer::from_bytes(Settings::default(), &one.to_bytes()).expect("these are its bytes");
    assert_eq!(one.to_bytes(), two.to_bytes());
    for (n, (title, content)) in BREACH.iter().chain(&RULES).enumerate() {
        let n = 100 + n as u32;
        assert_eq!(place(&mut one, n, 50, title, content), place(&mut two, n, 50, title, content));
    }
}

/// Whoever has an older memory and the terms of what came since has the whole memory.
#[test]
fn remembered_items_bring_back_the_same_clusterer() {
    let mut one = Clusterer::new(Settings { most_open: 20, ..Settings::default() });
    let mut journal = Vec::new();
    let mut older = None;
    for n in 0..700u32 {
        if n == 300 {
            older = Some(one.to_bytes());
            journal.clear();
        }
        let (title, content) = BREACH[n as usize % 3];
        let title = format!("{title} {}", n / 5);
        let item = StoryItem {
            id: id(n),
            at: Instant::from_ms(1_700_000_000_000 + i64::from(n) * HOUR / 4),
            title: &title,
            content,
            entities: &["Harbor"],
            fingerprint: fingerprint::of(&title, content),
        };
        let terms = ItemTerms::of(&item, one.settings());
        let placed = one.place_terms(&terms);
        terms.write(placed.story, &mut journal);
    }
    let settings = one.settings().clone();
    let mut two = Clusterer::from_bytes(settings, &older.expect("an older memory")).expect("its bytes");
    let mut rest = journal.as_slice();
    while !rest.is_empty() {
        let (item, story, behind) = ItemTerms::read(rest).expect("what was written");
        two.remember(&item, story);
        rest = behind;
    }
    assert_eq!(one.to_bytes(), two.to_bytes());
    assert!(ItemTerms::read(&journal[..100]).is_none(), "cut off");
    assert_eq!(one.latest_stories(3), two.latest_stories(3));
}

#[test]
fn bytes_that_are_not_ours_are_refused() {
    let mut clusterer = Clusterer::new(Settings::default());
    place(&mut clusterer, 1, 0, BREACH[0].0, BREACH[0].1);
    let bytes = clusterer.to_bytes();
    for cut in [0, 7, 8, 30, bytes.len() - 1] {
        assert!(Clusterer::from_bytes(Settings::default(), &bytes[..cut]).is_none(), "{cut}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(Clusterer::from_bytes(Settings::default(), &longer).is_none());
}

#[test]
fn open_stories_and_their_terms_are_bounded() {
    let settings = Settings { most_open: 200, most_terms: 40, ..Settings::default() };
    let mut clusterer = Clusterer::new(settings);
    for n in 0..3_000u32 {
        let words = format!("alpha{n} beta{n} gamma{n} delta{n}");
        place(&mut clusterer, n, 0, &words, "");
    }
    assert!(clusterer.open_stories() <= 200 + 256);
    let long: String = (0..5_000).map(|n| format!("word{n} ")).collect();
    place(&mut clusterer, 9_000, 0, &long, &long);
    assert!(clusterer.slots.iter().flatten().all(|story| story.terms.len() <= 60));
}

#[test]
fn alike_stories_are_offered_and_merged() {
    let apart = Settings { join: 1e9, ..Settings::default() };
    let mut clusterer = Clusterer::new(apart);
    let at = |n: u32, title: &str, clusterer: &mut Clusterer| {
        let item = StoryItem {
            id: id(n),
            at: Instant::from_ms(0),
            title,
            content: "",
            entities: &[],
            fingerprint: 0,
        };
        clusterer.place(&item).story
    };
    let a = at(1, "Harbor Exchange halts withdrawals after breach", &mut clusterer);
    let b = at(2, "Harbor Exchange halts withdrawals after wallet breach", &mut clusterer);
    at(3, "Senate committee advances stablecoin reserve bill", &mut clusterer);
    let candidates = clusterer.merge_candidates();
    assert_eq!(candidates.len(), 1);
    assert_eq!((candidates[0].0, candidates[0].1), (a.min(b), a.max(b)));
    assert!(clusterer.merge(a, b));
    assert_eq!(clusterer.open_stories(), 2);
    assert!(!clusterer.merge(a, b) && clusterer.merge_candidates().is_empty());
}

#[test]
fn entities_draw_items_together() {
    let settings = Settings::default();
    let run = |entities: &[&str]| {
        let mut clusterer = Clusterer::new(settings.clone());
        let mut stories = Vec::new();
        for (n, title) in ["Holders brace for cliff", "Supply shock weighs on rollup"].iter().enumerate() {
            let item = StoryItem {
                id: id(n as u32),
                at: Instant::from_ms(0),
                title,
                content: "",
                entities,
                fingerprint: 0,
            };
            stories.push(clusterer.place(&item).story);
        }
        stories[0] == stories[1]
    };
    assert_eq!((run(&["Arbitrum", "Offchain Labs", "Wintermute"]), run(&[])), (true, false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_stream_is_placed_and_twice_the_same(
        items in prop::collection::vec(("\\PC{0,60}", "\\PC{0,200}", -5i64..5000), 0..40)
    ) {
        let run = || {
            let mut clusterer = Clusterer::new(Settings { most_open: 8, ..Settings::default() });
            let placed: Vec<Placed> = items
                .iter()
                .enumerate()
                .map(|(n, (title, content, hour))| place(&mut clusterer, n as u32, *hour, title, content))
                .collect();
            (placed, clusterer.to_bytes())
        };
        let (first, second) = (run(), run());
        prop_assert_eq!(&first, &second);
        for (n, placed) in first.0.iter().enumerate() {
            prop_assert_eq!(placed.opened, placed.story.first_item() == id(n as u32));
        }
    }
}
