//! Amounts, shares and numbers of coins in a text, to tell where two texts say different things.

/// What is counted. Numbers without any of these (days, years, places in a list) say too little to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Money,
    Percent,
    Coins,
    /// Thousands and more of anything.
    Many,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub unit: Unit,
    pub value: f64,
}

/// Spellings round differently: `$99.8K` is `$100,000`.
const TOLERANCE: f64 = 0.03;

/// Quantities of one text that are read.
const MAX_QUANTITIES: usize = 24;

const CURRENCIES: [char; 6] = ['$', '€', '£', '¥', '₩', '₿'];
const MONEY: &[&str] = &["usd", "usdt", "usdc", "eur", "gbp", "dollar", "dollars", "euros"];
const COINS: &[&str] = &[
    "btc", "bitcoin", "bitcoins", "eth", "ether", "xrp", "sol", "doge", "ada", "bnb", "ltc", "coin", "coins",
    "tokens",
];

impl Quantity {
    /// The same, perhaps in another spelling.
    pub fn is_alike(&self, other: &Quantity) -> bool {
        let (a, b) = (self.value, other.value);
        self.unit == other.unit && (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
    }
}

/// Both speak of such a quantity, and of none alike.
pub(super) fn contradict(one: &[Quantity], other: &[Quantity]) -> bool {
    [Unit::Money, Unit::Percent, Unit::Coins, Unit::Many].into_iter().any(|unit| {
        let of = |quantities: &[Quantity]| -> Vec<Quantity> {
            quantities.iter().copied().filter(|quantity| quantity.unit == unit).collect()
        };
        let (ours, theirs) = (of(one), of(other));
        let alike = |ours: &Quantity| theirs.iter().any(|theirs| ours.is_alike(theirs));
        !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(alike)
    })
}

/// Both speak of a quantity of the same unit.
pub(super) fn tell_of_one_kind(one: &[Quantity], other: &[Quantity]) -> bool {
    one.iter().any(|ours| other.iter().any(|theirs| ours.unit == theirs.unit))
}

pub(super) fn quantities(text: &str) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut at = 0;
    while found.len() < MAX_QUANTITIES {
        let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|start| at + start) else {
            break;
        };
        let number = number_at(&text[start..]);
        at = start + number.len();
        let before = text[..start].trim_end();
        // `CD20` and `Q3` are names.
        if text[..start].ends_with(char::is_alphabetic) && !before.ends_with("US") {
            continue;
        }
        let Ok(value) = number.replace(',', "").parse::<f64>() else { continue };
        let (scale, behind) = scale(&text[at..]);
        let is_money = before.ends_with(CURRENCIES);
        if let Some(unit) = unit(is_money, scale, behind) {
            found.push(Quantity { unit, value: value * scale.unwrap_or(1.0) });
        }
    }
    found
}

/// Digits, with points and commas between them.
fn number_at(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while digit(end) || (matches!(bytes.get(end), Some(b'.' | b',')) && digit(end + 1)) {
        end += 1;
    }
    &text[..end]
}

/// A factor such as `B` or `million`, and the text behind it.
fn scale(text: &str) -> (Option<f64>, &str) {
    let word = text.trim_start_matches([' ', '-', '\u{a0}']);
    let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
    let glued = word.len() == text.len();
    let factor = match word[..end].to_ascii_lowercase().as_str() {
        "k" | "thousand" => 1e3,
        "m" | "mn" | "mln" | "million" => 1e6,
        "b" | "bn" | "billion" => 1e9,
        "t" | "tn" | "trillion" => 1e12,
        _ => return (None, text),
    };
    // `5 m` may be metres.
    if end == 1 && !glued { (None, text) } else { (Some(factor), &word[end..]) }
}

fn unit(is_money: bool, scale: Option<f64>, behind: &str) -> Option<Unit> {
    let next = behind.trim_start_matches([' ', '\u{a0}', '-']);
    let end = next.find(|c: char| !c.is_alphabetic()).unwrap_or(next.len());
    let word = next[..end].to_ascii_lowercase();
    if is_money || MONEY.contains(&word.as_str()) {
        Some(Unit::Money)
    } else if next.starts_with('%') || word == "percent" {
        Some(Unit::Percent)
    } else if COINS.contains(&word.as_str()) {
        Some(Unit::Coins)
    } else {
        scale.map(|_| Unit::Many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Unit, f64)> {
        quantities(text).into_iter().map(|quantity| (quantity.unit, quantity.value)).collect()
    }

    #[test]
    fn spellings_of_a_quantity_are_one() {
        use Unit::*;
        assert_eq!(read("raises $1.75B"), [(Money, 1.75e9)]);
        assert_eq!(read("raises 1.75 billion dollars"), [(Money, 1.75e9)]);
        assert_eq!(read("US$40-million deal"), [(Money, 4e7)]);
        assert_eq!(read("buys 10,100 BTC, up 15%"), [(Coins, 10_100.0), (Percent, 15.0)]);
        assert_eq!(read("2.3 million users"), [(Many, 2.3e6)]);
        assert_eq!(read("on June 16, 2025, in Q3, 5 m away, COVID19"), []);
    }

    #[test]
    fn what_differs_is_seen() {
        let contradict = |one: &str, other: &str| contradict(&quantities(one), &quantities(other));
        assert!(contradict("raises $1.75B", "said it would raise $2.25 billion in notes"));
        assert!(contradict("buys 1,045 BTC", "bought 10,100 BTC last week"));
        assert!(!contradict("raises $1.75B", "said it would raise $1.75 billion, and $200 million more"));
        assert!(!contradict("Bitcoin near $100K", "Bitcoin rose to $99,800"));
        assert!(!contradict("raises $1.75B", "said it would raise more in notes"));
    }
}
