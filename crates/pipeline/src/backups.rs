//! A backup every night, in a folder or in object storage, of which the newest few are kept.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use domain::time::MS_PER_DAY;
use domain::{Day, Instant};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::{Follower, Progress, StepContext};
use runtime::{database, private_folder, telemetry};
use store::copy::{self, Manifest, Opened, Watch};

use crate::objects::{Object, Objects};

const BEFORE: &str = "bellwether-";
const AFTER: &str = ".backup";

/// Between two looks at the clock.
const PAUSE: Duration = Duration::from_secs(60);

/// The name of a backup of this day.
pub fn name(at: Instant) -> String {
    format!("{BEFORE}{}{AFTER}", at.day())
}

/// The days that the place has a backup of, the newest first. Other files are nobody's business here.
pub async fn days(place: &Objects) -> anyhow::Result<Vec<(Day, Object)>> {
    let mut days = Vec::new();
    for object in place.list("").await? {
        let day = object.name.strip_prefix(BEFORE).and_then(|name| name.strip_suffix(AFTER));
        days.extend(day.and_then(|day| Day::parse(day).ok()).map(|day| (day, object)));
    }
    days.sort_unstable_by_key(|(day, _)| std::cmp::Reverse(*day));
    Ok(days)
}

/// Without those named for a day to come, by a clock that was wrong once: they must not stop those until then.
async fn until(place: &Objects, today: Day) -> anyhow::Result<Vec<(Day, Object)>> {
    let mut made = days(place).await.context("cannot list the backups")?;
    made.retain(|(day, _)| *day <= today);
    Ok(made)
}

/// Makes a backup and reads it back: what cannot be read is none. Where it goes to a bucket, it is made in the data folder,
/// taken there, and removed here.
pub async fn make(
    config: &Config,
    place: &Objects,
    name: &str,
    now: Instant,
    watch: Watch<'_>,
) -> anyhow::Result<Manifest> {
    let settings = database::settings(config)?;
    let path = match place {
        Objects::Folder(folder) => folder.join(name),
        Objects::Bucket(_) => scratch(config, name)?,
    };
    let made = write(&settings, &path, now, watch).await;
    if let Objects::Folder(_) = place {
        return made;
    }
    let taken = match &made {
        Ok(_) => take(place, name, &path).await,
        Err(_) => Ok(()),
    };
    let _ = std::fs::remove_file(&path);
    taken.and(made)
}

/// A file in the data folder, which is its owner's alone, for what is on its way from or to a bucket.
pub fn scratch(config: &Config, name: &str) -> anyhow::Result<PathBuf> {
    let folder = config.data_dir();
    private_folder::secure(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder.join(format!("moving-{name}")))
}

async fn write(
    settings: &store::Settings,
    path: &Path,
    now: Instant,
    watch: Watch<'_>,
) -> anyhow::Result<Manifest> {
    let made = copy::backup(settings, Opened::File(path.to_owned()), now, watch).await;
    let made = made.context("the backup was not made")?;
    let read = copy::verify(path, watch).await.context("the backup cannot be read back")?;
    ensure!(
        read == made,
        "{} does not read as it was written: the disk is not to be trusted",
        path.display()
    );
    Ok(made)
}

async fn take(place: &Objects, name: &str, path: &Path) -> anyhow::Result<()> {
    place.put(name, path).await?;
    let bytes = std::fs::metadata(path)?.len();
    let there = place.list("").await?.into_iter().find(|object| object.name == name);
    ensure!(there.is_some_and(|there| there.bytes == bytes), "{place} does not hold all of {name}");
    Ok(())
}

/// One process does it: on Postgres, whichever has the lease.
#[derive(Clone)]
pub struct BackupFollower {
    config: Config,
    clock: Clock,
}

impl BackupFollower {
    /// None where no place is set.
    pub fn of(config: &Config, clock: Clock) -> Option<BackupFollower> {
        (!config.backup_dir.is_empty()).then(|| BackupFollower { config: config.clone(), clock })
    }

    /// Whether the hour has come and nothing was made since; a day that was missed is made up for when the next comes.
    fn is_due(&self, now: Instant, newest: Option<Day>) -> bool {
        let since_midnight = now.ms().rem_euclid(MS_PER_DAY);
        since_midnight >= self.config.backup_hour.min(23) as i64 * 3_600_000
            && newest.is_none_or(|newest| newest < now.day())
    }
}

impl Follower for BackupFollower {
    const NAME: &'static str = "backup";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let now = self.clock.now();
        let place = Objects::at(&self.config.backup_dir, &self.config).context("backup_dir")?;
        if let Objects::Folder(folder) = &place {
            private_folder::secure(folder)
                .with_context(|| format!("the folder of backups {place} cannot be made"))?;
        }
        let made = until(&place, now.day()).await?;
        // By the file itself: the name knows the day only.
        if let Some(at) = made.first().and_then(|(_, object)| object.written_at) {
            telemetry::backed_up(at);
        }
        if !self.is_due(now, made.first().map(|(day, _)| *day)) {
            return Ok(Progress::done(0, PAUSE));
        }
        let mut watch = |_: copy::Progress| context.alive();
        let manifest = make(&self.config, &place, &name(now), now, &mut watch).await?;
        tracing::info!(rows = manifest.rows(), "backed up {} rows to {place}", manifest.rows());
        // Only once the new one is known to be good.
        let keep = self.config.backup_keep.max(1) as usize;
        for (_, old) in until(&place, now.day()).await?.into_iter().skip(keep) {
            place.remove(&old.name).await?;
        }
        Ok(Progress::done(1, PAUSE))
    }
}
