//! GET /articles/{id}/similar: articles that lie near one by what they mean.

use domain::DocumentId;
use figures::similar::similarities;
use runtime::off_thread::off_thread;
use schemars::JsonSchema;
use serde::Serialize;
use store::documents::Headline as StoredHeadline;

use crate::article::Headline;
use crate::narratives::rounded;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Articles before and after one in the order of arrival that are looked at, how many of them are compared, and
/// how many characters of each.
const WINDOW: i64 = 20_000;
const COMPARED: usize = 300;
const LEAD: usize = 600;
/// Less alike than this has little to do with it.
const MIN_SIMILARITY: f32 = 0.3;

pub struct SimilarArticles;

pub struct Request {
    id: String,
    limit: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct SimilarArticle {
    #[serde(flatten)]
    pub article: Headline,
    /// How near it lies by what it means: 1 for the same words, about 0 for what has nothing to do with it.
    #[schemars(range(min = 0, max = 1))]
    pub similarity: f64,
}

impl Operation for SimilarArticles {
    const ID: &'static str = "getSimilarArticles";
    const ROUTE: Route = Route::get("/articles/{id}/similar");
    const SUMMARY: &'static str = "Articles near to one by what they mean, the nearest first.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No article has this id.")];
    type Request = Request;
    type Response = Vec<SimilarArticle>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let id = from.segment("id", "The id of an article, as /feed gives it.");
        let limit = from.limit(10, 50)? as usize;
        Ok(Request { id, limit })
    }

    async fn answer(
        app: &App,
        _: &RequestContext,
        ask: Request,
    ) -> Result<Reply<Vec<SimilarArticle>>, ApiError> {
        let nothing = || ApiError::new(Code::NotFound, "There is no article with this id.");
        let id = DocumentId::parse(&ask.id.to_ascii_lowercase()).ok_or_else(nothing)?;
        let items = app.store.documents.sharing_names(id, WINDOW, COMPARED, LEAD).await?;
        if items.is_empty() {
            return Err(nothing());
        }
        let (items, similar) = off_thread(move || {
            let similar = similarities(&items);
            (items, similar)
        })
        .await?;
        let mut near: Vec<(f32, &StoredHeadline)> =
            similar.into_iter().zip(items.iter().skip(1).map(|item| &item.headline)).collect();
        near.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
        near.truncate(ask.limit);
        let shown = |(similarity, headline): (f32, &StoredHeadline)| SimilarArticle {
            article: Headline::from(headline),
            similarity: rounded(f64::from(similarity), 1e4),
        };
        Ok(near.into_iter().map(shown).collect::<Vec<_>>().into())
    }

    fn table(similar: &Vec<SimilarArticle>) -> Option<Table> {
        Some(Table::of(&["Title", "Date", "URL", "Outlet", "Sentiment", "similarity"], similar))
    }
}
