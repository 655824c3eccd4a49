//! Bytes to text: UTF-8 where it is valid, else the Windows code page that filings are written in.

/// What the bytes 0x80 to 0x9F mean in Windows-1252; the five unused ones become a space.
const WINDOWS: [char; 32] = [
    '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘', '’', '“', '”',
    '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
];

pub(super) fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    crate::budget::charge_bytes(bytes.len());
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| windows(u32::from(byte))).collect(),
    }
}

/// A code point as Windows programs write it: `&#146;` is meant as an apostrophe, not as a control character.
pub(super) fn windows(code: u32) -> char {
    match code {
        0x80..=0x9F => WINDOWS[(code - 0x80) as usize],
        _ => char::from_u32(code).unwrap_or(' '),
    }
}

/// Replaces character references. What is not one stays as it is.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // No reference that matters is longer than ten characters.
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        match end.and_then(|end| reference(&rest[1..end]).map(|found| (found, end))) {
            Some((found, end)) => {
                out.push_str(found.as_str());
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

enum Found {
    Char([u8; 4], usize),
    Text(&'static str),
}

impl Found {
    fn as_str(&self) -> &str {
        match self {
            Found::Char(bytes, len) => std::str::from_utf8(&bytes[..*len]).unwrap_or(" "),
            Found::Text(text) => text,
        }
    }
}

fn reference(name: &str) -> Option<Found> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        let mut bytes = [0; 4];
        let len = windows(code).encode_utf8(&mut bytes).len();
        return Some(Found::Char(bytes, len));
    }
    Some(Found::Text(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        "nbsp" | "ensp" | "emsp" | "thinsp" => " ",
        "mdash" => "—",
        "ndash" => "–",
        "lsquo" => "‘",
        "rsquo" => "’",
        "ldquo" => "“",
        "rdquo" => "”",
        "hellip" => "…",
        "bull" => "•",
        "middot" => "·",
        "copy" => "©",
        "reg" => "®",
        "trade" => "™",
        "euro" => "€",
        "pound" => "£",
        "eacute" => "é",
        "shy" => "",
        _ => return None,
    }))
}
