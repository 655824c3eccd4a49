//! Opaque cursors: a position that stays good while articles keep arriving.
//!
//! Base64url text with a check sum, so that a cut or altered cursor is told from a good one at once. It
//! holds nothing secret; a forged one finds nothing that a plain search would not.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::hash::hash128;
use domain::{DocumentId, Instant};

use crate::error::{ApiError, Code};

/// The place after one article of a search, and the number of the page that begins there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    pub published_at: Instant,
    pub id: DocumentId,
    pub page: u64,
}

const VERSION: u8 = 1;
const LENGTH: usize = 1 + 8 + 16 + 8 + 4;

impl FeedCursor {
    pub fn read(text: &str) -> Result<FeedCursor, ApiError> {
        let broken = || ApiError {
            parameter: Some("cursor".into()),
            ..ApiError::new(
                Code::InvalidCursor,
                "The cursor was not made by this route; take nextCursor of a page as it is.",
            )
        };
        let bytes: [u8; LENGTH] =
            URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok()).ok_or_else(broken)?;
        let (content, sum) = bytes.split_at(LENGTH - 4);
        if bytes[0] != VERSION || check_sum(content) != *sum {
            return Err(broken());
        }
        let number = |at: usize| u64::from_be_bytes(std::array::from_fn(|i| bytes[at + i]));
        let page = number(25);
        if page == 0 {
            return Err(broken());
        }
        Ok(FeedCursor {
            published_at: Instant::from_ms(number(1) as i64),
            id: DocumentId::from_bytes(std::array::from_fn(|i| bytes[9 + i])),
            page,
        })
    }
}

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![VERSION];
        bytes.extend(self.published_at.ms().to_be_bytes());
        bytes.extend(self.id.bytes());
        bytes.extend(self.page.to_be_bytes());
        let sum = check_sum(&bytes);
        bytes.extend(sum);
        f.write_str(&URL_SAFE_NO_PAD.encode(&bytes))
    }
}

fn check_sum(bytes: &[u8]) -> [u8; 4] {
    let hash = hash128(bytes);
    [hash[0], hash[1], hash[2], hash[3]]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    proptest! {
        #[test]
        fn a_cursor_reads_back_as_it_was(ms in -60_000_000_000_000i64..250_000_000_000_000, id: [u8; 16], page in 1u64..) {
            let cursor = FeedCursor { published_at: Instant::from_ms(ms), id: DocumentId::from_bytes(id), page };
            prop_assert_eq!(FeedCursor::read(&cursor.to_string()).ok(), Some(cursor));
        }

        #[test]
        fn any_change_is_noticed(at in 0usize..49, letter in 0usize..64) {
            let cursor = FeedCursor { published_at: Instant::from_ms(1), id: DocumentId::from_bytes([7; 16]), page: 2 };
            let mut text = cursor.to_string().into_bytes();
            let at = at % text.len();
            prop_assume!(text[at] != ALPHABET[letter]);
            text[at] = ALPHABET[letter];
            let text = String::from_utf8(text).expect("letters");
            prop_assert!(FeedCursor::read(&text).is_err());
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,80}") {
            let _ = FeedCursor::read(&text);
        }
    }
}
