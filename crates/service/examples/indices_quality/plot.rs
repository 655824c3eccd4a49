//! One line over time as a small SVG that needs nothing else.

use domain::Day;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 28.0;
/// A gap of more days breaks the line.
const GAP_DAYS: i64 = 7;
/// More points than this cannot be told apart at this width.
const POINTS_MAX: usize = 700;

pub fn line(title: &str, unit: &str, points: &[(Day, f64)]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"{title} over time\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">{title} ({unit})</text>\n"
    );
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        let _ =
            writeln!(svg, "<text x=\"{LEFT}\" y=\"110\">No day reaches the minimum coverage.</text>\n</svg>");
        return svg;
    };
    let low = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let step = nice((high - low).max(1e-9) / 4.0);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let span = last.0.since(first.0).max(1) as f64;
    let x = |day: Day| LEFT + (WIDTH - LEFT - RIGHT) * day.since(first.0) as f64 / span;
    let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low).max(1e-9);
    let mut mark = low;
    while mark <= high + step / 2.0 {
        let at = y(mark);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            (mark * 1e6).round() / 1e6
        );
        mark += step;
    }
    for part in 0..=4 {
        let day = first.0.plus((span * f64::from(part) / 4.0) as i64);
        let anchor = ["start", "middle", "middle", "middle", "end"][part as usize];
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{day}</text>",
            x(day),
            HEIGHT - 8.0
        );
    }
    svg.push_str("<path fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1.5\" d=\"");
    let every = points.len().div_ceil(POINTS_MAX);
    let mut before: Option<Day> = None;
    for (day, value) in points.iter().step_by(every) {
        let joined = before.is_some_and(|before| day.since(before) <= GAP_DAYS.max(every as i64 * 2));
        // A point that stands alone is drawn as a short stroke.
        let _ = match joined {
            true => write!(svg, "L{:.1} {:.1}", x(*day), y(*value)),
            false => write!(svg, "M{:.1} {:.1}h.8", x(*day), y(*value)),
        };
        before = Some(*day);
    }
    svg.push_str("\"/>\n</svg>\n");
    svg
}

/// 1, 2 or 5 times a power of ten, not below `step`.
fn nice(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|nice| *nice >= step).unwrap_or(step)
}
