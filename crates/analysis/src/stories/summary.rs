//! What a story is called and what it says: a title and sentences of its own items, never words of ours.

use domain::DocumentId;

use super::frequency::TermMap;
use super::terms::{Term, terms};
use crate::mentions::sentence_ends;

/// Items that are weighed; of a larger story, the first ones and the last ones.
const MOST_ITEMS: usize = 60;

/// Characters of a description.
const DESCRIPTION: usize = 300;

/// Bytes of a content in which sentences are looked for.
const LEAD: usize = 1_500;

/// One item of a story, as far as its summary needs it.
#[derive(Clone, Copy, Debug)]
pub struct SummaryItem<'a> {
    pub id: DocumentId,
    pub title: &'a str,
    pub content: &'a str,
}

/// A story in its own words, and whose words they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryText {
    pub title: String,
    pub title_from: DocumentId,
    /// Empty where no item has more than a title.
    pub description: String,
    pub description_from: DocumentId,
}

/// The title of the most central item, and the most central sentences of one lead; `None` for no items.
pub fn summary(items: &[SummaryItem]) -> Option<StoryText> {
    let chosen: Vec<&SummaryItem> = spread(items);
    let counts = count_terms(&chosen);
    let titled = chosen.iter().filter(|item| !item.title.trim().is_empty());
    let title = best(titled.map(|item| (central(item.title, &counts, 12.0), *item)))
        .or_else(|| chosen.first().copied())?;
    let sentence = best(chosen.iter().flat_map(|item| {
        let counts = &counts;
        sentences(item.content).into_iter().enumerate().map(move |(place, text)| {
            // The first sentence says what happened; later ones explain.
            let early = if place == 0 { 1.15 } else { 1.0 / (1.0 + 0.05 * place as f32) };
            (central(text, counts, 30.0) * early, (*item, place))
        })
    }));
    let (description, description_from) = match sentence {
        Some((item, place)) => (describe(item.content, place), item.id),
        None => (String::new(), title.id),
    };
    Some(StoryText {
        title: title.title.trim().to_owned(),
        title_from: title.id,
        description,
        description_from,
    })
}

/// How near each item is to the middle of its story: how much its title and lead say that the others say too.
/// Of a large story the middle is that of its first and last items.
pub fn centralities(items: &[SummaryItem]) -> Vec<f32> {
    let counts = count_terms(&spread(items));
    let centrality =
        |item: &SummaryItem| central(item.title, &counts, 12.0) + central(lead(item.content), &counts, 60.0);
    items.iter().map(centrality).collect()
}

/// In how many titles and leads each term stands.
fn count_terms(items: &[&SummaryItem]) -> TermMap<f32> {
    let mut counts: TermMap<f32> = TermMap::default();
    for item in items {
        for term in distinct(item.title).into_iter().chain(distinct(lead(item.content))) {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
    }
    counts
}

/// All items, or the first and the last ones of many.
fn spread<'a, 'b>(items: &'b [SummaryItem<'a>]) -> Vec<&'b SummaryItem<'a>> {
    if items.len() <= MOST_ITEMS {
        return items.iter().collect();
    }
    let half = MOST_ITEMS / 2;
    items[..half].iter().chain(&items[items.len() - half..]).collect()
}

/// The first of the highest.
fn best<T>(scored: impl Iterator<Item = (f32, T)>) -> Option<T> {
    let mut best: Option<(f32, T)> = None;
    for (score, value) in scored {
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, value));
        }
    }
    best.map(|(_, value)| value)
}

/// How much a text says that the other items say too. `usual` damps texts that are long only.
fn central(text: &str, counts: &TermMap<f32>, usual: f32) -> f32 {
    let terms = distinct(text);
    if terms.is_empty() {
        return 0.0;
    }
    let sum: f32 = terms.iter().map(|term| (1.0 + counts.get(term).copied().unwrap_or(0.0)).ln()).sum();
    sum / (terms.len() as f32 + usual).powf(0.75)
}

fn distinct(text: &str) -> Vec<Term> {
    let mut terms: Vec<Term> = terms(text).take(200).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

fn lead(content: &str) -> &str {
    &content[..content.floor_char_boundary(LEAD.min(content.len()))]
}

/// The sentences of a lead that are worth showing.
fn sentences(content: &str) -> Vec<&str> {
    let lead = lead(content);
    let mut sentences = Vec::new();
    let mut start = 0;
    let whole = lead.len() == content.len();
    for end in sentence_ends(lead).chain(whole.then_some(lead.len())) {
        let sentence = lead[start..end].trim();
        start = end;
        if sentence.chars().count() >= 30 && !is_boilerplate(sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// Feed furniture, not news.
fn is_boilerplate(sentence: &str) -> bool {
    [
        "appeared first on",
        "Read more",
        "Click here",
        "Sign up",
        "Subscribe",
        "Disclaimer",
        "Continue Reading",
        "<",
        "http",
    ]
    .iter()
    .any(|mark| sentence.contains(mark))
}

/// The chosen sentence, and the ones after it while there is room; cut at a word where it is too long alone.
fn describe(content: &str, place: usize) -> String {
    let mut text = String::new();
    for sentence in sentences(content).into_iter().skip(place) {
        let length = text.chars().count();
        if length == 0 {
            text = cut(sentence, DESCRIPTION);
        } else if length + 1 + sentence.chars().count() <= DESCRIPTION {
            text.push(' ');
            text.push_str(sentence);
        } else {
            break;
        }
    }
    text
}

fn cut(sentence: &str, most: usize) -> String {
    let Some((end, _)) = sentence.char_indices().nth(most) else { return sentence.to_owned() };
    let whole_words = sentence[..end].rfind(' ').map_or(&sentence[..end], |blank| &sentence[..blank]);
    whole_words.trim_end_matches([' ', ',', ';', ':']).to_owned()
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
