//! How often each kind of caller may ask.

use metering::Plan;
use metering::plan::REGISTERED;
use metering::rate::Limit;

/// Calls a minute of each kind of caller.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub free: Limit,
    pub registered: Limit,
    pub subscription: Limit,
    pub keyless: Limit,
    pub failures: Limit,
    pub pages: Limit,
}

impl Limits {
    pub fn of_plan(&self, plan: &Plan) -> Limit {
        match plan {
            plan if plan.is_subscription() => self.subscription,
            plan if plan.id == REGISTERED.id => self.registered,
            _ => self.free,
        }
    }
}
