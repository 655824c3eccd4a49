//! A web on loopback that says what a test tells it to, and remembers what it was asked. Each address of loopback
//! is a host of its own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

#[derive(Clone)]
pub enum Page {
    /// Always in full.
    Body(String),
    /// In full to those who do not name this ETag, which then is 304.
    Tagged(&'static str, String),
    Status(u16, &'static str, &'static str),
    /// As it is, with the name of its packing.
    Packed(&'static str, Vec<u8>),
    MovedForGood(String),
    /// No answer, ever.
    Stuck,
}

#[derive(Default)]
struct Inside {
    pages: Mutex<HashMap<String, Page>>,
    asked: Mutex<Vec<(String, String)>>,
    now: AtomicUsize,
    most: AtomicUsize,
}

#[derive(Clone)]
pub struct Web {
    pub base: String,
    inside: Arc<Inside>,
}

impl Web {
    pub async fn start() -> Web {
        Web::on("127.0.0.1").await
    }

    pub async fn on(address: &str) -> Web {
        let inside = Arc::new(Inside::default());
        let router = Router::new().fallback(answer).with_state(Arc::clone(&inside));
        let listener = tokio::net::TcpListener::bind((address, 0)).await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Web { base, inside }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub fn set(&self, path: &str, page: Page) {
        self.inside.pages.lock().expect("the pages").insert(path.to_owned(), page);
    }

    pub fn asked(&self, path: &str) -> usize {
        self.inside.asked.lock().expect("the questions").iter().filter(|(asked, _)| asked == path).count()
    }

    /// The ETag that the last question for this path named.
    pub fn last_tag(&self, path: &str) -> Option<String> {
        let asked = self.inside.asked.lock().expect("the questions");
        asked.iter().rev().find(|(asked, _)| asked == path).map(|(_, tag)| tag.clone())
    }

    pub fn most_at_once(&self) -> usize {
        self.inside.most.load(Ordering::SeqCst)
    }
}

async fn answer(State(inside): State<Arc<Inside>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let tag =
        request.headers().get("if-none-match").and_then(|tag| tag.to_str().ok()).unwrap_or("").to_owned();
    inside.asked.lock().expect("the questions").push((path.clone(), tag.clone()));
    inside.most.fetch_max(inside.now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    let page = inside.pages.lock().expect("the pages").get(&path).cloned();
    // Long enough for others to come in meanwhile, if they may.
    tokio::time::sleep(Duration::from_millis(2)).await;
    let response = match page {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(Page::Body(body)) => kind(&body).into_response(),
        Some(Page::Tagged(current, _)) if tag == current => {
            (StatusCode::NOT_MODIFIED, [("etag", current)]).into_response()
        }
        Some(Page::Tagged(current, body)) => ([("etag", current)], kind(&body)).into_response(),
        Some(Page::Status(status, name, value)) => {
            (StatusCode::from_u16(status).expect("a status"), [(name, value)]).into_response()
        }
        Some(Page::Packed(packing, bytes)) => ([("content-encoding", packing)], bytes).into_response(),
        Some(Page::MovedForGood(to)) => (StatusCode::MOVED_PERMANENTLY, [("location", to)]).into_response(),
        Some(Page::Stuck) => std::future::pending().await,
    };
    inside.now.fetch_sub(1, Ordering::SeqCst);
    response
}

fn kind(body: &str) -> impl IntoResponse + use<> {
    let kind = match body.trim_start().get(..5) {
        Some("<?xml") => "application/xml",
        Some("<html" | "<!doc") => "text/html",
        _ => "application/json",
    };
    ([("content-type", kind)], body.to_owned())
}

/// RSS with these entries: path, title, text.
pub fn rss(base: &str, entries: &[(&str, &str, &str)]) -> String {
    let entries: String = entries
        .iter()
        .map(|(path, title, text)| {
            format!(
                "<item><title>{title}</title><link>{base}{path}</link><description>{text}</description>\
                 <pubDate>Sat, 14 Mar 2026 09:30:00 GMT</pubDate></item>"
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>The Wire</title>{entries}</channel></rss>"
    )
}

/// A page with one article of several paragraphs that all hold `words`.
pub fn page(title: &str, words: &str) -> String {
    let paragraph = format!(
        "<p>{words}, said people who were there, and they went on to explain at some length what it would mean for \
         miners, for exchanges, for those who hold coins and for those who only read about them in the morning.</p>"
    );
    format!(
        "<!doctype html><html lang=\"en\"><head><title>{title}</title></head><body><nav>Home</nav><article><h1>{title}</h1>{}\
         </article></body></html>",
        paragraph.repeat(6)
    )
}
