//! `bellwether migrate-store`: from the embedded store to Postgres or back, resumable, compared row for row.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use store::Settings;
use store::copy;

use super::backup::summary;
use super::progress::CopyBar;
use super::{audit, opening};
use runtime::clock::Clock;
use runtime::{database, private_folder};

#[derive(clap::Args)]
pub struct MigrateOptions {
    /// A data folder, postgres://… without a password, or @FILE for a file that holds the address.
    #[arg(long, value_name = "ADDRESS")]
    from: String,
    /// As --from; must be empty, or an unfinished copy of the same store.
    #[arg(long, value_name = "ADDRESS")]
    to: String,
}

pub async fn run(options: MigrateOptions) -> anyhow::Result<ExitCode> {
    let from = address(&options.from)?;
    let to = address(&options.to)?;
    if from.address == to.address {
        bail!("both addresses are the same store");
    }
    if let store::Address::Sqlite(path) = &from.address {
        opening::check_holds_store(path.parent().unwrap_or(Path::new(".")))?;
    }
    if let store::Address::Sqlite(path) = &to.address {
        let folder = path.parent().unwrap_or(Path::new("."));
        private_folder::secure(folder)
            .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    }
    let mut bar = CopyBar::new();
    let mut watch = |progress| bar.show(progress);
    let moved = copy::migrate(&from, &to, Clock::System.now(), &mut watch).await;
    bar.clear();
    let moved = match moved {
        Err(error @ (store::Error::NotEmpty { .. } | store::Error::InUse { .. })) => return Err(error.into()),
        other => other.context("not moved; the same command goes on where it was")?,
    };
    summary(&moved.manifest);
    if moved.resumed {
        eprintln!("went on from an earlier attempt");
    }
    println!("moved. What was written at the source after {} is not in the copy.", moved.manifest.made_at);
    let store = store::Store::open(&to).await.context("the copy cannot be opened")?;
    audit::all(&store, None).await
}

fn address(text: &str) -> anyhow::Result<Settings> {
    let Some(file) = text.strip_prefix('@') else {
        if text.contains("://") && text.split('@').next().is_some_and(|user| user.matches(':').count() > 1) {
            bail!(
                "an address with a password can be read by everybody on this machine: put it in a file and name it \
                 as @FILE"
            );
        }
        return database::at(text);
    };
    let text =
        std::fs::read_to_string(file).with_context(|| format!("the address in {file} cannot be read"))?;
    database::at(text.trim())
}
