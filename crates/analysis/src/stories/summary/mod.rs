//! What a story is called and what it says: a headline and whole sentences of its own items, never words of ours.
//!
//! Every item is weighed once against all of them. Whose words stand for the story is then chosen among any of them, so that
//! a part of a story has the words of an item of that part without weighing it again. Headline and sentences are of one
//! item where possible; of two only where names and numbers agree. Early reports of outlets that others follow come
//! before those who follow; what was taken over from an earlier item counts half. Where the story turned since, those that
//! tell the turn come before all others (`turn`). That is seen in all headlines of a story; texts are read of some (`told`).

mod acts;
mod headline;
mod quantities;
mod reading;
mod sentences;
mod told;
mod turn;

use domain::Instant;
pub(crate) use headline::is_promotion;
pub use reading::to_read;
pub use told::{Told, tell};

use super::frequency::TermMap;
use super::sketch::Sketch;
use super::terms::{Kind, Term, stir, terms, words};
use crate::fingerprint::hash_word;
use quantities::{Quantity, contradict, quantities};
use sentences::{Sentence, is_among, letters, sentences};

/// Characters of a description.
const DESCRIPTION: usize = 300;

/// Bytes of a content in which sentences are looked for.
const LEAD: usize = 1_500;

/// Sentences at which a description may begin.
const MAX_BEGINNINGS: usize = 5;

/// What a pair of two items is worth against one item's.
const APART: f32 = 0.35;

/// One item of a story, as far as its summary needs it.
#[derive(Clone, Copy, Debug)]
pub struct SummaryItem<'a> {
    pub title: &'a str,
    pub content: &'a str,
    /// The content is all that there is, and not only its beginning.
    pub is_all: bool,
    pub outlet: &'a str,
    pub at: Instant,
    /// Bought items give their words to no story that has others.
    pub sponsored: bool,
    /// Known to be taken over from an earlier item of the story.
    pub repeats: bool,
}

/// What an item is worth as the voice of its story.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// How near it is to the middle of its story, by what its title and lead say that the others say too, and how original.
    centrality: f32,
    /// The same of its headline.
    title: f32,
    title_facts: Facts,
    /// Whole sentences that agree with the headline; empty where there are none.
    pub description: String,
    /// Their worth.
    sentences: f32,
    description_facts: Facts,
    told: Told,
}

/// What a text is about.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    terms: Vec<Term>,
    /// Those of them that are names.
    names: Vec<Term>,
    quantities: Vec<Quantity>,
}

/// Weighs every item that was read against all of them, with what its headline tells.
pub fn weigh(items: &[SummaryItem], told: &[Told]) -> Vec<Weighed> {
    let read: Vec<(Vec<Term>, Vec<Term>)> =
        items.iter().map(|item| (distinct(item.title), distinct(lead(item.content)))).collect();
    let counts = count(read.iter().flat_map(|(title, lead)| [title, lead]));
    let names = Names::of(items);
    let originality = originality(items, &repeats(items));
    let begins = items.iter().map(|item| item.at).min();
    let weighed = |(at, (item, told)): (usize, (&SummaryItem, &Told))| {
        let (title, lead) = &read[at];
        let merit = originality[at] * drawn_lot(item.outlet, begins) * bought(item);
        let of_title = central(title, &counts, 12.0);
        let title_facts = names.facts(item.title);
        let (description, sentences) = describe(item, &title_facts, &names, &counts).unwrap_or_default();
        let is_beginning = is_beginning(item.title, item.content);
        let quality = if is_beginning { 0.3 * told.quality } else { told.quality };
        Weighed {
            centrality: (of_title + central(lead, &counts, 60.0)) * merit.sqrt() * (0.3 + 0.7 * quality),
            // Without a good headline the story still needs a name.
            title: if item.title.trim().is_empty() { 0.0 } else { of_title * merit * quality.max(0.001) },
            description_facts: names.facts(&description),
            title_facts,
            sentences: sentences * bought(item),
            description,
            told: told.clone(),
        }
    };
    items.iter().zip(told).enumerate().map(weighed).collect()
}

impl Weighed {
    /// How much it deserves to stand for its story, where others follow its outlet so far; 1 is the average.
    pub fn merit(&self, authority: f32) -> f32 {
        self.centrality * due(authority).sqrt()
    }
}

/// What authority adds to the weight of an outlet's words.
fn due(authority: f32) -> f32 {
    authority.clamp(0.2, 2.0).powf(1.5)
}

/// The place of the item whose headline is the story's, and of the one whose sentences describe it; the latter has none where
/// no item has any that agree. Each item comes with the authority of its outlet. `None` for no items.
///
/// Where the headlines of the story tell a turn that the best words do not know, the best words of these are taken.
pub fn choose_words<'a>(
    items: impl Iterator<Item = (&'a Weighed, f32)>,
    told: &[&Told],
) -> Option<(usize, Option<usize>)> {
    let items: Vec<(&Weighed, f32)> =
        items.map(|(item, authority)| (item, item.title * due(authority))).collect();
    let all: Vec<usize> = (0..items.len()).collect();
    let (title, described) = best_words(&items, &all)?;
    let newer = turn::turn(told, &items[title].0.told).and_then(|turn| {
        let places: Vec<usize> =
            all.into_iter().filter(|place| turn.is_told_by(&items[*place].0.told)).collect();
        best_words(&items, &places)
    });
    // A turn that nobody tells in a headline that can stand for the story is left to its sentences.
    Some(newer.filter(|(title, _)| items[*title].1 > 0.0).unwrap_or((title, described)))
}

/// The best words among the items at some places.
fn best_words(items: &[(&Weighed, f32)], among: &[usize]) -> Option<(usize, Option<usize>)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for &at in among.iter().filter(|at| items[**at].1 > 0.0) {
        let (title, title_worth) = items[at];
        for &other in among.iter().filter(|other| items[**other].0.sentences > 0.0) {
            let described = items[other].0;
            let apart = if at == other { 1.0 } else { APART };
            let worth = title_worth * described.sentences * apart;
            if best.is_none_or(|(most, _, _)| worth > most)
                && (at == other || agree(&title.title_facts, &described.description_facts))
            {
                best = Some((worth, at, other));
            }
        }
    }
    let alone = among.iter().map(|at| (items[*at].1, *at));
    let (_, alone) = alone.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(best.map_or((alone, None), |(_, title, described)| (title, Some(described))))
}

/// The headline is no headline but the beginning of the text, often cut.
fn is_beginning(title: &str, content: &str) -> bool {
    let (title, content) = (letters(title), letters(lead(content)));
    title.len() > 20 && content.starts_with(&title)
}

/// Of two items: most words and names of the headline stand in the sentences, and no quantity is told differently.
fn agree(title: &Facts, description: &Facts) -> bool {
    share(&title.names, &description.terms) >= 0.67
        && share(&title.terms, &description.terms) >= 0.6
        && !contradict(&title.quantities, &description.quantities)
}

/// How many of some terms stand among others; all where there are none.
fn share(some: &[Term], others: &[Term]) -> f32 {
    let found = some.iter().filter(|term| others.contains(term)).count();
    if some.is_empty() { 1.0 } else { found as f32 / some.len() as f32 }
}

/// From the best sentence on, as many whole ones as there is room for, and what they are worth.
fn describe(
    item: &SummaryItem,
    title: &Facts,
    names: &Names,
    counts: &TermMap<f32>,
) -> Option<(String, f32)> {
    let lead = lead(item.content);
    let found = sentences(lead, item.is_all && lead.len() == item.content.len(), item.outlet, item.title);
    let mut best: Option<(String, f32)> = None;
    for (at, first) in found.iter().enumerate().filter(|(_, sentence)| sentence.opens).take(MAX_BEGINNINGS) {
        let text = follow(&found[at..], &title.quantities);
        let facts = names.facts(&text);
        let common = share(&title.terms, &facts.terms);
        if contradict(&title.quantities, &facts.quantities)
            || share(&title.names, &facts.terms) < 0.34
            || common < 0.25
        {
            continue;
        }
        // The first sentence says what happened; later ones explain.
        let early = 1.0 / (1.0 + 0.3 * first.place as f32);
        let worth = central(&facts.terms, counts, 30.0) * early * (0.5 + common) * style(first.text);
        if best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((text, worth));
        }
    }
    best
}

/// The first sentence, and those right behind it while there is room and nothing contradicts the headline.
fn follow(sentences: &[Sentence], title: &[Quantity]) -> String {
    let mut text = tidy(sentences[0].text);
    for pair in sentences.windows(2) {
        let next = pair[1];
        let longer = format!("{text} {}", tidy(next.text));
        let is_next = next.place == pair[0].place + 1;
        if !is_next || longer.chars().count() > DESCRIPTION || contradict(title, &quantities(&longer)) {
            break;
        }
        text = longer;
    }
    text
}

/// Without the blanks that removed links leave before stops and inside brackets.
fn tidy(sentence: &str) -> String {
    let mut text = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    for (loose, tight) in [(" ,", ","), (" .", "."), ("( ", "("), (" )", ")"), ("“ ", "“"), (" ”", "”")]
    {
        text = text.replace(loose, tight);
    }
    text
}

/// Said behind a comma that what happened matters, as those do who write reports of others anew.
const COMMENTS: &str = "marking signaling signalling highlighting underscoring underlining showcasing emphasizing reflecting \
    demonstrating solidifying cementing";

/// Plain statements before talk to the reader and comment.
fn style(sentence: &str) -> f32 {
    let lower = sentence.to_lowercase();
    let comments = |clause: &str| clause.split(' ').next().is_some_and(|word| is_among(word, COMMENTS));
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let mut worth =
        if words.any(|word| matches!(word, "you" | "your" | "we" | "our" | "i")) { 0.4 } else { 1.0 };
    if sentence.contains(['?', '!']) {
        worth *= 0.5;
    }
    if lower.split(", ").skip(1).any(comments) {
        worth *= 0.7;
    }
    worth
}

/// Outlets of like merit take turns: in each story another one has a little less than it is due.
fn drawn_lot(outlet: &str, begins: Option<Instant>) -> f32 {
    let drawn = stir(hash_word(outlet) ^ stir(begins.map_or(0, Instant::ms) as u64));
    0.6 + 0.4 * (drawn >> 40) as f32 / (1u64 << 24) as f32
}

/// Whether each item was taken over from an earlier one of another outlet.
fn repeats(items: &[SummaryItem]) -> Vec<bool> {
    let sketches: Vec<Sketch> = items.iter().map(|item| Sketch::of(item.title, lead(item.content))).collect();
    let repeats = |at: usize| earlier(items, at).any(|other| sketches[at].overlaps(&sketches[other]));
    (0..items.len()).map(repeats).collect()
}

/// How much of an item is its own: early ones before late ones, and half where it was taken over from an earlier one.
fn originality(items: &[SummaryItem], repeats: &[bool]) -> Vec<f32> {
    let of = |(at, repeats): (usize, &bool)| {
        let place = earlier(items, at).count() as f32 / items.len().max(2) as f32;
        (1.2 - 0.6 * place) * if *repeats { 0.5 } else { 1.0 }
    };
    repeats.iter().enumerate().map(of).collect()
}

/// Items of other outlets that came before.
fn earlier<'a>(items: &'a [SummaryItem<'a>], at: usize) -> impl Iterator<Item = usize> + 'a {
    let one = &items[at];
    (0..items.len()).filter(move |other| items[*other].at < one.at && items[*other].outlet != one.outlet)
}

/// Which terms are names: those that are written with a capital inside of sentences. Headlines do not tell.
struct Names(TermMap<i32>);

impl Names {
    fn of(items: &[SummaryItem]) -> Names {
        let mut names: TermMap<i32> = TermMap::default();
        for item in items {
            let mut is_first = true;
            for piece in lead(item.content).split_inclusive(['.', '!', '?', ':', '\n', '“', '"']) {
                for word in words(piece) {
                    if !is_first {
                        let vote = if word.kind == Kind::Name { 1 } else { -1 };
                        *names.entry(word.term).or_insert(0) += vote;
                    }
                    is_first = false;
                }
                is_first = true;
            }
        }
        Names(names)
    }

    fn facts(&self, text: &str) -> Facts {
        let terms = distinct(text);
        let is_name = |term: &&Term| self.0.get(term).is_some_and(|votes| *votes > 0);
        Facts { names: terms.iter().filter(is_name).copied().collect(), quantities: quantities(text), terms }
    }
}

/// In how many texts each term stands.
fn count<'a>(texts: impl Iterator<Item = &'a Vec<Term>>) -> TermMap<f32> {
    let mut counts: TermMap<f32> = TermMap::default();
    texts.flatten().for_each(|term| *counts.entry(*term).or_insert(0.0) += 1.0);
    counts
}

/// Bought words come last, but a story that was bought altogether still has a name.
fn bought(item: &SummaryItem) -> f32 {
    if item.sponsored { 0.01 } else { 1.0 }
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

#[cfg(test)]
mod tests;
