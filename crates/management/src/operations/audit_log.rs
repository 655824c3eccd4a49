//! GET /v1/audit-log: who changed what in the account; for operators, anywhere. Not metered.

use domain::Instant;
use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::audit_log::{Line, Page};

use interface::App;
use interface::cursor::OwnedCursor;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Whose lines.
#[derive(Clone, Copy, Debug)]
pub enum Of<'a> {
    Account(&'a str),
    /// Every account's, and those that concern none.
    All,
}

impl Of<'_> {
    /// What a cursor is good for.
    fn name(&self) -> &str {
        match self {
            Of::Account(id) => id,
            Of::All => "the whole log",
        }
    }
}

/// Some lines, the newest first, and the cursor of those before them.
pub async fn page(
    app: &App,
    of: Of<'_>,
    cursor: Option<&str>,
    limit: u32,
) -> Result<(Vec<Line>, Option<String>), ApiError> {
    // Minutes of failed sign-ins that are over; else they would show a moment later.
    app.store.failed_sign_ins.write_lines(app.clock.now()).await?;
    let cursor = cursor.map(|text| OwnedCursor::read(text, of.name())).transpose()?;
    let before = cursor.and_then(|cursor| i64::try_from(u128::from_be_bytes(cursor.id)).ok());
    let page = Page { before, limit: limit + 1 };
    let mut lines = match of {
        Of::Account(id) => app.store.audit_log.list(id, page).await?,
        Of::All => app.store.audit_log.list_all(page).await?,
    };
    let more = lines.len() > limit as usize;
    lines.truncate(limit as usize);
    let next = lines.last().filter(|_| more).map(|line| {
        let id = u128::try_from(line.number).unwrap_or(0).to_be_bytes();
        OwnedCursor { at: line.at, id }.write(of.name())
    });
    Ok((lines, next))
}

pub struct ListAuditLog;

pub struct Request {
    limit: u32,
    cursor: Option<String>,
    all: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLog {
    /// Newest first.
    data: Vec<LineView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditLogLine")]
pub struct LineView {
    /// From 1, without gaps in the whole log.
    number: i64,
    #[schemars(extend("format" = "date-time"))]
    at: String,
    /// person, key, command_line or system.
    actor_kind: &'static str,
    actor_id: Option<String>,
    /// As it was shown at the time.
    actor: String,
    /// The account concerned; null where there is none.
    account_id: Option<String>,
    /// Such as key.created or member.role_set; names may be added.
    action: &'static str,
    target: String,
    before: Option<String>,
    after: Option<String>,
    /// Of the client, where there is one.
    address: Option<String>,
    /// How many events the line stands for: failed sign-ins are counted by name and minute.
    times: i64,
    /// Of this line and, through it, of all before it.
    hash: String,
}

impl From<Line> for LineView {
    fn from(line: Line) -> LineView {
        LineView {
            number: line.number,
            at: Instant::rfc3339(line.at),
            actor_kind: line.actor.kind.name(),
            actor_id: line.actor.id.map(|id| id.to_string()),
            actor: line.actor.name.to_string(),
            account_id: line.account_id,
            action: line.action.name(),
            target: line.target,
            before: line.before,
            after: line.after,
            address: line.address,
            times: line.times,
            hash: domain::hash::to_hex(&line.hash),
        }
    }
}

impl Operation for ListAuditLog {
    const ID: &'static str = "listAuditLog";
    const ROUTE: Route = Route::get("/v1/audit-log");
    const SUMMARY: &'static str =
        "Who changed what in the account, newest first; with an operator's key anywhere. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = AuditLog;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(50, 100)?;
        let cursor = from.text("cursor", "The nextCursor of the page before.")?;
        let all = from.boolean("all", "Of every account; needs an operator's key.")?;
        Ok(Request { limit, cursor, all })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<AuditLog>, ApiError> {
        let of = match request.all {
            true if ask.scope < Scope::Operator => {
                let detail = "The log of every account needs a key of the scope operator.";
                return Err(ApiError::new(Code::InsufficientScope, detail));
            }
            true => Of::All,
            false => Of::Account(ask.owner()?),
        };
        let (lines, next_cursor) = page(app, of, request.cursor.as_deref(), request.limit).await?;
        let log = AuditLog { data: lines.into_iter().map(LineView::from).collect(), next_cursor };
        let next = log.next_cursor.clone();
        Ok(Reply::page(log, next.as_deref()))
    }

    fn table(log: &AuditLog) -> Option<Table> {
        Some(Table::of(
            &[
                "number",
                "at",
                "actorKind",
                "actorId",
                "actor",
                "accountId",
                "action",
                "target",
                "before",
                "after",
                "address",
                "times",
                "hash",
            ],
            &log.data,
        ))
    }
}
