//! What a digest tells: numbers that the routes give too, each with the call behind it.

use coverage::article::Headline;
use coverage::explain::FeedQuery;
use coverage::fear_greed_index::{self, points};
use coverage::named_days::{NamedFigures, Thing, counted};
use coverage::trends::{Trend, trends};
use domain::{Day, DayRange, EventType, Frequency, Instant};
use interface::App;
use runtime::error::ApiError;
use serde_json::{Map, Value, json};
use store::digests::DueDigest;
use store::events::NewEvent;

use crate::event::{Told, id_of, written};

/// Stories that a digest names.
const MAX_STORIES: usize = 5;

/// The event of a digest that is due at a moment.
pub async fn event(app: &App, due: &DueDigest, at: Instant, now: Instant) -> Result<NewEvent, ApiError> {
    let definition = &due.digest.definition;
    let length = match definition.frequency {
        Frequency::Daily => 1,
        Frequency::Weekly => 7,
    };
    // Days that are over: the counts of today still grow.
    let last = at.day().plus(-1);
    let days = days_up_to(last, length);
    let before = days_up_to(last.plus(-length), length);
    let stories: Vec<Trend> = trends(app, days).await?.into_iter().take(MAX_STORIES).collect();
    let (count, count_before) = (articles(app, days)?, articles(app, before)?);
    let (mood, mood_before) = (mood(app, last).await?, mood(app, last.plus(-length)).await?);
    let shown = |days: DayRange| match length {
        1 => days.last().to_string(),
        _ => format!("{} to {}", days.first(), days.last()),
    };
    let mut summary =
        format!("{}: {count} articles, {count_before} the {} before", shown(days), unit(length));
    if let Some(mood) = mood {
        summary.push_str(&format!(", fear and greed {mood}"));
        summary.push_str(&mood_before.map_or(String::new(), |before| format!(" (was {before})")));
    }
    summary.push('.');
    let companies: Vec<Value> = definition
        .companies
        .iter()
        .filter_map(|name| {
            let name = app.figures.ask(|cube| Thing::Company.directory().find(cube, name)).ok()?;
            let now = counted(app, Thing::Company, &name, days, days.last())?;
            Some(company(&now, counted(app, Thing::Company, &name, before, before.last())))
        })
        .collect();
    let numbers = json!({
        "from": days.first().to_string(), "to": days.last().to_string(), "articles": count, "articlesBefore": count_before,
        "fearGreed": mood, "fearGreedBefore": mood_before,
        "stories": stories.iter().map(story).collect::<Vec<_>>(), "companies": companies,
    });
    let leading = stories.iter().filter_map(|story| story.representative_articles.first());
    let told = Told {
        summary,
        alert: Some(json!({ "id": due.digest.id, "name": definition.name })),
        numbers: numbers.as_object().cloned().unwrap_or_else(Map::new),
        query: Some(FeedQuery::of(days).to_string()),
        articles: leading.map(|article: &Headline| json!(article)).collect(),
    };
    Ok(NewEvent {
        id: id_of(&due.digest.id, &at.day().to_string()),
        account_id: due.account_id.clone(),
        alert_id: Some(due.digest.id.clone()),
        event_type: EventType::Digest,
        at,
        made_at: now,
        items: u32::try_from(told.articles.len()).unwrap_or(u32::MAX),
        body: written(&told),
    })
}

fn days_up_to(last: Day, length: i64) -> DayRange {
    DayRange::inclusive(last.plus(1 - length), last).unwrap_or(DayRange::single(last))
}

fn unit(length: i64) -> &'static str {
    if length == 1 { "day" } else { "week" }
}

fn articles(app: &App, days: DayRange) -> Result<i64, ApiError> {
    let counted = app.figures.counted()?.ask(|cube| cube.by_day(days));
    Ok(counted.iter().map(|(_, tally)| tally.count).sum())
}

async fn mood(app: &App, day: Day) -> Result<Option<u8>, ApiError> {
    let found = points(app, fear_greed_index::Request::of(DayRange::single(day))).await?;
    Ok(found.first().map(|point| point.value))
}

fn story(trend: &Trend) -> Value {
    json!({
        "title": trend.title, "storyId": trend.story_id, "articleCount": trend.article_count,
        "outletFamilies": trend.outlet_families, "query": trend.query,
    })
}

fn company(now: &NamedFigures, before: Option<NamedFigures>) -> Value {
    json!({
        "name": now.name, "articleCount": now.article_count, "tone": now.tone, "query": now.query,
        "articleCountBefore": before.map_or(0, |before| before.article_count),
    })
}
