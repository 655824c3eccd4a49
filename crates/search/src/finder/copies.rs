//! Which matches are near-copies of an earlier one. The earliest of them stands for all, so that what comes later changes
//! no page; which that is depends on what else is looked for, so that the likeness of all pairs is worked out once.

use std::sync::Arc;

use domain::marks::near_copies;
use domain::time::MS_PER_DAY;
use tantivy::DocId;
use tantivy::columnar::ColumnValues;

use super::schema::FINGERPRINT;
use super::view::{Segment, View};
use super::walk::{GiveUp, Patience, visit};
use crate::error::Error;
use crate::search::Search;

/// Matches among which near-copies are looked for.
pub const MAX_COMPARED: usize = 20_000;
/// Earlier texts that are kept of those a text may be a copy of: all but where hundreds are the same.
const MAX_ALIKE: usize = 200;
/// Copies of a text appear within this time of the first.
const COPIES_WITHIN_MS: i64 = 3 * MS_PER_DAY;

/// What tells copies: when it appeared, and its words.
pub struct Print {
    pub ms: i64,
    pub fingerprint: u64,
}

/// For each of some texts in the order of their times those before it that it may be a copy of.
pub struct Copies {
    earlier: Vec<Vec<u32>>,
}

impl Copies {
    pub fn among(texts: impl Iterator<Item = Print>, give_up: GiveUp<'_>) -> Result<Copies, Error> {
        let texts: Vec<Print> = texts.collect();
        let mut patience = Patience::new(give_up);
        let mut from = 0;
        let mut earlier = Vec::with_capacity(texts.len());
        for (at, one) in texts.iter().enumerate() {
            while one.ms - texts[from].ms > COPIES_WITHIN_MS {
                from += 1;
            }
            patience.spend((at - from) as u32)?;
            let alike = (from..at).filter(|&other| near_copies(texts[other].fingerprint, one.fingerprint));
            earlier.push(alike.take(MAX_ALIKE).map(|other| other as u32).collect());
        }
        Ok(Copies { earlier })
    }

    /// Of those that `is_in` has, the ones that are no copy of another that stays.
    pub fn firsts(&self, is_in: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut stays: Vec<bool> = Vec::with_capacity(self.earlier.len());
        for (at, earlier) in self.earlier.iter().enumerate() {
            let stay = is_in(at) && !earlier.iter().any(|&other| stays[other as usize]);
            stays.push(stay);
        }
        stays
    }
}

/// The matches of a search in the order of their times, each with its segment, and their copies.
pub struct CopiedMatches {
    pub places: Vec<(usize, DocId)>,
    pub copies: Copies,
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
        let copies = Copies::among(found.into_iter().map(|(print, ..)| print), give_up)?;
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
