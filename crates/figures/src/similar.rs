//! Which texts lie near another one by what they mean.

use analysis::vectors::Vector;
use store::documents::StoryItem;

/// How near each of some articles lies to the first of them, 0 to 1, in their order; the first itself is left out.
pub fn similarities(items: &[StoryItem]) -> Vec<f32> {
    let vector = |item: &StoryItem| Vector::of(&item.headline.title, &item.lead);
    let Some((first, others)) = items.split_first() else { return Vec::new() };
    let first = vector(first);
    others.iter().map(|other| first.cosine(&vector(other)).clamp(0.0, 1.0)).collect()
}
