//! GET /evadometer: how each company's answers divide into direct, intermediate and evasive ones.

use schemars::JsonSchema;
use serde::Serialize;

use crate::directness;
use crate::directness::{AnswerCounts, CompanyDirectness, DirectnessReceipt, Read};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct Evadometer;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Evadometer")]
pub struct Companies {
    /// By ticker.
    data: Vec<MeasuredCompany>,
    receipt: DirectnessReceipt,
}

/// A company's score and what its answers are like.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EvadometerCompany")]
pub struct MeasuredCompany {
    #[serde(flatten)]
    pub company: CompanyDirectness,
    pub answers: AnswerCounts,
}

impl From<&Read> for MeasuredCompany {
    fn from(read: &Read) -> MeasuredCompany {
        MeasuredCompany { company: read.summary.clone(), answers: read.counts.clone() }
    }
}

impl Operation for Evadometer {
    const ID: &'static str = "getEvadometer";
    const ROUTE: Route = Route::get("/evadometer");
    const SUMMARY: &'static str = "Directness scoring across tracked companies.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = ();
    type Response = Companies;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Companies>, ApiError> {
        let companies = directness::companies(app).await?;
        let receipt = directness::receipt(companies.listed.iter());
        Ok(Companies { data: companies.listed.iter().map(MeasuredCompany::from).collect(), receipt }.into())
    }

    fn table(companies: &Companies) -> Option<Table> {
        Some(Table { columns: columns(), rows: companies.data.iter().map(cells).collect() })
    }
}

pub fn columns() -> Vec<&'static str> {
    let counts = ["direct", "intermediate", "evasive", "numbersAsked", "numbersGiven"];
    [&directness::COMPANY_COLUMNS[..], &counts[..]].concat()
}

pub fn cells(measured: &MeasuredCompany) -> Vec<String> {
    let AnswerCounts { direct, intermediate, evasive, numbers_asked, numbers_given } = measured.answers;
    let counts = [direct, intermediate, evasive, numbers_asked, numbers_given];
    let mut cells = directness::company_cells(&measured.company);
    cells.extend(counts.map(|count| count.to_string()));
    cells
}
