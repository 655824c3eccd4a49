//! The scale of the main index: where it comes from and whether it still moves.

use domain::DayRange;

/// Where kappa comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseYear {
    pub kappa: f64,
    /// None while kappa is the default.
    pub days: Option<DayRange>,
    /// Daily readings behind it.
    pub readings: usize,
    pub state: BaseState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseState {
    /// Too few readings: the stated default.
    Default,
    /// The base year is not over.
    Provisional,
    /// The base year is over; this never changes again.
    Frozen,
}

impl BaseState {
    pub fn name(self) -> &'static str {
        match self {
            BaseState::Default => "default",
            BaseState::Provisional => "provisional",
            BaseState::Frozen => "frozen",
        }
    }
}
