//! Who speaks for a company, and what others say about it.

use coverage::article::Headline;
use coverage::quoted;
use coverage::speaker::{StatementView, newest};
use domain::{MentionKind, SpeakerId, StatementTarget};
use store::statements::{RankedSpeaker, SpeakerOrder, StatementFilter};

use super::is_web_address;
use super::period::Period;
use crate::texts::t;
use interface::App;
use runtime::error::ApiError;

/// Speakers of the page; the API has more.
const MAX_SPEAKERS: u32 = 15;
/// Statements of the page, and those that are looked at for them.
const MAX_STATEMENTS: usize = 15;
const MAX_LOOKED_AT: u32 = 60;

pub struct Voices {
    pub speakers: Vec<VoiceRow>,
    pub statements: Vec<SaidRow>,
}

pub struct VoiceRow {
    pub speaker: RankedSpeaker,
    pub href: String,
    pub role: &'static str,
}

pub struct SaidRow {
    pub who: String,
    pub href: String,
    pub title: String,
    pub text: String,
    /// Outlet and address; an empty address for one that is not of the web.
    pub articles: Vec<(String, String)>,
}

impl SaidRow {
    pub fn of(one: StatementView, period: &Period) -> SaidRow {
        let article = |article: Headline| {
            let url = if is_web_address(&article.url) { article.url } else { String::new() };
            (article.outlet, url)
        };
        SaidRow {
            href: period.on(&format!("/speakers/{}", one.said.speaker_id)),
            who: one.said.speaker,
            title: one.said.title,
            text: one.said.text,
            articles: one.articles.into_iter().map(article).collect(),
        }
    }
}

/// None where nobody speaks.
pub async fn voices(app: &App, name: &str, period: &Period) -> Result<Option<Voices>, ApiError> {
    let for_it = StatementFilter {
        days: Some(period.days),
        affiliation: Some(name.to_owned()),
        ..StatementFilter::default()
    };
    let about_it = StatementFilter {
        days: Some(period.days),
        target: Some(StatementTarget { kind: MentionKind::Company, name: name.to_owned() }),
        ..StatementFilter::default()
    };
    let speakers = quoted::ranked(app, period.days, &for_it, SpeakerOrder::Reach, MAX_SPEAKERS).await?;
    let mut statements = newest(app, &about_it, MAX_LOOKED_AT).await?;
    let itself = SpeakerId::of_name(name).to_string();
    statements.retain(|one| one.said.affiliation != name && one.said.speaker_id != itself);
    statements.truncate(MAX_STATEMENTS);
    if speakers.is_empty() && statements.is_empty() {
        return Ok(None);
    }
    let row = |speaker: RankedSpeaker| VoiceRow {
        href: period.on(&format!("/speakers/{}", speaker.id)),
        role: speaker.cohort.map_or("", |cohort| t(cohort.name())),
        speaker,
    };
    Ok(Some(Voices {
        speakers: speakers.into_iter().map(row).collect(),
        statements: statements.into_iter().map(|one| SaidRow::of(one, period)).collect(),
    }))
}
