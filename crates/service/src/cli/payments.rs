//! `bellwether payments`: what single calls were paid with, and what became of it.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use domain::PaymentState;
use store::Store;
use store::payments::Payment;

use super::opening;
use admission::x402;
use runtime::config::Config;

#[derive(Subcommand)]
pub enum PaymentsCommand {
    /// List payments, the newest first.
    List {
        /// reserved, settling, settled, refused, unknown or void; all where none is given.
        #[arg(long, value_parser = PossibleValuesParser::new(PaymentState::NAMES))]
        state: Option<String>,
        /// How many.
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Show one payment.
    Show {
        /// Its key, or its nonce.
        payment: String,
    },
    /// Close a payment whose outcome is open: as paid with a transaction that you saw on the chain, or as never paid.
    Close {
        /// Its key, or its nonce.
        payment: String,
        /// The transaction that paid it; without one it is closed as never paid.
        #[arg(long)]
        transaction: Option<String>,
        /// Why, for the record.
        #[arg(long)]
        reason: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
}

pub async fn run(config: Config, command: PaymentsCommand) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    match command {
        PaymentsCommand::List { state, limit } => {
            let state = state.as_deref().and_then(PaymentState::from_name);
            for payment in store.payments.list(state, limit as usize).await? {
                println!("{}", line(&payment));
            }
        }
        PaymentsCommand::Show { payment } => show(&find(&store, &payment).await?),
        PaymentsCommand::Close { payment, transaction, reason, yes } => {
            let payment = find(&store, &payment).await?;
            let reason = reason.trim();
            if reason.is_empty() {
                bail!("say why with --reason");
            }
            let paid =
                transaction.as_deref().map_or("never paid".to_owned(), |hash| format!("paid with {hash}"));
            println!("{}", line(&payment));
            if !yes && !confirmed(&format!("Close it as {paid}?"))? {
                bail!("not closed");
            }
            x402::close(&store, &payment, transaction.as_deref(), reason, &opening::origin()).await?;
            println!("{}", line(&find(&store, &payment.key).await?));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A line that reads alone.
pub fn line(payment: &Payment) -> String {
    let Payment { state, amount, route, created_at, key, .. } = payment;
    let mut line = format!("{}  {state:<8}  {amount} USD  {route}  {key}", created_at.rfc3339());
    if let Some(transaction) = &payment.tx {
        line.push_str(&format!("  transaction {transaction}"));
    }
    if let Some(reason) = &payment.reason {
        line.push_str(&format!("  ({reason})"));
    }
    line
}

fn show(payment: &Payment) {
    let answered = payment.answered_at.map_or("not yet".to_owned(), |at| at.rfc3339());
    for (name, value) in [
        ("key", payment.key.clone()),
        ("state", payment.state.to_string()),
        ("amount", format!("{} USD, {} credits", payment.amount, payment.credits)),
        ("route", payment.route.clone()),
        ("network", payment.network.clone()),
        ("payer", payment.payer.clone()),
        ("nonce", payment.nonce.clone()),
        ("transaction", payment.tx.clone().unwrap_or_else(|| "none".to_owned())),
        ("reason", payment.reason.clone().unwrap_or_else(|| "none".to_owned())),
        ("created", payment.created_at.rfc3339()),
        ("last change", payment.updated_at.rfc3339()),
        ("valid before", payment.valid_before.rfc3339()),
        ("answers", payment.answers.to_string()),
        ("answered", answered),
    ] {
        println!("{name:<13} {value}");
    }
}

async fn find(store: &Store, name: &str) -> anyhow::Result<Payment> {
    let mut found = store.payments.find_named(&name.to_ascii_lowercase()).await?;
    match (found.pop(), found.is_empty()) {
        (Some(payment), true) => Ok(payment),
        (Some(_), false) => bail!("several payments have the nonce {name}: give the whole key"),
        (None, _) => bail!("there is no payment {name}"),
    }
}

fn confirmed(question: &str) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("nobody is there to confirm it: add --yes");
    }
    print!("{question} [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
