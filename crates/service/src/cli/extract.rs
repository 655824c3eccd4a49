//! `bellwether extract`: the article of a page, and what was cut from around it. Of a page that says it is not free a
//! collector stores the summary alone.

use std::process::ExitCode;

use domain::Precision;
use serde::Serialize;
use sources::Hint;

use super::inputs::{self, Way};
use crate::config::Config;

#[derive(Serialize)]
struct Line {
    input: String,
    title: Option<String>,
    author: Option<String>,
    published: Option<String>,
    text: String,
    paywalled: bool,
    cut: Vec<Cut>,
}

#[derive(Serialize)]
struct Cut {
    text: String,
    why: &'static str,
}

pub async fn run(config: Config, inputs: Vec<String>, json: bool) -> anyhow::Result<ExitCode> {
    let read = |input: &str, loaded: &inputs::Loaded| {
        let hint = Hint { name: &loaded.name, content_type: loaded.content_type.as_deref(), kind: None };
        let article = sources::probe::extract(&loaded.bytes, &hint).map_err(|error| error.in_words())?;
        Ok(Line {
            input: input.to_owned(),
            title: article.title,
            author: article.author,
            published: article.published.map(|(at, precision)| match precision {
                Precision::Day => at.day().to_string(),
                Precision::Second | Precision::Fetched => at.rfc3339(),
            }),
            text: article.text,
            paywalled: article.paywalled,
            cut: article.cut.into_iter().map(|cut| Cut { text: cut.text, why: cut.reason }).collect(),
        })
    };
    let in_words = |line: &Line| {
        let empty = String::new();
        let head = [&line.title, &line.author, &line.published]
            .map(|part| part.as_ref().unwrap_or(&empty).as_str())
            .join(" | ");
        format!("{}\n{head}\n\n{}\n", line.input, line.text)
    };
    inputs::each(&config, inputs, Way { json, pages: true }, read, in_words).await
}
