//! What a headline tells in whatever words: reports of a record differ in the price that they name and in everything that they add.

/// Coins that have records of their own, by the words of headlines.
const COINS: [(&str, &[&str]); 6] = [
    ("bitcoin", &["bitcoin", "btc"]),
    ("ethereum", &["ethereum", "ether", "eth"]),
    ("solana", &["solana", "sol"]),
    ("xrp", &["xrp"]),
    ("bnb", &["bnb"]),
    ("dogecoin", &["dogecoin", "doge"]),
];

/// Words between a coin and its verb.
const BESIDE: [&str; 9] = ["price", "btc", "eth", "sol", "just", "officially", "finally", "briefly", "has"];

const REACHES: [&str; 27] = [
    "hit",
    "hits",
    "reaches",
    "reached",
    "sets",
    "set",
    "breaks",
    "broke",
    "tops",
    "smashes",
    "surges",
    "soars",
    "climbs",
    "rockets",
    "rallies",
    "jumps",
    "passes",
    "crosses",
    "shatters",
    "touches",
    "notches",
    "blasts",
    "erupts",
    "trades",
    "rises",
    "skyrockets",
    "clears",
];

/// Words of what is still to come.
const NEAR: [&str; 18] = [
    "toward",
    "towards",
    "near",
    "nears",
    "below",
    "before",
    "within",
    "closer",
    "close",
    "anticipate",
    "anticipates",
    "eye",
    "eyes",
    "eyeing",
    "sight",
    "challenge",
    "fuel",
    "ahead",
];

/// Words before a coin.
const CALLS: [&str; 6] = ["breaking", "just", "in", "alert", "update", "news"];

/// Words behind the verb among which the record stands.
const BEHIND: usize = 9;

/// A name for what happened: the record of a coin.
pub(super) fn of_title(title: &str) -> Option<String> {
    if title.contains('?') {
        return None;
    }
    let lower = title.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let coin_at = |at: usize| COINS.iter().find(|(_, names)| names.contains(&words[at]));
    let at = words.iter().position(|word| !CALLS.contains(word))?;
    let (coin, _) = coin_at(at)?;
    let verb = (at + 1..words.len()).find(|&i| !BESIDE.contains(&words[i]))?;
    let behind = &words[verb + 1..words.len().min(verb + 1 + BEHIND)];
    let is_set =
        words[verb] == "set" && behind.first().is_some_and(|next| ["to", "for", "up"].contains(next));
    let is_near = is_set || behind.iter().any(|word| NEAR.contains(word));
    (REACHES.contains(&words[verb]) && !is_near && names_record(behind)).then(|| format!("record of {coin}"))
}

fn names_record(words: &[&str]) -> bool {
    let high = |word: &str| word == "high" || word == "highs";
    words.iter().any(|word| ["ath", "aths"].contains(word))
        || words.windows(2).any(|pair| ["record", "new", "time"].contains(&pair[0]) && high(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_a_record_are_one_happening() {
        for title in [
            "Bitcoin hits new all-time high at $109,400.68",
            "BREAKING: Bitcoin Price Rockets to New All-Time High Above $109K",
            "Bitcoin (BTC) Surges to Record High of $111,800",
            "Bitcoin Tops $111,000 in Holiday All-Time High",
            "BTC hits ATH, traders cheer",
        ] {
            assert_eq!(of_title(title).as_deref(), Some("record of bitcoin"), "{title}");
        }
        assert_eq!(of_title("Ether sets a record high").as_deref(), Some("record of ethereum"));
    }

    #[test]
    fn forecasts_and_other_records_are_none() {
        for title in [
            "Bitcoin could hit a new all-time high in June",
            "Will Bitcoin hit a new all-time high?",
            "Bitcoin Futures Open Interest Hits All-Time High",
            "Analyst sees new all-time high for Bitcoin",
            "Bitcoin sets up for a quiet week",
            "Hashrate of Bitcoin reaches a record high",
            "Bitcoin Set to Challenge All-Time High",
            "Bitcoin Surges Toward All-Time Highs",
            "Bitcoin jumps to $107K with all-time high in sight",
            "Bitcoin touches $110K before its ATH",
        ] {
            assert_eq!(of_title(title), None, "{title}");
        }
    }
}
