//! Where sentences begin and end. What stands between quotation marks is one piece: it never ends a sentence inside.

use super::lexicon::Flags;
use super::marks::{self, Quotation};
use super::tokens::{Kind, Tokens};

/// Words behind which a stop ends no sentence.
const SHORTENED: [&str; 38] = [
    "inc", "corp", "ltd", "co", "mr", "mrs", "ms", "dr", "no", "vs", "st", "sen", "rep", "gov", "jr", "sr",
    "mt", "prof", "gen", "lt", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "etc", "approx", "est", "fig", "al", "hon",
];

/// Tokens `from..to`, and which quotations lie in it.
#[derive(Clone, Debug)]
pub struct Sentence {
    pub from: usize,
    pub to: usize,
    pub quotations: std::ops::Range<usize>,
}

pub fn find(tokens: &Tokens, quotations: &[Quotation]) -> Vec<Sentence> {
    let mut sentences = Vec::with_capacity(tokens.len() / 16 + 4);
    let (mut from, mut first_quotation, mut next_quotation) = (0, 0, 0);
    let mut i = 0;
    let opens = |next: usize| quotations.get(next).map_or(usize::MAX, |quotation| quotation.open);
    while i < tokens.len() {
        // Most small words are followed by another.
        if goes_on(tokens, i) && opens(next_quotation) != i {
            i += 1;
            continue;
        }
        let mut ends = None;
        if quotations.get(next_quotation).is_some_and(|quotation| quotation.open == i) {
            let quotation = quotations[next_quotation];
            let after = quotation.after(tokens).max(i + 1);
            next_quotation += 1;
            // One in single marks may begin inside one in double marks.
            while quotations.get(next_quotation).is_some_and(|inner| inner.open < after) {
                next_quotation += 1;
            }
            let stopped = quotation.close > quotation.open + 1 && stops_inside(tokens, &quotation);
            if stopped && begins(tokens, after) || tokens.list.get(after).is_some_and(|next| next.after_break)
            {
                ends = Some(after);
            }
            i = after;
        } else {
            if ends_at(tokens, i) {
                ends = Some(i + 1);
            }
            i += 1;
        }
        if let Some(end) = ends.or((i >= tokens.len()).then_some(tokens.len())) {
            sentences.push(Sentence { from, to: end, quotations: first_quotation..next_quotation });
            (from, first_quotation) = (end, next_quotation);
        }
    }
    sentences.retain(|sentence| sentence.from < sentence.to);
    sentences
}

fn stops_inside(tokens: &Tokens, quotation: &Quotation) -> bool {
    let last = quotation.close - 1;
    marks::stops(tokens, last)
        || tokens.list[last].kind == Kind::Mark('\\') && last > 0 && marks::stops(tokens, last - 1)
}

/// Whether a sentence could begin here.
fn begins(tokens: &Tokens, i: usize) -> bool {
    let Some(token) = tokens.list.get(i) else { return true };
    match token.kind {
        Kind::Capital | Kind::Capitals | Kind::Number | Kind::Handle | Kind::Link => true,
        Kind::Mark(mark) => matches!(mark, '“' | '"' | '”' | '„' | '«' | '#' | '$' | '*' | '['),
        Kind::Small => false,
    }
}

/// No sentence ends between a small word and what follows on the same line, unless that has a capital.
#[inline]
fn goes_on(tokens: &Tokens, i: usize) -> bool {
    let next = tokens.list.get(i + 1);
    tokens.list[i].kind == Kind::Small
        && next.is_some_and(|next| !next.after_break && next.kind != Kind::Capital)
}

/// A stop, or the last token before a break.
fn ends_at(tokens: &Tokens, i: usize) -> bool {
    let Some(next) = tokens.list.get(i + 1) else { return true };
    if next.after_break {
        return true;
    }
    let token = &tokens.list[i];
    if next.kind == Kind::Capital && glued(tokens, i) {
        return true;
    }
    match token.kind {
        Kind::Small => false,
        Kind::Mark('!' | '?' | '…') => begins(tokens, i + 1),
        Kind::Mark('.') => {
            begins(tokens, i + 1)
                && !(i > 0
                    && tokens.list[i].joined
                    && SHORTENED.contains(&tokens.word(i - 1))
                    && !next.flags.has(Flags::OPENER))
        }
        Kind::Mark('•' | '|') => true,
        // `in the U.S. The bank`: the stop of the short form is the sentence's.
        Kind::Capitals | Kind::Capital => {
            tokens.spelled(i).ends_with('.') && next.kind == Kind::Capital && next.flags.has(Flags::OPENER)
        }
        _ => false,
    }
}

/// Words that open a sentence and hardly ever stand inside one with a capital.
const ALWAYS_FIRST: [&str; 16] = [
    "according",
    "however",
    "meanwhile",
    "moreover",
    "additionally",
    "notably",
    "furthermore",
    "looking",
    "despite",
    "although",
    "nevertheless",
    "nonetheless",
    "similarly",
    "interestingly",
    "importantly",
    "following",
];
/// Words that open a sentence where a small word follows; headings go on with capitals.
const OFTEN_FIRST: [&str; 18] = [
    "the", "in", "he", "she", "it", "they", "this", "on", "as", "while", "after", "if", "when", "for", "at",
    "with", "his", "these",
];

/// Words that no name and no title begins with: with a capital behind a small word they open a sentence.
const NEVER_INSIDE: [&str; 17] = [
    "in", "on", "as", "while", "after", "if", "when", "for", "at", "with", "since", "during", "before", "he",
    "she", "they", "it",
];

/// A heading without a stop ends here: `… Bitcoin Treasury The move comes`.
fn glued(tokens: &Tokens, i: usize) -> bool {
    let (token, next) = (&tokens.list[i], &tokens.list[i + 1]);
    let ends = token.is_word() || matches!(token.kind, Kind::Mark('%' | ')'));
    // All these words may open a sentence.
    if next.kind != Kind::Capital || next.joined || !ends || !next.flags.has(Flags::OPENER) {
        return false;
    }
    let word = tokens.word(i + 1);
    if ALWAYS_FIRST.contains(&word) {
        return true;
    }
    let headed = token.is_capital() || token.kind == Kind::Number;
    let goes_on = tokens.list.get(i + 2).is_some_and(|after| after.kind == Kind::Small);
    // `… still under review On Tuesday, the firm`: so does a sentence.
    let joins = Flags::DET.or(Flags::PREP).or(Flags::CONJ).or(Flags::AUX).or(Flags::MODAL).or(Flags::WHO);
    let is_noun = token.kind == Kind::Small && token.verb.is_none() && !token.flags.has(joins);
    let dated = tokens
        .list
        .get(i + 2)
        .is_some_and(|after| after.kind == Kind::Capital && after.flags.has(Flags::DATE));
    headed && goes_on && OFTEN_FIRST.contains(&word) && !tokens.is(i, "the")
        || is_noun && (goes_on || dated) && NEVER_INSIDE.contains(&word)
}

/// Rows that link elsewhere or say where the text comes from: nobody speaks in them.
pub fn is_link_row(tokens: &Tokens, sentence: &Sentence) -> bool {
    let word =
        |at: usize| if sentence.from + at < sentence.to { tokens.word(sentence.from + at) } else { "" };
    let colon = || (sentence.from..sentence.to.min(sentence.from + 6)).any(|i| tokens.is_mark(i, ':'));
    match word(0) {
        "source" => sentence.to - sentence.from < 12 && colon(),
        "related" | "magazine" | "disclaimer" | "featured" => word(1) == "image" || colon(),
        "read" | "also" | "see" | "you" | "continue" | "more" => {
            ["more", "read", "also", "might", "next", "reading", "on", "news"].contains(&word(1)) && colon()
        }
        "the" | "this" => word(1) == "post" && (sentence.from..sentence.to).any(|i| tokens.is(i, "appeared")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_initial_ends_no_sentence_and_a_letter_may() {
        let count = |text: &str| find(&Tokens::of(text), &[]).len();
        assert_eq!(count("It was John A. Smithson who left."), 1);
        assert_eq!(count("It was Samuel I. Newhouse who left."), 1);
        for text in [
            "They take Vitamin A. The drug is new.",
            "He left, as did I. Then it rained.",
            "It was John A. He left.",
            "The fund led Series A. But it left.",
        ] {
            assert_eq!(count(text), 2, "{text}");
        }
    }

    #[test]
    fn words_that_open_a_sentence_are_known_as_such() {
        for word in ALWAYS_FIRST.iter().chain(&OFTEN_FIRST).chain(&NEVER_INSIDE) {
            assert!(super::super::lexicon::look_up(word).flags.has(Flags::OPENER), "{word}");
        }
    }
}
