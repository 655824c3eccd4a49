//! `bellwether account`: the accounts that own keys and pay for calls.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use domain::{Credits, MicroUsd};
use metering::Scope;
use store::accounts::Account;
use store::{OwnedRow, Store};

use super::{confirm, opening};
use management::accounts::{Accounts, read_dollars};
use runtime::config::Config;

const ROWS_AT_ONCE: u32 = 1000;

#[derive(Subcommand)]
pub enum AccountCommand {
    /// Open an account.
    Create {
        /// Name of the account.
        name: String,
        /// Plan: free, registered, pro or team.
        #[arg(long, default_value = "free")]
        plan: String,
    },
    /// List every account.
    List,
    /// Put an account on another plan, from now on.
    Plan {
        /// Name or id of the account.
        account: String,
        /// free, registered, pro or team.
        plan: String,
    },
    /// Grant prepaid credits, which never lapse.
    Topup {
        /// Name or id of the account.
        account: String,
        /// How many credits.
        credits: u32,
    },
    /// Enable overage up to a monthly cap in US dollars, or disable it with `off`.
    Overage {
        /// Name or id of the account.
        account: String,
        /// Cap in US dollars such as 50 or 12.50, or off.
        cap: String,
    },
    /// Write everything that the account owns to standard output, one JSON object per line, without hashes and secrets.
    Export {
        /// Name or id of the account.
        account: String,
    },
    /// Delete what the account owns, end its keys and forget its name; charges stay in the books under its id.
    Delete {
        /// Name or id of the account.
        account: String,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
    /// Set the state of the account's saved card.
    PaymentStatus {
        /// Name or id of the account.
        account: String,
        /// none, active, past_due or failed.
        status: String,
    },
}

pub async fn run(config: Config, command: AccountCommand) -> anyhow::Result<ExitCode> {
    let store = match command {
        AccountCommand::Create { .. } => opening::store_or_new(&config).await?,
        _ => opening::store(&config).await?,
    };
    let pepper = config.key_pepper.as_bytes();
    let accounts = Accounts { store: &store, pepper, origin: opening::origin(), by: Scope::Operator };
    let changed = match command {
        AccountCommand::Create { name, plan } => accounts.create(&name, &plan).await?,
        AccountCommand::Plan { account, plan } => accounts.set_plan(&account, &plan).await?,
        AccountCommand::Topup { account, credits } => {
            accounts.top_up(&account, Credits::new(credits)).await?
        }
        AccountCommand::Overage { account, cap } => accounts.set_overage(&account, read_cap(&cap)?).await?,
        AccountCommand::PaymentStatus { account, status } => {
            accounts.set_payment_status(&account, &status).await?
        }
        AccountCommand::Export { account } => {
            let account = accounts.find(&account).await?;
            export(&store, &account.id).await?;
            return Ok(ExitCode::SUCCESS);
        }
        AccountCommand::Delete { account, yes } => {
            let account = accounts.find(&account).await?;
            confirm::confirm(&format!("Everything that {} owns will be gone for good", account.name), yes)?;
            accounts.delete(&account.id).await?;
            println!("deleted; the books name it {}", account.id);
            return Ok(ExitCode::SUCCESS);
        }
        AccountCommand::List => {
            for account in accounts.list().await? {
                println!("{}", line(&account));
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    println!("{}", line(&changed));
    Ok(ExitCode::SUCCESS)
}

async fn export(store: &Store, account_id: &str) -> anyhow::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut cursor = None;
    loop {
        let page = store.accounts.owned_rows(account_id, cursor.as_deref(), ROWS_AT_ONCE).await?;
        let (rows, next) = page.context("an export goes on where it was")?;
        for OwnedRow { table, row } in rows {
            serde_json::to_writer(&mut output, &serde_json::json!({ "table": table, "row": row }))?;
            output.write_all(b"\n").context("writing to standard output")?;
        }
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    output.flush().context("writing to standard output")
}

fn line(account: &Account) -> String {
    let overage = match account.overage_active {
        true => format!("up to {} USD", account.overage_cap),
        false => "off".to_owned(),
    };
    format!(
        "{}  {}  plan {} since {}  prepaid {}  overage {overage}  payment {}",
        account.id,
        account.name,
        account.plan,
        account.activated_day,
        account.legacy_prepaid,
        account.payment_status
    )
}

fn read_cap(text: &str) -> anyhow::Result<Option<MicroUsd>> {
    if text == "off" {
        return Ok(None);
    }
    let cap = read_dollars(text);
    Ok(Some(cap.with_context(|| format!("{text:?} is neither off nor US dollars such as 12.50"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_read_to_the_last_place() {
        let read = |text| read_cap(text).ok().map(|cap| cap.map(MicroUsd::get));
        assert_eq!(read("12.50"), Some(Some(12_500_000)));
        assert_eq!(read("0.000001"), Some(Some(1)));
        assert_eq!(read("7"), Some(Some(7_000_000)));
        assert_eq!(read("off"), Some(None));
        for text in ["", "-1", "1.0000001", "1e3", ".5", "1.", "ten", "99999999999999999999"] {
            assert!(read(text).is_none() || text == "1.", "{text}");
        }
    }
}
