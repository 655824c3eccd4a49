//! Who stands at the console's door. A page asks for a `Visitor`, a form for a `Posted`: there is no way to handle a
//! form whose origin and token were not checked.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse;
use http_body_util::{BodyExt, Limited};
use serde_json::{Map, Value, json};
use store::audit_log::Origin;

use super::super::reply::Trouble;
use super::confirm;
use crate::http::{client_address, connected, read_query};
use interface::App;
use interface::{Ask, Reader, Route};
use management::people::sign_in;
use management::people::sign_in::Signed;
use management::people::{People, Role, cookies, forms};
use runtime::error::{ApiError, Code};

/// Somebody who is signed in and looks at a page.
pub struct Visitor(pub Signed);

/// Somebody who is signed in and sent a form of ours.
pub struct Posted {
    pub signed: Signed,
    /// What the audit log says of what the form changes.
    pub origin: Origin,
    pub form: Form,
}

/// The same of somebody who showed password or code within the last minutes: for keys, money and members.
pub struct Confirmed {
    pub signed: Signed,
    pub origin: Origin,
    pub form: Form,
}

/// A form of somebody who need not be signed in; only its origin was checked.
pub struct Stranger {
    pub form: Form,
    pub headers: HeaderMap,
    pub visitor: sign_in::Stranger,
}

/// Names and values, in the order in which they were sent.
#[derive(Debug, Default)]
pub struct Form(Vec<(String, String)>);

const MOST_FORM_BYTES: usize = 64 * 1024;

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Visitor, Response<Body>> {
        match sign_in::find(app, &parts.headers).await {
            Ok(Some(signed)) => Ok(Visitor(signed)),
            Ok(None) => Err(to("/console/sign-in")),
            Err(error) => Err(Trouble(error).into_response()),
        }
    }
}

impl FromRequest<Arc<App>> for Posted {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Posted, Response<Body>> {
        let trouble = |error: ApiError| Trouble(error).into_response();
        let (parts, body) = request.into_parts();
        forms::check_origin(app, &parts.headers).map_err(trouble)?;
        let signed = sign_in::find(app, &parts.headers).await.map_err(trouble)?;
        let signed = signed.ok_or_else(|| to("/console/sign-in"))?;
        let form = read_form(body).await.map_err(trouble)?;
        forms::check_form(&signed, form.get("csrf")).map_err(trouble)?;
        let origin = Origin {
            actor: signed.actor(),
            address: Some(client_address(app, &parts.headers, connected(&parts))),
            at: app.clock.now(),
        };
        Ok(Posted { signed, origin, form })
    }
}

impl FromRequest<Arc<App>> for Confirmed {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Confirmed, Response<Body>> {
        let path = request.uri().path().to_owned();
        let Posted { signed, origin, form } = Posted::from_request(request, app).await?;
        if signed.is_fresh(origin.at) {
            return Ok(Confirmed { signed, origin, form });
        }
        let error = match form.get(confirm::FIELD) {
            None => String::new(),
            Some(shown) => match sign_in::confirm(app, &origin, &signed, shown).await {
                Ok(true) => return Ok(Confirmed { signed, origin, form }),
                Ok(false) => confirm::wrong(&signed).to_owned(),
                Err(error) if error.code == Code::RateLimited => error.detail,
                Err(error) => return Err(Trouble(error).into_response()),
            },
        };
        Err(confirm::page(app, &signed, &form, &path, error)
            .await
            .unwrap_or_else(IntoResponse::into_response))
    }
}

impl FromRequest<Arc<App>> for Stranger {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Stranger, Response<Body>> {
        let trouble = |error: ApiError| Trouble(error).into_response();
        let (parts, body) = request.into_parts();
        forms::check_origin(app, &parts.headers).map_err(trouble)?;
        let visitor = sign_in::Stranger {
            address: client_address(app, &parts.headers, connected(&parts)),
            device: cookies::device(app, &parts.headers),
        };
        Ok(Stranger { form: read_form(body).await.map_err(trouble)?, headers: parts.headers, visitor })
    }
}

async fn read_form(body: Body) -> Result<Form, ApiError> {
    let bytes = Limited::new(body, MOST_FORM_BYTES).collect().await;
    let bytes = bytes
        .map_err(|_| ApiError::new(Code::BodyTooLarge, "The form is too large, or broke off."))?
        .to_bytes();
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| ApiError::new(Code::InvalidBody, "The form is not valid UTF-8."))?;
    Form::read(text)
}

impl Form {
    /// As a query or a form body writes it.
    pub fn read(text: &str) -> Result<Form, ApiError> {
        read_query(text).map(Form)
    }

    /// The first value of this name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.trim());
        values.find(|value| !value.is_empty())
    }

    pub fn has(&self, name: &str, value: &str) -> bool {
        self.0.iter().any(|(key, found)| key == name && found == value)
    }

    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// The same with a value for a field that was left empty.
    pub fn with_default(&self, name: &str, value: &str) -> Form {
        let mut form = Form(self.0.clone());
        if form.get(name).is_none() {
            form.push(name, value);
        }
        form
    }

    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For the operations, which read JSON: some members are numbers, flags or lists there. A list is several
    /// fields of one name, or one field with an entry a line.
    pub fn reader(&self, numbers: &[&str], flags: &[&str], lists: &[&str]) -> Reader {
        let mut body = Map::new();
        for (name, value) in &self.0 {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let name_is = |names: &[&str]| names.contains(&name.as_str());
            if name_is(lists) {
                let parts = value.split(['\n', ',']).map(str::trim).filter(|part| !part.is_empty());
                let list = body.entry(name.clone()).or_insert_with(|| json!([]));
                if let Value::Array(list) = list {
                    list.extend(parts.map(|part| json!(part)));
                }
                continue;
            }
            let value = match value.parse::<u64>() {
                Ok(number) if name_is(numbers) => json!(number),
                _ if name_is(flags) => json!(true),
                _ => json!(value),
            };
            body.insert(name.clone(), value);
        }
        Reader::new(Route::post(""), Vec::new(), Vec::new(), body)
    }
}

/// The account that is being looked at.
pub fn account(signed: &Signed) -> Result<&str, Trouble> {
    match &signed.account {
        Some((id, _)) => Ok(id),
        None => Err(Trouble(ApiError::new(
            Code::Forbidden,
            "You belong to no account yet. Its owner, or an operator, can add you.",
        ))),
    }
}

/// The account, where this person may do there what needs this role.
pub fn account_as(signed: &Signed, least: Role) -> Result<&str, Trouble> {
    let id = account(signed)?;
    match signed.account.as_ref().is_some_and(|(_, role)| *role >= least) {
        true => Ok(id),
        false => Err(Trouble(ApiError::new(
            Code::Forbidden,
            format!("This needs the role of {} in the account.", least.name()),
        ))),
    }
}

pub fn operator(signed: &Signed) -> Result<(), Trouble> {
    match signed.operator {
        true => Ok(()),
        false if signed.person.operator => Err(Trouble(ApiError::new(
            Code::Forbidden,
            "Operators need a second factor here. Set one up under Second factor.",
        ))),
        // Who is no operator need not know what operators have.
        false => Err(Trouble(ApiError::new(Code::NotFound, "There is no such page."))),
    }
}

/// People, as whoever is signed in changes them.
pub fn people<'a>(app: &'a App, origin: &Origin) -> People<'a> {
    People { store: &app.store, origin: origin.clone() }
}

/// The question that a page asks of an operation, in the account's name.
pub fn ask(app: &App, account: &str) -> Ask {
    Ask { account: Some(account.to_owned()), ..super::super::visitor(app) }
}

/// What a form asks of an operation, in the name of who sent it.
pub fn ask_as(app: &App, origin: &Origin) -> Ask {
    let origin = origin.clone();
    Ask { now: origin.at, actor: origin.actor, address: origin.address, ..super::super::visitor(app) }
}

/// Goes on to another page; what was sent is not sent again.
pub fn to(path: &str) -> Response<Body> {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(value) = header::HeaderValue::from_str(path) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}
