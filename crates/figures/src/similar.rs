//! Which texts lie near another one by what they mean.

use analysis::stories::{Alike, Article};
use store::documents::StoryItem;

/// How near each of some articles lies to the first of them, 0 to 1, in their order; the first itself is left out.
pub fn similarities(items: &[StoryItem]) -> Vec<f32> {
    let articles: Vec<Article> = items
        .iter()
        .map(|item| Article {
            title: &item.headline.title,
            content: &item.lead,
            language: &item.headline.language,
        })
        .collect();
    let alike = Alike::of(&articles);
    (1..items.len()).map(|other| alike.between(0, other)).collect()
}
