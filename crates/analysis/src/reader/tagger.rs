//! Organisations that are in no list: each word that could be part of a name is judged by the three words on either
//! side and by how they are written; the best path of begin, inside and outside gives the names.
//!
//! Trained on English; a text in Title Case is marked as such, since capitals say little there.

use super::kernel::Matrix;
use super::numbers::{dot, shares};
use super::vocabulary::Vocabulary;
use super::weights::Weights;
use super::words::{Shape, Word, Words};

const WINDOW: usize = 3;
const PIECES: usize = 4;
const SHAPES: usize = 10;
/// The mean of up to four pieces stays a whole number in twelfths.
const TWELFTHS: i32 = 12;
/// Words of a text that are judged; an organisation that matters is named before.
const MAX_WORDS: usize = 1_200;

pub struct Tagger {
    embedding: Vec<i8>,
    embed: usize,
    shapes: Vec<i16>,
    shape: usize,
    hidden: Matrix,
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl Tagger {
    pub fn new(bytes: &'static [u8]) -> Tagger {
        let mut w = Weights::new(bytes);
        let (_, embed, embedding) = w.table();
        let (count, shape) = (w.number(), w.number());
        let shapes = w.halves(count * shape);
        let hidden = w.matrix();
        let out = w.reals(3 * hidden.outputs);
        let out_bias = w.reals(3);
        w.finish();
        Tagger { embedding, embed, shapes, shape, hidden, out, out_bias }
    }

    /// Places of organisations, as first and last-but-one character.
    pub fn organisations(&self, words: &Words, vocabulary: &Vocabulary) -> Vec<(u32, u32)> {
        let list = &words.list[..words.list.len().min(MAX_WORDS)];
        let candidates = candidates(words, list);
        if candidates.is_empty() {
            return Vec::new();
        }
        let chances = self.judge(words, list, vocabulary, &candidates);
        // Words that are no candidates are outside; a path starts afresh after each of them.
        let mut found = Vec::new();
        let mut at = 0;
        while at < candidates.len() {
            let mut end = at + 1;
            while end < candidates.len()
                && candidates[end] == candidates[end - 1] + 1
                && !list[candidates[end]].after_break
            {
                end += 1;
            }
            let first = candidates[at];
            let path = best_path(&chances[at..end]);
            push_spans(words, &list[first..first + path.len()], &path, &mut found);
            at = end;
        }
        found
    }

    /// Chances of outside, begin and inside for each candidate.
    fn judge(
        &self,
        words: &Words,
        list: &[Word],
        vocabulary: &Vocabulary,
        candidates: &[usize],
    ) -> Vec<[f32; 3]> {
        let titled = titled(words, list);
        let width = self.embed + self.shape;
        // Outside the text stands shape 0 with no word.
        let mut rows = vec![0_i16; (list.len() + 2 * WINDOW) * width];
        for row in rows.chunks_exact_mut(width) {
            row[self.embed..].copy_from_slice(&self.shapes[..self.shape]);
        }
        let mut pieces = Vec::new();
        // Only words near a candidate are looked up.
        let mut filled = 0;
        for &candidate in candidates {
            for i in filled.max(candidate.saturating_sub(WINDOW))..list.len().min(candidate + WINDOW + 1) {
                pieces.clear();
                vocabulary.push(words.text(&list[i]), &mut pieces);
                pieces.truncate(PIECES);
                let row = &mut rows[(i + WINDOW) * width..][..width];
                let part = TWELFTHS / pieces.len().max(1) as i32;
                for &piece in &pieces {
                    let values = &self.embedding[piece as usize * self.embed..][..self.embed];
                    row.iter_mut()
                        .zip(values)
                        .for_each(|(out, &value)| *out += i16::from(value) * part as i16);
                }
                let shape = 1 + list[i].shape as usize + if titled { SHAPES } else { 0 };
                row[self.embed..].copy_from_slice(&self.shapes[shape * self.shape..][..self.shape]);
                filled = i + 1;
            }
        }
        let window = (2 * WINDOW + 1) * width;
        let mut inputs = Vec::with_capacity(candidates.len() * window);
        for &candidate in candidates {
            inputs.extend_from_slice(&rows[candidate * width..candidate * width + window]);
        }
        let mut sums = Vec::new();
        self.hidden.sums(&inputs, window, candidates.len(), &mut sums);
        let mut hidden = vec![0.0; self.hidden.outputs];
        sums.chunks_exact(self.hidden.width())
            .map(|sums| {
                for (i, value) in hidden.iter_mut().enumerate() {
                    *value = (sums[i] as f32 * self.hidden.scale[i] + self.hidden.bias[i]).max(0.0);
                }
                let rows = self.out.chunks_exact(self.hidden.outputs);
                let chances = shares(rows.zip(&self.out_bias).map(|(row, bias)| dot(row, &hidden) + bias));
                [chances[0], chances[1], chances[2]]
            })
            .collect()
    }
}

const JOINERS: [&str; 13] = ["of", "and", "&", "the", "for", "de", ".", ",", "-", "'", "!", "/", "on"];

/// Words that could be part of a name, and what may join two of them.
fn candidates(words: &Words, list: &[Word]) -> Vec<usize> {
    (0..list.len())
        .filter(|&i| {
            let word = &list[i];
            word.shape.is_name()
                || i > 0
                    && list[i - 1].shape.is_name()
                    && (word.shape == Shape::Number || JOINERS.contains(&words.text(word)))
        })
        .collect()
}

/// Most longer words have capitals: a headline, where they say little.
fn titled(words: &Words, list: &[Word]) -> bool {
    let (mut long, mut capital) = (0, 0);
    for word in list {
        if matches!(word.shape, Shape::Small | Shape::Capital | Shape::Capitals | Shape::Mixed)
            && words.text(word).chars().count() > 3
        {
            long += 1;
            capital += usize::from(word.shape != Shape::Small);
        }
    }
    long > 2 && capital * 10 > long * 7
}

/// The likeliest path with no inside after outside: 0 outside, 1 begin, 2 inside.
fn best_path(chances: &[[f32; 3]]) -> Vec<u8> {
    let mut best = [chances[0][0], chances[0][1], 0.0];
    let mut back: Vec<[u8; 3]> = Vec::with_capacity(chances.len());
    for chance in &chances[1..] {
        let any = highest(best);
        let inner = if best[1] >= best[2] { 1 } else { 2 };
        back.push([any, any, inner]);
        let (any, inner) = (best[usize::from(any)], best[usize::from(inner)]);
        best = [any * chance[0], any * chance[1], inner * chance[2]];
        // Long runs of capitals would underflow; only the proportions matter.
        let most = best[0].max(best[1]).max(best[2]).max(f32::MIN_POSITIVE);
        best = best.map(|value| value / most);
    }
    let mut now = highest(best);
    let mut path = vec![now];
    for step in back.iter().rev() {
        now = step[usize::from(now)];
        path.push(now);
    }
    path.reverse();
    path
}

fn highest(values: [f32; 3]) -> u8 {
    let mut most = 0;
    for i in 1..3 {
        if values[i] > values[most] {
            most = i;
        }
    }
    most as u8
}

fn push_spans(words: &Words, list: &[Word], path: &[u8], found: &mut Vec<(u32, u32)>) {
    const NOT_LAST: [&str; 8] = [",", "-", "/", "the", "and", "of", "&", "'"];
    let mut at = 0;
    while at < path.len() {
        let mut end = at + 1;
        if path[at] == 1 {
            while end < path.len() && path[end] == 2 {
                end += 1;
            }
            let mut last = end;
            while last > at + 1 && NOT_LAST.contains(&words.text(&list[last - 1])) {
                last -= 1;
            }
            found.push((list[at].start, list[last - 1].end));
        }
        at = end;
    }
}
