//! Where a run of words may begin.

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
/// Words of a sentence that goes although it ends differently each time.
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
