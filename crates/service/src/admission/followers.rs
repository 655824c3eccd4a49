//! What admission does beside the requests: gives back holds, closes payments, asks the facilitator how it does.
//!
//! Each runs by itself, so that a chain that does not answer holds up no hold.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

use super::sweep;
use crate::app::App;
use crate::followers::{Entry, Follower, Progress, StepContext};

const HOLDS_EVERY: Duration = Duration::from_secs(1);
const PAYMENTS_EVERY: Duration = Duration::from_secs(5);

/// All of them, as far as this service admits and sells.
pub fn followers(app: &Arc<App>) -> Vec<Entry> {
    let Some(gate) = app.admission.gate() else { return Vec::new() };
    let (holds, payments, facilitator) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
    let mut followers = vec![
        Entry::of(move || HoldSweeper { app: Arc::clone(&holds) }),
        Entry::of(move || PaymentSweeper { app: Arc::clone(&payments) }),
    ];
    if gate.x402.is_some() {
        followers
            .push(Entry::of(move || FacilitatorFollower { app: Arc::clone(&facilitator), asked: false }));
    }
    followers
}

struct HoldSweeper {
    app: Arc<App>,
}

impl Follower for HoldSweeper {
    const NAME: &'static str = "holds";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let released = sweep::holds(&self.app, self.app.clock.now()).await;
        Ok(Progress::done(released.context("cannot sweep holds")?, HOLDS_EVERY))
    }
}

struct PaymentSweeper {
    app: Arc<App>,
}

impl Follower for PaymentSweeper {
    const NAME: &'static str = "payments";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let seen = sweep::payments(&self.app).await.context("cannot sweep payments")?;
        Ok(Progress::done(seen, PAYMENTS_EVERY))
    }
}

struct FacilitatorFollower {
    app: Arc<App>,
    asked: bool,
}

impl Follower for FacilitatorFollower {
    const NAME: &'static str = "facilitator";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        if let Some(gateway) = self.app.admission.gate().and_then(|gate| gate.x402.as_ref()) {
            if self.asked {
                gateway.stale().await;
            }
            gateway.ask(self.app.clock.now()).await;
            self.asked = true;
        }
        Ok(Progress::done(0, Duration::ZERO))
    }
}
