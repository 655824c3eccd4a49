use proptest::prelude::*;

use super::detect;

#[test]
fn headlines_full_of_names_are_english() {
    for headline in [
        "Bitcoin Hits $100K",
        "Solana DEX Jupiter Unveils Juno",
        "XRP, SOL, ADA Price Analysis",
        "Metaplanet Buys 1,000 BTC",
        "Binance Lists PEPE",
        "Ripple vs SEC: Judge Torres Denies Motion",
        "Coinbase Acquires Deribit",
        "Dogecoin Whales Accumulate",
        "El Salvador Buys Bitcoin Dip",
        "Tether Mints 1B USDT",
        "Vitalik Buterin Unveils Ethereum Roadmap",
        "Bitcoin ETF",
        "BTC $ETH",
        "Méliuz Adds Bitcoin to Treasury",
        "Strategy Bitcoin Holdings Top 600,000",
    ] {
        assert_eq!(detect(headline), "en", "{headline}");
    }
}

#[test]
fn other_languages_are_told_apart() {
    for (text, language) in [
        ("Bitcoin supera los 100.000 dólares por primera vez en su historia", "es"),
        ("Le bitcoin dépasse les 100 000 dollars pour la première fois", "fr"),
        ("Bitcoin steigt zum ersten Mal über die Marke von 100.000 Dollar", "de"),
        ("O bitcoin ultrapassa os 100 mil dólares pela primeira vez na história", "pt"),
        (
            "Bitcoin supera per la prima volta la soglia dei 100.000 dollari, il nuovo record della criptovaluta",
            "it",
        ),
        ("Биткоин впервые превысил отметку в сто тысяч долларов", "ru"),
        ("比特币首次突破十万美元大关", "zh"),
        ("ビットコインが初めて十万ドルを超えました", "ja"),
        ("비트코인이 사상 처음으로 10만 달러를 돌파했다", "ko"),
    ] {
        assert_eq!(detect(text), language, "{text}");
    }
}

#[test]
fn nothing_to_read_is_undetermined() {
    for text in ["", " ", "a", "1", "🚀🚀🚀", "\u{0}\u{1}", "$100,000"] {
        assert_eq!(detect(text), "und", "{text:?}");
    }
}

#[test]
fn only_the_head_is_read() {
    let long = "The price of bitcoin rose after the decision. ".repeat(200_000);
    assert_eq!(detect(&long), "en");
}

proptest! {
    #[test]
    fn any_text_gets_a_code(text in "\\PC{0,200}") {
        let code = detect(&text);
        prop_assert!(code == "und" || code.len() == 2);
    }
}
