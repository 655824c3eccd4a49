//! Which words of a sentence are what somebody said.

use super::tests::{check, found};

#[test]
fn what_is_only_named_is_no_statement() {
    for content in [
        "Jane Doe acknowledged the purchase on X on Wednesday.",
        "Jane Doe spoke for an hour, mentioning Harlan Greaves, the chairman of the committee.",
        "Jane Doe mentioned the price and the volume of the coin.",
        "Jane Doe pointed to the behavior of central banks in Europe.",
        "Acme Labs has acknowledged its coin purchase since announcing plans in May.",
        "Jane Doe revealed the gains the company has already seen.",
        "Acme Labs announced the opening of a fund that would hold coins for banks.",
        "Acme Labs announced the sale of its mines, and shares have fallen since then.",
        "Jane Doe criticised some parts of the rule as commissioner in May.",
        "Acme Labs is considering a sale of its mines in Texas.",
        "Jane Doe is considering whether to sell her mines in Texas.",
        "Jane Doe criticised the offer, which was seen by many as too low.",
    ] {
        check(content, &[]);
    }
    for (content, text) in [
        ("Jane Doe pointed to a bullish flag on the daily chart.", "a bullish flag on the daily chart"),
        ("Jane Doe acknowledged the growing need for cheap energy.", "the growing need for cheap energy"),
        ("Jane Doe acknowledged the risks associated with loans.", "the risks associated with loans"),
        ("Jane Doe pointed to a shift in Bitcoin’s behavior in May.", "a shift in Bitcoin’s behavior in May"),
        ("Jane Doe cautioned users that the price may fall.", "users that the price may fall"),
        ("Jane Doe mentioned the fund was closed last year.", "the fund was closed last year"),
        ("Jane Doe pointed to the new rule as a reason for it.", "the new rule as a reason for it"),
        ("Acme Labs announced its fund for banks will open in May.", "its fund for banks will open in May"),
        ("Jane Doe announced the firm will open a fund in May.", "the firm will open a fund in May"),
    ] {
        let found = found(content);
        assert_eq!(found.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), [text], "{content}");
    }
}

#[test]
fn what_somebody_takes_it_for_is_a_statement_where_the_quoted_words_tell() {
    check("Jane Doe described it as a threat to the whole market.", &[]);
    check(
        "Jane Doe dismissed it as “loud and misleading marketing”—a stark reminder that leaders can be wrong.",
        &[('I', "Jane Doe", "it as “loud and misleading marketing”")],
    );
}

#[test]
fn what_is_said_ends_where_the_writer_goes_on() {
    let said = "fees will fall next year";
    for rest in [
        ", but did not offer further details",
        " but declined to comment on the rest",
        " but gave no date for it",
        ", but Harlan Greaves remains careful",
        ", while Acme CEO Harlan Greaves has another view",
        ", but critics argue that nothing will change",
        "—a stark reminder that nothing is for ever",
        " – marking a clear shift for the firm",
    ] {
        let content = format!("Acme CEO Harlan Greaves listened. Jane Doe said that {said}{rest}.");
        let found = found(&content);
        assert_eq!(found.first().map(|one| one.text.as_str()), Some(said), "{content}");
    }
    for rest in [
        " but banks did not lower theirs",
        ", while Bitcoin will rise",
        " – the first time in a decade – and stay low",
        " but not those of small banks",
    ] {
        check(&format!("Jane Doe said that {said}{rest}."), &[('I', "Jane Doe", &format!("{said}{rest}"))]);
    }
    check(
        "While Jane Doe said that fees will fall next year, she is still committed to the old plan.",
        &[('I', "Jane Doe", said)],
    );
    check(
        "While Coinbase reported $12 million in losses, it is still committed to the old plan.",
        &[('I', "Coinbase", "$12 million in losses")],
    );
}

#[test]
fn a_sentence_begins_at_a_capital_behind_a_small_word() {
    check(
        "Jane Doe said that the plans are still under review On Tuesday, the firm also earned a licence.",
        &[('I', "Jane Doe", "the plans are still under review")],
    );
    check(
        "Jane Doe said that the plans are still under review While many wait, the firm earned a licence.",
        &[('I', "Jane Doe", "the plans are still under review")],
    );
    check(
        "Jane Doe said that the film The Big Short is still under review.",
        &[('I', "Jane Doe", "the film The Big Short is still under review")],
    );
}

#[test]
fn a_name_behind_a_title_and_a_firm_is_who_speaks() {
    check(
        "According to Head of CoinShares research, James Greaves, noted that fees will fall next year.",
        &[('I', "James Greaves", "fees will fall next year")],
    );
    check(
        "According to Coinbase CEO, James Greaves, fees will fall next year.",
        &[('I', "James Greaves", "fees will fall next year")],
    );
}

#[test]
fn what_somebody_says_that_a_rule_leaves_out_is_said() {
    let said = "the rule covers exchanges but does not address wallets";
    check(&format!("Jane Doe said that {said}."), &[('I', "Jane Doe", said)]);
    check(
        "Jane Doe said that the rule covers all exchanges but did not address wallets.",
        &[('I', "Jane Doe", "the rule covers all exchanges")],
    );
}
