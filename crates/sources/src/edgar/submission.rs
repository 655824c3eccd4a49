//! A submission as EDGAR keeps it: a header of `NAME: value` lines and documents between `<DOCUMENT>` tags.
//! A single HTML document is a submission with one part.

use domain::Instant;

use crate::dates::parse_instant;
use crate::markup::html_to_text;

const MAX_DOCUMENTS: usize = 200;
/// Longer texts (annual reports) are cut here; what is searched and scored stands well before.
const MAX_CONTENT_BYTES: usize = 2 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Submission {
    pub form: String,
    pub company: String,
    pub cik: Option<u64>,
    pub accession: String,
    pub accepted_at: Option<Instant>,
    pub documents: Vec<Exhibit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Exhibit {
    /// Such as `8-K` or `EX-99.1`.
    pub kind: String,
    pub file_name: String,
    pub description: String,
    /// Plain text with paragraphs.
    pub text: String,
}

impl Submission {
    /// The main document and the exhibits that hold news, a heading before each exhibit.
    pub fn content(&self) -> String {
        let mut content = String::new();
        for (index, document) in self.documents.iter().enumerate() {
            let is_main = index == 0 || document.kind == self.form;
            if !is_main && !document.kind.starts_with("EX-99") {
                continue;
            }
            if !content.is_empty() {
                content.push_str("\n\n");
            }
            if !is_main {
                content.push_str(&document.kind);
                content.push_str("\n\n");
            }
            content.push_str(&document.text);
            if content.len() > MAX_CONTENT_BYTES {
                content.truncate(content.floor_char_boundary(MAX_CONTENT_BYTES));
                break;
            }
        }
        content
    }
}

pub fn read_submission(text: &str) -> Submission {
    let Some(first) = find_tag(text, "<DOCUMENT>", 0) else {
        let document = Exhibit {
            kind: String::new(),
            file_name: String::new(),
            description: String::new(),
            text: readable(text),
        };
        return Submission { documents: vec![document], ..Submission::default() };
    };
    let mut submission = header(&text[..first]);
    let mut at = first;
    while let Some(start) = find_tag(text, "<DOCUMENT>", at) {
        let end = find_tag(text, "</DOCUMENT>", start).unwrap_or(text.len());
        if let Some(document) = document(&text[start..end]) {
            submission.documents.push(document);
        }
        if submission.documents.len() >= MAX_DOCUMENTS || end >= text.len() {
            break;
        }
        at = end;
    }
    submission
}

/// EDGAR writes its tags in capitals and nobody else writes these.
fn find_tag(text: &str, tag: &str, from: usize) -> Option<usize> {
    text.get(from..)?.find(tag).map(|length| from + length)
}

fn header(text: &str) -> Submission {
    let mut submission = Submission::default();
    for line in text.lines().take(400) {
        let line = line.trim();
        if let Some(stamp) = line.strip_prefix("<ACCEPTANCE-DATETIME>") {
            submission.accepted_at = parse_instant(stamp.trim());
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim() {
            "ACCESSION NUMBER" => submission.accession = value.to_owned(),
            "CONFORMED SUBMISSION TYPE" => submission.form = value.to_owned(),
            "COMPANY CONFORMED NAME" if submission.company.is_empty() => {
                submission.company = value.to_owned()
            }
            "CENTRAL INDEX KEY" if submission.cik.is_none() => submission.cik = value.parse().ok(),
            _ => {}
        }
    }
    submission
}

/// None for what is not words: graphics, spreadsheets, XBRL.
fn document(text: &str) -> Option<Exhibit> {
    let field = |tag: &str| {
        let at = text.find(tag)? + tag.len();
        text[at..].lines().next().map(|value| value.trim().to_owned())
    };
    let kind = field("<TYPE>")?;
    let file_name = field("<FILENAME>").unwrap_or_default();
    let is_words = !["GRAPHIC", "ZIP", "EXCEL", "XML", "JSON", "COVER"].contains(&kind.as_str())
        && !kind.starts_with("EX-101")
        && !["jpg", "gif", "png", "pdf", "zip", "xlsx", "xsd", "xml", "js", "css", "json"]
            .iter()
            .any(|ending| file_name.to_ascii_lowercase().ends_with(&format!(".{ending}")));
    if !is_words {
        return None;
    }
    let start = text.find("<TEXT>")? + "<TEXT>".len();
    let end = text.rfind("</TEXT>").filter(|end| *end >= start).unwrap_or(text.len());
    let description = field("<DESCRIPTION>").unwrap_or_default();
    Some(Exhibit { kind, file_name, description, text: readable(&text[start..end]) })
}

/// HTML to paragraphs; the plain text of the nineties keeps its lines.
fn readable(text: &str) -> String {
    let mut head_end = text.len().min(20_000);
    while !text.is_char_boundary(head_end) {
        head_end -= 1;
    }
    let head = text[..head_end].to_ascii_lowercase();
    if ["<html", "<body", "<p", "<div", "<table", "<font"].iter().any(|tag| head.contains(tag)) {
        return html_to_text(text);
    }
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.trim_start().starts_with('<')).collect();
    lines.join("\n").trim().to_owned()
}
