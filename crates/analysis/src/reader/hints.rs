//! Names and phrases that give a subject away, for those that the network has hardly met.
//!
//! A hint never decides alone: it lifts the score of its category a little where a title holds it.

use domain::Category;

use super::words::Words;
use crate::fixed::FixedMap;

/// How far a hint lifts a category: this share of what is missing to certainty.
const LIFT: f32 = 0.35;

pub struct Hints {
    /// By their first word: the words, whether the name begins with a capital, and the place of the category.
    by_first: FixedMap<String, Vec<(Vec<String>, bool, usize)>>,
}

impl Hints {
    /// A category a line, `Name of the category: one; another`.
    pub fn new(lines: &str) -> Hints {
        let mut by_first: FixedMap<String, Vec<_>> = FixedMap::default();
        for (category, names) in lines.lines().filter_map(|line| line.split_once(": ")) {
            let Some(place) = Category::ALL.iter().position(|c| c.name() == category) else { continue };
            for name in names.split("; ") {
                let words = Words::of(name, 100);
                let folded: Vec<String> = words.list.iter().map(|word| words.text(word).to_owned()).collect();
                let capital = name.starts_with(char::is_uppercase);
                if let Some(first) = folded.first() {
                    by_first.entry(first.clone()).or_default().push((folded, capital, place));
                }
            }
        }
        Hints { by_first }
    }

    /// Lifts the scores of the categories that a title hints at, each once.
    pub fn lift(&self, title: &Words, scores: &mut [f32]) {
        let mut lifted = [false; 32];
        for at in 0..title.list.len() {
            let Some(names) = self.by_first.get(bare(title.text(&title.list[at]))) else { continue };
            let small = title.chars.get(title.list[at].start as usize).is_some_and(|c| c.is_lowercase());
            for (name, capital, place) in names {
                let rest = &title.list[at..];
                if !(lifted[*place] || *capital && small || rest.len() < name.len())
                    && name
                        .iter()
                        .zip(rest)
                        .all(|(part, word)| title.text(word) == part || bare(title.text(word)) == part)
                {
                    lifted[*place] = true;
                    scores[*place] += LIFT * (1.0 - scores[*place]);
                }
            }
        }
    }
}

/// Without a possessive ending.
fn bare(word: &str) -> &str {
    word.split_once('\'').map_or(word, |(base, _)| base)
}
