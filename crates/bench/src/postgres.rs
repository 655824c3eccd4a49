//! The same questions put to Postgres full text: GIN over a stored tsvector, partitioned by month.

use std::time::{Duration, Instant as Stopwatch};

use domain::{Day, Item};
use pipeline::digest;
use tokio_postgres::NoTls;

use crate::corpus;
use crate::load::Outcome;
use crate::questions::{QUESTIONS, Question};

/// None where Postgres is not installed.
pub async fn measure(
    articles: &[Item],
    documents: usize,
    length: Duration,
) -> anyhow::Result<Option<Outcome>> {
    let Some(server) = store::testing::postgres().await else { return Ok(None) };
    let store::Address::Postgres(url) = &server.settings().address else { return Ok(None) };
    let url = url.clone();
    fill(&url, articles, documents).await?;
    let started = Stopwatch::now();
    let mut tasks = Vec::new();
    for worker in 0..16 {
        let url = url.clone();
        tasks.push(tokio::spawn(async move {
            let client = connect(&url).await?;
            let mut latencies = Vec::new();
            let mut number = worker;
            while started.elapsed() < length {
                let asked = Stopwatch::now();
                ask(&client, &QUESTIONS[number % QUESTIONS.len()]).await?;
                latencies.push(asked.elapsed().as_micros() as u64);
                number += 1;
            }
            anyhow::Ok(latencies)
        }));
    }
    let mut latencies = Vec::new();
    for task in tasks {
        latencies.extend(task.await??);
    }
    Ok(Some(Outcome::new(latencies, started.elapsed())))
}

async fn connect(url: &str) -> anyhow::Result<tokio_postgres::Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    // Short questions are slower with compiled plans; sorting and bitmaps of many rows want room.
    client.batch_execute("SET jit = off; SET work_mem = '64MB'").await?;
    Ok(client)
}

/// Every article is parsed into words once; its replays are copied inside the server, which knows no better way to be
/// filled. Unlogged, since only reading is measured.
async fn fill(url: &str, articles: &[Item], documents: usize) -> anyhow::Result<()> {
    let client = connect(url).await?;
    let columns = "id text, day date, at bigint, title text, content text, outlet text, sentiment text";
    client
        .batch_execute(&format!(
            "CREATE UNLOGGED TABLE once ({columns}, words tsvector, number bigint);
             CREATE TABLE peer ({columns}, words tsvector) PARTITION BY RANGE (day)"
        ))
        .await?;
    let first = Day::from_civil(2022, 1, 1).unwrap_or(Day::MIN);
    for month in 0..60 {
        let (from, to) = (first.plus_months(month), first.plus_months(month + 1));
        client
            .batch_execute(&format!(
                "CREATE UNLOGGED TABLE peer_{month} PARTITION OF peer FOR VALUES FROM ('{from}') TO ('{to}')"
            ))
            .await?;
    }
    let started = Stopwatch::now();
    let read = digest::digest(articles.to_vec(), corpus::now()).documents;
    fill_once(&client, &read).await?;
    let plan = corpus::plan(&read, documents);
    let replay = client
        .prepare(
            "INSERT INTO peer
             SELECT id || '-' || told.number, day + told.days::integer, at + told.days * 86400000, title, content, outlet,
                    sentiment, words
               FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS told (article, number, days)
               JOIN once ON once.number = told.article",
        )
        .await?;
    for chunk in plan.chunks(20_000) {
        let column = |of: &dyn Fn(&corpus::Replay) -> i64| chunk.iter().map(of).collect::<Vec<i64>>();
        let days = |one: &corpus::Replay| one.at.day().since(read[one.article].0.published_at.day());
        let columns = (column(&|one| one.article as i64), column(&|one| one.number as i64), column(&days));
        client.execute(&replay, &[&columns.0, &columns.1, &columns.2]).await?;
    }
    println!("Postgres holds {} documents after {:.0} s", plan.len(), started.elapsed().as_secs_f64());
    client.batch_execute("SET maintenance_work_mem = '2GB'").await?;
    for index in ["USING gin (words)", "(day, at DESC, id)", "(outlet, at DESC)"] {
        client.batch_execute(&format!("CREATE INDEX ON peer {index}")).await?;
    }
    client.batch_execute("ANALYZE peer").await?;
    println!("  and is indexed after {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

async fn fill_once(
    client: &tokio_postgres::Client,
    read: &[(domain::Document, domain::Marks)],
) -> anyhow::Result<()> {
    let statement = client
        .prepare(
            "INSERT INTO once SELECT *, to_tsvector('simple', title || ' ' || content), $8::bigint + row_number() OVER () - 1
               FROM unnest($1::text[], $2::text[]::date[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
                 AS row (id, day, at, title, content, outlet, sentiment)",
        )
        .await?;
    for (number, chunk) in read.chunks(500).enumerate() {
        let column = |of: &dyn Fn(&domain::Document) -> String| {
            chunk.iter().map(|(document, _)| of(document)).collect::<Vec<String>>()
        };
        let sentiments: Vec<String> =
            chunk.iter().map(|(_, marks)| marks.sentiment.name().to_owned()).collect();
        client
            .execute(
                &statement,
                &[
                    &column(&|d| d.id.to_string()),
                    &column(&|d| d.published_at.day().to_string()),
                    &chunk.iter().map(|(d, _)| d.published_at.ms()).collect::<Vec<i64>>(),
                    &column(&|d| d.item.title.clone()),
                    &column(&|d| d.item.content.clone()),
                    &column(&|d| d.item.outlet.name.clone()),
                    &sentiments,
                    &((number * 500) as i64),
                ],
            )
            .await?;
    }
    Ok(())
}

/// The exact count and the newest fifty with their content, as /feed gives them.
async fn ask(client: &tokio_postgres::Client, question: &Question) -> anyhow::Result<()> {
    let mut conditions = format!("day BETWEEN '{}' AND '{}'", question.days.0, question.days.1);
    if !question.tsquery.is_empty() {
        conditions.push_str(&format!(" AND words @@ to_tsquery('simple', '{}')", question.tsquery));
    }
    if let Some((name, value)) = question.filter {
        conditions.push_str(&format!(" AND {name} = '{value}'"));
    }
    client.query(&format!("SELECT count(*) FROM peer WHERE {conditions}"), &[]).await?;
    client.query(&format!("SELECT id, title, content, outlet, sentiment, at FROM peer WHERE {conditions} ORDER BY at DESC, id LIMIT 50"), &[]).await?;
    Ok(())
}
