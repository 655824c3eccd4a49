//! `bellwether key`: the keys of an account. A key is printed once, when it is made.

use std::process::ExitCode;

use clap::Subcommand;
use domain::Instant;
use domain::time::MS_PER_DAY;
use metering::{KeyKind, Scope};

use super::opening;
use management::accounts::{AccountError, Accounts, IssuedKey};
use runtime::config::Config;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Create a key and print it; it cannot be shown again.
    Create {
        /// Name or id of the account.
        account: String,
        /// What the key is for, so that it can be told from others.
        #[arg(long, default_value = "default")]
        name: String,
        /// A test key (bw_test_) instead of a live one.
        #[arg(long)]
        test: bool,
        /// Permissions: read, write, account or operator; each level includes those before it. An operator's
        /// key manages all accounts, memberships and sources.
        #[arg(long, default_value = "account")]
        scope: String,
        /// The same as --scope operator.
        #[arg(long, conflicts_with = "scope")]
        operator: bool,
        /// Days until the key expires; without it, it does not.
        #[arg(long, value_name = "DAYS")]
        expires_in_days: Option<u32>,
    },
    /// List the keys of an account.
    List {
        /// Name or id of the account.
        account: String,
    },
    /// Replace a key by a new one; the old one stays valid for a while.
    Rotate {
        /// Name or id of the account.
        account: String,
        /// Id or name of the key.
        key: String,
        /// Hours for which the old key stays valid, but never past its own expiry.
        #[arg(long, default_value_t = 24)]
        grace_hours: u32,
    },
    /// Revoke a key at once and for good.
    Revoke {
        /// Name or id of the account.
        account: String,
        /// Id or name of the key.
        key: String,
    },
}

pub async fn run(config: Config, command: KeyCommand) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let origin = opening::origin();
    let now = origin.at;
    let pepper = config.key_pepper.as_bytes();
    // Who sits at the machine may do everything.
    let accounts = Accounts { store: &store, pepper, origin, by: Scope::Operator };
    match command {
        KeyCommand::Create { account, name, test, scope, operator, expires_in_days } => {
            let kind = if test { KeyKind::Test } else { KeyKind::Live };
            let expires_at = expires_in_days.map(|days| now.plus_ms(i64::from(days) * MS_PER_DAY));
            let scope = match operator {
                true => Scope::Operator,
                false => Scope::from_name(&scope).ok_or(AccountError::NoScope(scope))?,
            };
            show(&accounts.create_key(&account, &name, kind, scope, expires_at).await?);
        }
        KeyCommand::Rotate { account, key, grace_hours } => {
            show(&accounts.rotate_key(&account, &key, u64::from(grace_hours) * 3_600_000).await?);
        }
        KeyCommand::Revoke { account, key } => {
            accounts.revoke_key(&account, &key).await?;
            println!("revoked, with every key that it made; running servers refuse them within a second");
        }
        KeyCommand::List { account } => {
            for key in accounts.keys(&account).await? {
                let state = match (key.revoked_at, key.expires_at, &key.replaced_by) {
                    (Some(at), _, _) => format!("revoked {at}"),
                    (None, Some(at), _) if at <= now => format!("expired {at}"),
                    (None, Some(at), Some(_)) => format!("replaced, valid until {at}"),
                    (None, Some(at), None) => format!("active until {at}"),
                    (None, None, _) => "active".to_owned(),
                };
                println!(
                    "{}  {}…{}  {}  {}  {state}  last used {}",
                    key.id,
                    key.prefix,
                    key.last_four,
                    key.name,
                    key.scope,
                    key.last_used_at.map_or("never".to_owned(), Instant::rfc3339),
                );
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The key alone on standard output, so that a script can take it; the rest beside it.
fn show(issued: &IssuedKey) {
    let until = issued.expires_at.map_or("until it is revoked".to_owned(), |at| format!("until {at}"));
    eprintln!(
        "{} ({}) opens {until}. Keep it: it is not shown again.",
        issued.credential_id,
        issued.scope.name()
    );
    println!("{}", issued.key.reveal());
}
