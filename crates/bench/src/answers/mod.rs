//! The everyday questions over a year of days: against GET /health on the same server, against the same questions
//! put to SQLite and Postgres directly, with ten times the documents, and what keeping the counts current costs.

mod keeping;
mod peers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::{Day, DayRange, Item};
use figures::Figures;
use interface::App;
use interface::{ParamReader, RequestContext};
use pipeline::narratives::NarrativeFollower;
use pipeline::stories;
use pipeline::{names, rollup};
use runtime::clock::Clock;
use runtime::followers::StepContext;
use serde_json::{Map, Value, json};
use store::{Settings, Store};
use web::operations;

use crate::corpus;
use crate::load::{self, Call};
use crate::serving::{self, Served};

/// A route and the share of GET /health's answers a second that it should reach.
struct Asked {
    name: &'static str,
    target: f64,
}

impl Asked {
    /// A name may say more than the path.
    fn path(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }
}

/// Its answer has megabytes: sending them takes longer than many an answer of /health, whatever is sent.
const LONGEST: &str = "/grouped-data";
/// One page of the longest answer.
const A_PAGE: &str = "/grouped-data of a page";

const ROUTES: &[Asked] = &[
    Asked { name: "/sentiment-metrics", target: 0.5 },
    Asked { name: "/fear-greed-index", target: 0.5 },
    Asked { name: "/channel-volume", target: 0.5 },
    Asked { name: "/intelligence/categories", target: 0.5 },
    Asked { name: "/cohorts", target: 0.5 },
    Asked { name: "/speakers", target: 0.1 },
    Asked { name: A_PAGE, target: 0.5 },
    Asked { name: LONGEST, target: 0.5 },
    Asked { name: "/trends", target: 0.2 },
    Asked { name: "/intelligence", target: 0.2 },
    Asked { name: "/narratives", target: 0.4 },
];

const YEAR_DAYS: i64 = 365;
/// Different years that are asked about, each a day later than the one before.
const YEARS: i64 = 21;

pub async fn measure(work: &Path, articles: &[Item], documents: usize, seconds: u64) -> anyhow::Result<()> {
    println!("\n== answers over {YEAR_DAYS} days, {documents} documents");
    println!(
        "one replayed document of {} is the post of an invented speaker with a role, for /cohorts",
        corpus::POST_EVERY
    );
    keeping::measure(articles).await?;
    let folder = counted(work, articles, documents).await?;
    let years = years(articles)?;
    against_health(&folder, &years, Duration::from_secs(seconds)).await?;
    let fresh = fresh(&folder, &years).await?;
    peers::measure(&folder, &years, &fresh).await?;
    let tenth = counted(work, articles, documents / 10).await?;
    let fewer = self::fresh(&tenth, &years).await?;
    println!(
        "ten times the documents on the same days, worked out anew (median; a year of {YEAR_DAYS} days):"
    );
    for (one, ten) in fewer.iter().zip(&fresh) {
        let ratio = ten.median.as_secs_f64() / one.median.as_secs_f64().max(1e-9);
        println!("  {:<26} {:>9.3?} -> {:>9.3?}   {ratio:.2} times", one.name, one.median, ten.median);
    }
    Ok(())
}

/// The last years of the corpus, the newest first.
pub fn years(articles: &[Item]) -> anyhow::Result<Vec<DayRange>> {
    let days = articles.iter().filter_map(|item| item.published_at).map(|at| at.day());
    let last: Day = days.max().context("the corpus has no dates")?;
    let year = |back: i64| {
        let last = last.plus(-back);
        DayRange::inclusive(last.plus(1 - YEAR_DAYS), last)
    };
    Ok((0..YEARS).filter_map(year).collect())
}

/// The replayed corpus with its stories, counts and narratives, made once and kept.
async fn counted(work: &Path, articles: &[Item], documents: usize) -> anyhow::Result<PathBuf> {
    let folder = corpus::replayed(work, articles, documents).await?;
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let started = Stopwatch::now();
    let told = stories::catch_up(&store, &Clock::System).await?;
    let placing = started.elapsed();
    let started = Stopwatch::now();
    let days = rollup::recount(&store, |days| {
        if days % 160 == 0 {
            println!("  {days} days counted after {:.0} s", started.elapsed().as_secs_f64());
        }
    })
    .await?;
    if told > 0 || days > 0 {
        println!(
            "{documents} documents: {told} put into stories in {:.1} s, {days} days counted in {:.1} s",
            placing.as_secs_f64(),
            started.elapsed().as_secs_f64()
        );
    }
    let figures = Arc::new(Figures::default());
    rollup::load(&store, &figures).await?;
    let started = Stopwatch::now();
    let told = NarrativeFollower::new(store.clone(), figures).catch_up(&StepContext::default()).await?;
    if told > 0 {
        println!("  {told} stories put into narratives in {:.1} s", started.elapsed().as_secs_f64());
    }
    store.close().await;
    Ok(folder)
}

async fn against_health(folder: &Path, years: &[DayRange], length: Duration) -> anyhow::Result<()> {
    let served = Served::start(folder, false).await?;
    let warm = Duration::from_secs(1);
    let ask = async |calls: Vec<Call>, length| load::run_calls(&served.address, calls, "", 64, length).await;
    let health = || vec![Call::get("/health")];
    ask(health(), warm).await?;
    let before = ask(health(), length).await?;
    before.print("GET /health");
    let mut rates = Vec::new();
    let mut long = None;
    for route in ROUTES {
        let calls = || years.iter().map(|year| call(route, *year)).collect::<Vec<_>>();
        ask(calls(), warm).await?;
        let outcome = ask(calls(), length).await?;
        outcome.print(&format!("{} ({:.0} KB)", route.name, outcome.mean_bytes() / 1e3));
        rates.push(outcome.per_second);
        if route.name == LONGEST {
            let still = || vec![Call::get(&format!("/still/{:.0}", outcome.mean_bytes()))];
            ask(still(), warm).await?;
            let still = ask(still(), length).await?;
            still.print("as many bytes that lie ready in memory");
            long = Some(outcome.per_second / still.per_second);
        }
    }
    let after = ask(health(), length).await?;
    after.print("GET /health, again");
    let health = (before.per_second + after.per_second) / 2.0;
    for (route, rate) in ROUTES.iter().zip(rates) {
        println!("  {:<26} {:.2} of GET /health (target {:.2})", route.name, rate / health, route.target);
    }
    if let Some(share) = long {
        println!("  {LONGEST:<26} {share:.2} of as many bytes that lie ready in memory");
    }
    Ok(())
}

fn call(asked: &Asked, days: DayRange) -> Call {
    let path = asked.path();
    let takes_body = operations::all().iter().any(|entry| entry.route.path == path && entry.takes_body());
    match takes_body {
        true => Call::post(path, &Value::Object(body(asked, days)).to_string()),
        false => Call::get(&format!("{path}?startDate={}&endDate={}", days.first(), days.last())),
    }
}

fn body(asked: &Asked, days: DayRange) -> Map<String, Value> {
    let members = json!({
        "startDate": days.first().to_string(), "endDate": days.last().to_string(), "groupBy": "companies"
    });
    let mut members = members.as_object().cloned().unwrap_or_default();
    if asked.name == A_PAGE {
        members.insert("page".to_owned(), json!(1));
    }
    members
}

/// How long a route takes in process when nothing was kept.
pub struct Fresh {
    pub name: &'static str,
    pub median: Duration,
}

/// Every question is asked once, of a service that has just started and has done what it does by itself: counts are
/// in memory and the leading stories have names. No question was asked before.
pub async fn fresh(folder: &Path, years: &[DayRange]) -> anyhow::Result<Vec<Fresh>> {
    let app = serving::app(folder, false, None).await?;
    let newest = *years.first().context("no year")?;
    let (articles, days) = app.figures.ask(|cube| (cube.total(newest).count, cube.days(newest).count()));
    let started = Stopwatch::now();
    answer(&app, &Asked { name: "/trends", target: 0.0 }, newest).await?;
    let unnamed = started.elapsed();
    let started = Stopwatch::now();
    let named = names::refresh(&app.store, &app.figures).await?;
    println!(
        "{articles} articles on {days} days of the newest year; {named} leading stories named in {:.1} s \
         (/trends without any name held: {unnamed:.1?})",
        started.elapsed().as_secs_f64()
    );
    let mut measured = Vec::new();
    for route in ROUTES {
        let mut took = Vec::new();
        // The newest year's trends were asked for above.
        for year in &years[1..] {
            let started = Stopwatch::now();
            answer(&app, route, *year).await?;
            took.push(started.elapsed());
        }
        took.sort_unstable();
        measured.push(Fresh { name: route.name, median: took[took.len() / 2] });
    }
    app.store.close().await;
    Ok(measured)
}

/// What the HTTP route does, without HTTP.
async fn answer(app: &Arc<App>, asked: &Asked, days: DayRange) -> anyhow::Result<usize> {
    let path = asked.path();
    let entry = operations::all().into_iter().find(|entry| entry.route.path == path);
    let entry = entry.with_context(|| format!("there is no {path}"))?;
    let query = vec![
        ("startDate".to_owned(), days.first().to_string()),
        ("endDate".to_owned(), days.last().to_string()),
    ];
    let mut reader = ParamReader::new(entry.route, Vec::new(), query, body(asked, days));
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
