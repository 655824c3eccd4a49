//! /v1/people: everybody who signs in, as operators keep them. Not metered.

use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::people::Person;

use crate::operations::accounts::{Page, Part, bad_cursor, read_part};
use crate::operations::members::people;
use crate::people::{Link, Role};
use interface::App;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Person")]
pub struct PersonView {
    pub id: String,
    /// What is typed to sign in.
    pub name: String,
    /// Keeps accounts, plans, people and sources.
    pub operator: bool,
    pub places: Vec<Place>,
    /// Signs in with a password, not by link alone.
    pub has_password: bool,
    /// A code is asked for beside password or link.
    pub second_factor: bool,
    #[schemars(extend("format" = "date-time"))]
    pub last_sign_in_at: Option<String>,
}

/// A place in an account.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Membership")]
pub struct Place {
    pub account_id: String,
    pub account: String,
    /// owner, member or viewer.
    pub role: &'static str,
}

/// Some people with their places, by name.
pub async fn page(app: &App, cursor: Option<&str>, limit: u32) -> Result<Page<PersonView>, ApiError> {
    let from = match cursor {
        None => String::new(),
        Some(id) => app.store.people.find(id).await?.ok_or_else(bad_cursor)?.name,
    };
    let people = app.store.people.list_from(&from, limit + 1).await?;
    let Page { rows, next } = Page::of(people, limit, |person| person.id.clone());
    let mut places = match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => app.store.people.memberships_between(&first.name, &last.name).await?,
        _ => Vec::new(),
    };
    let view = |person: Person| {
        let (own, rest) = places.drain(..).partition(|place| place.person_id == person.id);
        places = rest;
        let own: Vec<store::people::Membership> = own;
        let place = |one: store::people::Membership| Place {
            account_id: one.account_id,
            account: one.account_name,
            role: one.role.name(),
        };
        PersonView {
            places: own.into_iter().map(place).collect(),
            has_password: person.password_hash.is_some(),
            second_factor: person.second_factor,
            last_sign_in_at: person.last_sign_in_at.map(|at| at.rfc3339()),
            id: person.id,
            name: person.name,
            operator: person.operator,
        }
    };
    Ok(Page { rows: rows.into_iter().map(view).collect(), next })
}

pub struct ListPeople;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeopleList {
    /// By name.
    data: Vec<PersonView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

impl Operation for ListPeople {
    const ID: &'static str = "listPeople";
    const ROUTE: Route = Route::get("/v1/people");
    const SUMMARY: &'static str = "All users with their memberships. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    type Request = Part;
    type Response = PeopleList;

    fn read(from: &mut ParamReader) -> Result<Part, ApiError> {
        read_part(from)
    }

    async fn answer(app: &App, _: &RequestContext, part: Part) -> Result<Reply<PeopleList>, ApiError> {
        let page = page(app, part.cursor.as_deref(), part.limit).await?;
        let next = page.next.clone();
        Ok(Reply::page(PeopleList { data: page.rows, next_cursor: page.next }, next.as_deref()))
    }
}

pub struct PlacePerson;

/// Who, and where where there is a place.
pub struct Placing {
    pub name: String,
    pub place: Option<(String, Role)>,
}

/// The same for a program's JSON and a person's form.
pub fn read_placing(from: &mut ParamReader) -> Result<Placing, ApiError> {
    let name = from.name("name", "What is typed to sign in, such as an e-mail address.")?;
    let account = from.text("account", "Id or name of the account to have a place in.")?;
    let words = "What to be there.";
    let role = from.one_of("role", words, &Role::OFFERED, Some(Role::Viewer))?;
    Ok(Placing { name, place: account.zip(role) })
}

/// Gives the link.
pub async fn place(app: &App, ask: &RequestContext, placing: &Placing) -> Result<Link, ApiError> {
    let place = placing.place.as_ref().map(|(account, role)| (account.as_str(), *role));
    Ok(people(app, ask).place(&placing.name, place).await?)
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AddedPerson")]
pub struct Placed {
    /// What is typed to sign in.
    name: String,
    /// Somebody who exists has to accept the new place, with the link.
    invited: bool,
    /// Hand it over: it signs in, within a day, or opens the invitation, within a week. It works once, is not kept and
    /// cannot be shown again.
    link: String,
}

impl Operation for PlacePerson {
    const ID: &'static str = "placePerson";
    const ROUTE: Route = Route::post("/v1/people");
    const SUMMARY: &'static str = "Creates a user, or invites an existing one to an account, and gives a link in either case. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[
        (404, "There is no such account."),
        (409, "There is no free seat, no owner would be left, or it is an operator."),
    ];
    type Request = Placing;
    type Response = Placed;

    fn read(from: &mut ParamReader) -> Result<Placing, ApiError> {
        read_placing(from)
    }

    async fn answer(app: &App, ask: &RequestContext, placing: Placing) -> Result<Reply<Placed>, ApiError> {
        people(app, ask).is_no_operator(&placing.name).await?;
        let link = place(app, ask, &placing).await?;
        let invited = matches!(link, Link::Invitation(_));
        Ok(Reply::created(Placed {
            name: placing.name,
            invited,
            link: link.address(&app.config.public_base()),
        }))
    }
}

pub struct RemovePerson;

impl Operation for RemovePerson {
    const ID: &'static str = "removePerson";
    const ROUTE: Route = Route::delete("/v1/people/{name}");
    const SUMMARY: &'static str =
        "Removes somebody from every account; every sign-in ends. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] = &[
        (404, "There is nobody of this name."),
        (409, "An account would be without an owner, or it is an operator."),
    ];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("name", "What is typed to sign in."))
    }

    async fn answer(app: &App, ask: &RequestContext, name: String) -> Result<Reply<Deleted>, ApiError> {
        let people = people(app, ask);
        people.is_no_operator(&name).await?;
        let person = people.find(&name).await?;
        people.remove(&person.name).await?;
        Ok(Deleted::new(person.id).into())
    }
}
