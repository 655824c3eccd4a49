//! Fear and greed, and how much is said in which tone.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::{Day, DayRange, Instant};

use super::{api_call, unless_waiting};
use crate::pages::plot::{
    Figure, Key, Line, Series, Stack, Stacked, TONE_BANDS, line, number, short_day, stacked, tone_legend,
};
use crate::pages::reply;
use crate::pages::reply::Trouble;
use crate::pages::{days_to, visitor};
use coverage::fear_greed_index::{FearGreedIndex, Point};
use interface::App;
use interface::{Operation, Table};
use runtime::error::ApiError;

/// Days of fear and greed that anyone may see.
const MOOD_DAYS: i64 = 90;
/// Days of counts.
const VOLUME_DAYS: i64 = 30;

pub struct Mood {
    pub value: u8,
    pub label: &'static str,
    pub date: String,
    pub items: String,
    pub margin: String,
    pub figure: Figure,
}

async fn mood_points(app: &App, now: Instant) -> Result<Vec<Point>, ApiError> {
    let days = days_to(now.day(), MOOD_DAYS);
    Ok(FearGreedIndex::answer(app, &visitor(app), days).await?.body)
}

/// None while nothing was counted.
pub async fn mood(app: &App, now: Instant) -> Result<Option<Mood>, ApiError> {
    let Some(points) = unless_waiting(mood_points(app, now).await)? else { return Ok(None) };
    let days = days_to(now.day(), MOOD_DAYS);
    // The newest day that is over: one that has only begun says little.
    let today = now.day().to_string();
    let Some(newest) = points.iter().rev().find(|point| point.date != today).or(points.last()) else {
        return Ok(None);
    };
    let known: HashMap<&str, u8> = points.iter().map(|point| (point.date.as_str(), point.value)).collect();
    let course = days.days().filter(|day| *day < now.day());
    let course = course.map(|day| (day, known.get(day.to_string().as_str()).map(|value| f64::from(*value))));
    let series = [Series { name: "Fear and greed".into(), points: course.collect() }];
    let figure = Figure {
        caption: format!("Fear and greed, {MOOD_DAYS} days"),
        legend: tone_legend(),
        svg: line(&Line {
            id: "mood",
            title: "Fear and greed per day, from 0 to 100",
            series: &series,
            bands: TONE_BANDS,
            unit: "",
        }),
        csv: "/data/fear-greed.csv".into(),
        call: api_call(app, "/fear-greed-index", days),
    };
    Ok(Some(Mood {
        value: newest.value,
        label: newest.label,
        date: newest.date.clone(),
        items: number(newest.article_count as f64),
        margin: format!("{:.1}", newest.margin),
        figure,
    }))
}

pub fn volume(app: &App, now: Instant) -> Option<Figure> {
    let days = days_to(now.day(), VOLUME_DAYS);
    let counted = counts(app, days);
    if counted.is_empty() {
        return None;
    }
    let stacks: Vec<Stack> = counted
        .iter()
        .map(|(day, [positive, neutral, negative])| Stack {
            label: short_day(*day),
            parts: vec![*negative as f64, *neutral as f64, *positive as f64],
        })
        .collect();
    let names = ["negative", "neutral", "positive"];
    let classes = ["f-bad", "s5", "f-good"];
    Some(Figure {
        caption: format!("Items a day by tone, {VOLUME_DAYS} days"),
        legend: names.iter().zip(classes).map(|(name, class)| Key { class, text: (*name).into() }).collect(),
        svg: stacked(&Stacked {
            id: "volume",
            title: "Items a day by tone",
            names: &names,
            classes: &classes,
            stacks: &stacks,
        }),
        csv: "/data/volume.csv".into(),
        call: api_call(app, "/sentiment-metrics", days),
    })
}

/// Positive, neutral and negative items of each day with any.
fn counts(app: &App, days: DayRange) -> Vec<(Day, [i64; 3])> {
    app.figures.ask(|cube| {
        cube.by_day(days)
            .into_iter()
            .map(|(day, tally)| (day, [tally.positive, tally.neutral(), tally.negative]))
            .collect()
    })
}

pub async fn mood_csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let points = mood_points(&app, visitor(&app).now).await?;
    let table = FearGreedIndex::table(&points).unwrap_or_default();
    Ok(reply::csv(&table, "fear-greed.csv", &asked))
}

pub async fn volume_csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let counted = counts(&app, days_to(visitor(&app).now.day(), VOLUME_DAYS));
    let row = |(day, parts): (Day, [i64; 3])| {
        let mut cells = vec![day.to_string()];
        cells.extend(parts.map(|part| part.to_string()));
        cells
    };
    let table = Table {
        columns: vec!["date", "positive", "neutral", "negative"],
        rows: counted.into_iter().map(row).collect(),
    };
    Ok(reply::csv(&table, "volume.csv", &asked))
}
