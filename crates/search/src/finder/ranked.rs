//! Matches in another order than that of time, or one of each group of near-copies. Both need all matches of a search
//! before the first page is known, so the number of them is bounded where they must be held.

use std::sync::Arc;

use tantivy::columnar::ColumnValues;
use tantivy::query::EnableScoring;
use tantivy::{DocSet, TERMINATED};

use super::compile::scored;
use super::copies::{MAX_COMPARED, fingerprints};
use super::likeness::Print;
use super::patience::{GiveUp, Patience};
use super::view::{Segment, View, id_of};
use super::walk::visit;
use crate::error::Error;
use crate::search::{Found, Order, Search};

/// What is gathered beyond the page before the rest is dropped.
const SLACK: usize = 512;

struct Match {
    ms: i64,
    id: u128,
    score: f32,
    fingerprint: u64,
}

impl Match {
    fn print(&self) -> Print {
        Print { ms: self.ms, fingerprint: self.fingerprint }
    }
}

pub fn find(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Found, Error> {
    let mut gathered = Gathered::new(search);
    match search.order {
        Order::Newest | Order::Oldest => {
            let columns: Vec<_> =
                view.segments.iter().map(|segment| fingerprints(segment)).collect::<Result<_, _>>()?;
            visit(view, search, give_up, |segment, doc| {
                gathered.take(&view.segments[segment], &columns[segment], doc, 0.0)
            })?;
        }
        Order::Relevance => score(view, search, give_up, &mut gathered)?,
    }
    let Gathered { mut matches, mut total, .. } = gathered;
    if search.skip_copies {
        matches.sort_unstable_by_key(|at| (at.ms, at.id));
        let copies = view.compared.copies(matches.iter().map(Match::print).collect(), give_up)?;
        let is_first = copies.firsts(|_| true);
        let mut at = 0..;
        matches.retain(|_| at.next().is_some_and(|at: usize| is_first[at]));
        total = matches.len() as u64;
    }
    sort(&mut matches, search.order);
    let after = search.after.map(|at| (at.published_at.ms(), u128::from_be_bytes(at.id.bytes())));
    let is_after = |at: &&Match| after.is_none_or(|(ms, id)| at.ms < ms || (at.ms == ms && at.id > id));
    let mut rest = matches.iter().filter(is_after).skip(search.skip);
    let listed = rest.by_ref().take(search.take);
    let ids = listed.map(|at| (id_of(at.id), domain::Instant::from_ms(at.ms))).collect();
    Ok(Found { ids, total, next: rest.next().is_some() })
}

/// What a search has found so far.
struct Gathered {
    matches: Vec<Match>,
    total: u64,
    /// As many are needed at once; where copies are left out, all of them.
    wanted: Option<usize>,
    /// What fits worse is on no page that is wanted.
    least_score: f32,
    order: Order,
}

impl Gathered {
    fn new(search: &Search<'_>) -> Gathered {
        let page = search.skip.saturating_add(search.take).saturating_add(1);
        let wanted = (!search.skip_copies).then_some(page);
        Gathered { matches: Vec::new(), total: 0, wanted, least_score: f32::MIN, order: search.order }
    }

    fn take(
        &mut self,
        segment: &Segment,
        fingerprints: &Arc<dyn ColumnValues<u64>>,
        doc: u32,
        score: f32,
    ) -> Result<(), Error> {
        self.total += 1;
        if score < self.least_score {
            return Ok(());
        }
        self.matches.push(Match {
            ms: segment.published_at_ms(doc),
            id: segment.id_number(doc),
            score,
            fingerprint: fingerprints.get_val(doc),
        });
        match self.wanted {
            None if self.matches.len() > MAX_COMPARED => Err(Error::TooMany { most: MAX_COMPARED }),
            Some(wanted) if self.matches.len() >= wanted.saturating_add(wanted.max(SLACK)) => {
                sort(&mut self.matches, self.order);
                self.matches.truncate(wanted);
                self.least_score = self.matches.last().map_or(f32::MIN, |last| last.score);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Every match with how well its words fit.
fn score(
    view: &View,
    search: &Search<'_>,
    give_up: GiveUp<'_>,
    gathered: &mut Gathered,
) -> Result<(), Error> {
    let query = scored(search, view)?;
    let weight = query.weight(EnableScoring::enabled_from_searcher(&view.searcher)).map_err(Error::Read)?;
    let mut patience = Patience::new(give_up);
    for segment in &view.segments {
        let range = segment.between(search.from, search.to);
        if range.is_empty() {
            continue;
        }
        let fingerprints = fingerprints(segment)?;
        let alive = segment.reader.alive_bitset();
        let mut scorer = weight.scorer(&segment.reader, 1.0).map_err(Error::Read)?;
        let mut doc = scorer.doc();
        if doc < range.start {
            doc = scorer.seek(range.start);
        }
        while doc < range.end && doc != TERMINATED {
            patience.spend(1)?;
            if alive.is_none_or(|alive| alive.is_alive(doc)) {
                let score = scorer.score();
                gathered.take(segment, &fingerprints, doc, score)?;
            }
            doc = scorer.advance();
        }
    }
    Ok(())
}

/// Newest first, equal times by ascending id, or the other way round; by relevance what fits best goes before that.
fn sort(matches: &mut [Match], order: Order) {
    matches.sort_unstable_by(|a, b| {
        let by_time = b.ms.cmp(&a.ms).then(a.id.cmp(&b.id));
        match order {
            Order::Newest => by_time,
            Order::Oldest => by_time.reverse(),
            Order::Relevance => b.score.total_cmp(&a.score).then(by_time),
        }
    });
}
