//! `bellwether demo`: an invented year of coverage, a key, and calls that work as printed.

use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use domain::time::MS_PER_DAY;
use domain::url::{UrlError, canonical_url};
use domain::{DayRange, DocumentId};
use indicatif::{ProgressBar, ProgressStyle};
use metering::plan::TEAM;
use metering::{KeyKind, Scope};
use store::Store;
use store::audit_log::Origin;
use store::brains::BrainDefinition;
use store::prices::DailyClose;
use store::spaces::{SpaceDefinition, SpaceRange};

use super::{opening, serve};
use interface::App;
use management::accounts::AccountError;
use management::operations::{keys, owned, spaces};
use management::people::{People, PersonError, Role, link_address};
use pipeline::readings;
use pipeline::readings::{GRACE_MS, Publisher};
use pipeline::{calls, digest, index, rollup, stories};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::error::ApiError;
use runtime::open_files;
use web::http;

/// Name of the demo's account.
const ACCOUNT: &str = "demo";
/// Of its key. Demos of before had a test key, which opens one month alone.
const KEY: &str = "demo, live";

/// Items of one transaction.
const BATCH: usize = 500;

#[derive(clap::Args)]
pub struct DemoOptions {
    /// Listen on an address that others can reach; needs --anyone-may-sign-in as well.
    #[arg(long)]
    public: bool,
    /// Confirm that whoever reaches the address may use the demo's account.
    #[arg(long)]
    anyone_may_sign_in: bool,
}

pub async fn run(config: Config, options: DemoOptions) -> anyhow::Result<ExitCode> {
    check(&config, &options)?;
    open_files::raise(http::Limits::open_files(&config));
    let listener = serve::bind("listen", &config.listen).await?;
    // Apart from real data: nobody should find an invented hack among their own articles.
    let data_dir = config.data_dir().join("demo").display().to_string();
    let config = Config { data_dir, collect: false, ..config };
    let app = opening::app(config, Clock::System).await?;
    fill(&app).await?;
    let key = issue_key(&app).await?;
    if let Some(gate) = app.admission.gate() {
        gate.offer(&key);
    }
    let link = furnish(&app).await?;
    greet(&app, &key, &link);
    serve::until_stopped(app, listener).await?;
    Ok(ExitCode::SUCCESS)
}

/// Invented documents never go into somebody's database, and the demo's key, printed on its pages, opens it to everybody
/// who reaches them.
fn check(config: &Config, options: &DemoOptions) -> anyhow::Result<()> {
    anyhow::ensure!(
        config.database_url.is_empty(),
        "the demo fills its store with invented documents and takes none but its own: unset database_url \
         (BELLWETHER_DATABASE_URL, bellwether.toml) and start it again"
    );
    let address: std::net::SocketAddr = config.listen.parse().context("listen")?;
    anyhow::ensure!(
        address.ip().is_loopback() || (options.public && options.anyone_may_sign_in),
        "{address} can be reached by others, and the demo shows everybody a key to its account. Listen on 127.0.0.1 \
         instead, or say it twice: bellwether demo --listen {address} --public --anyone-may-sign-in"
    );
    Ok(())
}

/// The world up to now; what an earlier start took in already is left as it is.
async fn fill(app: &Arc<App>) -> anyhow::Result<()> {
    let now = Clock::System.now();
    let world = demo::world_until(now, demo::SEED);
    let items: Vec<_> = world.items().collect();
    let bar = ProgressBar::new(items.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("inventing a year of coverage {bar:30} {pos}/{len}") {
        bar.set_style(style);
    }
    let taking = async {
        let mut new = 0;
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let batch: Vec<_> = items.by_ref().take(BATCH).collect();
            let length = batch.len() as u64;
            new += take_in(&app.store, batch, now).await?;
            bar.inc(length);
        }
        Ok(new)
    };
    let (new, _) = stories::beside(&app.store, &app.clock, taking).await?;
    index::catch_up(&app.store, &app.finder, |_| {}).await?;
    calls::catch_up(&app.store).await?;
    rollup::recount(&app.store, |_| {}).await?;
    rollup::load(&app.store, &app.figures).await?;
    insert_prices(&app.store, &world.prices).await?;
    bar.finish_and_clear();
    publish(app, now).await?;
    let total = app.store.documents.count().await?;
    println!(
        "{new} invented items taken in, {total} in all, {} to {}",
        world.days.first(),
        world.days.last()
    );
    Ok(())
}

/// The year's history of every index, as far as it is not published yet, and the newest readings.
async fn publish(app: &Arc<App>, now: domain::Instant) -> anyhow::Result<()> {
    let publisher = Publisher::new(app.store.clone(), Arc::clone(&app.figures));
    let yesterday = now.plus_ms(-GRACE_MS).day().plus(-1);
    if let Some(days) =
        app.figures.ask(|cube| cube.span()).and_then(|span| DayRange::inclusive(span.first(), yesterday))
    {
        let bar = ProgressBar::new(days.length().unsigned_abs());
        if let Ok(style) = ProgressStyle::with_template("computing its indices {bar:30} {pos}/{len} days") {
            bar.set_style(style);
        }
        readings::backfill(&publisher, days, now, |_| bar.inc(1)).await?;
        bar.finish_and_clear();
    }
    publisher.refresh(now).await
}

async fn insert_prices(store: &Store, closes: &[(domain::Day, f64)]) -> anyhow::Result<()> {
    let closes: Vec<_> = closes
        .iter()
        .map(|&(day, close)| DailyClose { asset: "BTC".into(), day, close, source: "demo (invented)".into() })
        .collect();
    store.prices.insert(&closes).await.context("storing the demo's prices")
}

async fn take_in(store: &Store, mut batch: Vec<domain::Item>, now: domain::Instant) -> anyhow::Result<usize> {
    // What an earlier start read need not be read again.
    let ids: Vec<_> = batch.iter().map(|item| id(&item.url)).collect::<Result<_, _>>()?;
    let held: HashSet<_> = store.documents.headlines(&ids).await?.into_iter().map(|held| held.id).collect();
    let mut ids = ids.into_iter();
    batch.retain(|_| ids.next().is_none_or(|id| !held.contains(&id)));
    let digested = tokio::task::spawn_blocking(move || digest::digest(batch, now)).await?;
    if let Some(rejected) = digested.rejected.first() {
        anyhow::bail!("an invented item was refused: {}", rejected.reason);
    }
    Ok(store.documents.insert(digested.documents, None).await.context("storing the demo")?.new)
}

fn id(url: &str) -> Result<DocumentId, UrlError> {
    Ok(DocumentId::of_canonical_url(&canonical_url(url)?))
}

/// An account of the highest plan, and a key for it. The key of an earlier start opens for another day.
async fn issue_key(app: &App) -> anyhow::Result<String> {
    let accounts = keys::accounts(app, origin(app), Scope::Account);
    match accounts.create(ACCOUNT, TEAM.id).await {
        Ok(_) | Err(AccountError::NameTaken(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let issued = match accounts.rotate_key(ACCOUNT, KEY, 24 * 3_600_000).await {
        Err(AccountError::NoKey(_) | AccountError::KeyEnded(_)) => {
            accounts.create_key(ACCOUNT, KEY, KeyKind::Live, Scope::Account, None).await?
        }
        issued => issued?,
    };
    Ok(issued.key.reveal().to_owned())
}

/// Somebody to sign in as, and something of the account's own to look at; made once. Gives a sign-in link.
async fn furnish(app: &App) -> anyhow::Result<String> {
    let now = app.clock.now();
    let account = keys::accounts(app, origin(app), Scope::Account).find(ACCOUNT).await?.id;
    let people = People { store: &app.store, origin: origin(app) };
    match people.create(ACCOUNT, Some((&account, Role::Owner)), true, None).await {
        Ok(_) | Err(PersonError::NameTaken(_)) => {}
        Err(error) => return Err(error.into()),
    }
    if app.store.spaces.list(&account).await?.is_empty() {
        let definition = SpaceDefinition {
            name: "Regulation and ETFs".into(),
            keyword: Some("bitcoin AND (etf OR regulation)".into()),
            outlet: None,
            sentiment: None,
            range: SpaceRange::Rolling(90),
            columns: spaces::COLUMNS[..spaces::DEFAULT_COLUMNS].iter().map(|name| (*name).into()).collect(),
        };
        made(owned::create(app, &account, definition, now).await)?;
    }
    if app.store.brains.list(&account).await?.is_empty() {
        let since = now.plus_ms(-90 * MS_PER_DAY);
        let speakers = app.store.documents.busiest_speakers(since, 5).await?;
        let handles: Vec<String> = speakers.into_iter().map(|speaker| speaker.handle).collect();
        if !handles.is_empty() {
            let definition = BrainDefinition { name: "Loudest voices".into(), handles, people: Vec::new() };
            made(owned::create(app, &account, definition, now).await)?;
        }
    }
    Ok(link_address(&app.config.public_base(), &people.make_link(ACCOUNT).await?))
}

fn origin(app: &App) -> Origin {
    Origin { at: app.clock.now(), ..opening::origin() }
}

fn made<T>(result: Result<T, ApiError>) -> anyhow::Result<T> {
    result.map_err(|error| anyhow::anyhow!("furnishing the demo: {}", error.detail))
}

fn greet(app: &App, key: &str, link: &str) {
    let base = app.config.public_base();
    let today = app.clock.now().day();
    let (week, month) = (today.plus(-6), today.plus(-29));
    println!(
        "
Bellwether demo on {base}
Everything in it is invented: outlets, companies, people and events.

  start page      {base}/
  documentation   {base}/docs
  key             {key}
  console         {link}
                  (signs in once, within a day; the next start prints another)

Try:
  curl -i -H 'Authorization: Bearer {key}' '{base}/feed?startDate={week}&endDate={today}&limit=3'
  curl -H 'Authorization: Bearer {key}' '{base}/feed?startDate={month}&endDate={today}&keyword=bitcoin+AND+(etf+OR+regulation)&sentiment=Positive&limit=5'
  curl -H 'Authorization: Bearer {key}' '{base}/trends?startDate={week}&endDate={today}'
  curl -H 'Authorization: Bearer {key}' -H 'Accept: text/csv' '{base}/sentiment-metrics?startDate={month}&endDate={today}'
  curl -H 'Authorization: Bearer {key}' '{base}/usage'
  curl '{base}/quote?path=%2Ffeed%3Flimit%3D100'
  curl '{base}/index'
  curl -H 'Authorization: Bearer {key}' '{base}/indices?metric=main_index&include_history=true'
  curl '{base}/health/ready'

Stop with Ctrl-C. The data stays in {0} and the next start goes on from there.
Other commands look at it with --data-dir {0}.",
        app.config.data_dir,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_takes_nobodys_database_and_no_public_address_unless_told_twice() {
        let told = |public, anyone_may_sign_in| DemoOptions { public, anyone_may_sign_in };
        let config = Config { database_url: "postgres://db/real".into(), ..Config::default() };
        assert!(check(&config, &told(true, true)).expect_err("refused").to_string().contains("database_url"));
        assert!(check(&Config::default(), &told(false, false)).is_ok());
        for listen in ["0.0.0.0:8080", "[::]:8080", "192.0.2.1:80"] {
            let config = Config { listen: listen.into(), ..Config::default() };
            for options in [told(false, false), told(true, false), told(false, true)] {
                let error = check(&config, &options).expect_err("refused").to_string();
                assert!(error.contains("--public --anyone-may-sign-in"), "{error}");
            }
            assert!(check(&config, &told(true, true)).is_ok());
        }
    }
}
