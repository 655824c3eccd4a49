use super::*;

fn text<'a>(title: &'a str, content: &'a str) -> Text<'a> {
    Text { title, content, ..Text::default() }
}

#[test]
fn marks_carry_everything() {
    let content = "Coinbase shares rose 5% on Tuesday, and analysts at Northwind Research Group expect more of the same. \
                   The company said that it would hire.";
    let marks = analyse(&text("Coinbase wins licence as Bitcoin rallies", content));
    assert_eq!(marks.language, "en");
    assert_eq!(marks.sentiment, Sentiment::Positive);
    assert_eq!(marks.version, VERSION);
    assert_ne!(marks.fingerprint, 0);
    assert!(marks.categories.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    assert!(marks.mentions.iter().any(|m| m.kind == MentionKind::Company && m.in_title));
    let unlisted: Vec<_> = marks.mentions.iter().filter(|m| m.kind == MentionKind::Organisation).collect();
    assert!(unlisted.iter().any(|m| m.name.starts_with("Northwind") && m.in_lead), "{unlisted:?}");
    for mention in unlisted {
        let listed = marks.mentions.iter().filter(|m| m.kind != MentionKind::Organisation);
        assert!(!listed.flat_map(|m| &m.spans).any(|a| mention.spans.iter().any(|b| overlap(*a, *b))));
    }
}

#[test]
fn an_organisation_at_the_end_of_a_sentence_is_the_same() {
    let content =
        "The exchange was sued by the SEC. Lawyers of the SEC said on Monday that the case is strong.";
    let marks = analyse(&text("An exchange in court", content));
    let found: Vec<_> = marks.mentions.iter().filter(|m| m.name.starts_with("SEC")).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].name.as_str(), found[0].spans.len()), ("SEC", 2));
}

#[test]
fn a_text_is_not_about_who_prints_it() {
    let companies = |title: &str, content: &str, publisher: Option<&str>| -> Vec<String> {
        let marks = analyse(&Text { title, content, publisher, ..Text::default() });
        let companies = marks.mentions.into_iter().filter(|mention| mention.kind == MentionKind::Company);
        companies.map(|mention| mention.name).collect()
    };
    let content =
        "Traders wait for Wednesday. The magazine of Cointelegraph looks at Coinbase in a long report.";
    assert_eq!(companies("Bitcoin waits", content, None), ["Cointelegraph", "Coinbase"]);
    for publisher in ["cointelegraph", "Cointelegraph.com", "CoinTelegraph News"] {
        let found = companies("Bitcoin waits", content, Some(publisher));
        assert_eq!(found, ["Coinbase"], "{publisher}");
    }
    assert_eq!(companies("Bitcoin waits", content, Some("Decrypt")), ["Cointelegraph", "Coinbase"]);
    let title = "Hackers misuse Cointelegraph website";
    assert_eq!(companies(title, "It was down.", Some("cointelegraph")), ["Cointelegraph"], "it makes news");
    let content = "Coinbase opens an office in Dublin, and hires.";
    assert_eq!(companies("A new office", content, Some("Coinbase")), ["Coinbase"], "of itself");
}

#[test]
fn one_of_our_languages_is_judged() {
    let marks = analyse(&text(
        "La Banque de France met en garde contre les risques des cryptomonnaies pour les épargnants",
        "Les autorités rappellent que ces actifs ne sont pas garantis et que leur valeur peut chuter très vite.",
    ));
    assert_eq!(marks.language, "fr");
    assert_eq!(marks.sentiment, Sentiment::Negative);
    assert!(!marks.categories.is_empty());
}

#[test]
fn another_language_is_marked_and_not_judged() {
    let marks = analyse(&text(
        "Національний банк попереджає про ризики криптовалют для вкладників",
        "Влада нагадує, що ці активи не гарантовані, а їхня вартість може швидко впасти.",
    ));
    assert_eq!(marks.language, "uk");
    assert_eq!(marks.tone, Tone::UNKNOWN);
    assert!(marks.categories.is_empty());
}

#[test]
fn plainly_english_text_needs_no_statistics() {
    let english =
        "The price of the coin rose to a record and the fund that holds it said it would wait for the vote.";
    let german =
        "Der Preis der Münze stieg auf ein Rekordhoch und der Fonds will die Abstimmung im Juni abwarten.";
    assert!(plainly_english(&text("", english)));
    assert!(!plainly_english(&text("", german)));
    assert!(!plainly_english(&text("", "")));
}

#[test]
fn a_huge_text_is_read_in_time_that_does_not_grow_with_it() {
    let huge = "Bitcoin rose. ".repeat(800_000);
    let marks = analyse(&text("Bitcoin rose", &huge));
    assert_eq!(marks.language, "en");
}

#[test]
fn an_empty_text_has_no_tone() {
    let marks = analyse(&text("", ""));
    assert_eq!(marks.tone, Tone::UNKNOWN);
    assert!(marks.categories.is_empty() && marks.mentions.is_empty());
}

#[test]
fn a_company_named_ten_thousand_times_is_found_each_time() {
    let content = "coinbase rose and Coinbase fell. ".repeat(3_000);
    let reading = read_all(&text("Coinbase", &content));
    let last = reading.organisations.last().expect("it is named");
    assert!(reading.organisations.windows(2).all(|pair| {
        let (a, b) = (pair[0].span, pair[1].span);
        (a.field, a.end) <= (b.field, b.start) || a.field != b.field
    }));
    let spelled: String = content
        .chars()
        .skip(last.span.start as usize)
        .take((last.span.end - last.span.start) as usize)
        .collect();
    assert_eq!(spelled, last.text);
}
