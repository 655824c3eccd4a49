//! GET /feed over loopback against the same searches in process, and against Postgres full text.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use interface::App;
use interface::{ParamReader, RequestContext};
use serde_json::Map;
use web::operations;

use crate::load::{self, Outcome};
use crate::postgres;
use crate::questions::{QUESTIONS, Question};
use crate::serving::{self, Served};

pub fn paths() -> Vec<String> {
    QUESTIONS.iter().map(path).collect()
}

fn path(question: &Question) -> String {
    let encode =
        |text: &str| text.replace(' ', "+").replace('"', "%22").replace('(', "%28").replace(')', "%29");
    let mut path = format!("/feed?startDate={}&endDate={}", question.days.0, question.days.1);
    if !question.keyword.is_empty() {
        path.push_str(&format!("&keyword={}", encode(question.keyword)));
    }
    if let Some((name, value)) = question.filter {
        path.push_str(&format!("&{name}={}", encode(value)));
    }
    path
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
        let app = serving::app(folder, false).await?;
        in_process(&app, Duration::from_secs(2)).await?;
        let outcome = in_process(&app, length).await?;
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

async fn in_process(app: &Arc<App>, length: Duration) -> anyhow::Result<Outcome> {
    let next = Arc::new(AtomicUsize::new(0));
    let started = Stopwatch::now();
    let mut tasks = Vec::new();
    for _ in 0..64 {
        let (app, next) = (Arc::clone(app), Arc::clone(&next));
        tasks.push(tokio::spawn(async move {
            let mut latencies = Vec::new();
            while started.elapsed() < length {
                let question = &QUESTIONS[next.fetch_add(1, Ordering::Relaxed) % QUESTIONS.len()];
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
async fn answer(app: &App, question: &Question) -> anyhow::Result<usize> {
    let entry = operations::all().into_iter().find(|entry| entry.route.path == "/feed");
    let entry = entry.ok_or_else(|| anyhow::anyhow!("there is no /feed"))?;
    let mut query = vec![
        ("startDate".to_owned(), question.days.0.to_owned()),
        ("endDate".to_owned(), question.days.1.to_owned()),
    ];
    if !question.keyword.is_empty() {
        query.push(("keyword".into(), question.keyword.into()));
    }
    if let Some((name, value)) = question.filter {
        query.push((name.into(), value.into()));
    }
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
