//! `bellwether speaker`: who is who, and whose words are not shown.

use std::process::ExitCode;

use anyhow::bail;
use clap::Subcommand;
use domain::Cohort;
use pipeline::speakers;
use store::Store;
use store::statements::{Speaker, StatementFilter};

use super::{given, opening};
use runtime::config::Config;

/// Statements that are shown of a speaker.
const SHOWN: u32 = 10;

#[derive(Subcommand)]
pub enum SpeakerCommand {
    /// Show a speaker: spellings, role, and the newest statements with their articles.
    Show {
        /// The name in any spelling, or the id.
        speaker: String,
    },
    /// Merge two names into one speaker: all that the first said is the second's, also what is read from now on.
    Merge {
        /// The name or id that is merged.
        from: String,
        /// The name or id that stays.
        into: String,
    },
    /// Split a name from the speaker that it was merged into: what was said under it is its own again, and stays so.
    Split {
        /// The name as articles spell it.
        name: String,
    },
    /// Give a speaker another name or role, whatever articles state.
    Correct {
        /// The name in any spelling, or the id.
        speaker: String,
        /// The new name.
        #[arg(long)]
        name: Option<String>,
        /// One of the roles of /cohorts; `stated` for what articles state.
        #[arg(long)]
        cohort: Option<String>,
    },
    /// Take a speaker down: what articles report is deleted, and nothing more of it is kept. Posts stay until their source goes.
    Suppress {
        /// The name in any spelling, or the id.
        speaker: String,
        /// Undo it; `bellwether reread` then brings back what articles quoted before.
        #[arg(long)]
        lift: bool,
    },
}

pub async fn run(config: Config, command: SpeakerCommand) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let origin = opening::origin();
    match command {
        SpeakerCommand::Show { speaker } => show(&store, &find(&store, &speaker).await?).await?,
        SpeakerCommand::Merge { from, into } => {
            let (from, into) = (find(&store, &from).await?, find(&store, &into).await?);
            if from.id == into.id {
                bail!("{} and {} are one speaker already", from.name, into.name);
            }
            if let Some(down) = [&from, &into].into_iter().find(|speaker| speaker.suppressed) {
                bail!("{} is taken down; lift that first: bellwether speaker suppress --lift", down.name);
            }
            speakers::merge(&store, &origin, &from, &into).await?;
            println!("{} is {}", from.name, into.name);
        }
        SpeakerCommand::Split { name } => {
            let found = find(&store, &name).await?;
            if found.suppressed {
                bail!("{} is taken down; lift that first: bellwether speaker suppress --lift", found.name);
            }
            if !speakers::split(&store, &origin, &name, &found).await? {
                bail!("{name} is the name of {} alone", found.name);
            }
            print(&find(&store, &name).await?);
        }
        SpeakerCommand::Correct { speaker, name, cohort } => {
            let found = find(&store, &speaker).await?;
            let name = name.as_deref().map(given::name).transpose()?;
            let role = cohort.as_deref().map(role).transpose()?;
            if name.is_none() && role.is_none() {
                bail!("say what is to be corrected with --name or --cohort");
            }
            speakers::correct(&store, &origin, &found, name.as_deref(), role).await?;
            print(&find(&store, &found.id.to_string()).await?);
        }
        SpeakerCommand::Suppress { speaker, lift } => {
            let found = find(&store, &speaker).await?;
            speakers::suppress(&store, &origin, &found, !lift).await?;
            print(&find(&store, &found.id.to_string()).await?);
            if lift {
                println!("What articles quoted before comes back with: bellwether reread");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn find(store: &Store, name: &str) -> anyhow::Result<Speaker> {
    match speakers::find(store, name).await? {
        Some(found) => Ok(found),
        None => {
            let shown: String = name.chars().take(100).collect();
            bail!("nobody of the name or id {shown} was ever quoted")
        }
    }
}

/// `stated` is none of them.
fn role(name: &str) -> anyhow::Result<Option<Cohort>> {
    if name == "stated" {
        return Ok(None);
    }
    match Cohort::from_name(name) {
        Some(role) => Ok(Some(role)),
        None => {
            let all: Vec<&str> = Cohort::ALL.iter().map(|role| role.name()).collect();
            bail!("there is no role {name}; the roles are {} and stated", all.join(", "))
        }
    }
}

fn print(speaker: &Speaker) {
    for (name, value) in [
        ("id", speaker.id.to_string()),
        ("name", speaker.name.clone()),
        ("spellings", speaker.spellings.join(", ")),
        ("role", speaker.cohort.map_or("as articles state it", Cohort::name).to_owned()),
        ("taken down", if speaker.suppressed { "yes" } else { "no" }.to_owned()),
    ] {
        println!("{name:<11} {value}");
    }
}

async fn show(store: &Store, speaker: &Speaker) -> anyhow::Result<()> {
    print(speaker);
    let filter = StatementFilter { speakers: vec![speaker.id], ..StatementFilter::default() };
    let said = store.statements.list(&filter, None, SHOWN).await?;
    let ids: Vec<domain::DocumentId> = said.iter().map(|one| one.document).collect();
    let articles = store.documents.headlines(&ids).await?;
    for one in said {
        let url =
            articles.iter().find(|article| article.id == one.document).map_or("", |article| &article.url);
        let cohort = one.cohort.map_or("no role", Cohort::name);
        println!("{}  {cohort}  {}\n  {}", one.published_at.rfc3339(), url, one.text);
    }
    Ok(())
}
