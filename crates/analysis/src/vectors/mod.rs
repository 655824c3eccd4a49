//! Text in, a small vector of whole numbers out: texts that mean the like lie near each other.
//!
//! Every word piece has a fixed vector, distilled from an encoder (`training/vectors.py`); a text is the sum of its
//! pieces, rare ones weighing more, at one length for all. No context and no word order: this finds what is near, it
//! does not judge. The same text gives the same numbers on every machine.

use std::sync::LazyLock;

use crate::reader;

/// Numbers in a vector.
pub const DIMENSIONS: usize = 128;

/// Characters and word pieces of a title and of a content that are read.
const MAX_TITLE: (usize, usize) = (600, 60);
const MAX_CONTENT: (usize, usize) = (2_000, 300);

/// The length of every vector that is not zero.
const LENGTH: f64 = 256.0;
/// Title and content count the same, however long they are: each is brought to this length before they are added.
const PART_LENGTH: f64 = 16_384.0;
/// Square roots of counts in sixteenths: a word that comes four times counts twice.
const MAX_ROOT: u32 = 4 * 16;

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::new(include_bytes!("../../models/vectors.bin")));

/// Where a text lies among texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector([i8; DIMENSIONS]);

impl Vector {
    /// Of nothing; near to nothing.
    pub const ZERO: Vector = Vector([0; DIMENSIONS]);

    pub fn of(title: &str, content: &str) -> Vector {
        let mut sum = [0; DIMENSIONS];
        for (text, (characters, pieces)) in [(title, MAX_TITLE), (content, MAX_CONTENT)] {
            let mut tokens = reader::word_pieces(text, characters);
            tokens.truncate(pieces);
            let part = MODEL.sum(tokens);
            let factor = PART_LENGTH / length(&part).max(1.0);
            for (sum, number) in sum.iter_mut().zip(part) {
                *sum += (f64::from(number) * factor).round() as i32;
            }
        }
        let factor = LENGTH / length(&sum).max(1.0);
        Vector(sum.map(|number| (f64::from(number) * factor).round() as i8))
    }

    /// 1 for the same direction, about 0 for texts that have nothing to do with each other.
    pub fn cosine(&self, other: &Vector) -> f32 {
        let dot: i32 = self.0.iter().zip(&other.0).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        dot as f32 / (LENGTH * LENGTH) as f32
    }

    pub fn numbers(&self) -> &[i8; DIMENSIONS] {
        &self.0
    }

    pub fn from_numbers(numbers: [i8; DIMENSIONS]) -> Vector {
        Vector(numbers)
    }
}

struct Model {
    /// One row for each word piece.
    rows: &'static [[u8; DIMENSIONS]],
    /// How much each piece says, in 255ths.
    weights: &'static [u8],
}

impl Model {
    fn new(bytes: &'static [u8]) -> Model {
        let (rows, weights) = bytes.split_at(bytes.len() / (DIMENSIONS + 1) * DIMENSIONS);
        let (rows, rest) = rows.as_chunks();
        assert!(rest.is_empty() && rows.len() == weights.len(), "the compiled-in model is whole");
        Model { rows, weights }
    }

    fn sum(&self, mut tokens: Vec<u32>) -> [i32; DIMENSIONS] {
        tokens.sort_unstable();
        let mut sum = [0; DIMENSIONS];
        for same in tokens.chunk_by(|a, b| a == b) {
            let token = same[0] as usize;
            let (Some(row), Some(weight)) = (self.rows.get(token), self.weights.get(token)) else { continue };
            let root = ((same.len() as f32).sqrt() * 16.0) as u32;
            let weight = i32::from(*weight) * root.min(MAX_ROOT) as i32;
            for (sum, number) in sum.iter_mut().zip(row) {
                *sum += weight * i32::from(*number as i8);
            }
        }
        sum
    }
}

fn length(numbers: &[i32; DIMENSIONS]) -> f64 {
    let squares: i64 = numbers.iter().map(|number| i64::from(*number) * i64::from(*number)).sum();
    (squares as f64).sqrt()
}

#[cfg(test)]
mod tests;
