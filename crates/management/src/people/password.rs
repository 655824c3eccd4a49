//! Passwords, hashed with argon2id. Hashing takes memory and time on purpose, so only a few run at once.

use std::sync::LazyLock;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

pub const LEAST_CHARS: usize = 10;
const MAX_BYTES: usize = 1024;

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("a password has at least {LEAST_CHARS} characters")]
    TooShort,
    #[error("a password has at most {MAX_BYTES} bytes")]
    TooLong,
    #[error("the password could not be hashed")]
    Failed,
}

/// Where a password waits to be checked. Each lane has places of its own: who floods one keeps nobody waiting in
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// From a browser in which this person signed in before.
    Known,
    Usual,
    /// Where much was wrong before.
    Slow,
}

struct Places {
    /// Each takes 19 MiB while it runs.
    at_once: Semaphore,
    /// Whoever finds so many before them is sent away, so that nobody waits for long.
    waiting: Semaphore,
    /// A check takes at least so long.
    least: Duration,
}

impl Places {
    const fn new(at_once: usize, waiting: usize, least: Duration) -> Places {
        Places { at_once: Semaphore::const_new(at_once), waiting: Semaphore::const_new(waiting), least }
    }
}

static KNOWN: Places = Places::new(2, 32, Duration::ZERO);
static USUAL: Places = Places::new(3, 128, Duration::ZERO);
static SLOW: Places = Places::new(1, 16, Duration::from_millis(250));

impl Lane {
    fn places(self) -> &'static Places {
        match self {
            Lane::Known => &KNOWN,
            Lane::Usual => &USUAL,
            Lane::Slow => &SLOW,
        }
    }
}

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
    if password.len() > MAX_BYTES {
        return Err(PasswordError::TooLong);
    }
    let permit = KNOWN.at_once.acquire().await.map_err(|_| PasswordError::Failed)?;
    let hashed = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    hashed.await.map_err(|_| PasswordError::Failed)?.map_err(|_| PasswordError::Failed)
}

/// Whether it is the password with this hash. Without a hash it is not, after the same work. None where too many wait.
pub async fn verify(lane: Lane, password: String, hash: Option<String>) -> Option<bool> {
    if password.len() > MAX_BYTES {
        return Some(false);
    }
    let places = lane.places();
    let waiting = places.waiting.try_acquire().ok()?;
    let permit = places.at_once.acquire().await.ok()?;
    let least = tokio::time::Instant::now() + places.least;
    // A task of its own, with its permits: a caller who leaves makes no room for another, nor shortens the wait.
    let checking = tokio::spawn(async move {
        let _permits = (waiting, permit);
        let verified = tokio::task::spawn_blocking(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODY.clone());
            let fits = PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
            fits && known
        });
        let verified = verified.await.unwrap_or(false);
        if !verified {
            tokio::time::sleep_until(least).await;
        }
        verified
    });
    Some(checking.await.unwrap_or(false))
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
        assert_eq!(
            verify(Lane::Usual, "correct horse battery".into(), Some(hashed.clone())).await,
            Some(true)
        );
        assert_eq!(
            verify(Lane::Usual, "correct horse batterz".into(), Some(hashed.clone())).await,
            Some(false)
        );
        assert_ne!(
            hash("correct horse battery".into()).await.expect("a hash"),
            hashed,
            "each has its own salt"
        );
        assert_eq!(verify(Lane::Usual, "the password of nobody".into(), None).await, Some(false));
        assert_eq!(verify(Lane::Usual, "anything".into(), Some("no hash".into())).await, Some(false));
    }

    /// Whoever comes late is sent away rather than kept; other lanes go on.
    #[tokio::test]
    async fn nobody_waits_for_long() {
        let wrong = || verify(Lane::Slow, "wrong".into(), None);
        let (mut sent_away, mut checked) = (0, 0);
        let tries: Vec<_> = (0..40).map(|_| tokio::spawn(wrong())).collect();
        for one in tries {
            match one.await.expect("no panic") {
                None => sent_away += 1,
                Some(fits) => checked += usize::from(!fits),
            }
        }
        assert_eq!((sent_away, checked), (24, 16));
        assert_eq!(verify(Lane::Known, "wrong".into(), None).await, Some(false));
    }

    #[tokio::test]
    async fn a_password_has_bounds() {
        assert!(matches!(hash("short".into()).await, Err(PasswordError::TooShort)));
        assert!(matches!(hash("x".repeat(1025)).await, Err(PasswordError::TooLong)));
        assert_eq!(verify(Lane::Usual, "x".repeat(1_000_000), None).await, Some(false));
    }
}
