//! The morning brief: where the mood stands, what changed against the days before, what is new, what fades, who moved.
//! A bounded excerpt of what the API answers, from the same functions.

pub mod attention;
pub mod brief;
pub mod headline;
pub mod mood;
mod watched;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::DayRange;

use super::asked::Asked;
use super::frame::Frame;
use super::parts::{Ranked, Stories};
use super::period::Period;
use super::plot::Figure;
use super::reply::Trouble;
use crate::texts::{Markup as _, t};
use attention::Attention;
use brief::{Coverage, NarrativeLine};
use headline::Headline;
use interface::App;
use mood::Mood;
use watched::Watched;

/// The period that is shown where none is asked for.
const DEFAULT: &str = "7d";

#[derive(Template)]
#[template(path = "dashboard.html")]
struct DashboardPage {
    frame: Frame,
    period: Period,
    /// None while nothing was counted.
    coverage: Option<Coverage>,
    headline: Option<Headline>,
    watched: Option<Watched>,
    breaking: Stories,
    stories: Stories,
    stories_csv: String,
    growing: Vec<NarrativeLine>,
    fading: Vec<NarrativeLine>,
    companies: Ranked,
    assets: Ranked,
    attention: Option<Attention>,
    mood: Option<Mood>,
    volume: Option<Figure>,
    trends_call: String,
}

pub async fn page(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let period = period(&app, &asked)?;
    let description = t("The mood of the digital-asset industry and what its coverage is about.");
    let (growing, fading) = brief::narratives(&app, &period).await?;
    let watched = watched::watched(&app, &asked.headers).await?;
    let page = DashboardPage {
        frame: Frame::new(&app, "/dashboard", t("Dashboard"), description).await?,
        coverage: brief::coverage(&app, &period),
        headline: headline::headline(&app, &asked, &period).await?,
        breaking: brief::breaking(&app, &period).await?,
        stories: brief::stories(&app, &period).await?,
        stories_csv: period.on("/data/trends.csv"),
        growing,
        fading,
        companies: brief::moved(&app, super::kind::Kind::Company, &period),
        assets: brief::moved(&app, super::kind::Kind::Asset, &period),
        attention: attention::attention(&app, &period).await?,
        mood: mood::mood(&app, &asked, &period).await?,
        volume: mood::volume(&app, &asked, &period),
        trends_call: api_call(&app, "/trends", period.days),
        watched,
        period,
    };
    let history = page.headline.iter().flat_map(|headline| headline.history.iter().chain(&headline.drivers));
    let figures: Vec<&Figure> =
        history.chain(page.mood.iter().map(|mood| &mood.figure)).chain(&page.volume).collect();
    match page.watched {
        Some(_) => asked.reply_private(&page, &figures),
        None => asked.reply(&page, &figures),
    }
}

fn period(app: &App, asked: &Asked) -> Result<Period, Trouble> {
    Ok(Period::read(app, asked, DEFAULT)?)
}

fn api_call(app: &App, path: &str, days: DayRange) -> String {
    format!("GET {}{path}?startDate={}&endDate={}", app.config.public_base(), days.first(), days.last())
}

/// Behind the address of a figure: what the page was asked for.
fn query_of(asked: &Asked) -> String {
    let address = asked.with(&[], &[]);
    address.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"))
}
