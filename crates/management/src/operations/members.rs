//! /v1/members: who belongs to the account, and as what. Not metered.

use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::people::Membership;

use crate::people::{Added, People, Role, link_address, seats};
use interface::App;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

const ID: &str = "The id of the person, or the name.";
const NAME: &str = "What is typed to sign in, such as an e-mail address.";
const NOT_FOUND: (u16, &str) = (404, "The account has no such member.");

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Member")]
pub struct MemberView {
    id: String,
    /// What is typed to sign in.
    name: String,
    /// owner, member or viewer.
    role: &'static str,
    #[schemars(extend("format" = "date-time"))]
    since: String,
}

impl From<Membership> for MemberView {
    fn from(member: Membership) -> MemberView {
        MemberView {
            id: member.person_id,
            name: member.person_name,
            role: member.role.name(),
            since: member.since.rfc3339(),
        }
    }
}

/// Somebody with a link that signs in.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MemberLink")]
pub struct Linked {
    #[serde(flatten)]
    member: MemberView,
    /// Signs in once, within a day. It is not kept and cannot be shown again.
    link: String,
}

/// Somebody new, or somebody who exists and has to accept.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AddedMember")]
pub struct AddedView {
    /// The id of the person; null where somebody who exists was invited.
    id: Option<String>,
    /// What is typed to sign in.
    name: String,
    /// owner, member or viewer.
    role: &'static str,
    #[schemars(extend("format" = "date-time"))]
    since: Option<String>,
    /// The id of the invitation; null where somebody new was made.
    invitation_id: Option<String>,
    /// Hand it over: it signs somebody new in, or opens the invitation. It works once, is not kept and cannot be shown
    /// again.
    link: String,
}

impl AddedView {
    fn new(app: &App, added: Added) -> AddedView {
        let link = added.link().address(&app.config.public_base());
        match added {
            Added::Member(member, _) => AddedView {
                id: Some(member.person_id),
                name: member.person_name,
                role: member.role.name(),
                since: Some(member.since.rfc3339()),
                invitation_id: None,
                link,
            },
            Added::Invited(invitation, _) => AddedView {
                id: None,
                name: invitation.name,
                role: invitation.role.name(),
                since: None,
                invitation_id: Some(invitation.id),
                link,
            },
        }
    }
}

pub fn people<'a>(app: &'a App, ask: &RequestContext) -> People<'a> {
    People { store: &app.store, origin: ask.origin() }
}

pub fn read_role(from: &mut ParamReader) -> Result<Role, ApiError> {
    let words = "A viewer looks, a member also changes what the account keeps, an owner also decides about money and people.";
    from.required_one_of("role", words, &Role::OFFERED)
}

pub struct ListMembers;

#[derive(Serialize, JsonSchema)]
pub struct Members {
    /// The first to join first.
    data: Vec<MemberView>,
    /// How many the plan has room for.
    seats: u32,
}

impl Operation for ListMembers {
    const ID: &'static str = "listMembers";
    const ROUTE: Route = Route::get("/v1/members");
    const SUMMARY: &'static str = "The people of the account and their roles. Not metered.";
    const ACCESS: Access = Access::Key;
    // People's names are no data: a key that only asks does not get them.
    const SCOPE: Scope = Scope::Account;
    type Request = ();
    type Response = Members;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<Members>, ApiError> {
        let owner = ask.owner()?;
        let members = app.store.people.members(owner).await?;
        let account = super::keys::accounts(app, ask.origin(), ask.scope).find(owner).await?;
        let data = members.into_iter().map(MemberView::from).collect();
        Ok(Members { data, seats: seats(&account)? }.into())
    }
}

pub struct AddMember;

impl Operation for AddMember {
    const ID: &'static str = "addMember";
    const ROUTE: Route = Route::post("/v1/members");
    const SUMMARY: &'static str =
        "Adds a new user to the account, or invites an existing one, and gives a link, once. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(409, "They are a member already, or there is no free seat.")];
    type Request = (String, Role);
    type Response = AddedView;

    fn read(from: &mut ParamReader) -> Result<(String, Role), ApiError> {
        Ok((from.name("name", NAME)?, read_role(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (name, role): (String, Role),
    ) -> Result<Reply<AddedView>, ApiError> {
        let added = people(app, ask).add_member(ask.owner()?, &name, role).await?;
        Ok(Reply::created(AddedView::new(app, added)))
    }
}

pub struct ChangeMember;

impl Operation for ChangeMember {
    const ID: &'static str = "changeMember";
    const ROUTE: Route = Route::put("/v1/members/{id}");
    const SUMMARY: &'static str = "Gives a member another role. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const STATUSES: &'static [(u16, &'static str)] =
        &[NOT_FOUND, (409, "The account would be without an owner.")];
    type Request = (String, Role);
    type Response = MemberView;

    fn read(from: &mut ParamReader) -> Result<(String, Role), ApiError> {
        Ok((from.segment("id", ID), read_role(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, role): (String, Role),
    ) -> Result<Reply<MemberView>, ApiError> {
        let member = people(app, ask).set_member_role(ask.owner()?, &id, role).await?;
        Ok(MemberView::from(member).into())
    }
}

pub struct RemoveMember;

impl Operation for RemoveMember {
    const ID: &'static str = "removeMember";
    const ROUTE: Route = Route::delete("/v1/members/{id}");
    const SUMMARY: &'static str = "Removes a member from the account. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const STATUSES: &'static [(u16, &'static str)] =
        &[NOT_FOUND, (409, "The account would be without an owner.")];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        let member = people(app, ask).remove_member(ask.owner()?, &id).await?;
        Ok(Deleted::new(member.person_id).into())
    }
}

pub struct LinkMember;

impl Operation for LinkMember {
    const ID: &'static str = "linkMember";
    const ROUTE: Route = Route::post("/v1/members/{id}/link");
    const SUMMARY: &'static str = "Creates a link that signs a member in, once, within a day. Not for members of other accounts too. Not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Account;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[
        NOT_FOUND,
        (409, "The person is a member of another account too; an operator can create the link."),
    ];
    type Request = String;
    type Response = Linked;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Linked>, ApiError> {
        let (member, token) = people(app, ask).link_member(ask.owner()?, &id, None).await?;
        let link = link_address(&app.config.public_base(), &token);
        Ok(Reply::created(Linked { member: member.into(), link }))
    }
}
