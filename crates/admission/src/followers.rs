//! What admission does beside the requests: gives back holds, closes payments, asks the facilitator how it does.
//!
//! Each runs by itself, so that a chain that does not answer holds up no hold.

use crate::Admission;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

use super::sweep;
use runtime::followers::{Entry, Follower, Progress, StepContext};
use runtime::role::Role;

const HOLDS_EVERY: Duration = Duration::from_secs(1);
const PAYMENTS_EVERY: Duration = Duration::from_secs(5);

/// Those of a process of this role, as far as this service admits and sells.
pub fn followers(admission: &Arc<Admission>, role: Role) -> Vec<Entry> {
    let Some(gate) = admission.gate() else { return Vec::new() };
    let (holds, payments, facilitator) =
        (Arc::clone(admission), Arc::clone(admission), Arc::clone(admission));
    let mut followers = Vec::new();
    if role.works() {
        followers.push(Entry::of(move || HoldSweeper { admission: Arc::clone(&holds) }));
        followers.push(Entry::of(move || PaymentSweeper { admission: Arc::clone(&payments) }));
    }
    // A door sells only what it knows the facilitator to settle.
    if role.answers() && gate.x402.is_some() {
        followers.push(Entry::of(move || FacilitatorFollower {
            admission: Arc::clone(&facilitator),
            asked: false,
        }));
    }
    followers
}

struct HoldSweeper {
    admission: Arc<Admission>,
}

impl Follower for HoldSweeper {
    const NAME: &'static str = "holds";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let released = sweep::expired_holds(&self.admission).await.context("cannot sweep holds")?;
        Ok(Progress::done(released, HOLDS_EVERY))
    }
}

struct PaymentSweeper {
    admission: Arc<Admission>,
}

impl Follower for PaymentSweeper {
    const NAME: &'static str = "payments";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let seen = sweep::payments(&self.admission).await.context("cannot sweep payments")?;
        Ok(Progress::done(seen, PAYMENTS_EVERY))
    }
}

struct FacilitatorFollower {
    admission: Arc<Admission>,
    asked: bool,
}

impl Follower for FacilitatorFollower {
    const NAME: &'static str = "facilitator";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        if let Some(gateway) = self.admission.gate().and_then(|gate| gate.x402.as_ref()) {
            if self.asked {
                gateway.stale().await;
            }
            gateway.ask(self.admission.clock.now()).await;
            self.asked = true;
        }
        Ok(Progress::done(0, Duration::ZERO))
    }
}
