//! How good a headline is as the name of a story.

use crate::statements::{is_given_name, known_voice};

/// The worth of a headline, 0 to 1; 0 where it cannot stand for a story.
pub(super) fn quality(title: &str, outlet: &str) -> f32 {
    let title = title.trim();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 8 || is_shouted(title) {
        return 0.0;
    }
    let lower = title.to_lowercase();
    let mut quality = 1.0;
    for (worth, marks) in WORTH {
        if marks.split('|').any(|mark| has_words(&lower, mark)) {
            quality *= worth;
        }
    }
    // Single words in capitals that are no tickers.
    let shouted = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= 5 && word.chars().all(char::is_uppercase));
    quality *= 0.7f32.powi(shouted.count().min(6) as i32);
    quality *= 0.7f32.powi(title.matches('!').count().min(4) as i32);
    if asks(title, &lower) {
        quality *= 0.6;
    }
    if tells_reaction(&lower) {
        quality *= 0.7;
    }
    if title.ends_with(['…', '–', '—', '-', ':', ',']) || title.ends_with("...") {
        quality *= 0.2;
    }
    let outlet = outlet.to_lowercase();
    if lower.contains(&outlet) && lower.len() < outlet.len() + 8 && !outlet.is_empty() {
        return 0.0;
    }
    if !outlet.is_empty() && (lower.starts_with(&outlet) || lower.ends_with(&outlet)) {
        quality *= 0.5;
    }
    if !title.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || "“\"‘'$€£".contains(c)) {
        quality *= 0.6;
    }
    if !(25..=130).contains(&title.chars().count()) {
        quality *= 0.6;
    }
    quality
}

/// Whether it is a question, with its mark or without: `Will Harbor Recover After the Breach`.
fn asks(title: &str, lower: &str) -> bool {
    const ASKING: [&str; 15] = [
        "will", "can", "is", "are", "does", "do", "did", "should", "would", "has", "what", "which", "who",
        "when", "how",
    ];
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first: Vec<&str> = words.by_ref().take(4).collect();
    let opens = first.first().is_some_and(|first| ASKING.contains(first));
    title.contains('?') || opens && !names_somebody(&first)
}

/// `Do Kwon pleads guilty`, `Will Clemente launches a fund`: what looks like a question begins with somebody's name. Before "a" or
/// "the" no question has a word that ends like a verb of one person.
fn names_somebody(words: &[&str]) -> bool {
    const BEHIND_VERBS: [&str; 8] = ["a", "an", "the", "his", "her", "its", "new", "to"];
    let &[given, surname, ref rest @ ..] = words else { return false };
    let acts = |verb: &str, next: &str| {
        (verb.ends_with('s') || verb.ends_with("ed")) && BEHIND_VERBS.contains(&next)
    };
    known_voice(&[given, surname]).is_some()
        || is_given_name(given) && matches!(rest, &[verb, next] if acts(verb, next))
}

/// Whether it tells what a share did afterwards: "Harbor stock falls after it bought 4,710 bitcoin". The event is told as past.
fn tells_reaction(lower: &str) -> bool {
    const SHARES: &[&str] = &["stock", "stocks", "share", "shares"];
    const PAST: &[&str] = &["after", "following", "despite", "as", "on", "amid"];
    const BETWEEN: &[&str] =
        &["price", "prices", "continue", "continues", "keep", "keeps", "extend", "extends"];
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !BETWEEN.contains(word))
        .collect();
    let moves = |pair: &[&str]| SHARES.contains(&pair[0]) && MOVES.split(' ').any(|word| word == pair[1]);
    let moved = words.windows(2).position(moves);
    // A share of a market is another thing.
    moved.is_some_and(|at| {
        (at == 0 || words[at - 1] != "market") && words[at + 2..].iter().any(|word| PAST.contains(word))
    })
}

const MOVES: &str = "falls fall fell drops drop dropped slides slide slid slips slip sinks sink sank plunges plunge plunged tumbles \
                     tumble tumbled dips dip dives crashes down rises rise rose jumps jump jumped surges surge surged soars soar \
                     soared climbs climb gains gain rallies rally spikes spike pops up skyrockets skyrocket \
                     falling dropping sliding slipping sinking plunging tumbling dipping diving rising jumping \
                     surging soaring climbing gaining rallying slump slumps losses decline declines declined declining \
                     crash crashing";

/// Whether a headline tells what a share did after the news, and no news of its own.
pub(super) fn is_reaction(title: &str) -> bool {
    tells_reaction(&title.to_lowercase())
}

/// What is written to sell.
const PROMOTION: &str = "presale|pre sale|100x|1000x|50x|sponsored|press release|promo|giveaway|cloud mining|passive income|\
                         best crypto|best altcoins|top cryptos|crypto to buy|cryptos to buy|coins to buy|tokens to buy|\
                         casino|casinos|sportsbook|betting sites|no kyc";

/// Whether a headline sells something rather than telling it.
pub(crate) fn is_promotion(title: &str) -> bool {
    let lower = title.to_lowercase();
    PROMOTION.split('|').any(|mark| has_words(&lower, mark))
}

/// Running columns and live pages are about many things, promotion is about none.
const WORTH: &[(f32, &str)] = &[
    (
        0.1,
        "live|liveblog|as it happened|what happened in crypto|morning briefing|daily briefing|recap|\
         roundup|round up|newsletter|market wrap|markets wrap|week in review|week ahead|top stories|\
         things to know|podcast|crypto today|markets today|first mover|price data|crypto biz|daybook|\
         hodler s digest|morning minute",
    ),
    (0.1, PROMOTION),
    (
        0.3,
        "breaking|just in|urgent|opinion|price prediction|price predictions|price analysis|price outlook|\
         price forecast|price forecasts|where is|eyes on|watch|alert|last minute",
    ),
    // A thing that happened is told without them.
    (0.6, "may|might|could|potential|potentially|possible|possibly|suggests|suggest|signal"),
    (
        0.6,
        "here s|here are|heres|what it means|what you need|you|your|explained|how to|why|massive|\
         shocking|stunning|explosive|insane|unbelievable|huge|crucial|monumental|revolutionary|\
         urgent|astonishing|remarkable|unprecedented|bombshell|surprise",
    ),
];

/// More than half of its letters are capitals, and they are no handful of tickers.
fn is_shouted(title: &str) -> bool {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= 4);
    let (mut all, mut capital) = (0, 0);
    for word in words.filter(|word| word.chars().all(char::is_alphabetic)) {
        all += 1;
        capital += usize::from(word.chars().all(char::is_uppercase));
    }
    capital >= 3 && capital * 2 > all
}

/// Whether the words stand in the text one after the other, whatever stands between them.
fn has_words(lower: &str, words: &str) -> bool {
    let mut wanted = words.split(' ');
    let first = wanted.next().unwrap_or_default();
    let rest: Vec<&str> = wanted.collect();
    let mut pieces = lower.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty());
    while let Some(piece) = pieces.next() {
        if piece == first && rest.iter().copied().eq(pieces.clone().take(rest.len())) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::quality;

    #[test]
    fn news_is_better_than_noise() {
        let plain = quality("Harbor Exchange halts withdrawals after wallet breach", "Some News");
        assert_eq!(plain, 1.0);
        assert_eq!(
            quality("Harbor shares fall to lowest since 2019", "Some News"),
            1.0,
            "a move by itself is an event"
        );
        assert_eq!(
            quality("US SEC OKs XRP, ETH and SOL ETFs of BlackRock", "Some News"),
            1.0,
            "tickers are no shouting"
        );
        for title in [
            "Do Kwon pleads guilty to fraud in New York",
            "Will Clemente launches a fund for digital assets",
            "Will Smithson launches a fund for digital assets",
            "Will Smithson joined the board of Harbor Exchange",
        ] {
            assert_eq!(quality(title, "Some News"), 1.0, "{title} is no question");
        }
        for (title, most) in [
            ("HARBOR EXCHANGE HALTED WITHDRAWALS AFTER BREACH", 0.0),
            ("JUST IN! Harbor Exchange Halts Withdrawals", 0.3),
            ("Harbor breach live: withdrawals halted as wallets drain", 0.1),
            ("Here’s what happened in crypto today", 0.1),
            ("Is Harbor Exchange Safe After the Breach? Here’s Why", 0.4),
            ("Forget Harbor: this presale is the best crypto to buy", 0.1),
            ("Harbor Exchange halts withdrawals after wallet breach –", 0.2),
            ("Some News: Harbor Exchange halts withdrawals", 0.5),
            ("Harbor stock falls 11% after it bought 4,710 bitcoin", 0.7),
            ("Harbor Stock Price Continues Sinking After Bitcoin Buy", 0.7),
            ("Where is Harbor Pepe headed as two dormant wallets move BTC after 14 years", 0.3),
            ("Will Harbor Exchange Recover After the Wallet Breach", 0.6),
            ("Will Harbor Shares Recover a Part of Their Losses", 0.6),
            ("Do Harbor Investors Still Trust the Exchange", 0.6),
            ("How Harbor Exchange Lost Its Customers in a Week", 0.6),
            ("Mining stocks: Harbor shares fall after it bought bitcoin", 0.7),
            ("", 0.0),
        ] {
            let found = quality(title, "Some News");
            assert!(found <= most, "{title}: {found}");
        }
    }
}
