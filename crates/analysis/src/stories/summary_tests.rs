use domain::DocumentId;
use proptest::prelude::*;

use super::{DESCRIPTION, SummaryItem, centralities, summary};

fn id(n: u8) -> DocumentId {
    DocumentId::from_bytes([n; 16])
}

fn item<'a>(n: u8, title: &'a str, content: &'a str) -> SummaryItem<'a> {
    SummaryItem { id: id(n), title, content }
}

#[test]
fn the_most_central_words_are_taken_with_their_source() {
    let items = [
        item(
            1,
            "Five things to know this morning",
            "Good morning, here is what moved overnight in a quiet session.",
        ),
        item(
            2,
            "Harbor Exchange halts withdrawals after wallet breach",
            "Harbor Exchange halted withdrawals on Monday after a wallet breach drained 40 million dollars. More soon.",
        ),
        item(
            3,
            "Wallet breach: Harbor Exchange stops withdrawals",
            "Withdrawals at Harbor Exchange stay halted while the wallet breach is examined by two firms.",
        ),
    ];
    let near = centralities(&items);
    assert!(near[1] > near[0] && near[2] > near[0], "{near:?}");
    let text = summary(&items).expect("there are items");
    assert_eq!(text.title, "Harbor Exchange halts withdrawals after wallet breach");
    assert_eq!(text.title_from, id(2));
    assert_eq!(text.description_from, id(2));
    assert!(text.description.starts_with("Harbor Exchange halted withdrawals on Monday"));
}

#[test]
fn feed_furniture_is_left_out() {
    let items = [item(
        1,
        "A title",
        "The post A title appeared first on Some Site. The court ruled on Friday that the fund must pay its clients.",
    )];
    let text = summary(&items).expect("there is an item");
    assert_eq!(text.description, "The court ruled on Friday that the fund must pay its clients.");
}

#[test]
fn nothing_gives_nothing_and_titles_alone_give_no_description() {
    assert_eq!(summary(&[]), None);
    let text = summary(&[item(4, "Only a title", "")]).expect("there is an item");
    assert_eq!((text.title.as_str(), text.description.as_str()), ("Only a title", ""));
    let empty = summary(&[item(5, "", "")]).expect("there is an item");
    assert_eq!(empty.title, "");
}

#[test]
fn a_huge_story_takes_bounded_time() {
    let content = "The miners sold coins again this week. ".repeat(40_000);
    let items: Vec<SummaryItem> =
        (0..2_000).map(|n| item((n % 250) as u8, "Miners sell coins", &content)).collect();
    let text = summary(&items).expect("there are items");
    assert!(text.description.chars().count() <= DESCRIPTION);
}

proptest! {
    #[test]
    fn nothing_is_invented(texts in prop::collection::vec(("\\PC{0,60}", "\\PC{0,400}"), 1..6)) {
        let items: Vec<SummaryItem> =
            texts.iter().enumerate().map(|(n, (title, content))| item(n as u8, title, content)).collect();
        let text = summary(&items).expect("there are items");
        let source = |wanted: DocumentId| items.iter().find(|i| i.id == wanted).expect("attributed to an item");
        prop_assert_eq!(source(text.title_from).title.trim(), &text.title);
        prop_assert!(text.description.chars().count() <= DESCRIPTION);
        for word in text.description.split_whitespace() {
            prop_assert!(source(text.description_from).content.contains(word));
        }
    }
}
