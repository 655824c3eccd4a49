//! Until when a key opens anything: expiry, revocation, and the grace of a key that was replaced.

use domain::Instant;

/// The two ends that a key may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validity {
    /// The first moment at which it no longer opens; none where it never expires.
    pub expires_at: Option<Instant>,
    pub revoked_at: Option<Instant>,
}

/// Why a known key does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Revoked,
    Expired,
}

impl Ended {
    pub fn code(self) -> &'static str {
        match self {
            Ended::Revoked => "key_revoked",
            Ended::Expired => "key_expired",
        }
    }
}

impl Validity {
    /// Revocation is named first: it is a decision, and outlasts an expiry.
    pub fn check(&self, now: Instant) -> Result<(), Ended> {
        if self.revoked_at.is_some_and(|revoked_at| revoked_at <= now) {
            return Err(Ended::Revoked);
        }
        if self.expires_at.is_some_and(|expires_at| expires_at <= now) {
            return Err(Ended::Expired);
        }
        Ok(())
    }

    /// Of the old key, once a new one has taken its place: it works on for the grace period, and never past
    /// the end that it already had.
    pub fn replaced(&self, now: Instant, grace_ms: u64) -> Validity {
        let grace_ends = now.plus_ms(i64::try_from(grace_ms).unwrap_or(i64::MAX));
        let expires_at = self.expires_at.map_or(grace_ends, |expires_at| expires_at.min(grace_ends));
        Validity { expires_at: Some(expires_at), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(ms: i64) -> Instant {
        Instant::from_ms(ms)
    }

    #[test]
    fn a_key_ends_at_the_moment_named() {
        let open = Validity::default();
        assert_eq!(open.check(at(i64::MAX)), Ok(()));
        let expiring = Validity { expires_at: Some(at(1000)), revoked_at: None };
        assert_eq!(expiring.check(at(999)), Ok(()));
        assert_eq!(expiring.check(at(1000)), Err(Ended::Expired));
        let revoked = Validity { revoked_at: Some(at(500)), ..expiring };
        assert_eq!(revoked.check(at(499)), Ok(()));
        assert_eq!(revoked.check(at(2000)), Err(Ended::Revoked));
        assert_eq!([Ended::Revoked.code(), Ended::Expired.code()], ["key_revoked", "key_expired"]);
    }

    #[test]
    fn no_grace_ends_it_at_once() {
        assert_eq!(Validity::default().replaced(at(5), 0).check(at(5)), Err(Ended::Expired));
    }

    proptest! {
        #[test]
        fn replacing_never_lengthens(
            expires in proptest::option::of(0i64..10_000), revoked in proptest::option::of(0i64..10_000),
            now in 0i64..10_000, grace in 0u64..10_000, later in 0i64..30_000,
        ) {
            let before = Validity { expires_at: expires.map(at), revoked_at: revoked.map(at) };
            let after = before.replaced(at(now), grace);
            if after.check(at(later)).is_ok() {
                prop_assert!(before.check(at(later)).is_ok());
                prop_assert!(later < now + grace as i64);
            }
        }
    }
}
