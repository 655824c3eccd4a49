//! What a question is: an operation with its route, price and parameters, and what its answer is made from.
//!
//! Nothing here knows a particular operation, and nothing an operation sees knows of HTTP types or credits.

mod app;
pub mod cursor;
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
pub use reader::{Location, ParamReader, ParameterSpec};
pub use runtime::call::{Access, Answer, Block, Blocks, Method, Parts, RequestContext, Route};
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
    /// The largest body that it takes, where that is less than the server's own limit.
    const BODY_LIMIT_BYTES: Option<u64> = None;
    /// Statuses beyond the usual ones that it may answer with.
    const STATUSES: &'static [(u16, &'static str)] = &[];
    type Request: Send + 'static;
    type Response: Serialize + JsonSchema + Send;

    /// Reads the parameters; what it asks the reader for is what the documentation lists.
    fn read(from: &mut ParamReader) -> Result<Self::Request, ApiError>;

    /// Behind an optional door: does this view need a key?
    fn protected(_request: &Self::Request) -> bool {
        false
    }

    fn answer(
        app: &App,
        ask: &RequestContext,
        request: Self::Request,
    ) -> impl Future<Output = Result<Reply<Self::Response>, ApiError>> + Send;

    /// A name for the answer where it follows from the figures alone; such an answer is kept until they change.
    fn kept(_request: &Self::Request, _ask: &RequestContext) -> Option<String> {
        None
    }

    /// All of the rows as CSV, where the answer itself holds only a page of them.
    fn export(_request: &Self::Request) -> Option<Export> {
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
}

impl<T> Reply<T> {
    /// Something was made.
    pub fn created(body: T) -> Reply<T> {
        Reply { status: 201, ..body.into() }
    }
}

impl<T> From<T> for Reply<T> {
    fn from(body: T) -> Reply<T> {
        Reply { body, status: 200, charged: true, fresh_for_s: 0 }
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
            count: (self.count)(app, ask),
            blocks: Box::new(move |rows| blocks(Arc::clone(app), ask.clone(), rows)),
        }
    }
}

/// A request that was read without fault.
pub struct Prepared {
    pub protected: bool,
    pub export: Option<Export>,
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

    /// What a call of it costs and needs.
    pub fn terms(&self, protected: bool, requested_results: u32) -> Terms {
        Terms {
            access: self.access,
            route: self.route.path,
            protected,
            base_credits: self.base_credits,
            requested_results,
        }
    }

    pub fn takes_body(&self) -> bool {
        matches!(self.route.method, Method::Post | Method::Put | Method::Patch)
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
        prepare: prepare::<O>,
        response_schema: |generator| generator.subschema_for::<O::Response>(),
    }
}

fn prepare<O: Operation>(from: &mut ParamReader) -> Result<Prepared, ApiError> {
    let request = O::read(from)?;
    let protected = O::protected(&request);
    let export = O::export(&request);
    let work: Work = Box::new(move |app, ask| {
        Box::pin(async move {
            let name = O::kept(&request, ask).map(|name| format!("{} {} {name}", O::ID, ask.wants_csv));
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
    Ok(Prepared { protected, export, work })
}

async fn work_out<O: Operation>(
    app: &App,
    ask: &RequestContext,
    request: O::Request,
) -> Result<Answer, ApiError> {
    let reply = O::answer(app, ask, request).await?;
    let table = if ask.wants_csv { O::table(&reply.body) } else { None };
    let Reply { body, status, charged, fresh_for_s } = reply;
    let (content_type, body) = match table {
        Some(table) => ("text/csv; charset=utf-8", table.csv()),
        None => ("application/json", O::json(body)?),
    };
    Ok(Answer { status, content_type, body: body.into(), charged, fresh_for_s })
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::with_capacity(4096);
    serde_json::to_writer(&mut bytes, body).map_err(|error| ApiError::internal(&error))?;
    Ok(bytes)
}
