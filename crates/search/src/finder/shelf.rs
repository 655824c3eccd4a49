//! One generation of the index: opened if it can be used, and read as of its last commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::{OpenDirectoryError, OpenReadError};
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyError};

use super::commit::{Commit, read_payload};
use super::schema::{self, Fields};
use super::view::View;
use crate::error::Error;

pub struct Shelf {
    pub index: Index,
    pub fields: Fields,
    reader: IndexReader,
}

/// Why a generation cannot be opened.
pub enum Refusal {
    /// It is not what it should be; another must take its place.
    Unusable(String),
    /// It may be fine, but this process cannot get at it.
    Failed(TantivyError),
}

impl Shelf {
    pub fn in_memory() -> tantivy::Result<Shelf> {
        Shelf::over(schema::builder().create_in_ram()?)
    }

    /// Makes an empty one in a folder that exists and holds none.
    pub fn create(path: &Path) -> tantivy::Result<Shelf> {
        Shelf::over(schema::builder().create_in_dir(path)?)
    }

    /// Opens what is there, with every segment and column that a search will need.
    pub fn open(path: &Path) -> Result<(Shelf, View), Refusal> {
        let open = || -> tantivy::Result<(Shelf, View)> {
            let mut index = Index::open_in_dir(path)?;
            if index.schema() != schema::schema().0 {
                return Err(TantivyError::SchemaError("it was built with another schema".into()));
            }
            index.set_tokenizers(schema::tokenizers());
            let shelf = Shelf::over(index)?;
            let view = shelf.view(None)?;
            Ok((shelf, view))
        };
        // The engine answers some kinds of damage with a panic.
        match catch_unwind(AssertUnwindSafe(open)) {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(error)) if is_damage(&error) => Err(Refusal::Unusable(error.to_string())),
            Ok(Err(error)) => Err(Refusal::Failed(error)),
            Err(_) => Err(Refusal::Unusable("its files are damaged".into())),
        }
    }

    fn over(index: Index) -> tantivy::Result<Shelf> {
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()?;
        Ok(Shelf { index, fields: schema::schema().1, reader })
    }

    /// The last commit, and up to where it holds the store's history.
    pub fn view(&self, before: Option<&View>) -> tantivy::Result<View> {
        loop {
            let commit = self.commit()?;
            self.reader.reload()?;
            // Another process may have committed in between; then the number belongs to an older view.
            if self.commit()? == commit {
                return View::open(self.reader.searcher(), self.fields.clone(), commit, before);
            }
        }
    }

    /// The last commit.
    pub fn commit(&self) -> tantivy::Result<Commit> {
        match self.index.load_metas()?.payload {
            None => Ok(Commit::default()),
            Some(payload) => read_payload(&payload).ok_or_else(|| {
                let message = format!("its last commit carries {payload:?}");
                TantivyError::SchemaError(message)
            }),
        }
    }
}

/// Damage and old formats call for a new index; a full disk or a missing permission does not.
fn is_damage(error: &TantivyError) -> bool {
    match error {
        TantivyError::DataCorruption(_)
        | TantivyError::SchemaError(_)
        | TantivyError::FieldNotFound(_)
        | TantivyError::InvalidArgument(_)
        | TantivyError::IncompatibleIndex(_)
        | TantivyError::InternalError(_)
        | TantivyError::OpenDirectoryError(
            OpenDirectoryError::DoesNotExist(_) | OpenDirectoryError::NotADirectory(_),
        )
        | TantivyError::OpenReadError(
            OpenReadError::FileDoesNotExist(_) | OpenReadError::IncompatibleIndex(_),
        ) => true,
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => is_damaged_content(io_error),
        TantivyError::IoError(error) => is_damaged_content(error),
        _ => false,
    }
}

fn is_damaged_content(error: &Arc<std::io::Error>) -> bool {
    use std::io::ErrorKind::{InvalidData, NotFound, UnexpectedEof};
    matches!(error.kind(), InvalidData | NotFound | UnexpectedEof)
}

/// The engine's words for "someone else has the lock" are not those for "the disk failed".
pub fn write_error(error: TantivyError) -> Error {
    match error {
        TantivyError::LockFailure(tantivy::directory::error::LockError::LockBusy, _) => Error::Busy,
        error => Error::Write(error),
    }
}
