//! What a question is: an operation with its route, price and parameters, and what its answer is made from.
//!
//! Nothing here knows a particular operation, and nothing an operation sees knows of HTTP types or credits.

mod app;
pub mod cursor;
pub mod names;
mod question;
pub mod reader;
mod table;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use admission::{ExportWork, Terms};
pub use app::{App, search_failed};
use metering::Scope;
use names::AskedName;
pub use question::Question;
pub use reader::{Location, ParamReader, ParameterSpec};
pub use runtime::call::{
    Access, Answer, Block, Blocks, Format, Method, Paging, Parts, RequestContext, Route,
};
use runtime::error::ApiError;
pub use table::Table;

/// One question that a caller can ask.
pub trait Operation: Send + Sync + 'static {
    /// Its name in OpenAPI and elsewhere.
    const ID: &'static str;
    const ROUTE: Route;
    /// One line for people.
    const SUMMARY: &'static str;
    const ACCESS: Access;
    /// What a key must be allowed to do. Asking is open to every key, changing is not.
    const SCOPE: Scope = match Self::ROUTE.method {
        Method::Get => Scope::Read,
        Method::Post | Method::Put | Method::Patch | Method::Delete => Scope::Write,
    };
    /// The base component of its price; zero for what is not metered.
    const BASE_CREDITS: u32 = 0;
    /// The status of its usual good answer; 201 where something is made.
    const SUCCESS: u16 = 200;
    /// Whether it makes what is shown this once: something new, or a new secret of something old.
    const MAKES: bool = Self::SUCCESS == 201;
    /// Whether it tells of days beyond the month of a test key, whatever it is asked.
    const TELLS_OF_ALL_DAYS: bool = Self::STREAMS;
    /// The largest body that it takes, where that is less than the server's own limit.
    const BODY_LIMIT_BYTES: Option<u64> = None;
    /// Statuses beyond the usual ones that it may answer with.
    const STATUSES: &'static [(u16, &'static str)] = &[];
    /// Behind an optional door: the flags whose view needs a key.
    const PROTECTED_BY: &'static [&'static str] = &[];
    /// Whether `table` gives one: the answer can then be written as CSV and Markdown.
    const TABULAR: bool = false;
    /// Whether what it is about is delivered later, each event for the price of a few rows.
    const DELIVERS: bool = false;
    /// Whether it is answered by a stream of server-sent events, to those who take one.
    const STREAMS: bool = false;
    /// Where in the answer its rows stand, as a JSON pointer: each can then be written as a line of its own.
    const ROWS: Option<&'static str> = None;
    type Request: Send + 'static;
    type Response: Serialize + JsonSchema + Send;

    /// Reads the parameters; what it asks the reader for is what the documentation lists.
    fn read(from: &mut ParamReader) -> Result<Self::Request, ApiError>;

    fn answer(
        app: &App,
        ask: &RequestContext,
        request: Self::Request,
    ) -> impl Future<Output = Result<Reply<Self::Response>, ApiError>> + Send;

    /// A name for the answer where it follows from the figures alone; such an answer is kept until they change.
    fn kept(_request: &Self::Request, _ask: &RequestContext) -> Option<String> {
        None
    }

    /// The names that it asks for. One that nobody knows is refused before anything is paid for.
    fn names(_request: &Self::Request) -> Vec<AskedName> {
        Vec::new()
    }

    /// An answer that was given before and is given again for nothing, also to those who cannot pay any more.
    fn replay(_request: &Self::Request) -> Option<Replay> {
        None
    }

    /// All of the rows, where the answer itself holds only a page of them.
    fn export(_request: &Self::Request) -> Option<Export> {
        None
    }

    /// What is streamed after the answer was found to be good.
    fn stream(_request: &Self::Request) -> Option<EventStream> {
        None
    }

    /// The answer as it is sent: what is derived from its type, however it is written.
    fn json(response: Self::Response) -> Result<Vec<u8>, ApiError> {
        json(&response)
    }

    /// The same rows as a table, where the answer is tabular.
    fn table(_response: &Self::Response) -> Option<Table> {
        None
    }
}

/// An answer and how it may be kept.
pub struct Reply<T> {
    pub body: T,
    pub status: u16,
    /// False where the contract says that this answer costs nothing.
    pub charged: bool,
    /// Seconds for which a public copy stays good.
    pub fresh_for_s: u64,
    pub paging: Paging,
}

impl<T> Reply<T> {
    /// Something was made.
    pub fn created(body: T) -> Reply<T> {
        Reply { status: 201, ..body.into() }
    }

    /// A page of a list; `cursor=` gives the next one.
    pub fn page(body: T, next_cursor: Option<&str>) -> Reply<T> {
        let next = next_cursor.map(|cursor| ("cursor", cursor.to_owned()));
        Reply { paging: Paging { next, total: None }, ..body.into() }
    }
}

impl<T> From<T> for Reply<T> {
    fn from(body: T) -> Reply<T> {
        Reply { body, status: 200, charged: true, fresh_for_s: 0, paging: Paging::default() }
    }
}

/// Something of the caller's is gone.
#[derive(Serialize, JsonSchema)]
pub struct Deleted {
    id: String,
    deleted: bool,
}

impl Deleted {
    pub fn new(id: String) -> Deleted {
        Deleted { id, deleted: true }
    }
}

type Future2<'a> = Pin<Box<dyn Future<Output = Result<Answer, ApiError>> + Send + 'a>>;
/// The work of an operation with its request already read.
pub type Work = Box<dyn for<'a> FnOnce(&'a App, &'a RequestContext) -> Future2<'a> + Send>;

type Counted<'a> = Pin<Box<dyn Future<Output = Result<u64, ApiError>> + Send + 'a>>;
type Count = Box<dyn for<'a> FnOnce(&'a App, &'a RequestContext) -> Counted<'a> + Send>;

/// A whole table, to be written out.
pub struct Export {
    /// How its rows are written.
    pub format: Format,
    /// How many rows it has.
    pub count: Count,
    /// Begins to read them, so many in a block.
    pub blocks: Box<dyn FnOnce(Arc<App>, RequestContext, u32) -> Blocks + Send>,
}

impl Export {
    /// The same for this caller.
    pub fn bind<'a>(self, app: &'a Arc<App>, ask: &'a RequestContext) -> ExportWork<'a> {
        let blocks = self.blocks;
        ExportWork {
            format: self.format,
            count: (self.count)(app, ask),
            blocks: Box::new(move |rows| blocks(Arc::clone(app), ask.clone(), rows)),
        }
    }
}

type Begun = Pin<Box<dyn Future<Output = Result<Parts, ApiError>> + Send>>;
/// Begins a stream for a caller.
pub type EventStream = Box<dyn FnOnce(Arc<App>, RequestContext) -> Begun + Send>;

/// Looks for an answer that was given before.
pub struct Replay(pub Find);

type Find = Box<dyn for<'a> FnOnce(&'a App, &'a RequestContext) -> Found<'a> + Send>;

type Found<'a> = Pin<Box<dyn Future<Output = Result<Option<Answer>, ApiError>> + Send + 'a>>;

impl Replay {
    /// From a question that gives the reply, where there is one.
    pub fn of<O: Operation>(
        find: impl for<'a> FnOnce(
            &'a App,
            &'a RequestContext,
        ) -> Pin<
            Box<dyn Future<Output = Result<Option<Reply<O::Response>>, ApiError>> + Send + 'a>,
        > + Send
        + 'static,
    ) -> Replay {
        Replay(Box::new(move |app, ask| {
            let finding = find(app, ask);
            Box::pin(async move {
                match finding.await? {
                    Some(reply) => written::<O>(ask, reply).map(Some),
                    None => Ok(None),
                }
            })
        }))
    }
}

/// A request that was read without fault.
pub struct Prepared {
    pub names: Vec<AskedName>,
    pub replay: Option<Replay>,
    pub export: Option<Export>,
    pub stream: Option<EventStream>,
    pub work: Work,
}

/// An operation with its types put away, so that one body of code serves them all.
#[derive(Clone, Copy)]
pub struct Entry {
    pub id: &'static str,
    pub route: Route,
    pub summary: &'static str,
    pub access: Access,
    pub scope: Scope,
    pub base_credits: u32,
    pub success: u16,
    pub body_limit_bytes: Option<u64>,
    pub statuses: &'static [(u16, &'static str)],
    pub protected_by: &'static [&'static str],
    pub tabular: bool,
    pub delivers: bool,
    pub streams: bool,
    makes: bool,
    pub tells_of_all_days: bool,
    pub rows: Option<&'static str>,
    pub prepare: fn(&mut ParamReader) -> Result<Prepared, ApiError>,
    pub response_schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Entry {
    /// The parameters it reads, found by letting it read from nothing.
    pub fn parameters(&self) -> Vec<ParameterSpec> {
        let mut reader = ParamReader::describing(self.route);
        // The answer to a description is of no interest, only what was asked for on the way.
        let _ = (self.prepare)(&mut reader);
        reader.into_specs()
    }

    /// What a call of it costs and needs, known even where a parameter is wrong.
    pub fn terms(&self, reader: &ParamReader) -> Terms {
        Terms {
            access: self.access,
            route: self.route.path,
            protected: self.protected_by.iter().any(|flag| reader.is_set(flag)),
            base_credits: self.base_credits,
            requested_results: reader.requested_results(),
        }
    }

    /// Whether the price counts the results that are asked for.
    pub fn counts_results(&self) -> bool {
        let mut reader = ParamReader::describing(self.route);
        let _ = (self.prepare)(&mut reader);
        reader.requested_results() > 0
    }

    /// The formats that its answer can be written in.
    pub fn formats(&self) -> Vec<Format> {
        let can = |format: &Format| match format {
            Format::Json => true,
            Format::Csv | Format::Markdown => self.tabular,
            Format::Ndjson => self.rows.is_some(),
        };
        Format::ALL.into_iter().filter(can).collect()
    }

    pub fn takes_body(&self) -> bool {
        matches!(self.route.method, Method::Post | Method::Put | Method::Patch)
    }

    /// Makes something that a caller who repeats the call must not get twice: `Idempotency-Key` names the attempt.
    pub fn makes_something(&self) -> bool {
        let named = |spec: &ParameterSpec| spec.name == reader::IDEMPOTENCY_KEY;
        self.route.method == Method::Post && self.makes && !self.parameters().iter().any(named)
    }

    pub fn is_metered(&self) -> bool {
        self.base_credits > 0
    }
}

pub fn entry<O: Operation>() -> Entry {
    Entry {
        id: O::ID,
        route: O::ROUTE,
        summary: O::SUMMARY,
        access: O::ACCESS,
        scope: O::SCOPE,
        base_credits: O::BASE_CREDITS,
        success: O::SUCCESS,
        body_limit_bytes: O::BODY_LIMIT_BYTES,
        statuses: O::STATUSES,
        protected_by: O::PROTECTED_BY,
        tabular: O::TABULAR,
        delivers: O::DELIVERS,
        streams: O::STREAMS,
        makes: O::MAKES,
        tells_of_all_days: O::TELLS_OF_ALL_DAYS,
        rows: O::ROWS,
        prepare: prepare::<O>,
        response_schema: |generator| generator.subschema_for::<O::Response>(),
    }
}

fn prepare<O: Operation>(from: &mut ParamReader) -> Result<Prepared, ApiError> {
    let request = O::read(from)?;
    let names = O::names(&request);
    let replay = O::replay(&request);
    let export = O::export(&request);
    let stream = O::stream(&request);
    let work: Work = Box::new(move |app, ask| {
        Box::pin(async move {
            let name = O::kept(&request, ask).map(|name| format!("{} {:?} {name}", O::ID, ask.format));
            let Some(name) = name else { return work_out::<O>(app, ask, request).await };
            if let Some(answer) = app.figures.kept(&name) {
                return Ok(answer);
            }
            let _turn = app.figures.turn(&name).await;
            let version = app.figures.version();
            if let Some(answer) = app.figures.kept(&name) {
                return Ok(answer);
            }
            let answer = work_out::<O>(app, ask, request).await?;
            app.figures.keep(name, version, &answer);
            Ok(answer)
        })
    });
    Ok(Prepared { names, replay, export, stream, work })
}

async fn work_out<O: Operation>(
    app: &App,
    ask: &RequestContext,
    request: O::Request,
) -> Result<Answer, ApiError> {
    let reply = O::answer(app, ask, request).await?;
    written::<O>(ask, reply)
}

/// The answer in the format that was asked for, or as JSON where it cannot be written so.
fn written<O: Operation>(ask: &RequestContext, reply: Reply<O::Response>) -> Result<Answer, ApiError> {
    let Reply { body, status, charged, fresh_for_s, paging } = reply;
    let table = match ask.format {
        Format::Csv | Format::Markdown => O::table(&body),
        Format::Json | Format::Ndjson => None,
    };
    let (format, body) = match (ask.format, table, O::ROWS) {
        (Format::Csv, Some(table), _) => (Format::Csv, table.csv()),
        (Format::Markdown, Some(table), _) => (Format::Markdown, table.markdown()),
        (Format::Ndjson, _, Some(rows)) => (Format::Ndjson, lines(&O::json(body)?, rows)?),
        _ => (Format::Json, O::json(body)?),
    };
    let content_type = format.content_type();
    Ok(Answer { status, content_type, body: body.into(), charged, fresh_for_s, paging })
}

/// The rows of an answer, each on a line of its own.
fn lines(json: &[u8], rows: &str) -> Result<Vec<u8>, ApiError> {
    let answer: serde_json::Value =
        serde_json::from_slice(json).map_err(|error| ApiError::internal(&error))?;
    let mut text = Vec::with_capacity(json.len());
    for row in answer.pointer(rows).and_then(|rows| rows.as_array()).into_iter().flatten() {
        serde_json::to_writer(&mut text, row).map_err(|error| ApiError::internal(&error))?;
        text.push(b'\n');
    }
    Ok(text)
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::with_capacity(4096);
    serde_json::to_writer(&mut bytes, body).map_err(|error| ApiError::internal(&error))?;
    Ok(bytes)
}
