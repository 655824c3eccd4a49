//! Atom (RFC 4287).

use super::{Shown, urn_of};

/// A feed without its entries.
pub struct AtomFeed<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub updated: &'a str,
    /// The page that shows the same.
    pub page: &'a str,
}

pub struct AtomEntry<'a> {
    pub id: String,
    pub title: &'a str,
    pub date: &'a str,
    pub link: &'a str,
    pub author: &'a str,
    pub categories: Vec<&'a str>,
    pub summary: Option<String>,
}

impl AtomFeed<'_> {
    pub fn written<'a>(&self, entries: impl Iterator<Item = AtomEntry<'a>>) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned();
        text.push_str("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
        element(&mut text, 1, "id", self.id);
        element(&mut text, 1, "title", self.title);
        element(&mut text, 1, "updated", self.updated);
        text.push_str("  <generator>Bellwether</generator>\n");
        let page = escaped(self.page);
        text.push_str(&format!("  <link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>\n"));
        entries.for_each(|entry| entry.write(&mut text));
        text.push_str("</feed>\n");
        text
    }
}

impl AtomEntry<'_> {
    fn write(&self, text: &mut String) {
        text.push_str("  <entry>\n");
        element(text, 2, "id", &self.id);
        element(text, 2, "title", if self.title.trim().is_empty() { "Untitled" } else { self.title });
        element(text, 2, "updated", self.date);
        element(text, 2, "published", self.date);
        text.push_str(&format!("    <link rel=\"alternate\" href=\"{}\"/>\n", escaped(self.link)));
        text.push_str(&format!("    <author><name>{}</name></author>\n", escaped(self.author)));
        for term in &self.categories {
            text.push_str(&format!("    <category term=\"{}\"/>\n", escaped(term)));
        }
        if let Some(summary) = &self.summary {
            element(text, 2, "summary", summary);
        }
        text.push_str("  </entry>\n");
    }
}

pub(super) fn written(feed: &Shown, base: &str) -> String {
    let (updated, page) = (feed.updated.rfc3339(), format!("{base}/"));
    let entries = feed.entries.iter().map(|entry| AtomEntry {
        id: urn_of(&entry.id),
        title: &entry.title,
        date: &entry.date,
        link: &entry.url,
        author: &entry.outlet,
        categories: vec![entry.sentiment, entry.kind],
        summary: None,
    });
    AtomFeed { id: &feed.id, title: &feed.title, updated: &updated, page: &page }.written(entries)
}

fn element(text: &mut String, depth: usize, name: &str, content: &str) {
    text.push_str(&"  ".repeat(depth));
    text.push_str(&format!("<{name}>{}</{name}>\n", escaped(content)));
}

/// Written out for text and attributes; what XML 1.0 cannot hold at all is left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_ends_a_tag_and_nothing_is_forbidden() {
        assert_eq!(
            escaped("<a href=\"x\">&\u{0}\u{8}\u{fffe}\n</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp; &lt;/a&gt;"
        );
    }
}
