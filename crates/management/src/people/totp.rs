//! Codes that change every 30 seconds (RFC 6238 with SHA-1 and six digits, as every authenticator has them), and how a
//! secret is written for one. The time is handed in.

use domain::Instant;
use ring::hmac;
use subtle::ConstantTimeEq;

pub const SECRET_BYTES: usize = 20;
pub const DIGITS: usize = 6;
const STEP_MS: i64 = 30_000;
/// Clocks differ: a code of the step before or after is taken too.
const DRIFT_STEPS: i64 = 1;
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The step whose code this is, if it is one of about now and later than `last_step`: a code is good once.
pub fn matching_step(secret: &[u8], code: &str, last_step: i64, now: Instant) -> Option<i64> {
    let current = now.ms().div_euclid(STEP_MS);
    let steps = current - DRIFT_STEPS..=current + DRIFT_STEPS;
    steps
        .filter(|step| *step > last_step)
        .find(|step| code_at(secret, *step).as_bytes().ct_eq(code.as_bytes()).into())
}

/// The code of a step of 30 seconds, counted from 1970.
pub fn code_at(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let tag = tag.as_ref();
    let at = usize::from(tag[tag.len() - 1] & 0xf);
    let number = u32::from_be_bytes([tag[at] & 0x7f, tag[at + 1], tag[at + 2], tag[at + 3]]);
    format!("{:0DIGITS$}", number % 10u32.pow(DIGITS as u32))
}

/// What an authenticator reads: the secret, and for whom and where it is.
pub fn otpauth(secret: &[u8], issuer: &str, name: &str) -> String {
    let encode = |text: &str| -> String {
        let plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'@');
        text.bytes()
            .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect()
    };
    let (issuer, name, secret) = (encode(issuer), encode(name), base32(secret));
    format!(
        "otpauth://totp/{issuer}:{name}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period=30"
    )
}

/// RFC 4648 without padding.
pub fn base32(bytes: &[u8]) -> String {
    let bits = |at: usize| bytes.get(at).copied().map_or(0, u32::from);
    (0..(bytes.len() * 8).div_ceil(5))
        .map(|digit| {
            let (byte, shift) = (digit * 5 / 8, digit * 5 % 8);
            let window = bits(byte) << 8 | bits(byte + 1);
            char::from(BASE32[(window >> (11 - shift) & 31) as usize])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// Appendix B of RFC 6238, the last six of its eight digits.
    #[test]
    fn the_vectors_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let now = Instant::from_ms(seconds * 1000);
            assert_eq!(matching_step(SECRET, code, 0, now), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_a_step_around_its_own_and_once() {
        let at = |seconds: i64| Instant::from_ms(seconds * 1000);
        let code = code_at(SECRET, 100);
        for (seconds, good) in [(2969, false), (2970, true), (3000, true), (3059, true), (3060, false)] {
            assert_eq!(matching_step(SECRET, &code, 0, at(seconds)).is_some(), good, "{seconds}");
        }
        assert_eq!(matching_step(SECRET, &code, 100, at(3000)), None, "used");
        assert_eq!(matching_step(SECRET, &code, 99, at(3000)), Some(100));
        for wrong in ["", "12345", "1234567", "abcdef"] {
            assert_eq!(matching_step(SECRET, wrong, 0, at(3000)), None, "{wrong}");
        }
    }

    /// Section 10 of RFC 4648.
    #[test]
    fn a_secret_is_written_for_people() {
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
        let link = otpauth(SECRET, "Bellwether api.example", "ann@example.org");
        assert_eq!(
            link,
            "otpauth://totp/Bellwether%20api.example:ann@example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bellwether%20api.example&algorithm=SHA1&digits=6&period=30"
        );
    }
}
