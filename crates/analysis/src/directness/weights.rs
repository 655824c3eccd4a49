//! The trained numbers, read once from the bytes that are compiled in.
//!
//! The layout is written by `training/directness/train.py`: counts, then floats, then one byte per bucket of word runs.

use super::features::{BUCKETS, Features};
use super::kinds::Label;
use crate::reader::PairReading;

const BYTES: &[u8] = include_bytes!("../../models/directness.bin");
/// Columns of the readable numbers that the non-answer head takes; the same as in training.
const SIGN_COLUMNS: [usize; 4] = [0, 4, 8, 12];
const SHARE_COLUMNS: [usize; 2] = [64, 65];
const LENGTH_COLUMNS: [usize; 2] = [68, 69];
/// Whether the first sentences say yes, or no.
const OPENING_COLUMNS: [usize; 2] = [42, 46];
const LABEL_COLUMNS: usize = 6;
/// Columns that are read from the question alone.
const QUESTION_COLUMNS: [usize; 15] = [72, 73, 80, 82, 83, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95];
/// What one fired pattern weighs among the columns.
const PATTERN: f32 = 0.7;

/// One weight per bucket, in steps of `scale`.
struct Buckets {
    scale: f32,
    steps: &'static [u8],
}

impl Buckets {
    /// The sum over the buckets of a text, divided by the length of its vector.
    fn mean(&self, buckets: &[u32]) -> f32 {
        let mut sum = 0_i64;
        for &bucket in buckets {
            sum += i64::from(self.steps[bucket as usize].cast_signed());
        }
        sum as f32 * self.scale / (buckets.len() as f32).sqrt().max(1.0)
    }
}

/// What single words weigh. The weights come from a head on word vectors, summed up to one number per word and head,
/// so that words of like meaning weigh alike and no vector is needed here.
struct Senses {
    /// Hashes of the words, ascending.
    words: Vec<u32>,
    answer: Buckets,
    question: Buckets,
    specific: Buckets,
}

impl Senses {
    fn read(reader: &mut Reader, count: usize) -> Senses {
        let words = (0..count).map(|_| reader.count() as u32).collect();
        Senses {
            words,
            answer: reader.buckets(count),
            question: reader.buckets(count),
            specific: reader.buckets(count),
        }
    }

    fn mean(&self, plain: &[u32], weights: &Buckets) -> f32 {
        let (mut sum, mut known) = (0_i64, 0_u32);
        for hash in plain {
            if let Ok(at) = self.words.binary_search(hash) {
                sum += i64::from(weights.steps[at].cast_signed());
                known += 1;
            }
        }
        if known == 0 { 0.0 } else { sum as f32 * weights.scale / known as f32 }
    }
}

pub(super) struct Weights {
    mean: Vec<f32>,
    scale: Vec<f32>,
    patterns: usize,
    score: Vec<f32>,
    specific: Vec<f32>,
    non_answer: Vec<f32>,
    asks_number: Vec<f32>,
    /// What the network's two outputs weigh in the score and in the specific head.
    network_score: f32,
    network_specific: f32,
    knots: Vec<f32>,
    heights: Vec<f32>,
    specific_cuts: [f32; 2],
    label_middle: Vec<f32>,
    label_spread: Vec<f32>,
    direct: Vec<f32>,
    evasive: Vec<f32>,
    score_answer: Buckets,
    score_question: Buckets,
    specific_words: Buckets,
    asks_words: Buckets,
    senses: Senses,
}

struct Reader {
    rest: &'static [u8],
}

impl Reader {
    fn take(&mut self, count: usize) -> &'static [u8] {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken
    }

    fn count(&mut self) -> usize {
        let bytes = self.take(4).try_into().expect("four bytes were taken");
        u32::from_le_bytes(bytes) as usize
    }

    fn float(&mut self) -> f32 {
        f32::from_le_bytes(self.take(4).try_into().expect("four bytes were taken"))
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.float()).collect()
    }

    fn buckets(&mut self, count: usize) -> Buckets {
        Buckets { scale: self.float(), steps: self.take(count) }
    }
}

impl Weights {
    /// The file is part of the program and checked by a test, so a wrong length cannot reach a user.
    pub fn compiled_in() -> Weights {
        let mut reader = Reader { rest: BYTES };
        assert_eq!(reader.take(8), b"BWDIRECT", "the compiled-in weights are not ours");
        assert_eq!(reader.count(), 3, "the compiled-in weights are of another version");
        let (dense, patterns, knots, words) =
            (reader.count(), reader.count(), reader.count(), reader.count());
        let columns = dense + patterns;
        let signs = SIGN_COLUMNS.len() + 1 + SHARE_COLUMNS.len() + LENGTH_COLUMNS.len();
        Weights {
            mean: reader.floats(dense),
            scale: reader.floats(dense),
            patterns,
            score: reader.floats(columns + 1),
            specific: reader.floats(columns + 1),
            non_answer: reader.floats(signs + patterns + 1),
            asks_number: reader.floats(QUESTION_COLUMNS.len() + 1),
            network_score: reader.float(),
            network_specific: reader.float(),
            knots: reader.floats(knots),
            heights: reader.floats(knots),
            specific_cuts: [reader.float(), reader.float()],
            label_middle: reader.floats(LABEL_COLUMNS),
            label_spread: reader.floats(LABEL_COLUMNS),
            direct: reader.floats(LABEL_COLUMNS + 1),
            evasive: reader.floats(LABEL_COLUMNS + 1),
            score_answer: reader.buckets(BUCKETS),
            score_question: reader.buckets(BUCKETS),
            specific_words: reader.buckets(BUCKETS),
            asks_words: reader.buckets(BUCKETS),
            senses: Senses::read(&mut reader, words),
        }
    }

    #[cfg(test)]
    pub fn shape() -> (usize, usize) {
        let weights = Weights::compiled_in();
        (weights.mean.len(), weights.patterns)
    }

    fn fired(&self, features: &Features) -> Vec<f32> {
        let mut fired = vec![0.0; self.patterns];
        for (_, found) in &features.found {
            if let Some(one) = fired.get_mut(found.pattern) {
                *one = PATTERN;
            }
        }
        fired
    }

    /// The readable numbers on the scale of training, then the patterns.
    pub fn columns(&self, features: &Features) -> Vec<f32> {
        let scaled = features
            .dense
            .iter()
            .zip(&self.mean)
            .zip(&self.scale)
            .map(|((x, mean), scale)| ((x - mean) / scale).clamp(-4.0, 4.0));
        scaled.chain(self.fired(features)).collect()
    }

    pub fn score(&self, columns: &[f32], features: &Features, network: PairReading) -> f32 {
        let runs = self.score_answer.mean(&features.answer) + self.score_question.mean(&features.question);
        let senses = self.senses.mean(&features.answer_plain, &self.senses.answer)
            + self.senses.mean(&features.question_plain, &self.senses.question);
        affine(&self.score, columns) + runs + senses + self.network_score * network.direct
    }

    /// The probability that the answer is concrete, and the level from 0 to 2.
    pub fn specific(&self, columns: &[f32], features: &Features, network: PairReading) -> (f32, u8) {
        let senses = self.senses.mean(&features.answer_plain, &self.senses.specific);
        let linear = affine(&self.specific, columns) + self.specific_words.mean(&features.answer) + senses;
        let raw = linear + self.network_specific * network.specific;
        let [low, high] = self.specific_cuts;
        let level = u8::from(raw > low) + u8::from(raw > high);
        // A quarter at the lower cut, a half at the upper one, and the same slope beyond.
        let slope = 3.0_f32.ln() / (high - low).max(1e-3);
        (1.0 / (1.0 + (-(raw - high) * slope).exp()), level)
    }

    /// The logit of a non-answer; zero is where non-answers are told apart best.
    pub fn non_answer(&self, features: &Features) -> f32 {
        let mut columns: Vec<f32> =
            SIGN_COLUMNS.iter().map(|&at| f32::from(u8::from(features.dense[at] > 0.0))).collect();
        columns.push(columns[..3].iter().copied().fold(0.0, f32::max));
        columns.extend(SHARE_COLUMNS.iter().map(|&at| features.dense[at]));
        columns.extend(LENGTH_COLUMNS.iter().map(|&at| features.dense[at] / 3.0));
        columns.extend(self.fired(features));
        affine(&self.non_answer, &columns)
    }

    /// Whether the question asks for a number. The answer is not looked at, so that a number that is kept back counts.
    pub fn asks_number(&self, columns: &[f32], features: &Features) -> bool {
        let asked: Vec<f32> = QUESTION_COLUMNS.iter().map(|&at| columns[at]).collect();
        !features.question_sentences.is_empty()
            && affine(&self.asks_number, &asked) + self.asks_words.mean(&features.question) > 0.0
    }

    /// Two lines through six numbers: whether the answer is evasive, and if not, whether it is direct.
    pub fn label(&self, raw: f32, non_answer: f32, features: &Features) -> Label {
        let opening = OPENING_COLUMNS.iter().map(|&at| features.dense[at]).fold(0.0, f32::max);
        let back = f32::from(u8::from(features.asks_back));
        let six = [raw, non_answer, features.overlap, features.dense[LENGTH_COLUMNS[0]], opening, back];
        let scaled: Vec<f32> = six
            .iter()
            .zip(&self.label_middle)
            .zip(&self.label_spread)
            .map(|((x, middle), spread)| (x - middle) / spread)
            .collect();
        if affine(&self.evasive, &scaled) > 0.0 {
            Label::Evasive
        } else if affine(&self.direct, &scaled) > 0.0 {
            Label::Direct
        } else {
            Label::Intermediate
        }
    }

    /// Straight lines between the knots; flat beyond them.
    pub fn curve(&self, raw: f32) -> f32 {
        let above = self.knots.partition_point(|knot| *knot <= raw);
        if above == 0 {
            return 0.0;
        }
        if above == self.knots.len() {
            return 1.0;
        }
        let (left, right) = (self.knots[above - 1], self.knots[above]);
        let share = if right > left { (raw - left) / (right - left) } else { 0.0 };
        (self.heights[above - 1] + share * (self.heights[above] - self.heights[above - 1])).clamp(0.0, 1.0)
    }
}

/// Weights times columns, plus the last weight.
fn affine(weights: &[f32], columns: &[f32]) -> f32 {
    let bias = weights.last().copied().unwrap_or(0.0);
    let mut sum = f64::from(bias);
    for (weight, column) in weights.iter().zip(columns) {
        sum += f64::from(*weight) * f64::from(*column);
    }
    sum as f32
}
