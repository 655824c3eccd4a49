#![allow(clippy::unwrap_used)]

use domain::Tone;

use super::super::read_in;
use super::super::target::THING;
use super::super::toward::tone_toward_in;
use super::*;

/// The network as trained, in floating point, against the integers that ship: sentences of our own.
#[test]
fn agrees_with_the_network_as_trained() {
    let lines = include_str!("../../models/languages_parity.txt");
    assert!(lines.lines().count() >= 10);
    for line in lines.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let language = Language::from_name(parts[0]).unwrap();
        let (title, lead) = (Folded::of(parts[1], 600), Folded::of(parts[2], 600));
        let mut tokens = MODEL.pieces.tokens(&title, TITLE_TOKENS);
        tokens.extend(MODEL.pieces.tokens(&lead, LEAD_TOKENS));
        let expected: Vec<u32> = parts[3].split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(tokens, expected, "{}", parts[1]);
        let (head, behind) = MODEL.pools(&mut MODEL.pieces.cut(&title), &mut MODEL.pieces.cut(&lead));
        let logits = MODEL.head.logits(&head, behind.as_deref());
        for (ours, theirs) in logits.iter().zip(parts[4].split(' ')) {
            let theirs: f32 = theirs.parse().unwrap();
            assert!((sigmoid(*ours) - sigmoid(theirs)).abs() < 0.04, "{}: {ours} {theirs}", parts[1]);
        }
        let theirs: Vec<f32> = parts[5].split(' ').map(|x| x.parse().unwrap()).collect();
        let ours = vector(parts[1], parts[2], language);
        let like: f32 = ours.iter().zip(theirs).map(|(a, b)| f32::from(*a) * b / LENGTH).sum();
        assert!(like > 0.99, "{}: {like}", parts[1]);
    }
}

/// The same for the network that reads toward a thing, and for the way from a text to its tokens.
#[test]
fn agrees_with_the_target_network_as_trained() {
    let lines = include_str!("../../models/languages_target_parity.txt");
    assert!(lines.lines().count() >= 6);
    for line in lines.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let expected: Vec<u32> =
            parts[2].split(' ').map(|n| if n == "-1" { THING } else { n.parse().unwrap() }).collect();
        let text = Folded::of(parts[0], 600);
        let start = parts[0][..parts[0].find(parts[1]).unwrap()].chars().count();
        let place = (start, start + parts[1].chars().count());
        assert_eq!(MODEL.pieces.cut(&text).marked((0, text.chars.len()), &[place]), expected, "{}", parts[0]);
        let theirs = parts[3].split(' ').map(|x| x.parse::<f32>().unwrap());
        for (ours, theirs) in MODEL.targets.read(&expected).iter().zip(theirs) {
            assert!((ours - theirs).abs() < 0.15, "{}: {ours} {theirs}", parts[0]);
        }
    }
}

/// The same for the tagger of organisations, and for the parts that it judges.
#[test]
fn agrees_with_the_tagger_as_trained() {
    let lines = include_str!("../../models/languages_names_parity.txt");
    assert!(lines.lines().count() >= 7);
    for line in lines.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let text = Folded::of(fields[1], 600);
        let parts = super::super::name_parts::parts(&mut MODEL.pieces.cut(&text), fields[1], 600);
        let ours = parts.iter().map(|part| {
            let pieces: Vec<String> = [part.first].iter().chain(part.more()).map(u32::to_string).collect();
            format!("{}-{}:{}:{}", part.start, part.end, pieces.join(","), part.shape as u8)
        });
        assert_eq!(ours.collect::<Vec<_>>().join(" "), fields[2], "{}", fields[1]);
        let language = Language::from_name(fields[0]).unwrap();
        let ours = MODEL.names.judge(MODEL.body.embedding(), &parts, language, &vec![true; parts.len()]);
        let theirs = fields[3].split(' ').map(|x| x.parse::<f32>().unwrap());
        for (ours, theirs) in ours.iter().flatten().zip(theirs) {
            assert!((ours - theirs).abs() < 0.04, "{}: {ours} {theirs}", fields[1]);
        }
    }
}

#[test]
fn finds_organisations_in_other_languages() {
    let found = |language: &str, text: &str| -> Vec<String> {
        read_in(language, text, "").organisations.into_iter().map(|found| found.text).collect()
    };
    assert_eq!(found("de", "Die BaFin ermahnt die Nordlicht Bank in Hamburg"), ["BaFin", "Nordlicht Bank"]);
    assert_eq!(found("ru", "Сбербанк и компания «Маяк» объявили о сделке"), ["Сбербанк", "Маяк"]);
    assert_eq!(found("ko", "한국은행은 14일 기준금리를 동결했다"), ["한국은행"]);
    assert!(found("es", "el precio subió ayer un tres por ciento").is_empty());
    assert!(found("es", "").is_empty());
}

#[test]
fn a_name_ends_with_its_sentence() {
    let found =
        read_in("de", "", "Das meldet die Deutsche Bank. Commerzbank und SAP schweigen.").organisations;
    let names: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
    assert_eq!(names, ["Deutsche Bank", "Commerzbank", "SAP"]);
}

#[test]
fn tells_good_news_from_bad_in_every_language() {
    let pairs = [
        (
            "es",
            "El bitcoin se dispara a un máximo histórico",
            "El bitcoin se desploma tras el hackeo de un exchange",
        ),
        (
            "pt",
            "Bitcoin dispara e atinge máxima histórica",
            "Bitcoin despenca após ataque hacker a corretora",
        ),
        (
            "fr",
            "Le bitcoin bondit et atteint un sommet historique",
            "Le bitcoin chute après le piratage d'une plateforme",
        ),
        ("de", "Bitcoin steigt auf Rekordhoch", "Bitcoin stürzt nach Hackerangriff auf Börse ab"),
        ("it", "Bitcoin vola al massimo storico", "Bitcoin crolla dopo l'attacco hacker a un exchange"),
        ("pl", "Bitcoin rośnie do rekordowego poziomu", "Bitcoin spada po ataku hakerów na giełdę"),
        ("tr", "Bitcoin rekor kırdı", "Borsa hacklendi, bitcoin sert düştü"),
        ("ru", "Биткоин вырос до исторического максимума", "Биткоин рухнул после взлома биржи"),
        ("zh", "比特币大涨创历史新高", "交易所遭黑客攻击，比特币暴跌"),
        ("ja", "ビットコインが急騰、史上最高値を更新", "取引所がハッキング被害、ビットコイン急落"),
        ("ko", "비트코인 급등, 사상 최고치 경신", "거래소 해킹 피해, 비트코인 폭락"),
        ("id", "Bitcoin melonjak cetak rekor tertinggi", "Bitcoin anjlok usai peretasan bursa"),
    ];
    for (language, good, bad) in pairs {
        let (good, bad) = (read_in(language, good, ""), read_in(language, bad, ""));
        assert!(good.tone.net() > 0.4, "{language}: {:?}", good.tone);
        assert!(bad.tone.net() < -0.4, "{language}: {:?}", bad.tone);
        let crime =
            |of: &Outcome| of.categories.iter().find(|(c, _)| *c == Category::SecurityAndCrime).unwrap().1;
        assert!(crime(&bad) > 2.0 * crime(&good), "{language}: {} {}", crime(&bad), crime(&good));
    }
}

#[test]
fn a_headline_with_two_sides_has_a_tone_for_each() {
    let title = "Binance gana un 20 % mientras Kraken pierde 40 millones";
    let toward = |name| tone_toward_in("es", title, "", name).unwrap().net();
    assert!(toward("Binance") > toward("Kraken") + 0.5);
    assert_eq!(tone_toward_in("es", title, "", "Bybit"), None);
    assert!(tone_toward_in("zh", "币安被罚4亿美元", "", "币安").unwrap().net() < 0.0);
    assert_eq!(tone_toward_in("uk", title, "", "Binance"), None);
}

#[test]
fn paid_text_says_so_in_its_language() {
    for (language, content) in [
        ("es", "Contenido patrocinado. Un nuevo token llega."),
        ("ru", "На правах рекламы"),
        ("ja", "これはPR記事です。"),
    ] {
        let outcome = read_in(language, "Token", content);
        assert!(
            outcome.categories.iter().any(|(c, score)| *c == Category::Sponsored && *score > 0.5),
            "{language}"
        );
    }
}

#[test]
fn the_same_in_two_languages_lies_near() {
    let english = vector("SEC approves first spot Ethereum ETF", "", Language::English);
    let german = vector("SEC genehmigt ersten Spot-ETF auf Ethereum", "", Language::German);
    let other = vector("Bergleute streiken in Polen wegen Stromkosten", "", Language::German);
    assert!(cosine(&english, &german) > cosine(&english, &other) + 0.3);
}

#[test]
fn what_is_no_language_of_ours_is_not_read() {
    assert_eq!(read_in("uk", "Біткоїн впав", "").tone, Tone::UNKNOWN);
    assert_eq!(read_in("zh", "", " \u{200b}").categories.len(), 18);
    let huge = "币".repeat(2_000_000);
    assert_eq!(read_in("zh", &huge, &huge).categories.len(), 18);
}

#[test]
fn titles_in_one_pass_are_as_one_by_one() {
    let titles = [
        ("SEC approves first spot Ethereum ETF", Language::English),
        ("", Language::English),
        ("SEC genehmigt ersten Spot-ETF auf Ethereum", Language::German),
        ("SEC approves first spot Solana ETF", Language::English),
    ];
    let alone: Vec<_> = titles.iter().map(|(title, language)| vector(title, "", *language)).collect();
    assert_eq!(title_vectors(&titles), alone);
    assert!(title_vectors(&[]).is_empty());
}

#[test]
fn telling_pieces_are_names_and_things_and_meet_across_languages() {
    let long =
        "Coinbase kauft Deribit, sagte der Chef von Coinbase am Montag in der Nähe von Frankfurt. ".repeat(9);
    let pieces = telling("Coinbase kauft Deribit", &long);
    assert!(!pieces.is_empty() && pieces.len() <= MAX_TELLING && are_known(&pieces));
    assert!(pieces.is_sorted_by(|a, b| a < b));
    let [small, name] =
        ["der", "coinbase"].map(|word| TELLING[MODEL.pieces.tokens(&Folded::of(word, 20), 1)[0] as usize]);
    assert!(name > 4 * small, "{name} {small}");
    let same = [
        ("Coinbase buys Deribit", ""),
        ("Coinbaseがデリビットを買収", ""),
        ("Coinbase покупает Deribit", ""),
    ];
    for (title, content) in same {
        let near = met(&pieces, &telling(title, content));
        let far = met(&pieces, &telling("Hong Kong regulator warns of rain tomorrow", ""));
        assert!(near > far + 0.05, "{title}: {near} {far}");
    }
    assert!((met(&pieces, &pieces) - 1.0).abs() < 1e-4);
    assert_eq!(met(&pieces, &[]), 0.0 + met(&[], &pieces));
    assert_eq!(telling("", " \u{200b}"), Vec::<u16>::new());
    assert!(!are_known(&[u16::MAX]) && !are_known(&[5; MAX_TELLING + 1]));
}

/// A walk over characters finds what a search for each stretch finds.
#[test]
fn paid_text_is_known_wherever_it_stands() {
    let folded = |text: &str| Folded::of(text, 600).chars;
    assert_eq!(sponsored::stated_in(Language::Russian, &folded("Новости. На правах рекламы")), 0.95);
    assert_eq!(sponsored::stated_in(Language::Japanese, &folded("新着｜PR記事")), 0.95);
    assert_eq!(sponsored::stated_in(Language::German, &folded("Advertorial: Kaufen Sie jetzt")), 0.9);
    assert_eq!(sponsored::stated_in(Language::German, &folded("bezahlter beitra")), 0.0);
    assert_eq!(sponsored::stated_in(Language::German, &folded("на правах рекламы")), 0.0);
}

/// Each text has what the tagger found in brackets; what the rules make of it stands behind.
#[test]
fn names_begin_and_end_as_their_language_writes_them() {
    let cases = [
        ("de", "gegen [Leicester] City am Abend", "Leicester City"),
        ("de", "der Verein [Albacete] gewann", "Albacete"),
        ("de", "die [Nordlicht Bank teilt] mit", "Nordlicht Bank"),
        ("de", "in der Serie \"[Law Order]\" spielte", ""),
        ("es", "según el Banco [Santander] de ayer", "Banco Santander"),
        ("es", "Ayer [Santander] subió", "Santander"),
        ("fr", "aux [Rangers] du Texas hier", "Rangers du Texas"),
        ("fr", "la [Banque] de France a dit", "Banque de France"),
        ("fr", "selon [Binance et] Kraken", "Binance"),
        ("fr", "selon [Zebrano] de Michel Durand hier", "Zebrano"),
        ("fr", "aux [Rays] de Tampa Bay hier soir", "Rays de Tampa Bay"),
        ("de", "die [Zebrano] Aktie steigt heute stark", "Zebrano"),
        ("es", "ÚLTIMA HORA : [ZEBRANO] LANZA NUEVO TOKEN", "ZEBRANO"),
        ("it", "la \"[Dolce vita]\" di ieri", ""),
        ("ru", "компания ПАО «[Маяк]» сообщила сегодня утром", "Маяк"),
        ("ru", "глава [Zebrano] Иван Петров сказал об этом", "Zebrano"),
        ("zh", "[灰度基金]将发行新产品", "灰度基金"),
        ("ru", "приказом НКВД он был послан в США вместе с другими", "НКВД"),
        ("ru", "клуб «[Зенит]» выиграл", "Зенит"),
        ("ru", "сопротивлялись [правительству] долго", ""),
        ("zh", "同时加挂[台州市民航]局牌子", "台州市民航局"),
        ("zh", "李方训（[原金陵大学]校长）", "金陵大学"),
        ("zh", "在[故]国安", ""),
        ("ja", "今日[ローリング]・ストーンズや他", "ローリング・ストーンズ"),
        ("ja", "今日[アップ]ルが提訴", "アップル"),
        ("ja", "[経済産業]省は", "経済産業省"),
        ("ko", "[김]행 대변인", ""),
        ("tr", "bugün [Garanti] Bankası açıkladı", "Garanti"),
    ];
    for (language, marked, expected) in cases {
        let spelled = marked.replace(['[', ']'], "");
        let text = Folded::of(&spelled, 600);
        let parts = super::super::name_parts::parts(&mut MODEL.pieces.cut(&text), &spelled, 600);
        let marked: Vec<char> = marked.chars().collect();
        let place = |mark: char| marked.iter().position(|c| *c == mark);
        let mut names = Vec::new();
        if let (Some(open), Some(close)) = (place('['), place(']')) {
            let first = parts.iter().position(|part| part.start == open).unwrap();
            let last = parts.iter().position(|part| part.end == close - 1).unwrap();
            names.push(first..last + 1);
        }
        let language = Language::from_name(language).unwrap();
        let found = super::super::name_rules::apply(language, &text.chars, &parts, &names);
        let spelled: Vec<char> = spelled.chars().collect();
        let found: Vec<String> = found
            .into_iter()
            .map(|name| spelled[parts[name.start].start..parts[name.end - 1].end].iter().collect())
            .collect();
        assert_eq!(found.join(", "), expected, "{}", marked.iter().collect::<String>());
    }
}
