//! Two to six of anything on one chart: companies, assets, outlets, narratives or words.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use coverage::explain::FeedQuery;
use coverage::narrative::GetNarrative;
use coverage::periods::grouped;
use coverage::timeseries::GetTimeseries;
use domain::{Day, DayRange};

use super::asked::{Asked, address, ask};
use super::course::CountedDay;
use super::frame::Frame;
use super::kind::Kind;
use super::links;
use super::parts::{Counted, Ranked};
use super::period::{Period, signed};
use super::plot::{Figure, Hit, Key, Line, Rows, Series, line, number};
use super::reply::Trouble;
use super::visitor;
use crate::texts::{Markup as _, localised, t, told};
use interface::App;
use runtime::error::ApiError;

/// What can be compared, by the names of the fields.
const FIELDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
/// Names that the fields suggest.
const MAX_SUGGESTED: usize = 40;

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    frame: Frame,
    period: Period,
    fields: Vec<Field>,
    kept: Vec<(String, String)>,
    suggested: Vec<String>,
    ranked: Ranked,
    attention: Option<Figure>,
    tones: Option<Figure>,
}

struct Field {
    name: &'static str,
    value: String,
    /// Why it could not be found.
    error: String,
}

/// One of those that are compared.
struct Compared {
    name: String,
    href: String,
    note: &'static str,
    query: String,
    days: Vec<CountedDay>,
}

impl Compared {
    fn count(&self) -> i64 {
        self.days.iter().map(|day| day.count).sum()
    }

    fn tone(&self) -> Option<f64> {
        let sum: f64 = self.days.iter().filter_map(|day| Some(day.tone? * day.count as f64)).sum();
        (self.count() > 0).then(|| sum / self.count() as f64)
    }
}

pub async fn page(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let period = Period::read(&app, &asked, "90d")?;
    let (mut fields, mut compared): (Vec<Field>, Vec<Compared>) = (Vec::new(), Vec::new());
    let given = given(&asked)?;
    // One more than are filled: six empty ones would stand before the result.
    let shown = (given.len() + 1).clamp(2, FIELDS.len());
    for (at, name) in FIELDS.into_iter().enumerate().take(shown) {
        let value = given.get(at).cloned().unwrap_or_default();
        let mut error = String::new();
        if !value.is_empty() {
            match find(&app, &value, &period).await {
                Ok(found) => compared.push(found),
                Err(fault) if fault.code.status().is_client_error() => error = told(&fault.detail),
                Err(fault) => return Err(fault.into()),
            }
        }
        fields.push(Field { name, value, error });
    }
    let row = |one: &Compared| Counted {
        name: one.name.clone(),
        href: one.href.clone(),
        note: t(one.note).to_owned(),
        count: one.count(),
        query: one.query.clone(),
        tone: one.tone(),
    };
    let ranked = Ranked::new(t("What is compared"), t("What"), compared.iter().map(row).collect(), "");
    let is_kept = |(name, _): &&(String, String)| ["period", "startDate", "endDate"].contains(&name.as_str());
    let mut suggested: Vec<String> = Vec::new();
    for kind in [Kind::Company, Kind::Asset] {
        suggested
            .extend(kind.counted(&app, period.days).into_iter().take(MAX_SUGGESTED / 2).map(|one| one.name));
    }
    suggested.sort_unstable();
    suggested.dedup();
    let has_any = !compared.is_empty();
    let page = ComparePage {
        frame: Frame::new(&app, "/compare", t("Compare"), t("Two to six of anything on one chart.")).await?,
        kept: asked.query.iter().filter(is_kept).cloned().collect(),
        attention: has_any.then(|| {
            let value = |count: i64, _: f64| Some(count as f64);
            figure("attention", t("Articles"), &asked, &period, &compared, &value, &number)
        }),
        tones: has_any.then(|| {
            let value = |count: i64, sum: f64| (count > 0).then(|| sum / count as f64);
            figure("tone", t("Mean tone, from −1 to 1"), &asked, &period, &compared, &value, &signed)
        }),
        fields,
        suggested,
        ranked,
        period,
    };
    let figures: Vec<&Figure> = page.attention.iter().chain(&page.tones).collect();
    asked.reply(&page, &figures)
}

/// What stands in the fields, in order; other pages name what they lead from by its kind, the API by `q`.
fn given(asked: &Asked) -> Result<Vec<String>, ApiError> {
    let mut given = Vec::new();
    for (name, value) in asked.query.iter().filter(|(_, value)| !value.trim().is_empty()) {
        match name.as_str() {
            "company" | "asset" | "outlet" | "narrative" => given.push(format!("{name}:{value}")),
            "q" => given.push(value.clone()),
            name if FIELDS.contains(&name) => given.push(value.clone()),
            _ => {}
        }
    }
    match given.len() <= FIELDS.len() {
        true => Ok(given),
        false => Err(ApiError::parameter("q", "At most six can be compared.")),
    }
}

/// By its kind where that is said, else the first of company, asset and outlet that has this name, else as words.
async fn find(app: &App, text: &str, period: &Period) -> Result<Compared, ApiError> {
    let kinds = [Kind::Company, Kind::Asset, Kind::Outlet];
    let said = text.split_once(':').map(|(kind, name)| (kind, name.trim()));
    for kind in kinds {
        let name = match said {
            Some((said, name)) if said == kind.one() => name,
            Some(_) => continue,
            None => text,
        };
        match kind.figures(app, name, period.days).await {
            Ok(found) => {
                let days = found.days.iter();
                let days = days.filter_map(|day| CountedDay::new(&day.date, day.article_count, day.tone));
                return Ok(Compared {
                    href: links::named(kind.path(), &found.name, period),
                    note: kind.one(),
                    query: found.query.clone(),
                    days: days.collect(),
                    name: found.name,
                });
            }
            Err(error) if said.is_some() => return Err(error),
            Err(_) => {}
        }
    }
    let (first, last) = period.parameters();
    let days = [("startDate", first.as_str()), ("endDate", last.as_str())];
    if let Some(("narrative", id)) = said {
        let found = ask::<GetNarrative>(app, &visitor(app), &[("id", id)], &days).await?;
        let of_days = found.days.iter();
        return Ok(Compared {
            href: links::named("narratives", &found.narrative.id, period),
            note: "narrative",
            query: found.narrative.query,
            days: of_days.filter_map(|day| CountedDay::new(&day.date, day.article_count, day.tone)).collect(),
            name: found.narrative.name,
        });
    }
    let points = ask::<GetTimeseries>(app, &visitor(app), &[], &[days[0], days[1], ("q", text)]).await?;
    let query = FeedQuery::of(period.days).with("keyword", text).to_string();
    Ok(Compared {
        name: text.to_owned(),
        href: links::articles(&query),
        note: "words",
        query,
        days: points
            .iter()
            .filter_map(|point| CountedDay::new(&point.date, point.count as i64, point.tone))
            .collect(),
    })
}

/// One line for each.
fn figure(
    id: &'static str,
    caption: &str,
    asked: &Asked,
    period: &Period,
    compared: &[Compared],
    value: &dyn Fn(i64, f64) -> Option<f64>,
    said: &dyn Fn(f64) -> String,
) -> Figure {
    let courses: Vec<Vec<(DayRange, Option<f64>)>> = compared
        .iter()
        .map(|one| {
            let known: HashMap<Day, &CountedDay> = one.days.iter().map(|day| (day.day, day)).collect();
            let of_day = |day: Day| {
                let found = known.get(&day);
                let count = found.map_or(0, |found| found.count);
                (day, (count, found.and_then(|found| found.tone).unwrap_or(0.0) * count as f64))
            };
            let rows = grouped(period.days.days().map(of_day), period.days, period.granularity(), |a, b| {
                (a.0 + b.0, a.1 + b.1)
            });
            rows.into_iter().map(|(days, (count, sum))| (days, value(count, sum))).collect()
        })
        .collect();
    let series: Vec<Series> = compared
        .iter()
        .zip(&courses)
        .map(|(one, course)| Series {
            name: one.name.clone(),
            points: course.iter().map(|(days, value)| (days.first(), *value)).collect(),
        })
        .collect();
    let days: Vec<DayRange> =
        courses.first().map_or(Vec::new(), |course| course.iter().map(|(days, _)| *days).collect());
    let cell = |value: Option<f64>| value.map_or(String::new(), said);
    let row = |at: usize, days: &DayRange| {
        let mut cells = vec![days.first().to_string()];
        cells.extend(courses.iter().map(|course| cell(course[at].1)));
        (cells, String::new())
    };
    let hit = |at: usize, days: &DayRange| {
        let parts: Vec<String> = compared
            .iter()
            .zip(&courses)
            .map(|(one, course)| {
                format!(
                    "{} {}",
                    one.name,
                    course[at].1.map_or("–".into(), |value| localised(&said(value)).into_owned())
                )
            })
            .collect();
        (
            days.first(),
            Hit {
                text: format!("{}: {}", localised(&days.first().to_string()), parts.join(", ")),
                href: String::new(),
            },
        )
    };
    let hits: Vec<(Day, Hit)> = days.iter().enumerate().map(|(at, days)| hit(at, days)).collect();
    let mut columns = vec![t("Days").to_owned()];
    columns.extend(compared.iter().map(|one| one.name.clone()));
    let pairs = asked.query.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Figure {
        id,
        caption: caption.to_owned(),
        legend: Key::series(compared.iter().map(|one| &one.name)),
        svg: line(&Line { id, title: caption, series: &series, bands: &[], unit: "", hits: &hits }),
        rows: Rows { columns, rows: days.iter().enumerate().map(|(at, days)| row(at, days)).collect() },
        path: asked.path.clone(),
        query: address("", pairs),
        ..Figure::default()
    }
}
