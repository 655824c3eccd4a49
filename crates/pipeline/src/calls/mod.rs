//! Scores earnings calls as they arrive: every new or changed one, and every one that another model scored.
//!
//! A call that cannot be scored is kept with the reason for it. How far the scoring has come is kept in the store,
//! together with the calls; the same call and model give the same numbers on every machine.

mod company;

use std::time::Duration;

use analysis::directness::{self, Unscorable, score};
use anyhow::Context;
use domain::{Document, DocumentId, Turn};
use store::Store;
use store::calls::Call;
use store::leases::Fence;

use figures::calls::{Mark, ScoredExchange};
use runtime::followers::{Follower, Progress, StepContext, under_lease};

pub use company::{company_of, ticker_of};

/// Calls that are read and stored at once: each may be as large as a document may be.
const BATCH: usize = 8;

/// A call that could be scored.
pub struct ReadCall {
    pub exchanges: Vec<ScoredExchange>,
    /// Its own score, or none where there are too few questions.
    pub score: score::CallScore,
}

/// Scores a call from its turns alone. `identity` seeds the resampling.
pub fn read(turns: &[Turn], identity: &[u8]) -> Result<ReadCall, Unscorable> {
    let mut exchanges = Vec::new();
    let mut assessed = Vec::new();
    for exchange in directness::exchanges(turns)? {
        // An answer without words is no answer; nothing is made of it.
        if let Some(read) = directness::assess(&exchange.question_text(), &exchange.answer_text()) {
            exchanges.push(ScoredExchange::new(&exchange, &read));
            assessed.push(read);
        }
    }
    if exchanges.is_empty() {
        return Err(Unscorable::NoAnswers);
    }
    Ok(ReadCall { score: score::score_call(&assessed, score::seed_of(identity)), exchanges })
}

/// Scores everything that waits; returns how many calls that was. Nothing is done while another process does it.
pub async fn catch_up(store: &Store) -> anyhow::Result<u64> {
    catch_up_in(store, &StepContext::by_hand(store, CallFollower::NAME, None).await?).await
}

async fn catch_up_in(store: &Store, context: &StepContext) -> anyhow::Result<u64> {
    let seen = store.calls.seq().await.context("cannot read how far calls have been scored")?;
    let waits = store.calls.waiting(seen, 1).await.context("cannot read which calls wait")?.seq != seen
        || !store.calls.of_other_versions(figures::calls::version(), 1).await?.is_empty();
    if !waits {
        return Ok(0);
    }
    let scored =
        under_lease(store, CallFollower::NAME, async |fence| score_all(store, context, &fence).await).await?;
    Ok(scored.unwrap_or(0))
}

async fn score_all(store: &Store, context: &StepContext, fence: &Fence) -> anyhow::Result<u64> {
    let mut seen = store.calls.seq().await?;
    let mut scored = 0;
    loop {
        let waiting = store.calls.waiting(seen, BATCH).await.context("cannot read which calls wait")?;
        if waiting.seq == seen {
            break;
        }
        scored += score_these(store, context, &waiting.documents, waiting.seq, fence).await?;
        seen = waiting.seq;
    }
    loop {
        let older = store.calls.of_other_versions(figures::calls::version(), BATCH).await?;
        if older.is_empty() || score_these(store, context, &older, seen, fence).await? == 0 {
            break;
        }
        scored += older.len() as u64;
    }
    Ok(scored)
}

async fn score_these(
    store: &Store,
    context: &StepContext,
    ids: &[DocumentId],
    seq: i64,
    fence: &Fence,
) -> anyhow::Result<u64> {
    let mut documents = Vec::with_capacity(ids.len());
    for id in ids {
        // One that was deleted meanwhile is none of ours any more.
        documents.extend(
            store.documents.find(*id).await.context("cannot read a call")?.map(|found| found.document),
        );
    }
    documents.retain(|document| !context.passes_over(document.id));
    let context = context.clone();
    // Away from the threads that serve connections.
    let scoring = tokio::task::spawn_blocking(move || {
        let score = |document: &Document| {
            context.at(document.id);
            score_one(document)
        };
        documents.iter().map(score).collect::<Result<Vec<Call>, _>>()
    });
    let calls = scoring.await?.context("cannot write down a scored call")?;
    store.calls.replace(&calls, seq, Some(fence)).await.context("cannot store scored calls")?;
    Ok(calls.len() as u64)
}

fn score_one(document: &Document) -> Result<Call, serde_json::Error> {
    let item = &document.item;
    let ticker = ticker_of(item);
    let (exchanges, score, reason) = match read(&item.turns, &document.id.bytes()) {
        Ok(read) => (read.exchanges, Some(read.score), None),
        Err(unscorable) => (Vec::new(), None, Some(unscorable.reason().to_owned())),
    };
    let (questions, declined) = score.as_ref().map_or((0, 0), |score| (score.questions, score.declined));
    let marks: Vec<&Mark> = exchanges.iter().map(|exchange| &exchange.mark).collect();
    Ok(Call {
        document: document.id,
        company: company_of(item, &ticker),
        ticker,
        day: document.published_at.day(),
        title: item.title.clone(),
        url: item.url.clone(),
        invented: item.invented,
        reason,
        questions: questions as i64,
        declined: declined as i64,
        rating: score.and_then(|score| score.rating).map(|rating| (rating.score, rating.low, rating.high)),
        marks: serde_json::to_string(&marks)?,
        quotes: serde_json::to_string(&figures::calls::most_telling(&exchanges))?,
        exchanges: serde_json::to_string(&exchanges)?,
        version: figures::calls::version().to_owned(),
    })
}

/// Scores calls as they arrive.
pub struct CallFollower {
    pub store: Store,
    pub poll: Duration,
}

impl Follower for CallFollower {
    const NAME: &'static str = "calls";

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        Ok(Progress::done(catch_up_in(&self.store, context).await?, self.poll))
    }
}
