//! Sentences that speak of the outlet and not of the world: follow us, subscribe, no advice, who took the picture. The
//! rows of links around them are in `rows.rs`.

use domain::CutReason;

use super::page::{Page, Unit};
use super::phrases::{PHRASES, Rule};
use super::{Context, Found, rows, sites};
use crate::seams::Seams;

/// A longer sentence may have swallowed one of the article, unless it stands at the end.
const MAX_WORDS: usize = 30;
const MAX_LAST_WORDS: usize = 80;
/// A longer credit of a picture has swallowed one as well.
const MAX_CREDIT_WORDS: usize = 16;
const MAX_FOLLOW_WORDS: usize = 40;
/// Units from the end that count as the last, if half of the text stands before them.
const N_LAST: usize = 8;

pub(super) fn find(page: &Page<'_>, context: &Context<'_>, found: &mut Vec<Found>) {
    let phrases = &*PHRASES;
    let labels = rows::Label { page, context, seams: Seams::of(page.text) };
    let mut in_disclaimer = false;
    for (index, unit) in page.units.iter().enumerate() {
        let mut sentence = Sentence {
            page,
            unit,
            is_last: index + N_LAST >= page.units.len() && index * 2 >= page.units.len(),
            cut: None,
            has_letter: false,
            order: None,
            has_follow: false,
            n_places: 0,
        };
        for word in unit.words.clone().filter(|word| phrases.may_begin(page.words[*word].hash)) {
            for (end, rule) in phrases.at(page, word) {
                sentence.apply(rule, word, end, &labels, found);
            }
        }
        for word in unit.words.clone() {
            rows::glued_label(&labels, word, found);
        }
        let cut = sentence.cut.or_else(|| sentence.as_a_whole(in_disclaimer));
        in_disclaimer = cut.is_some_and(|(_, reason)| reason == CutReason::Disclaimer);
        if let Some((start, reason)) = cut {
            found.push((start..unit.range.end, reason));
        }
    }
}

struct Sentence<'a> {
    page: &'a Page<'a>,
    unit: &'a Unit,
    is_last: bool,
    /// From where it goes, and why.
    cut: Option<(usize, CutReason)>,
    has_letter: bool,
    /// The word from which the sentence asks for something to be ordered.
    order: Option<usize>,
    has_follow: bool,
    /// Behind the wish to be followed.
    n_places: usize,
}

impl Sentence<'_> {
    fn apply(
        &mut self,
        rule: Rule,
        word: usize,
        end: usize,
        labels: &rows::Label<'_, '_>,
        found: &mut Vec<Found>,
    ) {
        let page = self.page;
        let start = page.words[word].start as usize;
        match rule {
            Rule::Begins(reason) => self.begins(word, reason, self.max_words()),
            Rule::BeginsWithColon(reason) if rows::colon_end(page, end - 1).is_some() => {
                self.begins(word, reason, self.max_words());
            }
            Rule::BeginsCredit => self.begins(word, CutReason::Credit, MAX_CREDIT_WORDS),
            Rule::BeginsLast(reason) if self.is_last => self.begins(word, reason, MAX_LAST_WORDS),
            Rule::InLast(reason) if self.is_last => self.goes(self.unit.words.start, reason, MAX_LAST_WORDS),
            Rule::Letter => self.has_letter = true,
            Rule::Order => {
                let inside = Some(word).filter(|word| page.words[*word].is_capital);
                self.order = self.order.or(Some(inside.unwrap_or(self.unit.words.start)));
            }
            Rule::Follow => self.has_follow = true,
            Rule::Place => {
                self.n_places += usize::from(self.has_follow);
                rows::shares(page, word, found);
            }
            Rule::Label => rows::labelled(labels, start, end - 1, found),
            Rule::Caption => rows::caption(labels, start, end - 1, found),
            Rule::MoreOn => rows::more_on(page, self.unit, word, end, found),
            Rule::Within(reason) => self.goes(self.unit.words.start, reason, self.max_words()),
            Rule::Continue => rows::continued(page, word, end, found),
            Rule::Appeared => sites::appeared(page, word, end, labels.context, found),
            Rule::Buttons => rows::buttons(page, word, end, found),
            Rule::EmbedLink => rows::embed_link(page, word, found),
            Rule::Link => rows::contact(page, word, found),
            Rule::BeginsWithColon(_) | Rule::BeginsLast(_) | Rule::InLast(_) => {}
        }
    }

    fn max_words(&self) -> usize {
        if self.is_last { MAX_LAST_WORDS } else { MAX_WORDS }
    }

    /// Where feeds drop line breaks, a sentence may begin in the middle of another one, with a capital.
    fn begins(&mut self, word: usize, reason: CutReason, max_words: usize) {
        if word == self.unit.words.start || self.page.words[word].is_capital {
            self.goes(word, reason, max_words);
        }
    }

    fn goes(&mut self, from: usize, reason: CutReason, max_words: usize) {
        if self.cut.is_none() && self.unit.words.end - from <= max_words {
            self.cut = Some((self.place_of(from), reason));
        }
    }

    /// The first word begins where its sentence does.
    fn place_of(&self, word: usize) -> usize {
        if word == self.unit.words.start { self.unit.range.start } else { self.page.start_of(word) }
    }

    fn as_a_whole(&self, in_disclaimer: bool) -> Option<(usize, CutReason)> {
        let n_words = self.unit.words.len();
        let start = self.unit.range.start;
        if let Some(order) =
            self.order.filter(|order| self.has_letter && self.unit.words.end - order <= MAX_WORDS)
        {
            return Some((self.place_of(order), CutReason::FollowUs));
        }
        if !self.is_last || n_words > MAX_LAST_WORDS {
            return None;
        }
        if self.n_places >= 2 && n_words <= MAX_FOLLOW_WORDS {
            return Some((start, CutReason::FollowUs));
        }
        let text = &self.page.text[self.unit.range.clone()];
        if text.starts_with('©') {
            return Some((start, CutReason::Credit));
        }
        (in_disclaimer && is_caution(text)).then_some((start, CutReason::Disclaimer))
    }
}

/// Goes on with a disclaimer that has begun.
fn is_caution(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    CAUTIONS.iter().any(|part| lower.contains(part))
}

#[rustfmt::skip]
const CAUTIONS: &[&str] = &[
    "advice", "responsib", "at your own risk", "diligence", "opinion", "informational", "endorse", "affiliate",
    "own research", "liable", "accuracy", "views of", "sponsored",
];
