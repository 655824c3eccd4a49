use domain::Instant;
use proptest::prelude::*;

use super::sentences::letters;
use super::{DESCRIPTION, SummaryItem, Told, Weighed, choose_words, tell, to_read, weigh};

/// An article of an outlet of average merit, an hour after the one before.
fn item<'a>(hour: i64, outlet: &'a str, title: &'a str, content: &'a str) -> SummaryItem<'a> {
    let at = Instant::from_ms(1_700_000_000_000 + hour * 3_600_000);
    SummaryItem { title, content, is_all: true, outlet, at, sponsored: false, repeats: false }
}

/// The places of the items that give the headline and the sentences, and these.
fn chosen(items: &[SummaryItem]) -> Option<(usize, Option<usize>, String)> {
    chosen_by(items, |_| 1.0)
}

/// The same with the authority of each outlet.
fn chosen_by(
    items: &[SummaryItem],
    authority: impl Fn(&str) -> f32,
) -> Option<(usize, Option<usize>, String)> {
    let (told, weighed) = all_weighed(items);
    let with_authority = weighed.iter().zip(items).map(|(weighed, item)| (weighed, authority(item.outlet)));
    let (title, described) = choose_words(with_authority, &told.iter().collect::<Vec<_>>())?;
    let description = described.map_or(String::new(), |place| weighed[place].description.clone());
    Some((title, described, description))
}

fn all_weighed(items: &[SummaryItem]) -> (Vec<Told>, Vec<Weighed>) {
    let told = tell(items);
    let weighed = weigh(items, &told);
    (told, weighed)
}

/// The title of a story of which only so many texts are read, and their places.
fn title_of<'a>(items: &[SummaryItem<'a>], limit: usize) -> (&'a str, Vec<usize>) {
    let told = tell(items);
    let read = to_read(&told, limit);
    let of_read: Vec<SummaryItem> = read.iter().map(|place| items[*place]).collect();
    let told_by_read: Vec<Told> = read.iter().map(|place| told[*place].clone()).collect();
    let weighed = weigh(&of_read, &told_by_read);
    let all: Vec<&Told> = told.iter().collect();
    let (title, _) = choose_words(weighed.iter().map(|one| (one, 1.0)), &all).expect("there are items");
    (of_read[title].title, read)
}

const HALT: &str = "Harbor Exchange halts withdrawals after $40M wallet breach";
const LEAD: &str = "Harbor Exchange halted withdrawals on Monday after a wallet breach drained $40 million.";

#[test]
fn the_most_central_words_are_taken_from_one_article() {
    let items = [
        item(
            0,
            "A",
            "Five things to know this morning",
            "Good morning, here is what moved overnight in a quiet session.",
        ),
        item(1, "B", HALT, LEAD),
        item(
            2,
            "C",
            "Wallet breach: Harbor Exchange stops withdrawals",
            "Withdrawals at Harbor Exchange stay halted while the wallet breach is examined by two firms.",
        ),
    ];
    let (_, weighed) = all_weighed(&items);
    assert!(weighed[1].merit(1.0) > weighed[0].merit(1.0) && weighed[2].merit(1.0) > weighed[0].merit(1.0));
    assert!(weighed[1].merit(1.3) > weighed[1].merit(1.0));
    let (title, described, description) = chosen(&items).expect("there are items");
    assert!(title > 0 && described == Some(title));
    assert!(items[title].content.contains(&description));
}

/// Of two articles that are alike otherwise, the one that only tells is taken.
#[test]
fn what_a_rewriter_adds_to_say_that_it_matters_is_not_preferred() {
    let plain = "Harbor Exchange halted withdrawals on Monday after a wallet breach drained $40 million, its chief said.";
    let comment = "Harbor Exchange halted withdrawals on Monday after a wallet breach drained $40 million, marking a turn.";
    for outlets in [["A", "B"], ["B", "A"], ["Gazette", "Courier"], ["Courier", "Gazette"]] {
        let items = [item(0, outlets[0], HALT, comment), item(0, outlets[1], HALT, plain)];
        let (_, _, description) = chosen(&items).expect("there are items");
        assert_eq!(description, plain, "{outlets:?}");
    }
}

#[test]
fn early_reports_of_merit_come_before_rewrites() {
    let rewritten = format!("In a shocking turn, {LEAD} Experts wonder what comes next for the market.");
    let copies: Vec<String> = (0..6).map(|n| format!("Rewriter {n}")).collect();
    let mut items = vec![item(0, "Wire", HALT, LEAD)];
    items.extend(copies.iter().map(|name| item(3, name, HALT, &rewritten)));
    items.reverse();
    let authority = |outlet: &str| if outlet == "Wire" { 1.3 } else { 0.8 };
    assert_eq!(chosen_by(&items, authority).map(|(title, ..)| items[title].outlet), Some("Wire"));
}

#[test]
fn outlets_of_equal_merit_take_turns() {
    let outlets = ["A", "B", "C"];
    let mut counts = [0; 3];
    for hour in 0..60 {
        let items: Vec<SummaryItem> = outlets.iter().map(|outlet| item(hour, outlet, HALT, LEAD)).collect();
        counts[chosen(&items).expect("there are items").0] += 1;
    }
    assert!(counts.iter().all(|count| *count >= 10), "{counts:?}");
}

#[test]
fn two_articles_agree_or_are_not_joined() {
    let titled = |title| item(0, "A", title, "");
    let later = "Harbor Exchange said that the breach of its wallets had drained $52 million in withdrawals.";
    let other = item(1, "B", "", later);
    let both = |title| chosen(&[titled(title), other]).expect("there are items");
    assert_eq!(both("Harbor Exchange wallets lose $52M in breach").1, Some(1));
    assert_eq!(both("Harbor Exchange wallets lose $40M in breach").1, None, "the numbers differ");
    assert_eq!(both("Lisbon Exchange wallets lose $52M in a fire").1, None, "the names differ");
    let own = item(0, "A", "Harbor loses $40M in breach", later);
    assert_eq!(
        chosen(&[own]).map(|(_, described, _)| described),
        Some(None),
        "nor does an article with itself"
    );
}

/// A story that was approved and then stayed, as several outlets tell it; the first hours are told by more of them.
fn approved_then_halted() -> Vec<SummaryItem<'static>> {
    let approved = "The SEC approved the conversion of the Harbor Large Cap Fund into an exchange-traded fund on Tuesday.";
    vec![
        item(0, "A", "SEC approves conversion of Harbor fund into ETF", approved),
        item(1, "B", "SEC clears Harbor Large Cap Fund for listing as ETF", approved),
        item(
            2,
            "C",
            "Harbor fund wins SEC approval to become an ETF",
            "Harbor won approval of the SEC for its fund.",
        ),
        item(
            3,
            "D",
            "SEC greenlights Harbor fund",
            "The commission greenlit the Harbor fund, a filing shows.",
        ),
        item(
            26,
            "A",
            "SEC halts Harbor fund conversion a day after staff approved it",
            "The SEC halted the conversion of the Harbor Large Cap Fund on Wednesday, a letter of its secretary shows.",
        ),
        item(
            27,
            "E",
            "SEC pauses Harbor ETF for review",
            "The commission paused the Harbor ETF that its own staff had cleared, and will review it.",
        ),
        item(
            30,
            "F",
            "Harbor ETF delayed by SEC stay",
            "The start of the Harbor ETF is delayed until the commission has looked at it.",
        ),
    ]
}

#[test]
fn a_story_that_turned_is_told_by_its_turn() {
    let items = approved_then_halted();
    let authority = |outlet: &str| if outlet == "B" { 1.4 } else { 1.0 };
    let (title, described, _) = chosen_by(&items, authority).expect("there are items");
    assert!(title >= 4, "{}", items[title].title);
    assert!(described.is_none_or(|described| described >= 4), "{described:?}");
    assert_eq!(
        chosen_by(&items[..4], authority).map(|(title, ..)| title < 4),
        Some(true),
        "before it turned there is nothing else"
    );
}

#[test]
fn one_outlet_makes_no_turn_and_neither_do_copies_or_guesses() {
    let mut items = approved_then_halted();
    items.truncate(5);
    let first = |items: &[SummaryItem]| chosen(items).map(|(title, ..)| title < 4);
    assert_eq!(first(&items), Some(true), "one outlet alone");
    let again = items[4];
    items.push(SummaryItem { outlet: "E", at: again.at.plus_ms(60_000), repeats: true, ..again });
    assert_eq!(first(&items), Some(true), "and who copies it");
    items.truncate(4);
    for (hour, outlet) in [(26, "E"), (27, "F"), (28, "G")] {
        items.push(item(
            hour,
            outlet,
            "SEC could still halt Harbor fund",
            "The commission could still halt the Harbor fund.",
        ));
    }
    assert_eq!(first(&items), Some(true), "a guess");
}

#[test]
fn what_was_halted_and_goes_on_is_not_told_as_halted() {
    let halted = "Harbor Exchange halted withdrawals on Monday while it looks into a fault of its wallets.";
    let resumed = "Harbor Exchange resumed withdrawals on Tuesday and said that no coins were lost.";
    let mut items = vec![
        item(0, "A", "Harbor Exchange halts withdrawals", halted),
        item(
            1,
            "B",
            "Withdrawals halted at Harbor Exchange",
            "At Harbor Exchange nobody could withdraw on Monday.",
        ),
        item(
            2,
            "C",
            "Harbor Exchange pauses withdrawals",
            "The exchange said it paused withdrawals to mend a fault.",
        ),
        item(26, "D", "Harbor Exchange resumes withdrawals", resumed),
        item(
            27,
            "E",
            "Withdrawals resumed at Harbor Exchange",
            "Customers of Harbor Exchange can withdraw once more.",
        ),
    ];
    assert!(chosen(&items).is_some_and(|(title, ..)| title >= 3));
    items.swap(0, 3);
    assert!(
        chosen(&items).is_some_and(|(title, ..)| items[title].title.contains("resume")),
        "in whatever order they come"
    );
}

#[test]
fn what_most_of_the_newest_reports_tell_is_told() {
    let older =
        ["A", "B", "C", "D", "E", "F"].map(|outlet| item(outlet.as_bytes()[0].into(), outlet, HALT, LEAD));
    let newer = [
        (
            "G",
            "Harbor Exchange files for bankruptcy",
            "Harbor Exchange filed for bankruptcy on Friday, its lawyers said.",
        ),
        (
            "H",
            "Bankruptcy for Harbor Exchange, court papers show",
            "Court papers show the bankruptcy of Harbor Exchange.",
        ),
        (
            "I",
            "Breached Harbor Exchange goes into bankruptcy",
            "The breached exchange went into bankruptcy at the weekend.",
        ),
    ];
    let newer =
        newer.map(|(outlet, title, lead)| item(100 + i64::from(outlet.as_bytes()[0]), outlet, title, lead));
    let items: Vec<SummaryItem> = older.into_iter().chain(newer).collect();
    let (title, ..) = chosen(&items).expect("there are items");
    assert!(title >= 6, "{}", items[title].title);
    // Two of them are not most of the coverage's end.
    let (title, ..) = chosen(&items[..8]).expect("there are items");
    assert!(title < 6, "{}", items[title].title);
}

#[test]
fn a_part_of_a_story_has_words_of_its_own_items() {
    let items = [item(0, "A", HALT, LEAD), item(1, "B", HALT, ""), item(2, "C", "", LEAD)];
    let (told, weighed) = all_weighed(&items);
    let told: Vec<&Told> = told.iter().collect();
    let of = |part: &[Weighed], told: &[&Told]| choose_words(part.iter().map(|item| (item, 1.0)), told);
    assert_eq!(of(&weighed, &told), Some((0, Some(0))));
    assert_eq!(
        of(&weighed[1..], &told[1..]),
        Some((0, Some(1))),
        "one has the headline, the other the sentences"
    );
    assert_eq!(of(&weighed[1..2], &told[1..2]), Some((0, None)));
}

#[test]
fn columns_shouting_and_bought_words_come_last() {
    for title in [
        "HARBOR EXCHANGE HALTED WITHDRAWALS AFTER WALLET BREACH",
        "Live: Harbor Exchange halts withdrawals after wallet breach",
        "BREAKING! Harbor Exchange Halts Withdrawals After $40M Wallet Breach!",
    ] {
        let items =
            [item(0, "A", title, LEAD), item(1, "B", "Harbor Exchange stops withdrawals after breach", LEAD)];
        assert_eq!(chosen(&items).map(|(title, ..)| title), Some(1), "{title}");
        assert_eq!(chosen(&items[..1]).map(|(title, ..)| title), Some(0), "where there is nothing else");
    }
    let bought = SummaryItem { sponsored: true, ..item(0, "A", HALT, LEAD) };
    let plain =
        item(5, "B", "Is Harbor Exchange safe?", "Harbor Exchange stopped paying out on Monday evening.");
    assert_eq!(chosen(&[bought, plain]).map(|(title, ..)| title), Some(1));
}

#[test]
fn what_is_cut_is_left_out() {
    let cut = SummaryItem { is_all: false, ..item(0, "A", HALT, LEAD) };
    assert_eq!(chosen(&[cut]).map(|(_, described, _)| described), Some(None));
    let more = format!("{LEAD} The company said that it would");
    let longer = SummaryItem { content: &more, ..cut };
    assert_eq!(chosen(&[longer]).map(|(_, _, description)| description), Some(LEAD.to_owned()));
}

#[test]
fn nothing_gives_nothing_and_titles_alone_give_no_description() {
    assert_eq!(chosen(&[]), None);
    assert_eq!(chosen(&[item(0, "A", "Only a title", "")]), Some((0, None, String::new())));
    assert_eq!(chosen(&[item(0, "A", "", "")]), Some((0, None, String::new())));
}

#[test]
fn a_huge_story_takes_bounded_time() {
    let content = "The miners sold coins again this week. ".repeat(40_000);
    let items: Vec<SummaryItem> = (0..500).map(|_| item(0, "A", "Miners sell coins", &content)).collect();
    let (_, _, description) = chosen(&items).expect("there are items");
    assert!(description.chars().count() <= DESCRIPTION);
}

proptest! {
    #[test]
    fn nothing_is_invented(texts in prop::collection::vec(("\\PC{0,60}", "([A-Z][a-z]{1,9} ([a-z$0-9]{1,9} ){6,14}[a-z]{2,8}[.!?] ?){0,5}\\PC{0,60}"), 1..6)) {
        let items: Vec<SummaryItem> =
            texts.iter().enumerate().map(|(at, (title, content))| item(at as i64, "A", title, content)).collect();
        for weighed in all_weighed(&items).1 {
            prop_assert!(weighed.description.chars().count() <= DESCRIPTION);
        }
        let (_, described, description) = chosen(&items).expect("there are items");
        if let Some(place) = described {
            prop_assert!(letters(items[place].content).contains(&letters(&description)));
        }
    }
}

#[test]
fn an_amount_that_most_headlines_tell_otherwise_names_no_story() {
    let flows = |fund: &str, amount: &str| format!("{fund} ETFs lose {amount} in a third day of outflows");
    let lead =
        |fund: &str, amount: &str| format!("Investors pulled {amount} from spot {fund} ETFs on Tuesday.");
    let told: Vec<(String, String)> = [
        ("Ether", "$260 million"),
        ("Bitcoin", "$870 million"),
        ("Bitcoin", "$870M"),
        ("Bitcoin", "$869 million"),
    ]
    .iter()
    .map(|(fund, amount)| (flows(fund, amount), lead(fund, amount)))
    .collect();
    // The first report has the merit of being early.
    let items: Vec<SummaryItem> = told
        .iter()
        .zip(["A", "B", "C", "D"])
        .enumerate()
        .map(|(hour, ((title, lead), outlet))| item(hour as i64, outlet, title, lead))
        .collect();
    let (title, described, _) = chosen(&items).expect("there are items");
    assert!(title > 0 && described == Some(title), "{title} {described:?}");
}

/// Sixty articles of which sixteen are read: whatever a sample leaves out, no headline is overlooked.
#[test]
fn a_turn_is_seen_in_headlines_whose_texts_are_not_read() {
    let early = [
        "SEC approves conversion of Harbor fund into ETF",
        "SEC clears Harbor Large Cap Fund for listing as ETF",
    ];
    let outlets: Vec<String> = (0..20).map(|n| format!("Outlet {n}")).collect();
    let lead = "The SEC approved the conversion of the Harbor Large Cap Fund into an exchange-traded fund on Tuesday.";
    let mut items: Vec<SummaryItem> =
        (0..56).map(|n| item(n as i64, &outlets[n % 20], early[n % 2], lead)).collect();
    let halted = "The SEC halted the conversion of the Harbor Large Cap Fund into an exchange-traded fund on Wednesday.";
    items[50] = item(50, "Outlet 3", "SEC halts conversion of Harbor fund into ETF", halted);
    items.push(item(57, "Outlet 5", "SEC pauses conversion of Harbor Large Cap Fund into ETF", halted));
    items.push(item(
        58,
        "Outlet 6",
        "What the Harbor ETF means for altcoins",
        "Altcoins may follow the Harbor ETF.",
    ));
    items.push(item(59, "Outlet 7", "SEC delays conversion of Harbor fund", halted));
    for hour in [51, 52, 53, 54, 55] {
        items[hour].title = "Harbor fund and the SEC: what comes next for its ETF";
    }
    let (title, read) = title_of(&items, 16);
    assert!(["halts", "pauses", "delays"].iter().any(|act| title.contains(act)), "{title}");
    assert_eq!(read.len(), 16);
}

#[test]
fn of_an_outlet_one_text_is_read_before_and_one_in_the_newest_third() {
    let mut items: Vec<SummaryItem> = (0..20).map(|hour| item(hour, "Loud", HALT, LEAD)).collect();
    let others: Vec<String> = (0..10).map(|n| format!("Other {n}")).collect();
    items.extend(others.iter().enumerate().map(|(n, outlet)| item(n as i64, outlet, HALT, LEAD)));
    items.extend(others.iter().enumerate().map(|(n, outlet)| item(100 + n as i64, outlet, HALT, LEAD)));
    let read = to_read(&tell(&items), 8);
    assert_eq!(read.len(), 8);
    let is_newest = |place: &usize| items[*place].at >= items[17].at;
    assert_eq!(read.iter().filter(|place| is_newest(place)).count(), 4, "{read:?}");
    let outlets = |part: bool| -> Vec<&str> {
        let mut outlets: Vec<&str> =
            read.iter().filter(|place| is_newest(place) == part).map(|place| items[*place].outlet).collect();
        outlets.sort_unstable();
        outlets
    };
    assert!([true, false].into_iter().all(|part| outlets(part).windows(2).all(|pair| pair[0] != pair[1])));
    let few = to_read(&tell(&items[28..32]), 8);
    assert_eq!(few, [0, 1, 2, 3], "a short story is read as a whole");
    assert!(to_read(&[], 8).is_empty());
}

/// What share prices do afterwards is told by all, in the same words, and is not what happened.
#[test]
fn reactions_of_shares_are_no_turn() {
    let bought = "Harbor Stores bought 4,710 bitcoin for $512 million, the company said on Wednesday.";
    let mut items: Vec<SummaryItem> = ["A", "B", "C", "D", "E", "F"]
        .iter()
        .zip(0..)
        .map(|(outlet, hour)| item(hour, outlet, "Harbor Stores buys 4,710 bitcoin", bought))
        .collect();
    let sinks = "Shares of Harbor Stores sank 11% after the company bought 4,710 bitcoin for $512 million.";
    let reactions = [
        ("G", "Harbor Stores shares sink 11% after bitcoin buy"),
        ("H", "Harbor Stores shares decline following bitcoin purchase"),
        ("I", "Harbor Stores shares crashing after bitcoin buy"),
    ];
    items.extend(reactions.iter().zip(20..).map(|((outlet, title), hour)| item(hour, outlet, title, sinks)));
    let (title, ..) = chosen(&items).expect("there are items");
    assert!(title < 6, "{}", items[title].title);
}

#[test]
fn a_position_that_is_lost_has_ended() {
    let opens =
        "The trader Mara Quill opened a long position in bitcoin with forty times her stake on Monday.";
    let lost = "The long position in bitcoin of the trader Mara Quill was liquidated on Thursday, data show.";
    let items = [
        item(0, "A", "Mara Quill opens long position in bitcoin", opens),
        item(1, "B", "Trader Mara Quill opens bitcoin long with 40x leverage", opens),
        item(2, "C", "Mara Quill opens a bitcoin long position", opens),
        item(70, "D", "Mara Quill long position in bitcoin liquidated", lost),
        item(71, "E", "Trader Mara Quill loses her bitcoin long", lost),
    ];
    let (title, ..) = chosen(&items).expect("there are items");
    assert!(title >= 3, "{}", items[title].title);
}

/// A story of an amount a day, told by two outlets on its last.
fn day_by_day(amounts: &[&str]) -> Vec<String> {
    amounts.iter().map(|amount| format!("Trader Mara Quill holds bitcoin long worth {amount}")).collect()
}

#[test]
fn a_story_whose_amounts_change_from_day_to_day_is_told_by_the_newest() {
    let lead = "The trader Mara Quill holds a long position in bitcoin, data of the exchange show.";
    let story = |titles: &[String], hours: i64| -> i64 {
        let last = titles.len() - 1;
        let outlet = |n: usize| if n.is_multiple_of(3) || n == last { "A" } else { "B" };
        let items: Vec<SummaryItem> = titles
            .iter()
            .enumerate()
            .map(|(n, title)| item(hours * n as i64, outlet(n), title, lead))
            .collect();
        let (title, ..) = chosen(&items).expect("there are items");
        (last - title) as i64 * hours
    };
    let changing = ["$75M", "$175M", "$440M", "$621M", "$502M", "$296M", "$200M", "$376M", "$46M"];
    let changing = day_by_day(&changing);
    assert!(story(&changing, 12) <= 24, "of its last day");
    assert!(story(&changing, 2) > 2, "in a single day they are different accounts of one thing");
    let same =
        day_by_day(&["$75M", "$75 million", "$75M", "$75.1M", "$75M", "$175M", "$75M", "$75M", "$75M"]);
    assert!(story(&same, 12) > 24, "one amount all along");
}

#[test]
fn a_total_that_grows_is_told_as_it_became() {
    let lead = "Wallets of the early years moved bitcoin on Friday after fourteen years, chain data show.";
    let told = |later: &[(&'static str, &'static str)]| -> &'static str {
        let early = [
            ("A", "Dormant wallet moves $1B in bitcoin after 14 years"),
            ("B", "Satoshi-era bitcoin wallet moves $1 billion after 14 years"),
            ("C", "Bitcoin wallet of 2011 moves $1B"),
            ("D", "Dormant bitcoin wallet moves $1.01 billion after 14 years"),
        ];
        let items: Vec<SummaryItem> = early
            .iter()
            .chain(later)
            .zip(0..)
            .map(|((outlet, title), hour)| item(hour, outlet, title, lead))
            .collect();
        chosen(&items).map(|(title, ..)| items[title].title).expect("there are items")
    };
    let (more, again) = (
        "Dormant bitcoin wallets move $8.6B",
        "Eight dormant bitcoin wallets move $8.7 billion after 14 years",
    );
    assert!(told(&[("E", more), ("F", again)]).contains("$8."));
    assert!(!told(&[("E", more), ("E", again)]).contains("$8."), "of one outlet alone");
    assert!(
        !told(&[("E", "Dormant bitcoin wallets move $2B"), ("F", "Bitcoin wallet moves $90 billion market")])
            .contains("90"),
        "nor what nobody else tells"
    );
    let both = "Dormant bitcoin wallet moves $1B and still holds $5 billion";
    let holds =
        told(&[("E", both), ("F", both), ("G", "Dormant bitcoin wallet still holds $5B"), ("H", both)]);
    assert!(holds.contains("$1"), "what is held is another thing than what was moved: {holds}");
}
