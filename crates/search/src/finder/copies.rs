//! The matches of a search without those that are near-copies of an earlier match.

use std::sync::Arc;

use tantivy::DocId;
use tantivy::columnar::ColumnValues;

use super::likeness::{Copies, Print};
use super::patience::GiveUp;
use super::schema::FINGERPRINT;
use super::view::{Segment, View};
use super::walk::visit;
use crate::error::Error;
use crate::search::Search;

/// Matches among which near-copies are looked for.
pub const MAX_COMPARED: usize = 20_000;

/// The matches of a search in the order of their times, each with its segment, and their copies.
pub struct CopiedMatches {
    pub places: Vec<(usize, DocId)>,
    pub copies: Arc<Copies>,
}

impl CopiedMatches {
    pub fn of(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<CopiedMatches, Error> {
        let columns: Vec<_> =
            view.segments.iter().map(|segment| fingerprints(segment)).collect::<Result<_, _>>()?;
        let mut found = Vec::new();
        visit(view, search, give_up, |segment, doc| {
            if found.len() == MAX_COMPARED {
                return Err(Error::TooMany { most: MAX_COMPARED });
            }
            let at = &view.segments[segment];
            let print = Print { ms: at.published_at_ms(doc), fingerprint: columns[segment].get_val(doc) };
            found.push((print, at.id_number(doc), segment, doc));
            Ok(())
        })?;
        found.sort_unstable_by_key(|(print, id, ..)| (print.ms, *id));
        let places = found.iter().map(|(_, _, segment, doc)| (*segment, *doc)).collect();
        let prints = found.into_iter().map(|(print, ..)| print).collect();
        let copies = view.compared.copies(prints, give_up)?;
        Ok(CopiedMatches { places, copies })
    }

    /// Those that stand for their copies, among what `is_in` has.
    pub fn firsts(&self, is_in: impl Fn(usize, DocId) -> bool) -> impl Iterator<Item = (usize, DocId)> {
        let stays = self.copies.firsts(|at| is_in(self.places[at].0, self.places[at].1));
        self.places.iter().zip(stays).filter(|(_, stays)| *stays).map(|(place, _)| *place)
    }
}

/// Calls `found` for every match, or where near-copies are left out for those that stand for them.
pub fn visit_firsts(
    view: &View,
    search: &Search<'_>,
    give_up: GiveUp<'_>,
    mut found: impl FnMut(usize, DocId) -> Result<(), Error>,
) -> Result<(), Error> {
    if !search.skip_copies {
        return visit(view, search, give_up, found);
    }
    let matches = CopiedMatches::of(view, search, give_up)?;
    matches.firsts(|_, _| true).try_for_each(|(segment, doc)| found(segment, doc))
}

pub fn fingerprints(segment: &Segment) -> Result<Arc<dyn ColumnValues<u64>>, Error> {
    segment.reader.fast_fields().column_first_or_default(FINGERPRINT).map_err(Error::Read)
}
