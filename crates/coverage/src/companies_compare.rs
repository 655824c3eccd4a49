//! GET /companies/compare: companies side by side.

use domain::DayRange;
use schemars::JsonSchema;
use serde::Serialize;

use crate::named_days::{NamedFigures, Thing, figures};
use crate::narratives::rounded;
use crate::recent::Recent;
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Companies that can be compared.
const MAX_COMPANIES: usize = 8;

pub struct CompareCompanies;

pub struct Request {
    names: Vec<String>,
    days: Recent,
}

#[derive(Serialize, JsonSchema)]
pub struct ComparedCompany {
    #[serde(flatten)]
    pub figures: NamedFigures,
    /// Of the articles of all these companies; one that names two counts in both.
    #[schemars(range(min = 0, max = 1))]
    pub share_of_voice: f64,
}

fn asked(request: &Request) -> Vec<AskedName> {
    let directory = Thing::Company.directory();
    request.names.iter().map(|name| AskedName::new("name", directory, name)).collect()
}

impl Operation for CompareCompanies {
    const ID: &'static str = "compareCompanies";
    const ROUTE: Route = Route::get("/companies/compare");
    const SUMMARY: &'static str = "Share of voice, tone and momentum of companies side by side.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "One of the companies was never counted.")];
    type Request = Request;
    type Response = Vec<ComparedCompany>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let text = "Companies by name, ticker or another spelling, in any case; given two to eight times.";
        let names = from.repeated_text("name", text, 2..=MAX_COMPANIES)?;
        Ok(Request { names, days: Recent::read(from)? })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        asked(request)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<Vec<ComparedCompany>>, ApiError> {
        let days: DayRange = request.days.days(ask.now);
        let mut found: Vec<NamedFigures> = Vec::with_capacity(request.names.len());
        for name in asked(&request) {
            let name = name.resolve(app)?;
            let nothing = || ApiError::new(Code::NotFound, format!("No company {name:?} was ever counted."));
            let figures = figures(app, Thing::Company, &name, days, ask.now.day()).await?;
            found.push(figures.ok_or_else(nothing)?);
        }
        let all = found.iter().map(|company| company.article_count).sum::<i64>().max(1) as f64;
        let compared = |figures: NamedFigures| ComparedCompany {
            share_of_voice: rounded(figures.article_count as f64 / all, 1e6),
            figures,
        };
        Ok(found.into_iter().map(compared).collect::<Vec<_>>().into())
    }

    fn table(companies: &Vec<ComparedCompany>) -> Option<Table> {
        Some(Table::of(
            &["name", "article_count", "share", "share_of_voice", "tone", "stage", "query"],
            companies,
        ))
    }
}
