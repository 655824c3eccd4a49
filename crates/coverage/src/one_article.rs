//! GET /articles/{id}: one article with all that was read in it, its story and its narratives.

use domain::hash::from_hex;
use domain::{DayRange, DocumentId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::article::Article;
use crate::story::{NarrativeLink, links, part};
use crate::story_lines::{StoryLine, lines};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::{ApiError, Code};

pub struct GetArticle;

#[derive(Serialize, JsonSchema)]
pub struct OneArticle {
    #[serde(flatten)]
    pub article: Article,
    /// What it tells, with all articles that tell the same up to now; null before it was read, and where it stands alone.
    pub story: Option<StoryLine>,
    /// The themes that its story belongs to: none, one or two.
    pub narratives: Vec<NarrativeLink>,
}

impl Operation for GetArticle {
    const ID: &'static str = "getArticle";
    const ROUTE: Route = Route::get("/articles/{id}");
    const SUMMARY: &'static str = "One article, with its story and its narratives.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No article has this id.")];
    type Request = String;
    type Response = OneArticle;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of an article, as /feed gives it."))
    }

    async fn answer(app: &App, _: &RequestContext, id: String) -> Result<Reply<OneArticle>, ApiError> {
        let nothing = || ApiError::new(Code::NotFound, "There is no article with this id.");
        let id = DocumentId::parse(&id.to_ascii_lowercase()).ok_or_else(nothing)?;
        let document = app.store.documents.list(&[id]).await?.pop().ok_or_else(nothing)?;
        let story = app.store.documents.story_of(id).await?.and_then(|story| from_hex(&story));
        let all = app.figures.counted()?.ask(|cube| cube.span());
        let all = all.unwrap_or(DayRange::single(document.published_at.day()));
        let mut line = None;
        let mut narratives = Vec::new();
        if let Some(story) = story {
            narratives = links(app, app.figures.ask_narratives(|_, narratives| narratives.membership(story)));
            if let Some(part) = part(app, story, all).await?.filter(|part| part.tally.count > 1) {
                line = lines(app, part.days, &[part]).await?.pop();
            }
        }
        Ok(OneArticle { article: Article::from(document), story: line, narratives }.into())
    }
}
