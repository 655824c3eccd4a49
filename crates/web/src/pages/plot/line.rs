//! A number over days, with coloured bands behind it where they mean something.

use std::fmt::Write;

use domain::Day;

use super::scale::{Scale, day_ticks, number};
use super::{BOTTOM, Hit, HitArea, LEFT, Svg, TOP, WIDTH, close, open, series_class, short, write_hit};
use crate::texts::{localised, say};

/// A stretch of the scale with a meaning.
pub struct Band {
    pub from: f64,
    pub to: f64,
    pub class: &'static str,
}

/// The five bands of a score from 0 to 100, as fear and greed names them.
pub const TONE_BANDS: &[Band] = &[
    Band { from: 0.0, to: 25.5, class: "band0" },
    Band { from: 25.5, to: 45.5, class: "band1" },
    Band { from: 45.5, to: 55.5, class: "band2" },
    Band { from: 55.5, to: 75.5, class: "band3" },
    Band { from: 75.5, to: 100.0, class: "band4" },
];

pub struct Series {
    pub name: String,
    /// Oldest first. A day without a number is a gap, not a zero.
    pub points: Vec<(Day, Option<f64>)>,
}

pub struct Line<'a> {
    /// One of its kind in the page.
    pub id: &'a str,
    pub title: &'a str,
    pub series: &'a [Series],
    /// Behind the line; with any, the scale runs from 0 to 100.
    pub bands: &'a [Band],
    pub unit: &'a str,
    /// By day, in order.
    pub hits: &'a [(Day, Hit)],
}

const HEIGHT: f64 = 300.0;
const RIGHT: f64 = 64.0;

pub fn line(plot: &Line<'_>) -> Svg {
    let days = || plot.series.iter().flat_map(|series| series.points.iter().map(|(day, _)| *day));
    let values =
        || plot.series.iter().flat_map(|series| series.points.iter().filter_map(|(_, value)| *value));
    let scale = match plot.bands.is_empty() {
        true => Scale::around(values()),
        false => Scale::fixed(0.0, 100.0, &[0.0, 25.0, 50.0, 75.0, 100.0]),
    };
    let mut svg = open(plot.id, plot.title, &described(plot), HEIGHT, !plot.hits.is_empty());
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let y = |value: f64| bottom - scale.share(value) * (bottom - TOP);
    for band in plot.bands {
        let (top, end) = (y(band.to), y(band.from));
        let _ = write!(
            svg,
            "<rect class=\"{}\" x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            band.class,
            short(top),
            right - LEFT,
            short(end - top)
        );
    }
    for tick in &scale.ticks {
        let at = short(y(*tick));
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at}H{right}\"/><text class=\"middle-end\" x=\"{}\" y=\"{at}\">{}</text>",
            LEFT - 8.0,
            localised(&number(*tick))
        );
    }
    let (Some(first), Some(last)) = (days().min(), days().max()) else { return close(svg) };
    let span = last.since(first).max(1) as f64;
    let x = |day: Day| LEFT + day.since(first) as f64 / span * (right - LEFT);
    for (at, (day, text)) in day_ticks(first, last).into_iter().enumerate() {
        let class = match at % 2 {
            // Centred on the axis it would lie on the lowest number beside it.
            _ if day == first => "from",
            1 => "centre minor",
            _ => "centre",
        };
        let _ = write!(
            svg,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{text}</text>",
            short(x(day)),
            HEIGHT - 8.0
        );
    }
    let mut ends = Vec::new();
    for (at, series) in plot.series.iter().enumerate() {
        ends.extend(draw(&mut svg, &series.points, series_class(at), &x, &y));
    }
    write_ends(&mut svg, ends);
    for (at, (day, hit)) in plot.hits.iter().enumerate() {
        let middle = |a: Day, b: Day| (x(a) + x(b)) / 2.0;
        let from = at.checked_sub(1).map_or(LEFT, |before| middle(plot.hits[before].0, *day));
        let to = plot.hits.get(at + 1).map_or(right, |next| middle(*day, next.0));
        let (height, is_first_stop) = (bottom - TOP, at + 1 == plot.hits.len());
        write_hit(&mut svg, &HitArea { hit, x: from, width: to - from, top: TOP, height, is_first_stop });
    }
    close(svg)
}

fn draw(
    svg: &mut String,
    points: &[(Day, Option<f64>)],
    class: &str,
    x: &impl Fn(Day) -> f64,
    y: &impl Fn(f64) -> f64,
) -> Option<End> {
    let mut path = String::with_capacity(points.len() * 12);
    let mut pen_is_down = false;
    let mut newest = None;
    for (at, (day, value)) in points.iter().enumerate() {
        let Some(value) = value.filter(|value| value.is_finite()) else {
            pen_is_down = false;
            continue;
        };
        let (px, py) = (x(*day), y(value));
        let _ = write!(path, "{}{} {}", if pen_is_down { 'L' } else { 'M' }, short(px), short(py));
        // A day between two gaps would be a line of no length: a dot shows it.
        let is_alone = !pen_is_down && points.get(at + 1).is_none_or(|(_, next)| next.is_none());
        if is_alone {
            path.push_str("h.1");
        }
        pen_is_down = true;
        newest = Some((px, py, value));
    }
    let _ = write!(svg, "<path class=\"stroke {class}\" d=\"{path}\"/>");
    let (px, py, value) = newest?;
    let (cx, cy) = (short(px), short(py));
    let _ = write!(svg, "<circle class=\"{class}\" cx=\"{cx}\" cy=\"{cy}\" r=\"4.5\"/>");
    Some(End { x: px + 9.0, y: py, value })
}

/// The newest number of a line, written beside its end.
struct End {
    x: f64,
    y: f64,
    value: f64,
}

/// From the middle of one number to the middle of the next.
const END_HEIGHT: f64 = 32.0;

/// Lines that end close together have their numbers moved apart, the upper one up.
fn write_ends(svg: &mut String, mut ends: Vec<End>) {
    ends.sort_by(|a, b| a.y.total_cmp(&b.y));
    for at in 1..ends.len() {
        let lack = END_HEIGHT - (ends[at].y - ends[at - 1].y);
        if lack > 0.0 {
            // Of the first two both give way; whoever comes after them goes down.
            let up = if at == 1 { lack / 2.0 } else { 0.0 };
            ends[at - 1].y -= up;
            ends[at].y += lack - up;
        }
    }
    for end in ends {
        let (x, y, value) = (short(end.x), short(end.y), number(end.value));
        let value = localised(&value);
        let _ = write!(svg, "<text class=\"strong middle-start\" x=\"{x}\" y=\"{y}\">{value}</text>");
    }
}

/// What a reader hears instead of seeing the line.
fn described(plot: &Line<'_>) -> String {
    let mut text = String::new();
    for series in plot.series {
        let known = || series.points.iter().filter_map(|(day, value)| Some((*day, (*value)?)));
        let (Some(first), Some(last)) = (known().next(), known().next_back()) else {
            let _ = write!(text, "{} ", say!("{}: no values yet.", series.name));
            continue;
        };
        let least = known().map(|(_, value)| value).fold(f64::INFINITY, f64::min);
        let most = known().map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let with_unit = |value: f64| format!("{}{}", localised(&number(value)), plot.unit);
        let _ = write!(
            text,
            "{} ",
            say!(
                "{}: from {} on {} to {} on {}; least {}, most {}.",
                series.name,
                with_unit(first.1),
                first.0,
                with_unit(last.1),
                last.0,
                with_unit(least),
                with_unit(most)
            )
        );
    }
    text.trim_end().to_owned()
}
