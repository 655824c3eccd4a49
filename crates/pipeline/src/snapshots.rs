//! Copies of the index where all nodes reach them: a new one begins with the newest and follows the store from there.
//! Which store it is of and how far it reaches stands in the copy; one that does not fit is not asked.
//!
//! `TIME-SEQ.meta` is a commit and the last to be written, `TIME-SEQ.files` names its files, which lie in `segments`. They never
//! change, so that those which the copy before has too are not copied again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use domain::Instant;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::{Follower, Progress, StepContext};
use search::{Finder, Seeding, snapshot};

use crate::objects::Objects;

const EVERY: Duration = Duration::from_secs(600);
/// Until there is something to copy.
const SOON: Duration = Duration::from_secs(5);
/// The newest, and the one before for whoever is copying it.
const KEPT: usize = 2;
/// An index has some tens of segments of some files each.
const MAX_FILES: usize = 10_000;

const SEGMENTS: &str = "segments";
const META: &str = ".meta";
const FILES: &str = ".files";

/// One process on a store writes them.
pub struct SnapshotFollower {
    pub finder: Arc<Finder>,
    pub clock: Clock,
    pub config: Config,
}

impl Follower for SnapshotFollower {
    const NAME: &'static str = "snapshots";
    const LEASED: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        if !self.finder.is_trusted() || self.finder.indexed_seq() == 0 {
            return Ok(Progress::done(0, SOON));
        }
        let place = Objects::at(&self.config.index_snapshots, &self.config).context("index_snapshots")?;
        // On the disk of the index.
        let scratch = self.config.data_dir().join("index-copy");
        let written = write(&self.finder, &place, &scratch, self.clock.now()).await?;
        Ok(Progress::done(u64::from(written), EVERY))
    }
}

/// Writes one unless the newest is of the same change, and lets go of old ones.
pub async fn write(
    finder: &Arc<Finder>,
    place: &Objects,
    scratch: &Path,
    now: Instant,
) -> anyhow::Result<bool> {
    let seq = finder.indexed_seq();
    if all(place).await?.pop().is_some_and(|newest| seq_of(&newest) == Some(seq)) {
        return Ok(false);
    }
    let (finder, folder) = (Arc::clone(finder), scratch.to_owned());
    let copied = tokio::task::spawn_blocking(move || {
        let _ = std::fs::remove_dir_all(&folder);
        finder.snapshot(&folder)
    });
    let copied = copied.await?.with_context(|| format!("cannot copy the index to {}", scratch.display()))?;
    if copied {
        put(place, scratch, &format!("{:015}-{seq}", now.ms().max(0))).await?;
        prune(place, scratch).await?;
    }
    let _ = tokio::fs::remove_dir_all(scratch).await;
    Ok(copied)
}

async fn put(place: &Objects, folder: &Path, name: &str) -> anyhow::Result<()> {
    let there = place.list(SEGMENTS).await?;
    let there: HashMap<String, u64> = there.into_iter().map(|one| (one.name, one.bytes)).collect();
    for file in segments(&folder.join(snapshot::FILES)).await? {
        let path = folder.join(&file);
        let bytes = tokio::fs::metadata(&path).await?.len();
        if there.get(&file) != Some(&bytes) {
            place.put(&format!("{SEGMENTS}/{file}"), &path).await?;
        }
    }
    place.put(&format!("{name}{FILES}"), &folder.join(snapshot::FILES)).await?;
    place.put(&format!("{name}{META}"), &folder.join(snapshot::META)).await
}

async fn prune(place: &Objects, scratch: &Path) -> anyhow::Result<()> {
    let mut names = all(place).await?;
    let kept = names.split_off(names.len().saturating_sub(KEPT));
    for name in names {
        place.remove(&format!("{name}{META}")).await?;
        place.remove(&format!("{name}{FILES}")).await?;
    }
    let mut used = Vec::new();
    let list = scratch.join("kept");
    for name in kept {
        place.get(&format!("{name}{FILES}"), &list).await?;
        used.extend(segments(&list).await?);
    }
    for one in place.list(SEGMENTS).await? {
        if !used.contains(&one.name) {
            place.remove(&format!("{SEGMENTS}/{}", one.name)).await?;
        }
    }
    Ok(())
}

/// Begins the index in `folder` with the newest copy, where it has none yet; says which.
pub async fn seed(place: &Objects, folder: &Path) -> anyhow::Result<Option<String>> {
    // First: whoever has an index waits for nobody.
    let Some(seeding) = Seeding::begin(folder)? else { return Ok(None) };
    let filled = fill(place, seeding.path()).await;
    match filled {
        Ok(Some(_)) => seeding.finish()?,
        _ => seeding.give_up()?,
    }
    filled
}

async fn fill(place: &Objects, folder: &Path) -> anyhow::Result<Option<String>> {
    let Some(newest) = all(place).await?.pop() else { return Ok(None) };
    let list = folder.join(snapshot::FILES);
    place.get(&format!("{newest}{FILES}"), &list).await?;
    for file in segments(&list).await? {
        place.get(&format!("{SEGMENTS}/{file}"), &folder.join(&file)).await?;
    }
    place.get(&format!("{newest}{META}"), &folder.join(snapshot::META)).await?;
    Ok(Some(newest))
}

/// The names of whole copies, the oldest first.
async fn all(place: &Objects) -> anyhow::Result<Vec<String>> {
    let listed = place.list("").await?;
    let names = listed.iter().filter_map(|one| one.name.strip_suffix(META));
    Ok(names.filter(|name| seq_of(name).is_some()).map(str::to_owned).collect())
}

/// The change that a copy covers.
fn seq_of(name: &str) -> Option<u64> {
    let (time, seq) = name.split_once('-')?;
    (time.len() == 15 && time.bytes().all(|byte| byte.is_ascii_digit())).then(|| seq.parse().ok())?
}

/// The files of a commit beside the commit itself.
async fn segments(list: &Path) -> anyhow::Result<Vec<String>> {
    let text = tokio::fs::read(list).await?;
    let files: Vec<String> = serde_json::from_slice(&text).context("the list of files is broken")?;
    ensure!(files.len() <= MAX_FILES, "an index of {} files is not one of ours", files.len());
    Ok(files.into_iter().filter(|file| file != snapshot::META).collect())
}
