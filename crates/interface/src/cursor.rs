//! Opaque cursors: a position that stays good while articles keep arriving.
//!
//! Base64url text with a check sum, so that a cut or altered cursor is told from a good one at once. It
//! holds nothing secret; a forged one finds nothing that a plain search would not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::hash::hash128;
use domain::{DocumentId, Instant};

use runtime::error::{ApiError, Code};

/// The place after one article of a search, and the number of the page that begins there. It names the search, and is
/// good for no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    pub published_at: Instant,
    pub id: DocumentId,
    pub page: u64,
}

/// The place after one row of a thing that somebody owns. It names that thing, and is good for no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedCursor {
    pub at: Instant,
    pub id: [u8; 16],
}

const VERSION: u8 = 3;
const OWNED_VERSION: u8 = 2;
const LENGTH: usize = 1 + 8 + 16 + 8 + 4;
/// Pages are counted up to this; the rest of their eight bytes names the search.
const MAX_PAGE: u64 = u32::MAX as u64;

impl FeedCursor {
    /// Reads a cursor of this search, which is told by all that narrows it.
    pub fn read(text: &str, search: &str) -> Result<FeedCursor, ApiError> {
        let bytes = decode(text, VERSION).ok_or_else(broken)?;
        let number = |at: usize| u64::from_be_bytes(std::array::from_fn(|i| bytes[at + i]));
        let (named, page) = (number(25) >> 32, number(25) & MAX_PAGE);
        if page == 0 || named != short_hash(search) >> 32 {
            return Err(broken());
        }
        Ok(FeedCursor {
            published_at: Instant::from_ms(number(1) as i64),
            id: DocumentId::from_bytes(std::array::from_fn(|i| bytes[9 + i])),
            page,
        })
    }
}

impl FeedCursor {
    pub fn write(&self, search: &str) -> String {
        let named = short_hash(search) >> 32 << 32;
        encode(VERSION, self.published_at, self.id.bytes(), named | self.page.min(MAX_PAGE))
    }
}

impl OwnedCursor {
    /// Reads a cursor of the thing with this id.
    pub fn read(text: &str, owned_id: &str) -> Result<OwnedCursor, ApiError> {
        let bytes = decode(text, OWNED_VERSION).ok_or_else(broken)?;
        let number = |at: usize| u64::from_be_bytes(std::array::from_fn(|i| bytes[at + i]));
        if number(25) != short_hash(owned_id) {
            return Err(broken());
        }
        Ok(OwnedCursor { at: Instant::from_ms(number(1) as i64), id: std::array::from_fn(|i| bytes[9 + i]) })
    }

    pub fn write(&self, owned_id: &str) -> String {
        encode(OWNED_VERSION, self.at, self.id, short_hash(owned_id))
    }
}

fn encode(version: u8, at: Instant, id: [u8; 16], last: u64) -> String {
    let mut bytes = vec![version];
    bytes.extend(at.ms().to_be_bytes());
    bytes.extend(id);
    bytes.extend(last.to_be_bytes());
    let sum = check_sum(&bytes);
    bytes.extend(sum);
    URL_SAFE_NO_PAD.encode(&bytes)
}

fn decode(text: &str, version: u8) -> Option<[u8; LENGTH]> {
    let bytes: [u8; LENGTH] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
    let (content, sum) = bytes.split_at(LENGTH - 4);
    (bytes[0] == version && check_sum(content) == *sum).then_some(bytes)
}

fn broken() -> ApiError {
    ApiError {
        parameter: Some("cursor".into()),
        ..ApiError::new(
            Code::InvalidCursor,
            "The cursor was not made here; take nextCursor of a page of the same list as it is.",
        )
    }
}

fn short_hash(text: &str) -> u64 {
    let hash = hash128(text.as_bytes());
    u64::from_be_bytes(std::array::from_fn(|i| hash[i]))
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
        fn a_cursor_reads_back_as_it_was(ms in -60_000_000_000_000i64..250_000_000_000_000, id: [u8; 16], page in 1u64..=MAX_PAGE, other in "[a-z]{1,8}") {
            let cursor = FeedCursor { published_at: Instant::from_ms(ms), id: DocumentId::from_bytes(id), page };
            prop_assert_eq!(FeedCursor::read(&cursor.write("SEARCH"), "SEARCH").ok(), Some(cursor.clone()));
            prop_assert!(FeedCursor::read(&cursor.write("SEARCH"), &other).is_err());
        }

        #[test]
        fn any_change_is_noticed(at in 0usize..49, letter in 0usize..64) {
            let cursor = FeedCursor { published_at: Instant::from_ms(1), id: DocumentId::from_bytes([7; 16]), page: 2 };
            let mut text = cursor.write("x").into_bytes();
            let at = at % text.len();
            prop_assume!(text[at] != ALPHABET[letter]);
            text[at] = ALPHABET[letter];
            let text = String::from_utf8(text).expect("letters");
            prop_assert!(FeedCursor::read(&text, "x").is_err());
        }

        #[test]
        fn an_owned_cursor_is_good_for_one_thing(ms: i32, id: [u8; 16], mine in "[a-z]{1,8}", other in "[A-Z]{1,8}") {
            let cursor = OwnedCursor { at: Instant::from_ms(i64::from(ms)), id };
            prop_assert_eq!(OwnedCursor::read(&cursor.write(&mine), &mine).ok(), Some(cursor));
            prop_assert!(OwnedCursor::read(&cursor.write(&mine), &other).is_err());
            prop_assert!(FeedCursor::read(&cursor.write(&mine), &mine).is_err());
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,80}") {
            let _ = FeedCursor::read(&text, "x");
            let _ = OwnedCursor::read(&text, "x");
        }
    }
}
