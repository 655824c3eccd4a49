//! A story as narratives see it: what its articles say, summed up.

use super::article::{ArticleTerms, MEANING, Phrase, SUBJECTS};

/// What the articles of a story say together. Small enough to be kept in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryTerms {
    pub(super) articles: u32,
    /// Sums over the articles, in the order of the phrases.
    pub(super) phrases: Vec<(Phrase, f32)>,
    pub(super) subjects: [f32; SUBJECTS],
    pub(super) meaning: [f32; MEANING],
}

impl StoryTerms {
    /// Of many phrases the `max_phrases` that weigh most are kept.
    pub fn of<'a>(articles: impl IntoIterator<Item = &'a ArticleTerms>, max_phrases: usize) -> StoryTerms {
        let mut terms = StoryTerms {
            articles: 0,
            phrases: Vec::new(),
            subjects: [0.0; SUBJECTS],
            meaning: [0.0; MEANING],
        };
        for article in articles {
            terms.articles += 1;
            terms.phrases = summed(&terms.phrases, &article.phrases);
            terms.subjects.iter_mut().zip(article.subjects).for_each(|(sum, score)| *sum += score);
            terms.meaning.iter_mut().zip(article.meaning).for_each(|(sum, x)| *sum += x);
        }
        keep_heaviest(&mut terms.phrases, max_phrases);
        terms
    }
}

/// Leaves the phrases that weigh most, in the order of the phrases.
pub(super) fn keep_heaviest(phrases: &mut Vec<(Phrase, f32)>, most: usize) {
    if phrases.len() > most {
        phrases.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        phrases.truncate(most);
        phrases.sort_unstable_by_key(|(phrase, _)| *phrase);
    }
}

/// The sum of two lists in the order of their phrases.
pub(super) fn summed(one: &[(Phrase, f32)], other: &[(Phrase, f32)]) -> Vec<(Phrase, f32)> {
    let mut out = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        match (one.peek(), other.peek()) {
            (Some(a), Some(b)) if a.0 == b.0 => {
                out.push((a.0, a.1 + b.1));
                one.next();
                other.next();
            }
            (Some(a), Some(b)) if a.0 > b.0 => {
                out.push(**b);
                other.next();
            }
            (Some(a), _) => {
                out.push(**a);
                one.next();
            }
            (None, Some(b)) => {
                out.push(**b);
                other.next();
            }
            (None, None) => return out,
        }
    }
}
