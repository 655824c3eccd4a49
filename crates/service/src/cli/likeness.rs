//! `bellwether likeness`: how alike the two articles of each line are, in whatever languages.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::language;
use analysis::stories::{Alike, Article};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines::{self, BadLine};

/// Two articles, in the members that collections of pairs use.
#[derive(Deserialize)]
struct Pair {
    #[serde(default)]
    id: Value,
    /// Of both articles, or `de-en` for the first and the second.
    #[serde(default)]
    language: String,
    #[serde(default)]
    language2: Option<String>,
    #[serde(default, alias = "text")]
    title: String,
    #[serde(default, alias = "lead")]
    content: String,
    #[serde(default, alias = "text2")]
    title2: String,
    #[serde(default, alias = "lead2")]
    content2: String,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    likeness: f64,
}

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut bad: Vec<u8> = Vec::new();
    let mut code = lines::each(files, &mut bad, |number, line, _| {
        let mut pair = pair_of(number, line)?;
        if pair.id.is_null() {
            pair.id = Value::from(number);
        }
        pairs.push(pair);
        Ok(())
    })?;
    let languages: Vec<[String; 2]> = pairs.iter().map(languages).collect();
    let mut output = BufWriter::new(std::io::stdout().lock());
    if !bad.is_empty() {
        output.write_all(&bad)?;
        code = ExitCode::FAILURE;
    }
    let mut articles: Vec<Article> = Vec::with_capacity(2 * pairs.len());
    for (pair, [one, two]) in pairs.iter().zip(&languages) {
        articles.push(Article { title: &pair.title, content: &pair.content, language: one });
        articles.push(Article { title: &pair.title2, content: &pair.content2, language: two });
    }
    let alike = Alike::of(&articles);
    for (place, pair) in pairs.iter().enumerate() {
        let likeness = f64::from(alike.between(2 * place, 2 * place + 1));
        lines::print(&mut output, &Line { id: &pair.id, likeness: (likeness * 1e4).round() / 1e4 })?;
    }
    output.flush()?;
    Ok(code)
}

fn pair_of(number: u64, line: &str) -> Result<Pair, BadLine> {
    let pair: Pair = lines::object(number, line)?;
    let is_empty = |title: &str, content: &str| title.trim().is_empty() && content.trim().is_empty();
    let missing = if is_empty(&pair.title, &pair.content) {
        "title and content"
    } else if is_empty(&pair.title2, &pair.content2) {
        "title2 and content2"
    } else {
        return Ok(pair);
    };
    Err(BadLine { line: number, error: format!("{missing} are missing or empty") })
}

/// As stated, else as the texts say.
fn languages(pair: &Pair) -> [String; 2] {
    let (one, two) = match (&pair.language2, pair.language.split_once('-')) {
        (Some(two), _) => (pair.language.as_str(), two.as_str()),
        (None, Some(both)) => both,
        (None, None) => (pair.language.as_str(), pair.language.as_str()),
    };
    [(one, &pair.title, &pair.content), (two, &pair.title2, &pair.content2)].map(
        |(stated, title, content)| match stated {
            "" => language::detect(&format!("{title}\n{content}"), None),
            stated => stated.to_owned(),
        },
    )
}
