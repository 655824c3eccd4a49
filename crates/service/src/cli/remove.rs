//! `bellwether remove`: documents taken down for good, with counts, stories and index following.

use std::process::ExitCode;

use anyhow::{Context, bail};
use domain::{Day, Instant};
use indicatif::{ProgressBar, ProgressStyle};
use store::documents::Which;

use super::counted::counted;
use super::{confirm, opening};
use pipeline::collect::catalog::Details;
use pipeline::collect::change;
use pipeline::removal::{document_named, take_down};
use runtime::config::Config;

#[derive(clap::Args)]
pub struct RemoveOptions {
    /// Ids or addresses of documents.
    #[arg(value_name = "ID_OR_URL", conflicts_with_all = ["outlet", "source"])]
    documents: Vec<String>,
    /// All documents of this outlet instead.
    #[arg(long, conflicts_with = "source")]
    outlet: Option<String>,
    /// All documents of the outlet of this source, which is no longer polled.
    #[arg(long)]
    source: Option<String>,
    /// Only what was published before this day, YYYY-MM-DD.
    #[arg(long, value_parser = super::day, conflicts_with = "documents")]
    before: Option<Day>,
    /// Do not ask for confirmation.
    #[arg(long)]
    yes: bool,
}

pub async fn run(config: Config, options: RemoveOptions) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let origin = opening::origin();
    let before = options.before.map_or(Instant::from_ms(i64::MAX), Day::start);
    let outlet = match (&options.outlet, &options.source) {
        (Some(outlet), _) => Some(outlet.clone()),
        (None, Some(id)) => {
            let source = store.sources.find(id).await?.with_context(|| format!("there is no source {id}"))?;
            Some(Details::read(&source).context("its settings cannot be read")?.outlet)
        }
        (None, None) => None,
    };
    let (which, what) = match outlet {
        Some(name) => (Which::OfOutlet { name: name.clone(), before }, format!("outlet {name}")),
        None if options.documents.is_empty() => bail!("name documents, an outlet or a source"),
        None => {
            let named = |text: &String| {
                document_named(text).with_context(|| format!("{text:?} is neither an id nor an address"))
            };
            let ids = options.documents.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?;
            (Which::Listed(ids), options.documents.join(", "))
        }
    };
    let count = store.documents.count_which(&which).await?.unsigned_abs();
    if count == 0 && options.source.is_none() {
        println!("there are no such documents");
        return Ok(ExitCode::SUCCESS);
    }
    confirm::confirm(
        &format!("{} ({what}) will be removed for good", counted(count, "document")),
        options.yes,
    )?;
    if let Some(id) = &options.source {
        // First, or it brings back nothing but still tries.
        change::remove(&store, &origin, id).await?;
        println!("source {id} is no longer polled");
    }
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} documents, {eta} left") {
        bar.set_style(style);
    }
    let removed =
        take_down(&store, &origin, &which, &what, u64::MAX, |removed| bar.set_position(removed)).await?;
    bar.finish_and_clear();
    println!(
        "{} removed; a running service updates index and counts within seconds",
        counted(removed, "document")
    );
    Ok(ExitCode::SUCCESS)
}
