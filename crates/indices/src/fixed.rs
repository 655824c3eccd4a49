//! Tones and weights as whole numbers of 2^-32, so that a sum never depends on the order of its parts.
//!
//! A float sum changes its last digits when documents arrive in another order; an integer sum cannot. It also
//! lets a range be answered by subtracting two running sums, exactly, whatever came before the range.

/// One, in steps of 2^-32: two thousand million units fit into a sum.
pub const ONE: i64 = 1 << 32;

/// The nearest step; anything that is not a number is nothing.
pub fn to_fixed(value: f64) -> i64 {
    if value.is_nan() { 0 } else { (value * ONE as f64).round() as i64 }
}

pub fn to_f64(fixed: i64) -> f64 {
    fixed as f64 / ONE as f64
}
