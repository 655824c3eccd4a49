//! What a page was asked for: its path, what stands behind the question mark, and whether the whole page is wanted or
//! one of its figures as a file.

use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Map;

use super::figure_file;
use super::plot::Figure;
use super::reply::{self, Trouble};
use crate::http::query::read_query;
use interface::reader::Location;
use interface::{App, Operation, ParamReader, RequestContext};
use runtime::error::ApiError;

/// What a query value may carry as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What says which days a page is about.
pub const DAYS: [&str; 3] = ["period", "startDate", "endDate"];

pub struct Asked {
    /// As it stands in the address, still encoded.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub headers: HeaderMap,
    figure: Option<figure_file::Wanted>,
}

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Asked, Response> {
        let query =
            read_query(parts.uri.query().unwrap_or("")).map_err(|error| Trouble(error).into_response())?;
        Ok(Asked {
            path: parts.uri.path().to_owned(),
            query,
            headers: parts.headers.clone(),
            figure: parts.extensions.get().cloned(),
        })
    }
}

impl Asked {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// What the address says of the operation's own parameters beside its days. A page hands it on to the operation, so that it
    /// obeys or refuses what the route does.
    pub fn given_to<O: Operation>(&self) -> Vec<(&str, &str)> {
        let mut reader = ParamReader::describing(O::ROUTE);
        // It only notes what there is; an error would be one of values, and there are none.
        let _ = O::read(&mut reader);
        let specs = reader.into_specs();
        let is_own = |name: &str| {
            !DAYS.contains(&name)
                && specs.iter().any(|spec| spec.name == name && spec.location == Location::Query)
        };
        let said = self.query.iter().filter(|(name, value)| !value.is_empty() && is_own(name));
        said.map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    /// The page, or the one figure of it that is wanted.
    pub fn reply(&self, page: &impl Template, figures: &[&Figure]) -> Result<Response, Trouble> {
        match &self.figure {
            None => reply::public(page, &self.headers),
            Some(wanted) => wanted.reply(figures, &self.headers),
        }
    }

    /// The same for one person: nobody keeps it.
    pub fn reply_private(&self, page: &impl Template, figures: &[&Figure]) -> Result<Response, Trouble> {
        match &self.figure {
            None => reply::private(page, 200),
            Some(wanted) => wanted.reply(figures, &self.headers),
        }
    }

    /// The address of this page with other parameters in place of these names.
    pub fn with(&self, replaced: &[&str], pairs: &[(&str, &str)]) -> String {
        let kept = self.query.iter().filter(|(name, _)| !replaced.contains(&name.as_str()));
        let kept = kept.map(|(name, value)| (name.as_str(), value.as_str()));
        address(&self.path, kept.chain(pairs.iter().copied()))
    }

    /// The address of this page without one value of a parameter.
    pub fn without(&self, name: &str, value: &str) -> String {
        let is_kept = |key: &str, other: &str| !(key == name && other == value) && key != "page";
        let kept = self.query.iter().filter(|(key, other)| is_kept(key, other));
        address(&self.path, kept.map(|(name, value)| (name.as_str(), value.as_str())))
    }
}

/// The same with a parameter where it is not given.
pub fn or_given<'a>(
    mut given: Vec<(&'a str, &'a str)>,
    name: &'a str,
    default: &'a str,
) -> Vec<(&'a str, &'a str)> {
    if !given.iter().any(|(other, _)| *other == name) {
        given.push((name, default));
    }
    given
}

/// A path with parameters.
pub fn address<'a>(path: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut address = path.to_owned();
    for (at, (name, value)) in pairs.into_iter().enumerate() {
        address.push(if at == 0 { '?' } else { '&' });
        address.push_str(&encoded(name));
        address.push('=');
        address.push_str(&encoded(value));
    }
    address
}

pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// What an operation answers to these parameters: the same function that the route calls.
pub async fn ask<O: Operation>(
    app: &App,
    visitor: &RequestContext,
    path: &[(&str, &str)],
    query: &[(&str, &str)],
) -> Result<O::Response, ApiError> {
    let owned = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
    };
    let mut reader = ParamReader::new(O::ROUTE, owned(path), owned(query), Map::new());
    let request = O::read(&mut reader)?;
    Ok(O::answer(app, visitor, request).await?.body)
}
