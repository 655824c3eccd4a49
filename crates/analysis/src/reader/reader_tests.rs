#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::*;

/// The network as trained, in floating point, against the integers that ship: sentences of our own.
#[test]
fn agrees_with_the_network_as_trained() {
    let models = &*MODELS;
    let lines = include_str!("../../models/parity.txt");
    assert!(lines.lines().count() >= 8);
    for line in lines.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let title = tokens(models, &Words::of(parts[0], MAX_TITLE), TITLE_TOKENS);
        let expected: Vec<u32> = parts[2].split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(title, expected, "{}", parts[0]);
        let lead = tokens(models, &Words::of(parts[1], MAX_CONTENT), LEAD_TOKENS);
        let logits = models.network.read(&title, &lead);
        for (ours, theirs) in logits.iter().zip(parts[3].split(' ')) {
            let theirs: f32 = theirs.parse().unwrap();
            assert!((sigmoid(*ours) - sigmoid(theirs)).abs() < 0.03, "{}: {ours} {theirs}", parts[0]);
        }
    }
}

/// The same for the network that reads a question and an answer.
#[test]
fn agrees_with_the_pair_network_as_trained() {
    let models = &*MODELS;
    let lines = include_str!("../../models/directness_parity.txt");
    assert!(lines.lines().count() >= 8);
    for line in lines.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let numbers = |text: &str| text.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
        let (question, answer) = pair_tokens(models, parts[0], parts[1]);
        assert_eq!((question, answer), (numbers(parts[2]), numbers(parts[3])), "{}", parts[1]);
        let ours = read_pair(parts[0], parts[1]);
        let theirs: Vec<f32> = parts[4].split(' ').map(|x| x.parse().unwrap()).collect();
        for (ours, theirs) in [(ours.direct, theirs[0]), (ours.specific, theirs[1])] {
            assert!((ours - theirs).abs() < 0.06, "{}: {ours} {theirs}", parts[1]);
        }
    }
}

/// The same for the network that reads toward a thing.
#[test]
fn agrees_with_the_target_network_as_trained() {
    let lines = include_str!("../../models/target_parity.txt");
    assert!(lines.lines().count() >= 8);
    for line in lines.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let tokens: Vec<u32> = parts[2]
            .split(' ')
            .map(|n| if n == "-1" { super::target::THING } else { n.parse().unwrap() })
            .collect();
        let theirs: Vec<f32> = parts[3].split(' ').map(|x| x.parse().unwrap()).collect();
        let ours = MODELS.targets.read(&tokens);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!((ours - theirs).abs() < 0.1, "{}: {ours} {theirs}", parts[0]);
        }
        // The way from the text to those tokens is the same, too.
        let tone = tone_toward(parts[0], "", parts[1]).unwrap();
        assert_eq!(tone, super::tone(&ours), "{}", parts[0]);
    }
}

#[test]
fn a_headline_with_two_sides_has_a_tone_for_each() {
    let title = "Bitcoin climbs above $104,500 as Ether slips 3.5%";
    assert!(tone_toward(title, "", "Bitcoin").unwrap().net() > 0.5);
    assert!(tone_toward(title, "", "ether").unwrap().net() < -0.5);
    assert_eq!(tone_toward(title, "", "Solana"), None);
    assert_eq!(tone_toward("", "", ""), None);
}

#[test]
fn only_the_sentences_that_name_a_thing_are_read_for_it() {
    let content =
        "Kraken Inc. was fined $30 million over a data breach. Shares of Coinbase soared to a record high.";
    let kraken = tone_toward("", content, "Kraken").unwrap();
    let coinbase = tone_toward("", content, "Coinbase").unwrap();
    assert!(kraken.net() < -0.3, "{kraken:?}");
    assert!(coinbase.net() > 0.3, "{coinbase:?}");
}

#[test]
fn tells_good_news_from_bad() {
    let up = read("Bitcoin surges to record high as ETF inflows soar", "");
    let down = read("Exchange hacked, customers lose $80 million", "");
    assert!(up.tone.net() > 0.5, "{:?}", up.tone);
    assert!(down.tone.net() < -0.5, "{:?}", down.tone);
    let score =
        |outcome: &Outcome, category| outcome.categories.iter().find(|(c, _)| *c == category).unwrap().1;
    assert!(score(&up, Category::Etfs) > 0.4);
    assert!(score(&down, Category::SecurityAndCrime) > 0.4);
    assert!(score(&down, Category::Etfs) < 0.1);
}

#[test]
fn a_title_outweighs_a_long_tail() {
    let title = "Bitcoin surges to record high as demand soars";
    let tail = "The exchange was hacked and customers lost everything in the crash. ".repeat(60);
    let alone = read(title, "").tone.net();
    let neutral_lead =
        "The figures were published on Tuesday by the data firm that collects them every week. ".repeat(4);
    let long = read(title, &format!("{neutral_lead}{tail}")).tone.net();
    assert!(long > 0.0 && long < alone, "{alone} {long}");
}

#[test]
fn paid_text_says_so() {
    let content = "Disclaimer: this is a paid post and should not be treated as news.";
    let outcome = read("A new token arrives", content);
    assert!(outcome.categories.iter().any(|(c, score)| *c == Category::Sponsored && *score > 0.6));
}

#[test]
fn finds_organisations_in_no_list() {
    let content = "Shares of Harbour Metals Ltd fell 4 percent. Maria Keller, an analyst at Alpine Trust Bank, was surprised.";
    let outcome = read("", content);
    let found: Vec<&str> = outcome.organisations.iter().map(|o| o.text.as_str()).collect();
    assert!(found.contains(&"Alpine Trust Bank"), "{found:?}");
    assert!(!found.iter().any(|name| name.contains("Keller")), "{found:?}");
    for organisation in &outcome.organisations {
        let Span { start, end, .. } = organisation.span;
        let spelled: String = content.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!(spelled, organisation.text);
    }
}

#[test]
fn the_stop_of_a_sentence_is_no_part_of_a_name() {
    for (content, name) in [
        ("Kraken settled with the CFTC. The fine was small.", "CFTC"),
        ("The exchange was sued by the SEC. It will appeal.", "SEC"),
        ("The country asked for a loan from the IMF. Talks began on Monday.", "IMF"),
        ("The fund is run by Stonecrop Advisors. It was founded in 2019.", "Stonecrop Advisors"),
        ("The fund is run by Stonecrop Advisors.", "Stonecrop Advisors"),
        ("Kraken settled with the CFTC. Coinbase did not.", "CFTC"),
        ("Shares fell at Harbour Metals Inc. The firm was surprised.", "Harbour Metals Inc."),
    ] {
        let organisations = read("", content).organisations;
        let found: Vec<&str> = organisations.iter().map(|o| o.text.as_str()).collect();
        assert!(found.contains(&name), "{content} {found:?}");
        for organisation in &organisations {
            let Span { start, end, .. } = organisation.span;
            let spelled: String = content.chars().skip(start as usize).take((end - start) as usize).collect();
            assert_eq!(spelled, organisation.text);
        }
    }
}

#[test]
fn a_name_does_not_run_over_a_line_end() {
    let outcome = read("", "It was reported by Reuters\nMicrosoft Corp said nothing.");
    assert!(outcome.organisations.iter().all(|o| !o.text.contains('\n')), "{:?}", outcome.organisations);
}

#[test]
fn words_are_cut_as_described() {
    let of = |text: &str| {
        let words = Words::of(text, 1_000);
        words.list.iter().map(|word| words.text(word).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of("Bitcoin’s $109K isn't"), ["bitcoin's", "$", "109", "k", "isn't"]);
    assert_eq!(of("a <b>bold</b> &amp; 10,100.5 @you_2"), ["a", "bold", "&", "10,100.5", "<user>"]);
    assert_eq!(of("see https://x.test/a?b=c now"), ["see", "<url>", "now"]);
    assert_eq!(of("5 < 6 <"), ["5", "<", "6", "<"]);
    assert_eq!(of("Café “ÉTÉ”…"), ["cafe", "\"", "ete", "\"", "."]);
}

#[test]
fn bad_text_gives_a_poor_reading() {
    assert_eq!(read("", "").tone, Tone::UNKNOWN);
    assert_eq!(read(" \n\t\u{0}\u{7}", "\u{200b}").categories.len(), 18);
    let huge = "<".repeat(5_000_000) + &"A".repeat(5_000_000);
    for text in ["a", "🚀🚀🚀", "\u{202e}\u{0301}", "$", "'", "''''", "n't", "&", "&amp", "<", "@", &huge]
    {
        let outcome = read(text, text);
        let Tone { positive, neutral, negative } = outcome.tone;
        assert!((positive + neutral + negative - 1.0).abs() < 1e-3, "{}", &text[..text.len().min(10)]);
    }
}

#[test]
fn our_own_exponential_is_close() {
    for i in -800..800 {
        let x = i as f32 / 10.0;
        assert!((numbers::exp(x) / x.exp() - 1.0).abs() < 1e-4, "{x}");
    }
    assert!((power(0.3, 0.35) - 0.3_f32.powf(0.35)).abs() < 1e-3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn never_panics_and_stays_in_range(title in "\\PC{0,80}", content in "(?s).{0,600}") {
        let outcome = read(&title, &content);
        let Tone { positive, neutral, negative } = outcome.tone;
        prop_assert!((positive + neutral + negative - 1.0).abs() < 1e-3);
        prop_assert_eq!(outcome.categories.len(), 18);
        for (_, score) in &outcome.categories {
            prop_assert!((0.0..=1.0).contains(score));
        }
        for organisation in &outcome.organisations {
            let field = if organisation.span.field == Field::Title { &title } else { &content };
            prop_assert!(organisation.span.start < organisation.span.end);
            prop_assert!(organisation.span.end as usize <= field.chars().count());
        }
    }

    #[test]
    fn the_same_text_reads_the_same(title in "[A-Za-z0-9 $%,.']{0,90}") {
        prop_assert_eq!(read(&title, "").tone, read(&title, "").tone);
    }
}
