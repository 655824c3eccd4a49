//! GET /evadometer/leaderboard: companies ranked by how directly management answers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::directness;
use crate::directness::DirectnessReceipt;
use crate::evadometer;
use crate::evadometer::MeasuredCompany;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct EvadometerLeaderboard;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EvadometerLeaderboard")]
pub struct MeasuredBoard {
    /// The most direct first; those without a score last.
    data: Vec<RankedMeasured>,
    receipt: DirectnessReceipt,
}

#[derive(Serialize, JsonSchema)]
pub struct RankedMeasured {
    /// From 1; equal scores have an equal rank; null without a score.
    rank: Option<usize>,
    #[serde(flatten)]
    measured: MeasuredCompany,
}

impl Operation for EvadometerLeaderboard {
    const ID: &'static str = "getEvadometerLeaderboard";
    const ROUTE: Route = Route::get("/evadometer/leaderboard");
    const SUMMARY: &'static str = "Companies ranked by how directly management answers.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = ();
    type Response = MeasuredBoard;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<MeasuredBoard>, ApiError> {
        let companies = directness::companies(app).await?;
        let receipt = directness::receipt(companies.listed.iter());
        let ranked = companies.ranked().map(|(rank, read)| RankedMeasured { rank, measured: read.into() });
        Ok(MeasuredBoard { data: ranked.collect(), receipt }.into())
    }

    fn table(board: &MeasuredBoard) -> Option<Table> {
        let columns = [vec!["rank"], evadometer::columns()].concat();
        let rows = board.data.iter().map(|ranked| {
            let mut row = vec![ranked.rank.map(|rank| rank.to_string()).unwrap_or_default()];
            row.extend(evadometer::cells(&ranked.measured));
            row
        });
        Some(Table { columns, rows: rows.collect() })
    }
}
