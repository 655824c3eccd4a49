//! The tokens that agents show: how they begin, and what is stored of them.

use domain::hash::{hash256, to_hex};

/// A token that opens, for a short while.
pub const ACCESS: &str = "bw_agent_";
/// A token that is exchanged for the next two, once.
pub const REFRESH: &str = "bw_refresh_";

const SECRET_DIGITS: usize = 64;

/// The bytes must come from the system's secure source; a token is as hard to guess as they are.
pub fn make(prefix: &str, secret: &[u8; 32]) -> String {
    format!("{prefix}{}", to_hex(secret))
}

/// What the store keeps in place of a token of this sort; none for what cannot be one.
pub fn hash(prefix: &str, text: &str) -> Option<[u8; 32]> {
    let secret = text.strip_prefix(prefix)?;
    let good = secret.len() == SECRET_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| hash256(format!("bellwether agent v1 {text}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_only_as_what_it_is() {
        let text = make(ACCESS, &[7; 32]);
        assert!(hash(ACCESS, &text).is_some());
        assert_eq!(hash(REFRESH, &text), None);
        assert_eq!(hash(ACCESS, &text[..text.len() - 1]), None);
        assert_eq!(hash(ACCESS, "bw_live_abc"), None);
    }
}
