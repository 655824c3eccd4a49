//! A paid paragraph at the end: a token that is on presale, of which the article says nothing before.

use domain::CutReason;

use super::Found;

/// The part of a text that stands before any such end; a longer end is the article.
const MIN_BEFORE: f64 = 0.62;
/// Bytes between a token's name and the presale.
const BEFORE_PRESALE: usize = 700;
const BEHIND_PRESALE: usize = 350;
/// An offer says what is to be had; a report of a fraud does not.
const OFFERS: [&str; 12] = [
    "staking",
    "apy",
    "early",
    "tier",
    "stage",
    "investors",
    "holders",
    "rewards",
    "ecosystem",
    "price increase",
    "priced at",
    "listing",
];
const OFFERED: usize = 2;
/// Bytes of a name.
const MAX_NAME: usize = 60;
/// Words that end the names of tokens and say nothing.
const COINS: [&str; 5] = ["bitcoin", "token", "coin", "crypto", "btc"];
/// Bytes of a sentence.
const MAX_SENTENCE: usize = 1_000;
/// Letters of a ticker.
const TICKER: std::ops::RangeInclusive<usize> = 2..=10;
/// What ends a sentence or a line.
const ENDS: [&str; 5] = [". ", "! ", "? ", "\n", ".” "];

/// Cuts from the sentence that brings in the token. `title` is the article's.
pub(super) fn find(text: &str, title: &str, found: &mut Vec<Found>) {
    let Some(presale) = presale(text) else { return };
    if (presale as f64) < MIN_BEFORE * text.len() as f64 || self::presale(title).is_some() {
        return;
    }
    let Some(ticker) = new_ticker(text, title, presale) else { return };
    let start = sentence_start(text, presale).min(sentence_start(text, ticker));
    if start as f64 >= MIN_BEFORE * text.len() as f64
        && !title_names(title, &text[..ticker])
        && offers(&text[start..])
    {
        found.push((start..text.len(), CutReason::Offer));
    }
}

/// Whether the title has the word before the ticker, which is the token's name: the article is about it.
fn title_names(title: &str, before_ticker: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let from = before_ticker.floor_char_boundary(before_ticker.len().saturating_sub(MAX_NAME));
    let (name, title) = (words(&before_ticker[from..]), words(title));
    let last = name.len().saturating_sub(2);
    // Of two words both, since one may be a coin: Bitcoin Hyper.
    name[last..].len() == 2 && title.windows(2).any(|pair| pair == &name[last..])
        || name.last().is_some_and(|name| !COINS.contains(&name.as_str()) && title.contains(name))
}

/// Whether a stretch sells: it says at least two things that offers say.
fn offers(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    OFFERS.iter().filter(|said| lower.contains(**said)).count() >= OFFERED
}

/// Where a presale is spoken of first.
fn presale(text: &str) -> Option<usize> {
    text.match_indices("resale").map(|(at, _)| at).find(|at| {
        let before = &text.as_bytes()[..*at];
        before.ends_with(b"p") || before.ends_with(b"P")
    })
}

/// The place nearest to the presale at which a ticker stands in brackets that stands nowhere before.
fn new_ticker(text: &str, title: &str, presale: usize) -> Option<usize> {
    let (from, to) = (presale.saturating_sub(BEFORE_PRESALE), presale + BEHIND_PRESALE);
    let opening = text.bytes().enumerate().skip(from).take(to - from).filter(|(_, byte)| *byte == b'(');
    let tickers = opening.filter_map(|(at, _)| {
        let ticker = text[at + 1..].trim_start_matches('$');
        let ticker = &ticker[..ticker.find(')').filter(|length| TICKER.contains(length))?];
        let is_ticker = ticker.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && ticker.bytes().any(|byte| byte.is_ascii_uppercase());
        let before = &text[..sentence_start(text, at)];
        (is_ticker && !before.contains(ticker) && !title.contains(ticker)).then_some(at)
    });
    tickers.min_by_key(|at| at.abs_diff(presale))
}

/// Where the sentence around a place begins; one that goes on for longer than any begins there.
fn sentence_start(text: &str, at: usize) -> usize {
    let from = text.floor_char_boundary(at.saturating_sub(MAX_SENTENCE));
    let ends = ENDS.iter().filter_map(|end| Some(from + text[from..at].rfind(end)? + end.len()));
    ends.max().unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEWS: &str = "Bitcoin (BTC) rose to $104,000 on Monday. Traders watch the level of $107,000, which held twice in a week. \
        The index that follows momentum has turned, and a close above that level would confirm it. Funds took in money for six days. \
        Options expire on Friday. ";
    const OFFER: &str = "Zonko Presale Nears Its End Zonko ($ZNK) has raised $1.3 million in its presale and offers staking before the next stage.";

    fn cut<'a>(text: &'a str, title: &str) -> Option<&'a str> {
        let mut found = Vec::new();
        find(text, title, &mut found);
        found.first().map(|(range, _)| &text[range.clone()])
    }

    #[test]
    fn an_offer_at_the_end_is_no_part_of_the_article() {
        assert_eq!(cut(&format!("{NEWS}{OFFER}"), "Bitcoin price: what next"), Some(OFFER));
        assert_eq!(cut(NEWS, "Bitcoin price"), None);
    }

    #[test]
    fn an_article_about_a_presale_stays() {
        let text = format!("{NEWS}{OFFER}");
        assert_eq!(cut(&text, "Zonko presale ends"), None);
        assert_eq!(cut(&text, "Why ZNK rose"), None);
        assert_eq!(cut(&text, "Bitcoin rises, and Zonko may explode"), None);
        let report = "Prosecutors say that $4 million came in by a presale. The Northwind Trading Commission (NWTC) has joined. \
            A hearing is on Friday.";
        assert_eq!(cut(&format!("{NEWS}{report}"), "Two people charged"), None);
        assert_eq!(cut(&format!("The presale of Zonko ended. {text}"), "Bitcoin price"), None);
        assert_eq!(cut(&format!("ZNK fell. {text}"), "Bitcoin price"), None);
        assert_eq!(cut(&format!("Zonko ($ZNK) is on presale. {NEWS}"), "Bitcoin price"), None);
    }
}
