//! What the networks share: embeddings, two convolutions of three words, and four ways of pooling what they find.

use std::ops::Range;

use super::kernel::{Matrix, Rows, Steps, highest, scale, weigh};
use super::numbers::shares;
use super::weights::Weights;

/// The highest step of an activation; pooled values may be a little above.
const MAX_VALUE: f32 = 4095.0;
const MAX_POOLED: f32 = 8191.0;
/// Steps of an activation that are one where the next convolution looks at it: a byte is multiplied in half the time.
pub const COARSE: i16 = 16;
/// Rows that pass a layer together: few enough that they stay near the processor.
const CHUNK: usize = 48;

/// The numbers of three rows, one after the other.
type Window = [u32; 3];

/// The different windows of a text, or rows of pieces, each with a number from 1 on: what a text has several times is passed once.
#[derive(Default)]
pub struct Numbered<const N: usize> {
    /// Numbers by the hash of their window; a power of two, at most half of it filled.
    table: Vec<u32>,
    /// In the order of their numbers.
    pub different: Vec<[u32; N]>,
}

impl<const N: usize> Numbered<N> {
    /// Numbers windows; gives the number of each, 0 for none.
    pub fn of(windows: impl ExactSizeIterator<Item = Option<[u32; N]>>) -> (Vec<u32>, Numbered<N>) {
        let slots = (2 * windows.len() + 2).next_power_of_two();
        let mut numbered = Numbered { table: vec![0; slots], different: Vec::with_capacity(windows.len()) };
        let numbers = windows.map(|window| window.map_or(0, |window| numbered.take(window))).collect();
        (numbers, numbered)
    }

    /// Where a window stands in the table, or would.
    fn slot(&self, window: [u32; N]) -> usize {
        let hash = window.iter().fold(0_u64, |hash, &row| {
            (hash.rotate_left(23) ^ u64::from(row)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let last = self.table.len() - 1;
        let mut at = (hash >> 32) as usize & last;
        while self.table[at] != 0 && self.different[self.table[at] as usize - 1] != window {
            at = (at + 1) & last;
        }
        at
    }

    fn take(&mut self, window: [u32; N]) -> u32 {
        let at = self.slot(window);
        if self.table[at] == 0 {
            self.different.push(window);
            self.table[at] = self.different.len() as u32;
        }
        self.table[at]
    }

    /// The number of a window, 0 where it has none.
    fn find(&self, window: [u32; N]) -> u32 {
        if self.table.is_empty() { 0 } else { self.table[self.slot(window)] }
    }
}

/// The window around each of some rows; `nothing` stands outside of them and has no window.
fn windows(rows: &[u32], nothing: u32) -> impl ExactSizeIterator<Item = Option<Window>> {
    (0..rows.len()).map(move |i| {
        let before = i.checked_sub(1).map_or(nothing, |before| rows[before]);
        let after = rows.get(i + 1).copied().unwrap_or(nothing);
        (rows[i] != nothing).then_some([before, rows[i], after])
    })
}

/// Activations as the next convolution looks at them: rounded, at most 255.
pub fn coarse(values: &[i16]) -> Vec<u8> {
    values.iter().map(|value| ((value + COARSE / 2) / COARSE).clamp(0, 255) as u8).collect()
}

struct Layer {
    matrix: Matrix,
    /// Scale and bias in steps of the next activation.
    to: Steps,
    step: f32,
}

impl Layer {
    fn read(weights: &mut Weights) -> Layer {
        let matrix = weights.matrix_of_bytes();
        let step = weights.real();
        let scale = matrix.scale.iter().map(|s| s * f32::from(COARSE) / step).collect();
        let bias = matrix.bias.iter().map(|b| b / step).collect();
        Layer { matrix, to: Steps { scale, bias, most: MAX_VALUE }, step }
    }

    /// Windows of three rows of `x`, one behind the other; the first row of the result is empty.
    fn pass(&self, x: &[i16], windows: &[Window], sums: &mut Vec<i32>) -> Vec<i16> {
        let x = coarse(x);
        let (channels, width) = (self.matrix.inputs / 3, self.matrix.outputs);
        let mut out = vec![0; (windows.len() + 1) * width];
        let mut inputs = Vec::with_capacity(CHUNK.min(windows.len()) * self.matrix.inputs);
        for (windows, out) in windows.chunks(CHUNK).zip(out[width..].chunks_mut(CHUNK * width)) {
            let first = windows[0][0];
            let in_a_row = (first..).zip(windows).all(|(row, window)| *window == [row, row + 1, row + 2]);
            if in_a_row {
                let x = &x[first as usize * channels..];
                self.matrix.byte_steps((x, channels), windows.len(), &self.to, sums, out);
                continue;
            }
            inputs.clear();
            for &[before, here, after] in windows {
                let part = |row: u32, rows: usize| &x[row as usize * channels..][..rows * channels];
                if before + 1 == here && here + 1 == after {
                    inputs.extend_from_slice(part(before, 3));
                } else {
                    [before, here, after].iter().for_each(|&row| inputs.extend_from_slice(part(row, 1)));
                }
            }
            self.matrix.byte_steps((&inputs, self.matrix.inputs), windows.len(), &self.to, sums, out);
        }
        out
    }
}

/// Tokens of the lowest numbers, which are the most frequent words, have their sums taken beforehand.
const KNOWN: usize = 1024;

/// Stands between two texts that are read in one pass: an empty row.
pub const GAP: u32 = u32::MAX - 1;

/// The first convolution. A token gives the same sums wherever it stands, so each is multiplied once for all three places
/// in a window, and a window adds up three of them: the same whole numbers, in a fraction of the time.
struct Entry {
    channels: usize,
    embedding: Vec<i8>,
    /// For each token: its sums as the word before, as the word itself and as the word after.
    places: Matrix,
    known: Vec<i32>,
    to: Steps,
    step: f32,
}

impl Entry {
    fn read(w: &mut Weights, channels: usize, embedding: Vec<i8>) -> Entry {
        let (outputs, inputs, weights) = w.table();
        let (scale, bias, step) = (w.reals(outputs), w.reals(outputs), w.real());
        let mut turned = Vec::with_capacity(weights.len());
        for place in 0..3 {
            for row in weights.chunks_exact(inputs) {
                turned.extend_from_slice(&row[place * channels..][..channels]);
            }
        }
        let places = Matrix::new(3 * outputs, channels, &turned, Vec::new(), Vec::new()).of_bytes(&turned);
        assert_eq!(places.width(), 3 * outputs, "filters of the compiled-in model fill whole blocks");
        let in_steps = |values: Vec<f32>| values.iter().map(|value| value / step).collect();
        let to = Steps { scale: in_steps(scale), bias: in_steps(bias), most: MAX_VALUE };
        let mut entry = Entry { channels, embedding, places, known: Vec::new(), to, step };
        let frequent: Vec<u32> = (0..KNOWN.min(entry.embedding.len() / channels) as u32).collect();
        entry.known = entry.sums(&frequent);
        entry
    }

    fn sums(&self, tokens: &[u32]) -> Vec<i32> {
        let mut x = Vec::with_capacity(tokens.len() * self.channels);
        for &token in tokens {
            x.extend_from_slice(&self.embedding[token as usize * self.channels..][..self.channels]);
        }
        let mut sums = Vec::new();
        self.places.byte_sums(&x, tokens.len(), &mut sums);
        sums
    }

    /// One row for each window of tokens, behind an empty one; and the sums that were taken for it, beside those of `before`.
    fn pass(&self, windows: &[Window], before: Option<&Sums>) -> (Vec<i16>, Sums) {
        let (all, width) = (self.places.outputs, self.to.scale.len());
        let of_before = |token: u32| before.and_then(|before| before.find(token, all));
        let is_rare = |token: u32| token as usize >= KNOWN && token != GAP;
        let mut rare: Vec<u32> = Vec::with_capacity(windows.len());
        let mut last = [GAP; 3];
        for &window in windows {
            // What follows a window is in the middle of the next one, as a rule.
            let overlaps = window[..2] == last[1..];
            let fresh = if overlaps { &window[2..] } else { &window[..] };
            rare.extend(fresh.iter().copied().filter(|&token| is_rare(token)));
            last = window;
        }
        rare.sort_unstable();
        rare.dedup();
        rare.retain(|&token| of_before(token).is_none());
        let taken = Sums { sums: self.sums(&rare), tokens: rare };
        let nothing = vec![0; all];
        let of = |token: u32| match token {
            GAP => &nothing[..],
            token if is_rare(token) => taken
                .find(token, all)
                .or_else(|| of_before(token))
                .expect("the sums of every rare token were taken"),
            token => &self.known[token as usize * all..][..all],
        };
        let mut out = vec![0; (windows.len() + 1) * width];
        for (&[before, here, after], out) in windows.iter().zip(out[width..].chunks_exact_mut(width)) {
            let sums = [&of(before)[..width], &of(here)[width..2 * width], &of(after)[2 * width..]];
            self.to.take(sums, out);
        }
        (out, taken)
    }
}

/// The sums of some tokens, which are in ascending order.
#[derive(Default)]
struct Sums {
    tokens: Vec<u32>,
    sums: Vec<i32>,
}

impl Sums {
    /// The `all` sums of a token.
    fn find(&self, token: u32, all: usize) -> Option<&[i32]> {
        let at = self.tokens.binary_search(&token).ok()?;
        Some(&self.sums[at * all..][..all])
    }
}

/// A text after both convolutions: one row for each token.
pub struct Read {
    layers: Layers,
    /// What the attention gives each row, before shares are taken.
    scores: Vec<f32>,
}

/// What one convolution makes of some tokens.
struct Made {
    rows: Vec<i16>,
    /// Which row each token has.
    at: Vec<u32>,
    /// Which window each row was made of.
    numbered: Numbered<3>,
}

impl Made {
    /// Rows of windows, behind an empty one: those that were made before are taken over, the others are made by `pass`.
    /// Gives the rows as well as the numbers that the windows had before, 0 for none.
    fn rows(
        windows: &[Window],
        before: Option<&Made>,
        before_of: impl Fn(Window) -> u32,
        width: usize,
        pass: impl FnOnce(&[Window]) -> Vec<i16>,
    ) -> (Vec<i16>, Vec<u32>) {
        let Some(before) = before else { return (pass(windows), Vec::new()) };
        let known: Vec<u32> = windows.iter().map(|&window| before_of(window)).collect();
        let fresh = windows.iter().zip(&known).filter(|(_, known)| **known == 0);
        let fresh: Vec<Window> = fresh.map(|(&window, _)| window).collect();
        if fresh.len() == windows.len() {
            return (pass(windows), known);
        }
        let made = pass(&fresh);
        let mut next = made.chunks_exact(width);
        let mut rows = Vec::with_capacity((windows.len() + 1) * width);
        rows.extend_from_slice(next.next().expect("there is an empty row"));
        for &known in &known {
            match known {
                0 => rows.extend_from_slice(next.next().expect("every fresh window has its row")),
                known => rows.extend_from_slice(&before.rows[known as usize * width..][..width]),
            }
        }
        (rows, known)
    }
}

/// What the two convolutions make of some tokens.
pub struct Layers {
    low: Made,
    high: Made,
    width: usize,
    /// Of the tokens that were multiplied for it.
    sums: Sums,
}

impl Layers {
    /// The rows of these tokens after the first convolution and after the second.
    pub fn rows(&self, tokens: Range<usize>) -> [Rows<'_>; 2] {
        [&self.low, &self.high].map(|layer| Rows {
            values: &layer.rows,
            at: &layer.at[tokens.clone()],
            width: self.width,
        })
    }

    /// What a matrix makes of each token's row after the second convolution; `sums` is used for it.
    pub fn sums<'a>(&'a self, matrix: &Matrix, sums: &'a mut Vec<i32>) -> impl Fn(usize) -> &'a [i32] {
        let (high, width) = (&self.high, matrix.width());
        matrix.sums(&high.rows, self.width, high.rows.len() / self.width, sums);
        let sums: &[i32] = sums;
        move |token| &sums[high.at[token] as usize * width..][..width]
    }
}

/// The two convolutions, over embeddings that may belong to another network.
pub struct Convolutions {
    first: Entry,
    second: Layer,
}

impl Convolutions {
    pub fn read(w: &mut Weights, channels: usize, embedding: Vec<i8>) -> Convolutions {
        Convolutions { first: Entry::read(w, channels, embedding), second: Layer::read(w) }
    }

    /// Filters of each layer.
    pub fn width(&self) -> usize {
        self.second.matrix.outputs
    }

    /// What one step of each layer's activations stands for.
    pub fn steps(&self) -> (f32, f32) {
        (self.first.step, self.second.step)
    }

    /// One row of either layer for each token; rows of a `GAP` say nothing. Whatever stands in `before` too is not passed again.
    pub fn pass(&self, tokens: &[u32], before: Option<&Layers>, sums: &mut Vec<i32>) -> Layers {
        let width = self.width();
        let (low_at, low) = Numbered::of(windows(tokens, GAP));
        let of_low = before.map(|before| &before.low);
        let low_before = |window| of_low.map_or(0, |low| low.numbered.find(window));
        let mut taken = Sums::default();
        let (low_rows, known) = Made::rows(&low.different, of_low, low_before, width, |windows| {
            let (rows, sums) = self.first.pass(windows, before.map(|before| &before.sums));
            taken = sums;
            rows
        });
        let (high_at, high) = Numbered::of(windows(&low_at, 0));
        let of_high = before.map(|before| &before.high);
        let high_before = |window: Window| {
            // The rows of the window as they were numbered before; outside of a text there is none.
            let before = window.map(|row| {
                row.checked_sub(1).map_or(Some(0), |row| match known[row as usize] {
                    0 => None,
                    known => Some(known),
                })
            });
            let [Some(a), Some(b), Some(c)] = before else { return 0 };
            of_high.map_or(0, |high| high.numbered.find([a, b, c]))
        };
        let (high_rows, _) = Made::rows(&high.different, of_high, high_before, width, |windows| {
            self.second.pass(&low_rows, windows, sums)
        });
        Layers {
            low: Made { rows: low_rows, at: low_at, numbered: low },
            high: Made { rows: high_rows, at: high_at, numbered: high },
            width,
            sums: taken,
        }
    }
}

pub struct Body {
    pub vocabulary: usize,
    convolutions: Convolutions,
    attention: Matrix,
    pool_step: f32,
}

impl Body {
    pub fn read(w: &mut Weights) -> Body {
        let (vocabulary, channels, embedding) = w.table();
        Body {
            vocabulary,
            convolutions: Convolutions::read(w, channels, embedding),
            attention: w.matrix(),
            pool_step: w.real(),
        }
    }

    /// The embeddings, a row for each token, and the width of a row.
    pub fn embedding(&self) -> (&[i8], usize) {
        let first = &self.convolutions.first;
        (&first.embedding, first.channels)
    }

    /// A text's pools: highest of the first layer; highest, mean and attended mean of the second.
    pub fn pooled(&self, tokens: &[u32]) -> Vec<i16> {
        self.pools(&self.layers(tokens), tokens.len())
    }

    pub fn layers(&self, tokens: &[u32]) -> Read {
        let mut sums = Vec::new();
        let layers = self.convolutions.pass(tokens, None, &mut sums);
        let seen = layers.sums(&self.attention, &mut sums);
        let scores = (0..tokens.len())
            .map(|token| seen(token)[0] as f32 * self.attention.scale[0] + self.attention.bias[0])
            .collect();
        drop(seen);
        Read { layers, scores }
    }

    /// The pools of several texts that are read in one pass, each as if it were read alone.
    pub fn pooled_all(&self, texts: &[Vec<u32>]) -> Vec<Vec<i16>> {
        let read = self.layers(&texts.join(&GAP));
        let mut begins = 0;
        let pools = |text: &Vec<u32>| {
            let begun = begins;
            begins += text.len() + 1;
            self.pools_of(&read, begun..begun + text.len())
        };
        texts.iter().map(pools).collect()
    }

    /// The pools of the first `rows` tokens of a text that was read.
    pub fn pools(&self, read: &Read, rows: usize) -> Vec<i16> {
        self.pools_of(read, 0..rows.min(read.scores.len()))
    }

    fn pools_of(&self, read: &Read, tokens: Range<usize>) -> Vec<i16> {
        let width = self.convolutions.width();
        if tokens.is_empty() {
            return vec![0; 4 * width];
        }
        let part = 1.0 / tokens.len() as f32;
        let scores = read.scores[tokens.clone()].iter().copied();
        let weights: Vec<[f32; 2]> = shares(scores).into_iter().map(|share| [part, share]).collect();
        let [low, high] = read.layers.rows(tokens);
        let mut pools = vec![0.0_f32; 4 * width];
        highest_of([low, high], &mut pools[..2 * width]);
        weigh(high, &weights, &mut pools[2 * width..]);
        pool_steps(&pools, width, self.convolutions.steps(), self.pool_step)
    }
}

/// The highest values of either layer, one behind the other.
pub fn highest_of(layers: [Rows; 2], pools: &mut [f32]) {
    for (layer, pool) in layers.into_iter().zip(pools.chunks_exact_mut(layers[0].width)) {
        highest(layer, pool);
    }
}

/// Pools of the first layer (the first `width` values) and of the second, on the one scale at the entry of a head.
pub fn pool_steps(pools: &[f32], width: usize, (low, high): (f32, f32), pool_step: f32) -> Vec<i16> {
    let (low, high) = (low / pool_step, high / pool_step);
    let (first, rest) = pools.split_at(width);
    let mut out = vec![0; pools.len()];
    let (out_first, out_rest) = out.split_at_mut(width);
    scale(first, low, MAX_POOLED, out_first);
    scale(rest, high, MAX_POOLED, out_rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows that are added up from single tokens are the windows multiplied as a whole, for frequent and rare tokens
    /// and over more rows than pass together.
    #[test]
    fn the_first_convolution_is_exact() {
        let (channels, outputs) = (4, 64);
        let small = |count: usize| (0..count).map(|i| (i * i * 31 + i * 7) as u8);
        let mut bytes: Vec<u8> = Vec::new();
        bytes.extend((outputs as u32).to_le_bytes());
        bytes.extend((3 * channels as u32).to_le_bytes());
        bytes.extend(small(outputs * 3 * channels));
        for value in [0.02_f32; 64].iter().chain(&[5.0; 64]).chain(&[0.5]) {
            bytes.extend(value.to_le_bytes());
        }
        let bytes: &'static [u8] = bytes.leak();
        let embedding: Vec<i8> = small((KNOWN + 50) * channels).map(|byte| byte as i8).collect();
        let tokens: Vec<u32> = (0..3 * CHUNK as u32).map(|i| i * 7919 % (KNOWN as u32 + 50)).collect();
        assert!(tokens.iter().any(|&token| token as usize >= KNOWN));
        let mut x = vec![0; channels];
        x.extend(tokens.iter().flat_map(|&token| {
            embedding[token as usize * channels..][..channels].iter().map(|&value| i16::from(value))
        }));
        x.extend([0; 4]);
        let of_tokens: Vec<Window> = windows(&tokens, GAP).flatten().collect();
        let mut weights = Weights::new(bytes);
        let (matrix, step) = (weights.matrix(), weights.real());
        let in_steps = |values: &[f32]| values.iter().map(|value| value / step).collect();
        let to = Steps { scale: in_steps(&matrix.scale), bias: in_steps(&matrix.bias), most: MAX_VALUE };
        // The first row is empty, as that of the convolution is.
        let mut whole = vec![0; (tokens.len() + 1) * outputs];
        matrix.steps((&x, channels), tokens.len(), &to, &mut Vec::new(), &mut whole[outputs..]);
        let added = Entry::read(&mut Weights::new(bytes), channels, embedding).pass(&of_tokens, None).0;
        assert!(whole.iter().any(|&value| value > 0 && f32::from(value) < MAX_VALUE));
        assert_eq!(added, whole);
    }

    /// What a text shares with another that was passed before is taken over as it would be made anew.
    #[test]
    fn a_pass_after_another_gives_the_same() {
        let (channels, outputs) = (4, 64);
        let mut bytes: Vec<u8> = Vec::new();
        for inputs in [3 * channels, 3 * outputs] {
            bytes.extend((outputs as u32).to_le_bytes());
            bytes.extend((inputs as u32).to_le_bytes());
            bytes.extend((0..outputs * inputs).map(|i| (i * i * 31 + i * 7) as u8));
            for value in [0.02_f32; 64].iter().chain(&[5.0; 64]).chain(&[0.5]) {
                bytes.extend(value.to_le_bytes());
            }
        }
        let embedding = (0..(KNOWN + 50) * channels).map(|i| (i * i * 13 + i) as i8).collect();
        let network = Convolutions::read(&mut Weights::new(bytes.leak()), channels, embedding);
        let rare = KNOWN as u32;
        let one = [3, 4, rare + 1, 5, 6, 7, rare + 2, 8, GAP, 4, rare + 1, 5];
        let other = [9, 4, rare + 1, 5, 6, 7, 7, GAP, rare + 2, rare + 3, GAP, 3, 4, rare + 1, 5, 6];
        let before = network.pass(&one, None, &mut Vec::new());
        let alone = network.pass(&other, None, &mut Vec::new());
        let after = network.pass(&other, Some(&before), &mut Vec::new());
        for (alone, after) in [(&alone.low, &after.low), (&alone.high, &after.high)] {
            assert_eq!((&alone.rows, &alone.at), (&after.rows, &after.at));
        }
        assert!(alone.high.rows.iter().any(|&value| value > 0));
        assert_eq!(after.sums.tokens, [rare + 3], "the others were taken over");
    }

    #[test]
    fn windows_that_differ_have_numbers_of_their_own() {
        let rows = [5, 6, 7, 5, 6, 7, GAP, 6, 7];
        let (numbers, numbered) = Numbered::of(windows(&rows, GAP));
        let different = &numbered.different;
        assert_eq!(numbers, [1, 2, 3, 4, 2, 5, 0, 6, 5]);
        assert_eq!(different.len(), 6);
        assert_eq!(different[4], [6, 7, GAP]);
        assert_eq!((numbered.find([6, 7, GAP]), numbered.find([7, 6, GAP])), (5, 0));
        assert_eq!(Numbered::default().find([6, 7, GAP]), 0);
    }
}
