//! The index itself: opened, fed, asked, rebuilt.
//!
//! Reading and writing do not wait for each other: a search works on the view of the last commit, and a commit
//! puts a new view in its place. What is on disk after any crash is some commit, whole, with its sequence number.

mod alike;
mod commit;
mod compile;
mod copies;
mod generation;
mod likeness;
mod matched;
mod names;
mod near;
mod page;
mod patience;
mod ranked;
mod rebuild;
mod schema;
mod shelf;
pub mod snapshot;
mod tally;
mod view;
mod walk;
mod without;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use domain::Instant;

use self::shelf::{Refusal, Shelf};
use self::view::View;
use self::writing::Writing;
use crate::error::Error;
use crate::search::{Change, DayTally, Found, Listed, Order, OutletTally, Search};

pub use self::matched::Matched;
pub use self::rebuild::Rebuild;
pub use self::snapshot::Seeding;

/// How much the writer may use. Searching needs none of it, and between commits it is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub writer_threads: usize,
    /// For all threads together, until a segment is written out; at least 16 MiB each.
    pub writer_memory_bytes: usize,
}

impl Settings {
    /// A few documents every few seconds, beside other work.
    pub const STEADY: Settings = Settings { writer_threads: 1, writer_memory_bytes: 48 << 20 };
    /// Many documents at once: larger segments, less merging.
    pub const BULK: Settings = Settings { writer_threads: 2, writer_memory_bytes: 400 << 20 };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::STEADY
    }
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
    /// Deleted or replaced, and not yet merged away.
    pub dead_documents: u64,
    pub segments: usize,
    pub bytes: u64,
}

/// Shared freely between threads.
pub struct Finder {
    /// None keeps it in memory.
    dir: Option<PathBuf>,
    opening: Opening,
    view: RwLock<Arc<View>>,
    writing: Mutex<Writing>,
    /// It is not of the store that is asked about; nothing is found in it until it was rebuilt.
    distrusted: AtomicBool,
}

impl Finder {
    /// Opens the index in a folder, or an empty one in its place; `opening` tells which.
    pub fn open(dir: &Path, settings: Settings) -> Result<Finder, Error> {
        std::fs::create_dir_all(dir).map_err(|source| Error::File {
            attempt: "make",
            path: dir.to_path_buf(),
            source,
        })?;
        let opening = match generation::current(dir)? {
            Some(number) => match Shelf::open(&generation::path_of(dir, number)) {
                Ok((shelf, view)) => {
                    generation::sweep(dir, number)?;
                    return Ok(Finder::over(Some(dir), Opening::Resumed, shelf, view, settings, number));
                }
                Err(Refusal::Failed(source)) => return Err(Error::Open { dir: dir.into(), source }),
                Err(Refusal::Unusable(reason)) => Opening::Replaced(reason),
            },
            None if !generation::any_written(dir)? => Opening::Fresh,
            None => Opening::Replaced("it is not known which generation was in use".into()),
        };
        let failed = |source| Error::Open { dir: dir.into(), source };
        let claim = generation::claim(dir)?;
        let shelf = Shelf::create(&claim.path).map_err(failed)?;
        let view = shelf.view(None).map_err(failed)?;
        generation::switch(dir, claim.generation)?;
        generation::sweep(dir, claim.generation)?;
        Ok(Finder::over(Some(dir), opening, shelf, view, settings, claim.generation))
    }

    /// Gone with the process.
    pub fn in_memory() -> Result<Finder, Error> {
        let shelf = Shelf::in_memory().map_err(Error::Write)?;
        let view = shelf.view(None).map_err(Error::Read)?;
        Ok(Finder::over(None, Opening::Fresh, shelf, view, Settings::STEADY, 0))
    }

    fn over(
        dir: Option<&Path>,
        opening: Opening,
        shelf: Shelf,
        view: View,
        settings: Settings,
        generation: u32,
    ) -> Finder {
        Finder {
            dir: dir.map(Path::to_path_buf),
            opening,
            writing: Mutex::new(Writing::new(shelf, settings, &view.commit, generation)),
            view: RwLock::new(Arc::new(view)),
            distrusted: AtomicBool::new(false),
        }
    }

    /// How it was found: whoever opens an empty one must fill it from the store.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Keeps other processes from writing until this one settles or ends; `Error::Busy` where another writes already.
    pub fn hold(&self) -> Result<(), Error> {
        let mut writing = self.writing();
        loop {
            let held = self.follow(&mut writing).and_then(|()| writing.hold());
            match self.heard(held, &writing) {
                // Another one has written before; what it wrote is seen now.
                Err(Error::Switched) => continue,
                held => return held,
            }
        }
    }

    /// Takes in the changes after `applied_seq()` up to and including `seq`, all of them. They are searchable
    /// once committed. After an error, continue from `applied_seq()`, which may have fallen back.
    pub fn apply<'a>(&self, batch: impl IntoIterator<Item = Change<'a>>, seq: u64) -> Result<(), Error> {
        let mut writing = self.writing();
        self.follow(&mut writing)?;
        let applied = writing.apply(batch, seq, &self.view());
        self.heard(applied, &writing)
    }

    /// Makes what was applied durable and searchable, and keeps `seq` with it in the same step.
    pub fn commit(&self, seq: u64) -> Result<(), Error> {
        let mut writing = self.writing();
        self.follow(&mut writing)?;
        let committed = writing.commit(seq);
        self.heard(committed, &writing)?;
        self.look_again(&writing)
    }

    /// Up to where changes were taken in.
    pub fn applied_seq(&self) -> u64 {
        self.writing().applied_seq()
    }

    /// Up to where the searchable index holds the store's history: that far, and nothing beyond.
    pub fn indexed_seq(&self) -> u64 {
        self.view().commit.seq
    }

    /// Which store the searchable index was filled from, as that store put it; empty where nobody said.
    pub fn origin(&self) -> String {
        self.view().commit.origin.clone()
    }

    /// Says which store is followed from now on; kept with every later commit.
    pub fn set_origin(&self, origin: &str) {
        self.writing().origin = origin.to_owned();
    }

    /// Says whether it was filled from the store that is asked about: where not, searches end in `Error::Distrusted`
    /// until it was rebuilt.
    pub fn set_trusted(&self, trusted: bool) {
        self.distrusted.store(!trusted, Ordering::Release);
    }

    pub fn is_trusted(&self) -> bool {
        !self.distrusted.load(Ordering::Acquire)
    }

    /// Takes up finished merges, and the new generation where another process has rebuilt the index.
    pub fn refresh(&self) -> Result<(), Error> {
        let mut writing = self.writing();
        match self.follow(&mut writing) {
            Err(Error::Switched) => Ok(()),
            Err(error) => Err(error),
            Ok(()) => self.look_again(&writing),
        }
    }

    /// Commits what was applied, waits for merges to end and gives the writer's memory back. For the end of a
    /// bulk load.
    pub fn settle(&self) -> Result<(), Error> {
        let mut writing = self.writing();
        self.follow(&mut writing)?;
        writing.rest()?;
        self.look_again(&writing)
    }

    /// Other settings for the writer from now on; settles first.
    pub fn tune(&self, settings: Settings) -> Result<(), Error> {
        self.settle()?;
        self.writing().settings = settings;
        Ok(())
    }

    pub fn find(&self, search: &Search<'_>) -> Result<Found, Error> {
        self.find_until(search, &|| false)
    }

    /// As `find`, but asks now and then whether to give up; a slow search then ends in `Error::GivenUp`.
    pub fn find_until(&self, search: &Search<'_>, give_up: &dyn Fn() -> bool) -> Result<Found, Error> {
        let view = self.trusted()?;
        match search.order == Order::Newest && !search.skip_copies {
            true => walk::find(&view, search, give_up),
            false => ranked::find(&view, search, give_up),
        }
    }

    /// The same page without the total: for walking through all pages, each after the one before.
    pub fn list_until(&self, search: &Search<'_>, give_up: &dyn Fn() -> bool) -> Result<Listed, Error> {
        walk::list(&self.view(), search, give_up)
    }

    /// The matches by day, newest day first; days without any are left out, `after`, `skip` and `take` ignored.
    pub fn tally(&self, search: &Search<'_>) -> Result<Vec<DayTally>, Error> {
        self.tally_until(search, &|| false)
    }

    pub fn tally_until(
        &self,
        search: &Search<'_>,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Vec<DayTally>, Error> {
        tally::tally(&*self.trusted()?, search, give_up)
    }

    /// The matches by hour, oldest first, each with its beginning; hours without any are left out.
    pub fn hours_until(
        &self,
        search: &Search<'_>,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Vec<(Instant, DayTally)>, Error> {
        tally::hours(&*self.trusted()?, search, give_up)
    }

    /// The matches by outlet; `after`, `skip` and `take` ignored.
    pub fn by_outlet_until(
        &self,
        search: &Search<'_>,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Vec<OutletTally>, Error> {
        tally::by_outlet(&*self.trusted()?, search, give_up)
    }

    /// The matches, to be counted by further filters.
    pub fn matched_until(&self, search: &Search<'_>, give_up: &dyn Fn() -> bool) -> Result<Matched, Error> {
        Matched::of(self.trusted()?, search, give_up)
    }

    /// Documents that can be found.
    pub fn document_count(&self) -> u64 {
        self.view().searcher.num_docs()
    }

    pub fn statistics(&self) -> Result<Statistics, Error> {
        let view = self.view();
        let usage = view.searcher.space_usage().map_err(|error| Error::Read(error.into()))?;
        let dead = view.segments.iter().map(|segment| u64::from(segment.reader.num_deleted_docs())).sum();
        Ok(Statistics {
            documents: view.searcher.num_docs(),
            dead_documents: dead,
            segments: view.segments.len(),
            bytes: usage.total().get_bytes(),
        })
    }

    /// Reads every file and compares its checksum; the damaged ones are named. Takes as long as reading takes.
    pub fn damaged_files(&self) -> Result<Vec<PathBuf>, Error> {
        let index = self.writing().shelf.index.clone();
        let damaged = index.validate_checksum().map_err(Error::Read)?;
        Ok(damaged.into_iter().collect())
    }

    /// Starts a new generation, empty at sequence number 0, while this one goes on answering.
    pub fn rebuild(&self, settings: Settings) -> Result<Rebuild<'_>, Error> {
        Rebuild::start(self, settings)
    }

    fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn trusted(&self) -> Result<Arc<View>, Error> {
        if self.is_trusted() { Ok(self.view()) } else { Err(Error::Distrusted) }
    }

    fn show(&self, view: View) {
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(view);
    }

    fn writing(&self) -> MutexGuard<'_, Writing> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_again(&self, writing: &Writing) -> Result<(), Error> {
        let view = writing.shelf.view(Some(&self.view())).map_err(Error::Read)?;
        self.show(view);
        Ok(())
    }

    /// Another process wrote while this one had no writer: what it wrote must be seen before going on.
    fn heard(&self, result: Result<(), Error>, writing: &Writing) -> Result<(), Error> {
        if matches!(result, Err(Error::Switched)) {
            self.look_again(writing)?;
        }
        result
    }

    /// Goes over to the generation that is in use, where another process has changed it. What was applied to
    /// the old one and not committed is lost with it, which the caller must hear.
    fn follow(&self, writing: &mut Writing) -> Result<(), Error> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let in_use = generation::current(dir)?;
        let Some(number) = in_use.filter(|number| *number != writing.generation) else { return Ok(()) };
        let (shelf, view) = match Shelf::open(&generation::path_of(dir, number)) {
            Ok(opened) => opened,
            Err(Refusal::Failed(source)) => return Err(Error::Open { dir: dir.clone(), source }),
            Err(Refusal::Unusable(reason)) => {
                let source = tantivy::TantivyError::SystemError(reason);
                return Err(Error::Open { dir: dir.clone(), source });
            }
        };
        *writing = Writing::new(shelf, writing.settings, &view.commit, number);
        self.show(view);
        Err(Error::Switched)
    }
}

#[cfg(test)]
mod tests;
