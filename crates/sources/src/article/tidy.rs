//! What stands around and inside an article without being part of it, told by the page's own markup: navigation,
//! captions, share rows, related links, newsletter boxes, comments. Taken out before anybody looks for the text.
//!
//! A name is a hint, never a proof: themes put `no-comments` or `tag-newsletter` on the element that holds the
//! whole article. So nothing goes that holds the page's heading or more than its share of the page's prose.

use std::collections::HashMap;

use dom_query::{Document, NodeId, NodeRef};

use super::names::{self, Kind};
use super::page;
use crate::markup::text::squeeze;

/// Of the page's prose; an element with more is taken for the article itself.
const MAX_SHARE: f64 = 0.3;
/// Where more of the prose would go, the names mean something else on this page.
const MAX_CUT_SHARE: f64 = 0.6;
/// Of what is left; an `article` with more is the article.
const MIN_MARKED_SHARE: f64 = 0.75;
/// Lines around an article (who, when, where, under what) are short.
const MAX_LINE_WORDS: usize = 60;
/// Prose that may stand before an intro: cookie notes and the like.
const MAX_INTRO_PROSE: usize = 80;
const MAX_BYLINE_CHARS: usize = 100;
const MAX_BIO_WORDS: usize = 160;
/// Beside comments of any length there must be this much of something else.
const MIN_PROSE_BESIDE: usize = 40;

#[derive(Clone, Copy, Default)]
struct Size {
    n_words: usize,
    /// Words in paragraphs outside of links.
    n_prose: usize,
    has_heading: bool,
}

/// The page without them, and the byline if one of them was it; none where it is no tree that may be walked.
pub(super) fn tidied(html: &str) -> Option<(Document, Option<String>)> {
    let page = page::tree(html)?;
    let Some(body) = page.body() else { return Some((page, None)) };
    let mut sizes = HashMap::new();
    let all = measure(&body, false, false, &mut sizes);
    let mut walk = Walk { all, sizes, n_before: 0, byline: None, n_cut: 0 };
    walk.prune(&body);
    if walk.n_cut as f64 > walk.all.n_prose as f64 * MAX_CUT_SHARE {
        return page::tree(html).map(|page| (page, walk.byline));
    }
    only_article(&body);
    Some((page, walk.byline))
}

/// Where one `article` holds most of what is left, the page itself says where its text ends.
fn only_article(body: &NodeRef<'_>) {
    let mut sizes = HashMap::new();
    let all = measure(body, false, false, &mut sizes);
    let marked = body.descendants_it().find(|node| {
        node.has_name("article")
            && sizes
                .get(&node.id)
                .is_some_and(|size| size.n_prose as f64 >= all.n_prose as f64 * MIN_MARKED_SHARE)
    });
    let Some(marked) = marked.filter(|_| all.n_prose >= MIN_PROSE_BESIDE) else { return };
    let mut inside = marked;
    while inside.id != body.id {
        let Some(parent) = inside.parent() else { return };
        for sibling in parent.children().into_iter().filter(|sibling| sibling.id != inside.id) {
            sibling.remove_from_parent();
        }
        inside = parent;
    }
}

fn measure(node: &NodeRef<'_>, prose: bool, link: bool, sizes: &mut HashMap<NodeId, Size>) -> Size {
    let mut size = Size::default();
    for child in node.children_it(false) {
        if child.is_text() {
            let n = child.text().split_whitespace().count();
            size.n_words += n;
            size.n_prose += if prose && !link { n } else { 0 };
        } else if let Some(name) = child.node_name() {
            if matches!(&*name, "script" | "style" | "noscript" | "template" | "svg" | "iframe") {
                continue;
            }
            let inside = measure(&child, prose || is_prose(&name), link || &*name == "a", sizes);
            sizes.insert(child.id, inside);
            size.n_words += inside.n_words;
            size.n_prose += inside.n_prose;
            size.has_heading |= inside.has_heading || &*name == "h1";
        }
    }
    size
}

struct Walk {
    all: Size,
    sizes: HashMap<NodeId, Size>,
    /// Words of prose that stand before.
    n_before: usize,
    byline: Option<String>,
    /// Words of prose taken out, but for comments.
    n_cut: usize,
}

impl Walk {
    fn prune(&mut self, node: &NodeRef<'_>) {
        for child in node.children() {
            let Some(name) = child.node_name() else { continue };
            let size = self.sizes.get(&child.id).copied().unwrap_or_default();
            match kind(&child, &name) {
                // The method would judge it by its links and its name.
                Some(Kind::Embed) if &*name == "div" && child.find(&["blockquote"]).len() == 1 => {
                    child.remove_attrs(&["class", "id"]);
                    child.rename("blockquote");
                }
                Some(kind) if goes(kind, &size, &self.all, self.n_before) => {
                    if kind != Kind::Comments && size.n_words <= MAX_LINE_WORDS && self.byline.is_none() {
                        self.byline = byline(&child);
                    }
                    if kind != Kind::Comments {
                        self.n_cut += size.n_prose;
                    }
                    child.remove_from_parent();
                }
                _ if is_prose(&name) => self.n_before += size.n_prose,
                _ => self.prune(&child),
            }
        }
    }
}

/// The name in an element that says it holds one.
fn byline(node: &NodeRef<'_>) -> Option<String> {
    let says = |node: &NodeRef<'_>| {
        ["rel", "itemprop", "class", "id"].iter().any(|key| {
            node.attr(key).is_some_and(|value| {
                let value = value.to_ascii_lowercase();
                ["author", "byline", "writtenby"].iter().any(|name| value.contains(name))
            })
        })
    };
    let named = std::iter::once(*node).chain(node.descendants_it()).filter(says).last()?;
    let name = squeeze(&named.text());
    (!name.is_empty() && name.chars().count() < MAX_BYLINE_CHARS).then_some(name)
}

fn goes(kind: Kind, size: &Size, all: &Size, n_before: usize) -> bool {
    let within = |share: f64| size.n_prose as f64 <= all.n_prose as f64 * share;
    match kind {
        Kind::Embed => false,
        Kind::Unseen => within(MAX_SHARE),
        Kind::Intro => !size.has_heading && size.n_words <= MAX_LINE_WORDS && n_before < MAX_INTRO_PROSE,
        Kind::Line => !size.has_heading && size.n_words <= MAX_LINE_WORDS,
        Kind::Bio => !size.has_heading && size.n_words <= MAX_BIO_WORDS && within(MAX_SHARE),
        Kind::Aside => !size.has_heading && within(MAX_SHARE),
        Kind::Comments => !size.has_heading && all.n_prose.saturating_sub(size.n_prose) >= MIN_PROSE_BESIDE,
    }
}

fn kind(node: &NodeRef<'_>, name: &str) -> Option<Kind> {
    match name {
        "main" | "article" => return None,
        "figcaption" => return Some(Kind::Line),
        "nav" | "aside" | "footer" | "form" | "dialog" | "menu" => return Some(Kind::Aside),
        "button" | "select" | "label" | "input" | "template" => return Some(Kind::Unseen),
        _ => {}
    }
    let attribute = |key: &str| node.attr(key).map(|value| value.to_string());
    let style = attribute("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
    if node.has_attr("hidden") || style.contains("display:none") {
        return Some(Kind::Unseen);
    }
    let role = attribute("role").unwrap_or_default().to_ascii_lowercase();
    match role.as_str() {
        "navigation" | "complementary" | "contentinfo" | "banner" | "search" | "dialog" | "alertdialog" => {
            return Some(Kind::Aside);
        }
        _ => {}
    }
    names::ATTRIBUTES.iter().find_map(|(key, max_words)| names::kind(&attribute(key)?, *max_words))
}

fn is_prose(name: &str) -> bool {
    matches!(name, "p" | "blockquote" | "li" | "pre" | "td")
}
