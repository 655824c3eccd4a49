//! The forms that make, change and delete what an account keeps.

use std::future::Future;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;

use super::super::reply::Trouble;
use super::extract::{Form, SignedInForm, account_as};
use super::notice::{Done, done};
use interface::App;
use management::operations::owned::{self, Resource};
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

/// How the console shows a kind of thing that accounts keep.
pub trait Pages: Resource {
    const PATH: &'static str;
    /// Fields of its form that are numbers, and those that are lists.
    const NUMBERS: &'static [&'static str];
    const LISTS: &'static [&'static str];

    /// The form once more, with what is wrong in it; without an id while it is new.
    fn refused(
        app: &App,
        signed: &Signed,
        id: Option<String>,
        form: &Form,
        error: ApiError,
    ) -> impl Future<Output = Result<Response, Trouble>> + Send;
}

/// By the same rules as for programs.
pub fn read<P: Pages>(form: &Form) -> Result<P, ApiError> {
    P::read(&mut form.reader(P::NUMBERS, &[], P::LISTS))
}

pub async fn create<P: Pages>(
    State(app): State<Arc<App>>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let made = match read::<P>(&posted.form) {
        Ok(definition) => owned::create(&app, owner, definition, app.clock.now()).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(one) => Ok(done(&format!("{}/{}", P::PATH, one.id), Done::Created)),
        Err(error) => P::refused(&app, &posted.signed, None, &posted.form, error).await,
    }
}

pub async fn change<P: Pages>(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    match read::<P>(&posted.form) {
        Ok(definition) => owned::change(&app, owner, &id, &definition, app.clock.now()).await?,
        Err(error) => return P::refused(&app, &posted.signed, Some(id), &posted.form, error).await,
    }
    Ok(done(&format!("{}/{id}", P::PATH), Done::Saved))
}

pub async fn delete<P: Pages>(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    owned::delete::<P>(&app, account_as(&posted.signed, Role::Member)?, &id).await?;
    Ok(done(P::PATH, Done::Deleted))
}
