//! A tree to a feed. What is a feed at all is decided by the skeleton: a known root, or channels,
//! items and entries where the root has been lost.

use url::Url;

use super::entry::{self, Base};
use super::{Entry, Feed, Format, MAX_ENTRIES, NotFeed};
use crate::markup::tree::{Element, Namespace, Tree};
use crate::markup::{html_to_text, html_to_title};

pub(super) fn parse(text: &str, base: Option<&Url>) -> Result<Feed, NotFeed> {
    if !text.contains('<') {
        return Err(NotFeed::Unknown);
    }
    let tree = Tree::read(text);
    let (root, format) = find_root(&tree)?;
    let base = Base::new(base).inside(root);
    let mut feed = Feed {
        format,
        title: None,
        link: None,
        description: None,
        language: root.attribute("xml:lang").map(str::to_owned),
        author: None,
        image_url: None,
        ttl_minutes: None,
        podcast: false,
        faults: tree.faults.clone(),
        entries: Vec::new(),
    };
    let lone_entry = matches!(root.name.as_str(), "entry" | "item");
    if lone_entry {
        feed.entries.push(entry::read(root, &base));
    } else {
        let mut walk = Walk { feed: &mut feed, title_depth: usize::MAX };
        walk.container(root, &base, 0);
        // Several roots: what stands after the first belongs to it, as in `<rss>` closed too early.
        for other in tree.roots.iter().filter(|other| !std::ptr::eq(*other, root)) {
            walk.container_or_entry(other, &base, 1);
        }
    }
    Ok(feed)
}

fn find_root(tree: &Tree) -> Result<(&Element, Format), NotFeed> {
    let Some(first) = tree.roots.first() else { return Err(NotFeed::Unknown) };
    for root in &tree.roots {
        if let Some(format) = format_of(root) {
            return Ok((root, format));
        }
    }
    // A wrapper of somebody's own (a gateway's, a cache's) around a real feed, one level deep.
    if !matches!(first.name.as_str(), "html" | "opml" | "kml")
        && first.namespace != Namespace::Xhtml
        && let Some((inner, format)) = first.elements().find_map(|child| {
            let format = format_of(child)?;
            matches!(child.name.as_str(), "rss" | "feed" | "rdf").then_some((child, format))
        })
    {
        return Ok((inner, format));
    }
    Err(match first.name.as_str() {
        "html" | "head" | "body" | "meta" | "script" | "div" | "p" | "table" | "span" | "link" | "title"
        | "a" | "center" | "br" | "h1" | "img" | "style" => NotFeed::Html,
        "opml" => NotFeed::Opml,
        name => NotFeed::OtherXml(name.chars().take(40).collect()),
    })
}

fn format_of(root: &Element) -> Option<Format> {
    let is_feed = root.namespace.is_feed();
    match root.name.as_str() {
        "rss" if root.namespace != Namespace::Xhtml => Some(Format::Rss),
        "rdf" if root.namespace == Namespace::Rdf || is_feed => {
            // RDF is a way of writing anything; a feed in it has a channel, items, or the vocabulary.
            let speaks_rss = root.attributes.iter().any(|(name, value)| {
                name.starts_with("xmlns")
                    && ["purl.org/rss/1.0", "netscape.com/rdf/simple", "purl.org/net/rss1.1"]
                        .iter()
                        .any(|known| value.contains(known))
            });
            let has_parts = root
                .elements()
                .any(|child| child.namespace.is_feed() && matches!(child.name.as_str(), "channel" | "item"));
            (speaks_rss || has_parts).then_some(Format::Rdf)
        }
        "feed" | "entry" if is_feed => Some(Format::Atom),
        "channel" if is_feed => {
            let is_cdf = root.attribute("href").is_some() || root.attribute("base").is_some();
            Some(if is_cdf { Format::Cdf } else { Format::Rss })
        }
        "item" if is_feed && root.child("title").is_some() => Some(Format::Rss),
        _ => None,
    }
}

struct Walk<'a> {
    feed: &'a mut Feed,
    /// How deep the title was found: the shallowest is the feed's own.
    title_depth: usize,
}

impl Walk<'_> {
    fn container_or_entry(&mut self, element: &Element, base: &Base, depth: usize) {
        if is_entry(element) {
            self.entry(element, base);
        } else if element.namespace.is_feed() && !matches!(element.name.as_str(), "html" | "body" | "head") {
            self.container(element, base, depth);
        }
    }

    fn entry(&mut self, element: &Element, base: &Base) {
        if self.feed.entries.len() >= MAX_ENTRIES {
            return;
        }
        let entry: Entry = entry::read(element, &base.inside(element));
        self.feed.podcast |= !entry.transcripts.is_empty();
        self.feed.entries.push(entry);
        // Entries inside entries are other people's, except where an end tag went missing unnoticed.
        for inner in element.elements().filter(|inner| is_entry(inner)) {
            self.entry(inner, base);
        }
    }

    fn container(&mut self, container: &Element, base: &Base, depth: usize) {
        for element in container.elements() {
            let inside = base.inside(element);
            match (element.namespace, element.name.as_str()) {
                _ if is_entry(element) => self.entry(element, base),
                (space, "channel" | "feed" | "rss" | "rdf" | "items" | "itemlist") if space.is_feed() => {
                    if self.feed.language.is_none() {
                        self.feed.language = element.attribute("xml:lang").map(str::to_owned);
                    }
                    self.container(element, &inside, depth + 1);
                }
                _ => self.field(element, &inside, depth),
            }
        }
    }

    fn field(&mut self, element: &Element, base: &Base, depth: usize) {
        let feed = &mut *self.feed;
        let space = element.namespace;
        match (space, element.name.as_str()) {
            (Namespace::Itunes | Namespace::Podcast, name) => {
                feed.podcast = true;
                match name {
                    "author" => keep(&mut feed.author, element.text()),
                    "image" => keep(&mut feed.image_url, element.attribute("href").unwrap_or("").to_owned()),
                    "summary" | "subtitle" => {
                        keep(&mut feed.description, html_to_text(&element.inner_html()))
                    }
                    _ => {}
                }
            }
            (Namespace::Plain | Namespace::Atom | Namespace::Rss | Namespace::DublinCore, "title") => {
                let title = entry::text_of(element, html_to_title);
                // A title of the shallowest depth wins, the first of several there.
                let outranks = feed.title.is_none() || depth < self.title_depth;
                if !title.is_empty() && outranks {
                    feed.title = Some(title);
                    self.title_depth = depth;
                }
            }
            (Namespace::Plain | Namespace::Atom | Namespace::Rss, "link") => {
                if let Some(link) = entry::link_of(element, base) {
                    feed.link.get_or_insert(link);
                }
            }
            (_, "language") => keep(&mut feed.language, element.text().trim().to_owned()),
            (_, "description" | "subtitle" | "tagline") if space != Namespace::Media => {
                keep(&mut feed.description, entry::text_of(element, html_to_text));
            }
            (_, "managingeditor" | "creator" | "author") if space != Namespace::Media => {
                keep(&mut feed.author, entry::person_of(element));
            }
            (Namespace::Plain | Namespace::Rss, "ttl") => {
                feed.ttl_minutes = element.text().trim().parse().ok()
            }
            (_, "image") => {
                if let Some(address) = element.child("url").map(Element::text) {
                    keep(&mut feed.image_url, base.resolve(&address).unwrap_or_default());
                }
            }
            (_, "logo" | "icon") if space.is_feed() => {
                keep(&mut feed.image_url, base.resolve(&element.text()).unwrap_or_default());
            }
            _ => {}
        }
    }
}

fn is_entry(element: &Element) -> bool {
    element.namespace.is_feed() && matches!(element.name.as_str(), "item" | "entry")
}

fn keep(slot: &mut Option<String>, value: String) {
    if slot.is_none() && !value.trim().is_empty() {
        *slot = Some(value.trim().to_owned());
    }
}
