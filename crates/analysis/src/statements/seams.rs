//! Words and links that a lost line break has glued together.

/// Words that begin a sentence which a lost line break has glued to the one before.
const BEGINNERS: [&str; 18] = [
    "The",
    "This",
    "They",
    "However",
    "According",
    "Meanwhile",
    "Related",
    "Magazine",
    "While",
    "These",
    "That",
    "There",
    "When",
    "After",
    "Despite",
    "President",
    "Although",
    "Additionally",
];

/// Where two words meet whose line break was lost: `stableThe`, `reportEnsuring`.
pub fn seam(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let at =
        (1..bytes.len()).find(|&i| bytes[i - 1].is_ascii_lowercase() && bytes[i].is_ascii_uppercase())?;
    let (head, tail) = (&word[..at], &word[at..]);
    let small = head.len() >= 5 && head.bytes().all(|byte| byte.is_ascii_lowercase());
    let plain = tail.len() >= 2 && tail.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
    (small && plain || head.len() >= 3 && BEGINNERS.contains(&tail)).then_some(at)
}

/// Where a link ends that a word was glued to: `…/status/19269932607628McGregor`.
pub fn link_end(link: &str) -> usize {
    let bytes = link.as_bytes();
    let glued = (10..bytes.len())
        .find(|&i| bytes[i].is_ascii_uppercase() && bytes[i - 8..i].iter().all(u8::is_ascii_digit));
    glued.unwrap_or(link.len())
}
