use domain::{DocumentId, Instant};
use proptest::prelude::*;

use super::{Clusterer, ItemTerms, Journal, Placed, Settings, StoryId, StoryItem};
use crate::fingerprint;

const HOUR: i64 = 3_600_000;

fn id(n: u32) -> DocumentId {
    DocumentId::from_bytes(u128::from(n).to_be_bytes())
}

fn item<'a>(n: u32, hour: i64, title: &'a str, content: &'a str) -> StoryItem<'a> {
    StoryItem {
        id: id(n),
        at: Instant::from_ms(1_700_000_000_000 + hour * HOUR),
        title,
        content,
        outlet: "",
        language: "en",
        across: false,
        entities: &[],
        fingerprint: fingerprint::of(title, content),
    }
}

fn place(clusterer: &mut Clusterer, n: u32, hour: i64, title: &str, content: &str) -> Placed {
    clusterer.place(&item(n, hour, title, content))
}

/// A clusterer that knows what ordinary items look like, far away in time.
fn seasoned() -> Clusterer {
    let mut clusterer = Clusterer::new(Settings::default());
    for n in 0..150 {
        let (title, content) = (filler(n), format!("{} {}", filler(n + 1_000), filler(n + 2_000)));
        place(&mut clusterer, 10_000 + n, -4_000 + i64::from(n), &title, &content);
    }
    clusterer.review();
    clusterer
}

/// Common words in a muddle, and two that nobody else has.
fn filler(n: u32) -> String {
    let word = |k: u64| super::terms::stir(super::terms::stir(u64::from(n) * 8 + k + 1)) % 400;
    format!("word{}a word{}a name{n} word{}a thing{n} word{}a", word(1), word(2), word(3), word(4))
}

/// Takes down what a review moved.
fn reviewed(clusterer: &mut Clusterer, placed: &mut [StoryId]) {
    for (document, story) in clusterer.review().moved {
        let n = u128::from_be_bytes(document.bytes()) as usize;
        if let Some(known) = placed.get_mut(n) {
            *known = story;
        }
    }
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
    let mut clusterer = seasoned();
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

/// What sells takes the words of the news that it rides on.
#[test]
fn an_advertisement_that_rides_on_news_hardly_tells_the_same() {
    let odds = |sold: &str| {
        let mut clusterer = seasoned();
        place(&mut clusterer, 1, 1, BREACH[0].0, BREACH[0].1);
        let content = format!("The breach of Harbor Exchange makes investors look elsewhere. {sold}");
        place(&mut clusterer, 2, 2, "Harbor Exchange breach: where do investors turn?", &content);
        let chance = clusterer.chance_of(id(1), id(2)).expect("both are remembered");
        chance / (1.0 - chance)
    };
    assert!(odds("They ask for a presale.") < 0.1 * odds("They ask for a refund."));
}

#[test]
fn a_near_copy_joins_at_once_and_names_its_original() {
    let mut clusterer = Clusterer::new(Settings::default());
    let body = "The network of validators paused for four hours on Sunday after a faulty upgrade, the foundation \
                said, and resumed once two thirds of the stake had installed the repaired version of the client.";
    let first = place(&mut clusterer, 1, 0, "Network resumes after faulty upgrade", body);
    let copy =
        place(&mut clusterer, 2, 1, "Network resumes after faulty upgrade", &format!("{body} (Agency)"));
    assert_eq!((copy.story, copy.repeats), (first.story, Some(id(1))));
}

/// What was put apart when it came and is joined by a review repeats what is now in its story; the earlier report is the
/// one of its own, whichever came first.
#[test]
fn a_review_says_anew_what_repeats() {
    let mut clusterer = seasoned();
    let body = "The network of validators paused for four hours on Sunday after a faulty upgrade, the foundation \
                said, and resumed once two thirds of the stake had installed the repaired version of the client.";
    let title = "Network resumes after faulty upgrade";
    for (n, hour) in [(1, 2), (2, 0)] {
        let terms = ItemTerms::of(&item(n, hour, title, body), clusterer.settings());
        clusterer.remember(&terms, StoryId::of_first(id(n)));
    }
    place(&mut clusterer, 3, 3, title, &format!("{body} (Agency)"));
    let mut repeats = clusterer.review().repeats;
    repeats.sort_unstable();
    assert_eq!(repeats, [(id(1), true), (id(2), false), (id(3), true)]);
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
fn what_is_remembered_is_bounded() {
    let settings = Settings { max_items: 200, ..Settings::default() };
    let mut clusterer = Clusterer::new(settings);
    for n in 0..3_000u32 {
        let words = format!("alpha{n} beta{n} gamma{n} delta{n}");
        place(&mut clusterer, n, 0, &words, "");
    }
    assert_eq!(clusterer.open_stories(), 200);
    assert_eq!(clusterer.frequencies.items(), 200);
    let long: String = (0..5_000).map(|n| format!("word{n} ")).collect();
    let terms = ItemTerms::of(&item(9_000, 0, &long, &long), &Settings::default());
    assert!(terms.marks.len() <= 240, "{}", terms.marks.len());
}

/// Whoever has an older memory and the journal since has the whole memory, and goes on as the one who never stopped.
#[test]
fn a_journal_brings_back_the_same_clusterer() {
    let mut one = Clusterer::new(Settings { max_items: 400, ..Settings::default() });
    let mut journal = Journal::default();
    let mut older = None;
    for n in 0..700u32 {
        if n == 300 {
            older = Some(one.to_bytes());
            journal = Journal::default();
        }
        let (title, content) = BREACH[n as usize % 3];
        let (title, content) = (format!("{title} {}", n / 5), format!("{content} {}", filler(n / 9)));
        let terms = ItemTerms::of(&item(n, i64::from(n) / 4, &title, &content), one.settings());
        let placed = one.place_terms(&terms);
        journal.placed(&terms, placed.story);
        if n % 60 == 59 {
            journal.reviewed(&one.review());
        }
    }
    let (settings, journal) = (one.settings().clone(), journal.into_bytes());
    let mut two = Clusterer::from_bytes(settings, &older.expect("an older memory")).expect("its bytes");
    two.replay(&journal).expect("its journal");
    for n in 700..800u32 {
        let (title, content) = BREACH[n as usize % 3];
        let (title, content) = (format!("{title} {}", n / 5), format!("{content} {}", filler(n / 9)));
        let next = item(n, i64::from(n) / 4, &title, &content);
        assert_eq!(one.place(&next), two.place(&next));
        if n % 30 == 0 {
            assert_eq!(one.review(), two.review());
        }
    }
    assert_eq!(one.to_bytes(), two.to_bytes());
    assert!(two.replay(&journal[..100]).is_none(), "cut off");
    assert!(two.replay(&journal[1..]).is_none() && two.replay(b"").is_none(), "not a journal");
}

#[test]
fn an_outlet_seldom_tells_the_same_twice_within_hours() {
    let settings = Settings::default();
    let chance = |outlets: [&str; 2], hours: i64| {
        let mut frequencies = super::frequency::Frequencies::default();
        let items = [0, 2].map(|n: usize| {
            let (title, content) = BREACH[n];
            let item =
                StoryItem { outlet: outlets[n / 2], ..item(n as u32, n as i64 / 2 * hours, title, content) };
            ItemTerms::of(&item, &settings)
        });
        frequencies
            .add(Default::default(), items.iter().flat_map(|item| item.marks.iter().map(|mark| mark.term)));
        let [one, two] = items.map(|item| super::likeness::Weighed::new(item, &frequencies, &frequencies));
        one.compared(&mut Default::default()).chance(&two, 500.0, &settings)
    };
    let others = chance(["Alpha", "Beta"], 3);
    assert!(chance(["Alpha", "alpha "], 3) < others);
    assert_eq!(chance(["", ""], 3), others, "nobody said");
    assert_eq!(chance(["Alpha", "Alpha"], 7), chance(["Alpha", "Beta"], 7), "later it tells how it goes on");
}

/// A page that is written anew on another day is placed again; one that is corrected is not.
#[test]
fn the_next_number_of_a_column_is_known_by_its_day_and_its_text() {
    let mut clusterer = seasoned();
    let (title, content) = BREACH[0];
    let first = place(&mut clusterer, 1, 0, title, content);
    place(&mut clusterer, 2, 1, BREACH[1].0, BREACH[1].1);
    let terms = |hour: i64, title: &str, content: &str| {
        ItemTerms::of(&item(1, hour, title, content), &Settings::default())
    };
    let (other, text) = RULES[0];
    assert!(!clusterer.is_next_number(&terms(30, title, content)), "the same text");
    assert!(!clusterer.is_next_number(&terms(2, other, text)), "the same day");
    let next = terms(24, other, text);
    assert!(clusterer.is_next_number(&next));
    let placed = clusterer.place_terms(&next);
    assert!(placed.opened && placed.story != first.story, "its old name stays with its old story");
}

/// Three items of one event, two of another and a number of others, as (hour, title, content).
fn two_events() -> Vec<(i64, String, String)> {
    let mut items: Vec<(i64, String, String)> = Vec::new();
    for (n, (title, content)) in BREACH.iter().chain(&RULES).enumerate() {
        items.push((n as i64 * 2, (*title).to_owned(), (*content).to_owned()));
    }
    for n in 0..60 {
        items.push((i64::from(n) % 48, filler(n), format!("{} {}", filler(n + 100), filler(n + 200))));
    }
    items
}

fn grown(items: &[(i64, String, String)], order: &[usize]) -> Vec<StoryId> {
    let mut clusterer = seasoned();
    let mut stories = vec![StoryId::of_first(id(0)); items.len()];
    for (count, n) in order.iter().enumerate() {
        let (hour, title, content) = &items[*n];
        stories[*n] = place(&mut clusterer, *n as u32, *hour, title, content).story;
        if count % 10 == 9 {
            reviewed(&mut clusterer, &mut stories);
        }
    }
    reviewed(&mut clusterer, &mut stories);
    stories
}

fn are_together(stories: &[StoryId]) -> Vec<Vec<bool>> {
    stories.iter().map(|a| stories.iter().map(|b| a == b).collect()).collect()
}

#[test]
fn any_order_of_arrival_gives_the_same_stories() {
    let items = two_events();
    let mut order: Vec<usize> = (0..items.len()).collect();
    let plain = grown(&items, &order);
    assert!(plain[0] == plain[1] && plain[1] == plain[2] && plain[3] == plain[4] && plain[0] != plain[3]);
    order.reverse();
    assert!(are_together(&plain) == are_together(&grown(&items, &order)));
    order.sort_by_key(|n| n * 37 % 65);
    assert!(are_together(&plain) == are_together(&grown(&items, &order)));
}

#[test]
fn a_stray_date_touches_only_its_item() {
    let mut items = two_events();
    let order: Vec<usize> = (0..items.len()).collect();
    let plain = grown(&items, &order);
    items[20].0 += 24 * 47;
    items[30].0 -= 24 * 3_000;
    let bent = grown(&items, &order);
    let others: Vec<usize> = order.into_iter().filter(|n| ![20, 30].contains(n)).collect();
    let of = |stories: &[StoryId]| others.iter().map(|n| stories[*n]).collect::<Vec<_>>();
    assert!(are_together(&of(&plain)) == are_together(&of(&bent)));
}

#[test]
fn a_column_has_an_item_a_day() {
    let mut clusterer = seasoned();
    let mut stories = Vec::new();
    for day in 0..4u32 {
        let title = format!("Here is what happened in crypto today, June {day}");
        let text =
            |n: u32| format!("{} {} {}", filler(500 + n * 3), filler(600 + n * 5), filler(700 + n * 7));
        stories.push(place(&mut clusterer, day, i64::from(day) * 24, &title, &text(day)).story);
    }
    reviewed(&mut clusterer, &mut stories);
    stories.sort_unstable();
    stories.dedup();
    assert_eq!(stories.len(), 4);
}

#[test]
fn a_review_joins_what_was_told_apart_and_leaves_a_word_of_it() {
    let mut clusterer = seasoned();
    let terms: Vec<ItemTerms> = BREACH
        .iter()
        .enumerate()
        .map(|(n, (t, c))| ItemTerms::of(&item(n as u32, n as i64, t, c), clusterer.settings()))
        .collect();
    let (small, large) = (StoryId::of_first(id(0)), StoryId::of_first(id(1)));
    clusterer.remember(&terms[0], small);
    clusterer.remember(&terms[1], large);
    clusterer.remember(&terms[2], large);
    let review = clusterer.review();
    assert_eq!(review.moved, [(id(0), large)]);
    assert_eq!(review.merged, [(small, large)]);
    assert_eq!(clusterer.review(), super::Review::default(), "nothing is new");
}

#[test]
fn a_review_parts_what_was_told_as_one_and_the_larger_part_keeps_the_name() {
    let mut clusterer = seasoned();
    let one = StoryId::of_first(id(3));
    for (n, (title, content)) in BREACH.iter().chain(&RULES).enumerate() {
        let terms = ItemTerms::of(&item(n as u32, n as i64, title, content), clusterer.settings());
        clusterer.remember(&terms, one);
    }
    let review = clusterer.review();
    let other = StoryId::of_first(id(4));
    assert_eq!(review.moved, [(id(3), other), (id(4), other)], "its first name is taken");
    assert!(review.merged.is_empty());
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
                outlet: "",
                language: "en",
                across: false,
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
            let mut clusterer = Clusterer::new(Settings { max_items: 16, ..Settings::default() });
            let placed: Vec<Placed> = items
                .iter()
                .enumerate()
                .map(|(n, (title, content, hour))| place(&mut clusterer, n as u32, *hour, title, content))
                .collect();
            let review = clusterer.review();
            (placed, review, clusterer.to_bytes())
        };
        let (first, second) = (run(), run());
        prop_assert_eq!(&first, &second);
        for (n, placed) in first.0.iter().enumerate() {
            prop_assert_eq!(placed.opened, placed.story.first_item() == id(n as u32));
        }
    }
}
