//! Who changed what: in the account for its owners, everywhere for operators.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use store::audit_log::Line;
use store::sources::Source;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Query, Visitor, account_as};
use super::{Shell, begin, moment};
use interface::App;
use management::operations::audit_log::{Of, page as lines};
use management::operations::sources_health;
use management::people::Role;

const SHOWN: u32 = 100;

#[derive(Template)]
#[template(path = "console/audit_log.html")]
struct Page {
    frame: Frame,
    console: Shell,
    all: bool,
    lines: Vec<Line>,
    /// What sources are called, by id.
    outlets: HashMap<String, String>,
    next: Option<String>,
}

impl Page {
    /// A source is told of by its id; people know its outlet.
    fn target(&self, line: &Line) -> String {
        match self.outlets.get(&line.target).filter(|_| line.action.name().starts_with("source.")) {
            Some(outlet) => format!("{outlet} ({})", line.target),
            None => line.target.clone(),
        }
    }

    fn when(&self, line: &Line) -> String {
        moment(line.at)
    }
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(form): Query,
) -> Result<Response, Trouble> {
    // An operator without an account has no other log to look at.
    let all = signed.person.operator && (form.has("all", "true") || signed.account.is_none());
    let of = if all { Of::All } else { Of::Account(account_as(&signed, Role::Owner)?) };
    let (lines, next) = lines(&app, of, form.get("cursor"), SHOWN).await?;
    let (frame, console) = begin(&app, &signed, "/console/audit-log", "Audit log").await?;
    // Only what changed a source names one.
    let outlets = match lines.iter().any(|line| line.action.name().starts_with("source.")) {
        true => app.store.sources.list().await?.into_iter().filter_map(shown).collect(),
        false => HashMap::new(),
    };
    reply::private(&Page { frame, console, all, lines, outlets, next }, 200)
}

fn shown(source: Source) -> Option<(String, String)> {
    let health = sources_health::shown(source)?;
    (!health.outlet.is_empty()).then_some((health.id, health.outlet))
}
