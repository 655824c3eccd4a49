//! The same questions put to Postgres full text: GIN over a stored tsvector, partitioned by month.

use std::time::{Duration, Instant as Stopwatch};

use domain::{Day, Item};
use service::pipeline::digest;
use tokio_postgres::NoTls;

use crate::corpus;
use crate::feed::{QUESTIONS, Question};
use crate::load::Outcome;

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
    Ok(client)
}

async fn fill(url: &str, articles: &[Item], documents: usize) -> anyhow::Result<()> {
    let client = connect(url).await?;
    client.batch_execute(
        "CREATE TABLE peer (id text, day date, at bigint, title text, content text, outlet text, sentiment text,
           words tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || content)) STORED) PARTITION BY RANGE (day)",
    ).await?;
    let first = Day::from_civil(2022, 1, 1).unwrap_or(Day::MIN);
    for month in 0..60 {
        let (from, to) = (first.plus_months(month), first.plus_months(month + 1));
        client
            .batch_execute(&format!(
                "CREATE TABLE peer_{month} PARTITION OF peer FOR VALUES FROM ('{from}') TO ('{to}')"
            ))
            .await?;
    }
    let started = Stopwatch::now();
    let read = digest::digest(articles.to_vec(), corpus::now()).documents;
    let copies = documents.div_ceil(read.len().max(1));
    let statement = client.prepare(
        "INSERT INTO peer (id, day, at, title, content, outlet, sentiment)
         SELECT * FROM unnest($1::text[], $2::text[]::date[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])",
    ).await?;
    let mut stored = 0;
    'copies: for copy in 0..copies {
        for chunk in read.chunks(500) {
            let rows: Vec<_> = chunk
                .iter()
                .map(|(document, marks)| (corpus::replay(document, copy, copies), marks.sentiment))
                .collect();
            let column = |of: &dyn Fn(&domain::Document) -> String| {
                rows.iter().map(|(document, _)| of(document)).collect::<Vec<String>>()
            };
            client
                .execute(
                    &statement,
                    &[
                        &column(&|d| d.id.to_string()),
                        &column(&|d| d.published_at.day().to_string()),
                        &rows.iter().map(|(d, _)| d.published_at.ms()).collect::<Vec<i64>>(),
                        &column(&|d| d.item.title.clone()),
                        &column(&|d| d.item.content.clone()),
                        &column(&|d| d.item.outlet.name.clone()),
                        &rows
                            .iter()
                            .map(|(_, sentiment)| sentiment.name().to_owned())
                            .collect::<Vec<String>>(),
                    ],
                )
                .await?;
            stored += rows.len();
            if stored >= documents {
                break 'copies;
            }
        }
    }
    client.batch_execute("CREATE INDEX ON peer USING gin (words); CREATE INDEX ON peer (day, at DESC, id); CREATE INDEX ON peer (outlet, at DESC)").await?;
    client.batch_execute("ANALYZE peer").await?;
    println!("Postgres holds {stored} documents after {:.0} s", started.elapsed().as_secs_f64());
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
