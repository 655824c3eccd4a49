//! What the networks share: embeddings, two convolutions of three words, and four ways of pooling what they find.

use super::kernel::{Matrix, steps};
use super::network::shares;
use super::weights::Weights;

/// The highest step of an activation; pooled values may be a little above.
const MOST: f32 = 4095.0;
const MOST_POOLED: f32 = 8191.0;
/// Rows that pass a layer together: few enough that their sums stay near the processor.
const CHUNK: usize = 64;

struct Layer {
    matrix: Matrix,
    /// Scale and bias in steps of the next activation.
    scale: Vec<f32>,
    bias: Vec<f32>,
    step: f32,
}

impl Layer {
    fn read(weights: &mut Weights) -> Layer {
        let matrix = weights.matrix();
        let step = weights.real();
        let scale = matrix.scale.iter().map(|s| s / step).collect();
        let bias = matrix.bias.iter().map(|b| b / step).collect();
        Layer { matrix, scale, bias, step }
    }

    /// Windows of three rows of `x`, which has an empty row before and after; the result has too.
    fn pass(&self, x: &[i16], rows: usize, sums: &mut Vec<i32>) -> Vec<i16> {
        let (channels, width) = (self.matrix.inputs / 3, self.matrix.outputs);
        let mut out = vec![0; (rows + 2) * width];
        for (at, out) in out[width..(rows + 1) * width].chunks_mut(CHUNK * width).enumerate() {
            self.matrix.sums(&x[at * CHUNK * channels..], channels, out.len() / width, sums);
            for (sums, out) in sums.chunks_exact(self.matrix.width()).zip(out.chunks_exact_mut(width)) {
                steps(sums, &self.scale, &self.bias, MOST, out);
            }
        }
        out
    }
}

/// A text after both convolutions: one row for each token, without the empty rows around them.
pub struct Read {
    low: Vec<i16>,
    high: Vec<i16>,
    /// What the attention gives each row, before shares are taken.
    scores: Vec<f32>,
}

pub struct Body {
    pub vocabulary: usize,
    embedding: Vec<i8>,
    first: Layer,
    second: Layer,
    attention: Matrix,
    pool_step: f32,
}

impl Body {
    pub fn read(w: &mut Weights) -> Body {
        let (vocabulary, _, embedding) = w.table();
        Body {
            vocabulary,
            embedding,
            first: Layer::read(w),
            second: Layer::read(w),
            attention: w.matrix(),
            pool_step: w.real(),
        }
    }

    /// A text's pools: highest of the first layer; highest, mean and attended mean of the second.
    pub fn pooled(&self, tokens: &[u32]) -> Vec<i16> {
        self.pools(&self.layers(tokens), tokens.len())
    }

    pub fn layers(&self, tokens: &[u32]) -> Read {
        let rows = tokens.len();
        if rows == 0 {
            return Read { low: Vec::new(), high: Vec::new(), scores: Vec::new() };
        }
        let width = self.second.matrix.outputs;
        let channels = self.first.matrix.inputs / 3;
        let mut x = vec![0; (rows + 2) * channels];
        for (&token, out) in tokens.iter().zip(x[channels..].chunks_exact_mut(channels)) {
            let row = &self.embedding[token as usize * channels..][..channels];
            out.iter_mut().zip(row).for_each(|(out, &value)| *out = i16::from(value));
        }
        let mut sums = Vec::new();
        let mut low = self.first.pass(&x, rows, &mut sums);
        let mut high = self.second.pass(&low, rows, &mut sums);
        for layer in [&mut low, &mut high] {
            layer.truncate((rows + 1) * width);
            layer.drain(..width);
        }
        self.attention.sums(&high, width, rows, &mut sums);
        let scores = sums
            .chunks_exact(self.attention.width())
            .map(|sums| sums[0] as f32 * self.attention.scale[0] + self.attention.bias[0])
            .collect();
        Read { low, high, scores }
    }

    /// The pools of the first `rows` tokens of a text that was read.
    pub fn pools(&self, read: &Read, rows: usize) -> Vec<i16> {
        let width = self.second.matrix.outputs;
        let rows = rows.min(read.scores.len());
        if rows == 0 {
            return vec![0; 4 * width];
        }
        let weights = shares(read.scores[..rows].iter().copied());
        let mut pools = vec![0.0_f32; 4 * width];
        let (first, rest) = pools.split_at_mut(width);
        let (second, rest) = rest.split_at_mut(width);
        let (mean, attended) = rest.split_at_mut(width);
        let part = 1.0 / rows as f32;
        for row in read.low[..rows * width].chunks_exact(width) {
            first.iter_mut().zip(row).for_each(|(most, &value)| *most = most.max(f32::from(value)));
        }
        for (row, &weight) in read.high.chunks_exact(width).zip(&weights) {
            for (((most, mean), attended), &value) in
                second.iter_mut().zip(&mut *mean).zip(&mut *attended).zip(row)
            {
                let value = f32::from(value);
                *most = most.max(value);
                *mean += value * part;
                *attended += value * weight;
            }
        }
        let (low_step, high_step) = (self.first.step / self.pool_step, self.second.step / self.pool_step);
        pools
            .iter()
            .enumerate()
            .map(|(i, value)| {
                ((value * if i < width { low_step } else { high_step }).min(MOST_POOLED) + 0.5) as i16
            })
            .collect()
    }
}
