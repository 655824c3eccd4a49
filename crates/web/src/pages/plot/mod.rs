//! Plots, drawn here as SVG: no script, no outside request.
//!
//! Marks that can be pointed at (`Hit`) say their value and lead to their articles; without a script a table stands in.
//!
//! A plot is 720 units wide and takes its colours from the stylesheet's classes, so that it follows light and dark.
//! Labels grow where it is shown small. Each carries a title and a description for those who do not see it, and
//! stands in a `Figure` that leads to its numbers. Numbers that cannot be drawn (not finite) are left out.

mod bars;
mod figure;
mod line;
mod scale;
mod small;
#[cfg(test)]
mod tests;

use crate::texts::Markup;
use std::fmt::{self, Write};

pub use bars::{Bar, Bars, Ranking, Stack, Stacked, bars, ranking, stacked};
pub use figure::{Figure, Key, Rows, tone_legend};
pub use line::{Band, Line, Series, TONE_BANDS, line};
pub use scale::{number, short_day};
pub use small::{meter, sparkline};

/// A drawing that may stand in a page as it is: every text in it was escaped when it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Svg(String);

impl Svg {
    /// Dark modules of one unit on a light square with a margin, in every colour scheme: a camera has to read it.
    pub fn square(class: &str, title: &str, size: i32, path: &str) -> Svg {
        let (class, title, whole) = (escaped(class), escaped(title), size + 8);
        Svg(format!(
            "<svg class=\"{class}\" viewBox=\"-4 -4 {whole} {whole}\" role=\"img\" aria-label=\"{title}\">\
             <rect x=\"-4\" y=\"-4\" width=\"{whole}\" height=\"{whole}\" fill=\"#fff\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
        ))
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Markup for Svg {}

/// What a mark says when it is pointed at, and where it leads; empty for nowhere.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    pub text: String,
    pub href: String,
}

/// A stretch of a plot that can be pointed at.
struct HitArea<'a> {
    hit: &'a Hit,
    x: f64,
    width: f64,
    top: f64,
    height: f64,
    /// Where the keyboard comes in; the arrows go on from there.
    is_first_stop: bool,
}

fn write_hit(svg: &mut String, area: &HitArea<'_>) {
    let HitArea { hit, x, width, top, height, is_first_stop } = area;
    let rect = format!(
        "<title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        escaped(&hit.text),
        short(*x),
        short(*top),
        short(*width),
        short(*height)
    );
    let stop = if *is_first_stop { "0" } else { "-1" };
    let _ = match hit.href.is_empty() {
        true => write!(svg, "<g class=\"hit\">{rect}</g>"),
        false => {
            write!(svg, "<a class=\"hit\" tabindex=\"{stop}\" href=\"{}\">{rect}</a>", escaped(&hit.href))
        }
    };
}

/// Colours of series, in order; after the last the first comes again.
pub const SERIES_CLASSES: [&str; 6] = ["s0", "s1", "s2", "s3", "s4", "s5"];

pub fn series_class(at: usize) -> &'static str {
    SERIES_CLASSES[at % SERIES_CLASSES.len()]
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;

/// Opens a drawing of the usual width. The id must be one of its kind in the page.
fn open(id: &str, title: &str, description: &str, height: f64, is_pointed_at: bool) -> String {
    let mut svg = String::with_capacity(4096);
    let id = escaped(id);
    // What is inside of an image is not there for readers aloud.
    let role = if is_pointed_at { "group" } else { "img" };
    let _ = write!(
        svg,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"{role}\" aria-labelledby=\"{id}-title {id}-text\">\
         <title id=\"{id}-title\">{}</title><desc id=\"{id}-text\">{}</desc>",
        escaped(title),
        escaped(description),
    );
    svg
}

fn close(mut svg: String) -> Svg {
    svg.push_str("</svg>");
    Svg(svg)
}

/// To a tenth of a unit: nobody sees more, and pages stay small.
fn short(number: f64) -> String {
    let tenth = (number * 10.0).round() / 10.0;
    // Minus zero would print its sign.
    format!("{}", tenth + 0.0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
