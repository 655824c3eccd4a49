//! The network: embeddings, two convolutions of three words, pooling, one hidden layer, and a linear reading of tails.
//!
//! Title and lead pass the same convolutions and enter the hidden layer by weights of their own. The rest of an
//! article is read by the linear table alone.

use super::kernel::{Matrix, steps};
use super::weights::Weights;

pub const TITLE_TOKENS: usize = 32;
pub const LEAD_TOKENS: usize = 48;
pub const OUTPUTS: usize = 21;

/// The highest step of an activation; pooled values may be a little above.
const MOST: f32 = 4095.0;
const MOST_POOLED: f32 = 8191.0;

/// Three logits of tone (positive, neutral, negative), then one for each category.
pub type Logits = [f32; OUTPUTS];

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
        self.matrix.sums(x, channels, rows, sums);
        let mut out = vec![0; (rows + 2) * width];
        for (sums, out) in sums.chunks_exact(self.matrix.width()).zip(out[width..].chunks_exact_mut(width)) {
            steps(sums, &self.scale, &self.bias, MOST, out);
        }
        out
    }
}

pub struct Network {
    vocabulary: usize,
    embedding: Vec<i8>,
    first: Layer,
    second: Layer,
    attention: Matrix,
    pool_step: f32,
    title: Matrix,
    lead: Matrix,
    out: Vec<f32>,
    out_bias: Vec<f32>,
    tail: Vec<i8>,
    tail_scale: f32,
    tail_bias: Vec<f32>,
}

impl Network {
    pub fn new(bytes: &'static [u8]) -> Network {
        let mut w = Weights::new(bytes);
        let (vocabulary, _, embedding) = w.table();
        let first = Layer::read(&mut w);
        let second = Layer::read(&mut w);
        let attention = w.matrix();
        let pool_step = w.real();
        let title = w.matrix();
        let lead = w.matrix();
        let out = w.reals(OUTPUTS * title.outputs);
        let out_bias = w.reals(OUTPUTS);
        let tail = w.small(vocabulary * OUTPUTS);
        let tail_scale = w.real();
        let tail_bias = w.reals(OUTPUTS);
        w.finish();
        Network {
            vocabulary,
            embedding,
            first,
            second,
            attention,
            pool_step,
            title,
            lead,
            out,
            out_bias,
            tail,
            tail_scale,
            tail_bias,
        }
    }

    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// Reads the first tokens of a title and of a lead; either may be empty.
    pub fn read(&self, title: &[u32], lead: &[u32]) -> Logits {
        let title = &title[..title.len().min(TITLE_TOKENS)];
        let lead = &lead[..lead.len().min(LEAD_TOKENS)];
        let mut sums = Vec::new();
        self.title.sums(&self.pooled(title), 0, 1, &mut sums);
        let mut hidden: Vec<f32> = (0..self.title.outputs)
            .map(|i| sums[i] as f32 * self.title.scale[i] + self.title.bias[i])
            .collect();
        if !lead.is_empty() {
            self.lead.sums(&self.pooled(lead), 0, 1, &mut sums);
            for (i, hidden) in hidden.iter_mut().enumerate() {
                *hidden += sums[i] as f32 * self.lead.scale[i];
            }
        }
        for value in &mut hidden {
            *value = value.max(0.0);
        }
        let rows = self.out.chunks_exact(hidden.len());
        let mut logits = [0.0; OUTPUTS];
        for ((logit, row), bias) in logits.iter_mut().zip(rows).zip(&self.out_bias) {
            *logit = dot(row, &hidden) + bias;
        }
        logits
    }

    /// Highest of the first layer; highest, mean and attended mean of the second.
    fn pooled(&self, tokens: &[u32]) -> Vec<i16> {
        let rows = tokens.len();
        let width = self.second.matrix.outputs;
        if rows == 0 {
            return vec![0; 4 * width];
        }
        let channels = self.first.matrix.inputs / 3;
        let mut x = vec![0; (rows + 2) * channels];
        for (&token, out) in tokens.iter().zip(x[channels..].chunks_exact_mut(channels)) {
            let row = &self.embedding[token as usize * channels..][..channels];
            out.iter_mut().zip(row).for_each(|(out, &value)| *out = i16::from(value));
        }
        let mut sums = Vec::new();
        let low = self.first.pass(&x, rows, &mut sums);
        let high = self.second.pass(&low, rows, &mut sums);
        let high = &high[width..(rows + 1) * width];
        self.attention.sums(high, width, rows, &mut sums);
        let scores = sums
            .chunks_exact(self.attention.width())
            .map(|sums| sums[0] as f32 * self.attention.scale[0] + self.attention.bias[0]);
        let weights = shares(scores);
        let mut pools = vec![0.0_f32; 4 * width];
        let (first, rest) = pools.split_at_mut(width);
        let (second, rest) = rest.split_at_mut(width);
        let (mean, attended) = rest.split_at_mut(width);
        let part = 1.0 / rows as f32;
        for row in low[width..(rows + 1) * width].chunks_exact(width) {
            first.iter_mut().zip(row).for_each(|(most, &value)| *most = most.max(f32::from(value)));
        }
        for (row, &weight) in high.chunks_exact(width).zip(&weights) {
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

    /// The linear reading: what the words alone say, in any order.
    pub fn read_words(&self, tokens: &[u32]) -> Logits {
        let mut sums = [0_i32; OUTPUTS];
        for &token in tokens {
            let row = &self.tail[token as usize * OUTPUTS..][..OUTPUTS];
            sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += i32::from(value));
        }
        let unit = self.tail_scale / tokens.len().max(1) as f32;
        let mut logits = [0.0; OUTPUTS];
        for ((logit, sum), bias) in logits.iter_mut().zip(sums).zip(&self.tail_bias) {
            *logit = sum as f32 * unit + bias;
        }
        logits
    }
}

/// Sixteen sums side by side, then their sum: an order of our own, so that every machine rounds alike.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}

/// Scores to shares that sum to one.
pub fn shares(scores: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut scores: Vec<f32> = scores.collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for score in &mut scores {
        *score = exp(*score - most);
    }
    let whole: f32 = scores.iter().sum();
    for score in &mut scores {
        *score /= whole;
    }
    scores
}

pub fn sigmoid(x: f32) -> f32 {
    if x >= 0.0 { 1.0 / (1.0 + exp(-x)) } else { 1.0 - 1.0 / (1.0 + exp(x)) }
}

/// e to the x by our own steps, since the system's differs from machine to machine in the last place.
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    let whole = (x * std::f32::consts::LOG2_E).round();
    let rest = x - whole * std::f32::consts::LN_2;
    let mut sum = 1.0 + rest / 7.0;
    for n in (1..7).rev() {
        sum = 1.0 + rest / n as f32 * sum;
    }
    sum * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}
