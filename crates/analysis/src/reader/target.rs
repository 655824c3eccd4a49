//! The network that reads the tone toward one thing a sentence names, be it a company, an asset or any other name.
//!
//! The thing is replaced by a token of its own, so that no name carries a tone into the reading. Embeddings are the
//! reader's. Four attentions look at the sentence from the thing's place: how far a word is from it counts beside what it is.

use super::body::{Convolutions, GAP, Layers, highest_of, pool_steps};
use super::kernel::{Matrix, Rows, dot, rectify, weigh};
use super::numbers::columns_to_shares;
use super::weights::Weights;

/// How far from the thing places are told apart.
const REACH: i32 = 15;
const ATTENTIONS: usize = 4;
/// Stands for the thing in the tokens of a sentence.
pub const THING: u32 = u32::MAX;

pub struct TargetNetwork {
    /// The row of the thing, behind those of the vocabulary.
    thing: u32,
    /// Tokens of a sentence that are read, around the thing where there are more.
    most: usize,
    convolutions: Convolutions,
    attention: Matrix,
    /// For each distance from `-REACH` to `REACH`, what it adds to the score of each attention.
    distance: Vec<[f32; ATTENTIONS]>,
    pool_step: f32,
    hidden: Matrix,
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl TargetNetwork {
    /// `embedding` is the reader's, with rows of `channels`; `most` tokens around the thing are read.
    pub fn new(bytes: &'static [u8], (embedding, channels): (&[i8], usize), most: usize) -> TargetNetwork {
        let mut w = Weights::new(bytes);
        let mut table = embedding.to_vec();
        table.extend(w.small(channels));
        let convolutions = Convolutions::read(&mut w, channels, table);
        let attention = w.matrix();
        let distances = 2 * REACH as usize + 1;
        let of_attention = w.reals(ATTENTIONS * distances);
        let distance =
            (0..distances).map(|far| std::array::from_fn(|k| of_attention[k * distances + far])).collect();
        let pool_step = w.real();
        let hidden = w.matrix();
        let out = w.reals(3 * hidden.outputs);
        let out_bias = w.reals(3);
        w.finish();
        let thing = (embedding.len() / channels) as u32;
        TargetNetwork { thing, most, convolutions, attention, distance, pool_step, hidden, out, out_bias }
    }

    /// Logits of positive, neutral and negative, from the tokens of a sentence with `THING` at least once among them.
    #[cfg(test)]
    pub fn read(&self, tokens: &[u32]) -> [f32; 3] {
        self.read_all(&[tokens], None).0[0]
    }

    /// The same of each of many sentences, all in one pass; and what that made of them, for whoever reads parts of them again
    /// and gives it as `before`.
    pub fn read_all(
        &self,
        sentences: &[impl AsRef<[u32]>],
        before: Option<&Layers>,
    ) -> (Vec<[f32; 3]>, Layers) {
        let most: usize = sentences.iter().map(|sentence| sentence.as_ref().len().min(self.most) + 1).sum();
        let (mut tokens, mut far) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut places = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let sentence = window(sentence.as_ref(), self.most);
            places.push(tokens.len()..tokens.len() + sentence.len());
            tokens.extend(sentence.iter().map(|&token| if token == THING { self.thing } else { token }));
            distances(sentence, &mut far);
            tokens.push(GAP);
            far.push(0);
        }
        let mut sums = Vec::new();
        let layers = self.convolutions.pass(&tokens, before, &mut sums);
        let mut attended = Vec::new();
        let seen = layers.sums(&self.attention, &mut attended);
        let (scale, bias) = (&self.attention.scale, &self.attention.bias);
        let mut pools = Vec::with_capacity(places.len() * self.hidden.inputs);
        for place in places {
            let scores = place.clone().map(|token| {
                let (sums, distance) = (seen(token), self.distance[far[token]]);
                std::array::from_fn(|k| sums[k] as f32 * scale[k] + bias[k] + distance[k])
            });
            pools.extend(self.pools(layers.rows(place.clone()), scores.collect()));
        }
        self.hidden.sums(&pools, self.hidden.inputs, sentences.len(), &mut sums);
        let logits = sums.chunks_exact(self.hidden.width()).map(|sums| self.logits(sums)).collect();
        drop(seen);
        (logits, layers)
    }

    fn logits(&self, sums: &[i32]) -> [f32; 3] {
        let mut hidden = vec![0.0; self.hidden.outputs];
        rectify([sums], &self.hidden.scale, &self.hidden.bias, &mut hidden);
        let mut logits = [0.0; 3];
        for ((logit, row), bias) in
            logits.iter_mut().zip(self.out.chunks_exact(hidden.len())).zip(&self.out_bias)
        {
            *logit = dot(row, &hidden) + bias;
        }
        logits
    }

    /// The highest of both layers, then what each attention sees of the second; `weights` are its scores.
    fn pools(&self, layers: [Rows; 2], mut weights: Vec<[f32; ATTENTIONS]>) -> Vec<i16> {
        let width = self.convolutions.width();
        let mut pools = vec![0.0_f32; (2 + ATTENTIONS) * width];
        highest_of(layers, &mut pools[..2 * width]);
        columns_to_shares(&mut weights);
        weigh(layers[1], &weights, &mut pools[2 * width..]);
        pool_steps(&pools, width, self.convolutions.steps(), self.pool_step)
    }
}

/// At most `most` tokens around the first place of the thing.
fn window(tokens: &[u32], most: usize) -> &[u32] {
    if tokens.len() <= most {
        return tokens;
    }
    let first = tokens.iter().position(|&token| token == THING).unwrap_or(0);
    let start = first.saturating_sub(most / 2).min(tokens.len() - most);
    &tokens[start..start + most]
}

/// Adds how far each token is from the nearest place of the thing, as a row of the table of distances.
fn distances(tokens: &[u32], out: &mut Vec<usize>) {
    let things: Vec<i32> = (0..).zip(tokens).filter(|(_, token)| **token == THING).map(|(i, _)| i).collect();
    out.extend((0..tokens.len() as i32).map(|i| {
        let nearest = things.iter().map(|at| i - at).min_by_key(|d| (d.abs(), *d)).unwrap_or(REACH);
        (nearest.clamp(-REACH, REACH) + REACH) as usize
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_keeps_the_thing() {
        for first in [0, 5, 39, 60, 99] {
            let mut tokens = vec![7; 100];
            tokens[first] = THING;
            let kept = window(&tokens, 40);
            assert_eq!(kept.len(), 40);
            assert!(kept.contains(&THING), "{first}");
        }
    }

    #[test]
    fn distances_count_from_the_nearest_place() {
        let tokens = [9, THING, 9, 9, 9, THING];
        let expected: Vec<usize> = [-1, 0, 1, -2, -1, 0].iter().map(|d| (d + REACH) as usize).collect();
        let mut far = Vec::new();
        distances(&tokens, &mut far);
        assert_eq!(far, expected);
    }
}
