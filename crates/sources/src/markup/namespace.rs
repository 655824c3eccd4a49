//! Which vocabulary an element belongs to: by its declared address, by its prefix where that was forgotten.

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

/// `prefix` is empty for the document's default namespace.
pub(super) fn namespace_of(address: &str, prefix: &str) -> Namespace {
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

pub(super) fn well_known_prefix(prefix: &str) -> Namespace {
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
