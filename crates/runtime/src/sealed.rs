//! Bytes that nobody opens without the secret they were sealed with: the store may hold them, and a copy of it tells nothing.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};

use crate::clock::random;

/// Encrypted and authenticated; the nonce stands before it.
pub fn seal(secret: &[u8], plain: &[u8]) -> Vec<u8> {
    let nonce: [u8; NONCE_LEN] = random();
    let mut bytes = plain.to_vec();
    key(secret)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes)
        .expect("far shorter than the cipher allows");
    [&nonce[..], &bytes].concat()
}

/// None where it was sealed with another secret, or changed since.
pub fn open(secret: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, bytes) = sealed.split_first_chunk::<NONCE_LEN>()?;
    let mut bytes = bytes.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let plain = key(secret).open_in_place(nonce, Aad::empty(), &mut bytes).ok()?;
    Some(plain.to_vec())
}

fn key(secret: &[u8]) -> LessSafeKey {
    let hash = digest(&SHA256, &[b"sealed answer\0", secret].concat());
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, hash.as_ref()).expect("a key of 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_opens_it() {
        let sealed = seal(b"secret", b"a new key");
        assert_eq!(open(b"secret", &sealed).as_deref(), Some(&b"a new key"[..]));
        assert_ne!(seal(b"secret", b"a new key"), sealed, "never twice the same");
        assert!(!sealed.windows(3).any(|part| part == b"key"));
        assert_eq!(open(b"other", &sealed), None);
        let mut changed = sealed.clone();
        *changed.last_mut().expect("bytes") ^= 1;
        assert_eq!(open(b"secret", &changed), None);
        assert_eq!(open(b"secret", b""), None);
    }
}
