//! The one writer of a generation: takes changes, commits them together with how far they reach.
//!
//! The writer is opened with the first change and lost with the first error; what it had not committed is then
//! gone, and the applied sequence number falls back to what is committed.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use tantivy::IndexWriter;
use tantivy::merge_policy::LogMergePolicy;

use super::Settings;
use super::commit::{Commit, payload};
use super::schema::{halves, writer_options};
use super::shelf::{Shelf, write_error};
use super::view::View;
use crate::error::Error;
use crate::search::Change;

pub struct Writing {
    pub shelf: Shelf,
    pub settings: Settings,
    pub generation: u32,
    /// Which store it is filled from, as later commits will say.
    pub origin: String,
    writer: Option<IndexWriter>,
    known: Option<Known>,
    committed_seq: u64,
    applied_seq: u64,
    is_dirty: bool,
}

impl Writing {
    pub fn new(shelf: Shelf, settings: Settings, last: &Commit, generation: u32) -> Writing {
        let committed_seq = last.seq;
        Writing {
            origin: last.origin.clone(),
            shelf,
            settings,
            generation,
            writer: None,
            known: None,
            committed_seq,
            applied_seq: committed_seq,
            is_dirty: false,
        }
    }

    pub fn applied_seq(&self) -> u64 {
        self.applied_seq
    }

    pub fn committed_seq(&self) -> u64 {
        self.committed_seq
    }

    /// Opens the writer before there is anything to write.
    pub fn hold(&mut self) -> Result<(), Error> {
        self.guarded(|this| this.open().map(|_| ()))
    }

    pub fn apply<'a>(
        &mut self,
        batch: impl IntoIterator<Item = Change<'a>>,
        seq: u64,
        view: &View,
    ) -> Result<(), Error> {
        self.forwards(seq)?;
        self.guarded(|this| {
            this.open()?;
            this.take_in(batch, view)?;
            this.applied_seq = seq;
            Ok(())
        })
    }

    pub fn commit(&mut self, seq: u64) -> Result<(), Error> {
        self.forwards(seq)?;
        if !self.is_dirty && seq == self.committed_seq {
            return Ok(());
        }
        self.guarded(|this| {
            let carried = payload(&Commit { seq, origin: this.origin.clone() });
            let mut prepared = this.open()?.prepare_commit().map_err(Error::Write)?;
            prepared.set_payload(&carried);
            prepared.commit().map_err(Error::Write)?;
            this.applied_seq = seq;
            this.committed_seq = seq;
            this.is_dirty = false;
            Ok(())
        })
    }

    /// Commits, lets the background merges end and gives the writer's memory back.
    pub fn rest(&mut self) -> Result<(), Error> {
        self.commit(self.applied_seq)?;
        match self.writer.take() {
            Some(writer) => writer.wait_merging_threads().map_err(Error::Write),
            None => Ok(()),
        }
    }

    fn forwards(&self, seq: u64) -> Result<(), Error> {
        let applied = self.applied_seq;
        if seq < applied { Err(Error::Backwards { given: seq, applied }) } else { Ok(()) }
    }

    fn guarded<T>(&mut self, work: impl FnOnce(&mut Writing) -> Result<T, Error>) -> Result<T, Error> {
        let result = work(self);
        if result.is_err() {
            self.writer = None;
            self.applied_seq = self.committed_seq;
            self.is_dirty = false;
        }
        result
    }

    fn open(&mut self) -> Result<&mut IndexWriter, Error> {
        if self.writer.is_none() {
            let options = writer_options(self.settings);
            let writer: IndexWriter = self.shelf.index.writer_with_options(options).map_err(write_error)?;
            writer.set_merge_policy(Box::new(merge_policy()));
            // Whoever was killed in a commit left files that the next one would write under the same names.
            writer.garbage_collect_files().wait().map_err(Error::Write)?;
            self.writer = Some(writer);
            // From here on nobody else writes. Before, someone may have.
            let committed_seq = self.shelf.commit().map_err(Error::Read)?.seq;
            if committed_seq != self.committed_seq {
                self.committed_seq = committed_seq;
                self.known = None;
                return Err(Error::Switched);
            }
        }
        Ok(self.writer.as_mut().expect("it was opened above"))
    }

    fn take_in<'a>(&mut self, batch: impl IntoIterator<Item = Change<'a>>, view: &View) -> Result<(), Error> {
        let writer = self.writer.as_ref().expect("apply opens it first");
        let known = self.known.get_or_insert_with(|| Known::of(view));
        for change in batch {
            self.is_dirty = true;
            match change {
                Change::Put(entry) => {
                    if known.insert(halves(entry.id).0) {
                        writer.delete_term(self.shelf.fields.id_term(entry.id));
                    }
                    writer.add_document(self.shelf.fields.document(&entry)).map_err(Error::Write)?;
                }
                Change::Delete(id) => {
                    writer.delete_term(self.shelf.fields.id_term(id));
                }
            }
        }
        Ok(())
    }
}

/// Small commits every few seconds and a million documents: merge early while small, so that a search visits few
/// segments, and write large ones anew only when a third of them is dead.
fn merge_policy() -> LogMergePolicy {
    let mut policy = LogMergePolicy::default();
    policy.set_min_num_segments(5);
    policy.set_min_layer_size(2_000);
    policy.set_del_docs_ratio_before_merge(0.33);
    policy
}

/// Half of every id that may be in the index. A deletion is looked up in every segment, so a bulk load of new
/// documents must not issue any: only what may be there already is deleted first. One too many costs time, never
/// truth, so half an id is enough.
struct Known(HashSet<u64, BuildHasherDefault<AsIs>>);

impl Known {
    fn of(view: &View) -> Known {
        let count = view.segments.iter().map(|segment| segment.reader.max_doc() as usize).sum();
        let mut known = HashSet::with_capacity_and_hasher(count, BuildHasherDefault::default());
        known.extend(view.segments.iter().flat_map(|segment| segment.id_highs()));
        Known(known)
    }

    /// True where it was there already.
    fn insert(&mut self, id_high: u64) -> bool {
        !self.0.insert(id_high)
    }
}

/// Ids are hashes already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
