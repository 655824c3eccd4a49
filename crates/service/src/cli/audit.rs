//! `bellwether audit`: proves that the books balance, that no payment is left open and that no line of the audit log
//! was altered or taken out, or names what does not agree.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use domain::MicroUsd;
use metering::x402::row::OVERDUE_AFTER_MS;
use store::Store;
use store::audit_log::Head;

use super::opening;
use super::payments::line;
use super::progress::working;
use management::operations::audit_log::LineView;
use runtime::clock::Clock;
use runtime::config::Config;

#[derive(clap::Args)]
pub struct AuditOptions {
    /// Write the audit log to standard output instead, one JSON object per line, oldest first.
    #[arg(long)]
    export_log: bool,
    /// A head of the audit log that an earlier audit printed; it must still be there. It shows whether the
    /// log was cut short or rewritten.
    #[arg(long, value_name = "NUMBER:HASH", conflicts_with = "export_log")]
    noted: Option<Head>,
}

const LINES_AT_ONCE: u32 = 1000;
/// Overdue payments that are named.
const MAX_NAMED: usize = 100;

pub async fn run(config: Config, options: AuditOptions) -> anyhow::Result<ExitCode> {
    let store = opening::store_to_add_up(&config).await?;
    if options.export_log {
        return export(&store).await.map(|()| ExitCode::SUCCESS);
    }
    all(&store, options.noted).await
}

pub async fn all(store: &Store, noted: Option<Head>) -> anyhow::Result<ExitCode> {
    let books = books(store).await?;
    let payments = payments(store).await?;
    let log = audit_log(store, noted).await?;
    Ok(if books && payments && log { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn books(store: &Store) -> anyhow::Result<bool> {
    let bar = working("adding up the books");
    let audit = store.ledger.audit().await?;
    bar.finish_and_clear();
    println!(
        "{} entries, {} credits, {} USD owed or paid, {} credits granted, {} holds open",
        audit.entries,
        audit.credits,
        MicroUsd::new(u64::try_from(audit.micro_usd).unwrap_or(0)),
        audit.granted,
        audit.open_holds
    );
    for difference in &audit.differences {
        println!(
            "DIFFERS {}: {}: {} and {}",
            difference.what, difference.place, difference.left, difference.right
        );
    }
    if audit.differences.is_empty() {
        println!("the books balance");
    }
    Ok(audit.differences.is_empty())
}

/// False where some are open long after their time.
async fn payments(store: &Store) -> anyhow::Result<bool> {
    let counted = store.payments.count_settled().await?;
    if counted.unanswered > 0 {
        println!("{} payments settled, {} still owed an answer", counted.settled, counted.unanswered);
    }
    let over_by = Clock::System.now().plus_ms(-OVERDUE_AFTER_MS);
    let overdue = store.payments.list_overdue(over_by, MAX_NAMED).await?;
    for payment in &overdue {
        println!("OPEN {}", line(payment));
    }
    if !overdue.is_empty() {
        println!("close them with `bellwether payments close`, or give a running server a chain_rpc_url");
    }
    Ok(overdue.is_empty())
}

async fn audit_log(store: &Store, noted: Option<Head>) -> anyhow::Result<bool> {
    let bar = working("reading the audit log");
    let verified = store.audit_log.verify(noted).await?;
    bar.finish_and_clear();
    println!("{} lines in the audit log, head {}", verified.lines, verified.head);
    for fault in &verified.faults {
        println!("ALTERED audit log: line {} {}", fault.number, fault.what);
    }
    if verified.faults.is_empty() {
        println!("the audit log is whole");
    }
    Ok(verified.faults.is_empty())
}

async fn export(store: &Store) -> anyhow::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut last = 0;
    loop {
        let lines = store.audit_log.after(last, LINES_AT_ONCE).await?;
        let Some(line) = lines.last() else { break };
        last = line.number;
        for line in lines {
            serde_json::to_writer(&mut output, &LineView::from(line))?;
            output.write_all(b"\n").context("writing to standard output")?;
        }
    }
    output.flush().context("writing to standard output")
}
