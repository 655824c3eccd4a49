//! Everything that an account owns, to take along: one JSON object a line, written while it is read.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;

use super::super::reply::Trouble;
use super::extract::{Visitor, account_as};
use super::usage::download_as;
use crate::http::answer;
use interface::App;
use management::operations::account_export::owned_rows;
use management::operations::accounts::Part;
use management::people::Role;
use runtime::error::ApiError;

const ROWS_AT_ONCE: u32 = 500;

/// Where the export has come to; none at its end.
type Place = Option<Option<String>>;

pub async fn export(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    let owner = account_as(&signed, Role::Owner)?.to_owned();
    let parts = stream::try_unfold(Some(None), move |place: Place| {
        let (app, owner) = (Arc::clone(&app), owner.clone());
        async move {
            let Some(cursor) = place else { return Ok::<_, ApiError>(None) };
            let rows = owned_rows(&app, &owner, &Part { limit: ROWS_AT_ONCE, cursor }).await?;
            let next = rows.next_cursor.clone().map(Some);
            Ok(Some((Bytes::from(rows.lines()), next)))
        }
    });
    let body = answer::streamed(Box::pin(parts));
    Ok(download_as("account.ndjson", "application/x-ndjson", body))
}
