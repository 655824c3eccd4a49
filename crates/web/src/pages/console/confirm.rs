//! Password or code, asked for again before something that matters. The form that was sent waits in the page and goes on
//! with the answer.

use askama::Template;
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::fault::Fault;
use super::form::Form;
use super::{Shell, begin};
use interface::App;
use management::people::sign_in::Signed;

/// The field with the answer.
pub const FIELD: &str = "confirm";
/// Not kept: the token of the page is written anew, and passwords do not go into a page.
const LEFT_OUT: [&str; 5] = [FIELD, "csrf", "old", "new", "again"];

#[derive(Template)]
#[template(path = "console/confirm.html")]
struct Page {
    frame: Frame,
    console: Shell,
    /// Where the form goes.
    path: String,
    fields: Vec<(String, String)>,
    second_factor: bool,
    has_password: bool,
    error: Fault,
}

pub async fn page(
    app: &App,
    signed: &Signed,
    form: &Form,
    path: &str,
    error: Fault,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "", "Confirm").await?;
    let kept = form.fields().filter(|(name, _)| !LEFT_OUT.contains(name));
    let page = Page {
        frame,
        console,
        path: path.to_owned(),
        fields: kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        second_factor: signed.person.second_factor,
        has_password: signed.person.password_hash.is_some(),
        error,
    };
    reply::private(&page, 403)
}

pub fn wrong(signed: &Signed) -> &'static str {
    match signed.person.second_factor {
        true => "Incorrect code.",
        false => "Incorrect password.",
    }
}
