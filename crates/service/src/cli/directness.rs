//! `bellwether directness`: how direct answers are, a line each.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::directness;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines;

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    answer: Option<String>,
}

/// Nulls and an error where there is nothing to score.
#[derive(Default, Serialize)]
struct Line {
    id: Value,
    score: Option<f32>,
    label: Option<&'static str>,
    non_answer: Option<f32>,
    specific: Option<f32>,
    topic: Option<&'static str>,
    declined: Option<bool>,
    reasons: Vec<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

/// What was seen, and the words that show it.
#[derive(Serialize)]
pub struct Reason {
    pub reason: String,
    pub quote: String,
}

pub fn run(files: &[PathBuf], json: bool) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    lines::each(files, &mut output, |number, text, answer| {
        let asked: Asked = lines::object(number, text)?;
        let line = read(number, asked);
        match json {
            true => lines::print(answer, &line)?,
            false => writeln!(answer, "{}", describe(&line))?,
        }
        Ok(())
    })
}

fn read(number: u64, asked: Asked) -> Line {
    let id = if asked.id.is_null() { Value::from(number) } else { asked.id };
    let question = asked.question.unwrap_or_default();
    let Some(read) = directness::assess(&question, asked.answer.as_deref().unwrap_or_default()) else {
        return Line { id, error: Some("the answer has no words"), ..Line::default() };
    };
    let reasons = read
        .reasons
        .into_iter()
        .map(|reason| Reason { reason: reason.kind.words().to_owned(), quote: reason.quote });
    Line {
        id,
        score: Some(read.score),
        label: Some(read.label.name()),
        non_answer: Some(read.non_answer),
        specific: Some(read.specific),
        topic: Some(read.topic.name()),
        declined: Some(read.declined),
        reasons: reasons.collect(),
        error: None,
    }
}

fn describe(line: &Line) -> String {
    let (Some(score), Some(label)) = (line.score, line.label) else {
        return format!("{}  not scored: {}", line.id, line.error.unwrap_or_default());
    };
    let reasons: Vec<&str> = line.reasons.iter().map(|reason| reason.reason.as_str()).collect();
    format!("{}  {score:.2} {label}: {}", line.id, reasons.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Value {
        let asked = lines::object(7, text).ok().expect("an object");
        serde_json::to_value(read(7, asked)).expect("JSON")
    }

    #[test]
    fn an_answer_has_a_score_and_its_reasons() {
        let refusal =
            line(r#"{"id":"a","question":"What is the margin?","answer":"We don't disclose that."}"#);
        assert_eq!(refusal["id"], "a");
        let score = refusal["score"].as_f64().expect("a score");
        assert!((0.0..=1.0).contains(&score), "{refusal}");
        assert!(refusal["non_answer"].as_f64().expect("a probability") > 0.5, "{refusal}");
        assert!(refusal["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()), "{refusal}");
        assert!(refusal.get("error").is_none());
        // The question may be missing.
        assert!(line(r#"{"answer":"Revenue was 41 million dollars."}"#)["score"].is_number());
    }

    #[test]
    fn nothing_said_is_not_scored() {
        for text in [r#"{"id":1,"question":"Why?","answer":""}"#, r#"{"id":1,"answer":" - "}"#, r#"{"id":1}"#]
        {
            let nothing = line(text);
            assert!(nothing["score"].is_null() && nothing["label"].is_null(), "{nothing}");
            assert!(nothing["non_answer"].is_null() && nothing["specific"].is_null(), "{nothing}");
            assert_eq!(nothing["error"], "the answer has no words");
        }
        assert!(lines::object::<Asked>(1, "not JSON").is_err());
    }
}
