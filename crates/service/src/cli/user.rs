//! `bellwether user`: people who sign in to the console. A password is asked for, never taken as an argument.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;
use domain::Instant;

use super::opening;
use crate::config::Config;
use crate::people::{People, PersonError, Role, link_address};

#[derive(Subcommand)]
pub enum UserCommand {
    /// Make somebody who can sign in, and print a sign-in link; with --password also ask for a password.
    Create {
        /// What is typed to sign in, such as an e-mail address.
        name: String,
        /// The account to belong to; must be there.
        #[arg(long)]
        account: Option<String>,
        /// owner, member or viewer.
        #[arg(long, default_value = "owner")]
        role: String,
        /// May manage accounts, plans, people and sources.
        #[arg(long)]
        operator: bool,
        /// Ask for a password on the terminal, or read it as a line from standard input.
        #[arg(long)]
        password: bool,
    },
    /// List everybody with their accounts.
    List,
    /// Set a new password; every sign-in made with the old one ends.
    Password { name: String },
    /// Print a link that signs in once, within a day.
    Link { name: String },
    /// Give a role in an account, or take the place there away with `none`; or make an operator.
    Role {
        name: String,
        /// owner, member, viewer or none; operator or no-operator without an account.
        role: String,
        #[arg(long)]
        account: Option<String>,
    },
    /// Remove somebody from everywhere; every sign-in ends.
    Remove { name: String },
}

pub async fn run(config: Config, command: UserCommand) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let people = People { store: &store, origin: opening::origin() };
    match command {
        UserCommand::Create { name, account, role, operator, password } => {
            let role = role_named(&role)?;
            if account.is_none() && !operator {
                bail!("name an account with --account, or make an operator with --operator");
            }
            let password = if password { Some(ask_password()?) } else { None };
            let place = account.as_deref().map(|account| (account, role));
            let person = people.create(&name, place, operator, password.as_deref()).await?;
            eprintln!("{} may sign in at {}/console", person.name, config.public_base());
            if password.is_none() {
                show_link(&config, &people.make_link(&name).await?);
            }
        }
        UserCommand::List => list(&people).await?,
        UserCommand::Password { name } => {
            people.find(&name).await?;
            people.set_password(&name, &ask_password()?).await?;
            println!("set; every earlier sign-in has ended");
        }
        UserCommand::Link { name } => show_link(&config, &people.make_link(&name).await?),
        UserCommand::Role { name, role, account } => {
            match (role.as_str(), account) {
                ("operator", None) => people.set_operator(&name, true).await?,
                ("no-operator", None) => people.set_operator(&name, false).await?,
                ("none", Some(account)) => people.leave(&name, &account).await?,
                (role, Some(account)) => people.set_role(&name, &account, role_named(role)?).await?,
                (_, None) => bail!("name the account with --account"),
            }
            println!("{name} is {role}");
        }
        UserCommand::Remove { name } => {
            people.remove(&name).await?;
            println!("removed");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(people: &People<'_>) -> anyhow::Result<()> {
    for person in people.store.people.list().await? {
        let memberships = people.store.people.memberships(&person.id).await?;
        let places: Vec<String> =
            memberships.iter().map(|one| format!("{} of {}", one.role, one.account_name)).collect();
        println!(
            "{}  {}{}  {}  last sign-in {}",
            person.name,
            if places.is_empty() { "no account".to_owned() } else { places.join(", ") },
            if person.operator { "  operator" } else { "" },
            if person.password_hash.is_some() { "password" } else { "link only" },
            person.last_sign_in_at.map_or("never".to_owned(), Instant::rfc3339),
        );
    }
    Ok(())
}

/// The link alone on standard output, so that a script can take it; the rest beside it.
fn show_link(config: &Config, token: &str) {
    eprintln!("The link signs in once, within a day:");
    println!("{}", link_address(&config.public_base(), token));
}

fn role_named(name: &str) -> Result<Role, PersonError> {
    Role::from_name(name).ok_or_else(|| PersonError::NoRole(name.to_owned()))
}

/// From the terminal without showing it, twice; from a pipe one line.
fn ask_password() -> anyhow::Result<String> {
    if !std::io::stdin().is_terminal() {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).context("reading a password from standard input")?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let terminal = console::Term::stderr();
    let ask = |words: &str| -> anyhow::Result<String> {
        terminal.write_str(words)?;
        Ok(terminal.read_secure_line()?)
    };
    let password = ask("New password: ")?;
    if ask("Once more: ")? != password {
        bail!("the two passwords are not the same");
    }
    Ok(password)
}
