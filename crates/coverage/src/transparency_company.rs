//! GET /transparency-index/{ticker}: everything behind one company's score, exchange by exchange.

use schemars::JsonSchema;
use serde::Serialize;
use store::calls::Call;

use crate::directness;
use crate::directness::{
    CompanyDirectness, DirectnessQuote, DirectnessReceipt, Interval, Length, QuarterDirectness,
    TopicDirectness, tenth, thousandth,
};
use figures::calls::{Band, ScoredExchange, Words};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct TransparencyCompany;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompanyTransparency")]
pub struct Detail {
    #[serde(flatten)]
    company: CompanyDirectness,
    /// Among all companies with a score; null without one.
    rank: Option<usize>,
    ranked_companies: usize,
    /// The score by what the questions are about, most asked first.
    topics: Vec<TopicDirectness>,
    /// Every call with a score, oldest first.
    quarters: Vec<QuarterDirectness>,
    /// The least and the most direct answers of the latest call.
    quotes: Vec<DirectnessQuote>,
    /// Every call, newest first, with all its exchanges.
    call_details: Vec<CallDetail>,
    receipt: DirectnessReceipt,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallDetail {
    id: String,
    title: String,
    #[schemars(extend("format" = "date"))]
    call_date: String,
    source_url: String,
    scorable: bool,
    /// Why it cannot be scored; null where it can.
    reason: Option<String>,
    /// Null where the call cannot be scored or has too few questions.
    score: Option<f64>,
    classification: Option<&'static str>,
    interval: Option<Interval>,
    questions: i64,
    declined: i64,
    /// In the order in which they were spoken.
    exchanges: Vec<ExchangeDetail>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeDetail {
    #[serde(flatten)]
    quote: DirectnessQuote,
    /// A moderator read out what a shareholder had sent in.
    submitted: bool,
    /// That the answer refuses, defers or cannot.
    non_answer: f64,
    /// That the answer is concrete.
    specific: f64,
    asks_number: bool,
    gives_number: bool,
    /// The whole question, turn by turn.
    question_turns: Vec<SpokenWords>,
    /// The whole answer, turn by turn.
    answer_turns: Vec<SpokenWords>,
}

/// One person's words, verbatim.
#[derive(Serialize, JsonSchema)]
pub struct SpokenWords {
    speaker: String,
    text: String,
}

impl Operation for TransparencyCompany {
    const ID: &'static str = "getCompanyTransparency";
    const ROUTE: Route = Route::get("/transparency-index/{ticker}");
    const SUMMARY: &'static str = "Full directness detail for one company, including all scored quotes.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "No company with this ticker is known.")];
    const TABULAR: bool = true;
    type Request = String;
    type Response = Detail;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("ticker", "A company's ticker, in any case."))
    }

    async fn answer(app: &App, _: &RequestContext, ticker: String) -> Result<Reply<Detail>, ApiError> {
        let companies = directness::companies(app).await?;
        let (rank, read) = companies.find(&ticker)?;
        let calls = directness::calls_of(app, read).await?;
        let call_details = calls.iter().rev().map(call_detail).collect::<Result<_, _>>()?;
        Ok(Detail {
            rank,
            ranked_companies: companies.ranked_count(),
            topics: directness::topics(&read.score),
            quarters: directness::quarters(&read.score),
            quotes: read.quotes.clone(),
            call_details,
            receipt: directness::receipt(std::iter::once(read)),
            company: read.summary.clone(),
        }
        .into())
    }

    fn table(detail: &Detail) -> Option<Table> {
        let columns = vec![
            "callDate",
            "analyst",
            "speaker",
            "title",
            "question",
            "answer",
            "score",
            "label",
            "topic",
            "declined",
            "reasons",
            "sourceUrl",
        ];
        let exchanges = detail.call_details.iter().flat_map(|call| &call.exchanges);
        let rows = exchanges.map(|exchange| exchange.quote.cells()).collect();
        Some(Table { columns, rows })
    }
}

fn call_detail(call: &Call) -> Result<CallDetail, ApiError> {
    let exchanges = directness::exchanges(call)?;
    Ok(CallDetail {
        id: call.document.to_string(),
        title: call.title.clone(),
        call_date: call.day.to_string(),
        source_url: call.url.clone(),
        scorable: call.reason.is_none(),
        reason: call.reason.clone(),
        score: call.rating.map(|(score, _, _)| tenth(score)),
        classification: call.rating.map(|(score, _, _)| Band::of(score).name()),
        interval: call.rating.map(|(_, low, high)| Interval::new(low, high)),
        questions: call.questions,
        declined: call.declined,
        exchanges: exchanges.iter().map(|exchange| exchange_detail(call, exchange)).collect(),
    })
}

fn exchange_detail(call: &Call, exchange: &ScoredExchange) -> ExchangeDetail {
    let spoken = |words: &[Words]| {
        let spoken = words
            .iter()
            .map(|words| SpokenWords { speaker: words.speaker.clone(), text: words.text.clone() });
        spoken.collect()
    };
    ExchangeDetail {
        quote: directness::quote(call, exchange, Length::Whole),
        submitted: exchange.submitted,
        non_answer: thousandth(f64::from(exchange.non_answer)),
        specific: thousandth(f64::from(exchange.specific)),
        asks_number: exchange.mark.asks_number,
        gives_number: exchange.mark.gives_number,
        question_turns: spoken(&exchange.question),
        answer_turns: spoken(&exchange.answer),
    }
}
