//! Bars: side by side, on top of each other, or as a ranking.

use std::fmt::Write;

use super::scale::{Scale, number};
use super::{
    BOTTOM, Hit, HitArea, LEFT, Svg, TOP, WIDTH, close, escaped, open, series_class, short, write_hit,
};
use crate::texts::{localised, say, t};

#[derive(Default)]
pub struct Bar {
    pub label: String,
    /// None draws nothing and keeps the place.
    pub value: Option<f64>,
    /// Ends of an interval, drawn as a whisker.
    pub interval: Option<(f64, f64)>,
    /// A fill of the stylesheet, such as s0 or f-good.
    pub class: &'static str,
    pub hit: Option<Hit>,
}

pub struct Bars<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub bars: &'a [Bar],
    /// From 0 to this; none: as the values need it.
    pub most: Option<f64>,
    /// A line over the bars on a scale of its own, one value for each; empty for none.
    pub overlay: &'a [Option<f64>],
}

const HEIGHT: f64 = 280.0;
const RIGHT: f64 = 12.0;
/// More labels than this and only some are written.
const LABELS: usize = 8;

/// A number as the reader writes it.
fn shown(value: f64) -> String {
    localised(&number(value)).into_owned()
}

pub fn bars(plot: &Bars<'_>) -> Svg {
    let spoken: Vec<String> = plot
        .bars
        .iter()
        .map(|bar| format!("{}: {}", bar.label, bar.value.map_or(t("none").to_owned(), shown)))
        .collect();
    let is_pointed_at = plot.bars.iter().any(|bar| bar.hit.is_some());
    let mut svg = open(plot.id, plot.title, &spoken.join("; "), HEIGHT, is_pointed_at);
    let ends = plot.bars.iter().filter_map(|bar| bar.interval).flat_map(|(low, high)| [low, high]);
    let values = plot.bars.iter().filter_map(|bar| bar.value).chain(ends).chain([0.0]);
    let scale = match plot.most {
        Some(most) => Scale::fixed(0.0, most, &[0.0, most / 4.0, most / 2.0, most * 0.75, most]),
        None => Scale::around(values),
    };
    let floor = axis(&mut svg, &scale);
    for (at, bar) in plot.bars.iter().enumerate() {
        let (x, width) = place(at, plot.bars.len());
        if let Some(value) = bar.value.filter(|value| value.is_finite()) {
            let (a, b) = (height(&scale, value), floor);
            rect(&mut svg, bar.class, x, a.min(b), width, (a - b).abs());
        }
        if let Some((low, high)) = bar.interval {
            let (middle, half) = (x + width / 2.0, (width / 6.0).min(8.0));
            let (low, high) = (short(height(&scale, low)), short(height(&scale, high)));
            let (left, right, middle) = (short(middle - half), short(middle + half), short(middle));
            let _ = write!(
                svg,
                "<path class=\"whisker\" d=\"M{left} {low}H{right}M{left} {high}H{right}M{middle} {low}V{high}\"/>"
            );
        }
        label(&mut svg, at, plot.bars.len(), &bar.label);
    }
    overlay(&mut svg, plot.overlay);
    hits(&mut svg, plot.bars.iter().map(|bar| bar.hit.as_ref()));
    close(svg)
}

pub struct Stack {
    pub label: String,
    /// One for each name, none negative.
    pub parts: Vec<f64>,
    pub hit: Option<Hit>,
}

pub struct Stacked<'a> {
    pub id: &'a str,
    pub title: &'a str,
    /// The parts, from the floor up.
    pub names: &'a [&'a str],
    /// Their fills, one for each; none: the usual ones, of which `Key::series` makes the legend.
    pub classes: &'a [&'a str],
    pub stacks: &'a [Stack],
}

pub fn stacked(plot: &Stacked<'_>) -> Svg {
    let total = |stack: &Stack| stack.parts.iter().map(|part| part.max(0.0)).sum::<f64>();
    let spoken: Vec<String> = plot
        .names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let sum: f64 = plot.stacks.iter().filter_map(|stack| stack.parts.get(at)).sum();
            say!("{}: {} in all", name, number(sum))
        })
        .collect();
    let is_pointed_at = plot.stacks.iter().any(|stack| stack.hit.is_some());
    let mut svg = open(plot.id, plot.title, &spoken.join("; "), HEIGHT, is_pointed_at);
    let scale = Scale::around(plot.stacks.iter().map(total).chain([0.0]));
    let floor = axis(&mut svg, &scale);
    for (at, stack) in plot.stacks.iter().enumerate() {
        let (x, width) = place(at, plot.stacks.len());
        let (mut sum, mut below) = (0.0, floor);
        for (part, value) in stack.parts.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            sum += value;
            let top = height(&scale, sum);
            let class = plot.classes.get(part).copied().unwrap_or_else(|| series_class(part));
            rect(&mut svg, class, x, top, width, below - top);
            below = top;
        }
        label(&mut svg, at, plot.stacks.len(), &stack.label);
    }
    hits(&mut svg, plot.stacks.iter().map(|stack| stack.hit.as_ref()));
    close(svg)
}

pub struct Ranking<'a> {
    pub id: &'a str,
    pub title: &'a str,
    /// The first on top.
    pub bars: &'a [Bar],
    pub unit: &'a str,
}

/// Each name above its bar, so that long names fit a phone. Negative values go to the left of a middle line.
pub fn ranking(plot: &Ranking<'_>) -> Svg {
    const ROW: f64 = 46.0;
    let spoken: Vec<String> = plot
        .bars
        .iter()
        .map(|bar| format!("{}: {}{}", bar.label, bar.value.map_or(t("none").to_owned(), shown), plot.unit))
        .collect();
    let mut svg = open(
        plot.id,
        plot.title,
        &spoken.join("; "),
        ROW * plot.bars.len().max(1) as f64,
        plot.bars.iter().any(|bar| bar.hit.is_some()),
    );
    let values = || plot.bars.iter().filter_map(|bar| bar.value).filter(|value| value.is_finite());
    let most = values().map(f64::abs).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let is_signed = values().any(|value| value < 0.0);
    let (zero, room) = if is_signed { (WIDTH / 2.0, WIDTH / 2.0) } else { (0.0, WIDTH) };
    for (at, bar) in plot.bars.iter().enumerate() {
        let y = at as f64 * ROW;
        let value = bar.value.filter(|value| value.is_finite());
        let _ = write!(
            svg,
            "<text class=\"strong\" x=\"0\" y=\"{}\">{}</text><text class=\"end\" x=\"{WIDTH}\" y=\"{}\">{}{}</text>",
            y + 24.0,
            escaped(&bar.label),
            y + 24.0,
            value.map_or("–".into(), shown),
            escaped(plot.unit)
        );
        rect(&mut svg, "track", 0.0, y + 31.0, WIDTH, 8.0);
        if let Some(value) = value {
            let length = value.abs() / most * room;
            rect(&mut svg, bar.class, if value < 0.0 { zero - length } else { zero }, y + 31.0, length, 8.0);
        }
    }
    for (at, bar) in plot.bars.iter().enumerate() {
        let area = |hit| HitArea {
            hit,
            x: 0.0,
            width: WIDTH,
            top: at as f64 * ROW,
            height: ROW,
            is_first_stop: true,
        };
        bar.hit.iter().for_each(|hit| write_hit(&mut svg, &area(hit)));
    }
    if is_signed {
        let _ = write!(svg, "<path class=\"zero\" d=\"M{zero} 28V{}\"/>", ROW * plot.bars.len() as f64);
    }
    close(svg)
}

/// A dashed line whose own least and most fill the height.
fn overlay(svg: &mut String, values: &[Option<f64>]) {
    let scale = Scale::around(values.iter().flatten().copied());
    let (mut path, mut pen_is_down) = (String::new(), false);
    for (at, value) in values.iter().enumerate() {
        let Some(value) = value.filter(|value| value.is_finite()) else {
            pen_is_down = false;
            continue;
        };
        let (x, width) = place(at, values.len());
        let (x, y) = (short(x + width / 2.0), short(height(&scale, value)));
        let _ = write!(path, "{}{x} {y}", if pen_is_down { 'L' } else { 'M' });
        pen_is_down = true;
    }
    if !path.is_empty() {
        let _ = write!(svg, "<path class=\"overlay\" d=\"{path}\"/>");
    }
}

/// What can be pointed at: the whole height above each place.
fn hits<'a>(svg: &mut String, hits: impl ExactSizeIterator<Item = Option<&'a Hit>>) {
    let count = hits.len();
    let step = (WIDTH - RIGHT - LEFT) / count.max(1) as f64;
    for (at, hit) in hits.enumerate() {
        let Some(hit) = hit else { continue };
        let (x, height, is_first_stop) = (LEFT + at as f64 * step, HEIGHT - BOTTOM - TOP, at + 1 == count);
        write_hit(svg, &HitArea { hit, x, width: step, top: TOP, height, is_first_stop });
    }
}

/// Lines and numbers at the left; gives the place of zero.
fn axis(svg: &mut String, scale: &Scale) -> f64 {
    for tick in &scale.ticks {
        let (class, at) = (if *tick == 0.0 { "zero" } else { "grid" }, short(height(scale, *tick)));
        let _ = write!(
            svg,
            "<path class=\"{class}\" d=\"M{LEFT} {at}H{}\"/><text class=\"middle-end\" x=\"{}\" y=\"{at}\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            number(*tick)
        );
    }
    height(scale, 0.0)
}

fn height(scale: &Scale, value: f64) -> f64 {
    let bottom = HEIGHT - BOTTOM;
    bottom - scale.share(value) * (bottom - TOP)
}

/// Left end and width of a bar.
fn place(at: usize, count: usize) -> (f64, f64) {
    let step = (WIDTH - RIGHT - LEFT) / count.max(1) as f64;
    // Few bars would be slabs: they keep a bar's width in the middle of their place.
    let width = (step * 0.7).min(90.0);
    (LEFT + at as f64 * step + (step - width) / 2.0, width)
}

fn label(svg: &mut String, at: usize, count: usize, text: &str) {
    let every = count.div_ceil(LABELS).max(1);
    if !at.is_multiple_of(every) {
        return;
    }
    let (x, width) = place(at, count);
    let (class, x) = match (at / every) % 2 {
        // Centred under a narrow first bar it would lie on the lowest number of the axis.
        _ if at == 0 && count > LABELS => ("from", x),
        // The next one has less room than the others.
        1 if at == every && count > LABELS => ("centre minor near", x + width / 2.0),
        1 if count > 4 => ("centre minor", x + width / 2.0),
        _ => ("centre", x + width / 2.0),
    };
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
        short(x),
        HEIGHT - 8.0,
        escaped(text)
    );
}

fn rect(svg: &mut String, class: &str, x: f64, y: f64, width: f64, height: f64) {
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        short(x),
        short(y),
        short(width.max(0.0)),
        short(height.max(0.0))
    );
}
