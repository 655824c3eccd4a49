//! GET /quote: what a call would cost, without making it.

use crate::http::negotiate::format_of;
use crate::http::query::read_query;
use admission::Quote;
use alerts::causes::MAX_ARTICLES;
use interface::App;
use interface::{Access, Format, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::{ApiError, Code};

pub struct GetQuote;

impl Operation for GetQuote {
    const ID: &'static str = "getQuote";
    const ROUTE: Route = Route::get("/quote");
    const SUMMARY: &'static str =
        "What a call would cost; with a key also which purse would pay. Not metered.";
    const ACCESS: Access = Access::Anonymous;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No route has this path.")];
    type Request = Asked;
    type Response = Quote;

    fn read(from: &mut ParamReader) -> Result<Asked, ApiError> {
        let words = "Path and query of the call, percent-encoded, such as /feed?limit=100.";
        let path = from.required_text("path", words)?;
        let words = "The Accept header of the call. With that of an export (text/csv for a Space, application/x-ndjson for /feed/export) its rows are counted and priced, which needs a key.";
        let accept = from.text("accept", words)?;
        let format = accept.and_then(|accept| format_of(&accept, &Format::ALL));
        Ok(Asked { path, format })
    }

    async fn answer(app: &App, ask: &RequestContext, asked: Asked) -> Result<Reply<Quote>, ApiError> {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let found =
            super::all().into_iter().find_map(|entry| Some((entry, segments(entry.route.path, path)?)));
        let (entry, segments) = found.ok_or_else(|| {
            ApiError::new(Code::NotFound, "No route has this path. /docs lists every route with its price.")
        })?;
        let mut reader = ParamReader::new(entry.route, segments, read_query(query)?, serde_json::Map::new());
        // The price is known even where another parameter is missing or wrong.
        let prepared = (entry.prepare)(&mut reader).ok();
        let terms = entry.terms(&reader);
        match prepared
            .and_then(|prepared| prepared.export)
            .filter(|export| asked.format == Some(export.format))
        {
            Some(export) => {
                let account = ask.account.as_deref().ok_or_else(admission::key_missing)?;
                let rows = (export.count)(app, ask).await?;
                Ok(admission::quote_export(&app.admission, account, &terms, rows, ask.now).await?.into())
            }
            None => {
                let quote = admission::quote(&app.admission, ask.account.as_deref(), &terms, ask.now).await?;
                match entry.delivers {
                    true => Ok(quote.delivering(alerts::event::price_of(MAX_ARTICLES as u32)).into()),
                    false => Ok(quote.into()),
                }
            }
        }
    }
}

pub struct Asked {
    path: String,
    format: Option<Format>,
}

/// The segments that stand for those in braces, where the path fits the route.
fn segments(route: &str, path: &str) -> Option<Vec<(String, String)>> {
    let mut asked = path.split('/');
    let mut found = Vec::new();
    for part in route.split('/') {
        let segment = asked.next()?;
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) if !segment.is_empty() => found.push((name.to_owned(), segment.to_owned())),
            None if part == segment => {}
            _ => return None,
        }
    }
    asked.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::segments;

    #[test]
    fn a_segment_in_braces_stands_for_one() {
        assert_eq!(segments("/feed", "/feed"), Some(Vec::new()));
        let id = vec![("id".to_owned(), "abc".to_owned())];
        assert_eq!(segments("/v1/spaces/{id}/rows", "/v1/spaces/abc/rows"), Some(id));
        for (route, path) in [
            ("/feed", "/feed/"),
            ("/feed", "feed"),
            ("/v1/{id}", "/v1/"),
            ("/v1/{id}", "/v1/a/b"),
            ("/a/b", "/a"),
        ] {
            assert!(segments(route, path).is_none(), "{route} {path}");
        }
    }
}
