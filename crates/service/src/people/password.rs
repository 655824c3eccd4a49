//! Passwords, hashed with argon2id. Hashing takes memory and time on purpose, so only a few run at once.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

pub const LEAST_CHARS: usize = 10;
const MOST_BYTES: usize = 1024;

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("a password has at least {LEAST_CHARS} characters")]
    TooShort,
    #[error("a password has at most {MOST_BYTES} bytes")]
    TooLong,
    #[error("the password could not be hashed")]
    Failed,
}

/// Each takes 19 MiB while it runs.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// Checked for names that nobody has, so that they take as long as the others.
static NOBODY: LazyLock<String> = LazyLock::new(|| {
    Argon2::default()
        .hash_password(b"the password of nobody")
        .map(|hash| hash.to_string())
        .unwrap_or_default()
});

pub async fn hash(password: String) -> Result<String, PasswordError> {
    if password.chars().count() < LEAST_CHARS {
        return Err(PasswordError::TooShort);
    }
    if password.len() > MOST_BYTES {
        return Err(PasswordError::TooLong);
    }
    let _permit = AT_ONCE.acquire().await.map_err(|_| PasswordError::Failed)?;
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    hashed.await.map_err(|_| PasswordError::Failed)?.map_err(|_| PasswordError::Failed)
}

/// Whether it is the password with this hash. Without a hash it is not, after the same work.
pub async fn verify(password: String, hash: Option<String>) -> bool {
    if password.len() > MOST_BYTES {
        return false;
    }
    let Ok(_permit) = AT_ONCE.acquire().await else { return false };
    let verified = tokio::task::spawn_blocking(move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.clone());
        let fits = PasswordHash::new(&hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        fits && known
    });
    verified.await.unwrap_or(false)
}

/// Makes the hash of nobody's password now, so that the first stranger does not wait longer than others.
pub fn warm_up() {
    LazyLock::force(&NOBODY);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_hash_alone() {
        let hashed = hash("correct horse battery".into()).await.expect("a hash");
        assert!(hashed.starts_with("$argon2id$v=19$"), "{hashed}");
        assert!(verify("correct horse battery".into(), Some(hashed.clone())).await);
        assert!(!verify("correct horse batterz".into(), Some(hashed.clone())).await);
        assert_ne!(
            hash("correct horse battery".into()).await.expect("a hash"),
            hashed,
            "each has its own salt"
        );
        assert!(!verify("the password of nobody".into(), None).await);
        assert!(!verify("anything".into(), Some("no hash".into())).await);
    }

    #[tokio::test]
    async fn a_password_has_bounds() {
        assert!(matches!(hash("short".into()).await, Err(PasswordError::TooShort)));
        assert!(matches!(hash("x".repeat(1025)).await, Err(PasswordError::TooLong)));
        assert!(!verify("x".repeat(1_000_000), None).await);
    }
}
