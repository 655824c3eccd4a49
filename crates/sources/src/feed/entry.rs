//! One item or entry: the same facts under the names of six vocabularies.

use url::Url;

use super::{Enclosure, Entry, Person, TranscriptLink};
use crate::dates::parse_date;
use crate::markup::html_to_title;
use crate::markup::tree::{Element, Namespace};

const MAX_LINKS: usize = 32;

/// The address that relative links are relative to, as `xml:base` narrows it.
#[derive(Clone)]
pub(super) struct Base(Option<Url>);

impl Base {
    pub(super) fn new(base: Option<&Url>) -> Base {
        Base(base.cloned())
    }

    pub(super) fn inside(&self, element: &Element) -> Base {
        match element.attributes.iter().find(|(name, _)| name == "xml:base") {
            None => self.clone(),
            Some((_, value)) => match &self.0 {
                Some(base) => Base(base.join(value.trim()).ok().or_else(|| self.0.clone())),
                None => Base(Url::parse(value.trim()).ok()),
            },
        }
    }

    /// An absolute address, or the text itself where there is nothing to resolve against.
    pub(super) fn resolve(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.is_empty() || address.len() > 4096 {
            return None;
        }
        match &self.0 {
            Some(base) => base.join(address).ok().map(String::from),
            None => Some(address.to_owned()),
        }
    }
}

pub(super) fn read(element: &Element, base: &Base) -> Entry {
    let mut entry = Entry { language: element.attribute("xml:lang").map(str::to_owned), ..Entry::default() };
    let mut found = Found::default();
    // CDF and RDF name an item's address in its own tag.
    let about = element.attribute("rdf:about").map(str::to_owned);
    let href = element.attribute("href").and_then(|href| base.resolve(href));
    for child in element.elements() {
        field(child, &base.inside(child), &mut entry, &mut found);
    }
    entry.title = found.title.or(found.other_title).filter(|title| !title.is_empty());
    if entry.link.is_none() {
        let permanent = entry.id.clone().filter(|id| found.id_is_link && looks_like_link(id));
        entry.link = found.other_link.or(href).or(permanent.and_then(|id| base.resolve(&id)));
        entry.link = entry.link.or_else(|| about.clone().filter(|about| looks_like_link(about)));
        entry.link = entry.link.or_else(|| entry.enclosures.first().map(|enclosure| enclosure.url.clone()));
    }
    entry.id = entry.id.or(about);
    entry.author = found.author.or(found.other_author).filter(|author| !author.is_empty());
    entry.published = found.published.or(found.other_date);
    entry
}

#[derive(Default)]
struct Found {
    title: Option<String>,
    other_title: Option<String>,
    other_link: Option<String>,
    author: Option<String>,
    other_author: Option<String>,
    published: Option<(domain::Instant, domain::Precision)>,
    other_date: Option<(domain::Instant, domain::Precision)>,
    id_is_link: bool,
}

fn field(element: &Element, base: &Base, entry: &mut Entry, found: &mut Found) {
    let space = element.namespace;
    let name = element.name.as_str();
    match space {
        Namespace::Plain | Namespace::Atom | Namespace::Rss => own_field(element, base, entry, found),
        Namespace::DublinCore => match name {
            "title" => set(&mut found.other_title, text_of(element, html_to_title)),
            "creator" | "author" | "contributor" => set(&mut found.other_author, person_of(element)),
            "date" | "issued" | "created" | "available" => keep_date(&mut found.other_date, element),
            "modified" => keep_date(&mut entry.updated, element),
            "identifier" => set(&mut entry.id, element.text().trim().to_owned()),
            "subject" => push_category(entry, element.text()),
            "description" => set(&mut entry.summary, element.inner_html()),
            "language" => set(&mut entry.language, element.text().trim().to_owned()),
            _ => {}
        },
        Namespace::Content => {
            if name == "encoded" {
                set(&mut entry.content, element.inner_html());
            }
        }
        Namespace::Xhtml => {
            if matches!(name, "body" | "div") {
                set(&mut entry.content, element.inner_xhtml());
            }
        }
        Namespace::Itunes => match name {
            "title" => set(&mut found.other_title, text_of(element, html_to_title)),
            "author" => set(&mut found.other_author, person_of(element)),
            "summary" | "subtitle" => set(&mut entry.summary, element.inner_html()),
            "image" => set(&mut entry.image_url, element.attribute("href").unwrap_or("").to_owned()),
            _ => {}
        },
        Namespace::Media => media(element, base, entry, found, 0),
        Namespace::Podcast => podcast(element, base, entry),
        Namespace::Rdf | Namespace::Syndication | Namespace::Foreign => {}
    }
}

fn own_field(element: &Element, base: &Base, entry: &mut Entry, found: &mut Found) {
    match element.name.as_str() {
        "title" => set(&mut found.title, text_of(element, html_to_title)),
        "link" => {
            if is_enclosure_link(element) {
                push_enclosure(entry, base, element.attribute("href"), element.attribute("type"));
            } else if let Some(link) = link_of(element, base) {
                entry.link.get_or_insert(link);
            }
        }
        "guid" | "id" => {
            let id = element.text().trim().to_owned();
            found.id_is_link = element.name == "guid"
                && !element
                    .attribute("ispermalink")
                    .is_some_and(|value| value.trim().eq_ignore_ascii_case("false"));
            set(&mut entry.id, id);
        }
        "pubdate" | "published" | "issued" | "created" => keep_date(&mut found.published, element),
        "updated" | "modified" | "lastmodified" => {
            keep_date(&mut entry.updated, element);
            keep_date(&mut found.other_date, element);
        }
        "date" => keep_date(&mut found.other_date, element),
        "author" | "creator" => set(&mut found.author, person_of(element)),
        "description" | "summary" | "abstract" | "subtitle" => set(&mut entry.summary, markup_of(element)),
        "content" | "fullitem" | "body" | "encoded" => {
            if let Some(address) = element.attribute("src") {
                set(&mut found.other_link, base.resolve(address).unwrap_or_default());
            }
            set(&mut entry.content, markup_of(element));
        }
        "category" => {
            let term = element.attribute("label").or(element.attribute("term"));
            push_category(entry, term.map_or_else(|| element.text(), str::to_owned));
        }
        "enclosure" => push_enclosure(entry, base, element.attribute("url"), element.attribute("type")),
        "image" => {
            let address =
                element.child("url").map(Element::text).or(element.attribute("url").map(str::to_owned));
            set(&mut entry.image_url, address.and_then(|address| base.resolve(&address)).unwrap_or_default());
        }
        "language" => set(&mut entry.language, element.text().trim().to_owned()),
        _ => {}
    }
}

/// Media RSS nests groups and contents; two levels are all that exist.
fn media(element: &Element, base: &Base, entry: &mut Entry, found: &mut Found, depth: usize) {
    match element.name.as_str() {
        "group" | "content" if depth < 3 => {
            if let Some(address) = element.attribute("url") {
                let media_type = element.attribute("type").unwrap_or("");
                let medium = element.attribute("medium").unwrap_or("");
                if medium == "image" || media_type.starts_with("image/") {
                    set(&mut entry.image_url, base.resolve(address).unwrap_or_default());
                } else if medium == "audio" || media_type.starts_with("audio/") {
                    push_enclosure(entry, base, Some(address), Some(media_type));
                }
            }
            for child in element.elements() {
                media(child, base, entry, found, depth + 1);
            }
        }
        "thumbnail" => {
            let address = element.attribute("url").map_or_else(|| element.text(), str::to_owned);
            set(&mut entry.image_url, base.resolve(&address).unwrap_or_default());
        }
        "title" => set(&mut found.other_title, text_of(element, html_to_title)),
        "description" => set(&mut entry.summary, element.inner_html()),
        "player" => set(&mut found.other_link, element.attribute("url").unwrap_or("").to_owned()),
        _ => {}
    }
}

fn podcast(element: &Element, base: &Base, entry: &mut Entry) {
    match element.name.as_str() {
        "transcript" => {
            if let Some(url) = element.attribute("url").and_then(|url| base.resolve(url))
                && entry.transcripts.len() < MAX_LINKS
            {
                entry.transcripts.push(TranscriptLink {
                    url,
                    media_type: element.attribute("type").unwrap_or("").trim().to_ascii_lowercase(),
                    language: element.attribute("language").map(str::to_owned),
                });
            }
        }
        "person" if entry.persons.len() < MAX_LINKS => {
            let role = element.attribute("role").unwrap_or("host").trim().to_ascii_lowercase();
            let name = html_to_title(&element.text());
            if !name.is_empty() {
                entry.persons.push(Person { name, role });
            }
        }
        _ => {}
    }
}

/// An element's text as the feed meant it, through `clean` where it may be HTML.
pub(super) fn text_of(element: &Element, clean: fn(&str) -> String) -> String {
    clean(&markup_of(element))
}

/// The HTML inside an element, whichever way it is written down.
fn markup_of(element: &Element) -> String {
    let mode = element.attribute("mode").unwrap_or("").trim().to_ascii_lowercase();
    let kind = element.attribute("type").unwrap_or("").trim().to_ascii_lowercase();
    let encoded = mode == "base64" || (element.elements().next().is_none() && is_binary(&kind));
    if encoded && let Some(text) = base64_text(&element.text()) {
        return text;
    }
    if kind == "xhtml" || kind == "application/xhtml+xml" {
        return element.inner_xhtml();
    }
    element.inner_html()
}

/// Atom 1.0: anything that is neither text nor XML is base64.
fn is_binary(kind: &str) -> bool {
    kind.contains('/') && !kind.starts_with("text/") && !kind.ends_with("/xml") && !kind.ends_with("+xml")
}

fn base64_text(text: &str) -> Option<String> {
    let compact: String = text.split_whitespace().collect();
    let mut bytes = Vec::with_capacity(compact.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0u32, 0);
    for byte in compact.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
            bits &= (1 << n_bits) - 1;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The address a link element points at, if it is the page itself that it points at.
pub(super) fn link_of(element: &Element, base: &Base) -> Option<String> {
    let rel = element.attribute("rel").unwrap_or("alternate").trim().to_ascii_lowercase();
    if !matches!(rel.rsplit('/').next(), Some("alternate" | "")) {
        return None;
    }
    let text = element.text();
    match element.attribute("href") {
        Some(href) => base.resolve(href),
        None => base.resolve(&text),
    }
}

fn is_enclosure_link(element: &Element) -> bool {
    element.attribute("rel").is_some_and(|rel| rel.trim().eq_ignore_ascii_case("enclosure"))
}

/// A name, from `name <mail>`, `mail (name)` or Atom's nested form.
pub(super) fn person_of(element: &Element) -> String {
    if let Some(name) = element.child("name") {
        return html_to_title(&name.text());
    }
    let text = html_to_title(&element.inner_html());
    if let Some((mail, name)) = text.split_once('(')
        && mail.contains('@')
    {
        return name.trim_end_matches(')').trim().to_owned();
    }
    if let Some((name, mail)) = text.split_once('<')
        && mail.contains('@')
        && !name.trim().is_empty()
    {
        return name.trim().to_owned();
    }
    match element.child("email") {
        Some(email) => email.text().trim().to_owned(),
        None => text,
    }
}

fn looks_like_link(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("http://") || text.starts_with("https://")
}

fn keep_date(slot: &mut Option<(domain::Instant, domain::Precision)>, element: &Element) {
    if slot.is_none() {
        *slot = parse_date(&element.text());
    }
}

fn push_category(entry: &mut Entry, category: String) {
    let category = html_to_title(&category);
    if !category.is_empty() && entry.categories.len() < MAX_LINKS && !entry.categories.contains(&category) {
        entry.categories.push(category);
    }
}

fn push_enclosure(entry: &mut Entry, base: &Base, address: Option<&str>, media_type: Option<&str>) {
    let Some(url) = address.and_then(|address| base.resolve(address)) else { return };
    let media_type = media_type.unwrap_or("").trim().to_ascii_lowercase();
    if media_type.starts_with("image/") {
        set(&mut entry.image_url, url.clone());
    }
    if entry.enclosures.len() < MAX_LINKS {
        entry.enclosures.push(Enclosure { url, media_type });
    }
}

fn set(slot: &mut Option<String>, value: String) {
    if slot.is_none() && !value.trim().is_empty() {
        *slot = Some(value);
    }
}
