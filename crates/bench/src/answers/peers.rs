//! The same questions as plain SQL with covering indexes, put to SQLite and Postgres one after the other. The peers
//! hold only the columns that the questions need, which favours them.

use std::path::Path;
use std::time::{Duration, Instant as Stopwatch};

use domain::{DayRange, MentionKind};
use store::{Settings, Store};
use tokio_postgres::NoTls;

use super::Fresh;

const TABLES: &str = "
    CREATE TABLE articles (day BIGINT, sentiment TEXT, outlet TEXT, outlet_category TEXT, family TEXT, story TEXT,
                           category TEXT, cohort TEXT, speaker TEXT);
    CREATE TABLE companies (day BIGINT, company TEXT, sentiment TEXT)";
const INDEXES: &str = "
    CREATE INDEX articles_tone ON articles (day, sentiment);
    CREATE INDEX articles_outlet ON articles (day, outlet, outlet_category, sentiment);
    CREATE INDEX articles_story ON articles (day, story, category, family);
    CREATE INDEX articles_cohort ON articles (day, cohort, sentiment, speaker) WHERE cohort IS NOT NULL;
    CREATE INDEX companies_day ON companies (day, company, sentiment);
    CREATE INDEX companies_name ON companies (company, day, sentiment);
    ANALYZE";

/// A route's question; `$1` and `$2` are the first and the last day. Where SQL does less than the route, it is said
/// in `LESS`.
const QUESTIONS: &[(&str, &[&str])] = &[
    (
        "/sentiment-metrics",
        &[
            "SELECT day, sentiment, COUNT(*) FROM articles WHERE day BETWEEN $1 AND $2 GROUP BY day, sentiment",
            "SELECT outlet, outlet_category, sentiment, COUNT(*) FROM articles WHERE day BETWEEN $1 AND $2
              GROUP BY outlet, outlet_category, sentiment",
        ],
    ),
    (
        "/fear-greed-index",
        &[
            "SELECT day, sentiment, COUNT(*) FROM articles WHERE day BETWEEN $1 AND $2 GROUP BY day, sentiment",
        ],
    ),
    (
        "/channel-volume",
        &["SELECT outlet, outlet_category, COUNT(*) FROM articles WHERE day BETWEEN $1 AND $2
            GROUP BY outlet, outlet_category"],
    ),
    (
        "/intelligence/categories",
        &[
            "SELECT category, COUNT(DISTINCT story) FROM articles WHERE day BETWEEN $1 AND $2 GROUP BY category",
        ],
    ),
    (
        "/cohorts",
        &[
            "SELECT cohort, sentiment, COUNT(*) FROM articles
              WHERE day BETWEEN $1 AND $2 AND cohort IS NOT NULL GROUP BY cohort, sentiment",
            "SELECT cohort, COUNT(DISTINCT speaker), MAX(day) FROM articles
              WHERE day BETWEEN $1 AND $2 AND cohort IS NOT NULL GROUP BY cohort",
        ],
    ),
    (
        super::A_PAGE,
        // Every company with its count, and the days of those that fill the first page, like the route.
        &[
            "SELECT company, COUNT(*), COUNT(DISTINCT day) FROM companies WHERE day BETWEEN $1 AND $2
              GROUP BY company ORDER BY COUNT(*) DESC",
            "SELECT company, day, sentiment, COUNT(*) FROM companies
              WHERE day BETWEEN $1 AND $2 AND company IN (
                    SELECT company FROM companies WHERE day BETWEEN $1 AND $2
                     GROUP BY company ORDER BY COUNT(*) DESC LIMIT 3)
              GROUP BY company, day, sentiment",
        ],
    ),
    (
        "/grouped-data",
        &["SELECT company, day, sentiment, COUNT(*) FROM companies WHERE day BETWEEN $1 AND $2
              GROUP BY company, day, sentiment"],
    ),
    (
        "/trends",
        &["SELECT story, COUNT(*), COUNT(DISTINCT family) FROM articles WHERE day BETWEEN $1 AND $2
            GROUP BY story HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC LIMIT 25"],
    ),
];

/// What the route's answer has and the SQL beside it does not give.
const LESS: &[(&str, &str)] = &[
    ("/trends", "ranks stories by articles; no names, no strength against the days before"),
    (super::A_PAGE, "lists no articles"),
    ("/grouped-data", "lists no articles"),
];

struct Line {
    day: i64,
    sentiment: &'static str,
    outlet: String,
    outlet_category: String,
    family: String,
    story: Option<String>,
    category: Option<&'static str>,
    cohort: Option<&'static str>,
    speaker: String,
    companies: Vec<String>,
}

pub async fn measure(folder: &Path, years: &[DayRange], fresh: &[Fresh]) -> anyhow::Result<()> {
    let lines = lines(folder).await?;
    let sqlite = sqlite(folder, &lines, years)?;
    let postgres = postgres(&lines, years).await?;
    println!("worked out anew in process, against SQL (medians):");
    for (number, (path, _)) in QUESTIONS.iter().enumerate() {
        let Some(ours) = fresh.iter().find(|fresh| fresh.name == *path) else { continue };
        let times = |peer: Duration| peer.as_secs_f64() / ours.median.as_secs_f64();
        print!(
            "  {path:<26} {:>9.3?}   SQLite {:>9.2?}, {:.0} times",
            ours.median,
            sqlite[number],
            times(sqlite[number])
        );
        match &postgres {
            Some(postgres) => {
                println!(
                    "   Postgres {:>9.2?}, {:.0} times (target 20)",
                    postgres[number],
                    times(postgres[number])
                );
            }
            None => println!("   Postgres is not installed"),
        }
        for (_, less) in LESS.iter().filter(|(of, _)| of == path) {
            println!("      (SQL {less})");
        }
    }
    Ok(())
}

async fn lines(folder: &Path) -> anyhow::Result<Vec<Line>> {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let mut lines = Vec::new();
    let covered = store.documents.days_covered().await?;
    for day in covered.iter().flat_map(|days| days.days()) {
        for document in store.documents.of_day(day).await? {
            let named = document.mentions.iter().filter(|mention| mention.kind == MentionKind::Company);
            lines.push(Line {
                day: day.number(),
                sentiment: document.sentiment.name(),
                companies: named.map(|mention| mention.name.clone()).collect(),
                outlet: document.outlet.name,
                outlet_category: document.outlet.category,
                family: document.outlet.family,
                story: document.story_id,
                category: document.categories.first().map(|(category, _)| category.name()),
                cohort: document.speaker_cohort.map(|cohort| cohort.name()),
                speaker: document.speaker_handle.unwrap_or(document.author_name),
            });
        }
    }
    store.close().await;
    Ok(lines)
}

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took.get(took.len() / 2).copied().unwrap_or_default()
}

fn sqlite(folder: &Path, lines: &[Line], years: &[DayRange]) -> anyhow::Result<Vec<Duration>> {
    let path = folder.join("peer.db");
    let _ = std::fs::remove_file(&path);
    let mut connection = rusqlite::Connection::open(&path)?;
    connection
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")?;
    connection.execute_batch(TABLES)?;
    let unit = connection.transaction()?;
    {
        let mut article = unit.prepare("INSERT INTO articles VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
        let mut company = unit.prepare("INSERT INTO companies VALUES (?1, ?2, ?3)")?;
        for line in lines {
            article.execute(rusqlite::params![
                line.day,
                line.sentiment,
                line.outlet,
                line.outlet_category,
                line.family,
                line.story,
                line.category,
                line.cohort,
                line.speaker
            ])?;
            for name in &line.companies {
                company.execute(rusqlite::params![line.day, name, line.sentiment])?;
            }
        }
    }
    unit.commit()?;
    connection.execute_batch(INDEXES)?;
    let mut medians = Vec::new();
    for (_, statements) in QUESTIONS {
        let mut took = Vec::new();
        for year in years.iter().take(7) {
            let started = Stopwatch::now();
            for sql in *statements {
                let mut statement = connection.prepare_cached(&sql.replace('$', "?"))?;
                let mut rows = statement.query([year.first().number(), year.last().number()])?;
                while rows.next()?.is_some() {}
            }
            took.push(started.elapsed());
        }
        medians.push(median(took));
    }
    drop(connection);
    std::fs::remove_file(path)?;
    Ok(medians)
}

async fn postgres(lines: &[Line], years: &[DayRange]) -> anyhow::Result<Option<Vec<Duration>>> {
    let Some(server) = store::testing::postgres().await else { return Ok(None) };
    let store::Address::Postgres(url) = &server.settings().address else { return Ok(None) };
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client.batch_execute("CREATE SCHEMA peer; SET search_path = peer").await?;
    client.batch_execute(TABLES).await?;
    let articles = client
        .prepare(
            "INSERT INTO articles SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[],
                                                       $6::text[], $7::text[], $8::text[], $9::text[])",
        )
        .await?;
    let companies = client
        .prepare("INSERT INTO companies SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])")
        .await?;
    for chunk in lines.chunks(5_000) {
        let days: Vec<i64> = chunk.iter().map(|line| line.day).collect();
        let text = |of: &dyn Fn(&Line) -> Option<String>| chunk.iter().map(of).collect::<Vec<_>>();
        client
            .execute(
                &articles,
                &[
                    &days,
                    &text(&|line| Some(line.sentiment.into())),
                    &text(&|line| Some(line.outlet.clone())),
                    &text(&|line| Some(line.outlet_category.clone())),
                    &text(&|line| Some(line.family.clone())),
                    &text(&|line| line.story.clone()),
                    &text(&|line| line.category.map(str::to_owned)),
                    &text(&|line| line.cohort.map(str::to_owned)),
                    &text(&|line| Some(line.speaker.clone())),
                ],
            )
            .await?;
        let named = chunk.iter().flat_map(|line| line.companies.iter().map(move |name| (line, name)));
        let (days, (names, tones)): (Vec<i64>, (Vec<String>, Vec<String>)) =
            named.map(|(line, name)| (line.day, (name.clone(), line.sentiment.to_owned()))).unzip();
        client.execute(&companies, &[&days, &names, &tones]).await?;
    }
    for sql in INDEXES.split(';') {
        client.batch_execute(sql).await?;
    }
    // Index-only scans need to know which pages are settled.
    client.batch_execute("VACUUM articles").await?;
    client.batch_execute("VACUUM companies").await?;
    let mut medians = Vec::new();
    for (_, statements) in QUESTIONS {
        let mut prepared = Vec::new();
        for sql in *statements {
            prepared.push(client.prepare(sql).await?);
        }
        let mut took = Vec::new();
        for year in years.iter().take(7) {
            let started = Stopwatch::now();
            for statement in &prepared {
                client.query(statement, &[&year.first().number(), &year.last().number()]).await?;
            }
            took.push(started.elapsed());
        }
        medians.push(median(took));
    }
    Ok(Some(medians))
}
