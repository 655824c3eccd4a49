//! How the sources do; for operators also adding, pausing and removing them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::super::status::trouble_first;
use super::super::visitor;
use super::extract::{Form, SignedInForm, Visitor, ask_as, operator, to};
use super::{Shell, begin};
use interface::App;
use interface::Operation;
use management::operations::sources::{kinds, read_paused, read_source, set_paused};
use management::operations::sources_health::{SourceHealth, SourcesHealth, Summary};
use management::people::sign_in::Signed;
use pipeline::collect::change;

#[derive(Template)]
#[template(path = "console/sources.html")]
struct Page {
    frame: Frame,
    console: Shell,
    summary: Summary,
    sources: Vec<SourceHealth>,
    left_out: usize,
    kinds: Vec<&'static str>,
    url: String,
    outlet: String,
    error: String,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, &Form::default(), "", 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    form: &Form,
    error: &str,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/sources", "Sources").await?;
    let health = SourcesHealth::answer(app, &visitor(app), ()).await?.body;
    let (sources, left_out) = trouble_first(health.data);
    let page = Page {
        frame,
        console,
        summary: health.summary,
        sources,
        left_out,
        kinds: kinds(),
        url: form.get("url").unwrap_or("").to_owned(),
        outlet: form.get("outlet").unwrap_or("").to_owned(),
        error: error.to_owned(),
    };
    reply::private(&page, status)
}

pub async fn add(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    match read_source(&mut form.reader(&[], &[], &[])) {
        Ok(entry) => {
            change::add(&app.store, &origin, &entry).await?;
            Ok(to("/console/sources"))
        }
        Err(error) => show(&app, &signed, &form, &error.detail, 400).await,
    }
}

/// Pauses a source, or asks it again.
pub async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let paused = read_paused(&mut posted.form.reader(&[], &[], &[]))?;
    set_paused(&app, &ask_as(&app, &posted.origin), &id, paused).await?;
    Ok(to("/console/sources"))
}

pub async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    management::operations::sources::remove(&app, &ask_as(&app, &posted.origin), &id).await?;
    Ok(to("/console/sources"))
}
