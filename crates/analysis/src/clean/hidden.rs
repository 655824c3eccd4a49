//! Signs that nobody sees, and Latin letters in the width of others: both hide a name from whoever compares letters.

use std::borrow::Cow;

const SOFT_HYPHEN: char = '\u{ad}';
const ZERO_WIDTH_SPACE: char = '\u{200b}';
const WORD_JOINER: char = '\u{2060}';
const BYTE_ORDER_MARK: char = '\u{feff}';
const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// The text as it is seen, with Latin letters and digits in their own width.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    if !may_hide(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    // A joiner waits for what follows it.
    let mut waiting = None;
    for c in text.chars() {
        match c {
            SOFT_HYPHEN | ZERO_WIDTH_SPACE | WORD_JOINER | BYTE_ORDER_MARK => {}
            NON_JOINER | JOINER => {
                if waiting.is_none() && out.chars().next_back().is_some_and(is_joined) {
                    waiting = Some(c);
                }
            }
            _ => {
                let c = in_own_width(c);
                out.extend(waiting.take().filter(|_| !is_latin(c)));
                out.push(c);
            }
        }
    }
    out.extend(waiting);
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// By bytes alone, since nearly no text has any of these.
fn may_hide(text: &str) -> bool {
    let bytes = text.as_bytes();
    !text.is_ascii()
        && bytes.iter().enumerate().any(|(at, byte)| match byte {
            0xc2 => bytes[at + 1] == 0xad,
            0xe2 => matches!(bytes[at + 1..at + 3], [0x80, 0x8b..=0x8d] | [0x81, 0xa0]),
            0xef => matches!(
                bytes[at + 1..at + 3],
                [0xbb, 0xbf] | [0xbc, 0x90..=0x99 | 0xa1..=0xba] | [0xbd, 0x81..=0x9a]
            ),
            _ => false,
        })
}

/// Of a script that joins its letters, or an emoji.
fn is_joined(c: char) -> bool {
    c >= '\u{300}' && !is_latin(c) && !matches!(c, '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, 'À'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// `Ｋ` as `K`, `９` as `9`.
fn in_own_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_gone() {
        for hidden in ["\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}", "\u{feff}", "\u{200d}\u{ad}"]
        {
            assert_eq!(shown(&format!("{hidden}Kra{hidden}ken rose{hidden}")), "Kraken rose", "{hidden:?}");
        }
    }

    #[test]
    fn latin_letters_have_their_own_width() {
        assert_eq!(shown("ＫｒａｋｅｎＡＺａｚ０９"), "KrakenAZaz09");
        assert_eq!(shown("暗号資産ＸＲＰ、１０％"), "暗号資産XRP、10％");
    }

    #[test]
    fn scripts_and_emoji_keep_their_joiners() {
        for text in
            ["می\u{200c}خواهم", "क्\u{200d}ष", "क्\u{200d} ष", "👩\u{200d}💻", "🏳\u{fe0f}\u{200d}🌈 rose"]
        {
            assert!(matches!(shown(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        assert_eq!(shown("یک\u{200c}Kraken"), "یکKraken");
    }

    #[test]
    fn nothing_is_copied_where_nothing_is_hidden() {
        for text in ["", "Kraken rose 5%.", "“Café” – 10 €", "ビットコイン、上昇！", "🚀 « là »"]
        {
            assert!(!may_hide(text), "{text}");
        }
    }

    #[test]
    fn the_first_look_misses_nothing() {
        for c in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text = &*c.encode_utf8(&mut bytes);
            assert_eq!(may_hide(text), shown(text) != text, "{c:?}");
            let known = "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}".contains(c) || in_own_width(c) != c;
            assert_eq!(may_hide(text), known, "{c:?}");
        }
    }
}
