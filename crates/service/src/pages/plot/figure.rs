//! A plot with its caption, its legend, and the way to its numbers.

use std::fmt;

use askama::Template;

use super::{Svg, series_class};

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
