//! What the standard library looks up in tables for most of the world, by the ranges in which our languages write: the same
//! answers, sooner.

/// `char::is_alphabetic`.
#[inline]
pub fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphabetic(),
        'à'..='ö' | 'ø'..='\u{17f}' | 'А'..='ё' => true,
        '가'..='\u{d7a3}' | '一'..='\u{9fff}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' => true,
        c if is_mark(c) => false,
        _ => c.is_alphabetic(),
    }
}

/// Dashes, quotation marks and stops as they are written beside letters, in Chinese and Japanese too.
#[inline]
fn is_mark(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{205e}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '・' | '！'..='／')
}

/// `char::is_alphanumeric`.
#[inline]
pub fn is_letter_or_digit(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphanumeric(),
        'à'..='ö' | 'ø'..='\u{17f}' | 'А'..='ё' => true,
        c if is_mark(c) => false,
        _ => is_letter(c) || c.is_numeric(),
    }
}

/// The small letter, where it is known without a table to be this one and no other.
#[inline]
pub fn small(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7f}' => Some(c.to_ascii_lowercase()),
        'а'..='ё' | '가'..='\u{d7a3}' | '一'..='\u{9fff}' | 'ぁ'..='ヺ' | 'ß'..='ÿ' => Some(c),
        'А'..='Я' | 'À'..='Þ' if c != '×' => char::from_u32(c as u32 + 0x20),
        // A capital and its small letter stand side by side.
        'Ā'..='į' | 'Ĳ'..='ķ' | 'Ŋ'..='ŷ' => char::from_u32(c as u32 | 1),
        'Ĺ'..='ň' | 'Ź'..='ž' => char::from_u32((c as u32 + 1) & !1),
        _ => None,
    }
}

/// A word in small letters, put into `into`, whose room is used again.
#[inline]
pub fn small_word<'a>(word: &str, into: &'a mut String) -> &'a str {
    into.clear();
    for c in word.chars() {
        let Some(small) = small(c) else {
            *into = word.to_lowercase();
            break;
        };
        into.push(small);
    }
    into
}

/// Whether two bytes of a text that begin with this one are a letter.
#[inline]
pub fn begins_letter(byte: u8) -> bool {
    // U+0100 to U+017F, U+0400 to U+047F.
    matches!(byte, 0xc4 | 0xc5 | 0xd0 | 0xd1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_what_the_standard_library_says() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_letter(c), c.is_alphabetic(), "{c:?}");
            assert_eq!(is_letter_or_digit(c), c.is_alphanumeric(), "{c:?}");
            if let Some(small) = small(c) {
                assert!(c.to_lowercase().eq([small]), "{c:?}");
            }
            let byte = c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert!(!begins_letter(byte) || c.is_alphabetic() && c.len_utf8() == 2, "{c:?}");
        }
    }

    #[test]
    fn words_are_small_as_the_standard_library_makes_them() {
        let mut room = String::new();
        for word in ["Bitcoin", "ŁÓDŹ", "Şirket", "İSTANBUL", "ΣΟΦΟΣ", "Россия", "GROẞE", "", "ビット"]
        {
            assert_eq!(small_word(word, &mut room), word.to_lowercase());
        }
    }
}
