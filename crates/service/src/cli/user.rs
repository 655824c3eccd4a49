//! `bellwether user`: people who sign in to the console. A password is asked for, never taken as an argument.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;
use domain::Instant;

use super::opening;
use management::people::{Link, People, PersonError, Role};
use runtime::config::Config;

#[derive(Subcommand)]
pub enum UserCommand {
    /// Create a user and print a sign-in link; with --password also ask for a password.
    Create {
        /// Name to sign in with, such as an e-mail address.
        name: String,
        /// Account that the user joins; it must exist.
        #[arg(long)]
        account: Option<String>,
        /// Role in the account: owner, member or viewer.
        #[arg(long, default_value = "owner")]
        role: String,
        /// May manage accounts, plans, people and sources.
        #[arg(long)]
        operator: bool,
        /// Ask for a password on the terminal, or read it as a line from standard input.
        #[arg(long)]
        password: bool,
    },
    /// List users with their accounts.
    List,
    /// Set a new password; every sign-in made with the old one ends.
    Password {
        /// Name that the user signs in with.
        name: String,
    },
    /// Print a link that signs in once, within a day.
    Link {
        /// Name that the user signs in with.
        name: String,
    },
    /// Set a user's role in an account, or end the membership with `none`; or make an operator. Somebody who is not a
    /// member yet is invited, and a new operator has to sign in again: a link is printed to hand over.
    Role {
        /// Name that the user signs in with.
        name: String,
        /// owner, member, viewer or none; operator or no-operator without an account.
        role: String,
        /// Account in which the role is set.
        #[arg(long)]
        account: Option<String>,
    },
    /// Reset the second factor of a user who lost the device; every sign-in ends.
    ResetSecondFactor {
        /// Name that the user signs in with.
        name: String,
    },
    /// Remove a user from every account; every sign-in ends.
    Remove {
        /// Name that the user signs in with.
        name: String,
    },
}

pub async fn run(config: Config, command: UserCommand) -> anyhow::Result<ExitCode> {
    let store = match command {
        UserCommand::Create { .. } => opening::store_or_new(&config).await?,
        _ => opening::store(&config).await?,
    };
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
                show_link(&config, &Link::SignIn(people.make_link(&name).await?));
            }
        }
        UserCommand::List => list(&people).await?,
        UserCommand::Password { name } => {
            people.find(&name).await?;
            people.set_password(&name, &ask_password()?).await?;
            println!("set; every earlier sign-in has ended");
        }
        UserCommand::Link { name } => show_link(&config, &Link::SignIn(people.make_link(&name).await?)),
        UserCommand::Role { name, role, account } => {
            match (role.as_str(), account) {
                ("operator", None) => return make_operator(&config, &people, &name).await,
                ("no-operator", None) => people.set_operator(&name, false).await?,
                ("none", Some(account)) => people.leave(&name, &account).await?,
                (role, Some(account)) => {
                    let role = role_named(role)?;
                    match people.set_role(&name, &account, role).await {
                        // Somebody who exists and has no place there yet is asked.
                        Err(PersonError::NoPerson(_)) if people.find(&name).await.is_ok() => {
                            let (_, link) = people.invite(&account, &name, role).await?;
                            show_link(&config, &link);
                            return Ok(ExitCode::SUCCESS);
                        }
                        changed => changed?,
                    }
                }
                (_, None) => bail!("name the account with --account"),
            }
            println!("{name} is {role}");
        }
        UserCommand::ResetSecondFactor { name } => match people.reset_second_factor(&name).await? {
            true => println!("reset; every earlier sign-in has ended"),
            false => println!("{name} has no second factor"),
        },
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
            match (person.password_hash.is_some(), person.second_factor) {
                (true, true) => "password and code",
                (true, false) => "password",
                (false, true) => "link and code",
                (false, false) => "link only",
            },
            person.last_sign_in_at.map_or("never".to_owned(), Instant::rfc3339),
        );
    }
    Ok(())
}

/// What opened the console before may be known to the owner of some account, so it opens it no more.
async fn make_operator(config: &Config, people: &People<'_>, name: &str) -> anyhow::Result<ExitCode> {
    let was_one = people.find(name).await?.operator;
    people.set_operator(name, true).await?;
    println!("{name} is operator");
    if !was_one {
        eprintln!("Password, second factor, links and sign-ins of before have ended.");
        show_link(config, &Link::SignIn(people.make_link(name).await?));
    }
    Ok(ExitCode::SUCCESS)
}

/// The link alone on standard output, so that a script can take it; the rest beside it.
fn show_link(config: &Config, link: &Link) {
    match link {
        Link::SignIn(_) => eprintln!("The link signs in once, within a day:"),
        Link::Invitation(_) => {
            eprintln!("Invited. The place is theirs when they accept, with this link, within a week:");
        }
    }
    println!("{}", link.address(&config.public_base()));
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
    if ask("Confirm password: ")? != password {
        bail!("the two passwords are not the same");
    }
    Ok(password)
}
