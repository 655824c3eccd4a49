//! What a story is called and what it says: a title and sentences of its own items, never words of ours.
//!
//! Every item is weighed once against all of them. Who tells the story is then chosen among any of them, so that a part
//! of a story is told by an item of that part without weighing it again.

use super::frequency::TermMap;
use super::terms::{Term, terms};
use crate::mentions::sentence_ends;

/// Characters of a description.
const DESCRIPTION: usize = 300;

/// Bytes of a content in which sentences are looked for.
const LEAD: usize = 1_500;

/// One item of a story, as far as its summary needs it.
#[derive(Clone, Copy, Debug)]
pub struct SummaryItem<'a> {
    pub title: &'a str,
    pub content: &'a str,
}

/// What an item is worth as the voice of its story.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// How near it is to the middle of its story: how much its title and lead say that the others say too.
    pub centrality: f32,
    /// The same of its title; none where it has no title.
    title: Option<f32>,
    /// The same of its most central sentence; none where it has no more than a title.
    sentence: Option<f32>,
    /// This sentence and those after it; empty where there is none.
    pub description: String,
}

/// Weighs every item against all of them.
pub fn weigh(items: &[SummaryItem]) -> Vec<Weighed> {
    let read: Vec<(Vec<Term>, Vec<Term>)> =
        items.iter().map(|item| (distinct(item.title), distinct(lead(item.content)))).collect();
    // In how many titles and leads each term stands.
    let mut counts: TermMap<f32> = TermMap::default();
    for term in read.iter().flat_map(|(title, lead)| title.iter().chain(lead)) {
        *counts.entry(*term).or_insert(0.0) += 1.0;
    }
    let weighed = |(item, (title, lead)): (&SummaryItem, &(Vec<Term>, Vec<Term>))| {
        let sentences = sentences(item.content);
        let sentence = best(sentences.iter().enumerate().map(|(place, text)| {
            // The first sentence says what happened; later ones explain.
            let early = if place == 0 { 1.15 } else { 1.0 / (1.0 + 0.05 * place as f32) };
            (central(&distinct(text), &counts, 30.0) * early, place)
        }));
        let of_title = central(title, &counts, 12.0);
        Weighed {
            centrality: of_title + central(lead, &counts, 60.0),
            title: (!item.title.trim().is_empty()).then_some(of_title),
            sentence: sentence.map(|(weight, _)| weight),
            description: sentence.map_or(String::new(), |(_, place)| describe(&sentences[place..])),
        }
    };
    items.iter().zip(&read).map(weighed).collect()
}

/// The place of the item whose title is the story's, and of the one whose sentences describe it: the most central
/// ones. `None` for no items.
pub fn tellers<'a>(items: impl Iterator<Item = &'a Weighed> + Clone) -> Option<(usize, usize)> {
    let places = |weight: fn(&Weighed) -> Option<f32>| {
        let weights = items.clone().map(weight).enumerate();
        best(weights.filter_map(|(place, weight)| Some((weight?, place)))).map(|(_, place)| place)
    };
    items.clone().next()?;
    let title = places(|item| item.title).unwrap_or(0);
    Some((title, places(|item| item.sentence).unwrap_or(title)))
}

/// The first of the highest.
fn best<T>(scored: impl Iterator<Item = (f32, T)>) -> Option<(f32, T)> {
    let mut best: Option<(f32, T)> = None;
    for (score, value) in scored {
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, value));
        }
    }
    best
}

/// How much a text says that the other items say too. `usual` damps texts that are long only.
fn central(terms: &[Term], counts: &TermMap<f32>, usual: f32) -> f32 {
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

/// The first sentence, and the ones after it while there is room; cut at a word where it is too long alone.
fn describe(sentences: &[&str]) -> String {
    let mut text = String::new();
    for sentence in sentences {
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
