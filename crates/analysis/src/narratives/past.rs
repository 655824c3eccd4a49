//! What is left of the stories of a narrative that are forgotten.

use super::article::{MEANING, Phrase, SUBJECTS};
use super::profile::{keep_heaviest, summed};

/// Stories of the past that count at most; more only make it slow to turn.
const MAX_PAST: f32 = 40.0;
/// Phrases that are kept of a past.
const MAX_PAST_PHRASES: usize = 600;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Past {
    pub stories: f32,
    /// The day of the latest article; none where an earlier version forgot them.
    pub last: Option<i64>,
    /// Sums of rows, in the order of the phrases.
    pub phrases: Vec<(Phrase, f32)>,
    pub subjects: [f32; SUBJECTS],
    pub meaning: [f32; MEANING],
}

impl Default for Past {
    fn default() -> Past {
        Past {
            stories: 0.0,
            last: None,
            phrases: Vec::new(),
            subjects: [0.0; SUBJECTS],
            meaning: [0.0; MEANING],
        }
    }
}

impl Past {
    pub fn join(&mut self, other: &Past) {
        self.stories += other.stories;
        self.last = self.last.max(other.last);
        self.phrases = summed(&self.phrases, &other.phrases);
        self.subjects.iter_mut().zip(other.subjects).for_each(|(sum, x)| *sum += x);
        self.meaning.iter_mut().zip(other.meaning).for_each(|(sum, x)| *sum += x);
        if self.stories > MAX_PAST {
            let factor = MAX_PAST / self.stories;
            self.stories = MAX_PAST;
            self.phrases.iter_mut().for_each(|(_, weight)| *weight *= factor);
            self.subjects.iter_mut().chain(&mut self.meaning).for_each(|x| *x *= factor);
        }
        keep_heaviest(&mut self.phrases, MAX_PAST_PHRASES);
    }
}
