//! Organisations in languages beside English: words are judged by how their language writes them and by what stands around them;
//! where no blanks are written, and in Korean, whose words end in particles, each character is.
//!
//! On the embeddings of the reader of these languages: three convolutions, each looking twice as far as the one before.

use std::ops::Range;

use domain::Language;

use super::body::{COARSE, Numbered, coarse};
use super::kernel::{Matrix, Steps, dot};
use super::name_parts::{EMPTY, MAX_MORE, NamePart, parts};
use super::name_rules;
use super::numbers::to_shares;
use super::pieces::{Cut, Folded};
use super::tagger::{best_path, end_of_name};
use super::weights::Weights;

/// Parts in a window of the first convolution.
const PLACES: usize = 3;
/// How far the convolutions behind it look to either side.
const FAR: [usize; 2] = [2, 4];
/// Pieces of the lowest numbers, which are the most frequent words, have their sums taken beforehand.
const KNOWN: usize = 4096;
/// Parts of a field that are judged, words or characters; an organisation that matters is named before.
const MAX_WORDS: usize = 80;
const MAX_CHARACTERS: usize = 120;
/// What a step of the embeddings is in steps of the inputs, so that what is added to them can be finer.
const FINER: i16 = 8;
const MAX_STEP: f32 = 4095.0;
/// Parts on either side of one that may begin a name that are judged too.
const BETWEEN: usize = 3;
/// Letters of a word that may be cut off by a point, as `St.` and `Corp.` are.
const MAX_CUT_OFF: usize = 4;
pub struct NameTagger {
    entry: Entry,
    /// The convolutions behind the first.
    layers: Vec<(Matrix, Steps)>,
    out: Vec<f32>,
    out_bias: Vec<f32>,
    /// What is added for outside, for each language: where it writes letters, everything with a capital looks like a name.
    outside: Vec<f32>,
}

/// The first convolution. What a part gives does not depend on where it stands, so it is worked out once for all three places of a
/// window, and a window adds up three of them; how a part is written adds to that, and frequent words are known beforehand.
struct Entry {
    /// For each of the frequent pieces, a few numbers beside its embedding.
    extra: Vec<i16>,
    width: usize,
    /// From a part to what it gives as the part before, as the part itself and as the part behind.
    places: Matrix,
    /// The same for each language and shape.
    shapes: Vec<i32>,
    /// Shapes that a language has.
    kinds: usize,
    /// For each frequent piece that is a word by itself.
    known: Vec<i32>,
    /// What each of them adds as a piece behind the first.
    behind: Vec<i32>,
    to: Steps,
}

impl NameTagger {
    /// `embedding` is the reader's, with the width of its rows.
    pub fn new(bytes: &'static [u8], embedding: (&[i8], usize)) -> NameTagger {
        let mut w = Weights::new(bytes);
        let entry = Entry::read(&mut w, embedding);
        let layers: Vec<_> = FAR.iter().map(|_| layer(&mut w)).collect();
        let out = w.reals(3 * 2 * layers[0].0.outputs);
        let out_bias = w.reals(3);
        let outside = w.reals(Language::ALL.len());
        w.finish();
        NameTagger { entry, layers, out, out_bias, outside }
    }

    /// Places of organisations in a text that is cut, as first and last-but-one character; `embedding` is the reader's, with the width of its rows.
    pub fn organisations(
        &self,
        embedding: (&[i8], usize),
        language: Language,
        spelled: &str,
        cut: &mut Cut,
    ) -> Vec<(u32, u32)> {
        let text = cut.text;
        let is_in_characters = matches!(language, Language::Chinese | Language::Japanese | Language::Korean);
        let most = if is_in_characters { MAX_CHARACTERS } else { MAX_WORDS };
        let parts = parts(cut, spelled, most);
        if !parts.iter().any(|part| part.shape.may_be_named()) {
            return Vec::new();
        }
        let chances = self.judge(embedding, &parts, language, &near_names(&parts));
        let mut found = Vec::new();
        let mut from = 0;
        for to in 1..=parts.len() {
            if to == parts.len() || ends_sentence(text, &parts[from..to]) {
                let sentence = &parts[from..to];
                let names = names_of(sentence, &best_path(&chances[from..to]));
                for name in name_rules::apply(language, &text.chars, sentence, &names) {
                    let (start, end) = (sentence[name.start].start as u32, sentence[name.end - 1].end as u32);
                    found.push((start, end_of_name(&text.chars, start, end)));
                }
                from = to;
            }
        }
        found
    }

    /// Chances of outside, begin and inside for each part that is wanted; the others are outside.
    pub(super) fn judge(
        &self,
        embedding: (&[i8], usize),
        parts: &[NamePart],
        language: Language,
        wanted: &[bool],
    ) -> Vec<[f32; 3]> {
        let first = self.entry.pass(embedding, parts, language);
        let filters = self.entry.to.scale.len();
        let (mut sums, mut made) = (Vec::new(), Vec::new());
        let mut last = first.clone();
        for (layer, ((matrix, to), far)) in self.layers.iter().zip(FAR).enumerate() {
            // What the layers behind this one look at.
            let seen: usize = FAR[layer + 1..].iter().sum();
            let rows = within(wanted, seen);
            let windows = spread(&coarse(&last), filters, far, &rows);
            made.resize(rows.len() * filters, 0);
            matrix.byte_steps((&windows, matrix.inputs), rows.len(), to, &mut sums, &mut made);
            for (&row, made) in rows.iter().zip(made.chunks_exact(filters)) {
                last[row * filters..][..filters].copy_from_slice(made);
            }
        }
        let mut judged = vec![[1.0, 0.0, 0.0]; parts.len()];
        let mut seen = vec![0.0; 2 * filters];
        for row in within(wanted, 0) {
            // Each layer by itself: so many numbers are turned at once.
            for (seen, values) in seen.chunks_exact_mut(filters).zip([&first, &last]) {
                let values = &values[row * filters..][..filters];
                seen.iter_mut().zip(values).for_each(|(to, &value)| *to = f32::from(value));
            }
            let weights = self.out.chunks_exact(2 * filters).zip(&self.out_bias);
            for (chance, (row, bias)) in judged[row].iter_mut().zip(weights) {
                *chance = dot(row, &seen) + bias;
            }
            judged[row][0] += self.outside[language as usize];
            to_shares(&mut judged[row]);
        }
        judged
    }
}

/// Parts with which a name could begin, and what stands around them: small words between two of them belong to many names.
fn near_names(parts: &[NamePart]) -> Vec<bool> {
    let named: Vec<bool> = parts.iter().map(|part| part.shape.may_be_named()).collect();
    let mut near = vec![false; parts.len()];
    within(&named, BETWEEN).into_iter().for_each(|i| near[i] = true);
    near
}

/// The places of what is marked and of what stands so far from it at most.
fn within(marked: &[bool], far: usize) -> Vec<usize> {
    let mut places = Vec::with_capacity(marked.len());
    let mut from = 0;
    for (i, _) in marked.iter().enumerate().filter(|(_, marked)| **marked) {
        places.extend(from.max(i.saturating_sub(far))..(i + far + 1).min(marked.len()));
        from = (i + far + 1).min(marked.len());
    }
    places
}

impl Entry {
    fn read(w: &mut Weights, embedding: (&[i8], usize)) -> Entry {
        let (times, known, width) = (w.number() as i16, w.number(), w.number());
        let in_steps = |four_bits: u8| (i16::from(four_bits) - 8) * times;
        // Two numbers of four bits in a byte.
        let extra = w.small(known * width / 2).into_iter().map(|byte| byte as u8);
        let extra = extra.flat_map(|byte| [in_steps(byte & 15), in_steps(byte >> 4)]).collect();
        let (rows, shape) = (w.number(), w.number());
        let shapes = w.halves(rows * shape);
        let (outputs, inputs, weights) = w.table();
        let (scale, bias, step) = (w.reals(outputs), w.reals(outputs), w.real());
        let of_parts = 2 * (embedding.1 + width);
        assert_eq!(inputs, PLACES * (of_parts + shape), "the compiled-in models belong together");
        // The weights of some inputs, for the three places one behind the other.
        let weights_of = |from: usize, length: usize| -> Matrix {
            let places = (0..PLACES).flat_map(|place| {
                let start = place * (of_parts + shape) + from;
                weights.chunks_exact(inputs).flat_map(move |row| &row[start..start + length])
            });
            let weights: Vec<i8> = places.copied().collect();
            Matrix::new(PLACES * outputs, length, &weights, Vec::new(), Vec::new())
        };
        let mut of_shapes = Vec::new();
        weights_of(of_parts, shape).sums(&shapes, shape, rows, &mut of_shapes);
        let entry = Entry {
            extra,
            width,
            places: weights_of(0, of_parts),
            shapes: of_shapes,
            kinds: rows / Language::ALL.len(),
            known: Vec::new(),
            behind: Vec::new(),
            to: steps(&scale, &bias, step),
        };
        let sums_of = |pieces: fn(u32) -> [u32; 1 + MAX_MORE]| {
            let (mut x, mut sums) = (vec![0; KNOWN * of_parts], Vec::new());
            for (piece, row) in (0..).zip(x.chunks_exact_mut(of_parts)) {
                entry.fill(embedding, &pieces(piece), row);
            }
            entry.places.sums(&x, of_parts, KNOWN, &mut sums);
            sums
        };
        let known = sums_of(|piece| [piece, EMPTY, EMPTY, EMPTY]);
        let mut behind = sums_of(|piece| [EMPTY, piece, EMPTY, EMPTY]);
        let nothing = behind[EMPTY as usize..][..PLACES * outputs].to_vec();
        for row in behind.chunks_exact_mut(nothing.len()) {
            row.iter_mut().zip(&nothing).for_each(|(sum, nothing)| *sum -= nothing);
        }
        Entry { known, behind, ..entry }
    }

    /// The inputs of a part: its first piece and those behind it, each with its numbers.
    fn fill(&self, (embedding, width): (&[i8], usize), pieces: &[u32; 1 + MAX_MORE], row: &mut [i16]) {
        let (tables, known) = row.split_at_mut(2 * width);
        let mut add = |piece: u32, behind: usize| {
            let values = &embedding[piece as usize * width..][..width];
            let table = &mut tables[behind * width..][..width];
            table.iter_mut().zip(values).for_each(|(to, &value)| *to += i16::from(value) * FINER);
            // Rare pieces, and the empty one, have no numbers of their own.
            let place = piece as usize * self.width;
            if piece != EMPTY && place < self.extra.len() {
                let known = &mut known[behind * self.width..][..self.width];
                known.iter_mut().zip(&self.extra[place..]).for_each(|(to, &value)| *to += value);
            }
        };
        let [first, more @ ..] = pieces;
        add(*first, 0);
        more.iter().for_each(|&piece| add(piece, 1));
    }

    /// What parts of these pieces give. Those of frequent pieces are added up: the same whole numbers, with nothing to multiply.
    fn sums(&self, embedding: (&[i8], usize), parts: &[[u32; 1 + MAX_MORE]]) -> Vec<i32> {
        let (inputs, width) = (self.places.inputs, self.places.outputs);
        let is_added = |pieces: &[u32; 1 + MAX_MORE]| pieces.iter().all(|&piece| (piece as usize) < KNOWN);
        let rare: Vec<_> = parts.iter().filter(|pieces| !is_added(pieces)).collect();
        let mut x = vec![0; rare.len() * inputs];
        for (row, pieces) in x.chunks_exact_mut(inputs).zip(&rare) {
            self.fill(embedding, pieces, row);
        }
        let mut multiplied = Vec::new();
        self.places.sums(&x, inputs, rare.len(), &mut multiplied);
        let mut multiplied = multiplied.chunks_exact(width);
        let mut sums = Vec::with_capacity(parts.len() * width);
        for pieces in parts {
            if !is_added(pieces) {
                sums.extend_from_slice(multiplied.next().expect("every rare part was multiplied"));
                continue;
            }
            let [first, more @ ..] = pieces.map(|piece| piece as usize * width);
            let from = sums.len();
            sums.extend_from_slice(&self.known[first..][..width]);
            for piece in more.into_iter().filter(|&piece| piece != EMPTY as usize) {
                let row = sums[from..].iter_mut().zip(&self.behind[piece..][..width]);
                row.for_each(|(sum, behind)| *sum += behind);
            }
        }
        sums
    }

    /// The activations of each part.
    fn pass(&self, embedding: (&[i8], usize), parts: &[NamePart], language: Language) -> Vec<i16> {
        let width = self.places.outputs;
        let is_known = |part: &NamePart| part.more().is_empty() && (part.first as usize) < KNOWN;
        let pieces_of = |part: &NamePart| (!is_known(part)).then(|| part.pieces());
        let (numbers, numbered) = Numbered::of(parts.iter().map(pieces_of));
        let sums = self.sums(embedding, &numbered.different);
        let given: Vec<[&[i32]; 2]> = parts
            .iter()
            .zip(numbers)
            .map(|(part, number)| {
                let shape = language as usize * self.kinds + part.shape as usize;
                let row = match number.checked_sub(1) {
                    None => &self.known[part.first as usize * width..][..width],
                    Some(row) => &sums[row as usize * width..][..width],
                };
                [row, &self.shapes[shape * width..][..width]]
            })
            .collect();
        let filters = width / PLACES;
        let nothing = vec![0; filters];
        let mut out = vec![0; parts.len() * filters];
        for (i, out) in out.chunks_exact_mut(filters).enumerate() {
            let mut added = [&nothing[..]; 2 * PLACES];
            for place in 0..PLACES {
                if let Some(given) = (i + place).checked_sub(1).and_then(|at| given.get(at)) {
                    added[place] = &given[0][place * filters..][..filters];
                    added[PLACES + place] = &given[1][place * filters..][..filters];
                }
            }
            self.to.take(added, out);
        }
        out
    }
}

fn layer(w: &mut Weights) -> (Matrix, Steps) {
    let (matrix, step) = (w.matrix_of_bytes(), w.real());
    let scale: Vec<f32> = matrix.scale.iter().map(|scale| scale * f32::from(COARSE)).collect();
    let to = steps(&scale, &matrix.bias, step);
    (matrix, to)
}

fn steps(scale: &[f32], bias: &[f32], step: f32) -> Steps {
    let in_steps = |values: &[f32]| values.iter().map(|value| value / step).collect();
    Steps { scale: in_steps(scale), bias: in_steps(bias), most: MAX_STEP }
}

/// Whether a sentence ends with the last of these parts: a stop behind a word, for short ones are cut off by a point.
fn ends_sentence(text: &Folded, parts: &[NamePart]) -> bool {
    let [.., word, stop] = parts else { return false };
    let blank_follows = text.chars.get(stop.end).is_some_and(|c| c.is_whitespace());
    match text.chars[stop.start] {
        '!' | '?' => true,
        '.' => blank_follows && word.end - word.start > MAX_CUT_OFF,
        _ => false,
    }
}

/// The parts of each name of a path.
fn names_of(parts: &[NamePart], path: &[u8]) -> Vec<Range<usize>> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let begins = path[at] == 1;
        let inside = path[at + 1..].iter().take_while(|&&tag| begins && tag == 2).count();
        let name = at..at + 1 + inside;
        if begins && parts[name.clone()].iter().any(|part| part.shape.is_letters()) {
            names.push(name.clone());
        }
        at = name.end;
    }
    names
}

/// Some rows, each with the rows so far before and behind it; nothing stands outside.
fn spread(rows: &[u8], width: usize, far: usize, wanted: &[usize]) -> Vec<u8> {
    let count = rows.len() / width;
    let nothing = vec![0; width];
    let mut out = Vec::with_capacity(3 * wanted.len() * width);
    let row =
        |i: Option<usize>| i.filter(|&i| i < count).map_or(&nothing[..], |i| &rows[i * width..][..width]);
    for &i in wanted {
        [i.checked_sub(far), Some(i), Some(i + far)].into_iter().for_each(|i| out.extend_from_slice(row(i)));
    }
    out
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
