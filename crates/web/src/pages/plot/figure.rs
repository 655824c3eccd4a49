//! A plot with its caption, its legend, and the way to its numbers.

use std::fmt;

use askama::Template;

use super::{Svg, TONE_BANDS, series_class};

/// Stands in a template as it is: `{{ figure }}`.
#[derive(Template)]
#[template(path = "figure.html")]
pub struct Figure {
    pub caption: String,
    pub legend: Vec<Key>,
    pub svg: Svg,
    /// Where the same numbers are had as CSV; empty for none.
    pub csv: String,
    /// The call of the API that gives them; empty for none.
    pub call: String,
}

impl askama::filters::HtmlSafe for Figure {}

/// A colour and what it means.
pub struct Key {
    pub class: &'static str,
    pub text: String,
}

impl Key {
    /// The names of series in the order in which they were drawn.
    pub fn series<S: fmt::Display>(names: impl IntoIterator<Item = S>) -> Vec<Key> {
        let key = |(at, name): (usize, S)| Key { class: series_class(at), text: name.to_string() };
        names.into_iter().enumerate().map(key).collect()
    }
}

/// What the colours behind a score from 0 to 100 mean.
pub fn tone_legend() -> Vec<Key> {
    let names = ["Extreme fear", "Fear", "Neutral", "Greed", "Extreme greed"];
    names.iter().zip(TONE_BANDS).map(|(name, band)| Key { class: band.class, text: (*name).into() }).collect()
}
