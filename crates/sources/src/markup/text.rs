//! HTML to what a person reads: paragraphs of text, nothing hidden, no tags.

use std::borrow::Cow;

use super::entities::{self, OwnEntities};
use super::tokens::{Token, Tokens};
use crate::budget;

/// Longer texts are cut at a character boundary.
pub const MAX_TEXT_BYTES: usize = 4 << 20;

/// Paragraphs, separated by an empty line; lines that the page breaks stay broken.
pub fn html_to_text(html: &str) -> String {
    let mut writer = Writer { text: String::new(), pending: Gap::None, preformatted: 0 };
    let mut hidden: Option<(String, usize)> = None;
    for token in Tokens::html(html) {
        if writer.text.len() >= MAX_TEXT_BYTES {
            break;
        }
        match token {
            Token::Start { name, attributes, empty } => {
                let name = name.to_ascii_lowercase();
                if let Some((inside, depth)) = &mut hidden {
                    *depth += usize::from(*inside == name && !empty);
                    continue;
                }
                let is_hidden = HIDDEN.contains(&name.as_str()) || attributes.iter().any(hides);
                if is_hidden && !empty && !VOID.contains(&name.as_str()) {
                    hidden = Some((name, 0));
                    continue;
                }
                writer.tag(&name, true);
            }
            Token::End { name } => {
                let name = name.to_ascii_lowercase();
                match &mut hidden {
                    Some((inside, 0)) if *inside == name => hidden = None,
                    Some((inside, depth)) if *inside == name => *depth -= 1,
                    Some(_) => {}
                    None => writer.tag(&name, false),
                }
            }
            Token::Text(raw) if hidden.is_none() => {
                let text = entities::decode(raw, &OwnEntities::new()).0;
                writer.text(&text);
            }
            Token::CData(text) if hidden.is_none() => writer.text(text),
            _ => {}
        }
    }
    let mut text = writer.text;
    if text.len() > MAX_TEXT_BYTES {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
    }
    text.truncate(text.trim_end().len());
    text
}

/// A title in one line. Only real HTML tags are taken out: `Vec<T>` and `a < b` are titles too.
pub fn html_to_title(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return squeeze(html);
    }
    let mut title = String::with_capacity(html.len());
    let mut hidden: Option<&str> = None;
    for token in Tokens::html(html) {
        match token {
            Token::Start { name, .. } => match KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)) {
                Some(known) if matches!(*known, "script" | "style") => hidden = Some(known),
                Some(known) if is_block(known) || *known == "br" => title.push(' '),
                Some(_) => {}
                None => {
                    title.push('<');
                    title.push_str(name);
                    title.push('>');
                }
            },
            Token::End { name } if hidden.is_some_and(|known| known.eq_ignore_ascii_case(name)) => {
                hidden = None
            }
            Token::Text(raw) if hidden.is_none() => {
                title.push_str(&entities::decode(raw, &OwnEntities::new()).0);
            }
            Token::CData(text) if hidden.is_none() => title.push_str(text),
            _ => {}
        }
    }
    squeeze(&title)
}

/// One space between words, none around them.
pub fn squeeze(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// What stands between the text so far and the next word.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

struct Writer {
    text: String,
    pending: Gap,
    preformatted: usize,
}

impl Writer {
    fn ask(&mut self, gap: Gap) {
        if gap > self.pending {
            self.pending = gap;
        }
    }

    fn tag(&mut self, name: &str, start: bool) {
        match name {
            // Two breaks in a row are how old pages write a paragraph.
            "br" => self.pending = if self.pending >= Gap::Line { Gap::Paragraph } else { Gap::Line },
            "li" | "tr" | "dt" | "dd" | "option" => self.ask(Gap::Line),
            "td" | "th" => self.ask(Gap::Space),
            "pre" => {
                self.preformatted =
                    if start { self.preformatted + 1 } else { self.preformatted.saturating_sub(1) };
                self.ask(Gap::Paragraph);
            }
            _ if is_block(name) => self.ask(Gap::Paragraph),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.preformatted > 0 {
            for (index, line) in text.split('\n').enumerate() {
                if index > 0 {
                    self.ask(Gap::Line);
                }
                self.words(line);
            }
        } else {
            self.words(text);
        }
    }

    fn words(&mut self, text: &str) {
        if text.starts_with(char::is_whitespace) {
            self.ask(Gap::Space);
        }
        for (index, word) in text.split_whitespace().enumerate() {
            budget::charge_step();
            if index > 0 {
                self.ask(Gap::Space);
            }
            let word = visible(word);
            if word.is_empty() {
                continue;
            }
            if !self.text.is_empty() {
                self.text.push_str(match self.pending {
                    Gap::None => "",
                    Gap::Space => " ",
                    Gap::Line => "\n",
                    Gap::Paragraph => "\n\n",
                });
            }
            self.pending = Gap::None;
            self.text.push_str(&word);
        }
        if text.ends_with(char::is_whitespace) {
            self.ask(Gap::Space);
        }
    }
}

/// `hidden`, and the style that means the same. `aria-hidden` says nothing about what is seen.
fn hides((name, value): &(&str, &str)) -> bool {
    let is_none = || {
        let value: String = value.chars().filter(|c| !c.is_whitespace()).take(200).collect();
        value.to_ascii_lowercase().contains("display:none")
    };
    name.eq_ignore_ascii_case("hidden") || (name.eq_ignore_ascii_case("style") && is_none())
}

/// Soft hyphens, zero-width marks and control characters are not part of any word.
fn visible(word: &str) -> Cow<'_, str> {
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{2060}') || c.is_control();
    if word.contains(unseen) { Cow::Owned(word.replace(unseen, "")) } else { Cow::Borrowed(word) }
}

const HIDDEN: &[&str] = &[
    "script",
    "style",
    "head",
    "template",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
    "select",
    "button",
    "textarea",
    "audio",
    "video",
    "canvas",
    "map",
    // Inline XBRL keeps facts here that no reader of a filing sees.
    "ix:header",
];
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"];

fn is_block(name: &str) -> bool {
    const BLOCKS: &[&str] = &[
        "p",
        "div",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "dl",
        "table",
        "blockquote",
        "section",
        "article",
        "header",
        "footer",
        "aside",
        "figure",
        "figcaption",
        "main",
        "nav",
        "form",
        "fieldset",
        "hr",
        "address",
        "pre",
        "center",
        "details",
        "summary",
        "body",
        "html",
        "title",
        "caption",
        "tbody",
        "thead",
        "tfoot",
    ];
    BLOCKS.contains(&name)
}

/// The elements of HTML that may stand in a title; anything else in angle brackets is part of it.
const KNOWN: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "li",
    "link",
    "main",
    "mark",
    "meta",
    "nav",
    "nobr",
    "object",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "script",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];
