//! What proves something because nobody can guess it. The store keeps only its hash.

use domain::hash::{hash256, to_hex};

use runtime::clock::random;

/// 256 random bits, in a cookie or a link.
pub struct Token(String);

impl Token {
    pub fn make() -> Token {
        Token(to_hex(&random::<32>()))
    }

    /// None for what cannot be one.
    pub fn read(text: &str) -> Option<Token> {
        let good = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Token(text.to_owned()))
    }

    pub fn hash(&self) -> [u8; 32] {
        hash256(self.0.as_bytes())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the forms of one sign-in carry: who has only the page of another site cannot know it.
    pub fn form_token(&self) -> String {
        let hash = hash256(format!("form {}", self.0).as_bytes());
        to_hex(&hash[..16])
    }
}
