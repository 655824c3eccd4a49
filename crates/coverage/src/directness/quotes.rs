//! Exchanges as they are quoted: verbatim, with their score, the reasons for it and the address of the source.

use schemars::JsonSchema;
use serde::Serialize;
use store::calls::Call;

use super::thousandth;
use figures::calls::ScoredExchange;
use runtime::error::ApiError;

/// A question and its answer; every text is a verbatim part of the source.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectnessQuote {
    pub question: String,
    pub answer: String,
    /// Who asked.
    pub analyst: String,
    /// Who answered.
    pub speaker: String,
    /// The speaker's title, where the call states one.
    pub title: Option<String>,
    /// 0 evasive, 0.5 intermediate, 1 direct.
    pub score: f64,
    /// direct, intermediate or evasive.
    pub label: String,
    pub topic: String,
    /// Refuses with reference to law or regulation; counted apart. A refusal without such a reference is scored, and false
    /// here.
    pub declined: bool,
    /// Each once.
    pub reasons: Vec<DirectnessReason>,
    #[schemars(extend("format" = "date"))]
    pub call_date: String,
    pub source_url: String,
}

impl DirectnessQuote {
    /// For a table of exchanges: date, people, words, score and why, address.
    pub fn cells(&self) -> Vec<String> {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.reason.as_str()).collect();
        vec![
            self.call_date.clone(),
            self.analyst.clone(),
            self.speaker.clone(),
            self.title.clone().unwrap_or_default(),
            self.question.clone(),
            self.answer.clone(),
            self.score.to_string(),
            self.label.clone(),
            self.topic.clone(),
            self.declined.to_string(),
            reasons.join("; "),
            self.source_url.clone(),
        ]
    }
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct DirectnessReason {
    /// Such as "refuses to say" or "gives a number where one was asked for".
    pub reason: String,
    /// The first words that gave it, verbatim.
    pub quote: String,
}

/// The exchanges that a call keeps at hand for lists: of the latest call that has a score, or else that has any.
pub(super) fn latest_quotes(calls: &[Call]) -> Result<Vec<DirectnessQuote>, ApiError> {
    let scored = calls.iter().rev().find(|call| call.rating.is_some());
    let Some(call) = scored.or_else(|| calls.iter().rev().find(|call| call.reason.is_none())) else {
        return Ok(Vec::new());
    };
    let exchanges: Vec<ScoredExchange> = parse(&call.quotes)?;
    Ok(exchanges.iter().map(|exchange| quote(call, exchange, Length::Cut)).collect())
}

pub fn exchanges(call: &Call) -> Result<Vec<ScoredExchange>, ApiError> {
    parse(&call.exchanges)
}

fn parse(text: &str) -> Result<Vec<ScoredExchange>, ApiError> {
    serde_json::from_str(text).map_err(|error| ApiError::internal(&error))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// As much as a list can bear.
    Cut,
    Whole,
}

pub fn quote(call: &Call, exchange: &ScoredExchange, length: Length) -> DirectnessQuote {
    let (question, answer) = (exchange.question_quote(), exchange.answer_quote());
    let telling = exchange.reasons.iter().map(|reason| reason.quote.as_str());
    let (question, answer) = match length {
        Length::Whole => (question, answer),
        Length::Cut => (excerpt(question, std::iter::empty()), excerpt(answer, telling)),
    };
    DirectnessQuote {
        question: question.to_owned(),
        answer: answer.to_owned(),
        analyst: exchange.analyst.clone(),
        speaker: exchange.speaker.clone(),
        title: exchange.title.clone(),
        score: thousandth(f64::from(exchange.mark.score)),
        label: exchange.mark.label.clone(),
        topic: exchange.mark.topic.clone(),
        declined: exchange.mark.declined,
        reasons: reasons(exchange),
        call_date: call.day.to_string(),
        source_url: call.url.clone(),
    }
}

/// Each once, with the first words that gave it.
fn reasons(exchange: &ScoredExchange) -> Vec<DirectnessReason> {
    let mut shown: Vec<DirectnessReason> = Vec::new();
    for reason in &exchange.reasons {
        if !shown.iter().any(|one| one.reason == reason.reason) {
            shown.push(DirectnessReason { reason: reason.reason.clone(), quote: reason.quote.clone() });
        }
    }
    shown
}

/// A verbatim part of a long text: from the first telling words on where they would be cut off, else from the start.
pub(super) fn excerpt<'a>(text: &'a str, telling: impl Iterator<Item = &'a str>) -> &'a str {
    const MAX_BYTES: usize = 800;
    if text.len() <= MAX_BYTES {
        return text;
    }
    let first =
        telling.filter(|words| !words.is_empty()).find_map(|words| Some((text.find(words)?, words.len())));
    let start = first.filter(|(at, length)| at + length > MAX_BYTES).map_or(0, |(at, _)| at);
    let rest = &text[start..];
    let cut = &rest[..rest.floor_char_boundary(MAX_BYTES)];
    if cut.len() == rest.len() {
        return cut;
    }
    // At the end of a sentence if one ends in the second half, else between words.
    let sentence = cut.rfind(['.', '?', '!']).map(|at| at + 1).filter(|end| *end > MAX_BYTES / 2);
    let end = sentence.or_else(|| cut.rfind(char::is_whitespace)).unwrap_or(cut.len());
    cut[..end].trim_end()
}
