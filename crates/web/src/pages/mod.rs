//! What people look at. Pages come whole from the server: no outside request, no script that is not ours.
//!
//! A page is one file with its template and one line in `router`. It asks the operations' typed functions and the
//! figures, never the database, and shows only what anyone may see.

mod article;
mod asked;
mod assets;
mod atom;
mod chips;
mod compare;
mod console;
mod course;
mod dashboard;
mod directness;
mod directness_company;
mod docs;
mod docs_agents;
mod figure_file;
pub mod frame;
mod highlight;
mod kind;
mod language;
mod links;
mod mail;
mod methodology;
mod named;
mod names;
mod narrative;
mod newest;
mod parts;
mod period;
pub mod plot;
pub mod reply;
mod search;
mod search_days;
mod speaker;
mod start;
mod status;
mod story;
mod voices;

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;

use domain::{Day, DayRange};

use crate::http::answer::{self, ProblemResponse};
use crate::http::{client_address, oauth, openapi};
use crate::operations;
use crate::texts::{Language, speaking, t};
use admission::rate_limited;
use frame::Frame;
use interface::{Answer, App, Paging};
use management::people::sign_in;
use reply::Trouble;
use runtime::error::ApiError;

pub fn router(app: &Arc<App>) -> Router<Arc<App>> {
    let mut router = Router::new();
    // Browsers keep these; they are not counted.
    for asset in assets::all() {
        router = router.route(asset.path(), get(move || async move { asset.response() }));
    }
    router.merge(counted(app))
}

/// Pages that can be asked for one of their figures. Some stand at the path of an operation: browsers get the page,
/// programs the answer.
fn with_figures() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/dashboard", get(dashboard::page)),
        ("/search", get(search::page)),
        ("/compare", get(compare::page)),
        ("/stories/{id}", get(story::page)),
        ("/articles/{id}", get(article::page)),
        ("/narratives", get(narrative::list)),
        ("/narratives/{id}", get(narrative::page)),
        ("/companies", get(names::companies)),
        ("/companies/{name}", get(named::company)),
        ("/assets", get(names::assets)),
        ("/assets/{name}", get(named::asset)),
        ("/outlets", get(names::outlets)),
        ("/outlets/{name}", get(named::outlet)),
        ("/speakers", get(speaker::list)),
        ("/speakers/{id}", get(speaker::page)),
    ]
}

/// The page at the path of an operation, where there is one.
pub fn beside(app: &Arc<App>, path: &str) -> Option<MethodRouter<Arc<App>>> {
    let (_, page) = with_figures().into_iter().find(|(of, _)| *of == path)?;
    Some(page.layer(axum::middleware::from_fn_with_state(Arc::clone(app), limit)))
}

/// Whether a person's browser asks without a key or a payment, which only programs have.
pub fn is_browser(asked: &HeaderMap) -> bool {
    let credentials = [header::AUTHORIZATION.as_str(), "x-api-key", "payment-signature", "x-payment"];
    wants_page(asked) && !credentials.iter().any(|name| asked.contains_key(*name))
}

/// All that is made anew for whoever asks.
fn counted(app: &Arc<App>) -> Router<Arc<App>> {
    let mut pages: Router<Arc<App>> = Router::new();
    let mut alone: Router<Arc<App>> = Router::new();
    let operations = entries();
    for (path, page) in with_figures() {
        pages = pages.route(path, page.clone());
        if !operations.iter().any(|entry| entry.route.path == path) {
            alone = alone.route(path, page);
        }
    }
    let figures = Router::new()
        .route("/figures/{*rest}", get(figure_file::page))
        .route("/embed/{*rest}", get(figure_file::page))
        .with_state((Arc::clone(app), pages));
    alone
        .merge(figures)
        .route("/", get(start::page))
        .route("/language/{code}", get(language::choose))
        .route("/mail/confirm/{id}/{token}", get(mail::confirm).post(mail::confirmed))
        .route("/mail/unsubscribe/{id}/{token}", get(mail::unsubscribe).post(mail::unsubscribed))
        .route("/search.csv", get(search::csv))
        .route("/search.atom", get(atom::search))
        .route("/stories", get(story::list))
        .route("/stories/{id}/atom", get(atom::story))
        .route("/data/index.csv", get(dashboard::headline::history_csv))
        .route("/data/drivers.csv", get(dashboard::headline::drivers_csv))
        .route("/data/trends.csv", get(dashboard::brief::stories_csv))
        .route("/data/dominance.csv", get(dashboard::attention::csv))
        .route("/data/fear-greed.csv", get(dashboard::mood::mood_csv))
        .route("/data/volume.csv", get(dashboard::mood::volume_csv))
        .route("/companies/{name}/voices", get(named::voices_moved))
        .route("/data/companies.csv", get(names::companies_csv))
        .route("/data/assets.csv", get(names::assets_csv))
        .route("/data/outlets.csv", get(names::outlets_csv))
        .route("/directness", get(directness::page))
        .route("/data/directness.csv", get(directness::csv))
        .route("/directness/{ticker}", get(directness_company::page))
        .route("/data/directness/{ticker}/quarters.csv", get(directness_company::csv))
        .route("/methodology", get(methodology::page))
        .route("/status", get(status::page))
        .route("/data/sources.csv", get(status::csv))
        .route("/docs", get(docs_page))
        .route("/openapi.json", written_once("application/json", |base| openapi::document(base).to_string()))
        .route("/llms.txt", written_once("text/plain; charset=utf-8", docs::for_language_models))
        .route("/.well-known/api-catalog", written_once("application/linkset+json", api_catalog))
        .merge(console::router())
        .merge(oauth::router())
        .route_layer(axum::middleware::from_fn_with_state(Arc::clone(app), limit))
}

/// In the language of whoever looks, and as often as one address may look. Who is signed in is not refused because of others behind the same address.
async fn limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let language = Language::wanted(request.headers());
    speaking(language, limited(app, request, next)).await
}

async fn limited(app: Arc<App>, request: Request, next: Next) -> Response {
    let Some(gate) = app.admission.gate() else { return next.run(request).await };
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let address = client_address(&app, request.headers(), connected);
    let refused = gate.take_for_page(&app.store.rate_limits, address, app.clock.now()).await;
    if let Some(seconds) = refused
        && !matches!(sign_in::find(&app, request.headers()).await, Ok(Some(_)))
    {
        let error = rate_limited(seconds);
        return match wants_page(request.headers()) {
            true => Trouble(error).into_response(),
            false => ProblemResponse(error).into_response(),
        };
    }
    next.run(request).await
}

async fn docs_page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let frame = Frame::new(&app, "/docs", t("API"), t("Every route of the Bellwether API.")).await?;
    let key = app.admission.gate().and_then(|gate| gate.guest());
    reply::public(&docs::page(frame, &app.config.public_base(), key), &asked)
}

/// A text that stays the same as long as the program runs; writing it takes longer than most answers.
fn written_once(content_type: &'static str, write: fn(&str) -> String) -> MethodRouter<Arc<App>> {
    let written: Arc<OnceLock<Bytes>> = Arc::default();
    get(move |State(app): State<Arc<App>>, asked: HeaderMap| async move {
        let body = written.get_or_init(|| write(&app.config.public_base()).into()).clone();
        let (status, charged, fresh_for_s, paging) = (200, false, 60, Paging::default());
        answer::response(Answer { status, content_type, body, charged, fresh_for_s, paging }, true, &asked)
    })
}

/// RFC 9727: where a machine finds the description and the documentation.
fn api_catalog(base: &str) -> String {
    let links = serde_json::json!({"linkset": [{
        "anchor": base,
        "service-desc": [{"href": format!("{base}/openapi.json"), "type": "application/json"}],
        "service-doc": [{"href": format!("{base}/docs"), "type": "text/html"}],
        "status": [{"href": format!("{base}/health"), "type": "application/json"}],
    }]});
    links.to_string()
}

/// The routes of the service, for anything that lists them.
fn entries() -> Vec<interface::Entry> {
    operations::all()
}

/// What a person who looks at a page asks with: nothing but the moment.
fn visitor(app: &App) -> interface::RequestContext {
    interface::RequestContext {
        now: app.clock.now(),
        request_id: String::new(),
        actor: store::audit_log::Actor::system("a page"),
        address: None,
        account: None,
        scope: metering::Scope::Read,
        format: interface::Format::Json,
    }
}

/// Whether a person's browser asks.
pub fn wants_page(asked: &HeaderMap) -> bool {
    let accepts = asked.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepts
        .split(',')
        .any(|kind| kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("text/html"))
}

/// What is not computed yet leaves its place empty; the rest of the page stands.
fn unless_waiting<T>(answer: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error)
            if [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE].contains(&error.code.status()) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// So many days, `last` among them.
fn days_to(last: Day, count: i64) -> DayRange {
    DayRange::inclusive(last.plus(1 - count.max(1)), last).unwrap_or(DayRange::single(last))
}

/// What came in from outside may name any scheme; only these two are made into links.
fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
