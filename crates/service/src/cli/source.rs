//! `bellwether source`: which sources are asked, and what a source would give.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;
use serde::Serialize;
use sources::{Content, Hint, SourceEntry};
use store::{Source, Store};

use super::inputs::{self, Way};
use super::opening;
use pipeline::collect::catalog;
use pipeline::collect::catalog::Details;
use pipeline::collect::change::{add, check_address, kind_named, remove, set_content, set_paused};
use runtime::config::Config;

#[derive(Subcommand)]
pub enum SourceCommand {
    /// Add a source; a running service polls it immediately.
    Add {
        /// Its address; a folder for earnings_calls, a CIK for edgar.
        url: String,
        /// Kind of source: feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news,
        /// github_discussions or bitcoin_price.
        #[arg(long, default_value = "feed")]
        kind: String,
        /// Name under which its items appear; the host where none is given.
        #[arg(long)]
        outlet: Option<String>,
        /// Category of the outlet, such as Crypto News, Mainstream, Regulator, Company, Podcast or Social.
        #[arg(long)]
        category: Option<String>,
        /// Family of the outlet: outlets of one owner share it.
        #[arg(long)]
        family: Option<String>,
        /// Country, ISO 3166-1 alpha-2.
        #[arg(long)]
        country: Option<String>,
        /// Language, ISO 639-1.
        #[arg(long)]
        language: Option<String>,
        /// Ticker of the company whose filings or calls these are.
        #[arg(long)]
        ticker: Option<String>,
        /// How much of its items' text is kept: full, excerpt (about two sentences) or none (the headline alone).
        #[arg(long, default_value = "full", value_parser = content_named)]
        content: Content,
    },
    /// Set how much text of a source's new items is kept; stored items stay as they are.
    Content {
        /// Id of the source, as `bellwether source list` prints it.
        id: String,
        /// full, excerpt or none.
        #[arg(value_parser = content_named)]
        content: Content,
    },
    /// List all sources with their state.
    List,
    /// Show what would be read from addresses or files, without storing anything.
    Test {
        /// Addresses or files to read.
        #[arg(required = true, value_name = "URL_OR_FILE")]
        inputs: Vec<String>,
        /// Read them as this kind instead of detecting it.
        #[arg(long)]
        kind: Option<String>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Stop polling a source until it is resumed.
    Pause {
        /// Id of the source, as `bellwether source list` prints it.
        id: String,
    },
    /// Poll a paused or removed source again.
    Resume {
        /// Id of the source, as `bellwether source list` prints it.
        id: String,
    },
    /// Remove a source; its documents stay.
    Remove {
        /// Id of the source, as `bellwether source list` prints it.
        id: String,
    },
    /// Add the feeds of an OPML file.
    ImportOpml {
        /// The OPML file.
        file: PathBuf,
    },
    /// Write feeds and podcasts as OPML, to a file or to standard output.
    ExportOpml {
        /// File to write; standard output without one.
        file: Option<PathBuf>,
    },
}

fn content_named(name: &str) -> Result<Content, String> {
    Content::from_name(name).ok_or_else(|| format!("there are {}", Content::NAMES.join(", ")))
}

/// A list of feeds is never larger.
const MAX_OPML_BYTES: u64 = 16 << 20;

pub async fn run(config: Config, command: SourceCommand) -> anyhow::Result<ExitCode> {
    if let SourceCommand::Test { inputs, kind, json } = command {
        return test(&config, inputs, kind.as_deref(), json).await;
    }
    let store = match command {
        SourceCommand::Add { .. } | SourceCommand::ImportOpml { .. } => {
            opening::store_or_new(&config).await?
        }
        _ => opening::store(&config).await?,
    };
    let done = change(&store, command).await;
    store.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

async fn change(store: &Store, command: SourceCommand) -> anyhow::Result<()> {
    let origin = opening::origin();
    match command {
        SourceCommand::Add { url, kind, outlet, category, family, country, language, ticker, content } => {
            let standard = SourceEntry::added(&url, kind_named(&kind)?);
            check_address(&standard)?;
            let entry = SourceEntry {
                family: family.or(outlet.clone()).unwrap_or(standard.family),
                outlet: outlet.unwrap_or(standard.outlet),
                category: category.unwrap_or(standard.category),
                country: country.unwrap_or(standard.country),
                language: language.unwrap_or(standard.language),
                ticker: ticker.or(standard.ticker),
                content,
                ..standard
            };
            add(store, &origin, &entry).await?;
            println!("{}", entry.id);
        }
        SourceCommand::List => {
            let mut output = std::io::stdout().lock();
            for source in stored(store).await? {
                writeln!(output, "{}", line(&source))?;
            }
        }
        SourceCommand::Content { id, content } => {
            found(set_content(store, &origin, &id, content).await?, &id)?;
            println!("of what {id} brings, {} is kept", content.name());
        }
        SourceCommand::Pause { id } => {
            found(set_paused(store, &origin, &id, true).await?, &id)?;
            println!("{id} is paused");
        }
        SourceCommand::Resume { id } => {
            found(set_paused(store, &origin, &id, false).await?, &id)?;
            println!("{id} is asked again");
        }
        SourceCommand::Remove { id } => {
            found(remove(store, &origin, &id).await?, &id)?;
            println!("{id} is removed");
        }
        SourceCommand::ImportOpml { file } => {
            let length = std::fs::metadata(&file).map(|about| about.len());
            let length = length.with_context(|| format!("{} cannot be read", file.display()))?;
            if length > MAX_OPML_BYTES {
                bail!("{} is larger than {MAX_OPML_BYTES} bytes", file.display());
            }
            let bytes = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let reading = tokio::task::spawn_blocking(move || {
                sources::Budget::for_document().run(|| sources::opml::import(&bytes))
            });
            let entries = reading.await?.with_context(|| file.display().to_string())?;
            let entries = entries.with_context(|| file.display().to_string())?;
            let known = store.sources.list().await?;
            let mut new = 0;
            for entry in &entries {
                if known.iter().all(|source| source.url != entry.url) {
                    add(store, &origin, entry).await?;
                    new += 1;
                }
            }
            println!("{new} added, {} were there already", entries.len() - new);
        }
        SourceCommand::ExportOpml { file } => {
            let sources = stored(store).await?;
            let entries: Vec<SourceEntry> =
                sources.iter().filter_map(|source| catalog::entry_of(source).ok()).collect();
            let text = sources::opml::export(&entries);
            match file {
                Some(file) => std::fs::write(&file, text)
                    .with_context(|| format!("{} cannot be written", file.display()))?,
                None => std::io::stdout().write_all(text.as_bytes())?,
            }
        }
        SourceCommand::Test { .. } => unreachable!("it needs no store and was answered before"),
    }
    Ok(())
}

/// Those that nobody removed.
async fn stored(store: &Store) -> anyhow::Result<Vec<Source>> {
    let sources = store.sources.list().await.context("listing the sources")?;
    let is_there = |source: &Source| Details::read(source).is_none_or(|details| !details.removed);
    Ok(sources.into_iter().filter(is_there).collect())
}

fn found(found: bool, id: &str) -> anyhow::Result<()> {
    if found { Ok(()) } else { bail!(no_source(id)) }
}

fn no_source(id: &str) -> String {
    format!("there is no source {id:?}; `bellwether source list` shows them all")
}

fn line(source: &Source) -> String {
    let outlet = Details::read(source).map(|details| details.outlet).unwrap_or_default();
    let state = match (source.paused, &source.last_error, source.last_success_at) {
        (true, Some(error), _) => format!("paused; {error}"),
        (true, None, _) => "paused".to_owned(),
        (_, Some(error), _) => format!("failed {} times: {error}", source.error_count),
        (_, None, Some(at)) => format!("read {at}"),
        (_, None, None) => "not read yet".to_owned(),
    };
    let mut line = format!(
        "{}  {}  {outlet}  {}  due {}  {} items  {state}",
        source.id, source.kind, source.url, source.next_due_at, source.items_total
    );
    if source.quarantined > 0 {
        line.push_str(&format!("  {} in quarantine", source.quarantined));
    }
    if let Some(moving) = &source.moving {
        line.push_str(&format!(
            "  redirects to {} ({} times since {})",
            moving.to, moving.seen, moving.since
        ));
    }
    line
}

#[derive(Serialize)]
struct Tested {
    input: String,
    kind: String,
    title: Option<String>,
    entries: Vec<TestedEntry>,
}

#[derive(Serialize)]
struct TestedEntry {
    title: Option<String>,
    link: Option<String>,
    id: Option<String>,
    published: Option<String>,
    author: Option<String>,
}

async fn test(
    config: &Config,
    inputs: Vec<String>,
    kind: Option<&str>,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let kind = kind.map(kind_named).transpose()?;
    let read = move |input: &str, loaded: &inputs::Loaded| {
        let hint = Hint { name: &loaded.name, content_type: loaded.content_type.as_deref(), kind };
        let probe = sources::probe(&loaded.bytes, &hint).map_err(|error| error.chain())?;
        let entries = probe
            .entries
            .into_iter()
            .map(|entry| TestedEntry {
                title: entry.title,
                link: entry.link,
                id: entry.id,
                published: entry.published.map(|at| at.rfc3339()),
                author: entry.author,
            })
            .collect();
        Ok(Tested { input: input.to_owned(), kind: probe.kind, title: probe.title, entries })
    };
    inputs::each(config, inputs, Way { json, pages: false }, read, describe).await
}

fn describe(tested: &Tested) -> String {
    let title = tested.title.as_deref().unwrap_or("no title");
    let mut text = format!("{}: {} {title:?}, {} entries", tested.input, tested.kind, tested.entries.len());
    for entry in &tested.entries {
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "-".to_owned());
        text.push_str(&format!(
            "\n  {}  {}  {}",
            part(&entry.published),
            part(&entry.title),
            part(&entry.link)
        ));
    }
    text
}
