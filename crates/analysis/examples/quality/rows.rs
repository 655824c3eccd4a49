//! Rows of the data folder. A file that is not there gives none.

use std::path::Path;

use domain::{Category, Sentiment};

#[derive(Clone, Default)]
pub struct Labelled {
    pub title: String,
    pub content: String,
    pub sentiment: Option<Sentiment>,
    pub categories: Vec<Category>,
}

impl Labelled {
    pub fn title_only(&self) -> Labelled {
        Labelled { content: String::new(), ..self.clone() }
    }
}

pub struct Sentence {
    pub text: String,
    /// Characters from and to.
    pub organisations: Vec<(u32, u32)>,
}

/// The split that training shares: FNV-1a of the text; split 0 is set aside.
pub fn split_of(text: &str) -> u64 {
    let hash = text.trim().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 20) % 10
}

fn sentiment(name: &str) -> Option<Sentiment> {
    match name {
        "positive" => Some(Sentiment::Positive),
        "neutral" => Some(Sentiment::Neutral),
        "negative" => Some(Sentiment::Negative),
        _ => None,
    }
}

pub fn csv(folder: &Path, name: &str, text_column: &str) -> Option<Vec<Labelled>> {
    csv_with(folder, name, text_column, "")
}

/// With another column as content.
pub fn csv_with(folder: &Path, name: &str, text_column: &str, content_column: &str) -> Option<Vec<Labelled>> {
    let text = std::fs::read_to_string(folder.join(name)).ok()?;
    let mut records = records(&text).into_iter();
    let head = records.next()?;
    let column = |name: &str| head.iter().position(|column| column == name);
    let (title, label, labels) = (column(text_column)?, column("label"), column("labels"));
    let content = column(content_column);
    let row = |record: Vec<String>| {
        let field = |at: Option<usize>| at.and_then(|at| record.get(at)).map_or("", String::as_str);
        Labelled {
            title: field(Some(title)).to_owned(),
            content: field(content).to_owned(),
            sentiment: sentiment(field(label)),
            categories: field(labels).split('|').filter_map(Category::from_name).collect(),
        }
    };
    Some(records.map(row).collect())
}

/// Fields of quoted, comma-separated lines.
fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                field.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push(record);
    }
    records
}

pub fn headlines(folder: &Path) -> Option<Vec<Labelled>> {
    let text = std::fs::read_to_string(folder.join("sentiment/bellwether_headlines.jsonl")).ok()?;
    let row = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let field = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let named = value["categories"].as_array().into_iter().flatten().filter_map(|c| c.as_str());
        Some(Labelled {
            title: field("title"),
            content: field("lead"),
            sentiment: sentiment(&field("sentiment")),
            categories: named.filter_map(Category::from_name).collect(),
        })
    };
    Some(text.lines().filter_map(row).collect())
}

/// Sentences of words and tags, put back together with spaces.
pub fn conll(folder: &Path, name: &str) -> Option<Vec<Sentence>> {
    let file = std::fs::read_to_string(folder.join(name)).ok()?;
    let mut out = Vec::new();
    for block in file.split("\n\n") {
        let (mut text, mut at, mut organisations) = (String::new(), 0_u32, Vec::new());
        let mut open: Option<u32> = None;
        for (word, tag) in block.lines().filter_map(|line| line.split_once('\t')) {
            if !text.is_empty() {
                text.push(' ');
                at += 1;
            }
            if tag != "I-ORG"
                && let Some(start) = open.take()
            {
                organisations.push((start, at - 1));
            }
            if tag == "B-ORG" {
                open = Some(at);
            }
            text.push_str(word);
            at += word.chars().count() as u32;
        }
        organisations.extend(open.map(|start| (start, at)));
        if !text.is_empty() {
            out.push(Sentence { text, organisations });
        }
    }
    Some(out)
}
