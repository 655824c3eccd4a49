//! A new generation in the making, while the old one answers.

use std::sync::atomic::Ordering;

use super::commit::Commit;
use super::generation::{self, Claim};
use super::shelf::Shelf;
use super::view::View;
use super::writing::Writing;
use super::{Finder, Settings};
use crate::error::Error;
use crate::search::Change;

/// Fill it with the store's history from the beginning, then `finish`. Dropped before that, or killed, it leaves
/// the old generation as it was.
pub struct Rebuild<'f> {
    finder: &'f Finder,
    writing: Option<Writing>,
    /// Nothing is in it, so no deletion is needed for what was there before.
    empty: View,
    claim: Option<Claim>,
}

impl<'f> Rebuild<'f> {
    pub(super) fn start(finder: &'f Finder, settings: Settings) -> Result<Rebuild<'f>, Error> {
        let claim = finder.dir.as_deref().map(generation::claim).transpose()?;
        let shelf = match &claim {
            Some(claim) => Shelf::create(&claim.path),
            None => Shelf::in_memory(),
        };
        let shelf = shelf.map_err(Error::Write)?;
        let empty = shelf.view(None).map_err(Error::Read)?;
        let generation = claim.as_ref().map_or(0, |claim| claim.generation);
        let writing = Writing::new(shelf, settings, &Commit::default(), generation);
        Ok(Rebuild { finder, writing: Some(writing), empty, claim })
    }

    /// As `Finder::apply`. After an error nothing is left of it.
    pub fn apply<'a>(&mut self, batch: impl IntoIterator<Item = Change<'a>>, seq: u64) -> Result<(), Error> {
        let writing = self.writing.as_mut().ok_or(Error::Switched)?;
        writing.apply(batch, seq, &self.empty)
    }

    /// Says which store it is filled from.
    pub fn set_origin(&mut self, origin: &str) {
        if let Some(writing) = self.writing.as_mut() {
            writing.origin = origin.to_owned();
        }
    }

    pub fn applied_seq(&self) -> u64 {
        self.writing.as_ref().map_or(0, Writing::applied_seq)
    }

    /// Commits, and puts this generation in the old one's place in one step. `Error::Behind` says that the old
    /// one has meanwhile gone further: apply the rest and try again.
    pub fn finish(&mut self) -> Result<(), Error> {
        let finder = self.finder;
        let writing = self.writing.as_mut().ok_or(Error::Switched)?;
        // The long part, before anyone has to wait.
        writing.rest()?;
        let view = writing.shelf.view(None).map_err(Error::Read)?;
        let mut in_use = finder.writing();
        let (rebuilt, indexed) = (writing.committed_seq(), in_use.applied_seq());
        // How far the history of another store has come says nothing.
        if rebuilt < indexed && finder.is_trusted() {
            return Err(Error::Behind { rebuilt, indexed });
        }
        if let (Some(dir), Some(claim)) = (&finder.dir, &self.claim) {
            generation::switch(dir, claim.generation)?;
        }
        let settings = in_use.settings;
        let mut writing = self.writing.take().ok_or(Error::Switched)?;
        writing.settings = settings;
        *in_use = writing;
        finder.show(view);
        finder.distrusted.store(false, Ordering::Release);
        if let (Some(dir), Some(claim)) = (&finder.dir, self.claim.take()) {
            generation::sweep(dir, claim.generation)?;
        }
        Ok(())
    }
}

impl Drop for Rebuild<'_> {
    fn drop(&mut self) {
        // The writer must be gone before its folder is.
        self.writing = None;
        if let Some(claim) = self.claim.take() {
            let path = claim.path.clone();
            drop(claim);
            // Left behind, it is swept away at the next opening.
            let _ = std::fs::remove_dir_all(path);
        }
    }
}
