//! Spaces: the builder with its preview, the list, and the whole of a Space as a file.

use std::sync::Arc;

use askama::Template;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Method;
use axum::response::Response;
use domain::Sentiment;
use store::spaces::{Space, SpaceDefinition, SpaceRange};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, Query, Visitor, account, ask};
use super::fault::Fault;
use super::owned::{Pages, read};
use super::usage::download;
use super::{Shell, begin, moment};
use crate::http::answer;
use crate::texts::{Markup, say, t, told};
use admission::{ExportRequest, Terms, export_credits};
use interface::{App, Operation, Table};
use management::operations::owned;
use management::operations::spaces::rows::SpaceRows;
use management::operations::spaces::{COLUMNS, DEFAULT_COLUMNS, columns_of, count, page, rows, table};
use management::people::sign_in::Signed;
use runtime::error::ApiError;

/// Rows that a preview shows.
const PREVIEW: usize = 10;
/// Names that the field of the source suggests.
const MAX_SUGGESTED: usize = 500;

#[derive(Template)]
#[template(path = "console/spaces.html")]
struct ListPage {
    frame: Frame,
    console: Shell,
    spaces: Vec<SpaceRow>,
}

struct SpaceRow {
    id: String,
    name: String,
    search: String,
    range: String,
    changed: String,
}

#[derive(Template)]
#[template(path = "console/space.html")]
struct BuilderPage {
    frame: Frame,
    console: Shell,
    /// None while it is new.
    id: Option<String>,
    fields: Fields,
    columns: Vec<(&'static str, bool)>,
    /// Names that can stand in the field of the source.
    outlets: Vec<String>,
    sentiments: Vec<(&'static str, bool)>,
    preview: Preview,
    /// What all rows cost; none where nothing is charged.
    credits: Option<u64>,
    error: Fault,
    base: String,
}

/// What stands in the fields of the form.
#[derive(Default)]
struct Fields {
    name: String,
    keyword: String,
    outlet: String,
    start_date: String,
    end_date: String,
    rolling_days: String,
}

/// The first rows, or why there are none.
#[derive(Template)]
#[template(path = "console/preview.html")]
struct Preview {
    total: u64,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    error: String,
}

// A template of its own: what it prints was escaped there.
impl Markup for Preview {}

pub async fn list(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    let (frame, console) = begin(&app, &signed, "/console/spaces", "Spaces").await?;
    let spaces = app.store.spaces.list(account(&signed)?).await?;
    let spaces = spaces.into_iter().map(|space| SpaceRow {
        search: describe(&space.definition),
        range: match space.definition.range {
            SpaceRange::Days(days) => say!("{} to {}", days.first(), days.last()),
            SpaceRange::Rolling(1) => t("today").to_owned(),
            SpaceRange::Rolling(days) => say!("the last {} days", days),
        },
        changed: moment(space.changed_at),
        id: space.id,
        name: space.definition.name,
    });
    reply::private(&ListPage { frame, console, spaces: spaces.collect() }, 200)
}

fn describe(definition: &SpaceDefinition) -> String {
    let parts = [
        definition.keyword.clone(),
        definition.outlet.as_ref().map(|outlet| format!("from {outlet}")),
        definition.sentiment.map(|sentiment| sentiment.name().to_lowercase()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "everything".to_owned() } else { parts.join(", ") }
}

/// A new Space; what stands in the address fills the form, so that a preview works without a script.
pub async fn builder(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(form): Query,
) -> Result<Response, Trouble> {
    show(&app, &signed, None, &form, None).await
}

pub async fn edit(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
    Query(form): Query,
) -> Result<Response, Trouble> {
    let space: Space = owned::find(&app, account(&signed)?, &id).await?;
    let form = if form.is_empty() { form_of(&space.definition) } else { form };
    show(&app, &signed, Some(id), &form, None).await
}

/// The rows that a form would give, as a part of a page.
pub async fn preview(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(form): Query,
) -> Result<Response, Trouble> {
    account(&signed)?;
    reply::private(&previewed(&app, &form).await?, 200)
}

/// Every row, written while it is read, at the price that a program pays.
pub async fn export(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
    method: Method,
) -> Result<Response, Trouble> {
    let owner = account(&signed)?;
    let space: Space = owned::find(&app, owner, &id).await?;
    let (ask, terms) = (ask(&app, owner), export_terms());
    let (export, announce_only) = (rows::export(id).bind(&app, &ask), method == Method::HEAD);
    let request = ExportRequest { terms: &terms, ask: &ask, export, announce_only };
    let exported = admission::export_in_console(&app.admission, owner, request).await?;
    let body = exported.parts?.map_or_else(Body::empty, answer::streamed);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = space.definition.name.chars().map(plain).take(60).collect();
    let mut response = download(&format!("{name}.csv"), body);
    response.headers_mut().extend(exported.headers);
    Ok(response)
}

/// What the rows cost, wherever they are asked for.
fn export_terms() -> Terms {
    Terms {
        access: SpaceRows::ACCESS,
        route: SpaceRows::ROUTE.path,
        protected: true,
        base_credits: SpaceRows::BASE_CREDITS,
        requested_results: 0,
    }
}

async fn show(
    app: &App,
    signed: &Signed,
    id: Option<String>,
    form: &Form,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let title = if id.is_some() { "Space" } else { "New Space" };
    let (frame, console) = begin(app, signed, "/console/spaces", title).await?;
    account(signed)?;
    let text = |name: &str| form.get(name).unwrap_or("").to_owned();
    let any_column = COLUMNS.iter().any(|column| form.has("columns", column));
    let chosen = |at: usize, column: &str| match any_column {
        true => form.has("columns", column),
        false => at < DEFAULT_COLUMNS,
    };
    let status = Fault::status(error.as_ref());
    let preview = previewed(app, form).await?;
    let page = BuilderPage {
        frame,
        console,
        id,
        fields: Fields {
            name: text("name"),
            keyword: text("keyword"),
            outlet: text("outlet"),
            start_date: text("startDate"),
            end_date: text("endDate"),
            rolling_days: text("rollingDays"),
        },
        columns: COLUMNS.iter().enumerate().map(|(at, column)| (*column, chosen(at, column))).collect(),
        sentiments: Sentiment::ALL
            .iter()
            .map(|one| (one.name(), form.has("sentiment", one.name())))
            .collect(),
        outlets: app
            .figures
            .ask(|cube| cube.outlet_names().map(|(name, _)| name.to_owned()).take(MAX_SUGGESTED).collect()),
        credits: app.admission.gate().map(|_| export_credits(SpaceRows::BASE_CREDITS, preview.total)),
        preview,
        error: Fault::from(error.as_ref()),
        base: app.config.public_base(),
    };
    reply::private(&page, status)
}

async fn previewed(app: &App, form: &Form) -> Result<Preview, Trouble> {
    // A Space without a name yet has rows all the same.
    let definition = match read::<SpaceDefinition>(&form.with_default("name", "unnamed")) {
        Ok(definition) => definition,
        Err(error) => {
            return Ok(Preview {
                total: 0,
                columns: Vec::new(),
                rows: Vec::new(),
                error: told(&error.detail),
            });
        }
    };
    let today = app.clock.now().day();
    let found = page(app, &definition, today, None, PREVIEW).await?;
    let total = count(app, &definition, today).await?;
    let Table { columns, mut rows } = table(columns_of(&definition), found.documents);
    for cell in rows.iter_mut().flatten() {
        if cell.chars().count() > 160 {
            *cell = cell.chars().take(160).chain(['…']).collect();
        }
    }
    Ok(Preview { total, columns, rows, error: String::new() })
}

/// A saved Space as its form.
fn form_of(definition: &SpaceDefinition) -> Form {
    let mut form = Form::default();
    form.push("name", &definition.name);
    form.push("keyword", definition.keyword.as_deref().unwrap_or(""));
    form.push("outlet", definition.outlet.as_deref().unwrap_or(""));
    form.push("sentiment", definition.sentiment.map_or("", |sentiment| sentiment.name()));
    match definition.range {
        SpaceRange::Rolling(days) => form.push("rollingDays", &days.to_string()),
        SpaceRange::Days(days) => {
            form.push("startDate", &days.first().to_string());
            form.push("endDate", &days.last().to_string());
        }
    }
    for column in &definition.columns {
        form.push("columns", column);
    }
    form
}

impl Pages for SpaceDefinition {
    const PATH: &'static str = "/console/spaces";
    const NUMBERS: &'static [&'static str] = &["rollingDays"];
    const LISTS: &'static [&'static str] = &["columns"];

    async fn refused(
        app: &App,
        signed: &Signed,
        id: Option<String>,
        form: &Form,
        error: ApiError,
    ) -> Result<Response, Trouble> {
        show(app, signed, id, form, Some(error)).await
    }
}
