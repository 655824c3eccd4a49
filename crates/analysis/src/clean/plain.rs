//! Text without tags, entities, asterisks for bold, tracking parameters and signs that nobody sees. Each step is taken again until nothing changes, since what an
//! escape hides may hold another.

use std::borrow::Cow;

use super::hidden::shown;

/// Deeper escapes were made on purpose and stay.
const MAX_LAYERS: usize = 4;

pub(super) fn text(raw: &str) -> Cow<'_, str> {
    match layers(raw) {
        Cow::Borrowed(text) if is_squeezed(text) && !text.contains("**") => Cow::Borrowed(text),
        text => Cow::Owned(told_plainly(squeezed(&text), squeezed)),
    }
}

pub(super) fn line(raw: &str) -> String {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    told_plainly(joined(&layers(raw)), joined)
}

/// Without asterisks for bold, and without what stands there once they are gone.
fn told_plainly(mut text: String, squeezed: impl Fn(&str) -> String) -> String {
    for _ in 0..MAX_LAYERS {
        if !text.contains("**") {
            break;
        }
        let next = without_bold(&text);
        if next == text {
            break;
        }
        text = squeezed(&layers(&next));
    }
    text
}

fn layers(raw: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(raw);
    for _ in 0..MAX_LAYERS {
        // In each layer, for an escape may hide what nobody sees, and that may hide an escape.
        if let Cow::Owned(shown) = shown(&text) {
            text = Cow::Owned(shown);
        }
        let has_links = text.contains("http");
        if !text.bytes().any(|byte| matches!(byte, b'&' | b'<') || (has_links && byte == b'?')) {
            return text;
        }
        let next = without_tracking(&without_tags(&decoded(&text)));
        if next == text {
            return text;
        }
        text = Cow::Owned(next);
    }
    shown(raw)
}

/// Whether `squeezed` would change nothing; no where that is not plain to see.
fn is_squeezed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut before, mut last) = (b'\n', b'\n');
    for (at, byte) in bytes.iter().enumerate() {
        let is_loose = match byte {
            b' ' => matches!(last, b' ' | b'\n'),
            b'\n' => last == b' ' || (last, before) == (b'\n', b'\n'),
            b'\t' | b'\r' | 0x0b | 0x0c => true,
            // Where the white space of Unicode begins, among much else.
            0xc2 => matches!(bytes[at + 1], 0x85 | 0xa0),
            0xe1 => bytes[at + 1] == 0x9a,
            0xe2 => matches!(bytes[at + 1..at + 3], [0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf] | [0x81, 0x9f]),
            0xe3 => bytes[at + 1..at + 3] == [0x80, 0x80],
            _ => false,
        };
        if is_loose {
            return false;
        }
        (before, last) = (last, *byte);
    }
    text.is_empty() || !matches!(last, b' ' | b'\n')
}

/// One space between words, at most one empty line between paragraphs, nothing at the ends.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut n_breaks = 0;
    for line in text.lines() {
        let mut words = line.split_whitespace().peekable();
        if words.peek().is_none() {
            n_breaks += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if n_breaks > 1 { "\n\n" } else { "\n" });
        }
        n_breaks = 1;
        for (index, word) in words.enumerate() {
            if index > 0 {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

/// Escapes of escapes at once, however deep: what is cut later may shorten a row of them, and a shorter one must not read otherwise.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut sign = '&';
        while sign == '&' {
            let end = rest.bytes().take(11).position(|b| b == b';');
            let Some((end, c)) = end.and_then(|end| Some((end, entity(&rest[..end])?))) else { break };
            sign = c;
            rest = &rest[end + 1..];
        }
        out.push(sign);
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(|c| if c.is_control() { ' ' } else { c });
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" | "QUOT" => '"',
        "apos" => '\'',
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "laquo" => '«',
        "raquo" => '»',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "bull" => '•',
        "middot" => '·',
        "euro" => '€',
        "pound" => '£',
        "yen" => '¥',
        "cent" => '¢',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "deg" => '°',
        "times" => '×',
        "rarr" => '→',
        "shy" => '\u{ad}',
        "zwnj" => '\u{200c}',
        "zwj" => '\u{200d}',
        _ => return None,
    })
}

/// `a < b` and `Vec<T>` stay: only what HTML knows is a tag.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match tag(rest) {
            Some((end, separator)) => {
                out.push_str(separator);
                rest = &rest[end..];
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

const MAX_TAG_BYTES: usize = 2_000;

/// Where the tag that begins here ends, and what stands in its place.
fn tag(text: &str) -> Option<(usize, &'static str)> {
    if text.starts_with("<!--") {
        let window = &text[..text.floor_char_boundary(MAX_TAG_BYTES)];
        return window.find("-->").map(|end| (end + 3, " "));
    }
    let inside = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    let n_name = inside.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = inside[..n_name.min(12)].to_ascii_lowercase();
    let follows = inside[n_name..].chars().next()?;
    let is_tag = INLINE.contains(&name.as_str()) || BLOCKS.contains(&name.as_str());
    if n_name > 12 || !is_tag || !(follows == '>' || follows == '/' || follows.is_whitespace()) {
        return None;
    }
    let end = text.bytes().take(MAX_TAG_BYTES).position(|b| b == b'>')?;
    Some((end + 1, if BLOCKS.contains(&name.as_str()) { "\n" } else { "" }))
}

#[rustfmt::skip]
const INLINE: &[&str] = &[
    "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "img", "ins", "mark", "q", "s", "small", "span",
    "strike", "strong", "sub", "sup", "svg", "path", "tt", "u", "wbr", "iframe", "script", "style",
];
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "thead", "tbody",
    "tr", "td", "th", "hr", "pre", "figure", "figcaption", "section", "article", "aside", "header", "footer",
];

/// Without the two asterisks on either side of words that Markdown would set in bold. What opens is joined with what closes next, in one
/// pass over the whole text, so that nothing is left that another pass would join.
fn without_bold(text: &str) -> String {
    let (mut opened, mut marks, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(found) = text[at..].find("**") {
        let start = at + found;
        let end = start + text[start..].bytes().take_while(|&byte| byte == b'*').count();
        at = end;
        let (before, behind) = (text[..start].chars().next_back(), text[end..].chars().next());
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let is_none = |c: Option<char>| c.is_none_or(char::is_whitespace);
        // Longer rows of them part comments and paragraphs; within a word they are a power, or letters that are not printed.
        let is_mark = end - start == 2 && !(is_word(before) && is_word(behind));
        if is_mark && !is_none(before) && !is_word(behind) && !opened.is_empty() {
            marks.extend(opened.pop());
            marks.push(start);
        } else if is_mark && !is_word(before) && !is_none(behind) {
            opened.push(start);
        }
    }
    marks.sort_unstable();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for mark in marks {
        out.push_str(&text[from..mark]);
        from = mark + 2;
    }
    out.push_str(&text[from..]);
    out
}

/// Links without the parameters that say only where a click came from.
fn without_tracking(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("http") {
        let (before, link) = rest.split_at(at);
        out.push_str(before);
        let end = link.find(|c: char| c.is_whitespace() || "\"'<>)".contains(c)).unwrap_or(link.len());
        let (link, after) = link.split_at(end);
        match link.split_once('?') {
            Some((address, query)) if link.starts_with("http://") || link.starts_with("https://") => {
                out.push_str(address);
                push_query(query, &mut out);
            }
            _ => out.push_str(link),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn push_query(query: &str, out: &mut String) {
    let mut separator = '?';
    for parameter in query.split('&') {
        let name = parameter.split('=').next().unwrap_or("").to_ascii_lowercase();
        if !domain::url::is_tracking_parameter(&name) {
            out.push(separator);
            out.push_str(parameter);
            separator = '&';
        }
    }
}
