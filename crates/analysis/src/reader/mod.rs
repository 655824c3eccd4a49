//! Tone and subjects of a text from words that speak for themselves.
//!
//! The title counts double. Looks at a bounded stretch of text and refuses to guess where no word is known.

use domain::{Category, Tone};

/// Characters of content that are looked at.
const LOOKED_AT: usize = 4_000;

const UP: &[&str] = &[
    "gain",
    "gains",
    "rally",
    "rallies",
    "surge",
    "surges",
    "soars",
    "jumps",
    "approval",
    "approves",
    "record",
    "partnership",
    "launches",
    "inflows",
    "bullish",
    "raises",
    "recovers",
    "wins",
    "adopts",
    "upgrade",
];
const DOWN: &[&str] = &[
    "loss",
    "losses",
    "crash",
    "crashes",
    "falls",
    "drops",
    "plunges",
    "hack",
    "hacked",
    "lawsuit",
    "ban",
    "bans",
    "fraud",
    "bankruptcy",
    "outflows",
    "bearish",
    "layoffs",
    "rejects",
    "delay",
    "exploit",
    "scam",
    "sues",
];

const SUBJECTS: &[(Category, &[&str])] = &[
    (Category::Regulation, &["sec", "regulator", "regulation", "court", "law", "bill", "senate"]),
    (Category::Etfs, &["etf", "etfs"]),
    (Category::Mining, &["miner", "miners", "mining", "hashrate"]),
    (Category::DeFi, &["defi", "dex", "staking", "lending"]),
    (Category::Stablecoins, &["stablecoin", "stablecoins", "usdt", "usdc", "cbdc"]),
    (Category::Exchanges, &["exchange", "exchanges", "binance", "coinbase", "kraken"]),
    (Category::Treasuries, &["treasury", "treasuries", "reserve"]),
    (Category::SecurityAndCrime, &["hack", "hacked", "exploit", "scam", "stolen", "phishing"]),
    (Category::MarketsAndPrice, &["price", "rally", "market", "traders", "resistance", "support"]),
    (Category::Macro, &["fed", "inflation", "tariffs", "rates"]),
    (Category::Adoption, &["adoption", "partnership", "payments"]),
    (Category::Technology, &["upgrade", "mainnet", "testnet", "developers"]),
    (Category::NftsAndGaming, &["nft", "nfts", "gaming", "metaverse"]),
    (Category::Memecoins, &["memecoin", "memecoins", "dogecoin", "pepe"]),
    (Category::Ai, &["ai"]),
    (Category::Funding, &["raises", "funding", "ipo", "acquires"]),
    (Category::People, &["founder", "ceo"]),
    (Category::Sponsored, &["presale", "sponsored"]),
];

fn words(title: &str, content: &str) -> Vec<(String, f32)> {
    let cut = content.char_indices().nth(LOOKED_AT).map_or(content.len(), |(at, _)| at);
    let title_cut = title.char_indices().nth(LOOKED_AT).map_or(title.len(), |(at, _)| at);
    let split = |text: &str, weight: f32| {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| (word.to_lowercase(), weight))
            .collect::<Vec<_>>()
    };
    let mut words = split(&title[..title_cut], 2.0);
    words.extend(split(&content[..cut], 1.0));
    words
}

/// Probabilities of the three tones.
pub fn tone(title: &str, content: &str) -> Tone {
    let (mut up, mut down) = (0.0_f32, 0.0_f32);
    for (word, weight) in words(title, content) {
        up += if UP.contains(&word.as_str()) { weight } else { 0.0 };
        down += if DOWN.contains(&word.as_str()) { weight } else { 0.0 };
    }
    let whole = up + down + 1.0;
    Tone { positive: up / whole, neutral: 1.0 / whole, negative: down / whole }
}

/// Scores of all categories, in the order of the list.
pub fn categories(title: &str, content: &str) -> Vec<(Category, f32)> {
    let words = words(title, content);
    Category::ALL
        .iter()
        .map(|category| {
            let known = SUBJECTS.iter().find(|(c, _)| c == category).map_or(&[][..], |(_, words)| words);
            let seen: f32 =
                words.iter().filter(|(word, _)| known.contains(&word.as_str())).map(|(_, w)| w).sum();
            (*category, seen / (seen + 2.0))
        })
        .collect()
}
