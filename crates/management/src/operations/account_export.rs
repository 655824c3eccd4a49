//! GET /v1/account/export: everything that the account behind a key owns, row by row. Not metered.

use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::OwnedRow;

use crate::operations::accounts::{Part, bad_cursor};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

pub struct ExportAccount;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnedRows {
    data: Vec<OwnedRowView>,
    /// Gives the next page as `cursor=`; null on the last page.
    pub next_cursor: Option<String>,
}

impl OwnedRows {
    /// One JSON object a line.
    pub fn lines(&self) -> String {
        let line = |row| serde_json::to_string(row).unwrap_or_default() + "\n";
        self.data.iter().map(line).collect()
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OwnedRow")]
pub struct OwnedRowView {
    /// What it is: accounts, credentials, spaces, brains, alerts, events, usage_days and so on.
    table: String,
    /// Its columns; times are milliseconds, days are days since 1970. Hashes and secrets are left out.
    row: serde_json::Map<String, serde_json::Value>,
}

/// A part of everything that the account owns.
pub async fn owned_rows(app: &App, owner: &str, part: &Part) -> Result<OwnedRows, ApiError> {
    let page = app.store.accounts.owned_rows(owner, part.cursor.as_deref(), part.limit).await?;
    let (rows, next_cursor) = page.ok_or_else(bad_cursor)?;
    let data = rows.into_iter().map(|OwnedRow { table, row }| OwnedRowView { table, row }).collect();
    Ok(OwnedRows { data, next_cursor })
}

impl Operation for ExportAccount {
    const ID: &'static str = "exportAccount";
    const ROUTE: Route = Route::get("/v1/account/export");
    const SUMMARY: &'static str = "Everything that the account owns, row by row: keys, members, Spaces, Brains, alerts, events, webhooks, feeds, runs, usage by day, and who changed what. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    type Request = Part;
    type Response = OwnedRows;

    fn read(from: &mut ParamReader) -> Result<Part, ApiError> {
        let limit = from.limit(500, 1_000)?;
        Ok(Part { limit, cursor: from.text("cursor", "The nextCursor of the page before.")? })
    }

    async fn answer(app: &App, ask: &RequestContext, part: Part) -> Result<Reply<OwnedRows>, ApiError> {
        let rows = owned_rows(app, ask.owner()?, &part).await?;
        let next = rows.next_cursor.clone();
        Ok(Reply::page(rows, next.as_deref()))
    }
}
