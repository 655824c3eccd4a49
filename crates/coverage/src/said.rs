//! A statement as callers see it.

use domain::Cohort;
use schemars::JsonSchema;
use serde::Serialize;
use store::statements::StoredStatement;

use crate::directness::thousandth;

/// What somebody is reported to have said.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReportedStatement")]
pub struct Said {
    /// Gives /speakers/{id}.
    pub speaker_id: String,
    pub speaker: String,
    /// As the article has it.
    pub text: String,
    /// Where it begins in the article's text, and the first place after it, in characters.
    pub start: u32,
    pub end: u32,
    /// The speaker's own words, rather than the article's account of them.
    pub direct: bool,
    /// As the article states them; empty where it does not.
    pub title: String,
    pub affiliation: String,
    /// The role; null where none is stated or known.
    pub cohort: Option<&'static str>,
    /// How sure the role is, 0 to 100.
    pub cohort_confidence: f64,
    /// company, asset or organisation; null where it cannot be told what it is about.
    pub about_kind: Option<&'static str>,
    pub about: Option<String>,
    /// The tone toward that, from -1 to 1.
    pub tone: f64,
}

impl From<StoredStatement> for Said {
    fn from(one: StoredStatement) -> Said {
        Said {
            speaker_id: one.speaker.to_string(),
            speaker: one.speaker_name,
            text: one.text,
            start: one.span.start,
            end: one.span.end,
            direct: one.direct,
            title: one.title,
            affiliation: one.affiliation,
            cohort: one.cohort.map(Cohort::name),
            cohort_confidence: (f64::from(one.confidence) * 1000.0).round() / 10.0,
            about_kind: one.target.as_ref().map(|target| target.kind.name()),
            about: one.target.map(|target| target.name),
            tone: thousandth(f64::from(one.tone.net())),
        }
    }
}
