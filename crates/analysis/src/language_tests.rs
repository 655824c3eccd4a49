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
        assert_eq!(detect(headline, None), "en", "{headline}");
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
        ("Bitcoin po raz pierwszy przekroczył 100 tysięcy dolarów", "pl"),
        ("Bitcoin ilk kez 100 bin doları aştı", "tr"),
        ("Harga Bitcoin tembus 100 ribu dolar untuk pertama kalinya", "id"),
    ] {
        assert_eq!(detect(text, None), language, "{text}");
    }
}

#[test]
fn nothing_to_read_is_undetermined() {
    for text in ["", " ", "a", "1", "🚀🚀🚀", "\u{0}\u{1}", "$100,000"] {
        assert_eq!(detect(text, None), "und", "{text:?}");
    }
}

#[test]
fn only_the_head_is_read() {
    let long = "The price of bitcoin rose after the decision. ".repeat(200_000);
    assert_eq!(detect(&long, None), "en");
}

proptest! {
    #[test]
    fn any_text_gets_a_code(text in "\\PC{0,200}") {
        let code = detect(&text, None);
        prop_assert!(code == "und" || code.len() == 2);
    }
}

/// A title as it stands over an article, and names of other scripts in it.
#[test]
fn titles_are_told_by_few_words() {
    for (text, language) in [
        ("Bitcoin ETF от BlackRock", "ru"),
        ("Binance、日本で新サービス開始", "ja"),
        ("仮想通貨取引所、経営破綻", "ja"),
        ("Coinbase宣布上线新代币", "zh"),
        ("幣安宣佈上線新代幣", "zh"),
        ("Binance, 한국 시장 재진입", "ko"),
        ("Bitcoin'in fiyatı 90.000 doların altında", "tr"),
        ("La CNMV sanciona al exchange Bitget por su publicidad", "es"),
        ("Kurs bitcoina spada o 5 proc.", "pl"),
        ("Bitcoin-Kurs fällt um fünf Prozent", "de"),
        ("La Borsa di Milano chiude in calo", "it"),
        ("Banco Central do Brasil estuda o real digital", "pt"),
        ("OJK cabut izin usaha perusahaan kripto ini", "id"),
    ] {
        assert_eq!(detect(text, None), language, "{text}");
    }
}

#[test]
fn other_languages_are_none_of_those_that_are_listed() {
    for text in [
        "Bitcoin bereikt voor het eerst een koers van 100.000 dollar",
        "Біткоїн уперше перевищив позначку у сто тисяч доларів",
        "Биткойнът се търгува над сто хиляди долара, след като фондовете купуваха, което не е изненада",
        "Bitcoin lần đầu tiên vượt mốc 100.000 đô la",
        "البيتكوين يتجاوز مئة ألف دولار لأول مرة",
        "बिटकॉइन पहली बार एक लाख डॉलर के पार",
    ] {
        let told = detect(text, None);
        assert_eq!(domain::Language::from_name(&told), None, "{told}: {text}");
    }
}

#[test]
fn what_the_source_states_counts_where_the_text_says_nothing() {
    assert_eq!(detect("Binance, Tether", Some("de-AT")), "de");
    assert_eq!(detect("$100,000", Some("pt")), "pt");
    assert_eq!(detect("The price of bitcoin rose", Some("de")), "en");
    assert_eq!(detect("Binance, Tether", Some("")), "en");
}

#[test]
fn letters_of_one_language_are_beyond_ascii() {
    assert!(super::words::LATIN.iter().all(|language| language.letters.chars().all(|c| !c.is_ascii())));
}

#[test]
fn a_japanese_headline_may_have_a_single_kana() {
    for text in [
        "金融庁、暗号資産交換業者に行政処分",
        "日本銀行総裁、利上げ継続を示唆",
        "金融庁が暗号資産規制法案提出",
        "米国株式市場続落、暗号資産関連株に売り",
    ] {
        assert_eq!(detect(text, None), "ja", "{text}");
    }
    assert_eq!(detect("金融监管总局发布虚拟资产交易新规", None), "zh");
    assert_eq!(detect("金管會公布虛擬資產交易新規", None), "zh");
}

#[test]
fn a_short_title_is_told_by_its_verb() {
    for (text, language) in [
        ("Behörden fordern Verbot", "de"),
        ("Sparkassen warnen Anleger", "de"),
        ("Kroatien übernimmt Vorsitz", "de"),
        ("Volkswagen quiere superar a Tesla", "es"),
        ("Tether advierte a usuarios", "es"),
        ("Nowy rekord na giełdzie", "pl"),
        ("Trump stawia warunek", "pl"),
    ] {
        assert_eq!(detect(text, None), language, "{text}");
    }
    for text in ["Optimism (OP) Surges 10%", "bitcoinmagazine.com", "Société Générale Launches Stablecoin"]
    {
        assert_eq!(detect(text, None), "en", "{text}");
    }
}
