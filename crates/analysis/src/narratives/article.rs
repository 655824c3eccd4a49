//! What narratives take from an article.

use domain::Category;

use super::space::scale_to_unit;
use crate::reader;
use crate::stories::is_promotion;
use crate::stories::terms::{Kind, Term, stir, words};
use crate::tongue::Tongue;

/// Telling words of a title and of a content that are read, and how many of the content's are its beginning.
const TITLE_WORDS: usize = 40;
const CONTENT_WORDS: usize = 220;
const LEAD_WORDS: usize = 40;

/// What a word counts in the title, in the beginning and in the rest.
const PARTS: [f32; 3] = [3.0, 1.5, 0.7];

/// From which score on an article counts as bought.
const BOUGHT: f32 = 0.5;

/// Articles of a story that are looked at, evenly spread from its first to its last: more say the same again.
pub const MAX_ARTICLES: usize = 12;

/// Which of `all` articles in the order of their times are looked at.
pub fn looked_at(all: usize) -> impl Iterator<Item = usize> {
    let chosen = all.min(MAX_ARTICLES);
    (0..chosen).map(move |place| place * all.saturating_sub(1) / chosen.saturating_sub(1).max(1))
}

pub(super) const SUBJECTS: usize = Category::ALL.len();
/// Numbers that say what a title means.
pub(super) const MEANING: usize = reader::DIMENSIONS;

#[derive(Clone, Copy, Debug)]
pub struct Article<'a> {
    pub title: &'a str,
    pub content: &'a str,
    /// Its code; a text in a language that is not read says what it says by its words alone.
    pub language: &'a str,
    /// With their scores; only those that were marked, or all of them.
    pub categories: &'a [(Category, f32)],
}

impl Article<'_> {
    /// Whether it was bought, or sells by its headline: casinos, presales, lists of what to buy.
    pub fn is_advertising(&self) -> bool {
        let is_bought =
            |(category, score): &(Category, f32)| *category == Category::Sponsored && *score >= BOUGHT;
        self.categories.iter().any(is_bought) || is_promotion(self.title)
    }
}

/// Whether most articles of a story advertise: what recurs in these is no theme of the coverage.
pub fn is_advertising(articles: impl Iterator<Item = bool>) -> bool {
    let (all, advertising) = articles.fold((0, 0), |(all, some), is| (all + 1, some + usize::from(is)));
    2 * advertising > all
}

/// A word or a pair of words, as the number that stands for it.
pub(super) type Phrase = u32;

#[derive(Clone, Debug, PartialEq)]
pub struct ArticleTerms {
    /// In the order of the phrases.
    pub(super) phrases: Vec<(Phrase, f32)>,
    pub(super) subjects: [f32; SUBJECTS],
    /// Where its title lies among texts of all languages, at unit length.
    pub(super) meaning: [f32; MEANING],
}

impl ArticleTerms {
    pub fn of(article: &Article) -> ArticleTerms {
        ArticleTerms { meaning: meanings(&[*article])[0], ..ArticleTerms::without_meaning(article) }
    }

    /// Of several articles, such as those of a story: the same as one by one, in less time.
    pub fn all(articles: &[Article]) -> Vec<ArticleTerms> {
        let meanings = meanings(articles).into_iter();
        let terms = articles.iter().map(ArticleTerms::without_meaning);
        terms.zip(meanings).map(|(terms, meaning)| ArticleTerms { meaning, ..terms }).collect()
    }

    fn without_meaning(article: &Article) -> ArticleTerms {
        let mut found: Vec<(Phrase, u8)> = Vec::with_capacity(2 * (TITLE_WORDS + CONTENT_WORDS));
        read(article.title, TITLE_WORDS, &mut found, |_| 0);
        read(article.content, CONTENT_WORDS, &mut found, |place| if place < LEAD_WORDS { 1 } else { 2 });
        found.sort_unstable();
        let mut phrases = Vec::with_capacity(found.len());
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let parts = same.chunk_by(|a, b| a.1 == b.1);
            let weight = parts.map(|part| PARTS[usize::from(part[0].1)] * (1.0 + (part.len() as f32).ln()));
            phrases.push((same[0].0, weight.sum()));
        }
        let mut subjects = [0.0; SUBJECTS];
        for (category, score) in article.categories {
            subjects[*category as usize] = score.clamp(0.0, 1.0);
        }
        ArticleTerms { phrases, subjects, meaning: [0.0; MEANING] }
    }
}

/// Titles of one theme lie near each other also where they share no words. The title alone: the rest takes twice the
/// time and tells no more.
fn meanings(articles: &[Article]) -> Vec<[f32; MEANING]> {
    let known = articles.iter().map(|article| Tongue::of(article.language).language());
    let (places, titles): (Vec<usize>, Vec<_>) = known
        .enumerate()
        .filter_map(|(place, language)| Some((place, (articles[place].title, language?))))
        .unzip();
    let mut meanings = vec![[0.0; MEANING]; articles.len()];
    for (place, vector) in places.into_iter().zip(reader::title_vectors(&titles)) {
        meanings[place] = vector.map(f32::from);
        scale_to_unit(&mut meanings[place]);
    }
    meanings
}

/// The words of a text and the pairs of neighbours among them, each with the part in which it stands.
fn read(text: &str, most: usize, out: &mut Vec<(Phrase, u8)>, part: impl Fn(usize) -> u8) {
    let mut before: Option<Term> = None;
    for (place, word) in words(text).take(most).enumerate() {
        if word.kind == Kind::Number {
            // Figures change from story to story of one theme.
            before = None;
            continue;
        }
        out.push((word.term as Phrase, part(place)));
        if let Some(before) = before {
            out.push((stir(before.rotate_left(17) ^ word.term) as Phrase, part(place)));
        }
        before = Some(word.term);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advertises(title: &str, categories: &[(Category, f32)]) -> bool {
        Article { title, content: "", language: "en", categories }.is_advertising()
    }

    #[test]
    fn casinos_presales_and_what_was_bought_advertise() {
        assert!(advertises("Best Crypto Casinos No KYC in 2025", &[]));
        assert!(advertises("This token raised $5M in its presale", &[]));
        assert!(advertises("A calm headline", &[(Category::Sponsored, 0.9)]));
        assert!(!advertises("Trader bets $1.2b on Bitcoin", &[(Category::Sponsored, 0.4)]));
        assert!(!advertises("Sports betting platform buys Ethereum", &[]));
    }

    #[test]
    fn a_story_advertises_where_most_of_its_articles_do() {
        let story = |flags: &[bool]| is_advertising(flags.iter().copied());
        assert!(story(&[true, true, false]));
        assert!(!story(&[true, false]));
        assert!(!story(&[]));
    }
}
