//! How the sources do; for operators also adding, pausing and removing them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::super::status::trouble_first;
use super::super::visitor;
use super::extract::{Form, SignedInForm, Visitor, ask_as, operator};
use super::fault::Fault;
use super::notice::{Done, done};
use super::usage::download_as;
use super::{Shell, begin};
use interface::App;
use interface::Operation;
use management::operations::source_trial::{OfferedFeed, Trial, export_opml, import_opml, look_at, try_out};
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
    /// Categories of outlets that are in use, to choose from.
    categories: BTreeSet<String>,
    url: String,
    outlet: String,
    error: Fault,
    /// Addresses by id, for operators.
    addresses: HashMap<String, String>,
    /// What a source gave just now.
    trial: Option<Trial>,
    /// Feeds that a page offers.
    offered: Vec<OfferedFeed>,
    /// How many feeds of a list were new, and how many were there.
    taken: Option<(usize, usize)>,
}

impl Page {
    fn address(&self, id: &str) -> &str {
        self.addresses.get(id).map_or("", String::as_str)
    }
}

/// What a form has to say beside the list.
#[derive(Default)]
struct Said {
    error: Fault,
    trial: Option<Trial>,
    offered: Vec<OfferedFeed>,
    taken: Option<(usize, usize)>,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, &Form::default(), Said::default(), 200).await
}

async fn show(app: &App, signed: &Signed, form: &Form, said: Said, status: u16) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/sources", "Sources").await?;
    let health = SourcesHealth::answer(app, &visitor(app), ()).await?.body;
    let (sources, left_out) = trouble_first(health.data);
    let mut addresses = HashMap::new();
    if signed.operator {
        addresses.extend(app.store.sources.list().await?.into_iter().map(|one| (one.id, one.url)));
    }
    let page = Page {
        frame,
        console,
        summary: health.summary,
        sources,
        left_out,
        kinds: kinds(),
        categories: app.figures.ask(|cube| {
            cube.outlet_names()
                .map(|(_, about)| about.category.clone())
                .filter(|name| !name.is_empty())
                .collect()
        }),
        url: form.get("url").unwrap_or("").to_owned(),
        outlet: form.get("outlet").unwrap_or("").to_owned(),
        error: said.error,
        addresses,
        trial: said.trial,
        offered: said.offered,
        taken: said.taken,
    };
    reply::private(&page, status)
}

pub async fn add(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    match read_source(&mut form.reader(&[], &[], &[])) {
        Ok(entry) => {
            change::add(&app.store, &origin, &entry).await?;
            Ok(done("/console/sources", Done::SourceAdded))
        }
        Err(error) => {
            let said = Said { error: Fault::of(&error), ..Said::default() };
            show(&app, &signed, &form, said, 400).await
        }
    }
}

/// Reads an address before it is added: what a feed brings, or the feeds that a page offers.
pub async fn find(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, form, .. } = posted;
    operator(&signed)?;
    match look_at(&app, form.get("url").unwrap_or("")).await {
        Ok((trial, offered)) => {
            let said = Said { trial: Some(trial), offered, ..Said::default() };
            show(&app, &signed, &form, said, 200).await
        }
        Err(error) if error.code.status().is_client_error() => {
            let said = Said { error: Fault::of(&error), ..Said::default() };
            show(&app, &signed, &form, said, 400).await
        }
        Err(error) => Err(Trouble(error)),
    }
}

/// Reads a source once and says what came.
pub async fn test(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let trial = Some(try_out(&app, &id).await?);
    show(&app, &posted.signed, &Form::default(), Said { trial, ..Said::default() }, 200).await
}

pub async fn export(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    operator(&signed)?;
    Ok(download_as("sources.opml", "text/x-opml; charset=utf-8", export_opml(&app).await?.into()))
}

pub async fn import(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    let text = form.get("opml").unwrap_or("").to_owned();
    match import_opml(&app, &origin, text).await {
        Ok(taken) => show(&app, &signed, &form, Said { taken: Some(taken), ..Said::default() }, 200).await,
        Err(error) if error.code.status().is_client_error() => {
            let said = Said { error: Fault::of(&error), ..Said::default() };
            show(&app, &signed, &form, said, 400).await
        }
        Err(error) => Err(Trouble(error)),
    }
}

/// Pauses or resumes a source.
pub async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let paused = read_paused(&mut posted.form.reader(&[], &[], &[]))?;
    set_paused(&app, &ask_as(&app, &posted.origin), &id, paused).await?;
    Ok(done("/console/sources", if paused { Done::SourcePaused } else { Done::SourceResumed }))
}

pub async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    management::operations::sources::remove(&app, &ask_as(&app, &posted.origin), &id).await?;
    Ok(done("/console/sources", Done::SourceRemoved))
}
