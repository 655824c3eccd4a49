//! The token with which one hosted facilitator wants to be asked: a JWT made anew for each request.
//!
//! Everything but the signature is here. The program signs `signing_input` with the key of `CdpSecret`
//! (Ed25519, 64 bytes of signature) and hands the signature to `finish`.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::Instant;
use domain::hash::to_hex;
use serde_json::json;

use super::payment::seconds;

const VALID_SECONDS: u64 = 120;

/// An Ed25519 key as the facilitator's operator hands it out: base64 of the seed and the public key. It does
/// not print.
#[derive(Clone)]
pub struct CdpSecret {
    pub seed: [u8; 32],
    pub public: [u8; 32],
}

impl CdpSecret {
    pub fn parse(text: &str) -> Option<CdpSecret> {
        let bytes: [u8; 64] = STANDARD.decode(text.trim()).ok()?.try_into().ok()?;
        let mut secret = CdpSecret { seed: [0; 32], public: [0; 32] };
        secret.seed.copy_from_slice(&bytes[..32]);
        secret.public.copy_from_slice(&bytes[32..]);
        Some(secret)
    }
}

impl std::fmt::Debug for CdpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CdpSecret(…)")
    }
}

/// What is signed. `uri` is method, host and path of the one request that the token is for, such as
/// `POST api.example.com/platform/v2/x402/verify`; `nonce` is random.
pub fn signing_input(key_id: &str, uri: &str, nonce: &[u8; 16], now: Instant) -> String {
    let issued = seconds(now);
    let header = json!({ "alg": "EdDSA", "kid": key_id, "typ": "JWT", "nonce": to_hex(nonce) });
    let claims = json!({
        "sub": key_id,
        "iss": "cdp",
        "uris": [uri],
        "iat": issued,
        "nbf": issued,
        "exp": issued + VALID_SECONDS,
    });
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()))
}

/// The token for `Authorization: Bearer`.
pub fn finish(signing_input: &str, signature: &[u8]) -> String {
    format!("{signing_input}.{}", URL_SAFE_NO_PAD.encode(signature))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::x402::samples;

    #[test]
    fn the_token_says_who_what_and_when() {
        let uri = "POST api.example.com/platform/v2/x402/verify";
        let input = signing_input("key-1", uri, &[0xab; 16], samples::now());
        let token = finish(&input, &[0xff; 64]);
        let parts: Vec<&str> = token.split('.').collect();
        let part = |i: usize| URL_SAFE_NO_PAD.decode(parts[i]).expect("base64url");
        let read = |i| serde_json::from_slice::<Value>(&part(i)).expect("JSON");
        assert_eq!(read(0), json!({"alg": "EdDSA", "kid": "key-1", "typ": "JWT", "nonce": "ab".repeat(16)}));
        assert_eq!(
            read(1),
            json!({
                "sub": "key-1", "iss": "cdp", "uris": [uri],
                "iat": samples::NOW_SECONDS, "nbf": samples::NOW_SECONDS, "exp": samples::NOW_SECONDS + 120,
            })
        );
        assert_eq!((part(2), parts.len()), (vec![0xff; 64], 3));
        assert!(token.starts_with(&input));
    }

    #[test]
    fn a_secret_is_64_bytes_and_does_not_print() {
        let text = STANDARD.encode((0..64).collect::<Vec<u8>>());
        let secret = CdpSecret::parse(&format!(" {text}\n")).expect("a secret");
        assert_eq!((secret.seed[31], secret.public[0]), (31, 32));
        assert_eq!(format!("{secret:?}"), "CdpSecret(…)");
        assert!(CdpSecret::parse(&STANDARD.encode([1; 32])).is_none());
        assert!(CdpSecret::parse("not base64").is_none());
    }
}
