//! The only place where the time of day and chance enter; below, they are arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use domain::Instant;

/// The wall clock, or one that a test sets by hand.
#[derive(Clone)]
pub enum Clock {
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(at: Instant) -> Clock {
        Clock::Fixed(Arc::new(AtomicI64::new(at.ms())))
    }

    pub fn now(&self) -> Instant {
        let ms = match self {
            Clock::System => {
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
            }
            Clock::Fixed(ms) => ms.load(Ordering::SeqCst),
        };
        Instant::from_ms(ms)
    }

    /// Moves a fixed clock; the wall clock does not listen.
    pub fn set(&self, at: Instant) {
        if let Clock::Fixed(ms) = self {
            ms.store(at.ms(), Ordering::SeqCst);
        }
    }
}

/// A number from 0 up to 1, to spread things that would otherwise happen together.
pub fn random_fraction() -> f64 {
    use ring::rand::SecureRandom;
    let mut bytes = [0; 4];
    // Without randomness things are less spread, and that is all.
    let _ = ring::rand::SystemRandom::new().fill(&mut bytes);
    f64::from(u32::from_le_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
}

/// From the system's secure source.
pub fn random<const N: usize>() -> [u8; N] {
    use ring::rand::SecureRandom;
    let mut bytes = [0; N];
    ring::rand::SystemRandom::new().fill(&mut bytes).expect("the system has a secure source of randomness");
    bytes
}

/// An id that says what it names.
pub fn new_id(kind: &str) -> String {
    format!("{kind}_{}", uuid::Uuid::now_v7().simple())
}
