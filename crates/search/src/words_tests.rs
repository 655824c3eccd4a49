use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(words_of(text), expected, "{text:?}");
}

#[test]
fn letters_and_digits_make_words_and_everything_else_separates() {
    check("Bitcoin's ETF, at $64,000.50!", &["bitcoin", "s", "etf", "at", "64", "000", "50"]);
    check("S&P U.S. BTC-USD $BTC snake_case", &["s", "p", "u", "s", "btc", "usd", "btc", "snake", "case"]);
    check("", &[]);
    check(" & — … ", &[]);
}

#[test]
fn case_and_accents_are_ignored() {
    check("Élysée CAFÉ cafe\u{301} naïve Ångström", &["elysee", "cafe", "cafe", "naive", "angstrom"]);
    check("Straße STRASSE Łódź Æther smørrebrød", &["strasse", "strasse", "lodz", "aether", "smorrebrod"]);
    check("İstanbul ISTANBUL", &["istanbul", "istanbul"]);
    check("ΣΊΣΥΦΟΣ σίσυφος", &["σισυφοσ", "σισυφοσ"]);
    check("Ёлка ёлка елка", &["елка", "елка", "елка"]);
    check("ＢＴＣ ﬁnance H₂O", &["btc", "finance", "h2o"]);
}

#[test]
fn invisible_marks_do_not_split_words() {
    check("bit\u{AD}coin bit\u{200D}coin \u{FEFF}bitcoin", &["bitcoin", "bitcoin", "bitcoin"]);
    check("bit\u{200B}coin", &["bit", "coin"]);
}

#[test]
fn scripts_without_spaces_give_one_word_per_character() {
    check("比特币ETF", &["比", "特", "币", "etf"]);
    check("㍿x", &["株", "式", "会", "社", "x"]);
    check("비트코인은 ETF", &["비", "트", "코", "인", "은", "etf"]);
    assert_eq!(words_of("हिन्दी में").len(), 2);
}

#[test]
fn a_long_word_is_cut_not_lost() {
    let long = "a".repeat(300) + " b";
    check(&long, &[&"a".repeat(MAX_WORD_BYTES), "b"]);
    let hash = format!("0x{}", "f".repeat(64));
    check(&hash, &[&hash]);
    let wide = "и".repeat(300);
    check(&wide, &[&"и".repeat(MAX_WORD_BYTES / 2)]);
}

#[test]
fn a_korean_syllable_may_be_taken_apart() {
    check("바이낸스는", &["바", "이", "낸", "스", "는"]);
    // The same, decomposed.
    check(
        "\u{1107}\u{1161}\u{110b}\u{1175}\u{1102}\u{1162}\u{11ab}\u{1109}\u{1173}\u{1102}\u{1173}\u{11ab}",
        &["바", "이", "낸", "스", "는"],
    );
    check("가\u{11a8}나", &["각", "나"]);
}

#[test]
fn folding_twice_is_folding_once() {
    for character in '\0'..=char::MAX {
        let mut once = Vec::new();
        fold(character, &mut |piece| once.push(piece));
        for piece in once {
            if let Piece::Letter(letter) | Piece::Alone(letter) = piece {
                let mut twice = Vec::new();
                fold(letter, &mut |piece| twice.push(piece));
                assert_eq!(twice, [piece], "{character:?}");
            }
        }
    }
}

#[test]
fn the_short_way_is_the_long_way() {
    for character in '\0'..=char::MAX {
        let (mut short, mut long) = (Vec::new(), Vec::new());
        fold(character, &mut |piece| short.push(piece));
        fold_the_long_way(character, &mut |piece| long.push(piece));
        // Several breaks are one.
        long.dedup_by(|a, b| *a == Piece::Break && *b == Piece::Break);
        short.dedup_by(|a, b| *a == Piece::Break && *b == Piece::Break);
        assert_eq!(short, long, "{character:?}");
    }
}

#[test]
fn the_gap_is_wider_than_any_phrase() {
    let mut tokenizer = WordTokenizer::default();
    let mut stream = tokenizer.token_stream("one two\u{1E}three");
    let mut positions = Vec::new();
    stream.process(&mut |token| positions.push((token.text.clone(), token.position)));
    assert_eq!(positions, [("one".into(), 0), ("two".into(), 1), ("three".into(), 2 + GAP_WORDS)]);
}

#[test]
fn syllables_in_brackets_are_syllables() {
    assert_eq!(words_of("㈎ ㉮ ㈜"), ["가", "가", "주"]);
    let every = ('\u{3131}'..='\u{318E}').chain('\u{3200}'..='\u{32FF}').chain('\u{FFA0}'..='\u{FFDC}');
    for word in every.flat_map(|character| words_of(&character.to_string())) {
        assert_eq!(words_of(&word), [word]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_word_is_itself(text in ".{0,200}") {
        for word in words_of(&text) {
            prop_assert!(!word.is_empty() && word.len() <= MAX_WORD_BYTES);
            prop_assert_eq!(words_of(&word), vec![word]);
        }
    }

    #[test]
    fn case_does_not_matter(text in "[a-zA-ZÀ-ÿА-я0-9 .,-]{0,100}") {
        prop_assert_eq!(words_of(&text), words_of(&text.to_uppercase()));
    }
}
