//! Signs that nobody sees, and Latin letters in the width of others: both hide a name from whoever compares letters.

use std::borrow::Cow;

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// The text as it is seen, with Latin letters and digits in their own width.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !may_hide(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    // A joiner waits for what follows it.
    let mut waiting = None;
    for c in text.chars() {
        match c {
            _ if is_hidden(c) => {}
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

/// Soft hyphens, spaces of no width, marks of direction, signs of formulas, and the mark of byte order.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// By bytes alone, since nearly no text has any of these.
fn may_hide(text: &str) -> bool {
    let bytes = text.as_bytes();
    !text.is_ascii()
        && bytes.iter().enumerate().any(|(at, byte)| match byte {
            0xc2 => bytes[at + 1] == 0xad,
            0xd8 => bytes[at + 1] == 0x9c,
            0xe2 => matches!(
                bytes[at + 1..at + 3],
                [0x80, 0x8b..=0x8f | 0xaa..=0xae] | [0x81, 0xa0..=0xa4 | 0xa6..=0xa9]
            ),
            0xef => matches!(
                bytes[at + 1..at + 3],
                [0xbb, 0xbf] | [0xbc, 0x90..=0x99 | 0xa1..=0xba] | [0xbd, 0x81..=0x9a]
            ),
            _ => false,
        })
}

/// Of a script that joins its letters, or an emoji.
fn is_joined(c: char) -> bool {
    let joins = matches!(c, '\u{590}'..='\u{109f}' | '\u{1200}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    joins
        || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe00}'..='\u{fe0f}' | '\u{11000}'..='\u{11fff}' | '\u{1e900}'..='\u{1e95f}' | '\u{1f000}'..='\u{1faff}')
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
        let hidden = ["\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}", "\u{feff}", "\u{200d}\u{ad}"];
        for hidden in hidden.into_iter().chain(["\u{200e}", "\u{202d}", "\u{2062}", "\u{2069}", "\u{61c}"]) {
            assert_eq!(shown(&format!("{hidden}Kra{hidden}ken rose{hidden}")), "Kraken rose", "{hidden:?}");
        }
        assert_eq!(shown("Бин\u{200d}анс и 바이\u{200c}낸스"), "Бинанс и 바이낸스");
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
            let known = is_hidden(c) || matches!(c, JOINER | NON_JOINER) || in_own_width(c) != c;
            assert_eq!(may_hide(text), known, "{c:?}");
        }
    }
}
