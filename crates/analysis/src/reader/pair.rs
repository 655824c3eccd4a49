//! The network that reads a question and an answer together: both pass one body, the opening of the answer is pooled
//! once more for itself, and what question and answer have in common enters as products.

use super::body::Body;
use super::kernel::{Matrix, dot};
use super::numbers::exp;
use super::weights::Weights;

/// The end of the question, where it asks, and the beginning of the answer.
pub const QUESTION_TOKENS: usize = 64;
pub const ANSWER_TOKENS: usize = 192;
/// Tokens that count as an answer's opening.
const OPENING: usize = 40;

/// How direct and how specific an answer looks; unit spread over the exchanges of training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairReading {
    pub direct: f32,
    pub specific: f32,
}

pub struct PairNetwork {
    body: Body,
    answer: Matrix,
    opening: Matrix,
    question: Matrix,
    cross_answer: Matrix,
    cross_question: Matrix,
    /// One row for each of the two outputs.
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl PairNetwork {
    pub fn new(bytes: &'static [u8]) -> PairNetwork {
        let mut w = Weights::new(bytes);
        let body = Body::read(&mut w);
        let (answer, opening, question) = (w.matrix(), w.matrix(), w.matrix());
        let (cross_answer, cross_question) = (w.matrix(), w.matrix());
        let out = w.reals(2 * (answer.outputs + cross_answer.outputs));
        let out_bias = w.reals(2);
        w.finish();
        PairNetwork { body, answer, opening, question, cross_answer, cross_question, out, out_bias }
    }

    pub fn vocabulary(&self) -> usize {
        self.body.vocabulary
    }

    /// Reads the tokens of a question, which may be empty, and of an answer.
    pub fn read(&self, question: &[u32], answer: &[u32]) -> PairReading {
        let question = &question[question.len().saturating_sub(QUESTION_TOKENS)..];
        let answer = &answer[..answer.len().min(ANSWER_TOKENS)];
        let mut sums = Vec::new();
        let layers = self.body.layers(answer);
        let said = self.body.pools(&layers, answer.len());
        let mut hidden = affine(&self.answer, &said, &mut sums);
        add(&mut hidden, &affine(&self.opening, &self.body.pools(&layers, OPENING), &mut sums));
        let mut cross = vec![0.0; self.cross_answer.outputs];
        if !question.is_empty() {
            let asked = self.body.pooled(question);
            add(&mut hidden, &affine(&self.question, &asked, &mut sums));
            let left = affine(&self.cross_answer, &said, &mut sums);
            let right = affine(&self.cross_question, &asked, &mut sums);
            for ((cross, left), right) in cross.iter_mut().zip(left).zip(right) {
                *cross = tanh(left) * tanh(right);
            }
        }
        for value in &mut hidden {
            *value = value.max(0.0);
        }
        hidden.extend(cross);
        let (direct, specific) = self.out.split_at(hidden.len());
        PairReading {
            direct: dot(direct, &hidden) + self.out_bias[0],
            specific: dot(specific, &hidden) + self.out_bias[1],
        }
    }
}

fn affine(matrix: &Matrix, inputs: &[i16], sums: &mut Vec<i32>) -> Vec<f32> {
    matrix.sums(inputs, 0, 1, sums);
    (0..matrix.outputs).map(|i| sums[i] as f32 * matrix.scale[i] + matrix.bias[i]).collect()
}

fn add(to: &mut [f32], more: &[f32]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
}

/// By our own exponential, so that every machine rounds alike.
fn tanh(x: f32) -> f32 {
    let small = exp(-2.0 * x.abs());
    ((1.0 - small) / (1.0 + small)).copysign(x)
}
