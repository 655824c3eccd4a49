//! GET /transparency-index: how directly each company's management answers, with the words behind each score.

use schemars::JsonSchema;
use serde::Serialize;

use crate::directness;
use crate::directness::{CompanyDirectness, DirectnessQuote, DirectnessReceipt};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct TransparencyIndex;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TransparencyIndex")]
pub struct Index {
    /// By ticker.
    data: Vec<QuotedCompany>,
    receipt: DirectnessReceipt,
}

#[derive(Serialize, JsonSchema)]
pub struct QuotedCompany {
    #[serde(flatten)]
    company: CompanyDirectness,
    /// The least and the most direct answers of the latest call.
    quotes: Vec<DirectnessQuote>,
}

impl Operation for TransparencyIndex {
    const ID: &'static str = "getTransparencyIndex";
    const ROUTE: Route = Route::get("/transparency-index");
    const SUMMARY: &'static str = "Earnings-call directness scores per company, with the verbatim quotes behind each score. Not metered.";
    const ACCESS: Access = Access::Anonymous;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = ();
    type Response = Index;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Index>, ApiError> {
        let companies = directness::companies(app).await?;
        let receipt = directness::receipt(companies.listed.iter());
        let quoted = companies
            .listed
            .iter()
            .map(|read| QuotedCompany { quotes: read.quotes.clone(), company: read.summary.clone() });
        let data = quoted.collect();
        Ok(Reply { fresh_for_s: directness::FRESH_FOR_S, ..Index { data, receipt }.into() })
    }

    fn table(index: &Index) -> Option<Table> {
        let rows = index.data.iter().map(|quoted| directness::company_cells(&quoted.company)).collect();
        Some(Table { columns: directness::COMPANY_COLUMNS.to_vec(), rows })
    }
}
