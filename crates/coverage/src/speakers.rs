//! GET /speakers: who is quoted, ranked by how many outlets carry it.

use domain::{Cohort, DayRange, StatementTarget};
use interface::names::AskedName;
use interface::{Access, App, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use store::statements::{RankedSpeaker, SpeakerOrder, StatementFilter};

use crate::explain::FeedQuery;
use crate::filters::{asked_target, resolve_target};
use crate::quoted;
use crate::recent::Recent;
use crate::spoken_of::read_spoken_of;

const LIMIT: u32 = 25;
const MAX_LIMIT: u32 = 100;

pub struct GetSpeakers;

pub struct Request {
    days: Recent,
    cohort: Option<Cohort>,
    target: Option<StatementTarget>,
    affiliation: Option<String>,
    order: SpeakerOrder,
    limit: u32,
}

#[derive(Serialize, JsonSchema)]
pub struct Speakers {
    pub speakers: Vec<SpeakerRow>,
    /// The days that were asked for, or the last 30.
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
}

#[derive(Serialize, JsonSchema)]
pub struct SpeakerRow {
    pub id: String,
    pub name: String,
    /// False for a firm or an office that speaks as such.
    pub is_person: bool,
    /// The role in which most of the statements were made; null where none is stated.
    pub cohort: Option<&'static str>,
    /// Different statements: the same words in twelve outlets are one.
    pub statement_count: i64,
    pub article_count: i64,
    /// Different outlets that carry them.
    pub outlet_count: i64,
    /// Of the statements, those with a positive and those with a negative tone toward what they are about.
    pub positive: i64,
    pub negative: i64,
    /// When the last of them was published, UTC.
    #[schemars(extend("format" = "date-time"))]
    pub last_at: String,
    /// The call that lists the statements with their articles.
    pub query: String,
}

pub fn read_cohort(from: &mut ParamReader, description: &'static str) -> Result<Option<Cohort>, ApiError> {
    let cohorts: Vec<&'static str> = Cohort::ALL.iter().map(|cohort| cohort.name()).collect();
    let named = from.choice("cohort", description, &cohorts, None)?;
    Ok(Cohort::ALL.iter().copied().find(|one| Some(one.name()) == named))
}

impl SpeakerRow {
    /// The call asks for what was asked for here, so that it lists no other statements.
    pub fn of(speaker: RankedSpeaker, days: DayRange, filter: &StatementFilter) -> SpeakerRow {
        let asked = [
            filter.cohort.map(|cohort| ("cohort", cohort.name())),
            filter.target.as_ref().map(|target| (target.kind.name(), target.name.as_str())),
            filter.affiliation.as_deref().map(|firm| ("affiliation", firm)),
        ];
        let query = asked
            .into_iter()
            .flatten()
            .fold(FeedQuery::of(days), |query, (parameter, value)| query.with(parameter, value));
        SpeakerRow {
            query: query.on(&format!("/speakers/{}", speaker.id)),
            id: speaker.id.to_string(),
            name: speaker.name,
            is_person: speaker.is_person,
            cohort: speaker.cohort.map(Cohort::name),
            statement_count: speaker.statements,
            article_count: speaker.articles,
            outlet_count: speaker.outlets,
            positive: speaker.positive,
            negative: speaker.negative,
            last_at: speaker.last_at.rfc3339(),
        }
    }
}

impl Operation for GetSpeakers {
    const ID: &'static str = "getSpeakers";
    const ROUTE: Route = Route::get("/speakers");
    const SUMMARY: &'static str =
        "People and firms that are quoted, by how many outlets carry what they say.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/speakers");
    type Request = Request;
    type Response = Speakers;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let days = Recent::read(from)?;
        let cohort = read_cohort(from, "Only statements made in this role.")?;
        let company =
            from.text("company", "Only statements about this company, by name, ticker or another spelling.")?;
        let asset =
            from.text("asset", "Only statements about this asset, by name, ticker or another spelling.")?;
        let orders = &["reach", "statements"];
        let order = from.choice("order", "By outlets reached or by statements.", orders, Some("reach"))?;
        let affiliation =
            from.text("affiliation", "Only who speaks for this firm: its people, and the firm itself.")?;
        Ok(Request {
            days,
            cohort,
            target: read_spoken_of(company, asset, "asset")?,
            affiliation,
            order: match order {
                Some("statements") => SpeakerOrder::Statements,
                _ => SpeakerOrder::Reach,
            },
            limit: from.limit(LIMIT, MAX_LIMIT)?,
        })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.target.iter().map(|target| asked_target(target.kind.name(), target)).collect()
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        let days = request.days.days(ask.now);
        let cohort = request.cohort.map_or("", Cohort::name);
        let about = request.target.as_ref().map(|target| (target.kind.name(), &target.name));
        let Request { affiliation, order, limit, .. } = request;
        Some(format!("{} {} {cohort} {about:?} {affiliation:?} {order:?} {limit}", days.first(), days.last()))
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Speakers>, ApiError> {
        let days = request.days.days(ask.now);
        let target =
            request.target.map(|target| resolve_target(app, target.kind.name(), target)).transpose()?;
        let filter = StatementFilter {
            days: Some(days),
            cohort: request.cohort,
            target,
            affiliation: request.affiliation,
            ..StatementFilter::default()
        };
        let found = quoted::ranked(app, days, &filter, request.order, request.limit).await?;
        Ok(Speakers {
            speakers: found.into_iter().map(|speaker| SpeakerRow::of(speaker, days, &filter)).collect(),
            start_date: days.first().to_string(),
            end_date: days.last().to_string(),
        }
        .into())
    }

    fn table(answer: &Speakers) -> Option<Table> {
        Some(Table::of(
            &[
                "id",
                "name",
                "is_person",
                "cohort",
                "statement_count",
                "article_count",
                "outlet_count",
                "positive",
                "negative",
                "last_at",
                "query",
            ],
            &answer.speakers,
        ))
    }
}
