//! Where the mood stands and what the coverage is about, for anyone to see: a bounded excerpt of what the API answers,
//! from the same functions.

pub mod attention;
pub mod headline;
pub mod mood;
pub mod stories;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::DayRange;

use super::frame::Frame;
use super::plot::Figure;
use super::reply::{self, Trouble};
use super::visitor;
use attention::Attention;
use headline::Headline;
use interface::App;
use mood::Mood;
use runtime::error::ApiError;
use stories::Stories;

#[derive(Template)]
#[template(path = "dashboard.html")]
struct DashboardPage {
    frame: Frame,
    headline: Option<Headline>,
    stories: Option<Stories>,
    attention: Option<Attention>,
    mood: Option<Mood>,
    volume: Option<Figure>,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let now = visitor(&app).now;
    let description = "The mood of the digital-asset industry and what its coverage is about.";
    let page = DashboardPage {
        frame: Frame::new(&app, "/dashboard", "Dashboard", description).await?,
        headline: headline::headline(&app).await?,
        stories: stories::stories(&app, now).await?,
        attention: attention::attention(&app).await?,
        mood: mood::mood(&app, now).await?,
        volume: mood::volume(&app, now),
    };
    reply::public(&page, &asked)
}

/// What is not computed yet leaves its place empty; the rest of the page stands.
fn unless_waiting<T>(answer: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error)
            if [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE].contains(&error.code.status()) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn api_call(app: &App, path: &str, days: DayRange) -> String {
    format!("GET {}{path}?startDate={}&endDate={}", app.config.public_base(), days.first(), days.last())
}
