//! Exponential, logarithm and the normal distribution, written out in exact floating-point steps.
//!
//! The mathematical library of a system may round its last digit differently from another's; a reading must be
//! the same wherever it is computed again, so nothing here calls one. Only + - * / and the square root are used,
//! which every machine rounds alike.

const LN_2: f64 = std::f64::consts::LN_2;
/// ln 2 in two parts: the first has so few digits that a whole multiple of it is exact.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// e^x.
pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.0 {
        return f64::INFINITY;
    }
    if x < -708.0 {
        return 0.0;
    }
    let k = (x / LN_2).round();
    times_power_of_two(exp_near_zero((x - k * LN_2_HIGH) - k * LN_2_LOW), k as i64)
}

/// 2^x.
pub fn exp2(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 1023.0 {
        return f64::INFINITY;
    }
    if x < -1021.0 {
        return 0.0;
    }
    let k = x.round();
    times_power_of_two(exp_near_zero((x - k) * LN_2), k as i64)
}

/// The Taylor polynomial of degree 13; enough for |r| <= ln(2)/2.
fn exp_near_zero(r: f64) -> f64 {
    (1..=13).rev().fold(1.0, |sum, n| 1.0 + sum * r / f64::from(n))
}

fn times_power_of_two(value: f64, k: i64) -> f64 {
    value * f64::from_bits(((1023 + k) as u64) << 52)
}

/// Natural logarithm; below zero there is none.
pub fn ln(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    // A subnormal number is first brought to where its exponent can be read.
    let (x, lifted) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(54), -54) } else { (x, 0) };
    let bits = x.to_bits();
    let mut exponent = ((bits >> 52) as i64) - 1023 + lifted;
    let mut mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..14).rev().fold(0.0, |sum, n| sum * square + 1.0 / f64::from(2 * n + 1));
    let k = exponent as f64;
    k * LN_2_HIGH + (2.0 * s * series + k * LN_2_LOW)
}

pub fn log10(x: f64) -> f64 {
    ln(x) / std::f64::consts::LN_10
}

/// The share of a normal population below `x`.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let tail = 0.5 * erfc(x.abs() / std::f64::consts::SQRT_2);
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// 1 - erf(x), for x >= 0: a series of positive terms near zero, a continued fraction far out.
fn erfc(x: f64) -> f64 {
    let half_root_pi = 0.5 * std::f64::consts::PI.sqrt();
    let bell = exp(-x * x);
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        return 1.0 - bell * sum / half_root_pi;
    }
    let fraction = (1..=80).rev().fold(x, |below, n| x + 0.5 * f64::from(n) / below);
    0.5 * bell / (half_root_pi * fraction)
}

#[cfg(test)]
#[path = "math_tests.rs"]
mod tests;
