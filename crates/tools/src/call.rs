//! A call of a tool: the arguments are read, admitted, worked and charged as on the operation's own route.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use admission::{Admitted, Caller, Headers, Job, Visit};
use http::HeaderMap;
use interface::{Answer, App, Format, ParamReader, Question, RequestContext};
use runtime::error::{ApiError, Code};
use serde_json::{Map, Value, json};

use crate::tool::{Detail, Tool};

/// Who calls, as whoever let them in knows them.
#[derive(Clone)]
pub struct Visitor {
    pub caller: Arc<Caller>,
    pub address: IpAddr,
    pub request_id: String,
}

impl Visitor {
    /// Somebody at this machine, whom nobody asks who they are.
    pub fn local() -> Visitor {
        Visitor {
            caller: Arc::new(Caller::Unchecked),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            request_id: runtime::clock::new_id("call"),
        }
    }
}

/// What became of a call.
pub struct Called {
    /// An object, also where the route answers with a list.
    pub answer: Result<Value, ApiError>,
    pub detail: Detail,
    /// In which order it lists, where it can be had in several.
    pub order: &'static str,
    /// What it cost and how things stand.
    pub meta: Map<String, Value>,
}

pub async fn call(
    app: Arc<App>,
    tool: &'static Tool,
    arguments: Map<String, Value>,
    visitor: Visitor,
) -> Called {
    let now = app.clock.now();
    let caller = &visitor.caller;
    let ask = RequestContext {
        now,
        request_id: visitor.request_id.clone(),
        actor: caller.actor(),
        address: Some(visitor.address),
        account: caller.account().map(str::to_owned),
        scope: caller.scope(),
        format: Format::Json,
    };
    let order = order(&arguments);
    let (detail, read) = match read(tool, caller, arguments) {
        Ok((detail, reader)) => (detail, Ok(reader)),
        Err(error) => (Detail::Short, Err(error)),
    };
    let Question { reader, prepared, terms, span } =
        Question::read(&app, &tool.entry, caller, now, read, None);
    // Before what else is wrong: a misspelt name is why another one is missing.
    let prepared = known_only(tool, &reader).and(prepared);
    let job = prepared.map(|prepared| Job {
        replay: prepared.replay.map(|replay| (replay.0)(&app, &ask)),
        work: (prepared.work)(&app, &ask),
    });
    let (headers, target) = (HeaderMap::new(), "/mcp");
    let visit = Visit { headers: &headers, address: visitor.address, target };
    let admitted = admission::around(&app.admission, caller, &visit, &terms, &ask, job).await;
    let Admitted { answer, headers, sent } = admitted;
    if let Some(sent) = sent {
        sent();
    }
    let mut meta = meta(&app, &ask, &headers);
    if let Caller::Key(known) = caller.as_ref()
        && let Some(left) = meta.get("creditsLeft").and_then(Value::as_i64)
        && let Some(prepaid) = admission::prepaid_left(&app.admission, known, now).await
    {
        meta.insert("creditsLeft".into(), json!(left + i64::from(prepaid.get())));
    }
    if let Some(span) = span {
        meta.insert("testDays".into(), json!(format!("{}/{}", span.first(), span.last())));
    }
    Called { answer: answer.and_then(object), detail, order, meta }
}

/// As `sort` of /feed says it.
fn order(arguments: &Map<String, Value>) -> &'static str {
    match arguments.get("sort").and_then(Value::as_str) {
        Some("oldest") => "oldest first",
        Some("relevance") => "best match first",
        _ => "newest first",
    }
}

/// The arguments as the operation reads them, and how much text is wanted.
fn read(
    tool: &Tool,
    caller: &Caller,
    mut arguments: Map<String, Value>,
) -> Result<(Detail, ParamReader), ApiError> {
    admission::admit(tool.entry.scope, caller)?;
    let detail = match arguments.shift_remove("detail") {
        None | Some(Value::Null) => Detail::Short,
        Some(Value::String(name)) if name == "short" => Detail::Short,
        Some(Value::String(name)) if name == "full" => Detail::Full,
        Some(_) => {
            let error = ApiError::parameter("detail", "detail is short or full.");
            return Err(error.allowed(Detail::NAMES));
        }
    };
    if let Some(limit) = tool.entry.body_limit_bytes
        && serde_json::to_vec(&arguments).map_or(0, |bytes| bytes.len() as u64) > limit
    {
        return Err(ApiError::new(
            Code::BodyTooLarge,
            format!("The arguments are larger than {limit} bytes."),
        ));
    }
    if let Some((name, values)) = tool.fixed {
        if arguments.contains_key(name) {
            return Err(ApiError::parameter(name, format!("{} does not take {name}.", tool.name)));
        }
        arguments.insert(name.into(), json!(values));
    }
    Ok((detail, ParamReader::of_arguments(tool.entry.route, arguments, None)?))
}

/// A model that misspells a filter is told so, for nothing, instead of getting a wider answer.
fn known_only(tool: &Tool, reader: &ParamReader) -> Result<(), ApiError> {
    let specs = tool.entry.parameters();
    // Where reading ended early, what comes later was not asked for yet.
    let is_known = |name: &str| specs.iter().any(|spec| spec.name == name);
    let Some(unknown) = reader.ignored().into_iter().find(|name| !is_known(name)) else { return Ok(()) };
    let hidden = tool.fixed.map(|(name, _)| name);
    let names = specs.iter().map(|spec| spec.name).filter(|name| Some(*name) != hidden);
    let shown: String = unknown.chars().take(60).collect();
    Err(ApiError::parameter(&shown, format!("{} has no argument {shown:?}.", tool.name)).allowed(names))
}

/// The answer as an object; where it is a list its paging, which a route tells in headers, stands beside it.
fn object(answer: Answer) -> Result<Value, ApiError> {
    let value: Value = serde_json::from_slice(&answer.body).map_err(|error| ApiError::internal(&error))?;
    if !value.is_array() {
        return Ok(value);
    }
    let mut object = Map::new();
    object.insert("items".into(), value);
    if let Some(total) = answer.paging.total {
        object.insert("total".into(), json!(total));
    }
    if let Some((_, cursor)) = answer.paging.next {
        object.insert("nextCursor".into(), json!(cursor));
    }
    Ok(Value::Object(object))
}

/// What the headers of a route say, by the names that programs know.
fn meta(app: &App, ask: &RequestContext, headers: &Headers) -> Map<String, Value> {
    let header = |name: &str| {
        headers.iter().find(|(header, _)| header.as_str() == name).and_then(|(_, value)| value.to_str().ok())
    };
    let number = |name: &str| header(name).and_then(|text| text.parse::<i64>().ok());
    let mut meta = Map::new();
    meta.insert("requestId".into(), json!(ask.request_id));
    meta.insert("creditsCharged".into(), json!(number("x-service-credits-charged").unwrap_or(0)));
    if let Some(left) = number("x-service-included-remaining") {
        meta.insert("creditsLeft".into(), json!(left));
    }
    for (name, from) in [
        ("fundingSource", "x-service-funding-source"),
        ("creditsReset", "x-service-credit-reset"),
        ("rateLimit", "ratelimit"),
    ] {
        if let Some(text) = header(from) {
            meta.insert(name.into(), json!(text));
        }
    }
    if let Some(days) = app.figures.ask(|cube| cube.span()) {
        let age = (ask.now.ms() - days.last().start().ms()).max(0) / 86_400_000;
        meta.insert("dataThrough".into(), json!(days.last().to_string()));
        meta.insert("dataAgeDays".into(), json!(age));
    }
    meta
}
