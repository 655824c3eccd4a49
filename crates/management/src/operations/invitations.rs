//! /v1/invitations: who was invited to the account and has yet to answer. Not metered.

use domain::Instant;
use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::invitations::Invitation;

use crate::operations::members::people;
use interface::App;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation")]
pub struct InvitationView {
    id: String,
    /// Who was invited: what is typed to sign in.
    name: String,
    /// owner, member or viewer.
    role: &'static str,
    /// pending, accepted, declined, withdrawn or expired.
    state: &'static str,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    expires_at: String,
}

impl InvitationView {
    fn of(invitation: Invitation, now: Instant) -> InvitationView {
        InvitationView {
            state: invitation.state(now).name(),
            id: invitation.id,
            name: invitation.name,
            role: invitation.role.name(),
            created_at: invitation.created_at.rfc3339(),
            expires_at: invitation.expires_at.rfc3339(),
        }
    }
}

pub struct ListInvitations;

#[derive(Serialize, JsonSchema)]
pub struct InvitationList {
    /// The newest first, at most 100.
    data: Vec<InvitationView>,
}

impl Operation for ListInvitations {
    const ID: &'static str = "listInvitations";
    const ROUTE: Route = Route::get("/v1/invitations");
    const SUMMARY: &'static str = "Who was invited to the account, and what became of it. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    type Request = ();
    type Response = InvitationList;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<InvitationList>, ApiError> {
        let invitations = app.store.invitations.list(ask.owner()?).await?;
        let data = invitations.into_iter().map(|one| InvitationView::of(one, ask.now)).collect();
        Ok(InvitationList { data }.into())
    }
}

pub struct WithdrawInvitation;

impl Operation for WithdrawInvitation {
    const ID: &'static str = "withdrawInvitation";
    const ROUTE: Route = Route::delete("/v1/invitations/{id}");
    const SUMMARY: &'static str = "Withdraws a pending invitation; its link no longer works. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(404, "The account has no such invitation that waits.")];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the invitation."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        people(app, ask).withdraw(ask.owner()?, &id).await?;
        Ok(Deleted::new(id).into())
    }
}
