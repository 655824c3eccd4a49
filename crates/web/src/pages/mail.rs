//! Where the links of letters lead. Opening one changes nothing: programs open links to look behind them. The button does, and
//! so does the one click of a mail program (RFC 8058).

use std::sync::Arc;

use alerts::mail::links::Purpose;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use interface::App;
use management::mail::{behind, decide};

use super::frame::Frame;
use super::reply::{self, Trouble};
use crate::texts::{say, t};

#[derive(Template)]
#[template(path = "mail.html")]
struct Page {
    frame: Frame,
    words: String,
    /// What the button says; empty where there is nothing left to do.
    button: &'static str,
}

pub async fn confirm(app: State<Arc<App>>, path: Path<(String, String)>) -> Result<Response, Trouble> {
    page(app, path, Purpose::Confirm, false).await
}

pub async fn confirmed(app: State<Arc<App>>, path: Path<(String, String)>) -> Result<Response, Trouble> {
    page(app, path, Purpose::Confirm, true).await
}

pub async fn unsubscribe(app: State<Arc<App>>, path: Path<(String, String)>) -> Result<Response, Trouble> {
    page(app, path, Purpose::Unsubscribe, false).await
}

pub async fn unsubscribed(app: State<Arc<App>>, path: Path<(String, String)>) -> Result<Response, Trouble> {
    page(app, path, Purpose::Unsubscribe, true).await
}

async fn page(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(String, String)>,
    purpose: Purpose,
    is_decided: bool,
) -> Result<Response, Trouble> {
    let to = behind(&app, purpose, &id, &token).await?;
    if is_decided {
        decide(&app, purpose, &to).await?;
    }
    let address = to.webhook.definition.url.trim_start_matches(store::webhooks::MAIL);
    let (title, words, button) = match (purpose, is_decided) {
        (Purpose::Confirm, false) => (
            t("Confirm your address"),
            say!("Alerts and digests are to be sent to {}.", address),
            t("Confirm"),
        ),
        (Purpose::Confirm, true) => {
            (t("Confirmed"), say!("Alerts and digests will be sent to {}.", address), "")
        }
        (Purpose::Unsubscribe, false) => {
            (t("Unsubscribe"), say!("No more alerts and digests to {}?", address), t("Unsubscribe"))
        }
        (Purpose::Unsubscribe, true) => {
            (t("Unsubscribed"), say!("Nothing more will be sent to {}.", address), "")
        }
    };
    reply::private(&Page { frame: Frame::bare(title), words, button }, 200)
}
