//! A plot with its caption, its legend, its numbers as a table, and the way to files of it.

use std::fmt;

use askama::Template;

use super::{Svg, TONE_BANDS, series_class};
use crate::texts::{Markup, t};
use interface::Table;

/// Stands in a template as it is: `{{ figure }}`.
#[derive(Template, Default)]
#[template(path = "figure.html")]
pub struct Figure {
    /// One of its kind in the page, and its name in addresses.
    pub id: &'static str,
    pub caption: String,
    pub legend: Vec<Key>,
    pub svg: Svg,
    /// The numbers that are drawn.
    pub rows: Rows,
    /// Where more numbers are had as CSV than `rows` has; empty for none.
    pub csv: String,
    /// The call of the API that gives them; empty for none.
    pub call: String,
    /// The path of the page that shows it and what follows it, for files of this figure; empty for none.
    pub path: String,
    pub query: String,
}

impl Markup for Figure {}

impl Figure {
    /// Where it is had as a file of this kind.
    pub fn file(&self, kind: &str) -> String {
        format!("/figures{}/{}.{kind}{}", self.path, self.id, self.query)
    }

    pub fn embed(&self) -> String {
        format!("/embed{}/{}{}", self.path, self.id, self.query)
    }
}

/// The numbers of a figure; the first cell of a row names it.
#[derive(Default)]
pub struct Rows {
    pub columns: Vec<String>,
    /// With where the row leads; empty for nowhere.
    pub rows: Vec<(Vec<String>, String)>,
}

impl Rows {
    pub fn csv(&self) -> Vec<u8> {
        let rows = std::iter::once(&self.columns).chain(self.rows.iter().map(|(cells, _)| cells));
        Table { columns: Vec::new(), rows: rows.cloned().collect() }.csv_part(false)
    }
}

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
    names
        .iter()
        .zip(TONE_BANDS)
        .map(|(name, band)| Key { class: band.class, text: t(name).to_owned() })
        .collect()
}
