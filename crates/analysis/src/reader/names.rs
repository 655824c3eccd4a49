//! Organisations in languages beside English: words are judged by how their language writes them and by what stands around them;
//! where no blanks are written, and in Korean, whose words end in particles, each character is.
//!
//! On the embeddings of the reader of these languages: three convolutions, each looking twice as far as the one before.

use domain::Language;

use super::kernel::{Matrix, Steps, dot};
use super::name_parts::{NamePart, parts};
use super::numbers::to_shares;
use super::pieces::{Folded, Pieces};
use super::tagger::best_path;
use super::weights::Weights;

/// How far each convolution looks to either side.
const FAR: [usize; 3] = [1, 2, 4];
/// Parts of a field that are judged; an organisation that matters is named before.
const MAX_PARTS: usize = 600;
/// What a step of the embeddings is in steps of the inputs, so that what is added to them can be finer.
const FINER: i16 = 8;
const MAX_STEP: f32 = 4095.0;

pub struct NameTagger {
    /// For each of the frequent pieces, a few numbers beside its embedding.
    extra: Vec<i16>,
    width: usize,
    /// For each language and shape.
    shapes: Vec<i16>,
    shape: usize,
    /// Shapes that a language has.
    kinds: usize,
    layers: Vec<(Matrix, Steps)>,
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl NameTagger {
    pub fn new(bytes: &'static [u8]) -> NameTagger {
        let mut w = Weights::new(bytes);
        let (times, known, width) = (w.number() as i16, w.number(), w.number());
        let in_steps = |four_bits: u8| (i16::from(four_bits) - 8) * times;
        // Two numbers of four bits in a byte.
        let extra = w.small(known * width / 2).into_iter().map(|byte| byte as u8);
        let extra = extra.flat_map(|byte| [in_steps(byte & 15), in_steps(byte >> 4)]).collect();
        let (rows, shape) = (w.number(), w.number());
        let shapes = w.halves(rows * shape);
        let layer = |w: &mut Weights| {
            let (matrix, step) = (w.matrix(), w.real());
            let in_steps = |values: &[f32]| values.iter().map(|value| value / step).collect();
            let to = Steps { scale: in_steps(&matrix.scale), bias: in_steps(&matrix.bias), most: MAX_STEP };
            (matrix, to)
        };
        let layers: Vec<_> = FAR.iter().map(|_| layer(&mut w)).collect();
        let out = w.reals(3 * 2 * layers[0].0.outputs);
        let out_bias = w.reals(3);
        w.finish();
        NameTagger { extra, width, shapes, shape, kinds: rows / Language::ALL.len(), layers, out, out_bias }
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
        let chances = self.judge(embedding, &parts, language);
        let path = best_path(&chances);
        let mut found = Vec::new();
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
        found
    }

    /// The inputs of a part: its first piece and those behind it, each with its numbers, and how it is written.
    fn fill(&self, (embedding, width): (&[i8], usize), part: &NamePart, language: Language, row: &mut [i16]) {
        let (tables, row) = row.split_at_mut(2 * width);
        let (known, shape) = row.split_at_mut(2 * self.width);
        let (first, behind) = (tables.split_at_mut(width), known.split_at_mut(self.width));
        for (pieces, table, known) in
            [(&[part.first][..], first.0, behind.0), (&part.more, first.1, behind.1)]
        {
            for &piece in pieces {
                let values = &embedding[piece as usize * width..][..width];
                table.iter_mut().zip(values).for_each(|(to, &value)| *to += i16::from(value) * FINER);
                // Rare pieces, and the empty one, have no numbers of their own.
                if let Some(values) =
                    self.extra.chunks_exact(self.width).nth(piece as usize).filter(|_| piece > 0)
                {
                    known.iter_mut().zip(values).for_each(|(to, &value)| *to += value);
                }
            }
        }
        let place = language as usize * self.kinds + part.shape as usize;
        shape.copy_from_slice(&self.shapes[place * self.shape..][..self.shape]);
    }

    /// Chances of outside, begin and inside for each part.
    pub(super) fn judge(
        &self,
        embedding: (&[i8], usize),
        parts: &[NamePart],
        language: Language,
    ) -> Vec<[f32; 3]> {
        let entry = 2 * (embedding.1 + self.width) + self.shape;
        let mut x = vec![0; (parts.len() + 2) * entry];
        for (row, part) in x[entry..].chunks_exact_mut(entry).zip(parts) {
            self.fill(embedding, part, language, row);
        }
        let mut sums = Vec::new();
        let mut outputs: Vec<Vec<i16>> = Vec::with_capacity(FAR.len());
        for ((matrix, to), far) in self.layers.iter().zip(FAR) {
            let mut out = vec![0; parts.len() * matrix.outputs];
            match outputs.last() {
                None => matrix.steps((&x, entry), parts.len(), to, &mut sums, &mut out),
                Some(before) => {
                    let windows = spread(before, matrix.inputs / 3, far);
                    matrix.steps((&windows, matrix.inputs), parts.len(), to, &mut sums, &mut out);
                }
            }
            outputs.push(out);
        }
        let filters = self.layers[0].0.outputs;
        let (first, last) = (&outputs[0], &outputs[FAR.len() - 1]);
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
