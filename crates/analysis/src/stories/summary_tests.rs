use proptest::prelude::*;

use super::{DESCRIPTION, SummaryItem, tellers, weigh};

fn item<'a>(title: &'a str, content: &'a str) -> SummaryItem<'a> {
    SummaryItem { title, content }
}

type Told<'a> = ((&'a str, usize), (String, usize));

/// Title and description, and the places of the items that they are from.
fn told<'a>(items: &[SummaryItem<'a>]) -> Option<Told<'a>> {
    let weighed = weigh(items);
    let (title, description) = tellers(weighed.iter())?;
    Some(((items[title].title, title), (weighed[description].description.clone(), description)))
}

#[test]
fn the_most_central_words_are_taken_with_their_source() {
    let items = [
        item(
            "Five things to know this morning",
            "Good morning, here is what moved overnight in a quiet session.",
        ),
        item(
            "Harbor Exchange halts withdrawals after wallet breach",
            "Harbor Exchange halted withdrawals on Monday after a wallet breach drained 40 million dollars. More soon.",
        ),
        item(
            "Wallet breach: Harbor Exchange stops withdrawals",
            "Withdrawals at Harbor Exchange stay halted while the wallet breach is examined by two firms.",
        ),
    ];
    let near: Vec<f32> = weigh(&items).iter().map(|weighed| weighed.centrality).collect();
    assert!(near[1] > near[0] && near[2] > near[0], "{near:?}");
    let (title, (description, from)) = told(&items).expect("there are items");
    assert_eq!(title, ("Harbor Exchange halts withdrawals after wallet breach", 1));
    assert!(description.starts_with("Harbor Exchange halted withdrawals on Monday"));
    assert_eq!(from, 1);
}

#[test]
fn a_part_of_a_story_is_told_by_its_own_items() {
    let items = [
        item("Harbor Exchange halts withdrawals", "Harbor Exchange halted withdrawals on Monday evening."),
        item("Harbor Exchange halts withdrawals", ""),
        item("", "Withdrawals at Harbor Exchange stay halted for a week."),
    ];
    let weighed = weigh(&items);
    assert_eq!(tellers(weighed.iter()), Some((0, 0)));
    assert_eq!(tellers(weighed[1..].iter()), Some((0, 1)), "one has the title, the other the sentences");
    assert_eq!(tellers(weighed[1..2].iter()), Some((0, 0)));
    assert_eq!(tellers(weighed[2..].iter()), Some((0, 0)));
}

#[test]
fn feed_furniture_is_left_out() {
    let items = [item(
        "A title",
        "The post A title appeared first on Some Site. The court ruled on Friday that the fund must pay its clients.",
    )];
    let (_, (description, _)) = told(&items).expect("there is an item");
    assert_eq!(description, "The court ruled on Friday that the fund must pay its clients.");
}

#[test]
fn nothing_gives_nothing_and_titles_alone_give_no_description() {
    assert_eq!(told(&[]), None);
    let nothing = (String::new(), 0);
    assert_eq!(told(&[item("Only a title", "")]), Some((("Only a title", 0), nothing.clone())));
    assert_eq!(told(&[item("", "")]), Some((("", 0), nothing)));
}

#[test]
fn a_huge_story_takes_bounded_time() {
    let content = "The miners sold coins again this week. ".repeat(40_000);
    let items: Vec<SummaryItem> = (0..2_000).map(|_| item("Miners sell coins", &content)).collect();
    let (_, (description, _)) = told(&items).expect("there are items");
    assert!(description.chars().count() <= DESCRIPTION);
}

proptest! {
    #[test]
    fn nothing_is_invented(texts in prop::collection::vec(("\\PC{0,60}", "\\PC{0,400}"), 1..6)) {
        let items: Vec<SummaryItem> = texts.iter().map(|(title, content)| item(title, content)).collect();
        for weighed in weigh(&items) {
            prop_assert!(weighed.description.chars().count() <= DESCRIPTION);
        }
        let (_, (description, from)) = told(&items).expect("there are items");
        for word in description.split_whitespace() {
            prop_assert!(items[from].content.contains(word));
        }
    }
}
