//! The index itself: opened, fed, asked, rebuilt.

use std::path::Path;

use crate::error::Error;
use crate::search::{Change, DayTally, Found, Search};

/// How much the writer may use. Searching needs none of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub writer_threads: usize,
    pub writer_memory_bytes: usize,
}

/// How the index was found when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// As it was left.
    Resumed,
    /// There was none; it is empty at sequence number 0.
    Fresh,
    /// What was there could not be used, for the reason given; it is empty at sequence number 0.
    Replaced(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    pub documents: u64,
    pub deleted_documents: u64,
    pub segments: usize,
    pub bytes: u64,
}

/// Shared freely between threads: reading never waits for writing.
pub struct Finder {}

/// A new generation in the making, while the old one answers.
pub struct Rebuild<'f> {
    _finder: &'f Finder,
}

impl Finder {
    pub fn open(_dir: &Path, _settings: Settings) -> Result<Finder, Error> {
        Ok(Finder {})
    }
    pub fn in_memory() -> Result<Finder, Error> {
        Ok(Finder {})
    }
    pub fn opening(&self) -> &Opening {
        &Opening::Fresh
    }
    /// Takes every change after `applied_seq()` up to and including `seq`. Nothing is searchable before `commit`.
    pub fn apply<'a>(&self, _batch: impl IntoIterator<Item = Change<'a>>, _seq: u64) -> Result<(), Error> {
        Ok(())
    }
    /// Makes what was applied durable and searchable, and remembers `seq` with it.
    pub fn commit(&self, _seq: u64) -> Result<(), Error> {
        Ok(())
    }
    /// Up to where changes were taken in; where to continue after any error.
    pub fn applied_seq(&self) -> u64 {
        0
    }
    /// Up to where the searchable index holds the store's history, exactly.
    pub fn indexed_seq(&self) -> u64 {
        0
    }
    /// Takes up finished merges and, where another process rebuilt the index, the new generation. Cheap when nothing changed.
    pub fn refresh(&self) -> Result<(), Error> {
        Ok(())
    }
    /// Commits nothing; waits for merges in the background and takes them up. For the end of a bulk load.
    pub fn settle(&self) -> Result<(), Error> {
        Ok(())
    }
    /// Other writer settings from now on; commits what was applied.
    pub fn tune(&self, _settings: Settings) -> Result<(), Error> {
        Ok(())
    }
    pub fn find(&self, _search: &Search<'_>) -> Result<Found, Error> {
        Ok(Found::default())
    }
    /// As `find`, asking `give_up` now and then whether to go on.
    pub fn find_until(&self, search: &Search<'_>, _give_up: &dyn Fn() -> bool) -> Result<Found, Error> {
        self.find(search)
    }
    /// Newest day first; days without a match are left out.
    pub fn tally(&self, _search: &Search<'_>) -> Result<Vec<DayTally>, Error> {
        Ok(Vec::new())
    }
    pub fn statistics(&self) -> Result<Statistics, Error> {
        Ok(Statistics { documents: 0, deleted_documents: 0, segments: 0, bytes: 0 })
    }
    /// Starts a new generation, empty at sequence number 0.
    pub fn rebuild(&self, _settings: Settings) -> Result<Rebuild<'_>, Error> {
        Ok(Rebuild { _finder: self })
    }
}

impl Rebuild<'_> {
    pub fn apply<'a>(
        &mut self,
        _batch: impl IntoIterator<Item = Change<'a>>,
        _seq: u64,
    ) -> Result<(), Error> {
        Ok(())
    }
    pub fn applied_seq(&self) -> u64 {
        0
    }
    /// Commits and switches over. Refused while it is behind the index in use.
    pub fn finish(self) -> Result<(), Error> {
        Ok(())
    }
}
