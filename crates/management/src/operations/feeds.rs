//! Feeds: private addresses for feed readers, each with a token of its own that can be taken back. Managing them is not metered.

use ::alerts::feeds::{Kind, hash_of, new_token, rule_of};
use ::alerts::watch::Subject;
use domain::{AlertSubject, Instant};
use interface::reader::nothing_here;
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};
use schemars::JsonSchema;
use serde::Serialize;
use store::Store;
use store::audit_log::Origin;
use store::feeds::{Feed, FeedDefinition};
use store::owned::{Owned, OwnedTable};

use super::owned::{self, Resource, not_found};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PrivateFeed")]
pub struct FeedView {
    pub id: String,
    pub name: String,
    pub subject: &'static str,
    pub value: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub changed_at: String,
}

impl From<Feed> for FeedView {
    fn from(feed: Feed) -> FeedView {
        FeedView {
            id: feed.id,
            name: feed.definition.name,
            subject: feed.definition.subject.name(),
            value: feed.definition.value,
            created_at: feed.created_at.rfc3339(),
            changed_at: feed.changed_at.rfc3339(),
        }
    }
}

/// A feed with its addresses, shown this once: whoever has one can read the feed at the account's cost.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PrivateFeedAddresses")]
pub struct FeedAddresses {
    #[serde(flatten)]
    pub feed: FeedView,
    pub atom_url: String,
    pub json_url: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PrivateFeeds")]
pub struct FeedList {
    /// Oldest first.
    data: Vec<FeedView>,
}

impl Resource for FeedDefinition {
    const NOUN: &'static str = "Feed";
    const MAX: u32 = 100;

    fn table(store: &Store) -> &OwnedTable<FeedDefinition> {
        &store.feeds.owned
    }

    fn read(from: &mut ParamReader) -> Result<FeedDefinition, ApiError> {
        let name = from.name("name", "The title of the feed.")?;
        let words = "What it shows: a search in the language of /feed, a Space or a story by its id, a company, an asset, a cohort, or everything.";
        let kinds: Vec<AlertSubject> = subjects().collect();
        let subject = from.required_one_of("subject", words, &kinds)?;
        let value = from.text("value", "Which one; not for everything.")?;
        if !from.is_describing() && value.is_none() != (subject == AlertSubject::Everything) {
            return Err(ApiError::parameter(
                "value",
                "value is required unless subject is everything, which takes none.",
            ));
        }
        Ok(FeedDefinition { name, subject, value })
    }

    async fn check(&self, app: &App, owner: &str) -> Result<(), ApiError> {
        let feed = Owned {
            id: String::new(),
            definition: self.clone(),
            created_at: Instant::from_ms(0),
            changed_at: Instant::from_ms(0),
        };
        Subject::of(app, owner, &rule_of(&feed).definition).await.map(|_| ())
    }
}

/// What a feed can show: whatever has articles.
pub fn subjects() -> impl Iterator<Item = AlertSubject> {
    AlertSubject::ALL.iter().copied().filter(|subject| *subject != AlertSubject::Index)
}

fn addresses(app: &App, feed: Feed, token: &str) -> FeedAddresses {
    let base = app.config.public_base();
    let url = |kind: Kind| format!("{base}/feeds/{token}/{}", kind.file());
    FeedAddresses { feed: feed.into(), atom_url: url(Kind::Atom), json_url: url(Kind::Json) }
}

pub async fn create(
    app: &App,
    owner: &str,
    definition: FeedDefinition,
    origin: &Origin,
) -> Result<FeedAddresses, ApiError> {
    definition.check(app, owner).await?;
    let token = new_token();
    let one = Owned { id: new_id("feed"), definition, created_at: origin.at, changed_at: origin.at };
    if !app.store.feeds.create(owner, &one, hash_of(&token), FeedDefinition::MAX, origin).await? {
        let detail = format!("An account keeps at most {} Feeds. Delete one first.", FeedDefinition::MAX);
        return Err(ApiError::new(Code::Conflict, detail));
    }
    Ok(addresses(app, one, &token))
}

/// New addresses; those before them lead nowhere.
pub async fn rotate(app: &App, owner: &str, id: &str, origin: &Origin) -> Result<FeedAddresses, ApiError> {
    let token = new_token();
    if !app.store.feeds.rotate(owner, id, hash_of(&token), origin).await? {
        return Err(nothing_here(FeedDefinition::NOUN));
    }
    Ok(addresses(app, owned::find(app, owner, id).await?, &token))
}

pub struct ListFeeds;

impl Operation for ListFeeds {
    const ID: &'static str = "listFeeds";
    const ROUTE: Route = Route::get("/v1/feeds");
    const SUMMARY: &'static str = "The account's feeds for feed readers. Not metered; a feed is charged as rows of a Space when its articles have changed.";
    const ACCESS: Access = Access::Key;
    type Request = ();
    type Response = FeedList;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<FeedList>, ApiError> {
        Ok(FeedList { data: owned::answer_list::<FeedDefinition, FeedView>(app, ask).await? }.into())
    }
}

pub struct CreateFeed;

impl Operation for CreateFeed {
    const ID: &'static str = "createFeed";
    const ROUTE: Route = Route::post("/v1/feeds");
    const SUMMARY: &'static str =
        "A private address for feed readers, Atom and JSON Feed; shown this once. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "The account has as many Feeds as it may.")];
    type Request = FeedDefinition;
    type Response = FeedAddresses;

    fn read(from: &mut ParamReader) -> Result<FeedDefinition, ApiError> {
        Resource::read(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        definition: FeedDefinition,
    ) -> Result<Reply<FeedAddresses>, ApiError> {
        Ok(Reply::created(create(app, ask.owner()?, definition, &ask.origin()).await?))
    }
}

pub struct RotateFeed;

impl Operation for RotateFeed {
    const ID: &'static str = "rotateFeed";
    const ROUTE: Route = Route::post("/v1/feeds/{id}/rotate");
    const MAKES: bool = true;
    const SUMMARY: &'static str = "New addresses for a feed; the previous ones no longer work. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Feed")];
    type Request = String;
    type Response = FeedAddresses;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the Feed."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<FeedAddresses>, ApiError> {
        Ok(rotate(app, ask.owner()?, &id, &ask.origin()).await?.into())
    }
}

pub struct DeleteFeed;

impl Operation for DeleteFeed {
    const ID: &'static str = "deleteFeed";
    const ROUTE: Route = Route::delete("/v1/feeds/{id}");
    const SUMMARY: &'static str = "Deletes a feed; its addresses no longer work. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Feed")];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the Feed."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        Ok(owned::answer_delete::<FeedDefinition>(app, ask, id).await?.into())
    }
}
