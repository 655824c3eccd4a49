//! GET /quote: what a call would cost, without making it.

use super::{Ask, Door, Entry, Operation, Reader, Reply, Route};
use crate::admission::{self, Quote, Terms};
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::read_query;

pub struct GetQuote;

impl Operation for GetQuote {
    const ID: &'static str = "getQuote";
    const ROUTE: Route = Route::get("/quote");
    const SUMMARY: &'static str =
        "What a call would cost; with a key also which purse would pay. Not metered.";
    const DOOR: Door = Door::Public;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No route has this path.")];
    type Request = String;
    type Response = Quote;

    fn read(from: &mut Reader) -> Result<String, ApiError> {
        from.required_text("path", "Path and query of the call, percent-encoded, such as /feed?limit=100.")
    }

    async fn answer(app: &App, ask: &Ask, path: String) -> Result<Reply<Quote>, ApiError> {
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let entry =
            super::all().into_iter().find(|entry| matches(entry.route.path, path)).ok_or_else(|| {
                ApiError::new(
                    Code::NotFound,
                    "No route has this path. /docs lists every route with its price.",
                )
            })?;
        let terms = terms(&entry, query)?;
        Ok(admission::quote(app, ask.account.as_deref(), &terms, ask.now).await?.into())
    }
}

/// The price is known even where another parameter is missing or wrong.
fn terms(entry: &Entry, query: &str) -> Result<Terms, ApiError> {
    let mut reader = Reader::new(entry.route, Vec::new(), read_query(query)?, serde_json::Map::new());
    let protected = (entry.prepare)(&mut reader).is_ok_and(|prepared| prepared.protected);
    Ok(Terms::of(entry, protected, reader.requested_results()))
}

/// Whether a path fits a route, in which a segment in braces stands for any one segment.
fn matches(route: &str, path: &str) -> bool {
    let mut asked = path.split('/');
    let fits = route.split('/').all(|part| {
        asked.next().is_some_and(|segment| part == segment || (part.starts_with('{') && !segment.is_empty()))
    });
    fits && asked.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_segment_in_braces_stands_for_one() {
        assert!(matches("/feed", "/feed"));
        assert!(matches("/v1/spaces/{id}/rows", "/v1/spaces/abc/rows"));
        for (route, path) in [
            ("/feed", "/feed/"),
            ("/feed", "feed"),
            ("/v1/{id}", "/v1/"),
            ("/v1/{id}", "/v1/a/b"),
            ("/a/b", "/a"),
        ] {
            assert!(!matches(route, path), "{route} {path}");
        }
    }
}
