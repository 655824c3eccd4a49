//! Where the words of a keyword stand in an article, as callers see it.

use schemars::JsonSchema;
use search::highlight::{Passage, passages};
use serde::Serialize;

/// A passage with words of the keyword.
#[derive(Serialize, JsonSchema)]
pub struct Highlight {
    #[schemars(extend("enum" = ["Title", "Content"]))]
    field: &'static str,
    text: String,
    /// First character of each marked place in `text` and the one after its last, counted from 0 in Unicode characters.
    marks: Vec<(usize, usize)>,
}

impl From<Passage> for Highlight {
    fn from(passage: Passage) -> Highlight {
        let field = if passage.in_title { "Title" } else { "Content" };
        Highlight { field, text: passage.text, marks: passage.marks }
    }
}

pub fn highlights(keyword: &search::language::Query, title: &str, content: &str) -> Vec<Highlight> {
    passages(keyword, title, content).into_iter().map(Highlight::from).collect()
}
