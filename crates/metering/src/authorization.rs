//! Reading the `Authorization` header: `Bearer`, in any case and spacing that RFC 9110 allows, then a key.
//!
//! Only the text is judged here. That the header stands once, and that the key is known, is for the caller.

use std::fmt;

use crate::key::{Key, KeyError};

/// A key with its scheme takes 64 bytes; nothing near this size is one.
pub const MAX_AUTHORIZATION_BYTES: usize = 1024;

/// Why the header holds no key, as far as the text alone can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorizationError {
    TooLarge,
    /// Empty, or a scheme with nothing after it, or characters that no credential has.
    Malformed,
    /// `Basic`, `Digest` and others.
    OtherScheme,
    Key(KeyError),
}

impl AuthorizationError {
    pub fn code(self) -> &'static str {
        match self {
            AuthorizationError::TooLarge => "authorization_too_large",
            AuthorizationError::Malformed => "authorization_malformed",
            AuthorizationError::OtherScheme => "authorization_scheme_unsupported",
            AuthorizationError::Key(error) => error.code(),
        }
    }
}

impl fmt::Display for AuthorizationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuthorizationError::TooLarge => f.write_str("the Authorization header is too large"),
            AuthorizationError::Malformed => {
                f.write_str("the Authorization header is not of the form `Bearer <key>`")
            }
            AuthorizationError::OtherScheme => f.write_str("only the Bearer scheme is accepted"),
            AuthorizationError::Key(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AuthorizationError {}

/// The key in the value of one `Authorization` header.
pub fn bearer_key(value: &[u8]) -> Result<Key, AuthorizationError> {
    Key::parse(bearer_token(value)?).map_err(AuthorizationError::Key)
}

/// The token after `Bearer`. RFC 9110: the scheme's case does not matter, one or more spaces follow it, and
/// the token is of the set `token68`.
pub fn bearer_token(value: &[u8]) -> Result<&str, AuthorizationError> {
    if value.len() > MAX_AUTHORIZATION_BYTES {
        return Err(AuthorizationError::TooLarge);
    }
    let value = str::from_utf8(value).map_err(|_| AuthorizationError::Malformed)?;
    // White space around a field's value is no part of it.
    let value = value.trim_matches([' ', '\t']);
    let (scheme, rest) = value.split_once(' ').unwrap_or((value, ""));
    if scheme.is_empty() || !scheme.bytes().all(is_token_character) {
        return Err(AuthorizationError::Malformed);
    }
    if !scheme.eq_ignore_ascii_case("Bearer") {
        return Err(AuthorizationError::OtherScheme);
    }
    let token = rest.trim_start_matches(' ');
    let unpadded = token.trim_end_matches('=');
    let is_token68 = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    if unpadded.is_empty() || !unpadded.bytes().all(is_token68) {
        return Err(AuthorizationError::Malformed);
    }
    Ok(token)
}

fn is_token_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::key::KeyKind;

    #[track_caller]
    fn check(value: &str, expected: Result<&str, AuthorizationError>) {
        assert_eq!(bearer_token(value.as_bytes()), expected, "{value:?}");
    }

    #[test]
    fn every_case_and_spacing_that_the_rfc_allows() {
        for value in ["Bearer abc", "bearer abc", "BEARER abc", "bEaReR    abc", " \tBearer abc\t "] {
            check(value, Ok("abc"));
        }
        check("Bearer a-b._~+/9==", Ok("a-b._~+/9=="));
    }

    #[test]
    fn what_is_no_bearer_credential() {
        for value in [
            "",
            " ",
            "Bearer",
            "Bearer ",
            "Bearer =",
            "Bearer a b",
            "Bearer a,b",
            "Bearer\tabc",
            "Bearer \tabc",
        ] {
            check(value, Err(AuthorizationError::Malformed));
        }
        for value in ["Bearer a=b", "Bearer \u{e9}", "Bearer \"abc\"", "Be@rer abc", "Bearer a\u{0}"] {
            check(value, Err(AuthorizationError::Malformed));
        }
        for value in ["Basic abc", "Digest username=x", "Bearerabc", "bw_live_abc", "Bearers abc"] {
            check(value, Err(AuthorizationError::OtherScheme));
        }
        assert_eq!(bearer_token(b"Bearer \xff"), Err(AuthorizationError::Malformed));
        check(&format!("Bearer {}", "a".repeat(2000)), Err(AuthorizationError::TooLarge));
        check(&" ".repeat(2000), Err(AuthorizationError::TooLarge));
    }

    #[test]
    fn the_cause_inside_the_key_comes_through() {
        let key = Key::make(KeyKind::Live, &[1; 32]);
        let read = bearer_key(format!("bearer {}", key.reveal()).as_bytes()).expect("a key");
        assert_eq!(read.reveal(), key.reveal());
        let codes = ["Bearer abc", "Bearer bw_live_abc", "Basic abc", ""]
            .map(|value| bearer_key(value.as_bytes()).map(|_| ()).expect_err("no key").code());
        assert_eq!(
            codes,
            ["key_malformed", "key_malformed", "authorization_scheme_unsupported", "authorization_malformed"]
        );
        let other = Key::make(KeyKind::Live, &[2; 32]);
        let mixed = format!("Bearer {}{}", &key.reveal()[..51], &other.reveal()[51..]);
        assert_eq!(bearer_key(mixed.as_bytes()).map(|_| ()).expect_err("mistyped").code(), "key_mistyped");
    }

    proptest! {
        #[test]
        fn nothing_panics(value in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = bearer_key(&value);
        }
    }
}
