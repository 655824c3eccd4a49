//! The elements of a document, nested. Reading is strict first; what fails is read again leniently,
//! with the guesses a person would make: an `item` inside an open `item` is the next one.

use super::entities::{self, OwnEntities};
use super::tokens::{Fault, Token, Tokens};

/// Deeper nesting is flattened: a feed needs seven levels, inline markup a few more.
const MAX_DEPTH: usize = 128;
const MAX_ELEMENTS: usize = 500_000;
const MAX_TEXT_BYTES: usize = 64 << 20;
const MAX_DECLARATIONS: usize = 256;

/// The vocabularies that mean something to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// No namespace, or one nobody knows, as the document's default.
    Plain,
    Atom,
    Rss,
    Rdf,
    Xhtml,
    DublinCore,
    Content,
    Itunes,
    Media,
    Podcast,
    Syndication,
    /// Known, and never a feed's own vocabulary.
    Foreign,
}

impl Namespace {
    /// Whether an element here can be part of a feed's skeleton.
    pub fn is_feed(self) -> bool {
        matches!(self, Namespace::Plain | Namespace::Atom | Namespace::Rss)
    }
}

#[derive(Clone, Debug)]
pub enum Child {
    Element(Element),
    Text(String),
}

#[derive(Clone, Debug)]
pub struct Element {
    pub namespace: Namespace,
    /// Without its prefix, in lower case.
    pub name: String,
    /// As written, for telling end tags apart.
    full_name: String,
    /// Names in lower case, with their prefixes.
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Child>,
}

pub struct Tree {
    /// One in a well-formed document; hostile ones may have several or none.
    pub roots: Vec<Element>,
    /// The names of the roots and everything else stay readable even when this is not empty.
    pub faults: Vec<Fault>,
}

impl Tree {
    /// The strict reading, or the lenient one where the strict one fails.
    pub fn read(text: &str) -> Tree {
        let strict = Builder::new(text, false).run();
        if strict.faults.is_empty() {
            return strict;
        }
        let lenient = Builder::new(text, true).run();
        Tree { faults: strict.faults.into_iter().chain(lenient.faults).take(16).collect(), ..lenient }
    }

    pub fn is_well_formed(&self) -> bool {
        self.faults.is_empty()
    }
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        // A prefix nobody else uses for the same thing, such as `rdf:about`, may be left out.
        let found = found.or_else(|| {
            self.attributes
                .iter()
                .find(|(known, _)| known.rsplit_once(':').is_some_and(|(_, local)| local == name))
        });
        found.map(|(_, value)| value.as_str())
    }

    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    pub fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|element| element.name == name)
    }

    /// All the text inside, without the tags.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.push_text(&mut text);
        text
    }

    fn push_text(&self, text: &mut String) {
        for child in &self.children {
            match child {
                Child::Text(inside) => text.push_str(inside),
                Child::Element(element) => element.push_text(text),
            }
        }
    }

    /// What is inside, as HTML: text that held escaped markup is that markup, inline elements are written out.
    pub fn inner_html(&self) -> String {
        let mut html = String::new();
        let inline = self.elements().next().is_some();
        self.push_html(&mut html, inline);
        html
    }

    /// As `inner_html`, for content that says it holds elements, so that its text is only text.
    pub fn inner_xhtml(&self) -> String {
        let mut html = String::new();
        self.push_html(&mut html, true);
        html
    }

    fn push_html(&self, html: &mut String, escape: bool) {
        for child in &self.children {
            match child {
                Child::Text(text) if escape => push_escaped(html, text),
                Child::Text(text) => html.push_str(text),
                Child::Element(element) => {
                    html.push('<');
                    html.push_str(&element.name);
                    for (name, value) in &element.attributes {
                        if !name.starts_with("xmlns") {
                            html.push(' ');
                            html.push_str(name);
                            html.push_str("=\"");
                            push_escaped(html, value);
                            html.push('"');
                        }
                    }
                    html.push('>');
                    element.push_html(html, escape);
                    html.push_str("</");
                    html.push_str(&element.name);
                    html.push('>');
                }
            }
        }
    }
}

fn push_escaped(html: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(c),
        }
    }
}

struct Builder<'a> {
    tokens: Tokens<'a>,
    lenient: bool,
    open: Vec<Element>,
    roots: Vec<Element>,
    own: OwnEntities,
    /// Prefix and address of each declaration in scope, with the depth it was made at.
    declared: Vec<(usize, String, Namespace)>,
    elements: usize,
    text_bytes: usize,
    /// Start tags beyond the depth limit whose end tags must be passed over too.
    flattened: usize,
    broken: bool,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, lenient: bool) -> Builder<'a> {
        Builder {
            tokens: Tokens::xml(text),
            lenient,
            open: Vec::new(),
            roots: Vec::new(),
            own: OwnEntities::new(),
            declared: Vec::new(),
            elements: 0,
            text_bytes: 0,
            flattened: 0,
            broken: false,
        }
    }

    fn run(mut self) -> Tree {
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
        Tree { faults: self.tokens.faults().to_vec(), roots: self.roots }
    }

    fn start(&mut self, full_name: &str, attributes: &[(&str, &str)], empty: bool) {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            self.tokens.note(Fault::TooLarge);
            self.broken = true;
            return;
        }
        if self.open.is_empty() && !self.roots.is_empty() {
            self.tokens.note(Fault::SecondRoot);
        }
        let full_name = full_name.to_ascii_lowercase();
        let attributes = self.attributes(attributes);
        let (namespace, name) = self.resolve(&full_name, &attributes);
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

    fn resolve(&mut self, full_name: &str, _attributes: &[(String, String)]) -> (Namespace, String) {
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
        self.text_bytes += text.len();
        if self.text_bytes > MAX_TEXT_BYTES {
            self.tokens.note(Fault::TooLarge);
            self.broken = true;
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

fn namespace_of(address: &str, prefix: &str) -> Namespace {
    let address = address.trim().to_ascii_lowercase();
    let address = address.trim_end_matches(['/', '#']);
    const KNOWN: &[(&str, Namespace)] = &[
        ("w3.org/2005/atom", Namespace::Atom),
        ("purl.org/atom/ns", Namespace::Atom),
        ("example.com/newformat", Namespace::Atom),
        ("purl.org/rss/1.0/modules/content", Namespace::Content),
        ("purl.org/rss/1.0/modules/syndication", Namespace::Syndication),
        ("purl.org/rss/1.0/modules", Namespace::Foreign),
        ("purl.org/rss/1.0", Namespace::Rss),
        ("my.netscape.com/rdf/simple/0.9", Namespace::Rss),
        ("channel.netscape.com/rdf/simple/0.9", Namespace::Rss),
        ("my.netscape.com/publish/formats/rss-0.91", Namespace::Rss),
        ("backend.userland.com", Namespace::Rss),
        ("blogs.law.harvard.edu/tech/rss", Namespace::Rss),
        ("purl.org/net/rss1.1", Namespace::Rss),
        ("1999/02/22-rdf-syntax-ns", Namespace::Rdf),
        ("w3.org/1999/xhtml", Namespace::Xhtml),
        ("purl.org/dc/", Namespace::DublinCore),
        ("purl.org/metadata/dublin_core", Namespace::DublinCore),
        ("itunes.com/dtds/podcast", Namespace::Itunes),
        ("itunes.apple.com/dtds", Namespace::Itunes),
        ("search.yahoo.com/mrss", Namespace::Media),
        ("podcastindex.org/namespace", Namespace::Podcast),
        ("podcast-namespace/blob/main/docs/1.0", Namespace::Podcast),
        ("opengis.net/kml", Namespace::Foreign),
        ("earth.google.com/kml", Namespace::Foreign),
        ("w3.org/2000/svg", Namespace::Foreign),
    ];
    match KNOWN.iter().find(|(part, _)| address.contains(part)) {
        Some((_, namespace)) => *namespace,
        None if prefix.is_empty() => Namespace::Plain,
        // A prefix bound to an address we do not know still tells what its author meant.
        None => well_known_prefix(prefix),
    }
}

fn well_known_prefix(prefix: &str) -> Namespace {
    match prefix {
        "atom" | "atom10" | "a" | "atom03" => Namespace::Atom,
        "rss" | "rss1" => Namespace::Rss,
        "rdf" => Namespace::Rdf,
        "xhtml" | "html" | "h" => Namespace::Xhtml,
        "dc" | "dcterms" | "dct" => Namespace::DublinCore,
        "content" => Namespace::Content,
        "itunes" => Namespace::Itunes,
        "media" => Namespace::Media,
        "podcast" => Namespace::Podcast,
        "sy" => Namespace::Syndication,
        _ => Namespace::Foreign,
    }
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
