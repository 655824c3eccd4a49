//! Brains: whom the account follows, and what they posted and said.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use coverage::article::Headline;
use coverage::speaker::StatementView;
use domain::DocumentId;
use domain::time::MS_PER_DAY;
use store::brains::{Brain, BrainDefinition};
use store::documents::{Post, SpeakerFigures};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, Query, Visitor, account};
use super::fault::Fault;
use super::owned::Pages;
use super::{Shell, begin, moment, moment_or};
use crate::texts::t;
use interface::App;
use interface::cursor::OwnedCursor;
use management::operations::brains::followed::Followed;
use management::operations::brains::posts::{Figures, page};
use management::operations::owned;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

const POSTS: u32 = 25;
/// Speakers that are proposed, and over how many days they are counted.
const PROPOSED: u32 = 12;
const PROPOSED_DAYS: i64 = 30;

#[derive(Template)]
#[template(path = "console/brains.html")]
struct ListPage {
    frame: Frame,
    console: Shell,
    brains: Vec<Brain>,
    proposed: Vec<SpeakerFigures>,
    name: String,
    handles: String,
    people: String,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/brain.html")]
struct BrainPage {
    frame: Frame,
    console: Shell,
    id: String,
    name: String,
    handles: String,
    people: String,
    statements: Vec<StatementView>,
    figures: Figures,
    first: String,
    last: String,
    tone: String,
    posts: Vec<Post>,
    next: Option<String>,
    error: Fault,
    base: String,
}

impl ListPage {
    fn follows(&self, brain: &Brain) -> String {
        let BrainDefinition { handles, people, .. } = &brain.definition;
        people.iter().chain(handles).map(String::as_str).collect::<Vec<&str>>().join(", ")
    }
}

impl BrainPage {
    fn is_web(&self, article: &Headline) -> bool {
        super::super::is_web_address(&article.url)
    }

    fn when(&self, post: &Post) -> String {
        moment(post.published_at)
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
    let (frame, console) = begin(app, signed, "/console/brains", "Brains").await?;
    let since = app.clock.now().plus_ms(-PROPOSED_DAYS * MS_PER_DAY);
    let status = Fault::status(error.as_ref());
    let page = ListPage {
        frame,
        console,
        brains: app.store.brains.list(account(signed)?).await?,
        proposed: app.store.documents.busiest_speakers(since, PROPOSED).await?,
        name: form.get("name").unwrap_or("").to_owned(),
        handles: form.get("handles").unwrap_or("").to_owned(),
        people: form.get("people").unwrap_or("").to_owned(),
        error: Fault::from(error.as_ref()),
    };
    reply::private(&page, status)
}

pub async fn show(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
    Query(form): Query,
) -> Result<Response, Trouble> {
    show_brain(&app, &signed, &id, form.get("cursor"), None).await
}

async fn show_brain(
    app: &App,
    signed: &Signed,
    id: &str,
    cursor: Option<&str>,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/brains", "Brain").await?;
    let Brain { id, definition, .. } = owned::find::<BrainDefinition>(app, account(signed)?, id).await?;
    let after = cursor.map(|text| OwnedCursor::read(text, &id)).transpose()?;
    let after = after.map(|cursor| (cursor.at, DocumentId::from_bytes(cursor.id)));
    let followed = Followed::of(app, &definition).await?;
    let (posts, next) = page(app, &followed.handles, after, POSTS).await?;
    let figures = Figures::of(&app.store.documents.figures_of(&followed.handles).await?);
    let status = Fault::status(error.as_ref());
    let page = BrainPage {
        frame,
        console,
        name: definition.name,
        handles: definition.handles.join("\n"),
        people: definition.people.join("\n"),
        statements: followed.statements(app, POSTS).await?,
        first: moment_or(figures.first_at, "none yet"),
        last: moment_or(figures.last_at, "none yet"),
        tone: figures.average_tone.map_or(t("none yet").to_owned(), |tone| format!("{tone:+.2}")),
        figures,
        posts,
        next: next.map(|(at, last)| OwnedCursor { at, id: last.bytes() }.write(&id)),
        error: Fault::from(error.as_ref()),
        base: app.config.public_base(),
        id,
    };
    reply::private(&page, status)
}

impl Pages for BrainDefinition {
    const PATH: &'static str = "/console/brains";
    const NUMBERS: &'static [&'static str] = &[];
    const LISTS: &'static [&'static str] = &["handles", "people"];

    async fn refused(
        app: &App,
        signed: &Signed,
        id: Option<String>,
        form: &Form,
        error: ApiError,
    ) -> Result<Response, Trouble> {
        match id {
            None => show_list(app, signed, form, Some(error)).await,
            Some(id) => show_brain(app, signed, &id, None, Some(error)).await,
        }
    }
}
