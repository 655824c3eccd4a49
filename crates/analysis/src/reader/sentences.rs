//! Sentences that are read toward the things they name, all of an article together.

use domain::Tone;

use super::body::Layers;
use super::target::TargetNetwork;
use super::tone;
use super::turns::{self, Turn};

/// Sentences that are read for one thing; the title counts as one, and twice.
const MAX_SENTENCES: usize = 3;
pub const TITLE_WEIGHT: f32 = 2.0;

/// Sentences that name things, to be read together.
#[derive(Default)]
pub struct Sentences {
    tokens: Vec<Vec<u32>>,
    /// For each thing, how much each of its sentences counts and what turns its tone; they follow each other in `tokens`.
    shares: Vec<Vec<(f32, Option<Turn>)>>,
}

impl Sentences {
    /// What follows is of the next thing.
    pub fn next(&mut self) {
        self.shares.push(Vec::with_capacity(MAX_SENTENCES));
    }

    /// Takes a sentence of the thing that was begun last.
    pub fn push(&mut self, tokens: Vec<u32>, share: f32, turn: Option<Turn>) {
        self.tokens.push(tokens);
        self.shares.last_mut().expect("a thing was begun").push((share, turn));
    }

    /// True where the thing that was begun last has as many as are read.
    pub fn is_full(&self) -> bool {
        self.shares.last().is_some_and(|shares| shares.len() >= MAX_SENTENCES)
    }

    /// The tone toward each thing, none where it has no sentence; and what the network made of the sentences.
    pub fn read(self, network: &TargetNetwork) -> (Vec<Option<Tone>>, Layers) {
        let (logits, layers) = network.read_all(&self.tokens, None);
        let mut logits = logits.iter();
        let tones = self.shares.iter().map(|shares| {
            let (mut sum, mut weight) = ([0.0_f32; 3], 0.0_f32);
            for ((share, turn), logits) in shares.iter().zip(&mut logits) {
                let said = turns::applied(turn.as_ref(), tone(logits));
                for (sum, part) in sum.iter_mut().zip([said.positive, said.neutral, said.negative]) {
                    *sum += part * share;
                }
                weight += share;
            }
            let [positive, neutral, negative] = sum.map(|part| part / weight);
            (!shares.is_empty()).then_some(Tone { positive, neutral, negative })
        });
        (tones.collect(), layers)
    }
}
