//! Who stands at the console's door. A page asks for a `Visitor`, a form for a `SignedInForm`: there is no way to handle a
//! form whose origin and token were not checked.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse;
use store::audit_log::Origin;

use super::super::reply::Trouble;
use super::confirm;
use super::fault::Fault;
pub use super::form::Form;
use super::form::read_form;
use crate::http::{client_address, connected};
use interface::App;
use interface::RequestContext;
use management::people::sign_in;
use management::people::sign_in::Signed;
use management::people::{People, Role, cookies, forms};
use runtime::error::{ApiError, Code};

/// Somebody who is signed in and looks at a page.
pub struct Visitor(pub Signed);

/// What stands behind the question mark.
pub struct Query(pub Form);

/// Somebody who is signed in and sent a form of ours.
pub struct SignedInForm {
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
pub struct SignedOutForm {
    pub form: Form,
    pub headers: HeaderMap,
    pub visitor: sign_in::SignInClient,
}

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

impl FromRequestParts<Arc<App>> for Query {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Query, Response<Body>> {
        let read = Form::read(parts.uri.query().unwrap_or(""));
        read.map(Query).map_err(|error| Trouble(error).into_response())
    }
}

impl FromRequest<Arc<App>> for SignedInForm {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<SignedInForm, Response<Body>> {
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
        Ok(SignedInForm { signed, origin, form })
    }
}

impl FromRequest<Arc<App>> for Confirmed {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Confirmed, Response<Body>> {
        let path = request.uri().path().to_owned();
        let SignedInForm { signed, origin, form } = SignedInForm::from_request(request, app).await?;
        if signed.is_fresh(origin.at) {
            return Ok(Confirmed { signed, origin, form });
        }
        let error = match form.get(confirm::FIELD) {
            None => Fault::default(),
            Some(shown) => match sign_in::confirm(app, &origin, &signed, shown).await {
                Ok(true) => return Ok(Confirmed { signed, origin, form }),
                Ok(false) => Fault::at(confirm::FIELD, confirm::wrong(&signed)),
                Err(error) if error.code == Code::RateLimited => Fault::of(&error),
                Err(error) => return Err(Trouble(error).into_response()),
            },
        };
        Err(confirm::page(app, &signed, &form, &path, error)
            .await
            .unwrap_or_else(IntoResponse::into_response))
    }
}

impl FromRequest<Arc<App>> for SignedOutForm {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<SignedOutForm, Response<Body>> {
        let trouble = |error: ApiError| Trouble(error).into_response();
        let (parts, body) = request.into_parts();
        forms::check_origin(app, &parts.headers).map_err(trouble)?;
        let visitor = sign_in::SignInClient {
            address: client_address(app, &parts.headers, connected(&parts)),
            device: cookies::device(app, &parts.headers),
        };
        Ok(SignedOutForm { form: read_form(body).await.map_err(trouble)?, headers: parts.headers, visitor })
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
pub fn ask(app: &App, account: &str) -> RequestContext {
    RequestContext { account: Some(account.to_owned()), ..super::super::visitor(app) }
}

/// What a form asks of an operation, in the name of who sent it.
pub fn ask_as(app: &App, origin: &Origin) -> RequestContext {
    let origin = origin.clone();
    RequestContext {
        now: origin.at,
        actor: origin.actor,
        address: origin.address,
        ..super::super::visitor(app)
    }
}

/// Goes on to another page; what was sent is not sent again.
pub fn to(path: &str) -> Response<Body> {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(value) = header::HeaderValue::from_str(path) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}
