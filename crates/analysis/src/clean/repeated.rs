//! How far two runs agree, and which parts of a text an outlet repeats.

use domain::CutReason;

use super::Found;
use super::entry::Entry;
use super::frames::{N_EDGE, OutletFrames};
use super::page::Page;
use super::starts::{MAX_VARYING_WORDS, MIN_INSIDE_WORDS, Start, starts};

/// Of a sentence that goes although it ends differently each time.
const MIN_AGREED: f64 = 0.6;

/// The runs that the outlet repeats.
pub(super) fn find(page: &Page<'_>, learned: &OutletFrames, found: &mut Vec<Found>) {
    if learned.is_empty() {
        return;
    }
    for (index, unit) in page.units.iter().enumerate() {
        let is_edge = index.min(page.units.len() - 1 - index) < N_EDGE;
        let mut from = unit.words.start;
        for start in starts(page, unit) {
            if !start.is_inside && learned.is_forgotten(start.key) {
                break;
            }
            if start.words.start < from {
                continue;
            }
            let Some(entry) = learned.learned(start.key) else { continue };
            let Some(end) = cut_end(page, &start, entry, is_edge) else { continue };
            let first = if start.is_inside { page.start_of(start.words.start) } else { unit.range.start };
            let until = if end == unit.words.end { unit.range.end } else { page.start_of(end) };
            found.push((first..until, CutReason::Repeated));
            from = end;
        }
    }
}

/// The word before which the run ends, where it is to be cut.
fn cut_end(page: &Page<'_>, start: &Start, entry: &Entry, is_edge: bool) -> Option<usize> {
    let n = entry.agreement(page, start);
    let end = start.words.start + n;
    if n < entry.words.len() {
        return None;
    }
    if end == start.words.end {
        return Some(end);
    }
    if !entry.may_go_on() {
        return None;
    }
    let rest = &page.words[end..start.words.end];
    if entry.n_long * 2 >= entry.n_anew {
        let is_followed = rest[0].is_capital && entry.n_anew * 2 >= entry.n - entry.n_full;
        return (is_followed && n >= MIN_INSIDE_WORDS).then_some(end);
    }
    let ends_with_a_name = n as f64 >= MIN_AGREED * start.words.len() as f64
        && rest.len() <= MAX_VARYING_WORDS
        && rest.iter().any(|word| word.is_capital)
        && !rest.iter().any(|word| word.is_number);
    (ends_with_a_name && is_edge && !start.is_inside).then_some(start.words.end)
}
