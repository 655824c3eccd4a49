//! Text in, tags out. Every input gives tokens in linear time; what is not a tag is text.

use std::fmt;

use crate::budget;

/// Why a document is not well formed; the first few are kept for the person who reads the source's health.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    LooseLessThan,
    UnquotedAttribute,
    UnfinishedTag,
    UnfinishedSection,
    UnknownEntity,
    MismatchedEndTag,
    UnclosedElement,
    TextOutsideRoot,
    SecondRoot,
    TooDeep,
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::LooseLessThan => "a `<` that opens nothing",
            Fault::UnquotedAttribute => "an attribute without quotes",
            Fault::UnfinishedTag => "a tag that never ends",
            Fault::UnfinishedSection => "a comment or section that never ends",
            Fault::UnknownEntity => "a bare `&` or an unknown entity",
            Fault::MismatchedEndTag => "an end tag that closes nothing",
            Fault::UnclosedElement => "an element that is never closed",
            Fault::TextOutsideRoot => "text outside the document",
            Fault::SecondRoot => "a second document after the first",
            Fault::TooDeep => "nesting beyond the limit",
            Fault::TooLarge => "more than the limit of elements or text",
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    Start {
        name: &'a str,
        attributes: Vec<(&'a str, &'a str)>,
        empty: bool,
    },
    End {
        name: &'a str,
    },
    /// Raw: entities are still in it.
    Text(&'a str),
    /// As it stands: nothing in it is an entity.
    CData(&'a str),
    Doctype(&'a str),
}

/// An element with more attributes than this keeps the first ones.
const MAX_ATTRIBUTES: usize = 64;
/// A document type longer than this is not read as one.
const MAX_DOCTYPE_BYTES: usize = 65_536;

pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    faults: Vec<Fault>,
    /// In HTML, the inside of `script` and `style` is not markup.
    html: bool,
    raw_until: Option<&'static str>,
    /// Once a terminator is known to be absent from the rest it is not searched for again, or a file
    /// of nothing but openings would take quadratic time.
    absent: [bool; 5],
    /// Only the first document type is read; reading each of many would be quadratic too.
    doctype_read: bool,
}

#[derive(Clone, Copy)]
enum Terminator {
    DoubleQuote = 0,
    SingleQuote = 1,
    CData = 2,
    Comment = 3,
    Instruction = 4,
}

impl Terminator {
    fn text(self) -> &'static str {
        match self {
            Terminator::DoubleQuote => "\"",
            Terminator::SingleQuote => "'",
            Terminator::CData => "]]>",
            Terminator::Comment => "-->",
            Terminator::Instruction => "?>",
        }
    }
}

impl<'a> Tokens<'a> {
    pub fn xml(text: &'a str) -> Tokens<'a> {
        Tokens {
            text,
            at: 0,
            faults: Vec::new(),
            html: false,
            raw_until: None,
            absent: [false; 5],
            doctype_read: false,
        }
    }

    pub fn html(text: &'a str) -> Tokens<'a> {
        Tokens { html: true, ..Tokens::xml(text) }
    }

    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    pub fn note(&mut self, fault: Fault) {
        if self.faults.len() < 32 && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text up to a terminator, which is passed over; none where it never comes.
    fn take_until(&mut self, terminator: Terminator) -> Option<&'a str> {
        if self.absent[terminator as usize] {
            return None;
        }
        match self.rest().find(terminator.text()) {
            Some(length) => {
                let found = &self.rest()[..length];
                self.at += length + terminator.text().len();
                Some(found)
            }
            None => {
                self.absent[terminator as usize] = true;
                None
            }
        }
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// A name runs to the first character that cannot be in one.
    fn take_name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<' | '=' | '"' | '\''))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn take_start_tag(&mut self) -> Token<'a> {
        let name = self.take_name();
        let mut attributes = Vec::new();
        loop {
            self.skip_space();
            let rest = self.rest();
            match rest.as_bytes().first() {
                None => {
                    self.note(Fault::UnfinishedTag);
                    return Token::Start { name, attributes, empty: false };
                }
                Some(b'>') => {
                    self.at += 1;
                    return Token::Start { name, attributes, empty: false };
                }
                Some(b'<') => {
                    // The tag was never finished; the next one begins here.
                    self.note(Fault::UnfinishedTag);
                    return Token::Start { name, attributes, empty: false };
                }
                Some(b'/') => {
                    self.at += 1;
                    if self.rest().starts_with('>') {
                        self.at += 1;
                        return Token::Start { name, attributes, empty: true };
                    }
                }
                Some(b'=' | b'"' | b'\'') => {
                    self.note(Fault::UnquotedAttribute);
                    self.at += 1;
                }
                Some(_) => {
                    let attribute = self.take_attribute();
                    if attributes.len() < MAX_ATTRIBUTES {
                        attributes.push(attribute);
                    }
                }
            }
        }
    }

    fn take_attribute(&mut self) -> (&'a str, &'a str) {
        let name = self.take_name();
        self.skip_space();
        if !self.rest().starts_with('=') {
            self.note(Fault::UnquotedAttribute);
            return (name, "");
        }
        self.at += 1;
        self.skip_space();
        let quote = match self.rest().as_bytes().first() {
            Some(b'"') => Terminator::DoubleQuote,
            Some(b'\'') => Terminator::SingleQuote,
            _ => {
                self.note(Fault::UnquotedAttribute);
                return (name, self.take_unquoted());
            }
        };
        self.at += 1;
        match self.take_until(quote) {
            Some(value) => (name, value),
            None => {
                self.note(Fault::UnfinishedTag);
                (name, self.take_unquoted())
            }
        }
    }

    fn take_unquoted(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(rest.len());
        // `<link href=x/>` ends here; `<a href=/b/c>` does not.
        let end = if rest[..end].ends_with('/') && rest[end..].starts_with('>') { end - 1 } else { end };
        self.at += end;
        &rest[..end]
    }

    fn take_end_tag(&mut self) -> Token<'a> {
        let name = self.take_name();
        let rest = self.rest();
        match rest.find(['>', '<']) {
            Some(length) if rest.as_bytes()[length] == b'>' => self.at += length + 1,
            Some(length) => {
                self.note(Fault::UnfinishedTag);
                self.at += length;
            }
            None => {
                self.note(Fault::UnfinishedTag);
                self.at = self.text.len();
            }
        }
        Token::End { name }
    }

    /// `<!…`: a comment (no token), a character section or a document type.
    fn take_declaration(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.starts_with("--") {
            self.at += 2;
            if self.take_until(Terminator::Comment).is_none() {
                self.note(Fault::UnfinishedSection);
                self.skip_past_greater_than();
            }
            return None;
        }
        if rest.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("[CDATA[")) {
            self.at += 7;
            if let Some(inside) = self.take_until(Terminator::CData) {
                return Some(Token::CData(inside));
            }
            // A section cut off: it lasts to the next end tag, or everything after it would be lost.
            self.note(Fault::UnfinishedSection);
            let rest = self.rest();
            let end = rest.find("</").unwrap_or(rest.len());
            self.at += end;
            return Some(Token::CData(&rest[..end]));
        }
        if !self.doctype_read && rest.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("DOCTYPE")) {
            self.doctype_read = true;
            return Some(Token::Doctype(self.take_doctype()));
        }
        self.note(Fault::UnfinishedSection);
        self.skip_past_greater_than();
        None
    }

    fn take_doctype(&mut self) -> &'a str {
        let rest = self.rest();
        let mut inside_subset = false;
        let mut quote = None;
        for (index, byte) in rest.bytes().enumerate().take(MAX_DOCTYPE_BYTES) {
            match (quote, byte) {
                (Some(open), _) if byte == open => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'[') => inside_subset = true,
                (None, b']') => inside_subset = false,
                (None, b'>') if !inside_subset => {
                    self.at += index + 1;
                    return &rest[..index];
                }
                _ => {}
            }
        }
        // An apostrophe gone astray must not swallow the document.
        self.note(Fault::UnfinishedSection);
        self.skip_past_greater_than();
        ""
    }

    fn skip_past_greater_than(&mut self) {
        self.at = self.rest().find('>').map_or(self.text.len(), |length| self.at + length + 1);
    }

    /// Text up to the next `<` that opens something.
    fn take_text(&mut self) -> Token<'a> {
        let rest = self.rest();
        let mut end = 0;
        loop {
            match rest[end..].find('<') {
                None => {
                    end = rest.len();
                    break;
                }
                Some(length) => {
                    end += length;
                    if opens(&rest[end..]) {
                        break;
                    }
                    self.note(Fault::LooseLessThan);
                    end += 1;
                }
            }
        }
        self.at += end;
        Token::Text(&rest[..end])
    }

    fn take_raw_text(&mut self, name: &'static str) -> Option<Token<'a>> {
        let rest = self.rest();
        let end = find_end_tag(rest, name).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| Token::Text(&rest[..end]))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        budget::charge_step();
        loop {
            if self.at >= self.text.len() {
                return None;
            }
            if let Some(name) = self.raw_until.take() {
                if let Some(token) = self.take_raw_text(name) {
                    return Some(token);
                }
                continue;
            }
            let rest = self.rest();
            if !opens(rest) {
                return Some(self.take_text());
            }
            self.at += 1;
            match rest.as_bytes()[1] {
                b'!' => {
                    self.at += 1;
                    if let Some(token) = self.take_declaration() {
                        return Some(token);
                    }
                }
                b'?' => {
                    if self.take_until(Terminator::Instruction).is_none() {
                        self.note(Fault::UnfinishedSection);
                        self.skip_past_greater_than();
                    }
                }
                b'/' => {
                    self.at += 1;
                    return Some(self.take_end_tag());
                }
                _ => {
                    let token = self.take_start_tag();
                    if self.html
                        && let Token::Start { name, empty: false, .. } = &token
                    {
                        self.raw_until = RAW_TEXT.iter().find(|raw| raw.eq_ignore_ascii_case(name)).copied();
                    }
                    return Some(token);
                }
            }
        }
    }
}

const RAW_TEXT: &[&str] = &["script", "style", "textarea", "xmp", "noembed", "noframes"];

/// Whether this `<` begins a tag, a comment or an instruction, rather than standing for itself.
fn opens(rest: &str) -> bool {
    let mut characters = rest.chars();
    if characters.next() != Some('<') {
        return false;
    }
    match characters.next() {
        Some('!' | '?') => true,
        Some('/') => characters.next().is_some_and(starts_name),
        Some(c) => starts_name(c),
        None => false,
    }
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == ':'
}

/// Where `</name` stands, whatever its case.
fn find_end_tag(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(length) = text[from..].find("</") {
        let at = from + length;
        if text[at + 2..].get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return Some(at);
        }
        from = at + 2;
    }
    None
}
