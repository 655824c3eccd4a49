//! Links that a lost line break has glued to the next word.

/// Where a link ends that a word was glued to: `…/status/19269932607628McGregor`.
pub fn link_end(link: &str) -> usize {
    let bytes = link.as_bytes();
    let glued = (10..bytes.len())
        .find(|&i| bytes[i].is_ascii_uppercase() && bytes[i - 8..i].iter().all(u8::is_ascii_digit));
    glued.unwrap_or(link.len())
}
