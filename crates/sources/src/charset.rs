//! Bytes to text, whatever the sender called them.
//!
//! Order: byte order mark, the shape of the first bytes, the declarations (header, XML, meta) as far as
//! the bytes agree with them, UTF-8 where it fits, and a guess. Decoding never fails.

use crate::budget;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How far into a page a declaration is looked for.
const DECLARATION_BYTES: usize = 4096;
const GUESS_BYTES: usize = 65_536;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    /// The encoding that was used in the end.
    pub encoding: &'static str,
    /// Some bytes made no sense and were replaced.
    pub damaged: bool,
}

/// `content_type` is the response header, where there was one.
pub fn decode(bytes: &[u8], content_type: Option<&str>) -> Decoded {
    let decoded = decoded(bytes, content_type);
    budget::charge_bytes(decoded.text.len());
    decoded
}

fn decoded(bytes: &[u8], content_type: Option<&str>) -> Decoded {
    if let Some((encoding, length)) = byte_order_mark(bytes) {
        return encoding.decode(&bytes[length..]);
    }
    if let Some(wide) = wide_without_mark(bytes) {
        return wide.decode(bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        // ISO-2022-JP and its kin are pure ASCII to the eye; only a declaration tells them apart.
        match declarations(bytes, content_type).into_iter().find(|e| !e.is_ascii_compatible()) {
            Some(encoding) if text.is_ascii() && encoding != UTF_16LE && encoding != UTF_16BE => {
                return Wide::Known(encoding).decode(bytes);
            }
            _ => {}
        }
        return Decoded { text: text.to_owned(), encoding: "UTF-8", damaged: false };
    }
    for encoding in declarations(bytes, content_type) {
        if encoding == UTF_8 {
            continue;
        }
        let decoded = Wide::Known(encoding).decode(bytes);
        if !decoded.damaged {
            return decoded;
        }
    }
    if mostly_utf8(bytes) {
        return Wide::Known(UTF_8).decode(bytes);
    }
    guess(bytes).decode(bytes)
}

enum Wide {
    Known(&'static Encoding),
    Utf32 { big_endian: bool },
}

impl Wide {
    fn decode(&self, bytes: &[u8]) -> Decoded {
        match self {
            Wide::Known(encoding) => {
                let (text, damaged) = encoding.decode_without_bom_handling(bytes);
                Decoded { text: text.into_owned(), encoding: encoding.name(), damaged }
            }
            Wide::Utf32 { big_endian } => {
                let mut damaged = !bytes.len().is_multiple_of(4);
                let text = bytes
                    .chunks_exact(4)
                    .map(|unit| {
                        let unit = [unit[0], unit[1], unit[2], unit[3]];
                        let code =
                            if *big_endian { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
                        char::from_u32(code).unwrap_or_else(|| {
                            damaged = true;
                            char::REPLACEMENT_CHARACTER
                        })
                    })
                    .collect();
                Decoded { text, encoding: "UTF-32", damaged }
            }
        }
    }
}

fn byte_order_mark(bytes: &[u8]) -> Option<(Wide, usize)> {
    Some(match bytes {
        [0xEF, 0xBB, 0xBF, ..] => {
            // Some senders put the mark before bytes that are not UTF-8 at all; those are guessed.
            return std::str::from_utf8(&bytes[3..]).is_ok().then_some((Wide::Known(UTF_8), 3));
        }
        [0, 0, 0xFE, 0xFF, ..] => (Wide::Utf32 { big_endian: true }, 4),
        [0xFF, 0xFE, 0, 0, ..] => (Wide::Utf32 { big_endian: false }, 4),
        [0xFE, 0xFF, ..] => (Wide::Known(UTF_16BE), 2),
        [0xFF, 0xFE, ..] => (Wide::Known(UTF_16LE), 2),
        _ => return None,
    })
}

/// UTF-16 and UTF-32 show themselves by the zeros around the first `<`.
fn wide_without_mark(bytes: &[u8]) -> Option<Wide> {
    Some(match bytes {
        [0, 0, 0, b'<', ..] => Wide::Utf32 { big_endian: true },
        [b'<', 0, 0, 0, ..] => Wide::Utf32 { big_endian: false },
        [0, b'<', 0, _, ..] => Wide::Known(UTF_16BE),
        [b'<', 0, _, 0, ..] => Wide::Known(UTF_16LE),
        _ => return None,
    })
}

fn declarations(bytes: &[u8], content_type: Option<&str>) -> Vec<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES)]).to_ascii_lowercase();
    let header = content_type.map(str::to_ascii_lowercase);
    let labels = [
        header.as_deref().and_then(|header| label_after(header, "charset")),
        head.find("<?xml").and_then(|at| {
            let declaration = &head[at..];
            label_after(&declaration[..declaration.find("?>").unwrap_or(declaration.len())], "encoding")
        }),
        head.find("<meta").and_then(|at| label_after(&head[at..], "charset")),
    ];
    labels.into_iter().flatten().filter_map(|label| Encoding::for_label(label.as_bytes())).collect()
}

/// The word after `key` and an equals sign, with or without quotes.
fn label_after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let after = &text[text.find(key)? + key.len()..];
    let after = after.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.:".contains(c))).unwrap_or(after.len());
    (end > 0).then(|| &after[..end])
}

/// A file of UTF-8 with a few broken characters stays UTF-8.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 4 * bad
}

fn guess(bytes: &[u8]) -> Wide {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let sample = &bytes[..bytes.len().min(GUESS_BYTES)];
    detector.feed(sample, sample.len() == bytes.len());
    let encoding = detector.guess(None, Utf8Detection::Deny);
    Wide::Known(if encoding == UTF_8 { WINDOWS_1252 } else { encoding })
}

#[cfg(test)]
#[path = "charset_tests.rs"]
mod tests;
