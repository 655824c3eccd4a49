//! The scale of the main index: where it comes from, and which one it took the place of.

use domain::{Day, DayRange};

/// Where kappa comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseYear {
    pub kappa: f64,
    /// None while kappa is the default.
    pub days: Option<DayRange>,
    /// Daily readings behind it.
    pub readings: usize,
    pub state: BaseState,
    /// The scale that this one took the place of; none where there was none, or where it is long ago.
    pub before: Option<Before>,
}

/// An earlier scale, and the first day of the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Before {
    pub kappa: f64,
    pub state: BaseState,
    pub until: Day,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseState {
    /// Too few readings: the stated default.
    Default,
    /// The base year is not over: of its first readings.
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
