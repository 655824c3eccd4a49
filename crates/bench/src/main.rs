//! Measurements against a peer or a limit in the same run; the absolute figures of a shared machine mean little.
//!
//! `cargo run --release -p bench -- all --data DIR` where DIR holds `corpus/crypto_news_2025_dev.jsonl.gz`. Without
//! the data it says so and stops. docs/benchmarks.md explains each figure.

mod alerts;
mod answers;
mod bare;
mod beside;
mod corpus;
mod doors;
mod feed;
mod growth;
mod import;
mod indices;
mod ledger;
mod load;
mod metering;
mod pages;
mod postgres;
mod questions;
mod serving;
mod soak;
mod startup;
mod tools;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(about = "Measures Bellwether against peers and limits, as ratios within one run")]
struct CommandLine {
    /// Folder of the measuring data.
    #[arg(long, global = true, default_value = "../shared/data")]
    data: PathBuf,
    /// Scratch folder; what is built there is used again by the next run of the same size.
    #[arg(long, global = true, default_value = "target/bench-data")]
    work: PathBuf,
    /// Documents of the replayed corpus.
    #[arg(long, global = true, default_value_t = 1_000_000)]
    documents: usize,
    /// Documents that Postgres gets for the comparison; fewer favour Postgres.
    #[arg(long, global = true, default_value_t = 200_000)]
    postgres_documents: usize,
    /// Seconds that each load runs.
    #[arg(long, global = true, default_value_t = 10)]
    seconds: u64,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Everything below, one after the other.
    All,
    /// Import and indexing of the real corpus against a bare tantivy writer.
    Import,
    /// GET /feed over loopback against the same searches in process, and against Postgres full text.
    Feed,
    /// The everyday questions over a year against GET /health and against SQL, and what keeping counts costs.
    Answers,
    /// Pages over the replayed corpus, each against 100 ms.
    Pages,
    /// Metered answers against the same answers unmetered, and against one durable commit a call.
    Metering,
    /// A cheap tool against the route behind it, metered.
    Tools,
    /// A refresh of all metrics, and the public views of the indices against GET /health.
    Indices,
    /// Time to ready and memory with the replayed corpus.
    Startup,
    /// Ten years of days with more and more documents: ready, memory, disk, searches, answers over a year.
    Growth {
        /// Numbers of documents, each built and measured.
        #[arg(long, value_delimiter = ',', default_values_t = [100_000, 1_000_000, 3_000_000])]
        sizes: Vec<usize>,
        /// They lie on so many days at least: the corpus is laid end to end over them.
        #[arg(long, default_value_t = growth::DAYS)]
        days: i64,
        /// Characters of each text that are kept.
        #[arg(long, default_value_t = 120)]
        characters: usize,
        /// The counted days are told again before themselves until there are so many times as many.
        #[arg(long, default_value_t = 1)]
        counted_times: i64,
    },
    /// GET /feed of the whole program, quiet and beside an import into the same folder, which grows by the real corpus.
    Beside {
        /// The program `bellwether`.
        #[arg(long)]
        program: PathBuf,
        /// A data folder that a measurement built.
        folder: PathBuf,
    },
    /// Honest clients beside ten thousand silent and slow connections, against the same clients alone. Needs no data.
    Soak {
        #[arg(long, default_value_t = 10_000)]
        connections: usize,
    },
    /// Calls held and charged: on SQLite with holds in memory against holds in the table, on Postgres against pgbench's
    /// simple update on the same server. Needs no data.
    Ledger {
        /// A database that may be filled, such as postgres://user@host/name; without it SQLite is measured.
        database: Option<String>,
    },
    /// Unmetered answers of a door on Postgres against the embedded engine, and of two doors against one. Wants an empty
    /// database.
    Doors {
        /// Such as postgres://user@host/name.
        database: String,
    },
    /// Ten thousand rules over a thousand items a minute, against reading them. Needs no data.
    Alerts,
    /// A thousand idle streams: memory, and the time of those who ask beside them. Needs no data.
    Streams,
    /// The silent and slow connections of a soak; it starts this as a process of its own.
    #[command(hide = true)]
    Crowd { address: String, connections: usize, addresses: usize },
    /// Serves a folder; the other measurements start this as a process of its own.
    #[command(hide = true)]
    Serve { folder: PathBuf, address: String, metering: String, database: Option<String> },
}

fn main() -> anyhow::Result<()> {
    let command_line = CommandLine::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(command_line))
}

async fn run(command_line: CommandLine) -> anyhow::Result<()> {
    if let What::Serve { folder, address, metering, database } = &command_line.what {
        return serving::serve(folder, address, metering == "true", database.as_deref()).await;
    }
    match &command_line.what {
        What::Crowd { address, connections, addresses } => {
            return soak::crowd(address, *connections, *addresses).await;
        }
        What::Soak { connections } => {
            setting(&command_line, 0);
            return soak::measure(*connections, command_line.seconds).await;
        }
        What::Ledger { database } => {
            setting(&command_line, 0);
            return match database {
                Some(url) => ledger::against_pgbench(url, command_line.seconds).await,
                None => ledger::in_memory_against_table(command_line.seconds).await,
            };
        }
        What::Beside { program, folder } => {
            setting(&command_line, 0);
            return beside::measure(program, folder, &command_line.data, command_line.seconds).await;
        }
        What::Alerts => return alerts::measure().await,
        What::Streams => return alerts::streams(command_line.seconds).await,
        _ => {}
    }
    let articles = corpus::read(&command_line.data)?;
    setting(&command_line, articles.len());
    match command_line.what {
        What::All => {
            import::measure(&command_line.data, &articles).await?;
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            startup::measure(&folder).await?;
            feed::measure(&folder, &articles, command_line.seconds, command_line.postgres_documents).await?;
            pages::measure(&folder).await?;
            metering::measure(&folder, command_line.seconds).await?;
            tools::measure(&folder, command_line.seconds).await?;
            indices::measure(&folder, command_line.seconds).await?;
            let (work, documents) = (&command_line.work, command_line.documents);
            answers::measure(work, &articles, documents, command_line.seconds).await?;
        }
        What::Answers => {
            let (work, documents) = (&command_line.work, command_line.documents);
            answers::measure(work, &articles, documents, command_line.seconds).await?;
        }
        What::Import => import::measure(&command_line.data, &articles).await?,
        What::Feed => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            feed::measure(&folder, &articles, command_line.seconds, command_line.postgres_documents).await?;
        }
        What::Pages => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            pages::measure(&folder).await?;
        }
        What::Metering => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            metering::measure(&folder, command_line.seconds).await?;
        }
        What::Tools => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            tools::measure(&folder, command_line.seconds).await?;
        }
        What::Indices => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            indices::measure(&folder, command_line.seconds).await?;
        }
        What::Doors { database } => {
            let (work, seconds) = (&command_line.work, command_line.seconds);
            let folder = corpus::replayed(work, &articles, command_line.documents).await?;
            doors::measure(&folder, work, &database, seconds).await?;
        }
        What::Growth { sizes, days, characters, counted_times } => {
            let (work, seconds) = (&command_line.work, command_line.seconds);
            let shape = growth::Shape { days, characters, counted_times };
            growth::measure(work, &articles, &sizes, shape, seconds).await?;
        }
        What::Startup => {
            let folder = corpus::replayed(&command_line.work, &articles, command_line.documents).await?;
            startup::measure(&folder).await?;
        }
        What::Serve { .. }
        | What::Soak { .. }
        | What::Crowd { .. }
        | What::Ledger { .. }
        | What::Alerts
        | What::Beside { .. }
        | What::Streams => {}
    }
    Ok(())
}

fn setting(command_line: &CommandLine, articles: usize) {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "setting: {cores} cores, load {}, {articles} real articles, replayed to {} documents, {} s a load, {} build",
        load.split(' ').next().unwrap_or("?"),
        command_line.documents,
        command_line.seconds,
        if cfg!(debug_assertions) { "DEBUG (figures mean nothing)" } else { "optimised" }
    );
}
