//! Copies of the last commit, from which an index elsewhere begins instead of from nothing. The files of a commit never
//! change, and what it covers stands in the commit itself.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Finder, generation};
use crate::error::Error;

/// The commit: which segments there are, and which change they cover.
pub const META: &str = "meta.json";
/// The names of all files, as a JSON list; the engine may remove those once they are of no use.
pub const FILES: &str = ".managed.json";

fn failed<'a>(attempt: &'static str, path: &'a Path) -> impl Fn(std::io::Error) -> Error + 'a {
    move |source| Error::File { attempt, path: path.to_path_buf(), source }
}

impl Finder {
    /// Copies the last commit into this folder, which is there as a whole or not at all. False for an index in memory.
    pub fn snapshot(&self, target: &Path) -> Result<bool, Error> {
        let Some(dir) = &self.dir else { return Ok(false) };
        // As long as these are held, no file of theirs is removed.
        let (source, meta, segments) = {
            let writing = self.writing();
            let source = generation::path_of(dir, writing.generation);
            let read = || fs::read(source.join(META)).map_err(failed("read", &source));
            loop {
                let before = read()?;
                let segments = writing.shelf.index.searchable_segment_metas().map_err(Error::Read)?;
                // A merge may have ended in between.
                if read()? == before {
                    break (source, before, segments);
                }
            }
        };
        let making = target.with_extension("part");
        let _ = fs::remove_dir_all(&making);
        fs::create_dir_all(&making).map_err(failed("make", &making))?;
        let names: Vec<String> = segments.iter().map(|segment| segment.id().uuid_string()).collect();
        let mut managed = vec![format!("{META:?}")];
        for entry in fs::read_dir(&source).map_err(failed("list", &source))? {
            let file = entry.map_err(failed("list", &source))?.file_name().to_string_lossy().into_owned();
            if names.iter().any(|name| file.starts_with(name)) {
                // A second name for the same bytes, where the disk can.
                let (from, to) = (source.join(&file), making.join(&file));
                fs::hard_link(&from, &to)
                    .or_else(|_| fs::copy(&from, &to).map(drop))
                    .map_err(failed("copy", &making))?;
                managed.push(format!("{file:?}"));
            }
        }
        fs::write(making.join(FILES), format!("[{}]\n", managed.join(",")))
            .map_err(failed("write", &making))?;
        fs::write(making.join(META), meta).map_err(failed("write", &making))?;
        fs::rename(&making, target).map_err(failed("rename", &making))?;
        Ok(true)
    }
}

/// An index that begins with a copy: whoever has begun it puts the files of one into the folder.
pub struct Seeding {
    dir: PathBuf,
    claim: generation::Claim,
}

impl Seeding {
    /// None where there is an index already.
    pub fn begin(dir: &Path) -> Result<Option<Seeding>, Error> {
        fs::create_dir_all(dir).map_err(failed("make", dir))?;
        if generation::current(dir)?.is_some() || !generation::all(dir)?.is_empty() {
            return Ok(None);
        }
        Ok(Some(Seeding { dir: dir.to_path_buf(), claim: generation::claim(dir)? }))
    }

    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// All files are there.
    pub fn finish(self) -> Result<(), Error> {
        generation::switch(&self.dir, self.claim.generation)
    }

    /// Leaves nothing behind.
    pub fn give_up(self) -> Result<(), Error> {
        fs::remove_dir_all(&self.claim.path).map_err(failed("remove", &self.claim.path))
    }
}
