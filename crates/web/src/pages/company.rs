//! One company: who speaks for it, and what others say about it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use coverage::article::Headline;
use coverage::speaker::{StatementView, newest};
use domain::{DayRange, MentionKind, SpeakerId, StatementTarget};
use store::statements::{RankedSpeaker, SpeakerOrder, StatementFilter};

use super::frame::Frame;
use super::reply::{self, Trouble};
use super::{days_to, is_web_address, visitor};
use interface::App;
use interface::reader::nothing_here;

/// Days that are looked at, today among them.
const DAYS: i64 = 30;
/// Speakers of the page; the API has more.
const MAX_SPEAKERS: u32 = 15;
/// Statements of the page, and those that are looked at for them.
const MAX_STATEMENTS: usize = 20;
const MAX_LOOKED_AT: u32 = 60;
/// The longest name that is looked for.
const MAX_NAME_CHARS: usize = 200;

#[derive(Template)]
#[template(path = "company.html")]
struct CompanyPage {
    frame: Frame,
    name: String,
    days: DayRange,
    items: i64,
    speakers: Vec<RankedSpeaker>,
    statements: Vec<StatementView>,
    base: String,
}

impl CompanyPage {
    fn is_web(&self, article: &Headline) -> bool {
        is_web_address(&article.url)
    }

    fn role(&self, speaker: &RankedSpeaker) -> &'static str {
        speaker.cohort.map_or("", |cohort| cohort.name())
    }
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Trouble> {
    let days = days_to(visitor(&app).now.day(), DAYS);
    let known = name.chars().count() <= MAX_NAME_CHARS;
    let counted = app.figures.ask(|cube| cube.company_days(&name, days));
    let items = counted.iter().map(|(_, tally)| tally.count).sum();
    let for_it =
        StatementFilter { days: Some(days), affiliation: Some(name.clone()), ..StatementFilter::default() };
    let about_it = StatementFilter {
        days: Some(days),
        target: Some(StatementTarget { kind: MentionKind::Company, name: name.clone() }),
        ..StatementFilter::default()
    };
    let (speakers, mut statements) = match known {
        true => (
            app.store.statements.ranked(&for_it, SpeakerOrder::Reach, 0, MAX_SPEAKERS).await?,
            newest(&app, &about_it, MAX_LOOKED_AT).await?,
        ),
        false => (Vec::new(), Vec::new()),
    };
    if items == 0 && speakers.is_empty() && statements.is_empty() {
        return Err(nothing_here("company").into());
    }
    let itself = SpeakerId::of_name(&name).to_string();
    statements.retain(|one| one.said.affiliation != name && one.said.speaker_id != itself);
    statements.truncate(MAX_STATEMENTS);
    let description = format!("Who speaks for {name}, and what others say about it.");
    let frame = Frame::new(&app, "/companies", name.clone(), description).await?;
    let base = app.config.public_base();
    reply::public(&CompanyPage { frame, name, days, items, speakers, statements, base }, &asked)
}
