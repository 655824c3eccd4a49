//! Organisations in languages beside English: words are judged by how their language writes them and by what stands around them;
//! where no blanks are written, and in Korean, whose words end in particles, each character is.
//!
//! On the embeddings of the reader of these languages: three convolutions, each looking twice as far as the one before.

use domain::Language;

use super::kernel::{Matrix, Steps, dot};
use super::name_parts::{MAX_MORE, NamePart, parts};
use super::numbers::to_shares;
use super::pieces::{Folded, Pieces};
use super::tagger::best_path;
use super::weights::Weights;

/// Parts in a window of the first convolution.
const PLACES: usize = 3;
/// How far the convolutions behind it look to either side.
const FAR: [usize; 2] = [2, 4];
/// Pieces of the lowest numbers, which are the most frequent words, have their sums taken beforehand.
const KNOWN: usize = 1024;
/// Parts of a field that are judged; an organisation that matters is named before.
const MAX_PARTS: usize = 200;
/// What a step of the embeddings is in steps of the inputs, so that what is added to them can be finer.
const FINER: i16 = 8;
const MAX_STEP: f32 = 4095.0;
/// Where a language writes letters, everything with a capital looks like a name: what is none counts for so much more.
const SURER: f32 = 2.7;
/// Letters of a word that may be cut off by a point, as `St.` and `Corp.` are.
const MAX_CUT_OFF: usize = 4;
/// The piece of nothing.
const EMPTY: u32 = 0;

pub struct NameTagger {
    entry: Entry,
    /// The convolutions behind the first.
    layers: Vec<(Matrix, Steps)>,
    out: Vec<f32>,
    out_bias: Vec<f32>,
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
        w.finish();
        NameTagger { entry, layers, out, out_bias }
    }

    /// Places of organisations in a text, as first and last-but-one character; `embedding` is the reader's, with the width of its rows.
    pub fn organisations(
        &self,
        embedding: (&[i8], usize),
        pieces: &Pieces,
        language: Language,
        spelled: &str,
        text: &Folded,
    ) -> Vec<(u32, u32)> {
        let parts = parts(pieces, text, spelled, MAX_PARTS);
        if !parts.iter().any(|part| part.shape.may_be_named()) {
            return Vec::new();
        }
        let mut chances = self.judge(embedding, &parts, language);
        if !matches!(language, Language::Chinese | Language::Japanese | Language::Korean) {
            chances.iter_mut().for_each(|chances| chances[0] *= SURER);
        }
        let mut found = Vec::new();
        let mut from = 0;
        for to in 1..=parts.len() {
            if to == parts.len() || ends_sentence(text, &parts[from..to]) {
                push_names(&parts[from..to], &best_path(&chances[from..to]), &mut found);
                from = to;
            }
        }
        found
    }

    /// Chances of outside, begin and inside for each part.
    pub(super) fn judge(
        &self,
        embedding: (&[i8], usize),
        parts: &[NamePart],
        language: Language,
    ) -> Vec<[f32; 3]> {
        let first = self.entry.pass(embedding, parts, language);
        let mut sums = Vec::new();
        let mut last = first.clone();
        for ((matrix, to), far) in self.layers.iter().zip(FAR) {
            let windows = spread(&last, matrix.inputs / 3, far);
            matrix.steps((&windows, matrix.inputs), parts.len(), to, &mut sums, &mut last);
        }
        let filters = self.entry.to.scale.len();
        let mut seen = vec![0.0; 2 * filters];
        let judged = first.chunks_exact(filters).zip(last.chunks_exact(filters)).map(|(first, last)| {
            seen.iter_mut().zip(first.iter().chain(last)).for_each(|(to, &value)| *to = f32::from(value));
            let mut chances = [0.0; 3];
            for ((chance, row), bias) in
                chances.iter_mut().zip(self.out.chunks_exact(2 * filters)).zip(&self.out_bias)
            {
                *chance = dot(row, &seen) + bias;
            }
            to_shares(&mut chances);
            chances
        });
        judged.collect()
    }
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
        let mut entry = Entry {
            extra,
            width,
            places: weights_of(0, of_parts),
            shapes: of_shapes,
            kinds: rows / Language::ALL.len(),
            known: Vec::new(),
            to: steps(&scale, &bias, step),
        };
        let mut x = vec![0; KNOWN * of_parts];
        for (piece, row) in x.chunks_exact_mut(of_parts).enumerate() {
            entry.fill(embedding, piece as u32, &[], row);
        }
        let mut sums = Vec::new();
        entry.places.sums(&x, of_parts, KNOWN, &mut sums);
        entry.known = sums;
        entry
    }

    /// The inputs of a part: its first piece and those behind it, each with its numbers.
    fn fill(&self, (embedding, width): (&[i8], usize), first: u32, more: &[u32], row: &mut [i16]) {
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
        add(first, 0);
        // What is missing behind the first piece counts as the empty one.
        let empty = [EMPTY; MAX_MORE];
        more.iter().chain(&empty).take(MAX_MORE).for_each(|&piece| add(piece, 1));
    }

    /// The activations of each part.
    fn pass(&self, embedding: (&[i8], usize), parts: &[NamePart], language: Language) -> Vec<i16> {
        let (inputs, width) = (self.places.inputs, self.places.outputs);
        let is_known = |part: &NamePart| part.more.is_empty() && (part.first as usize) < KNOWN;
        let others: Vec<&NamePart> = parts.iter().filter(|part| !is_known(part)).collect();
        let mut x = vec![0; others.len() * inputs];
        for (row, part) in x.chunks_exact_mut(inputs).zip(&others) {
            self.fill(embedding, part.first, &part.more, row);
        }
        let mut sums = Vec::new();
        self.places.sums(&x, inputs, others.len(), &mut sums);
        let mut rows = sums.chunks_exact(width);
        let given: Vec<[&[i32]; 2]> = parts
            .iter()
            .map(|part| {
                let shape = language as usize * self.kinds + part.shape as usize;
                let known = || &self.known[part.first as usize * width..][..width];
                let row = if is_known(part) { known() } else { rows.next().unwrap_or(&[]) };
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
    let (matrix, step) = (w.matrix(), w.real());
    let to = steps(&matrix.scale, &matrix.bias, step);
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

fn push_names(parts: &[NamePart], path: &[u8], found: &mut Vec<(u32, u32)>) {
    let mut at = 0;
    while at < path.len() {
        let begins = path[at] == 1;
        let inside = path[at + 1..].iter().take_while(|&&tag| begins && tag == 2).count();
        let name = &parts[at..=at + inside];
        if begins && name.iter().any(|part| part.shape.is_letters()) {
            found.push((parts[at].start as u32, parts[at + inside].end as u32));
        }
        at += 1 + inside;
    }
}

/// Each row with the rows so far before and behind it; nothing stands outside.
fn spread(rows: &[i16], width: usize, far: usize) -> Vec<i16> {
    let count = rows.len() / width;
    let nothing = vec![0; width];
    let mut out = Vec::with_capacity(3 * rows.len());
    let row =
        |i: Option<usize>| i.filter(|&i| i < count).map_or(&nothing[..], |i| &rows[i * width..][..width]);
    for i in 0..count {
        [i.checked_sub(far), Some(i), Some(i + far)].into_iter().for_each(|i| out.extend_from_slice(row(i)));
    }
    out
}
