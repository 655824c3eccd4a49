//! Fear and greed, and how much is said in which tone.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use domain::{Day, DayRange};
use indices::answers::Granularity;

use super::{api_call, query_of};
use crate::pages::asked::Asked;
use crate::pages::links;
use crate::pages::period::Period;
use crate::pages::plot::{
    Figure, Hit, Key, Line, Rows, Series, Stack, Stacked, TONE_BANDS, line, number, short_day, stacked,
    tone_legend,
};
use crate::pages::reply;
use crate::pages::reply::Trouble;
use crate::pages::{days_to, unless_waiting, visitor};
use crate::texts::{nouns, say, t};
use coverage::explain::FeedQuery;
use coverage::fear_greed_index::{FearGreedIndex, Point, Request};
use coverage::periods::grouped;
use interface::App;
use interface::{Operation, Table};
use runtime::error::ApiError;

/// Days of fear and greed at least: fewer show no course.
const MIN_MOOD_DAYS: i64 = 90;

pub struct Mood {
    pub value: u8,
    pub label: &'static str,
    pub date: String,
    pub items: String,
    pub margin: String,
    pub figure: Figure,
}

/// The period, and the days before it where it is short.
fn mood_days(period: &Period) -> DayRange {
    days_to(period.days.last(), period.days.length().max(MIN_MOOD_DAYS))
}

async fn mood_points(app: &App, days: DayRange) -> Result<Vec<Point>, ApiError> {
    Ok(FearGreedIndex::answer(app, &visitor(app), Request::of(days)).await?.body)
}

/// None while nothing was counted.
pub async fn mood(app: &App, asked: &Asked, period: &Period) -> Result<Option<Mood>, ApiError> {
    let days = mood_days(period);
    let Some(points) = unless_waiting(mood_points(app, days).await)? else { return Ok(None) };
    // The newest day that is over: one that has only begun says little.
    let now = app.clock.now().day();
    let today = now.to_string();
    let Some(newest) = points.iter().rev().find(|point| point.date != today).or(points.last()) else {
        return Ok(None);
    };
    let known: HashMap<&str, &Point> = points.iter().map(|point| (point.date.as_str(), point)).collect();
    let course = days.days().filter(|day| *day < now);
    let course: Vec<(Day, Option<&Point>)> =
        course.map(|day| (day, known.get(day.to_string().as_str()).copied())).collect();
    let values = course.iter().map(|(day, point)| (*day, point.map(|point| f64::from(point.value))));
    let series = [Series { name: t("Fear and greed").to_owned(), points: values.collect() }];
    let href = |day: Day| links::articles(&FeedQuery::of_day(day).to_string());
    let told = || course.iter().filter_map(|(day, point)| Some((*day, (*point)?)));
    let hits: Vec<(Day, Hit)> = told()
        .map(|(day, point)| {
            let text = say!(
                "{}: {}, {}, from {}",
                day,
                point.value,
                t(point.label),
                nouns::articles(point.article_count)
            );
            (day, Hit { text, href: href(day) })
        })
        .collect();
    let row = |(day, point): (Day, &Point)| {
        let cells = vec![
            day.to_string(),
            point.value.to_string(),
            t(point.label).to_owned(),
            point.article_count.to_string(),
        ];
        (cells, href(day))
    };
    let figure = Figure {
        id: "mood",
        caption: say!("Fear and greed, {} days", days.length()),
        legend: tone_legend(),
        svg: line(&Line {
            id: "mood",
            title: t("Fear and greed per day, from 0 to 100"),
            series: &series,
            bands: TONE_BANDS,
            unit: "",
            hits: &hits,
        }),
        rows: Rows {
            columns: [t("Day"), t("Value"), t("Label"), t("Articles")].map(str::to_owned).to_vec(),
            rows: told().map(row).collect(),
        },
        csv: period.on("/data/fear-greed.csv"),
        call: api_call(app, "/fear-greed-index", days),
        path: asked.path.clone(),
        query: query_of(asked),
    };
    Ok(Some(Mood {
        value: newest.value,
        label: t(newest.label),
        date: newest.date.clone(),
        items: number(newest.article_count as f64),
        margin: format!("{:.1}", newest.margin),
        figure,
    }))
}

pub fn volume(app: &App, asked: &Asked, period: &Period) -> Option<Figure> {
    let days = period.days;
    let known: HashMap<Day, [i64; 3]> = counts(app, days).into_iter().collect();
    if known.is_empty() {
        return None;
    }
    let of_day = |day: Day| (day, known.get(&day).copied().unwrap_or([0; 3]));
    let marks = grouped(days.days().map(of_day), days, period.granularity(), |a, b| {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
    });
    let href = |days: DayRange| links::articles(&FeedQuery::of(days).to_string());
    let stack = |(days, [positive, neutral, negative]): &(DayRange, [i64; 3])| Stack {
        label: short_day(days.first()),
        parts: vec![*negative as f64, *neutral as f64, *positive as f64],
        hit: Some(Hit {
            text: say!("{}: {} positive, {} neutral, {} negative", days.first(), positive, neutral, negative),
            href: href(*days),
        }),
    };
    let stacks: Vec<Stack> = marks.iter().map(stack).collect();
    let row = |(days, parts): &(DayRange, [i64; 3])| {
        let mut cells = vec![days.first().to_string()];
        cells.extend(parts.map(|part| part.to_string()));
        (cells, href(*days))
    };
    let names = [t("negative"), t("neutral"), t("positive")];
    let classes = ["f-bad", "s5", "f-good"];
    Some(Figure {
        id: "volume",
        caption: t("Articles by tone").to_owned(),
        legend: names.iter().zip(classes).map(|(name, class)| Key { class, text: (*name).into() }).collect(),
        svg: stacked(&Stacked {
            id: "volume",
            title: t("Articles by tone"),
            names: &names,
            classes: &classes,
            stacks: &stacks,
        }),
        rows: Rows {
            columns: [t("From"), t("Positive"), t("Neutral"), t("Negative")].map(str::to_owned).to_vec(),
            rows: marks.iter().map(row).collect(),
        },
        csv: period.on("/data/volume.csv"),
        call: match period.granularity() {
            Granularity::Daily => api_call(app, "/sentiment-metrics", days),
            Granularity::Weekly => api_call(app, "/sentiment-metrics", days) + "&granularity=week",
            Granularity::Monthly => api_call(app, "/sentiment-metrics", days) + "&granularity=month",
        },
        path: asked.path.clone(),
        query: query_of(asked),
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

pub async fn mood_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let points = mood_points(&app, mood_days(&super::period(&app, &asked)?)).await?;
    let table = FearGreedIndex::table(&points).unwrap_or_default();
    Ok(reply::csv(&table, "fear-greed.csv", &asked.headers))
}

pub async fn volume_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let counted = counts(&app, super::period(&app, &asked)?.days);
    let row = |(day, parts): (Day, [i64; 3])| {
        let mut cells = vec![day.to_string()];
        cells.extend(parts.map(|part| part.to_string()));
        cells
    };
    let table = Table {
        columns: vec!["date", "positive", "neutral", "negative"],
        rows: counted.into_iter().map(row).collect(),
    };
    Ok(reply::csv(&table, "volume.csv", &asked.headers))
}
