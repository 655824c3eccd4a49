//! Title, firm and office of a speaker, as they are shown.

use super::tests::found;

#[test]
fn a_title_begins_where_it_tells_what_somebody_is() {
    let title = |content: &str| {
        let all = found(content);
        let one = all.iter().find(|one| one.speaker_names() == "Jane Doe");
        one.unwrap_or_else(|| panic!("{content} {all:?}")).title.clone()
    };
    let said = "Doe said that fees will fall next year.";
    for (content, expected) in [
        ("Though no longer CEO, Jane Doe still leads the talks.", ""),
        ("It is the account, a step chief executive Jane Doe called wrong.", "chief executive"),
        ("The judge temporarily blocked President Jane Doe.", "President"),
        ("The bank supported US President Jane Doe.", "US President"),
        ("The founder met his ally-turned-rival President Jane Doe.", "President"),
        ("They threatened to fire Fed Chair Jane Doe.", "Fed Chair"),
        ("They spoke to former US Representative Jane Doe.", "former US Representative"),
        ("It irked Cardano founder Jane Doe.", "Cardano founder"),
        ("They met former deputy finance minister Jane Doe.", "former deputy finance minister"),
        ("They met well-respected senior market analyst Jane Doe.", "well-respected senior market analyst"),
        ("Jane Doe, amid growing pressure on the bank, left the talks.", ""),
        ("President Doe Announces Deal US President Jane Doe left.", "US President"),
    ] {
        assert_eq!(title(&format!("{content} {said}")), expected, "{content}");
    }
}

#[test]
fn the_firm_of_a_title_is_one() {
    let firm = |content: &str| {
        let all = found(content);
        let one = all.iter().find(|one| one.speaker_names() == "Jane Doe");
        one.unwrap_or_else(|| panic!("{content} {all:?}")).affiliation.clone()
    };
    let said = "said that fees will fall next year.";
    for (content, expected) in [
        (format!("The U.S. Treasury waits. U.S. Vice President Jane Doe {said}"), ""),
        (format!("The Arizona House waits. Arizona Governor Jane Doe {said}"), ""),
        (format!("They near Completion Treasury Secretary Jane Doe {said}"), ""),
        (format!("Its Larger Bitcoin Holdings Senator Jane Doe {said}"), ""),
        (format!("Bloomberg ETF analyst Jane Doe {said}"), "Bloomberg"),
        (format!("Bloomberg Intelligence ETF analyst Jane Doe {said}"), "Bloomberg Intelligence"),
        (format!("The influential ETF analyst Jane Doe {said}"), ""),
        (format!("Jane Doe, chief executive of Las Vegas-based Robocoin, {said}"), "Robocoin"),
        (format!("Jane Doe, chief executive of the fast-food chain Stake n’ Shake, {said}"), ""),
        (format!("SEC Chair Jane Doe {said}"), "Securities and Exchange Commission"),
        (format!("White House adviser Jane Doe {said}"), "White House"),
        (format!("Reform UK leader Jane Doe {said}"), "Reform UK"),
        (format!("Jane Doe, counsel at Kraken and a member of the SEC committee, {said}"), "Kraken"),
    ] {
        assert_eq!(firm(&content), expected, "{content}");
    }
}

#[test]
fn an_office_has_one_name_in_all_articles() {
    let known = |content: &str| {
        let one = found(content).remove(0).speakers.remove(0);
        one.known_as.unwrap_or(one.name)
    };
    let said = "said that fees will fall next year.";
    for (names, expected) in [
        (
            &[
                "The SEC",
                "The Securities and Exchange Commission",
                "The U.S. Securities and Exchange Commission (SEC)",
            ][..],
            "Securities and Exchange Commission",
        ),
        (
            &["The IMF", "The International Monetary Fund", "The International Monetary Fund (IMF)"],
            "International Monetary Fund",
        ),
        (
            &["The U.S. Commodity Futures Trading Commission (CFTC)", "The CFTC"],
            "Commodity Futures Trading Commission",
        ),
    ] {
        for name in names {
            assert_eq!(known(&format!("It was a long day. {name} {said}")), expected, "{name}");
        }
    }
    for name in ["The Federal Reserve", "The US Federal Reserve Board"] {
        assert_eq!(known(&format!("It was a long day. {name} {said}")), "Federal Reserve", "{name}");
    }
    assert_eq!(
        known(&format!("The Philippine Securities and Exchange Commission {said}")),
        "Philippine Securities and Exchange Commission"
    );
    let foreign = known(&format!("Thailand's SEC {said}"));
    assert_ne!(foreign, "Securities and Exchange Commission");
    let office = found(&format!("The Financial Crimes Enforcement Network {said}"));
    assert_eq!(office[0].cohort, Some(domain::Cohort::Policy));
    let both = found(&format!("The International Monetary Fund {said} The IMF {said}"));
    assert_eq!(both[0].speakers, both[1].speakers);
}
