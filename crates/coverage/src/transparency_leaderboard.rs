//! GET /transparency-index/leaderboard: companies ranked by their directness score.

use schemars::JsonSchema;
use serde::Serialize;

use crate::directness;
use crate::directness::{CompanyDirectness, DirectnessReceipt};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct TransparencyLeaderboard;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TransparencyLeaderboard")]
pub struct Leaderboard {
    /// The most direct first; those without a score last.
    data: Vec<RankedCompany>,
    receipt: DirectnessReceipt,
}

#[derive(Serialize, JsonSchema)]
pub struct RankedCompany {
    /// From 1; equal scores have an equal rank; null without a score.
    rank: Option<usize>,
    #[serde(flatten)]
    company: CompanyDirectness,
}

impl Operation for TransparencyLeaderboard {
    const ID: &'static str = "getTransparencyLeaderboard";
    const ROUTE: Route = Route::get("/transparency-index/leaderboard");
    const SUMMARY: &'static str = "Companies ranked by directness score.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = ();
    type Response = Leaderboard;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Leaderboard>, ApiError> {
        let companies = directness::companies(app).await?;
        let receipt = directness::receipt(companies.listed.iter());
        let ranked = companies.ranked();
        let ranked = ranked.map(|(rank, read)| RankedCompany { rank, company: read.summary.clone() });
        Ok(Leaderboard { data: ranked.collect(), receipt }.into())
    }

    fn table(board: &Leaderboard) -> Option<Table> {
        let columns = [&["rank"], &directness::COMPANY_COLUMNS[..]].concat();
        let rows = board.data.iter().map(|ranked| {
            let mut row = vec![ranked.rank.map(|rank| rank.to_string()).unwrap_or_default()];
            row.extend(directness::company_cells(&ranked.company));
            row
        });
        Some(Table { columns, rows: rows.collect() })
    }
}
