//! What S3 answers with, of which a few elements are wanted: no document of it nests what we ask for.

use domain::Instant;

use super::Object;

/// The text of the first element of this name.
pub fn element(xml: &str, name: &str) -> Option<String> {
    elements(xml, name).next().map(unescaped)
}

/// One page of a list: what is on it, and how to ask for the next.
pub fn page(xml: &str, prefix: &str) -> (Vec<Object>, Option<String>) {
    let object = |entry: &str| {
        let name = element(entry, "Key")?.strip_prefix(prefix)?.to_owned();
        let bytes = element(entry, "Size")?.parse().ok()?;
        let written_at = element(entry, "LastModified").and_then(|text| Instant::parse(&text).ok());
        Some(Object { name, bytes, written_at })
    };
    let found = elements(xml, "Contents").filter_map(object).filter(|object| !object.name.is_empty());
    let is_more = element(xml, "IsTruncated").as_deref() == Some("true");
    (found.collect(), element(xml, "NextContinuationToken").filter(|_| is_more))
}

/// Why something was refused, in its own words.
pub fn refusal(xml: &str) -> String {
    match (element(xml, "Code"), element(xml, "Message")) {
        (Some(code), Some(message)) => format!("{code}: {message}"),
        (Some(code), None) => code,
        _ => "no reason given".to_owned(),
    }
}

fn elements<'a>(xml: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = xml;
    std::iter::from_fn(move || {
        let begin = rest.find(&open)? + open.len();
        let end = begin + rest[begin..].find(&close)?;
        let inside = &rest[begin..end];
        rest = &rest[end + close.len()..];
        Some(inside)
    })
}

/// An ampersand comes last, or it would make others.
fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&apos;", "'").replace("&#39;", "'").replace("&#34;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_page_by_page() {
        let xml = "<?xml version=\"1.0\"?><ListBucketResult><Name>b</Name><IsTruncated>true</IsTruncated>\
            <NextContinuationToken>a&amp;b</NextContinuationToken>\
            <Contents><Key>in/</Key><LastModified>2026-01-31T09:30:00.000Z</LastModified><Size>0</Size></Contents>\
            <Contents><Key>in/a.idx</Key><LastModified>2026-01-31T09:30:00.000Z</LastModified><Size>12</Size></Contents>\
            <Contents><Key>elsewhere</Key><Size>1</Size></Contents></ListBucketResult>";
        let (found, next) = page(xml, "in/");
        let written_at = Instant::parse("2026-01-31T09:30:00Z").ok();
        assert_eq!(found, [Object { name: "a.idx".to_owned(), bytes: 12, written_at }]);
        assert_eq!(next.as_deref(), Some("a&b"));
        let last = xml.replace("true", "false");
        assert_eq!(page(&last, "in/").1, None);
        assert_eq!(page("", "in/"), (Vec::new(), None));
    }

    #[test]
    fn a_refusal_gives_its_reason() {
        let xml = "<Error><Code>AccessDenied</Code><Message>Not &lt;you&gt;</Message></Error>";
        assert_eq!(refusal(xml), "AccessDenied: Not <you>");
        assert_eq!(refusal("<html>"), "no reason given");
    }
}
