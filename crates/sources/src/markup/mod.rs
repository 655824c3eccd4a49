//! Markup as the web really sends it: XML that is almost XML, and HTML.
//!
//! One tokenizer reads both; it never fails, it only notes what it had to forgive. The tree above it
//! is bounded in depth and size. Nothing here fetches external entities or expands nested ones.

mod builder;
pub mod entities;
mod namespace;
pub mod text;
pub mod tokens;
pub mod tree;

pub use text::{html_to_text, html_to_title};
pub use tree::{Element, Namespace, Tree};

#[cfg(test)]
#[path = "markup_tests.rs"]
mod tests;
