//! For operators: what outlets repeat in every article and what is therefore cut from their texts.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use pipeline::frames::shown::{self, OutletView};
use store::frames::FrameCount;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Query, SignedInForm, Visitor, operator};
use super::notice::{Done, done};
use super::{Shell, begin};
use interface::App;

/// Outlets in the list; those with most frames come first.
const SHOWN: usize = 500;

#[derive(Template)]
#[template(path = "console/frames.html")]
struct Page {
    frame: Frame,
    console: Shell,
    outlets: Vec<FrameCount>,
    chosen: Option<OutletView>,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(asked): Query,
) -> Result<Response, Trouble> {
    operator(&signed)?;
    let (frame, console) = begin(&app, &signed, "/console/frames", "Boilerplate").await?;
    let outlets = app.store.frames.list(SHOWN).await?;
    let chosen = match asked.get("outlet") {
        Some(outlet) => shown::of_outlet(&app.store, outlet).await?,
        None => None,
    };
    reply::private(&Page { frame, console, outlets, chosen }, 200)
}

pub async fn forget(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    let (outlet, key) = (form.get("outlet").unwrap_or(""), form.get("key").unwrap_or(""));
    shown::forget(&app.store, &origin, outlet, key).await?;
    Ok(done(&back(outlet), Done::SentenceForgotten))
}

pub async fn allow(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    let (outlet, key) = (form.get("outlet").unwrap_or(""), form.get("key").unwrap_or(""));
    shown::allow(&app.store, &origin, outlet, key).await?;
    Ok(done(&back(outlet), Done::SentenceAllowed))
}

fn back(outlet: &str) -> String {
    let mut written = String::new();
    for byte in outlet.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => written.push(char::from(byte)),
            _ => written.push_str(&format!("%{byte:02X}")),
        }
    }
    format!("/console/frames?outlet={written}")
}
