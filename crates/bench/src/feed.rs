//! GET /feed over loopback against the same searches in process, and against Postgres full text; the finder alone against
//! bare tantivy; beginnings of words and relevance against whole words, newest first.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use interface::App;
use interface::{ParamReader, RequestContext};
use serde_json::Map;
use web::operations;

use crate::bare;
use crate::load::{self, Outcome};
use crate::postgres;
use crate::questions::{Parameters, QUESTIONS, Question, WORDS_AND_BEGINNINGS, over_a_year};
use crate::serving::{self, Served};

pub fn paths() -> Vec<String> {
    asked().iter().map(|parameters| path(parameters)).collect()
}

fn asked() -> Vec<Parameters> {
    QUESTIONS.iter().map(Question::parameters).collect()
}

fn path(parameters: &[(&str, &str)]) -> String {
    let encode =
        |text: &str| text.replace(' ', "+").replace('"', "%22").replace('(', "%28").replace(')', "%29");
    let given: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    format!("/feed?{}", given.join("&"))
}

/// A question about other days.
pub fn path_within(question: &Question, first: &str, last: &str) -> String {
    let mut parameters = vec![("startDate", first), ("endDate", last)];
    parameters.extend(question.parameters().into_iter().filter(|(name, _)| !name.ends_with("Date")));
    path(&parameters)
}

pub async fn measure(
    folder: &Path,
    articles: &[Item],
    seconds: u64,
    postgres_documents: usize,
) -> anyhow::Result<()> {
    println!("\n== GET /feed, {} kinds of question, 50 results with content", QUESTIONS.len());
    let length = Duration::from_secs(seconds);
    let in_process = {
        let app = serving::app(folder, false, None).await?;
        in_process(&app, asked(), Duration::from_secs(2)).await?;
        let outcome = in_process(&app, asked(), length).await?;
        bare::measure(&app).await?;
        beginnings_and_relevance(&app, length).await?;
        app.store.close().await;
        outcome
    };
    in_process.print("in process, 64 at once");
    let served = Served::start(folder, false).await?;
    load::run(&served.address, paths(), "", 64, Duration::from_secs(2)).await?;
    let over_http = load::run(&served.address, paths(), "", 64, length).await?;
    over_http.print("over loopback, 64 connections");
    let (p50, p99) = (over_http.percentile_us(50).max(1), over_http.percentile_us(99));
    println!(
        "ratio {:.2} (target 0.60); p99 is {:.1} times p50 (target under 10)",
        over_http.per_second / in_process.per_second,
        p99 as f64 / p50 as f64
    );
    let one_by_one = load::run(&served.address, paths(), "", 1, length).await?;
    one_by_one.print("over loopback, one at a time");
    drop(served);
    match postgres::measure(articles, postgres_documents, length).await? {
        Some(peer) => {
            peer.print(&format!("Postgres full text, {postgres_documents} documents, 16 at once"));
            println!("ratio {:.0} (target 20)", over_http.per_second / peer.per_second);
        }
        None => println!("Postgres is not installed: that comparison is left out"),
    }
    Ok(())
}

/// The same questions in three forms, so that what a form costs is seen beside the plain one.
async fn beginnings_and_relevance(app: &Arc<App>, length: Duration) -> anyhow::Result<()> {
    let each = |form: fn(&(&'static str, &'static str)) -> Parameters| -> Vec<Parameters> {
        WORDS_AND_BEGINNINGS.iter().map(form).collect()
    };
    let plain = each(|(words, _)| over_a_year(words, "date"));
    in_process(app, plain.clone(), Duration::from_secs(2)).await?;
    let plain = in_process(app, plain, length).await?;
    plain.print("whole words, newest first");
    for (name, form) in [
        ("beginnings of words, newest first", each(|(_, beginnings)| over_a_year(beginnings, "date"))),
        ("whole words, by relevance", each(|(words, _)| over_a_year(words, "relevance"))),
        ("beginnings of words, by relevance", each(|(_, beginnings)| over_a_year(beginnings, "relevance"))),
    ] {
        let outcome = in_process(app, form, length).await?;
        outcome.print(name);
        println!("ratio {:.2} (target 0.50)", outcome.per_second / plain.per_second);
    }
    Ok(())
}

async fn in_process(app: &Arc<App>, questions: Vec<Parameters>, length: Duration) -> anyhow::Result<Outcome> {
    let questions = Arc::new(questions);
    let next = Arc::new(AtomicUsize::new(0));
    let started = Stopwatch::now();
    let mut tasks = Vec::new();
    for _ in 0..64 {
        let (app, next, questions) = (Arc::clone(app), Arc::clone(&next), Arc::clone(&questions));
        tasks.push(tokio::spawn(async move {
            let mut latencies = Vec::new();
            while started.elapsed() < length {
                let question = &questions[next.fetch_add(1, Ordering::Relaxed) % questions.len()];
                let asked = Stopwatch::now();
                answer(&app, question).await?;
                latencies.push(asked.elapsed().as_micros() as u64);
            }
            anyhow::Ok(latencies)
        }));
    }
    let mut latencies = Vec::new();
    for task in tasks {
        latencies.extend(task.await??);
    }
    Ok(Outcome::new(latencies, started.elapsed()))
}

/// What the HTTP route does, without HTTP: read the parameters, search, fetch, write JSON.
async fn answer(app: &App, question: &Parameters) -> anyhow::Result<usize> {
    let entry = operations::all().into_iter().find(|entry| entry.route.path == "/feed");
    let entry = entry.ok_or_else(|| anyhow::anyhow!("there is no /feed"))?;
    let query = question.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut reader = ParamReader::new(entry.route, Vec::new(), query, Map::new());
    let prepared = (entry.prepare)(&mut reader).map_err(|error| anyhow::anyhow!(error.detail))?;
    let ask = RequestContext {
        now: app.clock.now(),
        request_id: String::new(),
        actor: store::audit_log::Actor::command_line("bench"),
        address: None,
        account: None,
        scope: metering::Scope::Read,
        format: interface::Format::Json,
    };
    let answer = (prepared.work)(app, &ask).await.map_err(|error| anyhow::anyhow!(error.detail))?;
    Ok(answer.body.len())
}
