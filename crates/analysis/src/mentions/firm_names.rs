//! How names of firms are compared: without endings of law, case and signs.

use super::words::FIRMS_OF_PEOPLE;

/// Endings of law, in small letters; the short ones only in capitals.
const LEGAL: [&str; 14] = [
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "ltd",
    "limited",
    "llc",
    "llp",
    "plc",
    "gmbh",
    "oyj",
    "asa",
    "s.a",
    "f.c",
];
const LEGAL_CAPITALS: [&str; 6] = ["AG", "SA", "NV", "SE", "AB", "BV"];

/// A name without signs at its end, a possessive and the ending of law.
pub(crate) fn bare(name: &str) -> &str {
    let mut name = name.trim_end_matches([' ', '.', ',']);
    loop {
        let shorter = ["'s", "\u{2019}s"].into_iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        let shorter = match shorter.rsplit_once(' ') {
            Some((head, "Company")) if head.ends_with(" Public") => head.trim_end_matches(" Public"),
            Some((head, last)) if is_legal(last) => head,
            _ => shorter,
        };
        let shorter = shorter.trim_end_matches([' ', '.', ',']);
        if shorter.len() == name.len() {
            return name;
        }
        name = shorter;
    }
}

pub(super) fn is_legal(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    LEGAL_CAPITALS.contains(&word) || LEGAL.contains(&word.to_lowercase().as_str())
}

/// A bare name as it is compared: without case, blanks, hyphens and other signs.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a name as they are compared.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    name.split([' ', '-']).map(folded).filter(|word| !word.is_empty()).collect()
}

/// Whether all words of one name are the first of the other, which has more.
pub(crate) fn begins(short: &[String], long: &[String]) -> bool {
    !short.is_empty() && short.len() < long.len() && long.starts_with(short)
}

/// Whether a longer form of a name only adds what firms are called: `Zebrano Labs` for `Zebrano`.
pub(crate) fn is_fuller(short: &[String], long: &[String]) -> bool {
    begins(short, long) && long[short.len()..].iter().all(|word| FIRMS_OF_PEOPLE.has(word))
}
