//! A page's article: its title, author, date and text. What the markup calls navigation, caption or comment is taken
//! out (`tidy`), the readability method finds the text in what is left, and its edges are cut clean (`trim`); what the
//! page states about itself (JSON-LD, meta) fills in the rest and says whether it may be kept.
//!
//! A page that says it is not free gives an item its summary and nothing more.

mod blocks;
mod metadata;
mod names;
mod page;
mod tidy;
mod trim;

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::{Extent, Instant, Item, Precision};

use crate::charset;
use crate::error::SourceError;
use crate::markup::html_to_text;

pub use metadata::Metadata;

/// Larger pages are cut: no article is longer.
pub const MAX_PAGE_BYTES: usize = 6 << 20;
/// Shorter texts are captions and cookie notices.
const MIN_WORDS: usize = 12;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Article {
    pub title: Option<String>,
    pub author: Option<String>,
    pub published: Option<(Instant, Precision)>,
    /// Paragraphs separated by an empty line, as far as the page holds them.
    pub text: String,
    pub summary: Option<String>,
    pub image_url: Option<String>,
    pub language: Option<String>,
    /// The page says that it is not free: `apply` keeps its summary only.
    pub paywalled: bool,
    /// What was found with the text and is none of it.
    pub cut: Vec<Cut>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    pub text: String,
    pub reason: &'static str,
}

/// As `extract`, for a reply's bytes.
pub fn extract_bytes(
    bytes: &[u8],
    content_type: Option<&str>,
    url: Option<&str>,
) -> Result<Article, SourceError> {
    let is_other = |kind: &str| {
        !kind.is_empty() && !["html", "xml", "text/plain"].iter().any(|known| kind.contains(known))
    };
    if content_type.map(str::to_ascii_lowercase).is_some_and(|kind| is_other(&kind)) {
        return Err(SourceError::NoArticle("it is not a web page"));
    }
    let bytes = &bytes[..bytes.len().min(MAX_PAGE_BYTES)];
    extract(&charset::decode(bytes, content_type).text, url)
}

pub fn extract(html: &str, url: Option<&str>) -> Result<Article, SourceError> {
    let mut end = html.len().min(MAX_PAGE_BYTES);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let html = &html[..end];
    if !html.contains('<') {
        return Err(SourceError::NoArticle("it is not a web page"));
    }
    let metadata = metadata::read(html, url);
    let mut article = Article {
        title: metadata.title.clone(),
        author: metadata.author.clone(),
        published: metadata.published,
        text: String::new(),
        summary: metadata.description.clone(),
        image_url: metadata.image_url.clone(),
        language: metadata.language.clone(),
        paywalled: metadata.paywalled,
        cut: Vec::new(),
    };
    let readable =
        readability(html, url).unwrap_or_else(|| Readable { page: html.to_owned(), ..Readable::default() });
    article.title = article.title.or(readable.title);
    article.author = article.author.or(readable.author);
    article.text = match better_text(&readable.text, &metadata, &readable.page) {
        Some(text) => text,
        None => {
            article.cut = readable.cut;
            readable.text
        }
    };
    if article.text.is_empty() && !article.paywalled {
        return Err(SourceError::NoArticle("no text was found"));
    }
    Ok(article)
}

/// What to take instead of the readability text, if that missed what the page itself or its paragraphs plainly hold.
fn better_text(readable: &str, metadata: &Metadata, page: &str) -> Option<String> {
    let n_words = |text: &str| text.split_whitespace().count();
    let n_readable = n_words(readable);
    let stated = metadata.body.as_ref().filter(|stated| n_words(stated) >= 60.max(2 * n_readable + 1));
    if stated.is_some() {
        return stated.cloned();
    }
    let (paragraphs, marked) = blocks::text(page);
    let n_paragraphs = n_words(&paragraphs);
    // Paragraphs inside the page's own `article` that hold twice as much mean that the method took a part for the whole.
    let missed = marked && n_paragraphs >= 2 * n_readable.max(40);
    (missed || (n_readable < MIN_WORDS && n_paragraphs > n_readable)).then_some(paragraphs)
}

#[derive(Default)]
struct Readable {
    title: Option<String>,
    author: Option<String>,
    text: String,
    cut: Vec<Cut>,
    /// The page in which it was sought.
    page: String,
}

fn readability(html: &str, url: Option<&str>) -> Option<Readable> {
    let url = url.filter(|url| url::Url::parse(url).is_ok());
    // What the page states as JSON-LD is read by `metadata`, within limits.
    let settings = dom_smoothie::Config { disable_json_ld: true, ..dom_smoothie::Config::default() };
    let run = || {
        let (page, byline) = tidy::tidied(html)?;
        let tidied = page.html().to_string();
        let mut reader = dom_smoothie::Readability::with_document(page, url, Some(settings)).ok()?;
        let Ok(found) = reader.parse() else {
            return Some((Readable { page: tidied, ..Readable::default() }, String::new()));
        };
        let (content, cut) = trim::trim(&found.content, &found.title);
        let readable = Readable {
            title: Some(found.title).filter(|title| !title.trim().is_empty()),
            author: found
                .byline
                .or(byline)
                .map(|byline| metadata::person(&byline))
                .filter(|name| !name.is_empty()),
            text: String::new(),
            cut,
            page: tidied,
        };
        Some((readable, content))
    };
    // The library is not ours and the page may be hostile: a panic there leaves the plain way to the text.
    let (readable, content) = catch_unwind(AssertUnwindSafe(run)).ok().flatten()?;
    Some(Readable { text: html_to_text(&content), ..readable })
}

/// Puts an article into the item whose page it is.
pub fn apply(item: &mut Item, article: Article) {
    let n_words = |text: &str| text.split_whitespace().count();
    if article.paywalled {
        if item.content.is_empty() {
            item.content = article.summary.unwrap_or_default();
        }
        item.extent = if item.content.is_empty() { Extent::Headline } else { Extent::Summary };
    } else if n_words(&article.text) >= n_words(&item.content).max(MIN_WORDS) {
        item.content = article.text;
        item.extent = Extent::Full;
    }
    if item.author_name.is_empty() {
        item.author_name = article.author.unwrap_or_default();
    }
    if item.image_url.is_empty() {
        item.image_url = article.image_url.unwrap_or_default();
    }
    if item.title.is_empty() {
        item.title = article.title.unwrap_or_default();
    }
    if item.published_at.is_none()
        && let Some((at, precision)) = article.published
    {
        (item.published_at, item.precision) = (Some(at), precision);
    }
    if item.language.is_none() {
        item.language = article.language;
    }
}

#[cfg(test)]
#[path = "article_tests.rs"]
mod tests;
