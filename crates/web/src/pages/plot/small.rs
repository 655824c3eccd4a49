//! Drawings that stand in a line of a table. The numbers stand beside them, so nobody needs them read aloud.

use std::fmt::Write;

use super::scale::Scale;
use super::{Svg, short};

/// The course of a few numbers, without axes.
pub fn sparkline(values: &[Option<f64>]) -> Svg {
    let known = || values.iter().flatten().copied().filter(|value| value.is_finite());
    if known().count() < 2 {
        return Svg::default();
    }
    let scale = Scale::around(known());
    let step = 100.0 / (values.len() - 1) as f64;
    let mut path = String::new();
    let mut pen_is_down = false;
    for (at, value) in values.iter().enumerate() {
        let Some(value) = value.filter(|value| value.is_finite()) else {
            pen_is_down = false;
            continue;
        };
        let (x, y) = (at as f64 * step, 22.0 - scale.share(value) * 20.0);
        let _ = write!(path, "{}{} {}", if pen_is_down { 'L' } else { 'M' }, short(x), short(y));
        pen_is_down = true;
    }
    Svg(format!(
        "<svg class=\"spark\" viewBox=\"0 0 100 24\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"stroke s0\" d=\"{path}\"/></svg>"
    ))
}

/// A bar filled to a share of 0 to 1.
pub fn meter(share: f64, class: &'static str) -> Svg {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    Svg(format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/><rect class=\"{class}\" width=\"{}\" height=\"8\"/></svg>",
        short(share * 100.0)
    ))
}
