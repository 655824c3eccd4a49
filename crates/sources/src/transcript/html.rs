//! HTML to lines: tags fall away, blocks become lines, and each line knows how much of its start is bold.
//!
//! Filed exhibits are rarely well-formed, and only blocks, rows and bold matter here, so this walks the tags once and
//! builds no tree.

use super::decode::unescape;

/// One line of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub text: String,
    /// Bytes at the start that are set in bold; the whole length where all of it is.
    pub bold: usize,
}

impl Line {
    pub fn plain(text: &str) -> Line {
        Line { text: text.to_owned(), bold: 0 }
    }
}

/// Deeper nesting than any page that a person wrote.
const DEEPEST: usize = 512;

pub(super) fn looks_like_html(text: &str) -> bool {
    let head: String = text.chars().take(4000).collect::<String>().to_ascii_lowercase();
    ["<html", "<body", "<p>", "<p ", "<div", "<br", "<table", "<document>", "<font", "<!doctype html"]
        .iter()
        .any(|tag| head.contains(tag))
}

struct Walk {
    lines: Vec<Line>,
    text: String,
    bold_until: usize,
    still_bold: bool,
    /// Where blocks end inside a cell: a page laid out in a table is cut there.
    breaks: Vec<usize>,
    /// Open elements and whether each is bold.
    open: Vec<(String, bool)>,
}

pub(super) fn lines(html: &str) -> Vec<Line> {
    let mut walk = Walk {
        lines: Vec::new(),
        text: String::new(),
        bold_until: 0,
        still_bold: true,
        breaks: Vec::new(),
        open: Vec::new(),
    };
    let mut rest = html;
    let mut unclosed = false;
    while let Some(at) = rest.find('<') {
        walk.words(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        // A bare `<` is text, as in `<Q – Name>`, which some vendors leave unescaped.
        let is_tag = rest[1..]
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!' || c == '?')
            && !rest.starts_with("<Q ")
            && !rest.starts_with("<A -")
            && !rest.starts_with("<A –");
        // Once there is no closing bracket ahead there never will be: do not look for it again.
        let end = if is_tag && !unclosed { rest.find('>') } else { None };
        unclosed |= is_tag && end.is_none();
        let Some(end) = end else {
            walk.words("<");
            rest = &rest[1..];
            continue;
        };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .take(16)
            .collect::<String>()
            .to_ascii_lowercase();
        if matches!(name.as_str(), "script" | "style" | "title") && !tag.starts_with('/') {
            let close = format!("</{name}");
            rest = skip_to(rest, &close);
            continue;
        }
        walk.tag(&name, tag);
    }
    walk.words(rest);
    walk.end_line();
    walk.lines
}

/// What follows the closing tag, found without regard to case; nothing where it never closes.
fn skip_to<'a>(text: &'a str, close: &str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at..];
        if rest.get(..close.len()).is_some_and(|start| start.eq_ignore_ascii_case(close)) {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
        rest = &rest[2..];
    }
    ""
}

impl Walk {
    fn tag(&mut self, name: &str, tag: &str) {
        let closing = tag.starts_with('/');
        match name {
            "br" | "hr" => self.end_line(),
            "p" | "div" | "tr" | "table" | "li" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
            | "body" | "center" | "section" | "article" | "blockquote" | "pre" => {
                // Cells wrap their words in blocks of their own; the row is still one line.
                if self.in_cell() && matches!(name, "p" | "div") {
                    self.push(" ", false);
                    self.breaks.push(self.text.len());
                } else {
                    self.end_line();
                }
                self.step(name, tag, closing);
            }
            "td" | "th" => {
                self.step(name, tag, closing);
                if closing && !self.text.is_empty() {
                    self.push("\t", false);
                }
            }
            "b" | "strong" | "font" | "span" | "a" | "i" | "u" | "em" => self.step(name, tag, closing),
            _ => {}
        }
    }

    fn in_cell(&self) -> bool {
        self.open.iter().rev().take(8).any(|(name, _)| name == "td" || name == "th")
    }

    fn step(&mut self, name: &str, tag: &str, closing: bool) {
        if closing {
            // Look back a little only: a stray closing tag must not unwind the page.
            let from = self.open.len().saturating_sub(12);
            if let Some(at) = self.open[from..].iter().rposition(|(open, _)| open == name) {
                self.open.truncate(from + at);
            }
            return;
        }
        if tag.ends_with('/') || self.open.len() >= DEEPEST {
            return;
        }
        if name == "p" && self.open.last().is_some_and(|(open, _)| open == "p") {
            self.open.pop();
        }
        let style = tag.to_ascii_lowercase();
        let compact: String = style.chars().filter(|c| !c.is_whitespace()).take(600).collect();
        let outer =
            self.open.last().is_some_and(|(_, bold)| *bold) && !matches!(name, "p" | "div" | "td" | "tr");
        let bold = matches!(name, "b" | "strong")
            || compact.contains("font-weight:bold")
            || compact.contains("font-weight:700")
            || (compact.contains("font:") && compact.contains("bold"))
            || (outer && !compact.contains("font-weight:normal") && !compact.contains("font-weight:400"));
        self.open.push((name.to_owned(), bold));
    }

    fn words(&mut self, raw: &str) {
        if raw.is_empty() {
            return;
        }
        let bold = self.open.last().is_some_and(|(_, bold)| *bold);
        if raw.contains('&') { self.push(&unescape(raw), bold) } else { self.push(raw, bold) }
    }

    fn push(&mut self, words: &str, bold: bool) {
        // A tab in the source is a space; only the end of a cell is a tab here.
        let between_cells = words == "\t";
        for c in words.chars() {
            let c = match c {
                '\t' if between_cells => '\t',
                '\u{200b}' | '\u{feff}' | '\u{ad}' => continue,
                c if c.is_whitespace() || c.is_control() => ' ',
                c => c,
            };
            if c == ' ' && (self.text.is_empty() || self.text.ends_with([' ', '\t'])) {
                continue;
            }
            if c == '\t' && self.text.ends_with(' ') {
                self.text.pop();
            }
            self.text.push(c);
            if c != ' ' && c != '\t' {
                if bold && self.still_bold {
                    self.bold_until = self.text.len();
                } else {
                    self.still_bold = false;
                }
            }
        }
    }

    /// True where a cell is used as a page: one of them has several blocks of words.
    fn holds_paragraphs(&self) -> bool {
        let mut from = 0;
        let mut in_this_cell = 0;
        for &at in self.breaks.iter().chain([&self.text.len()]) {
            let piece = &self.text[from..at];
            if piece.contains('\t') {
                in_this_cell = 0;
            }
            in_this_cell += usize::from(!piece.trim().is_empty());
            if in_this_cell >= 2 && !piece.contains('\t') {
                return true;
            }
            from = at;
        }
        false
    }

    fn end_line(&mut self) {
        if self.holds_paragraphs() {
            let mut from = 0;
            for &at in self.breaks.iter().chain([&self.text.len()]) {
                let piece = self.text[from..at].trim();
                if !piece.is_empty() {
                    let bold = self.bold_until.saturating_sub(from).min(piece.len());
                    self.lines.push(Line { text: piece.to_owned(), bold: if from == 0 { bold } else { 0 } });
                }
                from = at;
            }
            self.text.clear();
        }
        self.breaks.clear();
        let text = self.text.trim();
        if !text.is_empty() {
            // Trimming at the start moves the bold part with it.
            let lead = self.text.len() - self.text.trim_start().len();
            let bold = self.bold_until.saturating_sub(lead).min(text.len());
            self.lines.push(Line { text: text.to_owned(), bold });
        }
        self.text.clear();
        self.bold_until = 0;
        self.still_bold = true;
    }
}
