//! The single pass.

use super::frequency::{Frequencies, TermMap};
use super::settings::Settings;
use super::terms::{Term, terms};
use super::{Placed, StoryId, StoryItem};
use crate::fingerprint;

/// Grows stories from items in the order in which they come.
pub struct Clusterer {
    settings: Settings,
    frequencies: Frequencies,
    open: Vec<Story>,
}

struct Story {
    id: StoryId,
    last_ms: i64,
    vector: Vec<(Term, f32)>,
    prints: Vec<(u64, domain::DocumentId)>,
}

impl Clusterer {
    pub fn new(settings: Settings) -> Clusterer {
        Clusterer { settings, frequencies: Frequencies::new(), open: Vec::new() }
    }

    /// Puts an item into the story that it belongs to.
    pub fn place(&mut self, item: &StoryItem) -> Placed {
        let vector = self.vector(item);
        let copy = self.open.iter().enumerate().find_map(|(index, story)| {
            let print = story.prints.iter().find(|(print, _)| fingerprint::near(*print, item.fingerprint))?;
            Some((index, print.1))
        });
        let best = copy.map(|(index, _)| index).or_else(|| {
            let scored =
                self.open.iter().enumerate().map(|(index, story)| (dot(&vector, &story.vector), index));
            scored
                .filter(|(likeness, _)| *likeness >= self.settings.join)
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map(|b| b.1)
        });
        let opened = best.is_none();
        let index = best.unwrap_or_else(|| {
            let id = StoryId::of_first(item.id);
            self.open.push(Story { id, last_ms: item.at.ms(), vector: Vec::new(), prints: Vec::new() });
            self.open.len() - 1
        });
        let story = &mut self.open[index];
        story.last_ms = story.last_ms.max(item.at.ms());
        story.prints.push((item.fingerprint, item.id));
        let mut sum: TermMap<f32> = story.vector.iter().copied().collect();
        for (term, weight) in vector {
            *sum.entry(term).or_insert(0.0) += weight;
        }
        story.vector = normalised(sum);
        Placed { story: story.id, opened, copy_of: copy.map(|(_, id)| id) }
    }

    fn vector(&mut self, item: &StoryItem) -> Vec<(Term, f32)> {
        let mut counts: TermMap<f32> = TermMap::default();
        for term in terms(item.title) {
            *counts.entry(term).or_insert(0.0) += self.settings.title_weight;
        }
        for term in terms(item.content).take(self.settings.content_words) {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
        self.frequencies.add(counts.keys().copied());
        for (term, count) in &mut counts {
            *count = (1.0 + count.ln()).max(0.5) * self.frequencies.weight(*term);
        }
        normalised(counts)
    }
}

fn normalised(weights: TermMap<f32>) -> Vec<(Term, f32)> {
    let mut vector: Vec<(Term, f32)> = weights.into_iter().collect();
    vector.sort_unstable_by_key(|(term, _)| *term);
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    vector.iter_mut().for_each(|(_, weight)| *weight /= length);
    vector
}

fn dot(a: &[(Term, f32)], b: &[(Term, f32)]) -> f32 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                sum += a[i].1 * b[j].1;
                i += 1;
                j += 1;
            }
        }
    }
    sum
}
