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
        c if is_mark(c) => false,
        _ => is_letter(c) || c.is_numeric(),
    }
}

/// The small letter, where it is known without a table to be this one and no other.
#[inline]
pub fn small(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7f}' => Some(c.to_ascii_lowercase()),
        'а'..='ё' | '가'..='\u{d7a3}' | '一'..='\u{9fff}' | 'ぁ'..='ヺ' => Some(c),
        'А'..='Я' => char::from_u32(c as u32 + 0x20),
        _ => None,
    }
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
        }
    }
}
