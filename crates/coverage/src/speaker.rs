//! GET /speakers/{id}: what one speaker said, with the articles that report it, about what, and in what tone.

use std::collections::HashMap;

use domain::{Cohort, DocumentId, SpeakerId, StatementTarget};
use interface::names::AskedName;
use interface::reader::nothing_here;
use interface::{Access, App, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use store::statements::{SpeakerOrder, StatementFilter, StoredStatement};

use crate::article::Headline;
use crate::directness::thousandth;
use crate::filters::{asked_target, resolve_target};
use crate::recent::Recent;
use crate::said::Said;
use crate::speakers::read_cohort;
use crate::spoken_of::read_spoken_of;

/// Reports of statements that are looked at; those that are one are told once.
const MAX_REPORTS: u32 = 400;
const LIMIT: u32 = 25;
const MAX_LIMIT: u32 = 100;
const MAX_SUBJECTS: u32 = 20;

pub struct GetSpeaker;

pub struct Request {
    id: String,
    days: Recent,
    cohort: Option<Cohort>,
    about: Option<StatementTarget>,
    affiliation: Option<String>,
    limit: u32,
}

#[derive(Serialize, JsonSchema)]
pub struct Speaker {
    pub id: String,
    pub name: String,
    /// False for a firm or an office that speaks as such.
    pub is_person: bool,
    /// The names that articles use.
    pub spellings: Vec<String>,
    /// The days that were asked for, or the last 30.
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
    /// Different statements that were asked for, whether listed or not.
    pub statement_count: i64,
    /// Articles that report them.
    pub article_count: i64,
    /// The newest first; one that several outlets carry stands here once.
    pub statements: Vec<StatementView>,
    /// The titles and firms that articles state, most often first.
    pub roles: Vec<StatedRole>,
    /// What the statements are about, most often first.
    pub subjects: Vec<Subject>,
    pub by_day: Vec<SpeakerDay>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Statement")]
pub struct StatementView {
    #[serde(flatten)]
    pub said: Said,
    /// The articles that report it, the earliest first; words and place are those of the first.
    pub articles: Vec<Headline>,
}

/// What articles call the speaker.
#[derive(Serialize, JsonSchema)]
pub struct StatedRole {
    pub title: String,
    /// The firm or office that the title names; empty where it names none.
    pub affiliation: String,
    pub cohort: Option<&'static str>,
    pub statement_count: i64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SpeakerSubject")]
pub struct Subject {
    /// company, asset or organisation.
    pub kind: &'static str,
    pub name: String,
    pub statement_count: i64,
    /// Mean tone toward it, from -1 to 1.
    pub tone: f64,
}

#[derive(Serialize, JsonSchema)]
pub struct SpeakerDay {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub statement_count: i64,
    /// Mean tone, from -1 to 1.
    pub tone: f64,
}

impl Operation for GetSpeaker {
    const ID: &'static str = "getSpeaker";
    const ROUTE: Route = Route::get("/speakers/{id}");
    const SUMMARY: &'static str = "What a speaker said, with the articles that report it.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "There is no speaker with this id.")];
    type Request = Request;
    type Response = Speaker;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let id = from.segment("id", "The id that /speakers gives.");
        let days = Recent::read(from)?;
        let company = from.text(
            "company",
            "Lists only statements about this company, by name, ticker or another spelling.",
        )?;
        let asset = from
            .text("asset", "Lists only statements about this asset, by name, ticker or another spelling.")?;
        let about = read_spoken_of(company, asset, "asset")?;
        let cohort = read_cohort(from, "Lists only statements made in this role.")?;
        let affiliation =
            from.text("affiliation", "Lists only statements made for this firm, as the articles state it.")?;
        Ok(Request { id, days, cohort, about, affiliation, limit: from.limit(LIMIT, MAX_LIMIT)? })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.about.iter().map(|target| asked_target(target.kind.name(), target)).collect()
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Speaker>, ApiError> {
        let days = request.days.days(ask.now);
        let statements = &app.store.statements;
        let found = match SpeakerId::parse(&request.id) {
            Some(id) => statements.speaker(id).await?,
            None => None,
        };
        // Whoever was taken down is nobody here.
        let found = found.filter(|speaker| !speaker.suppressed).ok_or_else(|| nothing_here("speaker"))?;
        let target =
            request.about.map(|target| resolve_target(app, target.kind.name(), target)).transpose()?;
        let filter = StatementFilter {
            speakers: vec![found.id],
            days: Some(days),
            cohort: request.cohort,
            target,
            affiliation: request.affiliation,
        };
        let counted = statements.ranked(&filter, SpeakerOrder::Reach, 0, 1).await?.into_iter().next();
        let said = newest(app, &filter, request.limit).await?;
        let roles = statements.stated_roles(found.id, days, MAX_SUBJECTS).await?;
        let subjects = statements.targets(found.id, days, MAX_SUBJECTS).await?;
        let by_day = statements.tone_by_day(found.id, days).await?;
        Ok(Speaker {
            id: found.id.to_string(),
            name: found.name,
            is_person: found.is_person,
            spellings: found.spellings,
            start_date: days.first().to_string(),
            end_date: days.last().to_string(),
            statement_count: counted.as_ref().map_or(0, |one| one.statements),
            article_count: counted.as_ref().map_or(0, |one| one.articles),
            statements: said,
            roles: roles
                .into_iter()
                .map(|one| StatedRole {
                    title: one.title,
                    affiliation: one.affiliation,
                    cohort: one.cohort.map(Cohort::name),
                    statement_count: one.statements,
                })
                .collect(),
            subjects: subjects
                .into_iter()
                .map(|one| Subject {
                    kind: one.target.kind.name(),
                    name: one.target.name,
                    statement_count: one.statements,
                    tone: thousandth(one.tone),
                })
                .collect(),
            by_day: by_day
                .into_iter()
                .map(|one| SpeakerDay {
                    date: one.day.to_string(),
                    statement_count: one.statements,
                    tone: thousandth(one.tone),
                })
                .collect(),
        }
        .into())
    }
}

/// The newest statements, each once, with the articles that report it.
pub async fn newest(app: &App, filter: &StatementFilter, limit: u32) -> Result<Vec<StatementView>, ApiError> {
    let reports = app.store.statements.list(filter, None, MAX_REPORTS).await?;
    let said = once(reports, limit as usize);
    let ids: Vec<DocumentId> = said.iter().flat_map(|(_, documents)| documents).copied().collect();
    let articles = app.store.documents.headlines(&ids).await?.into_iter();
    let articles: HashMap<DocumentId, Headline> =
        articles.map(|headline| (headline.id, Headline::from(&headline))).collect();
    let view = |(one, documents): (StoredStatement, Vec<DocumentId>)| StatementView {
        said: Said::from(one),
        articles: documents.iter().filter_map(|id| articles.get(id).cloned()).collect(),
    };
    Ok(said.into_iter().map(view).collect())
}

/// Each statement once, in the words of its earliest report, with every document that reports it, the earliest first. `reports` are the
/// newest first, and so are the statements.
fn once(reports: Vec<StoredStatement>, limit: usize) -> Vec<(StoredStatement, Vec<DocumentId>)> {
    let mut places: HashMap<(SpeakerId, u64), usize> = HashMap::new();
    let mut said: Vec<(StoredStatement, Vec<DocumentId>)> = Vec::new();
    for report in reports {
        match places.get(&(report.speaker, report.group)) {
            Some(&place) => {
                let (words, documents) = &mut said[place];
                // A later report must not put its words into the mouths of the others.
                documents.retain(|one| *one != report.document);
                documents.insert(0, report.document);
                *words = report;
            }
            None => {
                places.insert((report.speaker, report.group), said.len());
                let document = report.document;
                said.push((report, vec![document]));
            }
        }
    }
    said.truncate(limit);
    said
}
