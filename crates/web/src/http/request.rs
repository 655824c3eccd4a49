//! From an HTTP request to an operation and back, in the order that the contract gives:
//! credentials, then parameters, then limits and credits, then the work.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, LINK};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, Uri};
use axum::response::IntoResponse;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::{Map, Value};

use super::answer::{self, ProblemResponse};
use super::idempotency::Attempt;
use super::middleware::RequestId;
use super::negotiate;
use super::query::read_query;
use admission::{Caller, ExportRequest, Job, Visit, Work};
use interface::App;
use interface::{Access, Answer, Entry, Format, Paging, ParamReader, Question, RequestContext};
use runtime::error::{ApiError, Code};

/// The segments of the path; an error where one is not text.
pub type Path = Result<RawPathParams, RawPathParamsRejection>;

pub async fn respond(app: Arc<App>, entry: Entry, path: Path, request: Request) -> Response<Body> {
    let request_id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let now = app.clock.now();
    let (mut parts, body) = request.into_parts();
    // Who asks for the headers alone pays nothing, whatever they bring along.
    let headers_only = parts.method == axum::http::Method::HEAD;
    if headers_only {
        for payment in PAYMENT_HEADERS {
            parts.headers.remove(payment);
        }
    }
    let visit = Visit {
        headers: &parts.headers,
        address: client_address(&app, &parts.headers, connected(&parts)),
        target: parts.uri.path_and_query().map_or("/", |target| target.as_str()),
    };

    let caller = match admission::identify(&app.admission, entry.access, &visit, now).await {
        Ok(caller) => caller,
        Err(error) => return ProblemResponse(error).into_response(),
    };
    let (account, scope) = (caller.account().map(str::to_owned), caller.scope());
    let format = match entry.streams {
        true => negotiate::event_stream(&parts.headers).map(|()| Format::Json),
        false => negotiate::format(&parts.headers, &entry.formats()),
    };
    let ask = RequestContext {
        now,
        request_id,
        actor: caller.actor(),
        address: Some(visit.address),
        account,
        scope,
        format: format.as_ref().copied().unwrap_or_default(),
    };

    let read = match admission::admit(entry.scope, &caller) {
        Ok(()) => read(&app, &entry, path, parts.uri.query(), &parts.headers, body).await,
        Err(error) => Err(error),
    };
    let fault = format.err().or_else(|| format_asked_for(&entry, parts.uri.query()));
    let question = Question::read(&app, &entry, &caller, now, read, fault);
    let Question { reader, mut prepared, terms, span } = question;
    let export = prepared.as_mut().ok().and_then(|prepared| prepared.export.take());
    let export = export.filter(|export| ask.format == export.format);
    let stream = prepared.as_mut().ok().and_then(|prepared| prepared.stream.take());
    let job = match prepared {
        Ok(_) if headers_only && terms.price() != metering::Price::FREE => {
            Ok(Job::from(unworked(ask.format)))
        }
        prepared => prepared.map(|prepared| Job {
            replay: prepared.replay.map(|replay| (replay.0)(&app, &ask)),
            work: match Attempt::of(&entry, &ask, &parts.uri, &parts.headers, &reader) {
                Some(attempt) => attempt.perform(&app, &ask, prepared.work),
                None => (prepared.work)(&app, &ask),
            },
        }),
    };
    let public = !terms.protected
        && !matches!(caller, Caller::Key(_))
        && matches!(entry.access, Access::Unchecked | Access::Anonymous | Access::KeyForFull);

    let (mut response, headers) = match export {
        Some(export) => {
            let export = export.bind(&app, &ask);
            let request = ExportRequest { terms: &terms, ask: &ask, export, announce_only: headers_only };
            let exported = Box::pin(admission::export(&app.admission, &caller, request)).await;
            let response = match exported.parts {
                Ok(parts) => answer::export(parts, ask.format),
                Err(error) => ProblemResponse(error).into_response(),
            };
            (response, exported.headers)
        }
        None => {
            let admitted = admission::around(&app.admission, &caller, &visit, &terms, &ask, job).await;
            let streamed = match (admitted.answer.is_ok(), stream) {
                (true, Some(begin)) if !headers_only => Some(begin(Arc::clone(&app), ask.clone()).await),
                _ => None,
            };
            let mut response = match admitted.answer {
                Ok(_) if let Some(streamed) = streamed => match streamed {
                    Ok(parts) => answer::event_stream(parts),
                    Err(error) => ProblemResponse(error).into_response(),
                },
                Ok(mut answer) => {
                    let paging = std::mem::take(&mut answer.paging);
                    let mut response = answer::response(answer, public, &parts.headers);
                    response.headers_mut().extend(paging_headers(&parts.uri, paging));
                    response
                }
                Err(error) => ProblemResponse(error).into_response(),
            };
            if let Some(sent) = admitted.sent {
                answer::when_sent(&mut response, sent);
            }
            (response, admitted.headers)
        }
    };
    // With room for what the door adds to every answer, so that the map grows once.
    response.headers_mut().reserve(headers.len() + 10);
    response.headers_mut().extend(headers);
    if let Some(ignored) = ignored_header(&reader) {
        response.headers_mut().insert(HeaderName::from_static("x-service-ignored-parameters"), ignored);
    }
    if let Some(days) =
        span.and_then(|span| HeaderValue::from_str(&format!("{}/{}", span.first(), span.last())).ok())
    {
        response.headers_mut().insert(HeaderName::from_static("x-service-test-days"), days);
    }
    response
}

/// In which a payment comes.
const PAYMENT_HEADERS: [&str; 2] = ["x-payment", "payment-signature"];

/// Many services take a format as a parameter. Ignored, it would look as if there were no other.
fn format_asked_for(entry: &Entry, query: Option<&str>) -> Option<ApiError> {
    let asked = query?.split('&').any(|part| part.split('=').next() == Some("format"));
    (asked && !entry.parameters().iter().any(|spec| spec.name == "format")).then(|| {
        let allowed = entry.formats().into_iter().map(|format| format.media_type());
        let detail = "There is no parameter format: the header Accept chooses the format of an answer.";
        ApiError::parameter("format", detail).allowed(allowed)
    })
}

/// Stands in for the work of a metered answer where only its headers are wanted: none is done, none is charged.
fn unworked(format: Format) -> Work<'static> {
    let answer = Answer {
        status: 200,
        content_type: format.content_type(),
        body: bytes::Bytes::new(),
        charged: false,
        fresh_for_s: 0,
        paging: Paging::default(),
    };
    Box::pin(async move { Ok(answer) })
}

/// Where the list goes on (RFC 8288), and how long it is.
fn paging_headers(asked: &Uri, paging: Paging) -> Vec<(HeaderName, HeaderValue)> {
    let next = paging.next.and_then(|(name, value)| {
        let kept = asked.query().unwrap_or("").split('&').filter(|pair| {
            let key = pair.split('=').next().unwrap_or("");
            !key.is_empty() && !matches!(key, "page" | "cursor")
        });
        let value = percent_encoding::utf8_percent_encode(&value, percent_encoding::NON_ALPHANUMERIC);
        let query: Vec<String> = kept.map(str::to_owned).chain([format!("{name}={value}")]).collect();
        let link = format!("<{}?{}>; rel=\"next\"", asked.path(), query.join("&"));
        Some((LINK, HeaderValue::from_str(&link).ok()?))
    });
    let total = paging.total.map(|total| (HeaderName::from_static("x-service-total"), total.into()));
    next.into_iter().chain(total).collect()
}

/// Where the caller is: the other end of the connection, or what the configured proxy says.
pub fn client_address(app: &App, headers: &HeaderMap, connected: Option<IpAddr>) -> IpAddr {
    let named = match app.config.client_address_header.as_str() {
        "" => None,
        // The last entry is the one that our own proxy added; those before it are hearsay.
        header => headers
            .get_all(header)
            .iter()
            .next_back()
            .and_then(|value| read_address(value.to_str().ok()?.rsplit(',').next()?.trim())),
    };
    named.or(connected).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Some proxies name the port too.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The other end of the connection.
pub fn connected(parts: &Parts) -> Option<IpAddr> {
    parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

async fn read(
    app: &App,
    entry: &Entry,
    path: Path,
    query: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<ParamReader, ApiError> {
    let path = path.map_err(|_| {
        ApiError::new(
            Code::InvalidParameter,
            "A segment of the path is not valid UTF-8 after percent-decoding.",
        )
    })?;
    let path = path.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let query = read_query(query.unwrap_or(""))?;
    let body = match entry.takes_body() {
        true => {
            let most = app.config.body_limit_bytes.min(entry.body_limit_bytes.unwrap_or(u64::MAX));
            let bytes = Box::pin(read_bytes(app, most, body)).await?;
            members(headers, &bytes)?
        }
        false => Map::new(),
    };
    let last_event_id = headers.get("last-event-id");
    let last_event_id = last_event_id.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let reader = ParamReader::new(entry.route, path, query, body);
    Ok(reader.with_idempotency_key(idempotency_key(headers)?).with_last_event_id(last_event_id))
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let mut sent = headers.get_all("idempotency-key").iter();
    let Some(value) = sent.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or("").trim();
    let good = (1..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    match good && sent.next().is_none() {
        true => Ok(Some(text.to_owned())),
        false => Err(ApiError {
            parameter: Some("Idempotency-Key".into()),
            ..ApiError::new(
                Code::InvalidHeader,
                "Idempotency-Key is sent once and has 1 to 128 visible ASCII characters without blanks.",
            )
        }),
    }
}

/// The body whole, within its size and time.
pub async fn read_bytes(app: &App, most: u64, body: Body) -> Result<bytes::Bytes, ApiError> {
    let limit = usize::try_from(most).unwrap_or(usize::MAX);
    let reading = Limited::new(body, limit).collect();
    match tokio::time::timeout(Duration::from_secs(app.config.body_timeout_s), reading).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            Err(ApiError::new(Code::BodyTooLarge, format!("The request body is larger than {limit} bytes.")))
        }
        Ok(Err(_)) => Err(ApiError::new(Code::InvalidBody, "The request body broke off.")),
        Err(_) => Err(ApiError::new(Code::InvalidBody, "The request body took too long to arrive.")),
    }
}

fn members(headers: &HeaderMap, bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    let stated =
        headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("application/json");
    let essence = stated.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    if essence != "application/json" && !essence.ends_with("+json") {
        return Err(ApiError::new(Code::NotJson, "Send the body as application/json."));
    }
    // Nothing at all is a body without members: what must be there is then missed by its name.
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err(ApiError::new(Code::InvalidBody, "The request body must be a JSON object.")),
        Err(error) => {
            Err(ApiError::new(Code::InvalidBody, format!("The request body is not valid JSON: {error}.")))
        }
    }
}

/// Names what was not understood, so that a misspelt filter never widens a search in silence.
fn ignored_header(reader: &ParamReader) -> Option<HeaderValue> {
    let ignored = reader.ignored();
    if ignored.is_empty() {
        return None;
    }
    let names: Vec<String> = ignored
        .iter()
        .take(20)
        .map(|name| {
            let short: String = name.chars().take(60).collect();
            percent_encoding::utf8_percent_encode(&short, percent_encoding::NON_ALPHANUMERIC)
                .to_string()
                .replace("%5F", "_")
                .replace("%2D", "-")
        })
        .collect();
    HeaderValue::from_str(&names.join(", ")).ok()
}
