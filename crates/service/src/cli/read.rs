//! `bellwether read`: what the models see in a text, a line each.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::{Reading, Text};
use domain::language::is_read;
use domain::{Field, MentionKind, Tone};
use serde::Serialize;
use serde_json::Value;

use super::lines;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    language: &'a str,
    /// False where the language is none of those that are read: then the tone is not measured.
    read: bool,
    sentiment: &'static str,
    probabilities: BTreeMap<&'static str, f32>,
    categories: Vec<Scored>,
    companies: Vec<Place>,
    organisations: Vec<Place>,
    assets: Vec<Place>,
    /// One for each name that the line asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<Target<'a>>,
    model: &'static str,
}

/// The tone toward a name; none where the text does not name it.
#[derive(Serialize)]
struct Target<'a> {
    name: &'a str,
    sentiment: Option<&'static str>,
    tone: Option<f32>,
}

#[derive(Serialize)]
struct Scored {
    name: &'static str,
    score: f32,
}

/// One place where something is named; offsets count Unicode characters of the field.
#[derive(Serialize)]
struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    text: String,
    start: u32,
    end: u32,
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ticker: Option<String>,
    /// Toward what is named, not of the whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentiment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<f32>,
}

fn label(tone: Option<Tone>) -> Option<&'static str> {
    tone.map(|tone| tone.label().name())
}

pub fn run(files: &[PathBuf], json: bool) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    lines::each(files, &mut output, |number, text, answer| {
        let line = lines::text_line(number, text)?;
        let reading = analysis::read_all(&Text {
            title: &line.title,
            content: &line.content,
            stated_language: line.language.as_deref(),
            publisher: Some(&line.outlet),
            ..Text::default()
        });
        match json {
            true => lines::print(answer, &shown(&line, &reading))?,
            false => writeln!(answer, "{}", describe(&line, &reading))?,
        }
        Ok(())
    })
}

fn shown<'a>(line: &'a lines::TextLine, reading: &'a Reading) -> Line<'a> {
    let tone = reading.tone;
    Line {
        id: &line.id,
        language: &reading.language,
        read: is_read(&reading.language),
        sentiment: reading.sentiment.name(),
        probabilities: BTreeMap::from([
            ("positive", tone.positive),
            ("neutral", tone.neutral),
            ("negative", tone.negative),
        ]),
        categories: reading
            .categories
            .iter()
            .map(|(category, score)| Scored { name: category.name(), score: *score })
            .collect(),
        companies: mentioned(line, reading, MentionKind::Company),
        organisations: reading
            .organisations
            .iter()
            .map(|organisation| Place {
                name: None,
                text: organisation.text.clone(),
                start: organisation.span.start,
                end: organisation.span.end,
                field: organisation.span.field.name(),
                ticker: None,
                sentiment: label(organisation.tone),
                tone: organisation.tone.map(Tone::net),
            })
            .collect(),
        assets: mentioned(line, reading, MentionKind::Asset),
        targets: line.targets.iter().map(|name| target(line, name)).collect(),
        model: analysis::VERSION,
    }
}

fn target<'a>(line: &lines::TextLine, name: &'a str) -> Target<'a> {
    let tone = analysis::tone_toward(&line.title, &line.content, name);
    Target { name, sentiment: label(tone), tone: tone.map(Tone::net) }
}

fn mentioned(line: &lines::TextLine, reading: &Reading, kind: MentionKind) -> Vec<Place> {
    let mut places = Vec::new();
    let read = reading.mentions.iter().zip(&reading.toward);
    for (mention, toward) in read.filter(|(mention, _)| mention.kind == kind) {
        for span in &mention.spans {
            let field = match span.field {
                Field::Title => &line.title,
                Field::Content => &line.content,
            };
            places.push(Place {
                name: Some(mention.name.clone()),
                text: lines::slice(field, span.start, span.end),
                start: span.start,
                end: span.end,
                field: span.field.name(),
                ticker: mention.ticker.clone(),
                sentiment: label(*toward),
                tone: toward.map(Tone::net),
            });
        }
    }
    places
}

fn describe(line: &lines::TextLine, reading: &Reading) -> String {
    let names: Vec<&str> = reading.mentions.iter().map(|mention| mention.name.as_str()).collect();
    let mut categories: Vec<_> = reading.categories.iter().filter(|(_, score)| *score >= 0.5).collect();
    categories.sort_by(|a, b| b.1.total_cmp(&a.1));
    let categories: Vec<&str> = categories.iter().map(|(category, _)| category.name()).collect();
    let tone = match is_read(&reading.language) {
        true => format!("{:<8} {:+.2}", reading.sentiment, reading.tone.net()),
        false => format!("{:<14}", format!("not read ({})", reading.language)),
    };
    format!("{tone}  {}  [{}] {}", line.title, categories.join(", "), names.join(", "))
}
