//! `bellwether call`: a call's exchanges with their scores and quotes, or why it cannot be scored.

use std::process::ExitCode;

use analysis::directness::score::{Band, CallScore};
use domain::hash::hash128;
use serde::Serialize;
use sources::transcript;

use super::inputs::{self, Way};
use figures::calls::{Mark, ReasonRead, ScoredExchange, Words};
use pipeline::calls;
use runtime::config::Config;

#[derive(Serialize)]
struct Line {
    input: String,
    company: String,
    ticker: Option<String>,
    date: Option<String>,
    scorable: bool,
    /// Why it cannot be scored, or why it has no score of its own.
    reason: Option<String>,
    score: Option<f64>,
    classification: Option<&'static str>,
    confidence: Option<f64>,
    interval: Option<[f64; 2]>,
    questions: usize,
    declined: usize,
    topics: Vec<Topic>,
    exchanges: Vec<Exchange>,
}

/// Question and answer are the longest part of each, verbatim; the turns hold all of it.
#[derive(Serialize)]
struct Exchange {
    question: String,
    answer: String,
    analyst: String,
    submitted: bool,
    speaker: String,
    title: Option<String>,
    #[serde(flatten)]
    mark: Mark,
    non_answer: f32,
    specific: f32,
    reasons: Vec<ReasonRead>,
    question_turns: Vec<Words>,
    answer_turns: Vec<Words>,
}

impl From<ScoredExchange> for Exchange {
    fn from(scored: ScoredExchange) -> Exchange {
        Exchange {
            question: scored.question_quote().to_owned(),
            answer: scored.answer_quote().to_owned(),
            analyst: scored.analyst,
            submitted: scored.submitted,
            speaker: scored.speaker,
            title: scored.title,
            mark: scored.mark,
            non_answer: scored.non_answer,
            specific: scored.specific,
            reasons: scored.reasons,
            question_turns: scored.question,
            answer_turns: scored.answer,
        }
    }
}

#[derive(Serialize)]
struct Topic {
    topic: &'static str,
    questions: usize,
    score: f64,
}

pub async fn run(config: Config, files: Vec<String>, json: bool) -> anyhow::Result<ExitCode> {
    let read = |input: &str, loaded: &inputs::Loaded| {
        let hint = format!("{} {}", loaded.name, loaded.content_type.as_deref().unwrap_or(""));
        let read = transcript::parse(&loaded.bytes, hint.trim())
            .map_err(|error| format!("not scorable, because {error}"))?;
        Ok(line(input, read, &hash128(&loaded.bytes)))
    };
    inputs::each(&config, files, Way { json, pages: false }, read, describe).await
}

/// The file's own bytes seed the resampling, so that the same file has the same interval everywhere.
fn line(input: &str, read: transcript::Transcript, identity: &[u8]) -> Line {
    let unscored = Line {
        input: input.to_owned(),
        company: read.company,
        ticker: read.ticker,
        date: read.date.map(|day| day.to_string()),
        scorable: false,
        reason: None,
        score: None,
        classification: None,
        confidence: None,
        interval: None,
        questions: 0,
        declined: 0,
        topics: Vec::new(),
        exchanges: Vec::new(),
    };
    let (exchanges, score) = match calls::read(&read.turns, identity) {
        Ok(call) => (call.exchanges, call.score),
        Err(unscorable) => return Line { reason: Some(unscorable.to_string()), ..unscored },
    };
    let CallScore { rating, questions, declined, topics } = score;
    Line {
        scorable: true,
        reason: rating.is_none().then(|| "no score of its own, because it has too few questions".to_owned()),
        score: rating.map(|rating| rating.score),
        classification: rating.map(|rating| Band::of(rating.score).name()),
        confidence: rating.map(|rating| (1000.0 * rating.confidence()).round() / 10.0),
        interval: rating.map(|rating| [rating.low, rating.high]),
        questions,
        declined,
        topics: topics
            .into_iter()
            .map(|topic| Topic { topic: topic.topic.name(), questions: topic.questions, score: topic.score })
            .collect(),
        exchanges: exchanges.into_iter().map(Exchange::from).collect(),
        ..unscored
    }
}

fn describe(line: &Line) -> String {
    let mut text = format!("{}: {} {}\n", line.input, line.company, line.date.as_deref().unwrap_or(""));
    if let (Some(score), Some(classification), Some([low, high])) =
        (line.score, line.classification, line.interval)
    {
        let (questions, declined) = (line.questions, line.declined);
        text.push_str(&format!(
            "{score:.1} ({low:.1} to {high:.1}), {classification}, {questions} questions, {declined} declined\n"
        ));
    }
    if let Some(reason) = &line.reason {
        text.push_str(&format!("{reason}\n"));
    }
    for exchange in &line.exchanges {
        let title = exchange.title.as_deref().map(|title| format!(", {title}")).unwrap_or_default();
        let mark = &exchange.mark;
        text.push_str(&format!(
            "\n{:.2} {} ({})\n{}: {}\n{}{title}: {}\n",
            mark.score,
            mark.label,
            mark.topic,
            exchange.analyst,
            exchange.question,
            exchange.speaker,
            exchange.answer
        ));
        for reason in &exchange.reasons {
            text.push_str(&format!("  {}: \"{}\"\n", reason.reason, reason.quote));
        }
    }
    text
}

#[cfg(test)]
#[path = "call_tests.rs"]
mod tests;
