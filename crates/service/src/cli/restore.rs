//! `bellwether restore`: a store from a backup, compared with it row for row.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use store::copy::{self, Opened};

use super::backup::summary;
use super::progress::CopyBar;
use super::{audit, backup, confirm, opening};
use pipeline::backups;
use runtime::config::Config;
use runtime::{database, private_folder};

#[derive(clap::Args)]
pub struct RestoreOptions {
    /// The backup: a file, s3://bucket/prefix/name.backup, or `-` for standard input.
    file: PathBuf,
    /// Only read the backup, compare it with its manifest and say what it holds.
    #[arg(long)]
    check: bool,
    /// Delete what the store holds now, after asking.
    #[arg(long)]
    force: bool,
    /// Do not ask for confirmation.
    #[arg(long)]
    yes: bool,
}

pub async fn run(config: Config, mut options: RestoreOptions) -> anyhow::Result<ExitCode> {
    if !options.file.to_string_lossy().starts_with("s3://") {
        return restore(config, options).await;
    }
    let (place, name) = backup::place(&config, &options.file, "")?;
    ensure!(!name.is_empty(), "{}: name the file, which ends with .backup", options.file.display());
    options.file = backups::scratch(&config, &name)?;
    let path = options.file.clone();
    let restored = match place.get(&name, &path).await {
        Ok(()) => restore(config, options).await,
        Err(error) => Err(error),
    };
    let _ = std::fs::remove_file(&path);
    restored
}

async fn restore(config: Config, options: RestoreOptions) -> anyhow::Result<ExitCode> {
    let mut bar = CopyBar::new();
    let mut watch = |progress| bar.show(progress);
    if options.check {
        let manifest = copy::verify(&options.file, &mut watch).await?;
        bar.clear();
        summary(&manifest);
        println!("the backup is whole");
        return Ok(ExitCode::SUCCESS);
    }
    let is_input = options.file == Path::new("-");
    ensure!(is_input || options.file.exists(), "there is no {}", options.file.display());
    let settings = database::settings(&config)?;
    let folder = config.data_dir();
    private_folder::secure(&folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    if options.force {
        confirm::confirm(
            &format!("Everything in {} will be deleted", database::place(&config)),
            options.yes,
        )?;
    }
    let from = match options.file == Path::new("-") {
        true => Opened::Input(Box::new(std::io::stdin())),
        false => Opened::File(options.file),
    };
    let restored = copy::restore(&settings, from, options.force, &mut watch).await;
    bar.clear();
    let manifest = match restored {
        Err(error @ store::Error::NotEmpty { .. }) => {
            return Err(anyhow::Error::from(error).context("nothing was changed; --force replaces it"));
        }
        other => other.context("the backup was not restored")?,
    };
    summary(&manifest);
    println!("restored into {}", database::place(&config));
    let store = opening::store(&config).await?;
    audit::all(&store, None).await
}
