//! What the readability method leaves at the edges of an article and between its paragraphs: headline and byline
//! above, link rows below, `Related: …` in the middle. Told by place, links and the few words that label such rows.

use dom_query::{Document, NodeRef};

use super::Cut;
use crate::markup::text::squeeze;

/// A paragraph of so many words, mostly outside of links, is the article.
const MIN_REAL_WORDS: usize = 15;
/// What follows a closing label goes with it, up to this share of all words outside of links.
const MAX_TAIL_SHARE: f64 = 0.25;
const MAX_LABEL_WORDS: usize = 8;
/// An introduction to a link, and the link.
const MAX_ROW_WORDS: usize = 40;
const MIN_ROW_LINK_SHARE: f64 = 0.4;
/// A link of fewer words may be part of a sentence that breaks off.
const MIN_POINTER_WORDS: usize = 4;
const MAX_CUTS: usize = 100;

const ABOVE: &str = "stands above the text";
const LINKS: &str = "links to other pages";
const BELOW: &str = "stands below the text";

struct Block<'a> {
    node: NodeRef<'a>,
    text: String,
    n_words: usize,
    n_link_words: usize,
    is_heading: bool,
    is_item: bool,
}

impl Block<'_> {
    fn link_share(&self) -> f64 {
        self.n_link_words as f64 / self.n_words.max(1) as f64
    }

    fn is_real(&self) -> bool {
        !self.is_heading && self.n_words >= MIN_REAL_WORDS && self.link_share() < 0.5
    }

    fn is_row(&self) -> bool {
        self.link_share() >= MIN_ROW_LINK_SHARE && self.n_words <= MAX_ROW_WORDS
    }

    /// A whole paragraph that is one link, and no sentence, points elsewhere.
    fn is_pointer(&self) -> bool {
        let stands_alone = !self.is_item && !self.is_heading && self.link_share() > 0.9;
        stands_alone && self.n_words >= MIN_POINTER_WORDS && !self.ends_a_sentence()
    }

    fn is_label(&self) -> bool {
        self.n_words <= MAX_LABEL_WORDS && is_label(&self.text)
    }

    fn ends_a_sentence(&self) -> bool {
        let end = self.text.trim_end_matches(['"', '”', '’', '»', ')', '\'']).chars().next_back();
        end.is_some_and(|c| matches!(c, '.' | '!' | '?' | '…' | ':' | ';' | '。' | '！' | '？'))
    }
}

/// The article's HTML without them, and what they were.
pub(super) fn trim(html: &str, title: &str) -> (String, Vec<Cut>) {
    let article = Document::from(html);
    let mut blocks = Vec::new();
    if let Some(body) = article.body() {
        collect(&body, &mut blocks);
    }
    let reasons = reasons(&blocks, title);
    let mut cut = Vec::new();
    for (block, reason) in blocks.iter().zip(reasons) {
        let Some(reason) = reason else { continue };
        block.node.remove_from_parent();
        if cut.len() < MAX_CUTS {
            cut.push(Cut { text: block.text.clone(), reason });
        }
    }
    (article.html().to_string(), cut)
}

/// Elements that hold text and no other block.
fn collect<'a>(node: &NodeRef<'a>, blocks: &mut Vec<Block<'a>>) {
    for child in node.children_it(false) {
        let Some(name) = child.node_name() else { continue };
        let n_before = blocks.len();
        collect(&child, blocks);
        if blocks.len() > n_before || !is_block(&name) {
            continue;
        }
        let text = squeeze(&child.text());
        if text.is_empty() {
            continue;
        }
        let links = child.descendants_it().filter(|inside| inside.has_name("a"));
        let n_link_words = links.map(|link| link.text().split_whitespace().count()).sum();
        let is_heading = matches!(&*name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let n_words = text.split_whitespace().count();
        blocks.push(Block { node: child, text, n_words, n_link_words, is_heading, is_item: &*name == "li" });
    }
}

/// Why each block goes, if it goes.
fn reasons(blocks: &[Block<'_>], title: &str) -> Vec<Option<&'static str>> {
    let mut reasons = link_rows(blocks);
    let is_real = |index: &usize| blocks[*index].is_real() && reasons[*index].is_none();
    let Some(first) = (0..blocks.len()).find(is_real) else { return vec![None; blocks.len()] };
    let last = (0..blocks.len()).rev().find(is_real).unwrap_or(first);
    let end = closing_label(blocks, first).unwrap_or(blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let links_on = index > last && block.link_share() >= 0.5 && !block.ends_a_sentence();
        if index < first && is_above(block, title) {
            reasons[index] = Some(ABOVE);
        } else if index >= end || links_on {
            reasons[index] = Some(BELOW);
        }
    }
    // A heading with nothing left to head.
    for index in (last + 1..blocks.len()).rev() {
        let next_goes = reasons.get(index + 1).is_none_or(Option::is_some);
        if blocks[index].is_heading && next_goes {
            reasons[index] = Some(BELOW);
        }
    }
    reasons
}

/// Rows of links between the paragraphs, with the line that labels them.
fn link_rows(blocks: &[Block<'_>]) -> Vec<Option<&'static str>> {
    let mut in_row = false;
    let mut rows = Vec::with_capacity(blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let begins = block.is_label() && blocks.get(index + 1).is_some_and(Block::is_row);
        let goes = begins
            || block.is_pointer()
            || (block.is_row() && (in_row || is_label_start(&folded(&block.text))));
        in_row = begins || (in_row && goes);
        rows.push(goes.then_some(LINKS));
    }
    rows
}

/// Where a closing label begins what is not the article any more.
fn closing_label(blocks: &[Block<'_>], first: usize) -> Option<usize> {
    let plain = |block: &Block<'_>| block.n_words.saturating_sub(block.n_link_words);
    let all: usize = blocks.iter().map(plain).sum();
    let mut n_before: usize = blocks[..=first].iter().map(plain).sum();
    (first + 1..blocks.len()).find(|index| {
        let n_after = all - n_before;
        n_before += plain(&blocks[*index]);
        blocks[*index].is_label() && n_after as f64 <= all as f64 * MAX_TAIL_SHARE
    })
}

/// Headline, byline, date, section: no sentence, and nothing of the article before it.
fn is_above(block: &Block<'_>, title: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (text, title) = (letters(&block.text), letters(title));
    let is_title = !text.is_empty() && (text == title || (text.len() > 20 && title.contains(&text)));
    is_title || (!block.is_heading && !block.ends_a_sentence()) || block.link_share() > 0.8
}

fn folded(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric() && c != ':').to_lowercase().replace('’', "'")
}

fn is_label(text: &str) -> bool {
    let text = folded(text);
    let bare = text.trim_end_matches(':');
    let is_more = bare.starts_with("more ") && MORE_ENDS.iter().any(|end| bare.ends_with(end));
    LABELS.contains(&bare) || is_label_start(&text) || is_more
}

fn is_label_start(folded: &str) -> bool {
    LABEL_STARTS.iter().any(|label| folded.starts_with(label))
}

#[rustfmt::skip]
const LABELS: &[&str] = &[
    "related", "comments", "trending", "tags", "share", "share this", "sharing is caring", "popular",
    "most popular", "most read", "latest", "filed under", "topics", "newsletter", "further reading", "up next",
    "read next", "recommended", "editors' picks", "top stories", "latest news", "latest stories",
    "advertisement",
];
const MORE_ENDS: &[&str] = &["stories", "news", "articles", "posts", "videos", "reading"];
#[rustfmt::skip]
const LABEL_STARTS: &[&str] = &[
    "related:", "related stor", "related article", "related post", "related link", "related content",
    "related news", "related reading", "related coverage", "read more", "read also", "read next", "also read",
    "also see", "see also", "more from ", "more on ", "more:", "you may also", "you might also", "you may like",
    "about the author", "recommended for", "don't miss", "watch:", "leggi anche", "lesen sie auch",
    "mehr zum thema", "das könnte sie auch", "à lire aussi", "lire aussi", "lea también", "lee también",
    "te puede interesar", "leia também", "leia mais", "veja também", "lees ook", "czytaj też", "czytaj także",
    "читайте также", "читайте ещё", "похожие", "по теме", "関連記事", "あわせて読みたい", "相关阅读", "相关文章",
    "관련기사",
];

fn is_block(name: &str) -> bool {
    #[rustfmt::skip]
    const BLOCKS: &[&str] = &[
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "dl", "dt", "dd", "table", "tbody", "tr",
        "td", "th", "blockquote", "section", "article", "header", "footer", "aside", "figure", "figcaption", "main",
        "pre", "form", "details", "summary", "address",
    ];
    BLOCKS.contains(&name)
}
