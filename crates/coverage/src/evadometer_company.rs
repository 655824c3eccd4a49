//! GET /evadometer/{ticker}: where one company's management answers, and where it does not.

use schemars::JsonSchema;
use serde::Serialize;

use crate::directness;
use crate::directness::{DirectnessQuote, DirectnessReceipt, Length, QuarterDirectness, TopicDirectness};
use crate::evadometer::MeasuredCompany;
use figures::calls::{LATEST_CALLS, ScoredExchange};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use store::calls::Call;

pub struct EvadometerCompany;

/// Exchanges at either end of the scale.
const SHOWN: usize = 5;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompanyEvadometer")]
pub struct MeasuredDetail {
    #[serde(flatten)]
    measured: MeasuredCompany,
    /// The score by what the questions are about, most asked first.
    topics: Vec<TopicDirectness>,
    /// Every call with a score, oldest first.
    quarters: Vec<QuarterDirectness>,
    /// The least direct answers of the latest four calls, the least direct first.
    most_evasive: Vec<DirectnessQuote>,
    /// The most direct answers of the latest four calls, the most direct first.
    most_direct: Vec<DirectnessQuote>,
    /// Refusals that cite law or regulation, in the latest four calls.
    declined_quotes: Vec<DirectnessQuote>,
    receipt: DirectnessReceipt,
}

impl Operation for EvadometerCompany {
    const ID: &'static str = "getCompanyEvadometer";
    const ROUTE: Route = Route::get("/evadometer/{ticker}");
    const SUMMARY: &'static str = "Where one company's management answers, and where it does not.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No company with this ticker is known.")];
    type Request = String;
    type Response = MeasuredDetail;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("ticker", "A company's ticker, in any case."))
    }

    async fn answer(
        app: &App,
        _: &RequestContext,
        ticker: String,
    ) -> Result<Reply<MeasuredDetail>, ApiError> {
        let companies = directness::companies(app).await?;
        let (_, read) = companies.find(&ticker)?;
        let calls = directness::calls_of(app, read).await?;
        let exchanges = latest(&calls)?;
        let shown = |chosen: &[&(&Call, ScoredExchange)]| -> Vec<DirectnessQuote> {
            chosen.iter().take(SHOWN).map(|(call, one)| directness::quote(call, one, Length::Cut)).collect()
        };
        let (declined, mut counted): (Vec<_>, Vec<_>) =
            exchanges.iter().partition(|(_, exchange)| exchange.mark.declined);
        // A stable order: of equals, the newer call and the earlier question first.
        counted.sort_by(|(_, a), (_, b)| a.mark.score.total_cmp(&b.mark.score));
        // No answer stands at both ends of the scale.
        let (evasive, direct) = counted.split_at(counted.len() / 2);
        let direct: Vec<_> = direct.iter().rev().copied().collect();
        Ok(MeasuredDetail {
            topics: directness::topics(&read.score),
            quarters: directness::quarters(&read.score),
            most_evasive: shown(evasive),
            most_direct: shown(&direct),
            declined_quotes: shown(&declined),
            receipt: directness::receipt(std::iter::once(read)),
            measured: read.into(),
        }
        .into())
    }
}

/// The exchanges of the latest calls that have any, the newest call first.
fn latest(calls: &[Call]) -> Result<Vec<(&Call, ScoredExchange)>, ApiError> {
    let mut latest = Vec::new();
    for call in calls.iter().rev().filter(|call| call.reason.is_none()).take(LATEST_CALLS) {
        latest.extend(directness::exchanges(call)?.into_iter().map(|exchange| (call, exchange)));
    }
    Ok(latest)
}
