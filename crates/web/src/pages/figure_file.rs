//! Figures of pages as files of their own: SVG, CSV, and a small page that other sites may put into a frame.
//!
//! `/figures/PAGE/ID.svg` and `/embed/PAGE/ID` ask the page itself, which then answers with that figure alone. So a file
//! shows what the page shows, for the same days.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;

use super::assets::PLOT_STYLE;
use super::frame::Frame;
use super::plot::Figure;
use super::reply::{self, Trouble};
use crate::http::answer;
use crate::texts::{self, Language, Markup as _, speaking};
use interface::{Answer, App, Paging};
use runtime::error::{ApiError, Code};

/// Others may show it, and it still loads nothing from elsewhere.
const EMBED_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
base-uri 'none'; form-action 'none'; frame-ancestors *";
/// A drawing runs nothing; its own colours stand in it.
const SVG_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *";

/// The figure of a page that is wanted instead of the page.
#[derive(Clone)]
pub struct Wanted {
    id: String,
    format: Format,
    /// The page that shows it.
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Csv,
    Embed,
}

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage<'a> {
    frame: Frame,
    figure: &'a Figure,
    source: String,
}

impl Wanted {
    pub fn reply(&self, figures: &[&Figure], asked: &HeaderMap) -> Result<Response, Trouble> {
        let figure = figures.iter().find(|figure| figure.id == self.id && !figure.id.is_empty());
        let figure = figure.ok_or_else(nothing)?;
        let name = format!("{}.csv", figure.id);
        match self.format {
            Format::Csv => Ok(reply::csv_text(figure.rows.csv(), &name, asked)),
            Format::Svg => Ok(file("image/svg+xml", alone(figure).into_bytes(), SVG_POLICY, asked)),
            Format::Embed => {
                let page = EmbedPage {
                    frame: Frame::bare(figure.caption.clone()),
                    figure,
                    source: self.source.clone(),
                };
                let text =
                    page.render().map(texts::translated).map_err(|error| ApiError::internal(&error))?;
                Ok(file("text/html; charset=utf-8", text.into_bytes(), EMBED_POLICY, asked))
            }
        }
    }
}

/// The drawing with all that it needs.
fn alone(figure: &Figure) -> String {
    let svg = figure.svg.to_string();
    let style = format!("<style>{PLOT_STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
    let begun = svg.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    match begun.split_once('>') {
        Some((tag, rest)) => format!("{tag}>{style}{rest}"),
        None => begun,
    }
}

fn file(content_type: &'static str, body: Vec<u8>, policy: &'static str, asked: &HeaderMap) -> Response {
    let answer = Answer {
        status: 200,
        content_type,
        body: body.into(),
        charged: false,
        fresh_for_s: reply::FRESH_FOR_S,
        paging: Paging::default(),
    };
    let mut response = reply::by_language(answer::response(answer, true, asked));
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

fn nothing() -> ApiError {
    ApiError::new(Code::NotFound, "There is no such figure.")
}

/// `/figures/…` and `/embed/…`: asks the page that the address names for one of its figures.
pub async fn page(State((app, pages)): State<(Arc<App>, Router<Arc<App>>)>, asked: Request) -> Response {
    let Some((wanted, uri)) = wanted(asked.uri()) else { return Trouble(nothing()).into_response() };
    // A request of its own: what the router noted of this path does not belong to the page's.
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = uri;
    *request.headers_mut() = asked.headers().clone();
    let is_table = wanted.format == Format::Csv;
    request.extensions_mut().insert(wanted);
    // Programs read tables: those are the same for everybody.
    let language = if is_table { Language::English } else { texts::language() };
    match speaking(language, pages.with_state(app).oneshot(request)).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

fn wanted(uri: &Uri) -> Option<(Wanted, Uri)> {
    let (embed, files) = (uri.path().strip_prefix("/embed"), uri.path().strip_prefix("/figures"));
    let (page, name) = embed.or(files)?.rsplit_once('/')?;
    let (id, format) = match embed {
        Some(_) => (name, Format::Embed),
        None => match name.rsplit_once('.')? {
            (id, "svg") => (id, Format::Svg),
            (id, "csv") => (id, Format::Csv),
            _ => return None,
        },
    };
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    let source = format!("{page}{query}");
    let uri = source.parse().ok()?;
    Some((Wanted { id: id.to_owned(), format, source }, uri))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_the_figure_stand_in_the_address() {
        for (address, expected) in [
            ("/figures/companies/A%2FB/tone.svg?period=7d", Some(("/companies/A%2FB?period=7d", "tone"))),
            ("/figures/dashboard/mood.csv", Some(("/dashboard", "mood"))),
            ("/embed/dashboard/mood", Some(("/dashboard", "mood"))),
            ("/figures/dashboard/mood.exe", None),
            ("/figures", None),
        ] {
            let found = wanted(&address.parse().expect("an address"));
            let found = found.map(|(wanted, uri)| (uri.to_string(), wanted.id));
            assert_eq!(found, expected.map(|(uri, id)| (uri.to_owned(), id.to_owned())), "{address}");
        }
    }
}
