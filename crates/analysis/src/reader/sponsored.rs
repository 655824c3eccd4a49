//! Words by which an outlet itself says that an item was paid for.

use super::words::Words;

/// Phrases that an outlet puts on paid text, and what each is worth.
const PHRASES: &[(&[&str], f32)] = &[
    (&["sponsored", "content"], 0.95),
    (&["sponsored", "post"], 0.95),
    (&["sponsored", "article"], 0.95),
    (&["sponsored", "by"], 0.7),
    (&["is", "sponsored"], 0.9),
    (&["paid", "post"], 0.95),
    (&["paid", "content"], 0.95),
    (&["paid", "press", "release"], 0.95),
    (&["paid", "promotion"], 0.95),
    (&["paid", "advertisement"], 0.95),
    (&["partner", "content"], 0.9),
    (&["promoted", "content"], 0.95),
    (&["branded", "content"], 0.9),
    (&["this", "is", "a", "press", "release"], 0.9),
    (&["this", "press", "release"], 0.8),
    (&["press", "release", ":"], 0.9),
    (&["sponsored", ":"], 0.95),
    (&["sponsored", "]"], 0.95),
    (&["guest", "post", "disclaimer"], 0.8),
    (&["join", "the", "presale"], 0.9),
    (&["buy", "in", "presale"], 0.8),
    (&["presale", "is", "live"], 0.85),
    (&["visit", "the", "presale"], 0.9),
    (&["official", "presale"], 0.85),
];

/// The strongest such phrase in a text, or 0.
pub fn stated(words: &Words) -> f32 {
    let mut most = 0.0_f32;
    for at in 0..words.list.len() {
        let first = words.text(&words.list[at]);
        // Few words can begin a phrase; most are passed over on their first letter.
        if !matches!(
            first.as_bytes().first(),
            Some(b's' | b'p' | b'i' | b't' | b'b' | b'g' | b'j' | b'v' | b'o')
        ) {
            continue;
        }
        for (phrase, worth) in PHRASES {
            if *worth > most
                && phrase[0] == first
                && words.list.len() - at >= phrase.len()
                && phrase.iter().zip(&words.list[at..]).all(|(part, word)| words.text(word) == *part)
            {
                most = *worth;
            }
        }
    }
    most
}
