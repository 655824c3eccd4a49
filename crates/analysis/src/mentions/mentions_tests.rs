//! What is found and what is not, on sentences of our own.

use domain::{Field, Mention, MentionKind};
use proptest::prelude::*;

use super::{Extra, Gazetteer, assets, companies, find};

fn names(kind: MentionKind, title: &str, content: &str) -> Vec<String> {
    find(title, content)
        .into_iter()
        .filter(|mention| mention.kind == kind)
        .map(|mention| mention.name)
        .collect()
}

fn slice(text: &str, start: u32, end: u32) -> String {
    text.chars().skip(start as usize).take((end - start) as usize).collect()
}

/// Each line: the sentence, then the names expected in it, in their order.
fn check(kind: MentionKind, table: &[(&str, &[&str])]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, expected)| {
            let found = names(kind, text, "");
            (found != *expected).then(|| format!("{text:?}: found {found:?}, expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_lists_are_as_large_as_they_claim() {
    assert!(companies().count() >= 250, "{}", companies().count());
    assert!(assets().count() >= 300, "{}", assets().count());
    let listed =
        |name: &str| companies().find(|entry| entry.name == name).and_then(|entry| entry.ticker.clone());
    for (name, ticker) in [
        ("Coinbase", "COIN"),
        ("Strategy", "MSTR"),
        ("MARA", "MARA"),
        ("Riot", "RIOT"),
        ("Galaxy", "GLXY"),
        ("Block", "XYZ"),
        ("Circle", "CRCL"),
    ] {
        assert_eq!(listed(name).as_deref(), Some(ticker), "{name}");
    }
}

#[test]
fn the_lists_hold_no_mark_and_no_double() {
    for entries in [companies().collect::<Vec<_>>(), assets().collect()] {
        let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        for entry in entries {
            assert!(!entry.sector.is_empty() && !entry.name.is_empty(), "{entry:?}");
            let texts = entry.aliases.iter().chain(&entry.ticker).chain([&entry.name]);
            for text in texts {
                assert!(
                    !text.starts_with(['~', '=', '!', '?', '*', '-', '@']) && text.trim() == text,
                    "{entry:?}"
                );
            }
        }
    }
}

#[test]
fn companies_whose_names_are_nothing_else() {
    check(
        MentionKind::Company,
        &[
            ("Coinbase lists a new token", &["Coinbase"]),
            ("The coinbase transaction pays the miner", &[]),
            ("Shares of COINBASE rose", &["Coinbase"]),
            ("MicroStrategy and Metaplanet bought more", &["Strategy", "Metaplanet"]),
            ("Kraken's new chief met Bybit's founder", &["Kraken", "Bybit"]),
            ("BlackRock’s fund saw inflows", &["BlackRock"]),
            ("a16z leads the round", &["Andreessen Horowitz"]),
            ("JPMorgan Chase & Co raised its target", &["JPMorgan"]),
            ("J.P. Morgan and Goldman Sachs differ", &["JPMorgan", "Goldman Sachs"]),
            ("Binance.US reopens deposits", &["Binance.US"]),
            ("Crypto.com sponsors a team", &["Crypto.com"]),
            ("The Crypto.com Arena was full", &[]),
            ("Mt. Gox creditors wait", &["Mt. Gox"]),
            ("Galaxy Digital posts a profit", &["Galaxy"]),
            ("Core Scientific signs a lease", &["Core Scientific"]),
            ("Hut 8 expands in Texas", &["Hut 8"]),
            ("Méliuz buys bitcoin", &["Méliuz"]),
            ("Moody’s lowers its view", &["Moody's"]),
            ("Moody's lowers its view", &["Moody's"]),
            ("Steak ’n Shake takes bitcoin", &["Steak 'n Shake"]),
            ("See https://www.coinbase.com/blog for more", &[]),
            ("mail support@kraken.com or read kraken.com/help", &[]),
            ("Fireblocks and Chainalysis team up", &["Fireblocks", "Chainalysis"]),
            ("eToro goes public", &["eToro"]),
            ("SharpLink Gaming adds ether", &["SharpLink"]),
            ("World Liberty Financial signs a deal", &["World Liberty Financial"]),
            ("Trump Media & Technology Group files", &["Trump Media"]),
            ("Binance Coin slips", &[]),
            ("Genesis Global Capital reaches a deal with Gemini Trust", &["Genesis", "Gemini"]),
        ],
    );
}

#[test]
fn tickers_of_shares_need_their_dress() {
    check(
        MentionKind::Company,
        &[
            ("$COIN jumps after earnings", &["Coinbase"]),
            ("$coin to the moon", &["Coinbase"]),
            ("A COIN is not a company", &[]),
            ("The exchange (NASDAQ: COIN) reported", &["Coinbase"]),
            ("The miner (Nasdaq: MARA) reported", &["MARA"]),
            ("The lender (NYSE:FIGR) reported", &["Figure"]),
            ("The firm (BRK.B) sold shares", &["Berkshire Hathaway"]),
            ("$BRK.B slips", &["Berkshire Hathaway"]),
            ("Tokyo-listed (TSE: 3350.T) rises", &["Metaplanet"]),
            ("MSTR falls 5%", &["Strategy"]),
            ("Shares of CRCL double", &["Circle"]),
            ("The V shaped recovery", &[]),
            ("Plan C is to wait", &[]),
            ("$V and $MA fell", &["Visa", "Mastercard"]),
            ("It is (A) cheap and (C) fast", &[]),
            ("GLXY.TO trades in Toronto: $GLXY.TO", &["Galaxy"]),
        ],
    );
}

#[test]
fn words_that_are_also_companies() {
    check(
        MentionKind::Company,
        &[
            // Strategy
            ("Strategy buys 1,000 BTC", &["Strategy"]),
            ("Strategy's bitcoin pile tops 600,000", &["Strategy"]),
            ("Saylor says Strategy never sells", &["Strategy"]),
            ("A new strategy for bitcoin miners", &[]),
            ("The Best Strategy for a Bear Market", &[]),
            ("Trading Strategy Explained", &[]),
            ("Why His Strategy Works", &[]),
            ("Their strategy of buying dips paid off", &[]),
            ("Strategy for Beginners: How to Start", &[]),
            ("The treasury firm Strategy bought more coins", &["Strategy"]),
            ("Bitcoin Strategy Pays Off", &[]),
            ("National Crypto Strategy Unveiled", &[]),
            ("Shares of Strategy fell on Monday", &["Strategy"]),
            ("The chief strategy officer left", &[]),
            // Block
            ("Block shares slide after earnings miss", &["Block"]),
            ("Jack Dorsey's Block builds a miner", &["Block"]),
            ("Block reward halves again", &[]),
            ("The next block was mined in a minute", &[]),
            ("Lawmakers Block Crypto Bill", &[]),
            ("Regulators block the merger", &[]),
            ("Payments firm Block adds bitcoin", &["Block"]),
            ("Block Scholes sees calm", &["Block Scholes"]),
            ("Block, Inc. reports", &["Block"]),
            // Circle
            ("Circle's USDC grows in Europe", &["Circle"]),
            ("Circle files for IPO", &["Circle"]),
            ("A small circle of traders", &[]),
            ("Circle of Trust: Inside the Scheme", &[]),
            ("Stablecoin issuer Circle won a licence", &["Circle"]),
            ("The debate has come full circle", &[]),
            ("His inner circle sold early", &[]),
            // Gemini
            ("Gemini sues over the ruling", &["Gemini"]),
            ("The Winklevoss twins' Gemini opens in Miami", &["Gemini"]),
            ("Google Gemini writes code", &[]),
            ("Gemini AI predicts a price", &[]),
            ("Crypto exchange Gemini filed papers", &["Gemini"]),
            // Square
            ("Square rolls out bitcoin payments", &["Block"]),
            ("Crowds in Times Square watched", &[]),
            ("We are back to square one", &[]),
            ("A square deal", &[]),
            // Riot
            ("Riot Platforms sold coins", &["Riot"]),
            ("Riot mined 500 bitcoin in May", &["Riot"]),
            ("A riot broke out", &[]),
            ("The Capitol Riot hearing", &[]),
            ("Riot Games bans tokens", &[]),
            // Core, Compass, Ledger and others
            ("The core team resigned", &[]),
            ("Compass Mining moves machines", &["Compass Mining"]),
            ("A moral compass", &[]),
            ("The XRP Ledger adds a feature", &[]),
            ("Ledger's CEO warns of phishing", &["Ledger"]),
            ("A public ledger records it", &[]),
            ("Analysts are bullish on ether", &[]),
            ("Bullish Catalysts Line Up for Ether", &[]),
            ("Bullish sentiment returned on Monday", &[]),
            ("Bullish Bitcoin Setup Forms", &[]),
            ("Bullish Signals Everywhere", &[]),
            ("Bullish prices its IPO above range", &["Bullish"]),
            ("Crypto exchange Bullish, led by Tom Farley, listed", &["Bullish"]),
            ("Celsius customers get paid", &["Celsius"]),
            ("It was 30 degrees Celsius in the hall", &[]),
            ("A galaxy far away", &[]),
            ("Galaxy's Novogratz expects more", &["Galaxy"]),
            ("The Samsung Galaxy phone has a wallet", &[]),
            ("Paradigm leads the round", &[]),
            ("A paradigm shift in finance", &[]),
            ("The venture firm Paradigm invested", &["Paradigm"]),
            ("Genesis creditors approve the plan with DCG", &["Genesis", "Digital Currency Group"]),
            ("The genesis block holds a headline", &[]),
            ("They strike a deal", &[]),
            ("Jack Mallers says Strike will lend", &["Strike"]),
            ("Exodus From Exchanges Continues", &[]),
            ("An oracle network failed", &[]),
            ("The ripple effect of rates", &[]),
            ("Ripple wins a licence", &["Ripple"]),
            ("How Do Geopolitical Shifts Ripple Through Global Markets?", &[]),
            ("Tariff Shocks Ripple Across Exchanges", &[]),
            ("Meta exchanges are changing how people trade", &[]),
            ("Meta plans a stablecoin", &["Meta"]),
        ],
    );
}

#[test]
fn a_namesake_takes_the_doubtful_places() {
    let content = "Satoshi Nakamoto left in 2011. Since then Nakamoto's coins have not moved.";
    assert!(names(MentionKind::Company, "Who was he?", content).is_empty());
    let content =
        "Nakamoto Holdings closed its merger with KindlyMD. The firm takes its name from Satoshi Nakamoto.";
    assert_eq!(names(MentionKind::Company, "A merger", content), ["Nakamoto"]);
    let content = "The shares of KindlyMD rose before its merger.";
    assert!(names(MentionKind::Company, "Before the merger", content).is_empty(), "two firms until then");
}

#[test]
fn a_channel_is_named_where_it_acts() {
    check(
        MentionKind::Company,
        &[
            ("The president thanked them on Truth Social", &[]),
            ("Follow us on Telegram", &[]),
            ("France charges Telegram", &["Telegram"]),
            ("A court fines Facebook", &["Meta"]),
            ("Posted to Instagram", &[]),
        ],
    );
    assert!(
        names(MentionKind::Company, "Ether slips", "Bitcoin Magazine Ether slips below $3,000").is_empty()
    );
}

/// What is found in a content under a title that names nobody.
fn companies_in(content: &str) -> Vec<String> {
    names(MentionKind::Company, "A quiet day", content)
}

#[test]
fn a_channel_that_readers_are_sent_to_is_not_named() {
    for content in [
        "Prices were flat. Follow us on X , Facebook and Telegram for more.",
        "Prices were flat. Join the community: Website | Whitepaper | Telegram | X (Twitter)",
        "Prices were flat. Telegram: t.me/example",
        "Snorter is a Telegram-based bot for traders.",
        "The attacker was named in his Telegram channel on Wednesday.",
    ] {
        assert_eq!(companies_in(content), [""; 0], "{content}");
    }
    assert_eq!(companies_in("Regulators warn Telegram and X."), ["Telegram"]);
    assert_eq!(companies_in("The founder of Telegram was heard in Paris."), ["Telegram"]);
}

#[test]
fn who_gathered_a_figure_is_not_named() {
    for content in [
        "Bitcoin stood at $105,000, according to CoinMarketCap.",
        "Bitcoin stood at $105,000, per data from CoinGecko.",
        "Open interest rose by 3%, CoinGlass data shows.",
        "Bitcoin options by expiry. Source: CoinGlass",
        "Interest stands at 17, as tracked by CoinMarketCap for years.",
        "Still, CoinMarketCap\u{2019}s Altcoin Season Index stands at 17.",
        "The token has a place on CoinMarketCap.",
    ] {
        assert_eq!(companies_in(content), [""; 0], "{content}");
    }
    assert_eq!(
        companies_in("Thieves put a false wallet into the website of CoinMarketCap."),
        ["CoinMarketCap"]
    );
    assert_eq!(companies_in("The exchange hired CoinGecko for its audit."), ["CoinGecko"]);
    let title = "CoinMarketCap data shows that Bitcoin holds";
    assert_eq!(names(MentionKind::Company, title, ""), ["CoinMarketCap"], "a title says what it is about");
}

#[test]
fn a_medium_that_tells_the_news_is_not_in_it() {
    for content in [
        "The deal is off, as Cointelegraph reported on Monday.",
        "Bitcoin rises. \u{2014} Cointelegraph (@Cointelegraph) May 8, 2025",
        "The lawyer was silent when CNBC reached out.",
    ] {
        assert_eq!(companies_in(content), [""; 0], "{content}");
    }
    assert_eq!(companies_in("Fraudsters misused the brand of Cointelegraph."), ["Cointelegraph"]);
}

#[test]
fn false_friends_are_nobody() {
    assert_eq!(companies_in("Massive bonuses make Lucky Block a choice for players."), [""; 0]);
    assert_eq!(companies_in("Satoshi mined the Genesis Block in 2009."), [""; 0]);
    let assets = |content| names(MentionKind::Asset, "A quiet day", content);
    assert_eq!(assets("The coin trades higher, as reported by HT Market data."), [""; 0]);
    assert_eq!(assets("The exchange token Huobi Token (HT) rose."), ["Huobi Token"]);
}

#[test]
fn a_coin_under_the_name_of_its_company() {
    check(
        MentionKind::Company,
        &[
            ("Ripple (XRP) gains 5%", &[]),
            ("Ripple ( XRP ) gains 5%", &[]),
            ("Ripple wins against the regulator, XRP gains", &["Ripple"]),
            ("Coinbase (COIN) gains 5%", &["Coinbase"]),
            ("Ripple Price Analysis: $1.5 or $3?", &[]),
            ("Ripple to $5, says a trader", &[]),
            ("Bitcoin, Litecoin and Ripple are open for deposits", &[]),
            ("Ripple, Ethereum (ETH), and Solana fall", &[]),
            ("Coinbase, Ripple and Ethereum's founder met", &["Coinbase", "Ripple"]),
            ("Ripple's stock price rises", &["Ripple"]),
            ("The trader Ripple Van Winkle is sure", &[]),
            ("Tether price slips", &[]),
        ],
    );
    let coins = |title: &str| names(MentionKind::Asset, title, "");
    assert_eq!(coins("Ripple price falls"), ["XRP"]);
    assert_eq!(coins("Bitcoin, Litecoin and Ripple are open"), ["Bitcoin", "Litecoin", "XRP"]);
    assert_eq!(coins("Ripple wins against the regulator"), [""; 0]);
}

#[test]
fn who_only_tells_is_no_company() {
    let told = |content: &str| names(MentionKind::Company, "A quiet day", content);
    for content in [
        "According to data from the analytics firm Glassnode, holders sell.",
        "Holders sell, according to Bloomberg's calculations.",
        "Prices rose. Glassnode has also noted that holders sell.",
        "A CryptoQuant contributor wrote that holders sell.",
        "Bloomberg ETF analyst Ada Quill expects more.",
        "Ada Quill, an analyst at CryptoQuant, expects more.",
        "A recent report by Santiment looked at holders.",
        "Bernstein analysts expect more.",
        "Traders wait, as Bloomberg's Quill wrote on Monday.",
        "On Monday Bloomberg's Quill Thistlewood wrote about it.",
        "Bloomberg's Ottilie Van Quill has also noted it on Friday.",
    ] {
        assert!(told(content).is_empty(), "{content} {:?}", told(content));
    }
    assert_eq!(told("On Monday Glassnode was bought by a rival."), ["Glassnode"]);
    assert_eq!(told("The regulator sued Bloomberg on Monday."), ["Bloomberg"]);
    assert_eq!(told("On Monday Bloomberg's Galactic Terminal fell silent."), ["Bloomberg"]);
}

#[test]
fn words_of_other_things_are_no_companies() {
    for content in [
        "She wants to bring jobs to the Big Apple this year.",
        "Tokens were given out on Genesis day.",
        "He mined Block 0 and then Block 840,000.",
        "Bullish play: the chart points up. Bullish setups are rare.",
    ] {
        let found = names(MentionKind::Company, "A quiet day", content);
        assert!(found.is_empty(), "{content} {found:?}");
    }
    let funds = names(MentionKind::Company, "A fund", "The REX-Osprey staking fund is open.");
    assert_eq!(funds, ["REX Shares", "Osprey Funds"]);
}

#[test]
fn assets_by_name_and_ticker() {
    check(
        MentionKind::Asset,
        &[
            ("Bitcoin rises", &["Bitcoin"]),
            ("bitcoin and ether rise", &["Bitcoin", "Ethereum"]),
            ("BTC, ETH and XRP slide", &["Bitcoin", "Ethereum", "XRP"]),
            ("BTC/USDT breaks out", &["Bitcoin", "Tether"]),
            ("Bitcoin Cash forks", &["Bitcoin Cash"]),
            ("Ethereum Classic holds", &["Ethereum Classic"]),
            ("solana and cardano lag", &["Solana", "Cardano"]),
            ("#Bitcoin is trending", &["Bitcoin"]),
            ("$btc looks strong", &["Bitcoin"]),
            ("The Bitcoin-backed loan", &["Bitcoin"]),
            ("Wrapped Bitcoin supply grows", &["Wrapped Bitcoin"]),
            ("Dogecoin (DOGE) jumps", &["Dogecoin"]),
            ("Department of Government Efficiency cuts staff", &[]),
            ("Musk leaves the Department of Government Efficiency (DOGE); DOGE cut staff", &[]),
            ("Dogecoin is no Department of Government Efficiency (DOGE); DOGE rises", &["Dogecoin"]),
            ("usdt supply", &[]),
            ("USDT and USDC supply", &["Tether", "USD Coin"]),
            ("Terra Classic burns LUNC", &["Terra Classic"]),
            ("TerraUSD lost its peg", &["TerraUSD"]),
            ("1inch adds a chain", &["1inch"]),
            ("dogwifhat falls", &["dogwifhat"]),
        ],
    );
}

#[test]
fn words_that_are_also_assets() {
    check(
        MentionKind::Asset,
        &[
            ("LINK price climbs 5%", &["Chainlink"]),
            ("$LINK climbs", &["Chainlink"]),
            ("Click the link below", &[]),
            ("CLICK THE LINK BELOW TO READ MORE NOW", &[]),
            ("Traders rotate into LINK and UNI tokens", &["Chainlink", "Uniswap"]),
            ("Stocks hover near the record", &[]),
            ("NEAR jumps after upgrade", &["Near Protocol"]),
            ("Near the top, traders sell", &[]),
            ("Near Protocol adds shards", &["Near Protocol"]),
            ("Bitcoin Nears Record, Support Near $100,000", &["Bitcoin"]),
            ("Only ONE of them survived", &[]),
            ("Harmony's ONE token was stolen", &["Harmony"]),
            ("In harmony with regulators", &[]),
            ("GAS fees fall", &[]),
            ("The gas fee rose", &[]),
            ("$GAS doubles", &["NeoGas"]),
            ("OP token unlock looms", &["Optimism"]),
            ("An op-ed in the paper", &[]),
            ("Optimism grows among traders", &[]),
            ("The Optimism network upgraded", &["Optimism"]),
            ("Arbitrum and Optimism fees fall", &["Arbitrum", "Optimism"]),
            ("ICP price rallies", &["Internet Computer"]),
            ("Internet Computer (ICP) rallies", &["Internet Computer"]),
            ("APE slides as ApeCoin votes", &["ApeCoin"]),
            ("They ape into memes", &[]),
            ("SAND rises with MANA", &["The Sandbox", "Decentraland"]),
            ("A line in the sand", &[]),
            ("DOT holders vote", &["Polkadot"]),
            ("Connect the dot to the line", &[]),
            ("UNI jumps 10%", &["Uniswap"]),
            ("Students protest at UNI gates", &[]),
            ("ATOM staking yields", &["Cosmos"]),
            ("The atom was split", &[]),
            ("Cosmos and Polkadot build bridges", &["Cosmos", "Polkadot"]),
            ("Lost in the cosmos", &[]),
            ("FLOW token rallies", &["Flow"]),
            ("The flow of funds", &[]),
            ("MASK surges", &["Mask Network"]),
            ("He wore a mask", &[]),
            ("The meeting starts at 10:00 GMT", &[]),
            ("GMT token of STEPN falls", &["STEPN"]),
            ("Show your ID at the door", &[]),
            ("$ID climbs", &["Space ID"]),
            ("Space ID (ID) climbs", &["Space ID"]),
            ("TRUMP memecoin unlocks", &["Official Trump"]),
            ("Trump signs the bill", &[]),
            ("$TRUMP holders dine", &["Official Trump"]),
            ("An avalanche of selling", &[]),
            ("Avalanche (AVAX) upgrades", &["Avalanche"]),
            ("Solana, Avalanche and Polygon gain", &["Solana", "Avalanche", "Polygon"]),
            ("A stellar quarter", &[]),
            ("Stellar (XLM) gains", &["Stellar"]),
            ("The theta of an option", &[]),
            ("Compound interest matters", &[]),
            ("The yield curve inverts", &[]),
            ("Curve Finance is drained, CRV falls", &["Curve"]),
            ("The hype is real", &[]),
            ("HYPE token hits a record", &["Hyperliquid"]),
            ("A dash for cash", &[]),
            ("DASH and ZEC rally", &["Dash", "Zcash"]),
            ("Traders render a verdict", &[]),
            ("Render Network moves", &["Render"]),
            ("Sui network halts", &["Sui"]),
            ("A sui generis case", &[]),
            ("ALL EYES ON THE SUN AS BITCOIN WINS", &["Bitcoin"]),
            ("It is TIME to WIN and do NOT sell", &[]),
            ("$WIN and $TIME double", &["WINkLink", "Wonderland"]),
            ("ADA, SOL, DOT AND LINK PRICE ANALYSIS", &["Cardano", "Solana", "Polkadot", "Chainlink"]),
            ("Jupiter is the largest planet", &[]),
            ("Solana exchange Jupiter (JUP) adds loans", &["Solana", "Jupiter"]),
        ],
    );
}

#[test]
fn one_clear_place_speaks_for_the_doubtful_ones() {
    let found = find(
        "Circle Soars",
        "Shares of Circle Internet Group rose. Later Circle fell back.\n\nThe circle of buyers is small.",
    );
    let circle = found.iter().find(|mention| mention.name == "Circle").expect("it is named in full");
    assert_eq!(circle.count(), 3);
    assert!(circle.in_title && circle.in_lead);
}

#[test]
fn places_count_characters_and_know_title_and_lead() {
    let title = "🚀 Bitcoin für alle: Coinbase öffnet";
    let content =
        "Ein kurzer Satz über Ethereum, geschrieben in zwei Zeilen und mehr als das.\n\nSpäter: Solana.";
    let found = find(title, content);
    for mention in &found {
        for span in &mention.spans {
            let text = if span.field == Field::Title { title } else { content };
            let spelled = slice(text, span.start, span.end);
            assert!(mention.name == spelled, "{mention:?} {spelled}");
        }
    }
    let flags = |name: &str| found.iter().find(|m| m.name == name).map(|m| (m.in_title, m.in_lead));
    assert_eq!(flags("Bitcoin"), Some((true, false)));
    assert_eq!(flags("Ethereum"), Some((false, true)));
    assert_eq!(flags("Solana"), Some((false, false)));
}

#[test]
fn a_service_may_add_names() {
    let extras = [
        Extra {
            kind: MentionKind::Company,
            name: "Quillmark Exchange",
            ticker: Some("QMX"),
            sector: "exchange",
            aliases: &["Quillmark"],
        },
        Extra {
            kind: MentionKind::Company,
            name: "Coinbase",
            ticker: None,
            sector: "",
            aliases: &["Basecoin House"],
        },
        Extra {
            kind: MentionKind::Asset,
            name: "Fernlight",
            ticker: Some("FERN"),
            sector: "token",
            aliases: &[],
        },
        Extra { kind: MentionKind::Asset, name: " ", ticker: None, sector: "", aliases: &[] },
    ];
    let gazetteer = Gazetteer::with_extra(&extras);
    let found: Vec<String> = gazetteer
        .find("Quillmark (QMX) lists FERN", "Basecoin House and Kraken follow.")
        .into_iter()
        .map(|mention| mention.name)
        .collect();
    assert_eq!(found, ["Quillmark Exchange", "Fernlight", "Coinbase", "Kraken"]);
    assert!(find("Quillmark lists FERN", "").is_empty());
    assert_eq!(gazetteer.companies().count(), companies().count() + 1);
}

#[test]
fn poor_texts_give_poor_results_in_linear_time() {
    for text in
        ["", "a", "$", "(", "\u{0}\u{1}\u{7f}", "🚀🚀", "<p>Coinbase</p>", "''''", "$$$$((((", ". . . ."]
    {
        find(text, text);
    }
    assert_eq!(names(MentionKind::Company, "<b>Coinbase</b>&nbsp;rises", ""), ["Coinbase"]);
    for piece in ["NEAR ", "Block ", "a.", "Coinbase ", "é", "https://x.com/Coinbase", "(", "one two three. "]
    {
        let huge = piece.repeat(10_000_000 / piece.len());
        for mention in find(&huge, &huge) {
            assert!(mention.spans.len() <= 2_000);
        }
    }
}

fn valid(title: &str, content: &str, found: &[Mention]) -> Result<(), TestCaseError> {
    for kind in [MentionKind::Company, MentionKind::Asset] {
        let mut spans: Vec<_> =
            found.iter().filter(|m| m.kind == kind).flat_map(|m| m.spans.clone()).collect();
        spans.sort_by_key(|span| (span.field == Field::Content, span.start));
        for two in spans.windows(2) {
            prop_assert!(two[0].field != two[1].field || two[0].end <= two[1].start);
        }
    }
    for mention in found {
        prop_assert!(!mention.spans.is_empty());
        prop_assert!(mention.spans.is_sorted_by_key(|span| (span.field == Field::Content, span.start)));
        let entry = companies().chain(assets()).find(|e| e.name == mention.name && e.kind == mention.kind);
        let aliases = &entry.expect("it is listed").aliases;
        for span in &mention.spans {
            let text = slice(if span.field == Field::Title { title } else { content }, span.start, span.end);
            let straight = text.replace('\u{2019}', "'");
            prop_assert!(aliases.iter().any(|alias| alias.eq_ignore_ascii_case(&straight)), "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn spans_lie_on_the_text(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "Coinbase", "coinbase", "Strategy", "Block", "$LINK", "NEAR", "(ICP)", "price", "of", "é", "🚀", "\n",
                "Bitcoin", "BTC,", "Moody\u{2019}s", "Circle's", "USDC", "the", "JPMorgan Chase", "Terra", "LUNA", "XRP",
                "Polygon", "and", "Galaxy Digital", "shares", "buys", "<p>", "ORCL", "Gemini", "FTX", "US", ".", "Uniswap",
            ]),
            0..60,
        ),
        glue in prop::sample::select(vec![" ", ", ", "  ", "/", "-"]),
    ) {
        let text = words.join(glue);
        valid(&text, &text, &find(&text, &text))?;
    }

    #[test]
    fn any_text_is_read(title in "\\PC{0,80}", content in "\\PC{0,300}") {
        valid(&title, &content, &find(&title, &content))?;
    }
}

#[track_caller]
fn check_in(language: &str, text: &str, expected: &[&str]) {
    let mut found: Vec<String> =
        Gazetteer::standard().find_in(text, "", language).into_iter().map(|mention| mention.name).collect();
    found.sort();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn names_in_their_own_letters() {
    check_in("zh", "币安宣布上线比特币现货交易", &["Binance", "Bitcoin"]);
    check_in("zh", "比特币现金与莱特币上涨，灰度测试无关", &["Bitcoin Cash", "Litecoin"]);
    check_in("zh", "贝莱德通过Coinbase买入以太坊", &["BlackRock", "Coinbase", "Ethereum"]);
    check_in(
        "ja",
        "バイナンスがビットコインの取扱いを開始、Coinbaseも追随",
        &["Binance", "Bitcoin", "Coinbase"],
    );
    check_in("ja", "エレクトロンとスーパーソニックの話", &[]);
    check_in("ko", "바이낸스는 비트코인을 매수했다", &["Binance", "Bitcoin"]);
    check_in("ko", "Binance가 이더리움 상장, 트리플 상승", &["Binance", "Ethereum"]);
    check_in("ko", "비트코인캐시가 올랐다", &["Bitcoin Cash"]);
    check_in("ru", "Курс биткоина вырос, эфириуму помог Сбербанк", &["Bitcoin", "Ethereum", "Sberbank"]);
    check_in("ru", "Бинанс и Солану обсуждали в музее Николы Теслы", &["Binance", "Solana"]);
}

#[test]
fn names_with_endings() {
    check_in("de", "Coinbases Aktie fällt, Ethereums Kurs auch", &["Coinbase", "Ethereum"]);
    check_in("pl", "Kurs bitcoina rośnie, a Krakena czeka debiut", &["Bitcoin", "Kraken"]);
    check_in("pl", "Inwestorzy kupują Solanę i dogecoiny", &["Dogecoin", "Solana"]);
    check_in("tr", "Binance'in açıklaması sonrası Bitcoin'e talep arttı", &["Binance", "Bitcoin"]);
    check_in("es", "El bitcoin cae y Coinbase se desploma", &["Bitcoin", "Coinbase"]);
}

#[test]
fn english_knows_no_endings_and_no_other_spellings() {
    let text = "Coinbases and Krakena and 币安 and Биткоин: the Teslas of Ethereums";
    assert_eq!(Gazetteer::standard().find(text, ""), Gazetteer::standard().find_in(text, "", "en"));
    check_in("en", text, &[]);
}

/// Words, other firms' tickers and shorter names that only look like one of ours.
#[test]
fn false_friends() {
    check(
        MentionKind::Asset,
        &[
            ("Millionaire Maker? Analysts name three stocks to hold", &[]),
            ("Strike and Strategy price their preferred stock STRK at $80", &[]),
            ("U.S. stocks rise as the S&P 500 closes at a record", &[]),
            ("Neo Pepe presale raises $2 million in a week", &[]),
            ("Neo holders vote on the blockchain's next upgrade", &["Neo"]),
            ("Countries join the Bitcoin gold rush", &["Bitcoin"]),
        ],
    );
    check(
        MentionKind::Company,
        &[
            ("Solid Intel reports that a fund sold its coins", &[]),
            ("Chipmaker Intel sells its stake in Arm", &["Intel"]),
            ("Traders shout LFG as the market rallies", &[]),
            ("The protocol changes its price oracle after the exploit", &[]),
            ("Meta Earth opens its identity network", &[]),
        ],
    );
}

#[test]
fn tickers_and_names_that_mean_something_else_elsewhere() {
    check(
        MentionKind::Asset,
        &[
            ("El bitcóin cae un 2 % y el éter un 3 %", &["Bitcoin", "Ethereum"]),
            ("国内期货 DCR主力合约 上涨", &[]),
            ("CRO概念股 走强", &[]),
            ("Deputados discutem o FTT, imposto sobre transações", &[]),
            ("ALL YOU CAN EAT SUSHI in Berlin", &[]),
            ("Decred (DCR) jumps; Cronos' CRO and $SUSHI follow", &["Decred", "Cronos", "SushiSwap"]),
            ("FTX moves FTT to a wallet", &["FTX Token"]),
        ],
    );
    check(
        MentionKind::Company,
        &[("Klaus Schwab leaves Davos", &[]), ("Charles Schwab opens spot trading", &["Charles Schwab"])],
    );
}

#[test]
fn people_and_words_are_no_companies() {
    let nobody = |title: &str, content: &str| {
        let found = names(MentionKind::Company, title, content);
        assert!(found.is_empty(), "{title}: {found:?}");
    };
    nobody("Aurora Gate Raises $5 Million", "Aurora Gate raised $5 million. The startup Aurora Gate is new.");
    nobody(
        "ChatGPT or Gemini: Which Picks Better Coins?",
        "We asked both. Gemini said that it prefers none.",
    );
    nobody(
        "Nakamoto's Identity Revealed?",
        "A film says that it knows him. Bitcoin inventor Nakamoto is silent.",
    );
    let content = "It sold shares of its perpetual Strike preferred stock, STRK. Strike pays 8%.";
    assert_eq!(names(MentionKind::Company, "Strategy sells STRK", content), ["Strategy"]);
    let content = "Jack Dorsey's Block bought bitcoin. So did Michael Saylor's Strategy.";
    assert_eq!(names(MentionKind::Company, "Two buyers", content), ["Block", "Strategy"]);
}

#[test]
fn plain_nouns_and_offices_are_no_coins() {
    let coins = |title: &str, content: &str| names(MentionKind::Asset, title, content);
    for (title, content) in [
        ("Optimism Surges Before the Vote", "Optimism rises among traders. Optimism grows."),
        ("Fund Flow Data Shows Demand", "Flow rose by a third."),
        ("Musk leaves DOGE", "Elon Musk leaves the DOGE department after its cuts. DOGE goes on."),
        ("Near record high", "Near its high, the market waits."),
    ] {
        assert!(coins(title, content).is_empty(), "{title}: {:?}", coins(title, content));
    }
    assert_eq!(coins("Optimism (OP) Surges 10%", ""), ["Optimism"]);
    assert_eq!(coins("Optimism Price Surges 10%", ""), ["Optimism"]);
    assert_eq!(coins("Flow Token Jumps", ""), ["Flow"]);
    assert_eq!(coins("Musk tweets, DOGE rallies", "The DOGE price is up."), ["Dogecoin"]);
}

#[test]
fn english_words_are_names_in_other_languages() {
    let found = |language: &str, text: &str| -> Vec<String> {
        let mentions = Gazetteer::standard().find_in(text, "", language);
        mentions.into_iter().map(|mention| mention.name).collect()
    };
    for (language, text, names) in [
        ("de", "Strategy kauft erneut Bitcoin", &["Strategy", "Bitcoin"][..]),
        ("es", "Circle sale a bolsa", &["Circle"]),
        ("fr", "Block achète du bitcoin", &["Block", "Bitcoin"]),
        ("ja", "ストラテジーがビットコインを買い増し", &["Strategy", "Bitcoin"]),
        ("ja", "サークルが上場", &["Circle"]),
        ("ja", "大学のサークル活動", &[]),
        ("zh", "Strategy再次增持比特币", &["Strategy", "Bitcoin"]),
        ("de", "Der Token TON fällt", &["Toncoin"]),
        ("de", "Der Kurs von Near steigt", &["Near Protocol"]),
    ] {
        assert_eq!(found(language, text), names, "{text}");
    }
}

#[test]
fn payments_around_the_globe_are_no_firm() {
    check(
        MentionKind::Company,
        &[
            ("Kraken Floats Krak App To Explore Global Payments", &["Kraken"]),
            (
                "How Could This Impact Global Payments? The implications for global payments are substantial",
                &[],
            ),
            ("Global Payments (NYSE: GPN) said on Monday that it will buy its rival", &["Global Payments"]),
            ("Payments firm Global Payments Inc. reported its earnings", &["Global Payments"]),
        ],
    );
}
