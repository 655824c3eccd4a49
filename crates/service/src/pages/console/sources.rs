//! How the sources do; for operators also adding and pausing them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use sources::{SourceEntry, SourceKind};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::super::status::trouble_first;
use super::super::visitor;
use super::door::{Form, Posted, Visitor, operator, to};
use super::{Shell, begin};
use crate::app::App;
use crate::error::{ApiError, Code, sentence};
use crate::operations::Operation;
use crate::operations::sources_health::{SourceHealth, SourcesHealth, Summary};
use crate::people::sign_in::Signed;
use crate::pipeline::collect::change;

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
        kinds: SourceKind::ALL.iter().map(|kind| kind.name()).collect(),
        url: form.get("url").unwrap_or("").to_owned(),
        outlet: form.get("outlet").unwrap_or("").to_owned(),
        error: error.to_owned(),
    };
    reply::private(&page, status)
}

pub async fn add(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let form = &posted.form;
    let read = || -> anyhow::Result<SourceEntry> {
        let kind = change::kind_named(form.get("kind").unwrap_or("feed"))?;
        anyhow::ensure!(form.get("url").is_some(), "an address is needed");
        let standard = SourceEntry::added(form.get("url").unwrap_or(""), kind);
        change::check_address(&standard)?;
        // Files and folders of the machine are named by who sits at it.
        let local = kind == SourceKind::EarningsCalls || standard.url.starts_with("file:");
        anyhow::ensure!(!local, "files and folders are added with `bellwether source add`");
        let outlet = form.get("outlet").map(str::to_owned);
        Ok(SourceEntry {
            family: outlet.clone().unwrap_or(standard.family),
            outlet: outlet.unwrap_or(standard.outlet),
            category: form.get("category").map_or(standard.category, str::to_owned),
            ..standard
        })
    };
    match read() {
        Ok(entry) => {
            change::add(&app.store, &entry, app.clock.now()).await?;
            Ok(to("/console/sources"))
        }
        Err(error) => show(&app, &posted.signed, form, &sentence(&error.to_string()), 400).await,
    }
}

/// Pauses a source, or asks it again.
pub async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: Posted,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let found = match posted.form.get("paused") {
        Some("true") => app.store.sources.pause(&id, true).await?,
        _ => change::resume(&app.store, &id, app.clock.now()).await?,
    };
    match found {
        true => Ok(to("/console/sources")),
        false => Err(Trouble(ApiError::new(Code::NotFound, "There is no such source."))),
    }
}
