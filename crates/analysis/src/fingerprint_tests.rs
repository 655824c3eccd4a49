use proptest::prelude::*;

use super::{hash_word, of, words};
use domain::marks::near_copies as near;

const TITLE: &str = "Validator network resumes after a four hour pause";
const BODY: &str = "The network of validators resumed on Sunday evening after a pause of four hours that followed a \
    faulty upgrade, its foundation said in a statement. Engineers traced the fault to a change in how the client \
    counts votes from slow members, and two thirds of the stake had installed a repaired version by nightfall. No \
    funds were lost, according to the foundation, although several exchanges held back withdrawals until the chain had \
    produced blocks for an hour without trouble. It was the second pause this year; the first, in February, lasted \
    twice as long and led to a promise of slower releases. Holders who spoke at the weekly meeting asked why that \
    promise was not kept, and the lead engineer answered that the vote counting change had been tested for six weeks \
    on a smaller network where slow members were rare. A report with the full history is due within ten days.";

const OTHER: &str = "A committee of the senate voted on Tuesday to advance a bill that sets rules for the reserves of \
    companies which issue dollar tokens, sending it to the floor with support from both parties. The draft asks for \
    monthly reports on the assets that back each token, signed by the chief executive, and bans the payment of interest \
    to holders. Banks had argued that interest would draw deposits away from them, while issuers called the ban a gift \
    to incumbents. A late amendment lets smaller issuers choose supervision by their state as long as they stay under \
    ten billion dollars. The full chamber is expected to take up the measure after its recess, and the house is working \
    on a version of its own that differs in how it treats issuers from abroad.";

fn words_changed(text: &str, every: usize) -> String {
    let words =
        text.split(' ').enumerate().map(|(n, word)| if n % every == every / 2 { "altered" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn copies_with_small_edits_are_near() {
    let original = of(TITLE, BODY);
    for copy in [
        of(TITLE, &BODY.to_uppercase()),
        of(TITLE, &words_changed(BODY, 50)),
        of(TITLE, &words_changed(BODY, 33)),
        of("Validator network back after four hour pause", BODY),
        of(TITLE, &format!("GENEVA, Nov 3 (Newswire) - {BODY}")),
        of(TITLE, &format!("By Jane Roe, staff writer. {BODY} Follow us for more news on networks.")),
        of(TITLE, &BODY.replace(". ", ".\n\n")),
    ] {
        assert!(near(original, copy), "{} bits", (original ^ copy).count_ones());
    }
}

#[test]
fn other_stories_are_not_near() {
    let (one, two) = (of(TITLE, BODY), of("Senate committee advances reserve bill", OTHER));
    assert!(!near(one, two));
    assert!((one ^ two).count_ones() > 16);
    assert!(!near(one, of(TITLE, OTHER)));
    assert!(!near(one, of("", &words_changed(BODY, 3))));
}

#[test]
fn short_texts_have_only_exact_copies() {
    let headlines = [
        "Bitcoin Price Prediction for May 18",
        "Bitcoin Price Prediction for May 19",
        "Bitcoin rises",
        "Bitcoin falls",
        "a",
        "b",
        "\u{1f680} up",
        "\u{1f680} down",
    ];
    for (i, one) in headlines.iter().enumerate() {
        for (j, two) in headlines.iter().enumerate() {
            assert_eq!(near(of(one, ""), of(two, "")), i == j, "{one} / {two}");
        }
    }
    assert!(near(of("Bitcoin rises!", ""), of("bitcoin  RISES", "")));
}

#[test]
fn a_text_without_words_is_no_copy() {
    assert_eq!(of("", " . \u{1f680} \u{0}"), 0);
    assert!(!near(0, 0));
    assert!(!near(0, 1));
}

#[test]
fn stored_numbers_stay_the_same() {
    assert_eq!(of("Bitcoin rises", ""), 10_147_008_618_016_456_620);
    assert_eq!(of(TITLE, BODY), 12_793_624_827_739_314_224);
}

#[test]
fn a_huge_text_is_read_in_part() {
    let huge = "bitcoin rises again ".repeat(500_000);
    assert_ne!(of("", &huge), 0);
}

proptest! {
    #[test]
    fn any_text_is_its_own_copy(title in "\\PC{0,80}", content in "\\PC{0,400}") {
        let print = of(&title, &content);
        prop_assert_eq!(print, of(&title, &content));
        prop_assert_eq!(near(print, print), print != 0);
    }
}

#[test]
fn words_of_a_text_have_the_hash_of_a_word() {
    let text = "Bitcoin ŁÓDŹ, İstanbul naïve Россия ёж ビットコイン 比特币 ΣΟΦΟΣ x1";
    let hashes: Vec<u64> = words(text).map(|word| word.hash).collect();
    let plain: Vec<u64> = text.split([' ', ',']).filter(|word| !word.is_empty()).map(hash_word).collect();
    assert_eq!(hashes, plain);
}
