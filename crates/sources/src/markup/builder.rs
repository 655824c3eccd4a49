//! Tokens to a tree. The lenient way closes what its author forgot to close.

use super::entities::{self, OwnEntities};
use super::namespace::{Namespace, namespace_of, well_known_prefix};
use super::tokens::{Fault, Token, Tokens};
use super::tree::{Child, Element, Tree};
use crate::budget;

/// Deeper nesting is flattened: a feed needs seven levels, inline markup a few more.
const MAX_DEPTH: usize = 128;
/// Elements and attributes.
const MAX_NODES: usize = 1_000_000;
/// Names, attributes and text, decoded.
const MAX_DECODED_BYTES: usize = 64 << 20;
const MAX_DECLARATIONS: usize = 256;

pub(super) struct Builder<'a> {
    tokens: Tokens<'a>,
    lenient: bool,
    open: Vec<Element>,
    roots: Vec<Element>,
    own: OwnEntities,
    /// Prefix and address of each declaration in scope, with the depth it was made at.
    declared: Vec<(usize, String, Namespace)>,
    nodes: usize,
    decoded_bytes: usize,
    /// Start tags beyond the depth limit whose end tags must be passed over too.
    flattened: usize,
    broken: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str, lenient: bool) -> Builder<'a> {
        Builder {
            tokens: Tokens::xml(text),
            lenient,
            open: Vec::new(),
            roots: Vec::new(),
            own: OwnEntities::new(),
            declared: Vec::new(),
            nodes: 0,
            decoded_bytes: 0,
            flattened: 0,
            broken: false,
        }
    }

    pub(super) fn run(mut self) -> Tree {
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Start { name, attributes, empty } => self.start(name, &attributes, empty),
                Token::End { name } => self.end(name),
                Token::Text(text) => self.text(text),
                Token::CData(text) => self.push_text(text.to_owned()),
                Token::Doctype(text) => self.own = internal_entities(text),
            }
            if self.broken || (!self.lenient && !self.tokens.faults().is_empty()) {
                break;
            }
        }
        if !self.open.is_empty() {
            self.tokens.note(Fault::UnclosedElement);
        }
        while !self.open.is_empty() {
            self.close();
        }
        Tree {
            faults: self.tokens.faults().to_vec(),
            roots: self.roots,
            nodes: self.nodes,
            decoded_bytes: self.decoded_bytes,
        }
    }

    fn start(&mut self, full_name: &str, attributes: &[(&str, &str)], empty: bool) {
        let decoded = 2 * full_name.len() + attributes.iter().map(|(name, _)| name.len()).sum::<usize>();
        if !self.count(1 + attributes.len(), decoded) {
            return;
        }
        if self.open.is_empty() && !self.roots.is_empty() {
            self.tokens.note(Fault::SecondRoot);
        }
        let full_name = full_name.to_ascii_lowercase();
        let attributes = self.attributes(attributes);
        let (namespace, name) = self.resolve(&full_name);
        if self.lenient {
            self.close_what_this_ends(namespace, &name);
        }
        if self.open.len() >= MAX_DEPTH {
            self.tokens.note(Fault::TooDeep);
            self.flattened += usize::from(!empty);
            return;
        }
        let void =
            self.lenient && matches!(name.as_str(), "br" | "img" | "hr" | "input" | "meta" | "col" | "wbr");
        self.open.push(Element { namespace, name, full_name, attributes, children: Vec::new() });
        if empty || void {
            self.close();
        }
    }

    fn attributes(&mut self, attributes: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut read = Vec::with_capacity(attributes.len());
        for (name, value) in attributes {
            let name = name.to_ascii_lowercase();
            let value = entities::decode(value, &self.own).0.into_owned();
            if !self.count(0, value.len()) {
                break;
            }
            let prefix = if name == "xmlns" { Some("") } else { name.strip_prefix("xmlns:") };
            if let Some(prefix) = prefix
                && self.declared.len() < MAX_DECLARATIONS
            {
                let namespace = namespace_of(&value, prefix);
                self.declared.push((self.open.len(), prefix.to_owned(), namespace));
            }
            read.push((name, value));
        }
        read
    }

    fn resolve(&self, full_name: &str) -> (Namespace, String) {
        let (prefix, local) = full_name.split_once(':').unwrap_or(("", full_name));
        let declared = self.declared.iter().rev().find(|(_, known, _)| known == prefix);
        let namespace = match declared {
            Some((_, _, namespace)) => *namespace,
            None if prefix.is_empty() => Namespace::Plain,
            None => {
                // Forgiven in either reading: it changes no element's place.
                well_known_prefix(prefix)
            }
        };
        (namespace, local.to_owned())
    }

    /// Closes the elements that cannot contain the one which begins now.
    fn close_what_this_ends(&mut self, namespace: Namespace, name: &str) {
        if !namespace.is_feed() {
            return;
        }
        if matches!(name, "item" | "entry") {
            let inside = self.open.iter().rposition(|open| matches!(open.name.as_str(), "item" | "entry"));
            let keep = match inside {
                Some(index) => index,
                None => self
                    .open
                    .iter()
                    .rposition(|open| {
                        matches!(open.name.as_str(), "channel" | "rss" | "rdf" | "feed" | "items")
                    })
                    .map_or(self.open.len(), |index| index + 1),
            };
            while self.open.len() > keep {
                self.tokens.note(Fault::UnclosedElement);
                self.close();
            }
        } else if is_field(name)
            && self.open.last().is_some_and(|open| open.namespace.is_feed() && is_leaf(&open.name))
        {
            self.tokens.note(Fault::UnclosedElement);
            self.close();
        }
    }

    fn end(&mut self, name: &str) {
        if self.flattened > 0 {
            self.flattened -= 1;
            return;
        }
        let name = name.to_ascii_lowercase();
        if self.open.last().is_some_and(|open| open.full_name == name) {
            self.close();
            return;
        }
        self.tokens.note(Fault::MismatchedEndTag);
        if !self.lenient {
            self.broken = true;
            return;
        }
        let local = name.rsplit(':').next().unwrap_or(&name);
        let found = self
            .open
            .iter()
            .rposition(|open| open.full_name == name)
            .or_else(|| self.open.iter().rposition(|open| open.name == local));
        if let Some(index) = found {
            while self.open.len() > index {
                self.close();
            }
        } else if self.open.last().is_some_and(|open| is_leaf(&open.name)) {
            // `<language>en</langauge>`: nothing of that name is open, so it was meant for this one.
            self.close();
        }
    }

    /// False where it is too much, which ends the reading.
    fn count(&mut self, nodes: usize, decoded_bytes: usize) -> bool {
        self.nodes += nodes;
        self.decoded_bytes += decoded_bytes;
        if self.nodes > MAX_NODES || self.decoded_bytes > MAX_DECODED_BYTES {
            self.tokens.note(Fault::TooLarge);
            self.broken = true;
            return false;
        }
        budget::charge_nodes(nodes);
        budget::charge_bytes(decoded_bytes);
        true
    }

    fn close(&mut self) {
        let Some(element) = self.open.pop() else { return };
        let depth = self.open.len();
        self.declared.retain(|(at, _, _)| *at < depth);
        match self.open.last_mut() {
            Some(parent) => parent.children.push(Child::Element(element)),
            None => self.roots.push(element),
        }
    }

    fn text(&mut self, raw: &str) {
        let (text, unknown) = entities::decode(raw, &self.own);
        if unknown {
            self.tokens.note(Fault::UnknownEntity);
        }
        if self.open.is_empty() {
            if !text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
                self.tokens.note(Fault::TextOutsideRoot);
            }
            return;
        }
        let text = text.into_owned();
        self.push_text(text);
    }

    fn push_text(&mut self, text: String) {
        if !self.count(0, text.len()) {
            return;
        }
        if let Some(parent) = self.open.last_mut() {
            match parent.children.last_mut() {
                Some(Child::Text(before)) => before.push_str(&text),
                _ => parent.children.push(Child::Text(text)),
            }
        }
    }
}

/// Elements of a feed that hold a line of text and nothing else.
fn is_leaf(name: &str) -> bool {
    const LEAVES: &[&str] = &[
        "title",
        "link",
        "guid",
        "id",
        "pubdate",
        "lastbuilddate",
        "language",
        "copyright",
        "author",
        "category",
        "published",
        "updated",
        "modified",
        "issued",
        "generator",
        "docs",
        "ttl",
        "url",
        "width",
        "height",
        "webmaster",
        "managingeditor",
        "comments",
        "rights",
        "logo",
        "icon",
        "name",
        "email",
        "uri",
        "creator",
        "date",
    ];
    LEAVES.contains(&name)
}

/// Elements that begin a new line of a feed, so that an open leaf must have ended before them.
fn is_field(name: &str) -> bool {
    is_leaf(name) && !matches!(name, "name" | "email" | "uri" | "url")
        || matches!(name, "description" | "summary" | "content" | "channel" | "image" | "enclosure")
}

/// The text entities a document type declares. Values that hold markup or other entities are left
/// out: that is how a small file becomes a large one.
fn internal_entities(doctype: &str) -> OwnEntities {
    let mut own = OwnEntities::new();
    for declaration in doctype.split("<!ENTITY").skip(1).take(64) {
        let mut parts = declaration.trim_start().splitn(2, char::is_whitespace);
        let (Some(name), Some(rest)) = (parts.next(), parts.next()) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some(value) = rest[1..].split(quote).next() else { continue };
        let (value, unknown) = entities::decode(value, &OwnEntities::new());
        if !unknown && value.len() <= 128 && name.len() <= 32 && !value.contains(['<', '&']) {
            own.insert(name.to_owned(), value.into_owned());
        }
    }
    own
}

impl Tree {
    /// The strict reading, or the lenient one where the strict one fails.
    pub fn read(text: &str) -> Tree {
        let strict = Builder::new(text, false).run();
        if strict.faults.is_empty() {
            return strict;
        }
        // One tree at a time: only its faults outlive the strict one.
        let Tree { faults, roots, nodes, decoded_bytes } = strict;
        drop(roots);
        budget::give_back(decoded_bytes, nodes);
        let lenient = Builder::new(text, true).run();
        Tree { faults: faults.into_iter().chain(lenient.faults).take(16).collect(), ..lenient }
    }
}
