//! The key that a caller shows: how one is made, read, shown again and stored.
//!
//! `bw_live_` or `bw_test_`, then 43 characters of base62 that carry 256 random bits, then 6 characters
//! that follow from all before them. So a mistyped key is told from an unknown one without looking anything
//! up, and a key found in a public place is recognised as ours. The key itself is shown once and never kept;
//! what is stored is its hash.

use std::fmt;

use domain::hash::{hash128, hash256, to_hex};
use subtle::ConstantTimeEq;

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Random bytes that one key is made of.
pub const SECRET_BYTES: usize = 32;
/// 62^43 is the first power that holds 256 bits.
const SECRET_DIGITS: usize = 43;
const CHECK_DIGITS: usize = 6;
const PREFIX_LENGTH: usize = 8;
const KEY_LENGTH: usize = PREFIX_LENGTH + SECRET_DIGITS + CHECK_DIGITS;

/// What a key opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    Live,
    Test,
}

impl KeyKind {
    pub const ALL: [KeyKind; 2] = [KeyKind::Live, KeyKind::Test];

    pub fn prefix(self) -> &'static str {
        match self {
            KeyKind::Live => "bw_live_",
            KeyKind::Test => "bw_test_",
        }
    }
}

/// A well-formed key. It prints without its secret; only `reveal` gives it whole.
#[derive(Clone)]
pub struct Key {
    kind: KeyKind,
    text: String,
}

/// Why a text is no key, as far as the text alone can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// It does not begin like one of ours.
    WrongPrefix,
    /// It begins like one, but has another length or other characters.
    Malformed,
    /// It has the form of one, but a character is wrong.
    Mistyped,
}

impl KeyError {
    pub fn code(self) -> &'static str {
        match self {
            KeyError::WrongPrefix | KeyError::Malformed => "key_malformed",
            KeyError::Mistyped => "key_mistyped",
        }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyError::WrongPrefix => "the key begins with neither bw_live_ nor bw_test_",
            KeyError::Malformed => "the key has the wrong length or a character that no key has",
            KeyError::Mistyped => "the key's last characters do not fit the others: it was mistyped or cut",
        })
    }
}

impl std::error::Error for KeyError {}

impl Key {
    /// The bytes must come from the system's secure source; a key is as hard to guess as they are.
    pub fn make(kind: KeyKind, secret: &[u8; SECRET_BYTES]) -> Key {
        let mut text = String::with_capacity(KEY_LENGTH);
        text.push_str(kind.prefix());
        push_base62(&mut text, secret, SECRET_DIGITS);
        let check = check_digits(&text);
        text.extend(check.iter().map(|digit| char::from(*digit)));
        Key { kind, text }
    }

    pub fn parse(text: &str) -> Result<Key, KeyError> {
        let kind = KeyKind::ALL
            .into_iter()
            .find(|kind| text.starts_with(kind.prefix()))
            .ok_or(KeyError::WrongPrefix)?;
        if text.len() != KEY_LENGTH || !text[PREFIX_LENGTH..].bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            return Err(KeyError::Malformed);
        }
        let (body, check) = text.split_at(PREFIX_LENGTH + SECRET_DIGITS);
        if check.as_bytes() != check_digits(body) {
            return Err(KeyError::Mistyped);
        }
        Ok(Key { kind, text: text.to_owned() })
    }

    pub fn kind(&self) -> KeyKind {
        self.kind
    }

    /// The whole key, for the one time when it is shown to its owner.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// The end of the key, by which its owner tells it from others. These characters belong to the check
    /// digits, so showing them gives away nothing that helps to guess the rest.
    pub fn last_four(&self) -> &str {
        &self.text[KEY_LENGTH - 4..]
    }

    /// What the store keeps in place of the key. A pepper (may be empty) is a secret of the operator's that
    /// is not in the store, so that a stolen store does not tell a leaked key from another.
    ///
    /// A fast hash is right here: the key has 256 random bits, and nobody guesses at those.
    pub fn hash(&self, pepper: &[u8]) -> KeyHash {
        let mut bytes = Vec::with_capacity(32 + pepper.len() + self.text.len());
        bytes.extend_from_slice(b"bellwether key v1\0");
        // The length before the pepper keeps pepper and key apart.
        bytes.extend_from_slice(&(pepper.len() as u64).to_le_bytes());
        bytes.extend_from_slice(pepper);
        bytes.extend_from_slice(self.text.as_bytes());
        KeyHash(hash256(&bytes))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…{}", self.kind.prefix(), self.last_four())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The stored form of a key. Comparing two takes the same time wherever they differ.
#[derive(Clone, Copy)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    pub fn from_bytes(bytes: [u8; 32]) -> KeyHash {
        KeyHash(bytes)
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub fn hex(&self) -> String {
        to_hex(&self.0)
    }
}

impl PartialEq for KeyHash {
    fn eq(&self, other: &KeyHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for KeyHash {}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

fn check_digits(body: &str) -> [u8; CHECK_DIGITS] {
    // 64 bits fill six digits evenly enough: one wrong character in 5 * 10^10 slips through.
    let hash = hash128(body.as_bytes());
    let mut number = hash[..8].iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    let mut digits = [0; CHECK_DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(number % 62) as usize];
        number /= 62;
    }
    digits
}

/// The last `digits` digits of a big-endian number in base 62, with leading zeros.
fn push_base62(text: &mut String, number: &[u8], digits: usize) {
    let mut number = number.to_vec();
    let mut reversed = Vec::with_capacity(digits);
    for _ in 0..digits {
        // Long division by 62, byte by byte; the remainder is the next digit from the right.
        let remainder = number.iter_mut().fold(0u32, |carry, byte| {
            let value = carry << 8 | u32::from(*byte);
            *byte = (value / 62) as u8;
            value % 62
        });
        reversed.push(BASE62[remainder as usize]);
    }
    text.extend(reversed.iter().rev().map(|digit| char::from(*digit)));
}

#[cfg(test)]
#[path = "key_tests.rs"]
mod tests;
