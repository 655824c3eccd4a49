//! Published readings that crossed a level or moved: of days that are frozen, which no later document changes.

use std::sync::Arc;

use anyhow::Context;
use domain::{AlertCondition, DayRange};
use indices::alerts::{crosses, moves};
use interface::App;
use serde_json::json;

use crate::causes::{Cause, rounded};
use crate::watch::{Subject, Watch};

pub async fn of_days(app: &App, watch: &Arc<Watch>, days: DayRange) -> anyhow::Result<Vec<Cause>> {
    let Subject::Index(metric) = &watch.subject else { return Ok(Vec::new()) };
    let with_before = DayRange::inclusive(days.first().plus(-1), days.last()).unwrap_or(days);
    let history = app.store.readings.history(metric, with_before).await.context("cannot read readings")?;
    let condition = watch.definition().condition;
    let threshold = watch.definition().threshold.unwrap_or(f64::INFINITY);
    let cause = |pair: &[store::readings::PublishedDay]| {
        let [before, now] = pair else { return None };
        // Days of two versions of a method are not compared, nor days with one missing between them.
        if before.version != now.version || before.day.plus(1) != now.day {
            return None;
        }
        let (was, is) = (before.value, now.value);
        let happened = match condition {
            AlertCondition::Crosses => crosses(was, is, threshold),
            _ => moves(was, is, threshold),
        };
        let (was, is, day) = (rounded(was), rounded(is), now.day);
        let summary = match condition {
            AlertCondition::Crosses => format!("{metric} crossed {threshold} on {day}: {is}, after {was}."),
            _ => format!("{metric} moved by {} on {day}: {is}, after {was}.", rounded(is - was)),
        };
        let numbers = json!({ "metric": metric, "value": is, "before": was, "threshold": threshold });
        let key = format!("reading {day}");
        let told = (summary, numbers);
        happened.then(|| Cause::new(watch, key, day.start(), DayRange::single(day), told, &[]))
    };
    Ok(history.windows(2).filter_map(cause).collect())
}
