//! When an allowance begins and ends: the UTC day, or a month anchored on the day of activation.
//!
//! Where a month lacks the anchor's day its last day stands in, and the anchor is never lost: a plan
//! activated on 31 January renews on 28 February, then on 31 March. Periods tile the calendar.

use std::fmt;

use domain::{Day, Instant};

/// How long an allowance lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PeriodKind {
    UtcDay,
    /// From the day of activation to the same day of the next month.
    AnchoredMonth,
}

/// A stretch of whole UTC days: `start` belongs to it, `end` is the start of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    pub kind: PeriodKind,
    pub start: Instant,
    pub end: Instant,
}

impl Period {
    /// The same for every moment of the period, and different for every other period of the account.
    pub fn id(&self) -> PeriodId {
        PeriodId { kind: self.kind, first: self.start.day() }
    }

    pub fn contains(&self, moment: Instant) -> bool {
        self.start <= moment && moment < self.end
    }
}

/// Written `day:2026-01-31` or `month:2026-01-31`, after the first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeriodId {
    kind: PeriodKind,
    first: Day,
}

impl fmt::Display for PeriodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            PeriodKind::UtcDay => "day",
            PeriodKind::AnchoredMonth => "month",
        };
        write!(f, "{kind}:{}", self.first)
    }
}

/// The period of this kind that `now` lies in. A moment before the activation has one too, counted backwards,
/// so that a clock that runs a little behind another's finds a period rather than an error.
pub fn period_of(kind: PeriodKind, activated: Day, now: Instant) -> Period {
    match kind {
        PeriodKind::UtcDay => day_of(now),
        PeriodKind::AnchoredMonth => month_of(activated, now),
    }
}

/// The UTC day of this moment.
pub fn day_of(now: Instant) -> Period {
    let day = now.day();
    Period {
        kind: PeriodKind::UtcDay,
        start: day.start(),
        end: day.start().plus_ms(domain::time::MS_PER_DAY),
    }
}

fn month_of(anchor: Day, now: Instant) -> Period {
    let today = now.day();
    // The month in which today lies, or the one before if its renewal is still to come.
    let months = month_number(today) - month_number(anchor);
    let months = if anchor.plus_months(months) <= today { months } else { months - 1 };
    // Always counted from the anchor: counting on from the month before would lose the 31st in February.
    Period {
        kind: PeriodKind::AnchoredMonth,
        start: anchor.plus_months(months).start(),
        end: anchor.plus_months(months + 1).start(),
    }
}

fn month_number(day: Day) -> i32 {
    let (year, month, _) = day.civil();
    year * 12 + month as i32
}

#[cfg(test)]
#[path = "period_tests.rs"]
mod tests;
