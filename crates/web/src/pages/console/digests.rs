//! Digests: what moved in the last day or week, at an hour of the reader's clock.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::{Frequency, Weekday};
use store::digests::DigestDefinition;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, Visitor, account};
use super::fault::Fault;
use super::owned::Pages;
use super::{Shell, begin};
use interface::App;
use management::operations::digests::{DEFAULT_HOUR, DigestView};
use management::operations::owned;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

#[derive(Template)]
#[template(path = "console/digests.html")]
struct ListPage {
    frame: Frame,
    console: Shell,
    digests: Vec<DigestView>,
    form: Fields,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/digest.html")]
struct DigestPage {
    frame: Frame,
    console: Shell,
    id: String,
    form: Fields,
    error: Fault,
}

/// What stands in the form.
struct Fields {
    name: String,
    frequency: String,
    weekday: String,
    hour: String,
    time_zone: String,
    companies: String,
    disabled: bool,
}

impl Fields {
    fn of(form: &Form) -> Fields {
        let text = |name: &str, default: &str| form.get(name).unwrap_or(default).to_owned();
        Fields {
            name: text("name", ""),
            frequency: text("frequency", Frequency::Daily.name()),
            weekday: text("weekday", Weekday::Monday.name()),
            hour: text("hour", &DEFAULT_HOUR.to_string()),
            time_zone: text("timeZone", "UTC"),
            companies: text("companies", ""),
            disabled: form.get("disabled").is_some(),
        }
    }

    fn frequencies(&self) -> [&'static str; 2] {
        [Frequency::Daily.name(), Frequency::Weekly.name()]
    }

    fn weekdays(&self) -> Vec<&'static str> {
        Weekday::ALL.iter().map(|day| day.name()).collect()
    }
}

impl From<DigestView> for Fields {
    fn from(view: DigestView) -> Fields {
        Fields {
            name: view.name,
            frequency: view.frequency.to_owned(),
            weekday: view.weekday.to_owned(),
            hour: view.hour.to_string(),
            time_zone: view.time_zone,
            companies: view.companies.join("\n"),
            disabled: view.disabled,
        }
    }
}

pub async fn list(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show_list(&app, &signed, &Form::default(), None).await
}

async fn show_list(
    app: &App,
    signed: &Signed,
    form: &Form,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/digests", "Digests").await?;
    let all = app.store.digests.owned.list(account(signed)?).await?;
    let status = Fault::status(error.as_ref());
    let digests = all.into_iter().map(DigestView::from).collect();
    let error = Fault::from(error.as_ref());
    reply::private(&ListPage { frame, console, digests, form: Fields::of(form), error }, status)
}

pub async fn edit(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let found = owned::find::<DigestDefinition>(&app, account(&signed)?, &id).await?;
    show(&app, &signed, id, Fields::from(DigestView::from(found)), None).await
}

async fn show(
    app: &App,
    signed: &Signed,
    id: String,
    form: Fields,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/digests", "Digest").await?;
    let status = Fault::status(error.as_ref());
    let error = Fault::from(error.as_ref());
    reply::private(&DigestPage { frame, console, id, form, error }, status)
}

impl Pages for DigestDefinition {
    const PATH: &'static str = "/console/digests";
    const NUMBERS: &'static [&'static str] = &["hour"];
    const LISTS: &'static [&'static str] = &["companies"];
    const FLAGS: &'static [&'static str] = &["disabled"];

    async fn refused(
        app: &App,
        signed: &Signed,
        id: Option<String>,
        form: &Form,
        error: ApiError,
    ) -> Result<Response, Trouble> {
        match id {
            None => show_list(app, signed, form, Some(error)).await,
            Some(id) => show(app, signed, id, Fields::of(form), Some(error)).await,
        }
    }
}
