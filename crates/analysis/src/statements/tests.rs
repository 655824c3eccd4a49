//! Invented sentences, one for each way in which the press says who said what.

use domain::Cohort;

use super::*;

pub(super) fn found(content: &str) -> Vec<Statement> {
    let text = Text { title: "A headline", content, ..Text::default() };
    find(&text, &crate::read_all(&text))
}

/// Each statement as `D` or `I`, speaker and text.
#[track_caller]
pub(super) fn check(content: &str, expected: &[(char, &str, &str)]) {
    let statements = found(content);
    let rows: Vec<(char, String, &str)> = statements
        .iter()
        .map(|one| (if one.direct { 'D' } else { 'I' }, one.speaker_names(), one.text.as_str()))
        .collect();
    let expected: Vec<(char, String, &str)> =
        expected.iter().map(|(kind, speaker, text)| (*kind, (*speaker).to_owned(), *text)).collect();
    assert_eq!(rows, expected, "{content}");
    for one in &statements {
        let place =
            content.chars().skip(one.span.start as usize).take((one.span.end - one.span.start) as usize);
        assert_eq!(place.collect::<String>(), one.text, "a statement is verbatim at its place");
    }
}

#[test]
fn quotes_in_any_marks_find_their_speaker() {
    let said = "we will build more capacity next year";
    for (open, close) in [("“", "”"), ("\"", "\""), ("”", "”"), ("\"", "”"), ("«", "»"), ("„", "“")]
    {
        check(&format!("{open}{said},{close} said Jane Doe."), &[('D', "Jane Doe", said)]);
    }
    check(&format!("“{said},” Jane Doe said."), &[('D', "Jane Doe", said)]);
    check(&format!("Jane Doe said, “{said}.”"), &[('D', "Jane Doe", &format!("{said}."))]);
    check(&format!("Jane Doe: “{said}.”"), &[('D', "Jane Doe", &format!("{said}."))]);
    check(&format!("“{said}.” — Jane Doe, CEO of Acme"), &[('D', "Jane Doe", &format!("{said}."))]);
}

#[test]
fn broken_quotes_are_two_statements_of_one_speaker() {
    check(
        "“The demand is real and growing,” Jane Doe said. “Nobody should be surprised by any of this.”",
        &[
            ('D', "Jane Doe", "The demand is real and growing"),
            ('D', "Jane Doe", "Nobody should be surprised by any of this."),
        ],
    );
}

#[test]
fn a_quote_may_run_over_paragraphs() {
    check(
        "Jane Doe said: “We started with two people in a garage.\n\n“Now we are four hundred on three continents.”",
        &[(
            'D',
            "Jane Doe",
            "We started with two people in a garage.\n\n“Now we are four hundred on three continents.",
        )],
    );
}

#[test]
fn clear_indirect_speech_is_a_statement() {
    for (content, text) in [
        ("Jane Doe said that fees will fall next year.", "fees will fall next year"),
        ("Jane Doe said on Monday that fees will fall next year.", "fees will fall next year"),
        ("According to Jane Doe, fees will fall next year.", "fees will fall next year"),
        ("Fees will fall in the next year, according to Jane Doe.", "Fees will fall in the next year"),
        ("Fees will fall in the next year, Jane Doe explained.", "Fees will fall in the next year"),
        ("Jane Doe, a trader in Berlin, believes fees will fall next year.", "fees will fall next year"),
        ("Jane Doe warned of a steep fall in fees.", "a steep fall in fees"),
        ("Jane Doe described the rule as a burden for banks.", "the rule as a burden for banks"),
    ] {
        check(content, &[('I', "Jane Doe", text)]);
    }
}

#[test]
fn what_is_not_said_is_no_statement() {
    for content in [
        "Jane Doe did not say that fees will fall next year.",
        "Jane Doe may say that fees will fall next year.",
        "Analysts say that fees will fall next year.",
        "Some experts believe that fees will fall next year.",
        "“Fees will fall a great deal next year,” a source told us.",
        "“Fees will fall a great deal next year,” one user wrote.",
        "Fees will fall next year, according to CoinGecko data.",
        "Acme announced the launch of a new wallet for Bitcoin.",
        "Related: Jane Doe says fees will fall next year",
        "The chart suggests that fees will fall next year.",
    ] {
        check(content, &[]);
    }
}

#[test]
fn a_middle_initial_is_part_of_a_name() {
    let said = "fees will fall next year";
    for name in [
        "John A. Smithson",
        "William A. Ackman",
        "Charles A. Stone",
        "Samuel I. Newhouse",
        "Tavrik A. Orlova",
    ] {
        check(&format!("“{said},” said {name}, chief executive of Coinbase."), &[('D', name, said)]);
        check(&format!("{name}, chief executive of Kraken, said that {said}."), &[('I', name, said)]);
    }
    let content = "Charles A. Stone, chief executive of Kraken, said that fees will fall soon. Charles added that banks \
                   will follow at once. Stone noted that clear rules help everybody.";
    check(
        content,
        &[
            ('I', "Charles A. Stone", "fees will fall soon"),
            ('I', "Charles A. Stone", "banks will follow at once"),
            ('I', "Charles A. Stone", "clear rules help everybody"),
        ],
    );
}

#[test]
fn a_single_letter_may_end_a_sentence() {
    for before in ["They all take Vitamin A.", "The bank wanted it, as did I.", "It sold shares of Class A."]
    {
        check(
            &format!("{before} Jane Doe said that fees will fall next year."),
            &[('I', "Jane Doe", "fees will fall next year")],
        );
    }
}

#[test]
fn references_lead_to_the_full_name() {
    check(
        "Acme CEO Jane Doe said that fees will fall soon. Doe added that banks will follow at once. She noted that clear \
         rules help everybody. The executive argued that nobody will want to wait.",
        &[
            ('I', "Jane Doe", "fees will fall soon"),
            ('I', "Jane Doe", "banks will follow at once"),
            ('I', "Jane Doe", "clear rules help everybody"),
            ('I', "Jane Doe", "nobody will want to wait"),
        ],
    );
    check(
        "The Financial Markets Office (FMO) said that banks must report losses. The FMO added that small firms are exempt \
         from it. The regulator said that fines will follow soon.",
        &[
            ('I', "Financial Markets Office", "banks must report losses"),
            ('I', "Financial Markets Office", "small firms are exempt from it"),
            ('I', "Financial Markets Office", "fines will follow soon"),
        ],
    );
}

#[test]
fn a_word_that_the_article_uses_plainly_is_nobody() {
    check("Traders bought options all week. Options said that fees will fall next year.", &[]);
}

#[test]
fn a_heading_is_no_part_of_a_known_name() {
    check(
        "JPMorgan opens Bitcoin to Clients Jamie Dimon said that he will never own any of it.",
        &[('I', "Jamie Dimon", "he will never own any of it")],
    );
}

#[test]
fn a_given_name_may_end_like_an_adverb_and_a_firm_may_be_of_two() {
    check(
        "Analyst Willy Woo said that the dollar is being debased.",
        &[('I', "Willy Woo", "the dollar is being debased")],
    );
    check(
        "Trump Media & Technology Group said that it will raise more money.",
        &[('I', "Trump Media & Technology Group", "it will raise more money")],
    );
}

#[test]
fn a_firm_is_known_by_the_name_of_the_list() {
    let known = |content: &str| found(content)[0].speakers[0].known_as.clone();
    assert_eq!(known("MicroStrategy said that it bought more bitcoin.").as_deref(), Some("Strategy"));
    assert_eq!(known("Coinbase said that it bought more bitcoin."), None);
}

#[test]
fn a_short_form_of_a_given_name_is_the_same_person() {
    let speakers = |content: &str| -> Vec<(String, Option<String>)> {
        let said = found(content).into_iter();
        said.map(|one| (one.speakers[0].name.clone(), one.speakers[0].known_as.clone())).collect()
    };
    let said = "said that fees will fall next year.";
    let both = ("Geoffrey Doe".to_owned(), Some("Geoff Doe".to_owned()));
    let one = |name: &str| (name.to_owned(), None);
    // With the same title, in either order, or where only one of them is introduced.
    for (first, second) in [
        ("Kraken analyst Geoffrey Doe", "Geoff Doe, an analyst at Kraken,"),
        ("Kraken analyst Geoff Doe", "Geoffrey Doe, an analyst at Kraken,"),
        ("Kraken analyst Geoffrey Doe", "Geoff Doe"),
    ] {
        assert_eq!(
            speakers(&format!("{first} {said} {second} {said}")),
            [both.clone(), both.clone()],
            "{first}"
        );
    }
    // Another firm and another title, another surname, another name.
    for (first, second) in [
        ("Kraken analyst Geoffrey Doe", "Geoff Doe, mayor of Springfield,"),
        ("Kraken analyst Geoffrey Doe", "Geoff Roe, an analyst at Kraken,"),
        ("Kraken analyst Geoffrey Doe", "George Doe, an analyst at Kraken,"),
    ] {
        let names = speakers(&format!("{first} {said} {second} {said}"));
        let other = second.split([',', ' ']).take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(names, [one("Geoffrey Doe"), one(&other)], "{second}");
    }
    // Whom everybody knows by one form.
    let novogratz = ("Michael Novogratz".to_owned(), Some("Mike Novogratz".to_owned()));
    assert_eq!(speakers(&format!("Michael Novogratz {said}")), [novogratz]);
    assert_eq!(speakers(&format!("Mike Novogratz {said}")), [one("Mike Novogratz")]);
    let kendrick = ("Geoff Kendrick".to_owned(), Some("Geoffrey Kendrick".to_owned()));
    assert_eq!(speakers(&format!("Geoff Kendrick {said}")), [kendrick]);
    assert_eq!(speakers(&format!("Geoff Kendall {said}")), [one("Geoff Kendall")]);
}

#[test]
fn speakers_may_be_joint() {
    check(
        "Jane Doe and Bob Roe said that fees will fall next year.",
        &[('I', "Jane Doe and Bob Roe", "fees will fall next year")],
    );
}

#[test]
fn the_one_who_reports_is_the_one_who_speaks_first() {
    check(
        "Jane Doe said the company expects that fees will fall.",
        &[('I', "Jane Doe", "the company expects that fees will fall")],
    );
    check(
        "Jane Doe said that fees will fall next year, adding that banks would be the first to gain.",
        &[
            ('I', "Jane Doe", "fees will fall next year"),
            ('I', "Jane Doe", "banks would be the first to gain"),
        ],
    );
}

#[test]
fn a_post_that_an_article_shows_belongs_to_its_account() {
    check(
        "The market moved. We are live on three new chains today! https://t.co/abc — Acme Labs (@acmelabs) June 15, 2025 \
         Volume rose.",
        &[('D', "Acme Labs", "We are live on three new chains today!")],
    );
}

#[test]
fn titles_and_firms_give_the_role() {
    #[track_caller]
    fn role(content: &str, cohort: Option<Cohort>, affiliation: &str) {
        let statements = found(content);
        let first = statements.first().expect("a statement");
        assert_eq!(first.cohort, cohort, "{content}");
        assert_eq!(first.affiliation, affiliation, "{content}");
        assert!((0.0..=1.0).contains(&first.confidence));
    }
    let said = "said that fees will fall next year.";
    role(&format!("Coinbase CEO Jane Doe {said}"), Some(Cohort::Executive), "Coinbase");
    role(&format!("Jane Doe, co-founder and CEO of Kraken, {said}"), Some(Cohort::Founder), "Kraken");
    role(&format!("Jane Doe, lead analyst at Bitwise, {said}"), Some(Cohort::Analyst), "Bitwise");
    role(&format!("U.S. Senator Jane Doe {said}"), Some(Cohort::Policy), "");
    role(&format!("Crypto trader Jane Doe {said}"), Some(Cohort::Trader), "");
    role(&format!("Crypto analyst and trader Jane Doe {said}"), Some(Cohort::Analyst), "");
    role(&format!("Veteran trader and analyst Jane Doe {said}"), Some(Cohort::Trader), "");
    role(&format!("Coinbase {said}"), Some(Cohort::Brand), "");
    role(&format!("Jane Doe {said}"), Some(Cohort::Commentator), "");
    role(&format!("ChatGPT {said}"), None, "");
    // An officer for strategy runs a firm, and what the firm is called is not what its people are.
    role(&format!("Jane Doe, chief strategy officer at Kraken, {said}"), Some(Cohort::Executive), "Kraken");
    role(&format!("Kraken Chief Strategy Officer Jane Doe {said}"), Some(Cohort::Executive), "Kraken");
    role(&format!("Jane Doe, head of strategy at Kraken, {said}"), Some(Cohort::Analyst), "Kraken");
    role(
        &format!("Jane Doe, general counsel at wallet developer Coinbase, {said}"),
        Some(Cohort::Executive),
        "Coinbase",
    );
    role(&format!("Jane Doe, a developer at Coinbase, {said}"), Some(Cohort::Developer), "Coinbase");
    role(&format!("Jane Doe, a smart contract auditor, {said}"), Some(Cohort::Analyst), "");
    role(&format!("State Auditor Jane Doe {said}"), Some(Cohort::Policy), "");
    let smart = found(&format!("Solidity smart contract auditor Arda Usman {said}"));
    assert_eq!((smart[0].speakers[0].is_person, smart[0].cohort), (true, Some(Cohort::Analyst)));
}

#[test]
fn who_left_a_firm_does_not_speak_for_it() {
    let said = found("Former Coinbase executive Jane Doe said that the market will grow.");
    assert_eq!((said[0].speaker_names().as_str(), said[0].affiliation.as_str()), ("Jane Doe", ""));
    let said = found("The White House said that the order will be signed on Friday.");
    assert_eq!(said[0].cohort, Some(Cohort::Policy));
    let said = found("Jane Doe, a prominent crypto attorney, said that the case is over.");
    assert_eq!(said[0].cohort, Some(Cohort::Commentator));
}

#[test]
fn a_statement_is_about_what_it_names() {
    let statements =
        found("Jane Doe said that Solana is the strongest network this year and that users love it.");
    let target = statements[0].target.as_ref().expect("it names one");
    assert_eq!(target.name, "Solana");
    assert_eq!(statements[0].tone.label(), domain::Sentiment::Positive);
    let against =
        found("Jane Doe warned that Solana could crash and that investors face heavy losses and fraud.");
    assert_eq!(against[0].tone.label(), domain::Sentiment::Negative);
}

#[test]
fn who_names_nothing_speaks_of_what_the_whole_article_is_about() {
    let about = |title: &str, start: &str, who: &str| {
        let content = format!("{start} {who} said that fees will fall next year.");
        let text = Text { title, content: &content, ..Text::default() };
        let statements = find(&text, &crate::read_all(&text));
        statements[0].target.as_ref().map(|target| target.name.clone())
    };
    let solana = "Solana rose on Monday. Many users like Solana. The fees of Solana are low. The team behind Solana is small.";
    let both = format!("{solana} Ethereum fell on Monday. Many users left Ethereum.");
    let (title, jane) = ("What comes next for Solana", "Jane Doe");
    assert_eq!(about(title, solana, jane).as_deref(), Some("Solana"));
    // Named by the title alone, beside something else, or by somebody who governs.
    assert_eq!(about(title, "It was a long day for everybody.", jane), None);
    assert_eq!(about(title, &both, jane), None);
    assert_eq!(about("What comes next", solana, jane), None);
    assert_eq!(about(title, solana, "U.S. Senator Jane Doe"), None);
}

#[test]
fn no_text_breaks_it_and_other_languages_are_left_alone() {
    for content in
        ["", "“", "“”", "said", "— (@a) May", "@", "((((", "\u{1f600} said \u{1f600}", "“a” “b” ”c“ \"d"]
    {
        found(content);
    }
    let long = "“Jane Doe said that ".repeat(4_000);
    found(&long);
    assert!(found("Die Firma sagte, dass die Preise im nächsten Jahr weiter steigen werden und dass man warten muss.").is_empty());
}

#[test]
fn what_is_written_with_a_capital_is_not_yet_a_speaker() {
    for nobody in ["Industry", "China", "South Korea", "AI", "Q3", "Form S-1"] {
        check(&format!("It was a long day. {nobody} said that demand for coins will grow next year."), &[]);
    }
    check(
        "It was a long day. Sheinbaum said that demand for coins will grow next year.",
        &[('I', "Sheinbaum", "demand for coins will grow next year")],
    );
}

#[test]
fn a_title_of_a_firm_is_of_somebody_of_that_firm() {
    let start = "President Donald Trump signed the bill on Monday. BitMEX fell silent for a while. ";
    check(&format!("{start}The former BitMEX CEO said that the dollar will lose half of its worth."), &[]);
    check(
        "Former BitMEX CEO Arthur Hayes and President Donald Trump met on Monday. The former BitMEX CEO said that the dollar will lose half of its worth.",
        &[('I', "Arthur Hayes", "the dollar will lose half of its worth")],
    );
}

#[test]
fn words_of_headings_and_captions_are_no_part_of_a_name() {
    check(
        "Senator Cynthia Lummis wants a reserve of coins.\n\nA Strategic Reserve Lummis said that the plan has support in both parties.",
        &[('I', "Cynthia Lummis", "the plan has support in both parties")],
    );
}

#[test]
fn marks_of_typesetters_are_no_letters() {
    for c in '\u{1f00}'..='\u{2100}' {
        assert_eq!(tokens::is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
    }
}

#[test]
fn a_regulator_is_an_office_and_no_country() {
    let start = "The European Securities and Markets Authority criticised Malta on Thursday for granting crypto licences too \
                 quickly under MiCA rules. Firms can now work in the whole of Europe.";
    let office = "European Securities and Markets Authority";
    let said = "risks were not assessed thoroughly";
    check(&format!("{start} The regulator said {said}."), &[('I', office, said)]);
    check(&format!("The {office} said that {said}."), &[('I', office, said)]);
    check(
        &format!("The Malta Financial Services Authority granted the licences. The regulator said {said}."),
        &[('I', "Malta Financial Services Authority", said)],
    );
    check(&format!("Malta granted many licences this year. The regulator said {said}."), &[]);
}

#[test]
fn what_somebody_criticises_or_praises_is_not_what_is_said() {
    for verb in ["criticised", "slammed", "condemned", "praised", "applauded"] {
        check(&format!("Jane Doe {verb} the bill for giving banks power over their customers."), &[]);
    }
    check(
        "Jane Doe criticised the rule as a burden for banks.",
        &[('I', "Jane Doe", "the rule as a burden for banks")],
    );
}

#[test]
fn a_listed_name_is_no_person() {
    for content in [
        "Balancer said that the fault was limited to old pools.",
        "Institutional investor Coinbase said that the fault was limited to old pools.",
    ] {
        let statements = found(content);
        let speaker = &statements.first().expect("a statement").speakers[0];
        assert_eq!((speaker.is_person, statements[0].cohort), (false, Some(Cohort::Brand)), "{content}");
    }
}

#[test]
fn a_firm_that_is_only_guessed_is_less_sure() {
    let sure = |content: &str| {
        let statements = found(content);
        (statements[0].cohort, statements[0].confidence)
    };
    let text = "\"Dollars should move like messages,\" Harlan Greaves said.";
    let (cohort, confidence) = sure(text);
    assert!(cohort != Some(Cohort::Brand) || confidence <= 0.5, "{cohort:?} {confidence}");
    assert_eq!(sure("Coinbase said that fees will fall next year."), (Some(Cohort::Brand), 0.7));
}

#[test]
fn a_name_of_two_words_that_are_none_is_somebody() {
    let said = found("“Fees will fall a great deal next year,” said Ottilie Thistlewood in the evening.");
    assert_eq!((said[0].speakers[0].is_person, said[0].cohort), (true, Some(Cohort::Commentator)));
}

#[test]
fn a_few_words_are_a_statement_where_somebody_is_said_to_say_them() {
    check("“The premium is gone,” Vitanza wrote.", &[('D', "Vitanza", "The premium is gone")]);
    check("“I would buy here,” said Tom Lee, head of research.", &[('D', "Tom Lee", "I would buy here")]);
    check("\"Prices will fall,\" the analyst Jane Doe said.", &[('D', "Jane Doe", "Prices will fall")]);
    for content in [
        "“I disagree,” said Jane Doe.",
        "He called it “the big one,” and the crowd laughed.",
        "“The premium is gone,” a trader wrote.",
        "The chapter “Money for nothing” was written by Jane Doe.",
    ] {
        check(content, &[]);
    }
    for (content, speaker, text) in [
        ("ESMA warned on Friday that risks are rising.", "ESMA", "risks are rising"),
        (
            "Strategy executive chairman Michael Saylor said on Monday that it will follow.",
            "Michael Saylor",
            "it will follow",
        ),
    ] {
        check(content, &[('I', speaker, text)]);
    }
}

#[test]
fn whoever_shares_an_office_has_its_firm() {
    let firm = |who: &str| {
        let statements = found(&format!("“We will go on building for this moment,” said {who}."));
        (statements[0].speaker_names(), statements[0].affiliation.clone())
    };
    let sethi = |firm: &str| ("Arjun Sethi".to_owned(), firm.to_owned());
    for role in ["Co-CEO", "co-CEO", "Co-Founder", "co-founder", "co-chief executive"] {
        assert_eq!(firm(&format!("Arjun Sethi, {role} of Kraken")), sethi("Kraken"), "{role}");
        assert_eq!(firm(&format!("Kraken {role} Arjun Sethi")), sethi("Kraken"), "{role}");
        assert_eq!(firm(&format!("Arjun Sethi, {role} of Quillmark")), sethi("Quillmark"), "{role}");
    }
    check(
        "Arjun Sethi, Co-CEO of Kraken: “We will go on building for this moment.”",
        &[('D', "Arjun Sethi", "We will go on building for this moment.")],
    );
}

#[test]
fn who_governs_or_leads_a_party_is_in_politics() {
    let said = "said that the bill will pass next year.";
    for (who, title) in [
        ("US Vice President JD Vance", "US Vice President"),
        ("Vice President JD Vance", "Vice President"),
        ("Representative Jane Doe", "Representative"),
        ("Rep. Jane Doe (R-Ohio)", "Rep."),
        ("Sen. Jane Doe", "Sen."),
        ("House Speaker Mike Johnson", "House Speaker"),
        ("Senate Majority Leader John Thune", "Senate Majority Leader"),
        ("House Democratic leader Hakeem Jeffries", "House Democratic leader"),
        ("Labour Party leader Jane Doe", "Labour Party leader"),
        ("Opposition leader Jane Doe", "Opposition leader"),
        ("White House economic advisor Jane Doe", "White House economic advisor"),
        (
            "House Financial Services Committee Chairman French Hill",
            "House Financial Services Committee Chairman",
        ),
        ("Brazilian President Jane Doe", "Brazilian President"),
        ("ECB economist Jane Doe", "ECB economist"),
        ("U.S. Attorney Jane Doe", "U.S. Attorney"),
        ("Chancellor of the Exchequer Rachel Reeves", "Chancellor of the Exchequer"),
    ] {
        let found = found(&format!("{who} {said}"));
        assert_eq!((found[0].cohort, found[0].title.as_str()), (Some(Cohort::Policy), title), "{who}");
    }
    for who in [
        "Mike Johnson, speaker of the House,",
        "Jane Doe, leader of the Democratic Party,",
        "Jane Doe, a Republican representative from Ohio,",
        "Jane Doe, president of Argentina,",
        "Jane Doe, a White House advisor,",
        "Jane Doe, an adviser to President Trump,",
    ] {
        let found = found(&format!("{who} {said}"));
        assert_eq!((found[0].cohort, found[0].speakers[0].is_person), (Some(Cohort::Policy), true), "{who}");
    }
}

#[test]
fn who_leads_a_firm_is_not_in_politics() {
    let said = "said that the firm will grow next year.";
    for (who, cohort) in [
        ("Goldman Sachs Vice President Jane Doe", Cohort::Executive),
        ("Ripple President Monica Long", Cohort::Executive),
        ("Jane Doe, president of Kraken,", Cohort::Executive),
        ("Jane Doe, a crypto exchange executive,", Cohort::Executive),
        ("Former SEC lawyer Jane Doe", Cohort::Commentator),
        ("Kraken economist Jane Doe", Cohort::Analyst),
    ] {
        assert_eq!(found(&format!("{who} {said}"))[0].cohort, Some(cohort), "{who}");
    }
}

#[test]
fn who_is_not_named_is_no_source() {
    for content in [
        "Circle will sell itself by the end of the year, a person familiar with the matter said.",
        "According to people close to Ripple, the firm will be sold by the end of the year.",
        "According to a Ripple insider, the firm will be sold by the end of the year.",
        "According to two Ripple executives, the firm will be sold by the end of the year.",
        "Two executives at Coinbase said that the firm will be sold by the end of the year.",
        "“The firm will be sold by the end of the year,” said one Ripple employee.",
        "“The firm will be sold by the end of the year,” a person familiar with the matter told Bloomberg.",
    ] {
        check(content, &[]);
    }
    check(
        "Circle is in talks to sell itself, Bloomberg reported, citing six people familiar with the matter.",
        &[('I', "Bloomberg", "Circle is in talks to sell itself")],
    );
    check(
        "Analysts at JPMorgan said that fees will fall next year.",
        &[('I', "JPMorgan", "fees will fall next year")],
    );
}

#[test]
fn no_product_no_law_and_no_country_is_meant_by_a_pronoun() {
    for thing in ["Exchange Act", "Solana ETF", "Investment Outlook", "Latin America"] {
        check(
            &format!("Traders looked at the {thing}. He said that demand for coins will grow next year."),
            &[],
        );
    }
    for content in [
        "Importance of Core Profitability for banks. He said that demand for coins will grow next year.",
        "Redditors say that demand for coins will grow next year.",
        "A lower IV suggests that demand for coins will not grow.",
        "The Democratic lawmakers say that demand for coins will grow.",
    ] {
        check(content, &[]);
    }
}

#[test]
fn an_account_has_its_whole_name() {
    check(
        "The market moved. We are live on three new chains today! https://t.co/abc — STEPH IS CRYPTO (@steph) June 15, 2025 \
         Volume rose.",
        &[('D', "STEPH IS CRYPTO", "We are live on three new chains today!")],
    );
}

#[test]
fn a_surname_may_be_a_word() {
    for name in ["Adam Back", "Monica Long", "Michelle King", "Robert Price"] {
        let (_, surname) = name.split_once(' ').expect("two words");
        check(
            &format!(
                "{name} said that fees will fall next year. {surname} added that banks will follow at once."
            ),
            &[('I', name, "fees will fall next year"), ('I', name, "banks will follow at once")],
        );
    }
    check("“We will go on building,” said Adam Back.", &[('D', "Adam Back", "We will go on building")]);
    check(
        "Ursula von der Leyen, President of the EU Commission, said that fees will fall.",
        &[('I', "Ursula von der Leyen", "fees will fall")],
    );
}

#[test]
fn a_caption_that_ran_into_the_text_is_no_part_of_a_name() {
    let said = "a median of 150 milliseconds is too much for traders";
    for content in [
        format!("Anza builds a chain. Source: AnzaAnza said that {said}."),
        format!("It rose. Source: DefiLlamaAnza said that {said}. Anza builds a chain."),
        format!("Price chart – Source: Tradingview Anza said that {said}. Anza builds a chain."),
    ] {
        check(&content, &[('I', "Anza", said)]);
    }
}

#[test]
fn a_title_has_its_first_word_and_no_more() {
    let said = "said that fees will fall next year.";
    let title = |content: &str| {
        let found = found(content);
        (found[0].speaker_names(), found[0].title.clone())
    };
    for (content, expected) in [
        (format!("New York Democratic Governor Jane Doe {said}"), "New York Democratic Governor"),
        (format!("It rose. New York Governor Jane Doe {said}"), "New York Governor"),
        (
            format!("According to U.S. SEC Commissioner Jane Doe, it rose. Doe {said}"),
            "U.S. SEC Commissioner",
        ),
        (format!("As said by South Asia analyst Jane Doe, it rose. Doe {said}"), "South Asia analyst"),
        (format!("They asked whether District Judge Jane Doe agrees. Doe {said}"), "District Judge"),
        (format!("The agency called out Kraken founder Jane Doe. Doe {said}"), "Kraken founder"),
    ] {
        assert_eq!(title(&content), ("Jane Doe".to_owned(), expected.to_owned()), "{content}");
    }
    check(
        "The New York Times reported that fees will fall next year.",
        &[('I', "New York Times", "fees will fall next year")],
    );
}

#[test]
fn words_that_only_open_a_sentence_are_no_part_of_a_name() {
    let said = "the market will grow for years to come";
    let lee = "President Jane Lee took office in May.";
    check(&format!("{lee} Amongst Lee’s plans is a fund. She said that {said}."), &[('I', "Jane Lee", said)]);
    check(&format!("They met on May 19, 2025 Lots of Doubt Project says that {said}."), &[]);
    check(
        &format!("It rose. Analyst Capo of Crypto said that {said}. Many in crypto agree."),
        &[('I', "Capo of Crypto", said)],
    );
    check(&format!("It rose. Future of Crypto said that {said}."), &[]);
    check(
        &format!(
            "{} https://t.co/abc — Watcher.Guru (@WatcherGuru) May 12, 2025 It rose.",
            "The market will grow again soon!"
        ),
        &[('D', "Watcher.Guru", "The market will grow again soon!")],
    );
}

#[test]
fn laws_places_and_abbreviations_of_the_trade_do_not_speak() {
    let said = "said that banks must hold more coins next year.";
    for nobody in
        ["Dodd-Frank", "The Howey Test", "Basel III", "Zug", "Wall Street", "MiCA", "The Travel Rule", "MVRV"]
    {
        check(&format!("It was a long day. {nobody} {said}"), &[]);
    }
}

#[test]
fn seats_of_those_who_govern_are_in_politics_and_a_treasury_of_a_firm_is_not() {
    let role = |content: &str| {
        let found = found(content);
        let first = found.first().unwrap_or_else(|| panic!("{content}"));
        (first.speakers[0].is_person, first.cohort)
    };
    let said = "said that the order will be signed on Friday.";
    for seat in ["Downing Street", "The Oval Office", "Capitol Hill", "The White House", "The US Treasury"] {
        assert_eq!(role(&format!("{seat} {said}")), (false, Some(Cohort::Policy)), "{seat}");
    }
    let firm = found(&format!("Metaplanet owns a firm in Florida. Metaplanet Treasury {said}"));
    assert!(firm.iter().all(|one| one.cohort == Some(Cohort::Brand)), "{firm:?}");
    assert_eq!(
        role(&format!("Jane Doe, head of treasury at Coinbase, {said}")),
        (true, Some(Cohort::Executive))
    );
}

#[test]
fn a_treasury_with_officials_is_a_state_s() {
    let role = |content: &str| found(content)[0].cohort;
    let said = "said that the order will be signed on Friday.";
    for who in [
        "Former Treasury official Jane Doe",
        "Senior Treasury official Jane Doe",
        "Biden Treasury official Jane Doe",
        "US treasury official Jane Doe",
        "Former Treasury head Jane Doe",
        "Biden Treasury head Jane Doe",
        "Top Treasury director Jane Doe",
        "Jane Doe, a former Treasury official,",
        "Jane Doe, head of the Treasury,",
    ] {
        assert_eq!(role(&format!("{who} {said}")), Some(Cohort::Policy), "{who}");
    }
    for who in [
        "Jane Doe, Head of Treasury at Coinbase,",
        "Jane Doe, director of treasury at Coinbase,",
        "Coinbase Treasury head Jane Doe",
        "Coinbase treasury manager Jane Doe",
    ] {
        assert_eq!(role(&format!("{who} {said}")), Some(Cohort::Executive), "{who}");
    }
}

#[test]
fn an_office_may_be_called_like_a_machine() {
    let said = found("It was a long day. ASIC said that exchanges must hold a licence.");
    let first = said.first().expect("a statement");
    assert_eq!((first.speaker_names().as_str(), first.cohort), ("ASIC", Some(Cohort::Policy)));
}

#[test]
fn an_account_that_imitates_somebody_is_not_who_it_names() {
    let said = "Elon Musk said that fees will fall next year.";
    let post = "I am buying everything that I can find today! https://t.co/abc";
    let author = |account: &str| {
        let found = found(&format!("{said} It rose. {post} — {account} (@some) June 15, 2025 Volume rose."));
        let one = found.iter().find(|one| one.direct).unwrap_or_else(|| panic!("{account}"));
        (one.speaker_names(), one.cohort)
    };
    let (_, founder) = author("Elon Musk");
    for account in ["Elon Musk", "elon musk", "Elon Musk Official", "Elon Musk | Web3", "Elon Musk (🚀)"] {
        assert_eq!(author(account), ("Elon Musk".to_owned(), founder), "{account}");
    }
    for account in [
        "Elon Musk (Parody)",
        "Elon Musk Fan",
        "Elon Musk News",
        "Elon Musk | Parody",
        "Elon Musk Daily Quotes",
    ] {
        let (name, cohort) = author(account);
        assert!(name != "Elon Musk" && cohort != founder, "{account}: {name} {cohort:?}");
    }
}

#[test]
fn a_scare_quoted_word_is_no_statement() {
    check("Jane Doe called him an “easy target” on Monday.", &[]);
    check("Jane Doe described it as “a scam.”", &[]);
    check(
        "Jane Doe said that Bitcoin is currently “undervalued.”",
        &[('I', "Jane Doe", "Bitcoin is currently “undervalued.”")],
    );
    check("It rose. Download https://t.co/abc — Acme Labs (@acmelabs) June 15, 2025 Volume rose.", &[]);
}

#[test]
fn one_person_counts_once() {
    let said = "said that fees will fall next year.";
    let names = |content: &str| {
        let mut names: Vec<String> = found(content).iter().map(|one| one.speaker_names()).collect();
        names.dedup();
        names
    };
    for (first, second, name) in [
        ("John E Deaton", "John Deaton", "John E Deaton"),
        ("John Deaton", "John E. Deaton", "John E. Deaton"),
        ("Roger Hamilton", "Roger James Hamilton", "Roger James Hamilton"),
        ("Michael van de Poppe", "Michaël van de Poppe", "Michael van de Poppe"),
    ] {
        assert_eq!(names(&format!("{first} {said} {second} {said}")), [name], "{second}");
    }
    assert_eq!(names(&format!("Donald Trump {said} Eric Trump {said}")).len(), 2);
    let post = "We are live on three new chains today! https://t.co/abc";
    for (name, account) in [("Bill Morgan", "bill morgan"), ("Ottilie Thistle", "Ottilie Thistle | Web3")] {
        let content = format!("{name} {said} {post} — {account} (@some) June 15, 2025 Volume rose.");
        assert_eq!(names(&content), [name], "{account}");
    }
    let content = format!("The Electric Coin Company {said} It rose. ECC {said}");
    assert_eq!(names(&content), ["Electric Coin Company"]);
}

#[test]
fn a_firm_of_lawyers_is_no_person() {
    let found = found("Legal firm Latham and Watkins LLP said that the users were told in time.");
    assert_eq!(
        (found[0].speaker_names().as_str(), found[0].speakers[0].is_person),
        ("Latham and Watkins LLP", false)
    );
}

#[test]
fn what_a_firm_is_called_does_not_hide_its_name() {
    for who in [
        "blockchain security firm Chainalysis",
        "the blockchain security firm Chainalysis",
        "a report by security firm Chainalysis",
        "a new report from blockchain compliance company Chainalysis",
        "security firm Chainalysis researchers",
    ] {
        check(
            &format!("The platform may have continued to work in stealth mode, according to {who}."),
            &[('I', "Chainalysis", "The platform may have continued to work in stealth mode")],
        );
    }
}

#[test]
fn views_urges_and_pledges_are_said() {
    for (content, text) in [
        ("Jane Doe is confident that fees will fall next year.", "fees will fall next year"),
        ("Jane Doe remains hopeful that fees will fall next year.", "fees will fall next year"),
        ("Jane Doe is also concerned that fees will fall next year.", "fees will fall next year"),
        ("Jane Doe urges traders to wait for lower fees.", "traders to wait for lower fees"),
        ("Jane Doe expects to make her first purchase in May.", "to make her first purchase in May"),
        ("Jane Doe has pledged to build a reserve of coins.", "to build a reserve of coins"),
        ("Jane Doe questions why fees will fall next year.", "why fees will fall next year"),
    ] {
        check(content, &[('I', "Jane Doe", text)]);
    }
    for content in [
        "The confident Jane Doe that we know sold all of her coins.",
        "Jane Doe is not confident that fees will fall next year.",
        "Jane Doe may be concerned that fees will fall next year.",
        "It is certain that fees will fall next year.",
    ] {
        check(content, &[]);
    }
}

#[test]
fn a_place_or_a_word_of_a_heading_before_a_surname_is_no_given_name() {
    let adams = "Mayor Eric Adams spoke on Monday.";
    let said = "said that fees will fall next year.";
    for heading in ["Crypto into Services for New York", "Pushing Coins Forward: Clear Benchmark"] {
        check(&format!("{adams} {heading} Adams {said}"), &[('I', "Eric Adams", "fees will fall next year")]);
    }
    check(
        &format!("Eric Lopp spoke first. Bitcoin security advocate Jameson Lopp {said}"),
        &[('I', "Jameson Lopp", "fees will fall next year")],
    );
}

#[test]
fn a_post_may_be_all_of_a_text() {
    found("Download https://t.co/abc — Acme Labs (@acmelabs) June 15, 2025");
    found("Nothing else — Acme Labs (@acmelabs) June 15, 2025");
}

#[test]
fn a_heading_that_ran_into_a_sentence_is_no_part_of_a_name() {
    let told = "Jane Doe runs the desk in Zug, and the growth of its business has not slowed in spring.";
    for heading in ["Business Growth Jane Doe", "Jane Doe Jane Doe", "Growth Doe"] {
        let speakers: Vec<String> =
            found(&format!("{told} {heading} said that demand is rising fast this year."))
                .iter()
                .map(Statement::speaker_names)
                .collect();
        assert_eq!(speakers, ["Jane Doe"], "{heading}");
    }
    let family =
        "Jane Doe runs the desk in Zug with Mary Doe. Mary Doe said that demand is rising fast this year.";
    assert_eq!(found(family)[0].speaker_names(), "Mary Doe");
}
