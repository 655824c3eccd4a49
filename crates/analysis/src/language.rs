//! Which language a text is in, as ISO 639-1, or `und`.
//!
//! Letter statistics alone call a headline of names Italian or Tagalog, so a short text in plain letters is
//! English unless its small words say otherwise. Only the head of a text is looked at.

use whatlang::{Lang, Script};

/// Characters that are looked at; more would not change the answer.
const HEAD: usize = 1_000;

/// Letters from which the letter statistics are trusted even when no small word agrees.
const LONG: usize = 160;

/// ISO 639-1 code, or `und` where there is too little to go by.
pub fn detect(text: &str) -> String {
    code(text).to_string()
}

fn code(text: &str) -> &'static str {
    let head: String = text.chars().take(HEAD).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let letters = head.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3 {
        return "und";
    }
    let Some(info) = whatlang::detect(&head) else { return "und" };
    if info.script() != Script::Latin {
        return two_letters(info.lang());
    }
    let (best, hits) = by_small_words(&head);
    let english = if head.is_ascii() { "en" } else { "und" };
    let guess = two_letters(info.lang());
    if letters >= LONG && info.is_reliable() && (hits < 3 || guess == best) {
        return guess;
    }
    match hits {
        // No small word at all: a row of names. Accents may still give it away.
        0 if info.is_reliable() && !head.is_ascii() => guess,
        0 => "en",
        1 if best != "en" && guess != best => english_or(english, guess, info.is_reliable()),
        _ => best,
    }
}

fn english_or(english: &'static str, guess: &'static str, reliable: bool) -> &'static str {
    if english == "en" || !reliable { "en" } else { guess }
}

/// Small words that one language uses all the time and the others hardly do.
const SMALL_WORDS: [(&str, &[&str]); 9] = [
    (
        "en",
        &[
            "the", "of", "and", "to", "for", "is", "with", "as", "at", "on", "by", "from", "after", "its",
            "are", "will", "has", "this", "that", "it", "be", "or", "how", "why", "what", "into", "over",
            "says", "up", "could", "new", "not", "amid", "was", "have", "but", "their",
        ],
    ),
    (
        "es",
        &["el", "los", "las", "del", "por", "para", "una", "con", "más", "su", "se", "al", "que", "según"],
    ),
    (
        "fr",
        &["le", "les", "des", "et", "du", "une", "pour", "dans", "sur", "est", "au", "aux", "avec", "qui"],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ist", "für", "mit", "von", "auf", "den", "dem", "ein", "eine",
            "nicht",
        ],
    ),
    (
        "pt",
        &[
            "os", "do", "da", "dos", "das", "para", "uma", "em", "não", "na", "pela", "pelo", "ao", "mais",
            "que",
        ],
    ),
    ("it", &["il", "di", "che", "della", "del", "per", "gli", "una", "con", "sono", "è", "nel", "alla"]),
    ("nl", &["het", "een", "van", "en", "voor", "met", "op", "niet", "naar", "zijn", "de"]),
    ("tr", &["ve", "bir", "için", "ile", "bu", "da", "olarak", "sonra", "yeni", "daha"]),
    ("id", &["yang", "dan", "di", "untuk", "dari", "ke", "dengan", "ini", "pada", "akan"]),
];

/// The language whose small words occur most, and how often; English where two are level.
fn by_small_words(head: &str) -> (&'static str, usize) {
    let mut hits = [0usize; SMALL_WORDS.len()];
    for word in head.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        for (count, (_, words)) in hits.iter_mut().zip(SMALL_WORDS) {
            *count += usize::from(words.contains(&word.as_str()));
        }
    }
    let mut best = 0;
    for (i, count) in hits.iter().enumerate() {
        if *count > hits[best] {
            best = i;
        }
    }
    (SMALL_WORDS[best].0, hits[best])
}

fn two_letters(lang: Lang) -> &'static str {
    const CODES: [(&str, &str); 68] = [
        ("afr", "af"),
        ("aka", "ak"),
        ("amh", "am"),
        ("ara", "ar"),
        ("aze", "az"),
        ("bel", "be"),
        ("ben", "bn"),
        ("bul", "bg"),
        ("cat", "ca"),
        ("ces", "cs"),
        ("cmn", "zh"),
        ("cym", "cy"),
        ("dan", "da"),
        ("deu", "de"),
        ("ell", "el"),
        ("eng", "en"),
        ("epo", "eo"),
        ("est", "et"),
        ("fin", "fi"),
        ("fra", "fr"),
        ("guj", "gu"),
        ("heb", "he"),
        ("hin", "hi"),
        ("hrv", "hr"),
        ("hun", "hu"),
        ("hye", "hy"),
        ("ind", "id"),
        ("ita", "it"),
        ("jav", "jv"),
        ("jpn", "ja"),
        ("kan", "kn"),
        ("kat", "ka"),
        ("khm", "km"),
        ("kor", "ko"),
        ("lat", "la"),
        ("lav", "lv"),
        ("lit", "lt"),
        ("mal", "ml"),
        ("mar", "mr"),
        ("mkd", "mk"),
        ("mya", "my"),
        ("nep", "ne"),
        ("nld", "nl"),
        ("nob", "nb"),
        ("ori", "or"),
        ("pan", "pa"),
        ("pes", "fa"),
        ("pol", "pl"),
        ("por", "pt"),
        ("ron", "ro"),
        ("rus", "ru"),
        ("sin", "si"),
        ("slk", "sk"),
        ("slv", "sl"),
        ("sna", "sn"),
        ("spa", "es"),
        ("srp", "sr"),
        ("swe", "sv"),
        ("tam", "ta"),
        ("tel", "te"),
        ("tgl", "tl"),
        ("tha", "th"),
        ("tuk", "tk"),
        ("tur", "tr"),
        ("ukr", "uk"),
        ("urd", "ur"),
        ("uzb", "uz"),
        ("vie", "vi"),
    ];
    CODES.iter().find(|(three, _)| *three == lang.code()).map_or("und", |(_, two)| two)
}

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
