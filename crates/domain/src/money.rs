//! Credits and dollars, whole numbers both: nothing about money is ever rounded twice.

use std::fmt;

/// Weighted credits; never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credits(u32);

impl Credits {
    pub const ZERO: Credits = Credits(0);

    pub const fn new(credits: u32) -> Credits {
        Credits(credits)
    }

    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Millionths of a US dollar; never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroUsd(u64);

impl MicroUsd {
    pub const ZERO: MicroUsd = MicroUsd(0);

    pub const fn new(micro_usd: u64) -> MicroUsd {
        MicroUsd(micro_usd)
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    /// What this many credits cost at this price each; none on overflow.
    pub fn times(self, credits: Credits) -> Option<MicroUsd> {
        self.0.checked_mul(u64::from(credits.0)).map(MicroUsd)
    }
}

/// Decimal dollars with at least two places and no needless zeros after them: `0.00`, `0.025`, `249.00`.
impl fmt::Display for MicroUsd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        let point = text.find('.').unwrap_or(0);
        let kept = text.trim_end_matches('0').len().max(point + 3);
        f.write_str(&text[..kept])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_print_with_two_places_or_more() {
        for (micro_usd, text) in
            [(0, "0.00"), (25_000, "0.025"), (249_000_000, "249.00"), (1, "0.000001"), (100_000, "0.10")]
        {
            assert_eq!(MicroUsd::new(micro_usd).to_string(), text);
        }
    }
}
