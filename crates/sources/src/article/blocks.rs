//! The plain way to an article, for pages that the readability method fails on or must not be given:
//! paragraphs that are not mostly links, inside the page's `article` where it has one.

use crate::markup::entities::{self, OwnEntities};
use crate::markup::text::squeeze;
use crate::markup::tokens::{Token, Tokens};

const ASIDE: &[&str] = &[
    "nav", "footer", "aside", "form", "header", "script", "style", "noscript", "figure", "button", "select",
    "svg",
];
const BREAKS: &[&str] = &[
    "p",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "ul",
    "ol",
    "table",
    "tr",
    "td",
    "section",
    "article",
    "main",
    "blockquote",
    "pre",
    "body",
    "hr",
];

fn is(name: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[derive(Default)]
struct Block {
    text: String,
    n_link_bytes: usize,
    in_article: bool,
}

/// The paragraphs, and whether the page marked them as its article.
pub(super) fn text(html: &str) -> (String, bool) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut block = Block::default();
    let (mut aside, mut article, mut link) = (0usize, 0usize, 0usize);
    for token in Tokens::html(html) {
        let (name, start) = match token {
            Token::Start { name, empty: false, .. } => (name, true),
            Token::End { name } => (name, false),
            Token::Text(raw) if aside == 0 => {
                let text = entities::decode(raw, &OwnEntities::new()).0;
                block.n_link_bytes += if link > 0 { text.len() } else { 0 };
                block.text.push_str(&text);
                continue;
            }
            _ => continue,
        };
        let step = |n: usize| if start { n + 1 } else { n.saturating_sub(1) };
        if is(name, BREAKS) {
            block.in_article = article > 0;
            blocks.push(std::mem::take(&mut block));
        }
        if is(name, ASIDE) {
            aside = step(aside);
        } else if is(name, &["article", "main"]) {
            article = step(article);
        } else if name.eq_ignore_ascii_case("a") {
            link = usize::from(start);
        }
    }
    blocks.push(block);
    let worth = |block: &&Block| {
        let n_words = block.text.split_whitespace().count();
        n_words >= 8 && block.n_link_bytes * 2 < block.text.len()
    };
    let inside: Vec<String> = blocks
        .iter()
        .filter(worth)
        .filter(|block| block.in_article)
        .map(|block| squeeze(&block.text))
        .collect();
    if inside.iter().map(|text| text.split_whitespace().count()).sum::<usize>() >= 60 {
        return (inside.join("\n\n"), true);
    }
    let all: Vec<String> = blocks.iter().filter(worth).map(|block| squeeze(&block.text)).collect();
    (all.join("\n\n"), false)
}
