//! A page as a tree, within limits. The tree is built by the same parser that browsers' rules are written for, and a
//! page may be made to trick it: formatting that is opened again in every block, elements nested by the thousand,
//! attributes that are compared with one another. So nodes are counted as they are made, and the finished tree is
//! looked at before anything walks through it by recursion. None means that the page is read the plain way.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use dom_query::{Document, NodeId, NodeRef};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

use crate::budget;

/// Articles in use have a quarter of this.
const MAX_NODES: usize = 40_000;
/// Each level is a call inside a call.
const MAX_DEPTH: usize = 250;
/// Each is compared with those before it. Scripts look like tags with hundreds of them.
const MAX_ATTRIBUTES_OF_ELEMENT: usize = 3_000;
/// For each ampersand in a text the writer of a tree looks through the rest of that text.
const MAX_LOOKED_THROUGH_BYTES: usize = 2_000_000_000;

pub(super) fn tree(html: &str) -> Option<Document> {
    if !has_few_attributes(html) {
        return None;
    }
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    let sink = Counting { page: Document::default(), nodes: Cell::new(0), depths: RefCell::default() };
    // The library is not ours: a panic there leaves the plain way to the text.
    let page = catch_unwind(AssertUnwindSafe(|| parse_document(sink, options).one(html))).ok()?;
    is_shallow(&page).then_some(page)
}

/// Looks at every place where a tag may begin, also inside of comments and scripts: which of them the parser takes for
/// tags depends on more than can be told here.
fn has_few_attributes(html: &str) -> bool {
    let bytes = html.as_bytes();
    // Tags inside the values of others are looked at once more, but not for ever.
    let mut looked_at = 0;
    for (at, pair) in bytes.windows(2).enumerate() {
        if pair[0] != b'<' || !pair[1].is_ascii_alphabetic() {
            continue;
        }
        let Some(length) = tag_length(&bytes[at..]) else { return false };
        looked_at += length;
        if looked_at > 64 * bytes.len() {
            return false;
        }
    }
    true
}

/// How far a tag that begins here goes; none where it has too many attributes.
fn tag_length(tag: &[u8]) -> Option<usize> {
    let mut attributes = 0;
    let mut at = tag.iter().position(|byte| ends_name(*byte)).unwrap_or(tag.len());
    loop {
        while tag.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/') {
            at += 1;
        }
        match tag.get(at) {
            None | Some(b'>') => return Some(at),
            Some(_) => attributes += 1,
        }
        if attributes > MAX_ATTRIBUTES_OF_ELEMENT {
            return None;
        }
        // A name may begin with anything, also with an equals sign.
        at += 1;
        at += tag[at..].iter().position(|byte| ends_name(*byte) || *byte == b'=').unwrap_or(tag.len() - at);
        let after = at + tag[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if tag.get(after) != Some(&b'=') {
            continue;
        }
        at = after + 1;
        at += tag[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &tag[at..];
        at += match rest.first() {
            Some(quote @ (b'"' | b'\'')) => {
                rest[1..].iter().position(|byte| byte == quote).map_or(rest.len(), |length| length + 2)
            }
            _ => {
                rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>').unwrap_or(rest.len())
            }
        };
    }
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}

fn is_shallow(page: &Document) -> bool {
    let mut open: Vec<(NodeRef<'_>, usize)> = vec![(page.root(), 0)];
    let mut looked_through = 0usize;
    while let Some((node, depth)) = open.pop() {
        if depth > MAX_DEPTH {
            return false;
        }
        if node.is_text() {
            let text = node.text();
            let ampersands = text.bytes().filter(|byte| *byte == b'&').count();
            looked_through = looked_through.saturating_add(ampersands.saturating_mul(text.len()));
        }
        open.extend(node.children_it(false).map(|child| (child, depth + 1)));
    }
    looked_through <= MAX_LOOKED_THROUGH_BYTES
}

/// Hands everything on to the document, and stops where there are too many nodes or where they are nested too deeply: the
/// parser looks through all open elements for nearly every tag.
struct Counting {
    page: Document,
    nodes: Cell<usize>,
    /// As far as elements are appended to their parents; what is moved later is found in the finished tree.
    depths: RefCell<HashMap<NodeId, usize>>,
}

struct TooLarge;

impl Counting {
    fn count(&self) {
        budget::charge_nodes(1);
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get() > MAX_NODES {
            resume_unwind(Box::new(TooLarge));
        }
    }

    fn nest(&self, parent: &NodeId, child: NodeId) {
        let mut depths = self.depths.borrow_mut();
        let depth = depths.get(parent).map_or(0, |depth| depth + 1);
        depths.insert(child, depth);
        drop(depths);
        if depth > MAX_DEPTH {
            resume_unwind(Box::new(TooLarge));
        }
    }
}

impl TreeSink for Counting {
    type Handle = NodeId;
    type Output = Document;
    type ElemName<'a> = <Document as TreeSink>::ElemName<'a>;

    fn finish(self) -> Document {
        self.page.finish()
    }

    /// Nobody reads them, and a page may hold any number.
    fn parse_error(&self, _: Cow<'static, str>) {
        budget::charge_step();
    }

    fn get_document(&self) -> NodeId {
        self.page.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Self::ElemName<'a> {
        self.page.elem_name(target)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> NodeId {
        self.count();
        self.page.create_element(name, attrs, flags)
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.count();
        self.page.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.count();
        self.page.create_pi(target, data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.nest(parent, *node);
        }
        self.page.append(parent, child);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, before: &NodeId, child: NodeOrText<NodeId>) {
        self.page.append_based_on_parent_node(element, before, child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.page.append_doctype_to_document(name, public_id, system_id);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.page.get_template_contents(target)
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        self.page.same_node(x, y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.page.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, node: NodeOrText<NodeId>) {
        self.page.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        self.page.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.page.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.page.reparent_children(node, new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &NodeId) -> bool {
        self.page.is_mathml_annotation_xml_integration_point(handle)
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
