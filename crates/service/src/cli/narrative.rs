//! `bellwether narrative`: what an operator sees of themes and decides about them.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;
use store::Store;
use store::narratives::{Decision, NarrativeRow};

use super::{given, opening};
use pipeline::narratives::{Verdict, decide, stories};
use runtime::config::Config;

/// Stories that are shown of a narrative.
const MAX_STORIES: usize = 50;

#[derive(Subcommand)]
pub enum NarrativeCommand {
    /// List all narratives: id, name, and whether each is pinned, muted or renamed.
    List,
    /// Show a narrative and its latest stories.
    Show {
        /// Id of the narrative.
        id: String,
    },
    /// Rename a narrative; it keeps that name, and is pinned.
    Rename {
        /// Id of the narrative.
        id: String,
        /// The new name.
        name: String,
    },
    /// Merge a narrative into another one; its id leads there from then on.
    Merge {
        /// Id of the narrative.
        id: String,
        /// Id of the narrative that stays.
        into: String,
    },
    /// Split some stories of a narrative into a narrative of their own.
    Split {
        /// Id of the narrative.
        id: String,
        /// Ids of the stories.
        #[arg(required = true)]
        stories: Vec<String>,
    },
    /// Keep a narrative as it is: no review merges or dissolves it.
    Pin {
        /// Id of the narrative.
        id: String,
        /// Undo it.
        #[arg(long)]
        undo: bool,
    },
    /// Hide a narrative from lists.
    Mute {
        /// Id of the narrative.
        id: String,
        /// Undo it.
        #[arg(long)]
        undo: bool,
    },
}

pub async fn run(config: Config, command: NarrativeCommand) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let done = act(&store, command).await;
    store.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

async fn act(store: &Store, command: NarrativeCommand) -> anyhow::Result<()> {
    let (id, decision) = match command {
        NarrativeCommand::List => return list(store).await,
        NarrativeCommand::Show { id } => return show(store, &id).await,
        NarrativeCommand::Rename { id, name } => (id, Decision::Rename(given::name(&name)?)),
        NarrativeCommand::Merge { id, into } => {
            let into = find(store, &into).await?.id;
            if find(store, &id).await?.id == into {
                bail!("{id} and {into} are one narrative already");
            }
            (id, Decision::MergeInto(into))
        }
        NarrativeCommand::Split { id, stories: named } => {
            let known = stories(store, &id, usize::MAX >> 1).await?;
            if let Some(story) = named.iter().find(|story| known.iter().all(|(id, _)| id != *story)) {
                bail!("{story} is no story of this narrative; `bellwether narrative show {id}` lists them");
            }
            (id, Decision::Split(named))
        }
        NarrativeCommand::Pin { id, undo } => (id, if undo { Decision::Unpin } else { Decision::Pin }),
        NarrativeCommand::Mute { id, undo } => (id, if undo { Decision::Unmute } else { Decision::Mute }),
    };
    match decide(store, &opening::origin(), &id, &decision).await? {
        Verdict::Kept => {}
        Verdict::Unknown => bail!("there is no narrative {id}; `bellwether narrative list` shows all"),
        Verdict::NameTaken(other) => {
            bail!("narrative {other} is called so already, and no two have one name: choose another");
        }
    }
    println!(
        "{}",
        match decision {
            Decision::Rename(name) => format!("{id} is called {name:?}"),
            Decision::Mute => format!("{id} is left out of lists"),
            Decision::Unmute => format!("{id} is listed again"),
            Decision::MergeInto(_) | Decision::Split(_) | Decision::Pin | Decision::Unpin => {
                "noted; a running service does it within seconds".to_owned()
            }
        }
    );
    Ok(())
}

async fn list(store: &Store) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    for row in store.narratives.list().await? {
        writeln!(output, "{}", line(&row))?;
    }
    Ok(())
}

async fn show(store: &Store, id: &str) -> anyhow::Result<()> {
    let row = find(store, id).await?;
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}", line(&row))?;
    writeln!(output, "companies {}", row.companies)?;
    writeln!(output, "assets    {}", row.assets)?;
    for (story, title) in stories(store, &row.id, MAX_STORIES).await? {
        writeln!(output, "  {story} {title}")?;
    }
    Ok(())
}

async fn find(store: &Store, id: &str) -> anyhow::Result<NarrativeRow> {
    let found = store.narratives.find(id).await?;
    found.with_context(|| format!("there is no narrative {id}; `bellwether narrative list` shows all"))
}

fn line(row: &NarrativeRow) -> String {
    let marks = [(row.pinned, " (pinned)"), (row.muted, " (muted)")];
    let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    format!("{} {}{marks}", row.id, row.shown_name())
}
