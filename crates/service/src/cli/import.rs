//! `bellwether import`: files in, with progress, every bad line named, and a count; then what came in is read.
//!
//! Storing and indexing come first and are quick: everything can be found before the first document is read. Then it is
//! learned what the outlets repeat, and the texts are cleaned with that: an archive knows its outlets only as a whole. Stories
//! grow while they are read; where much came in, counts and narratives follow.

use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::{Day, DayRange};
use indicatif::{ProgressBar, ProgressStyle};
use store::Store;
use store::identity::Standing;

use super::counted::counted;
use super::opening;
use super::progress::working;
use super::reclean::clean_again;
use super::reread::{quarantined, read_what_waits};
use pipeline::import::{Imported, Input, Settings, import};
use pipeline::readings::GRACE_MS;
use pipeline::reclean::Scope;
use pipeline::{index, narratives, stories};
use runtime::clock::Clock;
use runtime::config::Config;

/// Documents after which narratives are grown at once: whoever starts the service on an archive finds them. Fewer join when
/// the service looks again, and are not worth reading all counted days for.
const MANY: u64 = 1_000;

pub async fn run(config: Config, files: Vec<PathBuf>, strict: bool) -> anyhow::Result<ExitCode> {
    if files.is_empty() && std::io::stdin().is_terminal() {
        anyhow::bail!("no file was named and nothing is piped in; name a file, or `-` to type lines here");
    }
    // A missing file is found before the first line is taken.
    for file in files.iter().filter(|file| !is_standard(file)) {
        anyhow::ensure!(file.is_file(), "{} is not a file", file.display());
    }
    let store = opening::store_or_new(&config).await?;
    let scope = Scope { after: store.documents.last_number().await?, outlet: None };
    let total_bytes =
        files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum();
    let inputs = match files.is_empty() {
        true => vec![Input::Standard],
        false => files
            .into_iter()
            .map(|file| if is_standard(&file) { Input::Standard } else { Input::File(file) })
            .collect(),
    };
    let settings = Settings { now: Clock::System.now(), strict };
    let bar = progress_bar(total_bytes);
    let bytes_read = Arc::new(AtomicU64::new(0));
    let bytes_so_far = Arc::clone(&bytes_read);
    let importing = import(
        &store,
        inputs,
        &settings,
        bytes_read,
        |line| bar.suspend(|| eprintln!("{}:{}: {}", line.input, line.number, line.reason)),
        |so_far: &Imported| {
            bar.set_position(bytes_so_far.load(Ordering::Relaxed));
            bar.set_message(format!("{} new", so_far.new));
        },
    );
    // A running service holds the index and follows the store by itself; otherwise it is our turn.
    let finder = opening::finder(&config).map(Arc::new).and_then(|finder| {
        finder.tune(search::Settings::BULK)?;
        finder.hold()?;
        Ok(finder)
    });
    if let Ok(finder) = &finder
        && !matches!(index::standing(&store, finder).await?, Standing::Same(_))
    {
        eprintln!("the index is not of this store as it is now, and is built again first");
    }
    let imported = match &finder {
        Ok(finder) => index::beside(&store, finder, importing).await?,
        Err(error) => {
            tracing::debug!("the index is left to whoever holds it: {error:#}");
            importing.await?
        }
    };
    bar.finish_and_clear();
    let Imported { new, updated, unchanged, bad, undated } = imported;
    println!("{new} new, {updated} updated, {unchanged} unchanged, {bad} bad lines");
    if undated > 0 {
        eprintln!(
            "{undated} dated before 1990 or in the future: the time of this import stands in for their dates"
        );
    }
    let reading = async {
        if new > 0 {
            let cleaned = clean_again(&config, &store, &scope).await?;
            if cleaned.changed > 0 {
                println!("{} cleaned again", counted(cleaned.changed, "text"));
            }
        }
        // Also where nothing is new: an import that was killed may have left documents to read and to place.
        let waits = new + updated > 0
            || store.documents.unread_count().await? > 0
            || !store.documents.for_stories(store.documents.stories_seq().await?, 1).await?.is_empty();
        if finder.is_err() || !waits {
            return Ok((read_what_waits(&config, &store).await?, None));
        }
        let mut turning = None;
        let reading = async {
            let read = read_what_waits(&config, &store).await?;
            turning = Some(working("placing what is new in stories"));
            Ok(read)
        };
        let grown = stories::beside(&store, &Clock::System, reading).await;
        turning.into_iter().for_each(|turning| turning.finish_and_clear());
        let (read, placed) = grown?;
        Ok((read, Some(placed)))
    };
    let (read, placed) = match &finder {
        Ok(finder) => index::beside(&store, finder, reading).await?,
        Err(_) => reading.await?,
    };
    println!("{read} read");
    if let Some(placed) = placed {
        println!("{placed} placed in stories");
        if placed >= MANY {
            let turning = working("growing narratives");
            let told = narratives::catch_up(&store).await;
            turning.finish_and_clear();
            match told {
                Ok(Some(told)) => println!("{told} stories told in narratives"),
                Ok(None) => println!("narratives are left to the service that is running"),
                // Everything is stored, read and placed: the service grows them when it starts.
                Err(error) => eprintln!("narratives were not grown; the service will try again: {error:#}"),
            }
        }
    }
    let unreadable = quarantined(&store).await?;
    if unreadable > 0 {
        println!("{} cannot be read; `bellwether doctor` names them", counted(unreadable, "document"));
    }
    offer_backfill(&store, new + updated).await?;
    store.close().await;
    let nothing_good = bad > 0 && new + updated + unchanged == 0;
    let failed = nothing_good || (strict && bad > 0) || unreadable > 0;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Indices of past days are not computed by themselves, and published ones are never changed. Advice, and so not among
/// the results.
async fn offer_backfill(store: &Store, taken: u64) -> anyhow::Result<()> {
    let newest = Clock::System.now().plus_ms(-GRACE_MS).day().plus(-1);
    let Some(covered) = store.documents.days_covered().await?.filter(|_| taken > 0) else { return Ok(()) };
    let Some(days) = DayRange::inclusive(covered.first(), covered.last().min(newest)) else { return Ok(()) };
    let published: HashSet<Day> =
        store.readings.frozen(days).await?.into_iter().map(|(day, _)| day).collect();
    let missing: Vec<Day> = days.days().filter(|day| !published.contains(day)).collect();
    if let (Some(first), Some(last)) = (missing.first(), missing.last()) {
        let days = counted(missing.len(), "day");
        eprintln!("{days} without indices, {first} to {last}: compute them with `bellwether backfill`");
    }
    if !published.is_empty() {
        eprintln!(
            "published indices stay as they are; `bellwether recompute --date DAY` shows what late articles would change"
        );
    }
    Ok(())
}

fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

fn progress_bar(total_bytes: u64) -> ProgressBar {
    let bar = ProgressBar::new(total_bytes);
    let style = match total_bytes {
        0 => ProgressStyle::with_template("{spinner} {bytes} read, {msg}, {elapsed}"),
        _ => ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {msg}, {eta} left"),
    };
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
