//! Where a run of words may begin, how far two runs agree, and which parts of a text an outlet repeats.

use domain::CutReason;

use super::Found;
use super::entry::Entry;
use super::frames::{N_EDGE, OutletFrames};
use super::page::{Page, Unit};

const MAX_EXAMPLE_BYTES: usize = 400;

/// A run is known by so many words. The longer head tells apart what begins alike.
const HEAD_WORDS: usize = 6;
const LONG_HEAD_WORDS: usize = 12;
/// Fewer words, or bytes, are said by everybody.
pub(super) const MIN_WORDS: usize = 4;
const MIN_BYTES: usize = 16;
/// Of a run that begins inside a sentence, or ends inside one: it might be a part of news that is often said.
pub(super) const MIN_INSIDE_WORDS: usize = 12;
/// Of a sentence that goes although it ends differently each time.
const MIN_AGREED: f64 = 0.6;
pub(super) const MAX_VARYING_WORDS: usize = 6;

/// A place where a run may begin.
pub(super) struct Start {
    pub key: u64,
    /// Its words, to the end of the sentence.
    pub words: std::ops::Range<usize>,
    pub is_inside: bool,
}

/// The beginning of a sentence, and the first capitals inside it.
pub(super) fn starts<'p>(page: &'p Page<'_>, unit: &'p Unit) -> impl Iterator<Item = Start> + 'p {
    let (first, end) = (unit.words.start, unit.words.end);
    let start = move |index: usize, n_words: usize| Start {
        key: page.run_hash(index..end.min(index + n_words)),
        words: index..end,
        is_inside: index > first,
    };
    let is_sentence = unit.words.len() >= MIN_WORDS && unit.range.len() >= MIN_BYTES;
    let long = unit.words.len() >= LONG_HEAD_WORDS;
    let last_inside = end.saturating_sub(MIN_INSIDE_WORDS - 1).max(first + 1);
    let inside = (first + 1..last_inside)
        .filter(|index| page.words[*index].is_capital && !page.words[*index - 1].is_capital);
    is_sentence
        .then(|| start(first, HEAD_WORDS))
        .into_iter()
        .chain(long.then(|| start(first, LONG_HEAD_WORDS)))
        .chain(inside.map(move |index| start(index, HEAD_WORDS)))
}

impl Start {
    /// Its first words as they are written.
    pub fn example(&self, page: &Page<'_>, n_words: usize) -> String {
        let (first, last) = (self.words.start, self.words.end.min(self.words.start + n_words.max(1)) - 1);
        let text = &page.text[page.start_of(first)..page.end_of(last)];
        text[..text.floor_char_boundary(MAX_EXAMPLE_BYTES)].to_owned()
    }
}

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
