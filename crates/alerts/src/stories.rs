//! New stories among what a rule watches.

use std::sync::Arc;

use domain::DayRange;
use domain::time::MS_PER_DAY;
use indices::alerts::{SILENCE_MS, Telling, new_stories};
use interface::App;
use serde_json::json;
use store::documents::Headline;

use crate::causes::Cause;
use crate::series::{self, families};
use crate::watch::Watch;

/// Stories that became news on these days.
pub async fn of_days(app: &App, watch: &Arc<Watch>, days: DayRange) -> anyhow::Result<Vec<Cause>> {
    // From so far back that whatever was told before is known to be old.
    let first = days.first().plus(-2 * SILENCE_MS / MS_PER_DAY);
    let looked_at = DayRange::inclusive(first, days.last()).unwrap_or(days);
    let mut items = series::headlines(app, watch, looked_at, series::MAX_ITEMS).await?;
    items.reverse();
    let telling = |item: &'_ Headline| -> Option<(String, String, domain::Instant)> {
        Some((item.story_id.clone()?, item.outlet_family.clone(), item.published_at))
    };
    let told: Vec<_> = items.iter().filter_map(telling).collect();
    let told: Vec<Telling<'_>> =
        told.iter().map(|(story, family, at)| Telling { story, family, at: *at }).collect();
    let found = new_stories(&told, watch.definition().min_families);
    let cause = |(story, at): (&str, domain::Instant)| {
        let is_of_it = |item: &&Headline| {
            item.story_id.as_deref() == Some(story)
                && item.published_at <= at
                && at.ms() - item.published_at.ms() <= SILENCE_MS
        };
        let articles: Vec<Headline> = items.iter().filter(is_of_it).cloned().collect();
        let families = families(&articles);
        let title = articles.first().map_or("", |item| item.title.as_str());
        let summary = format!("New story, told by {families} outlet families: {title}");
        let numbers = json!({ "storyId": story, "families": families, "items": articles.len() });
        let own = DayRange::inclusive(articles.first().map_or(at, |item| item.published_at).day(), at.day());
        let mut cause = Cause::new(
            watch,
            format!("story {story}"),
            at,
            own.unwrap_or(DayRange::single(at.day())),
            (summary, numbers),
            &articles,
        );
        cause.query = format!("{}&story={story}", cause.query);
        cause
    };
    Ok(found.into_iter().filter(|(_, at)| days.contains(at.day())).map(cause).collect())
}
