//! What the program can be told to do: one file per command.

mod account;
mod ask;
mod audit;
mod backfill;
mod backup;
mod call;
mod confirm;
mod counted;
mod demo;
mod directness;
mod doctor;
mod extract;
mod followers;
mod given;
mod import;
mod import_prices;
mod inputs;
mod key;
mod likeness;
mod lines;
mod mcp;
mod migrate_store;
mod narrative;
mod narratives;
mod opening;
mod payments;
mod progress;
mod quotes;
mod read;
mod rebuild;
mod reclean;
mod recompute;
mod reindex;
mod remove;
mod reread;
mod restore;
pub mod serve;
mod source;
mod speaker;
mod stories;
mod transcript;
mod user;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use runtime::config::{Config, Flags};
use runtime::{private_folder, telemetry};
use web::http;

/// Narrative intelligence for the digital-asset industry.
#[derive(Parser)]
#[command(name = "bellwether", version = VERSION, about, max_term_width = 110)]
pub struct CommandLine {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Command,
}

/// With the commit where the builder named it (deploy/build does). Git is not asked: the same sources give the same
/// program, and a new commit alone rebuilds nothing.
const VERSION: &str = match option_env!("BELLWETHER_BUILD") {
    Some(version) if !version.is_empty() => version,
    _ => env!("CARGO_PKG_VERSION"),
};

#[derive(Subcommand)]
enum Command {
    /// Serve the API from the store in data_dir.
    Serve {
        /// What this process does: all, door or worker; as the setting node_role.
        #[arg(long = "role", value_name = "ROLE")]
        node: Option<String>,
    },
    /// Generate an invented year of coverage, serve it, and print a key and calls to try. Its data lies in the folder `demo` of
    /// data_dir: other commands look at it with --data-dir bellwether-data/demo.
    Demo(demo::DemoOptions),
    /// Import items from NDJSON files (plain, .gz or .zst) or from standard input, then read them; resumable, and the
    /// service may run meanwhile. Exit code 0: imported; 1: nothing but bad lines, any bad line with --strict, or
    /// documents that cannot be read.
    Import {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Stop at the first bad line instead of reporting it and going on.
        #[arg(long)]
        strict: bool,
    },
    /// Call a route of the API at any server; without arguments it lists the routes.
    Ask(ask::AskOptions),
    /// Open accounts and change what they may use.
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// Create, list, rotate and revoke keys.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Create, list and remove users of the console.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Prove that the books balance, that no payment is left open and that the audit log is whole.
    Audit(audit::AuditOptions),
    /// List, show and close payments for single calls.
    #[command(subcommand)]
    Payments(payments::PaymentsCommand),
    /// Write one moment of the store to a file, while it may be serving, and read it back.
    Backup {
        /// A file, a folder or s3://bucket/prefix (the file is then named after the day), or `-` for standard output.
        target: PathBuf,
    },
    /// Fill an empty store from a backup, compare the two, and prove that the books balance.
    Restore(restore::RestoreOptions),
    /// Copy a store into an empty one, from the embedded engine to Postgres or back, and compare the two; resumable. Stop
    /// the service first: what is written meanwhile is not copied.
    MigrateStore(migrate_store::MigrateOptions),
    /// Take documents down for good: some, or all of an outlet or a source; counts, stories and index follow.
    Remove(remove::RemoveOptions),
    /// Import daily closes from a CSV file with columns named date and close, price or price_usd; bad lines are
    /// refused, each with its reason.
    ImportPrices {
        /// The CSV file.
        file: PathBuf,
        /// Ticker of the asset.
        #[arg(long, default_value = "BTC")]
        asset: String,
    },
    /// Compute the indices of past days that have none yet; published ones stay; resumable, and the service may run meanwhile.
    Backfill {
        /// First day, YYYY-MM-DD; by default the first with documents.
        #[arg(long, value_parser = day)]
        from: Option<domain::Day>,
        /// Last day, YYYY-MM-DD; by default the newest that is over.
        #[arg(long, value_parser = day)]
        to: Option<domain::Day>,
    },
    /// Compute a published day again from its documents and compare. Exit code 0: equal; 3: equal but for what came
    /// late; 4: it differs; 5: nothing was published; 6: documents were removed since, so that it cannot be computed.
    Recompute {
        /// The UTC day, YYYY-MM-DD.
        #[arg(long, value_parser = day)]
        date: domain::Day,
        /// One metric; by default all.
        #[arg(long)]
        metric: Option<String>,
    },
    /// Build the search index again from the store.
    Reindex,
    /// Count every day again from its documents; the service may run meanwhile.
    Rebuild,
    /// Read every document that nobody or an older model read; resumable, and the service may run meanwhile.
    Reread,
    /// Clean stored articles again, by the rules and by what outlets repeat today, and read those that changed; the service
    /// may run meanwhile.
    Reclean {
        /// Only articles of this outlet.
        #[arg(long)]
        outlet: Option<String>,
    },
    /// Print what the models read in texts: NDJSON {id, title, content} or plain lines, from files (plain, .gz or .zst) or standard input.
    Read {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Print which items tell the same story: NDJSON {id, title, content, published_at, outlet}, in any order.
    Stories {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line; the only format.
        #[arg(long)]
        json: bool,
    },
    /// Print how alike the two articles of each line are, 0 to 1, in one language or two: NDJSON {id, language, title, content,
    /// language2, title2, content2}; `language` may be `de-en`.
    Likeness {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line; the only format.
        #[arg(long)]
        json: bool,
    },
    /// Print which narratives stories belong to: NDJSON {id, title, content, published_at}, in the order of arrival.
    Narratives {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line; the only format.
        #[arg(long)]
        json: bool,
    },
    /// Print who says what: NDJSON {id, title, content}, from files (plain, .gz or .zst) or standard input.
    Quotes {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line; the only format.
        #[arg(long)]
        json: bool,
    },
    /// List narratives, and rename, merge, split, pin or mute them.
    #[command(subcommand)]
    Narrative(narrative::NarrativeCommand),
    /// Add, list, test, pause and remove sources.
    #[command(subcommand)]
    Source(source::SourceCommand),
    /// Show, merge, correct and take down people and firms that are quoted.
    #[command(subcommand)]
    Speaker(speaker::SpeakerCommand),
    /// Print the article that a page holds.
    Extract {
        /// Addresses or files of pages.
        #[arg(required = true, value_name = "URL_OR_FILE")]
        inputs: Vec<String>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Print who says what in transcripts of calls.
    Transcript {
        /// Transcripts to read.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Print how direct answers are: NDJSON {id, question, answer}, from files (plain, .gz or .zst) or standard input.
    Directness {
        /// Files to read; `-` or none at all means standard input.
        files: Vec<PathBuf>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Print the questions and answers of calls with their scores, or why a call cannot be scored.
    Call {
        /// Transcripts to read.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Output NDJSON: one JSON object per line.
        #[arg(long)]
        json: bool,
    },
    /// Serve the tools to an agent on this machine over standard input and output; no keys, no credits.
    Mcp,
    /// Print the OpenAPI document.
    Openapi,
    /// Check configuration, store, index, disk and clock, and suggest what to do.
    Doctor {
        /// Look through everything that is stored too: each document in index and counts once, stories, books, events.
        /// Reads the whole store; best while no service runs on it.
        #[arg(long)]
        deep: bool,
    },
}

pub fn run(command_line: CommandLine) -> anyhow::Result<ExitCode> {
    let mut flags = command_line.flags;
    // `role` alone is a word of several commands: as a flag of all of them it would take their values.
    if let Command::Serve { node: Some(role) } = &command_line.command {
        flags.node_role = Some(role.clone());
    }
    let config = Config::load(&flags, &std::env::vars().collect())?;
    telemetry::start_logging(&config.log, &config.log_format)?;
    private_folder::keep_new_files_private();
    // A service beside it goes on answering.
    if matches!(command_line.command, Command::Import { .. }) {
        runtime::priority::lower();
    }
    // One provider of cryptography for every outgoing connection; only the first call counts.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        match command_line.command {
            Command::Serve { .. } => serve::run(config).await,
            Command::Demo(options) => demo::run(config, options).await,
            Command::Import { files, strict } => import::run(config, files, strict).await,
            Command::Ask(options) => ask::run(config, options).await,
            Command::Account(command) => account::run(config, command).await,
            Command::Key(command) => key::run(config, command).await,
            Command::User(command) => user::run(config, command).await,
            Command::Audit(options) => audit::run(config, options).await,
            Command::Payments(command) => payments::run(config, command).await,
            Command::Backup { target } => backup::run(config, target).await,
            Command::Restore(options) => restore::run(config, options).await,
            Command::MigrateStore(options) => migrate_store::run(options).await,
            Command::Remove(options) => remove::run(config, options).await,
            Command::ImportPrices { file, asset } => import_prices::run(config, file, asset).await,
            Command::Backfill { from, to } => backfill::run(config, from, to).await,
            Command::Recompute { date, metric } => recompute::run(config, date, metric).await,
            Command::Reindex => reindex::run(config).await,
            Command::Rebuild => rebuild::run(config).await,
            Command::Reread => reread::run(config).await,
            Command::Reclean { outlet } => reclean::run(config, outlet).await,
            Command::Narrative(command) => narrative::run(config, command).await,
            Command::Source(command) => source::run(config, command).await,
            Command::Speaker(command) => speaker::run(config, command).await,
            Command::Extract { inputs, json } => extract::run(config, inputs, json).await,
            Command::Transcript { files, json } => transcript::run(config, files, json).await,
            Command::Call { files, json } => call::run(config, files, json).await,
            Command::Openapi => {
                let document = http::openapi::document(&config.public_base());
                println!("{}", serde_json::to_string_pretty(&document)?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Mcp => mcp::run(config).await,
            Command::Doctor { deep } => doctor::run(config, deep).await,
            Command::Read { files, json } => read::run(&files, json),
            Command::Stories { files, .. } => stories::run(&files),
            Command::Likeness { files, .. } => likeness::run(&files),
            Command::Narratives { files, .. } => narratives::run(&files),
            Command::Quotes { files, .. } => quotes::run(&files),
            Command::Directness { files, json } => directness::run(&files, json),
        }
    });
    // Reading threads may still be busy with work that nobody waits for.
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    result
}

fn day(text: &str) -> Result<domain::Day, String> {
    domain::Day::parse(text).map_err(|_| format!("{text:?} is not a day as YYYY-MM-DD"))
}
