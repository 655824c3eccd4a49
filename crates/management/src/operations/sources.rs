//! /v1/sources: what is collected from, as operators keep it. How sources do is public at /sources/health. Not metered.

use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use sources::{Content, SourceEntry, SourceKind};
use store::Source;

use crate::operations::sources_health::{SourceHealth, shown};
use interface::App;
use interface::reader::nothing_here;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use pipeline::collect::catalog::Details;
use pipeline::collect::change;
use runtime::error::{ApiError, sentence};

const ID: &str = "The id of the source.";
const NOT_FOUND: (u16, &str) = (404, "There is no such source.");

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Source")]
pub struct SourceView {
    #[serde(flatten)]
    health: SourceHealth,
    url: String,
    category: String,
    family: String,
    country: String,
    language: String,
    ticker: Option<String>,
    /// full, excerpt or none: how much of its items' text is kept.
    content: &'static str,
    /// Seconds from one reading to the next.
    interval_seconds: u32,
}

impl SourceView {
    /// None for one that a person removed.
    fn of(source: Source) -> Option<SourceView> {
        let details = Details::read(&source).unwrap_or_default();
        let (url, interval_seconds) = (source.url.clone(), source.interval_s);
        let content = details.chosen_content.unwrap_or(details.content).name();
        Some(SourceView {
            content,
            health: shown(source)?,
            url,
            interval_seconds,
            category: details.category,
            family: details.family,
            country: details.country,
            language: details.language,
            ticker: details.ticker,
        })
    }
}

async fn find(app: &App, id: &str) -> Result<SourceView, ApiError> {
    let found = app.store.sources.find(id).await?.and_then(SourceView::of);
    found.ok_or_else(|| nothing_here("source"))
}

pub struct ListSources;

#[derive(Serialize, JsonSchema)]
pub struct SourceList {
    /// By id.
    data: Vec<SourceView>,
}

impl Operation for ListSources {
    const ID: &'static str = "listSources";
    const ROUTE: Route = Route::get("/v1/sources");
    const SUMMARY: &'static str = "Every source with its address and state. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    type Request = ();
    type Response = SourceList;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<SourceList>, ApiError> {
        let sources = app.store.sources.list().await?;
        Ok(SourceList { data: sources.into_iter().filter_map(SourceView::of).collect() }.into())
    }
}

pub struct AddSource;

/// Kinds that are read from the network; files and folders of the machine are named by who sits at it.
pub fn kinds() -> Vec<&'static str> {
    let remote = SourceKind::ALL.iter().filter(|kind| **kind != SourceKind::EarningsCalls);
    remote.map(|kind| kind.name()).collect()
}

/// The same for a program's JSON and a person's form.
pub fn read_source(from: &mut ParamReader) -> Result<SourceEntry, ApiError> {
    let url = from.required_text("url", "Its address; a CIK for edgar.")?;
    let kind = from.choice("kind", "How it is read.", &kinds(), Some(SourceKind::Feed.name()))?;
    let outlet = short(from, "outlet", "Name under which its items appear; the host where there is none.")?;
    let category = short(from, "category", "Such as Crypto News, Mainstream, Regulator, Company or Social.")?;
    let family = short(from, "family", "Outlets of one owner share a family.")?;
    let country = short(from, "country", "ISO 3166-1 alpha-2.")?;
    let language = short(from, "language", "ISO 639-1.")?;
    let ticker = short(from, "ticker", "The company whose filings these are.")?;
    let words = "How much of its items' text is kept: all, about two sentences, or the headline alone.";
    let content = from.choice("content", words, &Content::NAMES, Some(Content::Full.name()))?;
    let kind = kind.and_then(SourceKind::from_name).unwrap_or(SourceKind::Feed);
    let standard = SourceEntry::added(url.trim(), kind);
    if standard.url.starts_with("file:") {
        let detail = "Files and folders are added with `bellwether source add`.";
        return Err(ApiError::parameter("url", detail));
    }
    change::check_address(&standard)
        .map_err(|error| ApiError::parameter("url", sentence(&error.to_string())))?;
    Ok(SourceEntry {
        family: family.or(outlet.clone()).unwrap_or(standard.family),
        outlet: outlet.unwrap_or(standard.outlet),
        category: category.unwrap_or(standard.category),
        country: country.unwrap_or(standard.country),
        language: language.unwrap_or(standard.language),
        ticker: ticker.or(standard.ticker),
        content: content.and_then(Content::from_name).unwrap_or_default(),
        ..standard
    })
}

/// A name that stands on pages: short and on one line.
fn short(
    from: &mut ParamReader,
    name: &'static str,
    description: &'static str,
) -> Result<Option<String>, ApiError> {
    let text = from.text(name, description)?.map(|text| text.trim().to_owned());
    match text {
        Some(text) if text.chars().count() > 100 || text.chars().any(char::is_control) => {
            let detail = format!("{name} has at most 100 characters and no control characters.");
            Err(ApiError::parameter(name, detail))
        }
        text => Ok(text),
    }
}

impl Operation for AddSource {
    const ID: &'static str = "addSource";
    const ROUTE: Route = Route::post("/v1/sources");
    const SUMMARY: &'static str = "Adds a source, which is polled at once; an existing one takes the new details. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(200, "The source was there and was changed.")];
    type Request = SourceEntry;
    type Response = SourceView;

    fn read(from: &mut ParamReader) -> Result<SourceEntry, ApiError> {
        read_source(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        entry: SourceEntry,
    ) -> Result<Reply<SourceView>, ApiError> {
        let there = find(app, &entry.id).await.is_ok();
        change::add(&app.store, &ask.origin(), &entry).await?;
        let source = find(app, &entry.id).await?;
        Ok(if there { source.into() } else { Reply::created(source) })
    }
}

pub struct ChangeSource;

/// The same for a program's JSON and a person's form.
pub fn read_paused(from: &mut ParamReader) -> Result<bool, ApiError> {
    from.required_boolean("paused", "Whether it is left alone until it is resumed.")
}

/// Pauses a source, or asks it again from now on.
pub async fn set_paused(app: &App, ask: &RequestContext, id: &str, paused: bool) -> Result<(), ApiError> {
    match change::set_paused(&app.store, &ask.origin(), id, paused).await? {
        true => Ok(()),
        false => Err(nothing_here("source")),
    }
}

pub async fn remove(app: &App, ask: &RequestContext, id: &str) -> Result<(), ApiError> {
    match change::remove(&app.store, &ask.origin(), id).await? {
        true => Ok(()),
        false => Err(nothing_here("source")),
    }
}

impl Operation for ChangeSource {
    const ID: &'static str = "changeSource";
    const ROUTE: Route = Route::patch("/v1/sources/{id}");
    const SUMMARY: &'static str = "Pauses or resumes a source. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = (String, bool);
    type Response = SourceView;

    fn read(from: &mut ParamReader) -> Result<(String, bool), ApiError> {
        Ok((from.segment("id", ID), read_paused(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, paused): (String, bool),
    ) -> Result<Reply<SourceView>, ApiError> {
        set_paused(app, ask, &id, paused).await?;
        Ok(find(app, &id).await?.into())
    }
}

pub struct RemoveSource;

impl Operation for RemoveSource {
    const ID: &'static str = "removeSource";
    const ROUTE: Route = Route::delete("/v1/sources/{id}");
    const SUMMARY: &'static str = "Removes a source; its documents stay. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        remove(app, ask, &id).await?;
        Ok(Deleted::new(id).into())
    }
}
