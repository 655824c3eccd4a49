//! GET /v1/brains/{id}: the posts behind a Brain, newest first, with their figures, and what its people are reported to say.

use coverage::speaker::StatementView;
use domain::{DocumentId, Instant};
use schemars::JsonSchema;
use serde::Serialize;
use store::brains::{Brain, BrainDefinition};
use store::documents::{Post, SpeakerFigures};

use super::followed::{Followed, Person};
use crate::operations::owned::{self, not_found};
use interface::App;
use interface::cursor::OwnedCursor;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct BrainPosts;

pub struct Request {
    id: String,
    limit: u32,
    cursor: Option<OwnedCursor>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrainRecord {
    id: String,
    name: String,
    handles: Vec<String>,
    /// Those who are followed by name.
    people: Vec<PersonView>,
    /// What they are reported to have said, the newest first, as many as the limit; the `query` of a person gives more.
    statements: Vec<StatementView>,
    /// Posts of all these speakers that were collected.
    post_count: i64,
    #[schemars(extend("format" = "date-time"))]
    first_post_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    last_post_at: Option<String>,
    /// How the posts sound.
    sentiment: Tally,
    /// Average net tone in [-1, 1]; null where no post was read.
    average_tone: Option<f64>,
    /// Each speaker with a post.
    speakers: Vec<SpeakerView>,
    /// Newest first.
    posts: Vec<PostView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
    has_more: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FollowedPerson")]
pub struct PersonView {
    name: String,
    /// Null where no article quotes anybody of this name.
    id: Option<String>,
    /// The handles under which the person posts.
    handles: Vec<String>,
    /// The call for all that the person is reported to have said.
    query: Option<String>,
}

#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "ToneCounts")]
pub struct Tally {
    positive: i64,
    neutral: i64,
    negative: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FollowedHandle")]
pub struct SpeakerView {
    handle: String,
    post_count: i64,
    #[schemars(extend("format" = "date-time"))]
    first_post_at: String,
    #[schemars(extend("format" = "date-time"))]
    last_post_at: String,
    /// Null where no post is in a language that is read.
    average_tone: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Post")]
pub struct PostView {
    id: String,
    handle: String,
    author_name: String,
    /// Which group of speakers the author belongs to, where that is known.
    cohort: Option<&'static str>,
    #[schemars(extend("format" = "date-time"))]
    date: String,
    content: String,
    url: String,
    outlet: String,
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative"]))]
    sentiment: &'static str,
    /// Net tone in [-1, 1].
    tone: f32,
    /// True for items of the demo's invented world.
    invented: bool,
}

impl Operation for BrainPosts {
    const ID: &'static str = "getBrain";
    const ROUTE: Route = Route::get("/v1/brains/{id}");
    const SUMMARY: &'static str = "A Brain that the key's owner owns: posts of the speakers it follows and what articles report that they said, newest first.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Brain")];
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/posts");
    type Request = Request;
    type Response = BrainRecord;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(50, 100)?;
        let id = from.segment("id", "The id of the Brain.");
        let cursor = from.text("cursor", "The nextCursor of the page before.")?;
        let cursor = cursor.map(|text| OwnedCursor::read(&text, &id)).transpose()?;
        Ok(Request { id, limit, cursor })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<BrainRecord>, ApiError> {
        let record = record(app, ask.owner()?, request).await?;
        let next = record.next_cursor.clone();
        Ok(Reply::page(record, next.as_deref()))
    }

    fn table(record: &BrainRecord) -> Option<Table> {
        Some(Table::of(
            &["date", "handle", "authorName", "content", "url", "outlet", "sentiment", "tone"],
            &record.posts,
        ))
    }
}

async fn record(app: &App, owner: &str, request: Request) -> Result<BrainRecord, ApiError> {
    let Brain { id, definition, .. } = owned::find::<BrainDefinition>(app, owner, &request.id).await?;
    let followed = Followed::of(app, &definition).await?;
    let BrainDefinition { name, handles, .. } = definition;
    let after = request.cursor.map(|cursor| (cursor.at, DocumentId::from_bytes(cursor.id)));
    let (posts, next) = page(app, &followed.handles, after, request.limit).await?;
    let speakers = app.store.documents.figures_of(&followed.handles).await?;
    let statements = followed.statements(app, request.limit).await?;
    let figures = Figures::of(&speakers);
    let next_cursor = next.map(|(at, last)| OwnedCursor { at, id: last.bytes() }.write(&id));
    Ok(BrainRecord {
        post_count: figures.posts,
        first_post_at: figures.first_at.map(Instant::rfc3339),
        last_post_at: figures.last_at.map(Instant::rfc3339),
        average_tone: figures.average_tone,
        sentiment: Tally {
            positive: figures.positive,
            neutral: figures.toned - figures.positive - figures.negative,
            negative: figures.negative,
        },
        speakers: speakers.into_iter().map(speaker_view).collect(),
        posts: posts.into_iter().map(post_view).collect(),
        has_more: next_cursor.is_some(),
        next_cursor,
        people: followed.people.into_iter().map(person_view).collect(),
        statements,
        id,
        name,
        handles,
    })
}

/// Some posts of these speakers, and where the next ones begin.
pub async fn page(
    app: &App,
    handles: &[String],
    after: Option<(Instant, DocumentId)>,
    limit: u32,
) -> Result<(Vec<Post>, Option<(Instant, DocumentId)>), ApiError> {
    // One more than asked for tells whether there is a next page.
    let mut posts = app.store.documents.posts_of(handles, after, limit.saturating_add(1)).await?;
    let more = posts.len() > limit as usize;
    posts.truncate(limit as usize);
    let next = posts.last().filter(|_| more).map(|post| (post.published_at, post.id));
    Ok((posts, next))
}

/// What the posts of several speakers come to.
#[derive(Default)]
pub struct Figures {
    pub posts: i64,
    pub first_at: Option<Instant>,
    pub last_at: Option<Instant>,
    pub positive: i64,
    pub negative: i64,
    /// Posts whose tone is known: in a language that is read.
    pub toned: i64,
    pub average_tone: Option<f64>,
}

impl Figures {
    pub fn of(speakers: &[SpeakerFigures]) -> Figures {
        let posts: i64 = speakers.iter().map(|one| one.posts).sum();
        let toned: i64 = speakers.iter().map(|one| one.toned).sum();
        let tone: f64 = speakers.iter().map(|one| one.tone_sum).sum();
        Figures {
            posts,
            first_at: speakers.iter().map(|one| one.first_at).min(),
            last_at: speakers.iter().map(|one| one.last_at).max(),
            positive: speakers.iter().map(|one| one.positive).sum(),
            negative: speakers.iter().map(|one| one.negative).sum(),
            toned,
            average_tone: (toned > 0).then(|| thousandths(tone / toned as f64)),
        }
    }
}

fn person_view(person: Person) -> PersonView {
    PersonView {
        id: person.id.map(|id| id.to_string()),
        query: person.id.map(|id| format!("/speakers/{id}")),
        name: person.name,
        handles: person.handles,
    }
}

fn speaker_view(one: SpeakerFigures) -> SpeakerView {
    SpeakerView {
        post_count: one.posts,
        first_post_at: one.first_at.rfc3339(),
        last_post_at: one.last_at.rfc3339(),
        average_tone: (one.toned > 0).then(|| thousandths(one.tone_sum / one.toned as f64)),
        handle: one.handle,
    }
}

fn post_view(post: Post) -> PostView {
    PostView {
        id: post.id.to_string(),
        author_name: post.speaker_name.unwrap_or_else(|| post.handle.clone()),
        handle: post.handle,
        cohort: post.cohort.map(|cohort| cohort.name()),
        date: post.published_at.rfc3339(),
        content: post.content,
        url: post.url,
        outlet: post.outlet_name,
        sentiment: post.sentiment.name(),
        tone: post.tone,
        invented: post.invented,
    }
}

/// More places would pretend to a precision that averages of tone do not have.
fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
