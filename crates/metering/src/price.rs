//! What a call costs: min(base + ceil(requested results / 25), 10) credits.
//!
//! The two parts of a price always add up to what is charged. Where the cap cuts, it cuts the part for
//! volume, because the base is what any call of the route costs, however little it asks for.

use domain::Credits;

/// No call costs more.
pub const MAX_CREDITS_PER_CALL: Credits = Credits::new(10);
/// So many requested results cost one credit; a part of a block costs the whole.
pub const RESULTS_PER_CREDIT: u32 = 25;

/// The price of one call, in its two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Price {
    /// The base of the route.
    pub tool: Credits,
    /// For the results asked for, after the cap.
    pub volume: Credits,
    /// What is charged: the sum of the two.
    pub total: Credits,
}

impl Price {
    /// Of a call that costs nothing, or failed and is not charged.
    pub const FREE: Price = Price { tool: Credits::ZERO, volume: Credits::ZERO, total: Credits::ZERO };
}

/// The price of a call on a route of this base that asks for this many results.
pub fn price(base: Credits, requested_results: u32) -> Price {
    let tool = base.min(MAX_CREDITS_PER_CALL);
    let room = MAX_CREDITS_PER_CALL.get() - tool.get();
    let volume = requested_results.div_ceil(RESULTS_PER_CREDIT).min(room);
    Price { tool, volume: Credits::new(volume), total: Credits::new(tool.get() + volume) }
}

/// Rows of an export that are priced like one call.
pub const EXPORT_BLOCK_ROWS: u32 = 250;

/// The blocks of an export of this many rows, each with its rows and its price. One without rows has one block.
pub fn export_blocks(base: Credits, rows: u64) -> impl Iterator<Item = (u32, Price)> {
    let block = u64::from(EXPORT_BLOCK_ROWS);
    (0..rows.div_ceil(block).max(1)).map(move |number| {
        let rows = u32::try_from((rows - number * block).min(block)).unwrap_or(EXPORT_BLOCK_ROWS);
        (rows, price(base, rows))
    })
}

#[cfg(test)]
#[path = "price_tests.rs"]
mod tests;
