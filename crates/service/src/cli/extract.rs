//! `bellwether extract`: the article of a page, and what was cut from around it. Of a page that says it is not free a
//! collector stores the summary alone.

use std::process::ExitCode;

use analysis::clean::{OutletFrames, clean};
use domain::Precision;
use serde::Serialize;
use sources::Hint;

use super::inputs::{self, Way};
use runtime::config::Config;

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
    why: String,
}

/// `example` of `https://www.example.com/a`; nothing of a file's name.
fn outlet_of(name: &str) -> &str {
    let host = name.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or(""));
    let host = host.strip_prefix("www.").unwrap_or(host);
    host.rsplit_once('.').map_or(host, |(site, _)| site)
}

pub async fn run(config: Config, inputs: Vec<String>, json: bool) -> anyhow::Result<ExitCode> {
    let read = |input: &str, loaded: &inputs::Loaded| {
        let hint = Hint { name: &loaded.name, content_type: loaded.content_type.as_deref(), kind: None };
        let article = sources::probe::extract(&loaded.bytes, &hint).map_err(|error| error.chain())?;
        let title = article.title.unwrap_or_default();
        // One page alone teaches nothing about what its outlet repeats.
        let cleaned = clean(outlet_of(&loaded.name), &title, &article.text, &OutletFrames::default());
        let around = article.cut.into_iter().map(|cut| Cut { text: cut.text, why: cut.reason.to_owned() });
        let inside = cleaned
            .cuts
            .into_iter()
            .map(|cut| Cut { text: cut.text.trim().to_owned(), why: cut.reason.to_string() });
        Ok(Line {
            input: input.to_owned(),
            title: Some(cleaned.title).filter(|title| !title.is_empty()),
            author: article.author,
            published: article.published.map(|(at, precision)| match precision {
                Precision::Day => at.day().to_string(),
                Precision::Second | Precision::Fetched => at.rfc3339(),
            }),
            text: cleaned.text,
            paywalled: article.paywalled,
            cut: around.chain(inside).collect(),
        })
    };
    let describe = |line: &Line| {
        let empty = String::new();
        let head = [&line.title, &line.author, &line.published]
            .map(|part| part.as_ref().unwrap_or(&empty).as_str())
            .join(" | ");
        format!("{}\n{head}\n\n{}\n", line.input, line.text)
    };
    inputs::each(&config, inputs, Way { json, pages: true }, read, describe).await
}
