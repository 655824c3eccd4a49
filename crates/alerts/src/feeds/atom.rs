//! Atom (RFC 4287).

use super::{Shown, urn_of};

pub fn written(feed: &Shown, base: &str) -> String {
    let mut text = String::with_capacity(1024 + 600 * feed.entries.len());
    text.push_str(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
    );
    element(&mut text, 1, "id", &feed.id);
    element(&mut text, 1, "title", &feed.title);
    element(&mut text, 1, "updated", &feed.updated.rfc3339());
    text.push_str("  <generator>Bellwether</generator>\n");
    text.push_str(&format!("  <link rel=\"alternate\" type=\"text/html\" href=\"{}/\"/>\n", escaped(base)));
    for entry in &feed.entries {
        text.push_str("  <entry>\n");
        element(&mut text, 2, "id", &urn_of(&entry.id));
        element(&mut text, 2, "title", if entry.title.trim().is_empty() { "Untitled" } else { &entry.title });
        element(&mut text, 2, "updated", &entry.date);
        element(&mut text, 2, "published", &entry.date);
        text.push_str(&format!("    <link rel=\"alternate\" href=\"{}\"/>\n", escaped(&entry.url)));
        text.push_str(&format!("    <author><name>{}</name></author>\n", escaped(&entry.outlet)));
        for term in [entry.sentiment, entry.kind] {
            text.push_str(&format!("    <category term=\"{}\"/>\n", escaped(term)));
        }
        text.push_str("  </entry>\n");
    }
    text.push_str("</feed>\n");
    text
}

fn element(text: &mut String, depth: usize, name: &str, content: &str) {
    text.push_str(&"  ".repeat(depth));
    text.push_str(&format!("<{name}>{}</{name}>\n", escaped(content)));
}

/// Written out for text and attributes; what XML 1.0 cannot hold at all is left out.
fn escaped(text: &str) -> String {
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
