//! Why a rule fires: for any days, everything that happened on them and that it wants to be told.

use std::sync::Arc;

use anyhow::Context;
use coverage::article::Headline as ShownHeadline;
use domain::{AlertCondition, Day, DayRange, DocumentId, Instant};
use indices::alerts::{Series, ToneShift, Volume};
use interface::App;
use serde_json::{Map, Value, json};
use store::documents::Headline;

use crate::series::{self, families};
use crate::watch::Watch;
use crate::{readings, stories};

/// Articles that an event carries; its `query` lists all of them.
pub const MAX_ARTICLES: usize = 25;
/// Documents of a day that are looked at for the families behind them.
const MAX_OF_DAY: usize = 1_000;

/// One reason to tell something.
pub struct Cause {
    /// Names it among all causes of its rule.
    pub key: String,
    /// When it happened. What is of a day happened at its beginning.
    pub at: Instant,
    /// In one sentence.
    pub summary: String,
    pub numbers: Map<String, Value>,
    pub query: String,
    pub articles: Vec<ShownHeadline>,
}

impl Cause {
    pub(crate) fn new(
        watch: &Watch,
        key: String,
        at: Instant,
        days: DayRange,
        told: (String, Value),
        articles: &[Headline],
    ) -> Cause {
        let numbers = match told.1 {
            Value::Object(numbers) => numbers,
            _ => Map::new(),
        };
        let articles = articles.iter().take(MAX_ARTICLES).map(ShownHeadline::from).collect();
        Cause { key, at, summary: told.0, numbers, query: watch.query(days), articles }
    }
}

/// Everything of the days, in the order of time.
pub async fn of_days(
    app: &App,
    watch: &Arc<Watch>,
    days: DayRange,
    today: Day,
) -> anyhow::Result<Vec<Cause>> {
    let condition = watch.definition().condition;
    let mut causes = match condition {
        AlertCondition::Item | AlertCondition::Filing | AlertCondition::ScoredCall => {
            let items = series::headlines(app, watch, days, series::MAX_ITEMS).await?;
            of_items(app, watch, items).await?
        }
        AlertCondition::Volume | AlertCondition::ToneShift => {
            let series = series::series(app, watch, series::with_norm(days)).await?;
            let mut causes = Vec::new();
            for day in days.days() {
                causes.extend(of_day(app, watch, &series, day, today).await?);
            }
            causes
        }
        AlertCondition::NewStory => stories::of_days(app, watch, days).await?,
        AlertCondition::Crosses | AlertCondition::Moves => readings::of_days(app, watch, days).await?,
    };
    causes.sort_by(|one, other| (one.at, &one.key).cmp(&(other.at, &other.key)));
    Ok(causes)
}

/// What these documents are to a rule for which one is enough.
pub async fn of_items(app: &App, watch: &Watch, items: Vec<Headline>) -> anyhow::Result<Vec<Cause>> {
    let definition = watch.definition();
    let scores = match definition.condition {
        AlertCondition::ScoredCall => {
            let ids: Vec<DocumentId> = items.iter().map(|item| item.id).collect();
            Some(app.store.calls.scores(&ids).await.context("cannot read scored calls")?)
        }
        _ => None,
    };
    let form = definition.form.as_deref();
    let cause = |item: Headline| {
        if form.is_some_and(|form| !names_form(&item.title, form)) {
            return None;
        }
        let mut numbers = json!({ "items": 1 });
        if let Some(scores) = &scores {
            numbers["score"] = json!(scores.get(&item.id)?);
        }
        let summary = format!("{}: {}", item.outlet_name, item.title);
        let days = DayRange::single(item.published_at.day());
        let at = item.published_at;
        Some(Cause::new(watch, format!("item {}", item.id), at, days, (summary, numbers), &[item]))
    };
    Ok(items.into_iter().filter_map(cause).collect())
}

/// Whether the title of a filing names this form type as a word of its own.
fn names_form(title: &str, form: &str) -> bool {
    let edge = |c: char| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '(' | ')');
    title.split(edge).any(|word| word.eq_ignore_ascii_case(form))
}

/// What a day is to a rule about counts.
pub async fn of_day(
    app: &App,
    watch: &Arc<Watch>,
    series: &Series,
    day: Day,
    today: Day,
) -> anyhow::Result<Option<Cause>> {
    let definition = watch.definition();
    let (min_items, min_families) = (definition.min_items, definition.min_families);
    let threshold = definition.threshold.unwrap_or(f64::INFINITY);
    let name = watch.subject_name();
    let (kind, summary, mut numbers) = match definition.condition {
        AlertCondition::Volume => {
            let rule = Volume { factor: threshold, min_items, min_families };
            let Some(seen) = rule.judge(series, day) else { return Ok(None) };
            let norm = rounded(seen.norm.items);
            let summary =
                format!("{name}: {} items on {day}, against a 28-day norm of {norm} a day.", seen.items);
            ("volume", summary, json!({ "items": seen.items, "norm": norm, "normDays": seen.norm.days }))
        }
        AlertCondition::ToneShift if day < today => {
            let rule = ToneShift { deviations: threshold, min_items, min_families };
            let Some(seen) = rule.judge(series, day) else { return Ok(None) };
            let (tone, norm, deviations) = (rounded(seen.tone), rounded(seen.norm), rounded(seen.deviations));
            let summary = format!(
                "{name}: tone {tone} on {day}, against {norm} in the 28 days before ({deviations} standard errors)."
            );
            let numbers =
                json!({ "items": seen.items, "tone": tone, "norm": norm, "deviations": deviations });
            ("tone", summary, numbers)
        }
        _ => return Ok(None),
    };
    let days = DayRange::single(day);
    let articles = series::headlines(app, watch, days, MAX_OF_DAY).await?;
    let families = families(&articles);
    if families < min_families {
        return Ok(None);
    }
    numbers["families"] = json!(families);
    let key = format!("{kind} {day}");
    Ok(Some(Cause::new(watch, key, day.start(), days, (summary, numbers), &articles)))
}

/// Two places.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::names_form;

    #[test]
    fn a_form_is_a_word_of_its_own() {
        assert!(names_form("Acme files 8-K: results", "8-K"));
        assert!(names_form("Acme files 10-q", "10-Q"));
        assert!(!names_form("Acme files 8-K/A", "8-K"));
        assert!(!names_form("Acme files 18-K", "8-K"));
    }
}
