//! `bellwether backup`: one moment of the store in a file, while it serves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use store::copy::{self, Manifest, Opened};

use super::opening;
use super::progress::CopyBar;
use pipeline::backups;
use pipeline::objects::Objects;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::database;

pub async fn run(config: Config, target: PathBuf) -> anyhow::Result<ExitCode> {
    opening::check_there(&config)?;
    let settings = database::settings(&config)?;
    let now = Clock::System.now();
    let mut bar = CopyBar::new();
    let mut watch = |progress| bar.show(progress);
    if target == Path::new("-") {
        let manifest =
            copy::backup(&settings, Opened::Output(Box::new(std::io::stdout())), now, &mut watch).await;
        bar.clear();
        summary(&manifest.context("the backup was not made")?);
        return Ok(ExitCode::SUCCESS);
    }
    let (place, name) = place(&config, &target, &backups::name(now))?;
    let there = place.list("").await?;
    if there.iter().any(|object| object.name == name) {
        bail!("{name} is there already in {place}: choose another name, or move it away");
    }
    let made = backups::make(&config, &place, &name, now, &mut watch).await;
    bar.clear();
    summary(&made?);
    println!("{}/{name}", place.to_string().trim_end_matches('/'));
    Ok(ExitCode::SUCCESS)
}

/// A file's folder and name; in a folder, or under a prefix of a bucket, `name` stands for the file.
pub fn place(config: &Config, target: &Path, name: &str) -> anyhow::Result<(Objects, String)> {
    if target.is_dir() {
        return Ok((Objects::Folder(target.to_owned()), name.to_owned()));
    }
    let text = target.to_string_lossy();
    if text.starts_with("s3://") {
        let (prefix, name) = match text.rsplit_once('/') {
            Some((prefix, file)) if file.ends_with(".backup") => (prefix, file),
            _ => (&*text, name),
        };
        return Ok((Objects::at(prefix, config)?, name.to_owned()));
    }
    // What is made takes the place of what is there, were it a device, a pipe or a link.
    let is_plain = target.symlink_metadata().map_or(true, |there| there.is_file());
    ensure!(is_plain, "{text} is there already and is no plain file: choose another name");
    ensure!(
        !text.ends_with('/') && !text.ends_with("/."),
        "{text} is not there: make the folder first, or leave the slash away to name a file"
    );
    let file = target.file_name().with_context(|| format!("{text} is no name for a file"))?;
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Ok((Objects::Folder(folder.to_owned()), file.to_string_lossy().into_owned()))
}

/// On standard error: standard output may be the backup itself.
pub fn summary(manifest: &Manifest) {
    for (table, rows, digest) in manifest.tables.iter().filter(|(_, rows, _)| *rows > 0) {
        eprintln!("{rows:>10}  {}  {table}", &digest[..16]);
    }
    eprintln!(
        "{} rows of store {} at change {}, version {}, {}, made {}",
        manifest.rows(),
        manifest.store,
        manifest.revision,
        manifest.schema,
        manifest.engine,
        manifest.made_at,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_file_or_a_folder_that_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config::default();
        let named = |target: &str| {
            let (place, name) = place(&config, &folder.path().join(target), "day.backup").ok()?;
            Some((place.to_string().replace(&folder.path().display().to_string(), ""), name))
        };
        let is = |place: &str, name: &str| Some((place.to_owned(), name.to_owned()));
        assert_eq!(named(""), is("/", "day.backup"));
        assert_eq!(named("mine.backup"), is("", "mine.backup"));
        assert_eq!(named("missing/"), None);
        assert_eq!(named("missing/."), None);
        #[cfg(unix)]
        std::os::unix::fs::symlink("elsewhere", folder.path().join("link")).expect("a link");
        #[cfg(unix)]
        assert_eq!(named("link"), None);
        assert!(place(&config, Path::new("/dev/null"), "").is_err(), "a device stays one");
        assert!(place(&config, Path::new("s3://bucket/prefix/"), "day.backup").is_err(), "no keys are set");
    }
}
