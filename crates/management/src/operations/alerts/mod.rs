//! Alerts: rules over coverage that an account owns, and when they would have fired.

pub mod backtest;
pub mod manage;

use ::alerts::causes::MAX_ARTICLES;
use ::alerts::event::price_of;
use ::alerts::watch::Subject;
use domain::{AlertCondition, AlertSubject};
use schemars::JsonSchema;
use serde::Serialize;
use store::Store;
use store::alerts::{Alert, AlertDefinition, Alerts};

use super::owned::Resource;
use interface::{App, ParamReader};
use runtime::error::ApiError;

const MAX_QUIET_MINUTES: u64 = 14 * 24 * 60;
const MAX_DAILY_CAP: u64 = 1_000;
pub const DEFAULT_DAILY_CAP: u64 = 50;
pub const DEFAULT_MIN_ITEMS: u64 = 5;
pub const DEFAULT_MIN_FAMILIES: u64 = 2;
const DEFAULT_THRESHOLD: f64 = 3.0;
const MAX_FORM_CHARS: usize = 20;

/// A rule as it was saved.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Alert")]
pub struct AlertView {
    pub id: String,
    pub name: String,
    /// Nothing is told while it is switched off.
    pub enabled: bool,
    pub subject: &'static str,
    /// Which one; null for everything.
    pub value: Option<String>,
    pub condition: &'static str,
    pub threshold: Option<f64>,
    pub min_items: u32,
    pub min_families: u32,
    /// Form type of filings; null for any.
    pub form: Option<String>,
    pub quiet_minutes: u32,
    pub daily_cap: u32,
    /// What each event of this rule costs when a webhook or a stream delivers it, once.
    pub delivered_event_credits: u32,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub changed_at: String,
}

impl From<Alert> for AlertView {
    fn from(alert: Alert) -> AlertView {
        let definition = alert.definition;
        let articles = if definition.condition.is_of_readings() { 0 } else { MAX_ARTICLES as u32 };
        AlertView {
            id: alert.id,
            name: definition.name,
            enabled: definition.enabled,
            subject: definition.subject.name(),
            value: definition.value,
            condition: definition.condition.name(),
            threshold: definition.threshold,
            min_items: definition.min_items,
            min_families: definition.min_families,
            form: definition.form,
            quiet_minutes: definition.quiet_minutes,
            daily_cap: definition.daily_cap,
            delivered_event_credits: price_of(articles).total.get(),
            created_at: alert.created_at.rfc3339(),
            changed_at: alert.changed_at.rfc3339(),
        }
    }
}

impl Resource for AlertDefinition {
    const NOUN: &'static str = "Alert";
    const MAX: u32 = 200;

    fn table(store: &Store) -> &Alerts {
        &store.alerts
    }

    fn read(from: &mut ParamReader) -> Result<AlertDefinition, ApiError> {
        let name = from.name("name", "What the rule is called.")?;
        let enabled = from.boolean("enabled", "Whether it is switched on. A backtest works either way.")?;
        let words = "What is watched: a Space or a story by its id, a company or an asset by name, a cohort, a metric of /indices, a search in the language of /feed, or everything.";
        let subject = from.required_one_of("subject", words, AlertSubject::ALL)?;
        let value = from.text("value", "Which one; not for everything.")?;
        let words = "item: every new item. volume: items of a day above threshold times the norm of the 28 days before. tone_shift: tone of a day that is over, threshold standard errors from the 28 days before. new_story: a story of minFamilies within three days. crosses, moves: a day's reading of a metric. filing: a filing, of a form type where one is given. scored_call: a scored earnings call.";
        let condition = from.required_one_of("condition", words, AlertCondition::ALL)?;
        let words = "Times the norm (volume; 3 where nothing is said), standard errors (tone_shift; 3), the level (crosses) or the distance from the day before (moves).";
        let threshold = from.optional_number("threshold", words, -1e9..=1e9)?;
        let words = "Items that a day must have (volume, tone_shift).";
        let min_items = from.integer("minItems", words, 1..=100_000, DEFAULT_MIN_ITEMS)? as u32;
        let words = "Outlet families that they must come from (volume, tone_shift, new_story): one house alone sets nothing off.";
        let min_families = from.integer("minFamilies", words, 1..=1_000, DEFAULT_MIN_FAMILIES)? as u32;
        let form = from.text("form", "Form type of filings, such as 8-K; any where nothing is said.")?;
        let words = "Minutes after an event in which the rule does not fire again.";
        let quiet_minutes = from.integer("quietMinutes", words, 0..=MAX_QUIET_MINUTES, 0)? as u32;
        let words = "Events a day, UTC, at most.";
        let daily_cap = from.integer("dailyCap", words, 1..=MAX_DAILY_CAP, DEFAULT_DAILY_CAP)? as u32;
        let definition = AlertDefinition {
            name,
            enabled,
            subject,
            value,
            condition,
            threshold: threshold.or(default_threshold(condition)),
            min_items,
            min_families,
            form: form.map(|form| form.trim().to_owned()),
            quiet_minutes,
            daily_cap,
        };
        if !from.is_describing() {
            fits(&definition)?;
        }
        Ok(definition)
    }

    async fn check(&self, app: &App, owner: &str) -> Result<(), ApiError> {
        Subject::of(app, owner, self).await.map(|_| ())
    }
}

fn default_threshold(condition: AlertCondition) -> Option<f64> {
    matches!(condition, AlertCondition::Volume | AlertCondition::ToneShift).then_some(DEFAULT_THRESHOLD)
}

/// Whether the parts of a rule go together.
fn fits(rule: &AlertDefinition) -> Result<(), ApiError> {
    let wrong = |parameter: &str, detail: String| Err(ApiError::parameter(parameter, detail));
    let (subject, condition) = (rule.subject, rule.condition);
    match (subject, &rule.value) {
        (AlertSubject::Everything, Some(_)) => {
            return wrong("value", "value must be left out where subject is everything.".into());
        }
        (AlertSubject::Everything, None) | (_, Some(_)) => {}
        (_, None) => {
            let what = kind_of_value(subject);
            return wrong("value", format!("value is required where subject is {subject}: {what}."));
        }
    }
    if (subject == AlertSubject::Index) != condition.is_of_readings() {
        let detail =
            "condition must be crosses or moves where subject is index, and neither where it is not.";
        return wrong("condition", detail.into());
    }
    let of_one_story = subject == AlertSubject::Story;
    let not_of_stories =
        matches!(condition, AlertCondition::NewStory | AlertCondition::Filing | AlertCondition::ScoredCall);
    if of_one_story && not_of_stories {
        let detail = "condition must be item, volume or tone_shift where subject is story.";
        return wrong("condition", detail.into());
    }
    match (condition, rule.threshold) {
        (AlertCondition::Crosses | AlertCondition::Moves, None) => {
            let what = if condition == AlertCondition::Crosses { "the level" } else { "how far it moves" };
            return wrong(
                "threshold",
                format!("threshold is required where condition is {condition}: {what}."),
            );
        }
        (AlertCondition::Volume | AlertCondition::ToneShift | AlertCondition::Moves, Some(threshold))
            if threshold <= 0.0 =>
        {
            return wrong("threshold", format!("threshold must be above 0 where condition is {condition}."));
        }
        _ => {}
    }
    match &rule.form {
        Some(_) if condition != AlertCondition::Filing => {
            wrong("form", "form must be left out unless condition is filing.".into())
        }
        Some(form) if form.chars().count() > MAX_FORM_CHARS => {
            wrong("form", format!("form is longer than {MAX_FORM_CHARS} characters."))
        }
        _ => Ok(()),
    }
}

/// What `value` holds for a subject.
fn kind_of_value(subject: AlertSubject) -> &'static str {
    match subject {
        AlertSubject::Everything => "nothing",
        AlertSubject::Query => "a keyword query as in /feed",
        AlertSubject::Space => "the id of a Space",
        AlertSubject::Company => "the name of a company",
        AlertSubject::Asset => "the name of an asset",
        AlertSubject::Story => "the id of a story",
        AlertSubject::Cohort => "a cohort of /taxonomy",
        AlertSubject::Index => "a metric of /indices",
    }
}
