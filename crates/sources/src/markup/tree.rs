//! The elements of a document, nested. Reading is strict first; what fails is read again leniently,
//! with the guesses a person would make: an `item` inside an open `item` is the next one.

pub use super::namespace::Namespace;
use super::tokens::Fault;

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
    pub(super) full_name: String,
    /// Names in lower case, with their prefixes.
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Child>,
}

pub struct Tree {
    /// One in a well-formed document; hostile ones may have several or none.
    pub roots: Vec<Element>,
    /// The names of the roots and everything else stay readable even when this is not empty.
    pub faults: Vec<Fault>,
    /// What was charged for it.
    pub(super) nodes: usize,
    pub(super) decoded_bytes: usize,
}

impl Tree {
    /// Of names, attributes and text together, as they stand in the tree.
    pub fn decoded_bytes(&self) -> usize {
        self.decoded_bytes
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
