//! Feeds: private addresses for feed readers. Addresses are shown on the page that made them, and never again.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::AlertSubject;
use store::feeds::{Feed, FeedDefinition};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, SignedInForm, Visitor, account, account_as};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Shell, begin, moment};
use interface::App;
use management::operations::feeds::{self, FeedAddresses};
use management::operations::owned::{self, Resource};
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

const PATH: &str = "/console/feeds";

#[derive(Template)]
#[template(path = "console/feeds.html")]
struct FeedsPage {
    frame: Frame,
    console: Shell,
    feeds: Vec<FeedRow>,
    /// Those that were just made.
    addresses: Option<FeedAddresses>,
    subjects: Vec<&'static str>,
    name: String,
    subject: String,
    value: String,
    error: String,
}

struct FeedRow {
    id: String,
    name: String,
    shows: String,
    changed: String,
}

impl From<Feed> for FeedRow {
    fn from(feed: Feed) -> FeedRow {
        let subject = feed.definition.subject.name();
        FeedRow {
            id: feed.id,
            name: feed.definition.name,
            shows: feed.definition.value.map_or(subject.to_owned(), |value| format!("{subject} {value}")),
            changed: moment(feed.changed_at),
        }
    }
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, &Form::default(), None).await
}

async fn show(
    app: &App,
    signed: &Signed,
    addresses: Option<FeedAddresses>,
    form: &Form,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, PATH, "Feeds").await?;
    let all = app.store.feeds.owned.list(account(signed)?).await?;
    let status = Fault::status(error.as_ref());
    let text = |name: &str| form.get(name).unwrap_or("").to_owned();
    let page = FeedsPage {
        frame,
        console,
        feeds: all.into_iter().map(FeedRow::from).collect(),
        addresses,
        subjects: feeds::subjects().map(AlertSubject::name).collect(),
        name: text("name"),
        subject: text("subject"),
        value: text("value"),
        error: error.map_or(String::new(), |error| error.detail),
    };
    reply::private(&page, status)
}

pub async fn create(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let made = match FeedDefinition::read(&mut posted.form.reader(&[], &[], &[])) {
        Ok(definition) => feeds::create(&app, owner, definition, &posted.origin).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => show(&app, &posted.signed, Some(made), &Form::default(), None).await,
        Err(error) => show(&app, &posted.signed, None, &posted.form, Some(error)).await,
    }
}

pub async fn rotate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let rotated = feeds::rotate(&app, owner, &id, &posted.origin).await?;
    show(&app, &posted.signed, Some(rotated), &Form::default(), None).await
}

pub async fn revoke(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    owned::delete::<FeedDefinition>(&app, account_as(&posted.signed, Role::Member)?, &id).await?;
    Ok(done(PATH, Done::Deleted))
}
